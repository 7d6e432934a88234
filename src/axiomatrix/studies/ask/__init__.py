"""Questions: what is known of a metric and an axiom, of several metrics side by side, and which metric fits wishes."""
