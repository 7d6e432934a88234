"""The pytest plugin: one test for each claim of a metric.

Users mark a test function with :func:`parametrize`. pytest loads only the hooks, which are in the module
``_axiomatrix_pytest``; these import this package when it is needed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from types import FunctionType
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from ..model.metric import Metric
    from ..model.registry import Registry

Test = TypeVar("Test", bound=Callable[..., Any])


def parametrize(
    metrics: Metric | str | Iterable[Metric | str], *, registry: Registry | None = None
) -> Callable[[Test], Test]:
    """Make a pytest test of each claim of the metrics.

    The test function takes ``cell``. Before its body runs, the claim is decided as ``axiomatrix check`` decides it. If
    the claim is broken, the test fails with the witness. So the body may be ``...``, or ask more of the decided
    :class:`~axiomatrix.Cell`. A name means all variants of that id. ``registry`` is where the metrics are, if not
    in the common one. Raises ``TypeError`` for a decorator without arguments.

    >>> import axiomatrix
    >>> @axiomatrix.parametrize(["kendall"])
    ... def test_axioms(cell):
    ...     assert cell.evidence.cases

    Needs pytest and its plugin ``axiomatrix``, which this package installs.
    """
    import pytest  # late, since the package itself does not need it

    if isinstance(metrics, FunctionType):
        raise TypeError(f"parametrize needs metrics: write @axiomatrix.parametrize([...]) above {metrics.__name__}")
    listed = [metrics] if isinstance(metrics, str) or not isinstance(metrics, Iterable) else list(metrics)
    return pytest.mark.axiomatrix(listed, registry=registry)
