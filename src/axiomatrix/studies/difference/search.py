"""Search for a difference of two metrics (`axiomatrix difference`): small sizes by enumeration, larger by drawing.

:func:`difference` is also the Python function of that name. Either side is a metric or a plain Python function, which
may be a user's own implementation of a metric. What is found is evaluated twice more before it is reported.
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
MAX_ITEMS_DRAWN: dict[tuple[str, ...], int] = {("judged lists",): 20, ("scored lists",): 12, ("runs",): 12}
"""The largest size that is drawn, by the sorts of the arguments."""
MAX_ITEMS_DRAWN_OF_OTHERS = 9
"""The largest size that is drawn, for all other sorts."""
SCENES = 60
"""Scenes that Hypothesis draws of each size; a scene is values drawn together, such as related rankings."""
SCENES_BELOW = 400
"""Scenes that are drawn of each smaller size once a difference is found, as a smaller one is wanted."""
SORTS_WITH_EMPTY_VALUES = ("judged lists", "scored lists", "runs")
"""The sorts that have a value without items, such as an empty list."""


class CallFailed(RuntimeError):
    """A definition or a function raised an error; the message names the call, the error and its place."""


class _GivesFloats(Exception):
    """A function that was assumed to be exact returned a float; the search starts again with tolerances."""


def difference(
    f: Sided, g: Sided, *, most_cases: int = MAX_CASES_OF_A_SIZE, registry: Registry | None = None, **parameters: Any
) -> Difference | NoDifference:
    """Find the smallest instance on which two metrics, or a metric and a function, differ.

    Each is a metric, its name (``"nDCG@10"``), or, one of them, a plain function that takes what the definition of the
    metric takes. They are compared on what their spaces have in common. Parameters of the same name are the same. They
    are enumerated like arguments unless they are given here; a parameter that only one of them takes has its default
    value (``k = n``, weights of 1). Floats are compared within the tolerance that the answer states. A size with more
    instances than ``most_cases`` is not enumerated but drawn from. Lower it if a call takes long.

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
    except _GivesFloats:
        return DifferenceSearch(pair.with_float_functions(), registry, most_cases).run()


