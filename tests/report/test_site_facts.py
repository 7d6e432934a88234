"""What the page of a metric says of it without a script: code, standing, relatives, libraries, citation, badge."""

from __future__ import annotations

import re
from collections import Counter
from html import unescape
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from verdict_words import in_words

import axiomatrix
from axiomatrix import REGISTRY, Matrix, Registry, metric
from axiomatrix.catalogue import load_catalogue
from axiomatrix.catalogue.metric_sentences import VARIANTS, distinction
from axiomatrix.report.site import links
from axiomatrix.report.site.badges import badge_svg
from axiomatrix.report.site.inputs import Inputs

pytestmark = pytest.mark.xdist_group("site")
"""On one worker, which makes the site once."""


def section(site: Path, name: str) -> str:
    """The part of a page that is about a metric, as markup."""
    page = (site / links.metric_page(name)).read_text(encoding="utf-8")
    found = re.search(rf"<section class=document id=\"?{re.escape(name)}\"?>.*?</section>", page, re.DOTALL)
    assert found, name
    return found[0]


def test_the_definition_is_there_as_python(given: Inputs, site: Path) -> None:
    for row in given.matrix.rows:
        shown = section(site, row.name)
        code = re.search(r"<pre><code>(def .*?)</code></pre>", shown, re.DOTALL)
        if code is None:
            above = re.search(r"Its definition in Python is that of <code>(.*?)</code>", shown)
            assert above and given.declarations.metric(unescape(above[1])).code == row.code, row.name
            continue
        assert "return" in code[1] and '"""' not in code[1] and "@metric" not in code[1], row.name
        compile(unescape(code[1]), row.name, "exec")


def counts(shown: str) -> dict[str, str]:
    """How many statements stand under each heading."""
    return dict(re.findall(r"<h\d>(Holds|Fails|Not decided) \((\d+)\)</h\d>", shown))


def test_what_holds_fails_and_is_open_stands_apart_and_none_found_is_open(given: Inputs, site: Path) -> None:
    shown = section(site, "kendall")
    found = Counter(
        "Fails" if one.status.holds == "no" else "Not decided" if one.cell.evidence.no_example_found else None
        for one in given.lines_of["kendall"]
        if one.status.is_asked
    )
    number = counts(shown)
    assert set(number) == {"Holds", "Fails", "Not decided"} and int(number["Fails"]) == found["Fails"] > 0
    assert int(number["Not decided"]) >= found["Not decided"]
    holds = shown.split(">Holds")[1].split(">Not decided")[0]
    words = re.findall(r'<strong class="sign tone-\w">\S+</strong> (\w+)', holds)
    assert words and set(words) <= set(in_words("proved certified exhausted").split())


def test_variants_stand_side_by_side_with_what_distinguishes_them(given: Inputs, site: Path) -> None:
    page = unescape((site / links.metric_page("footrule-similarity[deck]")).read_text(encoding="utf-8"))
    assert "@misc{KV" in page and "Kumar" in page
    for name, words in (("deck", "as the slides (the deck)"), ("passed", "every item that it passes on its way")):
        named = re.escape(f"footrule-similarity[{name}]")
        assert re.search(rf"<tr><th scope=row><a href=\S+>{named}</a>(?:</th>)?<td>[^\n]*{re.escape(words)}", page), (
            name
        )


def test_every_variant_of_the_catalogue_has_words_and_there_are_no_others() -> None:
    variants = {m for m in load_catalogue().metrics.values() if m.variant and m.implementation is None}
    assert [m.name for m in variants if m.family != "user" and not distinction(m)] == []
    used = {str(m.variant).removesuffix("-unequal") for m in variants} | {m.name for m in variants}
    assert set(VARIANTS) <= used


def test_the_nearest_relatives_come_first_with_how_near_they_are(site: Path) -> None:
    shown = unescape(section(site, "kendall"))
    (text,) = re.findall(r">Nearest</h2>(.*?)</ul>", shown, re.DOTALL)
    assert text.index("kendall-tau") < text.index("of pairs ordered differently")
    assert "kendall-tau = " in text or "kendall = " in text


