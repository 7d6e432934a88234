"""``axiomatrix explore METRIC AXIOM --where p``: the catalogue's metrics, a user's, and mistakes."""

from __future__ import annotations

from pathlib import Path

import pytest
from commanding import Done, axiomatrix

from axiomatrix import REGISTRY
from axiomatrix.report.document import List, Picture, Text, plain_text
from axiomatrix.report.subjects.metric import values_document
from axiomatrix.studies.parameter_values import statement_values

MINE = """
from axiomatrix import metric, spaces


@metric("mine", kind="score", arguments={"x": spaces.binary_list}, parameters={"p": spaces.persistences()})
def mine(x, p):
    \"\"\"p^2 at the first rank, 1 - p at the others\"\"\"
    return sum(x[i] * (p * p if i == 1 else 1 - p) for i in x.ranks())
"""


def run(here: Path, *arguments: str, code: int = 0) -> Done:
    done = axiomatrix(here, "explore", *arguments)
    assert done.returncode == code, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    return done


def test_a_metric_of_the_catalogue_has_its_values_an_instance_and_a_picture(tmp_path: Path) -> None:
    output = run(tmp_path, "rbp[binary]", "equal-spacing", "--where", "p", "--out", "out").stdout
    assert "rbp[binary] x equal-spacing: holds exactly for p = 1/2 (n <= 6)" in output
    assert "p = 1/3: x = Judged.of([1, 1]): 4/9 == 2/9 is false" in output
    assert "holds exactly for p = 1/2" in (tmp_path / "out" / "values.md").read_text(encoding="utf-8")
    assert (tmp_path / "out" / "values-1.svg").read_text(encoding="utf-8").startswith("<svg")


def test_a_metric_of_a_users_file_is_asked_too(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(MINE, encoding="utf-8")
    output = run(tmp_path, "mine.py", "swap", "--where", "p", "--out", "found").stdout
    assert "mine x swap: holds exactly for p >= 1/2*sqrt(5) + -1/2 (~0.618034) (n <= 5)" in output
    assert (tmp_path / "found" / "values.md").is_file()


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("rbp[binary]", "equal-spacing"), 2, "add --where PARAMETER"),
        (("kendall", "symmetry", "--where", "p"), 2, "has no parameter of that name; it has none"),
        (("f-measure", "swap", "--where", "p"), 2, "it has beta"),
        (("rbp[binary]", "swap", "swap-strict", "--where", "p"), 2, "swap-strict: --where takes one axiom"),
        (("rbp[binary]", "no-such-axiom", "--where", "p"), 2, "unknown axiom"),
        (
            ("rbp[binary]", "swap", "--where", "p", "--search", "4"),
            2,
            "--search cannot be combined with --where",
        ),
        (
            ("rbp[binary]", "swap", "--where", "p", "--no-side-by-side", "-r", "x"),
            2,
            "--reading, --side-by-side cannot be combined with --where",
        ),
        (("no-such-file.py", "swap", "--where", "p"), 2, "no-such-file.py"),
        (("rbp[binary]", "triangle-inequality", "--where", "p"), 2, "does not apply to rbp[binary]"),
    ],
)
def test_mistakes_are_said(tmp_path: Path, arguments: tuple[str, ...], code: int, message: str) -> None:
    assert message in run(tmp_path, *arguments, code=code).stderr


def test_what_cannot_be_followed_is_said_with_the_reason(tmp_path: Path) -> None:
    output = run(tmp_path, "rbo-distance[min]", "zero-on-equal", "--where", "p", code=3).stdout
    assert "not known: the definition cannot be followed: log() of a parameter" in " ".join(output.split())


def test_a_document_has_the_values_the_instances_and_the_pictures_that_there_are() -> None:
    known = [
        answer
        for metric, axiom in (("rbp[binary]", "equal-spacing"), ("rbo-distance[min]", "zero-on-equal"))
        for answer in statement_values(REGISTRY.metric(metric), axiom, REGISTRY, 2)
    ]
    decided, open_ = known
    assert decided.values is not None and decided.instances and open_.values is None
    blocks = values_document("values", known, ["values-1.svg", ""]).blocks
    assert Picture("", decided.values.note.text, file="values-1.svg") in blocks
    assert List(decided.instances) in blocks
    texts = [plain_text(block.text) for block in blocks if isinstance(block, Text)]
    outcomes = (decided.values.note.text, f"not known: {open_.reason}")
    assert texts == [f"{a.metric} x {a.statement}: {o}" for a, o in zip(known, outcomes, strict=True)]
