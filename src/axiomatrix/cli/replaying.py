"""Witnesses decided again, for what is wrong with each in one line."""

from __future__ import annotations

from ..evidence import witness
from ..evidence.blame import raise_if_ours
from ..evidence.evidence import Witness
from ..evidence.fault import details_of
from ..evidence.instance import Changed
from ..libraries import LIBRARIES, NotInstalled, load
from ..model.registry import REGISTRY, Registry, Unknown


def libraries_of(stored: Witness) -> tuple[str, ...]:
    """The libraries whose metrics a witness names, in the order of the adapters; none for a metric of ours."""
    if stored.metric in REGISTRY.metrics:
        return ()
    named = {name.partition(".")[0] for name in (stored.metric, *map(str, stored.arguments.values()))}
    return tuple(id for id in LIBRARIES if id in named)


def registry_of(stored: Witness) -> Registry:
    """Return a registry with the metrics that a witness names; ``NotInstalled`` if one's library is missing."""
    libraries = libraries_of(stored)
    return load(libraries) if libraries else REGISTRY


def problem_of(stored: Witness) -> str:
    """Return what is wrong with a witness, or an empty text."""
    try:
        again = witness.replay(stored, registry_of(stored))
    except (witness.BadWitness, Unknown, NotInstalled) as error:
        return str(error)
    except Exception as error:  # a definition may raise anything
        if not isinstance(error, Changed):
            raise_if_ours(error)
        details = details_of(error)
        return f"the definition raised {details.exception}: {details.message}"
    if not again.stands:
        return f"does not stand: stored {stored.lhs} {stored.op} {stored.rhs}, decided {again.sides}"
    return "; ".join(again.differences)
