"""The sources: their claims by id, in the source's wording."""

from . import documents as documents  # importing them registers the sources
from . import papers as papers
