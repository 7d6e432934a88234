"""Spaces: the sets over which statements quantify. Each enumerates, draws, validates and encodes its values.

Metrics declare their arguments and parameters with the spaces that this module defines (``spaces.ranking``,
``spaces.binary_list``) and with its functions that make one (``spaces.graded_lists(3)``, ``spaces.element_weights()``).
Axioms declare with them what else a case consists of, such as the position of a swap.

A space is :attr:`~Space.complete` if it declares that it enumerates all its values over n items. What any other space
enumerates is a *grid*, such as some weights of a continuous parameter; a search of a grid is never called exhaustive.
``draw`` takes its choices from a :class:`Chooser`, so that spaces do not depend on Hypothesis.

After the classes come the spaces without options, such as ``ranking``, and then the functions.
"""

from collections.abc import Sequence
from typing import Any

from .base import Chooser, FewValues, Space
from .cones import ConeSpace, GeneratedCone, InequalityCone, cone
from .lists import GivenLists, Grades, JudgedLists, UnitGains, unit_gains
from .orders import PartialOrders, TopLists, TwoLevels, WeakOrders, all_partial_orders, all_weak_orders
from .parameters import GRID, NUDGE, ElementWeightsSpace, ParameterSpace, PositionWeightsSpace, SimilaritySpace
from .rankings import (
    Factors,
    Permutations,
    Places,
    Rankings,
    RankPairs,
    Ranks,
    Relabellings,
    UniverseRelabellings,
    all_rankings,
)
from .retrieved import RetrievedIds
from .runs import Runs
from .scalars import CutOffs, Numbers, ScalarSpace
from .scored import ScoredLists, ScoreVectors
from .vectors import gains, rank_weights
from .votes import ConsensusSpace, VotesSpace


class OwnSpace(Space):
    """Placeholder in an axiom for the space of the metric's (first) argument."""

    name = "the metric's own space"


class OwnGrades(Space):
    """Placeholder in an axiom for the grades of the metric's lists."""

    name = "grades of the metric's own lists"


# --- spaces without options ---

ranking = Rankings()
relabelling = Relabellings()
permutation = Permutations()
place = Places()
factor = Factors()
own = OwnSpace()
own_grade = OwnGrades()
rank = Ranks()
rank_pair = RankPairs()
binary_list = JudgedLists("binary lists", (0, 1))
weak_order = WeakOrders()
two_levels = TwoLevels()
partial_order = PartialOrders()
score_vector = ScoreVectors()
scored_list = ScoredLists()
top_list = TopLists()
top_list_of_any_length = TopLists(equal=False)
votes = VotesSpace()
consensus = ConsensusSpace()


# --- functions that make a space ---


def graded_lists(top: int = 2) -> JudgedLists:
    """Lists graded 0..top; the missing items have the grades 1 and top."""
    return JudgedLists(f"lists graded 0..{top}", _up_to(top), missing=sorted({1, top}), most=1)


def whole_lists(top: int = 1) -> JudgedLists:
    """Lists graded 0..top of a whole collection: nothing is missing from them."""
    return JudgedLists("binary lists" if top == 1 else f"lists graded 0..{top}", _up_to(top), most=0)


def _up_to(top: int) -> range:
    """Return the grades 0..top; ``ValueError`` unless top is a whole number above 0."""
    if type(top) is not int or top < 1:
        raise ValueError(f"lists graded 0..top: top is {top!r}; it must be a whole number, 1 or more")
    return range(top + 1)


def retrieved_ids(
    top: int = 1, *, relevant: type | None = None, ids: Sequence[type] = (str, int), most: int = 1
) -> RetrievedIds:
    """Retrieved ids and judgments, for metrics written as ``f(retrieved, relevant, k)``.

    The definition takes a list of ids, and the relevant ids in a collection of the type ``relevant``: ``set``,
    ``frozenset``, ``list``, ``tuple``, or a ``dict`` from ids to grades. The default is ``set``, or ``dict`` if grades
    go up to a ``top`` above 1. Ids are of the types ``ids``. At most ``most`` relevant ids are not retrieved.
    """
    return RetrievedIds(_up_to(top), relevant or (set if top == 1 else dict), ids, most)


def gain_lists() -> UnitGains:
    """Lists of gains in [0, 1]; lists with any other gain are refused. The grid is 0, 1/2, 1."""
    return unit_gains()


def signed_lists() -> JudgedLists:
    """Lists with negative gains too: grades -1, 0, 1, where -1 is worse than 0 and not a mark of unjudged items."""
    return JudgedLists("lists graded -1..1", (0, 1, -1), missing=(1,), most=1)


def runs(lists: JudgedLists | None = None) -> Runs:
    """Runs of judged lists (of several queries); the lists are binary by default."""
    if not isinstance(lists, JudgedLists | None):
        raise TypeError(f"runs: lists is {lists!r}; it must be a space of judged lists{advice_on(lists)}")
    return Runs(lists or JudgedLists("binary lists", (0, 1), most=1))


