"""The playground, where readers change rankings and see values: data for its scripts, and links to it from witnesses.

The block ``playground`` describes metrics of the catalogue, regardless of the report:
``{"metrics": [...], "axioms": {id: {"formula": ..., "href": ...}}}``. A metric has its ``name``, ``kind``, ``about``,
``formula``, the names of its ``parameters``, the grade ``levels`` of its lists, its ``statements`` as ``[axiom,
arguments]``, and ``href`` if the site has a page about it. The scripts compute these metrics with their own code.

The playground is set by the part of its address after the #: fields such as ``a=1,2,3&b=2,1,3&m=kendall``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ...catalogue import load_catalogue
from ...engine.row import statements_of
from ...evidence.evidence import Witness
from ...model.axiom import Statement
from ...model.metric import Metric, counterpart
from ...model.registry import Registry
from ...spaces import JudgedLists
from . import links

if TYPE_CHECKING:
    from .inputs import Inputs

PBAR_VARIANTS = ("one", "next", "local", "zero")
"""Variants of the position-weighted and general distances: how their weight p-bar is defined."""
RANKING_METRICS = (
    "kendall", "footrule", "spearman-distance[squared]", "spearman-distance[root]", "l-infinity", "hamming", "cayley",
    "ulam", "kendall-element", "footrule-element",
    *(f"{name}-position[{pbar}]" for name in ("kendall", "footrule") for pbar in PBAR_VARIANTS),
    "kendall-similarity", *(f"footrule-similarity[{reading}]" for reading in ("deck", "le", "lt", "passed")),
    *(f"{name}-general[{pbar}]" for name in ("kendall", "footrule") for pbar in PBAR_VARIANTS),
    "kendall-normalised", "footrule-normalised", "kendall-tau", "spearman-rho", "tau-ap[asymmetric]",
    "tau-ap[symmetric]", "weighted-tau[first]", "weighted-tau[symmetric]", "rbo[ext]", "average-overlap",
    "rbo-distance[rankings]", "dcg-rank[normalised]",
)  # fmt: skip
LIST_METRICS = (
    "precision", "recall", "f-measure", "precision-at", "recall-at", "r-precision", "success-at",
    *(f"average-precision[{divisor}]" for divisor in ("whole", "R", "min-k-R", "retrieved")), "reciprocal-rank",
    *(f"{name}[{gain}]" for name in ("dcg", "ndcg") for gain in ("linear", "exponential")), "rbp[binary]",
    "err[graded]", "bpref", "kendall-relevance",
)  # fmt: skip
METRICS = (*RANKING_METRICS, *LIST_METRICS)
"""The metrics that ``static/playground_metrics.js`` implements, in its order."""

LINK_TEXT = "open in the playground"
"""Text of the link to the playground on a witness's page."""
MAX_ITEMS = 10
"""The largest ranking that ``static/playground_state.js`` accepts."""
MAX_RANKS = 12
"""The longest list that it accepts."""
_ENTRY = re.compile(r"[0-9]{1,12}(/[0-9]{1,12})?")
"""An entry of a parameter that the scripts can compute with: a fraction of moderate length."""
_GRADE = re.compile(r"-1|[0-9]")
"""A grade that the playground can show; -1 is a document without a judgement."""


def block(inputs: Inputs) -> dict[str, Any]:
    """Return the data of the block ``playground``."""
    catalogue = load_catalogue()
    metrics = [catalogue.metrics[name] for name in METRICS]
    statements: dict[str, list[Statement]] = {}
    for metric in metrics:
        statements[metric.name] = [statement for statement, _claims in statements_of(metric, catalogue)]
    axioms = {statement.axiom.id: statement.axiom for listed in statements.values() for statement in listed}
    return {
        "metrics": [_metric(metric, statements[metric.name], catalogue, inputs) for metric in metrics],
        "axioms": {id: {"formula": axiom.formula, **_page_of_axiom(id, inputs)} for id, axiom in axioms.items()},
    }


