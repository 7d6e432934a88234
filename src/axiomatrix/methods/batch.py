"""Batches: many rankings of n items as one array of indexes, with those methods of a ranking that work on all at once.

Axioms are evaluated on batches in place of rankings (:mod:`.enumeration`). A method that only a single ranking has
raises :class:`NotTabulated`, and enumeration falls back to single rankings. Rankings are numbered in the order of
:func:`..spaces.all_rankings`, the lexicographic order of their rank vectors. A *rank vector* has the position, from 1,
of each item.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np
from flint import fmpz

from ..numbers.columns import Array, Unvectorised, masked
from ..numbers.exact import Whole
from ..spaces import all_rankings
from ..values.rankings import Ranking, Relabelling

STANDS_IN = True
"""Read by :func:`..evidence.fault.is_ours`: an error raised in this module is a bug of ours, not of an axiom."""


class NotTabulated(Unvectorised):
    """Raised where an axiom uses what only a single ranking has; it is then evaluated ranking by ranking."""


@lru_cache(maxsize=16)
def quick_rankings(n: int) -> tuple[Ranking, ...]:
    """Return all rankings of n items, with positions as flint's integers, which compute faster than rationals."""
    return tuple(a.handing_out(fmpz) for a in all_rankings(n))


class Group:
    """All rankings of n items as arrays, and maps between them as arrays of indexes.

    Row k of ``positions`` is the rank vector of ranking number k, and row k of ``order`` has the items (from 0) that it
    lists, best first.
    """

    def __init__(self, n: int) -> None:
        self.n = n
        self.rankings = all_rankings(n)
        self.quick = quick_rankings(n)
        """These rankings with positions as flint's integers, for definitions that do not divide positions."""
        self.positions = np.array([a.positions for a in self.rankings], dtype=np.int8).reshape(len(self.rankings), n)
        self.order = np.argsort(self.positions, axis=1).astype(np.int8)
        self.index = {a: k for k, a in enumerate(self.rankings)}
        """The number of each ranking."""
        pairs = [(x, y) for x in range(n) for y in range(x + 1, n)]
        # bit k of ``inversions``: the ranking inverts the k-th pair of items (n <= 11, so 64 bits are enough)
        self.inversions = np.zeros(len(self.rankings), dtype=np.int64)
        for k, (x, y) in enumerate(pairs):
            self.inversions |= (self.positions[:, x] > self.positions[:, y]).astype(np.int64) << k
        for array in (self.positions, self.order, self.inversions):
            array.setflags(write=False)  # rows share these arrays
        self._images: dict[Any, Array] = {}
        """The cache of :meth:`images`, by its key."""

    def indices(self, positions: Array) -> Array:
        """Return the indices of rank vectors, which are the rows of ``positions``: their lexicographic ranks.

        A lexicographic rank is a number in the factorial base, whose k-th digit counts the later entries of the vector
        that are smaller than the k-th one.
        """
        smaller = (positions[:, None, :] < positions[:, :, None]) & np.triu(np.ones((self.n, self.n), dtype=bool), 1)
        weights = np.array([math.factorial(self.n - 1 - k) for k in range(self.n)], dtype=np.int64)
        return np.asarray(smaller.sum(axis=2) @ weights)

    def images(self, key: Any, image: Callable[[Array], Array]) -> Array:
        """Return for each ranking the index of its image; ``image`` maps an array of rank vectors, one a row.

        The result is cached by ``key``, which names the map.
        """
        if key not in self._images:
            self._images[key] = self.indices(image(self.positions))
            self._images[key].setflags(write=False)
        return self._images[key]

    @lru_cache(maxsize=1)  # noqa: B019  # one array for each group, and groups live as long as the process
    def quotients(self) -> Array:
        """Return the table of the indexes of b o a^-1: of b with the items renamed so that a is the identity."""
        size = len(self.rankings)
        result = np.empty((size, size), dtype=np.int64)
        for k in range(size):
            result[k] = self.indices(self.positions[:, self.order[k]])
        return result


