"""What changed between two reports of ``axiomatrix check``: the model, its renderings, and the command ``diff``."""

from .model import Change, Changes, compare

__all__ = ["Change", "Changes", "compare"]