def _metric(metric: Metric, statements: list[Statement], catalogue: Registry, inputs: Inputs) -> dict[str, Any]:
    """Return an entry of ``metrics``; the optional fields are left out where they do not apply."""
    space = next(iter(metric.arguments.values()))
    return {
        "name": metric.name,
        "kind": metric.kind,
        "about": metric.about,
        "formula": metric.formula,
        "parameters": list(metric.parameters),
        "statements": [[statement.axiom.id, _arguments(statement, metric, catalogue)] for statement in statements],
        **({"levels": list(map(int, space.levels))} if isinstance(space, JudgedLists) else {}),
        **({"href": inputs.metric_entries[metric.name].address} if metric.name in inputs.metric_entries else {}),
    }


def _arguments(statement: Statement, metric: Metric, catalogue: Registry) -> dict[str, Any]:
    """Return a statement's arguments as the script reads them: fractions as text, another metric by its full name."""

    def written(name: str, value: Any) -> int | str:
        if name == "other":  # the name has no variant; it means the variant of ``metric``
            return catalogue.metric(counterpart(value, metric, catalogue.metric)).name
        return value if type(value) is int else str(value)

    return {name: written(name, value) for name, value in statement.arguments}


def _page_of_axiom(id: str, inputs: Inputs) -> dict[str, str]:
    """Return the field ``href`` of an axiom; empty if the site has no page about it."""
    if id not in inputs.column_places:
        return {}
    return {"href": links.axiom(id)}


# --- the playground of a witness


def address(witness: Witness) -> str | None:
    """Return the address that opens the playground with a witness.

    It is None if the playground lacks the metric, or cannot show the values.
    """
    if witness.metric not in METRICS:
        return None
    is_of_lists = witness.metric in LIST_METRICS
    instance = _list(witness.instance) if is_of_lists else _rankings(witness.instance)
    parameters = _parameters(witness.parameters)
    if instance is None or parameters is None:
        return None
    pbar_variant = re.search(r"-(?:position|general)\[(\w+)\]", witness.metric)
    pbar = {"pbar": pbar_variant[1]} if pbar_variant is not None else {}
    fields = instance | pbar | parameters | {"m": witness.metric}
    return "playground.html#" + "&".join(f"{name}={text}" for name, text in fields.items())


def _rankings(instance: Mapping[str, Any]) -> dict[str, str] | None:
    """Return the two rankings that the playground shows, by field of its address; None if it cannot show them.

    Axioms name their rankings a, b and c. Of three the playground gets the first and the last (whose distance the
    triangle inequality bounds), and a single one twice.
    """
    a: Any = instance.get("a")
    c: Any = instance.get("c")
    last: Any = c if isinstance(c, list) else instance.get("b", a)  # in some axioms c is a number
    if not (_is_order(a) and _is_order(last) and len(a) == len(last)):
        return None
    return {"a": _comma_joined(a), "b": _comma_joined(last)}


def _is_order(data: Any) -> bool:
    """Return whether stored data are a ranking, best first, that is small enough for the playground."""
    return isinstance(data, list) and 0 < len(data) <= MAX_ITEMS and sorted(data) == list(range(1, len(data) + 1))


def _list(instance: Mapping[str, Any]) -> dict[str, str] | None:
    """Return the grades that the playground shows, by field of its address; None if it cannot show them.

    Axioms name their list x; those about thresholds say with i and g that i irrelevant items are followed by i items
    of grade g.
    """
    x, i, g = instance.get("x"), instance.get("i"), instance.get("g")
    if isinstance(x, dict):
        grades, missing = x.get("grades"), x.get("missing")
    elif isinstance(i, int):
        grades, missing = [0] * i + [g] * i, []
    else:
        return None
    if not (_is_graded(grades) and _is_graded(missing)):
        return None
    return {"x": _comma_joined(grades), "missing": _comma_joined(missing)}


def _is_graded(data: Any) -> bool:
    """Return whether stored data are grades, few enough for the playground."""
    return isinstance(data, list) and len(data) <= MAX_RANKS and all(_GRADE.fullmatch(str(grade)) for grade in data)


def _comma_joined(values: Any) -> str:
    return ",".join(map(str, values))


def _parameters(parameters: Mapping[str, Any]) -> dict[str, str] | None:
    """Return the parameters by field of the address; None if an entry is not a number that the scripts can read."""
    fields = {}
    for name, data in parameters.items():
        if name == "base":  # the base of logarithms cancels
            continue
        entries = [entry for _, entry in data] if isinstance(data, list) else [data]
        if not all(_ENTRY.fullmatch(str(entry)) for entry in entries):
            return None
        fields[name] = _comma_joined(entries)
    return fields
