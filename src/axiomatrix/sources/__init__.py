"""The sources: one file each, their claims by id, in the source's wording."""

from . import diaconis, kumar_vassilvitskii

__all__ = ["diaconis", "kumar_vassilvitskii"]
