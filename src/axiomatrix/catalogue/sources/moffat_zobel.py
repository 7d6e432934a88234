"""Moffat and Zobel, Rank-biased precision for measurement of retrieval effectiveness, TOIS 2008."""

from ...model.registry import REGISTRY

SOURCE = REGISTRY.new_source(
    "MZ",
    "A. Moffat and J. Zobel, Rank-biased precision for measurement of retrieval effectiveness, ACM Transactions on "
    "Information Systems 27, 2008",
)

(MZ1,) = SOURCE.stated(r"""
MZ1 (supplied): Graded relevance, as a gain from 0 to 1, generalizes binary relevance.
    on lists of gains 0 and 1 the value is that of binary RBP
    $ \forall i:\ x_i\in\{0,1\}\Rightarrow(1-p)\sum_{i}x_i\,p^{i-1}=(1-p)\sum_{x_i>0}p^{i-1}
""")
