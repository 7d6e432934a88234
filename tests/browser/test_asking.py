"""The pages where one begins, in a real browser: the box of the home page, compare, choose, discoveries."""

from __future__ import annotations

import itertools
import re
import runpy
from pathlib import Path
from typing import Any

import committed
import pytest
from browsing import Expected, Watched, encoded
from msgspec.structs import replace
from practice_questions import HELD_OUT, SEVERAL, TUNED
from questions import ACTIONS, FIRST, FURTHER, OF_AN_AUDIT, QUESTIONS, SCREENS, answered
from verdict_words import in_words

from axiomatrix import REGISTRY, Judged, Ranking, check, exact
from axiomatrix.catalogue.practice import PRACTICE, topics_of
from axiomatrix.model.registry import Unknown
from axiomatrix.report import known
from axiomatrix.report.asking import ask
from axiomatrix.report.document import plain_text
from axiomatrix.studies.ask.choosing import Choice, Wish
from axiomatrix.studies.ask.comparing import KnownCells, MetricComparison, readings_of_one_sort
from axiomatrix.studies.ask.question import nearest_topics, read_question

pytestmark = pytest.mark.xdist_group("browser")
NAMES = ("AP", "nDCG@10", "RBP")


@pytest.mark.parametrize("context", [{"viewport": one} for one in SCREENS], ids=["1440", "390"], indirect=True)
def test_questions_are_answered_in_the_first_screen(page: Watched) -> None:
    shown = page.open()
    assert (len(FIRST), len(OF_AN_AUDIT), len(FURTHER)) == (10, 13, 10)
    height = shown.viewport_size["height"]
    for question in QUESTIONS:
        actions, end = answered(shown, question)
        assert actions <= ACTIONS and 0 < end <= height, (question, end)


LEADS = """
async (texts) => {
  const [form, box, answer] = ["ask", "q", "answer"].map((id) => document.getElementById(id));
  const leads = [];
  for (const text of texts) {
    const changed = new Promise((resolve) => new MutationObserver((_, observer) => {
      observer.disconnect();
      resolve();
    }).observe(answer, { childList: true }));
    box.value = text;
    form.dispatchEvent(new Event("submit", { cancelable: true }));
    await changed;
    leads.push([...answer.querySelectorAll(".card h2")].map((heading) => heading.textContent));
  }
  return leads;
}
"""
"""The titles of the cards that answer each text."""
TABLES = runpy.run_path(str(Path(__file__).parents[1] / "studies" / "test_questions.py"))
"""The questions of the command."""
ASKED = [text for name in ("ONE_METRIC", "CHOICES", "COMPARISONS", "INEQUALITIES") for text in TABLES[name]]


