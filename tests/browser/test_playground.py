"""The playground in a browser: items moved by pointer and by keys, the address that holds them, links that open it."""

from __future__ import annotations

from typing import Any

import pytest
from browsing import PAGES, Watched, axe, encoded, overflow
from questions import SCREENS

pytestmark = pytest.mark.xdist_group("browser")

NARROW = {"viewport": SCREENS[-1], "has_touch": True, "is_mobile": True, "device_scale_factor": 1}
PAIR = "playground.html#a=1,2,3&b=2,1,3"
LIST = "playground.html#x=1,0,2&missing=1&k=2"
GARBAGE = [
    "a", "a=", "a=0", "a=1,1", "a=1,3", "a=1,2&b=1", "a=1,2&a=2,1", "a=1,2;b=2,1", "a=<script>alert(1)</script>",
    "a=1&w=-1", "a=1&w=1/0", "a=1&w=1,1", "a=1&w=NaN", "a=1&w=9999999999999", "a=1&w=1e9", "a=1&pbar=__proto__",
    "a=1&m=constructor", "a=1&D=1", "a=1&p=0", "a=1&p=1", "a=1&k=2", "a=1&x=1", "toString=1", "__proto__=1",
    f"a={','.join(map(str, range(1, 12)))}", "a=1,2,٣", "x=10", "x=-2", "x=1.5", f"x={'1,' * 12}1", "x=1&k=0",
    "x=1&k=100", "x=1&k=1.5", "x=1&top=0", "x=1&beta=0", "x=1&b=1", "%", "%E0%A4%A", "\u202ea=1", "x=" + "1," * 2000,
    "a=1,2&b=2,1&<img src=x onerror=alert(1)>=1", "missing=1&x=<b>", "a=1 ,2 &b=<!--", "x=\uff11",
]  # fmt: skip


def order(page: Any, name: str) -> str:
    """The items of a ranking or list, best first."""
    label = {"a": "ranking a, best first", "b": "ranking b, best first", "x": "the list, rank 1 first"}[name]
    return " ".join(page.get_by_role("list", name=label).locator(".item").all_inner_texts())


def value(page: Any, metric: str) -> str:
    row = page.locator(".values tbody tr").filter(has=page.get_by_role("link", name=metric, exact=True))
    return str(row.locator(".exact").inner_text())


def broken(page: Any) -> set[tuple[str, str]]:
    """The metrics and axioms of the tables of what is broken."""
    pairs: list[list[str]] = page.evaluate(
        """[...document.querySelectorAll("#axioms > .wide tbody")].flatMap((body) => {
            const axiom = body.querySelector(".axiom a").textContent;
            return [...body.querySelectorAll("tr:not(.axiom) a")].map((one) => [one.textContent, axiom]);
        })"""
    )
    return {(metric, axiom) for metric, axiom in pairs}


def test_rankings_are_moved_by_keys(page: Watched) -> None:
    shown = page.open(PAIR)
    assert (order(shown, "a"), order(shown, "b"), value(shown, "kendall")) == ("1 2 3", "2 1 3", "1")
    shown.get_by_role("button", name="item 3, position 3 of 3 in b").focus()
    shown.keyboard.press("ArrowUp")
    assert (order(shown, "b"), value(shown, "kendall"), value(shown, "footrule")) == ("2 3 1", "2", "4")
    assert shown.evaluate("document.activeElement.ariaLabel") == "item 3, position 2 of 3 in b"
    assert shown.locator("#status").inner_text() == "item 3, position 2 of 3 in b"
    shown.keyboard.press("Home")
    shown.keyboard.press("ArrowUp")  # nothing is above the first
    assert order(shown, "b") == "3 2 1"
    shown.keyboard.press("End")
    assert order(shown, "b") == "2 1 3"
    assert shown.url.endswith("#a=1,2,3&b=2,1,3")


def drag(page: Any, label: str, rows: int) -> None:
    """Press on an item and take it so many rows down."""
    box = page.get_by_role("button", name=label, exact=True).bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 3, y + 44 * rows, steps=8)
    page.mouse.up()


def test_rankings_are_dragged(page: Watched) -> None:
    shown = page.open("playground.html#a=1,2,3,4&b=2,1,3,4")
    drag(shown, "item 2, position 1 of 4 in b", 3)
    assert order(shown, "b") == "1 3 4 2"
    drag(shown, "item 4, position 4 of 4 in a", -9)
    assert order(shown, "a") == "4 1 2 3"


