"""The matrix as text, Markdown, HTML and JSON."""
