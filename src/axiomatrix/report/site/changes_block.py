"""The block ``changes``: what changed since an earlier report.

``{"title", "context": [...], "runs": [[which, profile, seed, cells, missing] ...], "groups": [...]}``, where a group is
``{"name", "heading", "means", "count", "changes": [...], "folded": [...]}`` and a change is ``{"metric", "axiom",
"statement", "why", "was", "now"}``; ``was`` and ``now`` are null or ``[colour, mark, said, slug]``: the class of its
colour, what stands before the words, and a slug that is empty where there is no witness page. There is no block where
the report is compared with none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...evidence.cell import Cell
from ...evidence.verdict import Outcome
from ...studies.changes.judging import Group
from ...studies.changes.model import GROUPS, HEADINGS, Change, ReportRun, compare
from ..changes.text import context, folded, said_of, title
from .cell_words import BROKEN, MARKS
from .seen import seen

if TYPE_CHECKING:
    from .inputs import Inputs

MEANS: dict[Group, str] = {
    "worse": "A claim is broken now or not decided any more, a definition is at fault now, or what stood is refuted. "
    "Of what is declared to fail: it stands now.",
    "better": "The reverse: a claim is not broken any more, is decided now, or what was refuted is not any more, and "
    "the definition was edited or every instance of that size is decided. Of what is declared to fail: it is refuted "
    "now.",
    "stronger": "It says the same on better evidence, something is decided that was not, or a conjecture is settled.",
    "weaker": "It says the same on lesser evidence, or it is not decided any more. What was refuted once and was not "
    "found again stands here: its witness still holds.",
    "other": "Cells that are new or gone, another witness, another reason, claims that were added or withdrawn.",
}
"""What stands in each group, a sentence."""


def block(inputs: Inputs) -> dict[str, Any] | None:
    """The data of the block; None where there is no earlier report."""
    if inputs.before is None:
        return None
    changes = compare(inputs.before, inputs.matrix)
    groups = []
    for group in GROUPS:
        members = changes.of(group)
        listed, many = folded(members) if group == "other" else (members, [])
        groups.append(
            {
                "name": group,
                "heading": HEADINGS[group],
                "means": MEANS[group],
                "count": changes.counts[group],
                "changes": [_change(change, inputs) for change in listed],
                "folded": many,
            }
        )
    runs = [_run("old", changes.old), _run("new", changes.new)]
    made: dict[str, Any] = seen({"title": title(changes), "context": context(changes), "runs": runs, "groups": groups})
    return made


def _run(which: str, run: ReportRun) -> list[Any]:
    return [which, run.profile, run.seed, run.cells, run.missing]


def _change(change: Change, inputs: Inputs) -> dict[str, Any]:
    cell = change.cell
    return {
        "metric": cell.metric,
        "axiom": cell.axiom,
        "statement": cell.title,
        "why": change.why,
        "was": _side(change.old, None),
        "now": _side(change.new, inputs),
    }


def _side(cell: Cell | None, inputs: Inputs | None) -> list[str] | None:
    """The cell in words; ``inputs`` has the witness pages of its report, if it is the one that is shown."""
    if cell is None:
        return None
    state, witness = cell.evidence.state, cell.evidence.witness
    slug = witness.slug if witness is not None and inputs is not None and witness.slug in inputs.accounts else ""
    colour = BROKEN if cell.outcome is Outcome.BROKEN else cell.tone
    return [colour, MARKS[state.word], said_of(cell), slug]
