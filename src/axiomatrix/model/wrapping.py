"""Advice for wrapping a function of any library as a metric: two lines to copy, which are tried before they are shown.

The function is called on a few small inputs in the usual forms: grades and scores, rank vectors, ids. The first form
for which it returns a number is shown.
"""

from __future__ import annotations

import inspect
import math
import sys
import warnings
from collections.abc import Callable, Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import StringIO
from typing import Any

from ..values.judged import Judged
from ..values.rankings import Ranking
from ..values.scored import Scored
from .guard import kept

NOT_OF_RANKINGS = ("true", "score", "label", "target", "relevance", "pred", "gain", "grade", "output")
"""Words in the name of a parameter that is not a ranking."""
OF_IDS = ("retriev", "recommend", "relevant", "actual", "hits", "ids")
"""What is in the name of a parameter that is a list of ids."""


@dataclass(frozen=True, eq=False)
class CallShape:
    """A way to give a function its arguments: as source text, and as values made of a sample."""

    options: str
    """What ``@metric`` is told of the arguments."""
    names: str
    """The parameters of the wrapping function."""
    text: str
    """The arguments in the call."""
    build: Callable[..., Sequence[Any]]
    samples: Sequence[tuple[Any, ...]]
    """What is tried: at first the better, then the worse, then what may have no value."""


_SCORED = [(Scored.of([1, 0, 1], [3, 1, 2]),), (Scored.of([1, 0, 1], [1, 3, 2]),)]
_SCORED += [(Scored.of([1], [1]),), (Scored.of([0, 0], [2, 1]),), (Scored.of([], []),)]
_JUDGED = [(Judged.of(grades),) for grades in ([1, 0, 1, 0], [0, 1, 0, 1], [1], [0], [])]
_PAIRS = [(Ranking.from_order([1, 2, 3, 4]), Ranking.from_order(order)) for order in ([1, 2, 3, 4], [4, 3, 2, 1])] + [
    (Ranking.from_order([1]), Ranking.from_order([1]))
]
_SPACE = "arguments={{'x': axiomatrix.spaces.{}}}"
_CUT = ", parameters={'k': axiomatrix.spaces.cut_offs()}"


def _floats(values: Sequence[Any]) -> list[float]:
    return [float(value) for value in values]


def _relevant(x: Judged) -> list[int]:
    return [i for i in x.ranks() if x[i] > 0]


SCORED = CallShape(
    _SPACE.format("scored_list"),
    "x",
    "list(x.grades), list(x.scores)",
    lambda x: (_floats(x.grades), _floats(x.scores)),
    _SCORED,
)
SCORED_ROWS = CallShape(
    _SPACE.format("scored_list"),
    "x",
    "[list(x.grades)], [list(x.scores)]",
    lambda x: ([_floats(x.grades)], [_floats(x.scores)]),
    _SCORED,
)
JUDGED = CallShape(_SPACE.format("binary_list"), "x", "list(x.grades)", lambda x: (_floats(x.grades),), _JUDGED)
JUDGED_AT = CallShape(
    _SPACE.format("binary_list") + _CUT, "x, k", "list(x.grades), k", lambda x: (_floats(x.grades), 2), _JUDGED
)
RETRIEVED = CallShape(
    _SPACE.format("binary_list"),
    "x",
    "x.ranks(), [i for i in x.ranks() if x[i] > 0]",
    lambda x: (x.ranks(), _relevant(x)),
    _JUDGED,
)
RETRIEVED_AT = CallShape(
    _SPACE.format("binary_list") + _CUT,
    "x, k",
    "x.ranks(), [i for i in x.ranks() if x[i] > 0], k",
    lambda x: (x.ranks(), _relevant(x), 2),
    _JUDGED,
)
RANKS = CallShape(
    "",
    "a, b",
    "[a[x] for x in a.items], [b[x] for x in a.items]",
    lambda a, b: ([int(a[x]) for x in a.items], [int(b[x]) for x in a.items]),
    _PAIRS,
)
ORDERS = CallShape("", "a, b", "list(a.order), list(b.order)", lambda a, b: (list(a.order), list(b.order)), _PAIRS)
RANKINGS = CallShape("", "a, b", "a, b", lambda a, b: (a, b), _PAIRS)
WHOLE = CallShape(_SPACE.format("binary_list"), "x", "x", lambda x: (x,), _JUDGED)