def test_items_of_a_list_are_clicked_dragged_and_typed(page: Watched) -> None:
    shown = page.open(LIST)
    assert (order(shown, "x"), value(shown, "precision-at")) == ("1 0 2", "1/2")
    shown.get_by_role("button", name="not relevant, rank 2 of 3").click()
    assert (order(shown, "x"), value(shown, "precision-at")) == ("1 1 2", "1")
    shown.get_by_role("button", name="grade 2, rank 3 of 3").click()  # behind the top grade comes 0
    assert order(shown, "x") == "1 1 0"
    drag(shown, "not relevant, rank 3 of 3", -2)
    assert (order(shown, "x"), value(shown, "reciprocal-rank")) == ("0 1 1", "1/2")
    shown.get_by_role("button", name="not relevant, rank 1 of 3").focus()
    shown.keyboard.press("2")
    shown.keyboard.press("ArrowRight")
    assert order(shown, "x") == "1 2 1"
    shown.keyboard.press("Delete")
    assert (order(shown, "x"), shown.evaluate("document.activeElement.ariaLabel")) == ("1 1", "grade 1, rank 2 of 2")
    shown.keyboard.press("Backspace")
    shown.keyboard.press("Delete")
    assert order(shown, "x") == ""
    assert shown.evaluate("document.activeElement.textContent") == "Add an item"
    assert shown.url.endswith("#x=&missing=1&k=2")
    shown.reload()
    page.ready()
    shown.get_by_role("button", name="remove the missing item 1").click()
    shown.get_by_role("button", name="Add a missing item").click()
    shown.get_by_role("button", name="missing: grade 1").click()
    assert shown.url.endswith("#x=&missing=2&k=2")


@pytest.mark.parametrize("context", [NARROW], ids=["390"], indirect=True)
def test_a_finger_taps_and_drags(page: Watched) -> None:
    shown = page.open(LIST)
    shown.get_by_role("button", name="not relevant, rank 2 of 3").tap()
    assert order(shown, "x") == "1 1 2"
    box = shown.get_by_role("button", name="grade 2, rank 3 of 3").bounding_box()
    assert box is not None
    x, y = box["x"] + 20, box["y"] + 20
    finger = shown.context.new_cdp_session(shown)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})

    touch("touchStart", (x, y))
    for step in range(1, 9):
        touch("touchMove", (x, y - 11 * step))
    touch("touchEnd")
    assert order(shown, "x") == "2 1 1"
    assert shown.evaluate("scrollY") == 0


def test_weights_change_values_and_the_address_and_refuse_what_is_no_number(page: Watched) -> None:
    shown = page.open(PAIR)
    shown.get_by_text("Weights of items, positions and pairs").click()
    weight = shown.get_by_label("w[1]")
    weight.fill("1/2")
    assert value(shown, "kendall-element") == "1/2"
    assert shown.url.endswith("&w=1/2,1,1")
    for wrong in ("", "x", "-1", "1/0", "1,2", "1e3", "9" * 13):
        weight.fill(wrong)
        assert weight.get_attribute("aria-invalid") == "true"
        assert shown.get_by_role("alert").filter(has_text="must be").is_visible()
    assert value(shown, "kendall-element") == "1/2"
    weight.fill("0.25")
    assert weight.get_attribute("aria-invalid") is None and value(shown, "kendall-element") == "1/4"
    shown.get_by_label("D[1,2]").fill("9")
    assert "D is no metric" in shown.locator("#axioms").inner_text()
    shown.get_by_role("button", name="Add an item").click()
    assert shown.get_by_label("w[1]").input_value() == "1/4"
    assert order(shown, "b") == "2 1 3 4"
    shown.get_by_role("button", name="Remove the last item").click()
    assert shown.url.endswith("#a=1,2,3&b=2,1,3&w=1/4,1,1&D=9,1,1")


def test_what_an_instance_breaks_is_named_with_both_values(page: Watched) -> None:
    shown = page.open("playground.html#a=1,2,3&b=2,3,1")
    assert ("cayley", "maximum-at-reversal") in broken(shown)  # 2 from here, 1 from the reversal
    assert not {metric for metric, _ in broken(shown)} & {"kendall", "kendall-tau"}
    row = shown.locator("#axioms > .wide tbody").filter(has=shown.get_by_role("link", name="maximum-at-reversal"))
    cells = row.locator("tr").filter(has=shown.get_by_role("link", name="cayley")).locator("td").all_inner_texts()
    assert cells[:4] == ["2", "\N{LESS-THAN OR EQUAL TO}", "1", "false"]
    kept = shown.locator("#axioms > details")
    kept.locator("summary").click()
    symmetry = kept.locator("tbody").filter(has=shown.get_by_role("link", name="symmetry", exact=True))
    symmetry.first.wait_for(state="attached")  # what is kept is written once it is opened
    assert symmetry.count() == 1
    shown.get_by_role("button", name="Exchange a and b").click()
    assert kept.locator("tbody").count() > 10  # it stays open


def test_logarithms_are_marked_and_fractions_have_a_decimal(page: Watched) -> None:
    shown = page.open("playground.html#x=1,1,0&missing=&k=3")
    assert value(shown, "dcg[linear]") == "\N{ALMOST EQUAL TO} 1.63092975357"
    assert value(shown, "ndcg[linear]") == "1"
    assert value(shown, "precision") == "2/3"
    assert shown.get_by_text("\N{ALMOST EQUAL TO} 0.666667").first.is_visible()


