"""Pages and pictures of correlations."""
