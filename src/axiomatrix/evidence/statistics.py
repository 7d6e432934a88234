"""Statistics of a search by Hypothesis: what it was told, counted as it was told.

Hypothesis shows statistics of its own under pytest alone, and has no public way to read them elsewhere. So its search
counts the same things itself. The examples are all calls of the test, those for shrinking and replaying included.
Processes that share a row draw the same scenes, and each counts them: the numbers depend on how a row is divided.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct, field


class SearchStatistics(Struct):
    """Statistics of Hypothesis from the searches for the statements of one signature."""

    metric: str
    signature: str
    """The spaces that the statements quantify over."""
    examples: int = 0
    invalid: int = 0
    """Examples that were rejected: a parameter had no value of that size."""
    events: dict[str, int] = field(default_factory=dict)
    """How many examples each event was told of."""
    targets: dict[str, float] = field(default_factory=dict)
    """The largest value of each target, by its label and the statement."""

    def count_event(self, name: str) -> str:
        """Count an example that has the event, and return its name."""
        self.events[name] = self.events.get(name, 0) + 1
        return name

    def raise_target(self, label: str, value: float) -> None:
        """Keep the largest value of a target."""
        self.targets[label] = max(value, self.targets.get(label, value))

    def add(self, other: SearchStatistics) -> None:
        """Add what another process counted of the same searches."""
        self.examples += other.examples
        self.invalid += other.invalid
        for name, count in other.events.items():
            self.events[name] = self.events.get(name, 0) + count
        for label, value in other.targets.items():
            self.raise_target(label, value)

    def lines(self) -> Iterator[str]:
        """The statistics as text, as pytest shows those of Hypothesis."""
        yield f"{self.metric}, statements over {self.signature}:"
        yield f"  - {self.examples:,} examples, {self.invalid:,} invalid"
        if self.events:
            yield "  - events:"
            yield from (f"    * {100 * count / self.examples:.2f}%, {name}" for name, count in self.events.items())
        if self.targets:
            yield "  - highest target scores:"
            yield from (f"    {value + 0.0:>12.6g}  ({label})" for label, value in self.targets.items())


def merged(statistics: Iterable[SearchStatistics]) -> list[SearchStatistics]:
    """The statistics of each metric and signature, as one."""
    by_search: dict[tuple[str, str], SearchStatistics] = {}
    for one in statistics:
        key = one.metric, one.signature
        by_search.setdefault(key, SearchStatistics(*key)).add(one)
    return list(by_search.values())
