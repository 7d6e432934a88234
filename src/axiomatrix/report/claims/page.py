"""The claims ledger as Markdown, and in a terminal: a line for each claim, or a few claims in full."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from ...evidence.safe import code, prose, visible
from ...evidence.words import counted, grouped
from ...studies.ledger.entry import WORDS, Entry, Ledger, Piece, reach
from ..consoles import console_of
from ..tables import github

STATUSES = {
    "false": "contradicted",
    "open": "open",
    "shown": "shown by an instance",
    "proved": "proved or computed",
    "checked": "not contradicted as far as checked",
    "cites": "cited",
}
"""The statuses of evidence in the order in which they are shown, in words."""
WITH_INSTANCE = 3
"""So many instances of a claim are written out; of more, the sides are."""
PIPED = 100
"""The width where there is no terminal."""
STYLES = {
    "true (proved)": "green",
    "true as far as checked": "cyan",
    "false": "bold red",
    "true of some readings": "yellow",
    "true of some readings as far as checked": "yellow",
    "shown by an instance": "green",
    "open": "yellow",
    "not checkable by machine": "dim",
}
"""Colours of the verdicts, whose words say the same."""
VERDICT_WIDTH = 30
INSTEAD = "what is true instead"


@dataclass(frozen=True)
class AlikeEvidence:
    """Evidence of one status that says the same: several metrics, one line."""

    status: str
    text: str
    pieces: tuple[Piece, ...]


def alike(pieces: Sequence[Piece]) -> list[AlikeEvidence]:
    """The evidence in the order of its weight; pieces without a witness that say the same together."""

    def key(piece: Piece) -> tuple[str, str, str]:
        return piece.status, piece.said, piece.title if piece.slug or piece.kind == "check" else ""

    order = list(STATUSES)
    groups = grouped(sorted(pieces, key=lambda piece: order.index(piece.status)), key)
    return [AlikeEvidence(status, text, tuple(same)) for (status, text, _), same in groups.items()]


def totals(ledger: Ledger) -> str:
    """How many claims have each verdict, in the order of the legend."""
    words = [entry.verdict for entry in ledger]
    return ", ".join(f"{words.count(word)} {word}" for word in WORDS if word in words)


def readings_text(entry: Entry) -> str:
    """Where the readings do not agree: which do what."""
    return "; ".join(f"{state}: {', '.join(names)}" for state, names in entry.readings.items())


def whole_verdict(entry: Entry) -> str:
    """The verdict with its reach."""
    return f"{entry.verdict} ({entry.reach})" if entry.reach else entry.verdict


def short_verdict(entry: Entry) -> str:
    """The verdict where there is little room: what is cited has its own line."""
    if entry.verdict == "not checkable by machine":
        return f"{entry.verdict} (cites)"
    less = reach([piece for piece in entry.evidence if piece.status != "cites"], entry.verdict)
    return f"{entry.verdict} ({less})" if less else entry.verdict


def page(ledger: Ledger) -> str:
    """The whole of ``claims.md``."""
    lines = [
        "# Claims ledger",
        "",
        f"{counted(len(ledger.claims), 'claim')} of {counted(len(ledger.by_source), 'source')}: {totals(ledger)}. "
        f"Cells checked with profile {prose(ledger.profile)}, seed {ledger.seed}.",
        "",
        "Each claim is quoted as the source words it, slips included, and judged by the evidence below it: cells of "
        "the [compliance matrix](compliance.md), and checks that compute what the source says in words. Verdicts are "
        "derived from the evidence.",
        "",
        "## What the verdicts mean",
        "",
        github(["verdict", "what it means"], [[prose(word), prose(means)] for word, means in WORDS.items()]),
        "",
        "## Summary",
        "",
    ]
    rows = []
    for entry in ledger.claims:
        mark = "**" if entry.readings or entry.verdict == "false" else ""
        verdict = f"{mark}{prose(short_verdict(entry))}{mark}"
        rows.append([f"[{prose(entry.id)}](#{anchor(entry)})", verdict, prose(entry.statement)])
    lines += [github(["claim", "verdict", "what it says"], rows), ""]
    for source, entries in ledger.by_source.items():
        lines += [f"## {prose(source)}: {prose(ledger.sources[source])}", ""]
        for entry in entries:
            lines += _entry(entry)
    return "\n".join(lines).rstrip("\n") + "\n"


def anchor(entry: Entry) -> str:
    """Where the claim stands on a page."""
    return "".join(character for character in entry.id.lower() if character.isalnum() or character == "-")


def _facts(entry: Entry) -> list[tuple[str, str]]:
    """What there is to say of a claim beside its wording and the evidence: a label and a text each."""
    facts = [
        ("what it says", entry.statement if entry.statement != entry.wording else ""),
        ("formalised", entry.formalised),
        ("verdict", whole_verdict(entry)),
        ("readings", readings_text(entry)),
        *((INSTEAD, correction) for correction in entry.instead),
    ]
    return [(label, text) for label, text in facts if text]


def _entry(entry: Entry) -> list[str]:
    lines = [f"### {prose(entry.id)}", "", f"> {prose(entry.wording)}", ""]
    lines += ["The wording is ours; the source is silent.", ""] if entry.supplied else []
    for label, text in _facts(entry):
        lines.append(f"- {label.capitalize()}: " + (f"**{prose(text)}**" if label == "verdict" else prose(text)))
    paths = [path for group in alike(entry.evidence) for path in _paths(group, entry)]
    return [*lines, "", "Evidence:", "", *_outline(paths), ""]


def _paths(group: AlikeEvidence, entry: Entry) -> Iterator[tuple[str, ...]]:
    """Where evidence stands in the list of lists: under its status, that of a check under what the check is."""
    status, first, text = prose(STATUSES[group.status]), group.pieces[0], prose(group.text)
    if first.kind == "check":
        yield status, prose(first.title + (f" ({first.reading})" if first.reading else "")), text
    elif not first.slug:
        yield status, f"{_names(group.pieces)}: {text}"
    else:
        shown = f"{_names(group.pieces)}: {text}; [{prose(first.sides)}](witnesses/{first.slug}.md)"
        instances = sum(piece.slug != "" and piece.status == group.status for piece in entry.evidence)
        few = group.status == "false" or instances <= WITH_INSTANCE
        yield status, shown, *([prose(first.instance)] if few and first.instance else [])


def _names(pieces: Sequence[Piece]) -> str:
    """The statements of the pieces, of metrics that have the same ones together."""
    if len(pieces) == 1:
        return code(pieces[0].title)
    of_metric: dict[str, list[str]] = {}
    for piece in pieces:
        metric, _, statement = piece.title.partition(": ")
        of_metric.setdefault(metric, []).append(statement)
    together = grouped(of_metric, lambda metric: tuple(filter(None, of_metric[metric])))
    return "; ".join(
        ": ".join(", ".join(map(code, names)) for names in (metrics, statements) if names)
        for statements, metrics in together.items()
    )


def _outline(paths: Iterable[tuple[str, ...]], indent: str = "") -> Iterator[str]:
    """Lists within lists: what begins alike stands under its beginning, and on one line if it is by itself."""
    for head, under in grouped(paths, lambda path: path[0]).items():
        rest = [path[1:] for path in under if path[1:]]
        line = head
        while len(rest) == 1:
            line, rest = f"{line}: {rest[0][0]}", [rest[0][1:]] if rest[0][1:] else []
        yield f"{indent}- {line}" + (":" if rest else "")
        yield from _outline(rest, indent + "  ")


def show(ledger: Ledger, console: Console, *, full: bool, directory: str = "") -> None:
    """The ledger on a console: with ``full``, each claim with its evidence.

    ``directory`` is where the report is, if the evidence is from one: its witnesses can be replayed.
    """
    if full:
        for entry in ledger:
            for text, style in lines(entry, ledger.sources[entry.source], console.width, directory):
                console.print(Text(text, style=style), soft_wrap=True)
        return
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold", expand=False)
    table.add_column("claim", no_wrap=True)
    table.add_column("verdict", width=VERDICT_WIDTH, overflow="fold")
    table.add_column("what it says", overflow="fold")
    for entry in ledger:
        table.add_row(
            Text(visible(entry.id)),
            Text(visible(short_verdict(entry)), style=STYLES[entry.verdict]),
            Text(visible(entry.statement)),
        )
    console.print(table)
    console.print(Text(f"\n{len(ledger.claims)} claims: {totals(ledger)}", style="bold"))


def console() -> Console:
    """The console of standard output; where it is not a terminal, plain text of a fixed width."""
    made = console_of()
    return made if made.is_terminal else Console(width=PIPED, no_color=True, highlight=False)


def lines(entry: Entry, title: str, width: int, directory: str = "") -> Iterator[tuple[str, str]]:
    """One claim in full, as lines that fit the width, each with its style."""
    yield f"{visible(entry.id)}: {visible(whole_verdict(entry))}", STYLES[entry.verdict]
    yield from _wrapped(f"{entry.source}: {title}", width, style="dim")
    yield from _wrapped(f'"{entry.wording}"' + (" (our wording)" if entry.supplied else ""), width)
    for label, text in _facts(entry):
        if label != "verdict":  # it stands first
            yield from _wrapped(f"{label}: {text}", width, style="bold" if label == INSTEAD else "")
    yield "  evidence:", ""
    for group in alike(entry.evidence):
        first = group.pieces[0]
        reading = f" ({first.reading})" if first.reading and first.kind == "check" else ""
        names = ", ".join(visible(piece.title) for piece in group.pieces)
        yield from _wrapped(f"{STATUSES[group.status]}{reading}: {names}: {group.text}", width, indent=4)
        if first.sides:
            yield from _wrapped(f"{first.sides}; {first.instance}", width, indent=8)
            file = f"{directory}/witnesses/{first.slug}.json"
            if directory and Path(file).exists():  # few of the witnesses beside a report are committed
                yield f"        axiomatrix replay {file}", "dim"
    yield "", ""


def _wrapped(text: str, width: int, *, indent: int = 2, style: str = "") -> Iterator[tuple[str, str]]:
    first, rest = " " * indent, " " * (indent + 2)
    for part in textwrap.wrap(visible(text), max(width - 1, 40), initial_indent=first, subsequent_indent=rest):
        yield part, style
