"""The laws of renderers: every word of a document is shown, nothing of it becomes markup, and widths are kept.

A renderer is a function from a document to text, with the reader that gives back what a person sees of that text.
"""

from __future__ import annotations

import pkgutil
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from html.parser import HTMLParser
from importlib import import_module

from hypothesis import strategies as st
from markdown_it import MarkdownIt
from rich.cells import cell_len

from axiomatrix.report import render
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
from axiomatrix.report.render import html, terminal

from .suite import Suite

# --- documents ---------------------------------------------------------------------------------------------------

HOSTILE = [
    "<script>alert(1)</script>", "a | b", "`x`", "``", "*x*", "_y_", "[a](b)", "![a](b)", "\x1b[31mred", "\u202eright",
    "1. x", "# x", "- x", "> x", "&amp;", "http://example.org", "www.example.org", "~~~", "\\", "a\nb", "", " ", "'\"",
    "<https://x>", "x  ", "|---|", "$x$", "</details>", "{{ x }}", "\0",
]  # fmt: skip
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


# --- renderers ---------------------------------------------------------------------------------------------------

WIDE = 400
"""Columns of a terminal in which no paragraph of these documents wraps."""


@dataclass(frozen=True)
class Renderer:
    """A renderer with its reader; ``width`` is that of its lines, and 0 where lines are as long as they are."""

    render: Callable[[Document], str]
    read: Callable[[str], str]
    width: int = 0
    is_markup: bool = False


def read_as_html(text: str) -> str:
    return Read(text).text


PAGE_READERS = {"markdown": read_as_markdown}
"""Of each format of pages, the reader that gives back what a person sees of it."""
RENDERERS = {
    **{name: Renderer(format.render, PAGE_READERS[name]) for name, format in render.PAGES.items()},
    "html": Renderer(html.render, read_as_html, is_markup=True),
    "notebook": Renderer(
        html.render_for_notebook, lambda text: read_as_html(text.partition("</style>")[2]), is_markup=True
    ),
    "terminal": Renderer(partial(terminal.render, width=WIDE), str, WIDE),
    **{
        f"terminal of {width} columns": Renderer(partial(terminal.render, width=width), str, width)
        for width in (40, 80, 120, 200)
    },
}


def renderer_modules() -> set[str]:
    """The modules of the package that render documents."""
    names = [module.name for module in pkgutil.iter_modules(render.__path__)]
    return {name for name in names if hasattr(import_module(f"{render.__name__}.{name}"), "render")}


# --- laws --------------------------------------------------------------------------------------------------------


def fidelity(renderer: Renderer, document: Document) -> Iterator[object]:
    """A reader sees the words of the document in their order, and no others."""
    seen = "".join(renderer.read(renderer.render(document)).split())
    if seen != said(document):
        yield seen, said(document)


def visibility(renderer: Renderer, document: Document) -> Iterator[object]:
    """Every word is somewhere on the terminal, and no control character is."""
    text = renderer.render(document)
    for block in document.blocks:
        rows = block.rows if isinstance(block, Table) else ()  # a head that heads nothing is not shown
        texts = [plain_text(cell) for row in rows for cell in row] or words(block)
        yield from (word for text_said in texts for word in text_said.split() if word not in text)
    yield from (character for character in "\x1b\0" if character in text)


def spacing(renderer: Renderer, document: Document) -> Iterator[object]:
    """Between the parts of a paragraph stand the spaces that it has."""
    for block in document.blocks:
        if isinstance(block, Text):
            alone = Document("t", blocks=(block,))
            seen = " ".join(renderer.read(renderer.render(alone)).split())
            if seen != " ".join(f"t {plain_text(block.text)}".split()):
                yield seen, block.text


def harmlessness(renderer: Renderer, document: Document) -> Iterator[object]:
    """The markup is made of the renderer's own elements and attributes."""
    read = Read(renderer.render(document).partition("</style>")[2] or renderer.render(document))
    yield from set(read.tags) - OURS
    yield from set(read.attributes) - OUR_ATTRIBUTES


def determinism(renderer: Renderer, document: Document) -> Iterator[object]:
    """A document is rendered to one text."""
    if renderer.render(document) != renderer.render(document):
        yield document


def width(renderer: Renderer, document: Document) -> Iterator[object]:
    """No line is wider than the terminal; documents of this law have no word that is."""
    yield from (line for line in renderer.render(document).splitlines() if cell_len(line) > renderer.width)


OURS = {
    "h1", "h2", "h3", "h4", "p", "pre", "code", "ul", "li", "strong", "a", "div", "table", "thead", "tbody", "tr", "th",
    "td", "details", "summary", "figure", "figcaption", "img",
}  # fmt: skip
OUR_ATTRIBUTES = {"class", "scope", "href", "tabindex", "role", "aria-label", "src", "alt"}

RENDERER = Suite((determinism,))
PAGE = Suite((fidelity,), lambda renderer: not renderer.width, (RENDERER,))
MARKUP = Suite((harmlessness,), lambda renderer: renderer.is_markup, (PAGE,))
TERMINAL = Suite((visibility,), lambda renderer: bool(renderer.width), (RENDERER,))
SPACED = Suite((spacing,), lambda renderer: renderer.width in (0, WIDE), (RENDERER,))
SUITES = (RENDERER, PAGE, MARKUP, TERMINAL, SPACED)

FITTING = Suite((width,), lambda renderer: bool(renderer.width))
"""Its documents are tame."""
