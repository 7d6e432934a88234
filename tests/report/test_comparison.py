"""Two metrics side by side: what the page says of their values is so by the definitions."""

from __future__ import annotations

from typing import Any

import committed
import pytest

from axiomatrix import REGISTRY, Judged, Ranking
from axiomatrix.catalogue import load_catalogue
from axiomatrix.report.asking import choose, compare
from axiomatrix.report.document import Details, Heading, List, Mono, Table, Text, plain_text, words
from axiomatrix.studies.relate.defaults import default_parameters

load_catalogue()


@pytest.fixture(scope="module", autouse=True)
def without_relations() -> Any:
    """The relations are enumerated here, as where no report has them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("axiomatrix.report.known.read_matrix", lambda path: committed.matrix())
        yield


def compared(*metrics: str) -> Any:
    return compare(*metrics, report=committed.REPORTS / "compliance.json").document


def value(name: str, arguments: list[Any]) -> Any:
    metric = REGISTRY.metric(name)
    return metric(*arguments, **default_parameters(metric, arguments[0].n, "n"))


PAIRS = [("err[graded]", "rbp[gains]"), ("kendall", "footrule"), ("rbo[ext]", "kendall")]


@pytest.mark.parametrize(("a", "b"), PAIRS)
def test_the_two_that_are_ordered_oppositely_are(a: str, b: str) -> None:
    blocks = compared(a, b).blocks
    place = next(
        k for k, block in enumerate(blocks) if isinstance(block, Text) and "oppositely" in plain_text(block.text)
    )
    shown = blocks[place + 1]
    assert isinstance(shown, List)
    found = []
    for item in shown.items:
        assert isinstance(item, tuple)
        written = [span.text for span in item if isinstance(span, Mono)]
        arguments = [eval(text, {"Ranking": Ranking, "Judged": Judged}) for text in written]
        found.append((value(a, arguments), value(b, arguments)))
        assert f"{a} = {found[-1][0]}" in plain_text(item)
    (a1, b1), (a2, b2) = found
    opposed = "similarity" in {REGISTRY.metric(name).kind for name in (a, b)}
    assert (a1 - a2) * (b1 - b2) * (-1 if opposed else 1) < 0


def test_the_formulas_and_the_bounds_come_before_the_axioms() -> None:
    blocks = compared("kendall", "footrule").blocks
    assert [plain_text(item) for item in blocks[0].items] == [
        f"{name}: {REGISTRY.metric(name).formula}" for name in ("kendall", "footrule")
    ]
    texts = [
        plain_text(block.text)
        for block in blocks[: next(k for k, b in enumerate(blocks) if isinstance(b, Table))]
        if isinstance(block, Text)
    ]
    assert any(text.startswith("10/9 (~1.1111) kendall <= footrule <= 2 kendall at n = 6") for text in texts)


def test_metrics_of_two_sorts_are_compared_by_their_values() -> None:
    document = compared("rbo", "kendall")
    assert not [block for block in document.blocks if isinstance(block, Table)]
    (aside,) = (block for block in document.blocks if isinstance(block, Details))
    assert "asked of only one of them" in plain_text(aside.summary)
    with pytest.raises(ValueError, match="judged lists"):
        compared("kendall", "ndcg")


def test_what_is_affine_has_its_formula_and_no_bounds() -> None:
    blocks = compared("kendall-tau", "kendall").blocks
    place = next(k for k, block in enumerate(blocks) if isinstance(block, Heading))
    assert "kendall = n (n - 1)/4" in plain_text(blocks[place + 1].text)
    assert not any("the best constants" in plain_text(block.text) for block in blocks if isinstance(block, Text))


def test_each_statement_on_which_they_differ_is_said_in_words() -> None:
    document = compared("kendall", "cayley")
    sentence = REGISTRY.axiom("left-invariance").sentence_of({})
    headings = [k for k, block in enumerate(document.blocks) if block == Heading("left-invariance", 3)]
    assert [document.blocks[k + 1] for k in headings] == [Text(sentence)], "of the one that parts them"


def test_what_one_chooses_by_is_said_in_words() -> None:
    report = committed.REPORTS / "compliance.json"
    document = choose(["swap"], kind="score", about="judged lists", report=report).document
    assert f"swap: {REGISTRY.axiom('swap').sentence_of({})}" in [
        text for block in document.blocks for text in words(block)
    ]
