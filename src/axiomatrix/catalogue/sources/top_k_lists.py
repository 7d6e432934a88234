"""Fagin, Kumar and Sivakumar, Comparing top k lists, SIAM Journal on Discrete Mathematics 17(1), 2003."""

from ...model.registry import REGISTRY

SOURCE = REGISTRY.new_source(
    "TK", "R. Fagin, R. Kumar, D. Sivakumar, Comparing top k lists, SIAM J. Discrete Math. 17(1), 2003"
)

TK1, TK2, TK3 = SOURCE.stated(r"""
TK1 (supplied): The intersection metric is a metric on top k lists.
    the axioms of a metric space of the mean over d = 1..k of |S_d symmetric difference T_d| / (2 d), which is 1 -
    average overlap
    $ d(a,b)=\frac{1}{k}\sum_{i=1}^{k}\frac{\left\lvert a_{\le i}\,\triangle\,b_{\le i}\right\rvert}{2\,i}
    $ d(a,c)\le d(a,b)+d(b,c)
TK2 (supplied): The footrule with a location l for what a list does not show is a metric on top k lists.
    the axioms of a metric space of footrule-top, where l = k + 1
    $ F^{(\ell)}(a,b)=\sum_{x}\left\lvert a'(x)-b'(x)\right\rvert,\quad a'(x)=\ell\text{ where }a\text{ has no }x
TK3 (supplied): The optimistic Kendall distance K^(0) is at most the neutral one.
    K^(0) <= K^(1/2)
    $ K^{(0)}(a,b)\le K^{(1/2)}(a,b)
""")
