"""``@metric``: registers a definition as a metric, with the claims made about it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from ..spaces import ParameterSpace, Space
from .axiom import Axiom, Statement
from .claim import Claim
from .declaring import check_arguments, check_declaration, check_definition, check_latex, declared
from .metric import RANKINGS, Kind, Metric
from .registry import REGISTRY, Registry


def metric(
    id: str,
    *,
    kind: Kind = "distance",
    arguments: Mapping[str, Space] | None = None,
    parameters: Mapping[str, ParameterSpace] | None = None,
    variant: str | None = None,
    variants: Iterable[str] = (),
    claims: Iterable[Iterable[Claim]] = (),
    holds: Iterable[Axiom | Statement] = (),
    fails: Iterable[Axiom | Statement] | Mapping[Axiom | Statement, str] = (),
    conjectured: Iterable[Axiom | Statement] = (),
    source: str = "",
    exact: bool = True,
    family: str = "user",
    never_divides: bool = False,
    latex: str | Mapping[str, str] = "",
    registry: Registry | None = None,
) -> Callable[[Callable[..., Any]], Metric]:
    """Register a definition as a metric, with the claims made about it.

    ``arguments`` maps the names of the definition's arguments to their spaces, such as ``{"x": spaces.binary_list}``
    (two rankings unless given). ``parameters`` maps the definition's parameter names to their spaces. ``holds``,
    ``fails`` and ``conjectured`` list the statements that ``source`` makes; ``claims`` those of catalogued sources.
    ``fails`` may also map each statement to the reason why it fails, which is then the wording of that claim.
    ``latex`` is the formula for pages (else the first line of the docstring): the value, and on further lines what its
    symbols are. ``variants`` registers one row for each name, which the definition then takes as ``variant``; ``latex``
    maps each to its formula. The decorated name becomes the (first) metric.

    Raises ``ValueError`` for an unknown kind, a name registered already, or other arguments than the declared ones.
    """
    points = RANKINGS if arguments is None else arguments
    check_arguments(id, points, kind)
    check_latex(id, latex, variants := tuple(variants))
    check_declaration(id, parameters, {"claims": claims, "holds": holds, "fails": fails, "conjectured": conjectured})
    stated = (*(c for group in claims for c in group), *declared(id, source, holds, fails, conjectured))

    def register(function: Callable[..., Any]) -> Metric:
        named = [*(parameters or {})] + (["variant"] if variants else [])
        check_definition(id, function, list(points), named, declares_arguments=arguments is not None)
        row = Metric(
            id,
            kind,
            function,
            dict(parameters or {}),
            stated,
            exact=exact,
            family=family,
            takes_variant=bool(variants),
            never_divides=never_divides and not parameters,
            arguments=dict(points),
            source=source,
        )
        formulas = latex if isinstance(latex, Mapping) else defaultdict(lambda: str(latex))
        rows = [replace(row, variant=name, latex=formulas[str(name)]) for name in (variants or (variant,))]
        for row in rows:
            (REGISTRY if registry is None else registry).add_metric(row)
        return rows[0]

    return register
