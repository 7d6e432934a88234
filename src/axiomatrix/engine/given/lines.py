"""Lines of white-space separated columns, as run and judgement files have them; what is wrong is said with its line."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from pathlib import Path


class BadFile(ValueError):
    """A file that cannot be read as what it should be, with its name, the line and the rule."""


def columns(path: Path) -> Iterator[tuple[str, list[str]]]:
    """The columns of each line, with where it stands; empty lines and lines that begin with ``#`` are passed over.

    Only blanks and tabs separate columns: other white space may be part of a document's name.
    """
    try:
        with path.open(encoding="utf-8-sig", newline="\n") as file:
            for number, line in enumerate(file, 1):
                fields = line.rstrip("\r\n").replace("\t", " ").split(" ")
                fields = [column for column in fields if column]
                if fields and not fields[0].startswith("#"):
                    yield f"{path}, line {number}", fields
    except UnicodeDecodeError:
        raise BadFile(f"{path}: not a text file in UTF-8") from None
    except OSError as error:
        raise BadFile(f"{path}: {error.strerror or error}") from None


def number(text: str, what: str, where: str) -> Fraction:
    """A decimal number exactly as it is written; nan, infinities and absurd exponents are refused."""
    try:
        value = Decimal(text)
    except InvalidOperation:
        raise BadFile(f"{where}: the {what} is {text!r:.60}; it must be a number") from None
    if not value.is_finite():
        raise BadFile(f"{where}: the {what} is {text!r:.60}; it must be a finite number")
    if not -400 <= value.adjusted() <= 400 or len(text) > 400:
        raise BadFile(f"{where}: the {what} is {text!r:.60}; it must be of a size that a float can have")
    return Fraction(value)