def wrapping_advice(function: Callable[..., Any]) -> str:
    """Two lines that make a metric of the function, ready to copy."""
    name = getattr(function, "__name__", "")
    if not name.isidentifier() or name == "lambda":
        name = "function"
    imported = _import_of(function, name)
    shape, suffix, kind, undefined = _fitting(function)
    id = f"my-{name.strip('_').replace('_', '-')}"
    options = [repr(id), f"kind={kind!r}", *filter(None, [shape.options, undefined, "exact=False"])]
    return (
        f"@axiomatrix.metric({', '.join(options)})\n"
        f"def my_{name}({shape.names}): {imported}return {name}({shape.text}){suffix}"
    )


def _import_of(function: Any, name: str) -> str:
    """The statement that imports the function from where it is public; empty for one of a notebook or script."""
    home = getattr(function, "__module__", None) or ""
    if home in ("", "__main__", "builtins") or getattr(function, "__qualname__", name) != name:
        return ""
    parts = home.split(".")
    for k in range(1, len(parts) + 1):  # the shortest path is the public one
        module = ".".join(parts[:k])
        if getattr(sys.modules.get(module), name, None) is function:
            return f"from {module} import {name}; "
    return ""


def _fitting(function: Callable[..., Any]) -> tuple[CallShape, str, str, str]:
    """The first shape that gives a number, how the number is got out of the result, the kind, what is undefined."""
    shapes = _likely(function)
    for shape in shapes:
        outcomes = [_outcome(function, shape, sample) for sample in shape.samples]
        if (number := _number_in(outcomes[0])) is None:
            continue
        suffix, better = number
        worse = _number_in(outcomes[1])
        is_rising = worse is None or better >= worse[1]
        of_pairs = shape.names == "a, b"
        kind = ("similarity" if is_rising else "distance") if of_pairs else ("score" if is_rising else "loss")
        return shape, suffix, kind, _undefined(outcomes[2:])
    return shapes[0], "", "distance" if shapes[0].names == "a, b" else "score", ""


def _likely(function: Callable[..., Any]) -> list[CallShape]:
    """The shapes that the function may take, by the number and the names of its parameters."""
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (ValueError, TypeError):
        parameters = []
    required = [
        p.name.lower()
        for p in parameters
        if p.default is p.empty and p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)
    ]
    return list(dict.fromkeys([*_by_names(required), RANKS, ORDERS, RANKINGS, SCORED, SCORED_ROWS, JUDGED, WHOLE]))


def _by_names(required: Sequence[str]) -> list[CallShape]:
    if len(required) == 1:
        return [JUDGED, WHOLE, RANKS]
    if len(required) == 3:
        return [RETRIEVED_AT]
    if len(required) == 2 and required[1] in ("k", "n", "depth", "cutoff", "top_k"):
        return [JUDGED_AT]
    if any(part in name for name in required for part in OF_IDS):
        return [RETRIEVED, ORDERS]
    if any(part in name for name in required for part in NOT_OF_RANKINGS):
        return [SCORED, SCORED_ROWS, RANKS]
    return []


def _outcome(function: Callable[..., Any], shape: CallShape, sample: tuple[Any, ...]) -> Any:
    """Call the function and return its result or its exception; its output and warnings are suppressed."""
    with kept(), redirect_stdout(StringIO()), redirect_stderr(StringIO()), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return function(*shape.build(*sample))
        except Exception as error:
            return error


def _number_in(result: Any) -> tuple[str, float] | None:
    """How to get at the number in a result, and the number; None if there is none."""
    parts: list[tuple[str, Any]] = [("", result)]
    if isinstance(result, Mapping) and result:
        key, value = next(iter(result.items()))
        parts.append((f"[{key!r}]", value))
    elif isinstance(result, tuple) and result:
        field = next(iter(getattr(result, "_fields", ())), None)
        parts.append((f".{field}" if field else "[0]", result[0]))
    elif hasattr(result, "statistic"):
        parts.append((".statistic", result.statistic))
    for suffix, value in parts:
        item = value
        if hasattr(value, "item") and getattr(value, "size", 1) == 1 and getattr(value, "shape", ()) != ():
            item, suffix = value.item(), f"{suffix}.item()"
        if isinstance(item, (bool, BaseException)):
            continue
        try:
            number = float(item)
        except (TypeError, ValueError, OverflowError):
            continue
        if not isinstance(item, str) and math.isfinite(number):
            return suffix, number
    return None


def _undefined(outcomes: Sequence[Any]) -> str:
    """The option that says what means *no value*, if some of the inputs have none."""
    without = [outcome for outcome in outcomes if _number_in(outcome) is None]
    marks = [
        *(["ValueError"] if any(isinstance(outcome, ValueError) for outcome in without) else []),
        *(["float('nan')"] if any(not isinstance(outcome, BaseException) for outcome in without) else []),
    ]
    return f"undefined=[{', '.join(marks)}]" if marks else ""
