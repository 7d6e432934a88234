"""Build mutants of a metric for `axiomatrix vectors`: its definition with one small change, or misread arguments.

:mod:`.changes` proposes the changes, :mod:`.choosing` looks for inputs that tell the mutants from the metric.
"""

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
from itertools import count, islice, takewhile
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

NodePath = tuple[tuple[str, int | None], ...]
"""The path from the root of a syntax tree to a node: (field, index) steps, index None in a field that is not a list."""
CHARACTERS_AROUND_CHANGE = 16
"""Characters on each side of a change that its name shows."""


def function_tree(function: Callable[..., Any]) -> ast.FunctionDef:
    """Parse a function to a syntax tree without decorators, annotations and docstring."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(inspect.unwrap(function)))).body[0]
    if not isinstance(tree, ast.FunctionDef):
        raise OSError("the source is not a def")  # a lambda has the source of its whole line
    tree.decorator_list = []
    if ast.get_docstring(tree) is not None:
        tree.body = tree.body[1:]
    return tree


def compile_mutant(
    tree: ast.FunctionDef, original: Callable[..., Any], namespace: dict[str, Any]
) -> Callable[..., Any]:
    """Compile a tree to a function with the original's defaults, and put it into the namespace by its name.

    The tree is compiled as a module without running it, which would evaluate defaults again. The function's code is
    among the constants of the module's code.
    """
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
    """Yield (name of the change, tree) for each distinct tree with one change, in the order of the source.

    Trees are equal if their texts are, without terms ``+ 0``: a changed constant 1 in ``n + 1`` is the same as the
    right side dropped. Equal names get numbers.
    """
    texts, names = {ast.unparse(tree)}, set()
    for path, node, scope in list(_walk(tree, (), frozenset())):
        for label, replacement in changes(node, scope):
            changed = _with_node(tree, path, replacement)
            text = re.sub(r" [+-] 0\b", "", ast.unparse(changed))
            if text in texts:
                continue
            texts.add(text)
            title = f"{name}: {label}, {_change_text(tree, changed, path)}"
            numbered = (title + (f" (place {k})" if k > 1 else "") for k in count(1))
            unique_title = next(candidate for candidate in numbered if candidate not in names)
            names.add(unique_title)
            yield unique_title, changed


def _walk(node: ast.AST, path: NodePath, scope: frozenset[str]) -> Iterator[tuple[NodePath, ast.AST, frozenset[str]]]:
    """Yield all nodes with their paths and the names that are bound there.

    In a comprehension, the first iterable sees no target, a condition those of the generators up to its own, and the
    element all of them.
    """
    yield path, node, scope
    if isinstance(node, (ast.GeneratorExp, ast.ListComp, ast.DictComp, ast.SetComp)):
        before: set[str] = set()
        for k, generator in enumerate(node.generators):
            targets = {name.id for name in ast.walk(generator.target) if isinstance(name, ast.Name)}
            generator_path: NodePath = (*path, ("generators", k))
            yield generator_path, generator, scope | before
            yield from _walk(generator.iter, (*generator_path, ("iter", None)), scope | before)
            for i, condition in enumerate(generator.ifs):
                yield from _walk(condition, (*generator_path, ("ifs", i)), scope | before | targets)
            before |= targets
        for field in ("key", "value", "elt"):
            if hasattr(node, field):
                yield from _walk(getattr(node, field), (*path, (field, None)), scope | before)
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


def _node_at(tree: ast.AST, path: NodePath) -> Any:
    """The node at the end of the path."""
    node: Any = tree
    for field, k in path:
        node = getattr(node, field) if k is None else getattr(node, field)[k]
    return node


def _with_node(tree: ast.FunctionDef, path: NodePath, replacement: ast.AST) -> ast.FunctionDef:
    """A copy of the tree with the node at the end of the path replaced."""
    changed = copy.deepcopy(tree)
    (*parent_path, (field, k)) = path
    parent = _node_at(changed, tuple(parent_path))
    if k is None:
        setattr(parent, field, copy.deepcopy(replacement))
    else:
        getattr(parent, field)[k] = copy.deepcopy(replacement)
    return ast.fix_missing_locations(changed)


def _change_text(before: ast.AST, after: ast.AST, path: NodePath) -> str:
    """Write a change: the nearest expression that is more than a name or a number, before and after."""
    while isinstance(_node_at(before, path), (ast.Name, ast.Constant, ast.Slice, ast.Tuple, ast.List)):
        path = path[:-1]
    old, new = _text(_node_at(before, path)), _text(_node_at(after, path))
    start = _common_length(old, new)
    end = _common_length(old[start:][::-1], new[start:][::-1])  # of the common end, which does not overlap the start
    return f"{_window(old, start, end)} -> {_window(new, start, end)}"


def _common_length(old: str, new: str) -> int:
    """The length of the longest common beginning."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(old, new, strict=False)))


