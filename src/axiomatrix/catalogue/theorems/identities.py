"""Transfer along an identity m = c o + d: what o keeps, m keeps, and back by the identity reversed.

m has a value only where o has one, as both have one from the same number of items on.
"""

from .theorem import ATTAINS, Said, Theorem, none, says, value

SAME = (says("equals", other="?o", scale="?c", shift="?d"), value(), value("o"))
UP = ("c > 0",)
ALIKE = ("c > 0", "d == 0")


def _transfer(axiom: str, proof: str, *where: str, to: str = "") -> Theorem:
    """The theorem that m = c o + d keeps an axiom of o, or another one."""
    name = f"{to or axiom}-by-an-identity" + (f"-from-{axiom}" if to else "")
    return Theorem(name, (*SAME, says(axiom, of="o")), says(to or axiom), proof, where)


def _range(low: str, high: str, of: str = "m") -> Said:
    return says("lies-between", of=of, low=low, high=high)


THEOREMS = (
    Theorem(
        "an-identity-reversed",
        (says("equals", other="?o", scale="?c", shift="?d"),),
        says("equals", of="o", other="?m", scale="=1/c", shift="=0-d/c"),
        "o = (m - d) / c.",
        where=("c != 0",),
        rows=("o has the same parameters",),
    ),
    Theorem(
        "identities-compose",
        (*SAME, says("equals", of="o", other="?p", scale="?e", shift="?f")),
        says("equals", other="?p", scale="=c*e", shift="=c*f+d"),
        "m = c (e p + f) + d.",
    ),
    Theorem(
        "one-identity",
        (
            says("equals", other="?o", scale="?c", shift="?d"),
            says("equals", other="?o", scale="?c", shift="?e"),
            value(),
            value("o"),
        ),
        None,
        "d = m(a, b) - c o(a, b) = e.",
        where=("d < e", "first <= 2"),
        at=2,
    ),
    *(
        _transfer(axiom, "Both sides are c o + d, of equal values of o.", to=to if to != axiom else "")
        for pair in (("symmetry", "correlation-symmetry"), ("right-invariance", "correlation-invariance"))
        for axiom in pair
        for to in pair
    ),
    _transfer("left-invariance", "Both sides are c o + d, of equal values of o."),
    _transfer("reversal-invariance", "Both sides are c o + d, of equal values of o."),
    _transfer("non-negativity", "m = c o + d >= 0.", "c >= 0", "d >= 0"),
    _transfer("zero-on-equal", "m(a, a) = c 0 + d = 0.", "d == 0"),
    _transfer("zero-on-equal", "m(a, a) = c 0 + d = 1.", "d == 1", to="one-on-equal"),
    _transfer("one-on-equal", "m(a, a) = c + d = 0.", "c + d == 0", to="zero-on-equal"),
    _transfer("one-on-equal", "m(a, a) = c + d = 1.", "c + d == 1"),
    _transfer("separation", "m = c o is 0 where o is.", "c != 0", "d == 0"),
    _transfer("triangle-inequality", "c o(a, c) + d <= c o(a, b) + d + c o(b, c) + d.", "c >= 0", "d >= 0"),
    _transfer(
        "triangle-inequality",
        "1 - m = -c o + (1 - d), a multiple of o and something that is not negative.",
        "c <= 0",
        "d <= 1",
        to="one-minus-triangle",
    ),
    _transfer(
        "one-minus-triangle",
        "m = -c (1 - o) + (c + d), a multiple of 1 - o and something that is not negative.",
        "c <= 0",
        "c + d >= 0",
        to="triangle-inequality",
    ),
    _transfer("betweenness", "m is a positive multiple of o.", *ALIKE),
    _transfer("maximum-at-reversal", "m rises with o.", *UP),
    _transfer("bruhat-monotone", "m rises with o.", *UP),
    _transfer("top-heaviness", "m rises with o.", *UP),
    _transfer("antisymmetry", "m is a multiple of o.", "d == 0"),
    _transfer("minus-one-on-reversed", "m(a, reversed a) = d - c = -1.", "d - c == 0-1"),
    Theorem(
        "place-invariance-by-an-identity",
        (*SAME, says("place-invariance", of="o", step="?step")),
        says("place-invariance", step="?step"),
        "Both sides are c o + d, of equal values of o.",
    ),
    Theorem(
        "a-value-on-reversed-by-an-identity",
        (*SAME, says("value-on-reversed", of="o", value="?v")),
        says("value-on-reversed", value="=c*v+d"),
        "m(a, reversed a) = c v + d.",
    ),
    Theorem(
        "minus-one-on-reversed-by-an-identity-as-a-value",
        (*SAME, says("minus-one-on-reversed", of="o")),
        says("value-on-reversed", value="=d-c"),
        "m(a, reversed a) = -c + d.",
    ),
    Theorem(
        "a-mean-by-an-identity",
        (*SAME, says("mean-over-rankings", of="o", value="?v")),
        says("mean-over-rankings", value="=c*v+d"),
        "A mean is linear.",
    ),
    Theorem(
        "a-constant-by-an-identity",
        (*SAME, says("constant", of="o", value="?v")),
        says("constant", value="=c*v+d"),
        "m = c v + d.",
    ),
    Theorem(
        "a-value-only-on-equal-by-an-identity",
        (*SAME, says("value-only-on-equal", of="o", value="?v")),
        says("value-only-on-equal", value="=c*v+d"),
        "m = c v + d only where o = v.",
        where=("c != 0",),
    ),
    Theorem(
        "a-range-by-an-identity",
        (*SAME, _range("?low", "?high", "o")),
        _range("?lower", "?higher"),
        "lower <= c low + d <= m <= c high + d <= higher.",
        where=("c >= 0", "lower <= c*low + d", "c*high + d <= higher"),
    ),
    Theorem(
        "a-range-turned-around-by-an-identity",
        (*SAME, _range("?low", "?high", "o")),
        _range("?lower", "?higher"),
        "lower <= c high + d <= m <= c low + d <= higher.",
        where=("c <= 0", "lower <= c*high + d", "c*low + d <= higher"),
    ),
    Theorem(
        "a-correlation-range-by-an-identity",
        (*SAME, says("correlation-range", of="o")),
        _range("?lower", "?higher"),
        "lower <= d - |c| <= m <= d + |c| <= higher.",
        where=("lower <= d - c", "lower <= d + c", "d + c <= higher", "d - c <= higher"),
    ),
    Theorem(
        "a-near-metric-by-an-identity",
        (*SAME, none(ATTAINS, quantity="near-metric", value="?v")),
        none(ATTAINS, of="o", quantity="near-metric", value="?v"),
        "The ratio of o is that of m, the same positive multiple.",
        where=ALIKE,
    ),
    Theorem(
        "bounded-by-itself",
        (),
        says("bounded-by", other="?m"),
        "m(a, b) <= m(a, b).",
    ),
)
