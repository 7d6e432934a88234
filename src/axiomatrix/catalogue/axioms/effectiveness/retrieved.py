"""Retrieved ids: what an id that comes twice is worth, and that names decide nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

from ....model.metric import Metric
from ....model.relation import NOT_ASKED, Relation, at_most, equal
from ....spaces.retrieved import NAMES
from ....values.retrieval import Retrieval
from ...latex import lines
from .depth import score_axiom

retrieved_axiom = partial(score_axiom, about=("retrieved ids",))


@retrieved_axiom(
    "duplicates", latex=lines(r"m(x)\le m(x^{\mathrm{once}})"), sentence="An item that is retrieved twice counts once."
)
def duplicates(m: Any, x: Any) -> Relation:
    """m(x) <= m(x with every repeated id replaced by an irrelevant one)

    For all retrieved ids x of which some come more than once: an id that was retrieved twice counts once, at its first
    rank, and its other occurrences are worth no more than anything irrelevant. TREC requires each document once in a
    ranking: Voorhees and Harman, TREC, 2005. Example: a metric that skips ids it has seen satisfies it; hits counted
    over the list do not, with a recall of 2 for (a, a) and one relevant id, nor does a definition that drops repeated
    ids before it ranks, since what follows then moves up.
    """
    return at_most(m(x), m(x.without_duplicates)) if x.has_duplicates else NOT_ASKED


@retrieved_axiom(
    "id-invariance",
    latex=lines(r"m(x)=m(x^{\mathrm{renamed}})"),
    sentence="The names of the retrieved items do not matter.",
)
def id_invariance(m: Any, x: Any) -> Relation:
    """m(x) = m(x with its ids renamed)

    For all retrieved ids x and some other names: the same names the other way round, and those of each type that the
    space has. The relation shown is that of the names that change the value most. Formalised here; compare
    right-invariance of rankings (Diaconis, Group Representations in Probability and Statistics, 1988). Example: a
    metric that looks ids up satisfies it; one that sorts them does not, nor one that takes the id 0 for none.
    """
    value = m(x)
    others = [m(x.renamed(names)) for names in _renamings(x, _types_of_ids(m.metric))]
    return equal(value, max(others, key=lambda other: abs(value - other)))


def _renamings(x: Retrieval, kinds: Iterable[type]) -> Iterator[dict[Any, Any]]:
    known = list(dict.fromkeys([*x.ids, *x.grades]))
    yield dict(zip(known, known[::-1], strict=True))
    for kind in kinds:
        yield {one: NAMES[kind](k) for k, one in enumerate(known, 1)}


def _types_of_ids(metric: Metric) -> Iterable[type]:
    (space,) = metric.arguments.values()
    return getattr(space, "ids", ())
