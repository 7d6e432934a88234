"""Questions as people type them, with what answers them: the verdict, the metric and the axiom, not the wording."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import committed
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import axiomatrix
from axiomatrix import REGISTRY, Unknown
from axiomatrix.catalogue import load_catalogue
from axiomatrix.report import known
from axiomatrix.report.asking import ask
from axiomatrix.report.document import plain_text
from axiomatrix.studies.ask.answering import QuestionAnswer, Reply
from axiomatrix.studies.ask.choosing import Choice
from axiomatrix.studies.ask.comparing import MetricComparison
from axiomatrix.studies.ask.question import find_axioms, nearest_topics, read_question

load_catalogue()
YES, NO, OPEN, SILENT = Reply
METRIC_SPACE = ("non-negativity", "zero-on-equal", "separation", "symmetry", "triangle-inequality")


@pytest.fixture(scope="module", autouse=True)
def committed_report() -> Iterator[None]:
    """Every question is answered from the committed report, which is read once."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(known, "read_matrix", lambda path: committed.matrix())
        yield


def answered(question: str) -> axiomatrix.StudyResult[Any]:
    return ask(question, report=committed.REPORTS / "compliance.json")


ONE_METRIC = {
    "is RR strict swap?": (NO, "reciprocal-rank", "swap-strict"),
    "does MRR use graded relevance?": (NO, "reciprocal-rank", "levels-matter"),
    "does reciprocal rank ignore grades?": (YES, "reciprocal-rank", "ignores-levels"),
    "is nDCG an interval scale?": (NO, "ndcg[exponential]", "equal-spacing"),
    "can nDCG be averaged over queries?": (NO, "ndcg[exponential]", "equal-spacing"),
    "can I use AP averaged": (NO, "average-precision[whole]", "equal-spacing"),
    "is the footrule a metric?": (YES, "footrule", METRIC_SPACE),
    "is kendall a metric space?": (YES, "kendall", METRIC_SPACE),
    "is Spearman's footrule a true metric": (YES, "footrule", METRIC_SPACE),
    "is the squared Spearman distance a metric?": (NO, "spearman-distance[squared]", "triangle-inequality"),
    "is nDCG a metric?": (SILENT, "ndcg[exponential]", METRIC_SPACE),
    "is nDCG bounded by 1?": (YES, "ndcg[exponential]", "range-zero-one"),
    "is DCG bounded by 1": (NO, "dcg[exponential]", "range-zero-one"),
    "can nDCG exceed 1?": (NO, "ndcg[exponential]", "range-zero-one"),
    "can DCG be greater than 1?": (YES, "dcg[exponential]", "range-zero-one"),
    "is Kendall's tau bounded by 1?": (YES, "kendall-tau", "correlation-range"),
    "is kendall bounded by 1?": (NO, "kendall", "lies-between"),
    "is kendall-normalised bounded by 1?": (YES, "kendall-normalised", "lies-between"),
    "is the footrule ever negative?": (NO, "footrule", "non-negativity"),
    "is Kendall's tau symmetric?": (YES, "kendall-tau", "correlation-symmetry"),
    "isn't kendall symmetric?": (YES, "kendall", "symmetry"),
    "does K violate symmetry?": (NO, "kendall", "symmetry"),
    "is kendall asymmetric?": (NO, "kendall", "symmetry"),
    "does the footrule satisfy the triangle inequality?": (YES, "footrule", "triangle-inequality"),
    "spearman squared triangle inequality": (NO, "spearman-distance[squared]", "triangle-inequality"),
    "what is nDCG with no relevant document?": (NO, "ndcg[exponential]", "completeness"),
    "is nDCG undefined with no relevant documents?": (YES, "ndcg[exponential]", "completeness"),
    "is RR defined when nothing is relevant?": (YES, "reciprocal-rank", "completeness"),
    "what is RR without relevant documents": (YES, "reciprocal-rank", "completeness"),
    "what is recall for an empty list": (YES, "recall", "without-results"),
    "do ties pay in AP?": (OPEN, "tied-average-precision[mean]", "ties-do-not-pay"),
    "does tied-average-precision[best] gain from ties": (YES, "tied-average-precision[best]", "ties-do-not-pay"),
    "does the order of ties matter in nDCG": (OPEN, "tied-ndcg[mean]", "tie-permutation-invariance"),
    "why is my ndcg greater than 1 when a document is retrieved twice?": (SILENT, "ndcg[exponential]", "duplicates"),
    "duplicates in AP": (SILENT, "average-precision[whole]", "duplicates"),
    "does nDCG use exponential or linear gain?": (SILENT, "ndcg[exponential]", "gain-doubles"),
    "which divisor does AP use?": (YES, "average-precision[whole]", "ideal-from-judgments"),
    "divisor of average-precision[retrieved]": (NO, "average-precision[retrieved]", "ideal-from-judgments"),
    "is the ideal of nDCG from the judgments or from what was retrieved?": (
        OPEN,
        "ndcg[exponential]",
        "ideal-from-judgments",
    ),
    "is precision at 10 top-heavy?": (NO, "precision-at", "top-weightedness"),
    "P@10 monotone in cut off": (NO, "precision-at", "monotone-in-cut-off"),
    "is F_D symmetric?": (YES, "footrule-similarity[deck]", "symmetry"),
    "is footrule-similarity[le] symmetric?": (NO, "footrule-similarity[le]", "symmetry"),
    "is AP an interval scale and bounded by 1?": (NO, "average-precision[whole]", "equal-spacing"),
    "kendall right invariant": (YES, "kendall", "right-invariance"),
    # made up when all of the above was answered
    "is ERR top-heavy?": (OPEN, "err[graded]", "top-weightedness"),
    "is the Ulam distance left invariant?": (NO, "ulam", "left-invariance"),
    "is tau-b antisymmetric": (YES, "kendall-tau-b", "antisymmetry"),
    "is AUC between 0 and 1?": (SILENT, "auc[half]", "lies-between"),
    "can I average RR over queries?": (NO, "reciprocal-rank", "equal-spacing"),
    "is bpref always defined?": (NO, "bpref", "completeness"),
    "does Cayley distance satisfy triangle inequality and symmetry": (
        YES,
        "cayley",
        ("triangle-inequality", "symmetry"),
    ),
    "is the maximum displacement a proper metric": (YES, "l-infinity", METRIC_SPACE),
    "is MAP realizable": (YES, "average-precision[whole]", "realizability"),
    "does RBP exceed 1": (NO, "rbp[gains]", "range-zero-one"),
    "is Kendall's tau a metric": (
        YES,
        "kendall-tau",
        ("correlation-range", "one-on-equal", "value-only-on-equal", "correlation-symmetry", "one-minus-triangle"),
    ),
    "is swap about kendall": (SILENT, "kendall", "swap"),
    "does AP respect ties?": (OPEN, "tied-average-precision[mean]", "tie-permutation-invariance"),
    "how does nDCG handle duplicates": (SILENT, "ndcg[exponential]", "duplicates"),
    "does Cayley distance obey the triangle inequality": (YES, "cayley", "triangle-inequality"),
}


