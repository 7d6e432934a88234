"""The written pages of the documentation, and the blocks in them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

ROOT = Path(__file__).parents[2]
OTHERS = {"javascript": "node", "r": "Rscript", "julia": "julia"}
"""Languages that need not be on a machine, and what runs them."""
LANGUAGES = {"python", "console", "toml", "ini", "yaml", "json", "text", *OTHERS}
"""What a block may be in; all but ``text`` are checked."""
_FENCE = re.compile(r"^( *)(`{3,})([^`\n]*)\n(.*?)^\1\2`*[ ]*$", re.DOTALL | re.MULTILINE)
_TITLE = re.compile(r'title="([^"]+)"')
_SAY = re.compile(r"say `([^`]+)`:\s*$")
_COMMENT = re.compile(r"<!--\s*(.*?)\s*-->", re.DOTALL)


@dataclass(frozen=True)
class Block:
    """A block of code of a page."""

    page: str
    line: int
    language: str
    title: str
    """The file that it is to be written to; empty if it is to be written to none."""
    marks: tuple[str, ...]
    """The comments just before it, such as ``exit: 1``."""
    body: str

    @property
    def place(self) -> str:
        """Where it is, for messages."""
        return f"{self.page}:{self.line}"

    def mark(self, name: str) -> str | None:
        """What stands behind ``name:`` in the comments before it; empty for ``name`` alone; None if it is not there."""
        for mark in self.marks:
            text, colon, value = mark.partition(":")
            if text.strip() == name:
                return value.strip() if colon else ""
        return None


@dataclass(frozen=True)
class Page:
    """A page that people write."""

    path: Path

    @property
    def name(self) -> str:
        """Its path in the repository."""
        return self.path.relative_to(ROOT).as_posix()

    @cached_property
    def text(self) -> str:
        """What is written there."""
        return self.path.read_text(encoding="utf-8")

    @cached_property
    def prose(self) -> str:
        """The text without its blocks."""
        return _FENCE.sub("", self.text)

    @cached_property
    def blocks(self) -> list[Block]:
        """Its blocks in order."""
        return [_block(self, found) for found in _FENCE.finditer(self.text)]

    def written_in(self, *languages: str) -> list[Block]:
        """Its blocks in these languages."""
        return [block for block in self.blocks if block.language in languages]


def _block(page: Page, found: re.Match[str]) -> Block:
    before = page.text[: found.start()]
    marks, above = _marks(before)
    info = found[3].strip()
    title = _TITLE.search(info) or _SAY.search(above)
    indent = len(found[1])
    body = "".join(line[indent:] if line[:indent].isspace() else line for line in found[4].splitlines(keepends=True))
    line = before.count("\n") + 1
    return Block(page.name, line, info.partition(" ")[0], title[1] if title else "", marks, body)


def _marks(before: str) -> tuple[tuple[str, ...], str]:
    """The comments that end the text before a block, and the text before them."""
    marks: list[str] = []
    above = before.rstrip()
    while above.endswith("-->"):
        start = above.rindex("<!--")
        comment = _COMMENT.fullmatch(above[start:])
        assert comment is not None
        marks.insert(0, comment[1])
        above = above[:start].rstrip()
    return tuple(marks), above


def pages() -> list[Page]:
    """README.md and all pages under docs/ that people write, which those in docs/topics are not."""
    written = (path for path in sorted((ROOT / "docs").rglob("*.md")) if path.parent.name != "topics")
    return [Page(ROOT / "README.md"), *map(Page, written)]
