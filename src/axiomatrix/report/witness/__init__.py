"""The account of a witness as text and as a page."""
