"""Identity certificates derived again by numbers of the verifier's own; anything changed is refused."""

from __future__ import annotations

import copy
import json
from dataclasses import replace

import pytest

from axiomatrix import REGISTRY, Registry, axioms, inverted_pairs, metric, spaces
from axiomatrix.catalogue.loading import load_catalogue
from axiomatrix.methods.symbolic import certificate_of, certified_up_to
from axiomatrix.verify import Refused, verify

CATALOGUE = load_catalogue()
W = {"w": spaces.element_weights()}
SCALE = axioms.scale_free("w", 2)


def certificate(name, statement, largest, registry=CATALOGUE):
    row = registry.metric(name)
    made = certificate_of(row, statement, certified_up_to(row, statement, largest, registry))
    return json.loads(json.dumps(made))


def mutants(data, path=()):
    """Every copy of the data with a single number or text changed, and what was changed."""
    if isinstance(data, dict):
        parts = data.items()
    elif isinstance(data, list):
        parts = enumerate(data)
    else:
        yield path, changed(data)
        return
    for key, value in parts:
        for where, other in mutants(value, (*path, key)):
            copied = copy.copy(data)
            copied[key] = other
            yield where, copied


def changed(value):
    if isinstance(value, int):
        return value + 1
    digits = [k for k, c in enumerate(value) if c.isdigit()]
    if digits:
        k = digits[-1]
        return value[:k] + str((int(value[k]) + 1) % 10) + value[k + 1 :]
    return value + "x"


# --- agreement ------------------------------------------------------------------------------------------------

AGREE = [
    ("kendall", axioms.symmetry(), 4),
    ("hamming", axioms.left_invariance(), 4),
    ("kendall-element", SCALE, 4),
    ("kendall-element", axioms.scale_free_normalised("w"), 3),
    ("footrule-element", axioms.right_invariance(), 3),
    ("footrule-element", axioms.generalizes("footrule", w=1), 3),
    ("footrule-element", axioms.bound_attained_by_rotations("kendall-element", 2), 4),
    ("kendall-element-mean[harmonic]", axioms.scale_free("w", 1), 3),
    ("kendall-element-mean[harmonic]", axioms.scale_free_normalised("w"), 2),
    ("footrule-position[local]", axioms.scale_free("delta", 2), 4),
    ("footrule-similarity[deck]", axioms.free_swap(), 3),
    ("footrule-similarity[deck]", axioms.reversal_invariance(), 3),
    ("footrule-general[one]", axioms.scale_free("D", 1), 3),
    ("footrule-general[next]", axioms.right_invariance(), 3),
    ("kendall-general[zero]", axioms.scale_free_normalised("delta"), 2),
]


@pytest.mark.parametrize(("name", "statement", "largest"), AGREE)
def test_every_normal_form_is_derived_again(name, statement, largest):
    data = certificate(name, statement, largest)
    verified = verify(data, CATALOGUE)
    assert (verified.metric, verified.statement, verified.largest) == (name, statement.id, largest)
    assert verified.cases == sum(size["asked"] for size in data["sizes"])
    assert verified.holds


def test_what_a_definition_sees_of_its_items_is_derived_again_too():
    registry = Registry(REGISTRY)

    @metric("numbered", parameters=W, registry=registry)
    def numbered(a, b, w):
        """sum over inverted pairs of w_x w_y, by the numbers of x and y"""
        return sum(w[min(x, y)] * w[max(x, y)] for x, y in inverted_pairs(a, b))

    data = certificate("numbered", axioms.symmetry(), 3, registry)
    assert data["items"] == "numbered"
    assert verify(data, registry).holds
    with pytest.raises(Refused, match="items is 'unnamed'"):
        verify({**data, "items": "unnamed"}, registry)


# --- corruption -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "statement", "largest"),
    [
        ("footrule-element", SCALE, 2),
        ("kendall-element-mean[harmonic]", axioms.scale_free("w", 1), 2),
        ("footrule-similarity[deck]", axioms.free_swap(), 2),
        ("footrule-general[next]", axioms.symmetry(), 2),
        ("footrule-element", axioms.bound_attained_by_rotations("kendall-element", 2), 3),
    ],
)
def test_any_single_number_or_text_that_is_changed_is_refused(name, statement, largest):
    data = certificate(name, statement, largest)
    assert verify(data, CATALOGUE).holds
    tried = 0
    for where, mutant in mutants(data):
        with pytest.raises((Refused, KeyError, TypeError)):
            verified = verify(mutant, CATALOGUE)
            if (verified.metric, verified.statement) != (name, statement.id):
                raise Refused("it says something else, which may be true")
            pytest.fail(f"{where} was changed and nothing said")
        tried += 1
    assert tried > 10


