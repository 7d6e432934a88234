"""What stands for a metric in a picture: the symbol that its formula begins with, such as F_D."""

from __future__ import annotations

import re

from ...catalogue.loading import load_catalogue
from .drawing import said_safely

_SYMBOL = re.compile(r"([A-Za-z]\w{0,6}\*?)\([^()]*\) = ")
_NAMES = re.compile(r"[\w-]+(?:\[[\w-]+\])?")


def symbol(name: str) -> str:
    """The symbol of a metric, or of a variant beside it; the name itself where no formula has one."""
    metrics = load_catalogue().metrics
    if name not in metrics:
        return said_safely(name)
    beside = [metric for metric in metrics.values() if metric.id == metrics[name].id]
    matches = (_SYMBOL.match(metric.formula) for metric in (metrics[name], *beside))
    return next((one[1] for one in matches if one), said_safely(name))


def of_variant(name: str) -> str:
    """The symbol of a metric with its variant, such as F_D[le]: for pictures of several variants."""
    short, (_, between, variant) = symbol(name), name.partition("[")
    return short if "[" in short else short + said_safely(between + variant)


def in_symbols(text: str) -> str:
    """A text with the symbols of the metrics that it names."""
    metrics = load_catalogue().metrics
    return said_safely(_NAMES.sub(lambda match: symbol(match[0]) if match[0] in metrics else match[0], text))
