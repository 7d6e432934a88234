"""Yilmaz, Aslam and Robertson, A new rank correlation coefficient for information retrieval, SIGIR 2008."""

from ...model.claim import Source
from ...model.registry import REGISTRY

SOURCE = Source(
    "YA",
    "E. Yilmaz, J. A. Aslam, S. Robertson, A new rank correlation coefficient for information retrieval, SIGIR 2008",
)
REGISTRY.add_source(SOURCE)

YA1 = SOURCE.claim(
    "YA1",
    "tau_ap lies between -1 and 1: 1 for equal rankings, -1 for reversed ones.",
    "range, value on equal and on reversed rankings",
    supplied=True,
)
YA2 = SOURCE.claim(
    "YA2", "tau_ap is 0 in the mean if the items are in random order.", "the mean over all rankings is 0", supplied=True
)
YA3 = SOURCE.claim("YA3", "tau_ap is not symmetric; the mean of both directions is.", "symmetry", supplied=True)
