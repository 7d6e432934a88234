"""``explore`` over all values of a number: ranges against grids and calculus, certificates and attackers."""

from __future__ import annotations

import json
from copy import deepcopy
from fractions import Fraction
from itertools import combinations, permutations
from typing import Any

import pytest
from exploring import deepcopy_of, explored, question
from flint import fmpq
from verdict_words import in_words

from axiomatrix import axioms, metric, spaces
from axiomatrix.evidence import certificate
from axiomatrix.evidence.notation import near
from axiomatrix.model.registry import REGISTRY, Registry
from axiomatrix.numbers.line import Interval, RealRoot
from axiomatrix.report.subjects import exploration
from axiomatrix.studies.explore.answer import Question
from axiomatrix.studies.explore.over_numbers import rationals_near
from axiomatrix.verify import Refused, verify
from axiomatrix.verify.line import LinePart, Sturm, is_nowhere_negative, polynomial


@pytest.fixture
def registry() -> Registry:
    """The catalogue's, to which a test may add."""
    return deepcopy_of(REGISTRY)


def place(of: Question, n: int, sense: str) -> tuple[str, str, str]:
    """The extreme of a size, and where it is."""
    size = next(size for size in of.sizes if size.n == n)
    extreme = size.extreme(sense)  # type: ignore[arg-type]
    assert extreme is not None and extreme.place is not None
    return extreme.value, extreme.place.value, "=" if extreme.place.is_attained else "->"


def top_distance(a: tuple[int, ...], b: tuple[int, ...], p: Fraction) -> Fraction:
    """K^(p) of two top lists of one length, by the four cases of Fagin, Kumar and Sivakumar 2003."""
    total = Fraction(0)
    for x, y in combinations(sorted({*a, *b}), 2):
        in_a, in_b = [z for z in (x, y) if z in a], [z for z in (x, y) if z in b]
        if len(in_a) == len(in_b) == 2:
            total += (a.index(x) < a.index(y)) != (b.index(x) < b.index(y))
        elif {len(in_a), len(in_b)} == {2, 1}:
            both, single = (a, in_b[0]) if len(in_a) == 2 else (b, in_a[0])
            total += both.index(single) > both.index(y if single == x else x)
        elif {len(in_a), len(in_b)} == {2, 0}:
            total += p
        else:
            total += in_a != in_b
    return total


def test_the_penalty_of_top_lists_over_all_its_values() -> None:
    """K^(p) / K^(1/2) is monotone in p on each pair, so that its range is that of both ends of the interval."""
    of = explored(REGISTRY, "kendall-top[p]", axioms.upper_bound("kendall-top[neutral]", "5/4"), 3)
    for k in (1, 2, 3):
        ratios = []
        for b in permutations(range(2 * k), k):
            neutral = top_distance(tuple(range(k)), b, Fraction(1, 2))
            ratios += [top_distance(tuple(range(k)), b, Fraction(p)) / neutral for p in (0, 1) if neutral]
        low, high = place(question(of), k, "inf"), place(question(of), k, "sup")
        assert (Fraction(low[0]), Fraction(high[0])) == (min(ratios), max(ratios))
    assert high == ("5/4", "1", "->")  # p < 1, so that the end is approached
    assert question(of).followed == "p" and question(of).outcome == in_words("exhausted n <= 3")
    [content] = of.certificates.values()
    verified = verify(json.loads(content), REGISTRY)
    assert verified.holds and verified.largest == 3 and verified.cases == 2**2 + 12**2 + 120**2


def test_persistence_against_average_precision_where_it_is_refuted() -> None:
    of = question(explored(REGISTRY, "rbp[binary]", axioms.additive_upper_bound("average-precision[whole]", "1/10"), 2))
    assert place(of, 1, "sup") == ("2/3", "0", "->")  # [1] with two more missing: (1 - p) - 1/3
    assert place(of, 1, "inf") == ("-1", "1", "->")
    first = of.first_refuted
    assert first is not None and first.refutation is not None and of.is_smallest
    p = Fraction(first.refutation.parameters["p"])  # type: ignore[arg-type]
    assert 0 < p < 1 and (1 - p) - Fraction(1, 3) > Fraction(1, 10)


