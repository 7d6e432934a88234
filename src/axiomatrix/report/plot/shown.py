"""What a picture of a witness shows and says: its values read back, the values that the metric was asked for, words.

Where the metric is not at hand, or does not stand by the witness any more, the stored values are read by what the axiom
says they are, or else by their shape.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from contextlib import redirect_stdout
from dataclasses import dataclass
from functools import cached_property
from io import StringIO
from typing import Any

from ...evidence import witness as witnesses
from ...evidence.account.account import Account
from ...evidence.account.making import account_of, read
from ...evidence.evidence import Witness
from ...evidence.instance import terms
from ...model.registry import Registry
from ...numbers.exact import parse
from ...spaces import Permutations
from ...values.judged import Judged, Run, Scored, Scores
from ...values.parameters import Parameter, Similarity
from ...values.rankings import Relabelling
from .drawing import short

LISTS = (Judged, Run, Scored, Scores)
MOST_TERMS = 8
LONGEST_TERM, LONGEST_SIDES, LONGEST_NUMBER = 180, 600, 40
"""Characters of a line below, of both sides, and of one exact number."""


@dataclass(frozen=True)
class Call:
    """A value that the metric was asked for: its points, and what came out."""

    metric: str
    points: tuple[Any, ...]
    value: str


@dataclass(frozen=True)
class ShownWitness:
    """All that a picture of a witness is made of."""

    account: Account
    values: Mapping[str, Any]
    parameters: Mapping[str, Any]
    calls: tuple[Call, ...] = ()

    @cached_property
    def lists(self) -> dict[str, Any]:
        """The lists given, and those that the metric is asked for besides, each once, by their names here."""
        lists = {name: value for name, value in self.values.items() if isinstance(value, LISTS)}
        given = len(lists)
        made: list[Any] = []
        for point in (point for call in self.calls for point in call.points if isinstance(point, LISTS)):
            if point not in (*lists.values(), *made):
                made.append(point)
        for k, point in enumerate(made, 1):
            lists["changed" if given and len(made) == 1 else f"list {given + k}"] = point
        return lists


def shown(witness: Witness, registry: Registry) -> ShownWitness:
    """What the picture of the witness is made of; :class:`BadWitness` if its values are none at all."""
    account = account_of(witness, registry)
    metric = registry.metrics.get(witness.metric)
    if metric is not None and account.terms:  # decided again, and it stands
        metric, statement, instance = witnesses.restored(witness, registry)
        with redirect_stdout(StringIO()):
            seen = terms(registry, metric, statement, instance)
        calls = tuple(Call(name, tuple(points), str(value)) for name, *points, _, value in seen)
        over = statement.over(metric)
        values = {name: _drawable(value, over[name]) for name, value in instance.values.items()}
        return ShownWitness(account, values, instance.parameters, calls)
    stored = {}
    for name, data in witness.instance.items():  # as the axiom says what it is, or by the shape of the data
        space, value = read(name, data, registry.axioms.get(witness.axiom), metric)
        stored[name] = _drawable(value, space) if space is not None else _by_shape(data)
    return ShownWitness(account, stored, {name: _parameter(data) for name, data in witness.parameters.items()})


def _by_shape(data: Any) -> Any:
    """A judged or scored list, or a run of judged lists, which no other data look like; else the data themselves."""
    try:
        if isinstance(data, dict) and {"grades", "missing"} <= set(data):
            if "scores" in data:
                return Scored.of(data["grades"], data["scores"], data["missing"])
            return Judged.of(data["grades"], data["missing"])
        if isinstance(data, list) and data and all(isinstance(part, dict) for part in data):
            lists = [_by_shape(part) for part in data]
            return Run.of(lists) if all(isinstance(part, Judged) for part in lists) else data
    except (ValueError, TypeError, ArithmeticError):
        return data
    return data


def covers(D: Similarity, items: Collection[Any]) -> bool:
    """Whether it has an entry for each two of the items."""
    try:
        return all(D[x, y] is not None for x in items for y in items)
    except LookupError:
        return False


def _drawable(value: Any, space: Any) -> Any:
    """The value; a permutation of positions as text, since it is not a ranking of the items."""
    return str(value) if isinstance(space, Permutations) else value


def _parameter(data: Any) -> Any:
    """Weights or similarities by the shape of what is stored; the data themselves where it has another one."""
    if not isinstance(data, list) or not data:
        return data
    try:
        entries = {tuple(key) if isinstance(key, list) else key: parse(str(value)) for key, value in data}
        kinds = {len(key) if isinstance(key, tuple) else 0 for key in entries}
        for value in entries.values():
            float(value)
    except (ValueError, TypeError, ArithmeticError):
        return data
    if kinds == {2}:
        D = Similarity(entries)
        items = {item for pair in entries for item in pair}
        complete = len(items) * (len(items) - 1) <= 2 * len(entries)
        return D if complete and covers(D, items) else data
    return Parameter(entries) if kinds == {0} else data


# --- words


def sides_of(witness: Witness, sides: str) -> str:
    """The two sides, exact; a quantity that is refuted has a part that no multiple of the other bounds."""
    if witness.op == "/" and witness.shows == "refutes":
        return f"{witness.lhs} / {witness.rhs}: no constant bounds it"
    return sides.replace(witness.sides_with_decimals, witness.sides)


def brief(witness: Witness, sides: str) -> str:
    """The two sides with decimals for long exact numbers."""
    lhs, rhs = _number(witness.lhs), _number(witness.rhs)
    exact = f"{witness.lhs} {witness.op} {witness.rhs}"
    return sides.replace(exact, f"{lhs} {witness.op} {rhs}") if exact in sides else sides


def _number(value: str) -> str:
    """The exact number, or a decimal of a long one."""
    if len(value) <= LONGEST_NUMBER:
        return value
    try:
        return short(value)
    except (ValueError, ArithmeticError, TypeError):
        return value


def term_lines(picture: ShownWitness) -> list[str]:
    """The first values that enter, as lines; a list is called what it is called in the picture."""
    lines = [f"{term.call} = {_number(term.value)}" for term in picture.account.terms]
    for name, value in picture.lists.items():  # the name that it is drawn under, for a long constructor
        lines = [text.replace(str(value), name) for text in lines]
    lines = list(map(_clipped, dict.fromkeys(lines)))
    more = [f"and {len(lines) - MOST_TERMS} more values"] if len(lines) > MOST_TERMS else []
    return [*lines[:MOST_TERMS], *more]


def _clipped(text: str) -> str:
    return text if len(text) <= LONGEST_TERM else f"{text[: LONGEST_TERM - 4]} ..."


def described(picture: ShownWitness) -> str:
    """The picture in words."""
    account = picture.account
    sentences = [f"{value.name}: {value.text}." for value in account.values]
    sentences += [f"{value.text}." for value in account.parameters]
    return " ".join([*sentences, *(f"{text}." for text in term_lines(picture))])


def plain(value: Any) -> str:
    """A value that is not a picture, as text."""
    if isinstance(value, Relabelling):
        return ", ".join(f"{x} -> {y}" for x, y in value.mapping.items())
    return _clipped(str(value))
