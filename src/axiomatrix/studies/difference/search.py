"""Find the smallest instance on which two metrics differ (`axiomatrix difference`).

A *side* is a metric or a plain Python function, such as a user's own implementation of a metric (:mod:`.sides`). The
search has two stages:

1. Enumeration tries every instance of the smallest sizes, up to the first size that has too many.
2. Drawing lets Hypothesis draw instances of larger sizes, and shrink one on which the sides differ.

A :class:`PairComparison` evaluates both sides on one instance, and a :class:`DifferenceSearch` chooses the instances.
A difference is evaluated twice more before it is reported, so that a side that changes its values is noticed.

An *instance*, also called a case, is n, the common arguments, and the values of the parameters that both sides have. A
space that lists only a *grid* of its values, such as 1/4, 1/2 and 3/4 for a number, cannot be exhausted.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from contextlib import redirect_stdout
from io import StringIO
from random import Random
from typing import Any

from ...catalogue import load_catalogue
from ...evidence.fault import details_of, message_of
from ...evidence.instance import Changed, Definitions, Instance
from ...evidence.notation import call_text
from ...methods.instances import Combinations
from ...model.registry import Registry
from ...model.relation import FAILS, HOLDS, UNDECIDED, equal, float_code
from ...numbers.evaluation import Float
from ...numbers.exact import NotExact, Undecided, Undefined
from ...spaces import Rankings
from ..relate.domains import domain_name
from .answer import ComparedCall, ComparedInstance, Difference, NoDifference, SearchReach
from .sides import ComparedPair, ComparedSide, Sided, pair_of

MAX_CASES_OF_A_SIZE = 15_000
"""Most instances of a size that is enumerated."""
MAX_ITEMS_ENUMERATED = 12
"""The largest size that is enumerated, if no size before it has too many instances."""
MAX_ITEMS_DRAWN_BY_SORTS: dict[tuple[str, ...], int] = {
    ("judged lists",): 20,
    ("scored lists",): 12,
    ("runs",): 12,
}
"""The largest size that is drawn, by the sorts of the arguments."""
MAX_ITEMS_DRAWN = 9
"""The largest size that is drawn, for all other sorts."""
SCENES_OF_A_SIZE = 60
"""Scenes that Hypothesis draws of each size; a scene is values drawn together, such as related rankings."""
SCENES_BELOW_DIFFERENCE = 400
"""Scenes that are drawn of each smaller size once a difference is found, as the smallest one is wanted."""
SORTS_WITH_EMPTY_VALUES = ("judged lists", "scored lists", "runs")
"""The sorts that have a value without items, such as an empty list."""


class CallFailed(RuntimeError):
    """A definition or a function raised an error; the message names the call, the error and its place."""


class _FunctionGivesFloats(Exception):
    """A function that was assumed to be exact returned a float."""


def difference(
    f: Sided, g: Sided, *, most_cases: int = MAX_CASES_OF_A_SIZE, registry: Registry | None = None, **parameters: Any
) -> Difference | NoDifference:
    """Find the smallest instance on which two metrics, or a metric and a function, differ.

    ``f`` and ``g`` are metrics or names of metrics, such as ``"nDCG@10"``. One of them may be a plain function that
    takes what the definition of the other takes. They are compared on the instances that their spaces have in common.
    Floats are compared within the tolerance that the answer states.

    ``parameters`` fix values by name, for every side that has a parameter of that name. Other parameters that both have
    are enumerated like arguments, with the same value on both sides. Other parameters of one side alone have their
    default values (``k = n``, weights of 1).

    A size with more instances than ``most_cases`` is drawn from and not enumerated. Lower it if a call takes long.

    The answer is a :class:`Difference`, which is true, or a :class:`NoDifference`, which is false and says how far the
    search went. Raises :class:`CallFailed` naming the call that failed, ``Unknown`` for a name that nothing has, and
    ``ValueError`` where the two have nothing in common.

    >>> import axiomatrix
    >>> axiomatrix.difference("precision-at", lambda x, k: x.relevant(k) / max(1, min(k, x.n)), k=2)
    precision-at and the function differ at n = 1 (smallest):
      precision-at(Judged.of([1]), k=2) = 1/2
      the function(Judged.of([1]), k=2) = 1
    """
    registry = registry if registry is not None else load_catalogue()
    pair = pair_of(f, g, parameters, registry)
    try:
        return DifferenceSearch(pair, registry, most_cases).run()
    except _FunctionGivesFloats:  # search again from the beginning, with a tolerance
        return DifferenceSearch(pair.with_float_functions(), registry, most_cases).run()


class DifferenceSearch:
    """One search for a difference: which instances are tried, and how far it went."""

    def __init__(self, pair: ComparedPair, registry: Registry, most_cases: int) -> None:
        self.pair = pair
        self.most_cases = most_cases
        self.comparison = PairComparison(pair, registry)
        spaces = list(pair.arguments.values())
        has_shipped_spaces = all(type(space).__module__.startswith("axiomatrix.") for space in spaces)
        has_empty_values = has_shipped_spaces and all(space.sort in SORTS_WITH_EMPTY_VALUES for space in spaces)
        self.first_size = 0 if has_empty_values else 1
        """The first size. A user's spaces need not have values without items, so these are not tried."""
        # A metric is label-invariant if renaming the items changes no value. Of a user's metric that is not trusted.
        is_label_invariant = all(side.metric.has_trusted_invariance and not side.has_item_data for side in pair.sides)
        self.has_first_ranking_fixed = is_label_invariant and all(type(space) is Rankings for space in spaces)
        """True if the first ranking is always 1, 2, 3 ..., as every other instance is one of these with new names."""
        self.is_grid = any(not space.complete for space in pair.spaces)
        """True if a space has more values than are enumerated."""
        self.last_enumerated = self.first_size - 1
        """The last size that was enumerated; one less than the first before any was."""
        self.enumerated_cases = 0
        """Number of instances that were enumerated."""
        self.drawn_cases = 0
        """Number of instances that were drawn."""
        self.last_drawn = 0
        """The largest size that was drawn; 0 before any was."""

    def run(self) -> Difference | NoDifference:
        """Enumerate, then draw, and return the answer.

        If no values differ, an instance where only one side has a value is the difference. It comes last, as many
        definitions differ in where they are undefined.
        """
        compared = self._enumerate() or self._draw() or self.comparison.one_sided
        f, g = self.pair.f.name, self.pair.g.name
        reach = self._reach()
        notes = tuple(self._notes(compared))
        if compared is None:
            nearest, deviation = self.comparison.nearest, self.comparison.deviation
            return NoDifference(f, g, reach, notes, nearest=nearest, deviation=deviation)
        return Difference(f, g, reach, notes, instance=compared)

    def _reach(self) -> SearchReach:
        """Return how far the search went."""
        return SearchReach(
            space=domain_name(tuple(self.pair.arguments.values())),
            first=self.first_size,
            enumerated=self.last_enumerated,
            is_grid=self.is_grid,
            is_renamed=self.has_first_ranking_fixed,
            in_floats=self.pair.in_floats,
            cases=self.enumerated_cases,
            drawn=self.drawn_cases,
            drawn_to=self.last_drawn,
            undecided=self.comparison.undecided,
        )

    def _notes(self, difference: ComparedInstance | None) -> Iterator[str]:
        """Yield the notes on the answer; ``difference`` is None if none was found."""
        if difference is None:  # otherwise the calls of the instance have the parameters
            yield from (f"with {text} in {side.name}" for side in self.pair.sides if (text := self.pair.settings(side)))
        if any(side.has_item_data for side in self.pair.sides):
            yield "only the size of the fixed parameters was tried; other sizes need other entries"
        one_sided, count = self.comparison.one_sided, self.comparison.one_sided_cases
        if one_sided is not None and difference is not one_sided:
            valueless = next(call for call in (one_sided.f, one_sided.g) if call.value is None)
            yield f"only one of them has a value on {count:,} instance{'s' * (count != 1)}, first: {valueless.text()}"
        yield from self.comparison.failures_without_items.values()

    # --- every instance ---

    def _enumerate(self) -> ComparedInstance | None:
        """Try all instances of one size after the other; return the first on which the values differ."""
        for n in range(self.first_size, MAX_ITEMS_ENUMERATED + 1):
            if self._count(n) > self.most_cases:
                return None
            # Fixed weights of three items, say, leave no instance of another size.
            instances = self._instances(n) if self.pair.has_fixed_values_for(n) else ()
            for instance in instances:
                self.enumerated_cases += 1
                if self.comparison.difference_on(instance) is not None:
                    return self.comparison.confirm(instance)
            self.last_enumerated = n
        return None

    def _count(self, n: int) -> int:
        """Return the number of instances over n items; a fixed first ranking divides it by n!."""
        count = math.prod(space.count(n) for space in self.pair.spaces)
        return count // math.factorial(n) if self.has_first_ranking_fixed else count

    def _instances(self, n: int) -> Iterator[Instance]:
        """Yield every instance over n items: arguments, each with every value of the shared parameters."""
        arguments = Combinations.of(self.pair.arguments, n)
        if self.has_first_ranking_fixed:
            arguments = arguments.with_first_fixed()
        shared = Combinations.of(self.pair.shared, n)
        for values in arguments.by_name():
            yield from (Instance(n, values, parameters) for parameters in shared.by_name())

    # --- drawn instances ---

    def _draw(self) -> ComparedInstance | None:
        """Draw instances of one size after the other; return the difference at the smallest size, or None.

        On a grid the sizes that were enumerated are drawn from too, as enumeration did not try all of their values.
        Once a size has a difference, the smaller sizes are drawn from again, with more scenes.
        """
        sorts = tuple(space.sort for space in self.pair.arguments.values())
        last = MAX_ITEMS_DRAWN_BY_SORTS.get(sorts, MAX_ITEMS_DRAWN)
        first = 1 if self.is_grid else max(1, self.last_enumerated + 1)
        sizes = list(filter(self.pair.has_fixed_values_for, range(first, last + 1)))
        for k, n in enumerate(sizes):
            try:
                instance = self._draw_size(n, SCENES_OF_A_SIZE)
            except NotImplementedError:  # a space of a user that cannot draw
                return None
            self.last_drawn = n
            if instance is not None:
                drawn_below = (self._draw_size(size, SCENES_BELOW_DIFFERENCE) for size in sizes[:k])
                smallest = next((smaller for smaller in drawn_below if smaller is not None), instance)
                return self.comparison.confirm(smallest)
        return None

    def _draw_size(self, n: int, max_scenes: int) -> Instance | None:
        """Draw instances over n items; return one on which the sides differ, shrunk by Hypothesis, or None.

        An instance on which a side fails is shrunk like a difference. Raises :class:`CallFailed` if the shrunk instance
        is still one.
        """
        import hypothesis  # takes a while to load, and is not needed for small differences

        from ...methods.scenes import Scene, scenes

        last_failure: CallFailed | None = None

        def differing_or_failing(scene: Scene | None) -> Instance | None:
            """Return the first instance of the scene on which the sides differ or one fails; None if there is none."""
            nonlocal last_failure
            if scene is None:  # a parameter has no value of that size
                return None
            for instance in scene.instances(self.pair.arguments):
                self.drawn_cases += 1
                try:
                    if self.comparison.difference_on(instance) is not None:
                        return instance
                except CallFailed as failure:
                    last_failure = failure
                    return instance
            return None

        settings = hypothesis.settings(
            max_examples=max_scenes,
            database=None,
            deadline=None,
            suppress_health_check=list(hypothesis.HealthCheck),
            phases=(hypothesis.Phase.generate, hypothesis.Phase.shrink),
        )
        strategy = scenes([n], self.pair.arguments, [self.pair.shared])  # type: ignore[list-item]  # spaces of parameters
        try:
            shrunk_scene = hypothesis.find(
                strategy, lambda scene: differing_or_failing(scene) is not None, settings=settings, random=Random(n)
            )
        except hypothesis.errors.NoSuchExample:
            return None
        except hypothesis.errors.Flaky as error:
            raise self.comparison.changed() from error
        last_failure = None  # a failure that shrank to a difference is not an error
        instance = differing_or_failing(shrunk_scene)
        if last_failure is not None:
            raise last_failure
        if instance is None:
            raise self.comparison.changed()
        return instance


