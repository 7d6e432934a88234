"""Baselines: the failures that a project knows of and accepts, each with its witness, a reason, and maybe a last day.

An expected failure is itself deterministic: its stored witness is replayed before anything is searched. And it is
strict: where the witness does not stand any more and no other is found, the run says so and fails; where another is
found, or the metric or the claim is gone, it says so. No entry outlives what it is about without a word.
"""