def question_of(text: str) -> Any:
    asked = read_question(text, REGISTRY)
    assert asked.unread == []
    return answered(text).data


@pytest.mark.parametrize("text", ONE_METRIC)
def test_a_question_about_one_metric_is_answered(text: str) -> None:
    reply, metric, axioms = ONE_METRIC[text]
    answer = question_of(text)
    assert isinstance(answer, QuestionAnswer)
    deciding = answer.chosen.deciding
    assert (answer.reply, deciding[0].metric.name) == (reply, metric)
    assert {part.id for part in deciding} == ({axioms} if isinstance(axioms, str) else set(axioms))


INEQUALITIES = {
    "is K_D <= F_D?": (NO, "footrule-similarity[deck]", "lower-bound(other=kendall-similarity, factor=1)"),
    "F_D >= K_D": (NO, "footrule-similarity[deck]", "lower-bound(other=kendall-similarity, factor=1)"),
    "is K_D \u2264 footrule-similarity[le]": (
        YES,
        "footrule-similarity[le]",
        "lower-bound(other=kendall-similarity, factor=1)",
    ),
    "is F <= 2 K": (YES, "footrule", "upper-bound(other=kendall, factor=2)"),
    "K<=F": (YES, "footrule", "lower-bound(other=kendall, factor=1)"),
    "is F <= 3/2 K": (NO, "kendall", "lower-bound(other=footrule, factor=2/3)"),
    "is footrule <= kendall": (NO, "kendall", "lower-bound(other=footrule, factor=1)"),
    "is K not <= F": (NO, "footrule", "lower-bound(other=kendall, factor=1)"),
    "is K_D not <= F_D?": (YES, "footrule-similarity[deck]", "lower-bound(other=kendall-similarity, factor=1)"),
}
"""By question the reply, the metric of which it is asked, and the statement that decides it."""


