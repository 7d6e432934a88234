"""Voorhees and Harman (eds), TREC: Experiment and Evaluation in Information Retrieval, 2005: means over topics."""

from ...model.registry import REGISTRY

SOURCE = REGISTRY.new_source(
    "VH",
    "E. M. Voorhees and D. K. Harman (eds), TREC: Experiment and Evaluation in Information Retrieval, MIT Press 2005, "
    "ch. 3",
)

(VH1,) = SOURCE.stated(r"""
VH1 (supplied): The score of a run is the mean of the scores of its topics.
    the value on a run is the mean of that of its lists: MAP of AP, MRR of RR, hit rate of success
    $ m(x)=\frac{1}{\left\lvert x\right\rvert}\sum_{q\in x}m(q)
""")
