"""``axiomatrix verify``: a certificate checked by the definitions alone."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..evidence.safe import visible
from ..model.registry import REGISTRY
from .arguments import ItsFiles, entered
from .messages import usage


def verify_command(
    file: Annotated[Path, typer.Argument(help="A certificate, such as explorations/kv7/certificates/NAME.json.")],
    files: ItsFiles = None,
) -> None:
    """Check a certificate by the definitions alone, in plain fractions; exit status 0 if it stands, 1 if not.

    For instance: axiomatrix verify certificates/NAME.json
    """
    from ..evidence import certificate
    from ..verify import Refused, verify

    try:
        content = certificate.read(file)
        entered(files or [])
        verified = verify(content, REGISTRY)
    except certificate.DigestMismatch as error:
        typer.echo(visible(f"refused: {error}"))
        raise typer.Exit(1) from None
    except certificate.BadCertificate as error:
        raise usage(str(error)) from None
    except Refused as error:
        typer.echo(visible(f"refused: {file}: {error}"))
        raise typer.Exit(1) from None
    typer.echo(verified.text)
