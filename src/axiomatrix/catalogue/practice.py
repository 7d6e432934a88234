"""What people run into with evaluation code, a topic each: in whose words it is asked, and which cells show it.

The sentences are written by hand; verdicts, values and counterexamples come from the reports.
"""

from __future__ import annotations

from dataclasses import dataclass

from .practice_words import weights


@dataclass(frozen=True)
class PracticeTopic:
    """A defect or a convention that many meet."""

    id: str
    title: str
    text: str
    """A paragraph: what happens, why, and what to do."""
    shown_by: tuple[str, str]
    """The row and the axiom of the counterexample."""
    rows: tuple[str, ...]
    """Rows of the catalogue that differ in it."""
    axioms: tuple[str, ...]
    """The axioms that see it, the first of which is that of the counterexample."""
    of_libraries: tuple[str, ...] = ()
    """Axioms of measures of libraries that see it."""


PRACTICE = (
    PracticeTopic(
        "duplicates",
        "An id that is retrieved twice",
        "A search that merges several indexes, or returns passages of one document, can list an id twice. Code "
        "that looks each id up in the judgements then counts it each time: recall and nDCG rise above 1, and a "
        "system gains by repeating itself. Count an id at its first rank only, and leave the rank of the "
        "repetition in place as one that shows nothing: dropping it first moves everything behind it up.",
        ("ndcg-of-ids[each]", "duplicates"),
        ("ndcg-of-ids[each]", "ndcg-of-ids[first]"),
        ("duplicates", "range-zero-one"),
        ("refuses-duplicate-items",),
    ),
    PracticeTopic(
        "ideal",
        "The ideal list is made of what was retrieved",
        "The ideal list of nDCG holds the best documents that exist, so it needs the judgements. Many snippets "
        "sort the grades of the retrieved list instead. The score then says how well a system ordered what it "
        "found and nothing of what it missed: one relevant document out of a hundred, shown first, scores 1, and "
        "finding another at the end lowers the score.",
        ("ndcg[retrieved]", "ideal-from-judgments"),
        ("ndcg[retrieved]", "ndcg[exponential]", "ndcg[linear]"),
        ("ideal-from-judgments", "appending-relevant"),
        ("ideal-from-judgments",),
    ),
    PracticeTopic(
        "ties",
        "Equal scores, and a model that gives every item the same one",
        "Items of equal score have no order, and a ranking metric needs one. Code that sorts takes the order of "
        "the input, or favours the relevant items where these stand first in the test data: a model that scores "
        "everything alike then reaches 1. Average over all orders of the ties, which has closed forms, or report "
        "the best and the worst case.",
        ("tied-average-precision[best]", "ties-do-not-pay"),
        (
            "tied-average-precision[mean]",
            "tied-average-precision[input]",
            "tied-average-precision[best]",
            "tied-average-precision[worst]",
        ),
        ("ties-do-not-pay", "constant-scorer-is-chance", "input-order-invariance"),
        ("tie-policy", "one-tie-policy"),
    ),
    PracticeTopic(
        "divisor",
        "What average precision at k is divided by",
        "Average precision sums the precisions at the relevant ranks and divides by the number of relevant "
        "documents R. With a cut-off k three divisors are in use: R (a perfect list of k cannot reach 1 where R > "
        "k), the smaller of k and R (Kaggle), and the relevant documents among the first k, which rewards a "
        "system for finding fewer. Values under different divisors cannot be compared.",
        ("average-precision[retrieved]", "ideal-from-judgments"),
        ("average-precision[R]", "average-precision[min-k-R]", "average-precision[retrieved]"),
        ("ideal-from-judgments", "ideal-is-one"),
        ("agrees-with-definition",),
    ),
    PracticeTopic(
        "missing-queries",
        "Queries without a list, and which queries are averaged",
        "Where a run is joined with the judgements, a query for which the system returned nothing can drop out of "
        "the mean. A system then gains by not answering what is hard. Average over the judged queries, and count "
        "one without a list as 0, as trec_eval does with -c; and say how many there were.",
        ("mean-average-precision[answered]", "leaving-out-a-query"),
        ("mean-average-precision[answered]", "mean-average-precision[whole]"),
        ("leaving-out-a-query",),
        ("isolation-of-queries", "mean-over-rows"),
    ),
    PracticeTopic(
        "nothing-relevant",
        "A query for which nothing is relevant",
        "Recall, average precision and nDCG divide by what is relevant; where nothing is, the value is 0/0. "
        "Libraries return 0, 1 or nan, or leave the query out, and the mean depends on it. Nothing that a system "
        "does can change such a query: leave it out, and say so.",
        ("recall", "completeness"),
        ("recall", "average-precision[whole]", "ndcg[exponential]", "precision", "reciprocal-rank"),
        ("completeness", "without-relevant-items"),
        ("answers-nothing-relevant", "value-where-defined", "no-value-where-undefined"),
    ),
    PracticeTopic(
        "gain",
        "Exponential or linear gain",
        "DCG sums grades (Jarvelin and Kekalainen), or 2 to the grade less 1 (Burges and others). On binary "
        "judgements both are the same; with more grades they order lists differently, and libraries disagree on "
        "the default. Name the gain with the score.",
        ("dcg[linear]", "ignores-levels"),
        ("ndcg[exponential]", "ndcg[linear]", "dcg[exponential]", "dcg[linear]"),
        ("ignores-levels", "gain-doubles", "binary-special-case"),
        ("gain-doubles", "same-concept-same-value"),
    ),
    PracticeTopic(
        "negative",
        "Negative grades",
        "Some judgements have grades below 0, for spam or for what is not judged. Counted as gains they make nDCG "
        "negative, and below -1; the ideal list can then have no positive gain at all. Treat them as 0 unless "
        "harm is what you measure, and then do not normalise.",
        ("ndcg[signed]", "range-zero-one"),
        ("ndcg[signed]", "dcg[signed]", "ndcg[linear]"),
        ("range-zero-one",),
        ("refuses-negative-grade",),
    ),
    PracticeTopic(
        "one-document",
        "One document, or all equally relevant: always 1",
        "A list of one document, or one in which all documents are equally relevant, is in its ideal order "
        "however it is ordered: nDCG is 1 and says nothing. In a mean over many such queries, as in sessions with "
        "one candidate, the score is high for every system. Leave such queries out, or measure recall beside it.",
        ("ndcg[exponential]", "better-if-all-are-better"),
        ("ndcg[exponential]", "dcg[exponential]", "average-precision[whole]", "precision"),
        ("better-if-all-are-better", "set-completeness"),
        ("answers-one-item", "equal-for-one-relevant-item"),
    ),
    PracticeTopic(
        "context-precision",
        "Context precision of retrieval-augmented generation",
        "What stacks for retrieval-augmented generation call context precision is in some of them the precision "
        "of the retrieved passages, and in others average precision divided by the relevant passages among the "
        "retrieved. The second depends on the order, and finding one more relevant passage at the end can lower "
        "it.",
        ("average-precision[retrieved]", "appending-relevant"),
        ("average-precision[retrieved]", "precision-at", "recall"),
        ("appending-relevant", "ideal-from-judgments"),
    ),
    PracticeTopic(
        "rbo",
        "Rank-biased overlap with ties and uneven lists",
        "Rank-biased overlap of two lists that end is a range, from the least to the largest value over all ways "
        "to go on; the extrapolated value lies between. Of lists of two lengths, a formula for equal ones gives "
        "values above 1. With ties three variants are in use, of which one is below 1 on a ranking and itself. "
        "The larger p, the deeper it looks: 1 - p is the weight of the first rank.",
        ("rbo-ties[a]", "one-on-equal"),
        ("rbo-ties[a]", "rbo-ties[b]", "rbo-ties[w]", "rbo[ext]", "rbo[min]", "rbo[max]"),
        ("one-on-equal", "lies-between"),
        ("lies-between", "equal-beyond-the-list"),
    ),
    PracticeTopic(
        "tau",
        "Tau-a, tau-b, tau-c, and the weighted tau of scores",
        "Without ties all of Kendall's coefficients agree. With ties tau-a cannot reach 1, tau-b corrects for the "
        "ties of each order, and tau-c for the number of levels; scipy computes tau-b, pandas too. Its weighted "
        "tau takes scores, the largest first: given ranks, it weighs the bottom instead of the top.",
        ("kendall-tau-c", "one-on-equal"),
        ("kendall-tau-b", "kendall-tau-c", "kendall-tau-x", "weighted-tau[symmetric-ties]", "gamma[weak-orders]"),
        ("one-on-equal",),
        ("one-on-equal", "one-tau-without-ties", "agrees-with-definition-on-ties"),
    ),
)


def topics_of(question: str) -> list[PracticeTopic]:
    """The topics that a question is about, the one that it says most for first.

    ``topic ties`` is that topic, and so are its title and its id alone, whatever else these may name.
    """
    asked = question.strip(" ?").casefold().removeprefix("topic ")
    if named := [topic for topic in PRACTICE if asked in (topic.id, topic.title.casefold())]:
        return named
    weight = weights(question)
    return sorted((topic for topic in PRACTICE if topic.id in weight), key=lambda topic: -weight[topic.id])
