"""Small definitions of scores, right and wrong, for the tests of the axioms about them, and how they are checked."""

from __future__ import annotations

from axiomatrix import REGISTRY, Registry, check, metric, spaces
from axiomatrix.numbers.exact import Undefined, Whole, log

BINARY = {"arguments": {"x": spaces.binary_list}, "kind": "score"}
GRADED = {"arguments": {"x": spaces.graded_lists()}, "kind": "score"}
SIGNED = {"arguments": {"x": spaces.signed_lists()}, "kind": "score"}
RUNS = {"arguments": {"x": spaces.runs()}, "kind": "score"}
SCORED = {"arguments": {"x": spaces.scored_list}, "kind": "score"}
RETRIEVED = {"arguments": {"x": spaces.retrieved_ids()}, "kind": "score"}
CUT = {"parameters": {"k": spaces.cut_offs()}}
PERSISTENT = {"parameters": {"p": spaces.persistences()}}


def cell_of(definition, axiom, theirs=None, **options):
    """The cell of a definition for the axiom, and its registry, where ``theirs`` is another metric, of that name."""
    registry = Registry(REGISTRY)
    if theirs:
        metric("theirs", registry=registry, **theirs[1])(theirs[0])
    mine = metric("mine", registry=registry, **options)(definition)
    (found,) = check(mine, axioms=[axiom], profile="quick", use_pins=False, registry=registry)
    return found, registry


def precision(x):
    """rel(n) / n"""
    return x.relevant() / x.n


def precision_at(x, k):
    """rel(k) / k"""
    return x.relevant(k) / k


def recall(x):
    """rel(n) / R; undefined where R = 0"""
    if x.R == 0:
        raise Undefined("nothing is relevant")
    return x.relevant() / x.R


def recall_at(x, k):
    """rel(k) / R; undefined where R = 0"""
    if x.R == 0:
        raise Undefined("nothing is relevant")
    return x.relevant(k) / x.R


def reciprocal_rank(x):
    """1 / the rank of the first relevant item, 0 without one"""
    return next((1 / i for i in x.ranks() if x[i] > 0), 0)


def average_precision(x):
    """sum of the precisions at the relevant ranks / R; undefined where R = 0"""
    if x.R == 0:
        raise Undefined("nothing is relevant")
    return sum(x.relevant(i) / i for i in x.ranks() if x[i] > 0) / x.R


def average_precision_of_the_found(x):
    """sum of the precisions at the relevant ranks / how many there are; undefined without one"""
    if x.relevant() == 0:
        raise Undefined("nothing relevant is listed")
    return sum(x.relevant(i) / i for i in x.ranks() if x[i] > 0) / x.relevant()


def average_precision_at(x, k):
    """sum of the precisions at the relevant ranks up to k / min(k, R); undefined where R = 0"""
    if x.R == 0:
        raise Undefined("nothing is relevant")
    return sum(x.relevant(i) / i for i in x.ranks(k) if x[i] > 0) / min(k, x.R)


def harmonic(x):
    """sum of x_i / i"""
    return sum(x[i] / i for i in x.ranks())


def harmonic_at(x, k):
    """sum of x_i / i up to k"""
    return sum(x[i] / i for i in x.ranks(k))


def over_the_best_order(x):
    """sum of x_i / i over that of the same items by falling grade; undefined where it is 0"""
    if x.relevant() == 0:
        raise Undefined("nothing relevant is listed")
    return harmonic(x) / sum(g / Whole(i) for i, g in enumerate(sorted(x.grades, reverse=True), 1))


def optimistic_precision(x):
    """rel(n) / n, and 1 where nothing is listed"""
    return x.relevant() / x.n if x.n else 1


def optimistic_recall(x):
    """rel(n) / R, and 1 where nothing is relevant"""
    return x.relevant() / x.R if x.R else 1


def dcg(x):
    """sum of x_i / log2(i+1)"""
    return sum(x[i] / log(i + 1, 2) for i in x.ranks())


def exponential(x):
    """sum of (2^x_i - 1) / i"""
    return sum((2 ** x[i] - 1) / i for i in x.ranks())


def powers(x):
    """sum of 2^x_i over the relevant items"""
    return sum(2 ** x[i] for i in x.ranks() if x[i] > 0)


def rbp(x, p):
    """(1-p) sum of x_i p^(i-1)"""
    return (1 - p) * sum(x[i] * p ** (i - 1) for i in x.ranks())


def halving(x):
    """sum of x_i / 2^i"""
    return sum(x[i] / 2**i for i in x.ranks())


def from_below(x):
    """sum of i x_i: the lower the better"""
    return sum(i * x[i] for i in x.ranks())


def evenly(x):
    """sum of (100 - i) x_i: a discount that falls evenly"""
    return sum((100 - i) * x[i] for i in x.ranks())


def irrelevant(x):
    """how many items are not relevant"""
    return x.n - x.relevant()


def gain(x):
    """sum of x_i"""
    return sum(x.grades)


def double(x):
    """2 sum of x_i"""
    return 2 * gain(x)


def found(x):
    """how many items are relevant"""
    return x.relevant()


# --- retrieved ids ---------------------------------------------------------------------------------------------


def hits(retrieved, relevant):
    """how many entries are relevant"""
    return sum(one in relevant for one in retrieved)


def distinct_hits(retrieved, relevant):
    """how many relevant ids are retrieved"""
    return len(relevant.intersection(retrieved))


def first_by_name(retrieved, relevant):
    """1 if the id that comes first by name is relevant"""
    return int(min(retrieved, default=None) in relevant)


# --- scored lists and runs -------------------------------------------------------------------------------------


def scores_of_the_relevant(x):
    """sum of the scores of the relevant items"""
    return sum(score for grade, score in zip(x.grades, x.scores, strict=True) if grade > 0)


def top_in_input_order(x):
    """the grade of the item of the highest score, the first of them in input order"""
    return x.grades[x.buckets[0][0] - 1]


def first_given(x):
    """the grade of the item given first"""
    return x.grades[0]


def best_of_top_bucket(x):
    """the best grade among the items of the highest score"""
    return max(x.grades[k - 1] for k in x.buckets[0])


def top_bucket(x):
    """the mean grade of the items of the highest score"""
    return sum(x.grades[k - 1] for k in x.buckets[0]) / len(x.buckets[0]) * 1


def mean_precision(x):
    """mean of the precisions"""
    return sum(precision(q) for q in x) / len(x) * 1


def first_precision(x):
    """the precision of the first query"""
    return precision(x.lists[0])


def relevant_retrieved(x):
    """the relevant items retrieved for all queries"""
    return sum(q.relevant() for q in x)


def precision_of_the_answered(x):
    """mean of the precisions of the lists that show anything"""
    values = [precision(q) for q in x if q.n]
    return sum(values) / len(values) * 1


def best_precision(x):
    """the best of the precisions"""
    return max(precision(q) for q in x)