@pytest.mark.parametrize(
    "address",
    [
        "a=1,2,3,4&b=4,2,1,3&pbar=local&p=1/3&w=1,2,3,4&delta=3,2,1&D=1,1,1,1,1,2",
        "x=1,-1,0&missing=1,0&k=7&top=4&p=1/2&beta=3",
        "x=&missing=",
        "a=1&b=1",
        "a=1,2,3&b=3,1,2&pbar=zero&delta=0,1&m=kendall-position[zero]",
    ],
)
def test_a_state_comes_back_from_its_address(page: Watched, address: str) -> None:
    shown = page.open(f"playground.html#{address}")
    written = shown.evaluate("axiomatrix.states.written(axiomatrix.states.read(location.hash))")
    values = shown.locator(".values").inner_text()
    assert written == f"#{address}"
    page.open(f"playground.html{written}")
    assert shown.locator(".values").inner_text() == values
    assert shown.locator("#problem").is_hidden()


def test_address_is_followed_within_the_page_and_kinds_are_kept_apart(page: Watched) -> None:
    shown = page.open(PAIR)
    page.follow(LIST)
    assert order(shown, "x") == "1 0 2"
    shown.get_by_role("button", name="Two rankings").click()
    assert (order(shown, "a"), order(shown, "b")) == ("1 2 3", "2 1 3")
    shown.get_by_role("button", name="A judged list").click()
    assert shown.url.endswith(LIST.partition("#")[2])
    shown.go_back()
    page.ready()
    assert order(shown, "b") == "2 1 3"


def test_an_address_of_something_else_gets_a_sentence_and_an_example(page: Watched) -> None:
    shown = page.open(f"playground.html#{GARBAGE[0]}")
    for hash in [*GARBAGE, *map(encoded, GARBAGE)]:
        page.follow("playground.html#a=1,2&b=1,2")
        page.follow(f"playground.html#{hash}")
        message = shown.locator("#problem")
        assert message.is_visible() and message.inner_text().startswith("The playground cannot show this address"), hash
        assert len(message.inner_text()) < 300 and message.locator("*").count() == 0
        assert order(shown, "a") == "1 2 3 4"
        shown.get_by_role("button", name="Reverse b").click()
        assert message.is_hidden()


def test_a_witness_opens_the_playground_with_its_metric_first(page: Watched) -> None:
    shown = page.open(PAGES["witness"])
    shown.get_by_role("link", name="open in the playground").click()
    page.ready()
    assert (order(shown, "a"), order(shown, "b"), value(shown, "kendall-similarity")) == ("1 2", "2 1", "0")
    assert shown.locator("#axioms h3").first.inner_text() == "kendall-similarity"
    assert ("kendall-similarity", "separation") in broken(shown)


def test_the_page_of_a_metric_leads_to_its_witnesses_and_they_to_the_playground(page: Watched) -> None:
    shown = page.open("metric-ndcg.html#ndcg[linear]")
    section = shown.locator("section[id='ndcg[linear]']")
    section.get_by_role("link", name="counterexample").first.click()
    link = shown.get_by_role("link", name="open in the playground")
    link.wait_for()
    link.click()
    page.ready()
    assert shown.locator(".values tr.asked a").inner_text() == "ndcg[linear]"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("address", [PAIR, LIST, "playground.html#a=<", "playground.html#x=&missing="])
def test_axe_finds_nothing_with_everything_open(page: Watched, address: str, scheme: str) -> None:
    shown = page.open(address)
    shown.emulate_media(color_scheme=scheme)
    for summary in shown.locator("main summary").all():
        if summary.is_visible() and not summary.evaluate("(one) => one.parentElement.open"):
            summary.click()
    assert axe(shown) == []


@pytest.mark.parametrize("context", [NARROW], ids=["390"], indirect=True)
@pytest.mark.parametrize(
    "address", [f"a={','.join(map(str, range(1, 11)))}&p=99/101", f"x={'2,' * 11}0&missing=1,1&k=9"]
)
def test_nothing_is_wider_than_a_phone_with_the_most_items_and_long_fractions(page: Watched, address: str) -> None:
    shown = page.open(f"playground.html#{address}")
    shown.locator("#axioms summary").click()
    assert overflow(shown) == []


def test_every_control_is_reached_by_tab(page: Watched) -> None:
    shown = page.open(PAIR)
    wanted = "main :is(button:not(:disabled), input, select, summary, a[href], [tabindex='0'])"
    count = shown.evaluate(
        "(of) => [...document.querySelectorAll(of)].filter((one) => one.checkVisibility()).length", wanted
    )
    shown.locator("#kinds button").first.focus()
    reached = 1
    for _ in range(2 * count):
        shown.keyboard.press("Tab")
        if not shown.evaluate("document.activeElement.closest('main') !== null"):
            break
        reached += 1
    assert reached == count


def test_moving_the_most_items_is_quick(page: Watched) -> None:
    for address in (f"a={','.join(map(str, range(1, 11)))}", "x=1,0,1,0,1,0,1,0,1,0,1,0&missing=1,1"):
        shown = page.open(f"playground.html#{address}")
        shown.locator(".movable .item").first.focus()
        spent = shown.evaluate(
            """() => {
                const began = performance.now();
                for (const key of ["ArrowDown", "ArrowUp"]) {
                    document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, cancelable: true }));
                }
                return (performance.now() - began) / 2;
            }"""
        )
        assert spent < 1000  # milliseconds on a machine that does other things too
