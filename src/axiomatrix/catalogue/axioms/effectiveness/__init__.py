"""Axioms of effectiveness metrics: of judged lists, of scored lists, and of runs.

A judged list has no names in it, only grades by rank: renaming its items changes nothing. A metric of two orders of
named items is right-invariant if renaming the items does not change its value.

*More relevant* means a greater grade. The space of a metric's lists may mark unjudged items by a grade (``unjudged``).
An unjudged item is neither more nor less relevant than another.
"""
