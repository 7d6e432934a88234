"""Adapters for other Python libraries, whose implementations of metrics are checked like metrics of the catalogue.

The option ``--library`` of ``axiomatrix check`` uses this package. The adapter of a library is a module of it with a
function ``register(registry)``. :func:`load` returns a registry with the catalogue, the axioms of implementations, and
the implementations of the named libraries as further rows (metrics whose values a library computes). A library is
imported only if it is named, and never patched.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable
from contextlib import suppress
from functools import cache

from ..catalogue import load_catalogue
from ..model.registry import Registry, Unknown
from .library import Documentation, Library, NotInstalled

LIBRARIES = {
    library.id: library
    for library in (
        # id, distribution, address of the documentation, module of the adapter, and modules that take long to import
        Library(
            "scipy",
            "scipy",
            "https://docs.scipy.org/doc/scipy/reference/stats.html",
            "scipy_stats",
            imports=("scipy.stats",),
        ),
        Library(
            "sklearn",
            "scikit-learn",
            "https://scikit-learn.org/stable/api/sklearn.metrics.html",
            "scikit_learn",
            imports=("sklearn.metrics",),
        ),
        Library("ranx", "ranx", "https://amenra.github.io/ranx/", "ranx"),
        Library("ir-measures", "ir-measures", "https://ir-measur.es/", "ir_measures"),
        Library("pytrec-eval", "pytrec-eval-terrier", "https://github.com/terrierteam/pytrec_eval", "pytrec_eval"),
        Library(
            "torchmetrics",
            "torchmetrics",
            "https://lightning.ai/docs/torchmetrics/stable/",
            "torchmetrics",
            imports=("torchmetrics.retrieval",),
        ),
        Library("lenskit", "lenskit", "https://lkpy.lenskit.org/stable/", "lenskit"),
        Library("rbo", "rbo", "https://github.com/changyaochen/rbo", "rbo"),
        Library("pymcdm", "pymcdm", "https://pymcdm.readthedocs.io/", "pymcdm"),
        Library("pandas", "pandas", "https://pandas.pydata.org/docs/", "pandas_corr", imports=("pandas",)),
        Library(
            "llama-index",
            "llama-index-core",
            "https://developers.llamaindex.ai/python/framework/module_guides/evaluating/",
            "llama_index",
            imports=("llama_index.core.evaluation.retrieval.metrics",),
        ),
        Library("haystack", "haystack-ai", "https://docs.haystack.deepset.ai/docs/evaluators", "haystack"),
        Library("lightgbm", "lightgbm", "https://lightgbm.readthedocs.io/en/stable/", "lightgbm"),
        Library("xgboost", "xgboost", "https://xgboost.readthedocs.io/en/stable/", "xgboost", imports=("xgboost",)),
        Library("ignite", "pytorch-ignite", "https://docs.pytorch.org/ignite/", "ignite", imports=("ignite.metrics",)),
        Library(
            "torcheval",
            "torcheval",
            "https://docs.pytorch.org/torcheval/main/",
            "torcheval",
            imports=("torcheval.metrics.functional",),
        ),
        Library(
            "recommenders",
            "recommenders",
            "https://github.com/recommenders-team/recommenders",
            "recommenders",
            imports=("recommenders.evaluation.python_evaluation",),
        ),
        Library("implicit", "implicit", "https://benfred.github.io/implicit/", "implicit"),
        Library(
            "sentence-transformers",
            "sentence-transformers",
            "https://sbert.net/",
            "sentence_transformers",
            imports=("sentence_transformers.evaluation",),
        ),
        Library("mteb", "mteb", "https://embeddings-benchmark.github.io/mteb/", "mteb"),
        Library("ragas", "ragas", "https://docs.ragas.io/en/stable/", "ragas"),
        Library("trulens", "trulens-feedback", "https://www.trulens.org/", "trulens", imports=("trulens.feedback",)),
    )
}
"""The libraries with an adapter, by the name that ``--library`` takes."""


def library_ids(names: Iterable[str]) -> list[str]:
    """Return the ids of these libraries in the order of :data:`LIBRARIES`; the name ``all`` means every library.

    Raises ``Unknown`` for an unknown name.
    """
    requested = list(names)  # an iterator could be read only once
    for name in requested:
        if name != "all" and name not in LIBRARIES:
            raise Unknown("library", name, [*LIBRARIES, "all"])
    return [id for id in LIBRARIES if id in requested or "all" in requested]


def installed_library_ids(names: Iterable[str]) -> tuple[str, ...]:
    """Return the ids of these libraries, all of which are installed; ``all`` means every installed library.

    Raises ``Unknown`` for an unknown name, and :class:`NotInstalled` for a named library that is not installed.
    """
    requested = list(names)
    ids = library_ids(requested)
    if "all" in requested:
        return tuple(id for id in ids if LIBRARIES[id].is_installed)
    for id in requested:
        LIBRARIES[id].require_installed()
    return tuple(ids)


def load(names: Iterable[str]) -> Registry:
    """Load the catalogue, the axioms of implementations and the implementations of these libraries, once each."""
    return cached_registry(*(LIBRARIES[id].module for id in installed_library_ids(names)))


def import_modules(names: Iterable[str]) -> None:
    """Import the modules that these libraries name in ``imports``, before an interpreter is forked for each question.

    So the forked interpreters need not import them again. A failed import is ignored.
    """
    for id in names:
        for module in LIBRARIES[id].imports:
            with suppress(Exception):  # the first call of a row reports the failure
                importlib.import_module(module)


def build_registry(*modules: str) -> Registry:
    """Return a new registry of the catalogue, the axioms of implementations, and what these adapters register."""
    from .axioms import IMPLEMENTATION  # late, since the axioms import modules of this package

    registry = Registry(load_catalogue())
    for axiom in IMPLEMENTATION:
        registry.add_axiom(axiom)
    for module in modules:
        importlib.import_module(module).register(registry)
    return registry


cached_registry = cache(build_registry)
"""Return the registry of these adapters, which all callers in this process share; they must not change it."""


__all__ = [
    "LIBRARIES",
    "Documentation",
    "Library",
    "NotInstalled",
    "build_registry",
    "cached_registry",
    "import_modules",
    "installed_library_ids",
    "library_ids",
    "load",
]
