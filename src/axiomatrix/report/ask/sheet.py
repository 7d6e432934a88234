"""Metrics side by side, and the choice among them, as text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ...evidence.decimals import short_number
from ...evidence.safe import visible
from ...evidence.words import counted
from ...model.registry import Registry
from ...studies.ask.choosing import Choice, Wish, behind
from ...studies.ask.comparing import ComparedStatement, MetricComparison
from ...studies.ask.parting import Parting
from ...studies.ask.standing import Standing
from ..relations.data import RelationData
from ..tables import plain
from .words import LEGEND, relation, short, wrapped

MOST_OTHERS = 12
"""Metrics that do not fit and are listed."""
AS_FAR = "as far as was decided"
"""What is searched may still be broken: tables say how far each cell goes, and headings no more than they."""
UNDER_ALL = "one with parameters fulfils a wish only if it does under all of them"


def comparison(compared: MetricComparison, registry: Registry, relations: list[str], width: int) -> str:
    """Axioms as rows, metrics as columns, differences first, each with the smallest instance that shows it."""
    lines = [line for one in compared.readings if not one.exact for line in wrapped(one.text, width, "", "  ")]
    if compared.has_twins:
        twins = "some of these names are one row, whose verdicts are for every value of its parameters"
        lines += wrapped(twins, width, "", "  ")
    heads = ["", *(visible(reading.shown) for reading in compared.readings)]
    differ = [line for line in compared.lines if line.differs]
    agree = [line for line in compared.lines if line.agrees]
    open_ = [line for line in compared.lines if not line.differs and not line.agrees]
    if len(compared.readings) == 1:
        parts = {_count(agree): agree, "not known": open_}
    else:
        parts = {f"they differ, {AS_FAR}": differ, "not known of all": open_, f"they agree, {AS_FAR}": agree}
    for title, rows in parts.items():
        if rows:
            table = [[visible(line.title), *map(short, line.standings)] for line in rows]
            lines += ["", title, *_table(heads, table, width)]
    if compared.lines or not compared.alone:
        lines += ["", *wrapped(LEGEND if compared.lines else "none of these axioms is about them", width, "", "  ")]
    if compared.alone:
        alone = (f"{cell.title} ({cell.metric}: {short(Standing((cell,)))})" for cell in compared.alone)
        lines += ["", *wrapped(f"asked of one of them only: {', '.join(alone)}", width, "", "  ")]
    for line in (line for line in compared.lines if line.differs):
        lines += ["", visible(line.title), *_parting(compared.parting(line, registry), width)]
    return "\n".join([*lines, *(["", *relations] if relations else [])]).strip("\n")


def _count(lines: list[ComparedStatement]) -> str:
    """How many statements hold of one metric, and how many do not."""
    holding = sum(line.standings[0].holds is True for line in lines)
    if holding == len(lines):
        return f"all {holding} hold, {AS_FAR}"
    return f"{holding} of {len(lines)} hold, {AS_FAR}" if holding else f"none of {len(lines)} holds, {AS_FAR}"


def _table(heads: list[str], rows: list[list[str]], width: int) -> list[str]:
    """A table; cut into several side by side where it is wider than there is room."""
    count = len(heads)
    while count > 2 and max(map(len, plain(heads[:count], [row[:count] for row in rows]).splitlines())) > width:
        count -= 1
    part = plain(heads[:count], [row[:count] for row in rows]).splitlines()
    if count == len(heads):
        return part
    rest = [[row[0], *row[count:]] for row in rows]
    return [*part, "", *_table(["", *heads[count:]], rest, width)]


def _parting(parting: Parting | None, width: int) -> list[str]:
    if parting is None:
        return ["  no list on which they part was found among the small ones"]
    values = ", ".join(f"{name} = {value}" for name, value in parting.instance.values.items())
    minimal = "smallest" if parting.smallest else "smallest found"
    lines = wrapped(f"n = {parting.instance.n}, {minimal}: {values}", width)
    for one in parting.answers:
        given = ", ".join(f"{name} = {_number(value)}" for name, value in one.parameters.items())
        with_ = f" ({given})" if given else ""
        lines += wrapped(f"{one.shown}{with_}: {relation(one.relation, true=one.true)}", width, "    ", "  ")
    otherwise = "    (under the parameters named, none was found among the small lists)"
    return lines if parting.as_named else [*lines, otherwise]


def _number(value: Any) -> str:
    return value.text() if hasattr(value, "text") else str(value)


def choice(chosen: Choice, what: str, about: str, width: int) -> str:
    """The metrics that fit, and what each of the others misses by."""
    wishes = ", ".join(wish.text for wish in chosen.wishes)
    of = len(chosen.fit) + len(chosen.others)
    lines = wrapped(f"{counted(len(chosen.fit), what)} of {of} with, {AS_FAR}: {wishes}", width, "", "  ")
    if chosen.fit:
        rows = [[one.row.name, *(short(standing) for _, standing in one.standings)] for one in chosen.fit]
        lines += ["", *_table(["", *(wish.text for wish in chosen.wishes)], rows, width)]
    for wish_set in chosen.impossible:
        together = " and ".join(wish.text for wish in wish_set)
        whose = f"{what} of {about}" if about else f"{what} of the report"
        lines += ["", *wrapped(f"no {whose} fulfils: {together}", width, "", "  ")]
        for clash in behind(wish_set):
            lines += wrapped(f"theorem {clash.text}", width, "  ", "  ")
    if chosen.others:
        lines += ["", *wrapped(f"the others, and what they miss ({UNDER_ALL})", width, "", "  ")]
    for other in chosen.others[:MOST_OTHERS]:
        missed = "; ".join(f"{wish.text} ({_why(wish, standing)})" for wish, standing in other.missed)
        lines += wrapped(f"{other.row.name}: {missed}", width, hang="    ")
    more = len(chosen.others) - MOST_OTHERS
    return "\n".join([*lines, f"  and {more} more"] if more > 0 else lines)


def _why(wish: Wish, standing: Standing) -> str:
    if not standing.applies:
        return "it says nothing of it" if standing.cells else "not asked of it"
    return short(standing) if wish.must or standing.holds is None else f"nothing breaks it: {short(standing)}"


def related(relations: Iterable[RelationData], names: Mapping[str, str], width: int) -> list[str]:
    """What is known of each two of these metrics; ``names`` maps their rows to what they are called."""
    lines: list[str] = []
    for one in relations:
        if one.a not in names or one.b not in names or one.cut not in ("", "n"):
            continue
        a, b = names[one.a], names[one.b]
        given = ", ".join(dict.fromkeys(filter(None, (one.a_given, one.b_given))))
        line = f"{a}, {b}" + (f" ({given})" if given else "") + f": {one.statement} ({one.verdict})"
        bounds = [bound for bound in one.bounds if bound[1] is not None or bound[3] is not None]
        if bounds and one.kind != "identical":
            n, low, _, high, _, _ = bounds[-1]
            below = f"{short_number(low, down=True)} {a} <= " if low is not None else ""
            above = f" <= {short_number(high, down=False)} {a}" if high is not None else ""
            line += f"; {below}{b}{above} at n = {n}"
        if one.agreement:
            n, pairs, _, differently, _, _ = one.agreement[-1]
            line += f"; {differently:,} of {pairs:,} pairs at n = {n} are ordered differently"
        lines += wrapped(line, width, "", "  ")
    return ["what relations.json says", *lines] if lines else []
