"""Questions about a metric and an axiom, comparisons of several metrics, and the choice of a metric by wishes."""
