"""Fagin, Kumar and Sivakumar, Comparing top k lists, SIAM Journal on Discrete Mathematics 17(1), 2003."""

from ...model.registry import REGISTRY

SOURCE = REGISTRY.new_source(
    "TK", "R. Fagin, R. Kumar, D. Sivakumar, Comparing top k lists, SIAM J. Discrete Math. 17(1), 2003"
)

(TK1,) = SOURCE.stated(r"""
TK1 (supplied): The intersection metric is a metric on top k lists.
    the axioms of a metric space of the mean over d = 1..k of |S_d symmetric difference T_d| / (2 d), which is 1 -
    average overlap
    $ d(a,b)=\frac{1}{k}\sum_{i=1}^{k}\frac{\left\lvert a_{\le i}\,\triangle\,b_{\le i}\right\rvert}{2\,i}
    $ d(a,c)\le d(a,b)+d(b,c)
""")
