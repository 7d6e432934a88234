"""Snippets: an adapter's function as a script that makes one call, which a user of the library can run.

A snippet has the function's own lines, with values in place of variable names and without anything that only other
calls need. Reports show snippets of findings.
"""

from __future__ import annotations

import ast
import inspect
import math
import textwrap
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any


def snippet_of(
    function: Callable[..., Any],
    variables: Mapping[str, Any],
    comment: str = "",
    from_library: Mapping[str, str] = MappingProxyType({}),
) -> str:
    """Python that needs only the library and prints what the function answers.

    ``from_library`` are arguments that are things of the library, each by its module and its name:
    ``scipy.stats:spearmanr``.
    """
    tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    definition = next(node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))
    statements = [s for s in definition.body if not (isinstance(s, ast.Expr) and isinstance(s.value, ast.Constant))]
    closure = inspect.getclosurevars(function).nonlocals
    writer = _LiteralWriter({**closure, **variables}, statements, from_library)
    statements = [writer.visit(statement) for statement in statements]
    last = statements.pop()
    if not isinstance(last, ast.Return) or last.value is None:
        raise ValueError(f"{definition.name}: the function of an implementation must end in a return")
    imported = _imported((s for s in statements if isinstance(s, ast.Import | ast.ImportFrom)), from_library.values())
    body = [s for s in statements if not isinstance(s, ast.Import | ast.ImportFrom)]
    used = {node.id for s in (*body, last) for node in ast.walk(s) if isinstance(node, ast.Name)}
    used_variables = {name: value for name, value in variables.items() if name in used}
    for statement in imported:
        statement.names = [alias for alias in statement.names if (alias.asname or alias.name).split(".")[0] in used]
    lines = list(dict.fromkeys([*imports(used_variables.values()), *(ast.unparse(s) for s in imported if s.names)]))
    lines += [f"{name} = {literal(value)}" for name, value in used_variables.items()]
    lines += [ast.unparse(s) for s in body]
    lines.append(f"print({ast.unparse(last.value)})" + (f"  # {comment}" if comment else ""))
    return "\n".join(lines) + "\n"


def _imported(
    imports_of_function: Iterable[ast.Import | ast.ImportFrom], from_library: Iterable[str]
) -> list[ast.Import | ast.ImportFrom]:
    """The imports of the function and of its library arguments, sorted by module."""
    statements = list(imports_of_function)
    for place in from_library:
        module, _, name = place.partition(":")
        of_module = [s for s in statements if isinstance(s, ast.ImportFrom) and s.module == module]
        names = [alias for s in of_module for alias in s.names]
        names = sorted([*names, ast.alias(name)], key=lambda alias: (not alias.name.isupper(), alias.name))
        statements = [*(s for s in statements if s not in of_module), ast.ImportFrom(module, names, 0)]
    return sorted(statements, key=lambda s: getattr(s, "module", None) or s.names[0].name)


class _LiteralWriter(ast.NodeTransformer):
    """Replaces names by their plain values, and drops empty lists that are unpacked.

    An argument ``from_library`` is replaced by its name in the library.
    """

    def __init__(
        self, values: Mapping[str, Any], statements: Iterable[ast.stmt], from_library: Mapping[str, str]
    ) -> None:
        self.from_library = {name: place.partition(":")[2] for name, place in from_library.items()}
        nodes = [node for statement in statements for node in ast.walk(statement)]
        bound = {node.id for node in nodes if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)}
        bound |= {node.arg for node in nodes if isinstance(node, ast.arg)}
        values = {name: value for name, value in values.items() if name not in bound}
        self.literals = {name: value for name, value in values.items() if _is_plain(value)}
        self.empty = {name for name, value in values.items() if isinstance(value, list) and not value}

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id in self.from_library:
            return ast.Name(self.from_library[node.id])
        return ast.parse(literal(self.literals[node.id]), mode="eval").body if node.id in self.literals else node

    def visit_List(self, node: ast.List) -> ast.expr:
        node.elts = [element for element in node.elts if not self._is_empty(element)]
        return self.generic_visit(node)  # type: ignore[return-value]  # a list stays one

    def _is_empty(self, element: ast.expr) -> bool:
        """Return whether an element is ``*name`` or ``*map(function, name)`` of an empty list."""
        if not isinstance(element, ast.Starred):
            return False
        unpacked = element.value
        if isinstance(unpacked, ast.Call) and isinstance(unpacked.func, ast.Name) and unpacked.func.id == "map":
            unpacked = unpacked.args[-1]
        return isinstance(unpacked, ast.Name) and unpacked.id in self.empty

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.expr:
        self.generic_visit(node)
        texts = [part.value for part in node.values if isinstance(part, ast.Constant)]
        return ast.Constant("".join(map(str, texts))) if len(texts) == len(node.values) else node

    def visit_FormattedValue(self, node: ast.FormattedValue) -> ast.expr:
        self.generic_visit(node)
        is_plain = isinstance(node.value, ast.Constant) and node.conversion == -1 and node.format_spec is None
        return ast.Constant(str(node.value.value)) if is_plain else node  # type: ignore[attr-defined]  # a constant


def _is_plain(value: object) -> bool:
    return type(value) in (str, int, bool) or (type(value) is float and math.isfinite(value))


# --- values as Python that makes them again ---------------------------------------------------------------------


def imports(values: Iterable[Any]) -> list[str]:
    """The imports that the literals of these values need, in a fixed order."""
    needed = {line for value in values for line in _needed(value)}
    constants = sorted(name for name in ("inf", "nan") if name in needed)
    lines = [f"from math import {', '.join(constants)}"] if constants else []
    return lines + [line for line in ("import numpy as np", "import torch") if line in needed]


def _needed(value: Any) -> set[str]:
    if isinstance(value, dict):
        return {line for pair in value.items() for part in pair for line in _needed(part)}
    if isinstance(value, (list, tuple)):
        return {line for part in value for line in _needed(part)}
    module = {"numpy": "import numpy as np", "torch": "import torch"}.get(type(value).__module__)
    if module:
        return {module} | _needed(value.tolist())
    if isinstance(value, float) and not math.isfinite(value):
        return {"nan" if math.isnan(value) else "inf"}
    return set()


def literal(value: Any) -> str:
    """Write a value as Python: also numpy arrays and scalars, and torch tensors."""
    if type(value).__module__ == "torch":
        return f"torch.tensor({value.tolist()!r}, dtype={value.dtype})"
    if type(value).__module__ != "numpy":
        return repr(value)
    if getattr(value, "ndim", 0):
        return f"np.array({value.tolist()!r}, dtype='{value.dtype}')"
    return f"np.{value.dtype}({value.item()!r})"
