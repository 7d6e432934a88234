"""The two sides of a relation as expressions, what the values are called in them, and what is there to be drawn."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from msgspec import to_builtins
from msgspec.structs import replace

from axiomatrix import REGISTRY, ElementWeights, Judged, Ranking, Registry, axioms, relation, spaces
from axiomatrix.catalogue import load_catalogue
from axiomatrix.evidence.account.account import Account
from axiomatrix.evidence.account.figures import Figure, figure, figure_of_stored_parameter, figure_of_stored_value
from axiomatrix.evidence.account.making import account_of
from axiomatrix.evidence.evidence import Witness
from axiomatrix.evidence.formats import convert
from axiomatrix.evidence.instance import Definitions, Instance
from axiomatrix.evidence.witness import witness_of_instance
from axiomatrix.model.axiom import Axiom, Statement, axiom
from axiomatrix.model.metric import Metric
from axiomatrix.model.registry import metric
from axiomatrix.report.saving import witness_page
from axiomatrix.spaces.parameters import ParameterDomain
from axiomatrix.values.grades import Discounts
from axiomatrix.values.judged import Run
from axiomatrix.values.orders import PartialOrder, TopList, WeakOrder
from axiomatrix.values.parameters import PositionWeights, Similarity
from axiomatrix.values.rankings import Relabelling, inverted_pairs
from axiomatrix.values.scored import Scored, Scores

ABC, BAC, BCA, CBA = (Ranking.from_order(order) for order in ([1, 2, 3], [2, 1, 3], [2, 3, 1], [3, 2, 1]))
CONTROL = "\x1b]0;owned\x07<script>alert(1)</script>"


@pytest.fixture(autouse=True)
def _catalogue() -> None:
    load_catalogue()


def shown_of(
    of: Metric,
    statement: Statement | Axiom,
    values: Mapping[str, Any],
    parameters: Mapping[str, Any] | None = None,
    registry: Registry = REGISTRY,
) -> Account:
    """The account of this instance, decided as it comes."""
    return account_of(witness_of(of, statement, values, parameters, registry), registry)


def witness_of(
    of: Metric,
    statement: Statement | Axiom,
    values: Mapping[str, Any],
    parameters: Mapping[str, Any] | None = None,
    registry: Registry = REGISTRY,
) -> Witness:
    asked = statement() if isinstance(statement, Axiom) else statement
    if asked.axiom.id not in registry.axioms:
        registry.add_axiom(asked.axiom)
    n = max(len(value) for value in values.values() if hasattr(value, "__len__"))
    instance = Instance(n, values, parameters or {})
    definitions = Definitions(registry)
    shows = "refutes" if definitions.decide(of, asked, instance).code == relation.FAILS else "shows"
    return witness_of_instance(definitions, of, asked, instance, space=ParameterDomain.OPEN, shows=shows, smallest=True)


def sides(shown: Account) -> tuple[str, str, str]:
    """Both sides, each with its symbols, numbers and value."""
    left, right = (
        " = ".join(dict.fromkeys(filter(None, (side.symbols, side.numbers, side.value))))
        for side in (shown.left, shown.right)
    )
    return left, shown.op, right


# --- what the sides are ----------------------------------------------------------------------------------------


def test_the_triangle_inequality_is_the_sum_of_two_calls() -> None:
    shown = shown_of(
        REGISTRY.metric("spearman-distance[squared]"), axioms.triangle_inequality, {"a": ABC, "b": BAC, "c": BCA}
    )
    assert sides(shown) == ("d(a, c) = 6", "<=", "d(a, b) + d(b, c) = 2 + 2 = 4")
    assert [shown.terms[k].short for k in shown.left.terms] == ["d(a, c)"]
    assert [shown.terms[k].short for k in shown.right.terms] == ["d(a, b)", "d(b, c)"]
    assert shown.terms[0].call == "spearman-distance[squared](a, c)"


def test_symmetry_is_one_call_on_each_side() -> None:
    registry = Registry()

    @metric("lopsided", registry=registry)
    def lopsided(a: Any, b: Any) -> Any:
        """d(a, b) = the position in a of the best item of b"""
        return a[b.order[0]]

    shown = shown_of(registry.metric("lopsided"), axioms.symmetry, {"a": ABC, "b": BCA}, registry=registry)
    assert sides(shown) == ("d(a, b) = 2", "==", "d(b, a) = 3")


def test_a_bound_has_its_factor_and_the_name_of_the_other_metric() -> None:
    shown = shown_of(REGISTRY.metric("footrule"), axioms.upper_bound("kendall", "3/2"), {"a": ABC, "b": BAC})
    assert sides(shown) == ("d(a, b) = 2", "<=", "3/2*kendall(a, b) = 3/2*1 = 3/2")


def test_a_factor_is_called_as_the_axiom_calls_it() -> None:
    of = REGISTRY.metric("kendall-element")
    shown = shown_of(
        of, axioms.scale_free("w", 1), {"a": ABC, "b": BAC, "c": 2}, {"w": ElementWeights.of([1, "1/2", 3])}
    )
    assert sides(shown) == ("d(a, b; c w) = 2", "==", "c**1*d(a, b) = 2**1*(1/2) = 1")
    assert shown.terms[0].call == "kendall-element(a, b; w[1] = 2, w[2] = 1, w[3] = 6)"


def test_a_changed_list_has_a_name_of_its_own_and_is_drawn() -> None:
    shown = shown_of(
        REGISTRY.metric("average-precision[retrieved]"),
        axioms.swap,
        {"x": Judged.of([1, 0, 0, 1]), "ij": (3, 4)},
        {"k": 3},
    )
    assert sides(shown) == ("m(x) = 1", "<=", "m(x') = 5/6")
    drawn = {one.name: one for one in shown.figures}
    assert drawn["x'"] == Figure("x'", "judged list", "made", (("1", "0", "1", "0"), ()))
    assert [one.role for one in shown.figures] == ["value", "value", "made", "parameter"]


def test_a_list_that_happens_to_be_ideal_is_not_called_ideal() -> None:
    shown = shown_of(
        REGISTRY.metric("precision-at"), axioms.swap_strict, {"x": Judged.of([0, 1]), "ij": (1, 2)}, {"k": 2}
    )
    assert sides(shown) == ("m(x) = 1/2", "<", "m(x') = 1/2")


def test_what_the_formula_names_is_called_so() -> None:
    shown = shown_of(REGISTRY.metric("footrule"), axioms.left_invariance, {"a": ABC, "b": BAC, "tau": BCA})
    assert sides(shown) == ("d(tau o a, tau o b) = 4", "==", "d(a, b) = 2")
    tau = next(one for one in shown.figures if one.name == "tau")
    assert (tau.kind, tau.rows) == ("permutation", (("1", "3"), ("2", "1"), ("3", "2")))
    assert {one.name for one in shown.figures if one.role == "made"} == {"tau o a", "tau o b"}


def test_best_constants_are_shown_as_numerator_and_denominator() -> None:
    of = REGISTRY.metric("footrule")
    found = witness_of(of, axioms.near_metric, {"a": ABC, "b": BAC, "c": BCA})
    shown = account_of(replace(found, shows="attains"))
    assert sides(shown) == ("d(a, c) = 4", "/", "d(a, b) + d(b, c) = 2 + 2 = 4")


def test_a_quantity_asked_besides_a_bound_is_the_one_that_is_shown() -> None:
    of, statement = REGISTRY.metric("footrule"), axioms.upper_bound("kendall", 2)
    found = replace(witness_of(of, statement, {"a": ABC, "b": BAC}), shows="attains", lhs="2", op="/", rhs="1")
    assert sides(account_of(found)) == ("d(a, b) = 2", "/", "kendall(a, b) = 1")


# --- where there are none --------------------------------------------------------------------------------------


def unfollowed(says: Callable[..., Any]) -> Account:
    """The account of an axiom of this body, about Kendall's distance of 1, 2, 3 and 2, 1, 3."""
    registry = Registry()

    @metric("mine", registry=registry)
    def mine(a: Any, b: Any) -> Any:
        """d(a, b) = the number of inverted pairs"""
        return len(inverted_pairs(a, b))

    made = axiom("strange", over={"a": spaces.ranking, "b": spaces.ranking})(says)
    return shown_of(registry.metric("mine"), made, {"a": ABC, "b": BAC}, registry=registry)