class PairComparison:
    """Compares the two sides on one instance after another, and records other findings."""

    def __init__(self, pair: ComparedPair, registry: Registry) -> None:
        self.pair = pair
        self.definitions = Definitions(registry)
        self.undecided = 0
        """Number of instances on which it is not decided whether the values differ."""
        self.one_sided: ComparedInstance | None = None
        """The first instance on which only one side has a value."""
        self.one_sided_cases = 0
        """Number of instances on which only one side has a value."""
        self.nearest: ComparedInstance | None = None
        """The first instance on which floats differ, but by no more than rounding may explain."""
        self.deviation = 0.0
        """The largest such difference."""
        self.failures_without_items: dict[str, str] = {}
        """By name of a side, the error on an instance without items, which does not end the search."""

    def difference_on(self, instance: Instance) -> ComparedInstance | None:
        """Return the instance with both values if they differ; otherwise None, and record what it shows."""
        self.definitions.term_sum = 0.0  # the sum of the absolute float values, to which the tolerance is proportional
        f = self._call(self.pair.f, instance)
        g = self._call(self.pair.g, instance)
        if f is None or g is None:
            return None
        compared = ComparedInstance(instance.n, instance.values, f, g)
        if f.value is None or g.value is None:
            if f.value is not None or g.value is not None:
                self.one_sided_cases += 1
                if self.one_sided is None:
                    self.one_sided = compared
            return None
        code = self._equality_code(compared)
        if code == UNDECIDED:
            self.undecided += 1
        return compared if code == FAILS else None

    def confirm(self, instance: Instance) -> ComparedInstance:
        """Evaluate a differing instance twice more and return it; raise ``Changed`` if a value is another one."""
        first, second = self.difference_on(instance), self.difference_on(instance)
        if first is None or second is None or second.lines != first.lines:
            raise self.changed()
        return second

    def changed(self) -> Changed:
        """Return the error for values that differ from one evaluation of an instance to the next."""
        names = f"{self.pair.f.name} and {self.pair.g.name}"
        return Changed(f"{names}: the values changed when the same instance was evaluated again")

    def _equality_code(self, compared: ComparedInstance) -> int:
        """Return ``HOLDS`` if the two values are equal, ``FAILS`` if they differ, ``UNDECIDED`` if neither is known.

        Floats differ if they do so by more than rounding errors may explain. The tolerance is proportional
        to the sum of the absolute values of both. A difference within it is recorded, and counts as equal.
        """
        if not self.pair.in_floats:
            try:
                return int(equal(compared.f.value, compared.g.value).decide())
            except Undecided:
                return UNDECIDED
        sides = self.pair.sides
        values = [Float(call.value) for call in (compared.f, compared.g)]
        self.definitions.term_sum += sum(  # values of float metrics were added when they were computed
            abs(value) for value, side in zip(values, sides, strict=True) if side.metric.exact and math.isfinite(value)
        )
        tolerance = max(self.definitions.tolerance(side.metric) for side in sides if not side.metric.exact)
        code = float_code(equal(*values), tolerance)
        if code in (FAILS, UNDECIDED):
            return code
        deviation = abs(values[0] - values[1])
        if deviation:  # equal up to rounding, but not the same
            if self.nearest is None:
                self.nearest = compared
            self.deviation = max(self.deviation, float(deviation))
        return HOLDS

    def _call(self, side: ComparedSide, instance: Instance) -> ComparedCall | None:
        """Evaluate one side; return None if it fails on an instance without items, which is recorded.

        Raises :class:`CallFailed` if it fails on another instance, and ``_FunctionGivesFloats`` for a float of a
        function that was assumed to be exact.
        """
        arguments = side.arguments(instance.values)
        parameters: Mapping[str, Any] = side.parameters(instance.n, instance.parameters)
        try:
            with redirect_stdout(StringIO()):  # hides what the definition prints
                value = self.definitions.value(side.metric, *arguments, parameters)
        except Undefined as reason:
            return ComparedCall(side.call_name, arguments, parameters, None, str(reason))
        except Exception as error:  # a definition may raise anything
            if side.is_function and side.metric.exact and isinstance(error, (NotExact, TypeError)):
                raise _FunctionGivesFloats from error
            text = _failure_text(error, call_text(side.call_name, arguments, parameters))
            if instance.n == 0:  # a definition need not be meant for empty lists
                self.failures_without_items.setdefault(side.call_name, text)
                return None
            raise CallFailed(f"{text}; raise axiomatrix.Undefined(reason) where there is no value") from error
        return ComparedCall(side.call_name, arguments, parameters, value)


def _failure_text(error: Exception, call: str) -> str:
    """Describe the error of a call, or that it returned no number, with its place."""
    place, message = details_of(error).place, message_of(error)
    problem = f": {message}" if isinstance(error, NotExact) else f" raised {type(error).__name__}: {message}"
    return f"{call}{problem}" + (f" at {place}" if place else "")
