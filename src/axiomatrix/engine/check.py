"""The engine: rows to a matrix, in this process or in workers that a faulty metric cannot take down."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from typing import TYPE_CHECKING

from ..catalogue.loading import load_catalogue
from ..evidence.cell import Cell, CellKey
from ..evidence.instance import Changed, raise_if_ours
from ..evidence.matrix import ColumnHead, Matrix, Row
from ..evidence.pins import Pin, shipped
from ..evidence.witness import BadWitness, replay
from ..model.metric import Metric
from ..model.registry import Registry, Unknown
from ..spaces.parameters import ParameterDomain
from .execution.executor import Workers
from .execution.processes import Processes
from .options import Options
from .row import CheckedRow, checked_row
from .selection import Selection, axioms_named
from .workers.pool import News, Pool, Report

if TYPE_CHECKING:
    from .memory.memory import Memory
    from .workers.record import CellsJournal

__all__ = [
    "Interrupted",
    "Options",
    "Report",
    "Unknown",
    "assembled",
    "check",
    "check_in_workers",
    "checked_row",
    "watch",
]


class Interrupted(KeyboardInterrupt):
    """The user ended the run; ``matrix`` has what was decided."""

    def __init__(self, matrix: Matrix) -> None:
        super().__init__(matrix.interrupted)
        self.matrix = matrix


def check(
    *metrics: Metric | str,
    axioms: Sequence[str] = (),
    sources: Sequence[str] = (),
    profile: str = "default",
    seed: int = 0,
    use_pins: bool = True,
    registry: Registry | None = None,
    report: Report | None = None,
) -> Matrix:
    """Check metrics (all registered ones if none is given) in this process and return the matrix.

    ``axioms`` and ``sources`` select by name; ``profile`` is ``quick``, ``default`` or ``thorough``. Raises
    ``Unknown``, with the nearest name, for a name that nothing has.

    Nothing here is apart from this process: a definition that was typed into a notebook cannot be imported elsewhere.
    So a metric that rewrites what others compute with is not found out, one that hangs hangs the caller, and no
    refutation is seen again in a fresh process. For definitions that you do not know, use the command
    ``axiomatrix check FILE.py``.

    >>> import axiomatrix
    >>> matrix = axiomatrix.check("kendall", axioms=["symmetry"], profile="quick")
    >>> matrix.cell("kendall", "symmetry").evidence.verdict
    'exhausted'
    """
    selection = _selected(metrics, axioms, sources, profile, seed, use_pins, registry)
    cells: dict[str, list[Cell]] = {}
    for metric in selection.rows:
        row = CheckedRow(metric, selection)
        row_cells = cells[metric.name] = list(row.inapplicable)
        for cell in row.cells():
            row_cells.append(cell)
            if report:
                report(metric.name, cell)
        if report:
            report(metric.name, None)
    return assembled(selection, cells)


def watch(
    *metrics: Metric | str,
    axioms: Sequence[str] = (),
    sources: Sequence[str] = (),
    profile: str = "default",
    seed: int = 0,
    use_pins: bool = True,
    registry: Registry | None = None,
) -> Iterator[Cell]:
    """The cells as they are decided, first of all by the quick budgets, then what those of the profile make of them.

    For a notebook: something is to be seen of every cell within seconds. A cell comes again when there is more evidence
    for it, or other evidence; of each cell what comes last is what :func:`check` says. The arguments are those of
    :func:`check`, and so are the warnings.

    >>> import axiomatrix
    >>> for cell in axiomatrix.watch("kendall", axioms=["symmetry", "left-invariance"]):
    ...     print(cell.axiom, cell.status.word, cell.status.reach)
    left-invariance refuted n=3
    symmetry proved for every n, steps checked n<=3
    symmetry proved for every n, steps checked n<=4
    """
    latest: dict[CellKey, Cell] = {}
    budgets = dict.fromkeys(("quick", profile))
    for selection in [_selected(metrics, axioms, sources, name, seed, use_pins, registry) for name in budgets]:
        for metric in selection.rows:
            for cell in CheckedRow(metric, selection).cells():
                if latest.get(cell.key) != cell:
                    latest[cell.key] = cell
                    yield cell


def _selected(
    metrics: Sequence[Metric | str],
    axioms: Sequence[str],
    sources: Sequence[str],
    profile: str,
    seed: int,
    use_pins: bool,
    registry: Registry | None,
) -> Selection:
    """What somebody asks for in Python; a metric that is not registered is from now on."""
    for asked in metrics:
        if not isinstance(asked, (Metric, str)):
            raise TypeError(f"{asked!r:.60} is not a metric; name metrics one by one: check(first, second)")
    for named in (axioms, sources):
        if not isinstance(named, Sequence) or isinstance(named, str) or not all(isinstance(one, str) for one in named):
            raise TypeError("axioms and sources are lists of names, such as axioms=['symmetry']")
    if type(seed) is not int or seed < 0:
        raise ValueError(f"the seed is {seed!r:.60}; it must be a whole number, 0 or more")
    known = registry if registry is not None else load_catalogue()
    names = tuple(m.name if isinstance(m, Metric) else m for m in metrics)
    for metric in metrics:
        if isinstance(metric, Metric) and not known.has(metric):
            known.add_metric(metric)  # refused if its name is another's: that one would be checked
    options = Options(names, axioms_named(axioms, names, known), tuple(sources), profile, seed, use_pins)
    options.profile_()  # an unknown name is told before anything is decided
    return Selection(options, known)


def assembled(
    selection: Selection, cells: Mapping[str, Sequence[Cell]], rows: Sequence[Metric] | None = None, *, missing: int = 0
) -> Matrix:
    """The matrix of these rows (of all, if none are named), everything in the order of the registry.

    ``missing`` counts the cells that an interrupted run has not decided.
    """
    rows = selection.rows if rows is None else rows
    options, registry = selection.options, selection.registry
    place = {axiom: k for k, axiom in enumerate(registry.axioms)}
    ordered: list[Cell] = []
    for row in rows:
        row_cells = cells.get(row.name, ())
        ordered += sorted(row_cells, key=lambda c: (place[c.axiom], c.label, c.space is ParameterDomain.CLOSED))
    used = {cell.axiom for cell in ordered}
    heads = [
        ColumnHead(a.id, a.formula, a.group, a.quantifier, a.doc) for a in registry.axioms.values() if a.id in used
    ]
    lines = [
        Row(
            name=m.name,
            kind=m.kind,
            family=m.family,
            formula=m.formula,
            parameters={k: registry.name_of_space(m, s) for k, s in m.parameters.items()},
            exact=m.exact,
            digest=m.file_digest,
            about=m.about,
            arguments={k: registry.name_of_space(m, s) for k, s in m.arguments.items()},
            doc=m.doc,
            source=m.source,
            code=m.code,
        )
        for m in rows
    ]
    pins = shipped() if options.given is None else {}  # they say nothing of a user's own lists
    expected = {key: pin.outcome for key, pin in pins.items()}
    for cell in ordered:
        pin = pins.get(cell.key)
        if pin is not None and pin.witness is not None and cell.evidence.witness is None and _stands(pin, registry):
            expected[cell.key] = cell.outcome  # a shorter search that finds nothing says nothing against the witness
    return Matrix(lines, heads, ordered, options.profile_().name, options.seed, expected, missing)


def _stands(pin: Pin, registry: Registry) -> bool:
    """Whether the pinned witness is still one by the definition."""
    assert pin.witness is not None
    try:
        return replay(pin.witness, registry).stands
    except (BadWitness, Changed, Unknown):
        return False
    except Exception as error:  # whatever a definition raises now, this is no longer the witness that it was
        raise_if_ours(error)
        return False


def check_in_workers(
    options: Options,
    workers: int | Workers,
    report: Report = lambda name, cell: None,
    journal: CellsJournal | None = None,
    memory: Memory | None = None,
    news: News | None = None,
    begin: Callable[[Workers], None] = lambda workers: None,
) -> Matrix:
    """Check what the options select in worker processes and return the matrix.

    ``workers`` are so many of this machine, or those of an executor. With a journal, what an earlier run finished is
    taken from it, and each cell is written there as it is decided; with a memory, rows are taken from there that
    nothing has changed since they were decided, and the others kept; ``news`` is told of the cells that one instance
    settles while their rows are still being decided; ``begin`` hands the workers what else there is to do, if there is
    a row to decide. Raises :class:`Interrupted`, which has the matrix of what was decided, when the user ends the run.
    """
    selection = Selection.of(options)
    options.profile_()  # an unknown name is told before anything is started
    with Processes(workers) if isinstance(workers, int) else nullcontext(workers) as those:
        pool = Pool(selection, those, report, journal, memory, news)
        pool.run(begin)
    missing = 0
    earlier = journal.begun() if journal is not None else {}
    for name in [name for name, state in pool.rows.items() if not state.done]:
        state = pool.plan_of(name)
        for cell in earlier[name].cells if name in earlier else ():
            if state.take(cell):
                pool.accounts |= earlier[name].accounts
        missing += len(state.missing) + (0 if state.cells else len(state.inapplicable))
    matrix = _of_pool(pool, selection, missing)
    if all(state.done for state in pool.rows.values()):
        return matrix
    raise Interrupted(matrix)


def _of_pool(pool: Pool, selection: Selection, missing: int) -> Matrix:
    """The matrix of what the workers decided; rows of which nothing is known are not in it."""
    from ..evidence.account import making
    from ..evidence.account.account import Account, BadAccount

    begun = [row for row in selection.rows if pool.rows[row.name].done or pool.rows[row.name].cells]
    cells = {row.name: [*pool.rows[row.name].inapplicable, *pool.rows[row.name].cells.values()] for row in begun}
    matrix = assembled(selection, cells, begun, missing=missing)
    matrix.seconds = {name: state.seconds for name, state in pool.rows.items() if state.seconds}
    for cell in matrix.cells:
        if cell.evidence.witness is None or selection.registry.metric(cell.metric).implementation is not None:
            continue  # libraries have pages of their own
        slug = cell.evidence.witness.slug
        try:
            matrix.accounts[slug] = Account.from_data(pool.accounts[slug])
        except (KeyError, BadAccount):  # the process ended, and this one is not to end so too
            matrix.accounts[slug] = making.account_in(cell, selection.registry, asked=False)
    return matrix
