"""Values that statements quantify over: rankings, weak orders, judged lists, parameters. Immutable and validated."""
