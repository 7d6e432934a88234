"""Iman and Conover, A measure of top-down correlation, Technometrics 29(3), 1987."""

from ...model.registry import REGISTRY

SOURCE = REGISTRY.new_source(
    "IC", "R. L. Iman, W. J. Conover, A measure of top-down correlation, Technometrics 29(3), 1987"
)

IC1, IC2 = SOURCE.stated(r"""
IC1 (supplied): The top-down correlation is at most 1, on equal rankings, and not below -1.
    range, value on equal rankings, symmetry
    $ -1\le r_{\mathrm{T}}(a,b)\le 1,\quad r_{\mathrm{T}}(a,a)=1,\quad r_{\mathrm{T}}(a,b)=r_{\mathrm{T}}(b,a)
IC2 (supplied): The least value is -1 for two items only; it rises with their number and tends to 1 - pi^2/6 = -0.645.
    the value of a ranking and its reversal, which is the least
    $ \min_b r_{\mathrm{T}}(a,b)=r_{\mathrm{T}}(a,a^{\mathrm{rev}})\to 1-\frac{\pi^2}{6}
""")
