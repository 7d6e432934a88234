"""The picture of the house: the packages on top of each other, ground below, with what each imports, from the code."""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path

_LEFT, _WIDTH, _HEIGHT, _STEP = 250, 330, 34, 46


def order(page: Path) -> list[str]:
    """The packages, ground first, as the table of the page on architecture has them."""
    rows = [line.split("|") for line in page.read_text(encoding="utf-8").splitlines() if line.startswith("| `")]
    return [row[1].strip(" `/") for row in rows if row[1].strip().endswith("/`")]


def imports(source: Path, packages: list[str]) -> Counter[tuple[str, str]]:
    """How many imports run from one package to another one, those inside functions among them."""
    found: Counter[tuple[str, str]] = Counter()
    for file in source.rglob("*.py"):
        home = file.relative_to(source).parts
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.ImportFrom) or node.level < len(home) or home[0] not in packages:
                continue
            names = [node.module] if node.module else [alias.name for alias in node.names]
            found.update((home[0], name.split(".")[0]) for name in names)
    return Counter({pair: count for pair, count in found.items() if pair[0] != pair[1] and pair[1] in packages})


def picture(source: Path, packages: list[str]) -> str:
    """The packages as floors, ground below; a line from each floor to those that it stands on, thicker for more."""
    top = {name: 20 + _STEP * (len(packages) - 1 - k) for k, name in enumerate(packages)}
    drawn = []
    for (above, below), count in sorted(imports(source, packages).items(), key=lambda item: item[1]):
        start, end = top[above] + _HEIGHT / 2, top[below] + _HEIGHT / 2
        bend = _LEFT - 30 - (end - start) / 3
        path = f"M{_LEFT},{start} C{bend:.0f},{start} {bend:.0f},{end} {_LEFT},{end}"
        title = f"<title>{above} imports {below} {count} times</title>"
        drawn.append(f'<path d="{path}" stroke-width="{0.5 + count**0.5 / 4:.1f}">{title}</path>')
    floors = []
    for name in packages:
        files = list((source / name).rglob("*.py"))
        lines = sum(file.read_text(encoding="utf-8").count("\n") for file in files)
        said = f"{len(files)} files, {lines:,} lines"
        floors.append(
            f'<rect x="{_LEFT}" y="{top[name]}" width="{_WIDTH}" height="{_HEIGHT}" rx="4"/>'
            f'<g fill="#222a38" stroke="none">'
            f'<text x="{_LEFT + 12}" y="{top[name] + 22}" font-weight="bold">{name}/</text>'
            f'<text x="{_LEFT + _WIDTH - 12}" y="{top[name] + 22}" text-anchor="end">{said}</text></g>'
        )
    height = 40 + _STEP * len(packages)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_LEFT + _WIDTH + 20} {height}" role="img" '
        f'font-family="sans-serif" font-size="14">'
        f"<title>{len(packages)} packages, ground below, and what each imports</title>"
        f'<rect width="100%" height="100%" fill="#fff"/>'
        f'<g fill="none" stroke="#5b7db1" stroke-opacity="0.55">{"".join(drawn)}</g>'
        f'<g fill="#eef2f8" stroke="#5b7db1">{"".join(floors)}</g></svg>\n'
    )
