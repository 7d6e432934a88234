"""The claims ledger: every claim of the sources, how it was formalised, and what became of it.

A verdict is derived, never written: from the cells of a matrix that carry the claim, and from *checks*, small functions
that compute what the source says in words (a worked example, a printed figure, an example that is claimed to exist).

``catalogue/sources`` has the wordings of the claims, :mod:`.statements` says them in our words, the modules
``checks_...`` have the checks, :mod:`.building` collects the evidence, and :mod:`.entry` derives the verdicts.
"""
