"""Theorems written out for the metrics and statements that there are: clauses, which have no variables.

The conditions of a theorem are comparisons between numbers, decided exactly, and questions about a row.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from ..catalogue import load_catalogue
from ..catalogue.theorems import ATTAINS, CLOSURE, Atom, Theorem
from ..evidence.evidence import INFINITE
from ..evidence.matrix import Row
from ..model.relation import holds
from ..numbers.exact import compare, parse
from ..spaces import CutOffs, JudgedLists, Space, binary_list, graded_lists, ranking
from ..spaces.lists import JudgedOrNot
from ..spaces.parameters import ParameterDomain
from .deduction_facts import Proposition

_OP = re.compile(r"(<=|>=|==|!=|<|>)")
_NAME = re.compile(r"[a-z]\w*")
Bindings = dict[str, str]
"""Texts of numbers, or names of metrics, by the variables that stand for them."""
_number = lru_cache(maxsize=4096)(parse)  # the same few are compared on many rows


def substitute(expression: str, bindings: Bindings) -> str:
    """Write the numbers for which variables stand into the expression."""
    return _NAME.sub(lambda name: f"({bindings[name[0]]})", expression)


def compute(expression: str, bindings: Bindings) -> str | None:
    """Compute the expression, as text; None where it has no value."""
    try:
        return str(_number(substitute(expression, bindings)))
    except ValueError:
        return None


def is_true(condition: str, bindings: Bindings) -> bool:
    """Decide the comparison; False where it cannot be decided."""
    left, op, right = (part.strip() for part in _OP.split(condition))
    infinite = [bindings.get(side) == INFINITE for side in (left, right)]
    if any(infinite):
        return bool(holds(op, infinite[0] - infinite[1]))
    try:
        sign = compare(*(_number(substitute(side, bindings)) for side in (left, right)))
    except ValueError:
        return False
    return sign is not None and bool(holds(op, sign))


@cache
def _spaces() -> Mapping[str, frozenset[str]]:
    """The names of our own spaces, by what theorems ask of them: of any other space a name says nothing."""
    ours = [metric for metric in load_catalogue().metrics.values() if not metric.is_foreign]
    parameters = [space for metric in ours for space in metric.parameters.values()]
    arguments = [space for metric in ours for space in metric.arguments.values()]
    spaces: dict[str, Sequence[Space]] = {
        "parameters": parameters,
        "cut-offs": [space for space in parameters if isinstance(space, CutOffs)],
        "binary": [space for space in arguments if isinstance(space, JudgedLists) and space.levels == (0, 1)],
        "judged": [space for space in arguments if isinstance(space, JudgedLists) and type(space) is not JudgedOrNot],
    }
    return {kind: frozenset(space.name for space in those) for kind, those in spaces.items()}


def _first_space(row: Row) -> str:
    return next(iter(row.arguments.values()), "")


def _cuts_nothing(row: Row) -> bool:
    return set(row.parameters.values()) <= _spaces()["parameters"] - _spaces()["cut-offs"]


def _has_same_parameters(row: Row, other: Row) -> bool:
    return row.parameters == other.parameters and set(row.parameters.values()) <= _spaces()["parameters"]


def _is_table(row: Row, kind: str, space: Space) -> bool:
    return row.kind == kind and not row.parameters and {*row.arguments.values()} == {space.name}


ROWS: dict[str, Callable[[Row, Row | None], bool]] = {
    "metrics without a cut-off": lambda m, o: _cuts_nothing(m),
    "metrics without parameters": lambda m, o: not m.parameters,
    "metrics of binary lists": lambda m, o: _first_space(m) in _spaces()["binary"],
    "constants are in its spaces": lambda m, o: set(m.parameters.values()) <= _spaces()["parameters"],
    "every item is judged": lambda m, o: _first_space(m) in _spaces()["judged"],
    "scores of binary lists without parameters": lambda m, o: _is_table(m, "score", binary_list),
    "scores of lists graded 0..2 without parameters": lambda m, o: _is_table(m, "score", graded_lists(2)),
    "distances of rankings without parameters": lambda m, o: _is_table(m, "distance", ranking),
    "o is of binary lists": lambda m, o: o is not None and _first_space(o) in _spaces()["binary"],
    "o has the same parameters": lambda m, o: o is not None and _has_same_parameters(m, o),
}
"""Conditions of theorems on the metric, and on the metric that they call o."""


# --- clauses -----------------------------------------------------------------------------------------------------


MADE = (ATTAINS, "equals")
"""Axioms of propositions that theorems may conclude or use although no cell asks them."""
ROUNDS = 3
"""Rounds in which propositions are made of those made before. Identities of identities could go on for ever."""


class Clause(NamedTuple):
    """A theorem about these propositions; without a conclusion, its premises never hold together."""

    theorem: Theorem
    premises: tuple[Proposition, ...]
    conclusion: Proposition | None


class Universe:
    """The rows, and the propositions that there are, by metric, space and axiom."""

    def __init__(self, rows: Mapping[str, Row], propositions: Iterable[Proposition]) -> None:
        self.rows = rows
        self.places: dict[tuple[str, ParameterDomain], dict[str, dict[Proposition, None]]] = {}
        for proposition in propositions:
            self.add(proposition)

    def add(self, new: Proposition) -> bool:
        """Add the proposition and return whether it is new."""
        alike = self.places.setdefault((new.metric, new.space), {}).setdefault(new.axiom, {})
        is_new = new not in alike
        alike[new] = None
        return is_new

    def alike(self, metric: str, space: ParameterDomain, axiom: str) -> list[Proposition]:
        """List the propositions of one axiom about the metric on that space."""
        return list(self.places.get((metric, self.domain(metric, space)), {}).get(axiom, ()))

    def has(self, proposition: Proposition) -> bool:
        """Look the proposition up."""
        place = self.places.get((proposition.metric, proposition.space), {})
        return proposition in place.get(proposition.axiom, {})

    def domain(self, metric: str, space: ParameterDomain) -> ParameterDomain:
        """Return the space itself, or the only one that a metric without parameters has."""
        row = self.rows.get(metric)
        return ParameterDomain.OPEN if row is None or not row.parameters else space


def write_out(theorems: Sequence[Theorem], universe: Universe) -> list[Clause]:
    """Write every theorem out for every metric, and add the propositions that theorems make to the universe.

    A new proposition may be one that another theorem needs, which is therefore written out again.
    """
    clauses: dict[Clause, None] = {}
    changed: set[str] | None = None
    for _ in range(ROUNDS):
        clauses.update(dict.fromkeys(_closures(universe)))
        for theorem in theorems:
            if changed is None or changed & {atom.axiom for atom in theorem.atoms}:
                clauses.update(dict.fromkeys(_instances(theorem, universe)))
        parts = (part for clause in clauses for part in (*clause.premises, clause.conclusion) if part is not None)
        changed = {proposition.axiom for proposition in parts if universe.add(proposition)}
        if not changed:
            break
    return list(clauses)


def _closures(universe: Universe) -> Iterator[Clause]:
    """Write out that what holds on the closure of the parameter space holds inside."""
    for (metric, space), axioms in universe.places.items():
        if space is ParameterDomain.CLOSED or universe.domain(metric, ParameterDomain.CLOSED) is ParameterDomain.OPEN:
            continue
        for proposition in (proposition for alike in axioms.values() for proposition in alike):
            closed = proposition._replace(space=ParameterDomain.CLOSED)
            if universe.has(closed) or proposition.axiom == ATTAINS:
                yield Clause(CLOSURE, (closed,), proposition)


def _instances(theorem: Theorem, universe: Universe) -> Iterator[Clause]:
    """Write one theorem out for every metric."""
    needed = {atom.axiom for atom in theorem.atoms if atom.of == "m" and atom.axiom not in MADE}
    for metric, space in universe.places:
        if metric not in universe.rows:
            continue
        if not needed <= universe.places.get((metric, universe.domain(metric, space)), {}).keys():
            continue
        for bound in _matches(theorem.atoms, {"m": metric}, space, universe):
            row, other = universe.rows[metric], universe.rows.get(bound.get("o", ""))
            if not all(is_true(condition, bound) for condition in theorem.where):
                continue
            if not all(ROWS[condition](row, other) for condition in theorem.rows):
                continue
            parts = [_proposition(atom, bound, space, universe) for atom in theorem.atoms]
            premises = tuple(part for part in parts[: len(theorem.given)] if part is not None)
            conclusion = parts[-1] if theorem.then else None
            if None not in parts and conclusion not in premises:
                yield Clause(theorem, premises, conclusion)


def _matches(atoms: Sequence[Atom], bound: Bindings, space: ParameterDomain, universe: Universe) -> Iterator[Bindings]:
    """Bind the variables in every way that makes each atom a proposition that is there, or that may be made."""
    if not atoms:
        yield bound
        return
    atom = min(atoms, key=lambda a: (a.axiom == ATTAINS and not _is_bound(a, bound), a.of not in bound))
    seeds = [atom]
    if atom.axiom == ATTAINS and not _is_bound(atom, bound):  # whichever of them is known makes the others
        seeds = [other for other in atoms if other.of in bound]
    for seed in seeds:
        rest = [other for other in atoms if other is not seed]
        for extended in _extensions(seed, bound, space, universe):
            yield from _matches(rest, extended, space, universe)


def _extensions(atom: Atom, bound: Bindings, space: ParameterDomain, universe: Universe) -> Iterator[Bindings]:
    """Bind the variables of one atom."""
    if atom.of not in bound:
        for metric in universe.rows:
            yield from _extensions(atom, {**bound, atom.of: metric}, space, universe)
    elif _is_bound(atom, bound):
        if _proposition(atom, bound, space, universe) is not None:
            yield bound
    else:
        for proposition in universe.alike(bound[atom.of], space, atom.axiom):
            extended = _unify(atom, dict(proposition.arguments), bound)
            if extended is not None:
                yield extended


def _is_bound(atom: Atom, bound: Bindings) -> bool:
    return atom.variables <= bound.keys() and _computed(atom, bound) is not None


def _computed(atom: Atom, bound: Bindings) -> Bindings | None:
    """Compute arguments of the atom from its variables; None where a variable or a value is missing."""
    try:
        values = {name: compute(text, bound) for name, text in atom.computed.items()}
    except KeyError:
        return None
    known = {name: value for name, value in values.items() if value is not None}
    return known if len(known) == len(values) else None


def _unify(atom: Atom, arguments: Bindings, bound: Bindings) -> Bindings | None:
    """Bind the variables of the atom by these arguments; None if they do not match."""
    if arguments.keys() != atom.arguments.keys():
        return None
    extended = dict(bound)
    for name, text in atom.arguments.items():
        wanted = extended.setdefault(text[1:], arguments[name]) if text.startswith("?") else text
        if wanted != arguments[name] and not text.startswith("="):
            return None
    return extended


def _proposition(atom: Atom, bound: Bindings, space: ParameterDomain, universe: Universe) -> Proposition | None:
    """Make the proposition of the atom; None if no cell asks it and it may not be made."""
    values = _computed(atom, bound)
    if values is None:
        return None
    arguments = {
        name: values[name] if text.startswith("=") else bound[text[1:]] if text.startswith("?") else text
        for name, text in atom.arguments.items()
    }
    metric = bound[atom.of]
    domain = universe.domain(metric, space)
    proposition = Proposition(metric, atom.axiom, tuple(sorted(arguments.items())), domain, atom.absent)
    return proposition if atom.axiom in MADE or universe.has(proposition) else None
