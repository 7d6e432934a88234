"""Vigna, A weighted correlation index for rankings with ties, WWW 2015."""

from ...model.registry import REGISTRY

SOURCE = REGISTRY.new_source("VI", "S. Vigna, A weighted correlation index for rankings with ties, WWW 2015")

(VI1,) = SOURCE.stated(r"""
VI1 (supplied): The index lies between -1 and 1: 1 for equal scores, -1 for opposite ones
(a cosine of scores under a weighted product).
    range, value on equal and on reversed orders; where the rank is that of the first order or the mean of both
    $ -1\le\tau_{\mathrm{h}}(a,b)\le 1
    $ \tau_{\mathrm{h}}(a,a)=1,\quad\tau_{\mathrm{h}}(a,a^{\mathrm{rev}})=-1
""")
