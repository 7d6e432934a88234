"""``axiomatrix list``: what is registered: metrics, axioms, claims, sources, spaces."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

import typer

from ..model.registry import REGISTRY, Registry
from ..report.document import Document
from ..report.subjects import axiom, metric, sources
from .arguments import MoreFiles, loaded
from .messages import check_name, show

LISTS: dict[str, Callable[[Registry], Document]] = {
    "metrics": metric.list_document,
    "axioms": axiom.list_document,
    "claims": sources.claims_document,
    "sources": sources.sources_document,
    "spaces": sources.spaces_document,
}
"""What can be listed."""


def list_command(
    what: Annotated[str, typer.Argument(help="metrics, axioms, claims, sources or spaces")] = "metrics",
    files: MoreFiles = None,
) -> None:
    """List what is registered: metrics, axioms, claims, sources, spaces.

    For instance: axiomatrix list axioms
    """
    loaded(files or [])
    check_name("list", what, LISTS)
    show(LISTS[what](REGISTRY))
