"""The conditions of theorems: comparisons between numbers, decided exactly, and questions about a row."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache

from ...catalogue.loading import load_catalogue
from ...evidence.evidence import INFINITE
from ...evidence.matrix import Row
from ...model.relation import holds
from ...numbers.exact import compare, parse
from ...spaces import CutOffs, JudgedLists, Space
from ...spaces.gains import JudgedOrNot

_OP = re.compile(r"(<=|>=|==|!=|<|>)")
_NAME = re.compile(r"[a-z]\w*")
Bindings = Mapping[str, str]
_number = lru_cache(maxsize=4096)(parse)  # the same few are compared on many rows


def substitute(expression: str, bindings: Bindings) -> str:
    """Write the numbers for which variables stand into the expression."""
    return _NAME.sub(lambda name: f"({bindings[name[0]]})", expression)


def compute(expression: str, bindings: Bindings) -> str | None:
    """Compute the expression, as text; None where it has no value."""
    try:
        return str(_number(substitute(expression, bindings)))
    except ValueError:
        return None


def is_true(condition: str, bindings: Bindings) -> bool:
    """Decide the comparison; False where it cannot be decided."""
    left, op, right = (part.strip() for part in _OP.split(condition))
    infinite = [bindings.get(side) == INFINITE for side in (left, right)]
    if any(infinite):
        return bool(holds(op, infinite[0] - infinite[1]))
    try:
        sign = compare(*(_number(substitute(side, bindings)) for side in (left, right)))
    except ValueError:
        return False
    return sign is not None and bool(holds(op, sign))


@cache
def _spaces() -> Mapping[str, frozenset[str]]:
    """The names of our own spaces, by what theorems ask of them: of any other space a name says nothing."""
    ours = [metric for metric in load_catalogue().metrics.values() if not metric.is_foreign]
    parameters = [space for metric in ours for space in metric.parameters.values()]
    arguments = [space for metric in ours for space in metric.arguments.values()]
    spaces: dict[str, Sequence[Space]] = {
        "parameters": parameters,
        "cut-offs": [space for space in parameters if isinstance(space, CutOffs)],
        "binary": [space for space in arguments if isinstance(space, JudgedLists) and space.levels == (0, 1)],
        "judged": [space for space in arguments if isinstance(space, JudgedLists) and type(space) is not JudgedOrNot],
    }
    return {kind: frozenset(space.name for space in those) for kind, those in spaces.items()}


def _first_space(row: Row) -> str:
    return next(iter(row.arguments.values()), "")


def _cuts_nothing(row: Row) -> bool:
    return set(row.parameters.values()) <= _spaces()["parameters"] - _spaces()["cut-offs"]


def _has_same_parameters(row: Row, other: Row) -> bool:
    return row.parameters == other.parameters and set(row.parameters.values()) <= _spaces()["parameters"]


ROWS: dict[str, Callable[[Row, Row | None], bool]] = {
    "metrics without a cut-off": lambda m, o: _cuts_nothing(m),
    "metrics without parameters": lambda m, o: not m.parameters,
    "metrics of binary lists": lambda m, o: _first_space(m) in _spaces()["binary"],
    "constants are in its spaces": lambda m, o: set(m.parameters.values()) <= _spaces()["parameters"],
    "every item is judged": lambda m, o: _first_space(m) in _spaces()["judged"],
    "o is of binary lists": lambda m, o: o is not None and _first_space(o) in _spaces()["binary"],
    "o has the same parameters": lambda m, o: o is not None and _has_same_parameters(m, o),
}
"""Conditions of theorems on the metric, and on the metric that they call o."""
