"""``axiomatrix list``: what is registered."""

from __future__ import annotations

from typing import Annotated

import typer

from ..model.registry import REGISTRY
from .arguments import MoreFiles, loaded
from .messages import check_name


def list_command(
    what: Annotated[str, typer.Argument(help="metrics, axioms, claims or sources")] = "metrics", files: MoreFiles = None
) -> None:
    """List what is registered: metrics, axioms, claims, sources.

    For instance: axiomatrix list axioms
    """
    from ..report import listing

    loaded(files or [])
    check_name("list", what, listing.KINDS)
    typer.echo(listing.KINDS[what](REGISTRY))
