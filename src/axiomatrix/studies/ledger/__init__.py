"""The claims ledger: every claim of the sources, how it was formalised, and what became of it.

A verdict is derived, never written: from the cells of a matrix that carry the claim, and from *checks*, small functions
that compute what the source says in words (a worked example, a printed figure, an example that is said to exist).
"""

from . import checks_kv, checks_ov, checks_pa, checks_pl, checks_tn  # noqa: F401  # they register
