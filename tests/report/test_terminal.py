"""The matrix in a terminal: it fits the width, folds what does not, and sends nothing that is not wanted."""

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
from io import StringIO
from pathlib import Path

import pytest
from msgspec.structs import replace
from rich.cells import cell_len
from rich.console import Console
from share import chosen
from typer.testing import CliRunner

from axiomatrix.cli.app import app
from axiomatrix.evidence.cell import Cell, ClaimNote
from axiomatrix.evidence.evidence import Evidence
from axiomatrix.evidence.matrix import ColumnHead, Matrix, Row
from axiomatrix.evidence.verdict import Verdict
from axiomatrix.evidence.words import Line, by_sort, column_keys, groups, position_sign
from axiomatrix.report import consoles
from axiomatrix.report.matrix import text
from axiomatrix.report.matrix.data import read
from axiomatrix.report.matrix.folding import group_keys, layout, shortened
from axiomatrix.report.matrix.view import View
from axiomatrix.spaces.parameters import ParameterDomain

REPORTS = Path(__file__).parents[2] / "reports"


@pytest.fixture(scope="module")
def catalogue() -> Matrix:
    matrix = read(REPORTS / "compliance.json")
    kept = [cell for cell in matrix.cells if cell.outcome != "broken"]  # their accounts take long, and are not folded
    return replace(matrix, cells=kept)


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


def shown(matrix: Matrix, width: int, unfold: Sequence[str] = (), **options: object) -> str:
    out = StringIO()
    settings = {"color_system": None, "force_terminal": True, **options}
    text.show(matrix, Console(file=out, width=width, **settings), unfold=unfold)  # type: ignore[arg-type]
    return out.getvalue()


def heads(message: str) -> list[list[str]]:
    """The heads of the tables."""
    return [line.split()[1:] for line in message.splitlines() if line.startswith("metric ")]


GROUPS = {f"{group}.{k}": "proved" for group in ("alpha", "beta", "gamma") for k in range(6)}


def test_one_blank_line_is_between_the_parts_of_a_list() -> None:
    matrix = made({"alpha.0": "proved"})
    for printed in (
        shown(replace(matrix, rows=matrix.rows[:1]), 100),
        text.plain(replace(matrix, rows=matrix.rows[:1])),
    ):
        assert "P proved" in printed and "\n\n\n" not in printed


# --- what is folded --------------------------------------------------------------------------------------------


def test_nothing_is_folded_where_all_columns_fit() -> None:
    words = shown(made(GROUPS), 150)
    assert len(heads(words)) == 1 and len(heads(words)[0]) == 18 and "olded" not in words


def test_whole_groups_are_folded_where_they_do_not_fit() -> None:
    words = shown(made(GROUPS), 100)
    (only,) = heads(words)
    folded = [head for head in only if ":" in head]
    assert len(only) == 6 + 6 + 1 and folded == ["Ga:6"]
    assert "gamma (folded)" in words and "alpha (folded)" not in words
    assert "--group (gamma), or in reports/compliance.md" in " ".join(words.split())


def test_groups_with_broken_claims_are_unfolded_before_others() -> None:
    words = shown(made(GROUPS, broken=["gamma.3"]), 60)
    (only,) = heads(words)
    assert [head for head in only if ":" in head] == ["Al:6", "Be:6"] and len(only) == 2 + 6


def test_of_a_group_that_never_fits_axioms_are_unfolded_as_far_as_there_is_room_broken_ones_first() -> None:
    signs = {f"alpha.{k:02}": "proved" for k in range(40)}
    matrix = made(signs, broken=["alpha.39"])
    (only,) = heads(shown(matrix, 80))
    last, *_ = [int(head.split(":")[1]) for head in only if ":" in head]
    assert last + len(only) - 1 == 40 and len(only) > 5
    assert column_keys(matrix.columns)["alpha.39"] in only


def test_a_group_that_is_asked_for_is_never_folded() -> None:
    words = shown(made(GROUPS, broken=["alpha.1"]), 60, ["gamma"])
    assert sum(not head.startswith(("Al", "Be")) for table in heads(words) for head in table) == 6
    assert "gamma (folded)" not in words


