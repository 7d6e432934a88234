"""Masses from demands to mediators under bounds, as a maximum flow in exact arithmetic."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from flint import fmpq

Masses = dict[tuple[Any, Any], fmpq]
"""By demand and mediator."""


class _Flow:
    """Masses so far, and what each mediator carries."""

    def __init__(self, reached: Mapping[Any, Sequence[Any]], edges: Mapping[Any, fmpq], load: fmpq) -> None:
        self.reached, self.edges, self.largest = reached, edges, load
        self.masses: Masses = defaultdict(lambda: fmpq(0))
        self.loads: defaultdict[Any, fmpq] = defaultdict(lambda: fmpq(0))
        self.users: defaultdict[Any, set[Any]] = defaultdict(set)

    def fill(self, u: Any, wanted: fmpq) -> fmpq:
        """Place a demand on mediators with room, least loaded first; return the shortfall."""
        for w in sorted(self.reached[u], key=self.loads.__getitem__):
            given = min(wanted, self.edges[u], self.largest - self.loads[w])
            if given > 0:
                self._move(u, w, given)
                self.loads[w] += given
                wanted -= given
        return wanted

    def augment(self, u: Any, wanted: fmpq) -> fmpq:
        """Move masses of other demands along a shortest path to a mediator with room; return what moved, or 0."""
        came_from: dict[Any, Any] = {}  # a mediator: the demand before it; a demand: the mediator before it
        queue, seen = deque([u]), {u}
        while queue:
            v = queue.popleft()
            for w in self.reached[v]:
                if ("w", w) in came_from or self.masses[v, w] >= self.edges[v]:
                    continue
                came_from["w", w] = v
                if self.loads[w] < self.largest:
                    return self._along(u, w, wanted, came_from)
                for x in self.users[w] - seen:
                    seen.add(x)
                    came_from["u", x] = w
                    queue.append(x)
        return fmpq(0)

    def _along(self, u: Any, end: Any, wanted: fmpq, came_from: Mapping[Any, Any]) -> fmpq:
        path, w = [], end
        given = min(wanted, self.largest - self.loads[end])
        while True:
            v = came_from["w", w]
            given = min(given, self.edges[v] - self.masses[v, w])
            path.append((v, w, 1))
            if v == u:
                break
            w = came_from["u", v]
            given = min(given, self.masses[v, w])
            path.append((v, w, -1))
        for v, w, sign in path:
            self._move(v, w, sign * given)
        self.loads[end] += given
        return given

    def _move(self, u: Any, w: Any, given: fmpq) -> None:
        self.masses[u, w] += given
        (self.users[w].add if self.masses[u, w] > 0 else self.users[w].discard)(u)


def spread(reached: Mapping[Hashable, Sequence[Hashable]], edges: Mapping[Any, fmpq], load: fmpq) -> Masses | None:
    """Spread a mass of 1 of every demand over the mediators that it reaches; None if that is impossible.

    A mediator gets at most ``edges`` of a demand, and at most ``load`` of all together.
    """
    flow = _Flow(reached, edges, load)
    for u in reached:
        missing = flow.fill(u, fmpq(1))
        while missing > 0:
            if (moved := flow.augment(u, missing)) <= 0:
                return None
            missing -= moved
    return {pair: mass for pair, mass in flow.masses.items() if mass > 0}
