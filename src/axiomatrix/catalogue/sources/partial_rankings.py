"""Fagin, Kumar, Mahdian, Sivakumar and Vee, Comparing partial rankings, SIAM J. Discrete Math. 20(3), 2006."""

from ...model.registry import REGISTRY

SOURCE = REGISTRY.new_source(
    "PR",
    "R. Fagin, R. Kumar, M. Mahdian, D. Sivakumar, E. Vee, Comparing partial rankings, "
    "SIAM J. Discrete Math. 20(3), 2006",
)

PR1, PR2, PR3, PR4, PR5, PR6 = SOURCE.stated(r"""
PR1 (supplied): K^(p) is a metric on partial rankings where 1/2 <= p <= 1.
    the axioms of a metric space of kendall-ties[large-p]
    $ K^{(p)}(a,c)\le K^{(p)}(a,b)+K^{(p)}(b,c)
PR2 (supplied): K^(p) is not a metric where 0 < p < 1/2.
    the triangle inequality fails of kendall-ties[small-p], and the other axioms of a metric space hold
    $ K^{(p)}(a,c)>K^{(p)}(a,b)+K^{(p)}(b,c)
PR3 (supplied): K_prof, F_prof, K_Haus and F_Haus are metrics on partial rankings.
    the axioms of a metric space
    $ d(a,c)\le d(a,b)+d(b,c)
PR4 (supplied): The profile footrule is within a factor of 2 of the profile Kendall distance.
    K_prof <= F_prof <= 2 K_prof
    $ K_{\mathrm{prof}}(a,b)\le F_{\mathrm{prof}}(a,b)\le 2\,K_{\mathrm{prof}}(a,b)
PR5 (supplied): The Hausdorff footrule is within a factor of 2 of the Hausdorff Kendall distance.
    K_Haus <= F_Haus <= 2 K_Haus
    $ K_{\mathrm{Haus}}(a,b)\le F_{\mathrm{Haus}}(a,b)\le 2\,K_{\mathrm{Haus}}(a,b)
PR6 (supplied): The Hausdorff Kendall distance is within a factor of 2 of the profile Kendall distance.
    K_prof <= K_Haus <= 2 K_prof
    $ K_{\mathrm{prof}}(a,b)\le K_{\mathrm{Haus}}(a,b)\le 2\,K_{\mathrm{prof}}(a,b)
""")
