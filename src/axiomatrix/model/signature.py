"""The signature of a metric: its kind, and the spaces of what it takes. That is all that an axiom looks at of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from ..spaces import Space


class Signature(Protocol):
    """Shape of a metric: the signature of metrics, and of declarations before there is a definition."""

    @property
    def kind(self) -> str: ...

    @property
    def about(self) -> str: ...

    @property
    def arguments(self) -> Mapping[str, Space]: ...

    @property
    def parameters(self) -> Mapping[str, Space]: ...
