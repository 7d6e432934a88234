"""The instance of an exploration: the rankings as columns with crossing lines, and the parameters beside them."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations, pairwise

from ...evidence import witness as witnesses
from ...evidence.evidence import Witness
from ...evidence.instance import Instance, terms
from ...model.registry import Registry
from ...values.parameters import Similarity
from ...values.rankings import Item, Ranking
from .drawing import Drawn, drawing, figure_of, said_safely, svg
from .parameters import bars, heat
from .rankings import columns


def instance(witness: Witness, registry: Registry) -> str:
    """The picture of :func:`drawn_instance` as SVG."""
    with drawing():
        return svg(drawn_instance(witness, registry))


def drawn_instance(witness: Witness, registry: Registry) -> Drawn:
    """The rankings as columns with a line for each item, and the parameters beside them.

    Every crossing of two lines is an inverted pair {x, y}; its dot is as large as D_xy. In the heat map the inverted
    pairs have a frame. ``LookupError`` or ``BadWitness`` if the registry does not have what the witness is about.
    """
    metric = registry.metric(witness.metric)
    statement = witnesses.statement_of(witness, registry, metric)
    shown = witnesses.decode(statement, metric, witness)
    rankings = {name: value for name, value in shown.values.items() if isinstance(value, Ranking)}
    if len(rankings) < 2:  # the second one is made of the first: show what the metric is asked for
        first = next(iter(terms(registry, metric, statement, shown).seen), None)
        rankings = {"first": first[1], "second": first[2]} if first else rankings
    return _instance(witness, shown, rankings)


def _instance(witness: Witness, shown: Instance, rankings: Mapping[str, Ranking]) -> Drawn:
    n = max(map(len, rankings.values()), default=1)
    parameters = [(name, p) for name, p in shown.parameters.items() if p.entries]
    square = max(1.9, 0.34 * n + 0.3)
    across = 1.5 + 1.7 * max(len(rankings) - 1, 1)
    widths = [across, *(square if isinstance(p, Similarity) else 0.45 + 1.5 for _, p in parameters)]
    figure = figure_of(sum(widths) + 0.5 * len(parameters), square)
    grid = figure.subplots(1, len(widths), squeeze=False, gridspec_kw={"width_ratios": widths, "wspace": 0.12})[0]
    similarity = next((p for _, p in parameters if isinstance(p, Similarity)), None)
    columns(grid[0], rankings, similarity, n)
    order = next(iter(rankings.values())).order if rankings else ()
    pairs = inverted(rankings)
    for axes, (name, parameter) in zip(grid[1:], parameters, strict=True):
        if isinstance(parameter, Similarity):
            heat(axes, name, parameter, order, pairs)
        else:
            bars(axes, name, parameter)
    said = [f"{name}: {ranking}." for name, ranking in rankings.items()]
    said += [f"{parameter.text()}." for _, parameter in parameters]
    title = said_safely(f"{witness.metric}, n = {witness.n}: {witness.sides}")
    grid[0].annotate(title, (0, 1), xycoords="axes fraction", xytext=(0, 24), textcoords="offset points", fontsize=10)
    return Drawn(figure, title, " ".join(said))


def inverted(rankings: Mapping[str, Ranking]) -> set[frozenset[Item]]:
    """The pairs that two rankings, one beside the other, order differently."""
    listed = list(rankings.values())
    return {frozenset((x, y)) for a, b in pairwise(listed) for x, y in combinations(a.order, 2) if b[x] > b[y]}
