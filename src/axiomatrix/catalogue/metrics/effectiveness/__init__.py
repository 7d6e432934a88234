"""Metrics of judged lists: how good a ranked list is, given the grades of its items."""

from . import sets

# isort: split
# rows of the matrix stand in the order of registration
from . import cut_offs

# isort: split
from . import average_precision, reciprocal_rank

# isort: split
from . import dcg

# isort: split
from . import bpref, err, inversions, rbp

# isort: split
from . import runs, tied

__all__ = [
    "average_precision",
    "bpref",
    "cut_offs",
    "dcg",
    "err",
    "inversions",
    "rbp",
    "reciprocal_rank",
    "runs",
    "sets",
    "tied",
]
