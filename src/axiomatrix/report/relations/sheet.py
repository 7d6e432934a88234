"""Relations arranged: groups of metrics with a matrix each, and what is identical, affine or monotone to what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ...evidence.words import grouped
from ...studies.relate.answer import STRENGTH, Kind, MetricRelation, Reached, Related

NOTES = (
    "Two metrics are compared on what their spaces have in common, under the same parameters; every value is exact.",
    "An identity holds of every instance that was gone through and is not a claim about larger ones: 'exhausted n<=4, "
    "up to renaming n<=6' are all instances up to n = 4 and, for metrics that renaming the items does not change "
    "there, one of each kind up to renaming beyond. On a grid, other values of a continuous space were not tried.",
    "A formula in n is recognised from the sizes that were gone through, and not proved for others.",
    "How often two metrics order two instances differently is counted over pairs of instances of one size; a distance "
    "and a similarity agree where the smaller distance goes with the larger similarity.",
)
MIRRORED = {"<": ">", ">": "<"}
IDENTITIES: tuple[Kind, ...] = ("identical", "affine", "monotone")
"""The kinds in which each metric determines the other, the strongest first."""


@dataclass(frozen=True)
class SignatureGroup:
    """The metrics of one signature, in the order of the registry."""

    sorts: tuple[str, ...]
    names: tuple[str, ...]

    @property
    def title(self) -> str:
        """Describe the common subject of the metrics."""
        return " and ".join([", ".join(self.sorts[:-1]), self.sorts[-1]] if len(self.sorts) > 1 else self.sorts)


class RelationSheet:
    """All relations, arranged."""

    def __init__(self, related: Related, order: Sequence[str]) -> None:
        """``order`` are the names of the rows of the registry."""
        self.related = related
        self.place = {name: k for k, name in enumerate(order)}
        self.cells = grouped(related.relations, lambda relation: (relation.a, relation.b))
        self.groups = self._groups()
        self.counts = Counter(relation.kind for relation in related.relations)
        removed: set[tuple[str, str]] = set()
        self.stars = {kind: _stars(related.relations, kind, removed) for kind in IDENTITIES}
        refining = [relation for relation in related.relations if relation.kind in ("refines", "refined by")]
        self.refinements = [r for r in refining if not {(r.space, r.label_a), (r.space, r.label_b)} & removed]

    def _groups(self) -> list[SignatureGroup]:
        """The metrics that can be compared with one another, directly or by way of others."""
        sets: list[set[str]] = []
        for relation in self.related.relations:
            met = [names for names in sets if relation.a in names or relation.b in names]
            sets = [*(names for names in sets if names not in met), {relation.a, relation.b}.union(*met)]
        groups = []
        for names in sorted(sorted(one, key=self.place.__getitem__) for one in sets):
            sorts = dict.fromkeys(r.sort for r in self.related.relations if r.a in names)
            groups.append(SignatureGroup(tuple(sorts), tuple(names)))
        return sorted(groups, key=lambda group: self.place[group.names[0]])

    def symbol(self, row: str, column: str) -> str:
        """The symbols of a position; of the two cut-offs where they differ."""
        symbols = [r.symbol for r in self.cells.get((row, column), ())]
        if not symbols:
            turned = [r.symbol for r in self.cells.get((column, row), ())]
            symbols = ["".join(MIRRORED.get(c, c) for c in symbol) for symbol in turned]
        return symbols[0] if len(set(symbols)) == 1 else "/".join(symbol or "." for symbol in symbols)

    def spaces(self, group: SignatureGroup) -> list[tuple[str, list[str]]]:
        """The spaces that metrics of the group are compared on, with how far each was gone through."""
        spaces: dict[str, list[str]] = {}
        for relation in self.related.relations:
            if relation.a in group.names:
                sizes = [f"{size.n}: {size.counted}" for size in relation.sizes]
                if len(sizes) > len(spaces.get(relation.space, ())):
                    spaces[relation.space] = sizes
        return list(spaces.items())


def _stars(
    relations: Iterable[MetricRelation], kind: Kind, gone: set[tuple[str, str]]
) -> dict[tuple[str, str], list[MetricRelation]]:
    """By space and metric, those related to it in this way; they are ``gone``: they stand no more for themselves."""
    stars: dict[tuple[str, str], list[MetricRelation]] = {}
    for r in relations:  # in the order of the registry, so that a centre comes before what is around it
        centre, other = (r.space, r.label_a), (r.space, r.label_b)
        if r.kind == kind and centre not in gone and other not in gone:
            stars.setdefault(centre, []).append(r)
            gone.add(other)
    return dict(sorted(stars.items(), key=lambda star: star[0][0]))


def gone_through(sizes: Iterable[Reached]) -> str:
    """Describe the instances that were compared, size by size."""
    reaches = []
    for s in sizes:
        reach = f"n = {s.n}: {s.counted}"
        reaches.append(reach if s.compared == s.instances else f"{reach} ({s.compared:,} with both values)")
    return f"{'; '.join(reaches)} instances"


def by_strength(relations: Iterable[MetricRelation]) -> list[MetricRelation]:
    """The strongest first; among equals those that disagree least."""
    return sorted(relations, key=lambda r: (STRENGTH.index(r.kind), r.differently * 1.0 / max(1, r.pairs)))
