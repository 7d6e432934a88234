"""Entry points of the engine, which decide the cells of a matrix: a row is a metric, a cell one statement about it.

* :func:`check` decides all selected rows in this process and returns the matrix.
* :func:`watch` yields the cells one by one, for a notebook.
* :func:`check_in_workers` is for the command line. Its workers survive a definition that hangs or crashes, and it
  decides refutations by a user's metric again in fresh interpreters.
* :func:`certify` makes the certificate of a single statement.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from pathlib import Path
from types import ModuleType
from typing import Any

from ..catalogue import load_catalogue
from ..evidence.cell import Cell, CellKey
from ..evidence.evidence import Uncertified
from ..evidence.expectations import replay_problem, shipped
from ..evidence.instance import Definitions
from ..evidence.matrix import ColumnHead, Matrix, Row
from ..evidence.reach import SearchStatistics, merge_statistics
from ..methods.certification import Certifier
from ..methods.profile import profile_named
from ..model.axiom import Axiom, Statement
from ..model.claim import Named
from ..model.metric import Metric
from ..model.registry import Registry, Unknown
from ..model.wrapping import wrapping_advice
from ..numbers.forms import NotLinear
from ..spaces import ScalarSpace
from ..spaces.parameters import ParameterDomain
from ..verify import LinearChecker, Refused, verify
from .deduction import strengthen
from .plan import Plan, Selection, axioms_named
from .row import CheckedRow, check_cells, check_single_row, latest_versions, statements_of
from .running import CheckRun, News, Report
from .store import Store

# ``Report``, ``Unknown`` and ``check_single_row`` are defined elsewhere. Those who call a check need them too.
__all__ = ["Interrupted", "Report", "Unknown", "assemble", "check", "check_in_workers", "check_single_row", "watch"]


class Interrupted(KeyboardInterrupt):
    """Raised when the user ends the run; ``matrix`` has the cells decided so far."""

    def __init__(self, matrix: Matrix) -> None:
        super().__init__(matrix.interrupted)
        self.matrix = matrix


def check(
    *metrics: Metric | str | ModuleType,
    axioms: Sequence[Named] = (),
    sources: Sequence[str] = (),
    profile: str = "default",
    seed: int = 0,
    use_pins: bool = True,
    registry: Registry | None = None,
    report: Report | None = None,
) -> Matrix:
    """Check metrics (all registered ones if none is given) in this process and return the matrix.

    A metric is given as the object, by name, or as the module that registers it. ``axioms`` selects by name or object,
    ``sources`` by name; ``profile`` is ``quick``, ``default`` or ``thorough``. Raises ``Unknown``, with the nearest
    name, for a name that nothing has, and ``TypeError`` for a plain function, with two lines that make a metric of it.

    With ``use_pins``, the counterexamples that the catalogue stores for its own metrics are tried before any search.
    ``report`` is called with the name of the metric and each of its cells, and after them with the name and None.

    Everything runs in this process, since a definition typed into a notebook cannot be imported elsewhere. A definition
    that hangs therefore hangs the caller, and no refutation is decided again in a fresh process. For definitions that
    you do not trust, use the command ``axiomatrix check FILE.py``.

    >>> import axiomatrix
    >>> matrix = axiomatrix.check("kendall", axioms=["symmetry"], profile="quick")
    >>> matrix.cell("kendall", "symmetry").evidence.verdict
    'exhausted'
    """
    selection = _select(metrics, axioms, sources, profile, seed, use_pins, registry)
    # by metric; a cell comes twice if the witness of another cell settles it, and then the later version counts
    cells: dict[str, list[Cell]] = {}
    statistics: list[SearchStatistics] = []
    for metric in selection.rows:
        row = CheckedRow(metric, selection)
        row_cells = list(row.inapplicable)
        for cell in check_cells(row, selection):
            row_cells.append(cell)
            if report:
                report(metric.name, cell)
        cells[metric.name] = latest_versions(row_cells)
        statistics += row.statistics
        if report:
            report(metric.name, None)
    matrix = assemble(selection, cells)
    matrix.statistics.extend(merge_statistics(statistics))
    return matrix


def watch(
    *metrics: Metric | str | ModuleType,
    axioms: Sequence[Named] = (),
    sources: Sequence[str] = (),
    profile: str = "default",
    seed: int = 0,
    use_pins: bool = True,
    registry: Registry | None = None,
) -> Iterator[Cell]:
    """Yield cells as they are decided: first all with quick budgets, then those that the profile changes.

    For a notebook, where every cell has a first verdict within seconds. A cell comes again if its evidence changes. In
    the end it is the cell of :func:`check`, whose arguments and warnings apply here too.

    >>> import axiomatrix
    >>> for cell in axiomatrix.watch("kendall", axioms=["symmetry", "left-invariance"]):
    ...     print(cell.axiom, cell.status.word, cell.status.reach)
    left-invariance refuted n=3
    symmetry proved for every n, steps checked n<=3
    symmetry proved for every n, steps checked n<=4
    """
    latest: dict[CellKey, Cell] = {}  # each cell as it was last yielded
    profiles = dict.fromkeys(("quick", profile))  # once, if they are the same
    selections = [_select(metrics, axioms, sources, name, seed, use_pins, registry) for name in profiles]
    cells_by_metric: dict[str, list[Cell]] = {}
    for selection in selections:
        cells_by_metric = {}  # only the last profile's cells remain
        for metric in selection.rows:
            for cell in check_cells(CheckedRow(metric, selection), selection):
                cells_by_metric.setdefault(metric.name, []).append(cell)
                if latest.get(cell.key) != cell:
                    latest[cell.key] = cell
                    yield cell
    # Deduction, which is a part of assembling the matrix, may strengthen some cells once more.
    decided = {name: latest_versions(row_cells) for name, row_cells in cells_by_metric.items()}
    for cell in assemble(selections[-1], decided):
        if latest[cell.key] != cell:
            yield cell


def _select(
    metrics: Sequence[Metric | str | ModuleType],
    axioms: Sequence[Named],
    sources: Sequence[str],
    profile: str,
    seed: int,
    use_pins: bool,
    registry: Registry | None,
) -> Selection:
    """Validate the arguments of :func:`check` and make the selection; an unregistered metric becomes registered."""
    for metric in metrics:
        if not isinstance(metric, (Metric, str, ModuleType)):
            raise TypeError(_explain_no_metric(metric))
    if not _is_list_of(sources, str):
        raise TypeError("sources must be a list of names, such as sources=['KV']")
    if not _is_list_of(axioms, (str, Axiom, Statement)):
        raise TypeError("axioms must be a list of axioms or their names, such as axioms=['symmetry']")
    if type(seed) is not int or seed < 0:
        raise ValueError(f"the seed is {seed!r:.60}; it must be a whole number, 0 or more")
    registry = registry if registry is not None else load_catalogue()
    names = tuple(dict.fromkeys(name for metric in metrics for name in _names_of(metric, registry)))
    for metric in metrics:
        if isinstance(metric, Metric) and not registry.has(metric):
            registry.add_metric(metric)  # refused if another metric has its name, which would be checked instead
    # a text with brackets is a statement, an axiom with arguments, such as "upper-bound(other=footrule, factor=2)"
    axioms = [registry.statement(axiom) if isinstance(axiom, str) and "(" in axiom else axiom for axiom in axioms]
    ids = tuple(dict.fromkeys(id for axiom in axioms for id in axiom_ids(axiom, names, registry)))
    selection = Selection(Plan(names, ids, tuple(sources), profile_named(profile), seed, use_pins), registry)
    for axiom in axioms:
        if isinstance(axiom, Statement) and axiom.arguments:
            _require_in_rows(axiom, selection)
    return selection


def _names_of(metric: Metric | str | ModuleType, registry: Registry) -> list[str]:
    """Return the name of a metric, or the names of all metrics that a module, or a package's modules, register."""
    if not isinstance(metric, ModuleType):
        return [metric if isinstance(metric, str) else metric.name]
    home = Path(getattr(metric, "__file__", None) or "").resolve()
    is_package = home.name == "__init__.py"
    names = []
    for name, registering_file in registry.registered_in.items():
        file = Path(registering_file).resolve()
        if file == home or (is_package and file.is_relative_to(home.parent)):
            names.append(name)
    if not names:
        raise ValueError(f"{metric.__name__} registers no metric; decorate one with @axiomatrix.metric(...)")
    return names


