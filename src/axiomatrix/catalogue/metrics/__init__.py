"""The catalogue of metrics, a family a file."""

# rows of the matrix follow the order of registration: from the plain to the general
from . import (  # isort: skip
    plain as plain,
    element as element,
    position as position,
    similarity as similarity,
    general as general,
    correlation as correlation,
    area as area,
    overlap as overlap,
    top_weighted as top_weighted,
    effectiveness as effectiveness,
    aggregation as aggregation,
)
