"""The conditions of theorems: comparisons between numbers, decided exactly, and what is asked of a row."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache

from ...evidence.evidence import INFINITE
from ...evidence.matrix import Row
from ...model.relation import holds
from ...numbers.exact import compare, parse

_OP = re.compile(r"(<=|>=|==|!=|<|>)")
_NAME = re.compile(r"[a-z]\w*")
Bindings = Mapping[str, str]


def substituted(expression: str, bindings: Bindings) -> str:
    """The expression with the numbers that its variables stand for."""
    return _NAME.sub(lambda name: f"({bindings[name[0]]})", expression)


_number = lru_cache(maxsize=4096)(parse)  # the same few are compared on many rows


def computed(expression: str, bindings: Bindings) -> str | None:
    """The value of the expression as text; None where it has none."""
    try:
        return str(_number(substituted(expression, bindings)))
    except ValueError:
        return None


def keeps(condition: str, bindings: Bindings) -> bool:
    """Whether the comparison is true; not where it cannot be decided."""
    left, op, right = (part.strip() for part in _OP.split(condition))
    infinite = [bindings.get(side) == INFINITE for side in (left, right)]
    if any(infinite):
        return bool(holds(op, infinite[0] - infinite[1]))
    try:
        sign = compare(*(_number(substituted(side, bindings)) for side in (left, right)))
    except ValueError:
        return False
    return sign is not None and bool(holds(op, sign))


def _first_space(row: Row) -> str:
    return next(iter(row.arguments.values()), "")


ROWS: dict[str, Callable[[Row, Row | None], bool]] = {
    "metrics without a cut-off": lambda m, o: not any(s.startswith("cut-offs") for s in m.parameters.values()),
    "metrics without parameters": lambda m, o: not m.parameters,
    "metrics of binary lists": lambda m, o: _first_space(m).startswith("binary lists"),
    "every item is judged": lambda m, o: "not judged" not in _first_space(m),
    "o is of binary lists": lambda m, o: o is not None and _first_space(o).startswith("binary lists"),
    "o has the same parameters": lambda m, o: o is not None and m.parameters == o.parameters,
}
"""What a theorem may ask of the metric, and of the one that it calls o."""
