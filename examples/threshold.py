"""A threshold: up to which persistence p is one relevant item at rank 1 worth two at ranks 2 and 3?

The answer is the golden section, 1 >= p + p^2:
``axiomatrix explore examples/threshold.py first-beats-next-two --where p`` has it exactly.
"""

from axiomatrix import axiom, metric, relation, spaces


@axiom("first-beats-next-two", about=["judged lists"], kinds=["score"], over={"x": spaces.whole_lists()})
def first_beats_next_two(m, x):
    """M(1, 0, 0) >= M(0, 1, 1)"""
    if len(x) != 3 or tuple(x.grades) != (1, 0, 0):
        return relation.at_least(0, 0)
    return relation.at_least(m(x), m(type(x).of([0, 1, 1])))


@metric(
    "my-rbp",
    kind="score",
    arguments={"x": spaces.whole_lists()},
    parameters={"p": spaces.persistences()},
    conjectured=[first_beats_next_two],
    source="Moffat and Zobel 2008",
)
def my_rbp(x, p):
    """RBP(x) = (1 - p) sum over ranks i of x[i] p^(i - 1)"""
    return (1 - p) * sum(x[i] * p ** (i - 1) for i in x.ranks())
