"""Attacks on theorems: a search for tables of values that keep what is given and break what follows.

A metric is a table: every value that an axiom asks for is a number of a few, or no value, chosen when it is first
asked for. The search goes back where a statement that is given fails; what it finds is a metric, and the theorem wrong.
Where it ends by itself it has gone through every table of these values.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from typing import Any

from axiomatrix import spaces
from axiomatrix.catalogue import load_catalogue
from axiomatrix.catalogue.theorems import ASKED, ATTAINS, HAS_A_VALUE, Atom, Theorem
from axiomatrix.engine.deduction_clauses import compute, is_true
from axiomatrix.evidence.evidence import INFINITE
from axiomatrix.model.metric import BoundMetric, Metric
from axiomatrix.model.relation import DISCARDED, FAILS, HOLDS, Bounded, Quantity
from axiomatrix.numbers.exact import Undecided, Undefined, Whole, rational
from axiomatrix.spaces import ElementWeightsSpace
from axiomatrix.spaces.lists import JudgedLists

REGISTRY = load_catalogue()
VALUES = ("-2", "-1", "-1/2", "0", "1/2", "1", "2", "3")
POOL = {
    "degree": ("-1", "0", "1", "2"),
    "lowest": ("1", "2"),
    "step": ("1",),
    "parameter": ("w",),
    "at": ("w=1",),
    "first": ("1", "2"),
}
NUMBERS = ("-2", "-1", "0", "1/2", "1", "2")
WHOLE = ("degree", "step", "lowest")
AGAIN = 0.6
"""How often the value that was chosen last is tried first: many axioms say that two are equal."""
DRAWS = 500
"""How often values are drawn for the variables of a theorem."""
NAMES = {"m": "m-row", "o": "o-row", "p": "p-row", "q": "q-row"}


class Need(Exception):
    """A value that no table has yet."""

    def __init__(self, key: Any) -> None:
        self.key = key


@dataclass
class Tables:
    """The values chosen so far; the evaluator of axioms."""

    metrics: dict[str, Metric]
    first: dict[str, int]
    """From how many items on a metric has a value, where the theorem says so."""
    chosen: dict[Any, Any] = field(default_factory=dict)

    def metric(self, name: str) -> Metric:
        return self.metrics[name]

    def value(self, metric: Metric, *given: Any) -> Any:
        *arguments, parameters = given
        key = (metric.name, *arguments, *parameters.values())
        if key not in self.chosen:
            raise Need(key)
        if self.chosen[key] is None:
            raise Undefined("no value")
        return self.chosen[key]

    def domain(self, key: Any) -> list[Any]:
        first = self.first.get(key[0])
        numbers = [rational(value) for value in VALUES]
        if first is None:
            return [*numbers, None]
        return numbers if len(key[1]) >= first else [None]


@dataclass(frozen=True)
class Setting:
    """What kind of metrics a theorem is attacked with."""

    kinds: dict[str, str]
    arguments: dict[str, Any]
    parameters: dict[str, Any]
    sizes: Sequence[int]


def axioms_of(theorem: Theorem) -> dict[str, list[Any]]:
    """The axioms that it says of each metric."""
    parts = [*theorem.given, *([theorem.then] if theorem.then else [])]
    found: dict[str, list[Any]] = {}
    for part in parts:
        name = part.arguments.get("axiom") if part.axiom == ASKED else part.axiom
        if part.axiom == ATTAINS:
            name = {"ratio": "upper-bound"}.get(part.arguments["quantity"], part.arguments["quantity"])
        if name != HAS_A_VALUE:
            found.setdefault(part.of, []).append(REGISTRY.axiom(str(name)))
    return found


def settings(theorem: Theorem) -> Iterator[Setting]:
    """The settings in which every axiom of the theorem means something."""
    axioms = axioms_of(theorem)
    every = [axiom for listed in axioms.values() for axiom in listed]
    kinds = {of: sorted(frozenset.intersection(*(a.kinds for a in listed))) for of, listed in axioms.items()}
    assert all(kinds.values()), f"{theorem.name} is about no kind of metric"
    means = {of: found[0] for of, found in kinds.items()}
    parts = [*theorem.given, *([theorem.then] if theorem.then else [])]
    weighted = any({"parameter", "at"} & set(p.arguments) for p in parts)
    sorts = set.intersection(*(set(a.about) for a in every if a.id not in ("mean-over-queries",))) if every else set()
    if any(a.id == "mean-over-queries" for a in every):
        sorts = {"runs"}
    assert sorts, f"{theorem.name} is about nothing"
    if "rankings" in sorts:
        parameters: dict[str, Any] = {"w": spaces.element_weights()} if weighted else {}
        if any(a.id == "top-heaviness" for a in every):
            parameters = {"delta": spaces.position_weights()}
        pair = {"a": spaces.ranking, "b": spaces.ranking}
        yield Setting(means, pair, parameters, (1, 2, 3) if not weighted else (1, 2))
        if "weak orders" in sorts and not weighted:
            yield Setting(means, {"a": spaces.weak_order, "b": spaces.weak_order}, {}, (1, 2))
    if "judged lists" in sorts:
        yield from _of_lists(theorem, means, every)
    if "scored lists" in sorts and "every item is judged" not in theorem.rows:
        yield Setting(means, {"x": spaces.scored_list}, {}, (1, 2))
    if "runs" in sorts:
        yield Setting(means, {"x": spaces.runs()}, {}, (1, 2))


def _of_lists(theorem: Theorem, kinds: dict[str, str], axioms: list[Any]) -> Iterator[Setting]:
    deep = not {"metrics without a cut-off", "metrics without parameters"} & set(theorem.rows)
    needs = any(axiom.id == "monotone-in-cut-off" for axiom in axioms)
    lists = [spaces.binary_list]
    if "metrics of binary lists" not in theorem.rows and "o is of binary lists" not in theorem.rows:
        lists.append(spaces.graded_lists())
        if "every item is judged" not in theorem.rows:
            lists.append(UNJUDGED)
    if theorem.proof_leaves_enumeration:
        lists = [JudgedLists("binary lists", (0, 1), missing=(0, 1), most=2)]
    for space in lists:
        for parameters in ([{}] if not needs else []) + ([{"k": spaces.cut_offs()}] if deep else []):
            sizes = (4,) if any(axiom.id == "deepness" for axiom in axioms) else (1, 2, 3)
            yield Setting(kinds, {"x": space}, parameters, sizes if space is lists[0] else (1, 2))


UNJUDGED = next(iter(REGISTRY.metric("bpref").arguments.values()))


def bindings(theorem: Theorem, choose: random.Random, most: int) -> list[dict[str, str]]:
    """Values of the variables that keep the theorem's conditions, a few of them."""
    parts = [*theorem.given, *([theorem.then] if theorem.then else [])]
    pools: dict[str, tuple[str, ...]] = {}
    for part in parts:
        for name, text in part.arguments.items():
            if text.startswith("?") and name != "other" and text != "?m":
                pool = POOL.get(name, NUMBERS) if part.axiom != ATTAINS else (*NUMBERS, INFINITE)
                pools[text[1:]] = min(pools.get(text[1:], pool), pool, key=len)
    kept: dict[tuple[str, ...], dict[str, str]] = {}
    for _ in range(DRAWS if pools else 1):
        drawn = {name: choose.choice(pool) for name, pool in pools.items()}
        if all(is_true(condition, drawn) for condition in theorem.where):
            kept.setdefault(tuple(drawn.values()), drawn | NAMES)
        if len(kept) == most:
            break
    return list(kept.values())


