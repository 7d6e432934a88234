"""Every renderer keeps the laws of renderers, and what each alone owes: cuts, wraps, commands, links and symbols."""

from __future__ import annotations

import re
import shlex
from dataclasses import replace
from itertools import count

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from axiomatrix.report.document import Code, Document, Heading, Link, Math, Mono, Table, Text
from axiomatrix.report.render import html, markdown, terminal

from . import renderer_laws
from .renderer_laws import (
    FITTING,
    RENDERERS,
    SUITES,
    Renderer,
    documents,
    read_as_markdown,
    renderer_modules,
    tame_documents,
)
from .snapshots import FOLDER, SNAPSHOTS, rendered
from .suite import Law, counterexamples, each

in_any_time = settings(deadline=None)  # the machine may be busy


@each(SUITES, RENDERERS)
def test_renderer(law: Law, instance: Renderer) -> None:
    @in_any_time
    @given(documents)
    def keep_the_law(document: Document) -> None:
        assert counterexamples(law, instance, document) == []

    keep_the_law()


@each((FITTING,), RENDERERS)
def test_renderer_fits(law: Law, instance: Renderer) -> None:
    @in_any_time
    @given(tame_documents)
    def keep_the_law(document: Document) -> None:
        assert counterexamples(law, instance, document) == []

    keep_the_law()


def test_every_renderer_has_an_instance_here() -> None:
    assert renderer_modules() - {name.split()[0] for name in RENDERERS} == {"blocks"}  # it gives data, not text


@pytest.mark.parametrize("name", SNAPSHOTS)
def test_renderer_writes_its_snapshot(name: str) -> None:
    """Run ``python tests/laws/snapshots.py`` where the change is wanted."""
    assert rendered(name) == (FOLDER / name).read_text(encoding="utf-8")


BOLD = Document("t", "s", (Text(("bold ", "x")), Table(("a",), (("wide words",),))))
NUMBERS = count()
PLANTED: dict[str, Renderer] = {
    "determinism": Renderer(lambda document: str(next(NUMBERS)), str),
    "fidelity": replace(RENDERERS["html"], render=lambda document: "t"),
    "harmlessness": replace(RENDERERS["html"], render=lambda document: "<script>"),
    "visibility": replace(RENDERERS["terminal"], render=lambda document: "t\x1b"),
    "spacing": replace(RENDERERS["html"], render=lambda document: "t boldx"),
    "width": replace(RENDERERS["terminal of 40 columns"], render=lambda document: "x" * 41),
}


@pytest.mark.parametrize("name", PLANTED)
def test_law_finds_the_renderer_that_is_planted_against_it(name: str) -> None:
    assert counterexamples(getattr(renderer_laws, name), PLANTED[name], BOLD)


def test_every_law_of_renderers_has_something_planted_against_it() -> None:
    assert {law.__name__ for suite in (*SUITES, FITTING) for law in suite.all_laws()} == set(PLANTED)


# --- what one renderer owes ----------------------------------------------------------------------------------------


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
