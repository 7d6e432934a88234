"""Answers of explorations, made up."""

from __future__ import annotations

from functools import partial
from math import factorial
from typing import Any

from msgspec.structs import replace
from verdict_words import in_words

from axiomatrix import REGISTRY, Ranking, Registry, Similarity, axioms
from axiomatrix.evidence.cell import ClaimNote
from axiomatrix.evidence.evidence import Witness
from axiomatrix.evidence.instance import Definitions, Instance
from axiomatrix.evidence.witness import encode
from axiomatrix.model.registry import metric
from axiomatrix.model.relation import sides
from axiomatrix.spaces.parameters import ParameterDomain
from axiomatrix.studies.explore.answer import Answer, Question
from axiomatrix.studies.explore.results import Bound, ClaimStanding, DefinitionReading, Extremal, SizeAnswer
from axiomatrix.values.rankings import inverted_pairs

NASTY = "pipe|<script>alert(1)</script>"


OTHER = "kendall-similarity"


CONJECTURE = ClaimNote("conjectured", "KV7", "We conjecture that: K_D(sigma) <= F_D(sigma)")


def nasty_registry() -> Registry:
    """The catalogue with a metric of a user whose name is hostile to reports."""
    made = Registry(REGISTRY)

    @metric(NASTY, parameters=REGISTRY.metric(OTHER).parameters, registry=made)
    def hostile(a: Any, b: Any, D: Any) -> Any:
        """Half of K_D | <b>`bold`</b>"""
        return sum(D[x, y] for x, y in inverted_pairs(a, b)) / 2

    return made


def cut(n: int) -> Similarity:
    """Distance 1 between odd and even items, 0 among each."""
    return Similarity.of({(i, j): (i + j) % 2 for i in range(1, n + 1) for j in range(i, n + 1)})


def distances(n: int) -> Similarity:
    """A strictly positive metric."""
    return Similarity.of({(i, j): 10 + (i * j) % 7 for i in range(1, n + 1) for j in range(i + 1, n + 1)})


def witness(
    row: str,
    positions: tuple[int, ...],
    similarity: Similarity,
    shows: Any = "refutes",
    space: ParameterDomain = ParameterDomain.CLOSED,
    registry: Registry = REGISTRY,
) -> Witness:
    """The lower bound 1 against K_D at (identity, positions), evaluated by the definitions."""
    statement = axioms.lower_bound(OTHER, 1)
    n, chosen = len(positions), registry.metric(row)
    instance = Instance(n, {"a": Ranking.identity(n), "b": Ranking.from_positions(positions)}, {"D": similarity})
    answer = Definitions(registry).decide(chosen, statement, instance).answer
    assert answer is not None
    lhs, op, rhs = sides(getattr(answer, "quantity", answer) if shows == "attains" else answer)
    values, parameters = encode(statement, chosen, instance)
    arguments = {"other": OTHER, "factor": 1}
    return Witness(
        row,
        "lower-bound",
        arguments,
        space,
        n=n,
        instance=values,
        parameters=parameters,
        lhs=lhs,
        op=op,
        rhs=rhs,
        smallest=False,
        shows=shows,
        channel="exact",
    )


SIGMA = (6, 3, 2, 5, 4, 1)


def question(label: str, row: str, **more: Any) -> Question:
    return Question(
        metric=row,
        statement="lower-bound(factor=1, other=kendall-similarity)",
        label=label,
        asked="F_D >= 1 K_D",
        claims=(CONJECTURE,),
        space=ParameterDomain.CLOSED,
        method="linear",
        quantity="F_D / K_D",
        divided_by="kendall-similarity",
        sense="inf",
        constant="1",
        **more,
    )


def attained(row: str, n: int, sense: Any, value: str, registry: Registry = REGISTRY) -> Extremal:
    swap = (2, 1, *range(3, n + 1))
    return Extremal(sense, value, witness(row, swap, cut(n), "attains", registry=registry))


def size(row: str, n: int, low: str, high: str, verdict: Any = "certified", **more: Any) -> SizeAnswer:
    extremes = () if n < 2 else (attained(row, n, "inf", low), attained(row, n, "sup", high))
    grid = [(f"{k}/{9 * n}", f"{j}/{9 * n}") for k in range(1, n + 1) for j in range(k, 2 * k + 1)] if n > 1 else []
    made = SizeAnswer(
        n, verdict, factorial(n), max(1, factorial(n) // 4), n, extremes, points=tuple(grid), certificates=n
    )
    return replace(made, **more)


def made_up() -> Answer:
    """Readings with every kind of outcome; the numbers of the refutation are real, the others made up."""
    deck, le, lt = (f"footrule-similarity[{reading}]" for reading in ("deck", "le", "lt"))
    refuted = size(
        deck,
        6,
        "6/7",
        "2",
        "refuted",
        refutation=witness(deck, SIGMA, cut(6)),
        positive=witness(deck, SIGMA, strictly_positive(), space=ParameterDomain.OPEN),
        points=(("1/3", "2/7"), ("1/3", "2/3"), ("1/5", "2/5"), ("1/2", "4/7")),
    )
    found = Bound(
        "search", "inf", 9, "3/4", replace(witness(deck, swapped(9), cut(9), "attains")), "seed 0, 40 restarts"
    )
    family = Bound("family", "inf", 12, "2/3", None, "limit suggested: 1/2")
    sizes = tuple(size(deck, n, "1", "2") for n in range(1, 6))
    undecided = SizeAnswer(6, "undecided", 720, 0, extremes=(attained(lt, 6, "sup", "9/4"),))
    fifth = ClaimStanding("KV5", "F_D >= 1/3 K_D", in_words("certified n <= 6"))
    seventh = partial(ClaimStanding, "KV7", "F_D >= K_D")
    return Answer(
        "made-up",
        "Made up: is K_D <= F_D?",
        (
            question("deck", deck, sizes=(*sizes, refuted), bounds=(found, family), symmetries=("inverse",)),
            question("le", le, sizes=tuple(size(le, n, "1", f"{2 * n}/{max(n - 1, 1)}") for n in range(1, 7))),
            question("lt", lt, sizes=(*(size(lt, n, "1", "2") for n in range(1, 6)), undecided)),
            question("mine", NASTY, reason="not linear: max on line 7"),
        ),
        (
            DefinitionReading(deck, "deck", (fifth, seventh(in_words("refuted n = 6")))),
            DefinitionReading(
                le,
                "le",
                (seventh(in_words("certified n <= 6")), ClaimStanding("", "a metric", in_words("refuted n = 3"))),
            ),
        ),
    )


def swapped(n: int) -> tuple[int, ...]:
    return tuple(range(n, 0, -1))


def strictly_positive() -> Similarity:
    """The cut with a little added everywhere: 41 across, 1 within."""
    close = {(i, j): 41 if (i + j) % 2 else 1 for i in range(1, 7) for j in range(i + 1, 7)}
    return Similarity.of(close, level="metric")
