"""Diaconis, Group Representations in Probability and Statistics, IMS 1988, chapter 6B: metrics on permutations."""

from ...model.registry import REGISTRY

SOURCE = REGISTRY.new_source(
    "DI", "P. Diaconis, Group Representations in Probability and Statistics, IMS Lecture Notes 11, 1988, ch. 6B"
)

DI1, DI2, DI3 = SOURCE.stated(r"""
DI1 (supplied): Footrule, the root of Spearman's sum of squares, Hamming, Kendall, Cayley and Ulam are metrics on
permutations.
    non-negativity, zero on equal, separation, symmetry and the triangle inequality
    $ d(a,b)\ge 0,\ d(a,b)=0\Leftrightarrow a=b
    $ d(a,b)=d(b,a),\quad d(a,c)\le d(a,b)+d(b,c)
DI2 (supplied): They are right-invariant.
    right-invariance
    $ d(a\circ\pi,\,b\circ\pi)=d(a,b)
DI3 (supplied): Hamming's and Cayley's are bi-invariant.
    left-invariance beside DI2
    $ d(\sigma\circ a,\,\sigma\circ b)=d(a,b)
""")
