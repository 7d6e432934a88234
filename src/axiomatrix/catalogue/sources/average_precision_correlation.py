"""Yilmaz, Aslam and Robertson, A new rank correlation coefficient for information retrieval, SIGIR 2008."""

from ...model.registry import REGISTRY

SOURCE = REGISTRY.new_source(
    "YA",
    "E. Yilmaz, J. A. Aslam, S. Robertson, A new rank correlation coefficient for information retrieval, SIGIR 2008",
)

YA1, YA2, YA3 = SOURCE.stated(r"""
YA1 (supplied): tau_ap lies between -1 and 1: 1 for equal rankings, -1 for reversed ones.
    range, value on equal and on reversed rankings
    $ -1\le\tau_{\mathrm{ap}}(a,b)\le 1
    $ \tau_{\mathrm{ap}}(a,a)=1,\quad\tau_{\mathrm{ap}}(a,a^{\mathrm{rev}})=-1
YA2 (supplied): tau_ap is 0 in the mean if the items are in random order.
    the mean over all rankings is 0
    $ \frac{1}{n!}\sum_{b}\tau_{\mathrm{ap}}(a,b)=0
YA3 (supplied): tau_ap is not symmetric; the mean of both directions is.
    symmetry
    $ \tau_{\mathrm{ap}}(a,b)\neq\tau_{\mathrm{ap}}(b,a)\text{ for some }a,b
""")
