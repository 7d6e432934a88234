"""Processes that a faulty metric cannot take down, and the record of a run."""

import sys

COPIES = sys.platform == "linux"
"""Whether workers are copies of a process that has imported what they need, instead of new ones."""
