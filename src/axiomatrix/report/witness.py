"""The account of a witness as lines of text: the failure text that a wrong claim gets."""

from __future__ import annotations

from collections.abc import Sequence

from ..evidence.account.account import REPORTS, Account
from ..evidence.safe import visible
from .subjects.witness import term_lines


def account_text(shown: Account, directory: str | None = REPORTS, files: Sequence[str] = ()) -> list[str]:
    """The account as lines of plain text: the failure text that a wrong claim gets.

    The last line is the command that decides it again, if its file is in the directory.
    """
    lines = [shown.title, f"  {shown.formula}"]
    lines += [f"  {claim.quotation}" for claim in shown.claims]
    minimal = f" ({shown.minimal})" if shown.minimal else ""
    lines += [f"  {shown.found}{minimal}: {shown.sides}", "", *(f"  {line}" for line in instance_lines(shown))]
    lines += ["", f"  {shown.example.splitlines()[-1]}"] if shown.example else []
    lines += ["", f"  {shown.note}"] if shown.note else []
    lines += [*([] if shown.note else [""]), f"  {shown.command(directory, files)}"] if directory is not None else []
    return [one_line(line).rstrip() for line in lines]


def instance_lines(shown: Account) -> list[str]:
    """The instance, every value that enters, and the two sides."""
    terms = [f"  {line}" for line in term_lines(shown.terms)]
    given = [line.removeprefix("  ") for line in _given(shown)]
    lines = [*given, "", *terms, f"  {shown.sides}"]
    return list(map(one_line, lines))


def one_line(text: str) -> str:
    """What cannot be seen made visible, on one line that keeps its indentation."""
    return visible(text, lines=True).replace("\n", " ")


def _given(shown: Account) -> list[str]:
    """The values and parameters, one a line."""
    vectors = [f"    rank vector {value.vector}" if value.vector else "" for value in shown.values]
    values = [f"    {v.name} = {v.text}{vector}" for v, vector in zip(shown.values, vectors, strict=True)]
    return values + [f"    {value.text}" for value in shown.parameters]  # its entries carry its name


def given_lines(shown: Account) -> list[str]:
    """Statement and instance, without what was found of it."""
    return [shown.title, f"  {shown.formula}", "", *_given(shown)]
