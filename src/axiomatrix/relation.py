"""Relations that axioms return, under their public name: ``from axiomatrix.relation import at_most``."""

import sys

from .model import relation
from .model.relation import *  # noqa: F403  # all of them, which type checkers see

sys.modules[__name__] = relation  # one module under two names