def test_answers_begin_as_those_of_the_command(page: Watched, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(known, "read_matrix", lambda path: committed.matrix())
    shown = page.open()
    for text, (title, *_) in zip(ASKED, shown.evaluate(LEADS, ASKED), strict=True):
        due = plain_text(ask(text, report=committed.REPORTS / "compliance.json").document.title)
        assert title == re.sub(r" order two [^;]* oppositely; they", "", due), text  # which Compare says


def test_topics_of_practice_are_found_as_the_command_finds_them(page: Watched) -> None:
    """In the words of those who meet them, by id and title, beside metrics and axioms, and where none is meant."""
    texts = [text for table in (TUNED, HELD_OUT) for some in table.values() for text in some.splitlines()]
    texts += [*SEVERAL, *ASKED, *(name for topic in PRACTICE for name in (topic.id, topic.title, f"topic {topic.id}"))]
    found = page.open().evaluate(
        """async (texts) => {
            const { asking } = await axiomatrix.cells();
            return texts.map((text) => axiomatrix.topicsOf(asking.practice, text).map(([id]) => id));
        }""",
        texts,
    )
    assert found == [[topic.id for topic in topics_of(text)] for text in texts]


def test_a_topic_of_practice_is_answered_as_by_the_command(page: Watched, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(known, "read_matrix", lambda path: committed.matrix())
    texts = [*SEVERAL, *(some.splitlines()[0] for table in (TUNED, HELD_OUT) for some in table.values())]
    shown = page.open()
    for text, titles in zip(texts, shown.evaluate(LEADS, texts), strict=True):
        try:
            due = plain_text(ask(text, report=committed.REPORTS / "compliance.json").document.title)
        except Unknown as error:
            due = f"{str(error).split(' matches ')[0].strip(chr(39))} matches no known name."
        assert due in titles, text
    shown.locator("#q").fill(texts[0])
    (topic, *_) = topics_of(texts[0])
    shown.locator(f"#answer .card a[href='practice-{topic.id}.html']").first.click()
    shown.wait_for_url("**/practice-*.html")
    assert topic.title == shown.locator("h1").inner_text()


def test_words_that_are_not_known_are_named_first_wherever_they_stand(page: Watched) -> None:
    shown = page.open()
    texts = {}
    for word, words in itertools.product(TABLES["UNKNOWN"], (text.split(" ") for text in TABLES["KNOWN"])):
        for place in range(len(words) + 1):
            texts[" ".join([*words[:place], word, *words[place:]])] = word
    for (text, word), (title, *_) in zip(texts.items(), shown.evaluate(LEADS, list(texts)), strict=True):
        assert word in title, text


def test_topics_that_are_spelled_alike_are_offered(page: Watched) -> None:
    shown = page.open(f"index.html#q={encoded('is kendall right invariant and symetricc?')}")
    item = shown.locator("#answer .card").first.locator("li", has_text="symetricc")
    assert nearest_topics("symetricc", REGISTRY) == item.locator("a").all_inner_texts()[:3]


def test_names_mean_what_they_mean_on_the_command_line(page: Watched) -> None:
    """Every spelling of a metric and of an axiom, with a cut-off of ten where it may have one."""
    shown = page.open()
    texts = [
        text.replace("@k", "@10")
        for names in (REGISTRY.metric_names, REGISTRY.axiom_names)
        for name in {name.shown: name for name in names.by_key.values()}.values()
        for text in name.spelled
    ]
    assert len(texts) > 100
    read = shown.evaluate(
        """async (texts) => {
            const known = await axiomatrix.cells();
            const naming = axiomatrix.naming(known);
            const at = (one, list, name) => one && one.means.map((place) => list[place][name]);
            return texts.map((text) => (
                [at(naming.metric(text), known.metrics, "name"), at(naming.axiom(text), known.axioms, "id")]));
        }""",
        texts,
    )
    for text, (metric, axiom) in zip(texts, read, strict=True):
        for found, reading in ((metric, REGISTRY.find_metric(text)), (axiom, REGISTRY.find_axiom(text))):
            assert (tuple(found) if found else None) == (reading.means if reading else None), text


@pytest.mark.parametrize(
    "text", ["F0.5", "F2", "rbp.95", "RBP(p=0.8)@10", "P at 5", "Kendall\u2019s \u03c4", "x@3", "no such"]
)
def test_parameters_in_names_are_understood(page: Watched, text: str) -> None:
    reading = REGISTRY.find_metric(text)
    found = page.open().evaluate(
        "async (text) => { const known = await axiomatrix.cells(); const one = axiomatrix.naming(known).metric(text);"
        " return one && [one.means.map((place) => known.metrics[place].name), one.left, one.given.split(', ')]; }",
        text,
    )
    if reading is None:
        assert found is None
        return
    assert found[:2] == [list(reading.means), reading.ignored_cut_off]
    given = dict(one.split(" = ") for one in found[2] if one)
    assert {name: exact.rational(value) for name, value in given.items()} == reading.parameters


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("P@0", "k is 0"),
        ("nDCG(foo=3) swap", "no numeric parameter foo"),
        ("rbp(p=1.5)", "p is 1.5"),
        ("nDCG(k=2.5)", "k is 2.5"),
    ],
)
def test_nonsense_in_a_name_is_said_to_be_nonsense(page: Watched, text: str, message: str) -> None:
    with pytest.raises(Unknown):
        read_question(text, REGISTRY)
    card = page.open(f"index.html#q={encoded(text)}").locator("#answer .card")
    assert message in card.inner_text()
    shown = page.open(f"compare.html#m=AP,{encoded(text.split()[0])}")
    shown.locator("#status", has_text=message).wait_for()


def test_questions_are_read_as_on_the_command_line(page: Watched) -> None:
    texts = [
        "which score violates swap but not convergence",
        "isn\u2019t kendall right-invariant, symmetric",
        "does not keep swap, does not violate convergence",
        "swap of nDCG@-1 and RBP (p = 0.8) for k = 10",
        "K and P(k=2): swap, swap, really deep?",
    ]
    read = page.open().evaluate(
        """async (texts) => {
            const known = await axiomatrix.cells();
            const axioms = (all) => all.map(({ means }) => known.axioms[means[0]].id);
            return texts.map(axiomatrix.naming(known).question).map(({ metrics, must, mustNot, unread }) => (
                [metrics.map(({ means }) => known.metrics[means[0]].name), axioms(must), axioms(mustNot), unread]));
        }""",
        texts,
    )
    for text, found in zip(texts, read, strict=True):
        asked = read_question(text, REGISTRY)
        names = [[one.name for one in group] for group in (asked.metrics, asked.must, asked.must_not)]
        assert found == [*names, asked.unread], text


