"""Running the blocks of a page: in one folder, in order, as a reader would."""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from docs_blocks import OTHERS, ROOT, Block
from typer.testing import CliRunner

import axiomatrix
from axiomatrix import REGISTRY, Registry
from axiomatrix.catalogue import load_catalogue
from axiomatrix.cli.app import app
from axiomatrix.report.json_reports import dump_matrix

PROFILE = 'profile = "quick"\njobs = 1'
"""What commands use that do not say otherwise; the pages say so where it matters."""
ENVIRONMENT = {"COLUMNS": "100", "TERM": "dumb", "PYTHONDONTWRITEBYTECODE": "1"}
"""The surroundings of every command."""
TABLE = "[tool.axiomatrix]"
FILES = {
    "ballots.txt": "a > b > c\n2: b > a > c\n",
    "pairs.csv": "a,b\nx y z,y x z\nz y x,x y z\n",
    "RUN": "tests/data/trec/results.test",
    "QRELS": "tests/data/trec/qrels.test",
}
"""What is there before the first block: the content, or the file of the repository that it is a copy of."""
LIMIT = 120
"""Seconds after which a command is said to hang: a safety net, no measurement."""


@dataclass(frozen=True)
class Elsewhere:
    """A command that is not run with its page, because it takes minutes or the net."""

    command: str
    """A pattern of the whole command."""
    why: str
    file: str
    """Where it, or the same with other names, is run."""
    line: str
    """What stands there."""


ELSEWHERE = (
    Elsewhere(r"(python -m )?pip install .*", "the net", ".ci/run", "python -m pip install --quiet -c constraints.txt"),
    Elsewhere(
        r"axiomatrix check( --no-pins)?( --out reports)?", "minutes", ".ci/reports", "axiomatrix check --no-pins"
    ),
    Elsewhere(
        r"axiomatrix relate( kendall-tau| --out reports)",
        "all partners of one or of all",
        ".ci/reports",
        "axiomatrix relate",
    ),
    Elsewhere(r"axiomatrix explore kv7 --max-n 6", "minutes", ".ci/reports", "axiomatrix explore kv7 --fresh"),
    Elsewhere(
        r"axiomatrix check( --library \S+)+( --metric \S+)?",
        "needs the libraries",
        "tests/libraries/test_check_library.py",
        "--library",
    ),
    Elsewhere(r"mkdocs (build --strict|serve)", "run once, by .ci/run", ".ci/run", "mkdocs build --strict"),
    Elsewhere(
        r"pytest -n auto --dist loadgroup( -m slow)?|pytest -q -n 2 .*",
        "it is the tests",
        ".ci/run",
        "pytest -q -n 2 --dist loadgroup",
    ),
)


def elsewhere(command: str) -> Elsewhere | None:
    """Where a command is run, if not here."""
    return next((one for one in ELSEWHERE if re.fullmatch(one.command, command)), None)


def prepare(folder: Path) -> None:
    """Put the files there that the pages may count on: FILES, and the reports, examples and bugs of the repository."""
    _catalogue()
    for name, given in FILES.items():
        source = ROOT / given if (ROOT / given.partition("\n")[0]).is_file() else None
        (folder / name).write_text(source.read_text(encoding="utf-8") if source else given, encoding="utf-8")
    (folder / "pyproject.toml").write_text(f"{TABLE}\n{PROFILE}\n", encoding="utf-8")
    for name, report in small_reports().items():
        (folder / name).write_text(report, encoding="utf-8")
    for name in ("reports", "examples", "bugs"):
        shutil.copytree(ROOT / name, folder / name, copy_function=_same)


@cache
def small_reports() -> dict[str, str]:
    """OLD.json and NEW.json: one metric, and in the new report one axiom more."""
    asked = ["symmetry", "triangle-inequality", "left-invariance"]
    load_catalogue()
    return {
        name: dump_matrix(axiomatrix.check("footrule", axioms=axioms, profile="quick"))
        for name, axioms in (("OLD.json", asked[:-1]), ("NEW.json", asked))
    }


