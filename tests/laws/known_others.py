"""Known violators and satisfiers of the axioms of rules of aggregation and of prefixes."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations
from typing import Any

from axiomatrix import Ranking, Votes, spaces
from axiomatrix.catalogue.axioms import ranked_prefix
from axiomatrix.model.axiom import as_statement

from .axiom_laws import Kept, Known, Refuted

# --- rules of aggregation ----------------------------------------------------------------------------------------

LOSS = {"kind": "loss", "arguments": {"c": spaces.consensus}}


def kendall(a: Ranking, b: Ranking) -> int:
    """The number of inverted pairs"""
    return sum(b[x] > b[y] for x, y in combinations(a.order, 2))


def points(votes: Votes, ranking: Ranking) -> Any:
    """sum of r(x) times the points of x"""
    return sum(ranking[x] * (votes.n - vote[x]) for vote in votes for x in votes.items)


def pairs(votes: Votes, ranking: Ranking) -> Any:
    """sum of Kendall's distances"""
    return sum(kendall(vote, ranking) for vote in votes)


def upside_down(votes: Votes, ranking: Ranking) -> Any:
    """the negative of the sum of Kendall's distances"""
    return -pairs(votes, ranking)


def of_the_first_voter(votes: Votes, ranking: Ranking) -> Any:
    """Kendall's distance to the first vote"""
    return kendall(votes.rankings[0], ranking)


def nearest(votes: Votes, ranking: Ranking) -> Any:
    """Kendall's distance to the nearest vote"""
    return min(kendall(vote, ranking) for vote in votes)


def anything(votes: Votes, ranking: Ranking) -> Any:
    """0"""
    return 0


def by_name(votes: Votes, ranking: Ranking) -> Any:
    """the position of the first item by name"""
    return ranking[votes.items[0]]


TIED = {"p": [[1, 2]], "q": [[1, 2], [2, 1]]}
VIOLATORS_OF_RULES: dict[str, Known] = {
    "condorcet-winner": Refuted(points, LOSS, 3, {"votes": [[1, 2, 3]] * 2 + [[2, 3, 1]]}, "15 < 15", smallest=False),
    "unanimity": Refuted(anything, LOSS, 2, {"votes": [[1, 2]]}, "0 < 0", smallest=False),
    "reinforcement": Refuted(nearest, LOSS, 2, TIED, "1 == 0", smallest=False),
    "reinforcement-of-winners": Refuted(nearest, LOSS, 2, TIED, "1 == 0", smallest=False),
    "independence-of-clones": Refuted(points, LOSS, 3, {"votes": [[1, 2, 3], [3, 1, 2]]}, "1 == 0", smallest=False),
    "neutrality-of-items": Refuted(by_name, LOSS, 2, {"votes": [[1, 2]]}, "2 == 0", smallest=False),
    "anonymity-of-voters": Refuted(of_the_first_voter, LOSS, 2, {"votes": [[1, 2], [2, 1]]}, "2 == 0", smallest=False),
    "monotonicity-of-winners": Refuted(upside_down, LOSS, 2, {"votes": [[1, 2]]}, "0 <= -1", smallest=False),
}
SATISFIERS_OF_RULES: dict[str, Known] = {
    "condorcet-winner": Kept(pairs, LOSS, "searched", "grid"),
    "unanimity": Kept(pairs, LOSS, "searched", "grid"),
    "reinforcement": Kept(pairs, LOSS, "searched", "grid"),
    "reinforcement-of-winners": Kept(points, LOSS, "searched", "grid"),
    "independence-of-clones": Kept(of_the_first_voter, LOSS, "searched", "grid"),
    "neutrality-of-items": Kept(pairs, LOSS, "searched", "grid"),
    "anonymity-of-voters": Kept(pairs, LOSS, "searched", "grid"),
    "monotonicity-of-winners": Kept(pairs, LOSS, "searched", "grid"),
}

# --- prefixes ----------------------------------------------------------------------------------------------------

CUT_OFF = {"parameters": {"i": spaces.cut_offs()}}


def heads(a: Any, b: Any, i: Any) -> Any:
    """How many of the first i items are not the same"""
    return sum(x != y for x, y in zip(a.order[:i], b.order[:i], strict=True))


def tails(a: Any, b: Any, i: Any) -> Any:
    """How many items from rank i on are not the same"""
    return sum(x != y for x, y in zip(a.order[i - 1 :], b.order[i - 1 :], strict=True))


def inversions(a: Any, b: Any) -> Any:
    """Kendall"""
    return sum(b[x] > b[y] for x, y in a.pairs)


def share(a: Any, b: Any) -> Any:
    """The share of the pairs that are not inverted"""
    return Fraction(1) if a.n < 2 else 1 - Fraction(2 * inversions(a, b), int(a.n * (a.n - 1)))


def nothing(a: Any, b: Any) -> Any:
    """7"""
    return 7


def first_item_alike(a: Any, b: Any) -> Any:
    """1 if both begin alike"""
    return int(a.order[:1] == b.order[:1])


def tau(a: Any, b: Any) -> Any:
    """Kendall's tau, 0 of one item"""
    return Fraction(0) if a.n < 2 else 1 - Fraction(4 * inversions(a, b), int(a.n * (a.n - 1)))


SWAPPED = {"a": [1, 2], "b": [2, 1]}
SAME_HEAD = {"a": [1, 2, 3], "b": [1, 3, 2]}


def claimed(statement: Any, options: dict[str, Any]) -> dict[str, Any]:
    return {"kind": "distance", **options, "holds": [statement]}


def by_axiom(*rows: tuple[type[Known], Callable[..., Any], Any, dict[str, Any], tuple[Any, ...]]) -> dict[str, Known]:
    """What is known of a claimed statement, by its axiom."""
    return {
        as_statement(statement).axiom.id: kind(definition, claimed(statement, options), *rest)
        for kind, definition, statement, options, rest in rows
    }


VIOLATORS_OF_PREFIXES = by_axiom(
    (Refuted, tails, ranked_prefix.at_full_depth("hamming"), CUT_OFF, (2, SWAPPED, "1 == 2", {"i": "1"}, False)),
    (Refuted, tails, ranked_prefix.grows_with_depth, CUT_OFF, (2, SWAPPED, "1 >= 2", {"i": "1"}, False)),
    (Refuted, inversions, ranked_prefix.constant(0), {}, (2, SWAPPED, "1 == 0")),
    (
        Refuted,
        first_item_alike,
        ranked_prefix.value_only_on_equal(1),
        {},
        (3, {"a": [1, 2, 3], "b": [1, 3, 2]}, "1 != 1"),
    ),
    (Refuted, share, ranked_prefix.mean_over_rankings(0), {}, (1, {"a": [1]}, "1 == 0")),
)
SATISFIERS_OF_PREFIXES = by_axiom(
    (Kept, heads, ranked_prefix.at_full_depth("hamming"), CUT_OFF, ("searched", "grid")),
    (Kept, heads, ranked_prefix.grows_with_depth, CUT_OFF, ("searched", "grid")),
    (Kept, nothing, ranked_prefix.constant(7), {}, ("exhausted", "exhausted")),
    (Kept, share, ranked_prefix.value_only_on_equal(1), {}, ("exhausted", "exhausted")),
    (Kept, tau, ranked_prefix.mean_over_rankings(0), {}, ("exhausted", "exhausted")),
)

VIOLATORS = {**VIOLATORS_OF_RULES, **VIOLATORS_OF_PREFIXES}
SATISFIERS = {**SATISFIERS_OF_RULES, **SATISFIERS_OF_PREFIXES}
