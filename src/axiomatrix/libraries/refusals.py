"""What a library may answer instead of a number."""

from __future__ import annotations

from ..numbers.exact import Undefined


class LibraryRefused(Undefined):
    """The library raised: it refuses the call. ``said`` is the exception as text."""


class NoNumber(Undefined):
    """The library answered something that is no finite number, such as nan or None."""