# --- what a theorem says of tables ----------------------------------------------------------------------------


def _metrics(theorem: Theorem, setting: Setting) -> dict[str, Metric]:
    generalized = {p.arguments["other"][1:] for p in theorem.given if p.axiom == "generalizes"}
    lists = {p.arguments["other"][1:] for p in theorem.given if p.axiom == "mean-over-queries"}
    made = {}
    for of, name in NAMES.items():
        arguments = {"x": spaces.binary_list} if of in lists else setting.arguments
        parameters = {} if of in generalized else setting.parameters
        kind = setting.kinds.get(of, setting.kinds.get("m", "distance"))
        made[name] = Metric(name, kind, lambda *given: None, parameters, arguments=arguments)
    return made


def _statement(part: Atom, bound: dict[str, str]) -> Any:
    given: dict[str, Any] = {}
    for name, text in part.arguments.items():
        value = bound[text[1:]] if text.startswith("?") else text
        value = compute(text[1:], bound) if text.startswith("=") else value
        if name == "at":
            given |= {k: int(v) for k, v in (pair.split("=") for pair in str(value).split(", "))}
        else:
            given[name] = int(str(value)) if name in WHOLE else value
    return REGISTRY.axiom(part.axiom)(**given)


def _instances(statement: Any, metric: Metric, n: int, wide: bool) -> Iterator[tuple[Any, ...]]:
    over = [
        [rational(2)] if space is spaces.factor else space.enumerate(n) for space in statement.over(metric).values()
    ]
    parameters = [_values(space, n, wide) for space in metric.parameters.values()]
    for chosen in product(*over):
        for given in product(*parameters):
            yield chosen, dict(zip(metric.parameters, given, strict=True))


