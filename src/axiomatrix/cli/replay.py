"""``axiomatrix replay``: a witness decided again."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from msgspec.structs import replace

from ..evidence import witness
from ..evidence.blame import raise_if_ours
from ..evidence.fault import details_of
from ..evidence.instance import Changed
from ..evidence.safe import visible
from ..model.registry import REGISTRY, Registry, Unknown
from .arguments import ItsFiles, Packages, installed_too, loaded
from .messages import refusing, usage

OF_SIZE = {
    "smallest": "smallest: every smaller size is enumerated here",
    "not smallest": "not the smallest: a smaller size has one too",
    "not decided": "smallest: the file says so; not decided by replay",
}


def replay_command(
    file: Annotated[Path, typer.Argument(help="A witness, such as reports/witnesses/NAME.json.")],
    files: ItsFiles = None,
    package: Packages = None,
) -> None:
    """Decide a witness again by the definition alone; exit status 0 if it stands, 1 if not.

    Nothing in the file is believed but the instance: if a side of the relation is another one, both are shown and the
    status is 1.

    For instance: axiomatrix replay reports/witnesses/precision-at--confidence.json
    """
    with refusing(witness.BadWitness):
        stored = witness.read(file)
    loaded(files or [])
    installed_too(package)
    try:
        text, stands = replayed(witness.replay(stored, REGISTRY), REGISTRY)
    except witness.BadWitness as error:
        raise usage(f"{file}: {error}") from None
    except Unknown as error:
        raise usage(f"{file}: {error}; if it is yours, name its file: axiomatrix replay {file} FILE.py") from None
    except Exception as error:  # a definition may raise anything; here that is an answer, not a crash
        if not isinstance(error, Changed):
            raise_if_ours(error)
        details = details_of(error)
        typer.echo(visible(f"{file}: the definition raised {details.exception}: {details.message}"))
        typer.echo("\n".join(f"  {visible(line)}" for line in (details.place, *details.text) if line))
        raise typer.Exit(1) from None
    typer.echo(text)
    raise typer.Exit(0 if stands else 1)


def replayed(again: witness.Replay, registry: Registry) -> tuple[str, bool]:
    """The lines, and whether the witness stands as it is written.

    Of a witness that does not stand these are the two sides as they were stored and as they are decided now, and the
    instance; what it once showed is not said again.
    """
    from ..evidence.account.making import account_of
    from ..methods.cases import size_of
    from ..report.witness import account_text, given_lines, one_line

    stored = again.witness
    if not again.stands:
        lines = [
            "the witness does not stand",
            f"  stored:  {stored.lhs} {stored.op} {stored.rhs}",
            f"  decided: {again.sides}",
            "",
            *given_lines(account_of(stored, registry)),
        ]
        return "\n".join(map(one_line, lines)).rstrip(), False
    size = size_of(stored, registry) if stored.smallest else None
    wrong = again.differences
    if size == "not smallest":
        wrong.append("the file says that it is the smallest; a smaller size has one too")
    notes = [*(f"  {line}" for line in wrong), ""]
    shown = account_of(again.decided, registry)
    shown = replace(shown, minimal=OF_SIZE[size]) if size is not None and shown.minimal else shown
    head = "the witness does not stand as it is written" if wrong else "the witness stands"
    return "\n".join(map(one_line, [head, *notes, *account_text(shown, None)])).rstrip(), not wrong
