"""A template for ``axiomatrix explore kv7 -r deck --family examples/template.py:blocks``.

Its holes are the keyword-only parameters: each default lists the values of a hole, and a family has one of them.
"""

from typing import Any


def blocks(m: int = 2, *, lead: Any = (1, 2), size: Any = (1, 2, 3), across: Any = ("kept", "reversed")) -> list[int]:
    """The ends change places; between them are some items that stay and m - 1 blocks, each of them turned around."""
    starts = range(2 + lead, 2 + lead + (m - 1) * size, size)
    turned = [list(range(start, start + size))[::-1] for start in starts]
    if across == "reversed":
        turned.reverse()
    return [starts.stop, *range(2, 2 + lead), *(x for block in turned for x in block), 1]
