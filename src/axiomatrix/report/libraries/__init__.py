"""The report on libraries: which properties their metrics have, in which version."""
