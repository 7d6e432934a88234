"""The pages that are complete when they are written: their files and their markup."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from ...evidence.decimals import with_float
from ...evidence.verdict import Tone, Verdict
from ...evidence.words import verdict_text
from ...studies.changes.judging import Group
from ...studies.changes.model import HEADINGS, compare
from ...studies.ledger.entry import WORDS
from .. import changes as changed
from ..claims.data import ClaimData
from ..claims.page import STATUSES, alike
from ..explorations import telling, words
from ..libraries import words as library_words
from ..libraries.findings import scripts, sides_text
from ..libraries.sheet import OTHERS
from ..libraries.sheet import sign as library_sign
from . import cell_words, explorations, links, metric_facts
from .axiom_pages import groups
from .cell_words import BROKEN, MARKS
from .links import encoded
from .markup import outside, sign, spans, text, value
from .metric_pages import families
from .packing import packed
from .shells import AXIOMS, CHANGES, CLAIMS, CONJECTURES, LIBRARIES, METRICS, PROOFS, Page, rendered

if TYPE_CHECKING:
    from .inputs import Inputs

CLAIM_SIGNS = {
    "true (proved)": ("✓", Tone.PROVED),
    "true as far as checked": ("~", Tone.SEARCHED),
    "false": ("✗", BROKEN),
    "true of some readings": ("/", Tone.UNKNOWN),
    "true of some readings as far as checked": ("/", Tone.UNKNOWN),
    "shown by an instance": ("✓", Tone.PROVED),
    "open": ("?", Tone.UNKNOWN),
    "not checkable by machine": (".", Tone.NOTHING),
}
"""The sign of a verdict on a claim and the class that colours it; the words say the same without them."""
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
"""What stands in each group of changes, a sentence."""
OPEN_AT_MOST = 2
"""So many refuted questions stand open at once."""
SAME = ("refuted", "proved", "certified", "exhausted", "searched", "undecided", "vacuous")
TONES = {word: Verdict(word) for word in SAME} | {"shown": Verdict.PROVED, "attained": Verdict.PROVED}
"""The verdict whose sign stands before a word of an exploration."""


def pages(inputs: Inputs) -> dict[str, str | bytes]:
    """The pages, and what they have packed, by file."""
    maker = _StaticPageMaker(inputs)
    files = maker.of_metrics_and_axioms()
    files |= {CLAIMS.file: maker.claims(), CHANGES.file: maker.changes(), LIBRARIES.file: maker.libraries()}
    files |= maker.explorations()
    return files | {f"data/{name}.js": packed(name, kept) for name, kept in maker.later.items()}


class _StaticPageMaker:
    def __init__(self, inputs: Inputs) -> None:
        self.inputs = inputs
        self.later: dict[str, list[str]] = {}
        self.groups = {column.id: column.group for column in inputs.whole.columns}

    def page(self, page: Page, given: Mapping[str, Any], template: str = "", *, title: str = "", file: str = "") -> str:
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
            "exploration": lambda name: Markup(value(links.conjecture(name))),
            "of_axiom": lambda name: Markup(value(links.axiom(name, self.groups[name]))),
            "of_metric": lambda name: Markup(value(self.inputs.defined[name][0])),
            "of_witness": lambda slug: Markup(value(links.witness(slug))),
            "sign": lambda shown, tone: Markup(sign(shown, tone)),
            "size_tone": size_tone,
            "spans": spans,
            "tone_sign": tone_sign,
            "upper": lambda words: words[:1].upper() + words[1:],
            "value": lambda words: Markup(value(words)),
        }
        return rendered(page, self.inputs, template, file=file, title=title, **helpers, **given)

    def claimed(self, source: str) -> Markup:
        """The source of a claim, with its entry in the ledger if it has one."""
        if source not in self.inputs.ledger:
            return text(source)
        return Markup(f"<a href={value(links.claim(source))}>{text(source)}</a>")

    def of_metrics_and_axioms(self) -> dict[str, str]:
        """Families, groups, the two lists, and the proofs."""
        files = metric_facts.badges(self.inputs)
        kinds, fields = [], []
        for family in families(self.inputs):
            given = {"family": family, "facts": metric_facts}
            files[family.file] = self.page(METRICS, given, "family.html.j2", title=family.title, file=family.file)
            kinds.append((family, [(one.row.name, one.row.kind) for one in family.entries]))
        for group in groups(self.inputs):
            files[group.file] = self.page(AXIOMS, {"group": group}, "group.html.j2", title=group.title, file=group.file)
            fields.append((group, [(one.column.id, one.column.quantifier) for one in group.entries]))
        intro = "What is checked, by family, the libraries' after the others."
        of_metrics = {"sections": kinds, "intro": intro, "what": "metric", "beside": "kind"}
        files[METRICS.file] = self.page(METRICS, of_metrics, "list.html.j2")
        intro = "What metrics are checked against, by group."
        of_axioms = {"sections": fields, "intro": intro, "what": "axiom", "beside": "quantifier"}
        files[AXIOMS.file] = self.page(AXIOMS, of_axioms, "list.html.j2")
        proofs = {proof.id: proof for one in self.inputs.statements if (proof := one.cell.evidence.proof)}
        files[PROOFS.file] = self.page(PROOFS, {"proofs": sorted(proofs.values(), key=lambda p: p.id)})
        return files

    def claims(self) -> str:
        """The claims ledger."""
        ledger = self.inputs.claimed
        by_source: dict[str, list[ClaimData]] = {id: [] for id in ledger.sources} if ledger is not None else {}
        for claim in ledger.claims if ledger is not None else ():
            by_source[claim.source].append(claim)
        totals = Counter(claim.verdict for of in by_source.values() for claim in of)
        given = {
            "ledger": ledger,
            "marks": {word: Markup(sign(*shown)) for word, shown in CLAIM_SIGNS.items()},
            "means": WORDS,
            "counts": [(word, totals[word]) for word in WORDS if totals[word]],
            "by_source": [(id, of) for id, of in by_source.items() if of],
            "evidence": alike,
            "statuses": STATUSES,
            "explored": self.inputs.exploring,
            "has_page": self.inputs.defined.__contains__,
            "has_witness": self.inputs.witnessed.__contains__,
        }
        return self.page(CLAIMS, given)

    def changes(self) -> str:
        """What changed since an earlier report."""
        before = self.inputs.before
        given = {
            "changes": compare(before, self.inputs.matrix) if before is not None else None,
            "cell_words": cell_words,
            "has_witness": self.inputs.witnessed.__contains__,
            "headings": HEADINGS,
            "means": MEANS,
            "text": changed,
        }
        return self.page(CHANGES, given)

    def libraries(self) -> str:
        """What was found of other libraries' metrics."""
        given = {
            "sheet": self.inputs.library_sheet,
            "beside": OTHERS,
            "words": library_words,
            "sides_text": sides_text,
            "outside": outside,
            "snippets_of": scripts,
            "sign_of": library_sign,
            "verdict_text": verdict_text,
            "with_float": with_float,
        }
        return self.page(LIBRARIES, given)

    def explorations(self) -> dict[str, str]:
        """The list of explorations, and a page for each."""
        listed = [explorations.brief(id, answer) for id, answer in self.inputs.answers.items()]
        files = {CONJECTURES.file: self.page(CONJECTURES, {"list": listed}, "conjectures.html.j2")}
        for id in self.inputs.answers:
            shown = explorations.ExplorationPage(id, self.inputs)
            labels = [(explorations.standing(one)[0], one.label) for one in shown.answer.questions]
            refuted = [label for tone, label in labels if tone == "refuted"]
            opened = refuted[:OPEN_AT_MOST] or [label for _, label in labels[:1]]
            given = {"id": id, "it": shown, "opened": opened, "asked": explorations, "words": words, "telling": telling}
            file = links.conjecture(id)
            files[file] = self.page(CONJECTURES, given, title=shown.answer.title, file=file)
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
