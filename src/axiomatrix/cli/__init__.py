"""The command line: a file for each command or pair of related commands, and the parts that they share."""
