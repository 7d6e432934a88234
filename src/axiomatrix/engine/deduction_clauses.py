"""Clauses: theorems whose variables are replaced by the metrics and numbers of a matrix.

:mod:`.deduction` applies the clauses. A theorem (:mod:`~..catalogue.theorems`) is a list of atoms such as
``upper-bound(other=?o, factor=?f)``, the premises first. ``?o`` and ``?f`` are variables for a metric and a number; an
argument such as ``=f*g`` is computed from variables. A *proposition* is a statement about a metric on a domain of its
parameters: the open space, or the closure, which adds the boundary. The *universe* has the propositions of a matrix.

A theorem is written out in steps (:func:`write_out`). It has the premises as ``given``, the conclusion as ``then``,
comparisons of variables as ``where``, and conditions on the metrics as ``rows``. An atom is ``of`` the metric of a
variable.

1. For each metric the variables are bound in every way that makes each atom a proposition of the universe.
2. The conditions are tested: comparisons between numbers (:func:`is_true`), and questions about rows (:data:`ROWS`).
3. The atoms become the premises and the conclusion of a clause.
4. New propositions of the clauses join the universe. Theorems with an atom of their axiom are written out again.

For example, take the theorem ``upper-bound(other=?o, factor=?f) and non-negativity of o => upper-bound(other=?o,
factor=?g), for f <= g`` and the metric Kendall. If the universe has Kendall's upper bounds 1 and 2 against the
footrule, one clause says: if Kendall <= 1 footrule, and the footrule is not negative, then Kendall <= 2 footrule.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import chain
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
"""The operator of a comparison, kept by ``split``; two-character ones come first."""
_VARIABLE = re.compile(r"[a-z]\w*")
Bindings = dict[str, str]
"""The value of each variable: the text of a number, or the name of a metric. ``m`` is the metric of the theorem."""
_parse_number = lru_cache(maxsize=4096)(parse)  # many rows have the same few numbers


def substitute(expression: str, bindings: Bindings) -> str:
    """Replace the variables of an expression by their numbers."""
    return _VARIABLE.sub(lambda name: f"({bindings[name[0]]})", expression)


def compute(expression: str, bindings: Bindings) -> str | None:
    """Compute an expression and return the text of the number; None where it has no value."""
    try:
        return str(_parse_number(substitute(expression, bindings)))
    except ValueError:
        return None


def is_true(condition: str, bindings: Bindings) -> bool:
    """Decide a comparison exactly; False where it cannot be decided."""
    left, op, right = (part.strip() for part in _OP.split(condition))
    is_left_infinite, is_right_infinite = (bindings.get(side) == INFINITE for side in (left, right))
    if is_left_infinite or is_right_infinite:  # infinite exceeds every number and equals itself
        return bool(holds(op, int(is_left_infinite) - int(is_right_infinite)))
    try:
        sign = compare(*(_parse_number(substitute(side, bindings)) for side in (left, right)))
    except ValueError:
        return False
    return sign is not None and bool(holds(op, sign))


@cache
def _spaces() -> Mapping[str, frozenset[str]]:
    """Return the names of the catalogue's spaces in groups that :data:`ROWS` asks about.

    A row has only the names of its spaces. A user's space is in no group, unless it is named like one of ours.
    """
    own_metrics = [metric for metric in load_catalogue().metrics.values() if not metric.is_foreign]
    parameters = [space for metric in own_metrics for space in metric.parameters.values()]
    arguments = [space for metric in own_metrics for space in metric.arguments.values()]
    spaces: dict[str, Sequence[Space]] = {
        "parameters": parameters,
        "cut-offs": [space for space in parameters if isinstance(space, CutOffs)],
        "binary": [space for space in arguments if isinstance(space, JudgedLists) and space.levels == (0, 1)],
        "judged": [space for space in arguments if isinstance(space, JudgedLists) and type(space) is not JudgedOrNot],
    }
    return {group: frozenset(space.name for space in members) for group, members in spaces.items()}


def _first_space(row: Row) -> str:
    return next(iter(row.arguments.values()), "")


def _has_no_cut_off(row: Row) -> bool:
    return set(row.parameters.values()) <= _spaces()["parameters"] - _spaces()["cut-offs"]


def _has_same_parameters(row: Row, other: Row) -> bool:
    return row.parameters == other.parameters and set(row.parameters.values()) <= _spaces()["parameters"]


def _is_of(row: Row, kind: str, space: Space) -> bool:
    """Return whether the row is of the kind, takes values of this one space, and has no parameters."""
    return row.kind == kind and not row.parameters and {*row.arguments.values()} == {space.name}


ROWS: dict[str, Callable[[Row, Row | None], bool]] = {
    "metrics without a cut-off": lambda m, o: _has_no_cut_off(m),
    "metrics without parameters": lambda m, o: not m.parameters,
    "metrics of binary lists": lambda m, o: _first_space(m) in _spaces()["binary"],
    # spaces of the catalogue have the constants that a theorem puts in place of parameters, such as weights of 1
    "constants are in its spaces": lambda m, o: set(m.parameters.values()) <= _spaces()["parameters"],
    "every item is judged": lambda m, o: _first_space(m) in _spaces()["judged"],
    "scores of binary lists without parameters": lambda m, o: _is_of(m, "score", binary_list),
    "scores of lists graded 0..2 without parameters": lambda m, o: _is_of(m, "score", graded_lists(2)),
    "distances of rankings without parameters": lambda m, o: _is_of(m, "distance", ranking),
    "o is of binary lists": lambda m, o: o is not None and _first_space(o) in _spaces()["binary"],
    "o has the same parameters": lambda m, o: o is not None and _has_same_parameters(m, o),
}
"""Conditions of theorems by their words: on the metric m of a theorem, and on the other metric o that it may name."""


# --- clauses -----------------------------------------------------------------------------------------------------


DERIVABLE = (ATTAINS, "equals")
"""Axioms whose propositions theorems may conclude and use although no cell has them."""
MAX_ROUNDS = 3
"""Most rounds in which new propositions give rise to others: identities of identities would go on without end."""


class Clause(NamedTuple):
    """An instance of a theorem. Without a conclusion, the premises never hold together."""

    theorem: Theorem
    premises: tuple[Proposition, ...]
    conclusion: Proposition | None


class Universe:
    """The rows of a matrix, and the propositions about them."""

    def __init__(self, rows: Mapping[str, Row], propositions: Iterable[Proposition]) -> None:
        self.rows = rows
        self.propositions: dict[tuple[str, ParameterDomain], dict[str, dict[Proposition, None]]] = {}
        """The propositions by metric and domain, then by axiom, in the order in which they were added."""
        for proposition in propositions:
            self.add(proposition)

    def add(self, new: Proposition) -> bool:
        """Add the proposition and return whether it is new."""
        by_axiom = self.propositions.setdefault((new.metric, new.space), {})
        propositions = by_axiom.setdefault(new.axiom, {})
        is_new = new not in propositions
        propositions[new] = None
        return is_new

    def propositions_of(self, metric: str, domain: ParameterDomain, axiom: str) -> list[Proposition]:
        """List the propositions of one axiom about the metric on that domain."""
        return list(self.propositions.get((metric, self.domain(metric, domain)), {}).get(axiom, ()))

    def has(self, proposition: Proposition) -> bool:
        """Return whether the universe has the proposition."""
        by_axiom = self.propositions.get((proposition.metric, proposition.space), {})
        return proposition in by_axiom.get(proposition.axiom, {})

    def domain(self, metric: str, domain: ParameterDomain) -> ParameterDomain:
        """Return the domain on which propositions about the metric are kept.

        It is ``OPEN`` for a metric without parameters, whose closure is the same, and else the given one.
        """
        row = self.rows.get(metric)
        return ParameterDomain.OPEN if row is None or not row.parameters else domain


def write_out(theorems: Sequence[Theorem], universe: Universe) -> list[Clause]:
    """Write out every theorem for every metric, and add new propositions to the universe.

    A theorem is written out again where it has an atom of an axiom with new propositions.
    """
    clauses: dict[Clause, None] = {}
    new_axioms: set[str] | None = None  # None in the first round, which is for all theorems
    for _ in range(MAX_ROUNDS):
        clauses.update(dict.fromkeys(_closure_clauses(universe)))
        for theorem in theorems:
            if new_axioms is None or new_axioms & {atom.axiom for atom in theorem.atoms}:
                clauses.update(dict.fromkeys(_clauses_of(theorem, universe)))
        new_axioms = set()
        for clause in clauses:
            for proposition in (*clause.premises, clause.conclusion):
                if proposition is not None and universe.add(proposition):  # one of DERIVABLE, or of the closure
                    new_axioms.add(proposition.axiom)
        if not new_axioms:
            break
    return list(clauses)


def _closure_clauses(universe: Universe) -> Iterator[Clause]:
    """Write out that a statement which holds on the closure of the parameter space holds on the open space."""
    for (metric, domain), axioms in universe.propositions.items():
        if domain is ParameterDomain.CLOSED or universe.domain(metric, ParameterDomain.CLOSED) is ParameterDomain.OPEN:
            continue
        for proposition in chain.from_iterable(axioms.values()):
            closed = proposition._replace(space=ParameterDomain.CLOSED)
            # theorems may use ATTAINS although no cell has it
            if universe.has(closed) or proposition.axiom == ATTAINS:
                yield Clause(CLOSURE, (closed,), proposition)


def _clauses_of(theorem: Theorem, universe: Universe) -> Iterator[Clause]:
    """Write out one theorem for every metric."""
    # A metric without a proposition of each of these axioms is left out before any variable is bound.
    needed_axioms = {atom.axiom for atom in theorem.atoms if atom.of == "m" and atom.axiom not in DERIVABLE}
    for metric, domain in universe.propositions:
        if metric not in universe.rows:
            continue
        if not needed_axioms <= universe.propositions.get((metric, universe.domain(metric, domain)), {}).keys():
            continue
        for bindings in _bind_atoms(theorem.atoms, {"m": metric}, domain, universe):
            row, other = universe.rows[metric], universe.rows.get(bindings.get("o", ""))
            if not all(is_true(condition, bindings) for condition in theorem.where):
                continue
            if not all(ROWS[condition](row, other) for condition in theorem.rows):
                continue
            # the atoms are the premises, and after them the conclusion, if there is one
            propositions = [_make_proposition(atom, bindings, domain, universe) for atom in theorem.atoms]
            premises = tuple(premise for premise in propositions[: len(theorem.given)] if premise is not None)
            conclusion = propositions[-1] if theorem.then else None
            if None not in propositions and conclusion not in premises:  # otherwise it would be a tautology
                yield Clause(theorem, premises, conclusion)


def _bind_atoms(
    atoms: Sequence[Atom], bindings: Bindings, domain: ParameterDomain, universe: Universe
) -> Iterator[Bindings]:
    """Bind the variables in every way that makes each atom a proposition of the universe, or one of :data:`DERIVABLE`.

    Atoms are bound in turn, by backtracking. An atom whose metric is bound comes first, since it has fewer candidates.
    An atom of *attains* with unbound arguments comes last. If only such atoms are left, each is tried next: the
    universe may have the proposition of only one, which then binds the variables of the others.
    """
    if not atoms:
        yield bindings
        return

    def is_unbound_attains(atom: Atom) -> bool:
        return atom.axiom == ATTAINS and not _is_bound(atom, bindings)

    # False sorts before True
    next_atom = min(atoms, key=lambda atom: (is_unbound_attains(atom), atom.of not in bindings))
    candidates = [next_atom]
    if is_unbound_attains(next_atom):
        candidates = [atom for atom in atoms if atom.of in bindings]
    for candidate in candidates:
        other_atoms = [atom for atom in atoms if atom is not candidate]
        for extended in _bind_atom(candidate, bindings, domain, universe):
            yield from _bind_atoms(other_atoms, extended, domain, universe)


def _bind_atom(atom: Atom, bindings: Bindings, domain: ParameterDomain, universe: Universe) -> Iterator[Bindings]:
    """Bind the variables of one atom in every way: its metric first, then its arguments."""
    if atom.of not in bindings:
        for metric in universe.rows:
            yield from _bind_atom(atom, {**bindings, atom.of: metric}, domain, universe)
    elif _is_bound(atom, bindings):
        if _make_proposition(atom, bindings, domain, universe) is not None:
            yield bindings
    else:
        for proposition in universe.propositions_of(bindings[atom.of], domain, atom.axiom):
            extended = _unify(atom, dict(proposition.arguments), bindings)
            if extended is not None:
                yield extended


def _is_bound(atom: Atom, bindings: Bindings) -> bool:
    """Return whether all variables of the arguments are bound and all computed arguments have values."""
    return atom.variables <= bindings.keys() and _computed_arguments(atom, bindings) is not None


def _computed_arguments(atom: Atom, bindings: Bindings) -> Bindings | None:
    """Compute the arguments that are expressions (``=...``); None where a variable or a value is missing."""
    try:
        values = {name: compute(text, bindings) for name, text in atom.computed.items()}
    except KeyError:
        return None
    computed = {name: value for name, value in values.items() if value is not None}
    return computed if len(computed) == len(values) else None


def _unify(atom: Atom, arguments: Bindings, bindings: Bindings) -> Bindings | None:
    """Bind the variables of the atom by the arguments of a proposition; None if they do not match.

    Computed arguments match anything here. :func:`_make_proposition` compares them once all variables are bound.
    """
    if arguments.keys() != atom.arguments.keys():
        return None
    extended = dict(bindings)
    for name, text in atom.arguments.items():
        if text.startswith("="):
            continue
        # a variable that is not bound yet is bound to the argument; one that is bound must agree with it
        expected = extended.setdefault(text[1:], arguments[name]) if text.startswith("?") else text
        if expected != arguments[name]:
            return None
    return extended


def _make_proposition(
    atom: Atom, bindings: Bindings, domain: ParameterDomain, universe: Universe
) -> Proposition | None:
    """Make the proposition of a bound atom; None if it is neither in the universe nor one of :data:`DERIVABLE`."""
    values = _computed_arguments(atom, bindings)
    if values is None:
        return None
    arguments: dict[str, str] = {}
    for name, text in atom.arguments.items():
        if text.startswith("="):
            arguments[name] = values[name]
        else:
            arguments[name] = bindings[text[1:]] if text.startswith("?") else text
    metric = bindings[atom.of]
    proposition = Proposition(
        metric, atom.axiom, tuple(sorted(arguments.items())), universe.domain(metric, domain), atom.absent
    )
    return proposition if atom.axiom in DERIVABLE or universe.has(proposition) else None
