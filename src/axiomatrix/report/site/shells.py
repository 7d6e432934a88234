"""The list of the site's pages, and :func:`render_page`, by which every other module of the site writes a page.

A *shell* is what all pages have around their content: navigation, footer, styles and scripts. A page's template gets
these from here, and the content from the caller. A *block* is a file of data that the scripts of a page read.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from ... import __version__
from ...evidence.safe import visible
from ..dataset import own_entry
from ..render.html import environment
from . import links
from .blocks import data_script
from .inputs import Inputs
from .markup import outside, sign, spans, value

Files = dict[str, str | bytes]
"""Contents of files by their paths in the site."""


@dataclass(frozen=True)
class Page:
    """A kind of page: a file of the site, and the template, scripts and styles that further files of its kind share."""

    file: str
    """The file of the page itself; further pages of its kind have their own files, such as one for each metric."""
    nav: str
    """The page's name in the navigation."""
    title: str
    """The title in the browser, and of the page unless a further page of its kind has its own."""
    says: str
    """A description in a sentence, for search engines."""
    scripts: tuple[str, ...]
    """Scripts besides the common one, in the order in which they run."""
    styles: tuple[str, ...]
    """Style sheets besides the common one."""


MATRIX_SCRIPTS = ("mistake", "matrix_tables", "matrix_filter", "matrix_panel", "matrix_keys", "matrix")
"""The scripts of the matrix page: each builds on those before it."""
PLAYGROUND_SCRIPTS = (
    "fractions", "playground_values", "playground_metrics", "playground_axioms", "playground_state", "playground_parts",
    "playground_tables", "playground",
)  # fmt: skip
"""Scripts of the playground: numbers, rankings and lists, formulas, axioms, the address, parts, tables, the page."""
STATIC_SCRIPTS = ("furnish", "pages")
"""The scripts of pages that are complete without a script."""
ASKING_SCRIPTS = ("names", "standing")
"""The scripts that read names of metrics and axioms and look up verdicts."""
EXACT_VALUE_SCRIPTS = (*PLAYGROUND_SCRIPTS[:3], "playground_state", "opposites")
"""The scripts that find instances on which metrics differ."""
PAGES = (
    Page(
        "index.html",
        "Home",
        "The axioms of ranking metrics, checked by machine",
        "Which axioms ranking metrics satisfy, from nDCG to Kendall's tau, with proofs and counterexamples.",
        (*ASKING_SCRIPTS, *EXACT_VALUE_SCRIPTS, "answers", "topics", "witnesses", *STATIC_SCRIPTS, "home"),
        ("drawing", "asking"),
    ),
    Page(
        "matrix.html",
        "Matrix",
        "Compliance matrix",
        "Every metric and every axiom: proved, certified, searched, or refuted by an exact counterexample.",
        MATRIX_SCRIPTS,
        ("matrix",),
    ),
    Page(
        "compare.html",
        "Compare",
        "Metrics side by side",
        "Ranking metrics side by side: formulas, the smallest lists that they order oppositely, and their axioms.",
        (*ASKING_SCRIPTS, "witnesses", "furnish", *EXACT_VALUE_SCRIPTS, "partners", "compare"),
        ("drawing", "asking", "pages"),
    ),
    Page(
        "choose.html",
        "Choose",
        "Choose a metric",
        "Choose a ranking metric by the axioms that it must satisfy, and must not.",
        (*ASKING_SCRIPTS, "choose"),
        ("asking",),
    ),
    Page(
        "playground.html",
        "Playground",
        "Playground",
        "Move two rankings or the grades of a list, and see exact values of ranking metrics and the axioms that break.",
        PLAYGROUND_SCRIPTS,
        ("drawing", "playground"),
    ),
    Page(
        "discoveries.html",
        "Discoveries",
        "Discoveries",
        "Surprising facts about ranking metrics, each with its evidence.",
        STATIC_SCRIPTS,
        ("other", "drawing", "asking"),
    ),
    Page(
        "claims.html",
        "Claims",
        "Claims of the sources",
        "What the literature claims about ranking metrics, quoted, made precise, and checked.",
        STATIC_SCRIPTS,
        ("pages", "other"),
    ),
    Page(
        "conjecture.html",
        "Conjectures",
        "Conjectures",
        "Conjectures about ranking metrics, decided size by size with exact constants and counterexamples.",
        STATIC_SCRIPTS,
        ("pages", "other", "drawing"),
    ),
    Page(
        "libraries.html",
        "Libraries",
        "Other libraries' metrics",
        "Metrics of other libraries, checked against their own documentation on ties, empty lists and duplicates.",
        STATIC_SCRIPTS,
        ("pages", "other"),
    ),
    Page(
        "practice.html",
        "Practice",
        "Practice",
        "What goes wrong in code that evaluates rankings: ties, duplicates, missing queries, the ideal list, and more.",
        STATIC_SCRIPTS,
        ("pages", "drawing"),
    ),
    Page(
        "metric.html",
        "Metrics",
        "Metrics",
        "All ranking metrics that are checked, with their formulas, by family.",
        (*STATIC_SCRIPTS, "partners"),
        ("pages",),
    ),
    Page(
        "axiom.html",
        "Axioms",
        "Axioms",
        "All axioms that ranking metrics are checked against, in a sentence and as a formula.",
        STATIC_SCRIPTS,
        ("pages",),
    ),
    Page(
        "witness.html",
        "Witnesses",
        "Witnesses",
        "Exact counterexamples and examples, term by term, with the code to reproduce them.",
        ("furnish", "witnesses", "mistake", "blocks", "witness"),
        ("drawing", "witness", "pages"),
    ),
    Page(
        "proofs.html",
        "Proofs",
        "Proofs",
        "Proofs about ranking metrics for every n: the steps checked by machine, and those on paper.",
        STATIC_SCRIPTS,
        ("pages",),
    ),
    Page(
        "changes.html",
        "Changes",
        "What changed",
        "What changed since the previous report: verdicts that are better, worse, new or gone.",
        STATIC_SCRIPTS,
        ("pages", "other"),
    ),
)
PAGES_AT_HEAD = 10
"""Pages in the navigation at the head of every page; the others are linked at its foot."""
HOME, MATRIX, COMPARE, CHOOSE, PLAYGROUND, DISCOVERIES, CLAIMS, CONJECTURES, LIBRARIES, TOPICS = PAGES[:PAGES_AT_HEAD]
METRICS, AXIOMS, WITNESS, PROOFS, CHANGES = PAGES[PAGES_AT_HEAD:]

