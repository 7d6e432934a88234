"""Plan of a check: the selected metrics and axioms, the budgets and the limits, as data for every process of a run.

The command line makes a :class:`Plan` of its options and of the settings in ``[tool.axiomatrix]`` of
``pyproject.toml``, which :func:`read_settings` validates. A plan has names only. :class:`Selection` joins it with the
registry that resolves these; each worker process makes its own (:func:`selection_of`).

A metric is one row of the matrix. Each variant of a metric, such as ``ndcg[linear]``, is a separate row.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from ..catalogue import load_catalogue
from ..catalogue.any_language import DescribedProgram, register
from ..catalogue.loading import load_entry_points, load_file
from ..evidence.cell import Cell, CellKey, ClaimNote
from ..evidence.evidence import Witness
from ..evidence.expectations import shipped
from ..methods.profile import PROFILES, Profile
from ..model.axiom import Statement
from ..model.guard import preserve_state
from ..model.metric import Metric
from ..model.registry import Registry, Unknown
from .judged_run import JudgedRun
from .process import patiently

SETTING_KINDS: dict[str, type] = {
    "files": list,
    "metrics": list,
    "axioms": list,
    "sources": list,
    "profile": str,
    "seed": int,
    "jobs": int,
    "out": str,
    "pins": bool,
    "fail-on": str,
    "ci": list,
    "baseline": str,
    "time-limit": float,
    "memory-limit": int,
}
"""The settings that the table may have, with their types."""
KIND_WORDS: dict[type, str] = {
    list: 'a list of strings, such as ["one", "two"]',
    str: "a nonempty string",
    int: "a whole number",
    float: "a number",
    bool: "true or false",
}
"""The name of each type in error messages."""
LEAST_SETTINGS: dict[str, float] = {"seed": 0, "jobs": 1, "time-limit": 0.1, "memory-limit": 256}
"""The least values of the settings that have one."""


class BadConfig(ValueError):
    """Error for an invalid setting; the message says what is wrong."""


def read_settings(directory: Path) -> dict[str, Any]:
    """Read the settings of the directory's ``pyproject.toml``; none without that file or its table.

    Raises :class:`Unknown` for the name of an unknown setting and :class:`BadConfig` for an invalid value.
    """
    path = directory / "pyproject.toml"
    if not path.is_file():
        return {}
    try:
        tool = tomllib.loads(path.read_text(encoding="utf-8")).get("tool")
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadConfig(f"pyproject.toml: {error}") from None
    table = tool.get("axiomatrix", {}) if isinstance(tool, dict) else {}
    if not isinstance(table, dict):
        raise BadConfig("pyproject.toml: tool.axiomatrix must be a table")
    for name, value in table.items():
        if name not in SETTING_KINDS:
            raise Unknown("setting of tool.axiomatrix", name, SETTING_KINDS)
        kind: Any = SETTING_KINDS[name]
        python_types: Any = (int, float) if kind is float else kind
        is_kind = isinstance(value, python_types)
        if kind in (int, float) and isinstance(value, bool):  # True is an int in Python
            is_kind = False
        if kind is list and is_kind:
            is_kind = all(isinstance(item, str) for item in value)
        if not is_kind or value == "":
            raise BadConfig(f"pyproject.toml: tool.axiomatrix.{name} is {value!r}; it must be {KIND_WORDS[kind]}")
        if name in LEAST_SETTINGS and not LEAST_SETTINGS[name] <= value < math.inf:
            raise BadConfig(
                f"pyproject.toml: tool.axiomatrix.{name} is {value!r}; it must be at least {LEAST_SETTINGS[name]}"
            )
    return dict(table)


# --- plans and selections ----------------------------------------------------------------------------------------


TIME_LIMIT = 60.0
"""Seconds that a single call of a metric may take: a safety net. A longer call ends as ``timeout``."""
LOADING_SECONDS = 120.0
"""Seconds in which a new interpreter may load the catalogue and users' files."""
MEMORY_LIMIT = 4096
"""MiB by which a worker may grow."""


@dataclass(frozen=True)
class Limits:
    """Limits of a worker."""

    time: float = TIME_LIMIT
    """Seconds for a single call of a metric."""
    memory: int = MEMORY_LIMIT
    """MiB by which the worker may grow."""


DEFAULT_LIMITS = Limits()


