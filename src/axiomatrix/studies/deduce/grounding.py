"""Theorems applied to the statements that there are: clauses, each of certain statements about certain metrics."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from typing import NamedTuple

from ...catalogue.theorems import ATTAINS, CLOSURE, Atom, Theorem
from ...evidence.matrix import Row
from ...spaces.parameters import ParameterDomain
from .conditions import ROWS, computed, keeps
from .facts import AskedStatement

MADE = (ATTAINS, "equals")
"""What theorems may conclude or ask of without that a cell asks it."""
ROUNDS = 3
"""How many times statements are made of those that were made: identities of identities could go on for ever."""
Bound = dict[str, str]
Arguments = tuple[tuple[str, str], ...]


class Clause(NamedTuple):
    """A theorem about these statements; without a conclusion, what is given never holds together."""

    theorem: Theorem
    given: tuple[AskedStatement, ...]
    then: AskedStatement | None


class Universe:
    """The statements that there are, by metric, space and axiom."""

    def __init__(self, rows: Iterable[Row], asked: Iterable[AskedStatement]) -> None:
        self.rows = {row.name: row for row in rows}
        self._known: dict[tuple[str, ParameterDomain], dict[str, dict[Arguments, None]]] = {}
        for statement in asked:
            self.add(statement)

    def add(self, asked: AskedStatement) -> bool:
        """Have the statement; whether it is new."""
        known = self._known.setdefault((asked.metric, asked.space), {}).setdefault(asked.axiom, {})
        new = asked.arguments not in known
        known[asked.arguments] = None
        return new

    def of(self, metric: str, space: ParameterDomain, axiom: str) -> list[Arguments]:
        """The arguments with which the axiom is asked of the metric there."""
        return list(self._known.get((metric, space), {}).get(axiom, ()))

    def axioms(self, metric: str, space: ParameterDomain) -> Set[str]:
        """The axioms that are asked of the metric there."""
        return self._known.get((metric, self.domain(metric, space)), {}).keys()

    def has(self, asked: AskedStatement) -> bool:
        """Whether it is one of them."""
        return asked.arguments in self._known.get((asked.metric, asked.space), {}).get(asked.axiom, {})

    def places(self) -> list[tuple[str, ParameterDomain]]:
        """The metrics, each with the parts of its parameter space that something is asked on."""
        return list(self._known)

    def all(self) -> list[AskedStatement]:
        """Every statement."""
        return [
            AskedStatement(metric, axiom, arguments, space)
            for (metric, space), axioms in self._known.items()
            for axiom, known in axioms.items()
            for arguments in known
        ]

    def domain(self, metric: str, space: ParameterDomain) -> ParameterDomain:
        """The part of its own space that a metric is meant on: without parameters there is one."""
        row = self.rows.get(metric)
        return ParameterDomain.OPEN if row is None or not row.parameters else space


def clauses(theorems: Sequence[Theorem], universe: Universe) -> list[Clause]:
    """Every theorem on every metric; statements that theorems make join the universe."""
    ground_clauses: dict[Clause, None] = {}
    kept: dict[tuple[int, str, ParameterDomain], list[Clause]] = {}
    needs = [
        (k, theorem, _needed(theorem), {atom.axiom for atom in theorem.atoms}) for k, theorem in enumerate(theorems)
    ]
    gained: set[str] = set()
    for _ in range(ROUNDS):
        ground_clauses = dict.fromkeys(_closures(universe))
        for metric, space in universe.places():
            if metric in universe.rows:
                asked = universe.axioms(metric, space)
                for k, theorem, needed, axioms in needs:
                    if needed <= asked:
                        if (k, metric, space) not in kept or axioms & gained:
                            kept[k, metric, space] = list(_of(theorem, metric, space, universe))
                        ground_clauses.update(dict.fromkeys(kept[k, metric, space]))
        made = (asked for c in ground_clauses for asked in (*c.given, c.then) if asked is not None)
        gained = {asked.axiom for asked in made if universe.add(asked)}
        if not gained:
            break
    return list(ground_clauses)


def _needed(theorem: Theorem) -> set[str]:
    """The axioms that must be asked of a metric for the theorem to say anything of it."""
    return {atom.axiom for atom in theorem.atoms if atom.of == "m" and atom.axiom not in MADE}


def _closures(universe: Universe) -> Iterator[Clause]:
    for asked in universe.all():
        closed = asked._replace(space=ParameterDomain.CLOSED)
        if asked.space is closed.space or universe.domain(asked.metric, closed.space) is ParameterDomain.OPEN:
            continue
        if universe.has(closed) or asked.axiom == ATTAINS:
            yield Clause(CLOSURE, (closed,), asked)


def _of(theorem: Theorem, metric: str, space: ParameterDomain, universe: Universe) -> Iterator[Clause]:
    for bound in _matches(theorem.atoms, {"m": metric}, space, universe):
        if not all(keeps(condition, bound) for condition in theorem.where):
            continue
        row, other = universe.rows[metric], universe.rows.get(bound.get("o", ""))
        if not all(ROWS[asked](row, other) for asked in theorem.rows):
            continue
        statements = [_made(atom, bound, space, universe) for atom in theorem.atoms]
        if None not in statements:
            given = tuple(part for part in statements[: len(theorem.given)] if part is not None)
            then = statements[-1] if theorem.then else None
            if then not in given:
                yield Clause(theorem, given, then)


def _matches(atoms: Sequence[Atom], bound: Bound, space: ParameterDomain, universe: Universe) -> Iterator[Bound]:
    """What the variables may stand for: each atom is one of the statements that there are, or may be made."""
    if not atoms:
        yield bound
        return
    atom = min(atoms, key=lambda a: (a.axiom == ATTAINS and not _is_bound(a, bound), a.of not in bound))
    seeds = [atom]
    if atom.axiom == ATTAINS and not _is_bound(atom, bound):  # whichever of them is known makes the others
        seeds = [other for other in atoms if other.of in bound]
    for seed in seeds:
        rest = [other for other in atoms if other is not seed]
        for extended in _stood_for(seed, bound, space, universe):
            yield from _matches(rest, extended, space, universe)


def _stood_for(atom: Atom, bound: Bound, space: ParameterDomain, universe: Universe) -> Iterator[Bound]:
    """What the variables of one atom may stand for."""
    if atom.of not in bound:
        for metric in universe.rows:
            yield from _stood_for(atom, {**bound, atom.of: metric}, space, universe)
        return
    if _is_bound(atom, bound):
        if _made(atom, bound, space, universe) is not None:
            yield bound
        return
    metric = bound[atom.of]
    for arguments in universe.of(metric, universe.domain(metric, space), atom.axiom):
        extended = _extended(atom, dict(arguments), bound)
        if extended is not None:
            yield extended


def _is_bound(atom: Atom, bound: Bound) -> bool:
    return atom.variables <= bound.keys() and _computed(atom, bound) is not None


def _computed(atom: Atom, bound: Bound) -> dict[str, str] | None:
    if not atom.computed:
        return {}
    try:
        values = {name: computed(text, bound) for name, text in atom.computed.items()}
    except KeyError:
        return None
    known = {name: value for name, value in values.items() if value is not None}
    return known if len(known) == len(values) else None


def _extended(atom: Atom, arguments: dict[str, str], bound: Bound) -> Bound | None:
    """The variables with those of the atom, which has these arguments; None if they do not meet."""
    if arguments.keys() != atom.arguments.keys():
        return None
    extended = dict(bound)
    for name, text in atom.arguments.items():
        wanted = extended.setdefault(text[1:], arguments[name]) if text.startswith("?") else text
        if wanted != arguments[name] and not text.startswith("="):
            return None
    return extended


def _made(atom: Atom, bound: Bound, space: ParameterDomain, universe: Universe) -> AskedStatement | None:
    """The statement that the atom is; None if there is no such one and it may not be made."""
    values = _computed(atom, bound)
    if values is None:
        return None
    arguments = {
        name: values[name] if text.startswith("=") else bound[text[1:]] if text.startswith("?") else text
        for name, text in atom.arguments.items()
    }
    metric = bound[atom.of]
    asked = AskedStatement(metric, atom.axiom, tuple(sorted(arguments.items())), universe.domain(metric, space))
    return asked if atom.axiom in MADE or universe.has(asked) else None
