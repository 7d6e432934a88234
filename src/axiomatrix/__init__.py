"""axiomatrix checks the axioms of ranking metrics by machine.

This file has the public names: ``import axiomatrix as ax``, then ``ax.metric``, ``ax.check``, ``ax.spaces`` ... Their
modules are imported when the first name is used (:class:`_Package`), in groups that the tables below declare.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from . import spaces
    from .catalogue import axioms, metrics
    from .catalogue.any_language import metrics_of
    from .engine.check import check, watch
    from .evidence.cell import Cell
    from .evidence.evidence import Evidence, Witness
    from .evidence.matrix import Matrix
    from .model import relation
    from .model.axiom import Axiom, Statement, axiom
    from .model.claim import Claim, Source, SourceClaim
    from .model.conjecture import conjecture
    from .model.metric import Metric
    from .model.registry import REGISTRY, Registry, Unknown, metric
    from .numbers import exact
    from .numbers.exact import Undefined
    from .pytest_plugin import parametrize
    from .pytest_plugin.asserting import assert_axioms
    from .report.asking import ask, choose, compare
    from .report.evaluating import evaluate
    from .report.results import StudyResult
    from .report.studying import explore, relate
    from .spaces import strategies
    from .studies.difference.answer import Difference, NoDifference
    from .studies.difference.search import difference
    from .values.grades import Discounts
    from .values.judged import Judged, Run
    from .values.orders import PartialOrder, TopList, WeakOrder
    from .values.parameters import ElementWeights, GradeGains, Heights, PositionWeights, RankWeights, Similarity
    from .values.rankings import Ranking, Relabelling, ahead, inverted_pairs
    from .values.retrieval import Retrieval
    from .values.scored import Scored, Scores
    from .values.votes import Consensus, Votes

__version__ = "0.1.0"

__all__ = [
    "REGISTRY",
    "Axiom",
    "Cell",
    "Claim",
    "Consensus",
    "Difference",
    "Discounts",
    "ElementWeights",
    "Evidence",
    "GradeGains",
    "Heights",
    "Judged",
    "Matrix",
    "Metric",
    "NoDifference",
    "PartialOrder",
    "PositionWeights",
    "RankWeights",
    "Ranking",
    "Registry",
    "Relabelling",
    "Retrieval",
    "Run",
    "Scored",
    "Scores",
    "Similarity",
    "Source",
    "SourceClaim",
    "Statement",
    "StudyResult",
    "TopList",
    "Undefined",
    "Unknown",
    "Votes",
    "WeakOrder",
    "Witness",
    "__version__",
    "ahead",
    "ask",
    "assert_axioms",
    "axiom",
    "axioms",
    "check",
    "choose",
    "compare",
    "conjecture",
    "difference",
    "evaluate",
    "exact",
    "explore",
    "inverted_pairs",
    "metric",
    "metrics",
    "metrics_of",
    "parametrize",
    "relate",
    "relation",
    "spaces",
    "strategies",
    "watch",
]

_NAMES_BY_MODULE = {
    "catalogue.any_language": ("metrics_of",),
    "engine.check": ("check", "watch"),
    "evidence.evidence": ("Evidence", "Witness"),
    "evidence.matrix": ("Cell", "Matrix"),
    "model.axiom": ("Axiom", "Statement", "axiom"),
    "model.claim": ("Claim", "Source", "SourceClaim"),
    "model.conjecture": ("conjecture",),
    "model.metric": ("Metric",),
    "model.registry": ("REGISTRY", "Registry", "Unknown", "metric"),
    "numbers.exact": ("Undefined",),
    "pytest_plugin": ("parametrize",),
    "studies.difference.answer": ("Difference", "NoDifference"),
    "studies.difference.search": ("difference",),
    "values.grades": ("Discounts",),
    "values.judged": ("Judged", "Run"),
    "values.orders": ("PartialOrder", "TopList", "WeakOrder"),
    "values.parameters": ("ElementWeights", "GradeGains", "Heights", "PositionWeights", "RankWeights", "Similarity"),
    "values.rankings": ("Ranking", "Relabelling", "ahead", "inverted_pairs"),
    "values.retrieval": ("Retrieval",),
    "values.scored": ("Scored", "Scores"),
    "values.votes": ("Consensus", "Votes"),
}
"""Public names by the module that defines them; all of these are imported together, with the catalogue."""
_PUBLIC_MODULES = {
    "axioms": "catalogue.axioms",
    "exact": "numbers.exact",
    "metrics": "catalogue.metrics",
    "relation": "model.relation",
    "spaces": "spaces",
}
"""The modules that are themselves public, by their public names; each may be imported alone."""
_PUBLIC_MODULE_WITH_HYPOTHESIS = {"strategies": "spaces.strategies"}
"""A public module that is not imported with the others, since it imports Hypothesis, which takes time."""
_MODULE_OF_LATE_NAME = {
    "ask": "report.asking",
    "assert_axioms": "pytest_plugin.asserting",
    "choose": "report.asking",
    "compare": "report.asking",
    "evaluate": "report.evaluating",
    "explore": "report.studying",
    "relate": "report.studying",
    "StudyResult": "report.results",
}
"""The modules of the names that are imported one by one, since they import the searches and reports."""


class _Package(ModuleType):
    """Class of this module: imports the package, and with it the catalogue, when the first public name is used.

    A part of the package, such as the independent checker, can therefore be imported without the rest.
    """

    def __dir__(self) -> list[str]:
        return list(__all__)

    def __getattr__(self, name: str) -> Any:
        """Import what a public name needs, and return it.

        A public module is imported alone, and a late name with its module. Any other name brings all names of
        ``_NAMES_BY_MODULE``, the public modules, the names that papers use for metrics, and how results are printed.
        """
        if name not in __all__:
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        if module := _PUBLIC_MODULES.get(name) or _PUBLIC_MODULE_WITH_HYPOTHESIS.get(name):
            return import_module(f"{self.__name__}.{module}")
        if module := _MODULE_OF_LATE_NAME.get(name):
            import_module(f"{self.__name__}.report.showing")  # defines how results are printed
            vars(self)[name] = getattr(import_module(f"{self.__name__}.{module}"), name)
            return vars(self)[name]
        for module in (*_PUBLIC_MODULES.values(), "catalogue.names", "report.showing"):
            import_module(f"{self.__name__}.{module}")
        for module, names in _NAMES_BY_MODULE.items():
            loaded = import_module(f"{self.__name__}.{module}")
            for public_name in names:
                vars(self)[public_name] = getattr(loaded, public_name)
        return vars(self)[name]


sys.modules[__name__].__class__ = _Package
