"""The picture of a witness: the two sides as the title, its figures as the site draws them, every value that enters."""

from __future__ import annotations

from collections.abc import Iterator

from ...evidence.account.account import Account, Term
from ...evidence.account.making import account_of
from ...evidence.evidence import Witness
from ...evidence.notation import in_short
from ...model.registry import Registry
from ..pictures import GIVEN, drawable, pictures
from ..pictures.shapes import Drawing
from ..pictures.words import described
from .drawing import GREY, INK, REFUTED, TitledFigure
from .page import TextLine, beside, page

MOST_TERMS = 8
LONGEST_TERM, LONGEST_SIDES, LONGEST_NUMBER = 180, 600, 40
"""Characters of a line below, of both sides, and of one exact number."""


class CannotDraw(ValueError):
    """A witness that makes no picture; the text says why."""


def drawn_witness(witness: Witness, registry: Registry) -> TitledFigure:
    """The witness on a page; to be called while :func:`drawing`.

    What is not drawn is a line of text. :class:`CannotDraw` if there is more than anybody could read.
    """
    account = account_of(witness, registry)
    shown = pictures(account.figures)
    large = [one.name for one in account.figures if not drawable(one)]
    if large and not shown:
        raise CannotDraw(f"a picture of {', '.join(large)} cannot be read: too many items")
    sides = _sides(witness, account.sides)
    brief = _brief(witness, sides)
    above = [
        TextLine(brief, 12, REFUTED if witness.shows in ("refutes", "rounds") else INK, bold=True),
        TextLine(account.title, 9.5),
    ]
    above += [TextLine(account.formula, 8.5, GREY)] if account.formula else []
    minimal = f"; {account.minimal}" if account.minimal else ""
    above.append(TextLine(account.found + minimal, 8.5, GREY))
    above += [TextLine(f"exactly: {sides}", 7.5, GREY)] if brief != sides and len(sides) <= LONGEST_SIDES else []
    texts, terms = list(_texts(account)), _terms(account)
    below = [TextLine(", ".join(map(_clipped, texts)), 9)] if texts else []
    below += [TextLine(f"Too large to be drawn: {', '.join(large)}.", 8.5, GREY)] if large else []
    below += [TextLine(text, 8.5) for text in terms]
    below += [TextLine(account.note, 8, GREY)] if account.note else []
    title = f"{account.title}: {sides if len(sides) <= LONGEST_SIDES else brief}"
    sentences = [one.description for one in shown if isinstance(one, Drawing)]
    maps = [f"{one.name}: {described(one)}" for one in account.figures if one.kind == "similarity"]
    sentences += [f"{text}." for text in (*maps, *texts, *terms)]
    return TitledFigure(page(above, beside(shown), below), title, " ".join(sentences))


def _texts(account: Account) -> Iterator[str]:
    """Yield the facts that no picture shows."""
    names = {one.name for one in account.figures}
    yield from (f"{one.name} {GIVEN[one.kind]} {described(one)}" for one in account.figures if one.kind in GIVEN)
    yield from (f"{one.name}: no entries" for one in account.figures if one.role == "parameter" and not one.rows)
    yield from (f"{one.name} = {one.text}" for one in account.instance if one.name not in names)


def _sides(witness: Witness, sides: str) -> str:
    """The two sides, exact; a quantity that is refuted has a part that no multiple of the other bounds."""
    if witness.op == "/" and witness.shows == "refutes":
        return f"{witness.lhs} / {witness.rhs}: no constant bounds it"
    return sides.replace(witness.sides_with_decimals, witness.sides)


def _brief(witness: Witness, sides: str) -> str:
    """The two sides with decimals for long exact numbers."""
    brief = f"{in_short(witness.lhs, LONGEST_NUMBER)} {witness.op} {in_short(witness.rhs, LONGEST_NUMBER)}"
    return sides.replace(f"{witness.lhs} {witness.op} {witness.rhs}", brief)


def _terms(account: Account) -> list[str]:
    """The first values that enter, as lines."""
    drawn = {one.name for one in account.figures}
    shown = (f"{_call(term, drawn)} = {in_short(term.value, LONGEST_NUMBER)}" for term in account.terms)
    lines = list(dict.fromkeys(map(_clipped, shown)))
    more = [f"and {len(lines) - MOST_TERMS} more values"] if len(lines) > MOST_TERMS else []
    return [*lines[:MOST_TERMS], *more]


def _call(term: Term, drawn: set[str]) -> str:
    """The call, of what it is of by its name if that is drawn."""
    is_drawn = not term.is_changed and drawn.issuperset(term.arguments)
    return f"{term.metric}({', '.join(term.arguments)})" if is_drawn else term.call


def _clipped(text: str) -> str:
    return text if len(text) <= LONGEST_TERM else f"{text[: LONGEST_TERM - 4]} ..."
