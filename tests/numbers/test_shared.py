"""What rows share: whoever gets around immutability is noticed."""

from __future__ import annotations

import ctypes
import gc
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

import numpy as np
import pytest
from frozen_values import VALUES, attributes, filled

from axiomatrix.numbers.exact import Whole, log
from axiomatrix.numbers.frozen import getters
from axiomatrix.numbers.shared import changed_shared_values, contents, digest, shared
from axiomatrix.spaces import all_rankings, all_weak_orders, binary_list
from axiomatrix.values.judged import Judged
from axiomatrix.values.parameters import PositionWeights
from axiomatrix.values.rankings import Ranking, inverted_pairs

FILLED = {name: filled(value) for name, value in VALUES.items()}
FIELDS = [(name, attribute) for name, value in FILLED.items() for attribute in attributes(value)]


def written(value: Any, attribute: str) -> tuple[Any, Callable[[Any], None]]:
    """What is really there, and how to put something else there by force."""
    kind = type(value)
    owner = next(base for base in kind.__mro__ if attribute in base.__dict__.get("__slots__", ()))
    return getters(kind)[attribute](value), lambda content: owner.__dict__[attribute].__set__(value, content)


class Sly(int):
    """A number that says it is equal to everything."""

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return int.__hash__(self)


def others(content: Any) -> Iterator[Any]:
    """Other contents, some of them nearly the same."""
    yield None
    if isinstance(content, int):
        yield type(content)(content + 1)
        yield Sly(content)
        yield float(content)
        yield type(content)(content + 2**61 - 1)  # of the same hash
    if isinstance(content, tuple) and len(content) > 1:
        yield content[::-1] if content[::-1] != content else content[1:]
        yield content[1:]
        yield list(content)
        if type(content[0]) is int:
            yield (Sly(content[0]), *content[1:])
    if isinstance(content, frozenset) and content:
        yield content - {next(iter(content))}
        yield set(content)
    if isinstance(content, Mapping):
        yield MappingProxyType({})
        yield dict(content)
        yield MappingProxyType(dict.fromkeys(content, content[next(iter(content))] * 7))
    if isinstance(content, np.ndarray):
        yield content + 1


@pytest.mark.parametrize(("name", "attribute"), FIELDS)
def test_writing_by_force_changes_the_digest(name: str, attribute: str) -> None:
    value = FILLED[name]
    content, write = written(value, attribute)
    before = digest(value)
    for other in others(content):
        if other is content or (other is None and attribute in type(value).later):
            continue  # what is worked out later is then worked out again
        write(other)
        try:
            assert digest(value) != before, other
        finally:
            write(content)
        assert digest(value) == before


@pytest.mark.parametrize(("name", "attribute"), FIELDS)
def test_writing_into_what_a_read_only_mapping_hides_changes_the_digest(name: str, attribute: str) -> None:
    content, _ = written(FILLED[name], attribute)
    if not isinstance(content, MappingProxyType):
        return
    (hidden,) = gc.get_referents(content)
    key = list(hidden)[-1]
    kept, before = hidden[key], digest(FILLED[name])
    for other in (Sly(7), kept * 2, -1, -2):
        hidden[key] = other
        try:
            assert digest(FILLED[name]) != before
        finally:
            hidden[key] = kept
    assert digest(FILLED[name]) == before


def test_minus_one_and_minus_two_are_not_alike() -> None:
    assert digest((-1,)) != digest((-2,)) and digest(-1) != digest(-2)
    assert digest((Whole(-1),)) != digest((Whole(-2),)) != digest((-2,))
    assert digest(MappingProxyType({1: -1})) != digest(MappingProxyType({1: -2}))


def test_another_class_with_the_same_contents_is_another_value() -> None:
    class Evil(Ranking):
        __slots__ = ()

        def __getitem__(self, item: Any) -> Any:
            return 1

    a = Ranking.from_order([2, 1])
    before = digest(a)
    object.__setattr__(a, "__class__", Evil)
    assert digest(a) != before


