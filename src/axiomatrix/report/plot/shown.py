"""What a picture of a witness shows: its values read back, and the values that the metric was asked for.

Where the metric is not at hand, or does not stand by the witness any more, the stored values are read by what the axiom
says they are, or else by their shape.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import redirect_stdout
from dataclasses import dataclass, field
from io import StringIO
from typing import Any

from ...evidence import witness as witnesses
from ...evidence.account.account import Account
from ...evidence.account.making import account_of
from ...evidence.evidence import Witness
from ...evidence.instance import terms
from ...model.axiom import Statement
from ...model.registry import Registry
from ...numbers.exact import parse
from ...spaces import Permutations
from ...values.judged import Judged, Run, Scored
from ...values.parameters import Parameter, Similarity


@dataclass(frozen=True)
class Call:
    """A value that the metric was asked for: its points, and what came out."""

    metric: str
    points: tuple[Any, ...]
    value: str


@dataclass(frozen=True)
class ShownWitness:
    """All that a picture of a witness is made of."""

    account: Account
    values: Mapping[str, Any]
    parameters: Mapping[str, Any]
    calls: tuple[Call, ...] = field(default=())


def shown(witness: Witness, registry: Registry) -> ShownWitness:
    """What the picture of the witness is made of; :class:`BadWitness` if its values are none at all."""
    account = account_of(witness, registry)
    metric = registry.metrics.get(witness.metric)
    if metric is not None and account.terms:  # decided again, and it stands
        metric = witnesses.at_home(metric, witness)
        statement = witnesses.statement_of(witness, registry, metric)
        instance = witnesses.decode(statement, metric, witness)
        with redirect_stdout(StringIO()):
            seen = terms(registry, metric, statement, instance).seen
        calls = tuple(Call(name, tuple(points), str(value)) for name, *points, _, value in seen)
        over = statement.over(metric)
        values = {name: _drawable(value, over[name]) for name, value in instance.values.items()}
        return ShownWitness(account, values, instance.parameters, calls)
    stored = {name: _value(name, data, witness, registry) for name, data in witness.instance.items()}
    return ShownWitness(account, stored, {name: _parameter(data) for name, data in witness.parameters.items()})


def _value(name: str, data: Any, witness: Witness, registry: Registry) -> Any:
    """The value as the axiom says what it is, or by the shape of the data."""
    axiom, metric = registry.axioms.get(witness.axiom), registry.metrics.get(witness.metric)
    if axiom is None:
        return _by_shape(data)
    try:
        space = (Statement(axiom).over(metric) if metric else axiom.over)[name]
        return _drawable(space.decode(data), space)
    except (LookupError, ValueError, TypeError, ArithmeticError, NotImplementedError):
        return _by_shape(data)


def _by_shape(data: Any) -> Any:
    """A judged or scored list, or a run of judged lists, which no other data look like; else the data themselves."""
    try:
        if isinstance(data, dict) and {"grades", "missing"} <= set(data):
            if "scores" in data:
                return Scored.of(data["grades"], data["scores"], data["missing"])
            return Judged.of(data["grades"], data["missing"])
        if isinstance(data, list) and data and all(isinstance(part, dict) for part in data):
            lists = [_by_shape(part) for part in data]
            return Run.of(lists) if all(isinstance(part, Judged) for part in lists) else data
    except (ValueError, TypeError, ArithmeticError):
        return data
    return data


def _has(D: Similarity, x: Any, y: Any) -> bool:
    try:
        return D[x, y] is not None
    except LookupError:
        return False


def _drawable(value: Any, space: Any) -> Any:
    """The value; a permutation of positions as text, since it is no ranking of the items."""
    return str(value) if isinstance(space, Permutations) else value


def _parameter(data: Any) -> Any:
    """Weights or similarities by the shape of what is stored; the data themselves where it has another one."""
    if not isinstance(data, list) or not data:
        return data
    try:
        entries = {tuple(key) if isinstance(key, list) else key: parse(str(value)) for key, value in data}
        kinds = {len(key) if isinstance(key, tuple) else 0 for key in entries}
        for value in entries.values():
            float(value)
    except (ValueError, TypeError, ArithmeticError):
        return data
    if kinds == {2}:
        D = Similarity(entries)
        items = {item for pair in entries for item in pair}
        complete = len(items) * (len(items) - 1) <= 2 * len(entries)
        return D if complete and all(_has(D, x, y) for x in items for y in items) else data
    return Parameter(entries) if kinds == {0} else data
