"""Witnesses: an instance as data that can be written to a file, read back and decided again.

Methods make witnesses of the instances that they find (:func:`witness_of_record`). ``axiomatrix verify``, expectations
and reports decide them again (:func:`replay`). Reports show each as Python to paste (``python_code.py``).

A witness *refutes* a statement, *shows* a statement of existence, *attains* a best constant, or *rounds*: it fails in
floats by no more than rounding explains.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from msgspec import structs

from ..model.axiom import Axiom, Statement
from ..model.metric import Metric
from ..model.registry import Registry
from ..model.relation import FAILS, HOLDS, ROUNDED, sides
from ..spaces import JudgedLists
from ..spaces.parameters import ParameterDomain
from .cell import arguments_of
from .evidence import MAX_ITEMS_OF_AN_INSTANCE, Witness
from .formats import Format
from .instance import Changed, Definitions, EvaluatedTwice, Instance, Recorded

FORMAT = "axiomatrix-witness-1"
MAX_BYTES = 1_000_000
"""Most bytes of a file."""
CODES = {"refutes": FAILS, "shows": HOLDS, "rounds": ROUNDED}
"""Code of the decision that each kind of witness must have; one that ``attains`` a constant may have any."""


class BadWitness(ValueError):
    """A file that is not a witness, or a witness of something that is not there."""


def encode(statement: Statement, metric: Metric, instance: Instance) -> tuple[dict[str, Any], dict[str, Any]]:
    """Encode the values and the parameters of an instance as JSON."""
    over = statement.over(metric)
    values = {name: over[name].encode(value) for name, value in instance.values.items()}
    return values, {name: space.encode(instance.parameters[name]) for name, space in metric.parameters.items()}


def decode(statement: Statement, metric: Metric, witness: Witness) -> Instance:
    """Read the instance of a witness and validate it against the spaces; :class:`BadWitness` says what is wrong."""
    metric = over_space_of(metric, witness)
    if type(witness.n) is not int or not 0 < witness.n <= MAX_ITEMS_OF_AN_INSTANCE:
        raise BadWitness(f"witness: n is {witness.n!r:.80}; it must be a whole number 1..{MAX_ITEMS_OF_AN_INSTANCE}")
    over = statement.over(metric)
    for stored, spaces in ((witness.instance, over), (witness.parameters, metric.parameters)):
        unknown = sorted(set(stored) - set(spaces))
        if unknown:
            raise BadWitness(f"witness: {unknown[0]!r:.80} is no argument of {witness.metric} or {statement.id}")
    values: dict[str, Any] = {}
    parameters: dict[str, Any] = {}
    try:
        for name, space in over.items():
            values[name] = space.decode(witness.instance[name])
            space.validate(values[name], witness.n)
        # the declared spaces of the parameters, or their closures, which have the boundary too
        for name, parameter_space in witness.space.of(metric.parameters).items():
            parameters[name] = parameter_space.decode(witness.parameters[name])
            parameter_space.validate(parameters[name], witness.n)
    except KeyError as missing:
        raise BadWitness(f"witness: {missing.args[0]} is missing") from None
    except (ValueError, TypeError, ArithmeticError) as error:
        raise BadWitness(f"witness: {error}") from None
    return Instance(witness.n, values, parameters)


def encode_and_decode(statement: Statement, metric: Metric, instance: Instance) -> Instance:
    """Encode an instance and decode it, as reading its witness does: equal values become distinct objects."""
    over = statement.over(metric)
    value_data, parameter_data = encode(statement, metric, instance)
    values = {name: over[name].decode(data) for name, data in value_data.items()}
    parameters = {name: metric.parameters[name].decode(data) for name, data in parameter_data.items()}
    return Instance(instance.n, values, parameters)


def over_space_of(metric: Metric, witness: Witness) -> Metric:
    """Return the metric over the space of the witness: its own space, or judged lists with the witness's grades.

    A witness stores the grades (``levels``) of its space where it was found on a user's own lists.
    """
    (name, space), *other_arguments = metric.arguments.items()
    levels = [data["levels"] for data in witness.instance.values() if isinstance(data, Mapping) and "levels" in data]
    if other_arguments or not levels or not isinstance(space, JudgedLists):
        return metric
    try:
        return replace(metric, arguments={name: space.with_grades(levels[0])})
    except ValueError as error:
        raise BadWitness(f"witness: {error}") from None


def witness_of_instance(
    definitions: Definitions,
    metric: Metric,
    statement: Statement,
    instance: Instance,
    *,
    space: ParameterDomain,
    shows: Any,
    smallest: bool,
) -> Witness:
    """Decide an instance and make it a witness, as :func:`witness_of_record` does with a decided one."""
    recorded = definitions.record(metric, statement, instance)
    return witness_of_record(recorded, metric, statement, space=space, shows=shows, smallest=smallest)


def witness_of_record(
    recorded: Recorded, metric: Metric, statement: Statement, *, space: ParameterDomain, shows: Any, smallest: bool
) -> Witness:
    """Make a witness of a decided instance. If it ``attains`` a ratio, its two sides are the ratio's.

    ``shows`` says what kind of witness it is, and ``smallest`` that no smaller instance would do. Raises
    :class:`Changed` if the decision is not the one that ``shows`` needs.
    """
    instance, (code, answer, reason) = recorded.instance, recorded.decision
    if answer is None or code != CODES.get(shows, code):
        raise Changed(reason or "the relation now has another outcome")
    lhs, op, rhs = sides(answer, best=shows == "attains")
    values, parameters = encode(statement, metric, instance)
    return Witness(
        metric=metric.name,
        axiom=statement.axiom.id,
        arguments=arguments_of(statement),
        space=space,
        n=instance.n,
        instance=values,
        parameters=parameters,
        lhs=lhs,
        op=op,
        rhs=rhs,
        smallest=smallest,
        shows=shows,
        channel="exact" if metric.exact else "float",
    )


def statement_of(witness: Witness, registry: Registry, metric: Metric) -> Statement:
    """Return the statement of a witness: the metric's claim or the axiom's observation with its arguments, if any."""
    try:
        return statement_named(metric, registry.axiom(witness.axiom), witness.arguments)
    except TypeError as error:
        raise BadWitness(f"witness: {error}") from None


def statement_named(metric: Metric, axiom: Axiom, arguments: Mapping[str, Any]) -> Statement:
    """Return the statement of an axiom with these JSON arguments; ``TypeError`` if the axiom does not take them."""
    candidates = [c.statement for c in metric.claims if c.statement.axiom is axiom] + axiom.statements_about(metric)
    for statement in candidates:
        if {k: str(v) for k, v in statement.arguments} == {k: str(v) for k, v in arguments.items()}:
            return statement
    return axiom(**arguments)


class WitnessSubject(NamedTuple):
    """Subject of a witness: the metric over the witness's space, the statement and the instance."""

    metric: Metric
    statement: Statement
    instance: Instance


