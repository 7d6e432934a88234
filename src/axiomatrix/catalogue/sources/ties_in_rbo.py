"""Corsi and Urbano, The Treatment of Ties in Rank-Biased Overlap, SIGIR 2024."""

from ...model.registry import REGISTRY

SOURCE = REGISTRY.new_source("TR", "M. Corsi, J. Urbano, The Treatment of Ties in Rank-Biased Overlap, SIGIR 2024")

TR1, TR2, TR3 = SOURCE.stated(r"""
TR1 (supplied): The variants w and b are 1 on a ranking with ties and itself.
    one-on-equal
    $ \mathrm{RBO}^{w}(a,a)=\mathrm{RBO}^{b}(a,a)=1
TR2 (supplied): The variant a, the mean over all ways to break ties, is below 1 on a ranking with ties and itself.
    one-on-equal fails
    $ \mathrm{RBO}^{a}(a,a)<1
TR3 (supplied): All variants lie between 0 and 1.
    range
    $ 0\le\mathrm{RBO}(a,b)\le 1
""")
