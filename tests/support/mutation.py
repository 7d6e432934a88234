"""Mutants of metric definitions, one small change each, and the axioms that they are held against.

A *subject* is a function that mutants are made of: the definition of a metric, or a helper of several. A mutant of it
takes the place of the original in a child registry, under the same names, so that all rows that use the function are
mutated together, as they would be by a bug.
"""

from __future__ import annotations
import __future__

import ast
import copy
import inspect
import re
import sys
import textwrap
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import count, product
from types import MappingProxyType
from typing import Any

from axiomatrix import axioms
from axiomatrix.catalogue.loading import load_catalogue
from axiomatrix.catalogue.metrics import position
from axiomatrix.engine.ladder import decided, methods_for
from axiomatrix.engine.row import row_work, statements_of
from axiomatrix.evidence.cell import Cell
from axiomatrix.methods.lanes import grid
from axiomatrix.methods.profile import Profile
from axiomatrix.methods.work import RowWork, Work
from axiomatrix.model.claim import Claim, SourceClaim
from axiomatrix.model.metric import Metric
from axiomatrix.model.registry import Registry
from axiomatrix.numbers.columns import Column
from axiomatrix.spaces import all_rankings
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
            "mutants", sizes, 2, sizes, drawn=(cases, cases), climbs=cases, max_n=self.max_n, longest=self.max_n
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


def title_of(work: Work) -> str:
    """The title of the cell that is worked on."""
    return work.statement.id + (" on the closure" if work.space == "closed" else "")


@cache
def declared(row: str) -> tuple[Claim, ...]:
    """All statements about the original, as claims: a mutant must not choose what is asked of it."""
    metric = CATALOGUE.metric(row)
    asked = [statement for statement, _ in statements_of(metric, CATALOGUE)]
    source = SourceClaim("declared", "declared by the tests")
    return tuple(Claim(statement, "holds", source) for statement in (*asked, *ADDED.get(metric.id, ())))


def asked(metric: Metric, registry: Registry, titles: Callable[[str], bool], seed: int = 0) -> RowWork:
    """The cells with these titles, nothing of them decided."""
    row = row_work(replace(metric, claims=declared(metric.name)), registry, seed)
    row.works = [work for work in row.works if titles(title_of(work))]
    return row


def checked(
    metric: Metric, registry: Registry, profile: Profile, titles: Callable[[str], bool], seed: int = 0
) -> Iterator[Cell]:
    """The cells with these titles as they are decided, without pins."""
    return decided(asked(metric, registry, titles, seed), methods_for(metric, profile))


def violated(cell: Cell, *, is_last: bool) -> bool:
    """Whether the cell says that the metric is not what it was; what is not shown counts at the last stage only."""
    verdict = cell.evidence.verdict
    return verdict in ("refuted", "error", "flaky") or (is_last and cell.evidence.no_example_found)


def violations(metric: Metric, registry: Registry, stage: Stage) -> Iterator[Kill]:
    """The fixed axioms of the row that it violates, as they are found."""
    fixed = FIXED[metric.name]
    found: list[Cell] = []
    row = asked(metric, registry, fixed.__contains__)
    found.extend(decided(row, methods_for(metric, stage.profile(enumerating=True))))
    shown = {cell.title for cell in found if cell.evidence.witness is not None or cell.evidence.verdict == "error"}
    ranked = sorted(found, key=lambda c: c.evidence.witness.n if c.evidence.witness else 0)
    yield from (_kill(cell) for cell in ranked if violated(cell, is_last=False))
    if not stage.cases:
        return
    for work in row.works:
        if title_of(work) in shown:
            continue
        sampled = checked(metric, registry, stage.profile(enumerating=False), title_of(work).__eq__)
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


