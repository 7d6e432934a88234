"""How metrics are related, as text, page and data."""