def test_an_axiom_that_looks_values_up_has_its_numbers_alone() -> None:
    def says(d: Any, a: Any, b: Any) -> Any:
        """d(a, b) is at most half of what a table says"""
        return relation.at_most(d(a, b), {0: 0, 1: 0, 2: 5}[d(a, b)])

    shown = unfollowed(says)
    assert sides(shown) == ("1", "<=", "0") and not shown.left.symbols and not shown.right.terms
    assert shown.note == "" and [term.value for term in shown.terms] == ["1"]


def test_an_axiom_that_answers_otherwise_the_second_time_has_its_numbers_alone() -> None:
    asked: list[int] = []

    def says(d: Any, a: Any, b: Any) -> Any:
        """d(a, b) <= the number of times that it was asked, modulo something"""
        asked.append(1)
        value = d(a, b)
        return relation.at_most(value, 0 if type(value).__name__ != "TracedNumber" else 1)

    assert sides(unfollowed(says)) == ("1", "<=", "0") and len(asked) > 1


def test_an_axiom_that_asks_for_other_values_of_symbols_has_its_numbers_alone() -> None:
    def says(d: Any, a: Any, b: Any) -> Any:
        """d(a, b) <= d(a, a), or of symbols d(b, b)"""
        value = d(a, b)
        return relation.at_most(value, d(b, b) if type(value).__name__ == "TracedNumber" else d(a, a))

    assert sides(unfollowed(says)) == ("1", "<=", "0")


