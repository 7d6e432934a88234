"""Which exact definition a row is compared with, as text."""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
from collections.abc import Callable
from typing import Any

from ...model.metric import Metric
from ...model.registry import Registry

_OF_CATALOGUE = re.compile(r"\w+\.metric\((['\"])([^'\"]+)\1\)")


def definition_text(definition: Callable[..., Any] | None, registry: Registry) -> str:
    """What the definition computes, for the reader; empty if there is none.

    Of a metric its name and formula; of a function its docstring if it has one, else its expression, and the formulas
    of the metrics of the catalogue that it names.
    """
    if definition is None:
        return ""
    if isinstance(definition, Metric):
        return f"{definition.name}: {definition.formula}"
    text, names = _written(definition)
    formulas = [f"{name} is {registry.metrics[name].formula}" for name in names if name in registry.metrics]
    return "; ".join([text, *formulas])


def _written(definition: Callable[..., Any]) -> tuple[str, list[str]]:
    name = getattr(definition, "__name__", "")
    expressions = _expressions(definition)
    names = list(dict.fromkeys(parts[1] for text in expressions for parts in _OF_CATALOGUE.findall(text)))
    documented = inspect.getdoc(definition)
    if documented:
        return " ".join(documented.split("\n\n", 1)[0].split()), names
    if len(expressions) == 1:
        return _OF_CATALOGUE.sub(lambda match: match[2], expressions[0]), names
    return name if name.isidentifier() else "a function of the adapter", names


def _expressions(definition: Callable[..., Any]) -> list[str]:
    """What the function returns, as Python, each way out; nothing if its source is not at hand."""
    try:
        source = textwrap.dedent(inspect.getsource(definition))
        code = definition.__code__
    except (OSError, TypeError, AttributeError):
        return []
    tree = _parsed(source)
    if tree is None:
        return []
    wanted = list(code.co_varnames[: code.co_argcount + code.co_kwonlyargcount])
    lambdas = [n for n in ast.walk(tree) if isinstance(n, ast.Lambda) and [a.arg for a in n.args.args] == wanted]
    if code.co_name == "<lambda>":
        return [ast.unparse(lambdas[0].body)] if len(lambdas) == 1 else []
    return [ast.unparse(n.value) for n in ast.walk(tree) if isinstance(n, ast.Return) and n.value is not None]


def _parsed(source: str) -> ast.AST | None:
    """The source as a tree; a lambda's source is the line that it stands on, which may be half of something."""
    for text in (source, f"f({source})", f"f({source.strip().rstrip(',')})"):
        try:
            return ast.parse(text)
        except SyntaxError:
            continue
    return None
