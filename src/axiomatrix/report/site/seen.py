"""Texts of others in a block of data: as they may be shown."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup

from ...evidence.safe import visible


def seen(data: Any) -> Any:
    """The data with every control character of its texts (and keys) as its escape; line breaks are kept in texts."""
    if isinstance(data, Markup):  # of ours, in which they are escaped already
        return data
    if isinstance(data, str):
        return visible(data, lines=True)
    if isinstance(data, dict):
        return {visible(key): seen(value) for key, value in data.items()}
    if isinstance(data, (list, tuple)):
        return [seen(value) for value in data]
    return data