@pytest.mark.parametrize("text", INEQUALITIES)
def test_an_inequality_between_two_metrics_is_one_statement(text: str) -> None:
    answer = question_of(text)
    (part,) = answer.chosen.results
    cell = part.standing.deciding_cell
    assert (answer.reply, part.metric.name, cell.title) == INEQUALITIES[text]
    assert {one.title.removesuffix(" on the closure") for one in part.standing.cells} == {cell.title}


def test_a_sign_without_two_metrics_is_no_inequality() -> None:
    assert read_question("is K_D <= 3?", REGISTRY).unread == ["<=", "3"]
    assert read_question("is K_D <= zorblax", REGISTRY).unread == ["zorblax", "<="]
    with pytest.raises(ValueError, match="rankings"):
        answered("is nDCG <= kendall")


def test_the_minus_of_a_number_is_not_dropped() -> None:
    assert read_question("is F <= -1 K", REGISTRY).unread == ["-1"]
    assert read_question("is tau bounded by -1?", REGISTRY).unread == ["-1"]


def test_an_inequality_of_metrics_with_parameters_is_not_taken_for_that_of_all() -> None:
    assert "<=" in read_question("is rbp(p = 1/2) <= ERR", REGISTRY).unread


CHOICES = {
    "which distance is a metric and right invariant?": ("kendall", "spearman-distance[squared]"),
    "which distance is a metric space and right invariant?": ("footrule", "spearman-distance[squared]"),
    "distances that satisfy the triangle inequality but are not right-invariant": (None, "kendall"),
    "which score is top-heavy and bounded by 1?": ("average-precision[R]", "dcg[exponential]"),
    "which score ignores grades?": ("reciprocal-rank", "dcg[exponential]"),
    "which scores exceed 1?": ("dcg[exponential]", "average-precision[R]"),
    "is there a metric that is symmetric?": ("kendall", "footrule-similarity[le]"),
    "which scores violate strict swap": ("reciprocal-rank", "average-precision[whole]"),
}
"""By question a metric that fits, or None, and one that does not."""


@pytest.mark.parametrize("text", CHOICES)
def test_a_question_about_axioms_alone_chooses_among_all_metrics(text: str) -> None:
    choice = question_of(text)
    assert isinstance(choice, Choice)
    fits, misses = CHOICES[text]
    names = {candidate.row.name for candidate in choice.fit}
    assert fits is None or fits in names
    assert misses in {candidate.row.name for candidate in choice.others}


COMPARISONS = {
    "what is the difference between tau-b and rho?": (("kendall-tau-b", "spearman-rho[mid-ranks]"), None),
    "how do AP and RR differ": (("average-precision[whole]", "reciprocal-rank"), None),
    "AP vs RR": (("average-precision[whole]", "reciprocal-rank"), None),
    "nDCG versus ERR": (("ndcg[exponential]", "err[graded]"), None),
    "which is top-heavy, AP or RR?": (("average-precision[whole]", "reciprocal-rank"), "top-weightedness"),
    "bound of footrule by kendall": (("footrule", "kendall"), "upper-bound"),
    "is the footrule bounded by kendall?": (("footrule", "kendall"), "upper-bound"),
    "are kendall and footrule metrics?": (("kendall", "footrule"), "triangle-inequality"),
}
"""By question the metrics, and an axiom that is asked of them; None where all are."""


@pytest.mark.parametrize("text", COMPARISONS)
def test_a_question_about_several_metrics_compares_them(text: str) -> None:
    compared = question_of(text)
    assert isinstance(compared, MetricComparison)
    metrics, axiom = COMPARISONS[text]
    assert tuple(reading.name for reading in compared.readings) == metrics
    titles = {line.title for line in compared.lines} | {cell.title for cell in compared.alone}
    assert axiom is None or any(title.partition("(")[0] == axiom for title in titles)


