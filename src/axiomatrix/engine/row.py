"""The row of one metric: the statements that it has, where they are asked, with which seeds, and its cells."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from functools import cached_property

from ..evidence.cell import Cell, CellKey, ClaimNote
from ..evidence.evidence import Evidence
from ..evidence.instance import Definitions
from ..evidence.reach import Reach
from ..evidence.rules import CellFacts, wrong_with
from ..evidence.slug import derived_seed
from ..evidence.verdict import Verdict
from ..evidence.witness import statement_named
from ..methods.cases import LARGEST
from ..methods.profile import Profile
from ..methods.work import RowWork, Work, spaces_used
from ..model.axiom import Statement
from ..model.guard import Guard
from ..model.metric import Metric
from ..model.registry import Registry
from ..spaces.parameters import ParameterDomain
from .ladder import decided, methods_for
from .selection import Selection

Wanted = Callable[[Statement, tuple[ClaimNote, ...]], bool]
"""Whether a statement, about which this is claimed, is asked."""


def statements_of(metric: Metric, registry: Registry) -> list[tuple[Statement, tuple[ClaimNote, ...]]]:
    """The statements that make up the row: the claimed ones, and what can be observed of every other axiom."""
    statements: list[tuple[Statement, tuple[ClaimNote, ...]]] = []
    for axiom in registry.axioms.values():
        claimed: dict[Statement, list[ClaimNote]] = {}
        for claim in metric.claims:
            if claim.statement.axiom is axiom:
                note = ClaimNote(claim.status, claim.source.id, claim.source.wording)
                claimed.setdefault(claim.statement, []).append(note)
        observed = axiom.observed(metric) if axiom.is_about(metric) else []
        for statement in dict.fromkeys([*claimed, *(s for s in observed if s.not_applicable(metric) is None)]):
            statements.append((statement, tuple(claimed.get(statement, ()))))
    return statements


def not_applicable(metric: Metric, registry: Registry) -> Iterator[Cell]:
    """The cells of the axioms that say nothing of this metric, with the reason."""
    present = {statement.axiom.id for statement, _ in statements_of(metric, registry)}
    for axiom in registry.axioms.values():
        if axiom.id in present or metric.about not in axiom.about:
            continue  # of what it is not about at all, the matrix says nothing
        if not axiom.is_about(metric):
            reason = axiom.other_kind(metric)
        elif axiom.arguments or axiom.open_arguments:
            reason = "nothing is declared that gives the axiom its arguments"
        else:
            reason = axiom().not_applicable(metric) or "it is not observed"
        yield Cell(metric.name, axiom.id, {}, ParameterDomain.OPEN, (), Evidence(Verdict.NOT_APPLICABLE, reason=reason))


def row_work(
    metric: Metric,
    registry: Registry,
    seed: int,
    *,
    only: Wanted = lambda statement, claims: True,
    tick: Callable[[], None] = lambda: None,
) -> RowWork:
    """The row of the metric, nothing of it decided."""
    row = RowWork(metric, registry, Definitions(registry, tick), [])
    for statement, claims in statements_of(metric, registry):
        if not only(statement, claims) or not _is_asked(metric, statement, claims):
            continue
        reason = statement.not_applicable(metric)
        if reason is not None:
            evidence = Evidence(Verdict.NOT_APPLICABLE, reason=reason)
            row.meaningless.append(row.cell(Work(statement, ParameterDomain.OPEN, claims, seed), evidence))
            continue
        for space, noted in _spaces(metric, statement, claims):
            here = derived_seed(seed, metric.name, statement.id, space)
            row.works.append(Work(statement, space, noted, here))
    return row


def _is_asked(metric: Metric, statement: Statement, claims: tuple[ClaimNote, ...]) -> bool:
    """A row of a library may name the few axioms that it is for: an optimiser takes seconds for each call."""
    asked = metric.implementation.options.get("axioms") if metric.implementation else None
    return asked is None or bool(claims) or statement.axiom.id in asked


def _spaces(
    metric: Metric, statement: Statement, claims: tuple[ClaimNote, ...]
) -> list[tuple[ParameterDomain, tuple[ClaimNote, ...]]]:
    """Where the statement is asked: the declared space, and its closure if the verdict can differ there."""
    if metric.implementation is not None or not metric.takes_rankings:
        return [(ParameterDomain.OPEN, claims)]
    has_boundary = any(space.positive and space.has_boundary for space in metric.parameters.values())
    if statement.axiom.closed_only:
        return [(ParameterDomain.CLOSED, claims)]
    if statement.axiom.boundary and has_boundary:
        return [(ParameterDomain.OPEN, claims), (ParameterDomain.CLOSED, ())]
    return [(ParameterDomain.OPEN, claims)]


class CheckedRow:
    """One row while it is checked; nothing that its definition does to the process reaches anybody else.

    ``only`` selects statements as their cells name them, and of a row that several have in hand ``share`` one's own
    (the first of four being (0, 4)), which are decided where all are planned; the evidence of a cell does not depend on
    it. With ``blind`` the definition is not asked what to expect of it (axioms with arguments that nobody declared are
    then not observed). ``news`` is told of each cell that one instance settles as soon as that is so, and of the size;
    the cell itself follows.
    """

    def __init__(
        self,
        metric: Metric,
        selection: Selection,
        *,
        tick: Callable[[], None] = lambda: None,
        only: Collection[str] | None = None,
        share: tuple[int, int] = (0, 1),
        blind: bool = False,
        send_reach: Callable[[dict[CellKey, list[Reach]]], None] = lambda by_cell: None,
        news: Callable[[Cell, int], None] = lambda cell, n: None,
    ) -> None:
        options = selection.options
        self._guard = Guard(derived_seed(options.seed, metric.name))

        def wanted(statement: Statement, claims: tuple[ClaimNote, ...]) -> bool:
            is_meant = only is None or CellKey.asked(metric.name, statement).statement in only
            return is_meant and options.wants(statement, claims)

        shown = replace(metric, definition=_unasked) if blind else metric
        with self._guard.kept():
            self._row = row_work(shown, selection.registry, options.seed, only=wanted, tick=tick)
            self.inapplicable = [c for c in not_applicable(shown, selection.registry) if options.shows(c)]
            """The cells that say nothing of the metric, as far as the options ask for them or they are declared."""
        self.inapplicable += self._row.meaningless
        self._planned = list(self._row.works)
        place, count = share
        mine = list(dict.fromkeys(work.statement.id for work in self._planned))[place::count]
        self._row.works = [work for work in self._planned if work.statement.id in mine]
        self._row.metric = metric
        self._row.send_reach = send_reach
        self._row.settled = self._settled
        self._news = news
        self._methods = methods_for(metric, options.profile_(), options.replayed_first())

    def _settled(self, work: Work) -> None:
        """Tell what one instance says of a cell; its evidence is made, and doubted, later."""
        verdict = Verdict.PROVED if work.statement.axiom.quantifier == "there is" else Verdict.REFUTED
        if work.hit is not None:
            self._news(self._row.cell(work, Evidence(verdict)), work.hit.n)

    @property
    def plan(self) -> list[Cell]:
        """The cells of the whole row that are to be decided, in their order; those of one statement together."""
        return [self._row.cell(work, Evidence(Verdict.UNDECIDED, seed=work.seed)) for work in self._planned]

    def cells(self) -> Iterator[Cell]:
        """The cells of one's share of the plan as they are decided; what a definition prints is not let through."""
        cells = decided(self._row, self._methods)
        while True:
            with self._guard.kept():
                cell = next(cells, None)
            if cell is None:
                return
            yield cell


