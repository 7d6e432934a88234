"""The account of a witness as a page of its own, and as an item of a list."""

from __future__ import annotations

from ...evidence import witness as witnesses
from ...evidence.account.account import Account
from ...evidence.account.making import IMPORT_FIRST
from ...evidence.safe import code, fenced, prose
from ..tables import github
from .text import term_lines

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
    lines += [f"- {prose(claim)}" for claim in shown.claimed] + ([""] if shown.claims else [])
    lines += ["## Instance", "", _instance(shown), ""]
    if shown.terms:
        lines += ["## Every value that enters", "", fenced("\n".join(term_lines(shown.terms))), ""]
    if shown.constructor:
        lines += ["## In Python", "", fenced(shown.constructor, "python"), ""]
    lines += [prose(shown.note), ""] if shown.note else []
    is_users = shown.constructor.startswith(IMPORT_FIRST)
    lines += ["## Again", "", fenced(shown.command(files=["FILE.py"] if is_users else [])), ""]
    lines += [*([NAMED, ""] if is_users else []), "[All results](../compliance.md)"]
    return "\n".join(lines) + "\n"


def _instance(shown: Account) -> str:
    if not shown.has_rankings:
        return github(["", "value"], [[code(v.name), prose(v.text)] for v in shown.instance])
    rows = [[code(v.name), prose(v.text), code(v.vector) if v.vector else ""] for v in shown.instance]
    return github(["", "value (rankings: best first)", "rank vector"], rows)