def test_every_digit_of_a_normal_form_counts():
    data = certificate("footrule-element", SCALE, 3)
    shown = data["sizes"][2]["shown"]
    longest = max(range(len(shown)), key=lambda k: len(shown[k]))
    text = shown[longest]
    assert "|" in text
    for k, character in enumerate(text):
        if character.isdigit():
            shown[longest] = text[:k] + str((int(character) + 1) % 10) + text[k + 1 :]
            with pytest.raises(Refused, match=f"n = 3, instance {longest + 1}: the certificate says"):
                verify(data, CATALOGUE)
    shown[longest] = text
    assert verify(data, CATALOGUE).holds


def test_sizes_and_forms_that_are_missing_or_too_many_are_refused():
    data = certificate("kendall-element", SCALE, 3)
    short = {**data, "sizes": data["sizes"][:2]}
    with pytest.raises(Refused, match="the largest size is 2, not 3"):
        verify(short, CATALOGUE)
    with pytest.raises(Refused, match="n = 1: n is 2"):
        verify({**data, "largest": 2, "sizes": data["sizes"][1:]}, CATALOGUE)
    with pytest.raises(Refused, match="the largest size is 0"):
        verify({**data, "largest": 0, "sizes": []}, CATALOGUE)
    data["sizes"][2]["shown"].pop()
    with pytest.raises(Refused, match="35 normal forms are shown; there are 36"):
        verify(data, CATALOGUE)
    with pytest.raises(Refused, match="says 'proved', which means nothing"):
        verify({**short, "largest": 2, "proved": True}, CATALOGUE)


# --- another statement, another metric, another definition -----------------------------------------------------


def test_a_certificate_of_something_else_is_refused():
    data = certificate("kendall-element", SCALE, 2)
    with pytest.raises(Refused, match="the certificate says"):
        verify({**data, "metric": "footrule-element"}, CATALOGUE)
    with pytest.raises(Refused, match="the two sides differ"):
        verify({**data, "arguments": {"parameter": "w", "degree": 3}}, CATALOGUE)
    with pytest.raises(Refused, match="unknown metric 'kendal-element'"):
        verify({**data, "metric": "kendal-element"}, CATALOGUE)
    with pytest.raises(Refused, match="it has no parameter delta"):
        verify({**data, "arguments": {"parameter": "delta", "degree": 2}}, CATALOGUE)
    with pytest.raises(Refused, match="cannot be checked: KeyError: 'parameter'"):
        verify({**data, "kind": "linear"}, CATALOGUE)
    triangle = {**data, "axiom": "triangle-inequality", "arguments": {}}
    with pytest.raises(Refused, match="triangle-inequality is not an equality"):
        verify(triangle, CATALOGUE)


def mutated(name, definition):
    registry = Registry(CATALOGUE)
    registry.metrics[name] = replace(CATALOGUE.metric(name), definition=definition)
    return registry


@pytest.mark.parametrize(
    ("definition", "message"),
    [
        (lambda a, b, w: 2 * sum(w[x] * w[y] for x, y in inverted_pairs(a, b)), "n = 2, instance 2: the certificate"),
        (lambda a, b, w: sum(w[x] for x, y in inverted_pairs(a, b)), "the two sides differ"),
        (lambda a, b, w: sum(max(w[x], w[y]) for x, y in inverted_pairs(a, b)), "not followed for all values"),
        (lambda a, b, w: sum(w[x] / (w[x] - w[y]) for x, y in inverted_pairs(a, b)), "which can be zero"),
        (lambda a, b, w: w["nobody"], "a definition raised KeyError"),
        (lambda a, b, w: 0.5, "returned 0.5, which is not a rational number"),
        (
            lambda a, b, w: sum(w[x] ** 2 for x in a.items) if isinstance(w[a.order[0]], int) else 0 * w[a.order[0]],
            "the type of a parameter",
        ),
    ],
)
def test_a_certificate_of_another_definition_is_refused(definition, message):
    data = certificate("kendall-element", SCALE, 3)
    with pytest.raises(Refused, match=message):
        verify(data, mutated("kendall-element", definition))


@pytest.mark.parametrize("ask", [lambda x: x > 1, lambda x: str(x) == "1", lambda x: x in {1, 2}, bool])
def test_a_definition_that_catches_what_it_is_told_is_refused(ask):
    def catches(a, b, w):
        try:
            if ask(w[a.order[0]]):
                return 1
        except Exception:
            pass
        return sum(w[x] * w[y] for x, y in inverted_pairs(a, b))

    with pytest.raises(Refused, match="not followed for all values"):
        verify(certificate("kendall-element", SCALE, 2), mutated("kendall-element", catches))


def test_a_definition_that_answers_otherwise_on_numbers_is_refused():
    def looks(a, b, w):
        plain = sum(w[x] * w[y] for x, y in inverted_pairs(a, b))
        return plain if type(plain).__name__ in ("SymbolValue", "int") else plain + 1

    with pytest.raises(Refused, match=r"uses type\(\)"):
        verify(certificate("kendall-element", SCALE, 2), mutated("kendall-element", looks))
