"""Build mutants of a metric for `axiomatrix vectors`: wrong versions, each with one mistake in implementing it.

There are three sorts of mutants: the definition with one small change (:func:`mutants_of`), the metric with misread
arguments (:func:`misreadings_of`), and another metric in its place (:func:`neighbours_of`). :mod:`.changes` proposes
the changes of a definition, and :mod:`.choosing` looks for inputs on which mutants have other values than the metric.

The first part of the file makes new functions from the syntax tree of one. The second part makes new metrics. A *row*
is a metric in one variant. A metric's *spaces* are those that its arguments and parameters are from.
"""

from __future__ import annotations
import __future__  # the module itself, for its compiler flag

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
from itertools import chain, count, islice, takewhile
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
        raise OSError("the source is not a def")  # the source of a lambda is its whole line; OSError means no source
    tree.decorator_list = []
    if ast.get_docstring(tree) is not None:
        tree.body = tree.body[1:]
    return tree


def compile_mutant(
    tree: ast.FunctionDef, original: Callable[..., Any], namespace: dict[str, Any]
) -> Callable[..., Any]:
    """Compile a tree to a function with the original's defaults, and put it into the namespace by its name.

    The namespace is changed: it is the globals of the new function. The tree is compiled as a module without running
    it, which would evaluate defaults again. The function's code is among the constants of the module's code.
    Annotations are not evaluated either, so that their names need not be in the namespace.
    """
    module = compile(
        ast.fix_missing_locations(ast.Module([tree], [])),
        "<mutant>",
        "exec",
        flags=__future__.annotations.compiler_flag,
        dont_inherit=True,
    )
    code = next(part for part in module.co_consts if isinstance(part, CodeType) and part.co_name == tree.name)
    undecorated = inspect.unwrap(original)
    function = FunctionType(code, namespace, tree.name, undecorated.__defaults__)
    function.__kwdefaults__ = undecorated.__kwdefaults__
    namespace[tree.name] = function
    return function


def variations(
    name: str,
    tree: ast.FunctionDef,
    changes_of_node: Callable[[ast.AST, frozenset[str]], Iterator[tuple[str, ast.AST]]],
) -> Iterator[tuple[str, ast.FunctionDef]]:
    """Yield (name of the change, tree) for each distinct tree with one change, in the order of the source.

    ``name`` is the function's, and begins the name of each change; equal names get numbers. ``changes_of_node`` yields
    (label, replacement) pairs for a node and its scope. Trees are equal if their texts are, without terms ``+ 0``: if
    the constant of ``n + 1`` is changed to 0, the result is the same as with the right side dropped.
    """
    texts = {ast.unparse(tree)}
    names: set[str] = set()
    for path, node, scope in list(_walk(tree, (), frozenset())):
        for label, replacement in changes_of_node(node, scope):
            changed_tree = _with_node(tree, path, replacement)
            text = re.sub(r" [+-] 0\b", "", ast.unparse(changed_tree))
            if text in texts:
                continue
            texts.add(text)
            title = f"{name}: {label}, {_change_text(tree, changed_tree, path)}"
            numbered_titles = chain([title], (f"{title} (place {k})" for k in count(2)))
            unique_title = next(candidate for candidate in numbered_titles if candidate not in names)
            names.add(unique_title)
            yield unique_title, changed_tree


def _walk(node: ast.AST, path: NodePath, scope: frozenset[str]) -> Iterator[tuple[NodePath, ast.AST, frozenset[str]]]:
    """Yield all nodes with their paths and the names that are bound there.

    A function binds its arguments, a comprehension the targets of its ``for`` clauses, its *generators*. The iterable
    of a clause sees the targets of the clauses before it, a condition also its own, and the element all of them.
    Arguments and annotations of a function are not walked: changes are for its body.
    """
    yield path, node, scope
    if isinstance(node, (ast.GeneratorExp, ast.ListComp, ast.DictComp, ast.SetComp)):
        bound: set[str] = set()  # targets of the clauses so far
        for k, generator in enumerate(node.generators):
            targets = {name.id for name in ast.walk(generator.target) if isinstance(name, ast.Name)}
            generator_path: NodePath = (*path, ("generators", k))
            yield generator_path, generator, scope | bound
            yield from _walk(generator.iter, (*generator_path, ("iter", None)), scope | bound)
            for i, condition in enumerate(generator.ifs):
                yield from _walk(condition, (*generator_path, ("ifs", i)), scope | bound | targets)
            bound |= targets
        for field in ("key", "value", "elt"):
            if hasattr(node, field):
                yield from _walk(getattr(node, field), (*path, (field, None)), scope | bound)
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
    """Return the node at the end of the path."""
    node: Any = tree
    for field, k in path:
        node = getattr(node, field) if k is None else getattr(node, field)[k]
    return node


