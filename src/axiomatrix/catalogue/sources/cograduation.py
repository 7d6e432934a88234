"""Gini, L'ammontare e la composizione della ricchezza delle nazioni, 1914: the index of cograduation."""

from ...model.registry import REGISTRY

SOURCE = REGISTRY.new_source("GI", "C. Gini, L'ammontare e la composizione della ricchezza delle nazioni, 1914")

GI1, GI2 = SOURCE.stated(r"""
GI1 (supplied): The index of cograduation lies between -1 and 1: 1 for equal rankings, -1 for opposite ones.
    range, value on equal and on reversed rankings
    $ -1\le\mathrm{G}(a,b)\le 1,\quad\mathrm{G}(a,a)=1,\quad\mathrm{G}(a,a^{\mathrm{rev}})=-1
GI2 (supplied): Turning one ranking round changes the sign of the index.
    antisymmetry, and symmetry
    $ \mathrm{G}(a,b^{\mathrm{rev}})=-\mathrm{G}(a,b),\quad\mathrm{G}(a,b)=\mathrm{G}(b,a)
""")
