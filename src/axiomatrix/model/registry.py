"""The registry: the single source of which metrics, axioms and sources there are."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .axiom import Axiom
    from .claim import Source
    from .metric import Metric


LONGEST = 200
"""Characters of an unknown name that are looked at and shown."""
MOST_LISTED = 40
"""How many names an error message lists."""


class Unknown(LookupError):
    """A name that nothing has, with the nearest one that something has."""

    def __init__(self, what: str, name: str, known: Iterable[str]) -> None:
        listed = sorted(known)
        name = name if len(name) <= LONGEST else f"{name[:LONGEST]}..."  # it may be from anybody's file
        begun = [known for known in listed if name and known.startswith(name)]
        same = [known for known in listed if known.lower() == name.lower()]  # such as nDCG
        within = [known for known in listed if len(name) > 3 and f".{name}" in known]  # kendalltau: scipy.kendalltau[b]
        near = same or begun or within or difflib.get_close_matches(name, listed, n=1, cutoff=0.5)
        there = f"there are: {', '.join(listed[:MOST_LISTED])}" if listed else "there is none"
        hint = f"did you mean {near[0]!r}?" if near else there
        if not near and len(listed) > MOST_LISTED:
            hint = f"there are {len(listed)}, none with a name like it: axiomatrix list shows what is registered"
        super().__init__(f"unknown {what} {name!r}; {hint}")


class Registry:
    """Metrics, axioms and sources by name. Duplicates and unknown names raise."""

    def __init__(self, parent: Registry | None = None) -> None:
        self.metrics: dict[str, Metric] = dict(parent.metrics) if parent else {}
        self.axioms: dict[str, Axiom] = dict(parent.axioms) if parent else {}
        self.sources: dict[str, Source] = dict(parent.sources) if parent else {}

    def add_metric(self, metric: Metric) -> None:
        """Register a row; a name can be given once."""
        if metric.name in self.metrics:
            raise ValueError(f"metric {metric.name!r} is registered already; give yours another name or variant")
        self.metrics[metric.name] = metric
        for claim in metric.claims:
            self.add_axiom(claim.statement.axiom)

    def add_axiom(self, axiom: Axiom) -> None:
        """Register an axiom; the same one may come again, another one of its name may not."""
        known = self.axioms.setdefault(axiom.id, axiom)
        if known is not axiom:
            raise ValueError(f"axiom {axiom.id!r} is registered already; give yours another name")

    def add_source(self, source: Source) -> None:
        """Register a source."""
        if source.id in self.sources:
            raise ValueError(f"source {source.id!r} is registered already")
        self.sources[source.id] = source

    def metric(self, name: str) -> Metric:
        """The metric of that name; an id without a variant means the first variant."""
        if name in self.metrics:
            return self.metrics[name]
        for metric in self.metrics.values():
            if metric.id == name:
                return metric
        raise Unknown("metric", name, {*self.metrics, *(m.id for m in self.metrics.values())})

    def rows(self, name: str) -> list[Metric]:
        """The row of that name, or all variants of that id."""
        if name in self.metrics:
            return [self.metrics[name]]
        found = [m for m in self.metrics.values() if m.id == name]
        return found or [self.metric(name)]

    def axiom(self, name: str) -> Axiom:
        """The axiom of that name."""
        if name not in self.axioms:
            raise Unknown("axiom", name, self.axioms)
        return self.axioms[name]

    def source(self, name: str) -> Source:
        """The source of that id."""
        if name not in self.sources:
            raise Unknown("source", name, self.sources)
        return self.sources[name]


REGISTRY = Registry()
"""The registry that decorators use unless told otherwise."""
