"""Rows: which ones are checked, what cells each will have, and the cells as they are decided."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from ..catalogue.loading import load_catalogue, load_entry_points, load_file
from ..evidence.cell import Cell, CellKey, ClaimNote
from ..evidence.evidence import Evidence, Witness
from ..evidence.pins import Pin, shipped
from ..evidence.reach import Reach
from ..evidence.verdict import Outcome, Verdict
from ..model.axiom import Statement
from ..model.guard import Guard, kept
from ..model.metric import Metric
from ..model.registry import Registry, Unknown
from .given.given import Given
from .ladder import decided, methods_for
from .profile import PROFILES, Profile
from .recording import cell_with
from .row import derived_seed, not_applicable, row_work

TIME_LIMIT = 60.0
"""Seconds without a sign of life after which a worker is given up: a safety net, whose striking is a verdict.

Signs of life come between the cases that are decided, at most one a second: a metric may take as long as it likes,
a single call may not.
"""
MEMORY_LIMIT = 4096
"""MiB that a worker may hold."""


@dataclass(frozen=True)
class Limits:
    """What a worker may take: seconds without a sign of life, and MiB."""

    time: float = TIME_LIMIT
    memory: int = MEMORY_LIMIT


@dataclass(frozen=True)
class Options:
    """What to check and how far to go."""

    metrics: tuple[str, ...] = ()
    axioms: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    profile: str = "default"
    seed: int = 0
    use_pins: bool = True
    files: tuple[str, ...] = ()
    packages: tuple[str, ...] = ()
    """Installed distributions whose registered metrics are loaded (see :func:`catalogue.load_entry_points`)."""
    libraries: tuple[str, ...] = ()
    """Libraries whose metrics are checked (see :mod:`adapters`); then only those, unless ``metrics`` says otherwise."""
    time_limit: float = TIME_LIMIT
    memory_limit: int = MEMORY_LIMIT
    given: Given | None = None
    """A user's lists, over which the axioms are asked instead of over all lists."""
    max_n: int | None = None
    """The largest number of items that any method searches, if not the profile's."""
    witnesses: tuple[Witness, ...] = ()
    """Stored witnesses (of a baseline) that are replayed before anything else is tried; like pins they never decide."""

    def profile_(self) -> Profile:
        """The budgets of the profile; an unknown name raises with the nearest one."""
        if self.profile not in PROFILES:
            raise Unknown("profile", self.profile, PROFILES)
        profile = PROFILES[self.profile]
        return profile if self.max_n is None else profile.up_to(self.max_n)

    def wants(self, statement: Statement, claims: tuple[ClaimNote, ...]) -> bool:
        """Whether the statement is selected."""
        if self.axioms and statement.axiom.id not in self.axioms:
            return False
        return not self.sources or any(_of_source(claim.source, self.sources) for claim in claims)

    def shows(self, cell: Cell) -> bool:
        """Whether a cell of an axiom that is not applicable belongs into the matrix."""
        return cell.axiom in self.axioms if self.axioms else not self.sources

    def replayed_first(self) -> dict[CellKey, Pin]:
        """The witnesses that are decided again before anything is searched: the pins, and those that are named here."""
        pins = dict(_pins()) if self.use_pins and self.given is None else {}
        for witness in self.witnesses:
            key = CellKey.of(witness)  # whether it is the smallest is not for a file to say
            pins[key] = Pin(key, Outcome.BROKEN, replace(witness, smallest=witness.n == 1))
        return pins


def _of_source(claim: str, sources: Iterable[str]) -> bool:
    return any(claim == source or claim.rstrip("0123456789") == source for source in sources)


def axioms_named(names: Iterable[str], metrics: Iterable[str], registry: Registry) -> tuple[str, ...]:
    """Axioms by their own names: each in every reading that is about one of the metrics (all, if none is named)."""
    rows: list[Metric | None] = [row for name in metrics for row in registry.rows(name)]
    rows = rows or [*registry.metrics.values(), None]
    return tuple(dict.fromkeys(registry.axiom(name, row).id for name in names for row in rows))