def test_lists_have_no_items_of_which_a_certificate_could_speak() -> None:
    of = explored(REGISTRY, "rbp[binary]", axioms.upper_bound("precision", 3), 2)
    [content] = of.certificates.values()
    verified = verify(json.loads(content), REGISTRY)
    assert verified.items == "unnamed" and "items" not in verified.text


def test_rankings_with_a_number_are_followed_too() -> None:
    of = question(explored(REGISTRY, "rbo-distance[rankings]", axioms.upper_bound("kendall", 1), 3))
    assert of.outcome == in_words("exhausted n <= 3") and [size.cases for size in of.sizes] == [1, 4, 36]
    assert place(of, 3, "sup") == ("1", "0", "->")


def test_a_logarithm_cannot_be_followed_and_the_grid_is_said() -> None:
    of = question(explored(REGISTRY, "rbo[ext]", axioms.lower_bound("rbo[min]", 1), 2))
    assert of.followed == "" and of.reach == ("grid", 2) and "log" in of.remark


# --- extremes inside -----------------------------------------------------------------------------------------------


def pairs_metric(registry: Registry, name: str, formula: Any) -> None:
    pairs = {"a": spaces.weak_order, "b": spaces.weak_order}

    @metric(name, arguments=pairs, parameters={"p": spaces.persistences()}, registry=registry)
    def value(a: Any, b: Any, p: Any) -> Any:
        """A multiple of the number of pairs that are ordered otherwise."""
        return formula(p) * len(a.preferences ^ b.preferences)


def test_an_extreme_at_a_square_root_and_at_a_root_of_higher_degree(registry: Registry) -> None:
    pairs = {"a": spaces.weak_order, "b": spaces.weak_order}
    metric("count", arguments=pairs, registry=registry)(lambda a, b: len(a.preferences ^ b.preferences))
    pairs_metric(registry, "cubic", lambda p: p - p**3)
    pairs_metric(registry, "quintic", lambda p: p * (1 - p) * (1 + p**3))
    cubic = explored(registry, "cubic", axioms.upper_bound("count", "2/5"), 2)
    assert place(question(cubic), 2, "sup") == ("2/9*sqrt(3)", "1/3*sqrt(3)", "=")
    [content] = cubic.certificates.values()
    assert verify(json.loads(content), registry).holds  # by a rational beyond the root
    grid = [Fraction(k, 10**4) for k in range(10**4)]
    quintic = question(explored(registry, "quintic", axioms.upper_bound("count", "3/10"), 2))
    extreme = quintic.sizes[-1].extreme("sup")
    assert extreme is not None and "the root of" in extreme.root
    best = max(x * (1 - x) * (1 + x**3) for x in grid)
    assert 0 <= Fraction(extreme.value) - best < 1e-6
    assert quintic.outcome == in_words("exhausted n <= 2")
    refuted = explored(registry, "quintic", axioms.upper_bound("count", "1/4"), 2)
    assert question(refuted).first_refuted is not None
    shown = repr(exploration.document(refuted.answer, registry))
    assert f"~{near(extreme.value):.6f}, the root of" in shown


def test_a_definition_that_branches_is_followed_on_both_sides(registry: Registry) -> None:
    pairs = {"a": spaces.weak_order, "b": spaces.weak_order}
    metric("count", arguments=pairs, registry=registry)(lambda a, b: len(a.preferences ^ b.preferences))
    pairs_metric(registry, "rational-branch", lambda p: p if p < Fraction(2, 3) else 2 - 2 * p)
    pairs_metric(registry, "golden-branch", lambda p: p if p + p * p < 1 else p * p)
    rational = explored(registry, "rational-branch", axioms.upper_bound("count", 1), 2)
    assert place(question(rational), 2, "sup") == ("2/3", "2/3", "=")
    assert [verify(json.loads(content), registry).holds for content in rational.certificates.values()] == [True]
    golden = explored(registry, "golden-branch", axioms.upper_bound("count", 1), 2)
    assert place(question(golden), 2, "sup") == ("1", "1", "->")
    assert not golden.certificates and "without a certificate" in question(golden).remark  # no rational cut


