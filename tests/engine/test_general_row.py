"""The general row: metrics that no table is for are enumerated case by case, then sampled."""

from __future__ import annotations

import json
from itertools import count

import pytest
from verdict_words import in_words

import axiomatrix
from axiomatrix import REGISTRY, Judged, Registry, Undefined, axiom, metric, relation, spaces
from axiomatrix.engine.ladder import methods_for
from axiomatrix.evidence.instance import Definitions
from axiomatrix.evidence.python_code import constructor
from axiomatrix.evidence.witness import from_json, replay, to_json
from axiomatrix.methods.instances import Combinations
from axiomatrix.methods.profile import PROFILES
from axiomatrix.methods.remembered import RememberedDefinitions
from axiomatrix.numbers.exact import Formal, log

LIST = {"x": spaces.binary_list}


def ordered(m, x, ij):
    """m(x) <= m(x with i and j exchanged) where x_i < x_j"""
    i, j = ij
    return relation.given(bool(x[i] < x[j]), relation.at_most(m(x), m(x.exchanged(i, j))))


def never_two(m, x):
    """m(x) != 2"""
    return relation.differs(m(x), 2)


def is_two(m, x):
    """m(x) = 2"""
    return relation.equal(m(x), 2)


def largest(m, x):
    """The largest m(x) / n"""
    return relation.supremum(m(x), x.n)


OVER = {"kinds": ("score",), "about": ("judged lists",)}
ORDERED = axiom("test-ordered", over={"x": spaces.own, "ij": spaces.rank_pair}, **OVER)(ordered)
NEVER_TWO = axiom("test-never-two", over={"x": spaces.own}, **OVER)(never_two)
IS_TWO = axiom("test-is-two", over={"x": spaces.own}, quantifier="there is", **OVER)(is_two)
LARGEST = axiom("test-largest", over={"x": spaces.own}, quantifier="extreme", **OVER)(largest)


def made(definition, *statements, arguments=LIST, parameters=None, id="mine", **options):
    registry = Registry(REGISTRY)
    mine = metric(
        id, kind="score", arguments=arguments, parameters=parameters, holds=statements, registry=registry, **options
    )(definition)
    return mine, registry


def decided(definition, *statements, profile="default", **options):
    mine, registry = made(definition, *statements, **options)
    names = [s.id for s in statements]
    matrix = axiomatrix.check(mine, axioms=names, registry=registry, use_pins=False, profile=profile)
    cells = [cell for cell in matrix if cell.claims]
    assert len(cells) == len(statements)
    return cells, mine, registry


def relevant(x):
    """the number of relevant items"""
    return x.relevant()


def at_first_rank(x):
    """the grade at rank 1"""
    return x[1]


def at_last_rank(x):
    """the grade at rank n"""
    return x[x.n]


def ladder_of(metric):
    return [method.name for method in methods_for(metric, PROFILES["quick"])]


def test_which_methods_decide_which_row():
    mine, _ = made(relevant, NEVER_TWO)
    assert not mine.takes_rankings and mine.about == "judged lists"
    assert ladder_of(mine) == ["replay", "enumeration", "proof", "hypothesis"]
    kendall = REGISTRY.metric("kendall")
    assert ladder_of(kendall) == ["replay", "enumeration", "proof", "linear", "symbolic", "hypothesis"]


def test_a_violation_comes_with_the_first_list_of_the_smallest_size():
    (cell,), _mine, _registry = decided(at_last_rank, ORDERED)
    found = cell.evidence.witness
    assert (cell.evidence.verdict, found.n, found.smallest) == ("refuted", 2, True)
    assert found.instance == {"x": {"grades": ["0", "1"], "missing": []}, "ij": [1, 2]}
    assert (found.lhs, found.op, found.rhs) == ("1", "<=", "0")


