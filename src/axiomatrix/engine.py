"""The engine: rows to evidence, in this process or in workers that a faulty metric cannot take down."""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass, field, replace
from io import StringIO
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any

from .axiom import Statement
from .catalogue import load_catalogue, load_file
from .evidence import Evidence, VerdictName
from .general import GeneralRow
from .matrix import Cell, ClaimNote, ColumnHead, Matrix, Row
from .metric import Metric
from .pinning import Pin, shipped
from .profile import PROFILES, Profile
from .registry import REGISTRY, Registry, Unknown
from .row import RowChecker, not_applicable
from .trec.given import Given
from .witness import replay

Report = Callable[[str, Cell | None], None]
"""Told of each decided cell (metric name and cell) and of each finished row (metric name and None)."""

SILENCE = 60.0
"""Seconds without a sign of life after which a worker's row is given up: a safety net, whose striking is a verdict."""


LIFE = 15
"""Rows after which a worker makes room for a fresh one: what caches and fragments hold does not add up."""


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
    silence: float = SILENCE
    given: Given | None = None
    """A user's lists, over which the axioms are asked instead of over all lists."""

    def profile_(self) -> Profile:
        """The budgets of the profile; an unknown name raises with the nearest one."""
        if self.profile not in PROFILES:
            raise Unknown("profile", self.profile, PROFILES)
        return PROFILES[self.profile]

    def wants(self, statement: Statement, claims: tuple[ClaimNote, ...]) -> bool:
        """Whether the statement is selected."""
        if self.axioms and statement.axiom.id not in self.axioms:
            return False
        return not self.sources or any(_of_source(claim.source, self.sources) for claim in claims)


def _of_source(claim: str, sources: Iterable[str]) -> bool:
    return any(claim == source or claim.rstrip("0123456789") == source for source in sources)


