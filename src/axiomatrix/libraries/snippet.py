"""Snippets: short scripts that repeat one call of a library and need only that library. Findings in reports show them.

A snippet is made of the source of an adapter's function, the one that calls the library (:func:`snippet_of`). With the
variables ``y_true = [1, 0]``, ``y_score = [2, 1]`` and ``k = 1``, this function::

    def ndcg(y_true, y_score, k):
        from sklearn.metrics import ndcg_score

        return ndcg_score([y_true], [y_score], k=k)

becomes this snippet, with the library's answer as the comment::

    from sklearn.metrics import ndcg_score
    y_true = [1, 0]
    y_score = [2, 1]
    print(ndcg_score([y_true], [y_score], k=1))  # 1.0
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
    """Write a script that needs only the library and prints the function's answer to these variables.

    Some arguments of the function are objects of the library: with ``{"function": "scipy.stats:spearmanr"}`` as
    ``from_library``, the snippet imports ``spearmanr`` and writes it in place of ``function``. The comment stands
    behind the print. Raises ``ValueError`` unless the last statement of the function is a return.

    1. Names of variables with simple values are replaced by the values. In a list, the unpacking of a list that is
       empty in this call is dropped: ``[*before, k, *after]`` becomes ``[5]``.
    2. Imports move to the top, those of ``from_library`` included. Imports that are now unused are dropped.
    3. The other variables that the function uses are assigned.
    4. The rest of the body follows, with a ``print`` in place of the ``return``.
    """
    tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    definition = next(node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))
    # Drop the docstring, which is an expression statement of a constant.
    statements = [s for s in definition.body if not (isinstance(s, ast.Expr) and isinstance(s.value, ast.Constant))]

    # Step 1. Variables that the function closes over, such as the name of a metric, are replaced like those of the
    # call. Their values must be simple, since they are not assigned in step 3.
    closure = inspect.getclosurevars(function).nonlocals
    writer = _LiteralWriter({**closure, **variables}, statements, from_library)
    statements = [writer.visit(statement) for statement in statements]
    return_statement = statements.pop()
    if not isinstance(return_statement, ast.Return) or return_statement.value is None:
        raise ValueError(f"{definition.name}: the function of an implementation must end in a return")

    # Step 2. The names that are used are those that are still there after the replacement.
    own_imports = [s for s in statements if isinstance(s, ast.Import | ast.ImportFrom)]
    all_imports = _with_library_objects(own_imports, from_library.values())
    body = [s for s in statements if not isinstance(s, ast.Import | ast.ImportFrom)]
    used_names = {node.id for s in (*body, return_statement) for node in ast.walk(s) if isinstance(node, ast.Name)}
    for statement in all_imports:
        # An import binds its "as" name, or the first part of a dotted name.
        statement.names = [a for a in statement.names if (a.asname or a.name).split(".")[0] in used_names]
    used_variables = {name: value for name, value in variables.items() if name in used_names}
    imports = [*imports_of_literals(used_variables.values()), *(ast.unparse(s) for s in all_imports if s.names)]
    lines = list(dict.fromkeys(imports))  # each once

    # Steps 3 and 4.
    lines += [f"{name} = {literal(value)}" for name, value in used_variables.items()]
    lines += [ast.unparse(s) for s in body]
    lines.append(f"print({ast.unparse(return_statement.value)})" + (f"  # {comment}" if comment else ""))
    return "\n".join(lines) + "\n"


def _with_library_objects(
    own_imports: Iterable[ast.Import | ast.ImportFrom], places: Iterable[str]
) -> list[ast.Import | ast.ImportFrom]:
    """Add the objects at these places (``module:name``) to a function's own imports, and sort all by module.

    Imports from one module become one statement, in which constants (upper case) come first, as isort has them.
    """
    statements = list(own_imports)
    for place in places:
        module, _, name = place.partition(":")
        from_same_module = [s for s in statements if isinstance(s, ast.ImportFrom) and s.module == module]
        # An ``alias`` is Python's syntax node for one imported name.
        aliases = [alias for s in from_same_module for alias in s.names]
        aliases = sorted([*aliases, ast.alias(name)], key=lambda alias: (not alias.name.isupper(), alias.name))
        statements = [*(s for s in statements if s not in from_same_module), ast.ImportFrom(module, aliases, 0)]
    return sorted(statements, key=_imported_module)


def _imported_module(statement: ast.Import | ast.ImportFrom) -> str:
    """Return the name of the module that an import statement names first."""
    if isinstance(statement, ast.ImportFrom) and statement.module:
        return statement.module
    return statement.names[0].name


class _LiteralWriter(ast.NodeTransformer):
    """Replaces names by their values, and drops the unpacking of empty lists, such as ``*before``.

    Only strings, finite numbers and bools are written in place of a name. Names that the function binds itself stay.
    An argument of ``from_library`` is replaced by its name in the library.
    """

    def __init__(
        self, values: Mapping[str, Any], statements: Iterable[ast.stmt], from_library: Mapping[str, str]
    ) -> None:
        self.from_library = {name: place.partition(":")[2] for name, place in from_library.items()}
        nodes = [node for statement in statements for node in ast.walk(statement)]
        bound = {node.id for node in nodes if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)}
        bound |= {node.arg for node in nodes if isinstance(node, ast.arg)}  # parameters of lambdas
        values = {name: value for name, value in values.items() if name not in bound}
        self.literals = {name: value for name, value in values.items() if _is_simple(value)}
        self.empty_lists = {name for name, value in values.items() if isinstance(value, list) and not value}

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id in self.from_library:
            return ast.Name(self.from_library[node.id])
        if node.id in self.literals:
            return ast.parse(literal(self.literals[node.id]), mode="eval").body
        return node

    def visit_List(self, node: ast.List) -> ast.expr:
        node.elts = [element for element in node.elts if not self._unpacks_empty_list(element)]
        return self.generic_visit(node)  # type: ignore[return-value]  # a list stays one

    def _unpacks_empty_list(self, element: ast.expr) -> bool:
        """Return whether an element is ``*name`` or ``*map(function, name)`` of an empty list."""
        if not isinstance(element, ast.Starred):
            return False
        unpacked = element.value
        if isinstance(unpacked, ast.Call) and isinstance(unpacked.func, ast.Name) and unpacked.func.id == "map":
            unpacked = unpacked.args[-1]
        return isinstance(unpacked, ast.Name) and unpacked.id in self.empty_lists

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.expr:
        """Replace an f-string by a string if all its parts are constants by now."""
        self.generic_visit(node)
        texts = [part.value for part in node.values if isinstance(part, ast.Constant)]
        return ast.Constant("".join(map(str, texts))) if len(texts) == len(node.values) else node

    def visit_FormattedValue(self, node: ast.FormattedValue) -> ast.expr:
        """Replace ``{name}`` in an f-string by its value, unless it has a conversion or a format."""
        self.generic_visit(node)
        no_conversion = -1  # of the module ast
        is_simple = isinstance(node.value, ast.Constant) and node.conversion == no_conversion and not node.format_spec
        return ast.Constant(str(node.value.value)) if is_simple else node  # type: ignore[attr-defined]  # a constant


def _is_simple(value: object) -> bool:
    """Return whether a value is written in place of its name; infinity and nan have no literals.

    A subclass, such as NumPy's float, is not: it may have another repr.
    """
    return type(value) in (str, int, bool) or (type(value) is float and math.isfinite(value))


# --- values as Python expressions, for snippets alone -------------------------------------------------------------


def imports_of_literals(values: Iterable[Any]) -> list[str]:
    """Return the import lines that the literals of these values need, in a fixed order."""
    needed = {item for value in values for item in _imports_of_literal(value)}
    constants = sorted(name for name in ("inf", "nan") if name in needed)
    lines = [f"from math import {', '.join(constants)}"] if constants else []
    return lines + [line for line in ("import numpy as np", "import torch") if line in needed]


def _imports_of_literal(value: Any) -> set[str]:
    """Return what the literal needs: import lines of modules, and the names ``inf`` and ``nan`` of the module math."""
    if isinstance(value, dict):
        return {item for pair in value.items() for part in pair for item in _imports_of_literal(part)}
    if isinstance(value, (list, tuple)):
        return {item for part in value for item in _imports_of_literal(part)}
    module_import = {"numpy": "import numpy as np", "torch": "import torch"}.get(type(value).__module__)
    if module_import:
        return {module_import} | _imports_of_literal(value.tolist())
    if isinstance(value, float) and not math.isfinite(value):
        return {"nan" if math.isnan(value) else "inf"}
    return set()


def literal(value: Any) -> str:
    """Write a value as a Python expression: a tensor, an array or number of NumPy, or a value whose repr is one.

    The repr of an infinite float or nan is ``inf`` or ``nan``, names that must be imported.
    """
    if type(value).__module__ == "torch":
        return f"torch.tensor({value.tolist()!r}, dtype={value.dtype})"
    if type(value).__module__ != "numpy":
        return repr(value)
    if getattr(value, "ndim", 0):  # an array; a single number has no dimensions
        return f"np.array({value.tolist()!r}, dtype='{value.dtype}')"
    return f"np.{value.dtype}({value.item()!r})"
