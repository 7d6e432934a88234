"""The pages in ``docs/topics`` are those that the definitions and the committed reports give."""

from __future__ import annotations

import re

import pytest
from docs_blocks import ROOT

from axiomatrix.catalogue.practice import PRACTICE
from axiomatrix.report import topics

FOLDER = ROOT / "docs" / "topics"
NAMES = ["index.md", *(f"{topic.id}.md" for topic in PRACTICE)]


@pytest.fixture(scope="module")
def made() -> dict[str, str]:
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(ROOT)
        return topics.topic_files()


@pytest.mark.parametrize("name", NAMES)
def test_a_page_is_as_it_is_made(name: str, made: dict[str, str]) -> None:
    page = (FOLDER / name).read_text(encoding="utf-8")
    assert page == made[name], "python -m axiomatrix.report.topics docs/topics"


def test_each_topic_has_a_page_and_a_picture_and_nothing_else_is_there(made: dict[str, str]) -> None:
    pictures = {f"{topic.id}.svg" for topic in PRACTICE}
    assert set(made) == {*NAMES, *pictures} == {path.name for path in FOLDER.iterdir()}
    assert all(f"]({topic.id}.svg)" in made[f"{topic.id}.md"] for topic in PRACTICE)


def test_all_are_in_the_navigation() -> None:
    navigation = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    assert re.findall(r"topics/([\w-]+\.md)$", navigation, re.MULTILINE) == NAMES
