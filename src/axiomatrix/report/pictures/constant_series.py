"""The lines of a picture of best constants: exact values, bounds, claims, and the symbols that name metrics."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from ...catalogue import load_catalogue
from ...evidence.notation import near
from ...evidence.words import grouped
from ...studies.explore.answer import Answer, Question
from ...studies.explore.results import Sense
from .plotting import COLOURS, MARKERS, one_line_text

_SYMBOL = re.compile(r"([A-Za-z]\w{0,6}\*?)\([^()]*\) = ")
_NAMES = re.compile(r"[\w-]+(?:\[[\w-]+\])?")
MOST_LINES = 8
"""Lines of a picture in which each has its own, though another one is the same."""


@dataclass
class Series:
    """The extremes of one sense of one quantity: a line of the picture."""

    name: str
    sense: Sense
    colour: str
    marker: str
    exact: dict[int, str] = field(default_factory=dict)
    bounds: dict[int, str] = field(default_factory=dict)
    """Bounds: what is best found, where nothing exact is known."""
    refuted: set[int] = field(default_factory=set)

    @property
    def every(self) -> dict[int, str]:
        """Exact values and bounds."""
        return {**self.bounds, **self.exact}

    def before(self, n: int) -> str:
        """The value at the size before; empty if there is none."""
        return self.every[max(m for m in self.every if m < n)] if min(self.every) < n else ""

    def after(self, n: int) -> str:
        """The value at the size after; empty if there is none."""
        return self.every[min(m for m in self.every if m > n)] if max(self.every) > n else ""

    def add_bound(self, n: int, value: str) -> None:
        """Keep the strongest bound of each n that is not known exactly."""
        sign = 1 if self.sense == "inf" else -1
        if n not in self.exact and (n not in self.bounds or sign * (near(value) - near(self.bounds[n])) < 0):
            self.bounds[n] = value


def series(answer: Answer, sense: Sense) -> list[Series]:
    """The lines of one sense: questions of one quantity of one row share a line; of many, those that are the same."""
    same = grouped(answer.questions, lambda question: (question.metric, question.quantity, question.space))
    listed = []
    for k, ((metric, _, _), questions) in enumerate(same.items()):
        labels = {question.label.removesuffix(f": {answer.title}") for question in questions}
        name = of_variant(labels.pop() if len(labels) == 1 else metric)
        line = Series(name, sense, *_look(k))
        sizes = [(size, one.value) for q in questions for size in q.sizes if (one := size.extreme(sense)) is not None]
        line.exact = {size.n: value for size, value in sizes if size.verdict != "undecided"}
        line.refuted = {n for q in questions if q.sense == sense for n in q.sizes_with("refuted")}
        bounds = [(size.n, value) for size, value in sizes if size.verdict == "undecided"]
        for n, value in [*bounds, *((b.n, b.value) for q in questions for b in q.bounds if b.sense == sense)]:
            line.add_bound(n, value)
        if line.exact or line.bounds:
            listed.append(line)
    return listed if len(listed) <= MOST_LINES else _merged(listed)


def _merged(lines: Sequence[Series]) -> list[Series]:
    """Each line once, by the name of the first that is the same, and how many more are."""
    same = grouped(lines, lambda line: repr((line.exact, line.bounds, line.refuted)))
    merged = []
    for k, (first, *more) in enumerate(same.values()):
        colour, marker = _look(k)
        name = f"{first.name} and {len(more)} more" if more else first.name
        merged.append(replace(first, name=name, colour=colour, marker=marker))
    return merged


def _look(k: int) -> tuple[str, str]:
    """Colour and marker of a line."""
    return COLOURS[k % len(COLOURS)], MARKERS[(k + k // len(COLOURS)) % len(MARKERS)]


def claimed(questions: Sequence[Question], sense: Sense) -> dict[str, list[str]]:
    """The constants claimed, each with the sources that claim it."""
    constants: dict[str, list[str]] = {}
    for question in questions:
        if question.constant and question.sense == sense:
            sources = constants.setdefault(question.constant, [])
            sources += [note.source for note in question.claims if note.source not in sources]
    return constants


# --- what stands for a metric in a picture: the symbol that its formula begins with, such as F_D


def symbol(name: str) -> str:
    """The symbol of a metric, or of a variant beside it; the name itself where no formula has one."""
    metrics = load_catalogue().metrics
    if name not in metrics:
        return one_line_text(name)
    beside = [metric for metric in metrics.values() if metric.id == metrics[name].id]
    matches = (_SYMBOL.match(metric.formula) for metric in (metrics[name], *beside))
    return next((one[1] for one in matches if one), one_line_text(name))


def of_variant(name: str) -> str:
    """The symbol of a metric with its variant, such as F_D[le]: for pictures of several variants."""
    short, (_, between, variant) = symbol(name), name.partition("[")
    return short if "[" in short else short + one_line_text(between + variant)


def in_symbols(text: str) -> str:
    """A text with the symbols of the metrics that it names."""
    metrics = load_catalogue().metrics
    return one_line_text(_NAMES.sub(lambda match: symbol(match[0]) if match[0] in metrics else match[0], text))
