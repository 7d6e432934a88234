"""The memory between runs: rows are kept by the content of all that their verdicts depend on."""
