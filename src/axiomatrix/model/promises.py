"""Promises of axioms, on which shortcuts are built."""

from __future__ import annotations

import sys
from functools import lru_cache
from itertools import chain

from .axiom import OURS, Axiom


def keeps_promise(axiom: Axiom, promise: str) -> bool:
    """Return whether a shortcut may rely on a promise (``label_free``, ``ignores_parameters``, ``from_generators``).

    Promises are believed of the axioms of this package alone. Names do not count, since a file may call its module, and
    itself, what it likes; nor does what a class made from :class:`Axiom` says of itself.
    """
    return type(axiom) is Axiom and getattr(axiom, promise) and _is_promised(axiom, promise)


@lru_cache(maxsize=1024)  # by identity, since it is asked of the class itself alone
def _is_promised(axiom: Axiom, promise: str) -> bool:
    """Return whether an equal axiom of this package makes the promise; the answer is cached."""
    ours = (vars(module).values() for name, module in list(sys.modules.items()) if name.startswith(OURS))
    return any(
        isinstance(known, Axiom)
        and getattr(known, promise)
        and (known.says is axiom.says and known.over is axiom.over and known.quantifier == axiom.quantifier)
        for known in chain.from_iterable(ours)
    )
