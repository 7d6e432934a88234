"""Python code to paste, which makes an instance again and prints the values of the metric on it.

Reports show it below each witness (:func:`constructor`), and as the ``@example`` line of a test (:func:`example`). A
*subject* is what a witness is about: metric, statement and instance. An *evaluation* is a call of a metric that the
statement made, with its value.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ..catalogue.user_frames import USER_FILE
from ..model.registry import Registry
from .evidence import Witness
from .instance import Definitions, Instance, MetricCall
from .notation import taken_parts
from .witness import WitnessSubject, restore

SCALED = ("scale-free", "scale-free-normalised")
"""Axioms about a parameter scaled by ``c``, whose two sides :func:`write_constructor` prints."""


def constructor(witness: Witness, registry: Registry) -> str:
    """Write Python that builds the instance and prints both sides, or every value of a metric that enters them."""
    subject = restore(witness, registry)
    return write_constructor(witness, subject, Definitions(registry).record(*subject).evaluations, registry)


def write_constructor(
    witness: Witness, subject: WitnessSubject, evaluations: Sequence[MetricCall], registry: Registry
) -> str:
    """Write the subject of a witness as Python that prints the values of these evaluations, each once.

    Its lines are such as ``a = Ranking.from_order([1, 2])``, ``d = REGISTRY.metric('kendall')`` and
    ``print(d(a, a))``. A statement about a scaled parameter prints its two sides instead. Metrics are called as their
    definitions are: with retrieved ids and relevant ids, where they take these.
    """
    metric, _, instance = subject
    variables = named_values(instance)
    metric_variable = next(name for name in ("d", "m", "metric", "the_metric") if name not in variables)
    scaled_lines = _scaled_sides(subject, witness, evaluations, metric_variable)
    printed_calls = [] if scaled_lines else list(evaluations)
    if not (scaled_lines or printed_calls):  # no call returned a value: print the call that raises
        arguments = tuple(instance.values.values())[: len(metric.arguments)]
        printed_calls = [MetricCall(metric, arguments, dict(instance.parameters), None)]

    def write_value(value: Any) -> str:
        """Write the first variable that has the value; without one, the value itself."""
        names = (name for name, v in variables.items() if v is value or (type(v) is type(value) and v == value))
        return next(names, None) or _literal(value)

    def write_call(call: MetricCall) -> str:
        name, texts = call.metric.name, []
        for space, point in zip(registry.metric(name).arguments.values(), call.arguments, strict=True):
            texts += list(taken_parts(space, point).values()) or [write_value(point)]
        texts += [f"{parameter}={write_value(value)}" for parameter, value in call.parameters.items()]
        callee = metric_variable if name == witness.metric else f"REGISTRY.metric({name!r})"
        return f"{callee}({', '.join(texts)})"

    lines = [f"{name} = {_literal(value)}" for name, value in variables.items()]
    lines += [
        f"{metric_variable} = REGISTRY.metric({witness.metric!r})",
        *scaled_lines,
        *(f"print({text})" for text in dict.fromkeys(map(write_call, printed_calls))),
    ]
    return "\n".join([*_fraction_import(lines), *imports(lines, variables.values()), "", *lines]) + "\n"


def named_values(instance: Instance) -> dict[str, Any]:
    """Name the values and parameters as variables; parameters as :func:`parameter_variable` says."""
    values = instance.values
    return {**values, **{parameter_variable(name, values): value for name, value in instance.parameters.items()}}


def parameter_variable(parameter: str, values: Mapping[str, Any]) -> str:
    """Return the variable of a parameter: its name, or ``i_`` for ``i`` if a value of the instance has that name."""
    return f"{parameter}_" if parameter in values else parameter


def example(instance: Instance) -> str:
    """Write the ``@example(...)`` line that makes a test under ``@given`` try the instance first, with its imports."""
    variables = named_values(instance)
    line = f"@example({', '.join(f'{name}={_literal(value)}' for name, value in variables.items())})"
    imported = imports([line], variables.values(), also=())
    return "\n".join([*_fraction_import([line]), *imported, "from hypothesis import example", "", line]) + "\n"


def _fraction_import(lines: Iterable[str]) -> list[str]:
    """Return the import of Fraction and a blank line, if the lines need it; else an empty list."""
    return ["from fractions import Fraction", ""] if any("Fraction(" in line for line in lines) else []


_CALLED = re.compile(r"\b(Relabelling(?=\()|[A-Z]\w*(?=\.(?:of|from_order)\())")
"""Names of value types that a line of Python uses: ``Relabelling(``, ``Ranking.of(`` ..."""
_TEXTS = re.compile(r"'(?:[^'\\]|\\.)*'" + r'|"(?:[^"\\]|\\.)*"')
"""String literals: names in them may look like calls."""


def imports(lines: Iterable[str], values: Iterable[Any], also: Sequence[str] = ("REGISTRY",)) -> list[str]:
    """Return the imports that lines of Python need: from this package, and the value types that are a user's own.

    ``values`` are the values that the lines build, and ``also`` names what to import from this package in any case.
    """
    types = {type(value) for value in values if hasattr(value, "of")}
    user_types = [t for t in types if not t.__module__.startswith("axiomatrix.")]
    user_names = sorted((t.__name__, t.__module__.removeprefix(USER_FILE)) for t in user_types)
    called_types = set(_CALLED.findall(_TEXTS.sub("", "\n".join(lines))))
    package_names = sorted(called_types - {name for name, _ in user_names})
    from_package = [*also, *package_names]
    imported = [f"from axiomatrix import {', '.join(from_package)}"] if from_package else []
    return [*imported, *(f"from {module} import {name}" for name, module in user_names)]


def _scaled_sides(subject: WitnessSubject, witness: Witness, calls: Sequence[MetricCall], variable: str) -> list[str]:
    """Write lines that print both sides of a statement about a scaled parameter, each with its value.

    ``scale-free`` says d(a, b; c w) = c^degree d(a, b; w), and its normalised form compares the ratios of two such
    distances. ``calls`` are recorded with their values, and ``variable`` holds the metric. The list is empty for
    any other statement, if the recorded values do not give the two sides of the witness, or if the lines would mix our
    rationals with the numbers of a user's definition.
    """
    metric, statement, instance = subject
    values = instance.values  # by name: the arguments a and b (e and f too if normalised), and the factor c
    statement_arguments = dict(statement.arguments)
    name, degree = statement_arguments.get("parameter"), statement_arguments.get("degree", 1)
    if statement.axiom.id not in SCALED or type(degree) is not int:
        return []
    if not isinstance(name, str) or name not in metric.parameters:
        return []
    unscaled, factor = dict(instance.parameters), values["c"]
    scaled = {**unscaled, name: unscaled[name].scaled(factor)}
    exact_lines: list[str] = []
    if _is_fraction(factor) or degree < 0:  # a power of a whole c is whole, and Python keeps it exact
        exact_lines = ["from axiomatrix import exact", "c = exact.rational(c)  # exact, whatever is done to it"]
    if metric.is_foreign and (exact_lines or not metric.exact):  # a user's definition may not take our rationals
        return []

    def value_of_call(first: str, second: str, parameters: Mapping[str, Any]) -> Any:
        """Return the recorded value of the metric on the instance's values with these names."""
        wanted = metric.name, (values[first], values[second]), parameters
        return next(c.value for c in calls if (c.metric.name, c.arguments, c.parameters) == wanted)

    variable_of = {parameter: parameter_variable(parameter, values) for parameter in unscaled}
    unscaled_text = "".join(f", {p}={v}" for p, v in variable_of.items())
    scaled_text = "".join(f", {p}={v}.scaled(c)" if p == name else f", {p}={v}" for p, v in variable_of.items())
    try:
        left, right = value_of_call("a", "b", scaled), value_of_call("a", "b", unscaled)
        if statement.axiom.id == "scale-free":
            right = factor**degree * right
            power = f"c**{degree} * " if degree != 1 else "c * "
            written = f"{variable}(a, b{scaled_text})", f"{power}{variable}(a, b{unscaled_text})"
        else:
            left, right = left * value_of_call("e", "f", unscaled), value_of_call("e", "f", scaled) * right
            written = (
                f"{variable}(a, b{scaled_text}) * {variable}(e, f{unscaled_text})",
                f"{variable}(e, f{scaled_text}) * {variable}(a, b{unscaled_text})",
            )
    except StopIteration:  # one of the calls had no value
        return []
    if (str(left), str(right)) != (witness.lhs, witness.rhs):
        return []
    return [
        *exact_lines,
        *(f"print({side})  # {decided}" for side, decided in zip(written, (left, right), strict=True)),
    ]


def _is_fraction(value: Any) -> bool:
    return hasattr(value, "q") and value.q != 1


def _literal(value: Any) -> str:
    """Write the value as Python; ``1/2`` itself would be evaluated to a float."""
    return f"Fraction({value.p}, {value.q})" if _is_fraction(value) else repr(value)
