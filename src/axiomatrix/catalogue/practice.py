"""Problems that people meet with evaluation code, a topic each: the words of the question and the cells that show it.

The sentences are written by hand; verdicts, values and counterexamples come from the reports and from the definitions.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..numbers.exact import rational
from ..values.judged import Judged, Run
from ..values.orders import WeakOrder
from ..values.retrieval import Retrieval
from ..values.scored import Scored
from .practice_words import weights


@dataclass(frozen=True)
class PracticeTopic:
    """A defect or a convention that many meet."""

    id: str
    title: str
    looks: str
    """How the problem shows itself, in a sentence or two."""
    text: str
    """Why it happens, and what to do."""
    shown_by: tuple[str, str]
    """The row and the axiom of the counterexample."""
    rows: tuple[str, ...]
    """Rows of the catalogue that differ in it."""
    axioms: tuple[str, ...]
    """The axioms that detect it, beginning with the axiom of the counterexample."""
    example: Mapping[str, Any]
    """Arguments and parameters on which the rows have the values that are shown."""
    of_libraries: tuple[str, ...] = ()
    """Axioms of measures of libraries that see it."""
    sources: tuple[tuple[str, str], ...] = ()
    """Pages that say what the text says of software that no report is about: a title and an address."""

    @property
    def paragraph(self) -> str:
        """Describe how the problem looks, why it arises, and what to do."""
        return f"{self.looks} {self.text}"


PRACTICE = (
    PracticeTopic(
        "duplicates",
        "An id that is retrieved twice",
        "Recall or nDCG comes out above 1, or a hit rate above 100 %.",
        "A search that merges several indexes, or returns passages of one document under its id, lists an id twice. "
        "Code that looks each id up in the judgements then counts it each time, and a system gains by repeating "
        "itself. Count an id at its first rank only, and leave the rank of the repetition in place as one that shows "
        "nothing: dropping it first moves everything behind it up.",
        ("ndcg-of-ids[each]", "duplicates"),
        ("ndcg-of-ids[each]", "ndcg-of-ids[first]"),
        ("duplicates", "range-zero-one"),
        {"x": Retrieval.of(["d1", "d1"], relevant=["d1"]), "k": 2},
        ("refuses-duplicate-items",),
    ),
    PracticeTopic(
        "ideal",
        "The ideal list is made of what was retrieved",
        "nDCG is 1, or close to it, although relevant documents are missing from the list.",
        "The ideal list of nDCG holds the best documents that exist, so it needs the judgements. Many snippets sort "
        "the grades of the retrieved list instead. The score then says how well a system ordered what it found, and "
        "nothing of what it missed: one relevant document of a hundred, shown first, scores 1, and finding another "
        "further down lowers the score. Take the ideal from all judged documents of the query, cut at k.",
        ("ndcg[retrieved]", "ideal-from-judgments"),
        ("ndcg[retrieved]", "ndcg[exponential]", "ndcg[linear]"),
        ("ideal-from-judgments", "appending-relevant"),
        {"x": Judged.of([1], missing=[1, 1]), "k": 3},
        ("ideal-from-judgments",),
    ),
    PracticeTopic(
        "ties",
        "Equal scores, and a model that gives every item the same one",
        "An untrained model scores 1, or a value changes when the documents are shuffled.",
        "Items of equal score have no order, and a ranking metric needs one. Code that sorts takes the order of the "
        "input, in which test data often have the relevant item first: a model that scores everything alike then "
        "looks perfect. Average over all orders of the ties, for which there are closed forms, or report the best "
        "and the worst case.",
        ("tied-average-precision[best]", "ties-do-not-pay"),
        (
            "tied-average-precision[mean]",
            "tied-average-precision[input]",
            "tied-average-precision[best]",
            "tied-average-precision[worst]",
        ),
        ("ties-do-not-pay", "constant-scorer-is-chance", "input-order-invariance"),
        {"x": Scored.of([1, 0], [0, 0])},
        ("tie-policy", "one-tie-policy"),
    ),
    PracticeTopic(
        "divisor",
        "What average precision at k is divided by",
        "AP@k of one list differs between two libraries, or a perfect list does not reach 1.",
        "Average precision sums the precisions at the relevant ranks and divides by the number of relevant documents "
        "R. With a cut-off k three divisors are in use: R, as in trec_eval (where R > k a perfect list scores k / R), "
        "the smaller of k and R, as on Kaggle, and the relevant documents among the first k, which rewards a system "
        "for finding fewer. Name the divisor with the score, and compare no values under different ones.",
        ("average-precision[retrieved]", "ideal-from-judgments"),
        ("average-precision[R]", "average-precision[min-k-R]", "average-precision[retrieved]"),
        ("ideal-from-judgments", "ideal-is-one"),
        {"x": Judged.of([1, 0, 1], missing=[1, 1]), "k": 3},
        ("agrees-with-definition",),
        (("Kaggle: Mean Average Precision", "http://www.kaggle.com/wiki/MeanAveragePrecision"),),
    ),
    PracticeTopic(
        "missing-queries",
        "Queries without a list, and which queries are averaged",
        "Two tools average the same run to different means, or a system improves by answering less.",
        "Where a run is joined with the judgements, a query for which the system returned nothing drops out of the "
        "mean, so that not answering what is hard pays. Average over the judged queries, and count one without a list "
        "as 0, as trec_eval does with -c (without it, it averages the judged queries of the run). Say how many there "
        "were.",
        ("mean-average-precision[answered]", "leaving-out-a-query"),
        ("mean-average-precision[answered]", "mean-average-precision[whole]"),
        ("leaving-out-a-query",),
        {"run": Run.of([Judged.of([1]), Judged.of([], missing=[1])])},
        ("isolation-of-queries", "mean-over-rows"),
    ),
    PracticeTopic(
        "nothing-relevant",
        "A query for which nothing is relevant",
        "A query without a relevant document scores 0, 1 or nan, by the library.",
        "Recall, average precision and nDCG divide by what is relevant; where nothing is, the value is 0/0. trec_eval "
        "and scikit-learn's ndcg_score say 0, XGBoost and LightGBM 1, torchmetrics asks (empty_target_action), and "
        "the mean depends on it. Nothing that a system does can change such a query: leave it out of the mean, and "
        "say how many there were.",
        ("recall", "completeness"),
        ("recall", "average-precision[whole]", "ndcg[exponential]", "precision", "reciprocal-rank"),
        ("completeness", "without-relevant-items"),
        {"x": Judged.of([0, 0]), "k": 2},
        ("answers-nothing-relevant", "value-where-defined", "no-value-where-undefined"),
    ),
    PracticeTopic(
        "gain",
        "Exponential or linear gain",
        "Two libraries disagree on nDCG of graded judgements, and agree where these are binary.",
        "DCG sums grades (Jarvelin and Kekalainen 2002), or 2 to the grade less 1 (Burges and others 2005). On binary "
        "judgements both are the same; with more grades they can even order two lists differently. trec_eval and "
        "scikit-learn take the first, XGBoost and LightGBM the second unless told otherwise, and ranx has both. "
        "Name the gain with the score.",
        ("dcg[exponential]", "equals"),
        ("ndcg[exponential]", "ndcg[linear]", "dcg[exponential]", "dcg[linear]"),
        ("equals", "binary-special-case", "gain-doubles"),
        {"x": Judged.of([1, 2]), "k": 2},
        ("gain-doubles", "same-concept-same-value"),
    ),
    PracticeTopic(
        "negative",
        "Negative grades",
        "nDCG is negative, or a library refuses the judgements.",
        "Some judgements have grades below 0, for spam (-2 in TREC's web tracks) or for what nobody judged. Counted "
        "as gains they make nDCG negative, and below -1; the ideal list can then have no positive gain at all, and "
        "the value is 0/0. Treat them as 0, unless harm is what you measure, and then do not normalise.",
        ("ndcg[signed]", "range-zero-one"),
        ("ndcg[signed]", "dcg[signed]"),
        ("range-zero-one",),
        {"x": Judged.of([-2], missing=[1]), "k": 1},
        ("refuses-negative-grade",),
    ),
    PracticeTopic(
        "one-document",
        "One document, or all equally relevant: always 1",
        "nDCG is high for every system, and exactly 1 on many queries.",
        "A list of one document, or of documents that are all equally relevant, is in its ideal order however it is "
        "ordered: nDCG is 1, be they good or barely relevant, and says nothing. In a mean over many such queries, as "
        "of sessions with one candidate, every system looks good. Leave such queries out (scikit-learn refuses a list "
        "of one), or report beside it what is not normalised, such as DCG.",
        ("ndcg[exponential]", "better-if-all-are-better"),
        ("ndcg[exponential]", "dcg[exponential]", "average-precision[whole]", "precision"),
        ("better-if-all-are-better",),
        {"x": Judged.of([2]), "k": 1},
        ("answers-one-item",),
    ),
    PracticeTopic(
        "context-precision",
        "Context precision of retrieval-augmented generation",
        "Context precision depends on the order of the passages, or falls when a relevant one is added.",
        "Stacks for retrieval-augmented generation call two things so. One is the precision of the retrieved "
        "passages. The other, in Ragas and DeepEval, is average precision divided by the relevant passages among the "
        "retrieved: it depends on the order, ignores what was not retrieved, and one more relevant passage at the end "
        "can lower it. Context recall is recall, of statements or of passages. Report precision at k and recall "
        "beside it.",
        ("average-precision[retrieved]", "appending-relevant"),
        ("average-precision[retrieved]", "precision-at", "recall"),
        ("appending-relevant", "ideal-from-judgments"),
        {"x": Judged.of([1, 0, 1], missing=[1]), "k": 3},
        sources=(
            (
                "Ragas: Context Precision",
                "https://docs.ragas.io/en/v0.3.7/concepts/metrics/available_metrics/context_precision/",
            ),
            (
                "Ragas: Context Recall",
                "https://docs.ragas.io/en/v0.3.9/concepts/metrics/available_metrics/context_recall/",
            ),
            ("DeepEval: Contextual Precision", "https://deepeval.com/docs/metrics-contextual-precision"),
        ),
    ),
    PracticeTopic(
        "rbo",
        "Rank-biased overlap with ties and uneven lists",
        "Rank-biased overlap of a ranking and itself is below 1, or two packages disagree.",
        "Of two lists that end it is a range, from the least to the largest value over all ways to go on, and the "
        "extrapolated value lies between. Lists of two lengths have formulas of their own. With ties three variants "
        "are in use, one of which is below 1 on a ranking and itself. The larger p, the deeper it looks: "
        "(1 - p) p^(d - 1) is the weight of the agreement of the first d ranks. Name p, the variant, and which of the "
        "three values it is.",
        ("rbo-ties[a]", "one-on-equal"),
        ("rbo-ties[a]", "rbo-ties[b]", "rbo-ties[w]"),
        ("one-on-equal", "lies-between"),
        {"a": WeakOrder.of([[1, 2]]), "b": WeakOrder.of([[1, 2]]), "p": rational("1/2")},
        ("lies-between", "equal-beyond-the-list"),
    ),
    PracticeTopic(
        "tau",
        "Tau-a, tau-b, tau-c, and the weighted tau of scores",
        "Kendall's tau of identical orders with ties is below 1, of constant predictions nan, or weighted tau rates "
        "the wrong end.",
        "Without ties all of Kendall's coefficients agree. With ties tau-a cannot reach 1, tau-b corrects for the "
        "ties of each order, and tau-c for the number of levels; scipy and pandas compute tau-b unless told "
        "otherwise. Where one order ties everything, all that divide by untied pairs are 0/0. Scipy's weightedtau "
        "takes scores, the largest first: given ranks, it weighs the bottom instead of the top.",
        ("kendall-tau-c", "one-on-equal"),
        ("kendall-tau-b", "kendall-tau-c", "kendall-tau-x", "weighted-tau[symmetric-ties]", "gamma[weak-orders]"),
        ("one-on-equal",),
        {"a": WeakOrder.of([[1, 2], [3]]), "b": WeakOrder.of([[1, 2], [3]])},
        ("one-on-equal", "one-tau-without-ties", "agrees-with-definition-on-ties"),
    ),
)


def topics_of(question: str) -> list[PracticeTopic]:
    """The topics that a question is about, by decreasing weight.

    ``topic ties``, the title of a topic, or its id selects that topic, even if the words also name another thing.
    """
    name = question.strip(" ?").casefold().removeprefix("topic ")
    if named := [topic for topic in PRACTICE if name in (topic.id, topic.title.casefold())]:
        return named
    weight = weights(question)
    return sorted((topic for topic in PRACTICE if topic.id in weight), key=lambda topic: -weight[topic.id])
