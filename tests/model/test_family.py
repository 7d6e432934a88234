"""Families of instances: exact ratios, and clear errors for what is not a family."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path

import pytest
from flint import fmpq

from axiomatrix import REGISTRY
from axiomatrix.evidence.witness import replay
from axiomatrix.methods.linear import minimum
from axiomatrix.methods.sweep import Spec, Sweep
from axiomatrix.numbers.exact import parse
from axiomatrix.studies.closed_forms import as_sympy_number, recognise_form
from axiomatrix.studies.explore.family import BadFamily, Family, evaluate_member, first_m, load_family
from axiomatrix.studies.explore.holes import MAX_ITEMS_EVALUATED, MAX_ITEMS_SCORED, Template, bounds_of_family
from axiomatrix.studies.explore.inquiry import Inquiry
from axiomatrix.studies.explore.results import Bound
from axiomatrix.values.rankings import Ranking

DECK = Spec("footrule-similarity[deck]", "lower-bound", (("other", "kendall-similarity"), ("factor", "1")), "D")
PLAIN = Spec("footrule", "upper-bound", (("other", "kendall"), ("factor", "2")), "")
POSITION = Spec("footrule-position[local]", "lower-bound", (("other", "kendall-position"), ("factor", "1")), "delta")


def reversal(m: int) -> list[int]:
    return list(range(m, 0, -1))


def ends_exchanged(m: int) -> list[int]:
    """The ends of 2m + 2 items exchanged, neighbours between them swapped."""
    return [2 * m + 2, *(x for k in range(m) for x in (2 * k + 3, 2 * k + 2)), 1]


def file_with(directory: Path, text: str) -> str:
    path = directory / "family.py"
    path.write_text(text, encoding="utf-8")
    return str(path)


# --- evaluating ---


def asking(spec: Spec) -> Inquiry:
    """What the statement of a sweep asks."""
    metric, statement = REGISTRY.metric(spec.metric), REGISTRY.axiom(spec.axiom)(**dict(spec.arguments))
    sense = "inf" if spec.axiom == "lower-bound" else "sup"
    return Inquiry(metric, statement, (), "", "", "", sense, None, (spec,), statement)


def evaluate(spec: Spec, function: Family, ms: Iterable[int]) -> list[Bound]:
    """The ratio at every m, as the statement of the sweep asks for it."""
    inquiry = asking(spec)
    return [evaluate_member(function, m, inquiry, spec if spec.parameter else None, REGISTRY).bound() for m in ms]


def test_every_member_has_its_exact_ratio_and_a_witness_that_replays() -> None:
    found = evaluate(DECK, ends_exchanged, range(1, 5))
    sweep = Sweep.of(DECK)
    for m, bound in enumerate(found, 1):
        asked = sweep.goal(tuple(ends_exchanged(m)))
        least = minimum(asked.numerator, asked.denominator, sweep.traced.cone(bound.n)).value
        assert (bound.kind, bound.sense, bound.n) == ("family", "inf", 2 * m + 2)
        assert parse(bound.value) == least
        assert f"m = {m}" in bound.note
        assert bound.witness is not None
        assert replay(bound.witness, REGISTRY).stands


def test_a_parameter_that_the_family_gives_is_taken_as_it_is() -> None:
    def halves(m: int) -> tuple[list[int], list[list[int]]]:
        order = ends_exchanged(m)
        n = len(order)
        return order, [[(x - y) % 2 for y in range(n)] for x in range(n)]

    given = evaluate(DECK, halves, [1, 2, 3])
    best = evaluate(DECK, ends_exchanged, [1, 2, 3])
    assert all(parse(b.value) <= parse(g.value) for b, g in zip(best, given, strict=True))
    named = evaluate(DECK, lambda m: (halves(m)[0], {"D": halves(m)[1]}), [1, 2, 3])
    assert [b.value for b in named] == [g.value for g in given]


def test_a_family_of_a_metric_without_parameters_is_evaluated_by_the_definition() -> None:
    found = evaluate(PLAIN, reversal, range(2, 9))
    assert [parse(b.value) for b in found] == [
        fmpq(2 * (m * m // 2) // 1, m * (m - 1)) for m in range(2, 9)
    ]  # floor(n^2 / 2) over n (n - 1) / 2


def test_a_parameter_that_is_not_linear_must_be_given() -> None:
    with pytest.raises(BadFamily, match="return it with the order"):
        evaluate(POSITION, reversal, [3])
    (found,) = evaluate(POSITION, lambda m: (reversal(m), [1] * (m - 1)), [4])
    (plain,) = evaluate(PLAIN, reversal, [4])
    assert found.value == plain.value


def test_a_statement_about_three_rankings_takes_two_orders() -> None:
    asked = Spec("kendall-position[zero]", "near-metric", (), "delta")

    def first_only(m: int) -> tuple[list[list[int]], list[int]]:
        return [reversal(m), [2, 1, *range(3, m + 1)]], [1] + [0] * (m - 2)

    found = evaluate(asked, first_only, range(4, 10))
    closed = recognise_form(range(4, 10), [b.value for b in found])
    metric = REGISTRY.metric("kendall-position[zero]")
    for m, bound in zip(range(4, 10), found, strict=True):
        (b, c), delta = first_only(m)
        a, b, c = (Ranking.from_order(order) for order in (range(1, m + 1), b, c))
        above = metric(a, c, delta=delta)
        assert parse(bound.value) == above / (metric(a, b, delta=delta) + metric(b, c, delta=delta))
        assert closed is None or closed.at(m) == as_sympy_number(bound.value)
    with pytest.raises(BadFamily, match="return a list of 2 orders"):
        evaluate(asked, lambda m: (reversal(m), [1] * (m - 1)), [4])
    with pytest.raises(BadFamily, match="must return 2 orders"):
        evaluate(asked, reversal, [4])
    with pytest.raises(BadFamily, match="orders of 3, 4 items"):
        evaluate(asked, lambda m: ([reversal(3), reversal(4)], [1, 1]), [4])


def test_a_family_may_begin_later() -> None:
    def later(m: int = 3) -> list[int]:
        return reversal(m)

    assert first_m(later) == 3
    assert first_m(reversal) == 1
    with pytest.raises(BadFamily, match=r"at m = 1 .* start the family later"):
        evaluate(DECK, reversal, [1])


def test_a_form_of_a_family_agrees_with_members_that_it_has_not_seen() -> None:
    found = evaluate(DECK, ends_exchanged, range(1, 7))
    values = [parse(b.value) for b in found]
    assert all(x > y for x, y in pairwise(values))
    seen = recognise_form(range(1, 6), values[:5])
    assert seen is not None
    assert seen.at(6) == as_sympy_number(values[5])


def test_the_form_is_recorded_in_latex_too(tmp_path: Path) -> None:
    file = file_with(tmp_path, "def orders(m=2):\n    return [m, *range(2, m), 1]\n")
    *_, last = bounds_of_family(asking(PLAIN), None, f"{file}:orders", REGISTRY, seed=0, budget=400)
    assert last.form is not None
    assert (last.form.formula, last.form.latex) == ("2 (m - 1)/(2 m - 3)", r"\frac{2 \left(m - 1\right)}{2 m - 3}")


# --- what is not a family ---


def test_a_function_is_read_from_a_file(tmp_path: Path) -> None:
    file = file_with(tmp_path, "def orders(m=2):\n    return list(range(m, 0, -1))\n")
    function = load_family(f"{file}:orders")
    assert function(3) == [3, 2, 1]
    assert first_m(function) == 2


def test_what_names_no_function_is_refused(tmp_path: Path) -> None:
    file = file_with(tmp_path, "def orders(m):\n    return [1]\nlimit = 3\n")
    for named, text in [
        ("nothing", "FILE:FUNCTION"),
        (":orders", "FILE:FUNCTION"),
        (f"{file}:", "FILE:FUNCTION"),
        (f"{tmp_path}/absent.py:orders", "there is no file"),
        (f"{file}:order", "no function 'order'; it defines 'orders'"),
        (f"{file}:limit", "no function 'limit'"),
    ]:
        with pytest.raises(BadFamily, match=text):
            load_family(named)
    (tmp_path / "family.txt").write_text("")
    with pytest.raises(BadFamily, match="must end in"):
        load_family(f"{tmp_path}/family.txt:orders")
    broken = file_with(tmp_path, "def orders(m:\n")
    with pytest.raises(BadFamily, match=r"cannot be imported: .*SyntaxError"):
        load_family(f"{broken}:orders")


@pytest.mark.parametrize(
    ("returned", "message"),
    [
        ([1, 1], r"\(1, 1\), which is not a permutation of 1..2"),
        ([0, 1, 2], "not a permutation"),
        ([], "not a permutation"),
        ("abc", "not an order"),
        ({2, 1}, "a set, which has no order"),
        (None, "not an order"),
        (7, "not an order"),
        ([1.0, 2.0], "contains 1.0"),
        ([True, 2, 3], "contains True"),
        (range(1, 500), "more than 200 items"),
        (([2, 1], [[0, 1], [2, 0]]), "returned a bad value for D.*symmetric"),
        (([3, 2, 1], [[0, 1, 9], [1, 0, 1], [9, 1, 0]]), "triangle"),
        (([3, 2, 1], [[0, 1], [1, 0]]), "returned a bad value for D"),
        (([2, 1], 5), "returned a bad value for D"),
        (([2, 1], {"w": [1, 1]}), "returned a bad value for D"),
    ],
)
def test_what_is_no_member_is_refused_with_what_to_do(returned: object, message: str) -> None:
    with pytest.raises(BadFamily, match=message):
        evaluate(DECK, lambda m: returned, [1])


def test_a_function_that_raises_or_takes_more_is_refused() -> None:
    with pytest.raises(BadFamily, match=r"bad\(2\) raised ZeroDivisionError: .*return an order"):

        def bad(m: int) -> list[int]:
            return [1 // 0]

        evaluate(DECK, bad, [2])
    with pytest.raises(BadFamily, match=r"takes \(m, k\); it must take one whole number"):
        evaluate(DECK, lambda m, k: [1], [1])
    with pytest.raises(BadFamily, match="a parameter value without a name"):
        evaluate(PLAIN, lambda m: ([2, 1], [1]), [1])


def test_the_families_of_the_examples_are_families() -> None:
    folder = Path(__file__).parents[2] / "examples"
    for name in ("swapped_inside", "reversal"):
        function = load_family(f"{folder / 'families.py'}:{name}")
        for m in range(first_m(function), 7):
            order = function(m)
            assert sorted(order) == list(range(1, len(order) + 1))


# --- templates: families with holes ---

REPOSITORY = Path(__file__).parents[2]


def evolved(
    function: Family, budget: int, seed: int = 0, spec: Spec = PLAIN
) -> tuple[Template, tuple[object, ...], str]:
    template = Template(function, asking(spec), spec if spec.parameter else None, REGISTRY)
    return (template, *template.worst(budget, seed))


def rotation(m: int = 2, *, by: object = (0, 1, 2), extra: object = range(1, 4)) -> list[int]:
    """m + extra items, turned by so many places."""
    assert isinstance(by, int) and isinstance(extra, int)
    items = list(range(1, m + extra + 1))
    return [*items[by:], *items[:by]]


def test_the_holes_of_a_template_are_filled_with_the_worst() -> None:
    template, filling, tried = evolved(rotation, 100)
    assert dict(template.holes) == {"by": (0, 1, 2), "extra": range(1, 4)}
    assert filling == (1, 1)  # a rotation attains F = 2K, and the first of the worst is chosen
    assert tried == "the worst of all 9 fillings, 3 without orders"  # nothing is inverted by 0 places
    assert all(members[-1].problem.n <= MAX_ITEMS_SCORED for members in template.members_by_filling.values())


def test_hypothesis_fills_the_holes_of_a_large_template_as_one_seed_says() -> None:
    def nested(m: int = 2, *, a: object = range(30), b: object = range(30)) -> list[int]:
        assert isinstance(a, int) and isinstance(b, int)
        items = list(range(1, m + 2))
        return items[::-1] if a < 15 or b < 15 else [*items[1:], items[0]]

    template, filling, tried = evolved(nested, 60)
    assert all(isinstance(value, int) and value >= 15 for value in filling)
    assert (
        len(template.members_by_filling) <= 60
        and tried == f"the worst of {len(template.members_by_filling)} of 900 fillings"
    )
    again, same, _ = evolved(nested, 60)
    assert (same, set(again.members_by_filling)) == (filling, set(template.members_by_filling))


def test_a_template_without_a_family_says_what_is_wrong(tmp_path: Path) -> None:
    named = file_with(tmp_path, "def f(m=2, *, k=(1, 2)):\n    return [k] * m\n") + ":f"
    with pytest.raises(BadFamily, match="not a permutation"):
        bounds_of_family(asking(PLAIN), None, named, REGISTRY, seed=0, budget=10)
    empty = file_with(tmp_path, "def f(m=2, *, k=()):\n    return [2, 1]\n") + ":f"
    with pytest.raises(BadFamily, match="the hole k has 0 values"):
        bounds_of_family(asking(PLAIN), None, empty, REGISTRY, seed=0, budget=10)


def test_a_template_leads_to_a_family_as_bad_as_one_that_it_does_not_contain() -> None:
    """KV7, printed: 2m/(3m - 2) is the family of ``families.py``, and no filling of the template has its orders."""
    named = f"{REPOSITORY}/examples/template.py:blocks"
    assert len((REPOSITORY / "examples" / "template.py").read_text(encoding="utf-8").splitlines()) <= 40
    template, known = load_family(named), load_family(f"{REPOSITORY}/examples/families.py:swapped_inside")
    orders = [tuple(known(m)) for m in range(3, 12)]  # that of m = 2 is an exchange of the ends, nothing inside
    for lead in (1, 2):
        for size in (1, 2, 3):
            for across in ("kept", "reversed"):
                made = {tuple(template(m, lead=lead, size=size, across=across)) for m in range(2, 12)}
                assert not made.intersection(orders)
    bounds = bounds_of_family(asking(DECK), DECK, named, REGISTRY, seed=0, budget=400)
    assert bounds[-1].n <= MAX_ITEMS_EVALUATED
    assert [parse(bound.value) for bound in bounds] == [fmpq(2 * m + 1, 3 * m - 1) for m in range(2, 2 + len(bounds))]
    assert bounds[-1].form is not None and bounds[-1].form.limit == "2/3"
    assert "lead = 1, size = 2, across = 'kept'" in bounds[-1].note
