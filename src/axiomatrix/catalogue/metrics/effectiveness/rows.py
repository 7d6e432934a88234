"""Declarations that the rows of judged lists share, and where they have no value."""

from __future__ import annotations

from functools import partial
from typing import Any

from ....model.registry import metric
from ....numbers.exact import Undefined
from ....spaces import binary_list, cut_offs, graded_lists
from ....values.judged import Judged

score = partial(metric, kind="score", family="effectiveness")
"""Registers a score of lists."""
of_binary_lists = partial(score, arguments={"x": binary_list}, any_grade=True)
of_graded_lists = partial(score, arguments={"x": graded_lists()}, any_grade=True)
"""Register scores of lists of such grades."""
K = {"k": cut_offs()}


def relevant_in_collection(x: Judged) -> Any:
    """The number R of relevant items in the collection; ``Undefined`` if R = 0."""
    if x.R == 0:
        raise Undefined("nothing in the collection is relevant")
    return x.R
