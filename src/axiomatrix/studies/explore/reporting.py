"""What a search reports: the bound that a case proves, decided once more by the definition, with smaller entries."""

from __future__ import annotations

from typing import Any, Literal

from flint import fmpq

from ...evidence.evidence import INFINITE
from ...evidence.instance import Changed
from ...evidence.witness import of_instance
from ...model.relation import FAILS, HOLDS
from ...numbers.forms import coprime
from ...spaces.parameters import ParameterDomain
from .answer import Bound
from .cases import ScoredCase, smaller
from .problem import Problem

REDUCTIONS = 4000
"""How many smaller entries are tried on the instance that is reported."""


def reported(problem: Problem, scored: ScoredCase, note: str, kind: Literal["search", "family"] = "search") -> Bound:
    """The bound that a case proves, its entries lowered one after the other as far as the ratio stays the same."""
    scored = _reduced_weights(problem, _reduced_point(problem, scored))
    instance = problem.instance(scored)
    code, score = problem.decided(instance)
    definitions, metric, statement = problem.definitions, problem.metric, problem.statement
    if code not in (HOLDS, FAILS) or score != scored.score:
        raise Changed(f"{metric.name}: the instance found is decided otherwise when asked again")
    value = INFINITE if score is None else str(-score if problem.sense == "sup" else score)
    is_open = all(space.contains(instance.parameters[name], instance.n) for name, space in metric.parameters.items())
    space = ParameterDomain.OPEN if is_open else ParameterDomain.CLOSED
    witness = of_instance(definitions, metric, statement, instance, space=space, shows="attains", smallest=False)
    return Bound(kind, problem.sense, problem.n, value, witness, note)


def _reduced_point(problem: Problem, scored: ScoredCase) -> ScoredCase:
    if scored.score is None or scored.value is None or problem.traced is None:
        return scored
    asked = problem.asked(scored.case)
    if asked is None:
        return scored
    entries = scored.value.entries.values()
    point: list[Any] = [*(entries if asked.has_constants else coprime(entries)[0]), fmpq(1)]
    facets = problem.traced.space.facets(problem.n) or ()
    meeting = [[facet for facet in facets if any(entry == k for entry, _ in facet)] for k in range(len(entries))]
    above = asked.towards(problem.sense) - scored.score * asked.denominator
    tries, lowered = 0, True
    while lowered and tries < REDUCTIONS:
        lowered = False
        for k, entry in enumerate(point[:-1]):
            for less in smaller(int(entry)):
                tries += 1
                point[k] = fmpq(less)
                if (
                    all(sum(c * point[e] for e, c in facet) >= 0 for facet in meeting[k])
                    and asked.denominator.at(point) > 0
                    and above.at(point) == 0
                ):
                    lowered = True
                    break
                point[k] = entry
    value = problem.traced.space.make(point[:-1], problem.n)
    again = problem.evaluated(scored.case, value)
    return again if again is not None and again.score == scored.score else scored


def _reduced_weights(problem: Problem, scored: ScoredCase) -> ScoredCase:
    tries, lowered = 0, True
    while lowered and tries < REDUCTIONS:
        lowered = False
        for candidate in scored.case.lighter():
            tries += 1
            if problem.admits(candidate):
                again = problem.evaluated(candidate, scored.value)
                if again is not None and again.score == scored.score:
                    scored, lowered = again, True
                    break
    return scored
