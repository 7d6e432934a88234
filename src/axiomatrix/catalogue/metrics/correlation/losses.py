"""Losses of predicted scores: mean squared error, its root, mean absolute error."""

from __future__ import annotations

from functools import partial
from typing import Any

from ....model.registry import metric
from ....numbers.exact import Undefined, rational, sqrt
from ....spaces import score_vector
from ....values.scored import Scores
from ... import axioms
from ...sources.documents import OV1

loss = partial(metric, kind="loss", arguments={"y": score_vector, "s": score_vector}, family="losses")
TOO = [axioms.prefers_an_irrelevant_top]
OURS = "ours: what the overview of ranking metrics says of the mean squared error (OV1)"


def mean(y: Scores, s: Scores, power: int) -> Any:
    """The mean over items of |y - s|^power; ``Undefined`` for no items."""
    if not y.values:
        raise Undefined("of no items there is no mean: the value would be 0/0")
    return sum((rational(abs(y[x] - s[x])) ** power for x in y.items), rational(0)) / len(y)


@loss(
    "mse",
    claims=[OV1.holds(axioms.prefers_an_irrelevant_top)],
    latex=r"\mathrm{MSE}(y,s)=\frac{1}{n}\sum_{x}(y(x)-s(x))^2",
)
def mse(y: Scores, s: Scores) -> Any:
    """MSE(y, s) = 1/n sum over items x of (y(x) - s(x))^2

    Gauss 1821; overview of ranking metrics. y are the true scores, s the predicted ones, of the same items. Undefined
    for no items (0/0). ``ValueError`` for vectors of different length.
    """
    return mean(y, s, 2)


@loss(
    "rmse",
    holds=TOO,
    source=OURS,
    latex=r"\mathrm{RMSE}(y,s)=\sqrt{\frac{1}{n}\sum_{x}(y(x)-s(x))^2}",
)
def rmse(y: Scores, s: Scores) -> Any:
    """RMSE(y, s) = sqrt(1/n sum over items x of (y(x) - s(x))^2)

    Gauss 1821; overview of ranking metrics. y are the true scores, s the predicted ones, of the same items. Undefined
    for no items (0/0). ``ValueError`` for vectors of different length.
    """
    return sqrt(mean(y, s, 2))


@loss(
    "mae",
    holds=TOO,
    source=OURS,
    latex=r"\mathrm{MAE}(y,s)=\frac{1}{n}\sum_{x}\left\lvert y(x)-s(x)\right\rvert",
)
def mae(y: Scores, s: Scores) -> Any:
    """MAE(y, s) = 1/n sum over items x of |y(x) - s(x)|

    Laplace 1799; overview of ranking metrics. y are the true scores, s the predicted ones, of the same items.
    Undefined for no items (0/0). ``ValueError`` for vectors of different length.
    """
    return mean(y, s, 1)
