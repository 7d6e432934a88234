"""Questions in words: the metrics and axioms that they name, and where the other words are found."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from fractions import Fraction

from ...evidence.safe import unaccented
from ...model.axiom import KIND_PLURALS, KINDS
from ...model.names import NEAR, Reading, folded, near
from ...model.registry import Registry

MAX_WORDS_OF_A_NAME = 6
"""Words of a name."""
MOST_CHARACTERS = 400
MISSPELT = 0.88
"""The share of letters that a word has in common with a name if it is that name, misspelt."""
ALIKE = 0.5
"""The share of letters that the name of a topic has in common with a word for which it is offered."""
NEGATIONS = (
    "not without no nor never neither cannot except lack lacks lacking fail fails failing break breaks breaking "
    "violate violates violating"
)
"""So is every word that ends in n't."""
AGAIN = "has have hold holds is are keep keeps satisfied satisfies satisfy"
"""After a negated axiom, what follows one of them is not negated."""
IDLE = (
    "a about all also always am an and any are as asked at axiom axioms be because been being between but by can care "
    "cares come compare compared comparing comparison compute computed could depend depends did differ difference "
    "differences different differs do document documents does ever every false for from fulfil fulfill fulfills "
    "fulfils gets give given gives had handle handled handles has have how i if in into is it it's item items its let "
    "list lists may me measure measures metric metrics might must my obey obeys of on only or our over please "
    "property queries query react reacts really respect respects result results rule rules scale see shall should "
    "show so tell than that the their them then there these they this those to treat treats true us use used uses "
    "using value values versus vs was we were what what's when where whether which who whose why will with would you "
    "your"
)
"""Words that decide nothing: a question is answered as if they were not there."""
_NAMELESS = {*NEGATIONS.split(), *AGAIN.split(), *IDLE.split()}
_WORD = re.compile(r"(?:\([^()]*\)|[^\s,;?])+")
"""What is in brackets is of the word before them."""
_SIGN = re.compile(r"(<=|>=|=<|=>|\u2264|\u2265)")
_FACTOR = re.compile(r"[1-9]\d{0,3}(/[1-9]\d{0,3}|\.\d{1,4})?")
_NEGATIVE = re.compile(r"[-\u2212]\d")
_AT_MOST = ("<=", "=<", "\u2264")
AROUND = ".?!:\"'-\u2013\u2014/&"
"""Characters around a word that are not part of it."""
ITS_OWN_NOUN = ("a metric", "metrics")
"""Phrases that are a topic in a classification (*is K a metric?*), and mean any metric elsewhere."""


@dataclass(frozen=True)
class AskedBound:
    """Inequality of two metrics in a question."""

    text: str
    """As it was asked, such as ``K_D <= F_D``."""
    statement: str
    """What is asked of the one."""
    other: Reading
    """The other."""


@dataclass
class NamedQuestion:
    """Names in a question."""

    metrics: list[Reading] = field(default_factory=list)
    must: list[Reading] = field(default_factory=list)
    """Axioms, each with all its readings."""
    must_not: list[Reading] = field(default_factory=list)
    """Axioms after a negation."""
    topical: list[Reading] = field(default_factory=list)
    """Those of all these axioms that a topic or a group names together with others."""
    kind: str = ""
    sign: str = ""
    """``<=`` or ``>=``, where that is asked of the metrics before and after it."""
    is_denied: bool = False
    """Whether there is a negation before the sign."""
    factor: Fraction = Fraction(1)
    """What the metric after the sign is multiplied by."""
    rest: list[str] = field(default_factory=list)
    """Words that name nothing: no answer may leave them out."""

    @property
    def axioms(self) -> list[Reading]:
        """All axioms named."""
        return [*self.must, *self.must_not]

    @property
    def is_inequality(self) -> bool:
        """Return whether the question is only an inequality of two metrics without parameters."""
        has_parameters = any(metric.parameters or metric.left for metric in self.metrics)
        return bool(self.sign) and len(self.metrics) == 2 and not self.axioms and not has_parameters

    def as_bound(self, registry: Registry) -> tuple[NamedQuestion, AskedBound]:
        """The inequality as a question of one of its metrics, and what else there is to it.

        ``f <= c g`` is an upper bound of f, if that is declared, and else a lower bound of g.
        """
        left, right = self.metrics
        above = f"upper-bound(other={right.name}, factor={self.factor})"
        declared = [claim.statement for claim in registry.metric(left.name).claims]
        if self.sign == ">=":
            of, other, statement = left, right, f"lower-bound(other={right.name}, factor={self.factor})"
        elif registry.statement(above) in declared:
            of, other, statement = left, right, above
        else:
            of, other, statement = right, left, f"lower-bound(other={left.name}, factor={1 / self.factor})"
        id = statement.partition("(")[0]
        text = f"{left.asked} {self.sign} {'' if self.factor == 1 else f'{self.factor} '}{right.asked}"
        bound = [Reading(id, id, (id,))]
        question = replace(
            self, metrics=[of], must=[] if self.is_denied else bound, must_not=bound if self.is_denied else [], sign=""
        )
        return question, AskedBound(text, statement, other)


