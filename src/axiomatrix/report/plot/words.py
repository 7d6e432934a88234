"""What the picture of a witness says: both sides, every value that enters, and all of it in words."""

from __future__ import annotations

from typing import Any

from ...evidence.evidence import Witness
from ...values.judged import Judged, Run, Scored, Scores
from ...values.rankings import Relabelling
from .drawing import short
from .shown import ShownWitness

LISTS = (Judged, Run, Scored, Scores)
MOST_TERMS = 8
LONGEST_TERM, LONGEST_SIDES, LONGEST_NUMBER = 180, 600, 40
"""Characters of a line below, of both sides, and of one exact number."""


def sides_of(witness: Witness, sides: str) -> str:
    """The two sides, exact; a quantity that is refuted has a part that no multiple of the other bounds."""
    if witness.op == "/" and witness.shows == "refutes":
        return f"{witness.lhs} / {witness.rhs}: no constant bounds it"
    return sides.replace(witness.told, witness.sides)


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


def terms(picture: ShownWitness) -> list[str]:
    """The first values that enter, as lines; a list is called what it is called in the picture."""
    lines = [f"{term.call} = {_number(term.value)}" for term in picture.account.terms]
    for name, value in named_lists(picture).items():  # the name that it is drawn under, for a long constructor
        lines = [text.replace(str(value), name) for text in lines]
    lines = [text if len(text) <= LONGEST_TERM else f"{text[: LONGEST_TERM - 4]} ..." for text in dict.fromkeys(lines)]
    more = [f"and {len(lines) - MOST_TERMS} more values"] if len(lines) > MOST_TERMS else []
    return [*lines[:MOST_TERMS], *more]


def described(picture: ShownWitness) -> str:
    """The picture in words."""
    account = picture.account
    sentences = [f"{value.name}: {value.text}." for value in account.values]
    sentences += [f"{value.text}." for value in account.parameters]
    return " ".join([*sentences, *(f"{text}." for text in terms(picture))])


def plain(value: Any) -> str:
    """A value that is no picture, as text."""
    if isinstance(value, Relabelling):
        return ", ".join(f"{x} -> {y}" for x, y in value.mapping.items())
    text = str(value)
    return text if len(text) <= LONGEST_TERM else f"{text[: LONGEST_TERM - 4]} ..."


def named_lists(picture: ShownWitness) -> dict[str, Any]:
    """The lists given, and those that the metric is asked for besides, each once, under the names of the picture."""
    lists: dict[str, Any] = {name: value for name, value in picture.values.items() if isinstance(value, LISTS)}
    given = len(lists)
    made: list[Any] = []
    for call in picture.calls:
        for point in call.points:
            if isinstance(point, LISTS) and point not in (*lists.values(), *made):
                made.append(point)
    for k, point in enumerate(made, 1):
        lists["changed" if given and len(made) == 1 else f"list {given + k}"] = point
    return lists
