"""``axiomatrix replay``: a witness decided again."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..evidence import witness
from ..evidence.safe import visible
from ..model.registry import REGISTRY, Unknown
from .arguments import ItsFiles, Packages, installed_too, loaded
from .messages import refusing, usage


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
    from ..report.replayed import replayed

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
        typer.echo(visible(f"{file}: the definition raised {type(error).__name__}: {error!s:.300}"))
        raise typer.Exit(1) from None
    typer.echo(text)
    raise typer.Exit(0 if stands else 1)
