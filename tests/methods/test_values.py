"""For which values of a parameter: by hand, against sampling, and where nothing can be said."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from faulty import registered
from flint import fmpq
from msgspec import to_builtins
from whole import BadCell, cell_from

import axiomatrix
from axiomatrix import axiom, axioms, exact, relation, spaces
from axiomatrix.catalogue import load_catalogue
from axiomatrix.engine.row import statements_of
from axiomatrix.evidence.instance import Definitions, Instance
from axiomatrix.evidence.values import End, Stretch, ValuesNote
from axiomatrix.evidence.words import Line
from axiomatrix.methods.values import DecidedValues, NoValues, values_of
from axiomatrix.model.axiom import Statement
from axiomatrix.model.metric import Metric
from axiomatrix.model.relation import FAILS
from axiomatrix.numbers.exact import Undefined, parse
from axiomatrix.numbers.functions import Function, NoFunction, Place
from axiomatrix.numbers.line import Interval, RealRoot
from axiomatrix.numbers.substitutions import HalfLife
from axiomatrix.report.pictures.diagrams import number_line

REGISTRY = load_catalogue()
UNIT = {"p": spaces.persistences()}
CLOSED = {"p": spaces.persistences(closed=True)}
LISTS = {"x": spaces.binary_list}


def asked(definition: Any, axiom: Any, parameters: Any = UNIT, **more: Any) -> DecidedValues:
    mine, registry = registered(definition, kind="score", arguments=LISTS, parameters=parameters)
    return values_of(mine, axiom(), registry, **more)


def text(definition: Any, axiom: Any, parameters: Any = UNIT) -> str:
    return asked(definition, axiom, parameters).note.text


# --- by hand --------------------------------------------------------------------------------------------------


def turns_over(x: Any, p: Any) -> Any:
    """p^2 at the first rank, 1 - p at the others: falling where p^2 >= 1 - p"""
    return sum(x[i] * (p * p if i == 1 else 1 - p) for i in x.ranks())


def branches(x: Any, p: Any) -> Any:
    """1/i, but i for p below 1/3 or above 2/3, and at 1/2"""
    rises = p < fmpq(1, 3) or p > fmpq(2, 3) or p == fmpq(1, 2)
    return sum(x[i] * (i if rises else fmpq(1, i)) for i in x.ranks())


def one_point(x: Any, p: Any) -> Any:
    """A discount that is not a discount at p = 1/2"""
    return sum(x[i] * (1 + (2 * p - 1) ** 2 / i) for i in x.ranks())


def has_none(x: Any, p: Any) -> Any:
    """No value below 1/2; above, the number of relevant items against the ranks"""
    if p < fmpq(1, 2):
        raise Undefined("p is small")
    return sum(x[i] * i for i in x.ranks())


def asks(question: Any) -> Any:
    """A metric that goes on where its parameter does not answer, and then says nothing of numbers."""

    def asking(x: Any, p: Any) -> Any:
        """2 where the answer is yes"""
        try:
            found = question(p)
        except Exception:
            found = False
        return 2 if found else fmpq(1, 2)

    return asking


QUESTIONS = [
    lambda p: float(p) > 0.99,
    lambda p: str(p) == "3/4",
    lambda p: p.q == 7,
    lambda p: p in {fmpq(3, 4)},
    lambda p: p == 0.75,
    lambda p: int(100 * p) == 99,
]


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_definition_that_goes_on_without_an_answer_is_not_followed(question: Any) -> None:
    with pytest.raises(NoValues, match="cannot be followed"):
        asked(asks(question), lambda: axioms.boundedness(1))


def late(x: Any, p: Any) -> Any:
    """2 beyond 9/10"""
    return 2 if p > fmpq(9, 10) else fmpq(1, 2)


def test_a_comparison_is_answered_also_where_exceptions_are_caught() -> None:
    for definition in (late, asks(lambda p: p > fmpq(9, 10))):
        assert text(definition, lambda: axioms.boundedness(1)) == "holds exactly for p <= 9/10 (n <= 6)"


def whole(x: Any, p: Any) -> Any:
    """A Fraction, and a whole number at 1/3"""
    return 2 if p == Fraction(1, 3) else Fraction(1, 2)


def test_values_that_need_no_parameter_are_numbers() -> None:
    assert text(whole, lambda: axioms.boundedness(1)) == "fails only at p = 1/3 (n <= 6)"


def short(x: Any, k: Any) -> Any:
    """2 for one item with the cut-off 3, which no enumeration has"""
    return 2 if len(x) == 1 and k == 3 else fmpq(1, 2)


def test_a_cut_off_is_tried_at_all_sizes() -> None:
    words = text(short, lambda: axioms.boundedness(1), {"k": spaces.cut_offs()})
    assert words == "fails for k = 3, not for k <= 2 (n <= 4)"


@pytest.mark.parametrize(
    ("definition", "axiom", "parameters", "message"),
    [
        (turns_over, axioms.swap, UNIT, "holds exactly for p >= 1/2*sqrt(5) + -1/2 (~0.618034) (n <= 4)"),
        (branches, axioms.swap, UNIT, "holds exactly for 1/3 <= p < 1/2 or 1/2 < p <= 2/3 (n <= 4)"),
        (one_point, axioms.swap_strict, UNIT, "fails only at p = 1/2 (n <= 4)"),
        (one_point, axioms.swap, UNIT, "holds for every p (n <= 4)"),
    ],
    ids=lambda given: getattr(given, "__name__", ""),
)
def test_the_values_are_those_that_are_found_by_hand(
    definition: Any, axiom: Any, parameters: Any, message: str
) -> None:
    assert text(definition, axiom, parameters) == message


@pytest.mark.parametrize("parameters", [UNIT, CLOSED])
def test_where_there_is_no_value_the_statement_is_not_said_to_hold(parameters: Any) -> None:
    with pytest.raises(NoValues, match="instances of up to 4 items do not test p < 1/2"):
        asked(has_none, axioms.swap, parameters)


@pytest.mark.parametrize("row", ["rbp[binary]", "dcg[base]", "precision-at"])
def test_instances_that_all_miss_the_condition_do_not_say_that_the_statement_holds(row: str) -> None:
    """Deepness has a case from three items on only."""
    with pytest.raises(NoValues, match="do not test"):
        values_of(REGISTRY.metric(row), REGISTRY.axiom("deepness")(), REGISTRY, max_size=2)


def test_only_whole_multiples_of_a_half_life_are_followed() -> None:
    """No half of it is taken for none, and nothing more is taken from alpha - 1 or from an exponent."""
    alpha = HalfLife(Function.of_number(Place(Interval(RealRoot.of(fmpq(0)), RealRoot.of(fmpq(1))))))
    for ask in (lambda: fmpq(1, 2) / (alpha - 1), lambda: alpha - 1 - 1, lambda: 3 / (alpha - 1) - 1):
        with pytest.raises(NoFunction):
            ask()


@pytest.mark.parametrize(
    ("row", "axiom", "message"),
    [
        ("rbp[binary]", "equal-spacing", "holds exactly for p = 1/2"),
        ("rbp[gains]", "equal-spacing", "holds exactly for p = 1/3 or p = 1/2"),
        ("ndcg[half-life]", "equal-spacing", "or alpha = 2"),
        ("rbp[binary]", "ideal-is-one", "fails for every p"),
        ("rbp[gains]", "swap", "holds for every p"),
        ("dcg[base]", "swap-strict", "holds exactly for b < 2"),
        ("dcg[base]", "equal-spacing", "holds exactly for b >= 4"),
        ("discounted-error", "symmetry", "fails for every base"),
        ("precision-at", "swap-strict", "fails for 2 <= k <= 4, not for k = 1 (n <= 3)"),
        ("precision-at", "deepness", "fails for 4 <= k <= 5, not for k <= 3 (n <= 4)"),
    ],
)
def test_the_values_of_the_catalogue(row: str, axiom: str, message: str) -> None:
    metric = REGISTRY.metric(row)
    known = 4 if axiom == "deepness" else 3 if row == "discounted-error" else 0
    assert message in values_of(metric, REGISTRY.axiom(axiom)(), REGISTRY, failing_size=known).note.text


def test_rbp_is_lexicographic_below_the_root_of_a_geometric_sum() -> None:
    """By hand: p^(i-1) exceeds the sum of all later ones as long as 1 > p + p^2 + ... + p^(n-1)."""
    note = values_of(REGISTRY.metric("rbp[binary]"), REGISTRY.axiom("lexicographic")(), REGISTRY).note
    (end,) = (stretch.high for stretch in note.holds)
    assert end is not None and note.n == 6
    assert end.exact == "the root of p^5 + p^4 + p^3 + p^2 + p - 1 near 0.50866"


def test_the_end_of_a_base_is_a_power_of_e_and_decided_exactly() -> None:
    """By hand: with 1 < b < 2, ranks 3 and 4 together are worth rank 1 where log b (1/log 3 + 1/log 4) is 1."""
    note = values_of(REGISTRY.metric("dcg[base]"), REGISTRY.axiom("deepness")(), REGISTRY, failing_size=4).note
    (end,) = (stretch.high for stretch in note.holds)
    assert end is not None and end.exact.startswith("e^((log(2)*log(3))") and not note.holds[0].has_high
    assert abs(float(end.near) - 1.845777) < 1e-6


# --- against the definition on numbers ------------------------------------------------------------------------


BASES = ("dcg[base]", "ndcg[base]", "ndcg[half-life]")
SAMPLED = ("rbp[binary]", "rbp[gains]", "err[gains]", "f-measure", "rbo[max]", "rbo[ext]", *BASES)


@pytest.mark.parametrize("row", SAMPLED)
def test_no_value_that_is_said_to_hold_fails_and_none_that_is_said_to_fail_holds(row: str) -> None:
    metric = REGISTRY.metric(row)
    for statement, _ in statements_of(metric, REGISTRY):
        try:
            note = values_of(metric, statement, REGISTRY, max_cases=60, max_size=3).note
        except NoValues:
            continue
        for value in ("1/7", "1/3", "1/2", "3/5", "9/10", "5/4", "3/2", "2", "3"):
            number = parse(value)
            if all(space.contains(number, 1) for space in metric.parameters.values()):
                fails = any(inside(stretch, float(number)) for stretch in note.fails)
                assert breaks(metric, statement, number, note.n) is fails, (statement.id, value, note.text)


def inside(stretch: Stretch, value: float) -> bool:
    low = float(stretch.low.near) if stretch.low else -1.0
    high = float(stretch.high.near) if stretch.high else float("inf")
    if abs(value - low) < 1e-6 or abs(value - high) < 1e-6:
        return (stretch.has_low and abs(value - low) < 1e-6) or (stretch.has_high and abs(value - high) < 1e-6)
    return low < value < high


def breaks(metric: Metric, statement: Statement, number: Any, largest: int) -> bool:
    from itertools import product

    definitions = Definitions(REGISTRY)
    ((name, _),) = metric.parameters.items()
    for n in range(1, largest + 1):
        over = statement.over(metric)
        for chosen in product(*(space.enumerate(n) for space in over.values())):
            case = Instance(n, dict(zip(over, chosen, strict=True)), {name: number})
            if definitions.decide(metric, statement, case).code == FAILS:
                return True
    return False


@pytest.mark.parametrize("row", ["rbp[binary]", "err[gains]", "ndcg[half-life]", "precision-at"])
def test_every_instance_that_is_shown_breaks_the_statement(row: str) -> None:
    metric = REGISTRY.metric(row)
    shown = 0
    for statement, _ in statements_of(metric, REGISTRY):
        try:
            found = values_of(metric, statement, REGISTRY)
        except NoValues:
            continue
        assert bool(found.failing_instances) is bool(found.note.fails)
        for case in found.failing_instances:
            shown += 1
            assert Definitions(REGISTRY).decide(metric, statement, case).code == FAILS
    assert shown


# --- where nothing can be said --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("row", "axiom", "why"),
    [
        ("kendall", "symmetry", "one parameter"),
        ("kendall-element", "symmetry", "a number between two bounds"),
        ("rbo-distance[min]", "zero-on-equal", "cannot be followed: log"),
        ("rbp[gains]", "levels-matter", "is not a 'for all' statement"),
        ("rbo-distance[ext]", "near-metric", "is not a 'for all' statement"),
    ],
)
def test_why_nothing_is_said(row: str, axiom: str, why: str) -> None:
    with pytest.raises(NoValues, match=why):
        values_of(REGISTRY.metric(row), REGISTRY.axiom(axiom)(), REGISTRY)


def looks_at_the_type(x: Any, p: Any) -> Any:
    """Another value for what is not a number"""
    return sum(x[i] * (p if type(p).__name__ == "Function" else 1 / p) ** i for i in x.ranks())


def asks_for_a_float(x: Any, p: Any) -> Any:
    return sum(x[i] for i in x.ranks()) if float(p) > 0 else 0


@pytest.mark.parametrize("definition", [looks_at_the_type, asks_for_a_float])
def test_a_definition_that_does_otherwise_with_functions_is_not_followed(definition: Any) -> None:
    with pytest.raises(NoValues, match="cannot be followed"):
        asked(definition, axioms.swap_strict)


def own(says: Any) -> Any:
    says.__doc__ = "an axiom of a user's own"
    return axiom("own", over={"x": spaces.own}, kinds=["score"], about=["judged lists"])(says)


def test_an_axiom_of_ones_own_is_followed_unless_it_asks_what_the_parameter_is() -> None:
    third = exact.rational(1, 3)
    given = own(lambda d, x: relation.given(d(x) >= 0, relation.at_most(d["p"], third)))
    assert text(one_point, given) == "holds exactly for p <= 1/3 (n <= 6)"
    with pytest.raises(NoValues, match="cannot be followed"):
        asked(one_point, own(lambda d, x: relation.at_most(d["p"] if isinstance(d["p"], fmpq) else 0, third)))


def test_a_statement_that_is_known_to_fail_further_on_is_not_said_to_hold() -> None:
    def late(x: Any, p: Any) -> Any:
        return x[9] if x.n > 8 else 0

    with pytest.raises(NoValues, match="too many instances"):
        asked(late, axioms.swap, failing_size=9, max_cases=2, max_size=2)


# --- cells ----------------------------------------------------------------------------------------------------


def test_a_refuted_cell_says_for_which_values_and_can_be_read_again() -> None:
    cells = axiomatrix.check("rbp[binary]", axioms=["equal-spacing"], profile="quick", use_pins=False).cells
    cell = cells[0]
    assert cell.evidence.verdict == "refuted" and cell.evidence.values is not None
    assert Line(cell).values == "holds exactly for p = 1/2 (n <= 6)" in Line(cell).text
    assert cell_from(to_builtins(cell)) == cell


def test_a_cell_that_is_not_refuted_has_no_values_that_fail() -> None:
    cells = axiomatrix.check("rbp[binary]", axioms=["swap", "equal-spacing"], profile="quick", use_pins=False).cells
    stands, refuted = cells
    assert stands.evidence.values is None
    data, other = to_builtins(stands), to_builtins(refuted)
    data["evidence"]["values"] = other["evidence"]["values"]
    with pytest.raises(BadCell, match="values"):
        cell_from(data)


# --- words and pictures ---------------------------------------------------------------------------------------


def end(value: str) -> End:
    return End(value, f"{float(parse(value)):.6f}".rstrip("0").rstrip("."))


def test_the_words_of_stretches() -> None:
    whole = Stretch(end("0"), end("1"))
    half = Stretch(end("1/2"), end("1/2"), True, True)
    low, high = Stretch(end("0"), end("1/2")), Stretch(end("1/2"), end("1"), True)

    def words(holds: tuple[Stretch, ...], fails: tuple[Stretch, ...]) -> str:
        return ValuesNote("p", 5, whole, holds, fails).text

    assert words((high,), (low,)) == "holds exactly for p >= 1/2 (n <= 5)"
    assert words((low, Stretch(end("1/2"), end("1"))), (half,)) == "fails only at p = 1/2 (n <= 5)"
    assert words((half,), (low, high)) == "holds exactly for p = 1/2 (n <= 5)"
    assert words((), (whole,)) == "fails for every p (n <= 5)"
    assert words((whole,), ()) == "holds for every p (n <= 5)"
    between = Stretch(end("1/4"), end("1/2"), True, False)
    assert words((between,), (whole,)) == "holds exactly for 1/4 <= p < 1/2 (n <= 5)"


def test_the_picture_has_its_words_and_is_escaped() -> None:
    note = ValuesNote("<p>", 2, Stretch(end("1"), None), (Stretch(end("2"), None),), (Stretch(end("1"), end("2")),))
    drawn = number_line(note)
    assert "<p>" not in drawn and "&lt;p&gt;" in drawn
    assert drawn.count("<path") == 2 and drawn.startswith("<svg") and drawn.endswith("</svg>")
