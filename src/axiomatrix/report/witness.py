"""The account of a witness: the failure text that a wrong claim gets, and a page of its own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..evidence import witness as witnesses
from ..evidence.account.account import REPORTS, Account, Term
from ..evidence.account.trace import LINE
from ..evidence.decimals import with_decimal
from ..evidence.safe import code, fenced, prose, visible
from .tables import github


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


def term_lines(terms: Iterable[Term]) -> list[str]:
    """Every value that enters, with the steps that lead to it."""
    lines = []
    for term in terms:
        one = len(term.steps) == 1 and len(term.call) + len(term.steps[0]) < LINE
        lines.append(f"{term.call} = {term.steps[0] if one else with_decimal(term.value)}")
        lines += [] if one else [f"  {step}" for step in term.steps]
    return lines


def given_lines(shown: Account) -> list[str]:
    """Statement and instance, without what was found of it."""
    return [shown.title, f"  {shown.formula}", "", *_given(shown)]


MARKER = f"<!-- {witnesses.FORMAT} -->"
"""First line of a witness page, by which it is known again when it has become stale."""
NAMED = "FILE.py is the file that registers the metric, reports the folder of the reports."


def account_page(shown: Account) -> str:
    """The account as a page of its own."""
    lines = [MARKER, "", f"# {prose(shown.title)}", ""]
    lines += [code(shown.formula), ""] if shown.formula else []
    lines += [f"of the metric {code(shown.definition)}", ""] if shown.definition else []
    summary = prose("; ".join(filter(None, (shown.found, shown.minimal, shown.outcome))))
    lines += [f"**{prose(shown.sides)}**", "", f"{summary}.", ""]
    lines += [f"- {prose(claim.quotation)}" for claim in shown.claims] + ([""] if shown.claims else [])
    lines += ["## Instance", "", _instance(shown), ""]
    if shown.terms:
        lines += ["## Every value that enters", "", fenced("\n".join(term_lines(shown.terms))), ""]
    if shown.constructor:
        lines += ["## In Python", "", fenced(shown.constructor, "python"), ""]
    if shown.example:
        lines += ["## In a test of your own, above `@given`", "", fenced(shown.example, "python"), ""]
    lines += [prose(shown.note), ""] if shown.note else []
    lines += ["## Again", "", fenced(shown.command(files=["FILE.py"] if shown.needs_file else [])), ""]
    lines += [*([NAMED, ""] if shown.needs_file else []), "[All results](../compliance.md)"]
    return "\n".join(lines) + "\n"


def _instance(shown: Account) -> str:
    if not shown.has_rankings:
        return github(["", "value"], [[code(v.name), prose(v.text)] for v in shown.instance])
    rows = [[code(v.name), prose(v.text), code(v.vector) if v.vector else ""] for v in shown.instance]
    return github(["", "value (rankings: best first)", "rank vector"], rows)