@pytest.mark.parametrize(
    ("verdicts", "sign"),
    [
        (("proved", "refuted", "searched"), "X"),
        (("proved", "searched", "proved", "not applicable"), "S"),
        (("proved", "error", "searched"), "!"),
    ],
)
def test_a_folded_column_shows_the_weakest_sign(verdicts: tuple[str, ...], sign: str) -> None:
    """A column that says nothing of any row is left out."""
    signs = {f"alpha.{k}": verdict for k, verdict in enumerate(verdicts)}
    words = shown(made({**signs, **{f"beta.{k}": "proved" for k in range(9)}}), 24)
    row = next(line for line in words.splitlines() if line.startswith("one"))
    assert heads(words)[0][0] == "Al:3" and row.split()[1] == sign


@pytest.mark.parametrize(
    ("declared", "observed", "sign"),
    [("exhausted", "refuted", "X"), ("proved", "searched", "S"), ("certified", "exhausted", "E")],
)
def test_no_declared_sign_of_a_folded_column_hides_a_weaker_one(declared: str, observed: str, sign: str) -> None:
    others = {f"beta.{k}": "proved" for k in range(9)}
    matrix = made({"alpha.0": declared, "alpha.1": observed, "alpha.2": declared, **others})
    claims = (ClaimNote("holds", "A", "w"),)
    cells = [replace(c, claims=claims) if c.axiom in ("alpha.0", "alpha.2") else c for c in matrix.cells]
    words = shown(replace(matrix, cells=cells), 24)
    row = next(line for line in words.splitlines() if line.startswith("one"))
    assert heads(words)[0][0] == "Al:3" and row.split()[1] == sign


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


def test_a_folded_column_says_what_is_broken_or_refuted_on_the_closure_alone() -> None:
    matrix = made({"new.0": "not applicable", "new.1": "searched", **GROUPS})
    there = [
        Cell("one", f"new.{k}", {}, ParameterDomain.CLOSED, claims=(), evidence=Evidence(Verdict.REFUTED)) for k in (0,)
    ]
    broken = [replace(cell, axiom="new.1", claims=(ClaimNote("holds", "A", "w"),)) for cell in there]
    for more, sign in ((there, "Sx"), (broken, "X*")):
        cells = [cell for cell in matrix.cells if more is there or cell.axiom != "new.1"]
        words = shown(replace(matrix, cells=[*cells, *more]), 24)
        row = next(line for line in words.splitlines() if line.startswith("one"))
        assert row.split()[1] == sign


# --- widths ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [40, 60, 80, 100, 120, 160, 240])
def test_no_row_of_the_catalogue_is_wider_than_the_terminal_or_wrapped(catalogue: Matrix, width: int) -> None:
    view = View(catalogue, "reports", None, ())
    tables = list(view.chunks(width, ()))
    words = shown(catalogue, width)
    rows = sum(len(table.rows) + 1 for table in tables)
    block = words[: words.index("\n\nX refuted")]
    assert all(cell_len(line.rstrip()) <= width for line in block.splitlines())
    first = next(iter(by_sort(catalogue))).rows
    assert sum(line.startswith("metric ") for line in block.splitlines()) == len(tables)
    assert len(tables) == len(view.sorts) or width < 80
    assert len(tables) <= 3 * len(view.sorts)
    names = {name for table in tables for name, _ in table.rows}
    found = [line for line in block.splitlines() if line.split("  ")[0].strip() in names | {"metric"}]
    assert len(found) == rows and len({name for name, _ in tables[0].rows}) == len(first)


@pytest.mark.parametrize("width", [1, 5, 12, 20])
def test_a_terminal_of_hardly_any_width_gets_an_answer(width: int) -> None:
    for matrix in (made(GROUPS), replace(made(GROUPS), rows=made(GROUPS).rows[:1])):
        assert "18" in shown(matrix, width).replace("\n", "")


def test_every_axiom_is_in_exactly_one_column(catalogue: Matrix) -> None:
    short, keys = group_keys(catalogue.columns), column_keys(catalogue.columns)
    assert len(set(short.values())) == len(short) == len(groups(catalogue.columns))
    for sort in by_sort(catalogue):
        for room in range(5, 260, 25):
            columns = [c for column in layout(sort, keys, short, {}, room, ()) for c in column.columns]
            assert sorted(c.id for c in columns) == sorted(c.id for c in sort.columns)


def test_a_long_name_keeps_its_beginning_and_its_variant() -> None:
    assert shortened("footrule-general[one]", 12) == "footru…[one]"
    assert shortened("kendall", 7) == "kendall" and len(shortened("kendall", 2)) == 2 and shortened("kendall", 1) == "…"


