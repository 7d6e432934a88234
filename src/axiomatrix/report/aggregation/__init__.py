"""Rankings that were aggregated, as text."""
