"""Every command that the terminal, a report or a page of the site prints can be given as it is printed."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterable, Iterator
from html import unescape
from pathlib import Path

import committed
import docs_running as running
import pytest
from docs_blocks import ROOT

from axiomatrix import REGISTRY, Registry
from axiomatrix.cli.commands import COMMANDS, build_command
from axiomatrix.report.exploration_files import save_exploration
from axiomatrix.studies.explore.answer import Answer

NAMES = "|".join(COMMANDS)
LINE = re.compile(rf"^\s*(?:.*: )?(axiomatrix (?:{NAMES})(?: .*)?)$", re.MULTILINE)
"""A command in the terminal: it ends its line."""
FENCED = re.compile(rf"^(axiomatrix (?:{NAMES})(?: .*)?)$", re.MULTILINE)
MARKED = re.compile(rf"<(?:pre|code)[^>]*>(axiomatrix (?:{NAMES})\b[^<]*)</")
QUOTED = re.compile(rf"[`'](axiomatrix (?:{NAMES})\b[^`'\n]*)[`']")
PLACEHOLDERS = re.compile(r"\b(METRIC|AXIOM|DIR|NAME|FILE\.py)\b")
NAMED = re.compile(r"axiomatrix (\w+|report --html)")
"""A command that is named, without what it needs."""
LONG = re.compile(r"axiomatrix (explore kv7 .*|check --library .*|report .* --html site .*)")
"""What takes long, and is done elsewhere: its options are looked at."""
MY_METRIC = """\
from axiomatrix import axioms, metric

@metric("my-count", kind="distance", holds=[axioms.symmetry, axioms.right_invariance], source="me")
def my_count(a, b):
    \"\"\"C(a, b) = items x with a[x] < b[x]\"\"\"
    return sum(1 for x in a.items if a[x] < b[x]) * a.items[0]
"""
GIVEN = (
    ("axiomatrix check 'my metrics.py' --profile quick --out found", 1),
    ("axiomatrix show precision-at monotone-in-cut-off --profile quick", 0),
    ("axiomatrix show precision-at monotone-in-cut-off --profile quick --out again", 0),
    ("axiomatrix show my-count symmetry 'my metrics.py' --profile quick --out again", 0),
    ("axiomatrix check -m kendall-similarity -a triangle-inequality --certificates --max-n 2 --out mine --jobs 1", 0),
    ("axiomatrix check --instances RUN QRELS --depth 3 --metric precision-at --out lists --profile quick", 0),
    ("axiomatrix show claims OV3", 0),
    ("axiomatrix init new", 0),
    ("axiomatrix compare kendall", 2),
    ("axiomatrix choose", 2),
    ("axiomatrix baseline check", 2),
)
"""What is asked in the terminal, and the status; the commands in what it answers are given next."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    where = tmp_path_factory.mktemp("printed")
    before = Registry(REGISTRY)
    running.prepare(where)
    (where / "my metrics.py").write_text(MY_METRIC, encoding="utf-8")
    yield where
    running.restore(before)


@pytest.fixture(scope="module")
def pages(site: Path) -> str:
    """All pages of the site of the committed reports, as one text."""
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted(site.glob("*.html")))


def whole(printed: Iterable[str]) -> set[str]:
    """Those that are commands to be given as they are."""
    return {one for one in printed if not PLACEHOLDERS.search(one) and not NAMED.fullmatch(one)}


def checked(printed: str) -> None:
    """Its options and arguments are those of the command."""
    name, *rest = shlex.split(printed)[1:]
    build_command(name).make_context(name, rest, resilient_parsing=False).close()


def shape(printed: str) -> str:
    """The command with its options, and where its files are."""
    words = shlex.split(printed)[1:]
    return " ".join(word if word.startswith("-") else Path(word).parent.as_posix() for word in words)


def given(printed: set[str], folder: Path) -> set[str]:
    """One of each shape is given; the shapes."""
    by_shape = {shape(one): one for one in sorted(printed, reverse=True)}
    for one in sorted(by_shape.values()):
        status, output = running.run(one, folder)
        assert status in (0, 1) and "Traceback" not in output, f"{one} ended with {status}:\n{output[-2000:]}"
        assert status == 0 or re.match("axiomatrix (check|diff) ", one), f"{one} ended with {status}:\n{output[-2000:]}"
    return set(by_shape)


@pytest.mark.slow
def test_the_commands_in_what_the_terminal_says_can_be_given(folder: Path) -> None:
    printed: set[str] = set()
    for asked, expected in GIVEN:
        status, output = running.run(asked, folder)
        assert status == expected, f"{asked} ended with {status}:\n{output}"
        found = {
            one.strip("`")
            for one in (*LINE.findall(output), *re.findall(rf"\((axiomatrix (?:{NAMES})[^)]*)\)", output))
        }
        printed |= {one for one in whole(found) if "FILE" not in one and not one.startswith("axiomatrix explore")}
    assert any("'my metrics.py'" in one for one in printed) and any(" verify lists/" in one for one in printed)
    for one in printed - {one for one in printed if " check my_metrics.py" in one}:  # of the folder that init made
        checked(one)
        status, output = running.run(one, folder)
        assert status == 0 or one.startswith("axiomatrix verify reports/"), f"{one} ended with {status}:\n{output}"


def test_a_witness_that_is_not_written_has_no_command_that_replays_it(folder: Path) -> None:
    _, output = running.run(GIVEN[1][0], folder)
    assert "1 <= 1/2 is false" in output and "axiomatrix verify" not in output
    _, output = running.run(GIVEN[2][0], folder)
    (again,) = LINE.findall(output)
    assert running.run(again, folder)[0] == 0


@pytest.mark.slow
def test_the_commands_in_the_reports_can_be_given_in_their_folder(folder: Path) -> None:
    """Their witnesses are not committed: those of explorations are written here from the committed answers."""
    reports, replayed = ROOT / "reports", 0
    for page in sorted([*reports.glob("*.md"), *reports.glob("explorations/*/answer.md")]):
        text = page.read_text(encoding="utf-8")
        printed = whole((*FENCED.findall(text), *QUOTED.findall(text)))
        for one in printed:
            checked(one)
        if page.name == "answer.md":
            answer = Answer.from_json(json.loads(page.with_suffix(".json").read_text(encoding="utf-8")))
            save_exploration(answer, folder / page.parent.name, REGISTRY, pictures=False)
            own = {one for one in printed if " verify " in one}
            replayed += len(given(own, folder / page.parent.name))
    assert replayed


@pytest.mark.xdist_group("site")
def test_the_commands_on_the_pages_of_the_site_can_be_given(folder: Path, pages: str) -> None:
    printed = whole(one for found in MARKED.findall(pages) for one in unescape(found).splitlines())
    assert len(printed) > 30
    for one in printed:
        checked(one)
    files = {word for one in printed for word in shlex.split(one) if word.startswith("reports/") and ".json" in word}
    of_cells = {
        f"reports/witnesses/{w.slug}.json" for cell in committed.matrix().cells for w in cell.evidence.witnesses
    }
    assert files and not [name for name in files - of_cells if not (folder / name).exists()]
    short = {one for one in printed if not LONG.fullmatch(one) and "--metric" not in one}
    short |= {one for one in printed if one.endswith("--metric precision-at")}
    short -= {one for one in short if any(name in one and not (folder / name).exists() for name in files)}
    assert given(short, folder)