def _with_node(tree: ast.FunctionDef, path: NodePath, replacement: ast.AST) -> ast.FunctionDef:
    """Return a copy of the tree with the node at the end of the path replaced."""
    changed = copy.deepcopy(tree)
    (*parent_path, (field, k)) = path
    parent = _node_at(changed, tuple(parent_path))
    if k is None:
        setattr(parent, field, copy.deepcopy(replacement))
    else:
        getattr(parent, field)[k] = copy.deepcopy(replacement)
    return ast.fix_missing_locations(changed)


def _change_text(before: ast.AST, after: ast.AST, path: NodePath) -> str:
    """Write a change: the nearest expression that is more than a name or a number, before and after.

    Of long expressions, only the part that changes is written, with a few characters around it.
    """
    while isinstance(_node_at(before, path), (ast.Name, ast.Constant, ast.Slice, ast.Tuple, ast.List)):
        path = path[:-1]  # the parent, which exists: the root is a function
    old, new = _code_text(_node_at(before, path)), _code_text(_node_at(after, path))
    start = _common_length(old, new)
    end = _common_length(old[start:][::-1], new[start:][::-1])  # the common end, which does not overlap the beginning
    return f"{_window(old, start, end)} -> {_window(new, start, end)}"


def _common_length(old: str, new: str) -> int:
    """Return the length of the longest common beginning."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(old, new, strict=False)))


def _code_text(node: ast.AST) -> str:
    """Write the node as code; of an ``if`` the condition alone."""
    return f"if {ast.unparse(node.test)}" if isinstance(node, ast.If) else ast.unparse(node).strip()


def _window(text: str, start: int, end: int) -> str:
    """Return the text without its first ``start`` and last ``end`` characters, with some of these around it.

    ``...`` replaces the characters that are left out, unless these are at most as long.
    """
    low = max(0, start - CHARACTERS_AROUND_CHANGE)
    high = min(len(text), len(text) - end + CHARACTERS_AROUND_CHANGE)
    head = "..." if low > 3 else text[:low]
    tail = "..." if high < len(text) - 3 else text[high:]
    return f"{head}{text[low:high]}{tail}"


# --- mutants of a metric -----------------------------------------------------------------------------------------
#
# A change of a definition may be in a function that it uses. So a mutant is built in three steps:
#
# 1. The functions that may change are the definition and the functions that it uses, directly or through others. They
#    are found by following the names in compiled code.
# 2. Each change of a function's syntax tree is compiled to a new function.
# 3. Every function between the definition and the changed one is copied with the new function in its globals.

CHANGEABLE_FUNCTIONS = (
    "axiomatrix.catalogue.metrics.",
    "axiomatrix.values.rankings.inverted_pairs",
    "axiomatrix.values.rankings._inverted",
    USER_FILE,
)
"""Beginnings of the full names of functions that may be changed: definitions, and the pairs that Kendall's distances
sum over."""


@dataclass(frozen=True)
class Mutant:
    """A metric with one change, and the name of the change."""

    name: str
    metric: Metric[Any]


def neighbours_of(metric: Metric[Any], rows: Iterable[Metric[Any]]) -> Iterator[Mutant]:
    """Yield the other rows of the same kind and spaces as mutants: people implement another metric by mistake."""

    def signature(row: Metric[Any]) -> list[Any]:
        spaces = (*row.arguments.values(), *row.parameters.values())
        return [row.kind, *row.parameters, *((type(space), space.name) for space in spaces)]

    for row in rows:
        is_own_definition = row.implementation is None  # and not a function of a library
        if row.name != metric.name and is_own_definition and signature(row) == signature(metric):
            yield Mutant(f"it is {row.name}", row)


def _as_rank_vector(a: Ranking) -> Ranking:
    """Return the ranking whose order is the rank vector of ``a``: its positions are read as items."""
    return Ranking.from_order([a[x] for x in sorted(a.order)])  # type: ignore[type-var]  # items are 1..n


MISREADINGS: tuple[tuple[str, type, Callable[[Any], Any]], ...] = (
    ("orders are taken for rank vectors", Ranking, _as_rank_vector),
    ("lists are read from their end", Judged, lambda x: Judged.of(x.grades[::-1], missing=x.missing)),
    ("lists are taken for sorted", Judged, lambda x: Judged.of(sorted(x.grades, reverse=True), missing=x.missing)),
    # Missing documents are those that were judged and not retrieved.
    ("what is missing is left out", Judged, lambda x: Judged.of(x.grades)),
    ("lists are cut after two items", TopList, lambda a: TopList.of(a.order[:2])),
)
"""Ways to misread arguments: (name, type of the arguments, function from an argument to its misreading)."""


def misreadings_of(metric: Metric[Any]) -> Iterator[Mutant]:
    """Yield the metric with arguments that are misread or exchanged."""
    for name, argument_type, misread in MISREADINGS:
        # The first value of each space over one item shows the type of its values.
        first_values = [x for space in metric.arguments.values() for x in islice(space.enumerate(1), 1)]
        if all(isinstance(x, argument_type) for x in first_values):
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
    if command_of(metric) is not None:  # another program computes the metric: there is no definition in Python
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
        for name, changed_tree in variations(subject, tree, changes_of_node):
            namespace = dict(vars(sys.modules[function.__module__]))  # a copy: the module keeps its function
            changed_function = cached_like(function, compile_mutant(changed_tree, function, namespace))
            definition = replace_definition(metric.definition, function, changed_function)
            yield Mutant(name, replace(metric, definition=definition))


def _changes_within(bound: frozenset[str], node: ast.AST, scope: frozenset[str]) -> Iterator[tuple[str, ast.AST]]:
    """Yield the changes of a node that may use all names bound in the function, not only those bound at the node."""
    return changes(node, scope | bound)


@cache
def definitions_used(function: Callable[..., Any]) -> dict[str, Any]:
    """Return the functions and metrics that a function names, if they may be changed, by name.

    The names are those in its compiled code, and in the code nested in it, such as that of comprehensions.
    """
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


def _definition(metric_or_function: Any) -> Callable[..., Any] | None:
    """Return the definition of a metric, or the function itself, if it may be changed; None for anything else."""
    is_metric = isinstance(metric_or_function, Metric)
    function = metric_or_function.definition if is_metric else metric_or_function
    if not (isinstance(function, FunctionType) or hasattr(function, "cache_info")):  # lru_cache returns no function
        return None
    return function if f"{function.__module__}.{function.__name__}".startswith(CHANGEABLE_FUNCTIONS) else None


@cache
def definitions_reached(function: Callable[..., Any]) -> frozenset[Callable[..., Any]]:
    """Return the function and all that it uses, directly or through others."""
    reached_functions, waiting = {function}, [function]
    while waiting:
        for metric_or_function in definitions_used(waiting.pop()).values():
            used = _definition(metric_or_function)
            if used is not None and used not in reached_functions:
                reached_functions.add(used)
                waiting.append(used)
    return frozenset(reached_functions)


def replace_definition(
    function: Callable[..., Any], old: Callable[..., Any], new: Callable[..., Any]
) -> Callable[..., Any]:
    """Return the function with ``old`` replaced by ``new`` in everything it uses.

    A function finds others by their names in its globals. So each function on the way to the old one is copied, with
    the replaced function in the globals of the copy, and the original is unchanged.
    """
    if function is old:
        return new
    if old not in definitions_reached(function):
        return function
    replacements: dict[str, Any] = {}
    for name, metric_or_function in definitions_used(function).items():
        used = _definition(metric_or_function)
        if used is not None and used is not function and old in definitions_reached(used):
            replaced = replace_definition(used, old, new)
            is_metric = isinstance(metric_or_function, Metric)
            replacements[name] = replace(metric_or_function, definition=replaced) if is_metric else replaced
    original = unwrap(function)
    namespace = {**original.__globals__, **replacements}
    copied = FunctionType(original.__code__, namespace, original.__name__, original.__defaults__, original.__closure__)
    copied.__kwdefaults__ = original.__kwdefaults__
    return cached_like(function, copied)


def cached_like(original: Callable[..., Any], function: Callable[..., Any]) -> Callable[..., Any]:
    """Give the function its own cache if the original has one.

    An original with ``cache_info`` has an ``lru_cache``. Any other decorated one has the project's own cache,
    ``remembered``.
    """
    if hasattr(original, "cache_info"):
        return lru_cache(maxsize=64)(function)
    return remembered(function) if hasattr(original, "__wrapped__") else function
