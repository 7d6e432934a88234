"""How a question of an exploration stands, in a word, and what is known of its best constant for every n."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from ...evidence.evidence import INFINITE
from ...evidence.verdict import Verdict
from ...studies.closed.forms import RECOGNISED
from ...studies.explore.answer import Answer, Bound, Question, Sense, approximate
from ..explorations.words import exact
from ..plot.series import in_symbols

_PROOF = re.compile(r"(?P<says>.+?) \(checked by machine(?P<where>[^:]*): (?P<steps>.*)\)", re.DOTALL)
_PAPER = "; on paper: "
_CHECKED = re.compile(r"by axiomatrix check: ([a-z ]+)")


MOST_NAMED = 4
"""Questions that a sentence names."""


def standing(question: Question) -> tuple[str, str]:
    """The verdict whose sign the question gets, and what it says in short, such as ``refuted at n = 6``.

    A statement of existence that an instance shows has the sign of what is proved, as in the matrix. The verdict is
    empty where none of the matrix says the same, such as *not attained* and bounds that instances prove.
    """
    first, reached = question.first_refuted, question.certified_up_to
    if first is not None:
        return "refuted", f"refuted at n = {first.n}"
    instance = question.contradicting
    if instance is not None:
        return "refuted", f"refuted at n = {instance.n} by an instance of the {instance.kind}"
    if question.unlimited:
        return "refuted", question.unlimited
    if question.proof:
        return "proved", "proved for every n"
    verdicts = [size.verdict for size in question.sizes]
    if "attained" in verdicts:
        return "proved", f"attained at n = {question.sizes[verdicts.index('attained')].n}"
    if "attained on the closure" in verdicts:
        n = question.sizes[verdicts.index("attained on the closure")].n
        return "", f"attained on the closure only, n = {n}"
    if "undecided" in verdicts:
        return "undecided", "undecided at some size"
    if reached:
        return "certified", f"certified n <= {reached}" + (", other parameters fixed" if question.scope else "")
    if "not attained" in verdicts:
        return "", f"not attained for n <= {question.sizes[-1].n}"
    checked = _CHECKED.search(question.remark)
    if checked is not None and checked[1] in tuple(Verdict) and not question.sizes:
        return checked[1], f"no parameter, by axiomatrix check: {checked[1]}"
    return "", "not swept: bounds by instances only" if question.bounds else "not decided"


def opening(answer: Answer) -> str:
    """What became of all questions, shortly: what is false with the instance that shows it, then the others."""
    by_word: dict[str, list[str]] = {}
    for question in answer.questions:
        first, word = question.first_refuted, standing(question)[1]
        if first is not None and first.refutation is not None:
            shown = first.refutation
            word = f"at n = {first.n}, {in_symbols(question.asked)} would be {shown.lhs} {shown.op} {shown.rhs}"
        by_word.setdefault(word, []).append(question.label.removesuffix(f": {answer.title}"))
    others = {standing(question)[1] for question in answer.questions if question.first_refuted is None}
    if len(answer.questions) == 1:
        (word,) = by_word
        return f"{'' if word in others else 'False: '}{word[:1].upper() if word in others else word[:1]}{word[1:]}."
    sentences = [f"False in the reading {_together(of)}: {word}." for word, of in by_word.items() if word not in others]
    sentences += [f"{word[:1].upper()}{word[1:]}: {_together(of)}." for word, of in by_word.items() if word in others]
    return " ".join(sentences)


def _together(labels: Sequence[str]) -> str:
    """The names of some questions, in which there may be commas; few of them."""
    between = "; " if any("," in label for label in labels) else ", "
    more = len(labels) - MOST_NAMED
    return between.join(labels[:MOST_NAMED]) + (f" and {more} more" if more > 0 else "")


def known(question: Question) -> list[list[Any]]:
    """What is known of the extremes over all n: ``[sense, sign, value, why, n]`` each, the exact ones first.

    An instance proves that the smallest value is not larger than its own; a proof says that none is smaller. Both hold
    on the space of the question, which ``n`` does not limit; n is that of the instance, 0 for a proof. Nothing where
    ``axiomatrix check`` has the answer, which the remark gives.
    """
    if question.remark and not question.sizes:  # what it says reaches further
        return []
    extremes: list[list[Any]] = []
    for sense in ("inf", "sup"):
        proved = [p for p in question.proved if p.sense == sense]
        seen = _instances(question, sense)
        sign = 1 if sense == "inf" else -1
        best = min(seen, key=lambda pair: sign * approximate(pair[0]), default=None)
        strongest = max(proved, key=lambda p: sign * approximate(p.value), default=None)
        if strongest is not None:
            extremes.append([sense, ">=" if sense == "inf" else "<=", exact(strongest.value), "proved for every n", 0])
        if best is not None:
            value = "no constant will do" if best[0] == INFINITE else exact(best[0])
            extremes.append([sense, "<=" if sense == "inf" else ">=", value, f"an instance at n = {best[1]}", best[1]])
    return extremes


def _instances(question: Question, sense: Sense | str) -> list[tuple[str, int]]:
    """The values that instances have, with their n, the smaller n first."""
    values = [(e.value, size.n) for size in question.sizes for e in size.extremes if e.sense == sense]
    return values + [(bound.value, bound.n) for bound in question.bounds if bound.sense == sense]


def closed_form(bound: Bound) -> str:
    """The closed form that is recognised from the values of a family, in the words of the exploration; or nothing."""
    return next((part for part in bound.note.split("; ") if part.startswith(RECOGNISED)), "")


def proof_parts(text: str) -> dict[str, Any]:
    """A proof as ``{"says", "where", "checked": [...], "paper": [...]}``; one of another form is all in ``says``."""
    match = _PROOF.fullmatch(text)
    if match is None:
        return {"says": text, "where": "", "checked": [], "paper": []}
    checked, _, paper = match["steps"].partition(_PAPER)
    return {
        "says": match["says"],
        "where": match["where"].strip(),
        "checked": checked.split("; "),
        "paper": paper.split("; ") if paper else [],
    }
