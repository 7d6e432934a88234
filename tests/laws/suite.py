"""Law suites: the laws of a protocol are written once, and every instance of the protocol is tested by all of them.

A law is a pure function, named by a noun, that yields the counterexamples it meets and nothing where it holds. A suite
has the laws of its bases and its own; it applies to an instance by what the instance is, so that a new space, method,
renderer or axiom is tested as soon as it is registered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

import pytest

Law = Callable[..., Iterable[object]]


@dataclass(frozen=True)
class Suite:
    """The laws of the instances to which it applies."""

    laws: tuple[Law, ...]
    applies: Callable[[Any], bool] = lambda instance: True
    bases: tuple[Suite, ...] = ()

    def fits(self, instance: Any) -> bool:
        return all(base.fits(instance) for base in self.bases) and self.applies(instance)

    def all_laws(self) -> tuple[Law, ...]:
        """Those of its bases first, each once."""
        inherited = [law for base in self.bases for law in base.all_laws()]
        return tuple(dict.fromkeys([*inherited, *self.laws]))


def laws_of(suites: Iterable[Suite], instance: Any) -> tuple[Law, ...]:
    """The laws of every suite that fits the instance, each once."""
    return tuple(dict.fromkeys(law for suite in suites if suite.fits(instance) for law in suite.all_laws()))


def each(suites: Iterable[Suite], named: Mapping[str, Any]) -> pytest.MarkDecorator:
    """Parametrize a test of ``law`` and ``instance`` by every law with every instance that has it."""
    known = list(suites)
    pairs: Iterator[Any] = (
        pytest.param(law, instance, id=f"{law.__name__}-{name}")
        for name, instance in named.items()
        for law in laws_of(known, instance)
    )
    return pytest.mark.parametrize(("law", "instance"), [*pairs])


def counterexamples(law: Law, *arguments: Any) -> list[object]:
    """The first counterexamples of a law."""
    return list(islice(law(*arguments), 3))
