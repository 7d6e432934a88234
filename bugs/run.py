"""Runs the bugs of bugs.json: red in the version that has one, green in the version that has it no more.

    python bugs/run.py [ID ...] [--recall] [--environments DIR]

makes an environment for each version (a minute each, from a package index), asks the library for the value of the
smallest input, and checks the axiom that sees the bug on a metric that calls the library. With --recall, all axioms
are asked, and those are printed that only the version with the bug breaks.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import venv
from collections.abc import Callable, Mapping, Sequence
from math import isclose
from pathlib import Path
from subprocess import PIPE
from typing import Any

import msgspec

from axiomatrix import REGISTRY, Judged, Registry, Retrieval, Scored, Undefined, check, metric, spaces
from axiomatrix.model.metric import Metric
from axiomatrix.report.json_formats import BUGS, ReportedBug

HERE = Path(__file__).resolve().parent
ASKED = 10
"""Times that a value is asked for, as some are random."""
Value = Callable[[Mapping[str, Any]], float]
"""The value for arguments, in the form of an entry's call."""


def entries() -> list[ReportedBug]:
    """All bugs."""
    return BUGS.read(HERE / "bugs.json").bugs


def as_metric(bug: ReportedBug, value: Value, registry: Registry, *, exact: bool = False) -> Metric[Any]:
    """A metric that has these values, of what the axioms are about.

    The names of the documents of a scored list rise with their grade. A library that breaks ties by falling name
    favours relevant documents so.
    """

    def of_ids(retrieved: Any, relevant: Any) -> Any:
        """value(retrieved, relevant)"""
        return value({"retrieved": retrieved, "relevant": relevant})

    def of_ids_cut(retrieved: Any, relevant: Any, k: Any) -> Any:
        """value(retrieved, relevant; k)"""
        return value({"retrieved": retrieved, "relevant": relevant, "k": int(k)})

    def of_list(x: Any) -> Any:
        """value(grades)"""
        return value({"grades": [*map(int, x.grades)]})

    def of_scores(x: Any) -> Any:
        """value(grades, scores)"""
        order = sorted(range(len(x)), key=lambda i: (x.grades[i], i))
        names = [f"d{order.index(i):03}" for i in range(len(x))]
        given = {"names": names, "grades": [*map(int, x.grades)], "scores": [*map(float, x.scores)]}
        return value({name: given.get(name, fixed) for name, fixed in bug.call.arguments.items()})

    def of_vectors(a: Any, b: Any) -> Any:
        """value(a, b)"""
        return value({"a": [*map(float, a.values)], "b": [*map(float, b.values)]})

    cut = "k" in bug.call.arguments and bug.takes == "retrieved ids"
    ids = spaces.retrieved_ids(relevant=list, ids=[str])
    definition, arguments = {
        "retrieved ids": (of_ids_cut if cut else of_ids, {"x": ids}),
        "judged list": (of_list, {"x": spaces.binary_list}),
        "scored list": (of_scores, {"x": spaces.scored_list}),
        "two score vectors": (of_vectors, {"a": spaces.score_vector, "b": spaces.score_vector}),
    }[bug.takes]
    kind: Any = "similarity" if bug.takes == "two score vectors" else "score"
    parameters: dict[str, Any] = {"k": spaces.cut_offs()} if cut else {}
    declare = metric(bug.id, kind=kind, arguments=arguments, parameters=parameters, exact=exact, registry=registry)
    return declare(definition)


def of_row(bug: ReportedBug) -> Value:
    """The exact values of the row that an entry names."""
    row = REGISTRY.metric(bug.by)

    def value(arguments: Mapping[str, Any]) -> Any:
        if "retrieved" in arguments:
            x: Any = Retrieval.of(arguments["retrieved"], arguments["relevant"]).listed
        elif "scores" in arguments:
            x = Scored.of(arguments["grades"], scores=arguments["scores"])
        else:
            x = Judged.of(arguments["grades"])
        k = arguments.get("k", max(1, len(x)))
        return row(x, **({"k": k} if "k" in map(str, row.parameters) else {}))

    return value


def verdicts(bug: ReportedBug, value: Value, axioms: Sequence[str] | None, *, exact: bool = False) -> dict[str, str]:
    """What becomes of axioms; of all that are about such a metric, where none is named."""
    registry = Registry(REGISTRY)
    mine = as_metric(bug, value, registry, exact=exact)
    asked = {} if axioms is None else {"axioms": list(axioms)}
    cells = check(mine, profile="quick", use_pins=False, registry=registry, **asked)
    return {cell.axiom: str(cell.evidence.verdict) for cell in cells}


