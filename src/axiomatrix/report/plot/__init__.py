"""Pictures: witnesses, explorations and the matrix, drawn by matplotlib with text as text."""
