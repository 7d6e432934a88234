"""Metrics of judged lists: how good a ranked list is, given the grades of its items."""

# rows of the matrix follow the order of registration
from . import (  # isort: skip
    sets as sets,
    cut_offs as cut_offs,
    average_precision as average_precision,
    graded_precision as graded_precision,
    reciprocal_rank as reciprocal_rank,
    dcg as dcg,
    bpref as bpref,
    err as err,
    inversions as inversions,
    rbp as rbp,
    runs as runs,
    tied as tied,
    ids as ids,
)
