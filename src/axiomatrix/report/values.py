"""What is known of the values of a parameter: in lines, and as Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from ..evidence.files import write_all
from ..evidence.safe import code, prose, visible
from ..studies.values.asking import AnsweredStatement
from .pictures.number_line import number_line

PAGE = "values.md"


def lines(answer: AnsweredStatement) -> Iterator[str]:
    """A statement on the terminal."""
    outcome = answer.values.note.text if answer.values else f"not known: {answer.reason}"
    yield visible(f"{answer.metric} x {answer.statement}: {outcome}")
    yield from (f"    {visible(shown)}" for shown in answer.instances)


def save(answers: Sequence[AnsweredStatement], directory: Path, title: str) -> None:
    """Write the page and its pictures."""
    files: dict[str, str] = {}
    parts = [f"# {prose(title)}", ""]
    for number, answer in enumerate(answers, 1):
        parts += [f"## {code(answer.metric)} x {code(answer.statement)}", ""]
        if answer.values is None:
            parts += [prose(f"Not known: {answer.reason}."), ""]
            continue
        note = answer.values.note
        picture = f"values-{number}.svg"
        files[picture] = number_line(note) + "\n"
        parts += [f"**{prose(note.text)}**", "", f"![{prose(note.text)}]({picture})", ""]
        parts += [*(f"- {prose(shown)}" for shown in answer.instances), ""]
    write_all(files | {PAGE: "\n".join(parts).rstrip() + "\n"}, directory)
