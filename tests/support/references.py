"""Independent implementations of the metrics, written from the formulas of the papers on plain lists and Fractions.

They share no code with the package and take the longest way: pairs are counted one by one, means over the orders of
ties and largest values are taken over all orders, infinite sums are added up. A value is a Fraction, or a float where
logarithms and roots are involved, or None where there is no value.
"""

from __future__ import annotations

import references_fagin  # noqa: F401  # which enters what it defines
import references_rankings  # noqa: F401  # which enters what it defines
import references_scores  # noqa: F401  # likewise
import references_ties  # noqa: F401  # likewise
import references_top  # noqa: F401  # likewise
from reference_table import REFERENCES, plain

__all__ = ["REFERENCES", "plain"]