def _explain_no_metric(value: object) -> str:
    """Explain how to make a metric from a value of another type, such as a function."""
    if not callable(value) or isinstance(value, type):
        return f"{value!r:.60} is not a metric; name metrics one by one: check(first, second)"
    advice = wrapping_advice(value)
    wrapped = advice.partition("def ")[2].partition("(")[0]  # the name of the metric that the advice defines
    lines = advice.replace("\n", "\n    ")
    return f"{value!r:.80} is a function, not a metric; wrap it in a metric and check {wrapped}:\n\n    {lines}\n"


def _is_list_of(values: object, kinds: type | tuple[type, ...]) -> bool:
    if not isinstance(values, Sequence) or isinstance(values, str):
        return False
    return all(isinstance(value, kinds) for value in values)


def axiom_ids(named: Named, metrics: Sequence[str], registry: Registry) -> Sequence[str]:
    """Return the ids of the axioms that ``named`` means; an axiom that is an object becomes registered.

    The name of an axiom may mean several, by what the metrics are about, such as rankings or judged lists. A statement,
    also one in words such as ``upper-bound(other=footrule, factor=2)``, is about a single axiom.
    """
    if isinstance(named, str) and "(" not in named and registry.find_axiom(named) is not None:
        return axioms_named([named], metrics, registry)
    axiom = named if isinstance(named, Axiom) else registry.statement(named).axiom
    registry.add_axiom(axiom)
    return [axiom.id]


