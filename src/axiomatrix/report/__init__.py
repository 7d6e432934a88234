"""Reports: one matrix, rendered as JSON, Markdown, HTML, plain text and for terminals."""

from __future__ import annotations

import json
import os
from pathlib import Path

from .. import witness as witnesses
from ..catalogue import load_catalogue
from ..matrix import Matrix
from ..registry import Registry
from . import data, html, markdown, witness_page

__all__ = ["save"]


def save(matrix: Matrix, directory: Path, registry: Registry | None = None) -> list[Path]:
    """Write every report of the matrix into the directory; the files written, in a fixed order.

    ``compliance.json``, ``.md`` and ``.html``, the ledger ``claims.json``, ``.md`` and ``.html`` if the matrix has
    everything that the catalogue claims, and for each witness ``witnesses/<slug>.json`` and ``.md``. The same
    matrix gives the same bytes everywhere. Each file appears whole or not at all. Witness files of an earlier run
    that no cell has any more are removed; nothing else in the directory is touched.
    """
    shown = witness_page.accounts(matrix, registry)
    files = {
        "compliance.json": data.dumps(matrix),
        "compliance.md": markdown.page(matrix, registry, shown),
        "compliance.html": html.page(matrix, registry, shown),
    }
    files |= _ledger(matrix, registry if registry is not None else load_catalogue(), shown)
    for cell in matrix.cells:
        if cell.evidence.witness is not None:
            slug = cell.evidence.witness.slug
            files[f"witnesses/{slug}.json"] = json.dumps(witnesses.to_json(cell.evidence.witness), indent=1) + "\n"
            files[f"witnesses/{slug}.md"] = witness_page.markdown(shown[slug])
    folder = directory / "witnesses"
    folder.mkdir(parents=True, exist_ok=True)
    for stale in _stale(folder, {Path(name).name for name in files if name.startswith("witnesses/")}):
        stale.unlink()
    for name, text in files.items():
        _write(directory / name, text)
    return [directory / name for name in files]


def _ledger(matrix: Matrix, registry: Registry, shown: dict[str, witness_page.Account]) -> dict[str, str]:
    """The files of the claims ledger; none unless the whole catalogue was checked."""
    from ..ledger import built, is_complete  # it renders its evidence with the words of this package
    from . import claims, claims_data, claims_html

    if not is_complete(matrix, registry):
        return {}
    ledger = built(matrix, registry, shown=shown)
    return {
        "claims.json": claims_data.dumps(ledger),
        "claims.md": claims.page(ledger),
        "claims.html": claims_html.page(ledger),
    }


def _write(path: Path, text: str) -> None:
    """Write the file whole or not at all, with the same bytes on every platform."""
    draft = path.with_name(f".{path.name[:100]}.{os.getpid()}.tmp")
    try:
        draft.write_bytes(text.encode("utf-8"))
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def _stale(folder: Path, wanted: set[str]) -> list[Path]:
    """Files in the folder that an earlier run wrote as witnesses and that are not wanted any more."""
    return [path for path in sorted(folder.iterdir()) if path.name not in wanted and _is_ours(path)]


def _is_ours(path: Path) -> bool:
    """Whether the file is a witness of ours, by its content and by its name."""
    if not path.is_file() or path.is_symlink():
        return False
    if path.suffix == ".md":
        with path.open("rb") as file:
            return file.read(len(witness_page.MARKER)) == witness_page.MARKER.encode()
    if path.suffix == ".json":
        try:
            return witnesses.read(path).slug == path.stem
        except (witnesses.BadWitness, TypeError, AttributeError):
            return False
    return False
