"""``explore`` for every sort: exact ranges against brute force that shares nothing with it, and planted bugs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from fractions import Fraction
from itertools import combinations, permutations, product
from math import log2
from pathlib import Path
from typing import Any

import pytest
from exploring import deepcopy_of, explored, extremes, question
from verdict_words import in_words

from axiomatrix import axioms, metric, spaces
from axiomatrix.evidence import certificate
from axiomatrix.evidence.notation import near
from axiomatrix.model.axiom import Statement
from axiomatrix.model.claim import Claim, SourceClaim
from axiomatrix.model.registry import REGISTRY, Registry
from axiomatrix.report.subjects import exploration
from axiomatrix.studies.explore.inquiry import NothingToExplore, inquiries_declared
from axiomatrix.values.judged import Judged
from axiomatrix.verify import Refused, verify

# --- known answers ------------------------------------------------------------------------------------------------


def weak_orders(n: int) -> list[tuple[int, ...]]:
    """The bucket of each item, by all functions of the items."""
    return [f for f in product(range(n), repeat=n) if set(f) == set(range(max(f) + 1))]


def profile_distances(a: tuple[int, ...], b: tuple[int, ...]) -> tuple[Fraction, Fraction]:
    """F_prof and K_prof of two weak orders, by mean positions and pairs."""

    def middle(f: tuple[int, ...], x: int) -> Fraction:
        return Fraction(sum(y < f[x] for y in f)) + Fraction(sum(y == f[x] for y in f) + 1, 2)

    footrule = sum((abs(middle(a, x) - middle(b, x)) for x in range(len(a))), Fraction(0))
    kendall = Fraction(0)
    for x, y in combinations(range(len(a)), 2):
        here, there = (a[x] > a[y]) - (a[x] < a[y]), (b[x] > b[y]) - (b[x] < b[y])
        kendall += Fraction(abs(here - there), 2)
    return footrule, kendall


def test_profile_footrule_against_profile_kendall_on_weak_orders() -> None:
    of = explored(REGISTRY, "footrule-ties[profile]", axioms.upper_bound("kendall-ties[profile]", 2), 4)
    known = {}
    for n in (2, 3, 4):
        pairs = [profile_distances(a, b) for a in weak_orders(n) for b in weak_orders(n)]
        ratios = [f / k for f, k in pairs if k]
        known[n] = min(ratios), max(ratios)
    assert extremes(question(of)) == known
    assert question(of).outcome == in_words("exhausted n <= 4") and [s.cases for s in question(of).sizes] == [
        1,
        9,
        169,
        5625,
    ]
    [content] = of.certificates.values()
    verified = verify(json.loads(content), REGISTRY)
    assert verified.holds and verified.largest == 4 and verified.cases == 1 + 9 + 169 + 5625


def top_pairs(k: int) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    first = tuple(range(k))
    yield from ((first, second) for second in permutations(range(2 * k), k))


def location_and_penalty(a: tuple[int, ...], b: tuple[int, ...]) -> tuple[int, Fraction]:
    """F^(k+1) and K^(1/2) of Fagin, Kumar, Sivakumar 2003, case by case."""
    k = len(a)

    def place(f: tuple[int, ...], x: int) -> int:
        return f.index(x) if x in f else k

    items = set(a) | set(b)
    footrule = sum(abs(place(a, x) - place(b, x)) for x in items)
    penalty = Fraction(0)
    for x, y in combinations(sorted(items), 2):
        shown = [(x in f, y in f) for f in (a, b)]
        if all(shown[0]) and all(shown[1]):
            penalty += (place(a, x) < place(a, y)) != (place(b, x) < place(b, y))
        elif all(shown[0]) or all(shown[1]):
            both, other = (a, b) if all(shown[0]) else (b, a)
            if not (x in other or y in other):
                penalty += Fraction(1, 2)
            else:
                ahead = x if x in other else y
                penalty += both.index(ahead) > both.index(y if ahead == x else x)
        else:
            penalty += (x in a) != (x in b) and (y in a) != (y in b) and (x in a) != (y in a)
            penalty += Fraction(1, 2) * ((x in a) == (y in a) and not any(all(s) for s in shown))
    return footrule, penalty


def test_location_footrule_against_penalised_kendall_on_top_lists_over_twice_as_many_items() -> None:
    of = question(explored(REGISTRY, "footrule-top", axioms.upper_bound("kendall-top[neutral]", 2), 3))
    for k in (1, 2, 3):
        ratios = [f / p for f, p in (location_and_penalty(a, b) for a, b in top_pairs(k)) if p]
        assert extremes(of)[k] == (min(ratios), max(ratios))
    assert [size.verdict for size in of.sizes] == ["exhausted"] * 3
    assert [size.cases for size in of.sizes] == [2**2, 12**2, 120**2]


def test_the_gap_of_average_precision_and_ndcg_on_judged_lists() -> None:
    of = question(explored(REGISTRY, "average-precision[R]", axioms.additive_lower_bound("ndcg[linear]", "-1/8"), 4))

    def gap(grades: tuple[int, ...], missing: int, k: int) -> float | None:
        relevant = sum(grades) + missing
        if not relevant:
            return None
        found = [i for i, g in enumerate(grades[:k], 1) if g]
        precision = sum(sum(grades[:i]) / i for i in found) / relevant
        best = sum(1 / log2(i + 1) for i in range(1, min(k, relevant) + 1))
        return precision - sum(1 / log2(i + 1) for i in found) / best

    for n in (2, 3, 4):
        gaps = [
            value
            for grades in product((0, 1), repeat=n)
            for missing in (0, 1)  # what both spaces have
            for k in range(1, n + 2)
            if (value := gap(grades, missing, k)) is not None
        ]
        size = next(size for size in of.sizes if size.n == n)
        found = {extreme.sense: near(extreme.value) for extreme in size.extremes}
        assert found == {"inf": pytest.approx(min(gaps), abs=1e-12), "sup": pytest.approx(max(gaps), abs=1e-12)}
    assert of.first_refuted is not None and of.first_refuted.refutation is not None
    assert of.is_smallest == (of.first_refuted.n == of.sizes[0].n)  # cut-offs are a grid, and never exhausted


# --- a space of a user's own --------------------------------------------------------------------------------------


class Subsets(spaces.Space):
    name = "subsets"
    sort = "subsets"
    complete = True

    def enumerate(self, n: int) -> list[frozenset[int]]:
        return [frozenset(c) for k in range(n + 1) for c in combinations(range(1, n + 1), k)]

    def draw(self, choose: Any, n: int, before: Any = ()) -> frozenset[int]:
        return frozenset(x for x in range(1, n + 1) if choose.integer(0, 1))

    def validate(self, value: Any, n: int) -> None:
        if not isinstance(value, frozenset) or not value <= set(range(1, n + 1)):
            raise ValueError(f"subset: {value!r} is not one of 1..{n}")

    def encode(self, value: frozenset[int]) -> list[int]:
        return sorted(value)

    def decode(self, data: Any) -> frozenset[int]:
        return frozenset(data)


@pytest.fixture
def registry() -> Registry:
    """The catalogue's, to which a test may add."""
    return deepcopy_of(REGISTRY)


