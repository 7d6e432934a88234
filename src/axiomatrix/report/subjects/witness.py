"""Witnesses: what an instance refutes or shows, both sides, the instance, every value that enters, how to repeat it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ...evidence.account.account import REPORTS, Account, Side, Term
from ...evidence.account.trace import LINE
from ...evidence.notation import UNREADABLE, with_decimal, with_four_decimals
from ..document import (
    Block,
    Code,
    Details,
    Document,
    Formula,
    Heading,
    Inline,
    List,
    Mono,
    Nested,
    Picture,
    Strong,
    Table,
    Text,
)
from ..libraries.findings import is_number

ANY_FILE = "FILE.py"
"""Stands for the file of a user's metric where nobody says which it is."""
NAMED = f"{ANY_FILE} is the file that registers the metric, reports the folder of the reports."
"""Explains the names in a command on a page that can be anywhere."""
RATIO = "/"
"""Stands between the sides of a witness that is about a best constant."""


def document(
    shown: Account, directory: str | None = REPORTS, files: Sequence[str] = (), pictures: Sequence[Picture] = ()
) -> Document:
    """The account of a witness, as it is shown by itself.

    ``directory`` has the file of the witness, in ``witnesses``; without it there is no command. ``files`` register the
    user's metric.
    """
    return Document(shown.title, lead(shown), tuple(blocks(shown, directory, files, pictures)))


def replay_document(title: str, notes: Sequence[str], shown: Account, *, stands: bool) -> Document:
    """A witness decided again: the account where it stands, else the instance without what was once found of it."""
    parts: list[Block] = [List(tuple(notes))] if notes else []
    parts.append(Heading(shown.title))
    if stands:
        parts += [Text(lead(shown)), *blocks(shown, None, level=3)]
    else:
        parts += [*([Formula(shown.formula)] if shown.formula else []), _instance(shown)]
    return Document(title, "", tuple(parts))


def lead(shown: Account) -> Inline:
    """Describe the refuted or shown statement: the plain sentence of the axiom, or its formula where it has none."""
    minimal = f" ({shown.minimal})" if shown.minimal else ""
    says = shown.sentence or shown.formula
    return (Strong(f"{shown.word.capitalize()} at {shown.where}"), f"{minimal}: {says}" if says else f"{minimal}.")


def blocks(
    shown: Account,
    directory: str | None = REPORTS,
    files: Sequence[str] = (),
    pictures: Sequence[Picture] = (),
    level: int = 2,
) -> Iterator[Block]:
    """The account without its title and its first sentence; ``level`` is that of its headings."""
    yield Text(Strong(sides_text(shown)))
    yield from _sides(shown)
    if shown.formula:
        yield Formula(shown.formula)
    if shown.definition:
        yield Text(("of the metric ", Mono(shown.definition)))
    if shown.claims:
        outcome = f" ({shown.outcome})" if shown.outcome else ""
        yield List(tuple(f"{claim.quotation}{outcome}" for claim in shown.claims))
    if shown.instance:
        yield Heading("The instance", level)
        yield _instance(shown)
    yield from pictures
    if shown.terms:
        yield Heading("Every value that enters, step by step", level)
        yield List(tuple(map(_term, shown.terms)))
    if shown.note:
        yield Text(shown.note)
    yield from _again(shown, directory, files, level)


def sides_text(shown: Account) -> str:
    """Both sides and whether the relation is true; of an outcome, such as ``refuses``, what was expected."""
    if shown.right.value and shown.stands and not is_number(shown.right.value):
        return f"{shown.left.value}; expected: {shown.right.value}"
    return shown.sides


def _sides(shown: Account) -> Iterator[Block]:
    """Both sides with the expressions that they come from, if the axiom could be followed."""
    if not shown.stands or not (shown.left.symbols or shown.right.symbols):
        return
    names = ("numerator", "denominator") if shown.op == RATIO else ("left side", "right side")
    rows = [_side(name, side) for name, side in zip(names, (shown.left, shown.right), strict=True)]
    heads = ("", "expression", "in numbers", "value")
    columns = [k for k, head in enumerate(heads) if not head or any(row[k] for row in rows)]
    yield Table(tuple(heads[k] for k in columns), tuple(tuple(row[k] for k in columns) for row in rows))


def _side(name: str, side: Side) -> tuple[Inline, ...]:
    symbols = side.symbols if side.symbols != side.value else ""
    numbers = side.numbers if side.numbers not in (side.value, side.symbols) else ""
    return (name, Mono(symbols) if symbols else "", Mono(numbers) if numbers else "", value_text(side.value))


def value_text(value: str) -> str:
    """An exact value with a decimal beside it where the value is a fraction or a formal constant."""
    if not any(mark in value for mark in ("/", "log", "sqrt")):
        return value
    try:
        return with_four_decimals(value)
    except UNREADABLE:
        return value


def _instance(shown: Account) -> Table:
    """The values and parameters; rankings with their rank vectors."""
    vectors = [(Mono(v.vector) if v.vector else "",) for v in shown.instance] if shown.has_rankings else []
    head = "value (rankings: best first)" if shown.has_rankings else "value"
    rows: list[tuple[Inline, ...]] = [(Mono(v.name), v.text.removeprefix(f"{v.name} = ")) for v in shown.instance]
    if not vectors:
        return Table(("name", head), tuple(rows))
    return Table(("name", head, "rank vector"), tuple((*r, *v) for r, v in zip(rows, vectors, strict=True)))


def _term(term: Term) -> Inline | Nested:
    """A value that enters, with the steps that lead to it below, or on its line if there is one short step."""
    first, *others = term_lines([term])
    if others and others[-1].strip() == f"= {term.value}":
        others.pop()  # the first line says so
    return Nested(Mono(first), tuple(Mono(step.strip()) for step in others)) if others else Mono(first)


def term_lines(terms: Iterable[Term]) -> list[str]:
    """Every value that enters, with the steps that lead to it."""
    lines = []
    for term in terms:
        is_one_line = len(term.steps) == 1 and len(term.call) + len(term.steps[0]) < LINE
        lines.append(f"{term.call} = {term.steps[0] if is_one_line else with_decimal(term.value)}")
        lines += [] if is_one_line else [f"  {step}" for step in term.steps]
    return lines


def _again(shown: Account, directory: str | None, files: Sequence[str], level: int) -> Iterator[Block]:
    """How to repeat it: in a test under ``@given``, by the command, in Python."""
    if not (shown.example or shown.constructor or directory is not None):
        return
    yield Heading("To repeat it", level)
    if shown.example:
        yield Code(shown.example.splitlines()[-1], "python")
    if directory is not None:
        if shown.needs_file and not files:
            yield Text(NAMED)
        yield Code(shown.command(directory, files or [ANY_FILE] * shown.needs_file), "console")
    if shown.constructor:
        yield Details("In Python", (Code(shown.constructor, "python"),))
    *imports, _ = shown.example.splitlines() or [""]
    if imports:
        yield Details("In a test of your own, above @given", (Code(shown.example, "python"),))
