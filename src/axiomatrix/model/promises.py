"""Promises of axioms on which shortcuts rely, and which axioms are trusted to keep them.

An axiom may promise to be about no particular items, to ignore the metric's parameters, or to need only the generators
of a group (see the fields of :class:`.Axiom`). The methods then decide fewer cases. A false promise would lead to false
verdicts, so only the axioms of the catalogue are trusted.
"""

from __future__ import annotations

import sys
from functools import lru_cache
from itertools import chain

from .axiom import CATALOGUE_PREFIX, Axiom


def keeps_promise(axiom: Axiom, promise: str) -> bool:
    """Return whether a shortcut may rely on a promise (``label_free``, ``ignores_parameters``, ``from_generators``).

    A module of the catalogue must contain an axiom with the very same law and spaces that makes the promise too. The
    name of the module that defines the law proves nothing, since a user's file may have any name. A subclass of
    :class:`Axiom` is not trusted either.
    """
    return type(axiom) is Axiom and getattr(axiom, promise) and _is_promised(axiom, promise)


@lru_cache(maxsize=1024)  # axioms compare by identity
def _is_promised(axiom: Axiom, promise: str) -> bool:
    """Return whether an axiom of the catalogue with the same law, spaces and quantifier makes the promise."""
    modules = [module for name, module in list(sys.modules.items()) if name.startswith(CATALOGUE_PREFIX)]
    return any(
        isinstance(catalogued, Axiom)
        and getattr(catalogued, promise)
        and (catalogued.says is axiom.says and catalogued.over is axiom.over)
        and catalogued.quantifier == axiom.quantifier
        for catalogued in chain.from_iterable(vars(module).values() for module in modules)
    )
