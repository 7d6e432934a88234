"""Valid files of all our formats, the commands that read each, and a folder in which all of it happens."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import library_of_findings as planted
from corrupted_runs import Task, outcomes
from corruption import Corrupted, Original

from axiomatrix import REGISTRY, axioms
from axiomatrix.cli import aggregate
from axiomatrix.engine.check import certify, check
from axiomatrix.evidence import certificate, expectations, witness
from axiomatrix.report import json_reports
from axiomatrix.report.libraries import data as libraries
from axiomatrix.studies.explore import answer as answers

METRICS = '''
from axiomatrix import axioms, inverted_pairs, metric, spaces

@metric("corrupted-squares", holds=[axioms.triangle_inequality], source="a test")
def squares(a, b):
    """d(a, b) = sum over items x of (a[x] - b[x])^2"""
    return sum((a[x] - b[x]) ** 2 for x in a.items)

@metric("corrupted-weighted", parameters={"w": spaces.element_weights()},
        holds=[axioms.scale_free("w", degree=1)], source="a test")
def weighted(a, b, w):
    """d(a, b) = sum over inverted pairs {x, y} of w_x w_y"""
    return sum(w[x] * w[y] for x, y in inverted_pairs(a, b))

@metric("corrupted-gain", kind="score", arguments={"x": spaces.binary_list}, holds=[axioms.range_zero_one],
        source="a test")
def gain(x):
    """m(x) = sum over ranks i of x_i / i"""
    return sum((x[i] / i for i in range(1, x.n + 1)), 0 * x[1])
'''

WITNESSES = Path(__file__).parents[1].joinpath("data") / "witnesses_to_corrupt.json"
"""Witnesses of the catalogue, one of each kind of instance and parameter."""
EXPLORE = ("explore", "kv7", "-r", "le", "--max-n", "3", "--no-side-by-side", "--no-pictures", "--jobs", "1")
EXPECTED = "baseline.json"
BALLOTS = "a > b > c\nb > c > a\n"
WEIGHTS = b'{"w": {"a": 2, "b": "1/2", "c": 1}, "delta": [1, "1"], "D": {"a": {"b": 1, "c": 1}, "b": {"c": "1"}}}\n'
MODULE = """
from pathlib import Path
Path(__file__).with_name("PWNED").touch()
"""


@dataclass
class Home:
    """The folder, and the valid files by kind."""

    folder: Path
    originals: dict[str, list[Original]] = field(default_factory=dict)

    def task(self, *arguments: str) -> Task:
        """A command that may write anywhere in the folder."""
        return Task(arguments[0], arguments, self.folder)

    @property
    def loading(self) -> Task:
        """After which the metrics of the file are registered."""
        return self.task("show", "metrics", "mine.py")

    def keep(self, kind: str, paths: list[Path], limit: int, name: str = "") -> None:
        """Keep files as the valid ones of a kind."""
        self.originals[kind] = [Original(kind, name or path.name, path.read_bytes(), limit) for path in paths]

    def commands(self, of: Original, path: Path) -> list[tuple[str, ...]]:
        """What reads such a file."""
        file, beside = str(path), path.parent
        report = str(self.folder / "reports" / "compliance.json")
        readers = {
            "witness": [("verify", file)],
            "certificate": [("verify", file)],
            "report": [
                ("show", "claims", "KV1", "--report", file),
                ("report", file, "--markdown", str(beside / "pages")),
                ("baseline", "write", "--report", file, "--reason", "x", "--baseline", str(beside / "made.json")),
                ("diff", report, file, "--format", "markdown"),
                ("diff", file, report, "--format", "json"),
            ],
            "expectations": [
                ("baseline", "check", "--baseline", file),
                ("baseline", "prune", "--baseline", file),
            ],
            "libraries": [("read", "libraries", file), ("report", file, "--markdown", str(beside / "pages"))],
            "answer": [("read", "answer", file)],
            "weights": [("aggregate", "ballots.txt", "--parameters", file)],
        }
        return readers[of.kind]

    def warm(self) -> list[Task]:
        """The commands on valid files, so that everything that is imported late is there."""
        found = [self.loading]
        for kind, (original, *_) in self.originals.items():
            path = self.folder / "warm" / kind / original.name
            if not path.exists():
                path.parent.mkdir(parents=True)
            path.write_bytes(original.content)
            found += [Task(f"{kind} {c[0]}", c, self.folder) for c in self.commands(original, path)]
        return found

    def tasks(self, files: list[Corrupted]) -> list[tuple[Corrupted, Task]]:
        """The commands on corrupted files, each of which may write to its own folder only."""
        return [
            (file, Task(f"{file.name}: {command[0]}", command, file.path.parent))
            for file in files
            for command in self.commands(file.original, file.path)
        ]


def home(folder: Path) -> Home:
    """Make all valid files in the folder."""
    made = Home(folder)
    for name, text in (("mine.py", METRICS), ("ballots.txt", BALLOTS), ("pwned.py", MODULE)):
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "weights.json").write_bytes(WEIGHTS)
    reported = str(folder / "reports" / "compliance.json")
    first = [
        made.task("check", "mine.py", "--profile", "quick", "--fail-on", "never", "--jobs", "1", "--out", "reports"),
        made.task(*EXPLORE, "--out", "explored"),
        made.task("baseline", "write", "--report", reported, "--reason", "a test", "--baseline", EXPECTED),
    ]
    for outcome in outcomes(folder, first, []):
        assert outcome.code == 0, outcome
    _libraries(folder / "libraries.json")
    _certificates(folder / "certificates")
    kept = json.loads((folder / EXPECTED).read_text(encoding="utf-8"))["expectations"]
    (folder / "witnesses").mkdir()
    broken = [{"format": witness.FORMAT} | entry["evidence"]["witness"] for entry in kept]
    for k, data in enumerate([*json.loads(WITNESSES.read_text(encoding="utf-8")), *broken]):
        (folder / "witnesses" / f"{k:02}.json").write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    made.keep(
        "witness", sorted(folder.glob("witnesses/*.json")), certificate.MAX_BYTES, "witness.json"
    )  # verify takes both
    certificates = sorted(folder.glob("certificates/*.json"))
    made.keep("certificate", certificates, certificate.MAX_BYTES, "certificate.json")
    made.keep("report", [Path(reported)], json_reports.MAX_BYTES)
    made.keep("expectations", [folder / EXPECTED], expectations.MAX_BYTES)
    made.keep("libraries", [folder / "libraries.json"], libraries.MAX_BYTES)
    made.keep("answer", [folder / "explored" / "answer.json"], answers.MAX_BYTES)
    made.keep("weights", [folder / "weights.json"], aggregate.MAX_WEIGHTS_BYTES)
    return made


def _certificates(folder: Path) -> None:
    folder.mkdir()
    for metric, statement in (
        ("footrule-similarity[le]", axioms.lower_bound("kendall-similarity", 1)),
        ("kendall-similarity", axioms.triangle_inequality()),
    ):
        content = certify(REGISTRY.metric(metric), statement, REGISTRY, 3)
        (folder / f"{metric}.json").write_text(certificate.text(content), encoding="utf-8")


def _libraries(path: Path) -> None:
    registry = planted.registry()
    asked: Mapping[str, object] = {"axioms": ("range-zero-one", "swap-strict"), "profile": "quick", "use_pins": False}
    matrix = check(*planted.NAMES, registry=registry, **asked)  # type: ignore[arg-type]  # as named
    path.write_text(libraries.dumps(libraries.library_report(matrix, registry)), encoding="utf-8")
