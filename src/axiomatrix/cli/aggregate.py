"""The command ``axiomatrix aggregate``: the consensus rankings of a file of votes, by several rules.

``--parameters`` names a JSON file of weights, which is validated here against the items of the votes. Weights make the
distances weigh items (``w``), pairs of items (``D``, how different they are) or positions (``delta``).
"""

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
from .messages import check_name, refusing, usage_error
from .studies import StudyOptions, StudyOutput, study

if TYPE_CHECKING:
    from ..studies.aggregate.general import Weights

MAX_WEIGHTS_BYTES = 20_000_000
"""The largest file of weights that is read."""
WEIGHTED_RULES = ("kemeny", "footrule")
"""The rules that --parameters applies to."""


@dataclass(frozen=True, kw_only=True)
class AggregateOptions(StudyOptions):
    """Options of the command line; ``out`` and ``format`` are those of every study."""

    file: Annotated[
        Path,
        typer.Argument(
            help="One vote per line, best first: a > b = c, or 3: a > b = c for three of them; or a PrefLib file "
            "(.soc, .soi, .toc or .toi)."
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
    """Raised for a file of weights that does not fit the votes."""


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

    weights_file = options.parameters
    if options.rule is not None:
        check_name("--rule", options.rule, RULES)
        if weights_file and options.rule not in WEIGHTED_RULES:
            raise usage_error(f"--parameters needs --rule {' or '.join(WEIGHTED_RULES)}, not {options.rule}")
    # the text of these errors names no file, unlike that of BadProfile and UnfitWeights
    errors_of_rules = NotPairwise, NotRational, TooManyItems, UncertifiedMedian
    with refusing(BadProfile, UnfitWeights), refusing(*errors_of_rules, at=weights_file or options.file):
        profile = read_ballots(options.file)
        answer = Aggregation(profile, read_weights(weights_file, profile) if weights_file else None, options.rule)
    page = document(answer)

    def write(folder: Path) -> list[Path]:
        pages = {"aggregation.md": markdown.render(page), "aggregation.json": aggregation.dumps(answer)}
        return write_all(pages, folder)

    return StudyOutput(document=page, json=lambda: aggregation.dumps(answer), write=write)


def read_weights(path: Path, profile: RankingProfile) -> Weights:
    """Read the weights in a JSON file, an object with some of these keys.

    ``w`` maps items to their weights, and ``D`` maps items to items to dissimilarities. ``delta`` lists the costs of
    swaps at the positions 2..n. A weight that is left out is 1. Raises :class:`UnfitWeights`, which names file, key
    and value.
    """
    from ..studies.aggregate.general import Weights

    try:
        data = read_json(path, MAX_WEIGHTS_BYTES, "a file of weights")
    except Unreadable as error:
        raise UnfitWeights(str(error)) from None
    if not isinstance(data, dict):
        raise UnfitWeights(f'{path}: must be a JSON object with the keys "w", "D" or "delta"')
    if unknown := sorted(set(data) - {"w", "D", "delta"}):
        raise UnfitWeights(f'{path}: unknown key {unknown[0]!r:.80}; the keys are "w", "D" and "delta"')
    try:
        return Weights(
            w=ElementWeights.of(_item_weights(data["w"], profile)) if "w" in data else None,
            delta=_swap_costs(data["delta"], profile.n) if "delta" in data else None,
            # a pseudometric: the triangle inequality must hold, and different items may have dissimilarity 0
            D=Similarity.of(_dissimilarities(data["D"], profile), level="pseudometric") if "D" in data else None,
        )
    except ValueError as error:
        raise UnfitWeights(f"{path}: {error}") from None


def _item_weights(weights: Any, profile: RankingProfile) -> dict[Any, Any]:
    """Validate ``w``, which must have exactly the items of the votes."""
    if not isinstance(weights, Mapping):
        raise UnfitWeights(f"w: must map items to numbers, not {weights!r:.80}")
    _check_items("w", weights, profile)
    return {item: _as_written(weight) for item, weight in weights.items()}


def _dissimilarities(rows: Any, profile: RankingProfile) -> dict[tuple[Any, Any], Any]:
    """Validate ``D``, and return the dissimilarities by pairs of items."""
    if not isinstance(rows, Mapping) or not all(isinstance(row, Mapping) for row in rows.values()):
        raise UnfitWeights('D: must map pairs of items to numbers, such as {"a": {"b": 1}}')
    pairs = {(x, y): _as_written(value) for x, row in rows.items() for y, value in row.items()}
    _check_items("D", dict.fromkeys(item for pair in pairs for item in pair), profile)
    return pairs


def _check_items(key: str, entries: Mapping[Any, Any], profile: RankingProfile) -> None:
    """Refuse entries that are not items of the votes, and items without an entry."""
    items = [str(item) for item in profile.items]
    for item in entries:
        if item not in items:
            raise UnfitWeights(f"{key}: {item!r} is not one of the items")
    for item in items:
        if item not in entries:
            raise UnfitWeights(f"{key}: the item {item!r} is missing")


def _as_written(number: Any) -> Any:
    """Return the number exactly as written: 0.1 gives 1/10, which no float equals."""
    return Fraction(repr(number)) if isinstance(number, float) else number


def _swap_costs(numbers: Any, n: int) -> PositionWeights:
    """Validate ``delta``: the costs of swapping the items at positions i - 1 and i, for i = 2..n."""
    costs = PositionWeights.of(list(map(_as_written, numbers)) if isinstance(numbers, list) else numbers)
    if len(costs.entries) != n - 1:
        raise UnfitWeights(f"delta: the number of costs must be {n - 1} for {n} items, not {len(costs.entries)}")
    return costs
