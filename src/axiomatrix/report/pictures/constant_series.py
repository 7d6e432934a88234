"""The data of a picture of best constants: lines with exact values and bounds, claimed constants, metrics' symbols.

``constants.py`` draws them. An exploration asks for the best constant c of an inequality between two quantities, such
as d1 <= c d2, for inputs of each size n. The best constant is the largest ratio (sense "sup") or the smallest one
("inf"). An answer to an exploration has questions, and a question has a result for each size. Constants are exact
numbers as text; ``near`` makes a float of one.
"""

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
"""The symbol at the beginning of a formula such as ``F_D(a, b) = ...``. A longer one would save no space."""
_NAMES = re.compile(r"[\w-]+(?:\[[\w-]+\])?")
"""Texts that may be the name of a metric, with its variant in brackets, such as ``ndcg[linear]``."""
MAX_SEPARATE_LINES = 8
"""Lines of a picture up to which equal lines are drawn separately; with more, equal ones are merged."""


@dataclass
class Series:
    """A line of the picture: the best constants of one sense (smallest or largest) of one quantity, by n.

    A size is in ``exact`` or in ``bounds``, not in both; a size without any value is in neither.
    """

    name: str
    sense: Sense
    colour: str
    marker: str
    exact: dict[int, str] = field(default_factory=dict)
    """The best constants that are decided."""
    bounds: dict[int, str] = field(default_factory=dict)
    """The best values found at sizes without an exact one."""
    refuted: set[int] = field(default_factory=set)
    """The sizes at which the claimed constant is refuted."""

    @property
    def values(self) -> dict[int, str]:
        """The exact value or the bound at each n."""
        return {**self.bounds, **self.exact}

    def before(self, n: int) -> str:
        """The value at the next smaller size; empty at the first."""
        smaller_sizes = [m for m in self.values if m < n]
        return self.values[max(smaller_sizes)] if smaller_sizes else ""

    def after(self, n: int) -> str:
        """The value at the next larger size; empty at the last."""
        larger_sizes = [m for m in self.values if m > n]
        return self.values[min(larger_sizes)] if larger_sizes else ""

    def add_bound(self, n: int, value: str) -> None:
        """Keep the value if n has no exact one and it is the strongest bound so far.

        An instance with a smaller ratio is the stronger bound of an infimum, and one with a larger ratio of a supremum.
        """
        if n in self.exact:
            return
        sign = 1 if self.sense == "inf" else -1
        if n not in self.bounds or sign * near(value) < sign * near(self.bounds[n]):
            self.bounds[n] = value


def series(answer: Answer, sense: Sense) -> list[Series]:
    """The lines of one sense of an exploration. Questions about the same quantity of a metric share a line."""
    by_quantity = grouped(answer.questions, lambda question: (question.metric, question.quantity, question.space))
    lines = []
    for k, questions in enumerate(by_quantity.values()):
        # a question's label, without the title of the exploration; if they differ, the metric names the line
        labels = {question.label.removesuffix(f": {answer.title}") for question in questions}
        name = variant_symbol(labels.pop() if len(labels) == 1 else questions[0].metric)
        colour, marker = _colour_and_marker(k)
        line = Series(name, sense, colour, marker)
        _add_values(line, questions)
        if line.exact or line.bounds:
            lines.append(line)
    return lines if len(lines) <= MAX_SEPARATE_LINES else _merge_equal(lines)


def _add_values(line: Series, questions: Sequence[Question]) -> None:
    """Add the values of questions to their line: the exact ones first, since they replace bounds."""
    bounds: list[tuple[int, str]] = []
    for question in questions:
        for size in question.sizes:
            best = size.extreme(line.sense)
            if best is None:
                continue
            if size.verdict == "undecided":
                bounds.append((size.n, best.value))
            else:
                line.exact[size.n] = best.value
        if question.sense == line.sense:  # the claim is about this sense
            line.refuted.update(question.sizes_with("refuted"))
    bounds += [(bound.n, bound.value) for q in questions for bound in q.bounds if bound.sense == line.sense]
    for n, value in bounds:
        line.add_bound(n, value)


def _merge_equal(lines: Sequence[Series]) -> list[Series]:
    """Merge equal lines into one with the name of the first, and the number of the others."""
    lines_by_values = grouped(lines, lambda line: repr((line.exact, line.bounds, line.refuted)))
    merged = []
    for k, (line, *others) in enumerate(lines_by_values.values()):
        colour, marker = _colour_and_marker(k)  # reassigned, since fewer lines are left
        name = f"{line.name} and {len(others)} more" if others else line.name
        merged.append(replace(line, name=name, colour=colour, marker=marker))
    return merged


def _colour_and_marker(k: int) -> tuple[str, str]:
    """Colour and marker of line k, from 0; when the colours begin again, they come with other markers."""
    return COLOURS[k % len(COLOURS)], MARKERS[(k + k // len(COLOURS)) % len(MARKERS)]


def claimed_constants(questions: Sequence[Question], sense: Sense) -> dict[str, list[str]]:
    """The claimed constants of one sense, each with its sources."""
    constants: dict[str, list[str]] = {}
    for question in questions:
        if question.constant and question.sense == sense:
            sources = constants.setdefault(question.constant, [])
            sources += [note.source for note in question.claims if note.source not in sources]
    return constants


# --- symbols of metrics, such as F_D: formulas begin with them, and they are shorter than names in a picture


def symbol(name: str) -> str:
    """The symbol in the formula of a metric or of one of its variants, such as F_D; the name if no formula has one."""
    metrics = load_catalogue().metrics
    if name not in metrics:
        return one_line_text(name)
    variants = [metric for metric in metrics.values() if metric.id == metrics[name].id]
    matches = (_SYMBOL.match(metric.formula) for metric in (metrics[name], *variants))
    return next((match[1] for match in matches if match), one_line_text(name))


def variant_symbol(name: str) -> str:
    """The symbol of a metric with its variant, such as F_D[le], for pictures of several variants."""
    short = symbol(name)
    if "[" in short:  # it is the name, which has the variant already
        return short
    _, bracket, variant = name.partition("[")
    return short + one_line_text(bracket + variant)


def in_symbols(text: str) -> str:
    """The text with symbols in place of metrics' names."""
    metrics = load_catalogue().metrics
    return one_line_text(_NAMES.sub(lambda match: symbol(match[0]) if match[0] in metrics else match[0], text))
