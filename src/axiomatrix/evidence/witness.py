"""Witnesses: an instance as data, read back, decided again, and written as a constructor to paste."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from msgspec import structs

from ..catalogue.user_frames import USER_FILE
from ..model.axiom import Axiom, Statement
from ..model.metric import Metric
from ..model.registry import Registry
from ..model.relation import FAILS, HOLDS, ROUNDED, sides
from ..spaces import JudgedLists
from ..spaces.parameters import ParameterDomain
from .cell import arguments_of
from .evidence import Witness
from .formats import Format
from .instance import AskedTwice, Changed, Definitions, Instance, Recorded
from .notation import taken_parts

FORMAT = "axiomatrix-witness-1"
MAX_BYTES = 1_000_000
CODES = {"refutes": FAILS, "shows": HOLDS, "rounds": ROUNDED}
"""How the statement is decided on an instance that shows that."""
SCALED = ("scale-free", "scale-free-normalised")
"""Axioms about a parameter scaled by ``c``, whose two sides a constructor prints."""


class BadWitness(ValueError):
    """A file that is not a witness, or a witness of something that is not there."""


def encode(statement: Statement, metric: Metric, instance: Instance) -> tuple[dict[str, Any], dict[str, Any]]:
    """The values and parameters of an instance as JSON."""
    over = statement.over(metric)
    values = {name: over[name].encode(value) for name, value in instance.values.items()}
    return values, {name: space.encode(instance.parameters[name]) for name, space in metric.parameters.items()}


def decode(statement: Statement, metric: Metric, witness: Witness) -> Instance:
    """The instance of a witness, validated against the spaces; :class:`BadWitness` names what is wrong."""
    metric = at_home(metric, witness)
    if type(witness.n) is not int or not 0 < witness.n <= 1000:
        raise BadWitness(f"witness: n is {witness.n!r:.80}; it must be a whole number 1..1000")
    values, parameters = {}, {}
    over = statement.over(metric)
    for given, known in ((witness.instance, over), (witness.parameters, metric.parameters)):
        unknown = sorted(set(given) - set(known))
        if unknown:
            raise BadWitness(f"witness: {unknown[0]!r:.80} is nothing that {witness.metric}, {statement.id} is about")
    try:
        for name, space in over.items():
            values[name] = space.decode(witness.instance[name])
            space.validate(values[name], witness.n)
        for name, side in witness.space.of(metric.parameters).items():
            parameters[name] = side.decode(witness.parameters[name])
            side.validate(parameters[name], witness.n)
    except KeyError as missing:
        raise BadWitness(f"witness: {missing.args[0]} is missing") from None
    except (ValueError, TypeError, ArithmeticError) as error:
        raise BadWitness(f"witness: {error}") from None
    return Instance(witness.n, values, parameters)


def read_back(statement: Statement, metric: Metric, instance: Instance) -> Instance:
    """The instance as a witness of it is read: each of its values an object of its own."""
    over, stored = statement.over(metric), encode(statement, metric, instance)
    values, parameters = (
        {name: spaces[name].decode(data) for name, data in written.items()}
        for spaces, written in zip((over, metric.parameters), stored, strict=True)
    )
    return Instance(instance.n, values, parameters)


def at_home(metric: Metric, witness: Witness) -> Metric:
    """The metric over the space that the witness is from: its own, or the lists that a user gave, with their grades."""
    (name, space), *more = metric.arguments.items()
    levels = [data["levels"] for data in witness.instance.values() if isinstance(data, Mapping) and "levels" in data]
    if more or not levels or not isinstance(space, JudgedLists):
        return metric
    try:
        return replace(metric, arguments={name: space.with_grades(levels[0])})
    except ValueError as error:
        raise BadWitness(f"witness: {error}") from None


def of_instance(
    definitions: Definitions,
    metric: Metric,
    statement: Statement,
    instance: Instance,
    *,
    space: ParameterDomain,
    shows: Any,
    smallest: bool,
) -> Witness:
    """The instance, decided by the definitions, as a witness."""
    recorded = definitions.record(metric, statement, instance)
    return of_record(recorded, metric, statement, space=space, shows=shows, smallest=smallest)


def of_record(
    recorded: Recorded, metric: Metric, statement: Statement, *, space: ParameterDomain, shows: Any, smallest: bool
) -> Witness:
    """The instance that was decided as a witness; if it ``attains`` a ratio, its two sides are those of the ratio.

    Raises :class:`Changed` if the instance was not decided as it must be to show that.
    """
    instance, (code, answer, reason) = recorded.instance, recorded.decision
    if answer is None or code != CODES.get(shows, code):
        raise Changed(reason or "the relation is decided otherwise")
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
    """The statement that a witness is about, as the metric claims or the axiom observes it."""
    try:
        return statement_named(metric, registry.axiom(witness.axiom), witness.arguments)
    except TypeError as error:
        raise BadWitness(f"witness: {error}") from None


def statement_named(metric: Metric, axiom: Axiom, arguments: Mapping[str, Any]) -> Statement:
    """The statement of an axiom with these arguments written as JSON; ``TypeError`` if it does not take them."""
    candidates = [c.statement for c in metric.claims if c.statement.axiom is axiom] + axiom.observed(metric)
    for statement in candidates:
        if {k: str(v) for k, v in statement.arguments} == {k: str(v) for k, v in arguments.items()}:
            return statement
    return axiom(**arguments)


class Restored(NamedTuple):
    """A witness restored: its metric over the witness's space, its statement, its instance."""

    metric: Metric
    statement: Statement
    instance: Instance


