"""Reading back the text of an exact number."""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable
from typing import Any

from flint import fmpq

from .constants import log, root, sqrt
from .formal import Formal
from .radicals import conjugates

_OPERATORS: dict[type[ast.AST], Callable[..., Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.USub: operator.neg,
}
_MAX_TEXT = 20_000
_MAX_EXPONENT = 64
_MAX_DIGITS = 300
_MAX_WORK = 10_000
_MAX_ORDER = 10**18
_RATIONAL = re.compile(r"(-?(?:0|[1-9][0-9]{0,99}))(?:/([1-9][0-9]{0,99}))?")


def parse(text: str) -> Any:
    """Read back a number written by ``str``: integers, ``+ - * / **``, ``log(p)``, ``sqrt(p)`` and ``root(p, q)``.

    Nothing else is read: ``ValueError``.
    """
    if not isinstance(text, str) or len(text) > _MAX_TEXT:
        raise ValueError("a number must be a text of at most 20,000 characters")
    if rational_match := _RATIONAL.fullmatch(text):  # most are, and this takes a tenth of the time
        return fmpq(int(rational_match[1]), int(rational_match[2] or 1))
    try:
        return _parsed(ast.parse(text.strip(), mode="eval").body)
    except (SyntaxError, RecursionError, MemoryError, ZeroDivisionError) as error:
        raise ValueError(f"{text[:60]!r} is not an exact number: {error}") from None


def _terms(x: Any) -> int:
    return len(x.num) + len(x.den) if isinstance(x, Formal) else 1


def _parsed(node: ast.AST) -> Any:
    if isinstance(node, ast.Constant) and type(node.value) is int and node.value < 10**_MAX_DIGITS:
        return fmpq(node.value)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow):
        simple = isinstance(node.left, (ast.Constant, ast.Call))
        small = (
            isinstance(node.right, ast.Constant)
            and type(node.right.value) is int
            and node.right.value <= max(_MAX_EXPONENT, _order(node.left))
        )
        if not (simple and small):
            raise ValueError(
                f"only a number, log(), sqrt() or root() can be raised to a power, and to at most {_MAX_EXPONENT}"
            )
        return _parsed(node.left) ** node.right.value  # type: ignore[attr-defined]  # a constant
    if isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
        left, right = _parsed(node.left), _parsed(node.right)
        norm = conjugates(right.num) if isinstance(node.op, ast.Div) and isinstance(right, Formal) else 1
        if _terms(left) * _terms(right) * norm > _MAX_WORK:
            raise ValueError("a number with too many terms")
        return _OPERATORS[type(node.op)](left, right)
    if isinstance(node, ast.UnaryOp) and type(node.op) in _OPERATORS:
        return _OPERATORS[type(node.op)](_parsed(node.operand))
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and not node.keywords:
        function: Any = {"log": log, "sqrt": sqrt, "root": lambda x: root(x, _order(node))}.get(node.func.id)
        if function is not None and len(node.args) == (2 if node.func.id == "root" else 1):
            argument = _parsed(node.args[0])
            if not isinstance(argument, fmpq) or max(abs(int(argument.p)), int(argument.q)) > 10**12:
                raise ValueError("log, sqrt and root take rationals of at most twelve digits")
            return function(argument)
    raise ValueError("only integers, + - * / **, log(), sqrt() and root() make an exact number")


def _order(node: ast.AST) -> int:
    """The order of ``root(p, order)``; 0 for what is not a root of a definite order."""
    if (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "root"
        and len(node.args) == 2
    ):
        order = node.args[1]
        if isinstance(order, ast.Constant) and type(order.value) is int and order.value <= _MAX_ORDER:
            return order.value
    return 0
