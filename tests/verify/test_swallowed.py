"""Definitions and axioms that catch exceptions, look at types or write numbers as text are still decided one by one.

Many values are evaluated at once by handing out columns and batches; what cannot be asked of these raises, and a
definition that catches the exception would go on with something that is not its value.
"""

from __future__ import annotations

import pytest
from flint import fmpq

from axiomatrix import REGISTRY, Registry, axiom, axioms, check, inverted_pairs, metric, relation, spaces

WEIGHTS = {"w": spaces.element_weights()}


def checked(function, *, parameters=None, holds=(axioms.symmetry,), **options):
    registry = Registry(REGISTRY)
    mine = metric("mine", parameters=parameters, holds=list(holds), registry=registry, **options)(function)
    return check(mine, registry=registry, profile="quick", use_pins=False)


def only(matrix, name="symmetry"):
    return matrix.cell("mine", name).evidence


def test_a_definition_that_catches_an_exact_division():
    def mine(a, b):
        """inverted pairs over pairs, and a third of what item 1 moves down"""
        try:
            down = (a[1] - b[1]) / 3 if a[1] > b[1] else 0
            return len(inverted_pairs(a, b)) + down
        except Exception:
            return 0

    found = only(checked(mine))
    assert (found.verdict, found.witness.n, found.witness.smallest) == ("refuted", 2, True)


@pytest.mark.slow
def test_a_definition_that_catches_a_branch_on_parameters():
    def mine(a, b, w):
        """asymmetric where the first weight is the larger one"""
        try:
            if w[1] > w[2] and a[1] == 1:
                return 5
        except Exception:
            pass
        return 1

    found = only(checked(mine, parameters=WEIGHTS))
    assert (found.verdict, found.witness.n, found.method) == ("refuted", 2, "enumeration")


@pytest.mark.parametrize("ask", [lambda x: str(x) == "1", lambda x: f"{x}" == "1", lambda x: repr(x) == "1"])
def test_a_definition_that_writes_a_parameter_as_text(ask):
    def mine(a, b, w):
        """7 where item 1 is ahead in a and its weight reads 1"""
        return 7 if len(a) > 1 and a[1] < b[1] and ask(w[1]) else 0

    found = only(checked(mine, parameters=WEIGHTS))
    assert (found.verdict, found.witness.n, found.method) == ("refuted", 2, "enumeration")


def test_a_definition_that_looks_at_the_type_of_a_parameter():
    def mine(a, b, w):
        """a[1] where the weight is a rational"""
        return a[1] if isinstance(w[1], fmpq) else 0

    found = only(checked(mine, parameters=WEIGHTS))
    assert (found.verdict, found.witness.n, found.method) == ("refuted", 2, "enumeration")


def test_an_axiom_that_catches_a_question_to_a_batch():
    @axiom("caught", over={"a": spaces.ranking, "b": spaces.ranking})
    def caught(d, a, b):
        """d(a, b) <= 1 where item 1 is first in a"""
        try:
            if a[1] == 1:
                return relation.at_most(d(a, b), 1)
        except Exception:
            pass
        return relation.NOT_ASKED

    def mine(a, b):
        """K(a, b)"""
        return len(inverted_pairs(a, b))

    found = only(checked(mine, holds=[caught]), "caught")
    assert (found.verdict, found.witness.n, found.method) == ("refuted", 3, "enumeration")


def test_an_axiom_that_branches_on_whether_rankings_are_equal():
    @axiom("branches", over={"a": spaces.ranking, "b": spaces.ranking})
    def branches(d, a, b):
        """d(a, b) = 0 where a = b"""
        try:
            return relation.equal(d(a, b), 0) if a == b else relation.NOT_ASKED
        except Exception:
            return relation.NOT_ASKED

    def mine(a, b):
        """1"""
        return 1

    found = only(checked(mine, holds=[branches]), "branches")
    assert (found.verdict, found.witness.n) == ("refuted", 1)


def test_a_condition_that_is_no_truth_value_is_refused():
    with pytest.raises(TypeError, match="it must be a truth value: write 'not' or 'a != b'"):
        relation.given(~True, relation.equal(0, 0))  # what ~(a == b) is for single rankings


def test_an_axiom_that_returns_no_relation_says_what_to_return():
    @axiom("truth", over={"a": spaces.ranking})
    def truth(d, a):
        """d(a, a) = 0"""
        return d(a, a) == 0

    found = only(checked(lambda a, b: 0, holds=[truth]), "truth")
    assert found.verdict == "error"
    assert "the axiom returned True; it must return a relation" in found.reason


def weighted(a, b, w):
    """K(a, b)"""
    return len(inverted_pairs(a, b))


def test_a_claim_about_a_metric_that_is_not_registered_is_unresolved():
    matrix = checked(weighted, parameters=WEIGHTS, holds=[axioms.generalizes("another", w=1)])
    (cell,) = [cell for cell in matrix if cell.claims]
    assert cell.outcome == "unresolved"
    assert "another" in cell.evidence.reason
    assert matrix.exit_code("broken") == 3


def test_a_claim_about_a_parameter_that_the_metric_lacks_is_refused():
    with pytest.raises(ValueError, match="it has no parameter v; did you mean 'w'"):
        checked(weighted, parameters=WEIGHTS, holds=[axioms.scale_free("v", degree=2)])


def test_rounding_on_the_scale_of_the_values_is_no_violation():
    def mine(a, b):
        """1 - cosine of the rank vectors"""
        product = sum(float(a[x]) * float(b[x]) for x in a.items)
        return 1 - product / (sum(float(a[x]) ** 2 for x in a.items) ** 0.5 * sum(b[x] ** 2 for x in a.items) ** 0.5)

    holds = [axioms.zero_on_equal, axioms.symmetry, axioms.right_invariance]
    matrix = checked(mine, holds=holds, exact=False)
    assert {only(matrix, claim.id).verdict for claim in holds} == {"searched"}


def test_mistakes_in_a_declaration_are_named():
    over = {"a": spaces.ranking}
    with pytest.raises(ValueError, match="quantifier is 'exists'; it must be one of 'for all', 'there is', 'extreme'"):
        axiom("x", over=over, quantifier="exists")
    with pytest.raises(TypeError, match=r"over\['a'\] is 'ranking'; it must be a space"):
        axiom("x", over={"a": "ranking"})
    with pytest.raises(ValueError, match="kinds is 'distance'; it must list"):
        axiom("x", over=over, kinds="distance")
    with pytest.raises(TypeError, match="unknown option 'bondary'"):
        axiom("x", over=over, bondary=True)
    with pytest.raises(TypeError, match=r"argument degree is 0\.5; it must be a whole number"):
        axioms.scale_free("w", degree=0.5)
    with pytest.raises(TypeError, match=r"argument other is \['kendall'\]"):
        axioms.lower_bound(["kendall"], 1)
    with pytest.raises(ValueError, match=r"it must be a parameter space; write spaces\.element_weights\(\)"):
        metric("x", parameters={"w": spaces.element_weights})
    with pytest.raises(ValueError, match=r"holds is <axiom symmetry>; it must be a list: holds=\[\.\.\.\]"):
        metric("x", holds=axioms.symmetry)
    with pytest.raises(ValueError, match="symmetry is in holds and again in fails"):
        metric("x", holds=[axioms.symmetry], fails=[axioms.symmetry])
    with pytest.raises(ValueError, match="the name '' must be a non-blank string"):
        metric("")
    with pytest.raises(ValueError, match="the name ' ' must be a non-blank string"):
        metric(" ")
