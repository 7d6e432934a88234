"""Axioms of effectiveness metrics: of judged lists, of scored lists, and of runs.

A judged list has no names in it, only grades by rank: renaming its items changes nothing. That a metric of two orders
of named items is invariant under renaming them is right-invariance.

*More relevant* is a greater grade. Where the space of a metric's lists says (``unjudged``) which grade marks the items
that nobody judged, such an item is neither more nor less relevant than another.
"""
