"""How a matrix shows itself in Python: loaded with the public names of the package."""

from __future__ import annotations

from pathlib import Path

from ..evidence.matrix import Matrix, show_by
from ..model.registry import Registry


class _Reports:
    """The reports of this package; each is imported when it is first asked for."""

    def fragment(self, matrix: Matrix) -> str:
        from .matrix.fragment import fragment

        return fragment(matrix)

    def plain(self, matrix: Matrix) -> str:
        from .matrix.text import plain

        return plain(matrix)

    def save(self, matrix: Matrix, directory: Path, registry: Registry | None) -> list[Path]:
        from .saving import save

        return save(matrix, directory, registry)


show_by(_Reports())