def selected(options: Options, registry: Registry) -> list[Metric]:
    """The rows that the options select; unknown names raise with the nearest one."""
    for axiom in options.axioms:
        registry.axiom(axiom)
    for source in options.sources:
        known = {*registry.sources, *(c for s in registry.sources.values() for c in s.claims), "declared"}
        if source not in known:
            raise Unknown("source", source, known)
    rows = [m for name in options.metrics for m in registry.rows(name)] or list(registry.metrics.values())
    if options.given is None:
        return list(dict.fromkeys(rows))
    given = [options.given.over(metric) for metric in dict.fromkeys(rows)]
    return [metric for metric in given if metric is not None]


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

    >>> import axiomatrix
    >>> matrix = axiomatrix.check("kendall", axioms=["symmetry"], profile="quick")
    >>> matrix.cell("kendall", "symmetry").evidence.verdict
    'exhausted'
    """
    known = registry if registry is not None else load_catalogue()
    names = tuple(m.name if isinstance(m, Metric) else m for m in metrics)
    for metric in metrics:
        if isinstance(metric, Metric) and metric.name not in known.metrics:
            known.add_metric(metric)
    options = Options(names, tuple(axioms), tuple(sources), profile, seed, use_pins)
    rows = selected(options, known)
    cells: dict[str, list[Cell]] = {}
    for row in rows:
        cells[row.name] = []
        for cell in checked_row(row, known, options):
            cells[row.name].append(cell)
            if report:
                report(row.name, cell)
        if report:
            report(row.name, None)
    return assembled(rows, cells, known, options)


def row_of(metric: Metric) -> type[RowChecker]:
    """How the row of the metric is checked: with tables and programs, or case by case."""
    return RowChecker if metric.takes_rankings else GeneralRow


def checked_row(
    metric: Metric, registry: Registry, options: Options, tick: Callable[[], None] = lambda: None
) -> Iterable[Cell]:
    """The cells of one row as they are decided; what a definition prints is not let through."""
    profile = options.profile_()
    checker = row_of(metric)(
        metric,
        registry,
        profile,
        options.seed,
        only=options.wants,
        pins=shipped() if options.use_pins and options.given is None else None,
        tick=tick,
    )
    cells = checker.run()
    while True:
        with redirect_stdout(StringIO()):
            cell = next(cells, None)
        if cell is None:
            return
        yield cell


def assembled(
    rows: Sequence[Metric], cells: Mapping[str, Sequence[Cell]], registry: Registry, options: Options
) -> Matrix:
    """The matrix of these rows, everything in the order of the registry."""
    whole = not options.axioms and not options.sources
    place = {axiom: k for k, axiom in enumerate(registry.axioms)}
    ordered: list[Cell] = []
    for row in rows:
        found = list(cells.get(row.name, ()))
        if whole or options.axioms:
            found += [c for c in not_applicable(row, registry) if not options.axioms or c.axiom in options.axioms]
        ordered += sorted(found, key=lambda c: (place[c.axiom], c.label, c.space == "closed"))
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
            parameters={k: s.name for k, s in m.parameters.items()},
            exact=m.exact,
            digest=m.file_digest,
            about=m.about,
            arguments={k: s.name for k, s in m.arguments.items()},
        )
        for m in rows
    ]
    pins = shipped() if options.given is None else {}  # they say nothing of a user's own lists
    expected = {key: pin.outcome for key, pin in pins.items()}
    for cell in ordered:
        pin = pins.get(cell.key)
        if pin is not None and pin.witness is not None and cell.evidence.witness is None and _stands(pin, registry):
            expected[cell.key] = cell.outcome  # a shorter search that finds nothing says nothing against the witness
    return Matrix(lines, heads, ordered, options.profile, options.seed, expected)


def _stands(pin: Pin, registry: Registry) -> bool:
    """Whether the pinned witness is still one by the definition."""
    assert pin.witness is not None
    try:
        return replay(pin.witness, registry).stands
    except Exception:  # whatever a definition raises now, this is no longer the witness that it was
        return False


# --- workers --------------------------------------------------------------------------------------------------


def _work(connection: Connection, options: Options) -> None:
    """The life of a worker: import, then rows until told to stop."""
    load_catalogue()
    for file in options.files:
        load_file(Path(file))
    last = time.monotonic()

    def tick() -> None:
        nonlocal last
        if time.monotonic() - last > 1:
            last = time.monotonic()
            connection.send(("tick", None))

    while (name := connection.recv()) is not None:
        try:
            (metric,) = selected(replace(options, metrics=(name,), axioms=(), sources=()), REGISTRY)
            for cell in checked_row(metric, REGISTRY, options, tick):
                connection.send(("cell", cell))
        except Exception as error:  # of the row's own making: it ends here, and says what it was
            connection.send(("failed", f"{type(error).__name__}: {error}"))
        else:
            connection.send(("row", None))


@dataclass
class _Worker:
    process: Any
    connection: Connection
    row: str | None = None
    given: int = 0
    heard: float = field(default_factory=time.monotonic)


class Pool:
    """Worker processes, each with a row; one that dies or falls silent costs the open cells of its row."""

    def __init__(self, options: Options, jobs: int, rows: Sequence[Metric], registry: Registry, report: Report) -> None:
        self.options = options
        self.jobs = jobs
        self.registry = registry
        self.report = report
        self.context = multiprocessing.get_context("spawn")
        self.workers: list[_Worker] = []
        self.rows = {row.name: row for row in rows}
        self.cells: dict[str, list[Cell]] = {row.name: [] for row in rows}
        self.waiting = [row.name for row in sorted(rows, key=_cost)]
        """Rows that no worker has yet; the costliest last, where they are taken from."""

    def run(self) -> dict[str, list[Cell]]:
        """The cells of all rows."""
        try:
            for _ in range(min(self.jobs, len(self.waiting))):
                self._give(self._start())
            while busy := [w for w in self.workers if w.row is not None]:
                ready = wait([w.connection for w in busy], timeout=1.0)
                for worker in busy:
                    if worker.connection in ready:
                        self._hear(worker)
                    elif time.monotonic() - worker.heard > self.options.silence:
                        self._lose(worker, "timeout", f"no sign of life for {self.options.silence:g} s")
        finally:
            for worker in self.workers:
                worker.process.terminate()
            for worker in self.workers:
                worker.process.join(5)
        return self.cells

    def _start(self) -> _Worker:
        here, there = self.context.Pipe()
        process = self.context.Process(target=_work, args=(there, self.options), daemon=True)
        process.start()
        there.close()
        worker = _Worker(process, here)
        self.workers.append(worker)
        return worker

    def _give(self, worker: _Worker) -> None:
        if worker.given == LIFE and self.waiting:
            worker.row = None
            worker.connection.send(None)
            self.workers.remove(worker)
            worker = self._start()
        worker.given += 1
        worker.row = self.waiting.pop() if self.waiting else None
        worker.heard = time.monotonic()
        worker.connection.send(worker.row)

    def _hear(self, worker: _Worker) -> None:
        assert worker.row is not None
        try:
            kind, cell = worker.connection.recv()
        except (EOFError, OSError):
            worker.process.join(5)
            self._lose(worker, "crashed", f"the process ended with exit code {worker.process.exitcode}")
            return
        worker.heard = time.monotonic()
        if kind == "cell":
            self.cells[worker.row].append(cell)
            self.report(worker.row, cell)
        elif kind == "failed":
            self._lose(worker, "error", cell)
        elif kind == "row":
            self.report(worker.row, None)
            self._give(worker)

    def _lose(self, worker: _Worker, verdict: VerdictName, reason: str) -> None:
        """What the lost row had not decided gets the fault as its verdict; the others go on."""
        assert worker.row is not None
        worker.process.kill()
        self.workers.remove(worker)
        done = {cell.key for cell in self.cells[worker.row]}
        options, metric = self.options, self.rows[worker.row]
        checker = row_of(metric)(metric, self.registry, options.profile_(), options.seed, only=options.wants)
        for work in checker.work:
            cell = checker.cell_with(work, Evidence(verdict, reason=reason, seed=work.seed))
            if cell.key not in done:
                self.cells[worker.row].append(cell)
                self.report(worker.row, cell)
        self.report(worker.row, None)
        if self.waiting:
            self._give(self._start())


def _cost(metric: Metric) -> int:
    """A rough rank of what a row takes, so that the long ones come first and the workers end together."""
    return 3 if not metric.parameters else len(metric.parameters)


def check_in_workers(options: Options, jobs: int, report: Report) -> Matrix:
    """Check what the options select in worker processes and return the matrix."""
    registry = load_catalogue()
    rows = selected(options, registry)
    options.profile_()
    cells = Pool(options, jobs, rows, registry, report).run()
    return assembled(rows, cells, registry, options)
