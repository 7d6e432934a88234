"""The least value of a ratio of linear forms over all values of a parameter, exact and with a proof.

:mod:`.traced` turns a statement at fixed rankings into a :class:`~.traced.Goal`: a numerator and a denominator that are
linear forms in the entries of the parameter, the numerator also with absolute values. :func:`minimum` finds the least
value of the ratio on the cone of all parameter values, and so the worst value of the parameter. A goal for a supremum
has its numerator negated, so that every question here is about a minimum.

An *atom* is an absolute value ``|m|`` of a linear form m, and its coefficient is written ``a``. Atoms with a > 0 are
convex and enter the linear program as they are. Atoms with a < 0 are concave. They are first replaced by the absolute
values of their terms, which can only lower the minimum. Where that is not enough, the cone is split by the sign of m.

Sweeps (:mod:`.sweep`), certificates (:mod:`.certification`) and ``explore`` use it. A point is a tuple of the
coordinates of the parameter, none of them negative, and last the constant 1 (:mod:`.traced`). A *facet* of a cone is a
linear form that is not negative on it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flint import fmpq

from ..numbers.exact import rational
from ..numbers.forms import CONSTANT, Atom, Form
from .program import Cone, NoOptimum, Unsolved, least_ratio, proof
from .solver import Solver

MAX_PARTS = 4096
"""Most parts of a cone that are looked at; a case that needs more is left undecided."""


@dataclass(frozen=True)
class Leaf:
    """The proof of ``numerator >= value * denominator`` on a part of the cone: the multipliers of :mod:`.program`."""

    value: Any
    """The constant that the multipliers prove, a rational; it may be larger than the least value of the whole cone."""
    signs: tuple[Any, ...]
    """The multiplier of each convex atom, in the order of atoms: between -a and a."""
    multipliers: tuple[tuple[int, Any], ...]
    """Pairs of facet number and multiplier. Facets of the space come first, then the signs of the splits, in order."""


@dataclass(frozen=True)
class SignSplit:
    """The proof for a part of the cone that is split by the sign of the form in an atom."""

    atom: int
    """The number of the atom among the atoms of the numerator in sorted order, from 0."""
    above: Tree
    """The proof where the form is not negative."""
    below: Tree
    """The proof where the form is not positive."""


Tree = Leaf | SignSplit
"""A proof: a leaf for each part into which the cone was split."""


@dataclass(frozen=True)
class Minimum:
    """The least value of numerator / denominator on a cone, a point that attains it, and the proof.

    With a ``floor``, a constant that is known already, the only question is whether a value lies below it. If none
    does, ``value`` is the floor and ``point`` is None. The proof may then show a larger value than the floor.
    """

    value: Any
    point: tuple[Any, ...] | None
    tree: Tree


def minimum(
    numerator: Form,
    denominator: Form,
    cone: Cone,
    *,
    floor: Any = None,
    max_parts: int = MAX_PARTS,
    solver: Solver | None = None,
) -> Minimum:
    """Return the exact least value of ``numerator / denominator`` where the denominator is positive, with its proof.

    Branch and bound: atoms with a positive coefficient are convex and enter the linear program. Each atom ``a |m|``
    with a < 0 is concave and is bounded from below by ``a`` times the sum of the absolute values of its terms. If that
    bound does not reach the best value so far, the part is split at m = 0, where the atom becomes linear on each side.
    For k concave atoms there are at most 2^(k + 1) - 1 parts, and each costs a linear program.

    The denominator must have no negative coefficient. With a ``floor``, it is enough to know that no value lies below
    it. A warm ``solver`` over the cone, which starts from the basis of its last program, is tried first. Raises
    :class:`Unbounded`, :class:`Empty`, and ``Unsolved`` where the exact check of a program fails or more than
    ``max_parts`` parts would be needed.
    """
    search = _Search(numerator, denominator, cone, floor, max_parts, solver)
    if floor is None:
        search.start()
    tree = search.prove_part({})
    return Minimum(search.best, search.point, tree)


class Unbounded(ArithmeticError):
    """Raised if no least value exists; ``point`` has denominator zero and a negative numerator."""

    def __init__(self, point: tuple[Any, ...]) -> None:
        super().__init__("the ratio has no lower bound: its denominator vanishes where its numerator is negative")
        self.point = point


class Empty(ArithmeticError):
    """Raised if the denominator is zero everywhere, so that no point has a ratio."""


class _Search:
    """The branch and bound of :func:`minimum`.

    ``best`` is the floor, or the least value of the points seen so far, which ``point`` attains (None for a floor).
    """

    def __init__(
        self, numerator: Form, denominator: Form, cone: Cone, floor: Any, max_parts: int, solver: Solver | None
    ) -> None:
        self.max_parts = max_parts
        self._solver = solver
        self.numerator = numerator
        self.denominator = denominator
        self.cone = cone
        self.atoms: list[tuple[Atom, Any]] = sorted(numerator.atoms.items())
        self._convex = [(atom, a) for atom, a in self.atoms if a > 0]
        self._sum_of_coordinates = Form({CONSTANT: 1, **dict.fromkeys(range(cone.size - 1), 1)})
        """Positive everywhere but in the origin."""
        self.best = floor
        self.point: tuple[Any, ...] | None = None
        self.parts = 0
        """The number of parts looked at so far, those that were split included."""

    def start(self) -> None:
        """Begin with the value at the point whose entries are all 1, or at another point if that is outside.

        With a floor this is not needed, since the floor is a value to begin with.
        """
        if not self.denominator.linear:
            raise Empty("the denominator is zero everywhere")
        point = (fmpq(1),) * self.cone.size
        all_ones_is_outside = any(sum(c for _, c in facet) < 0 for facet in self.cone.facets)
        if all_ones_is_outside:
            point = least_ratio({}, [], self.denominator.linear, self.cone).point
        denominator_value = self.denominator.at(point)
        if denominator_value == 0:
            raise Empty("the denominator is zero everywhere")
        self.best, self.point = self.numerator.at(point) / denominator_value, point

    def prove_part(self, path: dict[int, int]) -> Tree:
        """Prove that no value on a part of the cone lies below ``best``, after improving ``best`` if one does.

        ``path`` describes the part: by number of atom, the sign (1 or -1) that the form of the atom has on it.
        ``linear`` becomes a lower bound of the numerator: atoms on the path are linear there, and every other concave
        atom is replaced by the absolute values of its terms (coordinates are not negative).
        """
        self.parts += 1
        if self.parts > self.max_parts:
            raise Unsolved(f"more than {self.max_parts} parts of the cone")
        linear = Form(self.numerator.linear)
        concave = []
        for k, (atom, a) in enumerate(self.atoms):
            if k in path:
                linear = linear + path[k] * a * Form(dict(atom))
            elif a < 0:
                concave.append(k)
                linear = linear + a * Form({key: abs(c) for key, c in atom})
        if (leaf := self._prove_term_by_term(linear)) is not None:
            return leaf
        sign_facets = []
        for k, sign in path.items():
            atom, _ = self.atoms[k]
            sign_facets.append(self.cone.row({key: sign * c for key, c in atom}))
        part = self.cone.cut(*sign_facets)
        solver = None if path else self._solver  # the solver is for the whole cone
        try:
            optimum = least_ratio(linear.linear, self._convex, self.denominator.linear, part, solver)
            self._take(optimum.point)
            if not concave or optimum.value >= self.best:
                return Leaf(optimum.value, optimum.signs, optimum.multipliers)
            point = optimum.point
        except NoOptimum:  # the ratio has no bound here, or its denominator is zero on the part
            leaf_or_point = self._prove_by_slack(linear, part, solver, final=not concave)
            if isinstance(leaf_or_point, Leaf):
                return leaf_or_point
            point = leaf_or_point
        chosen = max(concave, key=lambda k: self._gap(k, point))
        return SignSplit(chosen, self.prove_part({**path, chosen: 1}), self.prove_part({**path, chosen: -1}))

    def _prove_by_slack(
        self, linear: Form, part: Cone, solver: Solver | None, *, final: bool
    ) -> Leaf | tuple[Any, ...]:
        """Decide whether ``numerator >= best * denominator`` on a part where floats find no least ratio.

        The slack is the difference of the two sides. Its minimum always exists, since the coordinates are made to sum
        to 1. Returns the proof if that minimum is not negative, and otherwise the point that has it, at which an atom
        is chosen to split. On a ``final`` part, which has no atom left to split at, that point gives a better value,
        and the slack of this value is minimised in turn.
        """
        while True:
            slack = linear - self.denominator * self.best
            try:
                optimum = least_ratio(slack.linear, self._convex, self._sum_of_coordinates.linear, part, solver)
            except NoOptimum:  # the part is the origin alone
                return Leaf(self.best, *proof(slack.linear, self._convex, part))
            if optimum.value >= 0:
                # slack >= value * (sum of coordinates): add the value to the multipliers of the coordinate facets,
                # which are the last ones of the cone
                multipliers = dict(optimum.multipliers)
                for k in range(self.cone.size):
                    facet = len(self.cone.facets) - self.cone.size + k
                    multipliers[facet] = multipliers.get(facet, fmpq(0)) + optimum.value
                return Leaf(self.best, optimum.signs, tuple(sorted(multipliers.items())))
            if not final:
                return optimum.point
            if self.denominator.at(optimum.point) == 0:
                raise Unbounded(optimum.point)
            self._take(optimum.point)

    def _take(self, point: tuple[Any, ...]) -> None:
        """Keep the point if its value is the least so far; :class:`Unbounded` if its ratio is minus infinity."""
        denominator_value = self.denominator.at(point)
        if denominator_value == 0:
            if self.numerator.at(point) < 0:
                raise Unbounded(point)
            return
        value = self.numerator.at(point) / denominator_value
        if value < self.best:
            self.best, self.point = value, point

    def _prove_term_by_term(self, linear: Form) -> Leaf | None:
        """Prove a part without a program, if ``linear - best * denominator`` has no negative coefficient.

        No coordinate is negative, so the coefficients are the multipliers of the facets that say so: the last ones.
        """
        slack = (linear - self.denominator * self.best).linear
        if any(c < 0 for c in slack.values()):
            return None
        first_coordinate_facet = len(self.cone.facets) - self.cone.size
        coordinates = ((self.cone.size - 1 if k == CONSTANT else k, rational(c)) for k, c in slack.items())
        multipliers = tuple(sorted((first_coordinate_facet + k, c) for k, c in coordinates))
        return Leaf(self.best, (fmpq(0),) * len(self._convex), multipliers)

    def _gap(self, k: int, point: tuple[Any, ...]) -> Any:
        """Return what replacing an atom by the sum of its terms loses at the point; the largest loss is split first."""
        atom, a = self.atoms[k]
        termwise = Form({key: abs(c) for key, c in atom}).at(point)
        return -a * (termwise - abs(Form(dict(atom)).at(point)))
