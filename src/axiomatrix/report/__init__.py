"""Everything that shows results."""
