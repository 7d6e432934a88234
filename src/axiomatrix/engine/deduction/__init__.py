"""Deduction: what follows from the cells of a matrix by the theorems of the catalogue.

Forward chaining to a fixed point. First *facts* are read off the cells (`facts`): that a statement stands up to n
items, and how strongly (exhausted, certified or proved), or that an instance of n items breaks it; what was only
searched gives no fact. Then every theorem is written out for the metrics and statements that there are (`grounding`):
the result is a list of clauses without variables. Then the clauses are applied until nothing new follows (`chaining`).
Where all premises of a clause stand, its conclusion stands up to the smallest of their n, no more strongly than the
weakest of them, the strongest combination first. Where an instance breaks the conclusion and all premises but one
stand that far, the instance breaks the remaining one. A fact that contradicts another is not used: it is reported with
both derivations. In the end a cell whose own evidence is weaker than what follows is given the derived verdict.
"""