@lru_cache(maxsize=8)
def group(n: int) -> Group:
    """Return the group of the rankings of n items."""
    return Group(n)


def _index(batch: Any) -> Array:
    """Return the index of a batch; :class:`NotTabulated` for anything else."""
    if not isinstance(batch, Batch):
        raise NotTabulated(f"{batch!r:.60} is not a batch of rankings")
    return batch.index


class Batch:
    """Rankings of n items as an array of indexes, with the methods of a ranking that work on all at once.

    Methods are those of :class:`~..values.rankings.Ranking`. Predicates return an array with one more axis, along which
    they are constant: the axis of the lanes, the last one of values of metrics (:mod:`.lanes`).
    """

    __slots__ = ("group", "index", "n")
    __hash__ = None  # type: ignore[assignment]  # equality is element by element

    def __init__(self, group: Group, index: Array) -> None:
        self.group = group
        self.index = index
        self.n = Whole(group.n)

    def _images(self, key: Any, image: Callable[[Array], Array]) -> Batch:
        return Batch(self.group, self.group.images(key, image)[self.index])

    def renamed(self, relabelling: Relabelling) -> Batch:
        def image(p: Array) -> Array:
            names: list[Any] = [relabelling(x) for x in range(1, len(self) + 1)]
            if {*names} != {*range(1, len(self) + 1)}:
                raise NotTabulated("renamed")  # the images are rankings of other items
            return np.take(p, np.argsort(names), axis=1)  # column x of the image: the position of the item renamed to x

        return self._images(("renamed", relabelling), image)

    def moved(self, permutation: Ranking) -> Batch:
        if len(permutation) != len(self):
            raise NotTabulated("moved")  # enumeration falls back to a single ranking, which raises the proper error
        return self._images(("moved", permutation), lambda p: np.array(permutation.positions, dtype=np.int8)[p - 1])

    def reversed(self) -> Batch:
        return self._images("reversed", lambda p: len(self) + 1 - p)

    def swapped(self, i: int) -> Batch:
        if not 1 <= i < len(self):
            raise NotTabulated("swapped")  # as in moved
        return self._images(("swapped", i), lambda p: np.where(p == i, i + 1, np.where(p == i + 1, i, p)))

    def rotated(self, k: int) -> Batch:
        return self._images(("rotated", k), lambda p: (p - 1 - k) % len(self) + 1)

    def is_between(self, a: Batch, c: Batch) -> Array:
        # Between a and c: wherever these agree on a pair of items, this ranking agrees with them. In bits, no pair may
        # be one on which a and c agree (not xor) and a and this ranking differ (xor).
        inversions = self.group.inversions
        own_bits, bits_of_a, bits_of_c = inversions[self.index], inversions[_index(a)], inversions[_index(c)]
        agrees = np.asarray((~(bits_of_a ^ bits_of_c) & (bits_of_a ^ own_bits)) == 0)
        return masked(agrees)[..., None] if self.group.n > 1 else masked([True])

    def ascends(self, i: int, a: Batch) -> Array:
        order, positions = self.group.order[self.index], self.group.positions
        index_of_a = _index(a)
        return masked(positions[index_of_a, order[..., i - 1]] < positions[index_of_a, order[..., i]])[..., None]

    def __eq__(self, other: object) -> Any:
        return masked(self.index == other.index)[..., None] if isinstance(other, Batch) else NotImplemented

    def __ne__(self, other: object) -> Any:
        return masked(self.index != other.index)[..., None] if isinstance(other, Batch) else NotImplemented

    def __len__(self) -> int:
        return self.group.n

    def __getattr__(self, name: str) -> Any:
        raise NotTabulated(f"a batch of rankings has no {name}")

    def __getitem__(self, item: Any) -> Any:
        raise NotTabulated("a batch of rankings has no single positions")

    def __iter__(self) -> Any:
        raise NotTabulated("a batch of rankings is not iterated")
