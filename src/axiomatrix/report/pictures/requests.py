"""Requests for plots: the contents of a file (or a cell) that can be drawn, by name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from ...evidence import witness as witnesses
from ...evidence.files import Unreadable, read_json
from ...evidence.matrix import Matrix
from ...evidence.words import Positions, headline
from ...model.registry import Registry, Unknown
from ...studies.explore.answer import FORMAT as EXPLORATION
from ...studies.explore.answer import Answer, BadAnswer
from ..json_reports import MAX_BYTES, BadReport
from ..json_reports import read_matrix as read_report
from ..subjects.exploration_parts import Files
from .constants import drawn_constants
from .plotting import TitledFigure, fitted
from .witness import drawn_witness

Draw = Callable[[float | None], TitledFigure]
"""Draws a picture that many inches wide, or as wide as it is best."""
KINDS = {
    witnesses.FORMAT: "a witness, such as reports/witnesses/NAME.json",
    EXPLORATION: "an exploration, such as reports/explorations/kv7/answer.json",
}
"""The formats that have pictures, and what they are."""
MOST_AXIOMS = 12
"""Axioms of a metric that are listed."""


class NothingToDraw(ValueError):
    """A file or a cell without a picture; the text says why, and what has one."""


def pictures(file: Path, wanted: Sequence[str], registry: Registry) -> tuple[dict[str, Draw], list[str]]:
    """The pictures wanted of a file by the stems of their files, and the names of those that it has besides.

    :class:`NothingToDraw` says what is wrong with a file, or with what is wanted of it.
    """
    try:
        data = read_json(file, MAX_BYTES, "a file to draw")
    except Unreadable as error:
        raise NothingToDraw(str(error)) from None
    format = data.get("format") if isinstance(data, dict) else None
    try:
        if format == witnesses.FORMAT:
            if wanted:
                raise NothingToDraw(f"{wanted[0]}: a witness is one picture; only files that end in .py may follow")
            return {file.stem: _fitted(drawn_witness, witnesses.from_json(data), registry)}, []
        if format == EXPLORATION:
            return _of_answer(Answer.from_json(data).canonical(), wanted, registry)
    except (witnesses.BadWitness, BadAnswer) as error:
        raise NothingToDraw(f"{file}: {error}") from None
    raise NothingToDraw(f"{file}: nothing that can be drawn; that is {'; '.join(KINDS.values())}")


def _fitted(draw: Callable[..., TitledFigure], *given: object) -> Draw:
    """Drawn as it is best, and then fitted."""
    return lambda width: draw(*given) if width is None else fitted(draw(*given), width)


def _laid_out(draw: Callable[..., TitledFigure], *given: object) -> Draw:
    """Drawn for that width, so that letters stay as large as they are."""
    return lambda width: draw(*given) if width is None else fitted(draw(*given, width=width), width)


def missing(file: Path, names: Sequence[str], registry: Registry) -> str:
    """Say what to name beside a report: a metric and an axiom of it."""
    if not names:
        return f"{file}: name a metric and an axiom of it, or {'; '.join(KINDS.values())}"
    metric, *axioms = names
    if len(axioms) > 1:
        return f"{metric}: name one axiom after it, not {len(axioms)}"
    matrix = read_matrix(file)
    known = {*registry.metrics, *(row.name for row in matrix.rows)}
    if metric not in known:
        return str(Unknown("metric", metric, known))
    drawable = (cell.axiom for cell in matrix.cells if cell.metric == metric and cell.evidence.witness is not None)
    shown = list(dict.fromkeys(drawable))
    more = len(shown) - MOST_AXIOMS
    some = ", ".join(shown[:MOST_AXIOMS]) + (f" and {more} more" if more > 0 else "")
    return f"{metric}: name an axiom after it; {file} has {f'witnesses for: {some}' if some else 'no witness of it'}"


def read_matrix(file: Path) -> Matrix:
    """Read a report; :class:`NothingToDraw` says what is wrong with it."""
    try:
        return read_report(file)
    except BadReport as error:
        raise NothingToDraw(str(error)) from None


def _of_answer(answer: Answer, wanted: Sequence[str], registry: Registry) -> tuple[dict[str, Draw], list[str]]:
    named = Files(answer)
    every: dict[str, Draw] = {}
    if named.constants:
        every[named.constants] = _laid_out(drawn_constants, answer)
    for question in answer.questions:
        for name, witness in named.instances(question).items():
            every[name] = _fitted(drawn_witness, witness, registry)
    every = {name.removesuffix(".svg"): draw for name, draw in every.items()}
    if not every:
        raise NothingToDraw("the exploration has no extremes or instances to draw")
    chosen: dict[str, Draw] = {}
    for name in wanted or list(every)[:1]:
        pictures = {name: every[name]} if name in every else {k: d for k, d in every.items() if k.startswith(name)}
        if not pictures:
            begun = [begin for begin in ("instance",) if any(k.startswith(begin) for k in every)]
            raise NothingToDraw(str(Unknown("picture", name, [*every, *begun])))
        chosen |= pictures
    return chosen, [name for name in every if name not in chosen]


def unregistered(what: str, registry: Registry) -> str:
    """The metric of a witness file that is not registered; empty if there is none (or it is another file)."""
    try:
        data = read_json(Path(what), MAX_BYTES, "a file to draw")
        witness = witnesses.from_json(data)
    except (Unreadable, witnesses.BadWitness):
        return ""
    return "" if witness.metric in registry.metrics else witness.metric


def of_cell(metric: str, axiom: str, file: Path, registry: Registry) -> tuple[str, Draw]:
    """The picture of the most telling witness of a cell of a report, and the stem of its file."""
    matrix = read_matrix(file)
    rows, columns = [row.name for row in matrix.rows], [column.id for column in matrix.columns]
    for what, name, known in (("metric", metric, rows), ("axiom", axiom, columns)):
        if name not in known:
            raise NothingToDraw(f"{file}: {Unknown(what, name, known)}")
    lines = Positions(matrix).at(metric, axiom)
    shown = [line for line in lines if line.cell.evidence.witness is not None]
    if not shown:
        verdicts = "; ".join(f"{line.sign} {line.verdict}" for line in lines) or "was not checked"
        raise NothingToDraw(f"{metric}, {axiom}: no witness to draw: {verdicts}")
    witness = headline(shown).cell.evidence.witness
    assert witness is not None
    return witness.slug, _fitted(drawn_witness, witness, registry)
