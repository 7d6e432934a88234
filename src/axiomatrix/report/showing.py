"""How a matrix shows itself in Python: loaded with the public names of the package."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ..evidence.matrix import Matrix, show_by
from ..model.registry import Registry
from ..model.showing import show_in_notebooks_by


class _Reports:
    """The reports of this package; each is imported when it is first asked for."""

    def plain(self, matrix: Matrix) -> str:
        from .matrix.text import plain

        return plain(matrix)

    def save(self, matrix: Matrix, directory: Path, registry: Registry | None) -> list[Path]:
        from .saving import save

        return save(matrix, directory, registry)

    def export(self, matrix: Matrix, directory: Path) -> list[Path]:
        from .dataset import save

        return save(matrix, directory)


def _in_a_notebook(value: Any) -> str:
    from .notebook import shown

    return shown(value)


show_by(_Reports())
show_in_notebooks_by(_in_a_notebook)
