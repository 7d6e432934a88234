"""The definitions, one file a kind of trick."""
