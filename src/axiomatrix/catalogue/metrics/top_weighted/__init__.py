"""Correlations that count an exchange near the head more: tau-ap and the weighted tau."""

# rows of the matrix follow the order of registration
from . import tau_ap as tau_ap, weighted_tau as weighted_tau  # isort: skip