class DifferenceSearch:
    """One search: the instances tried so far, and what they showed besides a difference."""

    def __init__(self, pair: ComparedPair, registry: Registry, most_cases: int) -> None:
        self.pair = pair
        self.most_cases = most_cases
        self.definitions = Definitions(registry)
        spaces = list(pair.arguments.values())
        has_own_spaces = all(type(space).__module__.startswith("axiomatrix.") for space in spaces)
        has_empty_values = has_own_spaces and all(space.sort in SORTS_WITH_EMPTY_VALUES for space in spaces)
        self.first = 0 if has_empty_values else 1
        """The first size. A user's spaces need not have values without items, so these are not tried."""
        is_label_invariant = all(side.metric.has_trusted_invariance and not side.has_item_data for side in pair.sides)
        self.is_renamed = is_label_invariant and all(type(space) is Rankings for space in spaces)
        """Whether the first ranking is fixed, as renaming the items changes no value."""
        self.is_grid = any(not space.complete for space in pair.spaces)
        """Whether a space has more values than are enumerated."""
        self.enumerated = self.first - 1
        """The last size that was enumerated."""
        self.cases = self.drawn = self.drawn_to = self.undecided = 0
        """The numbers of :class:`SearchReach` so far: instances enumerated, drawn and undecided, and the size drawn."""
        self.one_sided: ComparedInstance | None = None
        """The first instance on which only one side has a value."""
        self.one_sided_cases = 0
        """Number of instances on which only one side has a value."""
        self.nearest: ComparedInstance | None = None
        """The first instance on which floats differ by no more than rounding may explain."""
        self.deviation = 0.0
        """The largest such difference."""
        self.failures_without_items: dict[str, str] = {}
        """By side, the error on an instance without items, which does not end the search."""

    def run(self) -> Difference | NoDifference:
        """Enumerate, then draw; if no values differ, an instance where only one side has a value is the difference.

        Such an instance comes last, as many definitions differ in where they are undefined.
        """
        instance = self._enumerate() or self._draw() or self.one_sided
        names, reach = (self.pair.f.name, self.pair.g.name), self._reach()
        if instance is None:
            return NoDifference(*names, reach, tuple(self._notes(None)), self.nearest, self.deviation)
        return Difference(*names, reach, tuple(self._notes(instance)), instance)

    def _reach(self) -> SearchReach:
        return SearchReach(
            domain_name(tuple(self.pair.arguments.values())),
            self.first,
            self.enumerated,
            self.is_grid,
            self.is_renamed,
            self.pair.in_floats,
            self.cases,
            self.drawn,
            self.drawn_to,
            self.undecided,
        )

    def _notes(self, answer: ComparedInstance | None) -> Iterator[str]:
        """Yield the notes beside the answer, an instance or None."""
        if answer is None:  # otherwise the calls of the instance have the parameters
            yield from (f"with {text} in {side.name}" for side in self.pair.sides if (text := self.pair.settings(side)))
        if any(side.has_item_data for side in self.pair.sides):
            yield "only the size of the given parameters was asked: those of other sizes have other entries"
        if self.one_sided is not None and answer is not self.one_sided:
            valueless = next(call for call in (self.one_sided.f, self.one_sided.g) if call.value is None)
            count = self.one_sided_cases
            yield f"only one of them has a value on {count:,} instance{'s' * (count != 1)}, first: {valueless.text()}"
        yield from self.failures_without_items.values()

    # --- every instance ---

    def _enumerate(self) -> ComparedInstance | None:
        """Try all instances of one size after the other; return the first on which the values differ."""
        for n in range(self.first, MAX_ITEMS_ENUMERATED + 1):
            if self._count(n) > self.most_cases:
                return None
            for instance in self._instances(n) if self.pair.is_asked_at(n) else ():
                self.cases += 1
                if self._compare(instance) is not None:
                    return self._confirmed(instance)
            self.enumerated = n
        return None

    def _count(self, n: int) -> int:
        """Return the number of instances over n items; a fixed first ranking divides it by n!."""
        count = math.prod(space.count(n) for space in self.pair.spaces)
        return count // math.factorial(n) if self.is_renamed else count

    def _instances(self, n: int) -> Iterator[Instance]:
        arguments, shared = Combinations.of(self.pair.arguments, n), Combinations.of(self.pair.shared, n)
        for values in (arguments.with_first_fixed() if self.is_renamed else arguments).by_name():
            yield from (Instance(n, values, parameters) for parameters in shared.by_name())

    # --- drawn instances ---

    def _draw(self) -> ComparedInstance | None:
        """Draw larger sizes in turn, and smaller ones of a grid; search longer below a difference.

        The answer is the difference at the smallest size, where no drawn instance of fewer items differs.
        """
        sorts = tuple(space.sort for space in self.pair.arguments.values())
        last = MAX_ITEMS_DRAWN.get(sorts, MAX_ITEMS_DRAWN_OF_OTHERS)
        first = 1 if self.is_grid else max(1, self.enumerated + 1)
        sizes = list(filter(self.pair.is_asked_at, range(first, last + 1)))
        for k, n in enumerate(sizes):
            try:
                drawn = self._drawn(n, SCENES)
            except NotImplementedError:  # a space of a user that cannot draw
                return None
            self.drawn_to = n
            if drawn is not None:
                smaller = (self._drawn(m, SCENES_BELOW) for m in sizes[:k])
                return self._confirmed(next(filter(None, smaller), drawn))
        return None

    def _drawn(self, n: int, max_scenes: int) -> Instance | None:
        """Return a drawn instance of that size on which the sides differ, shrunk by Hypothesis, or None."""
        import hypothesis  # takes a while to load, and is not needed for small differences

        from ...methods.scenes import Scene, scenes

        failures: list[CallFailed] = []  # the last failure of a call; Hypothesis shrinks it like a difference

        def differing_instance(scene: Scene | None) -> Instance | None:
            """Return the first instance of the scene on which the sides differ, or on which one fails."""
            for instance in scene.instances(self.pair.arguments) if scene is not None else ():
                self.drawn += 1
                try:
                    if self._compare(instance) is not None:
                        return instance
                except CallFailed as failure:
                    failures[:] = [failure]
                    return instance
            return None

        settings = hypothesis.settings(
            max_examples=max_scenes,
            database=None,
            deadline=None,
            suppress_health_check=list(hypothesis.HealthCheck),
            phases=(hypothesis.Phase.generate, hypothesis.Phase.shrink),
        )
        drawn = scenes([n], self.pair.arguments, [self.pair.shared])  # type: ignore[list-item]  # spaces of parameters
        try:
            scene = hypothesis.find(
                drawn, lambda s: differing_instance(s) is not None, settings=settings, random=Random(n)
            )
        except hypothesis.errors.NoSuchExample:
            return None
        except hypothesis.errors.Flaky as error:
            raise self._changed() from error
        failures.clear()  # a failure that shrank to a difference is no error
        instance = differing_instance(scene)
        if failures:
            raise failures[0]
        if instance is None:
            raise self._changed()
        return instance

    # --- one instance ---

    def _compare(self, instance: Instance) -> ComparedInstance | None:
        """Return the instance with both values if they differ; otherwise record what it shows."""
        self.definitions.term_sum = 0.0  # the sum of the sizes of float values, to which the tolerance is proportional
        f = self._call(self.pair.f, instance)
        g = self._call(self.pair.g, instance)
        if f is None or g is None:
            return None
        instance_with_values = ComparedInstance(instance.n, instance.values, f, g)
        if f.value is None or g.value is None:
            if f.value is not None or g.value is not None:
                self.one_sided_cases += 1
                self.one_sided = self.one_sided or instance_with_values
            return None
        code = self._difference_code(instance_with_values)
        self.undecided += code == UNDECIDED
        return instance_with_values if code == FAILS else None

    def _difference_code(self, instance: ComparedInstance) -> int:
        """Return ``FAILS`` if the two values differ, ``HOLDS`` if not, ``UNDECIDED`` if neither is known.

        Floats differ if they do so by more than rounding errors may explain. The tolerance is proportional to the sum
        of the sizes of both values.
        """
        if not self.pair.in_floats:
            try:
                return int(equal(instance.f.value, instance.g.value).decide())
            except Undecided:
                return UNDECIDED
        sides = self.pair.sides
        values = [Float(call.value) for call in (instance.f, instance.g)]
        self.definitions.term_sum += sum(  # values of float metrics were added when they were computed
            abs(value) for value, side in zip(values, sides, strict=True) if side.metric.exact and math.isfinite(value)
        )
        slack = max(self.definitions.slack(side.metric) for side in sides if not side.metric.exact)
        code = float_code(equal(*values), slack)
        deviation = abs(values[0] - values[1])
        if code in (FAILS, UNDECIDED):
            return code
        if deviation:  # equal up to rounding, but not the same
            self.nearest = self.nearest or instance
            self.deviation = max(self.deviation, float(deviation))
        return HOLDS

    def _call(self, side: ComparedSide, instance: Instance) -> ComparedCall | None:
        """Evaluate one side; return None if it fails on an instance without items, which is recorded.

        Raises :class:`CallFailed` if it fails on another instance, and ``_GivesFloats`` for a float of a function.
        """
        arguments = side.arguments(instance.values)
        values = side.parameters(instance.n, instance.parameters)
        parameters: Mapping[str, Any] = {name: values[name] for name in side.metric.parameters}
        try:
            with redirect_stdout(StringIO()):
                value = self.definitions.value(side.metric, *arguments, parameters)
        except Undefined as reason:
            return ComparedCall(side.called, arguments, parameters, None, str(reason))
        except Exception as error:  # whatever a definition may raise
            if side.is_function and side.metric.exact and isinstance(error, (NotExact, TypeError)):
                raise _GivesFloats from error
            text = _failure(error, call_text(side.called, arguments, parameters))
            if instance.n == 0:  # a definition need not be meant for empty lists
                self.failures_without_items.setdefault(side.called, text)
                return None
            raise CallFailed(f"{text}; raise axiomatrix.Undefined(reason) where there is no value") from error
        return ComparedCall(side.called, arguments, parameters, value)

    def _confirmed(self, instance: Instance) -> ComparedInstance:
        """Evaluate the instance twice more and return it; raise ``Changed`` if a value differs."""
        first, second = self._compare(instance), self._compare(instance)
        if first is None or second is None or second.lines != first.lines:
            raise self._changed()
        return second

    def _changed(self) -> Changed:
        """Make the error for values that differ from one evaluation of an instance to the next."""
        names = f"{self.pair.f.name} and {self.pair.g.name}"
        return Changed(f"{names} did not give the same values again on the same instance")


def _failure(error: Exception, call: str) -> str:
    """Describe the error of a call, or that it returned no number, with its place."""
    place, message = details_of(error).place, message_of(error)
    problem = f": {message}" if isinstance(error, NotExact) else f" raised {type(error).__name__}: {message}"
    return f"{call}{problem}" + (f" at {place}" if place else "")
