"""The command ``axiomatrix aggregate``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..evidence.files import Unreadable, read_json, write_all
from ..studies.aggregate.ballots import read_ballots
from ..studies.aggregate.profile import BadProfile, RankingProfile
from ..values.parameters import ElementWeights, PositionWeights, Similarity
from .arguments import StudyOptions, StudyOutput, study
from .messages import check_name, refusing, usage

if TYPE_CHECKING:
    from ..studies.aggregate.general import Weights

MAX_BYTES = 20_000_000
WEIGHTED_RULES = ("kemeny", "footrule")


@dataclass(frozen=True, kw_only=True)
class AggregateOptions(StudyOptions):
    """Options of the command line."""

    file: Annotated[
        Path,
        typer.Argument(
            help="One vote a line, best first: a > b = c, or 3: a > b = c for three of them; or a .soc, .soi, .toc or "
            ".toi file of PrefLib."
        ),
    ]
    rule: Annotated[
        str | None, typer.Option(metavar="RULE", help="Only this rule: kemeny, footrule, borda, median-rank or rrf.")
    ] = None
    parameters: Annotated[
        Path | None,
        typer.Option(help='JSON of weights: {"w": {"a": 2}, "D": {"a": {"b": 1}}, "delta": [1, 1]}.'),
    ] = None


class UnfitWeights(ValueError):
    """A file of weights that does not fit the rankings."""


@study(AggregateOptions)
def aggregate_command(options: AggregateOptions) -> StudyOutput:
    """Aggregate votes: Kemeny, footrule, Borda, median rank, RRF (reciprocal rank fusion)."""
    from ..report import aggregation
    from ..report.render import markdown
    from ..report.subjects.aggregation import document
    from ..studies.aggregate.answer import RULES, Aggregation
    from ..studies.aggregate.costs import NotRational, TooManyItems
    from ..studies.aggregate.general import NotPairwise
    from ..studies.aggregate.medians import UncertifiedMedian

    given = options.parameters
    about = given or options.file
    if options.rule is not None:
        check_name("--rule", options.rule, RULES)
        if given and options.rule not in WEIGHTED_RULES:
            raise usage(f"--parameters: weights are for --rule {' and '.join(WEIGHTED_RULES)}, not {options.rule}")
    refused = NotPairwise, NotRational, TooManyItems, UncertifiedMedian
    with refusing(BadProfile, UnfitWeights), refusing(*refused, at=about):
        profile = read_ballots(options.file)
        answer = Aggregation(profile, weights_of(given, profile) if given else None, options.rule)
    shown = document(answer)

    def write(folder: Path) -> list[Path]:
        pages = {"aggregation.md": markdown.render(shown), "aggregation.json": aggregation.dumps(answer)}
        return write_all(pages, folder)

    return StudyOutput(document=shown, json=lambda: aggregation.dumps(answer), write=write)


def weights_of(path: Path, profile: RankingProfile) -> Weights:
    """The weights in a JSON file: ``w`` by item, ``D`` by item and item, ``delta`` the costs of swaps 2..n.

    What is not given is 1. Raises :class:`UnfitWeights` naming file, key and value.
    """
    from ..studies.aggregate.general import Weights

    try:
        data = read_json(path, MAX_BYTES, "a file of weights")
    except Unreadable as error:
        raise UnfitWeights(str(error)) from None
    if not isinstance(data, dict) or not set(data) <= {"w", "D", "delta"}:
        raise UnfitWeights(f'{path}: there must be an object with some of the keys "w", "D", "delta"')
    try:
        return Weights(
            w=ElementWeights.of(_by_item(data["w"], profile)) if "w" in data else None,
            delta=_swaps(data["delta"], profile.n) if "delta" in data else None,
            D=Similarity.of(_pairs(data["D"], profile), level="pseudometric") if "D" in data else None,
        )
    except ValueError as error:
        raise UnfitWeights(f"{path}: {error}") from None


def _by_item(weights: Any, profile: RankingProfile) -> dict[Any, Any]:
    if not isinstance(weights, Mapping):
        raise UnfitWeights(f"w: {weights!r:.80}; it must map items to numbers")
    _check_items("w", weights, profile)
    return {item: _as_written(weight) for item, weight in weights.items()}


def _pairs(rows: Any, profile: RankingProfile) -> dict[tuple[Any, Any], Any]:
    if not isinstance(rows, Mapping) or not all(isinstance(row, Mapping) for row in rows.values()):
        raise UnfitWeights('D: it must map items to items to numbers: {"a": {"b": 1}}')
    pairs = {(x, y): _as_written(value) for x, row in rows.items() for y, value in row.items()}
    _check_items("D", dict.fromkeys(item for pair in pairs for item in pair), profile)
    return pairs


def _check_items(what: str, named: Mapping[Any, Any], profile: RankingProfile) -> None:
    """Refuse names that are not items, and items without a name."""
    items = [str(item) for item in profile.items]
    for item in named:
        if item not in items:
            raise UnfitWeights(f"{what}: {item!r} is not one of the items")
    for item in items:
        if item not in named:
            raise UnfitWeights(f"{what}: the item {item!r} is missing")


def _as_written(number: Any) -> Any:
    """The number exactly as it is written: 0.1 is 1/10, which is not a float."""
    return Fraction(repr(number)) if isinstance(number, float) else number


def _swaps(numbers: Any, n: int) -> PositionWeights:
    costs = PositionWeights.of(list(map(_as_written, numbers)) if isinstance(numbers, list) else numbers)
    if len(costs.entries) != n - 1:
        raise UnfitWeights(f"delta: there are {len(costs.entries)} costs; for {n} items there must be {n - 1}")
    return costs
