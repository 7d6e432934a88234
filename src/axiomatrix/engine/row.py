"""Row of one metric: the statements to decide, the parameter domain and seed of each, and the cells they become.

:class:`CheckedRow` runs the methods of the ladder on one row, for :mod:`.check` and for workers (:mod:`.tasks`).
"""

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
from .ladder import decide_cells, methods_for, settled_cell
from .plan import Selection

Wanted = Callable[[Statement, tuple[ClaimNote, ...]], bool]
"""Predicate that selects a statement by itself and its claims."""


def statements_of(metric: Metric, registry: Registry) -> list[tuple[Statement, tuple[ClaimNote, ...]]]:
    """Return the statements of a row with their claims: all claimed ones, and those that axioms observe of the metric.

    An axiom *observes* statements that nobody declares, such as symmetry of every distance.
    """
    statements: list[tuple[Statement, tuple[ClaimNote, ...]]] = []
    for axiom in registry.axioms.values():
        claimed: dict[Statement, list[ClaimNote]] = {}
        for claim in metric.claims:
            if claim.statement.axiom is axiom:
                note = ClaimNote(claim.status, claim.source.id, claim.source.wording)
                claimed.setdefault(claim.statement, []).append(note)
        observed = axiom.statements_about(metric) if axiom.is_about(metric) else []
        for statement in dict.fromkeys([*claimed, *(s for s in observed if s.not_applicable(metric) is None)]):
            statements.append((statement, tuple(claimed.get(statement, ()))))
    return statements


def inapplicable_cells(metric: Metric, registry: Registry) -> Iterator[Cell]:
    """Yield the cells of axioms that do not apply to the metric, with the reason."""
    present = {statement.axiom.id for statement, _ in statements_of(metric, registry)}
    for axiom in registry.axioms.values():
        if axiom.id in present or not axiom.is_about_sort(metric.about):
            continue  # an axiom about another sort has no cell at all
        if not axiom.is_about(metric):
            reason = axiom.wrong_kind_reason(metric)
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
    """Make the search of a row, with all of its cells open."""
    row = RowSearch(metric, registry, Definitions(registry, tick), [], seed)
    for statement, claims in statements_of(metric, registry):
        if not only(statement, claims) or not _is_asked(metric, statement, claims):
            continue
        reason = statement.not_applicable(metric)
        if reason is not None:
            evidence = Evidence(Verdict.NOT_APPLICABLE, reason=reason)
            row.meaningless.append(row.cell(CellSearch(statement, ParameterDomain.OPEN, claims, seed), evidence))
            continue
        for space, claims_there in _spaces(metric, statement, claims):
            cell_seed = derived_seed(seed, metric.name, statement.id, space)
            row.searches.append(CellSearch(statement, space, claims_there, cell_seed))
    return row


def _is_asked(metric: Metric, statement: Statement, claims: tuple[ClaimNote, ...]) -> bool:
    """Return whether a row decides a statement; a library's row may name its axioms, since a call can take seconds."""
    axioms = metric.implementation.options.get("axioms") if metric.implementation else None
    return axioms is None or bool(claims) or statement.axiom.id in axioms


def _spaces(
    metric: Metric, statement: Statement, claims: tuple[ClaimNote, ...]
) -> list[tuple[ParameterDomain, tuple[ClaimNote, ...]]]:
    """Return the parameter domains in which a statement is decided, with its claims there.

    These are the declared space, and its closure if the verdict can differ there. Claims are about the declared space.
    """
    if metric.implementation is not None or not metric.takes_rankings:
        return [(ParameterDomain.OPEN, claims)]
    has_boundary = any(space.positive and space.has_boundary for space in metric.parameters.values())
    if statement.axiom.closed_only:
        return [(ParameterDomain.CLOSED, claims)]
    if statement.axiom.boundary and has_boundary:
        return [(ParameterDomain.OPEN, claims), (ParameterDomain.CLOSED, ())]
    return [(ParameterDomain.OPEN, claims)]