class Environment:
    """A virtual environment with one version of a library, in which calls are made."""

    def __init__(self, folder: Path, bug: ReportedBug, version: str) -> None:
        self.name = f"{bug.library}-{version}"
        self.bug = bug
        python = folder / self.name / ("Scripts" if sys.platform == "win32" else "bin") / "python"
        if not (folder / self.name / "ok").exists():
            venv.create(folder / self.name, with_pip=True, clear=True)
            wanted = [f"{bug.library}=={version}", *bug.installs]
            subprocess.run([python, "-m", "pip", "install", "--quiet", *wanted], check=True, timeout=1800)
            (folder / self.name / "ok").touch()
        self.process = subprocess.Popen(
            [python, HERE / "calls.py"], stdin=PIPE, stdout=PIPE, stderr=subprocess.DEVNULL, text=True
        )

    def answer(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """What the library says, such as ``{"value": 0.5}``."""
        call = {**msgspec.to_builtins(self.bug.call), "arguments": dict(arguments)}
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(json.dumps(call) + "\n")
        self.process.stdin.flush()
        answered: dict[str, Any] = json.loads(self.process.stdout.readline() or '{"error": "the process ended"}')
        return answered

    def close(self) -> None:
        """End the process."""
        self.process.kill()
        self.process.communicate()

    def value(self, arguments: Mapping[str, Any]) -> float:
        """The number; undefined where there is none, and where an empty list is refused."""
        answered = self.answer(arguments)
        if "error" in answered and [] in arguments.values():
            raise Undefined("an empty list is refused")
        if "undefined" in answered:
            raise Undefined(answered["undefined"])
        if "error" in answered:
            raise RuntimeError(answered["error"])
        return float(answered["value"])


def is_red(bug: ReportedBug, environment: Environment) -> bool:
    """Print what a version says when it is asked several times, and whether that is the bug."""
    answers = dict.fromkeys(next(iter(environment.answer(bug.call.arguments).values())) for _ in range(ASKED))
    expected = bug.expected.exact if bug.expected.decimal is None else bug.expected.decimal
    wrong = not all(
        isclose(answered, expected, abs_tol=1e-6)  # some compute in 32 bits
        if isinstance(answered, float) and isinstance(expected, float)
        else answered == expected
        for answered in answers
    )
    said = f"{' or '.join(map(str, answers))}, expected {bug.expected.exact}"
    if bug.axiom is not None:
        (verdict,) = verdicts(bug, environment.value, [bug.axiom]).values()
        said += f"; {bug.axiom}: {verdict}"
        wrong = wrong or verdict in ("refuted", "error")
    print(f"  {'red  ' if wrong else 'green'} {environment.name}: {said}")
    return wrong


def broken_axioms(bug: ReportedBug, wrong: Environment, right: Environment | None) -> list[str]:
    """The axioms that the version with the bug breaks, and neither the other version nor the right definition."""
    mine = verdicts(bug, wrong.value, None)
    if right is not None:
        others = verdicts(bug, right.value, None)
    else:
        others = verdicts(bug, of_row(bug), None, exact=True) if bug.by is not None else {}
    broken = {axiom: verdict for axiom, verdict in mine.items() if verdict in BAD and others.get(axiom) not in BAD}
    return [axiom if verdict == "refuted" else f"{axiom} ({verdict})" for axiom, verdict in broken.items()]


BAD = ("refuted", "error", "flaky")


def main() -> int:
    """Run the entries that are named, or all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ids", nargs="*")
    parser.add_argument("--recall", action="store_true")
    parser.add_argument("--environments", type=Path, default=Path(tempfile.gettempdir()) / "axiomatrix-bugs")
    options = parser.parse_args()
    failed = 0
    for bug in entries():
        if options.ids and bug.id not in options.ids:
            continue
        print(bug.id)
        versions = [version for version in (bug.has, bug.fixed) if version is not None]
        environments = [Environment(options.environments, bug, version) for version in versions]
        if options.recall:
            found = broken_axioms(bug, environments[0], environments[1] if len(environments) > 1 else None)
            print(f"  broken by {environments[0].name} alone: {', '.join(found) or 'none'}")
        else:
            failed += [is_red(bug, environment) for environment in environments] != [True, False][: len(versions)]
        for environment in environments:
            environment.close()
        sys.stdout.flush()
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
