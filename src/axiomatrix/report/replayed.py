"""What ``axiomatrix replay`` says of a witness: nothing that its file says and that was not decided again."""

from __future__ import annotations

from dataclasses import replace

from ..evidence.account.making import account_of
from ..evidence.witness import Replay
from ..methods.cases import Size, size_of
from ..model.registry import Registry
from .witness.text import account_text, given_lines, one_line

OF_SIZE: dict[Size, str] = {
    "smallest": "smallest: every smaller size is enumerated here",
    "not smallest": "not the smallest: a smaller size has one too",
    "not decided": "smallest: the file says so; not decided by replay",
}


def replayed(again: Replay, registry: Registry) -> tuple[str, bool]:
    """The lines, and whether the witness stands as it is written.

    Of a witness that does not stand these are the two sides as they were stored and as they are decided now, and the
    instance; what it once showed is not said again.
    """
    stored = again.witness
    if not again.stands:
        lines = [
            "the witness does not stand",
            f"  stored:  {stored.lhs} {stored.op} {stored.rhs}",
            f"  decided: {again.sides}",
            "",
            *given_lines(account_of(stored, registry)),
        ]
        return "\n".join(map(one_line, lines)).rstrip(), False
    size = size_of(stored, registry) if stored.smallest else None
    wrong = again.differences
    if size == "not smallest":
        wrong.append("the file says that it is the smallest; a smaller size has one too")
    notes = [*(f"  {line}" for line in wrong), ""]
    shown = account_of(again.decided, registry)
    shown = replace(shown, minimal=OF_SIZE[size]) if size is not None and shown.minimal else shown
    head = "the witness does not stand as it is written" if wrong else "the witness stands"
    return "\n".join(map(one_line, [head, *notes, *account_text(shown, None)])).rstrip(), not wrong
