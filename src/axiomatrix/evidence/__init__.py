"""What is known of a cell and how it is written: verdicts, witnesses, certificates, the matrix, expectations."""
