"""Emond and Mason, A new rank correlation coefficient, Journal of Multi-Criteria Decision Analysis 11, 2002."""

from ...model.registry import REGISTRY

SOURCE = REGISTRY.new_source(
    "EM",
    "E. J. Emond, D. W. Mason, A new rank correlation coefficient with application to the consensus ranking problem, "
    "J. of Multi-Criteria Decision Analysis 11, 2002",
)

EM1, EM2, EM3 = SOURCE.stated(r"""
EM1 (supplied): tau_x lies between -1 and 1, and is 1 on equal orders, with ties or without.
    range, value on equal orders, symmetry
    $ -1\le\tau_{\mathrm{x}}(a,b)\le 1,\quad\tau_{\mathrm{x}}(a,a)=1,\quad\tau_{\mathrm{x}}(a,b)=\tau_{\mathrm{x}}(b,a)
EM2 (supplied): 1 - tau_x is a multiple of the distance of Kemeny and Snell, so that it satisfies the triangle
inequality, which it does not for tau-b.
    the triangle inequality of 1 - tau_x; that of 1 - tau-b fails
    $ \tau_{\mathrm{x}}(a,b)=1-\frac{2\,d_{\mathrm{KS}}(a,b)}{n(n-1)}
EM3 (supplied): Of rankings without ties, tau_x is Kendall's tau.
    agrees on rankings
    $ \tau_{\mathrm{x}}(a,b)=\tau(a,b)
""")
