"""Rooted trees with leaves 1..n, a space of one's own, and the distance of Robinson and Foulds (1981)."""

from itertools import combinations

from axiomatrix import axiom, metric, relation, spaces


class Trees(spaces.Space):
    """Trees as sets of clusters: 2 to n-1 leaves each, and each two nested or apart."""

    name, sort, complete = "rooted trees", "trees", True

    def enumerate(self, n):
        trees = [frozenset()]
        for c in map(frozenset, (c for k in range(2, n) for c in combinations(range(1, n + 1), k))):
            trees += [tree | {c} for tree in trees if all(c & other in (c, other, frozenset()) for other in tree)]
        return trees

    def draw(self, choose, n, before=()):
        return (trees := self.enumerate(min(n, 5)))[choose.integer(0, len(trees) - 1)]

    def validate(self, value, n):
        nested = all(a & b in (a, b, frozenset()) for a in value for b in value)
        if not nested or not all(1 < len(c) < n for c in value):
            raise ValueError(f"tree: {value!r} must be clusters of 2 to n - 1 leaves, nested or apart")

    encode = staticmethod(lambda tree: sorted(map(sorted, tree)))
    decode = staticmethod(lambda data: frozenset(map(frozenset, data)))


@axiom("tree-triangle", about=["trees"], over=dict.fromkeys("abc", Trees()))
def tree_triangle(d, a, b, c):
    """d(a, c) <= d(a, b) + d(b, c)"""
    return relation.at_most(d(a, c), d(a, b) + d(b, c))


@metric("robinson-foulds", arguments=dict.fromkeys("ab", Trees()), holds=[tree_triangle])
def robinson_foulds(a, b):
    """d(a, b) = |clusters of one tree only|"""
    return len(a ^ b)
