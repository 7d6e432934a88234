"""Identity certificates: for every instance of an equality, the normal form that both of its sides have.

The definitions are evaluated on symbols for the entries of the parameters, with numbers of this file's own, and both
sides of each instance are compared with each other and with what the certificate says. Every ranking of the items
1..n, every place 1..n-1 and every permutation or relabelling is gone through (for right- and left-invariance the
exchanges of neighbours, which generate them), the last name of the statement running fastest, rank vectors in
lexicographic order. Where something has no value, generators show nothing, and all relabellings or permutations are
gone through. A factor is a symbol; where the statement asks whether an entry is zero, the instance is first
decided with that entry zero, and then with it not zero; D[x,y] zero makes D[x,z] and D[y,z] one symbol, the one of
the smaller item.

The text of a normal form is specified in :mod:`axiomatrix.verify.polynomials`.
An instance is written as the normal form of its left side; as ``left = right`` if the right side's text is another
one (their difference must then be zero); as ``not asked`` if the statement is not about it; and as ``no value`` if
the metric has none. ``forms`` is the SHA-256 of these texts joined by line feeds.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from itertools import permutations, product
from typing import Any

from ..model.axiom import Axiom, Statement, keeps_promise
from ..model.metric import BoundMetric, Metric
from ..model.registry import Registry
from ..model.relation import Relation
from ..numbers.exact import Undefined, rational
from ..spaces import Factors, Permutations, Places, Rankings, Relabellings, SimilaritySpace, Space
from ..values.parameters import Parameter
from ..values.rankings import Ranking, Relabelling
from .cone import listed_facets
from .evaluated import ItemsLookedAt, SymbolicValues, entry_name, text_of
from .linear import Verified, compare
from .reading import readable
from .refusal import Refused
from .symbols import NotFollowed, Symbols, SymbolValue, as_fraction

AGAIN = 24
"""So many values of each size are derived once more."""
MOST = 200_000
"""Instances of one size beyond which a certificate is not believed, since checking it would take hours."""


class _Asked(BaseException):
    """The statement asks whether a symbol is zero; nothing that a statement catches."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


# --- instances --------------------------------------------------------------------------------------------------

GENERATED: Mapping[str, type[Space]] = {"left-invariance": Permutations, "right-invariance": Relabellings}
"""Of these it is enough to ask the exchanges of neighbours, which generate all others, where every value exists."""


def _listed(space: Space, axiom: Axiom, n: int, *, whole: bool) -> list[Any]:
    """All values that the statement is asked of; with ``whole`` also where generators would be enough."""
    numbers = tuple(range(1, n + 1))
    generated = not whole and GENERATED.get(axiom.id) is type(space) and keeps_promise(axiom, "from_generators")
    swaps = [(*numbers[: k - 1], k + 1, k, *numbers[k + 1 :]) for k in range(1, n)]
    vectors = swaps if generated else permutations(numbers)
    if isinstance(space, Rankings):  # permutations of the positions are such, too
        return [Ranking(numbers, vector) for vector in vectors]
    if isinstance(space, Relabellings):
        return [Relabelling(dict(zip(numbers, vector, strict=True))) for vector in vectors]
    if isinstance(space, Places):
        return list(range(1, n))
    raise Refused(f"the statement is about {space.name}, which this checker does not go through")


class _Size:
    """The statement over n items."""

    def __init__(
        self, registry: Registry, metric: Metric, statement: Statement, n: int, *, numbered: bool, whole: bool
    ) -> None:
        self.whole = whole
        self.metric = metric
        self.statement = statement
        self.n = n
        self.over = statement.axiom.over
        factors = [name for name, space in self.over.items() if isinstance(space, Factors)]
        entries = [entry_name(name, key) for name, space in metric.parameters.items() for key in space.keys(n)]
        self.symbols = Symbols([*entries, *factors], factors)
        self.evaluated = SymbolicValues(registry, self.symbols, metric.parameters, numbered=numbered)
        self.texts: list[str] = []
        self.asked = 0

    def run(self) -> None:
        """Go through all instances; :class:`Refused` at the first whose sides differ."""
        ranges = []
        count = 1
        for name, space in self.over.items():
            factor = isinstance(space, Factors)
            listed = [] if factor else _listed(space, self.statement.axiom, self.n, whole=self.whole)
            ranges.append([self.symbols.value(name)] if factor else listed)
            count *= len(ranges[-1])
        if count > MOST:
            raise Refused(f"n = {self.n} has {count:,} instances; up to {MOST:,} are checked")
        for values in product(*ranges):
            self._follow(values, frozenset(), frozenset())
        self.evaluated.again(AGAIN)

    def _follow(self, values: Sequence[Any], zeros: frozenset[str], positive: frozenset[str]) -> None:
        try:
            self.texts.append(self._text(values, zeros, positive))
        except _Asked as asked:
            self._follow(values, zeros | {asked.name}, positive)
            self._follow(values, zeros, positive | {asked.name})

    def _text(self, values: Sequence[Any], zeros: frozenset[str], positive: frozenset[str]) -> str:
        def is_zero(name: str) -> bool:
            if name not in positive:
                raise _Asked(name)
            return False

        bound = BoundMetric(self.metric, self._parameters(zeros), self.evaluated)
        try:
            with self.symbols.within(is_zero):
                answer = self.statement.says(bound, *values)
        except Undefined:
            if self.evaluated.stopped is not None:
                raise self.evaluated.stopped from None
            return "no value"
        caught = self.evaluated.stopped or self.symbols.refused
        if caught is not None:
            raise caught
        if not isinstance(answer, Relation) or answer.op != "==" or not isinstance(answer.condition, bool):
            raise Refused(f"{self.statement.id} is not an equality")
        if not answer.condition:
            return "not asked"
        self.asked += 1
        left, right = (side if type(side) is SymbolValue else as_fraction(side) for side in (answer.lhs, answer.rhs))
        if left is None or right is None:
            raise Refused(f"{self.statement.id}: a side is not a rational number")
        difference = left - right
        if difference.terms if type(difference) is SymbolValue else difference:
            instance = ", ".join(f"{name} = {value}" for name, value in zip(self.over, values, strict=True))
            raise Refused(f"n = {self.n}, {instance}: the two sides differ: {left} and {right}")
        return text_of(left) if text_of(left) == text_of(right) else f"{text_of(left)} = {text_of(right)}"

    def _parameters(self, zeros: frozenset[str]) -> dict[str, Parameter]:
        made: dict[str, Parameter] = {}
        for name, space in self.metric.parameters.items():
            keys = list(space.keys(self.n))
            if isinstance(space, SimilaritySpace):
                made[name] = space.value_type({key: self._distance(name, key, keys, zeros) for key in keys})
            else:
                made[name] = space.value_type({key: self._entry(entry_name(name, key), zeros) for key in keys})
        return made

    def _entry(self, name: str, zeros: frozenset[str]) -> Any:
        return rational(0) if name in zeros else self.symbols.value(name)

    def _distance(self, name: str, key: tuple[int, int], keys: Sequence[tuple[int, int]], zeros: frozenset[str]) -> Any:
        """The entry between the first of the items at distance zero from either."""
        near = [set(pair) for pair in keys if entry_name(name, pair) in zeros]

        def first(item: int) -> int:
            met = {item}
            while more := set().union(*(pair for pair in near if pair & met)) - met:
                met |= more
            return min(met)

        i, j = sorted((first(key[0]), first(key[1])))
        return rational(0) if i == j else self.symbols.value(entry_name(name, (i, j)))


