"""Pairs by simulated clicks: the order in which results are shown, and the order by the clicks that they get.

A stand-in for data that are not published. Everything in it is an assumption, and is stated with the result.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .kernels import Sigma
from .populations import Population, drawn_orders, positions_of, zipf

MODELS = ("position-based", "cascade")
ATTRACTIVE = 0.5
"""The probability that the most relevant result is clicked once it is looked at."""
FIRST = "These are simulated clicks, not the data of any source."


def clicks(n: int, queries: int, model: str, each: int, exponent: float, seed: int) -> Population:
    """The shown order against the order by clicks, a pair a query

    The k-th most relevant of n results has relevance k^-exponent and attracts with half that probability. The shown
    order is a Plackett-Luce draw by relevance. Position-based (the examination hypothesis; Craswell et al. 2008): the
    result at position i is looked at with probability 1/log2(i+1), the discount of DCG, and clicked if it attracts.
    (With 1/i, results that are exchanged would often have equal chances, and noise alone would order them.) Cascade
    (the same paper): the user looks from the top and leaves with the first click. ``each`` clicks are counted; visits
    without a click count for nothing. Equal numbers of clicks keep the shown order. Raises ``ValueError`` for a number
    of clicks below 1 or for an exponent as :func:`~.populations.zipf` does.
    """
    if each < 1:
        raise ValueError(f"clicks: {each}; there must be at least one a query")
    generator = np.random.default_rng(seed)
    relevance = zipf(n, exponent)
    shown = drawn_orders(relevance, queries, generator)
    counted = generator.multinomial(each, chances(relevance[shown], model))
    settings = {"n": n, "count": queries, "model": model, "clicks": each, "exponent": exponent, "seed": seed}
    sentences = (FIRST, *_assumptions(n, queries, model, each, exponent))
    return Population("clicks", n, by_clicks(counted), sentences, settings)


def chances(relevance: NDArray[np.float64], model: str) -> NDArray[np.float64]:
    """The probability that a click is on each position, from the relevance of what is shown there; a query a row."""
    attracts = ATTRACTIVE * relevance
    if model == "position-based":
        looked = 1 / np.log2(np.arange(2, relevance.shape[1] + 2))[None, :]
    else:
        looked = np.cumprod(1 - attracts, axis=1) / (1 - attracts)
    clicked = attracts * looked
    return np.asarray(clicked / clicked.sum(axis=1, keepdims=True))


def by_clicks(counted: NDArray[np.int64]) -> Sigma:
    """Where the result shown at each position stands by its clicks; equal numbers keep the shown order."""
    return positions_of(np.argsort(-counted, axis=1, kind="stable"))


def _assumptions(n: int, queries: int, model: str, each: int, exponent: float) -> tuple[str, ...]:
    looked = {
        "position-based": "Position-based model: position i is looked at with probability 1/log2(i+1), "
        "whatever stands elsewhere; what is looked at and attracts is clicked.",
        "cascade": "Cascade model: positions are looked at from the top until the first click, which ends the visit.",
    }[model]
    return (
        f"{queries:,} queries of {n} results; the first ranking is the shown order, the second the order by clicks.",
        f"The k-th most relevant result has relevance 1/k^{exponent:g} and attracts with probability {ATTRACTIVE:g} "
        "times that; results are shown in an order drawn by the Plackett-Luce model with these relevances.",
        looked,
        f"Every query has exactly {each:,} clicks; visits without a click are not counted.",
        "Equal numbers of clicks keep the shown order.",
    )
