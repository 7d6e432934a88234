"""Relations as plain text: all of one pair with witnesses that can be pasted, or a line for each partner."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ...evidence.safe import visible
from ...model.metric import Metric
from ...model.registry import Registry
from ...studies.relate.answer import MetricRelation, ShownInstance
from ...studies.relate.defaults import parameters
from ..tables import plain
from .sheet import gone_through


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
    calls, kinds = [], set()
    for metric in (a, b):
        given = parameters(metric, shown.n, cut or "n")
        kinds |= {type(value) for value in given.values() if hasattr(value, "of")}
        written = "".join(f", {name}={_literal(value)}" for name, value in given.items())
        calls.append(f"print(REGISTRY.metric({metric.name!r})(*x{written}))")
    instance = f"x = ({', '.join(shown.arguments)},)"
    own = sorted((k for k in kinds if not k.__module__.startswith("axiomatrix.")), key=lambda kind: kind.__name__)
    used = set(re.findall(r"\b([A-Z]\w*)\.(?:of|from_order)\(", " ".join([instance, *calls])))
    names = ["REGISTRY", *sorted(used - {kind.__name__ for kind in own})]
    lines = [f"from axiomatrix import {', '.join(names)}"]
    lines += [f"from {kind.__module__} import {kind.__name__}" for kind in own]
    return [*lines, "", instance, *calls]


def _literal(value: object) -> str:
    """A parameter as Python that the metric takes: whole numbers, vectors as constructors, other numbers as texts."""
    if isinstance(value, int):
        return str(int(value))
    return repr(value) if hasattr(value, "of") else repr(str(value))


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