def _require_in_rows(statement: Statement, selection: Selection) -> None:
    """Raise ``ValueError`` for a statement with arguments that no row has."""
    statements = (candidate for row in selection.rows for candidate, _ in statements_of(row, selection.registry))
    if statement not in statements:
        raise ValueError(
            f"{statement.id} is not checked for these metrics, since none declares it; "
            f"declare it, for example as conjectured=[...] in @metric"
        )


def assemble(
    selection: Selection, cells: Mapping[str, Sequence[Cell]], rows: Sequence[Metric] | None = None, *, missing: int = 0
) -> Matrix:
    """Make the matrix of decided cells, by default for all selected rows, in the order of the registry.

    Cells whose evidence is weaker than what follows from others are strengthened by deduction, and cells of the
    catalogue get their expected outcomes. ``missing`` counts the cells that an interrupted run has not decided.
    """
    rows = selection.rows if rows is None else rows
    plan, registry = selection.plan, selection.registry
    axiom_position = {axiom: k for k, axiom in enumerate(registry.axioms)}

    def sort_key(cell: Cell) -> tuple[int, str, bool]:
        return axiom_position[cell.axiom], cell.label, cell.space is ParameterDomain.CLOSED

    ordered = [cell for row in rows for cell in sorted(cells.get(row.name, ()), key=sort_key)]
    axioms_in_cells = {cell.axiom for cell in ordered}
    axioms = [axiom for axiom in registry.axioms.values() if axiom.id in axioms_in_cells]
    heads = [ColumnHead(axiom.id, axiom.formula, axiom.group, axiom.quantifier, axiom.doc) for axiom in axioms]
    matrix_rows = [Row.of(metric, registry) for metric in rows]
    matrix = Matrix(matrix_rows, heads, ordered, plan.budgets.name, plan.seed, missing=missing)
    if plan.judged_run is not None:
        return matrix  # theorems and expectations are not about a user's own lists
    if not plan.budgets.methods:  # a user who chooses methods (--method) wants to see what these find by themselves
        matrix = strengthen(matrix, registry)
    expectations = shipped()  # of the catalogue: the outcome of each cell, with the witness if it has one
    expected = {key: expectation.outcome for key, expectation in expectations.items()}
    for cell in matrix.cells:
        expectation = expectations.get(cell.key)
        if expectation is None or expectation.witness is None or cell.evidence.witness is not None:
            continue
        # This search was too short to find the expected witness. If the witness still stands, the metric has not
        # changed, and the cell must not be reported as a deviation. So its outcome counts as expected.
        witness_stands = not replay_problem(expectation.witness, registry)
        if witness_stands:
            expected[cell.key] = cell.outcome
    matrix.expect(expected)
    return matrix


