"""Formulas are declared: each renders, no two metrics show the same, and every symbol is defined where it is shown."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from axiomatrix import REGISTRY, Registry, axiom, metric, relation, spaces
from axiomatrix.catalogue import formulas, load_catalogue
from axiomatrix.report.site import blocks

CATALOGUE = load_catalogue()
CLAIMS = [claim for source in CATALOGUE.sources.values() for claim in source.claims.values()]
DECLARED: dict[str, tuple[Any, Any]] = {
    **{row.name: (row, formulas.of_metric) for row in CATALOGUE.metrics.values()},
    **{column.id: (column, formulas.of_axiom) for column in CATALOGUE.axioms.values()},
    **{claim.id: (claim, formulas.of_claim) for claim in CLAIMS},
}
WITHOUT = {"KV16"}
"""An experiment, of which no formula is claimed."""


@pytest.mark.parametrize("name", DECLARED)
def test_every_formula_renders_and_its_symbols_are_defined(name: str) -> None:
    declared, meanings = DECLARED[name]
    if name in WITHOUT:
        assert not declared.latex
        return
    lines = blocks.lines(declared.latex)
    assert lines is not None and len(lines) == len(declared.latex.splitlines())
    shown = [text for line in lines for piece in line for text in piece.itertext() if text]
    assert shown and not [text for text in shown if "\\" in text or "{" in text[1:] or "&" in text]
    meant = meanings(declared)  # KeyError for a symbol of which nothing is known
    itself = formulas.defined_in(declared.latex)
    assert set(meant) | itself >= set(formulas.symbols_of(declared.latex)) and all(meant.values())
    assert all(blocks.lines(names) is not None for names, _ in formulas.listed(meant))
    assert not [words for words in meant.values() if words.startswith("one of the the")]


def test_no_two_rows_and_no_two_columns_show_the_same_formula() -> None:
    for declared in (CATALOGUE.metrics, CATALOGUE.axioms):
        shown = Counter(blocks.spans(one.latex) for one in declared.values())
        assert len(declared) > 80 and shown.most_common(1)[0][1] == 1


@pytest.mark.parametrize("name", CATALOGUE.metrics)
def test_a_formula_has_what_the_metric_takes(name: str) -> None:
    row = CATALOGUE.metrics[name]
    takes = {formulas.name_of(taken) for taken in (*row.arguments, *row.parameters)}
    missing = takes - set(formulas.symbols_of(row.latex))
    assert missing <= ({"b"} if name == "dcg-rank[ideal]" else set())


def test_the_table_has_no_symbol_that_no_formula_uses() -> None:
    used = {symbol for declared, _ in DECLARED.values() for symbol in formulas.symbols_of(declared.latex)}
    assert {*formulas.SYMBOLS, *formulas.CLAIMED} <= used


@pytest.mark.parametrize(
    ("latex", "found"),
    [
        (r"K_\delta(a,b)=\sum_{x}\bar p_x", ["K", r"\delta", "a", "b", "x", r"\bar{p}"]),
        (r"\mathrm{RBO}_{\mathrm{ext}}(a)=p^{d-1}\log_{\mathrm{base}} i", None),
        (r"x^{*}_i+c^{\mathrm{degree}}", [r"x^{*}", "i", "c", r"\mathrm{degree}"]),
        (r"[b<c]\text{ if all goes well}", [r"[\,\cdot\,]", "b", "c"]),
    ],
)
def test_the_symbols_of_a_formula(latex: str, found: list[str] | None) -> None:
    expected = [r"\mathrm{RBO}_{\mathrm{ext}}", "a", "p", "d", r"\mathrm{base}", "i"]
    assert formulas.symbols_of(latex) == (expected if found is None else found)


@pytest.mark.parametrize(
    ("latex", "message"),
    [
        (r"K_\delta(a,b)=x", {"K"}),
        ("F_j=b\nR=0\\Rightarrow m=1", {"F"}),
        (r"x_i\le 0=y", set()),
        (r"\frac{1}{n}=2", set()),
        ("d(a,b)\\ge 0", set()),
    ],
)
def test_a_line_says_what_it_begins_with(latex: str, message: set[str]) -> None:
    assert formulas.defined_in(latex) == message


def test_an_unknown_symbol_is_named() -> None:
    with pytest.raises(KeyError, match=r"\\omega"):
        formulas.meanings(r"d(a,b)=\omega_x", {})


# --- declaring ---


def test_ones_own_may_have_a_formula_for_each_variant_or_none() -> None:
    registry = Registry(REGISTRY)
    formulas = {"one": r"d(a,b)=1", "two": r"d(a,b)=2"}

    @metric("mine", variants=("one", "two"), latex=formulas, registry=registry)
    def mine(a: Any, b: Any, variant: str) -> Any:
        """mine"""
        return 0

    assert [row.latex for row in registry.rows("mine")] == list(formulas.values())

    @metric("plain", registry=registry)
    def plain(a: Any, b: Any) -> Any:
        """plain"""
        return 0

    assert plain.latex == ""


@pytest.mark.parametrize(
    ("latex", "variants", "message"),
    [
        (7, (), r"latex is 7; it must be a string"),
        ({"one": "x"}, (), r"latex is \{'one': 'x'\}; it must be a string"),
        ({"one": "x"}, ("one", "two"), "it must map each of one, two to a string"),
        ("x", ("one", "two"), "it must map each of one, two to a string"),
        ({"one": "x", "two": 2}, ("one", "two"), "it must map each of one, two to a string"),
    ],
)
def test_a_formula_that_is_no_text_is_refused(latex: Any, variants: tuple[str, ...], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        metric("mine", latex=latex, variants=variants, registry=Registry(REGISTRY))


def test_an_axiom_has_its_formula_too() -> None:
    with pytest.raises(TypeError, match="latex 7 must be a string"):
        axiom("mine", over={"a": spaces.ranking}, latex=7)

    @axiom("mine", over={"a": spaces.ranking}, latex="d(a,a)=1")
    def mine(d: Any, a: Any) -> Any:
        """d(a, a) = 1"""
        return relation.equal(d(a, a), 1)

    assert mine.latex == "d(a,a)=1"
