"""Words in which people ask about the topics of practice: what they mean, and how much each says for a topic.

A question is read in three steps. ``read`` writes it in plain words: signs, numbers and names of metrics have one
spelling each. ``concepts_in`` looks for the phrases of ``CONCEPTS``, inflected, with at most one word between two of
theirs. ``weights`` adds what ``CUES`` says of the concepts found. A topic is meant from ``ENOUGH`` on.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence

ENOUGH = 3
GAP = 1
"""Words that may stand between two words of a phrase."""
ENDINGS = ("", "s", "es", "d", "ed", "ing", "ly")

SPELLINGS = {
    r"(?<=[a-z]{3})(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z]{3})": " ",
    r"2\s*(?:\^|\*\*)|\bpow\(2": " power2 ",
    r"(?<![\w.)\]])[-\u2212](?=\d)": " minus ",
    r"(?<=\s)-([a-z])\b": r" flag\1 ",
    r">=?|\u2265": " above ",
    r"<=?|\u2264": " below ",
    r"\b0\s*/\s*0\b": " division 0 ",
    r"\[\s*\]": " empty ",
    r"\b100\s*(?:%|percent)|\b[Oo]ne\b|\b1\.0+\b": " 1 ",
    r"\b[Zz]eros?\b|\b0\.0+\b": " 0 ",
    r"\b(?:[1-9]\.\d*[1-9]\d*|1[1-9]\d\s*%)": " above 1 ",
    r"(?i)\b(?:normali[sz]ed )?discounted cumulative gain": " ndcg ",
    r"(?i)\b(?:mean )?average[ _-]precision": " map ",
    r"(?i)\brank[ _-]biased[ _-]overlap": " rbo ",
    r"(?i)\b(?:mean )?reciprocal[ _-]rank": " mrr ",
    r"(?i)n't\b": " not",
}
"""A plain word for each pattern, applied in this order."""
SKIPPED = (
    "a an the of is are was were be been being in on for my our your i it its to do does did how what why when than "
    "which with and or as at by from that this there should would could can have has had get gets s"
)
"""Words that decide nothing."""

CONCEPTS = {
    # measures
    "ndcg": "ndcg*, dcg, idcg",
    "average precision": "ap, map*, apk",
    "score": "recall, precision, hit, mrr, rr, err, f1, metric, auc, score",
    "tau": "tau, kendall*, weightedtau",
    "rbo": "rbo*, overlap rank",
    "rag": "rag, ragas, deepeval, trulens, llamaindex, llama",
    "context": "context*",
    "order of passages": "precision, recall, relevanc*, rank, order",
    "a library": (
        "sklearn, scikit*, trec, pytrec, ranx, torchmetrics, lightgbm, xgboost, catboost, library, libraries, scipy, "
        "pandas, implementation, package"
    ),
    "grade": "grade, relevan*, label, rating, judg*, qrel*, gain, y true, rel",
    "query": "quer*, topic, qid, qids, user, session",
    "document": "doc, document, item, id, passage, chunk, result",
    # what happens
    "repeated": (
        "duplic*, dup, dupe*, dedup*, twice, repeat*, repetition, same id, same doc*, same passage, same chunk, "
        "same item, several times, multiple times, many times, two times, more once, non unique, not unique, "
        "double count*, identical chunk, identical doc*, identical id, identical result, identical passage, "
        "multiple passage, multiple chunk, several passage, several chunk"
    ),
    "above 1": (
        "above 1, greater 1, larger 1, bigger 1, higher 1, more 1, over 1, exceed* 1, beyond 1, surpass* 1, "
        "outside 0 1, out range, inflat*"
    ),
    "below 0": "negative, below 0, less 0, smaller 0, under 0, lower 0, minus, outside 0 1, around 0",
    "harmful": "harmful, spam, dislike, thumbs down, downvote",
    "ideal": "idcg, ideal, max dcg, best possible, normali* constant",
    "normalisation": "normali*",
    "retrieved": "retriev*, return*, predict*, run, top k, found",
    "judged": "judg*, qrel*, ground truth, all relevant",
    "missed": (
        "miss* relevant, relevant missing, not retriev*, not found, unretrieved, failed retriev*, recall low, "
        "low recall, only 1 relevant, penali* missing"
    ),
    "always 1": "always 1, perfect, 1 although, 1 even",
    "is 1": "1, perfect",
    "tie": (
        "tie, tied, tying, tiebreak*, equal score, same score, identical score, equal logit, score equal, "
        "logit equal, score identical, same logit, argsort, optimistic, pessimistic"
    ),
    "constant": (
        "constant, dummy, collapsed, untrained, same predict*, identical predict*, predict* all 0, predict* same, "
        "values equal, values identical, all score 0, all score equal, same value"
    ),
    "order of the input": "input order, order input, shuffl*, arbitrary order, sort order, order documents, stable",
    "divided": "divid*, divisor, denominator, min k, min m k, k r, kaggle, mapk, apk, map cut",
    "number of relevant": "number relevant, total relevant, all relevant, number hits, cannot reach, never reach*",
    "less than 1": "less 1, below 1, not 1, lower 1, smaller 1, under 1",
    "formula": "formula, definition, version, implementation, which right, which correct",
    "left out": (
        "miss*, skip*, drop*, ignor*, exclud*, omit*, unanswered, absent, left out, leave out, not run, not contain*, "
        "without result, no result, empty result, return* nothing, return* something, return* no, returned, timeout, "
        "crash*, averag* run, only run, num q, which averag*, averag* which, topic averag*"
    ),
    "flag of trec_eval": "flagc, num q, complete rel",
    "nothing relevant": (
        "no relevant, nothing relevant, 0 relevant, none relevant, without relevant, relevant empty, relevant ids "
        "empty, empty relevant, no positive, 0 positive, without positive, no ground truth, no label, no judg*, "
        "no qrel*, empty qrel*, empty target, empty ground truth, without judg*, without label, all label 0, "
        "all 0 label, label all 0, all irrelevant, not any relevant, idcg 0, ideal 0, no test item, "
        "without test item, only irrelevant, only negatives, no true"
    ),
    "no value": "nan, undefined, division 0, divide* 0, 0 division*, 0 divide*",
    "gain": "gain, exponential*, linear, power2, power 2, powers two, burges, jarvelin, kekalainen, exp gain",
    "two formulas": "industr*, microsoft, traditional, original",
    "unlike": "differ*, mismatch*, disagree*, inconsisten*, not match, not equal, not agree, versus, vs",
    "one document": (
        "1 document, 1 doc, 1 item, 1 candidate, 1 result, 1 impression, 1 passage, single document, single doc, "
        "single item, single candidate, single result, single passage, length 1, size 1, 1 element"
    ),
    "all alike": (
        "all relevant, every* relevant, all document relevant, equally relevant, all equal*, same label, label same, "
        "same grade, grade same, grade identical, identical grade, identical label, label identical, all positive, "
        "candidate positive, same relevance, everything relevant, relevance equal"
    ),
    "of tau": (
        "tau a, tau b, tau c, stuart, goodman, variant, scipy, pandas, nan, weightedtau, weight*, bottom, "
        "correlation tie*, wrong end, kendalltau"
    ),
}
"""By concept its phrases. ``*`` matches any ending; other words are inflected."""

CUES: Mapping[str, Mapping[str, int]] = {
    "duplicates": {"repeated": 3, "above 1": 2, "score": 1, "ndcg": 1, "average precision": 1, "document": 1},
    "ideal": {
        "ideal": 3,
        "normalisation": 2,
        "missed": 2,
        "always 1": 2,
        "ndcg": 1,
        "retrieved": 1,
        "judged": 1,
        "average precision": -1,
    },
    "ties": {"tie": 3, "constant": 3, "order of the input": 3, "always 1": 2, "ndcg": 1, "rbo": -3, "tau": -1},
    "divisor": {
        "divided": 2,
        "average precision": 1,
        "number of relevant": 2,
        "normalisation": 2,
        "formula": 2,
        "less than 1": 2,
        "unlike": 1,
        "a library": 1,
        "ndcg": -2,
        "context": -2,
        "no value": -2,
        "nothing relevant": -2,
    },
    "missing-queries": {"left out": 2, "query": 1, "flag of trec_eval": 3},
    "nothing-relevant": {
        "nothing relevant": 4,
        "no value": 2,
        "score": 1,
        "ndcg": 1,
        "average precision": 1,
        "query": 1,
        "tau": -2,
    },
    "gain": {"gain": 3, "ndcg": 1, "unlike": 1, "a library": 1, "two formulas": 2, "formula": 2, "below 0": -1},
    "negative": {"below 0": 2, "harmful": 2, "grade": 1, "ndcg": 1, "score": 1, "tau": -2, "rbo": -2},
    "one-document": {"one document": 3, "all alike": 3, "always 1": 1, "is 1": 1, "ndcg": 1, "tau": -2},
    "context-precision": {"context": 3, "rag": 2, "order of passages": 1},
    "rbo": {"rbo": 3, "above 1": 1, "tie": 1, "less than 1": 1},
    "tau": {"tau": 2, "of tau": 2, "tie": 2, "constant": 2, "less than 1": 1, "all alike": 1},
}
"""By the id of a topic what each concept says for it, or against it."""


def read(question: str) -> list[str]:
    """The words of a question in plain spelling, without those that decide nothing."""
    for written, spelling in SPELLINGS.items():
        question = re.sub(written, spelling, question)
    words = re.findall(r"[a-z]+\d*|\d+", unicodedata.normalize("NFKD", question).casefold())
    return [word for word in words if word not in SKIPPED.split()]


def concepts_in(words: Sequence[str]) -> set[str]:
    """The concepts that one of their phrases names."""
    return {
        concept
        for concept, phrases in CONCEPTS.items()
        if any(_stands_in(phrase.split(), words) for phrase in phrases.split(", "))
    }


def weights(question: str) -> dict[str, int]:
    """How much the question says for each topic that it may mean."""
    concepts = concepts_in(read(question))
    sums = {topic: sum(cues.get(concept, 0) for concept in concepts) for topic, cues in CUES.items()}
    return {topic: weight for topic, weight in sums.items() if weight >= ENOUGH}


def _stands_in(phrase: Sequence[str], words: Sequence[str]) -> bool:
    """Return whether the words of a phrase follow each other, with few others between."""
    ends = {k for k, word in enumerate(words) if _is_form(word, phrase[0])}
    for stem in phrase[1:]:
        ends = {j for k in ends for j in range(k + 1, min(k + GAP + 2, len(words))) if _is_form(words[j], stem)}
    return bool(ends)


def _is_form(word: str, stem: str) -> bool:
    if stem.endswith("*"):
        return word.startswith(stem[:-1])
    return word.startswith(stem) and word[len(stem) :] in ENDINGS