def restored(witness: Witness, registry: Registry) -> Restored:
    """Restore the subject of a witness; :class:`BadWitness` if it is not registered."""
    row = registry.metric(witness.metric)
    metric = at_home(row, witness)
    statement = statement_of(witness, registry, metric)
    for what, name, meant in (("metric", witness.metric, row.name), ("axiom", witness.axiom, statement.axiom.id)):
        if name != meant:  # what people type may be read for another name, and a file is not typed
            raise BadWitness(f"witness: there is no {what} {name!r:.200}; it would be about {meant}")
    return Restored(metric, statement, decode(statement, metric, witness))


@dataclass(frozen=True)
class Replay:
    """A witness decided again."""

    witness: Witness
    stands: bool
    """Whether the instance is what the witness says: no field of it but the instance is believed for that."""
    lhs: str
    op: str
    rhs: str
    channel: str = "exact"

    @property
    def sides(self) -> str:
        """The two sides as they are decided."""
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
        """The witness with the two sides as they are decided."""
        return structs.replace(self.witness, lhs=self.lhs, op=self.op, rhs=self.rhs, channel=self.channel)


def replay(witness: Witness, registry: Registry, definitions: Definitions | None = None) -> Replay:
    """Decide the witness by the definition alone, which is asked twice unless ``definitions`` are given."""
    about = restored(witness, registry)
    return replayed(witness, about, (definitions or AskedTwice(registry)).record(*about))


def replayed(witness: Witness, about: Restored, recorded: Recorded) -> Replay:
    """Decide the restored witness and return its replay."""
    decision = recorded.decision
    if decision.answer is None:
        raise BadWitness(f"witness: the case has no verdict: {decision.reason}")
    lhs, op, rhs = sides(decision.answer, best=witness.shows == "attains")
    stands = decision.code == CODES.get(witness.shows)
    if witness.shows == "attains":
        stands = (lhs, op, rhs) == (witness.lhs, witness.op, witness.rhs)
    return Replay(witness, stands, lhs, op, rhs, "exact" if about.metric.exact else "float")


WITNESS = Format(
    FORMAT,
    "witness",
    Witness,
    "One exact instance that refutes a statement about a metric, or shows one, or attains a quantity.",
    BadWitness,
    MAX_BYTES,
)


def to_json(witness: Witness) -> dict[str, Any]:
    """The witness as the content of a file."""
    return WITNESS.data(witness)


def from_json(data: Any) -> Witness:
    """Read a witness; :class:`BadWitness` says what is wrong with anything else."""
    return WITNESS.taken(data)


def read(path: Path) -> Witness:
    """Read a witness file; :class:`BadWitness` for anything that is none."""
    return WITNESS.read(path, from_json)


def constructor(witness: Witness, registry: Registry) -> str:
    """Python that builds the instance and prints both sides, or every value of a metric that enters them."""
    about = restored(witness, registry)
    return pasted(witness, about, Definitions(registry).record(*about).terms, registry)


def pasted(witness: Witness, about: Restored, terms: Sequence[tuple[Any, ...]], registry: Registry) -> str:
    """Write the restored witness, with these values of metrics, as Python.

    Metrics are called as their definitions are: with retrieved ids and relevant ids, where they take these.
    """
    metric, _, instance = about
    both = _scaled_sides(about, witness, terms)
    shown = [] if both else list(terms)
    if not (both or shown):  # no value was given back: what raises is asked
        shown = [(witness.metric, *[*instance.values.values()][: len(metric.arguments)], instance.parameters, None)]
    named = list(named_values(instance).items())

    def written(value: Any) -> str:
        same = [name for name, known in named if known is value or (type(known) is type(value) and known == value)]
        return same[0] if same else _literal(value)

    def call(name: str, points: list[Any], parameters: Mapping[str, Any]) -> str:
        spaces = registry.metric(name).arguments.values()
        parts = [taken_parts(space, point).values() for space, point in zip(spaces, points, strict=True)]
        arguments = [text for point, texts in zip(points, parts, strict=True) for text in texts or [written(point)]]
        arguments += [f"{p}={written(value)}" for p, value in parameters.items()]
        return f"{'d' if name == witness.metric else f'REGISTRY.metric({name!r})'}({', '.join(arguments)})"

    calls = [call(name, points, parameters) for name, *points, parameters, _ in shown]
    lines = [f"{name} = {_literal(value)}" for name, value in named]
    lines += [f"d = REGISTRY.metric({witness.metric!r})", *both, *(f"print({call})" for call in dict.fromkeys(calls))]
    return "\n".join([*_fractions(lines), *imports(lines, dict(named).values()), "", *lines]) + "\n"