def test_a_space_of_a_user(registry: Registry) -> None:
    pairs = {"a": Subsets(), "b": Subsets()}
    metric("differences", arguments=pairs, registry=registry)(lambda a, b: len(a ^ b))
    metric("larger-part", arguments=pairs, registry=registry)(lambda a, b: max(len(a - b), len(b - a)))
    of = explored(registry, "differences", axioms.upper_bound("larger-part", "3/2"), 3)
    assert extremes(question(of)) == {n: (Fraction(1), Fraction(min(n, 2))) for n in (1, 2, 3)}
    first = question(of).first_refuted
    assert first is not None and first.n == 2 and question(of).is_smallest
    assert first.refutation is not None and first.refutation.instance == {"a": [1], "b": [2]}
    shown = exploration.document(of.answer, registry)
    assert "frozenset({1})" in repr(shown) and "2 <= 3/2" in repr(shown)  # the instance stands beside the verdict


# --- planted bugs: each method finds the one that it is for ------------------------------------------------------


def test_enumeration_finds_what_is_wrong_on_one_rare_instance(registry: Registry) -> None:
    rare = ((1, 3), (2,), (4,))
    pairs = {"a": spaces.weak_order, "b": spaces.weak_order}
    count = metric("fine", arguments=pairs, registry=registry)(lambda a, b: len(a.preferences ^ b.preferences))

    @metric("planted", arguments=pairs, registry=registry)
    def planted(a: Any, b: Any) -> Any:
        """Fine but once."""
        return count.definition(a, b) + (a.buckets == rare and b.buckets == ((1, 2, 3, 4),))

    of = question(explored(registry, "planted", axioms.upper_bound("fine", 1), 4))
    assert of.outcome == in_words("refuted at n = 4; every smaller size is exhausted") and of.is_smallest


def test_hypothesis_finds_beyond_the_enumeration_and_shrinks(registry: Registry) -> None:
    lists = {"x": spaces.whole_lists(1)}
    metric("relevant", kind="score", arguments=lists, registry=registry)(lambda x: sum(x.grades))

    @metric("planted", kind="score", arguments=lists, registry=registry)
    def planted(x: Judged) -> Any:
        """Counts twice from six relevant items on."""
        return sum(x.grades) * (2 if sum(x.grades) >= 6 else 1)

    of = question(explored(registry, "planted", axioms.upper_bound("relevant", 1), 3, search=7))
    [bound] = [b for b in of.bounds if b.n == 7]
    assert bound.value == "2" and "lower bound" in bound.note and "drawn by Hypothesis" in bound.note
    assert bound.witness is not None and bound.witness.instance == {"x": {"grades": ["0", *["1"] * 6], "missing": []}}
    assert "refuted at n = 6 by an instance of the search" in of.outcome and "certified" not in of.outcome