def checked_row(metric: Metric, selection: Selection) -> Iterator[Cell]:
    """The cells of one row as they are decided, after those that say nothing of the metric."""
    row = CheckedRow(metric, selection)
    yield from row.inapplicable
    yield from row.cells()


def _unasked(*given: object, **options: object) -> object:
    raise RuntimeError("the definition is not asked here")


# --- what a run will have of each row, by the declarations alone: what a record of the run is compared with --------


def about(metric: Metric, statement: Statement) -> CellFacts:
    """What the rules of evidence have to know of a cell."""
    grid = not all(space.complete for space in spaces_used(metric, statement))
    return CellFacts(statement.axiom.quantifier, metric.exact, bool(metric.parameters), grid)


class Plans:
    """The plans of the rows that the options select. No definition is called for them.

    What is observed only where the definition suggests it (a degree in which the metric scales) is not in a plan; a
    record may have such cells too.
    """

    def __init__(self, selection: Selection) -> None:
        self._selection = selection
        self._made: dict[str, _Plan] = {}

    @property
    def cells(self) -> int:
        """How many cells the run decides, as far as the declarations say."""
        return sum(len(self._plan(metric).cells) for metric in self._metrics.values())

    @cached_property
    def _metrics(self) -> dict[str, Metric]:
        return {metric.name: metric for metric in self._selection.rows}

    def wrong_with_cell(self, cell: Cell) -> str | None:
        """Why no run of these options decides the cell so; None if one could."""
        metric, axiom = self._metrics.get(cell.metric), self._selection.registry.axioms.get(cell.axiom)
        if metric is None:
            return f"this run checks no metric {cell.metric!r:.80}"
        if axiom is None:
            return f"there is no axiom {cell.axiom!r:.80}"
        try:
            statement = statement_named(metric, axiom, cell.arguments)
        except TypeError as error:
            return str(error)
        where = f"{cell.metric} x {cell.title:.200}"
        expected = self._plan(metric).cells.get(cell.key)
        if expected is None and (cell.claims or not self._is_suggested(cell, statement)):
            return f"{where}: this run asks nothing of the kind"
        if expected is not None and expected.claims != cell.claims:
            return f"{where}: its claims are not those of the metric"
        if cell.evidence.seed != derived_seed(self._selection.options.seed, metric.name, statement.id, cell.space):
            return f"{where}: its seed is that of another cell"
        wrong = wrong_with(cell, about(metric, statement)) or _beyond(cell, metric, self._selection.options.profile_())
        return None if wrong is None else f"{where}: {wrong}"

    def _is_suggested(self, cell: Cell, statement: Statement) -> bool:
        axiom = statement.axiom
        return bool(axiom.arguments or axiom.open_arguments) and self._selection.options.wants(statement, cell.claims)

    def wrong_with_row(self, name: str, cells: Sequence[Cell], inapplicable: Sequence[Cell]) -> str | None:
        """Why these are not the cells of a finished row; None if they are."""
        metric = self._metrics.get(name)
        if metric is None:
            return f"this run checks no metric {name!r:.80}"
        return next(self._problems(self._plan(metric), name, cells, inapplicable), None)

    def _problems(self, plan: _Plan, name: str, cells: Sequence[Cell], inapplicable: Sequence[Cell]) -> Iterator[str]:
        keys = [cell.key for cell in (*cells, *inapplicable)]
        if len(set(keys)) < len(keys):
            yield f"{name}: a cell is there twice"
        if lacking := [cell.title for key, cell in plan.cells.items() if key not in keys]:
            yield f"{name}: {lacking[0]:.200} is missing"
        for cell in cells:
            if wrong := self.wrong_with_cell(cell):
                yield wrong
        for cell in inapplicable:
            if plan.inapplicable.get(cell.key) != cell:
                yield f"{name}: {cell.title:.200} is not inapplicable, or not for that reason"
        suggested = {cell.axiom for cell in cells if cell.key not in plan.cells}
        for key, cell in plan.inapplicable.items():
            if key not in keys and cell.axiom not in suggested:
                yield f"{name}: {cell.title:.200} is missing"

    def _plan(self, metric: Metric) -> _Plan:
        if metric.name not in self._made:
            self._made[metric.name] = _Plan(CheckedRow(metric, self._selection, blind=True))
        return self._made[metric.name]


class _Plan:
    """The cells that a row will have, undecided, and those that say nothing of it, by their keys."""

    def __init__(self, row: CheckedRow) -> None:
        self.cells: dict[CellKey, Cell] = {cell.key: cell for cell in row.plan}
        self.inapplicable: dict[CellKey, Cell] = {cell.key: cell for cell in row.inapplicable}


def _beyond(cell: Cell, metric: Metric, profile: Profile) -> str | None:
    """Whether a method went further than it goes in a run of that profile."""
    if metric.implementation is not None:
        profile = profile.of_libraries()
    is_tabled = metric.takes_rankings and metric.implementation is None
    listed = LARGEST if any(profile.enough) else max(profile.lists)
    most = {
        "enumeration": profile.enumerated(len(metric.parameters), metric.exact) if is_tabled else listed,
        "proof": profile.proofs,
        "linear": max(profile.linear),
        "symbolic": profile.symbolic,
        "sampling": max(profile.max_n, profile.longest),
    }
    for k, reach in enumerate(cell.evidence.reach):
        if reach.largest > most.get(reach.method, reach.largest):
            return f"evidence.reach[{k}].largest is {reach.largest}; {profile.name} ends at {most[reach.method]}"
    return None