def test_a_long_question_is_said_to_be_cut_and_a_group_of_axioms_is_a_table(page: Watched) -> None:
    shown = page.open(f"index.html#q={encoded('is the footrule a metric space ' + 'or so ' * 80)}")
    shown.locator("#answer", has_text="first 400 characters").wait_for()
    listed = shown.locator("#answer tbody th a").all_inner_texts()
    assert {"symmetry", "separation", "triangle-inequality"} <= set(listed)


def test_what_an_axiom_says_nothing_of_is_told_from_what_is_missing(
    page: Watched, context: Any, tmp_path: Path
) -> None:
    from axiomatrix.report.site import Inputs, write_site

    shown = page.open("index.html#q=kendall%20swap")
    shown.locator("#answer", has_text="kendall is a distance of rankings; swap (").wait_for()
    matrix = check(REGISTRY.metric("precision"), REGISTRY.metric("recall"), axioms=["swap"], profile="quick")
    kept = replace(matrix, cells=[cell for cell in matrix.cells if cell.metric == "precision"])
    write_site(Inputs(kept), tmp_path)
    shown = Watched(context.new_page(), f"{tmp_path.as_uri()}/").open("index.html#q=recall%20swap")
    shown.locator("#answer", has_text="says nothing about recall: no statement of it is checked").wait_for()


def test_what_metrics_have_to_do_with_each_other_stands_beside_their_axioms(page: Watched) -> None:
    shown = page.open("compare.html#m=precision-at,success-at")
    shown.locator("main[data-whole=yes]").wait_for()
    text = shown.locator("main").inner_text()
    assert "is an increasing function of precision-at" in text and "Ordered differently: 0%" in text
    assert "1 precision-at <= success-at <= 6 precision-at at n = 6" in text
    parts = shown.locator("#tables > ul.cards > li.card")
    assert parts.count() == len(rows_of(shown, "They differ"))
    first = parts.first.inner_text()
    assert "n = 1, smallest: of precision-at 1/2 == 1 is false; no counterexample to success-at" in first
    assert parts.first.locator("svg.drawing").count() == 1


def opposites(shown: Any) -> list[dict[str, list[int]]]:
    """The two instances that a comparison opens with, from the addresses that open them in the playground."""
    hrefs = shown.locator("table.apart tbody th a").evaluate_all(
        "links => links.map((one) => one.getAttribute('href'))"
    )
    pairs = [(part.split("=") for part in href.partition("#")[2].split("&")) for href in hrefs]
    return [{name: [int(one) for one in text.split(",") if one] for name, text in listed} for listed in pairs]


def test_a_comparison_opens_with_formulas_and_two_lists_ordered_oppositely(page: Watched) -> None:
    shown = page.open("compare.html#m=AP,RR")
    assert shown.locator("main .definition math").count() >= 2
    (x, y) = (Judged.of(one["x"], missing=one["missing"]) for one in opposites(shown))
    ap, rr = REGISTRY.metric("average-precision[whole]"), REGISTRY.metric("reciprocal-rank")
    assert sorted([*x.grades, *x.missing]) == sorted([*y.grades, *y.missing])
    assert (ap(x) - ap(y)) * (rr(x) - rr(y)) < 0
    cells = shown.locator("table.apart tbody td").all_inner_texts()
    assert [text.split()[0] for text in cells] == [str(metric(one)) for one in (x, y) for metric in (ap, rr)]


def test_overlap_and_kendall_are_compared_on_full_rankings_and_bounds_are_said(page: Watched) -> None:
    shown = page.open("compare.html#m=RBO,kendall")
    assert "are compared on full rankings" in shown.locator("#status").inner_text()
    kendall = REGISTRY.metric("kendall")
    values = [kendall(*(Ranking.from_order(one[name]) for name in "ab")) for one in opposites(shown)]
    assert [text.split()[0] for text in shown.locator("table.apart tbody td").all_inner_texts()[1::2]] == list(
        map(str, values)
    )
    shown = page.open("compare.html#m=kendall,footrule")
    bounds = shown.locator("main ul.identities").first.inner_text()
    assert "footrule \u2264 2 kendall: proved" in bounds and "footrule \u2265 kendall: proved" in bounds
    shown = page.open("compare.html#m=kendall,kendall-tau")
    assert "order no two pairs of rankings oppositely" in shown.locator("main").inner_text()


