"""Sums over items, or over pairs of items, of what the positions alone say, and functions of such a sum.

*Displacements.* s(a, b) = sum over the items x of t(a(x), b(x)): the footrule (t = |p - q|), Spearman's sum of squares
(t = (p - q)^2), Hamming (t = [p != q]). *Inversions.* s(a, b) = number of pairs {x, y} that a and b order differently.
The value is g(s, n), rising or falling with s.

*Names.* The items are bound in the sum, so that renaming them in a and b changes the order of its terms and nothing
else. *The axioms of a metric space* hold for s if they hold for t. (p - q)^2 has no triangle inequality, but the root
of its sum is the Euclidean distance of the places, which has it (Minkowski).

*The largest value* of |p - q| and of (p - q)^2, and of inversions. With p' = n + 1 - p, 2 t(p, q) <= t(p, p') + t(q,
q'). Summed over the items, where p and q run through 1..n each, s <= sum over p of t(p, p') = M, which is s(a, reversed
a), and g is affine in s. For squares more is true: t(p, q) + t(p, q') = (t(p, p') + t(q, q')) / 2, so that s(a, b) +
s(a, reversed b) = M. A pair is ordered differently by a and b or by a and the reversal of b, so that the same holds of
inversions, with M = n (n - 1) / 2. M is a polynomial in n (for |p - q| one for odd and one for even n) of degree 3 at
most, so that to agree at more than three n of each kind is to agree.

*Places.* If a alone has the items at p and q exchanged, s is 2 t(p, q); an exchange of neighbours inverts one pair.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, permutations, product
from typing import Any

from ...model.axiom import Axiom, Statement
from ...numbers.exact import Undefined, Whole, rational, sqrt
from ...spaces import all_rankings
from ...values.rankings import Ranking
from .. import axioms
from .proof import Proof, Step
from .written import is_written, lemma, of_rankings, proved

Term = Callable[[int, int], int]
SQUARES = "spearman-distance[squared]"


def distance(p: int, q: int) -> int:
    """|p - q|."""
    return abs(p - q)


def square(p: int, q: int) -> int:
    """(p - q)^2."""
    return (p - q) ** 2


def elsewhere(p: int, q: int) -> int:
    """[p != q]."""
    return int(p != q)


def _reach(n: int) -> int:
    """How far lemmas about positions look."""
    return 4 * n + 4


@dataclass(frozen=True)
class Summand:
    """Function that is summed: its value on two rankings, its largest value, and its lemmas by name."""

    formula: str
    of: Callable[[Ranking, Ranking], int]
    largest: Callable[[int], Any]
    lemmas: dict[str, Step]


def _displacements(formula: str, t: Term, largest: Callable[[int], Any] = int) -> Summand:
    """The sum over the items of t, and the lemmas about it; which of them a row needs is for the row to say."""

    def two(sentence: str, holds: Callable[[int, int, int], bool]) -> Step:
        def broken(n: int) -> Iterator[tuple[int, ...]]:
            for end in (_reach(n), _reach(n) + 1):  # p' = end - p, for an odd and an even number of places
                yield from ((p, q) for p, q in product(range(1, end), repeat=2) if not holds(p, q, end))

        return lemma(sentence, broken)

    def moved(n: int) -> Iterator[tuple[Any, ...]]:
        for f in permutations(range(1, n + 1)):
            yield from ((f, p, q) for p, q in product(range(n), repeat=2) if t(f[p], f[q]) != t(p + 1, q + 1))

    return Summand(
        f"s = sum over x of {formula}",
        lambda a, b: sum(t(a[x], b[x]) for x in a.items),
        largest,
        {
            "zero": two("t(p, p) = 0", lambda p, q, end: t(p, p) == 0),
            "positive": two("t(p, q) > 0 where p != q", lambda p, q, end: p == q or t(p, q) > 0),
            "alike": two("t(p, q) = t(q, p)", lambda p, q, end: t(p, q) == t(q, p)),
            "triangle": two(
                "t(p, r) <= t(p, q) + t(q, r)",
                lambda p, q, end: all(t(p, r) <= t(p, q) + t(q, r) for r in range(1, end)),
            ),
            "square": two("t(p, q) = (p - q)^2", lambda p, q, end: t(p, q) == (p - q) ** 2),
            "moved": lemma("t(f(p), f(q)) = t(p, q) for every permutation f of the places", moved),
            "apart": two("t(p, q) = t(p + 1, q + 1)", lambda p, q, end: t(p, q) == t(p + 1, q + 1)),
            "farthest": two(
                "2 t(p, q) <= t(p, p') + t(q, q')",
                lambda p, q, end: 2 * t(p, q) <= t(p, end - p) + t(q, end - q),
            ),
            "turned": two("t(p', q') = t(p, q)", lambda p, q, end: t(end - p, end - q) == t(p, q)),
            "crossed": two(
                "t(p, q) + t(r, q + 1) <= t(p, q + 1) + t(r, q) where p < r",
                lambda p, q, end: all(t(p, q) + t(r, q + 1) <= t(p, q + 1) + t(r, q) for r in range(p + 1, end)),
            ),
            "both": two(
                "2 t(p, q) + 2 t(p, q') = t(p, p') + t(q, q')",
                lambda p, q, end: 2 * t(p, q) + 2 * t(p, end - q) == t(p, end - p) + t(q, end - q),
            ),
            "largest": lemma(
                "M is the sum over p of t(p, p')",
                lambda n: (m for m in range(_reach(n)) if largest(m) != sum(t(p, m + 1 - p) for p in range(1, m + 1))),
            ),
        },
    )


def inverted(a: Ranking, b: Ranking) -> int:
    """How many pairs of items the two order differently."""
    return sum((a[x] < a[y]) != (b[x] < b[y]) for x, y in combinations(a.items, 2))


def _of_three(sentence: str, holds: Callable[[Ranking, Ranking, Ranking], bool]) -> Step:
    return lemma(sentence, lambda n: (abc for abc in product(all_rankings(min(n, 4)), repeat=3) if not holds(*abc)))


def _adds_one(a: Ranking, b: Ranking) -> bool:
    """Return whether every exchange of neighbours that a has in the same order adds one to s(a, b)."""
    return all(inverted(a, b.swapped(i)) == inverted(a, b) + 1 for i in range(1, int(a.n)) if b.ascends(i, a))


_BOTH = of_rankings(
    "a pair is ordered differently by a and b, or by a and the reversal of b",
    lambda a, b: inverted(a, b) + inverted(a, b.reversed()) == a.n * (a.n - 1) // 2,
)
INVERSIONS = Summand(
    "s = number of pairs {x, y} that a and b order differently",
    inverted,
    lambda n: n * (n - 1) // 2,
    {
        "zero": of_rankings("s(a, a) = 0", lambda a, b: inverted(a, a) == 0),
        "positive": of_rankings("s(a, b) > 0 where a != b", lambda a, b: a == b or inverted(a, b) > 0),
        "alike": of_rankings("s(a, b) = s(b, a)", lambda a, b: inverted(a, b) == inverted(b, a)),
        "apart": of_rankings(
            "an exchange of neighbours inverts one pair",
            lambda a, b: all(inverted(a, a.swapped(i)) == 1 for i in range(1, int(a.n))),
        ),
        "triangle": _of_three(
            "a pair that a and c order differently, a and b do or b and c",
            lambda a, b, c: inverted(a, c) <= inverted(a, b) + inverted(b, c),
        ),
        "between": _of_three(
            "s(a, c) = s(a, b) + s(b, c) where b is between a and c, and only there",
            lambda a, b, c: (inverted(a, c) == inverted(a, b) + inverted(b, c)) is b.is_between(a, c),
        ),
        "turned": of_rankings(
            "s(reversed a, reversed b) = s(a, b)", lambda a, b: inverted(a.reversed(), b.reversed()) == inverted(a, b)
        ),
        "crossed": of_rankings(
            "an exchange of neighbours that a has in the same order inverts one pair more", _adds_one
        ),
        "farthest": _BOTH,
        "both": _BOTH,
        "largest": _BOTH,
    },
)
FOOTRULE = _displacements("|a(x) - b(x)|", distance, lambda n: n * n // 2)
SPEARMAN = _displacements("(a(x) - b(x))^2", square, lambda n: n * (n * n - 1) // 3)
HAMMING = _displacements("[a(x) != b(x)]", elsewhere)

Outer = Callable[[Any, Any], Any]


@dataclass(frozen=True)
class FunctionOfSum:
    """A row of the matrix whose value is g(s, n); from two items on, where g divides."""

    name: str
    sum: Summand
    formula: str
    outer: Outer
    divides: bool = True

    def written(self, a: Ranking, b: Ranking) -> Any:
        """g(s, n)."""
        if self.divides and a.n < 2:
            raise Undefined("0/0")
        return self.outer(Whole(self.sum.of(a, b)), Whole(a.n))

    @property
    def form(self) -> Step:
        """The step that the definition is g(s, n)."""
        return is_written(self.name, f"{self.formula}, {self.sum.formula}", self.written)

    def ends(self, low: Any, high: Any) -> Step:
        """The lemma that g at 0, 1 and M is on one line, with its ends between two numbers."""
        sentence = f"g at s = 0, 1 and M is on one line, and between {low} and {high} at s = 0 and M"
        return lemma(sentence, lambda n: (m for m in range(2, _reach(n)) if not self._is_between(m, low, high)))

    def _is_between(self, m: int, low: Any, high: Any) -> bool:
        most = Whole(self.sum.largest(m))
        first, second, last = (self.outer(s, Whole(m)) for s in (Whole(0), Whole(1), most))
        return most * (second - first) == last - first and all(low <= end <= high for end in (first, last))

    def at(self, place: str, value: Any, s: Callable[[FunctionOfSum, int], Any]) -> Step:
        """The lemma that g is that value at a certain s."""

        def fails(n: int) -> Iterator[int]:
            sizes = range(2 if self.divides else 0, _reach(n))
            return (m for m in sizes if self.outer(Whole(s(self, m)), Whole(m)) != value)

        return lemma(f"g = {value} at {place}", fails)

    def proof(self, statement: Statement | Axiom, because: str, lemmas: str = "", *more: Step) -> Proof:
        """A proof of a statement about the row, by these lemmas about its sum."""
        return proved(
            self.name, statement, because, self.form, *(self.sum.lemmas[key] for key in lemmas.split()), *more
        )


NAMES = "renaming the items changes the order of the terms of s, and nothing else"
REVERSAL = "s <= M = s(a, reversed a): 2 t(p, q) <= t(p, p') + t(q, q') summed over the items, or pair by pair"
AFFINE = f"{REVERSAL}; g is affine in s, so that it is between its ends"
TURNED = "s(a, b) + s(a, reversed b) = M, item by item or pair by pair"
HALVES = "s is the sum of its terms, and an inequality or equality of each term is one of the sums"


def _at_zero(row: FunctionOfSum, value: int) -> Step:
    return row.at("s = 0", value, lambda row, m: 0)


def _at_most(row: FunctionOfSum, value: int) -> Step:
    return row.at("s = M", value, lambda row, m: row.sum.largest(m))


def _metric_space(row: FunctionOfSum, triangle: str, by: str) -> Iterator[Proof]:
    yield row.proof(axioms.non_negativity, HALVES, "zero positive")
    yield row.proof(axioms.zero_on_equal, HALVES, "zero", _at_zero(row, 0))
    yield row.proof(axioms.separation, "where a != b some term is positive, and none is negative", "zero positive")
    yield row.proof(axioms.symmetry, HALVES, "alike")
    yield row.proof(axioms.triangle_inequality, by, triangle)
    yield row.proof(axioms.right_invariance, NAMES)


def _normalised(row: FunctionOfSum) -> Iterator[Proof]:
    yield row.proof(axioms.lies_between(0, 1), AFFINE, "zero farthest largest", row.ends(0, 1))
    yield row.proof(axioms.right_invariance, NAMES)


def _at_the_reversal(row: FunctionOfSum) -> Iterator[Proof]:
    yield row.proof(axioms.value_on_reversed(1), REVERSAL, "largest", _at_most(row, 1))
    yield row.proof(axioms.place_invariance(1), "s is one number for all exchanges of neighbours", "zero alike apart")


def _correlation(row: FunctionOfSum) -> Iterator[Proof]:
    yield row.proof(axioms.correlation_range, AFFINE, "zero farthest largest", row.ends(-1, 1))
    yield row.proof(axioms.one_on_equal, HALVES, "zero", _at_zero(row, 1))
    yield row.proof(axioms.minus_one_on_reversed, REVERSAL, "largest", _at_most(row, -1))
    turned = (row.ends(-1, 1), _at_zero(row, 1), _at_most(row, -1))
    yield row.proof(
        axioms.antisymmetry, f"{TURNED}; g is affine in s, so that g(M - s) = -g(s)", "both largest", *turned
    )
    yield row.proof(axioms.correlation_symmetry, HALVES, "alike")
    yield row.proof(axioms.correlation_invariance, NAMES)


def _equal(row: FunctionOfSum, other: FunctionOfSum, scale: int | str = 1, shift: int | str = 0) -> Proof:
    """The proof that one row is the other, scaled and shifted: both are functions of one sum."""

    def fails(n: int) -> Iterator[tuple[int, int]]:
        c, d = rational(Fraction(scale)), rational(Fraction(shift))
        cases = ((Whole(s), Whole(m)) for m in range(2, _reach(n)) for s in (0, 1, row.sum.largest(m)))
        return ((s, m) for s, m in cases if row.outer(s, m) != c * other.outer(s, m) + d)

    same = lemma("the two functions of s and n are in that relation: at s = 0, 1 and M", fails)
    return row.proof(
        axioms.equals(other.name, scale, shift),
        "both rows are functions of one sum, affine in it",
        "",
        other.form,
        same,
    )


def _own(s: Any, n: Any) -> Any:
    return s


KENDALL = FunctionOfSum("kendall", INVERSIONS, "s", _own, divides=False)
FOOT = FunctionOfSum("footrule", FOOTRULE, "s", _own, divides=False)
SQUARED = FunctionOfSum(SQUARES, SPEARMAN, "s", _own, divides=False)
ROOT = FunctionOfSum("spearman-distance[root]", SPEARMAN, "the root of s", lambda s, n: sqrt(s), divides=False)
HAMMED = FunctionOfSum("hamming", HAMMING, "s", _own, divides=False)
KENDALL_N = FunctionOfSum("kendall-normalised", INVERSIONS, "2 s / (n (n - 1))", lambda s, n: 2 * s / (n * (n - 1)))
TAU = FunctionOfSum("kendall-tau", INVERSIONS, "1 - 4 s / (n (n - 1))", lambda s, n: 1 - 4 * s / (n * (n - 1)))
FOOT_N = FunctionOfSum("footrule-normalised", FOOTRULE, "s / floor(n^2 / 2)", lambda s, n: s / (n * n // 2))
SQUARED_N = FunctionOfSum(
    "spearman-distance-normalised[maximum]", SPEARMAN, "3 s / (n (n^2 - 1))", lambda s, n: 3 * s / (n * (n * n - 1))
)
PRINTED = FunctionOfSum(
    "spearman-distance-normalised[as-printed]", SPEARMAN, "3 s / (n (n^2 + 2))", lambda s, n: 3 * s / (n * (n * n + 2))
)
RHO = FunctionOfSum("spearman-rho", SPEARMAN, "1 - 6 s / (n (n^2 - 1))", lambda s, n: 1 - 6 * s / (n * (n * n - 1)))
FOOT_P = FunctionOfSum("footrule-prefix[full]", FOOTRULE, "s", _own, divides=False)
KENDALL_P = FunctionOfSum("kendall-prefix[full]", INVERSIONS, "s", _own, divides=False)
ONE_MINUS = tuple(
    FunctionOfSum(f"{name}-distance[rankings]", INVERSIONS, "4 s / (n (n - 1))", lambda s, n: 4 * s / (n * (n - 1)))
    for name in ("tau-b", "gamma")
)
TRIANGLE = "s has the triangle inequality as t has it, item by item"
MINKOWSKI = "the root of s is the Euclidean distance of the rank vectors, which has the triangle inequality (Minkowski)"

PROOFS = (
    KENDALL.proof(axioms.separation, "two rankings that order all pairs alike are equal", "positive"),
    *(row.proof(axioms.right_invariance, NAMES) for row in (KENDALL, FOOT)),
    FOOT.proof(axioms.separation, "where a != b some term is positive, and none is negative", "zero positive"),
    *_metric_space(ROOT, "square", MINKOWSKI),
    *_metric_space(HAMMED, "triangle", TRIANGLE),
    HAMMED.proof(axioms.left_invariance, "moving all places by one permutation changes no term", "moved"),
    *(proof for row in (KENDALL_N, FOOT_N, SQUARED_N) for proof in (*_normalised(row), *_at_the_reversal(row))),
    *_normalised(PRINTED),
    *(proof for row in (TAU, RHO) for proof in _correlation(row)),
    RHO.proof(axioms.place_invariance(2), "s is one number for all exchanges of places two apart", "zero alike apart"),
    _equal(TAU, KENDALL_N, -2, 1),
    *(row.proof(axioms.right_invariance, NAMES) for row in ONE_MINUS),
    *(_equal(row, KENDALL_N, 2) for row in ONE_MINUS),
    _equal(FOOT_P, FOOT),
    _equal(KENDALL_P, KENDALL),
    *(
        row.proof(axioms.place_invariance(1), "s is one number for all exchanges of neighbours", "zero alike apart")
        for row in (FOOT_P, KENDALL_P)
    ),
)
