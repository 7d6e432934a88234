"""What changed between two reports, as text and Markdown."""