def _same(source: str, target: str) -> None:
    """A second name of the file where the system has that (whoever writes it anew replaces it), else a copy."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)


def write(block: Block, folder: Path) -> Path:
    """Write a block to the file that it names; a pyproject.toml gets the quick profile."""
    path = folder / block.title
    assert path.resolve().is_relative_to(folder.resolve()), f"{block.place}: {block.title} leaves the folder"
    path.parent.mkdir(parents=True, exist_ok=True)
    body = block.body
    if block.title == "pyproject.toml" and "profile" not in body:
        body = body.replace(TABLE, f"{TABLE}\n{PROFILE}") if TABLE in body else f"{body}\n{TABLE}\n{PROFILE}\n"
    path.write_text(body, encoding="utf-8")
    return path


@dataclass
class Python:
    """The Python blocks of a page: one namespace, and a module for each that is written to a file."""

    folder: Path
    names: dict[str, Any] = field(default_factory=dict)
    printed: str = ""
    _before: dict[str, Registry] = field(default_factory=dict)
    """What was registered before a file was first executed: written anew, it registers its metrics anew."""

    def run(self, block: Block) -> None:
        """Execute a block; what it prints is kept."""
        path = self.folder / (block.title or f".block-{block.line}.py")
        path.write_text(block.body, encoding="utf-8")
        module = ModuleType(path.stem)
        module.__file__ = str(path)
        if block.title:
            restore(self._before.setdefault(block.title, Registry(REGISTRY)))
            sys.modules[path.stem] = module
            namespace = module.__dict__
        else:
            namespace = self.names
            namespace.setdefault("__name__", "__main__")
        text = io.StringIO()
        with contextlib.redirect_stdout(text):
            exec(compile(block.body, str(path), "exec"), namespace)  # the pages are ours
        self.printed = text.getvalue()
        self.names |= {name: value for name, value in namespace.items() if not name.startswith("__")}


def in_another_language(block: Block, folder: Path) -> str | None:
    """What a block in another language prints; None if nothing on this machine runs it."""
    program = shutil.which(OTHERS[block.language])
    if program is None:
        return None
    file = folder / f".block-{block.line}"
    file.write_text(block.body, encoding="utf-8")
    status, message = _in_a_process([program, str(file)], folder)
    assert status == 0, f"{block.place}: {message}"
    return message


def restore(registry: Registry) -> None:
    """Make the common registry what it was."""
    kept = Registry(registry)
    REGISTRY.metrics, REGISTRY.axioms, REGISTRY.sources = kept.metrics, kept.axioms, kept.sources


def commands(block: Block) -> list[tuple[str, list[str]]]:
    """The commands of a block, each with the lines that are shown below it."""
    found: list[tuple[str, list[str]]] = []
    lines = iter(block.body.replace("\\\n", " ").splitlines())
    for line in lines:
        if line.startswith("$ "):
            found.append((" ".join(line[2:].split()), []))
        elif line.strip():
            assert found, f"{block.place}: {line!r} stands before the first command (`$ ...`)"
            found[-1][1].append(line)
    return found


def run(command: str, folder: Path) -> tuple[int, str]:
    """Exit status and output (both streams in one) of a command, or of several joined by ``&&``."""
    text = ""
    for part in command.split(" && "):
        name, *rest = shlex.split(part)
        if name == "axiomatrix":
            status, output = _here(rest, folder)
        elif name in PROGRAMS:
            status, output = _in_a_process([*PROGRAMS[name], *rest], folder)
        else:
            raise AssertionError(f"{command}: {name} is not run; add the command to docs_running.ELSEWHERE")
        text += output
        if status:
            return status, text
    return 0, text


PROGRAMS = {
    "python": [sys.executable],
    "pytest": [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:cov"],
}
"""What is run beside our own command, and how."""


def _here(arguments: list[str], folder: Path) -> tuple[int, str]:
    """Our own command, in this process (a start costs half a second), on the catalogue as it is in a fresh one."""
    registered, modules, where = Registry(REGISTRY), set(sys.modules), Path.cwd()
    restore(_catalogue())
    os.chdir(folder)
    try:
        done = CliRunner().invoke(app, arguments, env=ENVIRONMENT)
    finally:
        os.chdir(where)
        restore(registered)
        for name in set(sys.modules) - modules:
            if name.startswith("axiomatrix_user_file_"):
                del sys.modules[name]
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done.exit_code, done.output


@cache
def _catalogue() -> Registry:
    """What is registered before any file of a user is read; asked before the first page."""
    return Registry(load_catalogue())


def _in_a_process(command: list[str], folder: Path) -> tuple[int, str]:
    done = subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, **ENVIRONMENT},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        timeout=LIMIT,
        check=False,
    )
    return done.returncode, done.stdout


def unseen(shown: list[str], output: str) -> str | None:
    """The first line that is shown and does not come in the output, in this order; ``...`` stands for anything."""
    lines = iter(" ".join(line.split()) for line in output.splitlines())
    for line in shown:
        pattern = re.escape(" ".join(line.split())).replace(re.escape("..."), ".*")
        pattern = re.sub(r"(\\ )?\.\*(\\ )?", ".*", pattern)
        if not any(re.fullmatch(pattern, given) for given in lines):
            return line
    return None
