"""What a metric, an axiom, a claim and a relation are, and where they are registered."""
