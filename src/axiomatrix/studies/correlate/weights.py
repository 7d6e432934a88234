"""Parameters of the metrics that ``axiomatrix correlate`` compares.

Position weights are those of ``--weights``, single numbers those of ``--set``. Element weights are 1, and so are the
distances D between items, whose type is ``Similarity``. The position weight delta_i is the cost of a swap of positions
i - 1 and i, so that n items have delta_2 to delta_n.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from itertools import combinations
from pathlib import Path
from typing import Any

from ...evidence.files import text_lines
from ...model.metric import Metric
from ...model.registry import Unknown
from ...numbers.exact import parse, rational
from ...spaces import ElementWeightsSpace, PositionWeightsSpace, ScalarSpace, SimilaritySpace
from ...values.parameters import ElementWeights, PositionWeights, Similarity

WEIGHT_NAMES = ("unit", "dcg", "geometric", "top-K")
"""The position weights that ``--weights`` can name, with a number in place of K; any other name is that of a file."""


class BadWeights(ValueError):
    """Weights, or other parameters, that cannot be used; the message says why."""


def position_weights(name: str, n: int, base: str | None = None) -> PositionWeights:
    """delta_2, ..., delta_n: ``unit``, ``dcg``, ``geometric`` (1/2), ``top-K`` for a number K, or those in a file

    ``geometric`` halves from one swap to the next, and ``top-K`` charges only for swaps that involve the first K
    positions. A file has one number in each line, such as ``1``, ``1/2``, ``0.25`` or ``log(2)``; empty lines are
    skipped.
    ``base`` is the base of the logarithm of ``dcg``; None means the natural logarithm. Raises :class:`BadWeights`,
    and ``Unknown`` with the nearest name.
    """
    if base is not None and name != "dcg":
        raise BadWeights(f"--base {base} needs --weights dcg, not {name}")
    if name == "unit":
        return PositionWeights.unit(n)
    if name == "geometric":
        return PositionWeights.geometric(n)
    if name == "dcg":
        try:
            return PositionWeights.dcg(n, base)
        except (ValueError, TypeError) as error:
            raise BadWeights(f"--base: {error}") from None
    if top := re.fullmatch(r"top-(\d{1,9})", name):
        return PositionWeights.top_k(n, int(top[1]))
    if not Path(name).is_file():
        raise Unknown("weights or file", name, WEIGHT_NAMES)
    return _read(Path(name), n)


def _read(path: Path, n: int) -> PositionWeights:
    """Read the n - 1 weights of a file; each line is validated separately, so that an error can name it.

    A single weight makes the weights of two items, whose only entry is delta_2. An error about delta_2 names
    the line instead.
    """
    weights: list[Any] = []
    lines = [(number, line.strip()) for number, line in text_lines(path, BadWeights) if line.strip()]
    for number, line in lines:
        try:
            alone = PositionWeights.of([number_of(line)])
            weights.append(alone[2])
        except ValueError as error:
            raise BadWeights(f"{path}, line {number}: {error}".replace("delta_2 is", "the weight is")) from None
    count = max(n - 1, 0)
    if len(weights) != count:
        raise BadWeights(f"{path}: {len(weights)} weights; {n} items need {count}: delta_2..delta_{n}")
    return PositionWeights.of(weights)


def parameters_of(
    metric: Metric, items: tuple[Any, ...], delta: PositionWeights, numbers: Mapping[str, str]
) -> dict[str, Any]:
    """Return the parameters of the metric by name, for rankings of these items.

    Position weights are ``delta``, element weights and the distances D are 1, and ``numbers`` has single numbers as
    text. Raises :class:`BadWeights` for a number that is missing or not allowed, and for a parameter of another kind.
    """
    parameters: dict[str, Any] = {}
    for name, space in metric.parameters.items():
        if isinstance(space, PositionWeightsSpace):
            parameters[name] = delta
        elif isinstance(space, ElementWeightsSpace):
            parameters[name] = ElementWeights.of(dict.fromkeys(items, 1))
        elif isinstance(space, SimilaritySpace):
            parameters[name] = Similarity.of(dict.fromkeys(combinations(items, 2), 1))
        elif isinstance(space, ScalarSpace):
            if name not in numbers:
                raise BadWeights(f"{metric.name}: its parameter {name} has no value; add --set {name}=...")
            try:
                parameters[name] = space.to_exact(number_of(numbers[name]))
            except (ValueError, TypeError) as error:
                raise BadWeights(f"{metric.name}: --set {name}={numbers[name]}: {error}") from None
        else:
            raise BadWeights(f"{metric.name}: correlate cannot set its parameter {name} ({space.name})")
    return parameters


def number_of(text: str) -> Any:
    """Read a number as users write it: ``3``, ``3/2``, ``1.5``, ``log(2)``; ``ValueError`` for anything else."""
    for read in (rational, parse):  # the second is slower, and also reads log(2)
        with suppress(ValueError, ArithmeticError):
            return read(text)
    raise ValueError(f"{text!r:.60} is not a number: write it as 3, 3/2, 1.5 or log(2)")
