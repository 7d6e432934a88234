"""What every command prints fits terminals of 80, 120 and 200 columns, and breaks no command and no path."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from commanding import Done, axiomatrix
from plugin_runs import METRICS, write
from rich.cells import cell_len

from axiomatrix.cli.commands import COMMANDS

ROOT = Path(__file__).parents[2]
WIDTHS = (80, 120, 200)
KV7 = "reports/explorations/kv7/answer.json"
WITNESS = "mine/witnesses/my-kendall--scale-free--parameter-w--degree-1.json"
QUICK = ("--profile", "quick", "--jobs", "1")
CALLS: dict[str, tuple[tuple[str, ...], ...]] = {
    "check": (("my_metrics.py", *QUICK, "--out", "checked"), ("-m", "kendall", "-a", "symmetry", *QUICK, "--out", "c")),
    "explore": (
        ("kv7", "-r", "deck", "--max-n", "3", "--jobs", "1", "--out", "explored"),
        ("kv7", "-r", "deck", "--max-n", "3", "--jobs", "1", "-v"),
        ("rbp[binary]", "equal-spacing", "--where", "p", "--max-n", "3"),
    ),
    "verify": ((WITNESS, "my_metrics.py"), ("mine/compliance.json", "my_metrics.py"), (KV7,), (WITNESS,)),
    "baseline": (
        ("write", "my_metrics.py", "--report", "mine/compliance.json", "--reason", "as it is printed"),
        ("check", "my_metrics.py"),
        ("check",),
        ("prune", "my_metrics.py"),
    ),
    "diff": (("mine/compliance.json", "mine/compliance.json"), ("mine/compliance.json", "gone.json")),
    "ask": (("is kendall a metric?",), ("does my-kendall scale?", "my_metrics.py"), ("what is a flurb",)),
    "compare": (("kendall", "cayley", "-a", "symmetry"), ("kendall",), ("kendall", "my-kendall")),
    "choose": (("--must", "swap", "--kind", "score", "--about", "judged lists"), ()),
    "show": (
        ("metrics",),
        ("axioms",),
        ("spaces",),
        ("sources",),
        ("claims",),
        ("claims", "KV7", "--jobs", "1"),
        ("kendall-element",),
        ("triangle-inequality",),
        ("precision-at", "monotone-in-cut-off", "--profile", "quick", "--out", "shown"),
        ("my-kendall", "symmetry"),
        ("kendal",),
    ),
    "relate": (("precision-at", "average-precision"), ("kendall-tau",), ("kendall", "ndcg")),
    "correlate": (
        ("footrule", "kendall", "-n", "4", "--count", "100", "--out", "correlated"),
        ("footrule-position", "kendall-position", "--weights", "dcg", "--count", "100", "-v"),
    ),
    "aggregate": (("ballots.txt",), ("ballots.txt", "--out", "medians"), ("none.txt",)),
    "evaluate": (("RUN", "QRELS", "map", "P_5", "rbp:p=0.8"), ("RUN", "none", "map")),
    "report": (
        ("mine/compliance.json", "my_metrics.py", "--markdown", "pages", "--data", "dataset"),
        (WITNESS, "my_metrics.py", "--picture", "witness.svg"),
        (WITNESS,),
        ("gone/compliance.json", "--data", "dataset"),
    ),
    "init": (("project", "--force"),),
}
"""Small calls of each command, some of them mistaken."""
MISTYPED = (
    ("chek", "my_metrics.py"),
    ("explain", "kendall"),
    ("replay", "reports/witnesses/precision-at--confidence.json"),
    ("check", "--metrc", "kendall"),
    ("check", "--metric", "kendal"),
    ("check", "nowhere/my_metrics.py"),
    ("explore",),
    ("explore", "kv7", "--max-n", "many"),
    ("explore", "kv7", "--family", "nowhere.py:swapped"),
    ("verify", "mine/complaince.json"),
    ("show", "kendall", "symetry"),
    ("aggregate", "ballots.txt", "--format", "jsn"),
    ("evaluate", "RUN", "QRELS", "ndgc"),
    ("evaluate", "RUN", "QRELS", "--ties", "random"),
    ("correlate", "footrule"),
    ("correlate", "footrule", "kendall", "--model", "cascades"),
    ("relate", "a", "b", "c"),
    ("report",),
    ("report", "precision-at", "confidence"),
    ("baseline", "wrote"),
    ("diff", "mine/compliance.json"),
    ("compare", "kendall", "sklearn.ndcg_scor"),
)
COMMAND = re.compile(rf"axiomatrix (?:{'|'.join(COMMANDS)})\b(?: [^ ]+)*$")
PATH = re.compile(r"[\w.\[\]-]+(?:/[\w.\[\]-]+)+")
HEAVY = {"check", "relate", "report", "ask", "choose", "compare"}
"""Commands whose calls take seconds."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A metric with a wrong claim and its report, ballots, a run, and a committed exploration."""
    here = tmp_path_factory.mktemp("w")
    write(here, "my_metrics.py", METRICS.replace("DEGREE", "1"))
    write(here, "ballots.txt", "a > b > c\n2: b > a > c\n")
    for name, source in (("RUN", "results.test"), ("QRELS", "qrels.test")):
        shutil.copy(ROOT / "tests" / "data" / "trec" / source, here / name)
    shutil.copytree((ROOT / KV7).parent, (here / KV7).parent)
    assert axiomatrix(here, "check", "my_metrics.py", *QUICK, "--out", "mine").returncode == 1
    return here


