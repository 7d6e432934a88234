"""Exact numbers: rationals, formal constants, balls, forms, columns, polynomials."""
