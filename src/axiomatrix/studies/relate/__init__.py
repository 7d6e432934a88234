"""Relations between metrics: identities, refinements, best constants and rank agreement, over enumerated instances."""
