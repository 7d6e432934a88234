"""Documents with subtopics, a space of one's own: alpha-DCG wants new ones, a gain that counts them all does not."""

from axiomatrix import axiom, exact, metric, relation, spaces


class Subtopics(spaces.Space):
    """Lists of n documents, each with some of the subtopics 1 and 2."""

    name, sort, complete = "lists of documents with subtopics", "subtopic lists", True
    documents = ((), (1,), (2,), (1, 2))

    def enumerate(self, n):
        return [()] if n == 0 else [(*rest, last) for rest in self.enumerate(n - 1) for last in self.documents]

    def draw(self, choose, n, before=()):
        return tuple(self.documents[choose.integer(0, 3)] for _ in range(n))

    def validate(self, value, n):
        if not isinstance(value, tuple) or len(value) != n or not {*value} <= {*self.documents}:
            raise ValueError(f"list: {value!r} must be {n} of the documents {self.documents}")

    encode, decode = staticmethod(list), lambda _, data: tuple(map(tuple, data))


@axiom("novelty", kinds=["score"], about=["subtopic lists"], over={"x": Subtopics()})
def novelty(m, x):
    """m(x and a document on 2) > m(x and a document on 1), where x has a document on 1 and none on 2"""
    topics = {topic for document in x for topic in document}
    return relation.given(topics == {1}, relation.more(m((*x, (2,))), m((*x, (1,)))))


def gain(x, alpha):
    """Sum over ranks and subtopics of (1 - alpha)^(how often it came before) / rank."""
    seen = [(i, sum(topic in before for before in x[:i])) for i, document in enumerate(x) for topic in document]
    return sum(exact.rational(1, i + 1) * (1 - alpha) ** times for i, times in seen) + exact.rational(0, 1)


of_lists = {"kind": "score", "arguments": {"x": Subtopics()}, "source": "Clarke et al. 2008"}
metric("alpha-gain", holds=[novelty], **of_lists)(lambda x: gain(x, exact.rational(1, 2)))
metric("subtopics-counted", fails={novelty: "alpha = 0"}, **of_lists)(lambda x: gain(x, exact.rational(0, 1)))