def _text(node: ast.AST) -> str:
    return f"if {ast.unparse(node.test)}" if isinstance(node, ast.If) else ast.unparse(node).strip()


def _window(text: str, start: int, end: int) -> str:
    """Return the text without its first ``start`` and last ``end`` characters, with some of these around it."""
    low, high = max(0, start - CHARACTERS_AROUND_CHANGE), min(len(text), len(text) - end + CHARACTERS_AROUND_CHANGE)
    head, tail = "..." if low > 3 else text[:low], "..." if high < len(text) - 3 else text[high:]
    return f"{head}{text[low:high]}{tail}"


# Mutants of a metric: one small change of its definition, arguments read wrongly, or another row in its place.
#
# 1. The functions that may change are the definition and the functions that it uses, directly or through others. They
#    are found by following the names in compiled code.
# 2. Each change of a function's syntax tree is compiled to a new function.
# 3. Every function between the definition and the changed one is copied with the new function in its globals.

PAIR_FUNCTIONS = "axiomatrix.values.rankings."
CHANGED_FUNCTIONS = (
    "axiomatrix.catalogue.metrics.",
    f"{PAIR_FUNCTIONS}inverted_pairs",
    f"{PAIR_FUNCTIONS}_inverted",
    USER_FILE,
)
"""Prefixes of the full names of functions that may be changed."""


@dataclass(frozen=True)
class Mutant:
    """A metric with one change, and the name of the change."""

    name: str
    metric: Metric[Any]


def neighbours_of(metric: Metric[Any], rows: Iterable[Metric[Any]]) -> Iterator[Mutant]:
    """Yield the other rows with the same signature, as mutants: people implement another metric by mistake."""

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
"""Ways to misread arguments: a name, the type of the arguments, and the value that is read instead."""


def misreadings_of(metric: Metric[Any]) -> Iterator[Mutant]:
    """Yield the metric with arguments that are misread or exchanged."""
    for name, kind, misread in MISREADINGS:
        if all(isinstance(x, kind) for space in metric.arguments.values() for x in islice(space.enumerate(1), 1)):
            yield Mutant(name, replace(metric, definition=partial(_evaluate_misread, metric.definition, misread)))
    if len(metric.arguments) == 2:
        yield Mutant(
            "the arguments are exchanged", replace(metric, definition=partial(_evaluate_exchanged, metric.definition))
        )


def _evaluate_misread(
    definition: Callable[..., Any], misread: Callable[[Any], Any], *arguments: Any, **parameters: Any
) -> Any:
    return definition(*map(misread, arguments), **parameters)


def _evaluate_exchanged(definition: Callable[..., Any], a: Any, b: Any, **parameters: Any) -> Any:
    return definition(b, a, **parameters)


