"""For which values of a parameter: on the terminal, and as a page with pictures."""
