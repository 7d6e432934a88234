"""Find the pictures of a file or a cell, for ``axiomatrix report FILE --picture``.

A witness is the instance that settles a cell, the result for one metric and one axiom. A file with a witness has one
picture, an exploration several with names, and a report one for the witness of each cell.
"""

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
from ..subjects.exploration_parts import ExplorationFiles
from .constants import draw_constants
from .plotting import TitledFigure, fit_to_width
from .witness import draw_witness

Draw = Callable[[float | None], TitledFigure]
"""Draws a picture with this width in inches, or for None with its natural width."""
DRAWABLE_FORMATS = {
    witnesses.FORMAT: "a witness, such as reports/witnesses/NAME.json",
    EXPLORATION: "an exploration, such as reports/explorations/kv7/answer.json",
}
"""The formats of files that can be drawn, with a description for messages."""
MAX_AXIOMS_LISTED = 12
"""Axioms that a message lists."""


class NothingToDraw(ValueError):
    """A file or a cell without a picture; the text says why, and what can be drawn."""


def pictures(file: Path, requested: Sequence[str], registry: Registry) -> tuple[dict[str, Draw], list[str]]:
    """The requested pictures of a file, by the stems of the files to write, and the names of its other pictures.

    ``requested`` are the names that the user wrote, or how they begin; none for a witness. Raises
    :class:`NothingToDraw`, which says why the file or one of the names cannot be drawn.
    """
    try:
        data = read_json(file, MAX_BYTES, "a file to draw")
    except Unreadable as error:
        raise NothingToDraw(str(error)) from None
    format = data.get("format") if isinstance(data, dict) else None
    try:
        if format == witnesses.FORMAT:
            if requested:
                raise NothingToDraw(f"{requested[0]}: a witness is one picture; only files that end in .py may follow")
            return {file.stem: _make_scaled_draw(draw_witness, witnesses.from_json(data), registry)}, []
        if format == EXPLORATION:
            answer = Answer.from_json(data).canonical()  # as ``explore --out`` has it, so that the pictures are equal
            return _exploration_pictures(answer, requested, registry)
    except (witnesses.BadWitness, BadAnswer) as error:
        raise NothingToDraw(f"{file}: {error}") from None
    raise NothingToDraw(f"{file}: cannot be drawn; name {', or '.join(DRAWABLE_FORMATS.values())}")


def _make_scaled_draw(draw: Callable[..., TitledFigure], *arguments: object) -> Draw:
    """Return a function that draws in the natural width, and scales the figure to the requested width."""
    return lambda width: draw(*arguments) if width is None else fit_to_width(draw(*arguments), width)


def _make_resized_draw(draw: Callable[..., TitledFigure], *arguments: object) -> Draw:
    """Return a function that draws for the requested width, so that the size of letters stays the same."""
    return lambda width: draw(*arguments) if width is None else fit_to_width(draw(*arguments, width=width), width)


def missing_names(file: Path, names: Sequence[str], registry: Registry) -> str:
    """Return the message for a user who did not name both a metric and an axiom of a report: what to name."""
    if not names:
        return f"{file}: add a metric and an axiom, or name {', or '.join(DRAWABLE_FORMATS.values())}"
    metric, *axioms = names
    if len(axioms) > 1:
        return f"{metric}: add one axiom, not {len(axioms)}"
    matrix = read_matrix(file)
    rows = {*registry.metrics, *(row.name for row in matrix.rows)}
    if metric not in rows:
        return str(Unknown("metric", metric, rows))
    cells_with_witness = (cell for cell in matrix.cells if cell.metric == metric and cell.evidence.witness is not None)
    drawable_axioms = list(dict.fromkeys(cell.axiom for cell in cells_with_witness))
    listed_axioms = ", ".join(drawable_axioms[:MAX_AXIOMS_LISTED])
    further_count = len(drawable_axioms) - MAX_AXIOMS_LISTED
    if further_count > 0:
        listed_axioms += f" and {further_count} more"
    witnesses_of_metric = f"witnesses for: {listed_axioms}" if listed_axioms else "no witness of it"
    return f"{metric}: add an axiom; {file} has {witnesses_of_metric}"


def read_matrix(file: Path) -> Matrix:
    """Read a report. Raises :class:`NothingToDraw`, with the reason, if it is invalid."""
    try:
        return read_report(file)
    except BadReport as error:
        raise NothingToDraw(str(error)) from None


def _exploration_pictures(
    answer: Answer, requested: Sequence[str], registry: Registry
) -> tuple[dict[str, Draw], list[str]]:
    """The requested pictures of an exploration, by default the first one, and the names of the others.

    A name that no picture has selects all whose names begin with it.
    """
    files = ExplorationFiles(answer)  # the names of the files that ``explore --out`` writes
    draw_by_file: dict[str, Draw] = {}
    if files.constants_picture:
        draw_by_file[files.constants_picture] = _make_resized_draw(draw_constants, answer)
    for question in answer.questions:
        for file, witness in files.instance_pictures(question).items():
            draw_by_file[file] = _make_scaled_draw(draw_witness, witness, registry)
    available = {file.removesuffix(".svg"): draw for file, draw in draw_by_file.items()}
    if not available:
        raise NothingToDraw("the exploration has no extremes or instances to draw")
    chosen: dict[str, Draw] = {}
    for requested_name in requested or list(available)[:1]:
        names = [name for name in available if name.startswith(requested_name)]
        if requested_name in available:
            names = [requested_name]
        if not names:
            # "instance" selects all pictures of instances, so it may be suggested like a name
            prefixes = ["instance"] if any(name.startswith("instance") for name in available) else []
            raise NothingToDraw(str(Unknown("picture", requested_name, [*available, *prefixes])))
        chosen |= {name: available[name] for name in names}
    return chosen, [name for name in available if name not in chosen]


def unregistered_metric(path: str, registry: Registry) -> str:
    """The metric of a witness file if it is not registered; empty if it is, and for other files."""
    try:
        data = read_json(Path(path), MAX_BYTES, "a file to draw")
        witness = witnesses.from_json(data)
    except (Unreadable, witnesses.BadWitness):
        return ""
    return "" if witness.metric in registry.metrics else witness.metric


def cell_picture(metric: str, axiom: str, file: Path, registry: Registry) -> tuple[str, Draw]:
    """Return the stem of the file to write and the picture of the most important witness of a metric and an axiom.

    ``file`` is a report. Raises :class:`NothingToDraw` for an unknown name, or without a witness.
    """
    matrix = read_matrix(file)
    rows, columns = [row.name for row in matrix.rows], [column.id for column in matrix.columns]
    if metric not in rows:
        raise NothingToDraw(f"{file}: {Unknown('metric', metric, rows)}")
    if axiom not in columns:
        raise NothingToDraw(f"{file}: {Unknown('axiom', axiom, columns)}")
    lines = Positions(matrix).at(metric, axiom)  # a line for each cell: the axiom may have several arguments
    with_witness = [line for line in lines if line.cell.evidence.witness is not None]
    if not with_witness:
        verdicts = "; ".join(f"{line.sign} {line.verdict}" for line in lines) or "was not checked"
        raise NothingToDraw(f"{metric}, {axiom}: no witness to draw: {verdicts}")
    witness = headline(with_witness).cell.evidence.witness  # of the most important line
    assert witness is not None
    return witness.slug, _make_scaled_draw(draw_witness, witness, registry)
