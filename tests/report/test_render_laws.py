"""What every renderer owes every document: it says all that the document says, and nothing of it becomes markup."""

from __future__ import annotations

import re
import shlex
from collections import Counter
from html.parser import HTMLParser

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from rich.cells import cell_len

from axiomatrix.report.document import (
    Code,
    Details,
    Document,
    Formula,
    Heading,
    Inline,
    Link,
    List,
    Math,
    Mono,
    Nested,
    Note,
    Picture,
    Strong,
    Table,
    Text,
    plain_text,
    words,
)  # fmt: skip
from axiomatrix.report.render import html, markdown, terminal

HOSTILE = [
    "<script>alert(1)</script>", "a | b", "`x`", "``", "*x*", "_y_", "[a](b)", "![a](b)", "\x1b[31mred", "\u202eright",
    "1. x", "# x", "- x", "> x", "&amp;", "http://example.org", "www.example.org", "~~~", "\\", "a\nb", "", " ", "'\"",
    "<https://x>", "x  ", "|---|", "$x$", "</details>", "{{ x }}", "\0",
]  # fmt: skip
in_any_time = settings(deadline=None)  # the machine may be busy
texts = st.sampled_from(HOSTILE) | st.text(st.sampled_from("ab <&|`*_[]#-\\é漢\n"), max_size=12)
spans = (
    texts
    | texts.map(Strong)
    | texts.map(Mono)
    | texts.map(Math)
    | texts.map(lambda text: Link(text or "x", "page.html#a b"))
)
inlines: st.SearchStrategy[Inline] = spans | st.lists(spans, max_size=3).map(tuple)


def tables(inlines: st.SearchStrategy[Inline]) -> st.SearchStrategy[Table]:
    def of(columns: int) -> st.SearchStrategy[Table]:
        row = st.tuples(*[inlines] * columns)
        return st.builds(Table, row, st.lists(row, min_size=1, max_size=3).map(tuple))

    return st.integers(1, 5).flatmap(of)


def blocks(inlines: st.SearchStrategy[Inline], lines: st.SearchStrategy[str]) -> st.SearchStrategy[tuple]:
    items = inlines | st.builds(Nested, inlines, st.lists(inlines, max_size=2).map(tuple))
    lists = st.lists(items, min_size=1, max_size=3).map(tuple).map(List)
    formulas = lines.map(Formula)
    flat = (
        st.builds(Heading, inlines, st.integers(2, 4)) | inlines.map(Text) | inlines.map(Note) | tables(inlines) | lists
    )
    pictures = lines.map(lambda says: Picture("", says, file="a (b).svg"))
    flat |= pictures
    some = st.lists(flat | lines.map(Code) | formulas, max_size=3).map(tuple)
    return st.lists(flat | st.builds(Details, inlines, some), max_size=4).map(tuple)


documents = st.builds(Document, inlines, inlines, blocks(inlines, texts))
letters = st.text("abc", min_size=1, max_size=9)
values = st.lists(letters, min_size=1, max_size=12).map(" ".join).map(Mono)
tame = st.lists(letters | letters.map(Strong) | values, min_size=1, max_size=9).map(
    lambda parts: tuple(part for one in parts for part in (one, " "))
)
tame_documents = st.builds(Document, tame, tame, blocks(tame, letters))


def said(document: Document) -> str:
    """All words of a document, without spaces."""
    every = [
        plain_text(document.title),
        plain_text(document.summary),
        *(w for block in document.blocks for w in words(block)),
    ]
    return "".join("".join(every).split())


class Read(HTMLParser):
    """What a browser would show of a piece of HTML, and what it is made of."""

    def __init__(self, markup: str) -> None:
        super().__init__()
        self.text, self.tags, self.attributes = "", Counter[str](), Counter[str]()
        self.feed(str(markup))
        self.close()

    def handle_data(self, data: str) -> None:
        self.text += data

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        self.attributes.update(name for name, _ in attrs)


OURS = {
    "h1", "h2", "h3", "h4", "p", "pre", "code", "ul", "li", "strong", "a", "div", "table", "thead", "tbody", "tr", "th",
    "td", "details", "summary", "figure", "figcaption", "img",
}  # fmt: skip


@in_any_time
@given(documents)
def test_html_says_what_the_document_says_and_no_more(document: Document) -> None:
    read = Read(html.render(document))
    assert "".join(read.text.split()) == said(document)
    assert set(read.tags) <= OURS
    assert set(read.attributes) <= {"class", "scope", "href", "tabindex", "role", "aria-label", "src", "alt"}


def read_as_markdown(text: str) -> str:
    """What a reader of Markdown shows of the text."""
    shown = ""
    for token in MarkdownIt("commonmark", {"html": True}).enable("table").parse(text):
        if token.type in ("html_block", "html_inline"):
            shown += Read(token.content).text
        for child in (part for whole in token.children or () for part in whole.children or (whole,)):
            shown += "" if child.type == "html_inline" else child.content
        if token.type in ("fence", "code_block"):
            shown += token.content
        shown += " " * (token.type == "inline")
    return shown


@in_any_time
@given(documents)
def test_markdown_says_what_the_document_says_and_no_more(document: Document) -> None:
    assert "".join(read_as_markdown(markdown.render(document)).split()) == said(document)


@in_any_time
@given(inlines)
def test_spaces_between_the_parts_of_a_text_stay(inline: Inline) -> None:
    document = Document("t", blocks=(Text(inline),))
    wanted = " ".join(f"t {plain_text(inline)}".split())
    assert " ".join(Read(html.render(document)).text.split()) == wanted
    assert " ".join(read_as_markdown(markdown.render(document)).split()) == wanted
    assert " ".join(terminal.render(document, 400).split()) == wanted


