"""Values in symbols: what the definition computes of any numbers, printed by sympy; or why there is none."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from axiomatrix import (
    REGISTRY,
    ElementWeights,
    Heights,
    Judged,
    Metric,
    PositionWeights,
    Ranking,
    Registry,
    Similarity,
    Undefined,
    exact,
    metric,
    spaces,
)
from axiomatrix.catalogue.loading import load_catalogue
from axiomatrix.catalogue.symbols import entry_of
from axiomatrix.cli.explain import in_symbols
from axiomatrix.evidence.account.call_names import entry
from axiomatrix.numbers.printed import expression, latex
from axiomatrix.studies.closed.traced import NotTraced, traced

load_catalogue()


@pytest.mark.parametrize(
    ("name", "given", "text"),
    [
        ("kendall-similarity", "a = 1 > 2 > 3, b = 2 > 3 > 1", "D_{1,2} + D_{1,3}"),
        ("footrule-position[one]", "a = 1 > 2 > 3, b = 2 > 3 > 1", r"\left(\delta_{2} + \delta_{3}\right)^{2}"),
        ("rbp[gains]", "x = (x[1], x[2], x[3])", r"\left(1 - p\right) \left(p^{2} x_{3} + p x_{2} + x_{1}\right)"),
        (
            "half-life",
            "x = (x[1], x[2], x[3])",
            r"x_{1} + 2^{- \frac{1}{\alpha - 1}} x_{2} + 2^{- \frac{2}{\alpha - 1}} x_{3}",
        ),
        ("rbp[binary]", "x = Judged.of([1, 0, 1])", r"\left(1 - p\right) \left(p^{2} + 1\right)"),
        (
            "ndcg[any]",
            "x = (x[1], x[2], x[3])",
            r"\frac{\mathrm{discount}_{1} x_{1} + \mathrm{discount}_{2} x_{2} + \mathrm{discount}_{3} x_{3}}"
            r"{\mathrm{discount}_{1} x^{*}_{1} + \mathrm{discount}_{2} x^{*}_{2} + \mathrm{discount}_{3} x^{*}_{3}}",
        ),
    ],
)
def test_the_value_in_symbols_is_printed(name: str, given: str, text: str) -> None:
    at, form = traced(REGISTRY.metric(name), REGISTRY)
    assert at == given
    assert latex(form, {symbol: entry_of(symbol.name) for symbol in form.free_symbols}) == text


D = Similarity.of([[0, 3, 4], [3, 0, 5], [4, 5, 0]])
ORDERS = (Ranking.from_order([1, 2, 3]), Ranking.from_order([2, 3, 1]))
GIVEN: dict[str, tuple[tuple[Any, ...], dict[str, Any]]] = {
    "kendall-general[local]": (
        ORDERS,
        {"w": ElementWeights.of([2, 3, 5]), "delta": PositionWeights.of(["1/2", 3]), "D": D},
    ),
    "footrule-similarity[lt]": (ORDERS, {"D": D}),
    "kendall-element-mean[geometric]": (ORDERS, {"w": ElementWeights.of([4, 2, 3])}),
    "area-normalised[heights]": (ORDERS, {"h": Heights.of([7, 3, 1])}),
    "discounted-error": (ORDERS, {"base": 5}),
    "dcg[exponential]": ((Judged.of([2, 0, 1]),), {"k": 3}),
    "err[gains]": ((Judged.of(["1/3", "1/2", 1]),), {"p": "4/5"}),
    "half-life": ((Judged.of([0, 2, 1]),), {"alpha": "7/2"}),
}


@pytest.mark.parametrize("name", GIVEN)
def test_it_is_what_the_definition_computes_of_other_numbers(name: str) -> None:
    points, parameters = GIVEN[name]
    row = REGISTRY.metric(name)
    _, form = traced(row, REGISTRY)
    numbers: dict[str, Any] = {}
    for letter, value in [*zip(row.arguments, points, strict=True), *parameters.items()]:
        if isinstance(value, Judged):
            numbers |= {f"{letter}[{i}]": value[i] for i in (1, 2, 3)}
        elif hasattr(value, "entries"):
            numbers |= {entry(letter, key): number for key, number in value.entries.items()}
        elif not isinstance(value, Ranking):
            numbers[letter] = exact.rational(value)
    at = {symbol: expression(numbers[symbol.name]) for symbol in form.free_symbols}
    assert (form.subs(at) - expression(row(*points, **parameters))).equals(0)


def planted(definition: Any, **declared: Any) -> tuple[Metric, Registry]:
    """A user's metric of a judged list and a persistence."""
    registry = Registry()
    declared = {"arguments": {"x": spaces.binary_list}, "parameters": {"p": spaces.persistences()}, **declared}
    metric("planted", kind="score", registry=registry, **declared)(definition)
    return registry.metric("planted"), registry


def reason(definition: Any, **declared: Any) -> str:
    with pytest.raises(NotTraced) as caught:
        traced(*planted(definition, **declared))
    return str(caught.value)


def test_a_definition_that_answers_otherwise_to_numbers_has_none() -> None:
    assert reason(lambda x, p: p if hasattr(p, "form") else 2 * p) == (
        "the definition answers otherwise where it is given numbers"
    )


def test_it_is_said_why_there_is_none() -> None:
    def undefined(x: Judged, p: Any) -> Any:
        raise Undefined("nothing is known")

    assert reason(undefined) == "nothing is known"
    assert reason(lambda x, p: p if p < exact.rational("1/2") else 1) == (
        "the definition needs a comparison of a parameter"
    )
    assert reason(lambda x, p: 2 * p if p == x[1] / 3 else p) == "the definition needs a comparison of a parameter"
    assert reason(lambda x, p: exact.log(p)) == "the definition needs log() of a parameter"
    assert reason(lambda x, p: x.n) == "its value has no symbol in it"
    assert reason(lambda x, p: 0.5, exact=False) == "it is available in floats only"
    assert reason(lambda x, p: p.nothing) == "the definition raises AttributeError where it is given symbols"
    assert reason(lambda x: x.R, parameters={}) == "the definition needs a comparison of a parameter"


def test_a_name_of_two_words_is_one_symbol_whose_underscore_is_escaped() -> None:
    row, registry = planted(lambda x, my_p: x[1] * my_p**2, parameters={"my_p": spaces.persistences()})
    assert in_symbols(row, registry).splitlines()[-1] == r"    \mathrm{my\_p}^{2} x_{1}"


def test_what_a_definition_prints_is_not_in_the_answer(capsys: pytest.CaptureFixture[str]) -> None:
    def prints(x: Judged, p: Any) -> Any:
        sys.stdout.write("planted")
        return p

    assert str(traced(*planted(prints))[1]) == "p"
    assert capsys.readouterr().out == ""


def test_a_metric_of_rankings_alone_has_none() -> None:
    text = in_symbols(REGISTRY.metric("kendall"), REGISTRY)
    assert text.endswith("no value in symbols: it takes no number that a symbol could stand for")
    assert r"K(a,b)=\left\lvert" in text


def test_the_form_is_that_of_unequal_numbers_too() -> None:
    """A definition that takes the symbols for something else is right where all numbers are 1, and is refused."""

    def strange(a: Ranking, b: Ranking, w: ElementWeights) -> Any:
        return w[1] if hasattr(w[1], "form") else max(w[1], w[2])

    row, registry = planted(
        strange, arguments={"a": spaces.ranking, "b": spaces.ranking}, parameters={"w": spaces.element_weights()}
    )
    with pytest.raises(NotTraced, match="answers otherwise where it is given numbers"):
        traced(row, registry)