@dataclass(frozen=True)
class Plan:
    """Choice of what to check and how far to go, as plain data that is sent to every process of a run.

    It is all that the engine gets to see of the command line.
    """

    metrics: tuple[str, ...] = ()
    """Names of metrics, or ids that name all their variants; all metrics if empty."""
    axioms: tuple[str, ...] = ()
    """Ids of axioms; all axioms if empty."""
    sources: tuple[str, ...] = ()
    """Only claims of these sources, such as ``KV`` or ``KV7``; all statements if empty."""
    budgets: Profile = field(default_factory=lambda: PROFILES["default"])
    """How many cases each method may try."""
    seed: int = 0
    use_pins: bool = True
    """Whether the witnesses of the catalogue's expectations are replayed before any search."""
    files: tuple[str, ...] = ()
    """The user's files whose metrics are registered."""
    packages: tuple[str, ...] = ()
    """Installed distributions whose registered metrics are loaded."""
    programs: tuple[DescribedProgram, ...] = ()
    """Programs that answer JSON lines, with their descriptions of their metrics."""
    libraries: tuple[str, ...] = ()
    """Libraries whose metrics are checked; then only those, unless ``metrics`` says otherwise."""
    limits: Limits = DEFAULT_LIMITS
    judged_run: JudgedRun | None = None
    """A user's lists, over which the axioms are decided instead of over all lists."""
    witnesses: tuple[Witness, ...] = ()
    """Witnesses of the user's expectations. They are replayed first. Each is decided again, never trusted."""

    @property
    def is_foreign(self) -> bool:
        """Return whether a user's files, packages or programs are used, so that each task gets its own process."""
        return bool(self.files or self.packages or self.programs)

    def selects(self, statement: Statement, claims: tuple[ClaimNote, ...]) -> bool:
        """Return whether the statement with these claims is selected, by its axiom and by the sources of the claims.

        A claim such as KV7 is also selected by its document, KV.
        """
        if self.axioms and statement.axiom.id not in self.axioms:
            return False
        return not self.sources or any(
            claim.source in self.sources or claim.source.rstrip("0123456789") in self.sources for claim in claims
        )

    def shows_inapplicable(self, cell: Cell) -> bool:
        """Return whether a cell of an axiom that is not applicable belongs in the matrix.

        It does if the axiom is named, or if nothing is named: no source claims an inapplicable axiom.
        """
        return cell.axiom in self.axioms if self.axioms else not self.sources

    def witnesses_to_replay(self) -> dict[CellKey, Witness]:
        """Return the witnesses to replay before any search: those of the catalogue's expectations, and the user's."""
        witnesses: list[Witness] = []
        if self.use_pins and self.judged_run is None:  # their instances are not among a user's lists
            witnesses += [entry.witness for entry in shipped().values() if entry.witness is not None]
        witnesses += self.witnesses
        return {CellKey.of(witness): witness for witness in witnesses}


@dataclass(frozen=True)
class Selection:
    """A plan with the registry in which its names are looked up."""

    plan: Plan
    registry: Registry

    @classmethod
    def of(cls, plan: Plan) -> Selection:
        """Select from the catalogue and the plan's libraries; users' files must be loaded already."""
        if not plan.libraries:
            return cls(plan, load_catalogue())
        from .. import libraries as adapters  # only for libraries

        return cls(plan, adapters.load(plan.libraries))

    @classmethod
    def loaded(cls, plan: Plan) -> Selection:
        """Load users' files and packages and return the selection; restore settings that their import changes."""
        with preserve_state():
            load_catalogue()
            for file in plan.files:
                load_file(Path(file))
            if plan.packages:
                load_entry_points(plan.packages)
            for program in plan.programs:
                register(program)
            return cls.of(plan)

    @property
    def is_whole(self) -> bool:
        """Return whether every row and every statement is selected, as a ledger of all claims needs."""
        plan = self.plan
        return not (plan.metrics or plan.axioms or plan.sources or plan.judged_run or plan.libraries)

    @cached_property
    def rows(self) -> list[Metric]:
        """The selected metrics, each a row of the matrix; raises :class:`Unknown` for an unknown name."""
        plan, registry = self.plan, self.registry
        for axiom in plan.axioms:
            registry.axiom(axiom)  # raises for an unknown name
        for source in plan.sources:
            claim_ids = (claim_id for document in registry.sources.values() for claim_id in document.claims)
            sources = {*registry.sources, *claim_ids, "declared"}
            if source not in sources:
                raise Unknown("source", source, sources)
        rows = [metric for name in plan.metrics for metric in registry.rows(name)]
        if not rows:  # no metric is named: all of them, or all of the libraries (those have an implementation)
            rows = [m for m in registry.metrics.values() if not plan.libraries or m.implementation]
        return self._over_judged_run(rows)

    def row(self, name: str) -> Metric:
        """Return the row of that name, over the user's lists if the plan has some.

        ``name`` is complete, with the variant, and so names a single row.
        """
        (metric,) = self._over_judged_run(self.registry.rows(name))
        return metric

    def is_catalogue_row(self, metric: Metric) -> bool:
        """Return whether the row is our own, with nothing of a user's loaded."""
        plan = self.plan
        return not (metric.is_foreign or metric.implementation or plan.is_foreign or plan.judged_run or plan.libraries)

    def _over_judged_run(self, rows: Iterable[Metric]) -> list[Metric]:
        """Remove duplicates. If the plan has a user's lists, keep only metrics of such lists, restricted to these."""
        judged_run, unique = self.plan.judged_run, list(dict.fromkeys(rows))
        return unique if judged_run is None else [m for m in map(judged_run.over, unique) if m is not None]


def axioms_named(names: Iterable[str], metrics: Iterable[str], registry: Registry) -> tuple[str, ...]:
    """Look up the ids of axioms by name. A name that means several axioms gives each that is about one of the metrics.

    Without metrics, it gives each that is about some registered metric.
    """
    rows: list[Metric | None] = [row for name in metrics for row in registry.rows(name)]
    rows = rows or [*registry.metrics.values(), None]  # None: the axiom that the name means without a metric
    return tuple(dict.fromkeys(registry.axiom(name, row).id for name in names for row in rows))


_selections: dict[str, Selection] = {}
"""Selections of this process, by the ``repr`` of their plan."""


def selection_of(plan: Plan) -> Selection:
    """Load a plan's files and packages, once in each process, and return its selection."""
    key = repr(plan)  # a plan with stored witnesses cannot be hashed: these hold dicts
    if key not in _selections:
        with patiently(LOADING_SECONDS):
            _selections[key] = Selection.loaded(plan)
    return _selections[key]