def mutants_of(metric: Metric[Any]) -> Iterator[Mutant]:
    """Yield all mutants of a metric, in the order of its source; none if the source is not available."""
    if command_of(metric) is not None:  # the definition is in the program, not in Python
        return
    for function in sorted(definitions_reached(metric.definition), key=lambda f: (f.__module__, f.__name__)):
        if getattr(unwrap(function), "__closure__", None):
            continue  # compiled alone it would not find the names of the functions around it
        try:
            tree = function_tree(function)
        except (OSError, TypeError):  # no source, such as of a definition typed in a console
            continue
        changes_of_node = partial(_changes_within, locals_of(tree))
        subject = f"{function.__module__.rpartition('.')[2].removeprefix(USER_FILE)}.{function.__name__}"
        for name, tree_changed in variations(subject, tree, changes_of_node):
            mutant = cached_like(
                function, compile_mutant(tree_changed, function, dict(vars(sys.modules[function.__module__])))
            )
            yield Mutant(name, replace(metric, definition=replace_definition(metric.definition, function, mutant)))


def _changes_within(bound: frozenset[str], node: ast.AST, scope: frozenset[str]) -> Iterator[tuple[str, ast.AST]]:
    return changes(node, scope | bound)


@cache
def definitions_used(function: Callable[..., Any]) -> dict[str, Any]:
    """Return the functions and metrics that a function names, if they may be changed, by name."""
    names: set[str] = set()
    if not isinstance(unwrap(function), FunctionType):
        return {}
    codes: list[CodeType] = [unwrap(function).__code__]
    while codes:
        code = codes.pop()
        names.update(code.co_names)
        codes += [constant for constant in code.co_consts if isinstance(constant, CodeType)]
    namespace = unwrap(function).__globals__
    return {
        name: namespace[name]
        for name in sorted(names)
        if name in namespace and _definition(namespace[name]) is not None
    }


def _definition(value: Any) -> Callable[..., Any] | None:
    """Return the definition of a metric, or the function itself, if it may be changed; None otherwise."""
    function = value.definition if isinstance(value, Metric) else value
    is_function = isinstance(function, FunctionType) or hasattr(function, "cache_info")
    return (
        function if is_function and f"{function.__module__}.{function.__name__}".startswith(CHANGED_FUNCTIONS) else None
    )


@cache
def definitions_reached(function: Callable[..., Any]) -> frozenset[Callable[..., Any]]:
    """Return the function and all that it uses, directly or through others."""
    reached_functions, waiting = {function}, [function]
    while waiting:
        for value in definitions_used(waiting.pop()).values():
            used = _definition(value)
            if used is not None and used not in reached_functions:
                reached_functions.add(used)
                waiting.append(used)
    return frozenset(reached_functions)


def replace_definition(
    function: Callable[..., Any], old: Callable[..., Any], new: Callable[..., Any]
) -> Callable[..., Any]:
    """Return the function with the old one replaced by the new one in all that it uses.

    A function finds others by their names in its globals. So each function on the way to the old one is copied, with
    the replaced function in the globals of the copy, and the original stays as it is.
    """
    if function is old:
        return new
    if old not in definitions_reached(function):
        return function
    replacements: dict[str, Any] = {}
    for name, value in definitions_used(function).items():
        used = _definition(value)
        if used is not None and used is not function and old in definitions_reached(used):
            replaced = replace_definition(used, old, new)
            replacements[name] = replace(value, definition=replaced) if isinstance(value, Metric) else replaced
    bare = unwrap(function)
    namespace = {**bare.__globals__, **replacements}
    copy = FunctionType(bare.__code__, namespace, bare.__name__, bare.__defaults__, bare.__closure__)
    copy.__kwdefaults__ = bare.__kwdefaults__
    return cached_like(function, copy)


def cached_like(original: Callable[..., Any], function: Callable[..., Any]) -> Callable[..., Any]:
    """Cache the function's values if the original's are cached, in a cache of its own."""
    if hasattr(original, "cache_info"):
        return lru_cache(maxsize=64)(function)
    return remembered(function) if hasattr(original, "__wrapped__") else function