def test_an_array_that_is_made_writable_again_is_seen() -> None:
    value = FILLED["Column"]
    before = digest(value)
    value.num.setflags(write=True)
    value.num[0] += 1
    try:
        assert digest(value) != before
    finally:
        value.num[0] -= 1
        value.num.setflags(write=False)
    assert digest(value) == before


class TestOfWhatRowsShare:
    def test_nothing_is_changed_by_use(self) -> None:
        for n in range(1, 5):
            for a in all_rankings(n):
                for b in all_rankings(n):
                    inverted_pairs(a, b)
                a.ahead(1)
            [x.ideal for x in binary_list.enumerate(n)]
        [(o.buckets, o.preferences) for o in all_weak_orders(3)]
        [hash(log(p)) for p in (2, 3, 5)]
        log(2).near  # noqa: B018  # it is worked out when it is asked for
        assert changed_shared_values() == []

    @pytest.mark.parametrize("attribute", ["_places", "behind", "pairs", "_prefix", "items", "positions", "n"])
    def test_a_ranking_written_by_force_is_named(self, attribute: str) -> None:
        a, b = filled(all_rankings(3)[1]), filled(all_rankings(3)[2])
        content, write = written(a, attribute)
        write(Whole(7) if attribute == "n" else written(b, attribute)[0] if attribute != "items" else (1, 2, 4))
        try:
            assert changed_shared_values() == ["all_rankings(3)"]
        finally:
            write(content)
        assert changed_shared_values() == []

    def test_a_constant_written_by_item_is_named(self) -> None:
        log(11).num[(1,)] = 5
        try:
            assert any(name.startswith("_log_of(11") for name in changed_shared_values())
        finally:
            log(11).num[(1,)] = 1
        assert changed_shared_values() == []

    @pytest.mark.slow
    def test_a_list_and_an_order_written_by_force_are_named(self) -> None:
        x, order = binary_list.enumerate(2)[0], all_weak_orders(2)[0]
        for value, attribute, content, name in (
            (x, "grades", (Whole(1), Whole(1)), "_all_judged(binary lists"),
            (order, "levels", (1, 2), "all_weak_orders(2)"),
        ):
            before, write = written(value, attribute)
            write(content)
            try:
                assert any(changed.startswith(name) for changed in changed_shared_values())  # others may hold it too
            finally:
                write(before)
        assert changed_shared_values() == []

    @pytest.mark.slow
    def test_a_tuple_written_through_memory_is_noticed(self) -> None:
        a = all_rankings(3)[0]
        slot = ctypes.cast(id(a.positions) + tuple.__basicsize__, ctypes.POINTER(ctypes.py_object))
        kept = slot[0]
        slot[0] = 3
        try:
            assert "all_rankings(3)" in changed_shared_values()  # the quick ones have the same tuple
        finally:
            slot[0] = kept
        assert changed_shared_values() == []

    def test_pairs_remembered_of_a_false_ranking_are_let_go(self) -> None:
        class Liar(Ranking):
            __slots__ = ()
            behind = property(lambda self: frozenset())  # type: ignore[assignment]  # it lies

        a, b = Ranking.from_order([1, 2, 3]), Liar.from_order([3, 2, 1])
        changed_shared_values()
        assert inverted_pairs(a, b) == ()
        assert changed_shared_values() == []
        assert len(inverted_pairs(a, Ranking.from_order([3, 2, 1]))) == 3


def test_a_shared_function_keeps_as_many_values_as_it_says() -> None:
    calls = []

    @shared(2)
    def made(k: int) -> list[int]:
        calls.append(k)
        return [k]

    assert made(1) is made(1) and calls == [1]
    made(2), made(1), made(3), made(1)
    assert calls == [1, 2, 3]  # 2 was not asked for lately
    made(3).append(7)
    assert [name for name in changed_shared_values() if name.startswith("made")] == ["made(3)"]
    made(3).pop()
    assert changed_shared_values() == []


