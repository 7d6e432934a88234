"""The referee: attacks every cell that holds with cases of its own making; prints and writes referee.md.

It is not the engine: values are made by generators of its own, each definition is called by itself (no tables, nothing
remembered), and an axiom is asked one case after the other, rankings to n = 8, lists to n = 10. A cell falls if one
case contradicts it; the case is printed. ``python benchmarks/referee.py WORD ...`` attacks the rows whose name has one
of the words and writes nothing; ``--cases N`` decides N cases of each cell (3,000 unless said otherwise).
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from referee_values import CannotMake, made

from axiomatrix.catalogue import load_catalogue
from axiomatrix.evidence.witness import statement_named
from axiomatrix.model.metric import BoundMetric, Metric
from axiomatrix.model.registry import Registry
from axiomatrix.model.relation import DISCARDED, FAILS, HOLDS, UNDECIDED, Bounded, Quantity, float_code, float_tolerance
from axiomatrix.numbers.exact import Undecided, Undefined, exact_value
from axiomatrix.spaces.parameters import ParameterDomain
from axiomatrix.spaces.votes import ConsensusSpace, VotesSpace

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "support"))

from whole import whole_cells  # the tests' support is not a package

REPORT = Path(__file__).parents[1] / "reports" / "compliance.json"
HOLDING = ("proved", "certified", "exhausted", "searched")
RANKINGS, LISTS, VOTES = 8, 10, 5
"""The largest sizes; axioms of rules go through all rankings of the items, again and again."""
TRIES = 40
"""A case may take so many draws on average before the cell is left."""
THIN = 300
"""A cell of which fewer cases could be decided is thin."""


class Definitions:
    """Calls the definition, each time anew."""

    def __init__(self, registry: Registry) -> None:
        self.metric = registry.metric
        self.terms = 0.0

    def value(self, metric: Metric, *given: Any) -> Any:
        value = metric.evaluate(*given)
        if metric.exact:
            return exact_value(value, metric.name)
        self.terms += abs(float(value))
        return float(value)


@dataclass
class Attack:
    """What became of one cell."""

    metric: str
    axiom: str
    space: str
    decided: int = 0
    drawn: int = 0
    made: int = 0
    """Draws of which every value belongs to its space."""
    fallen: str = ""
    wanted: int = 0

    @property
    def thin(self) -> bool:
        return self.decided < min(THIN, self.wanted)


def attacked(cell: Mapping[str, Any], cases: int) -> Attack:
    """Draw cases of the cell until enough are decided, or one contradicts it."""
    registry = load_catalogue()
    metric = registry.metric(cell["metric"])
    statement = statement_named(metric, registry.axiom(cell["axiom"]), cell["arguments"])
    random = Random(f"{cell['metric']} {statement.id} {cell['space']}")
    definitions = Definitions(registry)
    over = statement.over(metric)
    spaces = ParameterDomain(cell["space"]).of(metric.parameters)
    votes = any(isinstance(space, ConsensusSpace | VotesSpace) for space in over.values())
    largest = RANKINGS if metric.takes_rankings else VOTES if votes else LISTS
    wanted = HOLDS if statement.axiom.quantifier == "there is" else FAILS
    attack = Attack(cell["metric"], statement.id, cell["space"], wanted=cases)
    while attack.decided < cases and attack.drawn < TRIES * cases and not attack.fallen:
        attack.drawn += 1
        n = random.randint(1, largest)
        try:
            values = {name: made(space, n, random) for name, space in over.items()}
            parameters = {name: made(space, n, random) for name, space in spaces.items()}
        except CannotMake:
            continue
        attack.made += 1
        code, shown = decided(
            BoundMetric(metric, parameters, definitions), statement, list(values.values()), definitions
        )
        if code in (DISCARDED, UNDECIDED):
            continue
        attack.decided += 1
        if code == wanted:
            attack.fallen = f"n = {n}, {values}, {parameters}: {shown}"
    if not attack.made:
        raise ValueError(f"{metric.name} x {statement.id}: no generator makes what belongs to {sorted(over)}")
    return attack


def decided(bound: BoundMetric, statement: Any, values: list[Any], definitions: Definitions) -> tuple[int, str]:
    """What the axiom says of one case."""
    definitions.terms = 1.0
    try:
        answer = statement.says(bound, *values)
        relation = answer.relation if isinstance(answer, Bounded) else answer
        if isinstance(relation, Quantity):
            return DISCARDED, "an extreme"
        code = (
            int(relation.decide()) if bound.metric.exact else float_code(relation, float_tolerance(definitions.terms))
        )
        return code, str(relation)
    except Undefined:
        return DISCARDED, ""
    except Undecided:
        return UNDECIDED, ""


def attack_of(task: tuple[Mapping[str, Any], int]) -> Attack:
    return attacked(*task)


def cells_that_hold(report: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The cells that one case could contradict."""
    quantifiers = {axiom["id"]: axiom["quantifier"] for axiom in report["columns"]}
    return [
        cell
        for cell in whole_cells(report)
        if cell["evidence"]["verdict"] in HOLDING
        and quantifiers[cell["axiom"]] != "extreme"
        and not (quantifiers[cell["axiom"]] == "there is" and cell["evidence"]["witness"])
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("words", nargs="*")
    parser.add_argument("--cases", type=int, default=3_000)
    parser.add_argument("--jobs", type=int, default=2)
    asked = parser.parse_args()
    every = cells_that_hold(json.loads(REPORT.read_text("utf-8")))
    cells = [cell for cell in every if not asked.words or any(word in cell["metric"] for word in asked.words)]
    began = time.monotonic()
    found: list[Attack] = []
    with ProcessPoolExecutor(asked.jobs) as pool:
        for attack in pool.map(attack_of, [(cell, asked.cases) for cell in cells], chunksize=4):
            found.append(attack)
            if attack.fallen:
                print(f"FALLS: {attack.metric} x {attack.axiom} ({attack.space}): {attack.fallen}", flush=True)
    text = table(found, asked.cases, time.monotonic() - began)
    print(text)
    if not asked.words:
        Path(__file__).with_suffix(".md").write_text(text, "utf-8")


def table(found: list[Attack], cases: int, seconds: float) -> str:
    thin = sorted((a for a in found if a.thin), key=lambda a: (a.axiom, a.metric))
    lines = [
        "# The referee",
        "",
        f"Every cell that holds, attacked with {cases:,} cases of other generators. Regenerate with",
        f"`python benchmarks/referee.py --cases {cases}`.",
        "",
        f"* cells attacked: {len(found):,}, cases decided: {sum(a.decided for a in found):,}; {seconds / 60:.0f} min",
        f"* cells that fell: {sum(bool(a.fallen) for a in found)}",
        f"* thin cells, of which fewer than {THIN} cases were met: {len(thin)}",
        "",
    ]
    if thin:
        lines += ["| metric | axiom | cases | drawn |", "|---|---|---:|---:|"]
        lines += [f"| {a.metric} | {a.axiom} | {a.decided:,} | {a.drawn:,} |" for a in thin]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()
