"""Correlations that count an exchange near the head more: tau-ap and the weighted tau."""

from . import tau_ap, weighted_tau

__all__ = ["tau_ap", "weighted_tau"]