def understood(text: str, registry: Registry) -> NamedQuestion:
    """The question read from left to right, the longest names first; a parameter out of place raises ``Unknown``."""
    written = _WORD.findall(_SIGN.sub(r" \1 ", text[:MOST_CHARACTERS].replace("\u2019", "'")))
    words = [word for word in map(_bare, written) if word]
    question, negated, named, k = NamedQuestion(), False, 0, 0
    while k < len(words):
        if _SIGN.fullmatch(words[k]) and not question.sign and len(question.metrics) == 1:
            question.sign, question.is_denied, k = "<=" if words[k] in _AT_MOST else ">=", negated, k + 1
            if k < len(words) and _FACTOR.fullmatch(words[k]):
                question.factor, k = Fraction(words[k]), k + 1
            continue
        for end in range(min(k + MAX_WORDS_OF_A_NAME, len(words)), k, -1):
            is_topic = " ".join(words[k:end]).casefold() not in ITS_OWN_NOUN or _says_what_it_is(
                words, k, end, question
            )
            if is_topic and _named(words[k:end], question, registry, negated=negated):
                k = end
                break
        else:
            word = words[k].casefold()
            is_new = len(question.axioms) > named  # an axiom not named as failing is named as holding
            is_negation = word in NEGATIONS.split() or word.endswith("n't")
            if is_negation and not (k == 0 and word.endswith("n't")):  # "isn't it so?" asks whether it is
                negated, named = is_new or not negated, len(question.axioms)
            elif word in ("but", "with") or (word in AGAIN.split() and is_new):
                negated = False
            kind = KIND_PLURALS.get(word, word)
            if kind in KINDS and not question.kind:
                question.kind = kind
            elif word not in _NAMELESS and not is_negation:
                question.rest.append(words[k])
            k += 1
    if question.sign and not question.is_inequality:
        question.rest += [
            question.sign,
            *([str(question.factor)] if question.factor != 1 else []),
        ]
    return question


def _bare(written: str) -> str:
    """A word without what stands around it; the minus of a number is part of it."""
    word = written.strip(AROUND)
    return f"-{word}" if _NEGATIVE.match(written) else word


def _says_what_it_is(words: Sequence[str], start: int, end: int, question: NamedQuestion) -> bool:
    """Return whether these words classify a metric, as in *is K a metric* and *a distance that is a metric*."""
    before, after = (words[k].casefold() if k in range(len(words)) else "" for k in (start - 1, end))
    if words[start].casefold() != "a":
        return words[0].casefold() == "are" and bool(question.metrics)
    return bool(question.metrics or question.kind or before in ("is", "be")) and after not in ("that", "which", "with")


