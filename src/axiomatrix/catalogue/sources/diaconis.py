"""Diaconis, Group Representations in Probability and Statistics, IMS 1988, chapter 6B: metrics on permutations."""

from ...model.registry import REGISTRY
from ..latex import lines

SOURCE = REGISTRY.new_source(
    "DI", "P. Diaconis, Group Representations in Probability and Statistics, IMS Lecture Notes 11, 1988, ch. 6B"
)

DI1 = SOURCE.numbered(
    "Footrule, the root of Spearman's sum of squares, Hamming, Kendall, Cayley and Ulam are metrics on permutations.",
    "non-negativity, zero on equal, separation, symmetry and the triangle inequality",
    supplied=True,
    latex=lines(r"d(a,b)\ge 0,\ d(a,b)=0\Leftrightarrow a=b", r"d(a,b)=d(b,a),\quad d(a,c)\le d(a,b)+d(b,c)"),
)
DI2 = SOURCE.numbered(
    "They are right-invariant.", "right-invariance", supplied=True, latex=r"d(a\circ\pi,\,b\circ\pi)=d(a,b)"
)
DI3 = SOURCE.numbered(
    "Hamming's and Cayley's are bi-invariant.",
    "left-invariance beside DI2",
    supplied=True,
    latex=r"d(\sigma\circ a,\,\sigma\circ b)=d(a,b)",
)
