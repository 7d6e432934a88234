"""What kills the mutants of the metrics of lists and correlations: axioms, relations, examples, references.

    python benchmarks/list_mutants.py [FAMILY...]

Every generated mutant is held against the axioms that its original satisfies, first those about one row and then the
relations to other rows, by enumeration up to three items alone; what these leave, against the worked examples of the
sources and then the independent implementations. Each mutant that an axiom kills is then given to a plain random
search for a violation of the same statement. Takes some minutes; prints the tables and writes them to list_mutants.md
beside this file (unless families are named).
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

from tabulate import tabulate

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "tests" / "support"))

from list_kills import (  # noqa: E402
    LARGEST,
    MOST,
    Fixed,
    Kill,
    differs,
    fixed_of,
    killed_by_axioms,
    killed_by_examples,
    killed_by_references,
)
from list_mutation import PACKAGES, Mutant, mutants_of, subjects  # noqa: E402
from mutation import CATALOGUE  # noqa: E402

from axiomatrix.evidence.instance import Definitions, Instance  # noqa: E402
from axiomatrix.model.registry import Registry  # noqa: E402
from axiomatrix.model.relation import FAILS, HOLDS  # noqa: E402

CASES = 1000
MAX_N = 5


def first_kill(mutant: Mutant) -> Kill | None:
    """What kills the mutant, in the order of this benchmark."""
    return (
        killed_by_axioms(mutant, relations=False)
        or killed_by_axioms(mutant, relations=True)
        or killed_by_examples(mutant)
        or killed_by_references(mutant)
    )


def cell_of(kill: Kill) -> Fixed:
    """The cell in which an axiom or a relation killed."""
    return next(cell for cell in fixed_of(kill.row) if cell.statement.id == kill.what)


def is_hit_at_random(registry: Registry, kill: Kill, seed: str) -> bool:
    """Whether one of so many instances, each of its spaces uniformly, is what an enumeration looks for."""
    statement, metric, chance = cell_of(kill).statement, registry.metrics[kill.row], random.Random(seed)
    wanted = HOLDS if cell_of(kill).exists else FAILS
    evaluator, over = Definitions(registry), statement.over(metric)
    for _ in range(CASES):
        n = chance.randint(1, MAX_N)
        spaces: list[dict[str, Any]] = [dict(over), dict(metric.parameters)]
        if not all(space.enumerate(n) for part in spaces for space in part.values()):
            continue  # nothing of this size, such as a pair of ranks of one item
        values, given = ({name: chance.choice(space.enumerate(n)) for name, space in part.items()} for part in spaces)
        try:
            if evaluator.decide(metric, statement, Instance(n, values, given)).code == wanted:
                return True
        except Exception:
            return True
    return False


def is_missed(mutant: Mutant, kill: Kill) -> bool:
    """Whether the random search does not find what the enumeration found.

    An existential statement that is no longer shown is found by a search that shows it of the original, and not of
    the mutant.
    """
    if kill.how == "not shown":
        return not is_hit_at_random(CATALOGUE, kill, mutant.name) or is_hit_at_random(
            mutant.registry, kill, mutant.name
        )
    return not is_hit_at_random(mutant.registry, kill, mutant.name)


def main(families: list[str]) -> None:
    tables: dict[str, Counter[str]] = {}
    axioms: Counter[str] = Counter()
    missed: list[str] = []
    left: list[str] = []
    start = time.monotonic()
    for subject in subjects():
        if families and subject.family not in families:
            continue
        counts = tables.setdefault(subject.family, Counter())
        for mutant in mutants_of(subject):
            kill = first_kill(mutant)
            counts["mutants"] += 1
            if kill is None:
                other = differs(mutant)
                counts["same" if other is None else "survives"] += 1
                left += [] if other is None else [f"{mutant.name}: {other}"]
                continue
            counts[kill.by] += 1
            if kill.by in ("axiom", "relation"):
                axioms[kill.what.split("(")[0]] += 1
                counts["error"] += kill.how == "error"
                if is_missed(mutant, kill):
                    counts["missed"] += 1
                    missed.append(f"{mutant.name}: {kill.what} of {kill.row}, {kill.how} at n = {kill.n}")
        print(f"{time.monotonic() - start:6.0f} s  {subject.name} {dict(counts)}", file=sys.stderr, flush=True)
    text = report(tables, axioms, missed, left)
    print(text)
    if not families:
        (HERE / "list_mutants.md").write_text(text, encoding="utf-8")


COLUMNS = ("mutants", "axiom", "error", "relation", "example", "reference", "same", "survives", "missed")
HEAD = (
    "family",
    "mutants",
    "axiom",
    "of these two, by an error",
    "relation",
    "example",
    "reference",
    "equivalent",
    "survive",
    "missed at random",
)


def report(tables: dict[str, Counter[str]], axioms: Counter[str], missed: list[str], left: list[str]) -> str:
    total = sum((tables[family] for family in tables), Counter())
    rows = [(f, *(tables[f][c] for c in COLUMNS)) for f in PACKAGES if f in tables]
    rows.append(("all", *(total[c] for c in COLUMNS)))
    killed = total["mutants"] - total["same"]
    share = (total["axiom"] + total["relation"]) / killed
    return "\n".join(
        [
            "# Mutants of the metrics of lists and correlations",
            "",
            f"Made by `python benchmarks/list_mutants.py`. Each mutant is counted once, at the first that kills it: an axiom about one row, a relation to another row, a worked example, an independent implementation. Axioms are asked by enumeration alone, up to n = {LARGEST} and {MOST:,} cases of one size, of the cells that the original does not violate there; an existential statement kills if it is shown of the original and not of the mutant up to there. One more way to be killed is to raise an exception where the original does not. *Equivalent*: no other value on the instances up to n = 4 (all of a size, or 6,000 at equal distances where there are more) and on those beyond the enumerated spaces.",
            "",
            f"*Missed at random*: killed by an axiom or a relation, and a plain random search for a violation of the same statement ({CASES:,} instances, n uniform in 1..{MAX_N}, each argument and parameter uniform in its enumerated space) finds none.",
            "",
            tabulate(rows, HEAD, tablefmt="github"),
            "",
            f"Axioms and relations alone kill {100 * share:.1f} % of the {killed:,} mutants that are not equivalent; random search misses {total['missed']} of the {total['axiom'] + total['relation']:,}.",
            "",
            "## What kills",
            "",
            tabulate(axioms.most_common(), ("axiom", "mutants that it is the first to kill"), tablefmt="github"),
            "",
            "## Missed at random",
            "",
            *(f"- {line}" for line in missed or ["none"]),
            "",
            *(["## Survivors", "", *(f"- {line}" for line in left), ""] if left else []),
        ]
    )


if __name__ == "__main__":
    main(sys.argv[1:])
