"""The ledger of claims as text, page and data."""
