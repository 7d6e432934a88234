"""Imports of the fork server, the process that workers are forked from: all that any row of the catalogue needs.

A worker then starts in milliseconds. The garbage collector leaves these objects alone (``gc.freeze``), so that forks
share their memory.
"""

import gc

import highspy  # noqa: F401  # solves linear programs
import sympy.polys.rings  # noqa: F401  # what the checker of certificates computes with

from .. import REGISTRY, libraries  # noqa: F401  # the public names
from ..catalogue import proofs  # noqa: F401
from ..evidence.account import making  # noqa: F401
from ..evidence.expectations import shipped
from . import fresh, tasks  # noqa: F401
from .plan import Plan, Selection

Selection.loaded(Plan())
shipped()
gc.collect()
gc.freeze()