def restore(witness: Witness, registry: Registry) -> WitnessSubject:
    """Look up the metric and statement of a witness, and read its instance; :class:`BadWitness` if that fails."""
    row = registry.metric(witness.metric)
    metric = over_space_of(row, witness)
    statement = statement_of(witness, registry, metric)
    for what, name, registered in (("metric", witness.metric, row.name), ("axiom", witness.axiom, statement.axiom.id)):
        if name != registered:  # names that people type are read generously; a file must have the exact name
            raise BadWitness(f"witness: there is no {what} {name!r:.200}; write {registered!r}")
    return WitnessSubject(metric, statement, decode(statement, metric, witness))


@dataclass(frozen=True)
class Replay:
    """A witness decided again."""

    witness: Witness
    stands: bool
    """True if the instance still shows what the witness states. All but the instance is computed again."""
    lhs: str
    """The left side as it is decided now, like the next two fields."""
    op: str
    rhs: str
    channel: str = "exact"
    """The channel of the metric now, ``exact`` or ``float``."""

    @property
    def sides(self) -> str:
        """Write the relation as it is decided now."""
        return f"{self.lhs} {self.op} {self.rhs}"

    @property
    def differences(self) -> list[str]:
        """Return the differences between the witness's text and its instance, one a line."""
        stored = f"{self.witness.lhs} {self.witness.op} {self.witness.rhs}"
        lines = [f"the file says {stored}; it is {self.sides}"] if stored != self.sides else []
        if self.channel != self.witness.channel:
            lines.append(
                f"the file says that the metric is of the {self.witness.channel} channel; it is {self.channel}"
            )
        return lines

    @property
    def decided(self) -> Witness:
        """Return the witness with the two sides as they are decided now."""
        return structs.replace(self.witness, lhs=self.lhs, op=self.op, rhs=self.rhs, channel=self.channel)


def replay(witness: Witness, registry: Registry, definitions: Definitions | None = None) -> Replay:
    """Decide a witness again; a user's definition is evaluated twice unless ``definitions`` are passed."""
    subject = restore(witness, registry)
    return replay_restored(witness, subject, (definitions or EvaluatedTwice(registry)).record(*subject))


def replay_restored(witness: Witness, subject: WitnessSubject, recorded: Recorded) -> Replay:
    """Return the replay of a restored witness whose case was decided and ``recorded``; raises :class:`BadWitness`."""
    decision = recorded.decision
    if decision.answer is None:
        raise BadWitness(f"witness: the case has no verdict: {decision.reason}")
    lhs, op, rhs = sides(decision.answer, best=witness.shows == "attains")
    if witness.shows == "attains":  # there is nothing to decide but the two sides of the ratio
        stands = (lhs, op, rhs) == (witness.lhs, witness.op, witness.rhs)
    else:
        stands = decision.code == CODES.get(witness.shows)
    return Replay(witness, stands, lhs, op, rhs, "exact" if subject.metric.exact else "float")


WITNESS = Format(
    FORMAT,
    "witness",
    Witness,
    "One exact instance that refutes a statement about a metric, or shows one, or attains a quantity.",
    BadWitness,
    MAX_BYTES,
)


def to_json(witness: Witness) -> dict[str, Any]:
    """Encode a witness as the content of a file."""
    return WITNESS.data(witness)


def from_json(data: Any) -> Witness:
    """Decode a witness; :class:`BadWitness` says what is wrong with the data."""
    return WITNESS.decode(data)


def read(path: Path) -> Witness:
    """Read a witness file; :class:`BadWitness` for any other file."""
    return WITNESS.read(path, from_json)
