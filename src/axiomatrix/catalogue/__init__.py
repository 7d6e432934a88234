"""The parts that contributors touch: axioms, metrics, the documents that claim, and proofs; one subject a file."""
