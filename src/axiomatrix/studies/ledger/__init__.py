"""The claims ledger: every claim of the sources, how it was formalised, and what became of it.

A verdict is derived, never written: from the cells of a matrix that carry the claim, and from *checks*, small functions
that compute what the source says in words (a worked example, a printed figure, an example that is claimed to exist).
"""
