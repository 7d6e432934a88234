"""Certificates for the tests of the verifier: what it accepts, and a metric whose proof needs splits."""

import copy
from fractions import Fraction

from sweeping import (
    kendall_similarity,
    mine,
    sealed,
)

from axiomatrix import REGISTRY
from axiomatrix.verify import Refused, verify

DECK = "footrule-similarity[deck]"


def spreads(a, b, D):
    """at (p q z) -> (z p q): |D_pq - D_pz| + |D_qz - D_pz|, else K_D; its supremum needs splits"""
    if a.n == 3 and [b[x] for x in a.order] == [2, 3, 1]:
        p, q, z = a.order
        return abs(D[p, q] - D[p, z]) + abs(D[q, z] - D[p, z])
    return kendall_similarity(a, b, D)


SPREADS = mine(spreads)


def accepted(data, registry=REGISTRY):
    """What is verified, or None if it is refused."""
    try:
        return verify(sealed(data), registry)
    except Refused:
        return None


def numbers(data, path=()):
    """The places of all numbers, whole or in a text."""
    if isinstance(data, dict):
        for key, value in data.items():
            yield from numbers(value, (*path, key))
    elif isinstance(data, list):
        for k, value in enumerate(data):
            yield from numbers(value, (*path, k))
    elif isinstance(data, int) and not isinstance(data, bool):
        yield path, data
    elif isinstance(data, str):
        try:
            Fraction(data)
        except ValueError:
            return
        yield path, data


def with_(data, path, value):
    changed = copy.deepcopy(data)
    inner = changed
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return changed


def others(value):
    """Values near this one, written as certificates write them."""
    if isinstance(value, int):
        return [value + 1, value - 1, -value, f"{2 * value + 1}/2"] if value else [1, -1, "1/2"]
    read = Fraction(value)
    near = [read + 1, read - 1, -read, read + Fraction(1, 7), 1 / read, Fraction(read.numerator)]
    return [str(v) if v.denominator > 1 else v.numerator for v in near if v != read]
