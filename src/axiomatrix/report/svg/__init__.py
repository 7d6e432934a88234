"""Pictures as SVG, cleaned for pages."""