def _values(space: Any, n: int, wide: bool) -> Sequence[Any]:
    """Values of a parameter: of weights a few, of what is given more than of what follows, which scales them."""
    if not isinstance(space, ElementWeightsSpace):
        return list(space.enumerate(n))[:6]
    made = [[1] * n, [2] * n, [4] * n] if wide else [[1] * n, [2] * n]
    if n > 1:
        made += [[1, *[2] * (n - 1)], [2, *[4] * (n - 1)]] if wide else [[1, *[2] * (n - 1)]]
    return [space.make(vector, n) for vector in made]


def constraints(
    part: Atom, bound: dict[str, str], tables: Tables, n: int, wide: bool = True
) -> Iterator[Callable[[], int]]:
    """Of each instance of n items: its code, ``FAILS`` where it breaks the part."""
    metric = tables.metrics[bound[part.of]]
    if part.axiom == HAS_A_VALUE:
        return
    if part.axiom == ATTAINS:
        quantity = part.arguments["quantity"]
        given = {"ratio": {"other": "?o", "factor": "1"}, "boundedness": {"bound": "1"}}.get(quantity, {})
        if quantity == "ratio":
            given["other"] = part.arguments["other"]
        statement = _statement(Atom({"ratio": "upper-bound"}.get(quantity, quantity), given), bound)
    elif part.axiom == ASKED:
        statement = REGISTRY.axiom(part.arguments["axiom"])()
    else:
        statement = _statement(part, bound)
    for values, parameters in _instances(statement, metric, n, wide):
        yield lambda v=values, p=parameters: _code(part, bound, statement, BoundMetric(metric, p, tables), v)  # type: ignore[misc]


def _code(part: Atom, bound: dict[str, str], statement: Any, d: BoundMetric, values: tuple[Any, ...]) -> int:
    try:
        answer = statement.says(d, *values)
        if part.axiom == ATTAINS:
            found = answer if isinstance(answer, Quantity) else answer.quantity
            wanted = bound[part.arguments["value"][1:]]
            if wanted == INFINITE:
                return FAILS if found.denominator == 0 < found.numerator else HOLDS
            attained = rational(wanted) * found.denominator
            return FAILS if found.denominator > 0 and found.numerator == attained else HOLDS
        code = int((answer.relation if isinstance(answer, Bounded) else answer).decide())
    except (Undefined, Undecided):
        return DISCARDED
    if part.axiom == ASKED:
        return DISCARDED if code == DISCARDED else FAILS
    if code != DISCARDED and statement.axiom.quantifier == "there is":
        return HOLDS if code == FAILS else FAILS
    return code


