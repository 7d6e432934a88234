"""``explore`` over all discounts, gains and weights: ranges against their extreme rays, certificates and attackers."""

from __future__ import annotations

import json
from copy import deepcopy
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from exploring import answered, deepcopy_of, explored, extremes, question, run

from axiomatrix import Undefined, axioms, metric, spaces
from axiomatrix.evidence import certificate
from axiomatrix.model.registry import REGISTRY, Registry
from axiomatrix.values.judged import Judged
from axiomatrix.verify import Refused, verify

EXAMPLE = Path(__file__).parents[2] / "examples" / "discounts.py"
GRADED = {"x": spaces.whole_lists(2)}
FALLING = {"d": spaces.rank_weights(falling=True)}


@pytest.fixture
def registry() -> Registry:
    """The catalogue's, to which a test may add."""
    return deepcopy_of(REGISTRY)


def score(registry: Registry, name: str, definition: Any, parameters: Any, arguments: Any = GRADED) -> None:
    metric(name, kind="score", arguments=arguments, parameters=parameters, registry=registry)(definition)


def dcg(x: Judged, d: Any) -> Any:
    """The sum of the grades times discounts."""
    return sum(x[i] * d[i] for i in x.ranks())


def ideal(x: Judged, d: Any) -> Any:
    """The gain of as many relevant items at the first ranks."""
    return sum((d[i] for i in range(1, int(x.R) + 1)), start=0)


def quotient(x: Judged, d: Any) -> Any:
    """The normalised gain."""
    if not (below := ideal(x, d)):
        raise Undefined("nothing is relevant, or has a discount")
    return dcg(x, d) / below


# --- ranges --------------------------------------------------------------------------------------------------------


def test_a_cut_off_for_all_falling_discounts(registry: Registry) -> None:
    """The extreme discounts are 1, ..., 1, 0, ..., 0, since a quotient of linear forms is extreme at a ray."""
    score(registry, "whole", dcg, FALLING)
    score(registry, "cut", lambda x, d: sum(x[i] * d[i] for i in x.ranks() if i <= 2), FALLING)
    of = explored(registry, "cut", axioms.lower_bound("whole", "1/2"), 3)
    for n in (1, 2, 3):
        sides = [(sum(x[: min(2, k)]), sum(x[:k])) for x in product(range(3), repeat=n) for k in range(1, n + 1)]
        ratios = [Fraction(cut, whole) for cut, whole in sides if whole]
        assert extremes(question(of))[n] == (min(ratios), max(ratios))
    assert question(of).followed == "d" and question(of).is_smallest
    first = question(of).first_refuted
    assert first is not None and first.refutation is not None and first.n == 3
    assert first.refutation.instance == {"x": {"grades": ["0", "0", "1"], "missing": []}}
    assert first.refutation.parameters == {"d": [[1, "1"], [2, "1"], [3, "1"]]}


def test_a_normalised_gain_is_asked_as_a_bound_between_two_metrics(registry: Registry) -> None:
    """As a quotient it is not linear, and has the discounts of a grid."""
    discounts, lists = {"d": spaces.rank_weights(falling=True, beyond=2)}, {"x": spaces.binary_list}
    score(registry, "gain", dcg, discounts, lists)
    score(registry, "ideal", ideal, discounts, lists)
    score(registry, "quotient", quotient, discounts, lists)
    score(registry, "one", lambda x: 1, {}, lists)
    of = question(explored(registry, "gain", axioms.upper_bound("ideal", 1), 2))
    assert extremes(of) == {1: (Fraction(0), Fraction(1)), 2: (Fraction(0), Fraction(1))}
    assert of.reach == ("exhausted", 2)
    over = question(explored(registry, "quotient", axioms.upper_bound("one", 1), 2))
    assert over.followed == "" and over.reach == ("grid", 2) and "not linear" in over.remark


def loss(x: Judged, y: Judged, gain: Any) -> Any:
    """How far the gains of two lists are apart, rank by rank."""
    return sum(abs(gain[x[i]] - gain[y[i]]) for i in x.ranks())


