"""The row of one metric: the statements that it has, where they are asked, with which seeds, and its cells."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from hypothesis import settings

from ..evidence.cell import Cell, CellKey, ClaimNote
from ..evidence.evidence import Evidence, Witness
from ..evidence.instance import Definitions, Recorded
from ..evidence.reach import Reach, SearchStatistics
from ..evidence.slug import derived_seed
from ..evidence.verdict import Verdict
from ..methods.drawing import REPRODUCIBLE
from ..methods.known import Siblings
from ..methods.search import CellSearch, RowSearch
from ..model.axiom import Statement
from ..model.guard import Guard
from ..model.metric import Metric
from ..model.registry import Registry
from ..spaces.parameters import ParameterDomain
from .ladder import decided, methods_for, settled_cell
from .plan import Selection

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
        if axiom.id in present or not axiom.is_about_sort(metric.about):
            continue  # of what it is not about at all, the matrix says nothing
        if not axiom.is_about(metric):
            reason = axiom.other_kind(metric)
        elif axiom.arguments or axiom.open_arguments:
            reason = "nothing is declared that gives the axiom its arguments"
        else:
            reason = axiom().not_applicable(metric) or "it is not observed"
        yield Cell(metric.name, axiom.id, evidence=Evidence(Verdict.NOT_APPLICABLE, reason=reason))


def row_search(
    metric: Metric,
    registry: Registry,
    seed: int,
    *,
    only: Wanted = lambda statement, claims: True,
    tick: Callable[[], None] = lambda: None,
) -> RowSearch:
    """The row of the metric, nothing of it decided."""
    row = RowSearch(metric, registry, Definitions(registry, tick), [], seed)
    for statement, claims in statements_of(metric, registry):
        if not only(statement, claims) or not _is_asked(metric, statement, claims):
            continue
        reason = statement.not_applicable(metric)
        if reason is not None:
            evidence = Evidence(Verdict.NOT_APPLICABLE, reason=reason)
            row.meaningless.append(row.cell(CellSearch(statement, ParameterDomain.OPEN, claims, seed), evidence))
            continue
        for space, noted in _spaces(metric, statement, claims):
            cell_seed = derived_seed(seed, metric.name, statement.id, space)
            row.searches.append(CellSearch(statement, space, noted, cell_seed))
    return row


def _is_asked(metric: Metric, statement: Statement, claims: tuple[ClaimNote, ...]) -> bool:
    """A row of a library may name the few axioms that it is for: an optimiser takes seconds for each call."""
    axioms = metric.implementation.options.get("axioms") if metric.implementation else None
    return axioms is None or bool(claims) or statement.axiom.id in axioms


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
    (the first of four being (0, 4)); the evidence of a cell does not depend on it. With ``blind`` the definition is not
    asked what to expect of it: axioms with arguments that nobody declared are then not observed. ``news`` is told of
    each cell that one instance settles as soon as it does. Hypothesis draws under the settings ``loaded``.
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
        news: Callable[[Cell], None] | None = None,
        loaded: settings = REPRODUCIBLE,
    ) -> None:
        plan = selection.plan
        self._guard = Guard(derived_seed(plan.seed, metric.name))

        def wanted(statement: Statement, claims: tuple[ClaimNote, ...]) -> bool:
            is_meant = only is None or CellKey.of_statement(metric.name, statement).statement in only
            return is_meant and plan.wants(statement, claims)

        declared = replace(metric, definition=_unasked) if blind else metric
        with self._guard.kept():
            self._row = row_search(declared, selection.registry, plan.seed, only=wanted, tick=tick)
            self.inapplicable = [c for c in not_applicable(declared, selection.registry) if plan.shows(c)]
            """The cells that say nothing of the metric, as far as the plan asks for them or they are declared."""
        self.inapplicable += self._row.meaningless
        self._planned = list(self._row.searches)
        place, count = share
        mine = list(dict.fromkeys(search.statement for search in self._planned))[place::count]
        self._row.searches = [search for search in self._planned if search.statement in mine]
        self.statements = [CellKey.of_statement(metric.name, statement).statement for statement in mine]
        """The statements of the share, as their cells name them."""
        self.metric = self._row.metric = metric
        self._row.send_reach = send_reach
        if news is not None:
            self._row.settled = lambda search: news(settled_cell(self._row, search))
        self._methods = methods_for(metric, plan.budgets, plan.replayed_first(), loaded)

    @property
    def plan(self) -> list[Cell]:
        """The cells of the whole row that are to be decided, in their order; those of one statement together."""
        return [self._row.cell(search, Evidence(Verdict.UNDECIDED, seed=search.seed)) for search in self._planned]

    def cells(self) -> Iterator[Cell]:
        """The cells of one's share of the plan as they are decided; what a definition prints is not let through."""
        cells = decided(self._row, self._methods)
        while True:
            with self._guard.kept():
                cell = next(cells, None)
            if cell is None:
                return
            yield cell

    def retried(
        self, settled: Mapping[CellKey, Witness], searched: Mapping[CellKey, Sequence[Reach]]
    ) -> Iterator[Cell]:
        """The cells, of those that were searched in vain, that what settled their siblings settles too."""
        self._row.searches = [
            search for search in self._planned if self._row.key(search) in settled.keys() | searched.keys()
        ]
        with self._guard.kept():
            after = list(decided(self._row, [Siblings(settled, searched)]))
        yield from (cell for cell in after if cell.key in searched and cell.evidence.witness is not None)

    @property
    def statistics(self) -> list[SearchStatistics]:
        """Return the search statistics of Hypothesis so far."""
        return self._row.statistics

    def recorded(self, cell: Cell) -> Recorded | None:
        """The decision that the witness of a cell is made from."""
        return next(search.witnessed for search in self._row.searches if self._row.key(search) == cell.key)