def function_tree(function: Callable[..., Any]) -> ast.FunctionDef:
    """The syntax tree of a function, without decorators, annotations and docstring."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(inspect.unwrap(function)))).body[0]
    assert isinstance(tree, ast.FunctionDef)
    tree.decorator_list = []
    if ast.get_docstring(tree) is not None:
        tree.body = tree.body[1:]
    return tree


# --- changes --------------------------------------------------------------------------------------------------

Path = tuple[tuple[str, int | None], ...]

PARTNERS = {"a": "b", "b": "a", "x": "y", "y": "x", "min": "max", "max": "min"}
OPERATORS: dict[type[ast.operator], ast.operator] = {
    ast.Add: ast.Sub(),
    ast.Sub: ast.Add(),
    ast.Mult: ast.Add(),
    ast.Div: ast.Mult(),
}
COMPARISONS: dict[type[ast.cmpop], tuple[ast.cmpop, ...]] = {
    ast.Lt: (ast.LtE(), ast.Gt()),
    ast.LtE: (ast.Lt(), ast.Gt()),
    ast.Gt: (ast.GtE(), ast.Lt()),
    ast.GtE: (ast.Gt(), ast.Lt()),
    ast.Eq: (ast.NotEq(),),
    ast.NotEq: (ast.Eq(),),
    ast.In: (ast.NotIn(),),
}
MOVES = ((ast.Add(), "+ 1"), (ast.Sub(), "- 1"))


def changes(node: ast.AST, scope: frozenset[str]) -> Iterator[tuple[str, ast.AST]]:
    """What this node can be replaced by, and what that is called."""
    if isinstance(node, ast.BinOp):
        yield "operator", ast.BinOp(node.left, OPERATORS[type(node.op)], node.right)
        yield "right side dropped", node.left
        if isinstance(node.op, (ast.Add, ast.Mult, ast.Sub)):
            yield "left side dropped", node.right
    elif isinstance(node, ast.Compare):
        for k, op in enumerate(node.ops):
            for other in COMPARISONS[type(op)]:
                yield "comparison", ast.Compare(node.left, [*node.ops[:k], other, *node.ops[k + 1 :]], node.comparators)
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        yield "constant", ast.Constant(node.value + 1)
        yield "constant", ast.Constant(node.value - 1)
    elif isinstance(node, ast.Slice):
        for field in ("lower", "upper"):
            bound = getattr(node, field)
            if isinstance(bound, (ast.Name, ast.Subscript)):  # bounds with a constant in them are moved by it
                for op, _ in MOVES:
                    moved = ast.BinOp(bound, op, ast.Constant(1))
                    yield "bound", ast.Slice(**{"lower": node.lower, "upper": node.upper, field: moved})
    elif isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id == "delta":
        for op, _ in MOVES:
            yield "index", ast.Subscript(node.value, ast.BinOp(node.slice, op, ast.Constant(1)), ast.Load())
    elif isinstance(node, ast.Call):
        if isinstance(node.func, ast.Name) and node.func.id == "abs":
            yield "abs dropped", node.args[0]
        if [getattr(arg, "id", None) for arg in node.args] in (["a", "b"], ["b", "a"]):
            yield "arguments swapped", ast.Call(node.func, node.args[::-1], [])
    elif isinstance(node, ast.Tuple) and len(node.elts) == 2 and isinstance(node.ctx, ast.Load):
        yield "pair swapped", ast.Tuple(node.elts[::-1], ast.Load())
    elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
        partner = PARTNERS.get(node.id)
        if partner in scope or partner in ("min", "max"):
            yield "name", ast.Name(partner, ast.Load())
    elif isinstance(node, ast.IfExp):
        yield "branches swapped", ast.IfExp(node.test, node.orelse, node.body)
    elif isinstance(node, ast.BoolOp):
        yield "connective", ast.BoolOp(ast.And() if isinstance(node.op, ast.Or) else ast.Or(), node.values)
        for k in range(len(node.values)):
            rest = [*node.values[:k], *node.values[k + 1 :]]
            yield "condition dropped", rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest)
    elif isinstance(node, ast.If):
        yield "condition negated", ast.If(ast.UnaryOp(ast.Not(), node.test), node.body, node.orelse)
    elif isinstance(node, ast.comprehension) and isinstance(node.iter, (ast.Call, ast.Attribute, ast.Tuple)):
        if not (
            isinstance(node.iter, ast.Call) and isinstance(node.iter.func, ast.Name) and node.iter.func.id in _LAZY
        ):
            for label, part in (("first skipped", ast.Slice(ast.Constant(1))), ("last skipped", _ALL_BUT_LAST)):
                yield label, ast.comprehension(node.target, ast.Subscript(node.iter, part, ast.Load()), node.ifs, 0)
        for k in range(len(node.ifs)):
            yield "condition dropped", ast.comprehension(node.target, node.iter, node.ifs[:k] + node.ifs[k + 1 :], 0)


_LAZY = ("enumerate",)
_ALL_BUT_LAST = ast.Slice(None, ast.UnaryOp(ast.USub(), ast.Constant(1)))


def _walk(node: ast.AST, path: Path, scope: frozenset[str]) -> Iterator[tuple[Path, ast.AST, frozenset[str]]]:
    """All nodes with their paths and the names that are bound there."""
    yield path, node, scope
    if isinstance(node, (ast.GeneratorExp, ast.ListComp, ast.DictComp, ast.SetComp)):
        targets = {n.id for g in node.generators for n in ast.walk(g.target) if isinstance(n, ast.Name)}
        for k, generator in enumerate(node.generators):
            before = {n.id for g in node.generators[:k] for n in ast.walk(g.target) if isinstance(n, ast.Name)}
            here = {n.id for n in ast.walk(generator.target) if isinstance(n, ast.Name)}
            place: Path = (*path, ("generators", k))
            yield place, generator, scope | before
            yield from _walk(generator.iter, (*place, ("iter", None)), scope | before)
            for i, condition in enumerate(generator.ifs):
                yield from _walk(condition, (*place, ("ifs", i)), scope | before | here)
        for field in ("key", "value", "elt"):
            if hasattr(node, field):
                yield from _walk(getattr(node, field), (*path, (field, None)), scope | targets)
        return
    if isinstance(node, ast.FunctionDef):
        scope = scope | {arg.arg for arg in node.args.args}
    for field, value in ast.iter_fields(node):
        if field in ("returns", "args") and isinstance(node, ast.FunctionDef):
            continue
        if isinstance(value, ast.AST):
            yield from _walk(value, (*path, (field, None)), scope)
        elif isinstance(value, list):
            for k, child in enumerate(value):
                if isinstance(child, ast.AST):
                    yield from _walk(child, (*path, (field, k)), scope)


def _at(tree: ast.AST, path: Path) -> Any:
    node: Any = tree
    for field, k in path:
        node = getattr(node, field) if k is None else getattr(node, field)[k]
    return node


def _replaced(tree: ast.FunctionDef, path: Path, new: ast.AST) -> ast.FunctionDef:
    changed = copy.deepcopy(tree)
    (*above, (field, k)) = path
    parent = _at(changed, tuple(above))
    if k is None:
        setattr(parent, field, copy.deepcopy(new))
    else:
        getattr(parent, field)[k] = copy.deepcopy(new)
    return ast.fix_missing_locations(changed)


def _shown(before: ast.AST, after: ast.AST, path: Path) -> str:
    """The change as text: the nearest expression that is more than a name or a number, and what became of it."""
    while isinstance(_at(before, path), (ast.Name, ast.Constant, ast.Slice, ast.Tuple, ast.List)):
        path = path[:-1]
    old, new = (_text(_at(tree, path)) for tree in (before, after))
    start = next((k for k, (c, d) in enumerate(zip(old, new, strict=False)) if c != d), min(len(old), len(new)))
    rest = min(len(old), len(new)) - start
    end = next((k for k, (c, d) in enumerate(zip(old[::-1], new[::-1], strict=False)) if c != d or k == rest), rest)
    return f"{_window(old, start, end)} -> {_window(new, start, end)}"


def _text(node: ast.AST) -> str:
    return f"if {ast.unparse(node.test)}" if isinstance(node, ast.If) else ast.unparse(node).strip()


def _window(text: str, start: int, end: int) -> str:
    """The part of the text that changed, with what stands around it."""
    low, high = max(0, start - CONTEXT), min(len(text), len(text) - end + CONTEXT)
    head, tail = "..." if low > 3 else text[:low], "..." if high < len(text) - 3 else text[high:]
    return f"{head}{text[low:high]}{tail}"


CONTEXT = 16


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
                lanes = grid(original, n)
                for a, b in product(all_rankings(n), repeat=2):
                    gap = original.evaluate(a, b, lanes.packed) - mutated.evaluate(a, b, lanes.packed)
                    if (gap.signs() != 0).any() if isinstance(gap, Column) else gap != 0:
                        return f"{row} on {a} and {b}"
        return None


def compiled(tree: ast.FunctionDef, namespace: dict[str, Any]) -> Callable[..., Any]:
    """The function of a tree, made in that namespace."""
    code = compile(
        ast.fix_missing_locations(ast.Module([tree], [])),
        "<mutant>",
        "exec",
        flags=__future__.annotations.compiler_flag,
        dont_inherit=True,
    )
    exec(code, namespace)
    return namespace[tree.name]


def _registry(subject: Subject, tree: ast.FunctionDef) -> Registry:
    made = Registry(CATALOGUE)
    home = dict(vars(sys.modules[subject.function.__module__]))
    mutated = compiled(tree, home)
    for row in subject.rows:
        original = CATALOGUE.metric(row)
        if original.definition is subject.function:
            definition = mutated
        else:  # the subject is a helper of it
            there = {**vars(sys.modules[original.definition.__module__]), tree.name: mutated}
            definition = compiled(function_tree(original.definition), there)
        made.metrics[row] = replace(original, definition=definition)
    return made


def variations(
    name: str, tree: ast.FunctionDef, changes: Callable[[ast.AST, frozenset[str]], Iterator[tuple[str, ast.AST]]]
) -> Iterator[tuple[str, ast.FunctionDef]]:
    """The trees with one change, in the order of the source, each change once, and what they are called."""
    seen, names = {ast.unparse(tree)}, set()
    for path, node, scope in list(_walk(tree, (), frozenset())):
        for label, new in changes(node, scope):
            changed = _replaced(tree, path, new)
            text = re.sub(r" [+-] 0\b", "", ast.unparse(changed))
            if text in seen:
                continue
            seen.add(text)
            plain = f"{name}: {label}, {_shown(tree, changed, path)}"
            full = next(n for k in count(1) if (n := plain + (f" (place {k})" if k > 1 else "")) not in names)
            names.add(full)
            yield full, changed


@cache
def mutants_of(subject: Subject) -> tuple[Mutant, ...]:
    """All mutants of a subject, in the order of its source, each change once."""
    found = variations(subject.name, subject.tree, changes)
    return tuple(Mutant(name, subject, changed) for name, changed in found)


def all_mutants() -> tuple[Mutant, ...]:
    """The mutants of all subjects."""
    return tuple(mutant for subject in SUBJECTS for mutant in mutants_of(subject))
