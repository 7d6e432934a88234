"""Unknowns of the parameters in a linear certificate, numbered from 0, one parameter after the other.

:mod:`.inequality` evaluates definitions on them, to get an inequality for all values of the parameters at once. A
parameter has an unknown for each entry, such as D12, D13 and D23 of a similarity of three items. If its space is
*generated*, so that each value is a sum of non-negative multiples of some vectors, it has an unknown for each of these
*generators* instead, which is its multiple. All unknowns are non-negative numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ..evidence.refusal import NotDecided, Refused
from ..model.metric import Metric
from ..spaces import ParameterSpace
from .cone import Form, facets, generators
from .numbers import ONE, Number, Sum, encode_number
from .world import SeededDraws, draw_points, make_parameter, renamed_places


class Block(NamedTuple):
    """The unknowns of one parameter, which have consecutive numbers."""

    name: str
    """The name of the parameter."""
    space: ParameterSpace
    generators: Sequence[Sequence[Number]] | None
    """Vectors of entries; None if the space is not generated."""
    start: int
    """The number of the first unknown."""
    length: int
    """How many unknowns there are."""


class Unknowns:
    """The unknowns of the parameters that are ``followed``, so stay unknown: a name, or several joined by `` + ``."""

    def __init__(self, metric: Metric, followed: str) -> None:
        names = followed.split(" + ")
        for name in names:
            if name not in metric.parameters or names.count(name) > 1:
                raise Refused(f"{metric.name} has no parameter {name!r:.60}, or it is named twice")
        self.spaces = {name: metric.parameters[name] for name in names}
        """The spaces of these parameters by name."""

    def blocks(self, n: int) -> Iterator[Block]:
        """Yield the parameters over n items with their unknowns."""
        start = 0
        for name, space in self.spaces.items():
            generated = generators(space, n)
            count = len(space.keys(n)) if generated is None else len(generated)
            yield Block(name, space, generated, start, count)
            start += count

    def count(self, n: int) -> int:
        """Return the number of unknowns of all parameters over n items."""
        return sum(block.length for block in self.blocks(n))

    def entries(self, values: Sequence[Any], n: int) -> dict[str, list[Any]]:
        """Return the entries of each parameter by its name, where the unknowns have these values.

        The values are numbers, or unknowns of the checker themselves.
        """
        entries_by_name: dict[str, list[Any]] = {}
        for block in self.blocks(n):
            block_values = list(values[block.start : block.start + block.length])
            if block.generators is None:
                entries_by_name[block.name] = block_values
                continue
            entries: list[Any] = []
            # each entry is the sum of the multiples of the generators, which starts with a zero of their type
            zero: Any = Sum({}) if block_values and type(block_values[0]) is Sum else 0
            for k in range(len(block.space.keys(n))):
                multiples = (m * generator[k] for m, generator in zip(block_values, block.generators, strict=True))
                entries.append(sum(multiples, zero))
            entries_by_name[block.name] = entries
        return entries_by_name

    def parameters(self, n: int, items_by_number: Sequence[Any]) -> dict[str, Any]:
        """Return the parameters with unknowns as entries; item number k is ``items_by_number[k - 1]``."""
        entries = self.entries([Sum.unknown(k) for k in range(self.count(n))], n)
        return {name: make_parameter(space, items_by_number, entries[name]) for name, space in self.spaces.items()}

    def points(self, n: int, draws: SeededDraws, count: int) -> Iterator[list[Number]]:
        """Yield ``count`` vectors of values of all unknowns, at which the parameters are in their closed spaces."""
        blocks = list(self.blocks(n))
        entry_vectors = {
            block.name: draw_points(block.space, n, draws, count) for block in blocks if block.generators is None
        }
        for _ in range(count):
            point: list[Number] = []
            for block in blocks:
                if block.generators is None:
                    point += next(entry_vectors[block.name])
                else:  # any multiples that are not negative give a value of a generated space
                    point += [draws.integer(0, 9) for _ in range(block.length)]
            yield point

    # --- what the unknowns satisfy ---

    def rows(self, n: int) -> list[Form]:
        """Return the forms that are not negative: those of each space, then all unknowns, and the constant 1 last.

        These are the facets of a certificate, which names each by its index in this list.
        """
        rows: list[Form] = []
        for block in self.blocks(n):
            own_facets = list(facets(block.space, n))[:-1]  # without the constant 1
            if block.generators is None:  # else the multiples are the unknowns, and only bounded by 0
                first_entry = len(own_facets) - block.length
                if own_facets[first_entry:] != [{k: 1} for k in range(block.length)]:
                    raise NotDecided(f"the facets of {block.space.name} must end with its entries, in their order")
                rows += [{block.start + k: c for k, c in facet.items()} for facet in own_facets[:first_entry]]
        return [*rows, *({k: 1} for k in range(self.count(n))), {ONE: 1}]

    def cone_data(self, n: int) -> dict[str, Any]:
        """Encode the facets, without the constant 1, and the generators if there are any, as certificates do."""
        data: dict[str, Any] = {
            "facets": [[[k, encode_number(c)] for k, c in row.items()] for row in self.rows(n)[:-1]]
        }
        generator_data = {
            block.name: [list(map(encode_number, generator)) for generator in block.generators]
            for block in self.blocks(n)
            if block.generators is not None
        }
        return {**data, "generators": generator_data} if generator_data else data

    # --- renumbering ---

    def renamed(self, n: int, items: Mapping[int, int]) -> dict[int, int] | None:
        """Return the new number of each unknown that changes when item x gets the number ``items[x]``.

        Only data of items change, not data of positions. Returns None if a generator becomes a vector that is not a
        generator.
        """
        new_items = [items[x] for x in range(1, n + 1)]
        new_number: dict[int, int] = {}
        for block in self.blocks(n):
            if not block.space.value_type.travels:  # data of positions
                continue
            new_index = renamed_places(block.space, new_items)  # of each entry
            if block.generators is not None:
                index_of = {tuple(generator): k for k, generator in enumerate(block.generators)}
                old_index = [new_index.index(k) for k in range(len(new_index))]
                moved = [tuple(generator[k] for k in old_index) for generator in block.generators]
                if any(generator not in index_of for generator in moved):
                    return None
                new_index = [index_of[generator] for generator in moved]  # of each generator
            new_number |= {block.start + k: block.start + index for k, index in enumerate(new_index)}
        return new_number

    def embedded(self, size: int, shift: int, n: int) -> dict[int, int] | None:
        """Return the numbers over n items of the unknowns over ``size`` items, which become shift + 1 ... shift + size.

        None unless the restriction of a value over n items to these items is a value over them: each non-negative form
        over ``size`` items must be one over n items. None too for a generated space, since multiples of generators over
        n items are none of those over fewer.
        """
        new_number: dict[int, int] = {}
        new_items = range(shift + 1, shift + size + 1)
        for small, large in zip(self.blocks(size), self.blocks(n), strict=True):
            if small.generators is not None:
                return None
            new_places = renamed_places(small.space, new_items, n)
            new_number |= {small.start + k: large.start + place for k, place in enumerate(new_places)}
        large_forms = {frozenset(row.items()) for row in self.rows(n)}
        embedded_forms = ({new_number.get(k, k): c for k, c in row.items()} for row in self.rows(size))
        return new_number if all(frozenset(form.items()) in large_forms for form in embedded_forms) else None