def test_implementations_are_named_with_what_was_found_of_them(given: Inputs, site: Path) -> None:
    shown = unescape(section(site, "precision-at"))
    (text,) = re.findall(r">In libraries</h\d>(.*?)</ul>", shown, re.DOTALL)
    assert "pytrec-eval.P" in text and "ranx.precision" in text
    assert given.libraries is not None
    deviating = {
        cell.metric: cell.axiom
        for cell in given.libraries
        if cell.evidence.comparison and cell.evidence.comparison.wording.startswith("deviates")
    }
    named = [name for name in deviating if f">{name}</a>" in text]
    assert named and all(deviating[name] in text for name in named)


def test_a_page_can_be_cited_and_its_metrics_embedded(given: Inputs, site: Path) -> None:
    for row in given.matrix.rows:
        page = unescape((site / links.metric_page(row.name)).read_text(encoding="utf-8"))
        here = re.escape(links.metric(row.name))
        (badge_file,) = set(re.findall(rf"\((badges/[^)]*)\)\]\({here}\)", page))
        assert "@misc{axiomatrix:metric-" in page and (site / badge_file).is_file()


def test_each_metric_of_the_matrix_has_a_badge_that_says_how_many_hold(given: Inputs, site: Path) -> None:
    badges = sorted(path.name for path in (site / "badges").iterdir())
    assert len(badges) == len(given.matrix.rows)
    root = ElementTree.fromstring((site / "badges" / "kendall.svg").read_text(encoding="utf-8"))
    name, text = (one.text or "" for one in root.findall("{*}text"))
    assert name == "kendall" and re.fullmatch(r"\d+ proved(, \d+ checked)?(, \d+ open)?, \d+ fail", text)
    assert set(counts(section(site, "kendall")).values()) == set(re.findall(r"\d+", text))


def test_a_badge_of_a_hostile_name_is_one_picture_and_one_text() -> None:
    root = ElementTree.fromstring(badge_svg('<script>x</script>&"]]>\x00\x1b\u202e' + "y" * 100, "1 hold"))
    assert root.tag == "{http://www.w3.org/2000/svg}svg" and not root.findall(".//{*}script")
    assert [one.text for one in root.findall("{*}text")][1] == "1 hold"


@pytest.fixture(scope="module")
def own() -> tuple[Matrix, Registry]:
    registry = Registry(REGISTRY)

    @metric("my<b>own</b>", registry=registry)
    def mine(a: Any, b: Any) -> Any:
        """d(a, b) = <script>alert(1)</script>"""
        text = "</pre><script>alert(2)</script>"
        return len(text) * (a.order != b.order)

    return axiomatrix.check("my<b>own</b>", axioms=["symmetry"], profile="quick", registry=registry), registry


def test_the_code_of_a_users_metric_is_shown_as_text(own: tuple[Matrix, Registry], tmp_path: Path) -> None:
    matrix, registry = own
    matrix.save(tmp_path, registry)
    page = (tmp_path / "site" / links.metric_page("my<b>own</b>")).read_text(encoding="utf-8")
    assert "def mine(a: Any, b: Any)" in page and "&lt;/pre&gt;&lt;script&gt;alert(2)" in page
    assert "<script>alert" not in page


def test_badges_of_metrics_that_are_gone_are_gone_and_others_stay(own: tuple[Matrix, Registry], tmp_path: Path) -> None:
    (tmp_path / "site" / "badges").mkdir(parents=True)
    theirs = tmp_path / "site" / "badges" / "mine.svg"
    theirs.write_text("<svg/>", encoding="utf-8")
    for metric_name in ("kendall", "footrule"):
        axiomatrix.check(metric_name, axioms=["symmetry"], profile="quick").save(tmp_path)
    assert sorted(path.name for path in theirs.parent.iterdir()) == ["footrule.svg", "mine.svg"]
