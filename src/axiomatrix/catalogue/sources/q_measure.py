"""Sakai, New performance metrics based on multigrade relevance: their application to question answering, 2004."""

from ...model.registry import REGISTRY

SOURCE = REGISTRY.new_source(
    "SQ",
    "T. Sakai, New performance metrics based on multigrade relevance: their application to question answering, "
    "NTCIR-4, 2004",
)

SQ1, SQ2 = SOURCE.stated(r"""
SQ1 (supplied): The Q-measure lies between 0 and 1, and is 1 for the ideal list.
    range, value of the ideal list
    $ 0\le Q(x)\le 1,\quad Q(x^{*})=1
SQ2 (supplied): With one level of relevance, and no relevant item below rank R, the Q-measure is average precision.
    equality on binary lists with all relevant items that are shown among the first R
    $ \forall i>R:\ x_i=0\Rightarrow Q(x)=\mathrm{AP}(x)
""")