@in_any_time
@given(documents, st.integers(0, 700))
def test_markdown_that_is_cut_fits_and_closes_what_it_opened(document: Document, most: int) -> None:
    rest = "All of it: elsewhere."
    text = markdown.render_up_to(document, most, rest)
    assert len(text.encode()) <= most
    folds = [token.content for token in MarkdownIt("commonmark").parse(text) if token.type == "html_block"]
    assert sum(fold.startswith("<details>") for fold in folds) == folds.count("</details>\n")
    if text and text != markdown.render(document):
        kept, left = text.split("\n**Cut here**: ")
        lines = int(left.split()[0].replace(",", ""))
        assert kept.count("\n") + lines == markdown.render(document).count("\n")
        assert left.endswith(f"{rest}\n")


@in_any_time
@given(documents, st.sampled_from([40, 80, 120, 200]))
def test_terminal_shows_every_word(document: Document, width: int) -> None:
    shown = terminal.render(document, width)
    for block in document.blocks:
        rows = block.rows if isinstance(block, Table) else ()  # a head that heads nothing is not shown
        said = [plain_text(cell) for row in rows for cell in row] or words(block)
        assert all(word in shown for text in said for word in text.split())
    assert "\x1b" not in shown and "\0" not in shown


@in_any_time
@given(tame_documents, st.sampled_from([40, 80, 120, 200]))
def test_terminal_is_no_wider_than_it_is_told(document: Document, width: int) -> None:
    assert max(map(cell_len, terminal.render(document, width).splitlines())) <= width


def test_table_wraps_its_widest_column_and_then_stacks_its_rows() -> None:
    table = Table(("metric", "what"), (("kendall", "counts pairs in the other order"),))
    shown = [terminal.render(Document("t", blocks=(table,)), width).splitlines()[2:] for width in (80, 30, 16)]
    assert shown == [
        [
            "metric   what",
            "-------  -------------------------------",
            "kendall  counts pairs in the other order",
        ],
        ["metric   what", "-------  ---------------------", "kendall  counts pairs in the", "         other order"],
        ["metric: kendall", "  what: counts", "    pairs in the", "    other order"],
    ]


def test_long_command_goes_on_after_a_backslash_and_quotes_stay_whole() -> None:
    command = "axiomatrix show reports/compliance.json --cell 'kendall: symmetry of rankings' --out somewhere/else"
    shown = terminal.render(Document("t", blocks=(Code(command, "console"),)), 40).splitlines()[2:]
    assert max(map(len, shown)) <= 41
    assert " ".join(line.removesuffix("\\").strip() for line in shown) == command
    assert all(line.endswith(" \\") for line in shown[:-1])


@in_any_time
@given(st.text("""ab '"\\""", max_size=60), st.sampled_from([20, 40]))
def test_nothing_of_a_long_command_is_lost(command: str, width: int) -> None:
    lines = terminal.render(Document("t", blocks=(Code(command, "console"),)), width).splitlines()[2:]
    joined = "".join(line.removesuffix(" \\") if k < len(lines) - 1 else line for k, line in enumerate(lines))
    assert "".join(joined.split()) == "".join(command.split())


def test_command_is_not_broken_within_its_quotes() -> None:
    command = """axiomatrix show "a \\" b c d e f g h i j k l m n o" 'it is' --out reports"""
    shown = terminal.render(Document("t", blocks=(Code(command, "console"),)), 30)
    assert shlex.split(shown.removeprefix("t\n\n").replace("\\\n", " ")) == shlex.split(command)


def test_path_is_not_broken_at_its_spaces() -> None:
    path = Mono("my reports/compliance.json")
    assert terminal.wrapped(("written to ", path, "."), 30) == ["written to", "my reports/compliance.json."]


def test_heading_may_end_like_one_that_is_closed() -> None:
    assert read_as_markdown(markdown.render(Document("a ##", blocks=(Heading("b #"),)))).split() == [
        "a",
        "##",
        "b",
        "#",
    ]


@pytest.mark.parametrize("to", ["javascript:alert(1)", "JaVaScRiPt:alert(1)", "data:text/html,x", "http://[x"])
def test_link_leads_to_no_script(to: str) -> None:
    assert re.findall('href="([^"]*)"', html.render(Document("t", Link("x", to)))) == ["#"]


def test_notebook_is_the_page_with_a_style() -> None:
    document = Document("t", "s", (Text("x"),))
    assert html.render(document) in html.render_for_notebook(document)


def test_symbol_within_a_text_is_typeset_on_pages_and_typed_elsewhere() -> None:
    document = Document("t", blocks=(Text(("where ", Math("w_x", "w_{x}"), " is a weight")),))
    assert "<math" in html.render(document) and "<msub>" in html.render(document)
    assert "`w_x`" in markdown.render(document)
    assert "where w_x is a weight" in terminal.render(document)


@pytest.mark.parametrize("latex", ["\\href{javascript:alert(1)}{x}", "<script>", "\\undefined{", ""])
def test_symbol_that_is_no_formula_is_shown_as_it_is_typed(latex: str) -> None:
    shown = html.render(Document("t", blocks=(Text((Math("a<b", latex),)),)))
    assert "<script" not in shown and "javascript" not in shown
    assert "<code>a&lt;b</code>" in shown or "<math" in shown