def siblings(cells: Iterable[Cell]) -> tuple[dict[CellKey, Witness], dict[CellKey, Sequence[Reach]]]:
    """The instances that settled cells of a row, and the cells that were searched in vain, with how far."""
    settled: dict[CellKey, Witness] = {}
    searched: dict[CellKey, Sequence[Reach]] = {}
    for cell in cells:
        evidence = cell.evidence
        if evidence.witness is not None and evidence.witness.shows in ("refutes", "shows"):
            settled[cell.key] = evidence.witness
        elif evidence.verdict in (Verdict.SEARCHED, Verdict.EXHAUSTED):
            searched[cell.key] = evidence.reach
    return settled, searched


def checked_row(metric: Metric, selection: Selection, loaded: settings = REPRODUCIBLE) -> list[Cell]:
    """The cells of one row, those that say nothing of the metric first."""
    row = CheckedRow(metric, selection, loaded=loaded)
    return last_of_each([*row.inapplicable, *checked_cells(row, selection)])


def checked_cells(row: CheckedRow, selection: Selection) -> Iterator[Cell]:
    """The cells of a whole row as they are decided.

    One that was searched in vain comes again if what settled another one settles it too.
    """
    cells = []
    for cell in row.cells():
        cells.append(cell)
        yield cell
    settled, searched = siblings(cells)
    if settled and searched:
        yield from CheckedRow(row.metric, selection).retried(settled, searched)


def last_of_each(cells: Iterable[Cell]) -> list[Cell]:
    """Each cell once, as it came last."""
    return list({cell.key: cell for cell in cells}.values())


def _unasked(*given: object, **options: object) -> object:
    raise RuntimeError("the definition is not asked here")


def planned_cells(selection: Selection) -> int:
    """How many cells a run decides, as far as the declarations say: no definition is asked."""
    return sum(len(CheckedRow(metric, selection, blind=True).plan) for metric in selection.rows)