def test_the_theorem_behind_wishes_and_an_unknown_kind_are_said(page: Watched) -> None:
    shown = page.open("choose.html#must=top-weightedness,ignores-order-inside-top&kind=foo")
    shown.locator(".impossible", has_text="Theorem a-set-has-no-top-weightedness").wait_for()
    assert "This report has no kind called foo." in shown.locator("#status").inner_text()


def test_the_card_of_a_cell_leads_to_its_witness_and_draws_it(page: Watched) -> None:
    shown = page.open("index.html#q=MRR%20deepness")
    card = shown.locator("#answer .card")
    card.locator("svg.drawing").first.wait_for()
    assert "It fails at n = 5" in card.inner_text()
    card.get_by_role("link", name="The instance, term by term").click()
    shown.wait_for_url(re.compile("witness.html#slug=reciprocal-rank--deepness"))


def test_the_address_of_the_home_page_keeps_the_question(page: Watched) -> None:
    shown = page.open()
    answered(shown, "nDCG swap")
    shown.wait_for_url(re.compile(r"#q=nDCG\+swap"))
    shown.get_by_role("link", name="P@10").click()
    shown.locator("#answer", has_text="precision-at").wait_for()
    assert shown.get_by_role("searchbox").input_value() == "P@10"


def test_words_that_name_nothing_say_so(page: Watched) -> None:
    shown = page.open(f"index.html#q={encoded('<b>blah</b>')}")
    shown.locator("#answer", has_text="Nothing has these words").wait_for()
    assert "<b>blah</b>" in shown.locator("#answer").inner_text()
    assert shown.locator("#answer b").count() == 0


def test_a_kind_alone_is_answered(page: Watched) -> None:
    shown = page.open("index.html#q=error")
    shown.locator("#answer", has_text="Found in").wait_for()


def test_an_axiom_by_its_common_name_on_the_site_of_one_metric(context: Any, tmp_path: Path) -> None:
    from axiomatrix.report.site import Inputs, write_site

    matrix = check(REGISTRY.metric("precision"), profile="quick")
    write_site(Inputs(matrix), tmp_path)
    page = Watched(context.new_page(), f"{tmp_path.as_uri()}/")
    shown = page.open("index.html#q=top-heavy")
    shown.locator("#answer", has_text="0 of 1").wait_for()
    shown = page.open("choose.html#must=top-heavy")
    shown.locator("main[data-ready=yes]").wait_for()
    assert "0 of 1" in shown.locator("main").inner_text()


def test_two_names_of_one_row_are_said_to_be_one(page: Watched) -> None:
    shown = page.open("compare.html#m=nDCG@10,nDCG@5")
    shown.locator("main", has_text="Some of these names mean the same metric").wait_for()


def rows_of(page: Any, heading: str) -> list[str]:
    table = page.locator(f"table.standings:has(caption:text-is('{heading}'))")
    return list(table.locator("tbody th").all_inner_texts())


def test_comparison_is_that_of_the_command_line(page: Watched) -> None:
    shown = page.open(f"compare.html#m={','.join(NAMES)}")
    readings = readings_of_one_sort([REGISTRY.read_metric(name) for name in NAMES], REGISTRY)
    found = MetricComparison(KnownCells(committed.matrix()), readings)
    assert len(rows_of(shown, "They differ")) == sum(line.differs for line in found.lines)
    assert len(rows_of(shown, "They agree")) == sum(line.agrees for line in found.lines)
    heads = shown.locator("table.standings").first.locator("thead th").all_inner_texts()
    assert heads == ["axiom", *NAMES]
    cell = shown.get_by_role("row", name=re.compile("consistency-in-relevance")).get_by_role(
        "link", name=in_words("refuted n=3")
    )
    assert (cell.get_attribute("href") or "").startswith("witness.html#slug=average-precision.whole")


def test_a_metric_is_added_and_left_out(page: Watched) -> None:
    shown = page.open("compare.html#m=AP")
    shown.get_by_role("combobox").fill("RBP")
    shown.keyboard.press("Enter")
    shown.locator("#status", has_text="They differ on").wait_for()
    shown.get_by_role("button", name="leave out AP").click()
    shown.wait_for_url(re.compile("#m=RBP$"))
    shown = page.open("compare.html#m=AP,nonsense")
    assert "This report has no metric called nonsense" in shown.locator("#status").inner_text()