def test_a_definition_that_looks_at_the_kind_of_number_is_not_followed(registry: Registry) -> None:
    pairs = {"a": spaces.weak_order, "b": spaces.weak_order}
    metric("count", arguments=pairs, registry=registry)(lambda a, b: len(a.preferences ^ b.preferences))
    pairs_metric(registry, "planted", lambda p: 0 if type(p).__name__ == "Function" else p)
    of = question(explored(registry, "planted", axioms.upper_bound("count", 1), 2))
    assert of.followed == "" and "another answer to numbers" in of.remark


# --- certificates --------------------------------------------------------------------------------------------------


ALTERED: list[tuple[tuple[Any, ...], Any]] = [
    (("sizes", 1, "value"), -1),
    (("sizes", 1, "value"), None),
    (("sizes", 0, "value"), -1),
    (("sizes", 1, "instances"), 8),
    (("sizes", 1, "asked"), 8),
    (("sizes", 1, "n"), 3),
    (("sizes", 0, "classes"), [[[1], [0, [], []]]]),
    (("sense",), "inf"),
    (("by",), ["inverse"]),
    (("parameter",), "q"),
    (("parameter",), ""),
    (("items",), "named"),
    (("largest",), 3),
    (("metric",), "kendall-ties[profile]"),
    (("kind",), "exhaustive"),
    (("kind",), "linear"),
]


@pytest.fixture(scope="module")
def content() -> dict[str, Any]:
    of = explored(REGISTRY, "kendall-ties[large-p]", axioms.upper_bound("kendall-ties[profile]", 2), 2)
    [text] = of.certificates.values()
    return certificate.check_seal(json.loads(text))


@pytest.mark.parametrize(("path", "value"), ALTERED, ids=lambda x: str(x))
def test_an_altered_certificate_is_refused(content: dict[str, Any], path: tuple[Any, ...], value: Any) -> None:
    content = deepcopy(content)
    assert verify(content, REGISTRY).holds
    part: Any = content
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = value
    with pytest.raises(Refused):
        verify(content, REGISTRY)


def test_a_bound_a_little_too_low_is_refused(content: dict[str, Any]) -> None:
    content = deepcopy(content)
    content["sizes"][1]["value"] = "-1999999/1000000"
    with pytest.raises(Refused, match="not a bound"):
        verify(content, REGISTRY)
    content["sizes"][1]["value"] = "-2000001/1000000"
    verified = verify(content, REGISTRY)  # a weaker bound is a bound
    assert verified.values == ((2, "-2000001/1000000"),) and verified.holds


ROOTS: list[tuple[list[int], tuple[int, int], int, bool]] = [
    ([-2, 0, 1], (0, 2), 1, False),  # x^2 - 2
    ([4, -4, 1], (0, 3), 1, True),  # (x - 2)^2 touches
    ([-8, 12, -6, 1], (0, 3), 1, False),  # (x - 2)^3 changes its sign
    ([0, 0, 1], (0, 1), 0, True),  # a root at the end does not lie inside
    ([0, -1], (0, 1), 0, False),
    ([4, 0, -4, 0, 1], (0, 5), 1, True),  # (x^2 - 2)^2
    ([6, -5, 1], (0, 4), 2, False),
    ([], (0, 1), 0, True),
    ([3], (0, 1), 0, True),
]


@pytest.mark.parametrize(("coefficients", "ends", "count", "is_kept"), ROOTS)
def test_signs_of_polynomials_on_a_part(
    coefficients: list[int], ends: tuple[int, int], count: int, is_kept: bool
) -> None:
    p, part = polynomial([Fraction(c) for c in coefficients]), LinePart(Fraction(ends[0]), Fraction(ends[1]))
    assert is_nowhere_negative(p, part) is is_kept
    if len(p) > 1:
        assert Sturm(p).roots_in(part) == count
    assert is_nowhere_negative(p, LinePart(Fraction(10), None)) is (not p or p[-1] > 0)


def test_values_near_a_number_come_nearer_and_to_an_end() -> None:
    zero, half, one = map(RealRoot.of, (fmpq(0), fmpq(1, 2), fmpq(1)))
    assert list(rationals_near(half, Interval(zero, one))) == [fmpq(1, 2)]
    from_above = list(rationals_near(zero, Interval(zero, one)))
    assert len(from_above) > 20 and from_above == sorted(set(from_above), reverse=True)
    assert 0 < from_above[-1] < fmpq(1, 2**30)