def test_the_loss_of_gain_between_two_lists(registry: Registry) -> None:
    """An absolute value below the line has no program of its own: then the claimed bound is decided alone."""
    pairs, gains = {"x": spaces.whole_lists(2), "y": spaces.whole_lists(2)}, {"gain": spaces.gains(2, rising=True)}
    score(registry, "loss", loss, gains, pairs)
    score(registry, "first", lambda x, y, gain: abs(gain[x[1]] - gain[y[1]]), gains, pairs)
    score(registry, "top", lambda x, y, gain: gain[2] * sum(x[i] != y[i] for i in x.ranks()), gains, pairs)
    of = explored(registry, "loss", axioms.upper_bound("top", 1), 2)
    assert extremes(question(of)) == {1: (Fraction(0), Fraction(1)), 2: (Fraction(0), Fraction(1))}
    below = explored(registry, "loss", axioms.lower_bound("first", 1), 2)
    assert [size.extremes for size in question(below).sizes] == [(), ()] and question(below).reach == ("exhausted", 2)
    for content in (*of.certificates.values(), *below.certificates.values()):
        assert verify(json.loads(content), registry).holds
    [content] = below.certificates.values()
    assert verify(json.loads(content), registry).values == ()
    refuted = question(explored(registry, "loss", axioms.lower_bound("first", "3/2"), 2)).first_refuted
    assert refuted is not None and refuted.n == 1


def test_weights_of_items_that_are_tied(registry: Registry) -> None:
    """The weight of the pairs that are ordered otherwise, of that of all pairs: instances are not renamed."""
    pairs, weights = {"a": spaces.weak_order, "b": spaces.weak_order}, {"w": spaces.element_weights()}

    def weighed(pairs: Any, w: Any) -> Any:
        return sum((w[x] + w[y] for x, y in pairs), start=0)

    every = [(x, y) for y in (1, 2, 3) for x in range(1, y)]
    score(registry, "apart", lambda a, b, w: weighed(a.preferences ^ b.preferences, w), weights, pairs)
    score(registry, "all", lambda a, b, w: weighed([p for p in every if p[1] <= a.n], w), weights, pairs)
    of = explored(registry, "apart", axioms.upper_bound("all", 2), 3)
    assert extremes(question(of)) == {2: (Fraction(0), Fraction(2)), 3: (Fraction(0), Fraction(2))}
    [content] = of.certificates.values()
    data = json.loads(content)
    assert data["by"] == [] and data["items"] == "numbered" and verify(data, registry).cases == 1 + 9 + 169


def test_two_vectors_are_followed_one_at_a_time_where_they_multiply(registry: Registry) -> None:
    both = {"d": spaces.rank_weights(falling=True), "gain": spaces.gains(2)}
    score(registry, "product", lambda x, d, gain: sum(d[i] * gain[x[i]] for i in x.ranks()), both)
    score(registry, "first", lambda x, d, gain: d[1] * sum(gain[g] for g in x), both)
    of = explored(registry, "product", axioms.upper_bound("first", 1), 2)
    assert question(of).followed == "d" and question(of).reach == ("grid", 2) and not of.certificates
    assert "a product of two parameter entries" in question(of).remark
    jointly = explored(registry, "product", axioms.additive_upper_bound("first", 0), 2)
    largest = question(jointly).sizes[-1].extreme("sup")
    assert largest is not None and largest.value == "0"


def test_a_number_beside_a_vector_has_the_values_of_its_grid(registry: Registry) -> None:
    parameters = {"d": spaces.rank_weights(falling=True), "k": spaces.cut_offs()}
    score(registry, "cut", lambda x, d, k: sum(x[i] * d[i] for i in x.ranks(k)), parameters)
    score(registry, "whole", dcg, FALLING)
    of = question(explored(registry, "cut", axioms.upper_bound("whole", 1), 2))
    assert of.followed == "d" and of.reach == ("grid", 2) and extremes(of)[2] == (Fraction(0), Fraction(1))


# --- planted -------------------------------------------------------------------------------------------------------


def test_planted_definitions_are_refused_or_refuted(registry: Registry) -> None:
    score(registry, "whole", dcg, FALLING)
    score(registry, "rare", lambda x, d: dcg(x, d) + (x.grades == (2, 0, 1)) * d[len(x)], FALLING)
    first = question(explored(registry, "rare", axioms.upper_bound("whole", 1), 3)).first_refuted
    assert first is not None and first.n == 3 and first.refutation is not None
    assert first.refutation.instance == {"x": {"grades": ["2", "0", "1"], "missing": []}}
    score(registry, "kinds", lambda x, d: dcg(x, d) if type(d[1]).__name__ == "Polynomial" else 2 * dcg(x, d), FALLING)
    kinds = explored(registry, "kinds", axioms.upper_bound("whole", 1), 2)
    assert not kinds.certificates and "without a certificate" in question(kinds).remark


def test_the_other_metric_must_take_the_same_discounts(registry: Registry) -> None:
    score(registry, "falling", dcg, FALLING)
    score(registry, "any", dcg, {"d": spaces.rank_weights()})
    of = question(explored(registry, "any", axioms.upper_bound("falling", 1), 2))
    assert of.followed == "" and of.reach[0] == "grid" and "takes d from " in of.remark


