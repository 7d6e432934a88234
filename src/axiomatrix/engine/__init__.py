"""From rows to a matrix: plans, budgets, the ladder of methods, workers."""