def _named(words: Sequence[str], question: NamedQuestion, registry: Registry, *, negated: bool) -> bool:
    """Return whether the words are a metric, an axiom or a topic; add it to the question, once."""
    phrase = " ".join(words)
    is_idle = phrase.casefold() in _NAMELESS and phrase.casefold() not in ITS_OWN_NOUN
    if is_idle or not all(folded(word) and _is_latin(word) and not _NEGATIVE.match(word) for word in words):
        return False
    if (metric := registry.find_metric(phrase)) is not None:
        question.metrics += [metric] if metric not in question.metrics else []
        return True
    readings, holds = find_axioms(phrase, registry)
    wished = question.must if holds is not negated else question.must_not
    new = [one for one in readings if one.name not in {other.name for other in question.axioms}]
    wished += new
    question.topical += new if len(readings) > 1 else []
    return bool(readings)


def _is_latin(word: str) -> bool:
    """Return whether a name keeps each letter of the word: names are compared by their letters and digits alone."""
    return all(folded(letter) for letter in word if letter.isalnum())


def find_axioms(phrase: str, registry: Registry) -> tuple[list[Reading], bool]:
    """The axioms that the phrase names, and whether it says that they hold: one, those of a topic, or of a group.

    An axiom that asks for a best constant is in no group: nothing can fulfil it.
    """
    if (topic := registry.topics.get(folded(phrase))) is not None:
        return topic.readings(phrase), topic.holds
    axiom = registry.find_axiom(phrase)
    if axiom is not None and not axiom.left:  # a number after an axiom does not belong to its name
        return [axiom], True
    group = [a for a in registry.axioms.values() if " " in a.group and folded(a.group) == folded(phrase)]
    return [Reading(phrase, a.id, (a.id,)) for a in group if a.quantifier != "extreme"], True


def nearest_topics(word: str, registry: Registry) -> list[str]:
    """Names of axioms and topics that are spelled somewhat like the word, the likest first."""
    names = (*registry.axioms, *registry.axiom_names.spelled, *(topic.shown for topic in registry.topics.values()))
    spelled = {folded(name): name for name in names}
    return [spelled[key] for key in get_close_matches(folded(word), spelled, n=3, cutoff=ALIKE)]


def nearest(words: list[str], registry: Registry, share: float = NEAR) -> str:
    """Suggest a similarly spelled name as a question; empty if there is none."""
    names = {**registry.metric_names.spelled, **registry.axiom_names.spelled}
    own = {name: name for name in (*registry.metrics, *(m.id for m in registry.metrics.values()), *registry.axioms)}
    bases = (re.split(r"[@\[(]", word)[0] for word in (" ".join(words), *words))
    meant = dict.fromkeys(name for base in bases if len(base) > 2 for name in near(base, (*names, *own), share))
    suggestions = [f"{name!r}" + (f" ({names[name]})" if name in names else "") for name in meant]
    return f"did you mean {', '.join(suggestions)}?" if suggestions else ""


@dataclass(frozen=True)
class Hit:
    """Where words were found."""

    what: str
    """``metric``, ``axiom`` or ``claim``."""
    name: str
    text: str
    in_title: bool


def search(words: list[str], registry: Registry) -> list[Hit]:
    """Metrics, axioms and claims that have all the words: in their titles first, then in their texts."""
    wanted = [unaccented(word) for word in words if unaccented(word)]
    hits = []
    for what, name, title, text in _texts(registry):
        heading, everything = unaccented(f"{name} {title}"), unaccented(f"{name} {title} {text}")
        if wanted and all(_begins(word, everything) for word in wanted):
            hits.append(Hit(what, name, title, all(_begins(word, heading) for word in wanted)))
    return sorted(hits, key=lambda hit: not hit.in_title)


def _begins(word: str, text: str) -> bool:
    """Return whether a word of the text begins with this one."""
    return re.search(rf"\b{re.escape(word)}", text) is not None


def _texts(registry: Registry) -> Iterator[tuple[str, str, str, str]]:
    for metric in registry.metrics.values():
        yield "metric", metric.name, metric.formula, f"{metric.doc} {metric.source}"
    for axiom in registry.axioms.values():
        yield "axiom", axiom.id, axiom.formula, axiom.doc
    for source in registry.sources.values():
        for claim in source.claims.values():
            yield "claim", claim.id, claim.wording, f"{source.title} {claim.formalised}"