def test_an_axiom_that_prints_prints_nothing_here(capsys: pytest.CaptureFixture[str]) -> None:
    def says(d: Any, a: Any, b: Any) -> Any:
        """d(a, b) <= 0"""
        if type(d(a, b)).__name__ == "TracedNumber":
            print("followed")  # noqa: T201  # as an axiom may
        return relation.at_most(d(a, b), 0)

    shown = unfollowed(says)
    assert sides(shown) == ("d(a, b) = 1", "<=", "0")
    assert capsys.readouterr().out == ""


def test_a_definition_that_raises_keeps_the_stored_sides() -> None:
    registry = Registry()
    broken = [False]

    @metric("moody", registry=registry)
    def moody(a: Any, b: Any) -> Any:
        """d(a, b) = 1, until it breaks"""
        if broken[0]:
            raise RuntimeError(CONTROL)
        return 1

    found = witness_of(registry.metric("moody"), axioms.zero_on_equal, {"a": ABC}, registry=registry)
    assert sides(account_of(found, registry)) == ("d(a, a) = 1", "==", "0")
    broken[0] = True
    shown = account_of(found, registry)
    assert sides(shown) == ("1", "==", "0") and shown.terms == () and shown.left.symbols == ""
    assert "RuntimeError" in shown.note and shown.note.isprintable()
    assert [one.kind for one in shown.figures] == ["ranking"]


def test_of_a_changed_definition_nothing_new_is_said() -> None:
    registry = Registry()
    answers = [0]

    @metric("moody", registry=registry)
    def moody(a: Any, b: Any) -> Any:
        """d(a, b) = 0, until it changes"""
        return answers[0]

    found = witness_of(registry.metric("moody"), axioms.zero_on_equal, {"a": ABC}, registry=registry)
    answers[0] = 7
    shown = account_of(found, registry)
    assert sides(shown) == ("0", "==", "0") and shown.terms == () and "has changed" in shown.note
    assert shown.sides == "stored as 0 == 0; now 7 == 0"


def test_sides_that_are_stored_wrong_are_those_that_are_decided() -> None:
    found = witness_of(REGISTRY.metric("footrule"), axioms.symmetry, {"a": ABC, "b": BAC})
    shown = account_of(replace(found, lhs="7"))
    assert sides(shown) == ("d(a, b) = 2", "==", "d(b, a) = 2") == sides(account_of(found))
    assert shown.note == "The stored witness disagrees: the file says 7 == 2; it is 2 == 2."


def test_values_in_floats_have_expressions_too() -> None:
    registry = Registry()

    @metric("halves", exact=False, registry=registry)
    def halves(a: Any, b: Any) -> Any:
        """d(a, b) = half of the inverted pairs, squared"""
        return 0.5 * len(inverted_pairs(a, b)) ** 2

    shown = shown_of(
        registry.metric("halves"), axioms.triangle_inequality, {"a": ABC, "b": BCA, "c": CBA}, registry=registry
    )
    assert sides(shown) == ("d(a, c) = 4.5", "<=", "d(a, b) + d(b, c) = 2.0 + 0.5 = 2.5")


