"""Text of users in reports: escaped in every format, and said as it is."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from nasty import NASTY, in_a_notebook, is_clean

from axiomatrix import Matrix, Registry
from axiomatrix.evidence import safe
from axiomatrix.report.results import matrix_text


class Structure(HTMLParser):
    """Tags and attributes of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.depth = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        self.depth += tag not in ("meta", "br")

    def handle_endtag(self, tag: str) -> None:
        self.depth -= 1


ALLOWED = {
    *("style", "h1", "h2", "h3", "p", "strong"),
    *("ul", "li", "a", "span", "code", "pre", "small", "div", "br", "table", "thead", "tbody", "tr", "th", "td"),
    *("details", "summary"),
}


def structure(page: str) -> Structure:
    parser = Structure()
    parser.feed(page)
    parser.close()
    return parser


def test_what_a_notebook_shows_loads_nothing_and_runs_nothing(matrix: Matrix, registry: Registry) -> None:
    shown = in_a_notebook(matrix, registry)
    parsed = structure(shown)
    assert parsed.depth == 0
    assert {tag for tag, _ in parsed.tags} <= ALLOWED
    for _, attributes in parsed.tags:
        assert not {name for name in attributes if name.startswith("on") or name in ("src", "srcset", "style")}
        assert (attributes.get("href") or "#").startswith("#")
    assert "url(" not in shown and "@import" not in shown
    assert matrix._repr_html_().startswith('<div class="axm">')


def test_user_text_is_escaped_in_every_format(saved: Path, matrix: Matrix, registry: Registry) -> None:
    page = (saved / "site/matrix.html").read_text(encoding="utf-8")
    for name in ("index", "matrix", "compare", "choose", "discoveries"):
        assert "<script>" not in (saved / f"site/{name}.html").read_text(encoding="utf-8")
    for shown in (page, in_a_notebook(matrix, registry)):
        assert "&lt;script&gt;alert(1)&lt;/script&gt;|x" in shown
        assert shown.count("<img") == shown.count("<img src=static/mark.svg ")
        assert is_clean(shown)
    md = (saved / "compliance.md").read_text(encoding="utf-8")
    pages = [md, *(p.read_text(encoding="utf-8") for p in (saved / "witnesses").glob("*.md"))]
    assert any("alert(1)" in words for words in pages[1:])
    for words in pages:
        assert is_clean(words)
        outside = re.sub(r"^(`{3,}).*?^\1$", "", words, flags=re.DOTALL | re.MULTILINE)
        outside = re.sub(r"(?<![\\`])(`+)(?!`).+?(?<!`)\1(?!`)", "", outside)
        assert not re.search(r"<(?!/?strong>|/?details>|/?summary>|!-- axiomatrix-witness-1 -->)", outside)
        assert not re.search(r"(?<!\\)\]\((?!witnesses/[a-z0-9._-]+\.md\)|\.\./compliance\.md\)|#legend\))", outside)
    assert any("onerror" in words and "\\\\x1b" in words for words in pages)  # what is claimed is shown, made harmless
    words = matrix_text(matrix, registry=registry)
    assert is_clean(words) and NASTY in words


def test_no_row_of_a_markdown_table_has_more_cells_than_its_head(saved: Path) -> None:
    for file in [saved / "compliance.md", *(saved / "witnesses").glob("*.md")]:
        table: list[int] = []
        for line in file.read_text(encoding="utf-8").splitlines():
            if line.startswith("|"):
                table.append(len(re.findall(r"(?<!\\)\|", line)))
            else:
                assert len(set(table)) <= 1, file
                table = []


@pytest.mark.parametrize(
    ("given", "made"),
    [
        ("a_b*c", "a\\_b\\*c"),
        ("# no heading", "\\# no heading"),
        ("1. no list", "1\\. no list"),
        ("- no list", "\\- no list"),
        ("see https://x.y", "see https:&#47;/x.y"),
        ("<b>&amp;", "&lt;b&gt;&amp;amp;"),
        ("two\nlines", "two lines"),
        ("\x1b[0m", "\\\\x1b\\[0m"),
    ],
)
def test_markdown_prose_says_just_what_is_given(given: str, made: str) -> None:
    assert safe.prose(given) == made


@pytest.mark.parametrize(
    ("given", "made"), [("a", "`a`"), ("a`b", "``a`b``"), ("`a", "`` `a ``"), ("a``b`", "``` a``b` ```"), ("", "`  `")]
)
def test_code_spans_hold_any_text(given: str, made: str) -> None:
    assert safe.code(given) == made
    assert safe.fenced("```\nx") == "````\n```\nx\n````"
