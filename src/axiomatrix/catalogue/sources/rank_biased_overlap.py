"""Webber, Moffat and Zobel, A similarity measure for indefinite rankings, ACM TOIS 28(4), 2010."""

from ...model.registry import REGISTRY

SOURCE = REGISTRY.new_source(
    "RB", "W. Webber, A. Moffat, J. Zobel, A similarity measure for indefinite rankings, ACM TOIS 28(4), 2010"
)

RB1, RB2, RB3 = SOURCE.stated(r"""
RB1 (supplied): 1 - RBO is a metric.
    the axioms of a metric space of 1 - RBO of two infinite lists; here lists that rank the same items first and go on
    alike
    only: asked of lists that rank the same items first and go on alike
    $ d(a,b)=1-\mathrm{RBO}(a,b)
    $ d(a,b)\ge 0,\ d(a,b)=0\Leftrightarrow a=b,\ d(a,b)=d(b,a)
    $ d(a,c)\le d(a,b)+d(b,c)
RB2 (supplied): RBO lies between 0 and 1.
    so do its least, largest and extrapolated values
    $ 0\le\mathrm{RBO}(a,b)\le 1
RB3 (supplied): 1 - RBO_EXT of lists of one length is a metric.
    found here: it is a sum of pseudometrics, one for each depth; lists of different lengths are another space
    $ d(a,b)=1-\mathrm{RBO}_{\mathrm{ext}}(a,b)
    $ \left\lvert a\right\rvert=\left\lvert b\right\rvert=\left\lvert c\right\rvert
    $ d(a,c)\le d(a,b)+d(b,c)
""")
