"""What a check selects: rows, and the registry that has them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from ..catalogue.loading import load_catalogue, load_file
from ..catalogue.packages import load_entry_points
from ..model.guard import kept
from ..model.metric import Metric
from ..model.registry import Registry, Unknown
from .options import Options


@dataclass(frozen=True)
class Selection:
    """The options of a check, and the registry in which everything is that they name."""

    options: Options
    registry: Registry

    @classmethod
    def of(cls, options: Options) -> Selection:
        """What the options name, once it is loaded."""
        if not options.libraries:
            return cls(options, load_catalogue())
        from .. import libraries as adapters  # only where a library is asked for

        return cls(options, adapters.load(options.libraries))

    @classmethod
    def loaded(cls, options: Options, before: Callable[[str], None] = lambda file: None) -> Selection:
        """Load what the options name: the catalogue, files, packages. What these set at their import is put back.

        ``before`` is told of each file before it is imported.
        """
        with kept():
            load_catalogue()
            for file in options.files:
                before(file)
                load_file(Path(file))
            if options.packages:
                load_entry_points(options.packages)
            return cls.of(options)

    @property
    def is_whole(self) -> bool:
        """Whether every row and every statement is selected, as a ledger of all claims needs."""
        asked = self.options
        return not (asked.metrics or asked.axioms or asked.sources or asked.given or asked.libraries)

    @cached_property
    def rows(self) -> list[Metric]:
        """The rows that the options select; unknown names raise with the nearest one."""
        options, registry = self.options, self.registry
        for axiom in options.axioms:
            registry.axiom(axiom)
        for source in options.sources:
            known = {*registry.sources, *(c for s in registry.sources.values() for c in s.claims), "declared"}
            if source not in known:
                raise Unknown("source", source, known)
        rows = [m for name in options.metrics for m in registry.rows(name)]
        return self._over_given(
            rows or [m for m in registry.metrics.values() if not options.libraries or m.implementation]
        )

    def row(self, name: str) -> Metric:
        """The row of that name, over the lists that the options name, if they do."""
        (metric,) = self._over_given(self.registry.rows(name))
        return metric

    def _over_given(self, rows: Iterable[Metric]) -> list[Metric]:
        """Each row once; of a user's lists, those that they have anything to do with."""
        given, unique = self.options.given, list(dict.fromkeys(rows))
        return unique if given is None else [m for m in map(given.over, unique) if m is not None]


def axioms_named(names: Iterable[str], metrics: Iterable[str], registry: Registry) -> tuple[str, ...]:
    """Axioms by their own names: each in every reading that is about one of the metrics (all, if none is named)."""
    rows: list[Metric | None] = [row for name in metrics for row in registry.rows(name)]
    rows = rows or [*registry.metrics.values(), None]
    return tuple(dict.fromkeys(registry.axiom(name, row).id for name in names for row in rows))