def lines_of(done: Done, columns: int) -> list[str]:
    """The lines that were printed, each checked to fit; a command that goes on in the next line is joined again."""
    assert "Traceback" not in done.stderr and "internal error" not in done.stderr, done.stderr
    text = done.stdout + done.stderr
    too_long = [line for line in text.splitlines() if cell_len(line) > columns]
    assert not too_long, "\n".join(too_long)
    return re.sub(r" \\\n *", " ", text).splitlines()


def whole(lines: list[str]) -> tuple[set[str], set[str]]:
    """The commands that end a line, and the paths, as they are printed in these lines."""
    commands = {found[0] for line in lines if (found := COMMAND.search(line))}
    return commands, {path.rstrip(".:;,)") for line in lines for path in PATH.findall(line)}


def assert_fits(folder: Path, *given: str) -> Done:
    """Run a command at each width: the same commands and paths are whole in lines that fit. The last run."""
    runs = [axiomatrix(folder, *given, COLUMNS=str(columns), TERM="dumb") for columns in WIDTHS]
    narrow, *others = [whole(lines_of(done, columns)) for done, columns in zip(runs, WIDTHS, strict=True)]
    for commands, paths in others:
        assert commands <= narrow[0]
        assert paths == narrow[1]
    return runs[-1]


@pytest.mark.parametrize("columns", WIDTHS)
@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_of_a_command_fits_and_its_examples_are_whole(name: str, columns: int, tmp_path: Path) -> None:
    done = axiomatrix(tmp_path, name, "--help", COLUMNS=str(columns))
    lines = lines_of(done, columns)
    for example in COMMANDS[name].examples:
        assert f"    axiomatrix {example}" in lines
    elsewhere = [line for line in lines if "axiomatrix " in line and line.strip()[11:] not in COMMANDS[name].examples]
    assert [line for line in elsewhere if not line.startswith("Usage: ")] == []


@pytest.mark.parametrize("columns", WIDTHS)
def test_the_list_of_commands_fits(columns: int, tmp_path: Path) -> None:
    lines = lines_of(axiomatrix(tmp_path, "-h", COLUMNS=str(columns)), columns)
    assert all(any(line.startswith(f"  {name} ") for line in lines) for name in COMMANDS)


def test_every_command_has_calls_here() -> None:
    assert [*CALLS] == [*COMMANDS]


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.slow) if name in HEAVY else name for name in COMMANDS]
)
def test_what_a_command_prints_fits(name: str, folder: Path) -> None:
    for given in CALLS[name]:
        assert_fits(folder, name, *given)


@pytest.mark.parametrize("given", MISTYPED, ids=" ".join)
def test_what_is_said_of_a_mistaken_call_fits(given: tuple[str, ...], folder: Path) -> None:
    done = assert_fits(folder, *given)
    assert (done.returncode, done.stdout) == (2, "")


def test_a_command_that_has_ended_is_not_known(tmp_path: Path) -> None:
    for name in ("list", "explain", "claims", "replay", "certify", "expectations", "export", "plot", "deduce"):
        done = axiomatrix(tmp_path, name, "kendall")
        assert done.returncode == 2 and done.stderr.startswith(f"error: No such command '{name}'."), done.stderr