def test_what_holds_is_exhausted_and_says_how_far():
    (cell,), _, _ = decided(at_first_rank, ORDERED)
    assert cell.evidence.verdict == "exhausted"
    assert cell.status.reach.startswith(in_words("exhausted n<=6; searched "))
    pairs = sum(3 * 2 ** (n - 2) * n * (n - 1) // 2 for n in range(2, 7))  # 0 above 1 at a pair of ranks
    assert cell.evidence.reach[0].cases == pairs


def test_a_planted_bug_beyond_the_enumerated_sizes_is_found_by_drawing_and_made_small():
    def wrong_for_seven(x):
        """wrong for lists of seven or more"""
        return x[x.n] if x.n >= 7 else x[1]

    (cell,), _mine, _registry = decided(wrong_for_seven, ORDERED)
    found = cell.evidence.witness
    assert (cell.evidence.verdict, cell.evidence.method, found.n, found.smallest) == ("refuted", "hypothesis", 7, True)
    x = Judged.of(found.instance["x"]["grades"])
    assert sum(map(int, x.grades)) == 1 and not found.instance["x"]["missing"]


def test_a_witness_is_replayed_and_pasted():
    (cell,), _mine, registry = decided(at_last_rank, ORDERED)
    stored = from_json(json.loads(json.dumps(to_json(cell.evidence.witness))))
    assert replay(stored, registry).stands
    text = constructor(stored, registry)
    assert "x = Judged.of([0, 1])" in text and "print(d(x))" in text


def test_the_parameters_of_a_witness_are_pasted_exactly():
    def geometric(x, p):
        """1 - p"""
        return 1 - p

    (cell,), _, _ = decided(geometric, NEVER_TWO, parameters={"p": spaces.persistences()})
    assert cell.evidence.verdict == "searched"  # a grid of persistences is never exhaustive
    assert in_words("grid n<=6") in cell.status.reach

    def half(x, p):
        """2 where p = 1/2"""
        return 2 if p == p * p * 2 else 0

    (cell,), _mine, registry = decided(half, NEVER_TWO, parameters={"p": spaces.persistences()})
    assert "p = Fraction(1, 2)" in constructor(cell.evidence.witness, registry)
    assert "print(d(x, p=p))" in constructor(cell.evidence.witness, registry)


def test_there_is_and_extremes():
    (shown, best), _mine, _registry = decided(relevant, IS_TWO, LARGEST)
    assert (shown.evidence.verdict, shown.evidence.witness.n, shown.evidence.witness.shows) == ("proved", 2, "shows")
    assert best.evidence.extreme.value == "1" and best.evidence.extreme.witness.n == 1
    (absent,), _, _ = decided(at_first_rank, IS_TWO)
    assert absent.outcome == "unconfirmed"


def test_cases_without_a_value_are_counted_and_not_passed():
    def per_relevant(x):
        """1 over the number of relevant items"""
        if not x.relevant():
            raise Undefined("nothing is relevant")
        return 1 / x.relevant()

    (cell,), _, _ = decided(per_relevant, NEVER_TWO)
    lists = sum(3 * 2**n for n in range(1, 9))  # of at most six items they are too few
    assert (cell.evidence.reach[0].cases, cell.evidence.reach[0].discarded) == (lists - 24, 24)

    def never(x):
        """nothing"""
        raise Undefined("it has no values")

    (cell,), _, _ = decided(never, NEVER_TWO, profile="quick")
    assert (cell.evidence.verdict, cell.outcome) == ("vacuous", "unresolved")


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (0.5, "returned the float 0.5"),
        (float("nan"), "returned the float nan"),
        (None, "must return a single exact number"),
    ],
)
def test_a_faulty_definition_costs_its_cell(value, message):
    def faulty(x):
        """no exact number"""
        return value

    (cell,), _, _ = decided(faulty, NEVER_TWO)
    assert cell.evidence.verdict == "error" and message in cell.evidence.reason
    assert "raised" not in cell.evidence.reason and "Judged.of([0])" in cell.evidence.reason


