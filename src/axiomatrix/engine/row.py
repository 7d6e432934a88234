"""Row of one metric in the matrix: the statements to decide, the parameter domain and seed of each, and their cells.

A *statement* is an axiom with its arguments, such as ``upper-bound(other=footrule, factor=2)``. A cell is a statement
on one domain of the metric's parameters: the declared open space, or its closure, which adds the boundary (such as
weights of 0). :func:`row_search` sets up the cells of a row, all of them undecided (*open*). :class:`CheckedRow` runs
the methods on them in their order, the *ladder*, for :mod:`.check` and for workers (:mod:`.tasks`). The *reach* of a
cell has the number and sizes of the cases each method tried. A *witness* is the instance that *settles* a cell: it
refutes the statement, or is an example for a statement of existence.
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

StatementFilter = Callable[[Statement, tuple[ClaimNote, ...]], bool]
"""Predicate that selects a statement, given its claims."""


def statements_of(metric: Metric, registry: Registry) -> list[tuple[Statement, tuple[ClaimNote, ...]]]:
    """Return the statements of a row with their claims: all claimed ones, and those that axioms observe of the metric.

    An axiom *observes* statements that no claim names, such as symmetry of every distance.
    """
    statements: list[tuple[Statement, tuple[ClaimNote, ...]]] = []
    for axiom in registry.axioms.values():
        claimed: dict[Statement, list[ClaimNote]] = {}
        for claim in metric.claims:
            if claim.statement.axiom is axiom:
                note = ClaimNote(claim.status, claim.source.id, claim.source.wording)
                claimed.setdefault(claim.statement, []).append(note)
        observed: list[Statement] = []
        if axiom.is_about(metric):
            # ``not_applicable`` gives the reason why a statement makes no sense for the metric, or None
            observed = [s for s in axiom.statements_about(metric) if s.not_applicable(metric) is None]
        for statement in dict.fromkeys([*claimed, *observed]):
            statements.append((statement, tuple(claimed.get(statement, ()))))
    return statements


def inapplicable_cells(metric: Metric, registry: Registry) -> Iterator[Cell]:
    """Yield the cells of axioms that do not apply to the metric, each with the reason."""
    present = {statement.axiom.id for statement, _ in statements_of(metric, registry)}
    for axiom in registry.axioms.values():
        if axiom.id in present or not axiom.is_about_sort(metric.about):
            continue  # an axiom about another sort has no cell at all
        if not axiom.is_about(metric):
            reason = axiom.wrong_kind_reason(metric)
        elif axiom.arguments or axiom.open_arguments:
            reason = "not declared, so the axiom has no arguments"
        else:
            reason = axiom().not_applicable(metric) or "it is not checked for this metric"
        yield Cell(metric.name, axiom.id, evidence=Evidence(Verdict.NOT_APPLICABLE, reason=reason))


def row_search(
    metric: Metric,
    registry: Registry,
    seed: int,
    *,
    only: StatementFilter = lambda statement, claims: True,
    tick: Callable[[], None] = lambda: None,
) -> RowSearch:
    """Make the search of a row, with all of its cells open.

    ``seed`` is the run's; each cell derives its own. ``only`` selects statements. ``tick`` is called between
    evaluations of a definition, and tells the watchdog of a worker that the work continues. A claim that makes no sense
    for the metric has its cell in ``meaningless``; all others have a search in ``searches``.
    """
    row = RowSearch(metric, registry, Definitions(registry, tick), searches=[], seed=seed)
    for statement, claims in statements_of(metric, registry):
        if not only(statement, claims) or not _library_row_decides(metric, statement, claims):
            continue
        reason = statement.not_applicable(metric)
        if reason is not None:  # it is claimed all the same, so it gets a cell that says why it makes no sense
            evidence = Evidence(Verdict.NOT_APPLICABLE, reason=reason)
            row.meaningless.append(row.cell(CellSearch(statement, ParameterDomain.OPEN, claims, seed), evidence))
            continue
        for domain, claims_there in _domains(metric, statement, claims):
            cell_seed = derived_seed(seed, metric.name, statement.id, domain)
            row.searches.append(CellSearch(statement, domain, claims_there, cell_seed))
    return row


def _library_row_decides(metric: Metric, statement: Statement, claims: tuple[ClaimNote, ...]) -> bool:
    """Return False for a statement that a library's row leaves out.

    Such a row may name its axioms in its options, since a call can take seconds. Claims are decided always, and so is
    every statement of other rows.
    """
    axioms = metric.implementation.options.get("axioms") if metric.implementation else None
    return axioms is None or bool(claims) or statement.axiom.id in axioms


def _domains(
    metric: Metric, statement: Statement, claims: tuple[ClaimNote, ...]
) -> list[tuple[ParameterDomain, tuple[ClaimNote, ...]]]:
    """Return the parameter domains in which a statement is decided, each with the claims about it.

    These are the declared space, and its closure if the verdict can differ there. Claims are about the declared space,
    unless the axiom is about the closure only.
    """
    if metric.implementation is not None or not metric.takes_rankings:
        return [(ParameterDomain.OPEN, claims)]
    if statement.axiom.closed_only:
        return [(ParameterDomain.CLOSED, claims)]
    has_boundary = any(space.positive and space.has_boundary for space in metric.parameters.values())
    can_differ_at_zero = statement.axiom.boundary  # as the axiom declares
    if can_differ_at_zero and has_boundary:
        return [(ParameterDomain.OPEN, claims), (ParameterDomain.CLOSED, ())]
    return [(ParameterDomain.OPEN, claims)]


class CheckedRow:
    """One row while it is checked. Changes that its definition makes to the process are undone after each step.

    * ``tick`` is called between the evaluations of the definition, see :func:`row_search`.
    * ``only_statements`` selects statements by the names that their cells have; None selects all.
    * ``share`` is the part of the statements to decide, such as (0, 4) for the first of four. The evidence of a cell
      does not depend on it.
    * With ``plan_only`` the row can be looked at (:attr:`planned_cells`), but the definition is never evaluated.
    * ``send_reach`` receives the reach of the open cells as the row progresses.
    * ``on_settled`` receives each cell as soon as an instance settles it, before its method has finished.
    * ``hypothesis_settings`` are the settings of Hypothesis to draw under.
    """

    def __init__(
        self,
        metric: Metric,
        selection: Selection,
        *,
        tick: Callable[[], None] = lambda: None,
        only_statements: Collection[str] | None = None,
        share: tuple[int, int] = (0, 1),
        plan_only: bool = False,
        send_reach: Callable[[dict[CellKey, list[Reach]]], None] = lambda by_cell: None,
        on_settled: Callable[[Cell], None] | None = None,
        hypothesis_settings: settings = REPRODUCIBLE,
    ) -> None:
        plan = selection.plan
        self._guard = Guard(derived_seed(plan.seed, metric.name))

        def is_selected(statement: Statement, claims: tuple[ClaimNote, ...]) -> bool:
            name = CellKey.of_statement(metric.name, statement).statement
            is_named = only_statements is None or name in only_statements
            return is_named and plan.selects(statement, claims)

        # Planning reads the declaration alone. A definition that it evaluated by mistake would raise.
        planned_metric = replace(metric, definition=_never_evaluated) if plan_only else metric
        with self._guard.isolate():
            self._row = row_search(planned_metric, selection.registry, plan.seed, only=is_selected, tick=tick)
            inapplicable = inapplicable_cells(planned_metric, selection.registry)
            self.inapplicable = [cell for cell in inapplicable if plan.shows_inapplicable(cell)]
            """Cells of axioms that do not apply, as far as the plan selects them or claims declare them."""
        self.inapplicable += self._row.meaningless
        self._planned = list(self._row.searches)
        share_index, share_count = share
        all_statements = list(dict.fromkeys(search.statement for search in self._planned))
        # every share_count-th: neighbours are often of one axiom and cost alike, so that the shares do too
        own_statements = all_statements[share_index::share_count]
        self._row.searches = [search for search in self._planned if search.statement in own_statements]
        self.statements = [CellKey.of_statement(metric.name, statement).statement for statement in own_statements]
        """The statements of the share, by the names that their cells have."""
        self.metric = self._row.metric = metric  # the planning is over: cells and methods see the real definition
        self._row.send_reach = send_reach
        if on_settled is not None:
            self._row.on_settled = lambda search: on_settled(settled_cell(self._row, search))
        self._methods = methods_for(metric, plan.budgets, plan.witnesses_to_replay(), hypothesis_settings)

    @property
    def planned_cells(self) -> list[Cell]:
        """The undecided cells of all shares of the row, those of one statement together."""
        return [self._row.cell(search, Evidence(Verdict.UNDECIDED, seed=search.seed)) for search in self._planned]

    def decide(self) -> Iterator[Cell]:
        """Decide the cells of the share, and yield each as it is decided. Output of definitions is suppressed."""
        cells = decide_cells(self._row, self._methods)
        while True:
            with self._guard.isolate():
                cell = next(cells, None)
            if cell is None:
                return
            yield cell

    def retry(self, settled: Mapping[CellKey, Witness], searched: Mapping[CellKey, Sequence[Reach]]) -> Iterator[Cell]:
        """Try the witnesses of settled cells on the open cells, and yield those that a witness settles.

        ``settled`` and ``searched`` come from :func:`settled_and_searched`.
        """
        self._row.searches = [
            search for search in self._planned if self._row.key(search) in settled.keys() | searched.keys()
        ]
        with self._guard.isolate():
            # the method that tries witnesses of cells on the other cells of their row
            retried = list(decide_cells(self._row, [Siblings(settled, searched)]))
        yield from (cell for cell in retried if cell.key in searched and cell.evidence.witness is not None)

    @property
    def statistics(self) -> list[SearchStatistics]:
        """Return the search statistics of Hypothesis so far."""
        return self._row.statistics

    def record_of(self, cell: Cell) -> Recorded | None:
        """Return the decision from which the witness of a cell was made, with all values that were computed for it."""
        return next(search.recorded_decision for search in self._row.searches if self._row.key(search) == cell.key)


def settled_and_searched(cells: Iterable[Cell]) -> tuple[dict[CellKey, Witness], dict[CellKey, Sequence[Reach]]]:
    """Return the witnesses of the settled cells of a row, and the reach of each cell in which no instance was found.

    :meth:`CheckedRow.retry` tries the former on the latter.
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


