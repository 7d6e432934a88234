"""Relations as JSON; the format is described by ``relations.schema.json`` beside this file."""

from __future__ import annotations

import json
from dataclasses import asdict
from importlib import resources
from typing import Any

from ...studies.relate.answer import Reached, Relation, Shown
from ...studies.relate.defaults import DEFAULTS
from ...studies.relate.run import Related

FORMAT = "axiomatrix-relations-1"


class _Shared:
    """What several relations have in common: instances, and what was gone through; each written once."""

    def __init__(self) -> None:
        self.number: dict[tuple[int, tuple[str, ...]], int] = {}
        self.reaches: dict[tuple[Reached, ...], int] = {}

    def at(self, shown: Shown | None) -> int | None:
        """The number of the instance in the table."""
        return None if shown is None else self.number.setdefault((shown.n, shown.arguments), len(self.number))


def to_data(found: Related) -> dict[str, Any]:
    """All relations as JSON data."""
    shared = _Shared()
    relations = [_relation(relation, shared) for relation in found.relations]
    return {
        "format": FORMAT,
        "defaults": DEFAULTS,
        "left_out": found.left_out,
        "reaches": [
            [[s.n, s.instances, s.compared, s.only_a, s.only_b, int(s.renamed)] for s in sizes]
            for sizes in shared.reaches
        ],
        "instances": [{"n": n, "arguments": list(arguments)} for n, arguments in shared.number],
        "relations": relations,
    }


def _relation(r: Relation, shared: _Shared) -> dict[str, Any]:
    def shown(one: Shown) -> dict[str, Any]:
        return {"instance": shared.at(one), "a": one.a, "b": one.b}

    return {
        "a": r.a,
        "b": r.b,
        "a_given": r.a_given,
        "b_given": r.b_given,
        "cut": r.cut,
        "sort": r.sort,
        "space": r.space,
        "opposed": r.opposed,
        "kind": r.kind,
        "direction": r.direction,
        "statement": r.statement,
        "verdict": r.verdict,
        "reach": shared.reaches.setdefault(r.sizes, len(shared.reaches)),
        "coefficients": [asdict(c) for c in r.coefficients],
        "formula": None if r.formula is None else {"c": r.formula[0], "s": r.formula[1]},
        "bounds": [
            [b.n, b.low, shared.at(b.low_at), b.high, shared.at(b.high_at), shared.at(b.unbounded)] for b in r.bounds
        ],
        "agreement": [[g.n, g.pairs, g.alike, g.differently, g.only_a, g.only_b] for g in r.agreement],
        "disagreement": None if r.disagreement is None else [shown(one) for one in r.disagreement],
        "refusals": [{"says": f.says, "instances": [shown(one) for one in f.instances]} for f in r.refusals],
    }


def dumps(found: Related) -> str:
    """The content of ``relations.json``: a line for each relation."""
    data = to_data(found)
    parts = []
    for name, value in data.items():
        if isinstance(value, list) and value:
            lines = ",\n  ".join(json.dumps(one) for one in value)
            parts.append(f" {json.dumps(name)}: [\n  {lines}\n ]")
        else:
            parts.append(f" {json.dumps(name)}: {json.dumps(value)}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def schema() -> dict[str, Any]:
    """The published JSON Schema of ``relations.json``."""
    text = resources.files(__package__).joinpath("relations.schema.json").read_text(encoding="utf-8")
    loaded: dict[str, Any] = json.loads(text)
    return loaded
