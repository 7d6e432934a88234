"""Settings of Hypothesis: the fixed ones of a check, or a user's profile with its database of failing examples."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from hypothesis import HealthCheck, Phase, Verbosity, settings
from hypothesis.database import ExampleDatabase

from ..evidence.blame import Fault
from ..evidence.instance import Instance
from ..evidence.verdict import Verdict

REPRODUCIBLE = settings(database=None, deadline=None, phases=(Phase.reuse, Phase.generate, Phase.target, Phase.shrink))
"""Where one seed gives one result: nothing is remembered, and no clock is looked at."""


class SearchDatabase(ExampleDatabase):
    """The failing examples of one search in a database that many searches share.

    Hypothesis tells tests apart by their source text. All searches are one test in ours, so each has a ``name``.
    """

    def __init__(self, shared: ExampleDatabase, name: str) -> None:
        super().__init__()
        self._shared = shared
        self._name = name.encode()

    def fetch(self, key: bytes) -> Iterable[bytes]:
        """The examples under the key."""
        return self._shared.fetch(self._own(key))

    def save(self, key: bytes, value: bytes) -> None:
        """Keep an example under the key."""
        self._shared.save(self._own(key), value)

    def delete(self, key: bytes, value: bytes) -> None:
        """Forget an example under the key."""
        self._shared.delete(self._own(key), value)

    def _own(self, key: bytes) -> bytes:
        return hashlib.sha256(self._name + b"\0" + key).digest()


def settings_of_search(loaded: settings, name: str, examples: int, phases: Iterable[Phase]) -> settings:
    """The settings for the search of that name: those of its phases, and that database, which are loaded.

    The deadline is held against single cases, where they are decided. Hypothesis would hold it against a scene of many.
    """
    return settings(
        max_examples=examples,
        database=None if loaded.database is None else SearchDatabase(loaded.database, name),
        deadline=None,
        phases=[phase for phase in phases if phase in loaded.phases],
        suppress_health_check=list(HealthCheck),
        verbosity=Verbosity.quiet,
        report_multiple_bugs=False,
        print_blob=False,
        derandomize=False,
    )


def too_slow(seconds: float, deadline: float, instance: Instance) -> Fault:
    """A case whose decision took longer than the deadline."""
    case = "; ".join(f"{name}: {value}" for name, value in {**instance.values, **instance.parameters}.items())
    return Fault(
        Verdict.TIMEOUT, f"a case took {seconds:.3g} s; Hypothesis is set to a deadline of {deadline:g} s (on {case})"
    )
