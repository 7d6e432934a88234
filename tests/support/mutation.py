"""Mutants of metric definitions, one small change each, and the axioms that they are held against.

A *subject* is a function that mutants are made of: the definition of a metric, or a helper of several. A mutant of it
takes the place of the original in a child registry, under the same names, so that all rows that use the function are
mutated together, as they would be by a bug.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from types import MappingProxyType
from typing import Any

from axiomatrix import axioms
from axiomatrix.catalogue import load_catalogue
from axiomatrix.catalogue.metrics import position
from axiomatrix.engine.ladder import decide_cells, methods_for
from axiomatrix.engine.row import row_search, statements_of
from axiomatrix.evidence.cell import Cell
from axiomatrix.methods.lanes import grid_lanes
from axiomatrix.methods.profile import Profile
from axiomatrix.methods.search import CellSearch, RowSearch
from axiomatrix.model.claim import Claim, SourceClaim
from axiomatrix.model.metric import Metric
from axiomatrix.model.registry import Registry
from axiomatrix.numbers.columns import Column
from axiomatrix.spaces import all_rankings
from axiomatrix.studies.vectors.changes import basic_changes
from axiomatrix.studies.vectors.mutants import compile_mutant, function_tree, variations
from axiomatrix.values import rankings

CATALOGUE = load_catalogue()

# --- the axioms, fixed before any mutant is made --------------------------------------------------------------

METRIC = ("non-negativity", "zero-on-equal", "separation", "right-invariance")
SYMMETRIC = (*METRIC, "symmetry")
KENDALL = (
    *SYMMETRIC,
    "triangle-inequality",
    "betweenness",
    "bruhat-monotone",
    "maximum-at-reversal",
    "reversal-invariance",
)
FOOTRULE = tuple(axiom for axiom in KENDALL if axiom != "betweenness")


def _scaled(parameter: str, degree: int) -> tuple[str, ...]:
    return (
        f"scale-free(parameter={parameter}, degree={degree})",
        f"scale-free-normalised(parameter={parameter})",
        f"richness(parameter={parameter})",
    )


def _bounds(other: str, low: str, high: int) -> tuple[str, ...]:
    stated = (f"lower-bound(other={other}, factor={low})", f"upper-bound(other={other}, factor={high})")
    return (*stated, *(f"{title} on the closure" for title in stated))


ROTATIONS = "bound-attained-by-rotations(other={}, factor=2)"
READING = (*METRIC, *_scaled("D", 1), *_bounds("kendall-similarity", "1/3", 3))
"""What holds of the readings of F_D; of ``passed`` only in part."""
CONVENTIONS = ("one", "next", "local", "zero")
IS_KENDALL_FOR_UNIT_WEIGHTS = axioms.generalizes("kendall", w=1)
MEAN = (*KENDALL, *_scaled("w", 1), IS_KENDALL_FOR_UNIT_WEIGHTS.id)


def _position(kind: str, convention: str) -> tuple[str, ...]:
    scaled = _scaled("delta", 2) if convention != "one" else ("richness(parameter=delta)",)
    collapse = (f"generalizes(other={kind}, delta=1)",) if convention != "zero" else ()
    bounds = _bounds("kendall-position", "1", 2) if kind == "footrule" else ()
    return (*SYMMETRIC, "top-heaviness", *scaled, *collapse, *bounds)


def _general(kind: str, convention: str) -> tuple[str, ...]:
    scaled = _scaled("delta", 2) if convention != "one" else ("richness(parameter=delta)",)
    collapse = (f"generalizes(other={kind}, w=1, delta=1, D=1)",) if convention != "zero" else ()
    bounds = _bounds("kendall-general", "1/3", 3) if kind == "footrule" else ()
    return (*SYMMETRIC, *_scaled("w", 2), *_scaled("D", 1), *scaled, *collapse, *bounds)


FIXED: dict[str, tuple[str, ...]] = {
    "kendall": KENDALL,
    "footrule": (*FOOTRULE, *_bounds("kendall", "1", 2)[:2], ROTATIONS.format("kendall")),
    "kendall-element": (*KENDALL, *_scaled("w", 2), "generalizes(other=kendall, w=1)", "subdivision"),
    **{f"kendall-element-mean[{mean}]": MEAN for mean in ("arithmetic", "geometric", "harmonic")},
    "footrule-element": (
        *FOOTRULE,
        *_scaled("w", 2),
        *_bounds("kendall-element", "1", 2),
        ROTATIONS.format("kendall-element"),
        "generalizes(other=footrule, w=1)",
        "subdivision",
    ),
    **{f"kendall-position[{c}]": _position("kendall", c) for c in CONVENTIONS},
    **{f"footrule-position[{c}]": _position("footrule", c) for c in CONVENTIONS},
    "kendall-similarity": (*KENDALL, *_scaled("D", 1), "generalizes(other=kendall, D=1)", "free-swap on the closure"),
    "footrule-similarity[deck]": (
        *READING,
        "symmetry",
        "triangle-inequality",
        "reversal-invariance",
        "generalizes(other=footrule, D=1)",
        "free-swap on the closure",
    ),
    "footrule-similarity[le]": READING,
    "footrule-similarity[lt]": READING,
    "footrule-similarity[passed]": (
        *(title for title in READING if not title.startswith("upper-bound")),
        "generalizes(other=footrule, D=1)",
        "reversal-invariance",
    ),
    **{f"kendall-general[{c}]": _general("kendall", c) for c in CONVENTIONS},
    **{f"footrule-general[{c}]": _general("footrule", c) for c in CONVENTIONS},
}
"""Per row the cells that the original does not violate: what its sources claim of it, and what is observed of it."""

ADDED = {"kendall-element-mean": (IS_KENDALL_FOR_UNIT_WEIGHTS,)}
"""Declared here and by no source: the mean of 1 and 1 is 1."""

# --- checking -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Stage:
    """How far to go: sizes enumerated by number of parameters, and cases sampled for each statement."""

    sizes: tuple[int, int, int]
    cases: int
    max_n: int
    is_last: bool = False

    def profile(self, *, enumerating: bool) -> Profile:
        """The budgets of one half of the stage."""
        cases = 0 if enumerating else self.cases
        sizes = self.sizes if enumerating else (0, 0, 0)
        return Profile(
            "mutants",
            sizes,
            2,
            sizes,
            drawn_cases=(cases, cases),
            climbs=cases,
            max_n=self.max_n,
            max_n_of_lists=self.max_n,
        )


STAGES = (Stage((2, 2, 2), 0, 2), Stage((4, 3, 2), 32, 4), Stage((4, 4, 2), 320, 6, is_last=True))
"""The first stage that kills ends it."""


@dataclass(frozen=True)
class Kill:
    """What killed a mutant: the cell, and the size of its witness if it is refuted."""

    row: str
    title: str
    verdict: str
    n: int | None


def title_of(search: CellSearch) -> str:
    """The title of the cell that is worked on."""
    return search.statement.id + (" on the closure" if search.space == "closed" else "")


@cache
def declared(row: str) -> tuple[Claim, ...]:
    """All statements about the original, as claims: a mutant must not choose what is asked of it."""
    metric = CATALOGUE.metric(row)
    asked = [statement for statement, _ in statements_of(metric, CATALOGUE)]
    source = SourceClaim("declared", "declared by the tests")
    return tuple(Claim(statement, "holds", source) for statement in (*asked, *ADDED.get(metric.id, ())))


def asked(metric: Metric, registry: Registry, titles: Callable[[str], bool], seed: int = 0) -> RowSearch:
    """The cells with these titles, nothing of them decided."""
    row = row_search(replace(metric, claims=declared(metric.name)), registry, seed)
    row.searches = [search for search in row.searches if titles(title_of(search))]
    return row


def checked(
    metric: Metric, registry: Registry, profile: Profile, titles: Callable[[str], bool], seed: int = 0
) -> Iterator[Cell]:
    """The cells with these titles as they are decided, without pins."""
    return decide_cells(asked(metric, registry, titles, seed), methods_for(metric, profile))


def violated(cell: Cell, *, is_last: bool) -> bool:
    """Whether the cell says that the metric is not what it was; what is not shown counts at the last stage only."""
    verdict = cell.evidence.verdict
    return verdict in ("refuted", "error", "flaky") or (is_last and cell.evidence.no_example_found)


def violations(metric: Metric, registry: Registry, stage: Stage) -> Iterator[Kill]:
    """The fixed axioms of the row that it violates, as they are found."""
    fixed = FIXED[metric.name]
    found: list[Cell] = []
    row = asked(metric, registry, fixed.__contains__)
    found.extend(decide_cells(row, methods_for(metric, stage.profile(enumerating=True))))
    shown = {cell.title for cell in found if cell.evidence.witness is not None or cell.evidence.verdict == "error"}
    ranked = sorted(found, key=lambda c: c.evidence.witness.n if c.evidence.witness else 0)
    yield from (_kill(cell) for cell in ranked if violated(cell, is_last=False))
    if not stage.cases:
        return
    for search in row.searches:
        if title_of(search) in shown:
            continue
        sampled = checked(metric, registry, stage.profile(enumerating=False), title_of(search).__eq__)
        yield from (_kill(cell) for cell in sampled if violated(cell, is_last=stage.is_last))


def _kill(cell: Cell) -> Kill:
    witness = cell.evidence.witness
    return Kill(cell.metric, cell.title, cell.evidence.verdict, witness.n if witness else None)


# --- subjects -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Subject:
    """A function that mutants are made of, and the rows that it is part of."""

    name: str
    function: Callable[..., Any]
    rows: tuple[str, ...]

    @property
    def tree(self) -> ast.FunctionDef:
        """The syntax tree of the function, without decorators, annotations and docstring."""
        return function_tree(self.function)


def _conventions(id: str) -> tuple[str, ...]:
    return tuple(f"{id}[{convention}]" for convention in ("next", "one", "local", "zero"))


def _subject(*rows: str) -> Subject:
    metric = CATALOGUE.metric(rows[0])
    return Subject(metric.id if len(rows) > 1 else metric.name, metric.definition, rows)


SUBJECTS: tuple[Subject, ...] = (
    Subject("inverted-pairs", rankings.inverted_pairs, ("kendall", "kendall-element")),
    _subject("kendall"),
    _subject("footrule"),
    _subject("kendall-element"),
    _subject("kendall-element-mean[arithmetic]"),
    _subject("kendall-element-mean[geometric]"),
    _subject("kendall-element-mean[harmonic]"),
    _subject("footrule-element"),
    Subject(
        "average-swap-cost",
        position.average_swap_cost,
        (*_conventions("kendall-position"), *_conventions("footrule-position")),
    ),
    _subject(*_conventions("kendall-position")),
    _subject(*_conventions("footrule-position")),
    _subject("kendall-similarity"),
    *(_subject(f"footrule-similarity[{reading}]") for reading in ("deck", "le", "lt", "passed")),
    _subject(*_conventions("kendall-general")),
    _subject(*_conventions("footrule-general")),
)


# --- mutants --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Mutant:
    """A subject with one change."""

    name: str
    subject: Subject
    tree: ast.FunctionDef

    @property
    def registry(self) -> Registry:
        """The catalogue with the mutant in it."""
        return _registry(self.subject, self.tree)

    def killed_by(self) -> Kill | None:
        """The first violation of a fixed axiom, or None if the mutant survives."""
        registry = self.registry
        for stage in STAGES:
            for row in self.subject.rows:
                kill = next(violations(registry.metric(row), registry, stage), None)
                if kill is not None:
                    return kill
        return None

    def differs(self, twins: Mapping[str, str] = MappingProxyType({})) -> str | None:
        """Where the mutant first has another value than the original, or than its twin among the rows, or None.

        Compared exactly on all pairs of rankings and in all lanes of the grid: up to 4 items, or up to 3 where there
        are several parameters or irrational values.
        """
        registry = self.registry
        for row in self.subject.rows:
            original, mutated = CATALOGUE.metric(twins.get(row, row)), registry.metric(row)
            for n in range(1, 4 if len(original.parameters) > 1 or original.variant == "geometric" else 5):
                lanes = grid_lanes(original, n)
                for a, b in product(all_rankings(n), repeat=2):
                    gap = original.evaluate(a, b, lanes.packed) - mutated.evaluate(a, b, lanes.packed)
                    if (gap.signs() != 0).any() if isinstance(gap, Column) else gap != 0:
                        return f"{row} on {a} and {b}"
        return None


def _registry(subject: Subject, tree: ast.FunctionDef) -> Registry:
    made = Registry(CATALOGUE)
    home = dict(vars(sys.modules[subject.function.__module__]))
    mutated = compile_mutant(tree, subject.function, home)
    for row in subject.rows:
        original = CATALOGUE.metric(row)
        if original.definition is subject.function:
            definition = mutated
        else:  # the subject is a helper of it
            there = {**vars(sys.modules[original.definition.__module__]), tree.name: mutated}
            definition = compile_mutant(function_tree(original.definition), original.definition, there)
        made.metrics[row] = replace(original, definition=definition)
    return made


@cache
def mutants_of(subject: Subject) -> tuple[Mutant, ...]:
    """All mutants of a subject, in the order of its source, each change once."""
    found = variations(subject.name, subject.tree, basic_changes)
    return tuple(Mutant(name, subject, changed) for name, changed in found)


def all_mutants() -> tuple[Mutant, ...]:
    """The mutants of all subjects."""
    return tuple(mutant for subject in SUBJECTS for mutant in mutants_of(subject))
