"""Best constants that do not exist: families of instances whose ratios grow beyond every number.

*A fixed point costs 1.* With the convention ``one``, a stationary item has pbar = 1 whatever the other items pay.
From 1 > 2 > 3 to its reversal item 2 keeps its place, at the price of 1 for each item that passes it; over 1 > 3 > 2
nothing keeps its place twice, and all pay c.

*Light items.* An item of weight c passes others for c; the others change places while it does so, and at the end it is
where it was.

*Long ways.* pbar is a mean over all places that are passed. Let one exchange of neighbours cost 1 and all others
1/m^2, and exchange the two items at that place: 1. On the way, each goes m places off, beyond the expensive one, for
1/m in the mean, and comes back among the cheap places. All other items move by one cheap place each way.

*One item counts.* Up to the cut-off 1, and in the errors of the first item, only the displacement of a's first item in
b counts: 1 over a ranking whose second item is next, 0 from there, n - 1 in the end.

*Logarithms.* An item goes from the first place to the last, or back, over the place 2^m - 1 of 4^m - 1, so that its
discount falls from 1 to 1/m to 1/(2 m). Either way costs no more than a share of about 2/m of the whole.

*Buckets.* tau_c is 1 between two orders of two buckets that are nearly equal and of items one by one, but for
1/(2 m + 1)^2, however the buckets are ordered inside.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import combinations
from typing import Any

from flint import fmpq

from ...numbers.exact import Whole
from ...spaces.parameters import ParameterDomain
from ...values.orders import WeakOrder
from ...values.parameters import ElementWeights, Heights, PositionWeights, Similarity
from ...values.rankings import Ranking
from .. import axioms
from .family import FamilyCase, GrowingFamily, Quotient
from .proof import Proof, Step

ENOUGH = "these instances suffice: a constant would have to be as large as each of their ratios"
EVERY = "the ratio is that at every m: the definition adds the same terms"


def proof_of(family: GrowingFamily, *argued: str) -> Proof:
    """The proof that no constant exists, by the family."""
    is_so = "is at least" if family.at_least else "is"
    single = "at c = 1, 1/2, 1/3 ..." if family.number == "c" else f"at m = 1, 2 ... (none beyond {family.most})"
    steps = [
        Step("instances", f"the instances are in the space, and the ratio {is_so} that {single}", family.wrong_at),
        Step("limit", "the limit of that ratio is infinite", family.wrong_limit),
    ]
    if family.number == "c":
        steps.insert(0, Step("ratio", "the ratio is that for all c > 0", family.wrong_for_all))
    return Proof(
        f"no-factor/{family.metric}",
        family.theorem,
        family.metric,
        family.statement,
        argued,
        tuple(steps),
        ParameterDomain.OPEN,
        ENOUGH,
        family,
    )


def over(a: Any, b: Any, c: Any) -> dict[str, Any]:
    """From a over b to c."""
    return {"a": a, "b": b, "c": c}


def way(values: dict[str, Any]) -> str:
    """The three in words."""
    return f"from {values['a']} over {values['b']} to {values['c']}"


# --- three items ----------------------------------------------------------------------------------------------

ORDERS = {"123": (1, 2, 3), "132": (1, 3, 2), "213": (2, 1, 3), "231": (2, 3, 1), "312": (3, 1, 2), "321": (3, 2, 1)}
THREE = {
    "kendall-position[one]": ("123 132 321", "cc", "", (2, 1), (0, 3)),
    "footrule-position[one]": ("123 132 321", "cc", "", (1, 1), (0, 3)),
    "kendall-general[one]": ("123 132 321", "cc", "111", (2, 1), (0, 3)),
    "footrule-general[one]": ("123 132 321", "cc", "111", (1, 1), (0, 3)),
    "kendall-general[next]": ("123 321 213", "1c", "11c", (4,), (0, 5, 10, 5)),
    "footrule-general[next]": ("123 312 231", "1c", "11c", (1, 1, 1, 1), (0, 3, 4, 1)),
    "kendall-general[local]": ("132 312 231", "1c", "11c", (1, 4, 5, 2), (0, 8, 4)),
    "footrule-general[local]": ("123 312 231", "1c", "11c", (1, 1, 1, 1), (0, 3, 4, 1)),
    "kendall-general[zero]": ("123 312 213", "11", "11c", (1,), (0, 3)),
    "footrule-general[zero]": ("123 312 213", "11", "11c", (1,), (0, 3)),
}
"""Of each row: a, b, c; delta; w, with D = 1, where the row has weights; the ratio."""


def _three(orders: str, delta: str, w: str, c: Any) -> FamilyCase:
    entries = {"1": c * 0 + 1, "c": c}
    parameters: dict[str, Any] = {"delta": PositionWeights({k: entries[e] for k, e in enumerate(delta, 2)})}
    if w:
        parameters["w"] = ElementWeights({x: entries[e] for x, e in enumerate(w, 1)})
        parameters["D"] = Similarity(dict.fromkeys(combinations((1, 2, 3), 2), entries["1"]))
    return FamilyCase(3, over(*(Ranking.from_order(ORDERS[o]) for o in orders.split())), parameters)


def _of_three() -> Iterator[Proof]:
    for row, (orders, delta, w, above, below) in THREE.items():
        make = partial(_three, orders, delta, w)
        given = f"delta = ({', '.join(delta)})" + (f", w = ({', '.join(w)}) and D = 1" if w else "")
        wording = f"with three items, {given}, {way(dict(make(fmpq(1)).values))}"
        yield proof_of(GrowingFamily(row, axioms.near_metric(), wording, make, Quotient(above, below), "c"))


# --- long ways ------------------------------------------------------------------------------------------------


def _long_ways(m: int) -> FamilyCase:
    low, high = list(range(1, m)), list(range(m + 2, 2 * m + 1))
    cheap = fmpq(1, m * m)
    delta = PositionWeights({k: fmpq(1) if k == m + 1 else cheap for k in range(2, 2 * m + 1)})
    orders = ([*low, m, m + 1, *high], [m + 1, *low, *high, m], [*low, m + 1, m, *high])
    return FamilyCase(2 * m, over(*map(Ranking.from_order, orders)), {"delta": delta})


def _of_long_ways() -> Iterator[Proof]:
    wording = (
        "with 2 m items, delta_(m+1) = 1 and all others 1/m^2, from a to a with the items m and m + 1 exchanged, over "
        "a with m + 1 first and m last"
    )
    ratio = Quotient((0, 0, 0, 0, 0, 0, 1), (1, 0, -7, 4, 3))
    for row in ("kendall-position", "footrule-position"):
        for variant in ("next", "local", "zero"):
            family = GrowingFamily(f"{row}[{variant}]", axioms.near_metric(), wording, _long_ways, ratio, "m")
            yield proof_of(family, f"{EVERY}: two items that go m places, others that go one")


# --- one item counts ------------------------------------------------------------------------------------------


def _first_item(parameters: Callable[[int], dict[str, Any]], m: int) -> FamilyCase:
    rest = list(range(3, m + 2))
    return FamilyCase(
        m + 1, over(*map(Ranking.from_order, ([1, 2, *rest], [2, 1, *rest], [2, *rest, 1]))), parameters(m)
    )


def _heights(m: int) -> dict[str, Any]:
    return {"h": Heights({k: fmpq(1) if k == 1 else fmpq(1, m * m) for k in range(1, m + 2)})}


def _of_first_items() -> Iterator[Proof]:
    wording = "from 1 > 2 > ... > m + 1 over the same with 2 ahead of 1 to the same with 1 last"
    near = axioms.near_metric()
    linear, steep = Quotient((0, 1), (1,)), Quotient((0, 0, 1, 1), (1, -1, 2))
    for row in ("position-error", "target-displacement"):
        family = GrowingFamily(row, near, wording, partial(_first_item, lambda m: {}), linear, "m")
        yield proof_of(family, f"{EVERY}, that of the first item of a")
    for row in ("point", "footrule-prefix", "kendall-prefix", "area", "area-normalised", "area-correlation"):
        statement = axioms.one_minus_near_metric() if row == "area-correlation" else near
        make = partial(_first_item, lambda m: {"i": Whole(1)})
        family = GrowingFamily(f"{row}[cut-off]", statement, f"with the cut-off 1, {wording}", make, linear, "m")
        yield proof_of(family, f"{EVERY}, that of the first item of a")
        if row.startswith("area"):
            heights = f"with h_1 = 1 and all other heights 1/m^2, {wording}"
            family = GrowingFamily(f"{row}[heights]", statement, heights, partial(_first_item, _heights), steep, "m")
            yield proof_of(family, f"{EVERY} P(k) = m + 1 - k, in sums over k")


# --- logarithms -----------------------------------------------------------------------------------------------


def _moved(n: int, x: int, to: int) -> Ranking:
    """1 > 2 > ... > n with the item x at that place."""
    order = [y for y in range(1, n + 1) if y != x]
    return Ranking.from_order([*order[: to - 1], x, *order[to - 1 :]])


def _discounted(first: bool, m: int) -> FamilyCase:
    n, middle = 4**m - 1, 2**m - 1
    ends = (1, n) if first else (n, 1)
    places = (ends[0], middle, ends[1])
    return FamilyCase(n, over(*(_moved(n, ends[0], to) for to in places)), {"base": Whole(2)})


def _of_logarithms() -> Iterator[Proof]:
    middle = "over the place 2^m - 1"
    yield proof_of(
        GrowingFamily(
            "discounted-error",
            axioms.near_metric(),
            f"with 4^m - 1 items and base 2, the first item moved to the end, {middle}",
            partial(_discounted, True),
            Quotient((0, 1), (3,)),
            "m",
            at_least=True,
            most=2,
        ),
        "with n = 4^m - 1 and r = 2^m - 1, so that n - r = 2^m r: d(a, c) >= n - 1 >= 2^m r, d(a, b) <= 2 (r - 1) and "
        "d(b, c) <= 2 (n - r)/m, so that the ratio is at least 1/(2/2^m + 2/m), and 2/2^m <= 1/m",
    )
    yield proof_of(
        GrowingFamily(
            "dcg-rank[normalised]",
            axioms.one_minus_near_metric(),
            f"with 4^m - 1 items and base 2, the last item moved to the top, {middle}",
            partial(_discounted, False),
            Quotient((-1, 1), (1,)),
            "m",
            at_least=True,
            most=2,
        ),
        "with n = 4^m - 1, r = 2^m - 1, and D the ideal gain: D (1 - m(a, c)) is n - 1 less the discounts of the "
        "ranks 2 to n, at least (n - r)(1 - 1/m); D (1 - m(a, b)) is (n - r)/m less the discounts of the ranks r + 1 "
        "to n, at most (n - r)/(2 m); D (1 - m(b, c)) <= r - 1; and r - 1 <= (n - r)/2^m <= (n - r)/(2 m)",
    )


# --- buckets --------------------------------------------------------------------------------------------------


def _buckets(m: int) -> FamilyCase:
    first, last = list(range(1, m + 1)), list(range(m + 1, 2 * m + 2))
    orders: Sequence[Any] = ([*first, *last], [first, last], [*first[::-1], *last[::-1]])
    return FamilyCase(2 * m + 1, over(*map(WeakOrder.of, orders)), {})


def _of_buckets() -> Iterator[Proof]:
    wording = (
        "from 1 > 2 > ... > 2 m + 1 over the order of two buckets, the first m items and the others, to the reversal "
        "of each bucket"
    )
    yield proof_of(
        GrowingFamily(
            "kendall-tau-c", axioms.one_minus_near_metric(), wording, _buckets, Quotient((0, 1, 2), (1,)), "m"
        ),
        "tau_c is 4 m (m + 1)/(2 m + 1)^2 with the buckets: m (m + 1) pairs are not tied in them",
        "between the ends m (m + 1) pairs agree and m^2 do not, so that tau_c is 1/(2 m + 1)",
    )


PROOFS = (*_of_three(), *_of_long_ways(), *_of_first_items(), *_of_logarithms(), *_of_buckets())