def named_values(instance: Instance) -> dict[str, Any]:
    """The values and the parameters by name; a parameter that is called like one of the values is ``i_`` for ``i``."""
    named = dict(instance.values)
    return named | {f"{name}_" if name in named else name: value for name, value in instance.parameters.items()}


def example(instance: Instance) -> str:
    """Python that has a test under ``@given`` try the instance, before anything that is drawn; with its imports."""
    named = named_values(instance)
    line = f"@example({', '.join(f'{name}={_literal(value)}' for name, value in named.items())})"
    imported = imports([line], named.values(), also=())
    return "\n".join([*_fractions([line]), *imported, "from hypothesis import example", "", line]) + "\n"


def _fractions(lines: Iterable[str]) -> list[str]:
    return ["from fractions import Fraction", ""] if any("Fraction(" in line for line in lines) else []


_CALLED = re.compile(r"\b(Relabelling(?=\()|[A-Z]\w*(?=\.(?:of|from_order)\())")
_TEXTS = re.compile(r"'(?:[^'\\]|\\.)*'" + r'|"(?:[^"\\]|\\.)*"')
"""Names that people gave, which may look like calls."""


def imports(lines: Iterable[str], values: Iterable[Any], also: Sequence[str] = ("REGISTRY",)) -> list[str]:
    """Return the imports that lines of Python need: from this package, and the value types that are a user's own."""
    types = {type(value) for value in values if hasattr(value, "of")}
    theirs = [t for t in types if not t.__module__.startswith("axiomatrix.")]
    own = sorted((t.__name__, t.__module__.removeprefix(USER_FILE)) for t in theirs)
    ours = sorted(set(_CALLED.findall(_TEXTS.sub("", "\n".join(lines)))) - {name for name, _ in own})
    known = [f"from axiomatrix import {', '.join([*also, *ours])}"] if (*also, *ours) else []
    return [*known, *(f"from {m} import {name}" for name, m in own)]


def _scaled_sides(about: Restored, witness: Witness, terms: Sequence[tuple[Any, ...]]) -> list[str]:
    """Lines that print both sides of a statement about a scaled parameter, each with its value.

    No lines where the values that entered do not give the two sides of the witness, or where the lines would mix our
    rationals with what a user's definition answers.
    """
    metric, statement, instance = about
    arguments, value = dict(statement.arguments), instance.values
    name, degree = arguments.get("parameter"), arguments.get("degree", 1)
    if statement.axiom.id not in SCALED or type(degree) is not int:
        return []
    if not isinstance(name, str) or name not in metric.parameters:
        return []
    given, factor = dict(instance.parameters), value["c"]
    scaled = {**given, name: given[name].scaled(factor)}
    exact = ["from axiomatrix import exact", "c = exact.rational(c)  # exact, whatever is done to it"]
    if not _is_fraction(factor) and degree >= 0:
        exact = []
    if metric.is_foreign and (exact or not metric.exact):
        return []

    def known(one: str, other: str, parameters: Mapping[str, Any]) -> Any:
        wanted = [metric.name, value[one], value[other], parameters]
        return next(entered for *key, entered in terms if key == wanted)

    plainly = "".join(f", {p}={p}" for p in given)
    called = "".join(f", {p}={p}.scaled(c)" if p == name else f", {p}={p}" for p in given)
    try:
        left, right = known("a", "b", scaled), known("a", "b", given)
        if statement.axiom.id == "scale-free":
            right = factor**degree * right
            written = f"d(a, b{called})", (f"c**{degree} * " if degree != 1 else "c * ") + f"d(a, b{plainly})"
        else:
            left, right = left * known("e", "f", given), known("e", "f", scaled) * right
            written = f"d(a, b{called}) * d(e, f{plainly})", f"d(e, f{called}) * d(a, b{plainly})"
    except StopIteration:  # the axiom has no value for one of them
        return []
    if (str(left), str(right)) != (witness.lhs, witness.rhs):
        return []
    return [*exact, *(f"print({side})  # {decided}" for side, decided in zip(written, (left, right), strict=True))]


def _is_fraction(value: Any) -> bool:
    return hasattr(value, "q") and value.q != 1


def _literal(value: Any) -> str:
    """The value as Python; ``1/2`` pasted would be a float."""
    return f"Fraction({value.p}, {value.q})" if _is_fraction(value) else repr(value)
