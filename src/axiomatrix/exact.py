"""Exact numbers under their public name: ``from axiomatrix.exact import log``."""

import sys

from .numbers import exact
from .numbers.exact import *  # noqa: F403  # all of them, which type checkers see

sys.modules[__name__] = exact  # one module under two names
