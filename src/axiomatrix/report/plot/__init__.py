"""Pictures: witnesses and explorations, drawn by matplotlib with text as text."""
