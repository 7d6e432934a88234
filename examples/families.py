"""Families of rankings for ``axiomatrix explore kv7 --family examples/families.py:swapped_inside``."""


def swapped_inside(m: int = 2) -> list[int]:
    """2m items: the two ends exchanged, and between them the neighbours 2 and 3, 4 and 5, ... exchanged."""
    inside = [x for k in range(2, 2 * m - 1, 2) for x in (k + 1, k)]
    return [2 * m, *inside, 1]


def reversal(m: int = 2) -> list[int]:
    """m items, turned around."""
    return list(range(m, 0, -1))