def test_contents_are_the_same_for_values_made_alike() -> None:
    assert contents(Judged.of([1, 0])) == contents(Judged.of([1, 0])) != contents(Judged.of([0, 1]))
    delta = PositionWeights.of([1, 2])
    before = digest(delta)
    delta.cost(3)
    assert digest(delta) == before


def test_what_is_too_much_to_be_compared_is_made_anew_for_the_next_row(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("axiomatrix.numbers.shared.MOST_COMPARED", 3)

    @shared(4)
    def numbers(k: int) -> list[int]:
        return list(range(k))

    few, many = numbers(3), numbers(4)
    assert numbers(3) is few and numbers(4) is many
    many.append(7)
    assert changed_shared_values() == []
    assert numbers(3) is few and numbers(4) == [0, 1, 2, 3]


def test_what_consists_of_the_same_objects_is_as_it_was_made_and_nothing_else_is() -> None:
    class Sly(Ranking):
        __slots__ = ()

    @shared(2)
    def pairs(k: int) -> tuple[Any, ...]:
        return Ranking.from_order([2, 1]), Sly.from_order([1, 2]), [k], {k: (k,)}, np.array([k])

    def changed() -> bool:
        return any(name.startswith("pairs") for name in changed_shared_values())

    a, b, numbers, names, array = pairs(1)
    assert not changed() and not changed()  # looked at as a whole, and then part by part
    a.ahead(1)  # it is worked out meanwhile
    assert not changed() and not changed()
    kept: list[Callable[[], None]] = []

    def other_class() -> None:
        for one, kind in ((a, Sly), (b, Ranking)):
            object.__setattr__(one, "__class__", kind)
        kept.append(lambda: [object.__setattr__(one, "__class__", k) for one, k in ((a, Ranking), (b, Sly))] and None)

    def other_entry() -> None:
        numbers[0] = 2
        kept.append(lambda: numbers.__setitem__(0, 1))

    def other_name() -> None:
        names[1] = (2,)
        kept.append(lambda: names.__setitem__(1, (1,)))

    def other_number() -> None:
        array[0] = 2
        kept.append(lambda: array.__setitem__(0, 1))

    def other_prefix() -> None:
        _, write = written(a, "_prefix")
        before = a._prefix
        write(MappingProxyType({1: (), 2: (1,)}))
        kept.append(lambda: write(before))

    for change in (other_class, other_entry, other_name, other_number, other_prefix):
        change()
        assert changed(), change
        kept.pop()()
        assert not changed(), change


class Liar(type):
    """The type of a class that says that it is another one."""

    def __eq__(cls, other: object) -> bool:
        return True

    def __hash__(cls) -> int:
        return hash(Ranking)

    @property
    def __repr__(cls) -> Any:
        return int.__repr__


class Evil(Ranking, metaclass=Liar):
    __slots__ = ()

    def __getitem__(self, item: Any) -> Any:
        return 1


class Seven(int, metaclass=Liar):
    def __repr__(self) -> str:
        return "7"


def test_a_class_that_says_that_it_is_another_one_is_found_out() -> None:
    a = all_rankings(3)[1]
    assert changed_shared_values() == []
    object.__setattr__(a, "__class__", Evil)
    try:
        assert changed_shared_values() == ["all_rankings(3)"]
    finally:
        object.__setattr__(a, "__class__", Ranking)
    assert changed_shared_values() == []
    assert digest((7, 7)) != digest((Seven(8), 7)) and contents((7,)) != contents((Seven(7),))


@pytest.mark.parametrize("looked_at", [0, 1])
def test_a_value_that_holds_itself_is_changed(looked_at: int) -> None:
    @shared(1)
    def numbers(k: int) -> list[Any]:
        return [k]

    held = numbers(3)
    for _ in range(looked_at):
        assert changed_shared_values() == []
    held[0] = held
    assert any(name.startswith("numbers") for name in changed_shared_values())
    held[0] = 3
    assert changed_shared_values() == []
