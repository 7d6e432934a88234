"""Every example of README and docs does what its page says; what the pages name is there."""

from __future__ import annotations

import configparser
import json
import shutil
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import docs_running as running
import jsonschema
import pytest
import yaml
from docs_blocks import LANGUAGES, OTHERS, ROOT, Block, Page, pages

from axiomatrix import REGISTRY, Registry
from axiomatrix.report.json_formats import JSON_FORMATS

PAGES = pages()
every_page = pytest.mark.parametrize("page", PAGES, ids=[page.name for page in PAGES])
SCHEMAS = {format.name: format.schema() for format in JSON_FORMATS.values()}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with what the pages count on; what their blocks register and import is forgotten afterwards."""
    running.prepare(tmp_path)
    before, modules = Registry(REGISTRY), set(sys.modules)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    yield tmp_path
    running.restore(before)
    for name in set(sys.modules) - modules:
        if str(tmp_path) in str(getattr(sys.modules[name], "__file__", "")):
            del sys.modules[name]


@pytest.mark.slow
@every_page
def test_the_examples_of_a_page_do_what_it_says(page: Page, folder: Path) -> None:
    python = running.Python(folder)
    printed: str | None = ""
    for block in page.blocks:
        if block.mark("not run") is not None:
            continue
        if block.language == "python":
            python.run(block)
            printed = python.printed
        elif block.language in OTHERS:
            printed = running.in_another_language(block, folder)
        elif block.language == "console":
            _in_the_shell(block, folder)
        elif block.mark("prints") is not None:
            assert printed is None or printed == block.body, block.place
        elif block.title:
            running.write(block, folder)


@pytest.mark.parametrize("language", OTHERS)
def test_the_examples_in_other_languages_are_run(language: str) -> None:
    shown = [block for page in PAGES for block in page.written_in(language)]
    assert shown
    if shutil.which(OTHERS[language]) is None:
        pytest.skip(f"{OTHERS[language]} is not on this machine, so that {shown[0].place} was not run")


def _in_the_shell(block: Block, folder: Path) -> None:
    where = folder
    if block.mark("empty folder") is not None:
        where = folder / f"empty-{block.line}"
        where.mkdir()
        (where / "pyproject.toml").write_text(f"{running.TABLE}\n{running.PROFILE}\n", encoding="utf-8")
    found = [(command, shown) for command, shown in running.commands(block) if running.elsewhere(command) is None]
    for number, (command, shown) in enumerate(found, 1):
        expected = int(block.mark("exit") or 0) if number == len(found) else 0
        status, output = running.run(command, where)
        assert status == expected, f"{block.place}: {command} ended with {status}:\n{output}"
        missing = running.unseen(shown, output)
        assert missing is None, f"{block.place}: {command} does not print {missing!r}, but:\n{output}"


@every_page
def test_a_page_has_an_example_that_is_checked_and_no_block_of_an_unknown_language(page: Page) -> None:
    unknown = [f"{block.place}: {block.language!r}" for block in page.blocks if block.language not in LANGUAGES]
    assert not unknown
    assert [block for block in page.blocks if block.language != "text" and block.mark("not run") is None]


@every_page
def test_what_is_not_run_says_why_and_is_still_python(page: Page) -> None:
    for block in page.blocks:
        if (why := block.mark("not run")) is not None:
            assert len(why) > 5, f"{block.place}: say why"
            assert block.language == "python", f"{block.place}: only python may be for reading alone"
            compile(block.body, block.place, "exec")


@every_page
def test_files_that_a_page_shows_can_be_read(page: Page) -> None:
    for block in page.blocks:
        if block.language == "toml":
            tomllib.loads(block.body)
        elif block.language == "yaml":
            assert yaml.safe_load(block.body) is not None, block.place
        elif block.language == "ini":
            configparser.ConfigParser().read_string(block.body)
        elif block.language == "json":
            shown = json.loads(block.body)
            if isinstance(shown, dict) and "format" in shown:
                jsonschema.validate(shown, SCHEMAS[shown["format"]])


def test_what_is_not_run_here_is_run_where_the_list_says() -> None:
    for one in running.ELSEWHERE:
        assert one.line in (ROOT / one.file).read_text(encoding="utf-8"), one


def test_nothing_on_that_list_is_superfluous() -> None:
    shown = [c for page in PAGES for block in page.written_in("console") for c, _ in running.commands(block)]
    parts = [part for command in shown for part in (command, *command.split(" && "))]
    for one in running.ELSEWHERE:
        assert [part for part in parts if running.elsewhere(part) is one], one
