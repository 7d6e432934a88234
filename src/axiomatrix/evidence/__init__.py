"""Evidence about a cell and its files: verdicts, witnesses, certificates, the matrix, expectations."""
