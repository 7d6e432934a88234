"""What the command sends to a terminal: colours where they are wanted, no line wider than it, no word cut."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import termios
from collections.abc import Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace
from rich.cells import cell_len
from share import chosen

from axiomatrix.cli import messages
from axiomatrix.evidence.cell import Cell, ClaimNote
from axiomatrix.evidence.evidence import Evidence
from axiomatrix.evidence.matrix import ColumnHead, Matrix, Row
from axiomatrix.evidence.verdict import Verdict
from axiomatrix.evidence.words import Line, position_sign
from axiomatrix.report import consoles
from axiomatrix.report.document import Document, StatusSign, Table
from axiomatrix.report.render import terminal
from axiomatrix.report.results import matrix_text
from axiomatrix.report.subjects.run import document
from axiomatrix.spaces.parameters import ParameterDomain


def made(signs: dict[str, str], broken: Sequence[str] = ()) -> Matrix:
    """Two rows; columns ``group.axiom`` with the verdict of the first row; the claims about the others are broken."""
    heads = [ColumnHead(id, "f", id.split(".")[0], "for all", "f") for id in signs]
    claim = (ClaimNote("holds", "A", "w"),)
    cells = [
        Cell(
            "one",
            id,
            {},
            ParameterDomain.OPEN,
            claims=claim if id in broken else (),
            evidence=Evidence(Verdict("refuted" if id in broken else verdict)),
        )
        for id, verdict in signs.items()
    ]
    rows = [Row(name, "distance", "user", "f", {}, True, "0", "rankings") for name in ("one", "two")]
    return Matrix(rows, heads, cells, "quick", 0)


GROUPS = {f"{group}.{k}": "proved" for group in ("alpha", "beta", "gamma") for k in range(6)}


def test_no_declared_statement_of_a_position_hides_a_refuted_one() -> None:
    declared = Cell(
        "one",
        "alpha",
        {"factor": "2"},
        ParameterDomain.OPEN,
        claims=(ClaimNote("holds", "A", "w"),),
        evidence=Evidence(Verdict.PROVED),
    )
    observed = Cell(
        "one", "alpha", {"factor": "3"}, ParameterDomain.OPEN, claims=(), evidence=Evidence(Verdict.REFUTED)
    )
    assert position_sign([Line(declared), Line(observed)]) == "X"


# --- widths ----------------------------------------------------------------------------------------------------


def test_a_table_of_signs_is_cut_into_tables_with_the_first_column() -> None:
    heads = ("metric", *(f"c{k}" for k in range(40)))
    rows = tuple(
        (name, *(StatusSign("P+", Verdict.PROVED.notation.tone) for _ in range(40))) for name in ("one", "two")
    )
    lines = terminal.render(Document("t", blocks=(Table(heads, rows),)), 80).splitlines()[2:]
    assert max(map(len, lines)) <= 80
    cut = [line.split() for line in lines if line.startswith("metric")]
    assert len(cut) > 1 and [head for table in cut for head in table[1:]] == [*heads[1:]]
    assert sum(line.startswith("two ") for line in lines) == len(cut)


def test_long_python_is_broken_within_its_brackets_and_stays_the_same_program() -> None:
    program = 'made = dict(one=[1, 2, 3], two="a b c", three=(4, 5), four={"x y": 6}, five=7)'
    lines = [*terminal._code(program, 40, "python")]
    assert len(lines) > 1 and max(map(len, lines)) <= 40
    before: dict[str, object] = {}
    after: dict[str, object] = {}
    exec(program, before)
    exec("\n".join(lines), after)
    assert before["made"] == after["made"]


LONG = {
    "triangle-inequality": "certified",
    "bound-attained-by-rotations-and-by-nothing-else": "searched",
    "one-minus-near-metric": "refuted",
}


@pytest.mark.parametrize("width", [30, 40, 60, 80, 120])
def test_no_word_of_one_metric_is_broken(width: int) -> None:
    matrix = made(LONG, broken=["one-minus-near-metric"])
    output = matrix_text(replace(matrix, rows=matrix.rows[:1]), width)
    words = set(output.split())
    assert {"certified", "searched", "refuted", "broken"} <= {word.strip(";:,.()") for word in words}
    assert {*LONG} <= {word.strip(";:,.()") for word in words} or width < 50
    assert all(cell_len(line) <= width or " " not in line.strip() for line in output.splitlines())


@pytest.mark.parametrize("width", [1, 5, 12, 20])
def test_a_terminal_of_hardly_any_width_gets_an_answer(width: int) -> None:
    for matrix in (made(GROUPS), replace(made(GROUPS), rows=made(GROUPS).rows[:1])):
        assert "18" in matrix_text(matrix, width).replace("\n", "")


# --- escapes ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("environment", "plain"),
    [
        ({"NO_COLOR": "1"}, True),
        ({"NO_COLOR": "0"}, True),
        ({"NO_COLOR": "1", "FORCE_COLOR": "1"}, True),
        ({"TERM": "dumb"}, True),
        ({"NO_COLOR": ""}, False),
        ({}, False),
    ],
)
def test_the_environment_decides_on_escapes(
    environment: dict[str, str], plain: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR", "COLORTERM", "TERM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in {"TERM": "xterm-256color", **environment}.items():
        monkeypatch.setenv(name, value)
    assert consoles.wants_plain_text() is plain
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    messages.show(document(made(GROUPS, broken=["alpha.1"])))
    assert ("\x1b" not in capsys.readouterr().out) is plain


MINE = '''
from axiomatrix import axioms, inverted_pairs, metric
for name in ("pty-one", "pty-two"):
    @metric(name, kind="distance", holds=[axioms.symmetry])
    def d(a, b):
        """The number of inverted pairs."""
        return len(inverted_pairs(a, b))
'''


def in_a_terminal(width: int, cwd: Path, **environment: str) -> tuple[int, str]:
    """Exit status and all that the real command sends to a terminal of that width."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, width, 0, 0))
    kept = {k: v for k, v in os.environ.items() if k not in ("COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR")}
    command = [sys.executable, "-m", "axiomatrix", "check", "mine.py", "--profile", "quick", "--jobs", "1"]
    process = subprocess.Popen(
        command, stdin=theirs, stdout=theirs, stderr=theirs, cwd=cwd, env={**kept, **environment}
    )
    os.close(theirs)
    sent = b""
    while True:
        try:
            part = os.read(ours, 65_536)
        except OSError:  # the last one on the other side has left
            break
        if not part:
            break
        sent += part
    os.close(ours)
    return process.wait(), sent.decode()


@pytest.mark.slow
@pytest.mark.parametrize(
    "environment",
    chosen([{"NO_COLOR": "1", "TERM": "xterm"}, {"TERM": "dumb"}, {"TERM": "xterm"}], [{"TERM": "xterm"}]),
)
def test_the_command_in_a_real_terminal_of_forty_columns(tmp_path: Path, environment: dict[str, str]) -> None:
    (tmp_path / "mine.py").write_text(MINE, encoding="utf-8")
    status, sent = in_a_terminal(40, tmp_path, **environment)
    assert status == 0, sent
    if environment != {"TERM": "xterm"}:
        assert not re.search(r"[^\n\r\x20-\x7e\u2026]", sent) and "\r" not in sent.replace("\r\n", "")
    else:
        assert "\x1b[" in sent
    plain = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", sent).replace("\r", "\n")
    rows = [line for line in plain.splitlines() if not line.startswith("checking")]
    assert rows and all(len(line) <= 40 for line in rows)
    assert "pty-one: The number" in plain and "pty-two: The number" in plain and "Traceback" not in plain
