"""How values show themselves in Python: loaded with the public names of the package.

Each report is imported when it is first asked for.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ..evidence.matrix import Matrix
from ..model.registry import Registry
from ..model.showing import show_by


def _plain(matrix: Matrix) -> str:
    from .matrix.text import plain

    return plain(matrix)


def _save(matrix: Matrix, directory: Path, registry: Registry | None) -> list[Path]:
    from .saving import save

    return save(matrix, directory, registry)


def _export(matrix: Matrix, directory: Path) -> list[Path]:
    from .dataset import save

    return save(matrix, directory)


def _in_notebooks(value: Any) -> str:
    from .notebook import shown

    return shown(value)


show_by(plain=_plain, save=_save, export=_export, in_notebooks=_in_notebooks)
