"""Deduction: what follows from the cells of a matrix by the theorems of the catalogue.

Forward chaining to a fixed point, in four steps:

1. *Facts* are read off the cells (`facts`). A statement stands up to n items, and is known to by exhaustion, a
   certificate or a proof; or an instance of n items breaks it. What was only searched gives no fact.
2. Every theorem is written out for the metrics and statements of the matrix (`grounding`). The result is a list of
   clauses without variables.
3. The clauses are applied until nothing new follows (`chaining`). Where all premises of a clause stand, its conclusion
   stands up to the smallest of their n, and no more strongly than the weakest of them. Where an instance breaks the
   conclusion and all premises but one stand that far, the instance breaks the remaining one. A fact that contradicts
   another is not used. It is reported, with both derivations.
4. A cell whose own evidence is weaker than what follows is given the derived verdict.
"""