def test_a_rank_without_a_discount_is_an_error_of_the_definition(registry: Registry) -> None:
    score(registry, "whole", dcg, FALLING)
    score(registry, "beyond", lambda x, d: d[len(x) + 1], FALLING)
    of = question(explored(registry, "beyond", axioms.upper_bound("whole", 1), 2))
    assert of.sizes[0].verdict == "undecided" and "beyond=" in of.remark


# --- certificates --------------------------------------------------------------------------------------------------

ALTERED: list[tuple[tuple[Any, ...], Any]] = [
    (("sizes", 1, "value"), -2),
    (("sizes", 1, "value"), "-1/2"),
    (("sizes", 1, "value"), None),
    (("sizes", 1, "instances"), 10),
    (("sizes", 1, "asked"), 8),
    (("sizes", 1, "n"), 3),
    (("sizes", 1, "facets"), [[[0, 1]], [[1, 1]]]),
    (("sizes", 1, "generators"), {"d": [[1, 1]]}),
    (("sizes", 1, "fixed"), {"d": [1, 1]}),
    (("sizes", 1, "classes"), []),
    (("sizes", 1, "classes", 8, 3, 0), 0),
    (("sizes", 1, "classes", 7, 3, 2), []),
    (("sizes", 1, "classes", 7, 3, 2), [[0, -1]]),
    (("sizes", 1, "classes", 7, 3, 2), [[0, 2]]),
    (("sizes", 1, "classes", 8, 0), [[0, -1]]),
    (("sizes", 1, "classes", 8, 2), [[0, 9], [1, 9]]),
    (("sizes", 1, "classes", 8), [0, [0, [], []]]),
    (("sense",), "inf"),
    (("by",), ["renaming"]),
    (("by",), ["inverse"]),
    (("parameter",), "e"),
    (("parameter",), ""),
    (("items",), "named"),
    (("largest",), 3),
    (("metric",), "other"),
    (("arguments", "factor"), "1/2"),
    (("kind",), "exhaustive"),
    (("kind",), "number"),
    (("kind",), "linear"),
]


@pytest.fixture(scope="module")
def known() -> tuple[dict[str, Any], Registry]:
    registry = deepcopy_of(REGISTRY)
    score(registry, "whole", dcg, FALLING)
    score(registry, "best", lambda x, d: sum(g * d[i] for i, g in enumerate(sorted(x)[::-1], 1)), FALLING)
    score(registry, "other", lambda x, d: 3 * dcg(x, d), FALLING)
    of = explored(registry, "whole", axioms.upper_bound("best", 1), 2)
    [text] = of.certificates.values()
    return certificate.check_seal(json.loads(text)), registry


@pytest.mark.parametrize(("path", "value"), ALTERED, ids=lambda x: str(x))
def test_an_altered_certificate_is_refused(
    known: tuple[dict[str, Any], Registry], path: tuple[Any, ...], value: Any
) -> None:
    content, registry = deepcopy(known[0]), known[1]
    verified = verify(content, registry)
    if path == ("arguments", "factor"):  # of a stronger statement it is no proof
        content["arguments"]["factor"] = value
        assert verified.holds and not verify(content, registry).holds
        return
    assert verified.holds and verified.values == ((1, "-1"), (2, "-1")) and verified.cases == 3 + 9
    part: Any = content
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = value
    with pytest.raises(Refused):
        verify(content, registry)


def test_a_proof_that_is_given_twice_or_for_nothing_is_refused(known: tuple[dict[str, Any], Registry]) -> None:
    for extra in (known[0]["sizes"][1]["classes"][0], [[[0, -7]], [], [[0, 7]], [-1, [], []]]):
        content = deepcopy(known[0])
        content["sizes"][1]["classes"].append(extra)
        with pytest.raises(Refused, match=r"given twice|no instance"):
            verify(content, known[1])


# --- a user's file --------------------------------------------------------------------------------------------------


def test_the_example_of_discounts(tmp_path: Path) -> None:
    run("explore", str(EXAMPLE), "--max-n", "3", "--no-pictures", "--out", str(tmp_path / "out"))
    questions = {question["metric"]: question for question in answered(tmp_path / "out")["questions"]}
    verdicts = {name: [size["verdict"] for size in question["sizes"]] for name, question in questions.items()}
    holds, fails = ["exhausted"] * 3, ["exhausted", "refuted", "refuted"]
    assert verdicts == {
        "dcg-falling": holds,
        "best-dcg-falling": holds,
        "dcg-any": fails,
        "best-dcg-any": fails,
        "gain": holds,
    }
    files = [tmp_path / "out" / "certificates" / name for name in ("dcg-falling-sup.json", "gain-sup.json")]
    files.append(tmp_path / "out" / "certificates" / "best-dcg-falling-inf.json")
    run("verify", *map(str, files), str(EXAMPLE))
