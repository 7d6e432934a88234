"""Robertson, Kanoulas and Yilmaz, Extending average precision to graded relevance judgments, SIGIR 2010."""

from ...model.registry import REGISTRY

SOURCE = REGISTRY.new_source(
    "GA",
    "S. E. Robertson, E. Kanoulas, E. Yilmaz, Extending average precision to graded relevance judgments, SIGIR 2010",
)

GA1, GA2 = SOURCE.stated(r"""
GA1 (supplied): Graded average precision lies between 0 and 1, and is 1 for the ideal list.
    range, value of the ideal list
    $ 0\le\mathrm{GAP}(x)\le 1,\quad\mathrm{GAP}(x^{*})=1
GA2 (supplied): With one level of relevance, graded average precision is average precision.
    on lists of grades 0 and 1 the value is that of average precision
    $ \forall i:\ x_i\in\{0,1\}\Rightarrow\mathrm{GAP}(x)=\mathrm{AP}(x)
""")
