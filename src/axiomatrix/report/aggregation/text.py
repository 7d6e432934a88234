"""An answer as text and Markdown."""

from __future__ import annotations

from ...evidence.decimals import beside
from ...evidence.safe import code, prose, visible
from ...evidence.words import counted
from ...studies.aggregate.answer import Aggregation, AlgorithmResult, Median
from ..tables import github, plain
from .data import CITED


def _given(answer: Aggregation) -> str:
    return f"{counted(answer.profile.voters, 'ranking')} of {answer.profile.n} items"


def terminal(answer: Aggregation) -> str:
    """The answer as plain text."""
    lines = [_given(answer)]
    for median in answer.medians:
        lines += ["", visible(_median_line(median))]
        lines += [f"  {visible(ranking)}" for ranking in median.rankings]
        lines += ["  and more"] if _more(median) else []
    rows = [list(map(visible, _row(one))) for one in answer.algorithms]
    return "\n".join([*lines, "", _bound(answer), "", plain(_heads(answer), rows)])


def markdown(answer: Aggregation) -> str:
    """The answer as a Markdown page."""
    lines = ["# Aggregated ranking", "", f"{_given(answer)}:", ""]
    for ranking, count in answer.profile.counted:
        lines.append(f"- {count} x {code(ranking)}")
    for median in answer.medians:
        lines += ["", f"## {prose(median.distance)} median", "", prose(_median_line(median)), ""]
        lines += [f"- {code(ranking)}" for ranking in median.rankings]
        lines += ["- and more"] if _more(median) else []
    rows = [[cell if k != 1 else code(cell) for k, cell in enumerate(_row(one))] for one in answer.algorithms]
    lines += ["", "## Algorithms", "", prose(_bound(answer)), "", github([prose(h) for h in _heads(answer)], rows)]
    return "\n".join([*lines, "", CITED, ""])


def _more(median: Median) -> bool:
    return median.count is None or median.count > len(median.rankings)


def _median_line(median: Median) -> str:
    other = median.distance.replace("K", "F") if "K" in median.distance else median.distance.replace("F", "K")
    many = "the only one" if median.unique else f"{median.count:,} of them" if median.count else "more than are listed"
    return (
        f"{median.distance} median: cost {median.cost} ({many}; {median.certified}); the first costs "
        f"{median.other_cost} under {other}"
    )


def _bound(answer: Aggregation) -> str:
    if answer.exact:
        return f"least Kendall cost {answer.least} (lower bound without search: {answer.bound})"
    return (
        f"the Kendall median is not computed for {answer.profile.n} items; no ranking costs less than {answer.bound}: "
        "the ratios are at most these"
    )


def _heads(answer: Aggregation) -> list[str]:
    mark = "*" if answer.weighted else ""
    return ["algorithm", "ranking", f"K{mark}", f"F{mark}", "ratio", "proved", "why"]


def _row(a: AlgorithmResult) -> list[str]:
    ratio = "none" if a.ratio is None else beside(str(a.ratio))
    by = a.approximation
    factor = "-" if by.factor is None else str(by.factor)
    return [by.algorithm, str(a.ranking), str(a.kendall), str(a.footrule), ratio, factor, by.source]