def check_in_workers(
    plan: Plan,
    executor: Executor,
    store: Store | None = None,
    *,
    report: Report = lambda name, cell: None,
    news: News = lambda cell: None,
) -> Matrix:
    """Check what the plan selects in the workers of an executor and return the matrix.

    Finished rows of the catalogue are taken from the store, and kept there. Raises :class:`Interrupted`, which has the
    matrix of what was decided, when the user ends the run.
    """
    selection = Selection.of(plan)
    run = CheckRun(selection, executor, store or Store(None), report, news)
    run.decide()
    done = [row for row in run.rows.values() if row.done]
    # planned again without any evaluation, only to count their cells
    undecided = [CheckedRow(row.metric, selection, plan_only=True) for row in run.rows.values() if not row.done]
    missing = sum(len(row.planned_cells) for row in undecided)
    cells = {row.metric.name: [*row.inapplicable.values(), *row.cells.values()] for row in done}
    matrix = assemble(selection, cells, [row.metric for row in done], missing=missing)
    matrix.statistics.extend(merge_statistics(search for row in done for search in row.statistics))
    matrix.accounts.update((slug, account) for row in done for slug, account in row.accounts.items())
    if missing or len(done) < len(run.rows):
        raise Interrupted(matrix)
    return matrix


# --- certificates on demand --------------------------------------------------------------------------------------


class NotCertified(ValueError):
    """Raised with the reason for a statement that cannot be certified up to the requested size."""


def certify(metric: Metric, statement: Statement, registry: Registry, largest: int) -> dict[str, Any]:
    """Make the certificate of a statement up to ``largest`` items, as verified JSON data.

    Raises :class:`NotCertified` with the reason if there is no certificate.
    """
    quantifier = statement.axiom.quantifier
    if quantifier != "for all":
        raise NotCertified(f"{statement.id}: only a 'for all' statement can be certified, not '{quantifier}'")
    for name, space in metric.parameters.items():
        if isinstance(space, ScalarSpace):
            raise NotCertified(
                f"{statement.id}: {metric.name} has {name}; certificates only cover weights and similarities"
            )
    try:
        return _certificate(metric, statement, registry, largest)
    except NotLinear as error:
        raise NotCertified(f"{statement.id}: {error}") from None
    except Refused as error:
        # the text says that the independent checker does not decide it
        raise NotCertified(f"{statement.id}: {Uncertified(str(error), refused=True)}") from None


def _certificate(metric: Metric, statement: Statement, registry: Registry, largest: int) -> dict[str, Any]:
    """Certify each size, and have the independent checker verify the whole.

    The *closure* is the space of the parameters with its boundary, such as weights of 0. A statement is certified only
    if it holds there too.
    """
    certifier = Certifier(metric, statement, Definitions(registry), LinearChecker)
    sizes = [certifier.size(n) for n in range(1, largest + 1)]
    for size in sizes:
        if size.closed_instance is not None:  # a counterexample on the closure, and perhaps inside
            raise NotCertified(f"{statement.id}: refuted at n = {size.n}, at least on the closure")
        if size.undecided:
            raise NotCertified(f"{statement.id}: {size.undecided} cases are undecided at n = {size.n}")
    certificate = certifier.certificate(sizes)
    verify(certificate, registry)
    return certificate
