"""Python to paste: both metrics of a relation evaluated on one instance."""

from __future__ import annotations

import re
import sys
from types import ModuleType

from ...model.metric import Metric
from ...values import judged, orders, rankings
from ...values import parameters as values
from .answer import ShownInstance
from .defaults import parameters

MODULES: tuple[ModuleType, ...] = (judged, orders, values, rankings)
"""Where the constructors of instances and parameters are."""


def pasted(a: Metric, b: Metric, cut: str, shown: ShownInstance) -> list[str]:
    """The lines of a program that prints the two values."""
    calls, modules = [], list(MODULES)
    for metric in (a, b):
        given = parameters(metric, shown.n, cut or "n")
        modules += [sys.modules[type(value).__module__] for value in given.values() if hasattr(value, "of")]
        written = "".join(f", {name}={_literal(value)}" for name, value in given.items())
        calls.append(f"print(REGISTRY.metric({metric.name!r})(*x{written}))")
    instance = f"x = ({', '.join(shown.arguments)},)"
    used = set(re.findall(r"\b([A-Z]\w*)\.(?:of|from_order)\(", " ".join([instance, *calls])))
    lines = ["from axiomatrix import REGISTRY"]
    for module in dict.fromkeys(modules):
        names = sorted(
            name for name in used if getattr(getattr(module, name, None), "__module__", "") == module.__name__
        )
        lines += [f"from {module.__name__} import {', '.join(names)}"] if names else []
    return [*lines, "", instance, *calls]


def _literal(value: object) -> str:
    """A parameter as Python that the metric takes: whole numbers, vectors as constructors, other numbers as texts."""
    if isinstance(value, int):
        return str(int(value))
    return repr(value) if hasattr(value, "of") else repr(str(value))
