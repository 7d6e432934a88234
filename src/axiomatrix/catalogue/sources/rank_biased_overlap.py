"""Webber, Moffat and Zobel, A similarity measure for indefinite rankings, ACM TOIS 28(4), 2010."""

from ...model.claim import Source
from ...model.registry import REGISTRY

SOURCE = Source(
    "RB", "W. Webber, A. Moffat, J. Zobel, A similarity measure for indefinite rankings, ACM TOIS 28(4), 2010"
)
REGISTRY.add_source(SOURCE)

RB1 = SOURCE.claim(
    "RB1",
    "1 - RBO is a metric.",
    "the axioms of a metric space of 1 - RBO of two infinite lists; here lists that rank the same items first and go "
    "on alike",
    supplied=True,
)
RB2 = SOURCE.claim(
    "RB2", "RBO lies between 0 and 1.", "so do its least, largest and extrapolated values", supplied=True
)
RB3 = SOURCE.claim(
    "RB3",
    "1 - RBO_EXT of lists of one length is a metric.",
    "found here: it is a sum of pseudometrics, one for each depth; lists of different lengths are another space",
    supplied=True,
)
