"""Processes that a faulty metric cannot take down, and the record of a run."""
