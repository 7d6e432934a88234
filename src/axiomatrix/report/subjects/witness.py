"""The document of a witness: the statement, both sides, the instance, every value, and how to repeat it.

A *witness* is a stored instance that refutes a statement, or shows that an existence statement is true. Its *account*
(``evidence/account``) has everything that a reader needs, as text. Its *terms* are the values of the metric that enter
the two sides: ``term.call`` is the call, ``term.steps`` are the lines that lead to its value. A side has the expression
in ``symbols``, the same in ``numbers``, and its ``value``. ``account.stands`` says whether the witness still has its
two values when re-evaluated. Witness pages, ``verify``, failures in tests and the site show the document.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ...evidence.account.account import REPORTS, Account, Side, Term
from ...evidence.account.trace import LONGEST_ONE_LINE_TRACE
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
"""Placeholder in a command for the file of a user's metric, if it is not known."""
ANY_FILE_NOTE = f"{ANY_FILE} registers the metric; reports is the folder of the reports."
"""Explanation of the placeholders in a command, for pages that do not know where the files are."""
RATIO_SIGN = "/"
"""The operator between the sides of a witness to a best constant, which is a ratio."""


def document(
    account: Account, *, directory: str | None = REPORTS, files: Sequence[str] = (), pictures: Sequence[Picture] = ()
) -> Document:
    """Write the document of a witness on its own.

    The file of the witness is in ``directory/witnesses``; without a directory, no command is shown. ``files`` are the
    Python files that register the user's metric.
    """
    content = blocks(account, directory=directory, files=files, pictures=pictures)
    return Document(account.title, lead(account), tuple(content))


def replay_document(title: str, notes: Sequence[str], account: Account, *, is_confirmed: bool) -> Document:
    """Write the document of a replayed witness: the whole account if it is confirmed, else only the instance."""
    parts: list[Block] = [List(tuple(notes))] if notes else []
    parts.append(Heading(account.title))
    if is_confirmed:
        parts += [Text(lead(account)), *blocks(account, directory=None, level=3)]
    else:
        parts += [*([Formula(account.formula)] if account.formula else []), _instance(account)]
    return Document(title, "", tuple(parts))


def lead(account: Account) -> Inline:
    """Write the first line of a witness: the refuted or shown statement as a plain sentence, or else as a formula."""
    minimal = f" ({account.minimal})" if account.minimal else ""
    statement = account.sentence or account.formula
    return (
        Strong(f"{account.word.capitalize()} at {account.where}"),
        f"{minimal}: {statement}" if statement else f"{minimal}.",
    )


def blocks(
    account: Account,
    *,
    directory: str | None = REPORTS,
    files: Sequence[str] = (),
    pictures: Sequence[Picture] = (),
    level: int = 2,
) -> Iterator[Block]:
    """Yield the blocks below the title and :func:`lead`, as in :func:`document`; headings have that ``level``."""
    yield Text(Strong(both_sides(account)))
    yield from _sides(account)
    if account.formula:
        yield Formula(account.formula)
    if account.definition:
        yield Text(("of the metric ", Mono(account.definition)))
    if account.claims:
        outcome = f" ({account.outcome})" if account.outcome else ""
        yield List(tuple(f"{claim.quotation}{outcome}" for claim in account.claims))
    if account.instance:
        yield Heading("The instance", level)
        yield _instance(account)
    yield from pictures
    if account.terms:
        yield Heading("Every value that enters, step by step", level)
        yield List(tuple(map(_term, account.terms)))
    if account.note:
        yield Text(account.note)
    yield from _how_to_repeat(account, directory, files, level)


def both_sides(account: Account) -> str:
    """Write both sides and whether the relation is true.

    If the expected value is not a number, such as an exception, the two outcomes are shown side by side instead.
    """
    if account.right.value and account.stands and not is_number(account.right.value):
        return f"{account.left.value}; expected: {account.right.value}"
    return account.sides


