"""Mutants of a metric: its definition with one small change."""

from __future__ import annotations
import __future__

import ast
import copy
import inspect
import re
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache, lru_cache, partial
from inspect import unwrap
from itertools import count, islice
from types import CodeType, FunctionType
from typing import Any

from ...catalogue.any_language import command_of
from ...catalogue.user_frames import USER_FILE
from ...model.metric import Metric
from ...numbers.exact import remembered
from ...values.judged import Judged
from ...values.orders import TopList
from ...values.rankings import Ranking
from .changes import changes, locals_of

Place = tuple[tuple[str, int | None], ...]
"""The way to a node: fields, with the index in those that are lists."""
CONTEXT = 16
"""Characters around a change that its name shows."""


def function_tree(function: Callable[..., Any]) -> ast.FunctionDef:
    """The syntax tree of a function, without decorators, annotations and docstring."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(inspect.unwrap(function)))).body[0]
    if not isinstance(tree, ast.FunctionDef):
        raise OSError("the source is not a def")  # as of a lambda
    tree.decorator_list = []
    if ast.get_docstring(tree) is not None:
        tree.body = tree.body[1:]
    return tree


def compiled(tree: ast.FunctionDef, original: Callable[..., Any], namespace: dict[str, Any]) -> Callable[..., Any]:
    """The function of a tree, with the defaults of the original. In the namespace it takes the place of that one."""
    module = compile(
        ast.fix_missing_locations(ast.Module([tree], [])),
        "<mutant>",
        "exec",
        flags=__future__.annotations.compiler_flag,
        dont_inherit=True,
    )
    code = next(part for part in module.co_consts if isinstance(part, CodeType) and part.co_name == tree.name)
    bare = inspect.unwrap(original)
    function = FunctionType(code, namespace, tree.name, bare.__defaults__)
    function.__kwdefaults__ = bare.__kwdefaults__
    namespace[tree.name] = function
    return function


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
            title = f"{name}: {label}, {_shown(tree, changed, path)}"
            full = next(n for k in count(1) if (n := title + (f" (place {k})" if k > 1 else "")) not in names)
            names.add(full)
            yield full, changed


def _walk(node: ast.AST, path: Place, scope: frozenset[str]) -> Iterator[tuple[Place, ast.AST, frozenset[str]]]:
    """All nodes with their paths and the names that are bound there."""
    yield path, node, scope
    if isinstance(node, (ast.GeneratorExp, ast.ListComp, ast.DictComp, ast.SetComp)):
        targets = {n.id for g in node.generators for n in ast.walk(g.target) if isinstance(n, ast.Name)}
        for k, generator in enumerate(node.generators):
            before = {n.id for g in node.generators[:k] for n in ast.walk(g.target) if isinstance(n, ast.Name)}
            bound_names = {n.id for n in ast.walk(generator.target) if isinstance(n, ast.Name)}
            place: Place = (*path, ("generators", k))
            yield place, generator, scope | before
            yield from _walk(generator.iter, (*place, ("iter", None)), scope | before)
            for i, condition in enumerate(generator.ifs):
                yield from _walk(condition, (*place, ("ifs", i)), scope | before | bound_names)
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


def _at(tree: ast.AST, path: Place) -> Any:
    node: Any = tree
    for field, k in path:
        node = getattr(node, field) if k is None else getattr(node, field)[k]
    return node


def _replaced(tree: ast.FunctionDef, path: Place, new: ast.AST) -> ast.FunctionDef:
    changed = copy.deepcopy(tree)
    (*above, (field, k)) = path
    parent = _at(changed, tuple(above))
    if k is None:
        setattr(parent, field, copy.deepcopy(new))
    else:
        getattr(parent, field)[k] = copy.deepcopy(new)
    return ast.fix_missing_locations(changed)


def _shown(before: ast.AST, after: ast.AST, path: Place) -> str:
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


# Mutants of a metric: one small change of its definition, arguments read wrongly, or another row in its place.
# A change is one of the definition, or of a function that it uses. The functions are found by following the names
# that the definitions use. Every function between the definition and the changed one is made anew with the mutant
# in its globals, in whatever module it is.

PAIRS = "axiomatrix.values.rankings."
HOMES = ("axiomatrix.catalogue.metrics.", f"{PAIRS}inverted_pairs", f"{PAIRS}_inverted", USER_FILE)
"""How the names begin of the functions that are changed, with their modules."""


@dataclass(frozen=True)
class Mutant:
    """A metric with one change, and a name that says which."""

    name: str
    metric: Metric[Any]


def neighbours_of(metric: Metric[Any], rows: Iterable[Metric[Any]]) -> Iterator[Mutant]:
    """The other rows that take the same, as the mutants that someone took for the metric."""

    def signature(row: Metric[Any]) -> list[Any]:
        spaces = (*row.arguments.values(), *row.parameters.values())
        return [row.kind, *row.parameters, *((type(space), space.name) for space in spaces)]

    for row in rows:
        if row.name != metric.name and row.implementation is None and signature(row) == signature(metric):
            yield Mutant(f"it is {row.name}", row)


MISREADINGS: tuple[tuple[str, type, Callable[[Any], Any]], ...] = (
    ("orders are taken for rank vectors", Ranking, lambda a: Ranking.from_order([a[x] for x in sorted(a.order)])),
    ("lists are read from their end", Judged, lambda x: Judged.of(x.grades[::-1], missing=x.missing)),
    ("lists are taken for sorted", Judged, lambda x: Judged.of(sorted(x.grades, reverse=True), missing=x.missing)),
    ("what is missing is left out", Judged, lambda x: Judged.of(x.grades)),
    ("lists are cut after two items", TopList, lambda a: TopList.of(a.order[:2])),
)
"""What a program may take its arguments for: a name, what the arguments are, and what it reads instead."""


def misreadings_of(metric: Metric[Any]) -> Iterator[Mutant]:
    """The metric of arguments that are read wrongly."""
    for name, kind, read in MISREADINGS:
        if all(isinstance(x, kind) for space in metric.arguments.values() for x in islice(space.enumerate(1), 1)):
            yield Mutant(name, replace(metric, definition=partial(_misread, metric.definition, read)))
    if len(metric.arguments) == 2:
        yield Mutant("the arguments are exchanged", replace(metric, definition=partial(_exchanged, metric.definition)))


def _misread(definition: Callable[..., Any], read: Callable[[Any], Any], *given: Any, **parameters: Any) -> Any:
    return definition(*map(read, given), **parameters)


def _exchanged(definition: Callable[..., Any], a: Any, b: Any, **parameters: Any) -> Any:
    return definition(b, a, **parameters)


def mutants_of(metric: Metric[Any]) -> Iterator[Mutant]:
    """All mutants of a metric, in the order of its source; none where the source is not at hand."""
    if command_of(metric) is not None:  # the definition is in the program, not in Python
        return
    for function in sorted(reached_from(metric.definition), key=lambda f: (f.__module__, f.__name__)):
        if getattr(unwrap(function), "__closure__", None):
            continue  # compiled alone it would not find its names
        try:
            tree = function_tree(function)
        except (OSError, TypeError):  # typed where no text is kept
            continue
        changed_here = partial(_changes_within, locals_of(tree))
        subject = f"{function.__module__.rpartition('.')[2].removeprefix(USER_FILE)}.{function.__name__}"
        for name, changed in variations(subject, tree, changed_here):
            new = remembering_as(function, compiled(changed, function, dict(vars(sys.modules[function.__module__]))))
            yield Mutant(name, replace(metric, definition=with_in_place(metric.definition, function, new)))


def _changes_within(bound: frozenset[str], node: ast.AST, scope: frozenset[str]) -> Iterator[tuple[str, ast.AST]]:
    return changes(node, scope | bound)


@cache
def used_by(function: Callable[..., Any]) -> dict[str, Any]:
    """The functions and metrics of definitions that a function names, by the name under which it finds them."""
    names: set[str] = set()
    if not isinstance(unwrap(function), FunctionType):
        return {}
    codes: list[CodeType] = [unwrap(function).__code__]
    while codes:
        code = codes.pop()
        names.update(code.co_names)
        codes += [constant for constant in code.co_consts if isinstance(constant, CodeType)]
    home = unwrap(function).__globals__
    return {name: home[name] for name in sorted(names) if name in home and _definition(home[name]) is not None}


def _definition(value: Any) -> Callable[..., Any] | None:
    """The function of a definition that the value is, or that the metric has; it may remember its values."""
    function = value.definition if isinstance(value, Metric) else value
    is_function = isinstance(function, FunctionType) or hasattr(function, "cache_info")
    return function if is_function and f"{function.__module__}.{function.__name__}".startswith(HOMES) else None


@cache
def reached_from(function: Callable[..., Any]) -> frozenset[Callable[..., Any]]:
    """The function and all that it uses, directly or through others."""
    reached, ahead = {function}, [function]
    while ahead:
        for value in used_by(ahead.pop()).values():
            used = _definition(value)
            if used is not None and used not in reached:
                reached.add(used)
                ahead.append(used)
    return frozenset(reached)


def with_in_place(function: Callable[..., Any], old: Callable[..., Any], new: Callable[..., Any]) -> Callable[..., Any]:
    """The function with the new one in the place of the old one, also in what it uses."""
    if function is old:
        return new
    if old not in reached_from(function):
        return function
    changed: dict[str, Any] = {}
    for name, value in used_by(function).items():
        used = _definition(value)
        if used is not None and used is not function and old in reached_from(used):
            again = with_in_place(used, old, new)
            changed[name] = replace(value, definition=again) if isinstance(value, Metric) else again
    bare = unwrap(function)
    home = {**bare.__globals__, **changed}
    copied = FunctionType(bare.__code__, home, bare.__name__, bare.__defaults__, bare.__closure__)
    copied.__kwdefaults__ = bare.__kwdefaults__
    return remembering_as(function, copied)


def remembering_as(original: Callable[..., Any], function: Callable[..., Any]) -> Callable[..., Any]:
    """The function, remembering its values if the original does: under a memory of its own."""
    if hasattr(original, "cache_info"):
        return lru_cache(maxsize=64)(function)
    return remembered(function) if hasattr(original, "__wrapped__") else function
