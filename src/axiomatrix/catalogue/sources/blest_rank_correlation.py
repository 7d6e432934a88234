"""Genest and Plante, On Blest's measure of rank correlation, Canadian Journal of Statistics 31(1), 2003."""

from ...model.registry import REGISTRY

SOURCE = REGISTRY.new_source(
    "GP", "C. Genest, J.-F. Plante, On Blest's measure of rank correlation, Canadian J. of Statistics 31(1), 2003"
)

GP1, GP2, GP3 = SOURCE.stated(r"""
GP1 (supplied): Blest's coefficient lies between -1 and 1: 1 for equal rankings, -1 for opposite ones.
    range, value on equal and on reversed rankings; of the symmetric coefficient too
    $ -1\le\nu(a,b)\le 1,\quad\nu(a,a)=1,\quad\nu(a,a^{\mathrm{rev}})=-1
GP2 (supplied): Blest's coefficient is not symmetric.
    symmetry fails
    $ \nu(a,b)\neq\nu(b,a)
GP3 (supplied): The mean of Blest's coefficient and that of the exchanged rankings is symmetric.
    symmetry
    $ \xi(a,b)=\frac{\nu(a,b)+\nu(b,a)}{2}=\xi(b,a)
""")