def test_the_key_names_what_is_shown_and_nothing_else() -> None:
    matrix = made(GROUPS, broken=["gamma.3"])
    words = shown(matrix, 60)
    keys = column_keys(matrix.columns)
    for id, key in keys.items():
        assert bool(re.search(rf"^{re.escape(key)} +{re.escape(id)}", words, re.MULTILINE)) == id.startswith("gamma")
    assert re.search(r"^Al:6 +alpha \(folded\)", words, re.MULTILINE)


# --- pipes -----------------------------------------------------------------------------------------------------


def test_in_a_pipe_nothing_is_folded(catalogue: Matrix) -> None:
    words = shown(catalogue, 100, force_terminal=False)
    assert "olded" not in words and not re.search(r"[A-Z][a-z]*:\d", words) and "\x1b" not in words
    listed = {cell.axiom for cell in catalogue if cell.status.is_asked}
    assert len(heads(words)) > 8 and all(re.search(rf" {re.escape(id)}\b", words) for id in listed)
    assert "…" not in words


def test_colours_that_are_forced_into_a_pipe_fold_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.delenv("NO_COLOR", raising=False)
    out = StringIO()
    text.show(made(GROUPS), Console(file=out, width=60))
    assert "olded" not in out.getvalue() and "\x1b[" in out.getvalue()


@pytest.mark.slow
def test_in_a_pipe_pieces_and_key_stand_apart_and_no_line_ends_in_blanks(catalogue: Matrix) -> None:
    lines = shown(catalogue, 100, force_terminal=False).splitlines()
    assert not [line for line in lines if line != line.rstrip()]
    tables = [k for k, line in enumerate(lines) if line.startswith("metric ")]
    key = next(k for k, line in enumerate(lines) if re.match(r"NN +non-negativity ", line))
    titled = [k for k in tables if lines[k - 1]]  # the first table of a sort, below its title
    assert len(titled) < len(tables) - 5
    starts = [k - 1 for k in titled] + [k for k in (*tables, key) if k not in titled]
    assert all(lines[k - 1] == "" and lines[k - 2] for k in starts)


# --- one metric ------------------------------------------------------------------------------------------------


LONG = {
    "triangle-inequality": "certified",
    "bound-attained-by-rotations-and-by-nothing-else": "searched",
    "one-minus-near-metric": "refuted",
}


@pytest.mark.parametrize("width", [30, 40, 59, 60, 70, 80, 89, 90])
def test_no_word_of_the_list_of_one_metric_is_broken(width: int) -> None:
    matrix = made(LONG, broken=["one-minus-near-metric"])
    output = shown(replace(matrix, rows=matrix.rows[:1]), width, force_terminal=False)
    listed = output[output.index("one: f") :]
    words = set(re.findall(r"[a-z]+", listed))
    assert {"certified", "searched", "refuted", "holds", "broken", "claim", "observed"} <= words
    assert {"triangle", "inequality", "rotations", "minus", "near", "metric"} <= words
    assert all(len(line) <= width for line in listed.splitlines())


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
    environment: dict[str, str], plain: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR", "COLORTERM", "TERM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in {"TERM": "xterm-256color", **environment}.items():
        monkeypatch.setenv(name, value)
    assert consoles.plain_wanted() is plain
    console = consoles.console_of()
    console.file = StringIO()
    console._force_terminal = True
    if not plain:  # rich looked at the file of before
        console = Console(file=console.file, force_terminal=True, width=80)
    text.show(made(GROUPS, broken=["alpha.1"]), console)
    assert ("\x1b" not in console.file.getvalue()) is plain  # type: ignore[attr-defined]  # it is a StringIO


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
    rows = [line for line in plain.splitlines() if re.match(r"(metric|pty-one|pty-two)\b(?!:)", line)]
    assert rows and all(len(line) <= 40 for line in rows) and len(rows) % 3 == 0
    assert "MS:6" in plain and "metric space (folded)" in plain and "Traceback" not in plain


def test_an_unknown_group_is_named_with_the_nearest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(app, ["check", "--metric", "kendall", "--group", "metric spaces"])
    assert done.exit_code == 2 and "did you mean 'metric space'" in done.stderr
    assert not list(tmp_path.iterdir())
