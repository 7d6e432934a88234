"""The arithmetic of bounds: one metric against another, and the values that their ratio attains."""

from .theorem import ATTAINS, Theorem, none, says, value

UPPER, LOWER = (says(f"{side}-bound", other="?o", factor="?f") for side in ("upper", "lower"))
NOT_NEGATIVE = says("non-negativity", of="o")
BOTH = (value(), value("o"))
ROTATIONS = (
    says("bound-attained-by-rotations", other="?o", factor="?f"),
    says("separation", of="o"),
    NOT_NEGATIVE,
    *BOTH,
)

THEOREMS = (
    Theorem(
        "an-upper-bound-and-more",
        (UPPER, NOT_NEGATIVE),
        says("upper-bound", other="?o", factor="?g"),
        "m <= f o <= g o where o >= 0. Where o has no value, neither has a case.",
        where=("f <= g",),
    ),
    Theorem(
        "a-lower-bound-and-less",
        (LOWER, NOT_NEGATIVE),
        says("lower-bound", other="?o", factor="?g"),
        "m >= f o >= g o where o >= 0. Where o has no value, neither has a case.",
        where=("g <= f",),
    ),
    Theorem(
        "an-upper-bound-is-not-passed",
        (UPPER,),
        none(ATTAINS, quantity="ratio", other="?o", value="?v"),
        "m = v o > f o where o > 0.",
        where=("v > f",),
    ),
    Theorem(
        "a-lower-bound-is-not-passed",
        (LOWER,),
        none(ATTAINS, quantity="ratio", other="?o", value="?v"),
        "m = v o < f o where o > 0.",
        where=("v < f",),
    ),
    Theorem(
        "a-ratio-not-attained-is-no-bound-attained",
        (none(ATTAINS, quantity="ratio", other="?o", value="?f"), NOT_NEGATIVE),
        none("bound-attained", other="?o", factor="?f"),
        "o != 0 is o > 0.",
    ),
    Theorem(
        "a-bound-not-attained-is-no-ratio",
        (none("bound-attained", other="?o", factor="?f"),),
        none(ATTAINS, quantity="ratio", other="?o", value="?f"),
        "o > 0 is not 0.",
    ),
    Theorem(
        "upper-bounds-multiply",
        (UPPER, says("upper-bound", of="o", other="?p", factor="?g"), *BOTH),
        says("upper-bound", other="?p", factor="?h"),
        "m <= f o <= f g p.",
        where=("f >= 0", "h == f*g"),
    ),
    Theorem(
        "lower-bounds-multiply",
        (LOWER, says("lower-bound", of="o", other="?p", factor="?g"), *BOTH),
        says("lower-bound", other="?p", factor="?h"),
        "m >= f o >= f g p.",
        where=("f >= 0", "h == f*g"),
    ),
    Theorem(
        "above-what-is-not-negative",
        (LOWER, NOT_NEGATIVE, *BOTH),
        says("non-negativity"),
        "m >= f o >= 0.",
        where=("f >= 0",),
    ),
    Theorem(
        "above-what-separates",
        (LOWER, NOT_NEGATIVE, says("separation", of="o"), *BOTH),
        says("separation"),
        "m >= f o > 0 where a != b.",
        where=("f > 0",),
    ),
    Theorem(
        "below-what-is-zero",
        (UPPER, says("non-negativity"), says("zero-on-equal", of="o"), *BOTH),
        says("zero-on-equal"),
        "0 <= m(a, a) <= f o(a, a) = 0.",
    ),
    Theorem(
        "zero-above-what-is-not-negative",
        (LOWER, NOT_NEGATIVE, says("zero-on-equal"), *BOTH),
        says("zero-on-equal", of="o"),
        "0 <= f o(a, a) <= m(a, a) = 0.",
        where=("f > 0",),
    ),
    Theorem(
        "below-something-that-separates",
        (UPPER, NOT_NEGATIVE, says("non-negativity"), says("separation"), *BOTH),
        says("separation", of="o"),
        "0 < m <= f o where a != b.",
    ),
    Theorem(
        "between-two-bounds-is-not-negative",
        (LOWER, says("upper-bound", other="?o", factor="?g"), *BOTH),
        says("non-negativity", of="o"),
        "f o <= m <= g o, so that (g - f) o >= 0.",
        where=("f < g",),
    ),
    Theorem(
        "rotations-pass-a-lesser-upper-bound",
        (*ROTATIONS, says("upper-bound", other="?o", factor="?g")),
        None,
        "The rotation of two items has m = f o > g o, as o > 0 there.",
        where=("g < f", "first <= 2"),
        at=2,
    ),
    Theorem(
        "rotations-pass-a-greater-lower-bound",
        (*ROTATIONS, says("lower-bound", other="?o", factor="?g")),
        None,
        "The rotation of two items has m = f o < g o, as o > 0 there.",
        where=("g > f", "first <= 2"),
        at=2,
    ),
    Theorem(
        "an-identity-is-an-upper-bound",
        (says("equals", other="?o", scale="?f", shift="0"),),
        says("upper-bound", other="?o", factor="?f"),
        "m = f o.",
    ),
    Theorem(
        "an-identity-is-a-lower-bound",
        (says("equals", other="?o", scale="?f", shift="0"),),
        says("lower-bound", other="?o", factor="?f"),
        "m = f o.",
    ),
)
