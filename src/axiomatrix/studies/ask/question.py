"""Read a question in words (`axiomatrix ask`): the metrics and axioms that it names, and what the other words mean.

:func:`read_question` turns *does nDCG@10 satisfy swap but not symmetry?* into a :class:`NamedQuestion` with the metric
nDCG@10, the axiom swap among those that ``must`` hold, and symmetry among those that ``must_not``. :mod:`.answering`
answers it. :func:`search` finds words that name nothing in the texts of metrics, axioms and claims. A
:class:`~axiomatrix.model.names.Reading` is a name as the user wrote it, with the registered names that it may mean. The
pages read questions in the browser by the same rules (``report/site/static/names.js``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from fractions import Fraction

from ...evidence.safe import unaccented
from ...model.axiom import KIND_PLURALS, KINDS
from ...model.names import MISSPELLING_SHARE, Reading, folded, near
from ...model.registry import Registry

MAX_WORDS_OF_A_NAME = 6
"""Largest number of words that are tried as one name."""
MAX_QUESTION_CHARACTERS = 400
"""Number of characters that are read; the rest of a longer text is ignored."""
MISSPELT_SIMILARITY = 0.88
"""Smallest similarity (0 to 1, by ``difflib``) at which a word is surely a misspelling of a name.

Callers pass it to :func:`suggestion`, whose own limit also suggests less similar names.
"""
TOPIC_SIMILARITY = 0.5
"""Smallest similarity (0 to 1, by ``difflib``) of a word to a topic that is suggested for it."""
NEGATIONS = (
    "not without no nor never neither cannot except lack lacks lacking fail fails failing break breaks breaking "
    "violate violates violating"
)
"""Words that negate the axioms after them, as does every word that ends in n't."""
VERBS_AFTER_NEGATION = "has have hold holds is are keep keeps satisfied satisfies satisfy"
"""Words that end a negation if they come after a negated axiom."""
IGNORED_WORDS = (
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
"""Words without influence on the answer."""
_NAMELESS = {*NEGATIONS.split(), *VERBS_AFTER_NEGATION.split(), *IGNORED_WORDS.split()}
"""Words that are not names, even where a name is spelled alike."""
_WORD = re.compile(r"(?:\([^()]*\)|[^\s,;?])+")
"""A word; text in brackets belongs to it."""
_SIGN = re.compile(r"(<=|>=|=<|=>|\u2264|\u2265)")
"""A sign of an inequality, also as one character."""
_AT_MOST = ("<=", "=<", "\u2264")
"""The signs that mean at most; the others mean at least."""
_FACTOR = re.compile(r"[1-9]\d{0,3}(/[1-9]\d{0,3}|\.\d{1,4})?")
"""A positive factor with few digits: ``3``, ``1/2`` or ``1.5``."""
_NEGATIVE = re.compile(r"[-\u2212]\d")
"""The beginning of a negative number, with a hyphen or a minus sign."""
PUNCTUATION = ".?!:\"'-\u2013\u2014/&"
"""Characters around a word that are not part of it."""
CLASSIFYING_PHRASES = ("a metric", "metrics")
"""Phrases that are a topic in a classification (*is K a metric?*), and mean any metric elsewhere."""


@dataclass(frozen=True)
class AskedBound:
    """An inequality of two metrics, as part of a question."""

    text: str
    """The inequality in the question's words, such as ``K_D <= F_D``."""
    statement: str
    """The statement about one of the metrics, such as ``upper-bound(other=footrule, factor=1)``."""
    other: Reading
    """The metric that bounds it."""


@dataclass
class NamedQuestion:
    """The metrics and axioms that a question names."""

    metrics: list[Reading] = field(default_factory=list)
    must: list[Reading] = field(default_factory=list)
    """The axioms that are asked to hold."""
    must_not: list[Reading] = field(default_factory=list)
    """The axioms that are asked to fail: after a negation, or because their topic means that they fail."""
    topical: list[Reading] = field(default_factory=list)
    """The axioms that a topic or a group names together with others."""
    kind: str = ""
    """The kind of metric that is asked for, such as ``distance``; empty if none is named."""
    sign: str = ""
    """``<=`` or ``>=``, if the question compares two metrics."""
    is_denied: bool = False
    """True if the sign is negated."""
    factor: Fraction = Fraction(1)
    """The factor before the metric after the sign."""
    unread: list[str] = field(default_factory=list)
    """Words that name nothing: an answer must mention them."""

    @property
    def axioms(self) -> list[Reading]:
        """All axioms named."""
        return [*self.must, *self.must_not]

    @property
    def is_inequality(self) -> bool:
        """Return whether the question is only an inequality of two metrics without parameters."""
        has_parameters = any(metric.parameters or metric.ignored_cut_off for metric in self.metrics)
        return bool(self.sign) and len(self.metrics) == 2 and not self.axioms and not has_parameters

    def as_bound(self, registry: Registry) -> tuple[NamedQuestion, AskedBound]:
        """Return the inequality as a question about one of its metrics, and its parts.

        ``f <= c g`` is an upper bound of f, if that is declared, and else a lower bound of g.
        """
        left, right = self.metrics
        upper_bound_of_left = f"upper-bound(other={right.name}, factor={self.factor})"
        declared = [claim.statement for claim in registry.metric(left.name).claims]
        if self.sign == ">=":
            subject, other, statement = left, right, f"lower-bound(other={right.name}, factor={self.factor})"
        elif registry.statement(upper_bound_of_left) in declared:
            subject, other, statement = left, right, upper_bound_of_left
        else:
            subject, other, statement = right, left, f"lower-bound(other={left.name}, factor={1 / self.factor})"
        id = statement.partition("(")[0]
        factor_text = "" if self.factor == 1 else f"{self.factor} "
        text = f"{left.asked} {self.sign} {factor_text}{right.asked}"
        axioms = [Reading(id, id, (id,))]
        must, must_not = ([], axioms) if self.is_denied else (axioms, [])
        question = replace(self, metrics=[subject], must=must, must_not=must_not, sign="")
        return question, AskedBound(text, statement, other)


def read_question(text: str, registry: Registry) -> NamedQuestion:
    """Read a question from left to right, the longest names first; a misplaced parameter raises ``Unknown``.

    At each word:

    1. A sign after the first metric starts an inequality, and a number after the sign is its factor.
    2. The longest run of words that is a metric, an axiom or a topic is added to the question.
    3. Any other word is a negation, ends one, names a kind of metric, is ignored, or is kept in ``unread``.

    A negation holds for the axioms after it, until *but*, *with*, or a verb after an axiom ends it. Two negations
    without an axiom between them cancel.
    """
    raw_words = _WORD.findall(_SIGN.sub(r" \1 ", text[:MAX_QUESTION_CHARACTERS].replace("\u2019", "'")))
    words = [word for word in map(_without_punctuation, raw_words) if word]
    return _QuestionReader(words, registry).read()


class _QuestionReader:
    """Reads the words of a question, in the steps of :func:`read_question`."""

    def __init__(self, words: Sequence[str], registry: Registry) -> None:
        self.words = words
        self.registry = registry
        self.question = NamedQuestion()
        """The part of the question that was read so far."""
        self.k = 0
        """The index of the next word."""
        self.is_negated = False
        """True if a negation holds for the axioms that come next."""
        self.axioms_at_negation = 0
        """The number of axioms that had been read at the last negation."""

    def read(self) -> NamedQuestion:
        """Read all words."""
        while self.k < len(self.words):
            if not (self._read_sign() or self._read_name()):
                self._read_other_word()
        question = self.question
        if question.sign and not question.is_inequality:  # then no answer uses the sign and its factor
            question.unread.append(question.sign)
            if question.factor != 1:
                question.unread.append(str(question.factor))
        return question

    def _read_sign(self) -> bool:
        """Read the sign of an inequality, and the factor after it; return False if the next word is not such a sign."""
        words, question = self.words, self.question
        if not _SIGN.fullmatch(words[self.k]) or question.sign or len(question.metrics) != 1:
            return False
        question.sign = "<=" if words[self.k] in _AT_MOST else ">="
        question.is_denied = self.is_negated
        self.k += 1
        if self.k < len(words) and _FACTOR.fullmatch(words[self.k]):
            question.factor = Fraction(words[self.k])
            self.k += 1
        return True

    def _read_name(self) -> bool:
        """Read the longest run of words that is a name; return False if no name begins with the next word."""
        for end in range(min(self.k + MAX_WORDS_OF_A_NAME, len(self.words)), self.k, -1):
            run = self.words[self.k : end]
            is_phrase = " ".join(run).casefold() in CLASSIFYING_PHRASES
            if is_phrase and not _is_classification(self.words, self.k, end, self.question):
                continue  # it means any metric
            if _add_name(run, self.question, self.registry, is_negated=self.is_negated):
                self.k = end
                return True
        return False

    def _read_other_word(self) -> None:
        """Read a word that begins no name: a negation, its end, a kind of metric, or another word."""
        question, word = self.question, self.words[self.k].casefold()
        negation_has_axiom = len(question.axioms) > self.axioms_at_negation
        is_negation = word in NEGATIONS.split() or word.endswith("n't")
        is_question_verb = self.k == 0 and word.endswith("n't")  # "isn't K a metric?" asks whether it is
        if is_negation and not is_question_verb:
            self.is_negated = negation_has_axiom or not self.is_negated
            self.axioms_at_negation = len(question.axioms)
        elif word in ("but", "with") or (word in VERBS_AFTER_NEGATION.split() and negation_has_axiom):
            self.is_negated = False
        kind = KIND_PLURALS.get(word, word)
        if kind in KINDS and not question.kind:
            question.kind = kind
        elif word not in _NAMELESS and not is_negation:
            question.unread.append(self.words[self.k])
        self.k += 1


def _without_punctuation(raw_word: str) -> str:
    """Return the word without punctuation around it; the minus of a number belongs to it."""
    word = raw_word.strip(PUNCTUATION)
    return f"-{word}" if _NEGATIVE.match(raw_word) else word


def _is_classification(words: Sequence[str], start: int, end: int, question: NamedQuestion) -> bool:
    """Return whether these words, *a metric* or *metrics*, classify a metric, as in *is K a metric*.

    *A metric* does so after a metric, a kind of metric, *is* or *be*, unless a clause follows: *is there a metric that
    is stable* asks for any metric. *Metrics* does so in a question such as *are K and F metrics*.
    """
    before, after = (words[k].casefold() if k in range(len(words)) else "" for k in (start - 1, end))
    if words[start].casefold() != "a":
        return words[0].casefold() == "are" and bool(question.metrics)
    return bool(question.metrics or question.kind or before in ("is", "be")) and after not in ("that", "which", "with")


def _add_name(words: Sequence[str], question: NamedQuestion, registry: Registry, *, is_negated: bool) -> bool:
    """Add the metric, axiom or topic that the words name to the question; return whether they name any."""
    phrase = " ".join(words)
    is_nameless = phrase.casefold() in _NAMELESS and phrase.casefold() not in CLASSIFYING_PHRASES
    if is_nameless or not all(folded(word) and _is_latin(word) and not _NEGATIVE.match(word) for word in words):
        return False
    if (metric := registry.find_metric(phrase)) is not None:
        if metric not in question.metrics:
            question.metrics.append(metric)
        return True
    readings, holds = find_axioms(phrase, registry)
    # A negation turns around what the phrase says: that its axioms hold or, for some topics, that they fail.
    side = question.must if holds is not is_negated else question.must_not
    named_before = {axiom.name for axiom in question.axioms}
    added = [reading for reading in readings if reading.name not in named_before]
    side += added
    if len(readings) > 1:
        question.topical += added
    return bool(readings)


def _is_latin(word: str) -> bool:
    """Return whether folding keeps each letter of the word, so that it can be compared with names.

    Letters of other scripts vanish when a name is folded, and two different words would become equal.
    """
    return all(folded(letter) for letter in word if letter.isalnum())


def find_axioms(phrase: str, registry: Registry) -> tuple[list[Reading], bool]:
    """Return (the axioms that the phrase names, whether it says that they hold).

    The phrase is an axiom, a topic or a group of axioms, such as *metric space*. A group leaves out axioms that
    ask for a best constant, as no metric fulfils or breaks them.
    """
    if (topic := registry.topics.get(folded(phrase))) is not None:
        return topic.readings(phrase), topic.holds
    axiom = registry.find_axiom(phrase)
    if axiom is not None and not axiom.ignored_cut_off:  # a number after an axiom does not belong to its name
        return [axiom], True
    # Only groups of several words are names: *identity* and *comparison* are ordinary words of a question.
    group = [a for a in registry.axioms.values() if " " in a.group and folded(a.group) == folded(phrase)]
    return [Reading(phrase, a.id, (a.id,)) for a in group if a.quantifier != "extreme"], True


def nearest_topics(word: str, registry: Registry) -> list[str]:
    """Return the axioms and topics that are spelled most like the word."""
    # The ids of axioms, their other spellings, and the topics as written.
    names = (*registry.axioms, *registry.axiom_names.spelled, *(topic.shown for topic in registry.topics.values()))
    name_by_key = {folded(name): name for name in names}
    return [name_by_key[key] for key in get_close_matches(folded(word), name_by_key, n=3, cutoff=TOPIC_SIMILARITY)]


def suggestion(words: list[str], registry: Registry, share: float = MISSPELLING_SHARE) -> str:
    """Return similarly spelled names as a question (`did you mean ...?`), or an empty text.

    ``share`` is the smallest similarity, 0 to 1. A cut-off, a variant or parameters at the end of a word do not count.
    """
    meaning_of = {**registry.metric_names.spelled, **registry.axiom_names.spelled}  # by spelling, the registered name
    ids = dict.fromkeys((*registry.metrics, *(m.id for m in registry.metrics.values()), *registry.axioms))
    bases = (re.split(r"[@\[(]", word)[0] for word in (" ".join(words), *words))
    long_bases = [base for base in bases if len(base) > 2]  # shorter words are near to too many names
    matches = dict.fromkeys(name for base in long_bases for name in near(base, (*meaning_of, *ids), share))
    suggestions = [f"{name!r} ({meaning_of[name]})" if name in meaning_of else f"{name!r}" for name in matches]
    return f"did you mean {', '.join(suggestions)}?" if suggestions else ""


@dataclass(frozen=True)
class Hit:
    """A metric, axiom or claim whose texts contain all words of a search."""

    what: str
    """``metric``, ``axiom`` or ``claim``."""
    name: str
    """The name of the metric, or the id of the axiom or claim."""
    text: str
    """The formula of a metric or axiom, or the wording of a claim."""
    in_title: bool
    """True if the name and this text contain all words, without the longer description."""


def search(words: list[str], registry: Registry) -> list[Hit]:
    """Find the metrics, axioms and claims that contain all the words, in their titles first, then in their texts."""
    folded_words = [unaccented(word) for word in words if unaccented(word)]
    hits = []
    for what, name, title, text in _texts(registry):
        folded_title, folded_text = unaccented(f"{name} {title}"), unaccented(f"{name} {title} {text}")
        if folded_words and all(_has_word(folded_text, word) for word in folded_words):
            hits.append(Hit(what, name, title, all(_has_word(folded_title, word) for word in folded_words)))
    return sorted(hits, key=lambda hit: not hit.in_title)


def _has_word(text: str, beginning: str) -> bool:
    """Return whether a word of the text begins so."""
    return re.search(rf"\b{re.escape(beginning)}", text) is not None


def _texts(registry: Registry) -> Iterator[tuple[str, str, str, str]]:
    """Yield (``metric``, ``axiom`` or ``claim``; name; title; further text) for everything that is searched."""
    for metric in registry.metrics.values():
        yield "metric", metric.name, metric.formula, f"{metric.doc} {metric.source}"
    for axiom in registry.axioms.values():
        yield "axiom", axiom.id, axiom.formula, axiom.doc
    for source in registry.sources.values():
        for claim in source.claims.values():
            yield "claim", claim.id, claim.wording, f"{source.title} {claim.formalised}"