def check_single_row(metric: Metric, selection: Selection, hypothesis_settings: settings = REPRODUCIBLE) -> list[Cell]:
    """Check one row and return its cells, those of inapplicable axioms first."""
    row = CheckedRow(metric, selection, hypothesis_settings=hypothesis_settings)
    return latest_versions([*row.inapplicable, *check_cells(row, selection)])


def check_cells(row: CheckedRow, selection: Selection) -> Iterator[Cell]:
    """Decide a whole row, and yield its cells as they are decided.

    An open cell comes again if the witness of another cell settles it.
    """
    cells = []
    for cell in row.decide():
        cells.append(cell)
        yield cell
    settled, searched = settled_and_searched(cells)
    if settled and searched:
        yield from CheckedRow(row.metric, selection).retry(settled, searched)


def latest_versions(cells: Iterable[Cell]) -> list[Cell]:
    """Return each cell once, in its last version."""
    return list({cell.key: cell for cell in cells}.values())


def _never_evaluated(*arguments: object, **options: object) -> object:
    raise RuntimeError("the definition is not evaluated here")


def count_planned_cells(selection: Selection) -> int:
    """Count the cells that a run will decide, without evaluating any definition."""
    return sum(len(CheckedRow(metric, selection, plan_only=True).planned_cells) for metric in selection.rows)
