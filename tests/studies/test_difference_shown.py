"""``compare`` and ``relate`` show where two metrics differ, also where one of them is in floats."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from docs_running import restore
from typer.testing import CliRunner
from verdict_words import in_words

from axiomatrix import Registry
from axiomatrix.catalogue import load_catalogue
from axiomatrix.cli.app import app
from axiomatrix.report.document import Heading
from axiomatrix.report.subjects.comparison import MAX_METRICS_COMPARED, difference_blocks

FILE = """
import math
from axiomatrix import metric, spaces

ARGUMENTS = {"x": spaces.whole_lists()}

def gain(x, base):
    return math.fsum(float(g) / math.log(r + 1, base) for r, g in enumerate(x.grades, 1))

@metric("shown-floats", kind="score", arguments=ARGUMENTS, exact=False)
def floats(x):
    \"\"\"sum of gains over log2(rank + 1)\"\"\"
    return gain(x, 2)

@metric("shown-other-floats", kind="score", arguments=ARGUMENTS, exact=False)
def other_floats(x):
    \"\"\"the same, summed from the end\"\"\"
    total = 0.0
    for r in range(len(x), 0, -1):
        total += float(x[r]) / math.log2(r + 1)
    return total

@metric("shown-cut", kind="score", arguments=ARGUMENTS, exact=False)
def cut(x):
    \"\"\"the same of the first two ranks\"\"\"
    return gain(type(x)(x.grades[:2]), 2)

@metric("shown-fails", kind="score", arguments=ARGUMENTS, exact=False)
def fails(x):
    \"\"\"nothing\"\"\"
    raise LookupError("no such topic")
"""


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A file of metrics, which are forgotten afterwards."""
    before = Registry(load_catalogue())
    path = tmp_path_factory.mktemp("shown") / "shown.py"
    path.write_text(FILE, encoding="utf-8")
    yield str(path)
    restore(before)


def run(*arguments: str) -> str:
    result = CliRunner().invoke(app, [*arguments], env={"COLUMNS": "80"})
    assert result.exit_code == 0, result.output
    assert max(map(len, result.output.splitlines())) <= 80
    return result.output


@pytest.mark.parametrize("command", [("relate",), ("compare", "--axiom", "swap")])
def test_what_is_within_rounding_is_shown_and_not_decided(command: tuple[str, ...], file: str) -> None:
    output = run(*command, file, "shown-floats", "shown-other-floats")
    assert "no difference beyond rounding" in output
    assert "which rounding may explain" in output
    rest = output.rpartition("no difference")[2].replace(in_words("exhausted n<=4"), "")
    assert in_words("exhausted n") not in rest


@pytest.mark.parametrize("command", [("relate",), ("compare", "--axiom", "swap")])
def test_what_is_beyond_rounding_is_decided(command: tuple[str, ...], file: str) -> None:
    output = run(*command, file, "shown-floats", "shown-cut")
    assert "shown-floats and shown-cut differ at n = 3 (smallest beyond rounding)" in output
    assert "shown-cut(Judged.of([0, 0, 1])) = 0.0" in output
    assert "units in the last place" in " ".join(output.split())


def test_an_exact_metric_is_shown_beside_floats(file: str) -> None:
    output = run("relate", file, "dcg[linear]", "shown-floats")
    assert "no difference beyond rounding" in output


def test_a_call_that_fails_is_named(file: str) -> None:
    output = " ".join(run("relate", file, "precision", "shown-fails").split())
    assert "shown-fails(Judged.of([0])) raised LookupError: no such topic at " in output


def test_exact_metrics_are_shown_with_both_values() -> None:
    output = run("relate", "kendall", "footrule")
    assert "footrule(Ranking.from_order([1, 2]), Ranking.from_order([2, 1])) = 2" in output
    output = run("compare", "nDCG@5", "nDCG@3", "--axiom", "swap")
    assert "nDCG@5 and nDCG@3 differ at n = 3 (smallest)" in output


def test_of_many_metrics_no_pairs_are_shown() -> None:
    names = ["kendall", "footrule", "hamming", "cayley", "ulam"]
    assert len(names) > MAX_METRICS_COMPARED
    assert not difference_blocks(names, load_catalogue())
    assert len([block for block in difference_blocks(names[:3], load_catalogue()) if isinstance(block, Heading)]) == 3
