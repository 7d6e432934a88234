"""Tries to obtain an accepted certificate for each statement about two rankings that the catalogue refutes.

    python benchmarks/false_certificates.py [--statements N] [--largest 4] [--seed 0]

For each: what certify writes at the size of the witness and beyond; the forms and multipliers that the methods derive,
written down whatever they say; certificates of smaller sizes, extended; certificates of the same axiom about other
metrics, renamed; and all of these altered in structure, sealed anew. Prints a table and writes it to
false_certificates.md beside this file (not with --statements). Ends with status 1 if a false one was accepted.
"""

from __future__ import annotations

import argparse
import platform
import random
import sys
import time
from pathlib import Path

from tabulate import tabulate

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "tests"), str(HERE.parent / "tests" / "support")]

from false_theorems.forging import Certificate, Refuted, Tried, as_certified, attack, refuted  # noqa: E402

from axiomatrix.catalogue.loading import load_catalogue  # noqa: E402
from axiomatrix.model.axiom import Statement  # noqa: E402
from axiomatrix.model.registry import Registry  # noqa: E402

DONORS = 2
"""How many certificates of the same axiom are renamed."""


def donors(subjects: list[Refuted], registry: Registry, largest: int) -> dict[str, list[tuple[str, Certificate]]]:
    """By axiom: certificates of what is true, by the names of the parameters, one for each metric that has one."""
    wanted = {subject.statement.axiom.id for subject in subjects}
    false = {subject.name for subject in subjects}
    made: dict[str, list[tuple[str, Certificate]]] = {id: [] for id in sorted(wanted)}
    for id, found in made.items():
        kinds: dict[str, int] = {}
        for metric in registry.metrics.values():
            key = " ".join(metric.parameters)
            if not metric.takes_rankings or kinds.get(key, 0) >= DONORS:
                continue
            for statement in _statements(registry, id, metric.name):
                subject = Refuted(metric, statement, 1, False)
                data = None if subject.name in false else as_certified(subject, registry, largest)
                if data is not None:
                    kinds[key] = kinds.get(key, 0) + 1
                    found.append((key, data))
                    break
    return made


def _statements(registry: Registry, axiom: str, metric: str) -> list[Statement]:
    row = registry.metric(metric)
    claimed = [claim.statement for claim in row.claims if claim.statement.axiom.id == axiom]
    every = claimed or registry.axiom(axiom).observed(row)
    return [statement for statement in every if statement.not_applicable(row) is None]


def of_lists(every: list[Refuted], registry: Registry) -> Tried:
    """What certify writes of statements about lists and other orders: nothing."""
    tried = Tried()
    for subject in every:
        if not subject.metric.takes_rankings:
            tried.tried += 1
            if as_certified(subject, registry, subject.n) is None:
                tried.refused += 1
            else:
                tried.false.append(f"{subject.name}, a certificate about lists")
    return tried


def row(kind: str, tried: Tried) -> list[object]:
    """A line of the table."""
    return [kind, tried.tried, tried.refused, tried.below, len(tried.false)]


def main() -> int:
    """Attack, print, write; the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--statements", type=int, default=0, help="only so many of them, drawn by the seed")
    parser.add_argument("--largest", type=int, default=4)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    registry = load_catalogue()
    started = time.perf_counter()
    every = refuted(HERE.parent / "reports" / "compliance.json", registry, given.largest)
    subjects = [subject for subject in every if subject.metric.takes_rankings]
    others = len(every) - len(subjects)  # of lists and other orders
    if given.statements:
        subjects = random.Random(given.seed).sample(subjects, min(given.statements, len(subjects)))
    known = donors(subjects, registry, 3)
    total: dict[str, Tried] = {"written by certify, of lists and other orders": of_lists(every, registry)}
    for number, subject in enumerate(subjects, 1):
        key = " ".join(subject.metric.parameters)
        same = [data for names, data in known[subject.statement.axiom.id] if names == key][:DONORS]
        other = [data for names, data in known[subject.statement.axiom.id] if names != key][:1]
        for kind, tried in attack(subject, same + other, registry, given.seed, given.largest).items():
            sum_ = total.setdefault(kind, Tried())
            sum_.tried, sum_.refused = sum_.tried + tried.tried, sum_.refused + tried.refused
            sum_.below, sum_.false = sum_.below + tried.below, sum_.false + tried.false
        print(f"\r{number} of {len(subjects)}: {subject.name:.90}\033[K", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    text = _page(total, len(subjects), others, given, time.perf_counter() - started)
    print(text)
    if not given.statements:
        (HERE / "false_certificates.md").write_text(text, encoding="utf-8")
    return 1 if any(tried.false for tried in total.values()) else 0


def _page(total: dict[str, Tried], statements: int, others: int, given: argparse.Namespace, seconds: float) -> str:
    false = sorted({line for tried in total.values() for line in tried.false})
    lines = [row(kind, total[kind]) for kind in sorted(total, key=lambda k: (k.startswith("altered"), k))]
    sums = [sum(int(str(line[k])) for line in lines) for k in range(1, 5)]
    table = tabulate(
        [*lines, ["all", *sums]],
        headers=["certificates", "tried", "refused", "accepted, and true", "accepted, and false"],
        tablefmt="github",
    )
    about = [
        "# False certificates",
        "",
        "For each statement about two rankings that the catalogue refutes, certificates that it holds are made by force",
        "and shown to the checker. *accepted, and true*: it is of sizes below the witness, of the open space where the",
        "statement fails on its boundary only, of other arguments, or bounds a ratio and proves nothing.",
        "*written by certify, refused*: it wrote none.",
        "",
        f"* statements: {statements}, refuted up to n = {given.largest}; seed {given.seed}; {seconds:.0f} s,"
        f" Python {platform.python_version()}",
        f"* refuted statements about lists and other orders, which no certificate can be about: {others}",
        f"* false certificates that were accepted: {sums[3]}, of {len(false)} statements and sizes",
        "",
        table,
    ]
    return "\n".join([*about, *(["", "Accepted falsely:", ""] if false else []), *(f"* {line}" for line in false), ""])


if __name__ == "__main__":
    raise SystemExit(main())
