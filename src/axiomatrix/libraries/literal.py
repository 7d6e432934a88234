"""Values as Python text that makes them again, for snippets that need nothing but the library."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any


def imports(values: Iterable[Any]) -> list[str]:
    """The imports that the literals of these values need, in a fixed order."""
    needed = {line for value in values for line in _needed(value)}
    constants = sorted(name for name in ("inf", "nan") if name in needed)
    lines = [f"from math import {', '.join(constants)}"] if constants else []
    return lines + [line for line in ("import numpy as np", "import torch") if line in needed]


def _needed(value: Any) -> set[str]:
    if isinstance(value, dict):
        return {line for pair in value.items() for part in pair for line in _needed(part)}
    if isinstance(value, (list, tuple)):
        return {line for part in value for line in _needed(part)}
    module = {"numpy": "import numpy as np", "torch": "import torch"}.get(type(value).__module__)
    if module:
        return {module} | _needed(value.tolist())
    if isinstance(value, float) and not math.isfinite(value):
        return {"nan" if math.isnan(value) else "inf"}
    return set()


def literal(value: Any) -> str:
    """The value as Python: numbers, texts, lists, tuples, dictionaries, numpy arrays and scalars, torch tensors."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{literal(k)}: {literal(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return f"[{', '.join(map(literal, value))}]"
    if isinstance(value, tuple):
        return f"({', '.join(map(literal, value))}{',' if len(value) == 1 else ''})"
    if isinstance(value, bool) or value is None or isinstance(value, str):
        return repr(value)
    if type(value).__module__ == "torch":
        return f"torch.tensor({literal(value.tolist())}, dtype={value.dtype})"
    if type(value).__module__ == "numpy":
        if getattr(value, "ndim", 0):
            return f"np.array({literal(value.tolist())}, dtype='{value.dtype}')"
        return f"np.{value.dtype}({literal(value.item())})"
    if isinstance(value, float):
        if not math.isfinite(value):
            return "nan" if math.isnan(value) else "inf" if value > 0 else "-inf"
        return repr(value)
    if isinstance(value, int):
        return str(int(value))
    return repr(value)
