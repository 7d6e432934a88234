"""What README and docs refer to is there: links and anchors, commands and options, metrics and axioms."""

from __future__ import annotations

import difflib
import posixpath
import re
import sys
from functools import cache

import pytest
from docs_blocks import ROOT, Page, pages

from axiomatrix import axioms, spaces
from axiomatrix.catalogue import load_catalogue
from axiomatrix.cli.commands import COMMANDS, build_command
from axiomatrix.model.axiom import Axiom

sys.path.insert(0, str(ROOT / "docs"))
from _reference.pages import everything  # found by the line above

PAGES = pages()
every_page = pytest.mark.parametrize("page", PAGES, ids=[page.name for page in PAGES])
LINK = re.compile(r"\[(?:[^\[\]]|\[[^\]]*\])*\]\(([^)\s]+)\)")
SPAN = re.compile(r"(?<!`)`([^`]+)`(?!`)")
ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)+(\[[\w-]+\])?")
OTHER_COMMANDS = {"dask", "pip", "pytest", "python", "mkdocs", "git"}
"""Programs whose options pages may name; they are not looked up."""
PYTEST_OPTIONS = {"--axiomatrix-report", "--axiomatrix-profile", "--axiomatrix-seed", "--hypothesis-seed", "--dist"}
ALIKE = 0.84
"""How alike an unknown id may be to a registered one before it is taken for a slip of the pen."""


@cache
def generated() -> dict[str, str | bytes]:
    """The pages that mkdocs gets from the registry, by their path in the repository."""
    return {f"docs/{path}": page for path, page in everything(ROOT).items()}


@cache
def anchors(path: str) -> frozenset[str]:
    """The anchors of a page, written or generated: explicit ones, and those of headings as GitHub makes them."""
    made = generated().get(path)
    text = str(made) if made is not None else Page(ROOT / path).prose
    explicit = re.findall(r"\{ #(\S+) \}|<a id=\"([^\"]+)\"", text)
    headings = re.findall(r"^#{1,6} (.+?)(?: \{ #\S+ \})?$", text, flags=re.MULTILINE)
    plain = (re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading) for heading in headings)
    slugs = {re.sub(r"[^\w\- ]", "", heading.replace("`", "").strip().lower()).replace(" ", "-") for heading in plain}
    return frozenset({one or other for one, other in explicit} | slugs)


@cache
def commands() -> dict[str, set[str]]:
    """The options of each command."""
    return {
        name: {option for one in build_command(name).params for option in (*one.opts, *one.secondary_opts)}
        for name in COMMANDS
    }


@every_page
def test_every_relative_link_leads_somewhere(page: Page) -> None:
    wrong = []
    for target in LINK.findall(page.prose):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, place = target.partition("#")
        there = posixpath.normpath(posixpath.join(posixpath.dirname(page.name), path)) if path else page.name
        if not (ROOT / there).exists() and (page.name == "README.md" or there not in generated()):
            wrong.append(f"{target}: there is no {there}")
        elif place and there.endswith(".md") and place not in anchors(there):
            wrong.append(f"{target}: {there} has no such heading")
    assert not wrong


PACKAGES = {path.name for path in (ROOT / "src" / "axiomatrix").iterdir() if path.is_dir()}
OF_THE_REPOSITORY = {"benchmarks", "bugs", "docs", "examples", "properties", "src", "tests"}


@every_page
def test_every_path_of_the_code_that_is_named_exists(page: Page) -> None:
    """Such as `model/metric.py` or `studies/explore/`; users' files are skipped."""
    named = [span.split("#")[0] for span in SPAN.findall(page.prose) if re.fullmatch(r"[\w.]+/[\w./-]*", span)]
    within = {path: ROOT / "src" / "axiomatrix" / path for path in named if path.split("/")[0] in PACKAGES}
    beside = {path: ROOT / path for path in named if path.split("/")[0] in OF_THE_REPOSITORY}
    assert [path for path, file in (beside | within).items() if not file.exists()] == []


@every_page
def test_every_command_and_option_that_is_named_exists(page: Page) -> None:
    every_option = {"--help", "-h", "--version", "-V", "--install-completion", *PYTEST_OPTIONS}.union(
        *commands().values()
    )
    wrong = []
    for span in SPAN.findall(page.prose):
        words = span.replace("|", " ").split()
        if words[0] in OTHER_COMMANDS:
            continue
        known = every_option
        if words[0] == "axiomatrix" and len(words) > 1 and re.fullmatch(r"[a-z]+", words[1]):
            if words[1] not in commands():
                wrong.append(f"`{span}`: no command {words[1]}")
                continue
            known = {"--help"} | commands()[words[1]]
        elif words[0] in commands() and any(word.startswith("-") for word in words):
            known = {"--help"} | commands()[words[0]]
        named = [word.partition("=")[0] for word in words if re.match(r"--[a-z]", word)]
        wrong += [f"`{span}`: no option {option}" for option in named if option not in known]
    assert not wrong


@every_page
def test_every_id_that_is_named_is_registered_or_the_pages_own(page: Page) -> None:
    registry = load_catalogue()
    known = {*registry.metrics, *registry.axioms, *(metric.id for metric in registry.metrics.values())}
    own = "\n".join(block.body for block in page.blocks)
    wrong = []
    for span in SPAN.findall(page.prose):
        if not ID.fullmatch(span) or span in known or span in own:
            continue
        near = difflib.get_close_matches(span, known, n=1, cutoff=ALIKE)
        if near or span.partition("[")[0] in known:
            wrong.append(f"`{span}`: is {near[0] if near else span.partition('[')[0]!r} meant?")
    assert not wrong


@every_page
def test_every_axiom_and_space_that_is_written_as_python_exists(page: Page) -> None:
    own = "\n".join(block.body for block in page.written_in("python"))
    named = re.findall(r"`(axioms|spaces)\.(\w+)", page.prose)
    built_in = {name for name, value in vars(axioms).items() if isinstance(value, Axiom)}
    there = {"axioms": built_in, "spaces": set(spaces.__all__)}
    assert not [f"{where}.{name}" for where, name in named if name not in there[where] and name not in own]
