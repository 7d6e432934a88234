"""What the reports of relations show: a matrix for each signature, and the identities in order of strength."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from ...evidence.words import grouped
from ...studies.relate.answer import STRENGTH, Kind, MetricRelation, Reached
from ...studies.relate.run import Related

LEGEND = (
    ("=", "identical: one value on every instance"),
    ("~", "affine: column = c row + s with c and s for each n, c not 0"),
    ("m", "monotone: at each n, each is a strictly monotone function of the other"),
    (">", "the row refines the column: it determines it, in order"),
    ("<", "the column refines the row"),
    ("-", "after m, > or <: the larger value of one goes with the smaller value of the other"),
    ("*", "at some n >= 2, one has a value where the other has none; what is said holds where both have one"),
    ("c", "constant: one of the two takes a single value at each n, and nothing is said"),
    ("/", "before it cut-off k = n, after it k = 3, where they differ; a dot is neither of the above"),
)
NOTES = (
    "Two metrics are compared on the smaller of their two spaces, under the same parameters; every value is exact.",
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
        """What the metrics are about."""
        return " and ".join([", ".join(self.sorts[:-1]), self.sorts[-1]] if len(self.sorts) > 1 else self.sorts)


@dataclass
class Star:
    """A metric, and those that are the same, or a function of it, on one space."""

    space: str
    centre: str
    relations: list[MetricRelation] = field(default_factory=list)


class RelationSheet:
    """All relations, arranged."""

    def __init__(self, related: Related, order: Sequence[str]) -> None:
        """``order`` are the names of the rows of the registry."""
        self.related = related
        self.place = {name: k for k, name in enumerate(order)}
        self.cells = grouped(related.relations, lambda relation: (relation.a, relation.b))
        self.groups = self._groups()
        self.counts = Counter(relation.kind for relation in related.relations)
        gone: set[tuple[str, str]] = set()
        self.stars = {kind: _stars(related.relations, kind, gone) for kind in IDENTITIES}
        refining = [relation for relation in related.relations if relation.kind in ("refines", "refined by")]
        self.refinements = [r for r in refining if not {(r.space, r.label_a), (r.space, r.label_b)} & gone]

    def _groups(self) -> list[SignatureGroup]:
        """The metrics that can be compared with one another, directly or by way of others."""
        group: dict[str, int] = {}
        for relation in self.related.relations:
            one, other = group.setdefault(relation.a, len(group)), group.setdefault(relation.b, len(group) + 1)
            if one != other:
                for name, number in group.items():
                    group[name] = one if number == other else number
        made = []
        for number in dict.fromkeys(
            sorted(group.values(), key=lambda g: min(self.place[n] for n in group if group[n] == g))
        ):
            names = tuple(sorted((n for n in group if group[n] == number), key=self.place.__getitem__))
            sorts = tuple(dict.fromkeys(r.sort for r in self.related.relations if r.a in names))
            made.append(SignatureGroup(sorts, names))
        return made

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


def _stars(relations: Iterable[MetricRelation], kind: Kind, gone: set[tuple[str, str]]) -> list[Star]:
    """Each metric with those related to it in this way; the latter are ``gone``: they stand no more for themselves."""
    stars: dict[tuple[str, str], Star] = {}
    for r in relations:  # in the order of the registry, so that a centre comes before what is around it
        centre, other = (r.space, r.label_a), (r.space, r.label_b)
        if r.kind == kind and centre not in gone and other not in gone:
            stars.setdefault(centre, Star(r.space, r.label_a)).relations.append(r)
            gone.add(other)
    return sorted(stars.values(), key=lambda star: star.space)


def gone_through(sizes: Iterable[Reached]) -> str:
    """What was gone through, size by size."""
    reaches = []
    for s in sizes:
        reach = f"n = {s.n}: {s.counted}"
        reaches.append(reach if s.compared == s.instances else f"{reach} ({s.compared:,} with both values)")
    return f"{'; '.join(reaches)} instances"


def by_strength(relations: Iterable[MetricRelation]) -> list[MetricRelation]:
    """The strongest first; among equals those that disagree least."""
    return sorted(relations, key=lambda r: (STRENGTH.index(r.kind), r.differently * 1.0 / max(1, r.pairs)))
