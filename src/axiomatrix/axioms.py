"""The built-in axioms under their public name: ``from axiomatrix.axioms import symmetry``."""

import sys

from .catalogue import axioms
from .catalogue.axioms import *  # noqa: F403  # all of them, which type checkers see

sys.modules[__name__] = axioms  # one module under two names
