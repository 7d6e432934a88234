"""A corpus of false theorems: statements that are false, and definitions that might make a checker believe them."""
