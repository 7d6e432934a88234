"""Relations as JSON: what ``relations.json`` holds."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from ...evidence.files import by_line
from ...evidence.formats import Format, Record
from ...evidence.reach import Count
from ...studies.relate.answer import Kind, LeftOut, MetricRelation, Reached, Related, ShownInstance, Slope
from ...studies.relate.defaults import DEFAULTS
from ..matrix.data import MAX_BYTES, BadReport

Six = tuple[Count, Count, Count, Count, Count, Count]


class InstanceData(Record):
    """An instance."""

    n: Annotated[int, Meta(ge=1)]
    arguments: Annotated[tuple[str, ...], Meta(description="Python constructors.")]


class ShownData(Record):
    """The values of the two metrics on an instance, which is named by its number."""

    instance: Count
    a: str
    b: str


class FormulaData(Record):
    """c and s in b = c a + s, as texts in n."""

    c: str
    s: str
    latex: Annotated[str, Meta(description="What stands before a in b = s + c a, in LaTeX, if n is in it.")] = ""


class RefusalData(Record):
    """What does not hold, with the instances that show it."""

    says: str
    instances: list[ShownData]


class RelationData(Record):
    """Two metrics side by side on their common space."""

    a: Annotated[str, Meta(min_length=1)]
    b: Annotated[str, Meta(min_length=1)]
    a_given: Annotated[str, Meta(description="The parameters of a.")]
    b_given: Annotated[str, Meta(description="The parameters of b.")]
    cut: Annotated[Literal["", "n", "3"], Meta(description="The cut-off of metrics that have one.")]
    sort: str
    space: Annotated[str, Meta(description="The spaces of the arguments, the smaller of the two metrics'.")]
    opposed: Annotated[
        bool, Meta(description="Whether a large value of one means what a small one of the other means.")
    ]
    kind: Kind
    direction: Literal[1, -1]
    statement: str
    verdict: str
    reach: Annotated[Count, Meta(description="The number of what was gone through, in reaches.")]
    coefficients: Annotated[tuple[Slope, ...], Meta(description="b = c a + s, for the n at which a takes two values.")]
    formula: Annotated[FormulaData | None, Meta(description="c and s in n, if one formula gives them at all these n.")]
    bounds: Annotated[
        list[tuple[Annotated[int, Meta(ge=1)], str | None, Count | None, str | None, Count | None, Count | None]],
        Meta(
            description="By n: n, the largest c1 and the smallest c2 with c1 a <= b <= c2 a, each with the instance "
            "that attains it, and an instance with a = 0 < b; null for what there is none of."
        ),
    ]
    agreement: Annotated[
        list[Six],
        Meta(
            description="By n: n, pairs of instances, ordered alike, ordered differently, told apart by a only, by b "
            "only."
        ),
    ]
    disagreement: Annotated[
        tuple[ShownData, ShownData] | None, Meta(description="The smallest two instances that are ordered differently.")
    ]
    refusals: list[RefusalData]


class RelationsData(Record):
    """Relations between metrics."""

    defaults: Annotated[
        dict[str, str],
        Meta(description="The parameters under which metrics are compared, by the space that they come from."),
    ]
    left_out: list[LeftOut]
    reaches: Annotated[
        list[list[Six]],
        Meta(
            description="What was gone through, by n: n, instances, those on which both, only a, only b have a value, "
            "1 if up to renaming."
        ),
    ]
    instances: Annotated[
        list[InstanceData], Meta(description="The instances that relations refer to by their number, counted from 0.")
    ]
    relations: list[RelationData]


RELATIONS = Format(
    "axiomatrix-relations-1",
    "report on relations",
    RelationsData,
    "Relations between metrics of one signature, over enumerated instances, in exact numbers.",
    BadReport,
    MAX_BYTES,
)


class _Shared:
    """What several relations have in common: instances, and what was gone through; each written once."""

    def __init__(self) -> None:
        self.number: dict[tuple[int, tuple[str, ...]], int] = {}
        self.reaches: dict[tuple[Reached, ...], int] = {}

    def at(self, shown: ShownInstance) -> int:
        """The number of the instance in the table."""
        return self.number.setdefault((shown.n, shown.arguments), len(self.number))

    def place(self, shown: ShownInstance | None) -> int | None:
        """The same where there may be none."""
        return None if shown is None else self.at(shown)


def dumps(related: Related) -> str:
    """The content of ``relations.json``: a line for each relation."""
    shared = _Shared()
    relations = [_relation(relation, shared) for relation in related.relations]
    reaches: list[list[Six]] = [
        [(s.n, s.instances, s.compared, s.only_a, s.only_b, int(s.renamed)) for s in sizes] for sizes in shared.reaches
    ]
    instances = [InstanceData(n=n, arguments=arguments) for n, arguments in shared.number]
    return by_line(RELATIONS.data(RelationsData(DEFAULTS, related.left_out, reaches, instances, relations)))


def _relation(r: MetricRelation, shared: _Shared) -> RelationData:
    def shown(one: ShownInstance) -> ShownData:
        return ShownData(instance=shared.at(one), a=one.a, b=one.b)

    plain = ("a", "b", "a_given", "b_given", "cut", "sort", "space", "opposed", "kind", "direction", "statement")
    return RelationData(
        **{name: getattr(r, name) for name in (*plain, "verdict", "coefficients")},
        reach=shared.reaches.setdefault(r.sizes, len(shared.reaches)),
        formula=None if r.formula is None else FormulaData(c=r.formula[0], s=r.formula[1], latex=r.latex),
        bounds=[
            (b.n, b.low, shared.place(b.low_at), b.high, shared.place(b.high_at), shared.place(b.unbounded))
            for b in r.bounds
        ],
        agreement=[(g.n, g.pairs, g.alike, g.differently, g.only_a, g.only_b) for g in r.agreement],
        disagreement=None if r.disagreement is None else (shown(r.disagreement[0]), shown(r.disagreement[1])),
        refusals=[RefusalData(says=f.sentence, instances=list(map(shown, f.instances))) for f in r.refusals],
    )
