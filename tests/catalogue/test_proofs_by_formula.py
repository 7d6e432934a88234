"""Proofs about a formula: refused for every definition that is another one; lemmas about sums fail of other terms."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any

import mutation
import pytest
from lemmas import fails
from list_mutation import all_mutants
from share import PARTS, part, share

from axiomatrix import axioms
from axiomatrix.catalogue import load_catalogue
from axiomatrix.catalogue.proofs import PROOFS, Proof, proof_of, sums
from axiomatrix.catalogue.proofs.proof import FIRST_RANKINGS
from axiomatrix.catalogue.proofs.written import drawn, instances, is_written
from axiomatrix.model.metric import Metric
from axiomatrix.model.registry import Registry
from axiomatrix.numbers.exact import Undefined, compare
from axiomatrix.spaces import ParameterSpace

REGISTRY = load_catalogue()
BY_FORMULA = [proof for proof in PROOFS if proof.instances != FIRST_RANKINGS and proof.family is None]
"""Those whose steps compare values, of numbers and not of symbols; a family looks at its own instances only."""
BY_ROW = {row: [proof for proof in BY_FORMULA if proof.metric == row] for row in {p.metric for p in BY_FORMULA}}
BOUNDED = sorted(row for row in BY_ROW if any(s.has_boundary for s in REGISTRY.metric(row).parameters.values()))
SIZE, ENOUGH = 3, 4
EVERY = 40
"""Of so many mutants one is asked always."""


def with_definition(row: str, definition: Any) -> Registry:
    made = Registry(REGISTRY)
    made.metrics[row] = replace(REGISTRY.metric(row), definition=definition)
    return made


def given_of(metric: Metric, n: int) -> list[tuple[Any, ...]]:
    return [given for given in instances(metric, n) if value_of(metric, given) is not None]


def value_of(metric: Metric, given: tuple[Any, ...]) -> Any:
    count = len(metric.arguments)
    try:
        return metric.evaluate(*given[:count], dict(zip(metric.parameters, given[count:], strict=True)))
    except Undefined:
        return None


def changed(row: str, change: Any, *, rarely: bool) -> Registry:
    """The row with another value, everywhere or for one instance only."""
    metric = REGISTRY.metric(row)
    rare = next((given for n in (SIZE, 2, 1) for given in reversed(given_of(metric, n)[:-16])), None)
    spaces = [*metric.arguments.values(), *metric.parameters.values()]
    unpacked = rare and tuple(
        part
        for space, value in zip(spaces, rare, strict=True)
        for part in (space.unpack(value, plain=False) if space.takes else (value,))
    )

    def definition(*given: Any, **named: Any) -> Any:
        value = metric.definition(*given, **named)
        here = (*given, *(named[name] for name in metric.parameters))
        return value if rarely and here != unpacked else change(value)

    return with_definition(row, definition)


def refuses(value: Any) -> Any:
    raise RuntimeError("no disc left")


def has_none(value: Any) -> Any:
    raise Undefined("no value")


CHANGES = {
    "one more": lambda value: value + 1,
    "the negative": lambda value: -value,
    "four times": lambda value: 4 * value,
    "refuses": refuses,
    "no value": has_none,
}
ALWAYS_ZERO = {"point[full]": {"the negative", "four times"}}


@pytest.mark.parametrize("row", share(sorted(BY_ROW), 3))
def test_proofs_hold_for_the_catalogue_and_fail_for_another_definition(row: str) -> None:
    assert [proof.failure(REGISTRY, SIZE) for proof in BY_ROW[row]] == [None] * len(BY_ROW[row])
    for name, change in CHANGES.items():
        for rarely in (False, True):
            if rarely and name not in ("one more", "refuses", "no value"):
                continue
            registry = changed(row, change, rarely=rarely)
            missed = [proof.id for proof in BY_ROW[row] if proof.failure(registry, SIZE) is None]
            assert not missed or name in ALWAYS_ZERO.get(row, ()), (name, rarely, missed)


@lru_cache(maxsize=256)
def values_of(row: str) -> list[tuple[tuple[Any, ...], Any]]:
    """Instances of up to 11 items, with the values of the original; not those that the proofs look at."""
    named = replace(REGISTRY.metric(row), id="others")  # the draws depend on the name
    every = [given for n in range(6, 12) for given in drawn(named, n)]
    return [(given, value_of(REGISTRY.metric(row), given)) for given in every]


def is_another(metric: Metric, row: str) -> bool:
    for given, expected in values_of(row):
        found = value_of(metric, given)
        if (found is None) != (expected is None) or (found is not None and compare(found, expected) != 0):
            return True
    return False


@pytest.mark.slow
@pytest.mark.parametrize("is_share", PARTS)
def test_no_mutant_that_has_another_value_keeps_a_proof(is_share: bool) -> None:
    refused = 0
    for mutant in part([*all_mutants(), *mutation.all_mutants()], is_share, EVERY):
        registry = mutant.registry
        for row in BY_ROW:
            metric = registry.metric(row)
            if metric.definition is REGISTRY.metric(row).definition:
                continue
            kept = [proof.id for proof in BY_ROW[row] if proof.failure(registry, ENOUGH) is None]
            refused += not kept
            assert not kept or not is_another(metric, row), (mutant.name, kept)
    assert refused >= (50 if is_share else 2500)


@pytest.mark.parametrize("proof", BY_FORMULA, ids=lambda proof: proof.id)
def test_a_proof_looks_at_its_row_and_at_the_one_that_its_statement_names(proof: Proof) -> None:
    others = {str(value) for name, value in proof.statement.arguments if name == "other"}
    assert {name.partition("[")[0] for name in proof.rows(REGISTRY) - {proof.metric}} <= {
        o.partition("[")[0] for o in others
    }


def test_nothing_is_proved_of_lists_of_another_space() -> None:
    proof = proof_of("ndcg[linear]", axioms.range_zero_one())
    assert proof is not None
    assert proof.is_about(REGISTRY)
    metric = REGISTRY.metric("ndcg[linear]")
    made = Registry(REGISTRY)
    made.metrics[metric.name] = replace(metric, arguments={"x": REGISTRY.metric("ndcg[signed]").arguments["x"]})
    assert not proof.is_about(made)


def test_a_drawn_instance_shows_a_bug_of_long_lists_only() -> None:
    original = REGISTRY.metric("footrule").definition
    late = with_definition("footrule", lambda a, b: original(a, b) + (len(a) > 5))
    assert all("the formula of footrule" in str(proof.failure(late, 2)) for proof in BY_ROW["footrule"])


# --- lemmas ---------------------------------------------------------------------------------------------------


FALSE_TERMS: dict[str, Any] = {
    "zero": lambda p, q: 1,
    "positive": lambda p, q: p - q,
    "alike": lambda p, q: max(0, p - q),
    "triangle": sums.square,
    "square": sums.distance,
    "moved": sums.distance,
    "apart": lambda p, q: abs(p * p - q * q),
    "farthest": sums.elsewhere,
    "turned": lambda p, q: abs(p * p - q * q),
    "crossed": sums.elsewhere,
    "both": sums.distance,
    "largest": sums.square,
}


@pytest.mark.parametrize("name", FALSE_TERMS)
def test_a_lemma_about_terms_fails_of_another_term(name: str) -> None:
    assert set(FALSE_TERMS) == set(sums.FOOTRULE.lemmas)
    made = sums._displacements("t", FALSE_TERMS[name], lambda n: n * n // 2)
    assert fails(made.lemmas[name])


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("zero", lambda a, b: 1),
        ("positive", lambda a, b: 0),
        ("alike", lambda a, b: a.order[0]),
        ("apart", lambda a, b: sum(abs(a[x] - b[x]) for x in a.items)),
        ("triangle", lambda a, b: sum((a[x] - b[x]) ** 2 for x in a.items)),
        ("between", lambda a, b: sum(abs(a[x] - b[x]) for x in a.items)),
        ("turned", lambda a, b: a[1] * b[1]),
        ("crossed", lambda a, b: sum(a[x] != b[x] for x in a.items)),
        ("farthest", lambda a, b: sum(abs(a[x] - b[x]) for x in a.items)),
    ],
)
def test_a_lemma_about_inversions_fails_of_another_count(
    name: str, wrong: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not fails(sums.INVERSIONS.lemmas[name])
    monkeypatch.setattr(sums, "inverted", wrong)
    assert fails(sums.INVERSIONS.lemmas[name])


@pytest.mark.parametrize(
    "outer", [lambda s, n: s * s, lambda s, n: s, lambda s, n: 1 - 4 * s / (n * (n - 1)), lambda s, n: s / n]
)
def test_a_function_that_leaves_the_range_is_refused(outer: Any) -> None:
    row = replace(sums.KENDALL_N, outer=outer)
    assert not fails(sums.KENDALL_N.ends(0, 1))
    assert fails(row.ends(0, 1))
    assert fails(row.at("s = M", 1, lambda row, m: row.sum.largest(m)))


@pytest.mark.parametrize("row", BOUNDED)
def test_what_is_proved_on_the_closure_is_compared_there(row: str) -> None:
    """A definition with a branch on the boundary of the declared space, of which nothing is proved."""
    metric = REGISTRY.metric(row)

    def is_inside(named: dict[str, Any], n: int) -> bool:
        try:
            for name, space in metric.parameters.items():
                space.validate(named[name], n)
        except ValueError:
            return False
        return True

    def definition(*given: Any, **named: Any) -> Any:
        value = metric.definition(*given, **named)
        return value if is_inside(named, len(given[0])) else value + 1

    other = with_definition(row, definition)
    failures = [proof.failure(other, SIZE) for proof in BY_ROW[row]]
    assert all(failure is not None and "the definition has" in failure for failure in failures)


def test_rows_of_another_relation_are_refused() -> None:
    assert any(fails(step) for step in sums._equal(sums.TAU, sums.KENDALL_N, 2).steps)
    assert fails(is_written("footrule", "inversions", sums.KENDALL.written))


def test_parameters_are_drawn_too() -> None:
    metric = REGISTRY.metric("area-normalised[heights]")
    assert all(isinstance(space, ParameterSpace) for space in metric.parameters.values())
    assert len({len(given[0]) for given in instances(metric, 2)}) == 2