def test_a_definition_that_answers_differently_is_flaky():
    asked = count()

    def changes(x):
        """how often it was asked, after a while"""
        return max(0, next(asked) - 10) * 0 + (next(asked) > 300)

    (cell,), _, _ = decided(changes, NEVER_TWO)
    assert cell.evidence.verdict == "flaky"


def test_values_are_computed_once():
    asked = []

    def noted(x):
        """0"""
        asked.append(x)
        return 0

    mine, registry = made(noted, NEVER_TWO)
    evaluator = RememberedDefinitions(Definitions(registry))
    for _ in range(3):
        assert evaluator.value(mine, Judged.of([1, 0]), {}) == 0
    assert len(asked) == 1
    evaluator.forget()
    evaluator.value(mine, Judged.of([1, 0]), {})
    assert len(asked) == 2


@pytest.mark.slow
def test_irrational_rows_end_at_smaller_sizes_and_say_so():
    def dcg(x):
        """sum of x_i / log2(i + 1)"""
        return sum(x[i] / log(i + 1, 2) for i in x.ranks())

    (cell,), mine, _registry = decided(dcg, ORDERED)
    assert cell.status.reach.startswith(in_words("exhausted n<=5; searched "))
    assert isinstance(mine([0, 1]), Formal)


def test_too_many_cases_end_the_enumeration_and_the_size_is_not_claimed():
    mine, _registry = made(relevant, ORDERED, arguments={"x": spaces.graded_lists(4)})
    assert Combinations.of(ORDERED().over(mine), 4).count == 5**4 * 3 * 6
    (cell,), _, _ = decided(relevant, ORDERED, arguments={"x": spaces.graded_lists(4)})
    assert cell.status.reach.startswith(in_words("exhausted n<=4;"))


def test_floats_have_their_own_channel_here_too():
    def third(x):
        """1/3 added up"""
        return sum(0.1 for _ in range(3)) - 0.3 + 2

    (cell,), _, _ = decided(third, NEVER_TWO, exact=False)
    assert cell.evidence.verdict == "refuted" and cell.evidence.witness.channel == "float"  # 2 within tolerance


def test_arguments_of_two_sorts_are_refused():
    with pytest.raises(ValueError, match="the arguments must be of one sort"):
        made(lambda x, a: 0, arguments={"x": spaces.binary_list, "a": spaces.weak_order})
    with pytest.raises(ValueError, match="must be a space of rankings, orders or lists"):
        made(lambda x: 0, arguments={"x": spaces.cut_offs()})
    with pytest.raises(ValueError, match=r"it must take \(x, k\)"):
        made(lambda x: 0, arguments=LIST, parameters={"k": spaces.cut_offs()})


@pytest.mark.parametrize(
    ("definition", "options", "message"),
    [
        (
            lambda x, k: 0,
            {"parameters": {"k": spaces.cut_offs()}},
            "must take (a, b, k); for a metric of one list declare",
        ),
        (lambda x: 0, {"arguments": LIST}, "a distance (the default kind) compares two arguments"),
        (lambda x: 0, {"arguments": LIST, "kind": "similarity"}, "for a metric of one list write kind='score'"),
        (lambda x, k: 0, {"arguments": LIST, "kind": "score"}, "such as parameters={'k': spaces.cut_offs()}"),
        (lambda x: 0, {"arguments": {"x": spaces.graded_lists}, "kind": "score"}, "write spaces.graded_lists()"),
        (lambda x: 0, {"arguments": spaces.binary_list, "kind": "score"}, "it must map names to spaces, such as {'x'"),
        (lambda x: 0, {"arguments": {}, "kind": "score"}, "arguments is {}; it must map names to spaces"),
        (
            lambda x, k: 0,
            {"arguments": LIST, "kind": "score", "parameters": {"k": spaces.binary_list}},
            "it must be a parameter space; it belongs in arguments={'k': ...}",
        ),
        (
            lambda a, x: 0,
            {"arguments": {"a": spaces.ranking, "x": spaces.binary_list}},
            "such as two rankings or one judged list; these are rankings and judged lists",
        ),
    ],
)
def test_a_registration_that_is_mistaken_says_what_to_write(definition, options, message):
    with pytest.raises(ValueError, match="metric 'mine'") as error:
        metric("mine", registry=Registry(REGISTRY), **options)(definition)
    assert message in str(error.value)


