"""The second look at a row, in a fresh process with another hash seed: its witnesses, and a sample of its values.

A refutation that is not a refutation there is not shown as one. A metric of a user's whose values are others there is
not believed at all: they depend on the hash seed, on what was asked before, or on chance.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Iterable
from itertools import islice
from typing import TYPE_CHECKING, Any

from ...evidence.cell import Cell
from ...evidence.instance import Definitions, Instance, message_of, raised
from ...evidence.slug import derived_seed
from ...evidence.witness import BadWitness, from_json, replay
from ...model.guard import Guard, kept
from ...model.metric import Metric
from ...model.registry import Registry
from ...numbers.exact import Undefined
from ...spaces import GivenLists
from .cleanliness import ProcessState

if TYPE_CHECKING:
    from .channel import Sender

SAMPLED = 100
"""How many values of a user's metric are computed again."""
LARGEST = 4
SECONDS = 1.0
"""After so long no further value is computed."""


Accounts = dict[str, Any]
"""What is to be shown of witnesses, as data by slug."""


def accounts_of(cells: Iterable[Cell], accounts: Accounts) -> Accounts:
    """Those of the accounts that are of the witnesses of these cells."""
    slugs = {cell.evidence.witness.slug for cell in cells if cell.evidence.witness is not None}
    return {slug: accounts[slug] for slug in sorted(slugs & accounts.keys())}


class Differs(ValueError):
    """A witness that does not stand by the definition as it is, or could not be decided again."""


def look(
    task: dict[str, Any], metric: Metric, seed: int, sender: Sender, registry: Registry, world: ProcessState | None
) -> None:
    """Decide the witnesses of the row again, and compute ``values`` values of its metric, the last one first.

    With a ``world`` the process proves in between that it is as it was.
    """
    guard = Guard(derived_seed(seed, metric.name))
    for k, witness in enumerate(task["witnesses"]):
        with guard.kept():
            seen = _seen(witness, registry)
        sender.send("seen", [k, seen])
    if world is not None:
        world.prove()
    sender.send("clean")
    _compute_and_send(metric, sender, registry, guard, _sample(metric, seed)[: task["values"]][::-1], 2 * SECONDS)


def send_values(metric: Metric, seed: int, sender: Sender, registry: Registry) -> None:
    """Send what the values of the sample are in this process, after all that was asked of it.

    Of the catalogue everybody knows what a definition does, and a library's calls are dear.
    """
    if metric.is_foreign and metric.implementation is None:
        guard = Guard(derived_seed(seed, metric.name))
        _compute_and_send(metric, sender, registry, guard, _sample(metric, seed), SECONDS)


def _seen(data: dict[str, Any], registry: Registry) -> dict[str, Any]:
    """What the witness shows here."""
    try:
        again = replay(from_json(data), registry)
    except BaseException as error:  # whatever a definition raises: it does not stand
        return {"stands": False, "text": f"{type(error).__name__}: {message_of(error)[:300]}"}
    return {"stands": again.stands, "text": again.sides}


def _sample(metric: Metric, seed: int) -> list[tuple[int, Instance]]:
    """Instances of the metric's own spaces, some of each small size, numbered and the same in every process."""
    draw = random.Random(derived_seed(seed, metric.name, "values"))
    spaces = {**metric.arguments, **metric.parameters}
    given = [space.sizes for space in metric.arguments.values() if isinstance(space, GivenLists)]
    sizes = given[0][:LARGEST] if given else list(range(1, LARGEST + 1))
    instances: list[Instance] = []
    for n in sizes:
        try:
            lists = [space.enumerate(n) for space in spaces.values()]
        except Exception:  # a space of the user's own that has nothing of that size
            continue
        total = math.prod(map(len, lists))
        count = min(total, SAMPLED // len(sizes))
        for index in draw.sample(range(total), count) if total <= 1 << 60 else ():
            values = {}
            for name, values_of in zip(spaces, lists, strict=True):
                index, k = divmod(index, len(values_of))
                values[name] = values_of[k]
            points = dict(islice(values.items(), len(metric.arguments)))
            instances.append(Instance(n, points, {name: values[name] for name in metric.parameters}))
    return list(enumerate(instances))


def _compute_and_send(
    metric: Metric,
    sender: Sender,
    registry: Registry,
    guard: Guard,
    instances: list[tuple[int, Instance]],
    seconds: float,
) -> None:
    definitions = Definitions(registry, sender.tick)
    until = time.monotonic() + seconds
    values: list[list[Any]] = []
    for k, instance in instances:
        with guard.kept():
            value = _value(metric, definitions, instance)
        title = "; ".join(f"{name}: {one}" for name, one in {**instance.values, **instance.parameters}.items())
        values.append([k, value, title[:300]])
        if time.monotonic() > until:
            break
    sender.send("values", values)


def _value(metric: Metric, definitions: Definitions, instance: Instance) -> str:
    try:
        return str(definitions.value(metric, *instance.values.values(), dict(instance.parameters)))
    except Undefined:
        return "no value"
    except Exception as error:
        return raised(error)


def differing(first: dict[int, tuple[str, str]], again: dict[int, tuple[str, str]], *, exact: bool) -> str | None:
    """The first instance on which the two looks disagree, with both values; None if they agree."""
    for k in sorted(first.keys() & again.keys()):
        (one, title), (other, _) = first[k], again[k]
        if one != other and (exact or not _close(one, other)):
            return f"{one} in one process and {other} in another, on {title}"
    return None


def _close(one: str, other: str) -> bool:
    """Whether two floats differ by no more than the order of a sum explains."""
    try:
        return math.isclose(float(one), float(other), rel_tol=1e-9, abs_tol=1e-12)
    except ValueError:
        return False


# --- what a record says of an earlier run ---


def decided_here(cell: Cell, registry: Registry) -> Accounts:
    """What is to be shown of the witness of the cell, once its witnesses are decided again in this process."""
    with kept():
        for witness in cell.evidence.witnesses:
            try:
                again = replay(witness, registry)
            except BadWitness as error:
                raise Differs(f"{cell.metric} x {cell.title}: {error}") from None
            now, then = (again.lhs, again.op, again.rhs), (witness.lhs, witness.op, witness.rhs)
            if not again.stands or now != then:
                raise Differs(
                    f"{cell.metric} x {cell.title}: the record says {' '.join(then):.200}; it is {' '.join(now):.200}"
                )
    return made_here(cell, registry)


def made_here(cell: Cell, registry: Registry) -> Accounts:
    """What is to be shown of the witness of the cell; the definition is evaluated for it once more."""
    from ...evidence.account import making

    if cell.evidence.witness is None or registry.metric(cell.metric).implementation is not None:
        return {}  # libraries have pages of their own
    with kept():
        account = making.account_in(cell, registry)
    return {} if account is None else {account.slug: account.to_data()}
