"""What is shown of relations: of one pair all, a line for each partner, and of all a matrix for each signature."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from ...evidence.files import write_all
from ...evidence.safe import code, prose, visible
from ...evidence.witness import imports
from ...evidence.words import grouped
from ...evidence.written_call import literal
from ...model.metric import Metric
from ...model.registry import Registry
from ...studies.relate.answer import STRENGTH, Kind, MetricRelation, Reached, Related, ShownInstance
from ...studies.relate.defaults import DEFAULTS, parameters
from ..tables import github, plain
from .data import dumps

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
    "Two metrics are compared on what their spaces have in common, under the same parameters; every value is exact.",
    "An identity holds of every instance that was gone through and is not a claim about larger ones: 'exhausted n<=4, "
    "up to renaming n<=6' are all instances up to n = 4 and, for metrics that renaming the items does not change "
    "there, one of each kind up to renaming beyond. On a grid, other values of a continuous space were not tried.",
    "A formula in n is recognised from the sizes that were gone through, and not proved for others.",
    "How often two metrics order two instances differently is counted over pairs of instances of one size; a distance "
    "and a similarity agree where the smaller distance goes with the larger similarity.",
)
COUNTED: dict[Kind, str] = {
    "identical": "pairs identical",
    "affine": "affine",
    "monotone": "monotone",
    "refines": "refining",
    "refined by": "refined",
    "none": "of which neither determines the other in one direction",
    "constant": "with a constant",
}
"""What pairs of each kind are called where they are counted."""
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
        sets: list[set[str]] = []
        for relation in self.related.relations:
            met = [names for names in sets if relation.a in names or relation.b in names]
            sets = [*(names for names in sets if names not in met), {relation.a, relation.b}.union(*met)]
        made = []
        for names in sorted(sorted(one, key=self.place.__getitem__) for one in sets):
            sorts = dict.fromkeys(r.sort for r in self.related.relations if r.a in names)
            made.append(SignatureGroup(tuple(sorts), tuple(names)))
        return sorted(made, key=lambda group: self.place[group.names[0]])

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
    """What was gone through, size by size."""
    reaches = []
    for s in sizes:
        reach = f"n = {s.n}: {s.counted}"
        reaches.append(reach if s.compared == s.instances else f"{reach} ({s.compared:,} with both values)")
    return f"{'; '.join(reaches)} instances"


def by_strength(relations: Iterable[MetricRelation]) -> list[MetricRelation]:
    """The strongest first; among equals those that disagree least."""
    return sorted(relations, key=lambda r: (STRENGTH.index(r.kind), r.differently * 1.0 / max(1, r.pairs)))


def save(related: Related, order: Sequence[str], directory: Path) -> list[Path]:
    """Write the reports into the directory; the same relations give the same bytes. The files written."""
    sheet = RelationSheet(related, order)
    return write_all({"relations.json": dumps(related), "relations.md": markdown(sheet)}, directory)


def markdown(sheet: RelationSheet) -> str:
    """The whole of ``relations.md``."""
    lines = ["# Relations between metrics", ""]
    counts = (f"{sheet.counts[kind]:,} {words}" for kind, words in COUNTED.items() if sheet.counts[kind])
    lines += [f"{', '.join(counts)}.", ""]
    lines += [*(f"- {prose(note)}" for note in NOTES), ""]
    lines += [f"Parameters: {prose('; '.join(f'{space}: {value}' for space, value in DEFAULTS.items()))}.", ""]
    lines += ["## Identities", ""]
    for kind, stars in sheet.stars.items():
        lines += [f"### {kind.capitalize()}", ""] if stars else []
        for (space, centre), relations in stars.items():
            lines.append(f"- {code(centre)}, on {prose(space)}:")
            lines += [f"  - {prose(_line(r))}" for r in relations]
        lines += [""] if stars else []
    if sheet.refinements:
        lines += ["### Refinements", "", *(f"- {prose(_line(r))}" for r in sheet.refinements), ""]
    lines += ["## Matrices", "", *(f"- {code(mark)}: {prose(means)}" for mark, means in LEGEND), ""]
    for group in sheet.groups:
        reach = [f"- {prose(space)}: instances by n: {prose(', '.join(sizes))}" for space, sizes in sheet.spaces(group)]
        lines += [f"### Metrics of {prose(group.title)}", "", *reach, "", _matrix(sheet, group), ""]
    if sheet.related.left_out:
        lines += ["## Not compared", "", *(f"- {prose(str(reason))}" for reason in sheet.related.left_out), ""]
    return "\n".join(lines).rstrip("\n") + "\n"


def _line(r: MetricRelation) -> str:
    """A relation on one line; what it is about where the formula does not say so."""
    given = "; ".join(f"{name}: {condition}" for name, condition in ((r.a, r.a_given), (r.b, r.b_given)) if condition)
    undefined = "" if r.same_domain else "; where both have a value"
    return f"{r.statement} ({r.verdict}{undefined}{'; ' + given if given else ''})"


def _matrix(sheet: RelationSheet, group: SignatureGroup) -> str:
    rows = []
    for k, row in enumerate(group.names, 1):
        symbols = [sheet.symbol(row, column) if row != column else "" for column in group.names]
        rows.append([str(k), code(row), *(code(symbol) if symbol else "" for symbol in symbols)])
    return github(["", "metric", *(number for number, *_ in rows)], rows)


def pair(r: MetricRelation, registry: Registry) -> str:
    """Everything that is known of one pair."""
    a, b = registry.metric(r.a), registry.metric(r.b)
    lines = [f"{r.label_a} and {r.label_b}", ""]
    lines += [f"  {visible(m.formula)}" for m in (a, b)]
    lines += ["", f"on {r.space}: {gone_through(r.sizes)}", ""]
    undefined = "" if r.same_domain else ", where both have a value"
    lines += [f"{r.statement}{undefined}: {r.verdict}", ""]
    if r.coefficients and r.formula is not None and "n" in "".join(r.formula):
        lines += [plain(["n", "c", "s"], [[str(k.n), k.c, k.s] for k in r.coefficients]), ""]
    for refusal in r.refusals:
        lines += [f"{refusal.sentence}:", *(f"  {_values(r, one)}" for one in refusal.instances), ""]
    lines += _bounds(r) + _agreement(r)
    shown = next(_witnesses(r), None)
    if shown is not None:
        lines += ["In Python:", "", *(f"  {line}".rstrip() for line in _pasted(a, b, r.cut, shown))]
    return "\n".join(lines).rstrip() + "\n"


def _pasted(a: Metric, b: Metric, cut: str, shown: ShownInstance) -> list[str]:
    """The lines of a program that prints the two values."""
    values: list[object] = []
    lines = [f"x = ({', '.join(shown.arguments)},)"]
    for metric in (a, b):
        given = parameters(metric, shown.n, cut or "n")
        values += given.values()
        written = "".join(f", {name}={literal(value)}" for name, value in given.items())
        lines.append(f"print(REGISTRY.metric({metric.name!r})(*x{written}))")
    return [*imports(lines, values), "", *lines]


def _values(r: MetricRelation, one: ShownInstance) -> str:
    return f"{', '.join(one.arguments)}: {r.a} = {one.a}, {r.b} = {one.b}"


def _bounds(r: MetricRelation) -> list[str]:
    if not r.bounds:
        return ["No constants: one of the two takes negative values.", ""]
    rows = [[str(k.n), k.low or "none", k.high or "none"] for k in r.bounds]
    lines = [f"The best constants in c1 {r.a} <= {r.b} <= c2 {r.a}:", "", plain(["n", "c1", "c2"], rows), ""]
    last = r.bounds[-1]
    for name, where in (("c1", last.low_at), ("c2", last.high_at), ("no c2", last.unbounded)):
        if where is not None:
            lines.append(f"  {name} at n = {last.n}: {_values(r, where)}")
    return [*lines, ""]


def _agreement(r: MetricRelation) -> list[str]:
    rows = [[str(g.n), *(f"{k:,}" for k in (g.pairs, g.alike, g.differently, g.only_a, g.only_b))] for g in r.agreement]
    heads = ["n", "pairs", "alike", "differently", f"only {r.a}", f"only {r.b}"]
    turned = " (a smaller distance goes with a larger similarity or score)" if r.opposed else ""
    lines = [f"Pairs of instances, and who tells them apart in which order{turned}:", "", plain(heads, rows), ""]
    if r.disagreement is not None:
        lines += ["The smallest two that are ordered differently:"]
        lines += [f"  {_values(r, one)}" for one in r.disagreement]
        lines += [""]
    return lines


def _witnesses(r: MetricRelation) -> Iterator[ShownInstance]:
    yield from r.disagreement or ()
    for refusal in r.refusals:
        yield from refusal.instances
    for bounds in r.bounds[::-1]:
        yield from (one for one in (bounds.low_at, bounds.high_at) if one is not None)


def partners(relations: Sequence[MetricRelation], name: str) -> str:
    """A line for each partner of one metric."""
    rows = [
        [
            r.symbol,
            r.label_b,
            r.a_given,
            r.statement if r.kind != "none" else "",
            r.verdict,
            f"{r.differently:,} of {r.pairs:,} pairs",
        ]
        for r in relations
    ]
    heads = ["", f"partner of {name}", "at", "relation", "verdict", "ordered differently"]
    if not any(r.a_given for r in relations):  # it has no parameters of its own
        heads, rows = heads[:2] + heads[3:], [row[:2] + row[3:] for row in rows]
    return plain(heads, rows) + "\n"
