"""Syntax trees of definitions, each with one change, and the functions that they make."""

from __future__ import annotations
import __future__

import ast
import copy
import inspect
import re
import textwrap
from collections.abc import Callable, Iterator
from itertools import count
from types import CodeType, FunctionType
from typing import Any

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