# --- certificates -----------------------------------------------------------------------------------------------


def check(data: Mapping[str, Any], registry: Registry, metric: Metric, statement: Statement) -> Verified:
    """Derive every normal form of a certificate again; :class:`Refused` with the first thing that is wrong."""
    reason = statement.not_applicable(metric)
    if reason is not None or statement.axiom.quantifier != "for all":
        why = reason or statement.axiom.quantifier
        raise Refused(f"{statement.id} is nothing that an identity shows of {metric.name}: {why}")
    readable(statement.axiom.says)
    instances, asked, divided, numbered, shown = 0, 0, False, False, True
    for n, listed in enumerate(data["sizes"], 1):
        size, by_number = _derived(registry, metric, statement, n)
        shown = _compare(size, listed, n, shown)
        instances, asked = instances + len(size.texts), asked + size.asked
        divided, numbered = divided or size.symbols.divided, numbered or by_number
    if not size.asked:
        raise Refused(f"nothing is asked at n = {len(data['sizes'])}, or the metric has no value there")
    return Verified(
        metric.name,
        statement.id,
        "open" if divided else "closed",
        len(data["sizes"]),
        asked,
        instances,
        (),
        True,
        items="numbered" if numbered else "unnamed",
        identity=True,
    )


def _derived(registry: Registry, metric: Metric, statement: Statement, n: int) -> tuple[_Size, bool]:
    """The statement over n items followed through, and whether the items need numbers for that."""
    numbered = whole = False
    while True:
        size = _Size(registry, metric, statement, n, numbered=numbered, whole=whole)
        try:
            size.run()
        except ItemsLookedAt:
            numbered = True
            continue
        except NotFollowed as error:
            raise Refused(f"{metric.name} is not followed for all values of its parameters: {error}") from None
        except Refused:
            raise
        except Exception as error:
            raise Refused(f"n = {n}: a definition raised {type(error).__name__}: {error}") from None
        if whole or size.asked == len(size.texts):
            return size, numbered
        whole = True  # generators show an invariance only where everything has a value


def _compare(size: _Size, listed: Mapping[str, Any], n: int, shown: bool) -> bool:
    """What was derived against what the certificate says; returns whether the next size may show its normal forms."""
    if set(listed) - {"n", "instances", "asked", "facets", "forms", "shown"}:
        raise Refused(f"n = {n}: the certificate says more than {sorted(listed)}")
    facets = {name: listed_facets(space, n) for name, space in size.metric.parameters.items()}
    digest = hashlib.sha256("\n".join(size.texts).encode()).hexdigest()
    compare(listed, n, n=n, instances=len(size.texts), asked=size.asked, facets=facets)
    if "shown" in listed:
        if not shown:
            raise Refused(f"n = {n}: normal forms are shown again after a size without")
        if len(listed["shown"]) != len(size.texts):
            raise Refused(f"n = {n}: {len(listed['shown'])} normal forms are shown; there are {len(size.texts)}")
        for k, (form, text) in enumerate(zip(listed["shown"], size.texts, strict=True), 1):
            if form != text:
                raise Refused(f"n = {n}, instance {k}: the certificate says {form!r:.80}; the normal form is {text}")
    if listed["forms"] != digest:
        raise Refused(f"n = {n}: the normal forms that are derived have another digest than the certificate says")
    return "shown" in listed
