"""The pages that are complete when they are written: their files and their markup."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from ...evidence.account.account import DECLARED
from ...evidence.verdict import Tone, Verdict
from . import links, metric_facts
from .axiom_pages import groups
from .cell_words import MARKS
from .links import encoded
from .markup import outside, sign, spans, text, value
from .metric_pages import families
from .packing import packed
from .shells import PAGES, Page, rendered
from .told import Told

if TYPE_CHECKING:
    from .inputs import Inputs

METRICS, AXIOMS, CONJECTURES, CLAIMS, PROOFS, LIBRARIES, CHANGES = (
    next(page for page in PAGES if page.file == f"{name}.html")
    for name in ("metric", "axiom", "conjecture", "claims", "proofs", "libraries", "changes")
)
AGREEING = {
    "agree": Tone.SEARCHED,
    "agree up to rounding": Tone.SEARCHED,
    "agree without ties": Tone.UNKNOWN,
    "differ": Tone.REFUTED,
}
"""The colours of what two implementations do; no input that was tried parts those that agree."""
OPEN_AT_MOST = 2
"""So many refuted questions stand open at once."""
TONES = {
    "refuted": Verdict.REFUTED,
    "proved": Verdict.PROVED,
    "shown": Verdict.PROVED,
    "attained": Verdict.PROVED,
    "certified": Verdict.CERTIFIED,
    "exhausted": Verdict.EXHAUSTED,
    "searched": Verdict.SEARCHED,
    "undecided": Verdict.UNDECIDED,
    "vacuous": Verdict.VACUOUS,
}
"""The verdict whose sign stands before a word of an exploration."""


def pages(inputs: Inputs, data: Mapping[str, Any], blocks: list[str]) -> dict[str, str | bytes]:
    """The pages, and what they have packed, by file; ``data`` is what claims, changes and explorations say."""
    maker = _StaticPageMaker(inputs, blocks)
    files = maker.of_metrics_and_axioms()
    files["claims.html"] = maker.claims(data.get("claims"))
    changes = {"changes": data.get("changes")}
    files["changes.html"] = maker.page("changes.html.j2", CHANGES, changes)
    files["libraries.html"] = maker.libraries(data.get("libraries"))
    files |= maker.explorations(data)
    return files | {f"data/{name}.js": packed(name, kept) for name, kept in maker.later.items()}


class _StaticPageMaker:
    def __init__(self, inputs: Inputs, blocks: list[str]) -> None:
        self.inputs, self.blocks = inputs, blocks
        self.later: dict[str, list[str]] = {}
        self.families = {row.name: row.family for row in inputs.whole.rows}
        self.groups = {column.id: column.group for column in inputs.whole.columns}

    def page(self, template: str, page: Page, given: Mapping[str, Any], title: str = "", file: str = "") -> str:
        """A page, with what the templates ask for.

        What a template hands to ``later`` is packed beside the page and put in where it stands when it is opened.
        """
        block = (file or page.file).removesuffix(".html")

        def later(content: Markup) -> Markup:
            kept = self.later.setdefault(block, [])
            kept.append(re.sub(r"\s*\n\s*", "\n", content) if "<pre" not in content else content)
            return Markup(f" data-k={len(kept) - 1}")

        helpers = {
            "later": later,
            "anchor": lambda name: Markup(value(name)),
            "anchored": lambda name: Markup(value(f"#{encoded(name)}")),
            "claimed": self.claimed,
            "declared": lambda status: DECLARED.get(status, status),
            "exploration": lambda name: Markup(value(links.conjecture(name))),
            "of_axiom": lambda name: Markup(value(links.axiom(name, self.groups[name]))),
            "of_metric": lambda name: Markup(value(links.metric(name, self.families[name]))),
            "of_witness": lambda slug: Markup(value(links.witness(slug))),
            "sign": lambda shown, tone: Markup(sign(shown, tone)),
            "size_tone": size_tone,
            "spans": spans,
            "tone_sign": tone_sign,
            "upper": lambda words: words[:1].upper() + words[1:],
            "value": lambda words: Markup(value(words)),
        }
        return rendered(template, page, self.inputs, self.blocks, file, title=title or page.title, **helpers, **given)

    def claimed(self, source: str) -> Markup:
        """The source of a claim, with its entry in the ledger if it has one."""
        if source not in self.inputs.ledger:
            return text(source)
        return Markup(f"<a href={value(links.claim(source))}>{text(source)}</a>")

    def of_metrics_and_axioms(self) -> dict[str, str]:
        """Families, groups, the two lists, and the proofs."""
        metrics: dict[str, list[Told]] = {}
        axioms: dict[str, list[Told]] = {}
        for one in self.inputs.told:
            metrics.setdefault(one.row.name, []).append(one)
            axioms.setdefault(one.column.id, []).append(one)
        files: dict[str, str] = {}
        kinds, fields = [], []
        files |= metric_facts.badges(self.inputs, metrics)
        for family in families(self.inputs, metrics):
            files[family.file] = self.page("family.html.j2", METRICS, {"family": family}, family.title, family.file)
            rows = [(one.row.name, one.row.kind) for one in family.entries]
            kinds.append({"file": family.file, "title": family.title, "lines": rows})
        for group in groups(self.inputs, axioms):
            files[group.file] = self.page("group.html.j2", AXIOMS, {"group": group}, group.title, group.file)
            columns = [(one.column.id, one.column.quantifier) for one in group.entries]
            fields.append({"file": group.file, "title": group.title, "lines": columns})
        for listing in (*kinds, *fields):
            listing["lines"] = [(f"{listing['file']}#{encoded(name)}", name, *rest) for name, *rest in listing["lines"]]
        intro = "What is checked, by family, the libraries' after the others."
        asks = "What metrics are checked against, by group."
        of_metrics = {"intro": intro, "what": "metric", "heads": ["metric", "kind", "formula"]}
        of_axioms = {"intro": asks, "what": "axiom", "heads": ["axiom", "quantifier", "formula"]}
        files["metric.html"] = self.page("list.html.j2", METRICS, {"sections": kinds, **of_metrics})
        files["axiom.html"] = self.page("list.html.j2", AXIOMS, {"sections": fields, **of_axioms})
        proofs = {proof.id: proof for one in self.inputs.told if (proof := one.cell.evidence.proof)}
        files["proofs.html"] = self.page(
            "proofs.html.j2", PROOFS, {"proofs": sorted(proofs.values(), key=lambda p: p.id)}
        )
        return files

    def claims(self, ledger: dict[str, Any] | None) -> str:
        """The claims ledger."""
        if ledger is None:
            return self.page("claims.html.j2", CLAIMS, {"ledger": None})
        marks = [Markup(sign(mark, tone)) for _, mark, tone, _ in ledger["verdicts"]]
        for claim in ledger["claims"]:
            claim["word"], claim["mark"] = ledger["verdicts"][claim["verdict"]][0], marks[claim["verdict"]]
        totals = Counter(claim["word"] for claim in ledger["claims"])
        words = [(mark, word, means) for mark, (word, _, _, means) in zip(marks, ledger["verdicts"], strict=True)]
        counts = [(mark, word, totals[word]) for mark, word, _ in words if totals[word]]
        sources = [
            (id, title, [claim for claim in ledger["claims"] if claim["source"] == number])
            for number, (id, title) in enumerate(ledger["sources"])
        ]
        by_source = [one for one in sources if one[2]]
        given = {"ledger": ledger, "counts": counts, "by_source": by_source, "meanings": words}
        return self.page("claims.html.j2", CLAIMS, given)

    def libraries(self, data: dict[str, Any] | None) -> str:
        """What was found of other libraries' metrics."""
        signs = {word: symbol for word, symbol, _ in data["standings"]} if data else {}
        given = {"data": data, "signs": signs, "tones": AGREEING, "pair_of": pair_of, "outside": outside}
        return self.page("libraries.html.j2", LIBRARIES, given)

    def explorations(self, data: Mapping[str, Any]) -> dict[str, str]:
        """The list of explorations, and a page for each."""
        files = {
            "conjecture.html": self.page("conjectures.html.j2", CONJECTURES, {"list": data.get("conjectures", [])})
        }
        for id in self.inputs.explorations:
            exploration = data[f"conjecture-{id}"]
            refuted = [one["label"] for one in exploration["questions"] if one["tone"] == "refuted"]
            opened = refuted[:OPEN_AT_MOST] or [one["label"] for one in exploration["questions"][:1]]
            given = {"data": exploration, "opened": opened, "at_size": at_size}
            file = links.conjecture(id)
            files[file] = self.page("conjecture.html.j2", CONJECTURES, given, exploration["title"], file)
        return files


def tone_sign(tone: str) -> Markup:
    """The sign of a question; what only enumeration said (mostly of best constants) is not coloured as proved."""
    if tone not in TONES:
        return Markup("<b class=sign aria-hidden=true>-</b>")
    verdict = TONES[tone]
    return Markup(sign(MARKS[verdict], (Verdict.SEARCHED if verdict is Verdict.EXHAUSTED else verdict).tone))


def size_tone(word: str) -> tuple[str, str]:
    """The class and the mark of a word that says what became of something at one size."""
    verdict = TONES.get(word)
    return (verdict.tone, f"{MARKS[verdict]} ") if verdict else ("", "")


def at_size(question: Mapping[str, Any], n: int) -> Any:
    """What a question has at one size, if anything."""
    return next((size for size in question["sizes"] if size[0] == n), None)


def pair_of(concept: Mapping[str, Any], a: int, b: int) -> Any:
    """What two implementations of a metric do, if they were compared."""
    return next((pair for pair in concept["pairs"] if {a, b} == {pair[0], pair[1]} and a != b), None)
