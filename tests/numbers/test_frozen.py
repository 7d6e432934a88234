"""Values are immutable in fact: every way of writing to one is refused."""

from __future__ import annotations

import contextlib
import copy
import pickle
from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest
from frozen_values import VALUES, attributes, filled

from axiomatrix import spaces
from axiomatrix.numbers.columns import Column
from axiomatrix.numbers.exact import Formal, Whole, log
from axiomatrix.numbers.frozen import Frozen
from axiomatrix.spaces import all_rankings
from axiomatrix.values.rankings import Ranking, Relabelling
from axiomatrix.verify.items import Unlisted
from axiomatrix.verify.world import opaque_items, ranking_of_order


def kinds(base: type) -> set[type]:
    return {base}.union(*(kinds(kind) for kind in base.__subclasses__()))


def test_the_list_of_values_has_every_frozen_class() -> None:
    ours = {kind for kind in kinds(Frozen) if kind.__module__.startswith("axiomatrix")}
    # for one witness, one answer, or one certificate
    made_anew = ("axiomatrix.evidence.account.trace", "axiomatrix.verify.world")
    ours = {kind for kind in ours if kind.__module__ not in made_anew}
    ours = {kind for kind in ours if kind is not Unlisted}  # see below
    assert {kind.__name__ for kind in ours} - {"Frozen", "Parameter"} == set(VALUES)


def test_a_ranking_of_unlisted_items_is_as_frozen_as_a_ranking() -> None:
    value: Any = ranking_of_order(opaque_items(2), [2, 1])
    assert type(value) is Unlisted and Unlisted.__slots__ == () and not hasattr(value, "__dict__")
    for attribute in ("items", "positions", "preferences", *Ranking.__slots__, "anything"):
        with pytest.raises(AttributeError, match=f"{attribute}: a Unlisted cannot be changed; make another one"):
            setattr(value, attribute, None)
        with pytest.raises(AttributeError, match="cannot be changed"):
            delattr(value, attribute)
    with pytest.raises(AttributeError, match="cannot be changed"):
        value.__class__ = Ranking


@pytest.mark.parametrize("name", VALUES)
class TestOfEachKind:
    def test_has_no_dictionary_of_attributes(self, name: str) -> None:
        assert not hasattr(VALUES[name], "__dict__")

    def test_no_attribute_is_set_or_deleted(self, name: str) -> None:
        value = filled(VALUES[name])
        for attribute in [*attributes(value), "anything"]:
            before = getattr(value, attribute, None)
            with pytest.raises(AttributeError, match=f"{attribute}: a {name} cannot be changed; make another one"):
                setattr(value, attribute, None)
            with pytest.raises(AttributeError, match="cannot be changed"):
                delattr(value, attribute)
            assert getattr(value, attribute, None) is before
        with pytest.raises(AttributeError, match="cannot be changed"):
            value.__class__ = Frozen

    def test_what_is_inside_is_immutable(self, name: str) -> None:
        value = filled(VALUES[name])
        for attribute in attributes(value):
            content = getattr(value, attribute)
            assert not isinstance(content, (list, dict, set, bytearray)), attribute
            if isinstance(content, Mapping):
                with pytest.raises(TypeError):
                    content[next(iter(content))] = 7  # type: ignore[index]  # that is what is tried
            if isinstance(content, np.ndarray):
                with pytest.raises(ValueError, match="read-only"):
                    content[...] = 7

    def test_is_not_made_again(self, name: str) -> None:
        value = filled(VALUES[name])
        before = [getattr(value, attribute) for attribute in attributes(value)]
        with contextlib.suppress(TypeError):  # either it is refused, or it has no effect
            value.__init__(*([(1, 2), (2, 1)][: 1 + (name == "Ranking")]))
        assert all(x is y for x, y in zip(before, (getattr(value, a) for a in attributes(value)), strict=True))

    def test_is_copied_and_pickled(self, name: str) -> None:
        value = filled(VALUES[name])
        again = pickle.loads(pickle.dumps(value))
        if isinstance(value, Column):
            assert [again.lane(k) for k in range(2)] == [value.lane(k) for k in range(2)]
            return
        assert again == value and hash(again) == hash(value) and type(again) is type(value)
        assert copy.copy(value) == copy.deepcopy(value) == value


def test_of_a_ranking_other_rankings_of_its_own_class_are_made() -> None:
    class Own(Ranking):
        __slots__ = ()

        @property
        def items(self) -> tuple[Any, ...]:  # type: ignore[override]  # in the place of the slot
            return Ranking.__dict__["items"].__get__(self)  # type: ignore[no-any-return]  # the slot

    a = Own((1, 2, 3), (2, 3, 1))
    b = Own.from_order([3, 2, 1])
    pi = Relabelling.exchanging((1, 2, 3), 1, 2)
    made = [a.renamed(pi), a.moved(b), a.reversed(), a.swapped(1), a.rotated(1), a.inverse(), a.compose(b)]
    made += [a.handing_out(int), Own.identity(3), b, copy.copy(a), pickle.loads(pickle.dumps(Ranking.identity(2)))]
    assert [type(c) for c in made] == [Own] * (len(made) - 1) + [Ranking]
    assert a.items == (1, 2, 3) and a.renamed(pi) == Ranking.from_positions([3, 2, 1])


def test_a_ranking_with_too_few_positions_is_refused() -> None:
    with pytest.raises(ValueError, match="there are 2 for 3 items"):
        Ranking((1, 2, 3), (1, 2))


def test_what_spaces_list_is_no_list_that_others_have_too() -> None:
    space = spaces.persistences()
    assert space.enumerate(2) is not space.enumerate(2) or isinstance(space.enumerate(2), tuple)
    assert isinstance(all_rankings(3), tuple)
    assert type(all_rankings(3)[0].n) is Whole


def test_a_formal_number_is_frozen_however_it_came_about() -> None:
    for value in (log(2), log(2) + 1, log(3) / log(2)):
        assert isinstance(value, Formal)
        with pytest.raises(AttributeError, match="cannot be changed"):
            value.num = value.den
