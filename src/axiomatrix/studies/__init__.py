"""Studies beyond a row: explorations, relations, correlations, aggregation, the ledger, changes."""