# --- what is drawn ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "kind", "rows"),
    [
        (BCA, "ranking", (("2",), ("3",), ("1",))),
        (Ranking.from_order([1, "1"]), "ranking", (("1",), ("'1'",))),
        (TopList.of("ab"), "top list", (("a",), ("b",))),
        (WeakOrder.of(["b", ["a", "c"]]), "weak order", (("b",), ("a", "c"))),
        (PartialOrder.of("abc", [("b", "a")]), "partial order", (("a", "b", "c"), ("b", "a"))),
        (Judged.of([1, "1/2"], missing=[2]), "judged list", (("1", "1/2"), ("2",))),
        (Run.of([[1], [0, 1]]), "run", (("1",), (), ("0", "1"), ())),
        (Scored.of([1, 0], [5, 5], [1]), "scored list", (("1", "0"), ("5", "5"), ("1",))),
        (Scores.of([4, "1/3"]), "scores", (("4", "1/3"),)),
        (Relabelling({1: 2, 2: 1}), "relabelling", (("1", "2"), ("2", "1"))),
        ((2, 3), "numbers", (("2", "3"),)),
        (7, "number", (("7",),)),
        (Discounts.of([1, "1/2"]), "position weights", (("1", "1"), ("2", "1/2"))),
        (ElementWeights.of({"a": "1/2"}), "element weights", (("a", "1/2"),)),
        (Similarity.of({("a", "b"): 3}), "similarity", (("a", "b", "3"),)),
    ],
)
def test_each_value_has_its_figure(value: Any, kind: str, rows: Any) -> None:
    assert figure("it", value, "value") == Figure("it", kind, "value", rows)  # type: ignore[arg-type]  # one of them


def test_an_irrational_number_has_a_decimal_beside_it() -> None:
    (row,) = figure("delta", PositionWeights.dcg(2), "parameter").rows
    assert row == ("2", "(-1*log(2) + log(3))/(log(2)*log(3))", "0.532456")


def test_stored_values_are_drawn_only_where_their_form_says_what_they_are() -> None:
    judged = {"grades": ["1"], "missing": ["2"]}
    assert (
        figure_of_stored_value("x", judged)
        == figure_of_stored_value("x", [judged])
        == Figure("x", "judged list", "value", (("1",), ("2",)))
    )
    scored = {"grades": ["1"], "scores": ["3"], "missing": []}
    assert figure_of_stored_value("x", scored) == Figure("x", "scored list", "value", (("1",), ("3",), ()))
    for data in ([1, 2, 3], [[1, 2], [3]], {"grades": [1]}, {"items": ["1"]}, {}, [], None, [judged] * 2):
        assert figure_of_stored_value("x", data) is None, data
    assert figure_of_stored_parameter("D", [[[1, 2], "3"]]) == Figure(
        "D", "similarity", "parameter", (("1", "2", "3"),)
    )
    assert figure_of_stored_parameter("w", [[1, "3"]]) == Figure("w", "entries", "parameter", (("1", "3"),))
    assert figure_of_stored_parameter("k", "3") == Figure("k", "number", "parameter", (("3",),))
    for data in ({"a": 1}, [1], [[1, 2, 3]], None):
        assert figure_of_stored_parameter("w", data) is None, data


def test_of_many_made_lists_only_those_that_enter_are_drawn() -> None:
    shown = shown_of(REGISTRY.metric("precision"), axioms.realizability(1), {"x": Judged.of([1, 0])})
    assert [term.short for term in shown.terms] == ["m(x)", "m(x')"]
    assert sides(shown) == ("m(x) = 1/2", "==", "1")
    assert [one.name for one in shown.figures] == ["x"]


# --- as data ---------------------------------------------------------------------------------------------------


def an_account() -> Account:
    weights = {"w": ElementWeights.of([1, 1, 2])}
    return shown_of(
        REGISTRY.metric("kendall-element"), axioms.scale_free("w", 1), {"a": ABC, "b": CBA, "c": 2}, weights
    )


def test_an_account_travels_as_json() -> None:
    shown = an_account()
    assert shown.left.symbols and shown.figures and shown.terms[0].addends
    assert convert(json.loads(json.dumps(to_builtins(shown))), Account) == shown


def test_the_pages_say_what_they_said() -> None:
    """The expressions are for the sides; the values that enter have each its own steps."""
    page = witness_page(an_account())
    assert "d(a, b; c w) = 4" not in page
    assert "kendall-element(a, b; w[1] = 2, w[2] = 2, w[3] = 4) = " in page
