"""What changed between two reports of ``axiomatrix check``: the model, its renderings, and the command ``diff``."""