def test_all_variants_of_a_name_are_answered_where_they_differ() -> None:
    answer = question_of("is F_D symmetric?")
    assert answer.differs
    assert {row: other.reply for row, other in answer.others.items()} == {
        f"footrule-similarity[{variant}]": NO for variant in ("le", "lt", "passed")
    }
    assert not question_of("is footrule-similarity[le] symmetric?").others
    text = answered("is F_D symmetric?").text(200)
    assert all(f"footrule-similarity[{variant}]" in text for variant in ("deck", "le", "lt", "passed"))


def test_no_group_has_an_axiom_that_asks_for_a_best_constant() -> None:
    groups = {axiom.group for axiom in REGISTRY.axioms.values() if " " in axiom.group}
    assert groups
    for phrase in (*groups, *REGISTRY.topics):
        readings, _ = find_axioms(phrase, REGISTRY)
        assert readings, phrase
        assert not [id for one in readings for id in one.means if REGISTRY.axioms[id].quantifier == "extreme"]


def test_every_topic_names_axioms_that_are_registered() -> None:
    for topic in REGISTRY.topics.values():
        assert {id for part in topic.parts for id in part} <= set(REGISTRY.axioms)


@pytest.mark.parametrize(
    ("text", "reply"),
    [("is RBO a distance?", "No."), ("is kendall a distance", "Yes."), ("isn't tau a similarity?", "Yes.")],
)
def test_a_question_for_the_kind_of_a_metric_is_answered_by_it(text: str, reply: str) -> None:
    assert plain_text(answered(text).document.title).startswith(reply)


def test_why_an_axiom_does_not_apply_is_said_once() -> None:
    text = answered("is nDCG a metric?").text(1000)
    assert text.count("score of judged lists") == 1
    assert "not asked" not in text


# --- words that are not known ---------------------------------------------------------------------------------

UNKNOWN = ("frobnicated", "zq\u00f6rk", "\u8ddd\u96e2", "9000th", "Zorblax-like", "x\u2260y")
KNOWN = (
    "is nDCG an interval scale ?",
    "which distance is a metric and right invariant ?",
    "AP vs RR",
    "is MRR",
    "why is KV7 false ?",
    "swap",
)


@pytest.mark.parametrize("word", UNKNOWN)
@pytest.mark.parametrize("known_words", KNOWN)
def test_a_word_that_is_not_known_is_named_wherever_it_stands(known_words: str, word: str) -> None:
    words = known_words.split(" ")
    for place in range(len(words) + 1):
        text = " ".join([*words[:place], word, *words[place:]])
        assert word in read_question(text, REGISTRY).unread, text


@pytest.mark.parametrize(("known_words", "word"), list(zip(KNOWN, UNKNOWN, strict=True)))
def test_the_answer_begins_with_the_words_that_are_not_known(known_words: str, word: str) -> None:
    for text in (f"{word} {known_words}", f"{known_words} {word}"):
        assert word in answered(text).text(1000).splitlines()[0]


def test_a_number_is_a_cut_off_of_a_metric_and_no_part_of_an_axiom() -> None:
    assert "9000" in answered("RR 9000 swap").text(1000)
    assert read_question("swap 9000", REGISTRY).unread == ["9000"]


@given(st.lists(st.text(min_size=1, max_size=12), min_size=1, max_size=4), st.randoms(use_true_random=False))
@settings(deadline=None)
def test_every_word_of_a_question_is_known_or_left_over(written: list[str], random: Any) -> None:
    unknown = [f"zq{index}{''.join(filter(str.isalnum, word))}q" for index, word in enumerate(written)]
    words = [*["is", "nDCG", "an", "interval", "scale", "or", "a", "metric", "with", "swap"], *unknown]
    random.shuffle(words)
    try:
        asked = read_question(" ".join(words), REGISTRY)
    except Unknown:
        return
    assert set(unknown) <= set(asked.unread)


def test_topics_that_are_spelled_alike_are_offered() -> None:
    assert "symmetric" in nearest_topics("symetric", REGISTRY)
    assert "duplicates" in nearest_topics("duplicats", REGISTRY)
    assert "symmetric" in answered("is kendall right invariant and symetricc?").text(200)
