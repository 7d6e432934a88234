"""What an exploration found, drawn: best constants against n, the plane of both sides, the extremal instance.

The drawing itself is in :mod:`axiomatrix.report.plot`; this is what explorations use of it.
"""

from __future__ import annotations

from ..plot.constants import best_constants
from ..plot.drawing import COLOURS, MARKERS, said_safely
from ..plot.instances import instance
from ..plot.labels import spread
from ..plot.planes import FINEST, hull, plane, thinned
from ..plot.series import Series, claimed, series

__all__ = [
    "COLOURS",
    "FINEST",
    "MARKERS",
    "Series",
    "best_constants",
    "claimed",
    "hull",
    "instance",
    "plane",
    "said_safely",
    "series",
    "spread",
    "thinned",
]
