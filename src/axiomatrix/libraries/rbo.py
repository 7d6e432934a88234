"""Adapter of rbo: the class ``RankingSimilarity``, for rank-biased overlap and average overlap of two lists.

Each similarity is registered as a *row* by the decorator ``row(name, ...)`` of a function, with the arguments of
:func:`.implementation.implementation`:

- The function calls the library. Reports print its docstring as the formula, and show its body as a snippet.
- ``shape`` makes its arguments ``a`` and ``b``, the items of two lists, best first.
- :mod:`.implementation` explains rows, definitions and concepts, :class:`.library.Documentation` the claims.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from ..catalogue.axioms import lies_between
from ..model.registry import Registry
from ..spaces import persistences, top_list_of_any_length
from . import LIBRARIES
from .axioms.representation import container
from .implementation import implementation
from .library import Documentation
from .pair_definitions import rbo_extrapolated_at_the_shorter
from .shapes import ItemLists

RBO = LIBRARIES["rbo"]
PAGE = "https://pypi.org/project/rbo/0.1.3/"
SOURCE = "https://github.com/changyaochen/rbo/blob/master/rbo/rbo.py"
PERSISTENCE = {"p": persistences()}


def register(registry: Registry) -> None:
    """Add the similarities of rbo to the registry."""
    docs = Documentation("rbo", "the documentation of rbo")
    registry.add_source(docs)
    value_range = docs.says(
        id="range", wording="returns a numeric value between zero and one to quantify their similarity", page=PAGE
    )
    containers = docs.says(
        id="containers",
        wording="Accepted data types are Python lists and Numpy arrays.",
        page=PAGE,
        formalised="no tuples",
    )
    row = partial(
        implementation,
        RBO,
        shape=ItemLists(),
        kind="similarity",
        arguments={"a": top_list_of_any_length, "b": top_list_of_any_length},
        page=SOURCE,
        claims=[value_range.holds(lies_between(0, 1)), containers.fails(container)],
        from_library={"RankingSimilarity": "rbo:RankingSimilarity"},  # the function's first argument
        into=registry,
    )

    @row("rbo_ext", parameters=PERSISTENCE, concept="RBO", definition="rbo[ext-unequal]")
    def extrapolated(RankingSimilarity: Any, a: Any, b: Any, p: float) -> Any:
        """RBO_EXT, eq. 32 of Webber, Moffat and Zobel 2010"""
        return RankingSimilarity(a, b).rbo_ext(p=p)

    @row("rbo", parameters=PERSISTENCE, definition="rbo[truncated-unequal]")
    def truncated(RankingSimilarity: Any, a: Any, b: Any, p: float) -> Any:
        """RBO at the length of the shorter list, eq. 7 of Webber, Moffat and Zobel 2010"""
        return RankingSimilarity(a, b).rbo(p=p)

    @row("rbo", variant="ext", parameters=PERSISTENCE, definition=rbo_extrapolated_at_the_shorter)
    def extrapolated_at_the_shorter(RankingSimilarity: Any, a: Any, b: Any, p: float) -> Any:
        """RBO_EXT at the length of the shorter list, eq. 23 of Webber, Moffat and Zobel 2010"""
        return RankingSimilarity(a, b).rbo(p=p, ext=True)

    # without p, which is 1 by default: then all depths have the same weight
    @row("rbo", variant="p=1", concept="average overlap", definition="average-overlap")
    def average_overlap(RankingSimilarity: Any, a: Any, b: Any) -> Any:
        """the average overlap up to the length of the shorter list"""
        return RankingSimilarity(a, b).rbo()