def test_no_constant_where_the_other_has_both_signs(registry: Registry) -> None:
    pairs = {"a": spaces.weak_order, "b": spaces.weak_order}
    metric("one", kind="similarity", arguments=pairs, registry=registry)(lambda a, b: 1)
    of = question(explored(registry, "one", axioms.upper_bound("kendall-tau-x", 5), 3))
    assert all(size.extreme("sup").value == "infinite" for size in of.sizes if size.n > 1)  # type: ignore[union-attr]
    assert of.first_refuted is not None


# --- certificates -------------------------------------------------------------------------------------------------


def sealed_content() -> dict[str, Any]:
    of = explored(REGISTRY, "footrule-top", axioms.upper_bound("kendall-top[neutral]", 2), 2)
    [content] = of.certificates.values()
    return certificate.check_seal(json.loads(content))


ALTERED: list[tuple[tuple[Any, ...], Any]] = [
    (("sizes", 1, "value"), -1),
    (("sizes", 1, "value"), "-3/2"),
    (("sizes", 1, "instances"), 143),
    (("sizes", 1, "asked"), 143),
    (("sizes", 1, "n"), 3),
    (("sizes", 0, "classes"), [[[1], [0, [], []]]]),
    (("sizes", 0, "facets"), [[[0, 1]]]),
    (("sense",), "inf"),
    (("by",), ["inverse"]),
    (("parameter",), "p"),
    (("items",), "named"),
    (("largest",), 3),
    (("metric",), "kendall-top[neutral]"),
    (("arguments", "other"), "footrule"),
    (("kind",), "linear"),
]


@pytest.mark.parametrize(("path", "value"), ALTERED, ids=lambda x: str(x))
def test_an_altered_certificate_is_refused(path: tuple[Any, ...], value: Any) -> None:
    content = deepcopy(sealed_content())
    assert verify(content, REGISTRY).holds
    place: Any = content
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    with pytest.raises(Refused):
        verify(content, REGISTRY)


def test_a_space_that_leaves_a_value_out_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    of = explored(REGISTRY, "footrule-ties[profile]", axioms.upper_bound("kendall-ties[profile]", 2), 3)
    [content] = of.certificates.values()
    enumerate_all = spaces.WeakOrders.enumerate
    monkeypatch.setattr(spaces.WeakOrders, "enumerate", lambda self, n: enumerate_all(self, n)[1:])
    with pytest.raises(Refused, match=r"lists \d values, but has (1|3)"):
        verify(json.loads(content), REGISTRY)


# --- what is refused ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("row", "statement", "message"),
    [
        ("footrule-top", axioms.upper_bound("precision", 1), "nothing in common"),
        ("average-precision[whole]", axioms.upper_bound("ndcg[linear]", 1), "ndcg.linear. has k, which"),
        ("precision", axioms.additive_upper_bound("recall", "2x"), "constant"),
        ("precision", axioms.swap, "does not ask for an extreme"),
    ],
)
def test_what_cannot_be_compared_is_refused_by_name(row: str, statement: Any, message: str) -> None:
    claim = Claim(statement if isinstance(statement, Statement) else statement(), "conjectured", SourceClaim("d", "d"))
    with pytest.raises(NothingToExplore, match=message):
        inquiries_declared([(REGISTRY.metric(row), claim)], REGISTRY, files=("ours.py",))


def test_floats_have_no_exact_extreme(registry: Registry) -> None:
    lists = {"x": spaces.binary_list}
    metric("rough", kind="score", exact=False, arguments=lists, registry=registry)(lambda x: 0.5)
    claim = Claim(axioms.upper_bound("recall", 1), "conjectured", SourceClaim("d", "d"))
    with pytest.raises(NothingToExplore, match="returns floats"):
        inquiries_declared([(registry.metric("rough"), claim)], registry, files=("ours.py",))


def test_answers_written_to_a_folder_have_the_instance(tmp_path: Path, registry: Registry) -> None:
    from axiomatrix.report.exploration_files import save_exploration

    of = explored(registry, "footrule-ties[profile]", axioms.upper_bound("kendall-ties[profile]", 1), 3)
    save_exploration(of.answer, tmp_path, registry, files=(), pictures=True)
    page = (tmp_path / "answer.md").read_text()
    first = of.answer.questions[0].first_refuted
    assert (
        first is not None
        and first.n == 2
        and "refuted at n = 2" in page
        and "{1, 2}" in page.replace("[1, 2]", "{1, 2}")
    )