class CheckedRow:
    """One row while it is checked. Changes that its definition makes to the process are undone after each step.

    ``only`` selects statements by the names that their cells have. ``share`` is the part of the row to decide, such as
    (0, 4) for the first of four; the evidence of a cell does not depend on it. With ``blind`` the row is only planned:
    the definition is never evaluated. ``news`` receives each cell as soon as an instance settles it. ``loaded`` are the
    settings of Hypothesis to draw under.
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
            is_named = only is None or CellKey.of_statement(metric.name, statement).statement in only
            return is_named and plan.wants(statement, claims)

        declared = replace(metric, definition=_never_evaluated) if blind else metric
        with self._guard.isolate():
            self._row = row_search(declared, selection.registry, plan.seed, only=wanted, tick=tick)
            self.inapplicable = [c for c in inapplicable_cells(declared, selection.registry) if plan.shows(c)]
            """Cells of axioms that do not apply, as far as the plan selects them or claims declare them."""
        self.inapplicable += self._row.meaningless
        self._planned = list(self._row.searches)
        share_index, share_count = share
        all_statements = list(dict.fromkeys(search.statement for search in self._planned))
        own_statements = all_statements[share_index::share_count]
        self._row.searches = [search for search in self._planned if search.statement in own_statements]
        self.statements = [CellKey.of_statement(metric.name, statement).statement for statement in own_statements]
        """The statements of the share, by the names that their cells have."""
        self.metric = self._row.metric = metric
        self._row.send_reach = send_reach
        if news is not None:
            self._row.settled = lambda search: news(settled_cell(self._row, search))
        self._methods = methods_for(metric, plan.budgets, plan.replayed_first(), loaded)

    @property
    def plan(self) -> list[Cell]:
        """All cells of the row that are to be decided, those of one statement together."""
        return [self._row.cell(search, Evidence(Verdict.UNDECIDED, seed=search.seed)) for search in self._planned]

    def cells(self) -> Iterator[Cell]:
        """Decide the cells of the share, and yield each as it is decided. Output of definitions is suppressed."""
        cells = decide_cells(self._row, self._methods)
        while True:
            with self._guard.isolate():
                cell = next(cells, None)
            if cell is None:
                return
            yield cell

    def retry(self, settled: Mapping[CellKey, Witness], searched: Mapping[CellKey, Sequence[Reach]]) -> Iterator[Cell]:
        """Try the witnesses of settled cells on open ones, and yield the cells that these settle."""
        self._row.searches = [
            search for search in self._planned if self._row.key(search) in settled.keys() | searched.keys()
        ]
        with self._guard.isolate():
            retried = list(decide_cells(self._row, [Siblings(settled, searched)]))
        yield from (cell for cell in retried if cell.key in searched and cell.evidence.witness is not None)

    @property
    def statistics(self) -> list[SearchStatistics]:
        """Return the search statistics of Hypothesis so far."""
        return self._row.statistics

    def recorded(self, cell: Cell) -> Recorded | None:
        """Return the recorded decision from which the witness of a cell was made."""
        return next(search.witnessed for search in self._row.searches if self._row.key(search) == cell.key)


def siblings(cells: Iterable[Cell]) -> tuple[dict[CellKey, Witness], dict[CellKey, Sequence[Reach]]]:
    """Return the witnesses of the settled cells of a row, and the reach of each cell that no instance settled.

    These are what :meth:`CheckedRow.retry` needs.
    """
    settled: dict[CellKey, Witness] = {}
    searched: dict[CellKey, Sequence[Reach]] = {}
    for cell in cells:
        evidence = cell.evidence
        if evidence.witness is not None and evidence.witness.shows in ("refutes", "shows"):
            settled[cell.key] = evidence.witness
        elif evidence.verdict in (Verdict.SEARCHED, Verdict.EXHAUSTED):
            searched[cell.key] = evidence.reach
    return settled, searched


def check_single_row(metric: Metric, selection: Selection, loaded: settings = REPRODUCIBLE) -> list[Cell]:
    """Check one row and return its cells, those of inapplicable axioms first."""
    row = CheckedRow(metric, selection, loaded=loaded)
    return last_of_each([*row.inapplicable, *check_cells(row, selection)])


def check_cells(row: CheckedRow, selection: Selection) -> Iterator[Cell]:
    """Decide a whole row, and yield its cells as they are decided.

    An open cell comes again if the witness of another cell settles it.
    """
    cells = []
    for cell in row.cells():
        cells.append(cell)
        yield cell
    settled, searched = siblings(cells)
    if settled and searched:
        yield from CheckedRow(row.metric, selection).retry(settled, searched)


def last_of_each(cells: Iterable[Cell]) -> list[Cell]:
    """Return each cell once, in its last version."""
    return list({cell.key: cell for cell in cells}.values())


def _never_evaluated(*arguments: object, **options: object) -> object:
    raise RuntimeError("the definition is not asked here")


def planned_cells(selection: Selection) -> int:
    """Count the cells that a run will decide, without evaluating any definition."""
    return sum(len(CheckedRow(metric, selection, blind=True).plan) for metric in selection.rows)