def test_calls_say_what_is_wrong():
    def precision(x, k):
        """P@k"""
        return x.relevant(k) / k

    mine, _ = made(precision, parameters={"k": spaces.cut_offs()}, id="mine-at")
    assert str(mine([1, 0, 1], k=2)) == "1/2"
    assert str(mine(Judged.of([1, 0, 1]), k="3")) == "2/3"
    for call, text in [
        (lambda: mine([1, 0]), "mine-at: parameter 'k' is missing; its parameters are ['k']"),
        (lambda: mine([1, 0], k=0), "mine-at: k: k is 0; a cut-off must be a whole number 1, 2, ..."),
        (lambda: mine([1, 0], k=1, p=2), "mine-at: no parameter 'p'; its parameters are ['k']"),
        (lambda: mine([1], [0], k=1), "mine-at: got 2 arguments; it takes 1: x (binary lists"),
        (lambda: mine("10", k=1), "mine-at: x: grades: '10' is not a list of numbers"),
        (lambda: mine([1, 0, 3], k=1), "mine-at: x: judged list: the grade 3 is not one of 0, 1"),
    ]:
        with pytest.raises(ValueError, match="mine-at") as error:
            call()
        assert str(error.value).startswith(text)


def test_two_orders_must_be_of_the_same_items():
    registry = Registry(REGISTRY)
    pair = {"a": spaces.weak_order, "b": spaces.weak_order}
    mine = metric("mine", arguments=pair, registry=registry)(lambda a, b: 0)
    with pytest.raises(ValueError, match="the arguments have different items"):
        mine(["x", "y"], ["x", "z"])


def test_the_axioms_of_metric_spaces_are_asked_on_the_metrics_own_space():
    registry = Registry(REGISTRY)
    pair = {"a": spaces.weak_order, "b": spaces.weak_order}

    def difference(a, b):
        """number of preferences of one that the other has not"""
        return len(a.preferences - b.preferences)

    mine = metric("mine", arguments=pair, registry=registry)(difference)
    matrix = axiomatrix.check(mine, registry=registry, profile="quick", use_pins=False)
    refuted = matrix.cell("mine", "symmetry").evidence
    assert (refuted.verdict, refuted.witness.instance) == ("refuted", {"a": [[1, 2]], "b": [[1], [2]]})
    assert matrix.cell("mine", "triangle-inequality").evidence.verdict == "exhausted"
    assert not matrix.at("mine", "scale-free")  # an axiom about rankings only has no cell, not even an empty one


def test_each_argument_comes_from_its_own_space():
    registry = Registry(REGISTRY)
    pair = {"a": spaces.two_levels, "b": spaces.weak_order}
    seen = set()

    def levels(a, b):
        """number of levels of b"""
        seen.add((len(a.buckets), len(b.buckets)))
        return len(b.buckets)

    mine = metric("mine", arguments=pair, registry=registry)(levels)
    matrix = axiomatrix.check(mine, registry=registry, profile="quick", use_pins=False)
    assert seen == {(2, 1), (2, 2), (2, 3)}
    assert matrix.cell("mine", "right-invariance").evidence.verdict == "exhausted"
    symmetry = matrix.cell("mine", "symmetry").evidence
    assert (symmetry.verdict, symmetry.reason) == ("not applicable", "its two arguments come from different spaces")