def selected(options: Options, registry: Registry) -> list[Metric]:
    """The rows that the options select; unknown names raise with the nearest one."""
    for axiom in options.axioms:
        registry.axiom(axiom)
    for source in options.sources:
        known = {*registry.sources, *(c for s in registry.sources.values() for c in s.claims), "declared"}
        if source not in known:
            raise Unknown("source", source, known)
    rows = [m for name in options.metrics for m in registry.rows(name)]
    rows = rows or [m for m in registry.metrics.values() if not options.libraries or m.implementation]
    if options.given is None:
        return list(dict.fromkeys(rows))
    given = [options.given.over(metric) for metric in dict.fromkeys(rows)]
    return [metric for metric in given if metric is not None]


def row_of(name: str, options: Options, registry: Registry) -> Metric:
    """The row of that name, over the lists that the options name, if they do."""
    (metric,) = selected(replace(options, metrics=(name,), axioms=(), sources=()), registry)
    return metric


def load(options: Options, before: Callable[[str], None] = lambda file: None) -> Registry:
    """Everything that the options name: the catalogue, files, packages. What these set at their import is put back.

    ``before`` is told of each file before it is imported.
    """
    with kept():
        registry = load_catalogue()
        for file in options.files:
            before(file)
            load_file(Path(file))
        if options.packages:
            load_entry_points(options.packages)
        return registry_of(options) if options.libraries else registry


def registry_of(options: Options) -> Registry:
    """Where the metrics are that the options name, once they are loaded."""
    if not options.libraries:
        return load_catalogue()
    from .. import libraries as adapters  # only where a library is asked for

    return adapters.load(options.libraries)


@dataclass(frozen=True)
class Planned:
    """A cell that a row will have."""

    statement: str
    """The id of its statement: the cells of one statement are decided together."""
    blank: Cell

    def lost(self, verdict: Verdict, reason: str, reach: tuple[Reach, ...] = ()) -> Cell:
        """The cell with a fault as its verdict, and how far it had come."""
        evidence = Evidence(verdict, reason=reason, reach=reach, seed=self.blank.evidence.seed)
        return replace(self.blank, evidence=evidence)


class CheckedRow:
    """One row while it is checked; nothing that its definition does to the process reaches anybody else.

    ``only`` selects statements by id; the evidence of a cell does not depend on it. With ``blind`` the definition is
    not asked what to expect of it (axioms with arguments that nobody declared are then not observed).
    """

    def __init__(
        self,
        metric: Metric,
        registry: Registry,
        options: Options,
        *,
        tick: Callable[[], None] = lambda: None,
        only: Collection[str] | None = None,
        blind: bool = False,
        tell_reach: Callable[[dict[CellKey, list[Reach]]], None] = lambda found: None,
    ) -> None:
        self._guard = Guard(derived_seed(options.seed, metric.name))

        def wanted(statement: Statement, claims: tuple[ClaimNote, ...]) -> bool:
            return (only is None or statement.id in only) and options.wants(statement, claims)

        shown = replace(metric, definition=_unasked) if blind else metric
        with self._guard.kept():
            self._row = row_work(shown, registry, options.seed, only=wanted, tick=tick, told=tell_reach)
            self.inapplicable = [c for c in not_applicable(shown, registry) if options.shows(c)]
            """The cells of axioms that say nothing of the metric, as far as the options ask for them."""
        self.meaningless = self._row.meaningless
        """Those of them that are declared: statements of what the metric has not."""
        self.inapplicable += self.meaningless
        self._row.metric = metric
        self._methods = methods_for(metric, options.profile_(), options.replayed_first())

    @property
    def plan(self) -> list[Planned]:
        """The cells that are to be decided, in their order."""
        return [
            Planned(work.statement.id, cell_with(self._row, work, Evidence(Verdict.UNDECIDED, seed=work.seed)))
            for work in self._row.works
        ]

    def cells(self) -> Iterator[Cell]:
        """The cells of the plan as they are decided; what a definition prints is not let through."""
        cells = decided(self._row, self._methods)
        while True:
            with self._guard.kept():
                cell = next(cells, None)
            if cell is None:
                return
            yield cell


def checked_row(
    metric: Metric, registry: Registry, options: Options, tick: Callable[[], None] = lambda: None
) -> Iterable[Cell]:
    """The cells of one row as they are decided, after what is declared and says nothing of the metric."""
    row = CheckedRow(metric, registry, options, tick=tick)
    yield from row.meaningless
    yield from row.cells()


def _unasked(*given: object, **options: object) -> object:
    raise RuntimeError("the definition is not asked here")


@lru_cache(maxsize=1)
def _pins() -> dict[CellKey, Pin]:
    return shipped()
