"""A witness is about what it names, and about nothing that its names might be read for."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

import axiomatrix
from axiomatrix import REGISTRY
from axiomatrix.catalogue.user_frames import USER_FILE
from axiomatrix.evidence.python_code import imports
from axiomatrix.evidence.witness import BadWitness, Witness, replay


@pytest.fixture(scope="module")
def witness() -> Witness:
    matrix = axiomatrix.check("footrule", axioms=["left-invariance"], profile="quick")
    made = matrix.cell("footrule", "left-invariance").evidence.witness
    assert made is not None
    return made


@pytest.mark.parametrize(
    ("what", "name"), [("metric", "footrule1"), ("metric", "Footrule"), ("axiom", "Left invariance")]
)
def test_a_name_that_would_be_read_for_another_is_refused(witness: Witness, what: str, name: str) -> None:
    assert replay(witness, REGISTRY).stands
    with pytest.raises(BadWitness, match=f"there is no {what} '{name}'; write"):
        replay(replace(witness, **{what: name}), REGISTRY)


@pytest.mark.parametrize("name", ["Foo.of(x", "it's Foo.of(x", 'a "b" Foo.of(x', "Foo.of('Bar.of(x')"])
def test_a_name_that_looks_like_a_call_is_not_imported(name: str) -> None:
    lines = ["a = Ranking.from_order([1, 2])", f"d = REGISTRY.metric({name!r})", "print(d(a, WeakOrder.of([[1]])))"]
    assert imports(lines, []) == ["from axiomatrix import REGISTRY, Ranking, WeakOrder"]


def test_a_type_of_a_file_of_the_user_is_imported_from_that_file() -> None:
    box = type("Box", (), {"of": None, "__module__": f"{USER_FILE}boxes"})
    assert imports(["x = Box(size=2)"], [box()]) == ["from axiomatrix import REGISTRY", "from boxes import Box"]
