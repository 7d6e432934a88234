"""A row of the matrix for a metric that is not of two rankings under weights: replay, enumeration, sampling."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from itertools import islice, product
from typing import Any

from ..evidence.instance import Instance
from ..methods.cases import Remembered, enumerate_cases
from ..methods.enumeration import TooMany
from ..methods.table import Changed
from ..model.axiom import Statement
from ..numbers.exact import Formal
from ..spaces import GivenLists, Space
from ..spaces.parameters import ParameterDomain
from .row import RowChecker, Work

MOST_ASKED = 500
"""How many values are looked at for irrational ones."""
LARGEST = 8
"""The largest size that is tried; the number of cases ends the enumeration before that."""


class GeneralRow(RowChecker):
    """Decides every statement about one metric of lists, orders with ties, or with single numbers as parameters."""

    def steps(self) -> tuple[Callable[[], None], ...]:
        return (self._replay, self._enumerate, self._sample)

    def _spaces(self, statement: Statement, claims: tuple[Any, ...]) -> list[tuple[ParameterDomain, tuple[Any, ...]]]:
        return [(ParameterDomain.OPEN, claims)]

    def _enumerate(self) -> None:
        evaluator = Remembered(self.definitions)
        for n in self._sizes():
            self._enumerate_size_of(n, evaluator)
            evaluator.forget()
            self.tell_reach()
            if not any(work.open and not work.beyond for work in self.work):
                break
            if n > self.profile.irrational and not self._is_given and self._has_roots_or_logarithms:
                break  # one more value of formal constants takes as long as a thousand rational ones
        for work in self.work:
            if work.method != "replay" and work.tally.by_size:
                grid = self.is_grid(work)
                stop = "found" if work.method == "enumeration" else "finished"
                work.reach.append(work.tally.reach(self.enumerating, grid=grid, stop=stop))
                work.complete = work.complete and not grid and not work.tally.undecided

    @cached_property
    def _has_roots_or_logarithms(self) -> bool:
        """Whether some value of the metric itself on three items is irrational: whatever else is asked in this run."""
        spaces = [*self.metric.arguments.values(), *self.metric.parameters.values()]
        for values in islice(product(*(space.enumerate(3) for space in spaces)), MOST_ASKED):
            count = len(self.metric.arguments)
            parameters = dict(zip(self.metric.parameters, values[count:], strict=True))
            try:
                value = self.definitions.value(self.metric, *values[:count], parameters)
            except Exception:  # reported where the value is asked for
                continue
            if isinstance(value, Formal):
                return True
        return False

    @property
    def _is_given(self) -> bool:
        return any(isinstance(space, GivenLists) for space in self.metric.arguments.values())

    def _sizes(self) -> list[int]:
        for space in self.metric.arguments.values():
            if isinstance(space, GivenLists):
                return space.sizes
        return list(range(1, LARGEST + 1))

    @property
    def enumerating(self) -> str:  # type: ignore[override]  # of a user's lists it depends on the row
        return "given" if self._is_given else "enumeration"

    def _enumerate_size_of(self, n: int, evaluator: Remembered) -> None:
        for work in self.work:
            largest = max(self._sizes()) if self._is_given else self.profile.lists[0 if work.claims else 1]
            if not work.open or work.beyond or n > largest:
                continue
            self.definitions.tick()
            most = self.profile.cases[0 if work.claims else 1]
            try:
                found = enumerate_cases(self.metric, work.statement, self.metric.parameters, n, evaluator, most)
            except TooMany:
                work.beyond = True
                continue
            except Changed as error:
                work.fault = work.fault or ("flaky", str(error))
                continue
            self._take(work, found, n)

    def _sample(self) -> None:
        for work in self.work:
            if not work.open:
                continue
            budget = self.profile.drawn[0 if work.claims else 1]
            if self._is_given:
                budget = self.profile.drawn[0] if work.beyond else 0
            elif not work.claims and work.tally.cases and not self._draws_others(work):
                budget = 0  # what nobody declared is enumerated; more of the same draws would say nothing new
            self._sample_of(work, budget)

    def _draws_others(self, work: Work) -> bool:
        return any(not space.complete and not space.draws_enumerated for space in self._used(work))

    def _settle(self, work: Work, instance: Instance, method: str) -> None:
        """Decide the instance again by the definition, twice, and make it simpler if it was drawn."""
        if not self._is_hit(work, instance) or not self._is_hit(work, instance):
            work.fault = (
                "flaky",
                f"{self.metric.name} did not give the same answer again on a case that had been decided",
            )
            return
        if method != "enumeration":
            instance = self._simplest(work, instance)
        work.hit, work.method = instance, method
        self._take_ratio_of_hit(work)

    def _simplest(self, work: Work, instance: Instance) -> Instance:
        improved = True
        while improved:
            improved = False
            for candidate in self._simpler(work, instance):
                if self._is_hit(work, candidate):
                    instance, improved = candidate, True
                    break
        return instance

    def _simpler(self, work: Work, instance: Instance) -> Iterator[Instance]:
        """The instance with one of its n items taken out everywhere, or with one of its values made simpler."""
        over: dict[str, Space] = work.statement.over(self.metric)
        n = instance.n
        for k in range(1, n + 1) if n > 1 else ():
            values = {name: space.without(instance.values[name], k, n) for name, space in over.items()}
            parameters = {
                name: space.without(instance.parameters[name], k, n) for name, space in self.metric.parameters.items()
            }
            if all(value is not None for value in (*values.values(), *parameters.values())):
                candidate = Instance(n - 1, values, parameters)
                if self._is_valid(over, candidate):
                    yield candidate
        for name, space in over.items():
            for value in space.simpler(instance.values[name]):
                candidate = Instance(n, {**instance.values, name: value}, instance.parameters)
                if self._is_valid(over, candidate):
                    yield candidate
        for name, parameter in self.metric.parameters.items():
            for value in parameter.simpler(instance.parameters[name]):
                yield Instance(n, instance.values, {**instance.parameters, name: value})

    def _is_valid(self, over: dict[str, Space], instance: Instance) -> bool:
        inside = all(space.contains(instance.values[name], instance.n) for name, space in over.items())
        of_parameters = self.metric.parameters.items()
        return inside and all(space.contains(instance.parameters[name], instance.n) for name, space in of_parameters)