def cut_offs() -> CutOffs:
    """Cut-offs k; enumerated are 1..n+1."""
    return CutOffs()


def persistences(*, closed: bool = False) -> Numbers:
    """Persistences p, 0 < p < 1 (``closed``: 0 and 1 too); the grid is 1/2, 1/4, 4/5 (and 0, 1)."""
    grid = ["1/2", "1/4", "4/5", *([0, 1] if closed else [])]
    return Numbers("persistences in [0, 1]" if closed else "persistences in (0, 1)", grid, 0, 1, closed=closed)


def penalties(*, at_least_half: bool) -> Numbers:
    """Penalties p of a pair that one order ties: 1/2 <= p <= 1, grid 1/2, 3/4, 1, or 0 < p < 1/2, grid 1/4, 1/10."""
    if at_least_half:
        return Numbers("penalties in [1/2, 1]", ["1/2", "3/4", 1], "1/2", 1, closed=True)
    return Numbers("penalties in (0, 1/2)", ["1/4", "1/10"], 0, "1/2")


def half_lives() -> Numbers:
    """Half-lives alpha > 1; the grid is 2, 3, 3/2."""
    return Numbers("half-lives above 1", [2, 3, "3/2"], 1, None)


def bases() -> Numbers:
    """Bases b > 1 of a logarithm; the grid is 2, 3."""
    return Numbers("bases above 1", [2, 3], 1, None)


def positive_numbers(named: str = "positive numbers") -> Numbers:
    """Positive numbers; the grid is 1, 2, 1/2."""
    return Numbers(named, [1, 2, "1/2"], 0, None)


def element_weights(*, positive: bool = True, has_boundary: bool = True) -> ElementWeightsSpace:
    """Weights ``w[x]`` of the items; with ``positive=False`` zero weights belong to the space.

    With ``has_boundary=False`` statements are not checked on zero weights, since the metric has no value there.
    """
    return ElementWeightsSpace(positive, has_boundary)


def position_weights(*, positive: bool = True) -> PositionWeightsSpace:
    """Costs ``delta[i]``, i = 2..n, of swapping positions i-1 and i."""
    return PositionWeightsSpace(positive)


def similarities(*, positive: bool = True) -> SimilaritySpace:
    """Metrics ``D[x, y]`` between the items; with ``positive=False`` pseudometrics."""
    return SimilaritySpace(positive)


def advice_on(value: Any) -> str:
    """Return advice for an error message about a ``value`` that is not a space.

    If one of the functions above was itself passed, the advice says to call it; otherwise it is empty.
    """
    is_function_of_spaces = callable(value) and getattr(value, "__module__", "") == __name__
    return f"; write spaces.{value.__name__}()" if is_function_of_spaces else ""


OF_SORT: dict[str, type[Space]] = {
    space_class.sort: space_class
    for space_class in list(vars().values())
    if isinstance(space_class, type) and issubclass(space_class, Space) and vars(space_class).get("sort")
}
"""By sort, the class of spaces that declares it: the classes imported above that set ``sort`` themselves."""


__all__ = [
    "GRID",
    "NUDGE",
    "OF_SORT",
    "Chooser",
    "ConeSpace",
    "ConsensusSpace",
    "CutOffs",
    "ElementWeightsSpace",
    "Factors",
    "FewValues",
    "GeneratedCone",
    "GivenLists",
    "Grades",
    "InequalityCone",
    "JudgedLists",
    "Numbers",
    "OwnGrades",
    "OwnSpace",
    "ParameterSpace",
    "PartialOrders",
    "Permutations",
    "Places",
    "PositionWeightsSpace",
    "RankPairs",
    "Rankings",
    "Ranks",
    "Relabellings",
    "RetrievedIds",
    "Runs",
    "ScalarSpace",
    "ScoreVectors",
    "ScoredLists",
    "SimilaritySpace",
    "Space",
    "TopLists",
    "TwoLevels",
    "UniverseRelabellings",
    "VotesSpace",
    "WeakOrders",
    "all_partial_orders",
    "all_rankings",
    "all_weak_orders",
    "bases",
    "binary_list",
    "cone",
    "consensus",
    "cut_offs",
    "element_weights",
    "factor",
    "gain_lists",
    "gains",
    "graded_lists",
    "half_lives",
    "own",
    "own_grade",
    "partial_order",
    "permutation",
    "persistences",
    "place",
    "position_weights",
    "positive_numbers",
    "rank",
    "rank_pair",
    "rank_weights",
    "ranking",
    "relabelling",
    "retrieved_ids",
    "runs",
    "score_vector",
    "scored_list",
    "signed_lists",
    "similarities",
    "top_list",
    "top_list_of_any_length",
    "two_levels",
    "votes",
    "weak_order",
    "whole_lists",
]