@pytest.mark.parametrize(
    ("kind", "must", "must_not"),
    [
        ("score", ["swap", "top-weightedness"], []),
        ("score", ["swap"], ["equal-spacing"]),
        ("distance", ["separation"], []),
    ],
)
def test_choice_is_that_of_the_command_line(page: Watched, kind: str, must: list[str], must_not: list[str]) -> None:
    shown = page.open(f"choose.html#kind={kind}&must={','.join(must)}&not={','.join(must_not)}")
    wishes = [Wish(id, (id,), yes) for ids, yes in ((must, True), (must_not, False)) for id in ids]
    found = Choice(KnownCells(committed.matrix()), wishes, kind)
    assert found.fit
    assert rows_of(shown, "Metrics that fit, the strongest evidence first") == [one.row.name for one in found.fit]
    counts = f"{len(found.fit)} of {len(found.fit) + len(found.others)} fit"
    assert shown.locator("#status").inner_text().startswith(counts)


def test_wishes_that_no_metric_fulfils_together_are_named(page: Watched) -> None:
    shown = page.open("choose.html#kind=score&must=swap,levels-matter,ignores-levels")
    (text,) = shown.locator(".impossible").all_inner_texts()
    assert text.splitlines()[0] == "No score of this report fulfils levels-matter and ignores-levels together."
    assert "One is the negation of the other" in text
    wishes = [Wish(id, (id,)) for id in ("swap", "levels-matter", "ignores-levels")]
    (found,) = Choice(KnownCells(committed.matrix()), wishes, "score").impossible
    assert [wish.name for wish in found] == ["levels-matter", "ignores-levels"]


def test_three_states_are_chosen_by_keyboard(page: Watched) -> None:
    shown = page.open("choose.html#kind=score")
    group = shown.get_by_role("radiogroup", name="swap", exact=True)
    group.get_by_role("radio").first.focus()
    shown.keyboard.press("ArrowRight")
    shown.wait_for_url(re.compile("must=swap"))
    assert group.get_by_role("radio", name="must", exact=True).is_checked()
    shown.keyboard.press("ArrowRight")
    shown.wait_for_url(re.compile("not=swap"))
    shown.go_back()
    assert group.get_by_role("radio", name="must", exact=True).is_checked()


def test_discoveries_lead_somewhere_and_some_are_drawn(page: Watched, expected: Expected) -> None:
    shown = page.open("discoveries.html")
    cards = shown.locator("li.card")
    assert cards.count() >= 17
    assert shown.locator("li.card svg.drawing").count() >= 5
    for href in shown.evaluate("[...document.querySelectorAll('li.card a')].map((one) => one.getAttribute('href'))"):
        if href.startswith("witness.html"):
            assert page.open(href).locator("main .problem").count() == 0, href


def test_the_mark_is_there_and_the_head_is_the_same_everywhere(page: Watched, site: Path) -> None:
    heads = set()
    for file in sorted(site.glob("*.html")):
        text = file.read_text(encoding="utf-8")
        (head,) = re.findall(r'<header class="top">.*?</header>', text, re.DOTALL)
        assert "src=static/mark.svg" in head and "rel=icon href=static/mark.svg" in text
        heads.add(head.replace(' aria-current="page"', ""))
    assert len(heads) == 1
    shown = page.open("claims.html")
    assert shown.locator(".brand img").evaluate("(mark) => mark.complete && mark.naturalWidth > 0")
    shown.get_by_role("link", name="axiomatrix").click()
    page.ready()
    assert shown.locator("main h1").inner_text() == "The axioms of ranking metrics, checked by machine"


def test_the_card_of_a_metric_tells_a_search_from_what_was_decided(page: Watched) -> None:
    """RBP: its range is proved, and *swap* is only searched."""
    shown = page.open("index.html#q=RBP")
    card = shown.locator("#answer .card")
    card.locator("text=No counterexample found in a search").wait_for()
    held, searched = (card.locator("p", has_text=title) for title in ("Holds, as far as", "No counterexample found"))
    assert "range-zero-one" in held.inner_text() and "swap" not in held.inner_text().split(", ")[0]
    assert "swap searched" in searched.inner_text() and "swap searched" not in held.inner_text()
