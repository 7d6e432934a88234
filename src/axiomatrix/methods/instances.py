"""The instances of a statement over n items, as every method goes through them.

Each argument has a list of values, simplest first. The instances are all combinations of these, in which the last
argument changes quickest. Where a symmetry is known to hold, fewer are enough:

* Of a statement about all relabellings or permutations only generators are tried (:func:`generators_first`).
* Of instances that renaming the items turns into each other the first is decided (:mod:`.orbits`). Where the first
  argument is any ranking, these are the instances in which it is 1, 2, 3 ... (:meth:`Combinations.with_first_fixed`).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from ..model.axiom import Axiom
from ..model.promises import keeps_promise
from ..spaces import Space


def generators_first(axiom: Axiom) -> tuple[bool, ...]:
    """For each pass through the instances whether groups are represented by generators.

    The whole groups come second. That pass is needed only where a case of the first one has no value.
    """
    return (True, False) if keeps_promise(axiom, "from_generators") else (False,)


@dataclass(frozen=True)
class Combinations:
    """All combinations of one value from each list, as tuples. The lists are those of arguments, or of parameters."""

    lists: Mapping[str, Sequence[Any]]

    @classmethod
    def of(cls, spaces: Mapping[str, Space], n: int, *, generators: bool = False) -> Combinations:
        """The values of the spaces over n items; of groups only generators, if these are wanted."""
        return cls({k: space.generators(n) if generators else space.enumerate(n) for k, space in spaces.items()})

    @property
    def count(self) -> int:
        """How many there are."""
        return math.prod(map(len, self.lists.values()))

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        return product(*self.lists.values())

    def by_name(self) -> Iterator[dict[str, Any]]:
        """Each combination with the names of its values."""
        return map(self.named, self)

    def named(self, values: Sequence[Any]) -> dict[str, Any]:
        """The values of a combination by name."""
        return dict(zip(self.lists, values, strict=True))

    def with_first_fixed(self) -> Combinations:
        """Return the combinations whose first value is the first of its list."""
        name, values = next(iter(self.lists.items()))
        return Combinations({**self.lists, name: values[:1]})

    def blocks(self, most: int) -> Iterator[tuple[range, ...]]:
        """All combinations in blocks of at most ``most``, each as the places in every list."""
        return _blocks([len(values) for values in self.lists.values()], most)


def _blocks(lengths: Sequence[int], most: int) -> Iterator[tuple[range, ...]]:
    """The first list is cut into pieces; only where a single value of it has too many combinations, the next ones."""
    if not lengths:
        yield ()
        return
    step = max(1, most // max(1, math.prod(lengths[1:])))
    for start in range(0, lengths[0], step):
        for rest in _blocks(lengths[1:], most):
            yield (range(start, min(start + step, lengths[0])), *rest)
