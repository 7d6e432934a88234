"""axiomatrix checks the axioms of ranking metrics by machine."""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from . import axioms, exact, metrics, relation, spaces
    from .axiom import Axiom, Statement, axiom
    from .claim import Claim, Source, SourceClaim
    from .conjecture import conjecture
    from .engine import check
    from .evidence import Evidence, Witness
    from .exact import Undefined
    from .judged import Judged, Run, Scored, Scores
    from .matrix import Cell, Matrix
    from .metric import Metric, metric
    from .orders import PartialOrder, TopList, WeakOrder
    from .parameters import ElementWeights, PositionWeights, Similarity
    from .pytest_plugin import parametrize
    from .rankings import Ranking, Relabelling, ahead, inverted_pairs
    from .registry import REGISTRY, Registry, Unknown
    from .spaces.discounts import Discounts
    from .spaces.heights import Heights

__version__ = "0.1.0"

__all__ = [
    "REGISTRY",
    "Axiom",
    "Cell",
    "Claim",
    "Discounts",
    "ElementWeights",
    "Evidence",
    "Heights",
    "Judged",
    "Matrix",
    "Metric",
    "PartialOrder",
    "PositionWeights",
    "Ranking",
    "Registry",
    "Relabelling",
    "Run",
    "Scored",
    "Scores",
    "Similarity",
    "Source",
    "SourceClaim",
    "Statement",
    "TopList",
    "Undefined",
    "Unknown",
    "WeakOrder",
    "Witness",
    "__version__",
    "ahead",
    "axiom",
    "axioms",
    "check",
    "conjecture",
    "exact",
    "inverted_pairs",
    "metric",
    "metrics",
    "parametrize",
    "relation",
    "spaces",
]

_FROM = {
    "axiom": ("Axiom", "Statement", "axiom"),
    "claim": ("Claim", "Source", "SourceClaim"),
    "conjecture": ("conjecture",),
    "engine": ("check",),
    "evidence": ("Evidence", "Witness"),
    "exact": ("Undefined",),
    "judged": ("Judged", "Run", "Scored", "Scores"),
    "matrix": ("Cell", "Matrix"),
    "metric": ("Metric", "metric"),
    "orders": ("PartialOrder", "TopList", "WeakOrder"),
    "parameters": ("ElementWeights", "PositionWeights", "Similarity"),
    "pytest_plugin": ("parametrize",),
    "rankings": ("Ranking", "Relabelling", "ahead", "inverted_pairs"),
    "registry": ("REGISTRY", "Registry", "Unknown"),
    "spaces.discounts": ("Discounts",),
    "spaces.heights": ("Heights",),
}
_MODULES = ("axioms", "exact", "metrics", "relation", "spaces")


class _Package(ModuleType):
    """Loads the package, and with it the catalogue, when the first public name is asked for.

    So a part of it, such as the independent checker, is imported without the rest.
    """

    def __getattr__(self, name: str) -> Any:
        if name not in __all__:
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        if name in _MODULES:
            return import_module(f"{self.__name__}.{name}")
        for module in _MODULES:
            import_module(f"{self.__name__}.{module}")
        for module, names in _FROM.items():
            loaded = import_module(f"{self.__name__}.{module}")
            for public in names:
                vars(self)[public] = getattr(loaded, public)
        return vars(self)[name]

    def __setattr__(self, name: str, value: Any) -> None:
        if isinstance(value, ModuleType) and name in _FROM.get(name, ()):
            return  # the import of a module whose name is that of a function in it
        super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package
