"""What statements quantify over: rankings, orders with ties, judged lists, parameters. Immutable and validated."""