# --- the search -----------------------------------------------------------------------------------------------


@dataclass
class Found:
    """A table that breaks the theorem."""

    n: int
    bound: dict[str, str]
    chosen: dict[Any, Any]


@dataclass
class Effort:
    """What an attack came to."""

    found: Found | None = None
    goals: int = 0
    """Instances of what follows that tables were looked for to break."""
    ended: int = 0
    """Searches that went through all tables of the values."""


def attack(theorem: Theorem, most: int = 2, targets: int = 2, restarts: int = 1, steps: int = 300) -> Effort:
    """Search for tables that break the theorem."""
    choose, effort = random.Random(theorem.name), Effort()
    for setting in settings(theorem):
        metrics = _metrics(theorem, setting)
        chosen = bindings(theorem, choose, most)
        assert chosen, f"{theorem.name}: no values keep {theorem.where}"
        for bound, n in product(chosen, setting.sizes if theorem.then else (theorem.impossible_at,)):
            tables = Tables(metrics, _first(theorem, bound))
            given = [
                c for part in theorem.given for size in range(1, n + 1) for c in constraints(part, bound, tables, size)
            ]
            goals: list[Any] = [None]
            if theorem.then is not None:
                every = [c for c in constraints(theorem.then, bound, tables, n, wide=False) if _is_asked(c)]
                goals = choose.sample(every, min(targets, len(every)))
            effort.goals += len(goals)
            for goal in goals * restarts:
                wanted = given if goal is None else [lambda g=goal: HOLDS if g() == FAILS else FAILS, *given]
                _search(wanted, tables, choose, steps, effort)
                if effort.found is None and tables.chosen:
                    effort.found = Found(n, bound, dict(tables.chosen))
                    return effort
                tables.chosen.clear()
    return effort


def _is_asked(instance: Callable[[], int]) -> bool:
    """Whether the instance asks for a value, or is broken without one."""
    try:
        return instance() == FAILS
    except Need:
        return True


def _first(theorem: Theorem, bound: dict[str, str]) -> dict[str, int]:
    words = [part for part in theorem.given if part.axiom == HAS_A_VALUE]
    texts = {bound[p.of]: p.arguments["first"] for p in words}
    return {name: int(bound[text[1:]] if text.startswith("?") else text) for name, text in texts.items()}


def _search(wanted: list[Any], tables: Tables, choose: random.Random, steps: int, effort: Effort) -> None:
    """Choose values until every constraint is kept; leaves none chosen if there is no such table, or none found."""
    trail: list[tuple[Any, list[Any], int]] = []
    at, last = 0, None
    for _ in range(steps):
        fails = False
        while at < len(wanted) and not fails:
            try:
                fails = wanted[at]() == FAILS
            except Need as need:
                values = tables.domain(need.key)
                choose.shuffle(values)
                if last in values and choose.random() < AGAIN:
                    values.append(values.pop(values.index(last)))
                last = values[-1]
                tables.chosen[need.key] = values.pop()
                trail.append((need.key, values, at))
                continue
            at += not fails
        if not fails:
            if not trail:
                tables.chosen["nothing is asked"] = None
            return
        while trail and not trail[-1][1]:
            del tables.chosen[trail.pop()[0]]
        if not trail:
            effort.ended += 1
            return
        key, values, at = trail[-1]
        tables.chosen[key] = values.pop()
    tables.chosen.clear()


def without_none(chosen: dict[Any, Any]) -> dict[str, Fraction | None]:
    """A table that can be read."""
    return {" ".join(map(str, key)): value for key, value in chosen.items() if key != "nothing is asked"}


__all__ = ["Effort", "Found", "Whole", "attack", "axioms_of", "bindings", "settings", "without_none"]
