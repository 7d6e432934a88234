"""Judgements and a run as dictionaries: of one query, beside other measures, or for the mean over queries."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from ..manner import PLAIN_NAMES, Manner
from .dictionaries import ASPECTS, FAULTS, QrelsAndRun

COMPILED_SCHEMES = ("reversed", "integers")
"""Ways to name documents with two letters each: ranx compiles anew, for many seconds, for each length of a name."""


class OneOfSeveral(QrelsAndRun):
    """Variables ``qrels``, ``run``, ``query`` (whose value is asked), ``before`` and ``after``.

    ``before`` and ``after`` are the names of ``others``, other measures of the library, where the manner wants them
    evaluated in the same call, and empty lists else. ``schemes`` are the ways to name documents that it may come to.
    """

    names: ClassVar[tuple[str, ...]] = ("qrels", "run", "query", "before", "after")

    def __init__(self, *others: str, faults: Iterable[str] = FAULTS, schemes: Sequence[str] = PLAIN_NAMES) -> None:
        super().__init__(faults=frozenset(faults))
        self.others = others
        self.schemes = schemes

    def can(self, aspect: str, value: str) -> bool:
        """As any shape; documents have the names of the schemes."""
        return super().can(aspect, value) and (aspect != "names" or value in self.schemes)

    def variables(self, arguments: Sequence[Any], manner: Manner) -> dict[str, Any]:
        made = super().variables(arguments, manner)
        where = made.pop("others")
        made["before"] = list(self.others) if where == "before" else []
        made["after"] = list(self.others) if where == "after" else []
        return made


class OneQuery(OneOfSeveral):
    """Variables ``qrels``, ``run`` and ``query``, for calls that take no other measures."""

    names: ClassVar[tuple[str, ...]] = ("qrels", "run", "query")

    def __init__(self, *, faults: Iterable[str] = FAULTS, schemes: Sequence[str] = PLAIN_NAMES) -> None:
        super().__init__(faults=faults, schemes=schemes)
        self.aspects = ASPECTS - {"measures"}

    def variables(self, arguments: Sequence[Any], manner: Manner) -> dict[str, Any]:
        made = super().variables(arguments, manner)
        return {name: made[name] for name in self.names}


class MeanOverQueries(QrelsAndRun):
    """Variables ``qrels`` and ``run``: the value is the mean over all queries, those of the company among them."""

    names: ClassVar[tuple[str, ...]] = ("qrels", "run")

    def __init__(self, *, aspects: Iterable[str] = ASPECTS - {"measures"}, faults: Iterable[str] = FAULTS) -> None:
        super().__init__(aspects=frozenset(aspects), faults=frozenset(faults))

    def variables(self, arguments: Sequence[Any], manner: Manner) -> dict[str, Any]:
        made = super().variables(arguments, manner)
        return {name: made[name] for name in self.names}