FOOTER = "Nothing found is not proved: every verdict says how far it reaches."


def _has_content(page: Page, inputs: Inputs) -> bool:
    """Return whether a page has content, from this run or the stored results; without any it is not linked."""
    content = {
        CLAIMS: inputs.ledger or inputs.stored,
        CONJECTURES: inputs.answers,
        LIBRARIES: inputs.libraries or inputs.stored,
        CHANGES: inputs.earlier,
    }
    return bool(content.get(page, True))


def _template_functions(inputs: Inputs) -> dict[str, Any]:
    """Return the functions by which templates write small markup, by name.

    The first ones return the address of a link, with the quotes that it needs as an attribute.
    """
    return {
        "anchor": value,
        "anchored": lambda name: value(f"#{links.encoded(name)}"),
        "exploration": lambda name: value(links.conjecture(name)),
        "of_axiom": lambda axiom: value(links.axiom(axiom)),
        "of_metric": lambda metric: value(inputs.metric_entries[metric].address),
        "of_witness": lambda slug: value(links.witness(slug)),
        "has_witness": inputs.witness_slugs.__contains__,
        "sign": sign,
        "spans": spans,
        "outside": outside,
        "value": value,
    }


def render_page(
    page: Page, inputs: Inputs, template: str = "", *, file: str = "", title: str = "", says: str = "", **more: Any
) -> Files:
    """Render a page from its template, with every text escaped, and the file of data that belongs to it.

    Template, file, title and description (``says``) default to the page's. ``more`` are variables of the
    template. Markup that the template passes to ``later`` is stored in the file of data, and a script inserts it when
    the page is opened. Returns both files by path; the file of data is missing if nothing is stored.
    """
    matrix = inputs.matrix
    name = file or page.file
    block = name.removesuffix(".html")
    stored_markup: list[str] = []
    """The content of the file of data, in the order in which the template passes it."""

    def later(content: Markup) -> Markup:
        """Store markup in the file of data, and return the attribute with its number there.

        Blanks around line ends are dropped, unless they may be in preformatted text.
        """
        is_preformatted = "<pre" in content
        stored_markup.append(content if is_preformatted else re.sub(r"\s*\n\s*", "\n", content))
        return Markup(f" data-k={len(stored_markup) - 1}")

    def is_linked(other: Page) -> bool:
        """Return whether the navigation shows a page: one with content, or this one."""
        return _has_content(other, inputs) or other.file == page.file

    footer = f"Profile {matrix.profile}, seed {matrix.seed}. {FOOTER}"
    html = (
        environment("axiomatrix.report.site")
        .get_template(template or f"{page.file}.j2")
        .render(
            page=page,
            title=title or page.title,
            file=name,
            says=visible(says or page.says),
            version=__version__,
            made_on=inputs.made_on,
            citation=own_entry(block, title or page.title, name, matrix),
            pages=[p for p in PAGES[:PAGES_AT_HEAD] if is_linked(p)],
            others=[p for p in PAGES[PAGES_AT_HEAD:] if is_linked(p)],
            documentation=inputs.documentation,
            source=inputs.source.rstrip("/"),
            address=f"{inputs.home}{name}" if inputs.home else "",
            scripts=("site", *page.scripts),
            block=block,
            blocks=inputs.blocks,
            footer=" ".join(part for part in (footer, matrix.interrupted) if part),
            later=later,
            **_template_functions(inputs),
            **more,
        )
    )
    files: Files = {name: html}
    if stored_markup:
        files[f"data/{block}.js"] = data_script(block, stored_markup)
    return files
