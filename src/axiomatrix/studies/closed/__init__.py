"""Closed forms, by sympy: recognised from values, or of sums that hold for every n."""