def _sides(account: Account) -> Iterator[Block]:
    """Yield a table of both sides with the expressions that they come from, if the axiom could be traced."""
    if not account.stands or not (account.left.symbols or account.right.symbols):
        return
    names = ("numerator", "denominator") if account.op == RATIO_SIGN else ("left side", "right side")
    rows = [_side(name, side) for name, side in zip(names, (account.left, account.right), strict=True)]
    heads = ("", "expression", "in numbers", "value")
    # columns that are empty in both rows are left out, but for the first, which has the names
    columns = [k for k, head in enumerate(heads) if not head or any(row[k] for row in rows)]
    yield Table(tuple(heads[k] for k in columns), tuple(tuple(row[k] for k in columns) for row in rows))


def _side(name: str, side: Side) -> tuple[Inline, ...]:
    """Write one side as a row of the table; an expression that another cell repeats is left out."""
    symbols = side.symbols if side.symbols != side.value else ""
    numbers = side.numbers if side.numbers not in (side.value, side.symbols) else ""
    return (name, Mono(symbols) if symbols else "", Mono(numbers) if numbers else "", value_text(side.value))


def value_text(value: str) -> str:
    """Write an exact value, followed by a decimal if it is a fraction or a formal constant."""
    if not any(mark in value for mark in ("/", "log", "sqrt")):
        return value
    try:
        return with_four_decimals(value)
    except UNREADABLE:  # the exceptions for a text that is not a number, such as a path with slashes
        return value


def _instance(account: Account) -> Table:
    """Write the table of an instance: its values and parameters, rankings with their rank vectors."""
    rows: list[tuple[Inline, ...]] = []
    for value in account.instance:
        # the text of a parameter begins with its name, that of an argument does not
        name_and_text = (Mono(value.name), value.text.removeprefix(f"{value.name} = "))
        vector = Mono(value.vector) if value.vector else ""
        rows.append((*name_and_text, vector) if account.has_rankings else name_and_text)
    heads = ("name", "value (rankings: best first)", "rank vector") if account.has_rankings else ("name", "value")
    return Table(heads, tuple(rows))


def _term(term: Term) -> Inline | Nested:
    """Write a value with its steps below it, or on the same line if there is a single short step."""
    first, *steps = term_lines([term])
    if steps and steps[-1].strip() == f"= {term.value}":
        steps.pop()  # the first line has the value already
    return Nested(Mono(first), tuple(Mono(step.strip()) for step in steps)) if steps else Mono(first)


def term_lines(terms: Iterable[Term]) -> list[str]:
    """Write lines for the values that enter a relation, each followed by the steps that lead to it."""
    lines = []
    for term in terms:
        if len(term.steps) == 1 and len(term.call) + len(term.steps[0]) < LONGEST_ONE_LINE_TRACE:
            lines.append(f"{term.call} = {term.steps[0]}")  # a step ends with the value
        else:
            lines.append(f"{term.call} = {with_decimal(term.value)}")
            lines += [f"  {step}" for step in term.steps]
    return lines


def _how_to_repeat(account: Account, directory: str | None, files: Sequence[str], level: int) -> Iterator[Block]:
    """Yield how to repeat a witness: in a test under ``@given``, by a command, in Python."""
    if not (account.example or account.constructor or directory is not None):
        return
    yield Heading("To repeat it", level)
    if account.example:
        # its last line is the decorator @example, the lines above are imports
        yield Code(account.example.splitlines()[-1], "python")
    if directory is not None:
        if account.needs_file and not files:
            yield Text(ANY_FILE_NOTE)
        placeholder = [ANY_FILE] if account.needs_file else []
        yield Code(account.command(directory, files or placeholder), "console")
    if account.constructor:
        yield Details("In Python", (Code(account.constructor, "python"),))
    if len(account.example.splitlines()) > 1:  # it has imports
        yield Details("In a test of your own, above @given", (Code(account.example, "python"),))
