"""The registry: the single source of which metrics, axioms and sources there are."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, NoReturn

from .names import BadReading, Name, Names, Reading, folded

if TYPE_CHECKING:
    from .axiom import Axiom
    from .claim import Source
    from .metric import Metric


LONGEST = 200
"""Characters of an unknown name that are looked at and shown."""
MOST_LISTED = 40
"""How many names an error message lists."""


class Unknown(LookupError):
    """A name that nothing has, with the nearest one that something has.

    ``names`` are further ones that people use, and what each stands for.
    """

    def __init__(self, what: str, name: str, known: Iterable[str], names: Mapping[str, str] | None = None) -> None:
        listed = sorted(known)
        name = name if len(name) <= LONGEST else f"{name[:LONGEST]}..."  # it may be from anybody's file
        begun = [known for known in listed if name and known.startswith(name)]
        same = [known for known in listed if known.lower() == name.lower()]  # such as nDCG
        within = [known for known in listed if len(name) > 3 and f".{name}" in known]  # kendalltau: scipy.kendalltau[b]
        near = same or begun or within or _closest(name, listed, names or {})
        there = f"there are: {', '.join(listed[:MOST_LISTED])}" if listed else "there is none"
        hint = f"did you mean {near[0]!r}?" if near else there
        if near and near[0] not in listed and names:
            hint = f"did you mean {near[0]!r} ({names[near[0]]})?"
        if not near and len(listed) > MOST_LISTED:
            hint = f"there are {len(listed)}, none with a name like it: axiomatrix list shows what is registered"
        super().__init__(f"unknown {what} {name!r}; {hint}")

    @classmethod
    def because(cls, reason: str) -> Unknown:
        """A name that something has, said with what that does not take."""
        made = cls.__new__(cls)
        LookupError.__init__(made, reason)
        return made


def _closest(name: str, listed: Iterable[str], names: Mapping[str, str]) -> list[str]:
    if not names:
        return difflib.get_close_matches(name, listed, n=1, cutoff=0.5)
    spelled = {folded(text): text for text in (*names, *listed)}
    return [spelled[key] for key in difflib.get_close_matches(folded(name), spelled, n=1, cutoff=0.5)]


class Registry:
    """Metrics, axioms and sources by name. Duplicates and unknown names raise.

    A metric or an axiom goes by its own name and by those that people use; its own name always wins.
    """

    def __init__(self, parent: Registry | None = None) -> None:
        self.metrics: dict[str, Metric] = dict(parent.metrics) if parent else {}
        self.axioms: dict[str, Axiom] = dict(parent.axioms) if parent else {}
        self.sources: dict[str, Source] = dict(parent.sources) if parent else {}
        self.metric_names: Names = Names(parent.metric_names if parent else None)
        self.axiom_names: Names = Names(parent.axiom_names if parent else None)

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

    def add_names(self, *, metrics: Iterable[Name] = (), axioms: Iterable[Name] = ()) -> None:
        """Add names that people use of what is registered."""
        for name in metrics:
            self.metric_names.add(name, self.metrics)
        for name in axioms:
            self.axiom_names.add(name, self.axioms)

    def add_source(self, source: Source) -> None:
        """Register a source."""
        if source.id in self.sources:
            raise ValueError(f"source {source.id!r} is registered already")
        self.sources[source.id] = source

    def metric(self, name: str) -> Metric:
        """The metric of that name; an id without a variant means the first variant, ``AP`` what people call so."""
        return self.metrics[name] if name in self.metrics else self.metrics[self.read_metric(name).name]

    def read_metric(self, name: str) -> Reading:
        """What the name of a metric is taken for: the row, the parameters that it says, what else it may mean."""
        return self.find_metric(name) or _unknown("metric", name, self._rows(), self.metric_names)

    def find_metric(self, name: str) -> Reading | None:
        """Likewise; None for what is no name of a metric."""
        own = name if name in self.metrics else next((m.name for m in self.metrics.values() if m.id == name), None)
        if own is not None:
            return Reading(name, name, (own,))
        rows = self._rows()
        parameters = {row.name: row.parameters for row in self.metrics.values()}
        return _read("metric", name, self.metric_names, rows, parameters)

    def _rows(self) -> dict[str, str]:
        """The row that each name and each id stands for."""
        rows = {row: row for row in self.metrics}
        for metric in self.metrics.values():
            rows.setdefault(metric.id, metric.name)
        return rows

    def rows(self, name: str) -> list[Metric]:
        """The row of that name, or all variants of that id."""
        if name in self.metrics:
            return [self.metrics[name]]
        variants = [m for m in self.metrics.values() if m.id == name]
        return variants or [self.metric(name)]

    def axiom(self, name: str, metric: Metric | None = None) -> Axiom:
        """The axiom of that name, or what people call so: of several readings the one that is about the metric."""
        return self.axioms[name] if name in self.axioms else self.axioms[self.read_axiom(name, metric).name]

    def read_axiom(self, name: str, metric: Metric | None = None) -> Reading:
        """What the name of an axiom is taken for, and what else it may mean."""
        return self.find_axiom(name, metric) or _unknown("axiom", name, self.axioms, self.axiom_names)

    def find_axiom(self, name: str, metric: Metric | None = None) -> Reading | None:
        """Likewise; None for what is no name of an axiom."""
        if name in self.axioms:
            return Reading(name, name, (name,))
        read = _read("axiom", name, self.axiom_names, {id: id for id in self.axioms}, {})
        if metric is None or read is None:
            return read
        about = [id for id in read.means if self.axioms[id].is_about(metric)]
        return replace(read, means=tuple(dict.fromkeys((*about, *read.means))))

    def source(self, name: str) -> Source:
        """The source of that id."""
        if name not in self.sources:
            raise Unknown("source", name, self.sources)
        return self.sources[name]


def _read(
    what: str, name: str, names: Names, registered: Mapping[str, str], parameters: Mapping[str, Mapping[str, object]]
) -> Reading | None:
    try:
        return names.reading(name, registered, parameters)
    except BadReading as error:
        raise Unknown.because(f"{what} {name!r}: {error}") from None


def _unknown(what: str, name: str, registered: Iterable[str], names: Names) -> NoReturn:
    raise Unknown(what, name, registered, names.spelled)


REGISTRY = Registry()
"""The registry that decorators use unless told otherwise."""
