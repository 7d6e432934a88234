"""What the page of a metric says beside its verdicts: its code, relatives, implementations, citation and badge."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from markupsafe import Markup, escape

from ...evidence.matrix import Row
from ...evidence.safe import visible
from ...evidence.slug import file_name
from ...evidence.verdict import Verdict
from ...evidence.words import counted
from ..dataset import entry, of_ours
from ..relations.data import RelationData
from . import links
from .markup import link, listed
from .statements import MetricStatement

if TYPE_CHECKING:
    from .inputs import Inputs

NEAREST = ("identical", "affine", "monotone", "refines", "refined by")
"""Kinds of relations, the nearest first; all others are told by how often two values are in different order."""
MOST_RELATIVES = 3
BADGE = '<svg xmlns="http://www.w3.org/2000/svg" class="axiomatrix"'
"""How a badge begins, by which one that is not written any more is known."""
WORDS = {"holds": "checked", "open": "open", "fails": "fail"}
"""Of a badge, which has no room for how far."""
WIDTH = 6.6
"""Of a letter of a badge."""


def relatives(inputs: Inputs, row: Row) -> Markup:
    """The metrics that are nearest to it, and how near, of the relations that it has."""
    seen: dict[str, Markup] = {}
    known = {one.name for one in inputs.matrix.rows}
    near = (one for one in inputs.relations_of.get(row.name, ()) if _nearness(one) < (len(NEAREST), 0.5))
    for one in sorted(near, key=_nearness):
        other = one.b if one.a == row.name else one.a
        if other in known and other not in seen and len(seen) < MOST_RELATIVES:
            seen[other] = Markup(f"{link(inputs.defined[other][0], other)} ({_how(one)})")
    return listed(seen.values(), "; ")


def _nearness(one: RelationData) -> tuple[int, float]:
    rank = NEAREST.index(one.kind) if one.kind in NEAREST else len(NEAREST)
    return rank, _differently(one)


def _differently(one: RelationData) -> float:
    pairs = sum(row[1] for row in one.agreement)
    return sum(row[3] for row in one.agreement) / pairs if pairs else 1.0


def _how(one: RelationData) -> Markup:
    if one.kind in NEAREST:
        return Markup("<code>{}</code>").format(visible(one.statement))
    return Markup("{:.1%} of pairs in another order").format(_differently(one))


def implementations(inputs: Inputs, row: Row) -> Markup:
    """Who else computes it, and what was found there that neither definition nor documentation says."""
    entries = []
    for name, note in inputs.libraries.rows.items() if inputs.libraries is not None else ():
        if f"; {note.definition}".partition(f"; {row.name}")[2][:2] in (": ", " i"):
            wrong = dict.fromkeys(one.column.id for one in inputs.statements_of[name] if _deviates(one))
            deviations = escape(", ".join(wrong) or "no deviation found")
            entries.append(Markup(f"{link(inputs.defined[name][0], name)} ({deviations})"))
    return listed(entries, "; ")


def _deviates(statement: MetricStatement) -> bool:
    comparison = statement.cell.evidence.comparison
    return comparison is not None and comparison.wording.startswith("deviates")


def summary(statements: Iterable[MetricStatement]) -> str:
    """How many statements are proved, checked up to some n, open and refuted, in words."""
    asked = [one for one in statements if one.is_asked]
    words = ["proved" if one.verdict is Verdict.PROVED else WORDS[one.standing] for one in asked]
    return ", ".join(f"{words.count(word):,} {word}" for word in ("proved", *WORDS.values()) if word in words)


def badge(name: str, status: str) -> str:
    """A picture of two fields: the metric, and what is known of it."""
    label, status = visible(name)[:40], visible(status)
    left, right = (round(WIDTH * len(part) + 12) for part in (label, status))
    texts = "".join(
        f'<text x="{x}" y="14" textLength="{WIDTH * len(part):.0f}">{escape(part)}</text>'
        for x, part in ((6, label), (left + 6, status))
    )
    return (
        f'{BADGE} width="{left + right}" height="20" font-family="Verdana,sans-serif" font-size="11" fill="#fff">'
        f'<path fill="#444c58" d="M0 0h{left}v20H0"/><path fill="#1f5a85" d="M{left} 0h{right}v20h-{right}"/>'
        f"{texts}</svg>\n"
    )


def badges(inputs: Inputs) -> dict[str, str]:
    """A badge for each metric of the matrix, by its file."""
    return {
        badge_file(row.name): badge(row.name, summary(inputs.statements_of[row.name])) for row in inputs.matrix.rows
    }


def badge_file(name: str) -> str:
    """Where the badge of a metric is."""
    return f"badges/{file_name(name)}.svg"


def embedded(row: Row) -> str:
    """The badge as a line of Markdown, with the page of the metric behind it."""
    name = visible(row.name).replace("[", "\\[").replace("]", "\\]")
    return f"[![{name}]({badge_file(row.name)})]({links.metric(row.name, row.family)})"


def citations(inputs: Inputs, file: str, title: str, rows: Sequence[Row]) -> str:
    """The page, and the sources that say something of its metrics, in BibTeX."""
    claimed = {claim.source for row in rows for one in inputs.statements_of[row.name] for claim in one.cell.claims}
    what = f"{title}: {counted(len(rows), 'metric')} and the evidence for their axioms"
    made = [of_ours(file.removesuffix(".html"), what, file, inputs.matrix)]
    sources = inputs.known.sources.values()
    made += [entry(one.id, note=one.title) for one in sources if claimed & set(one.claims)]
    return "\n\n".join(made)
