"""Rank-Aware Top-N Metrics: reciprocal rank, average precision, Spearman, DCG, half-life (lecture slides)."""

from ...model.registry import REGISTRY

SOURCE = REGISTRY.new_source("TN", "Rank-Aware Top-N Metrics (lecture slides on recommender systems)")

TN1, TN2, TN3, TN4, TN5, TN6, TN7, TN8 = SOURCE.stated(r"""
TN1: k_B = 2, RR = 1/2
    an example: the first relevant item at rank 2; no axiom
    $ \mathrm{RR}(x)=\frac{1}{2}
TN2: For each relevant item compute precision of list through that item; average sub-list precisions. [...]
AP = (1 + 2/3 + 3/4) / 3
    an example: relevant items at ranks 1, 3, 4; no axiom
    $ \mathrm{AP}(x)=\frac{1}{3}\left(1+\frac{2}{3}+\frac{3}{4}\right)
TN3: DCG = 4/1 + 3/1 + 0/1.52 + 5/2 = 9.5; DCG_perfect = 5/1 + 4/1 + 3/1.52 + 0 = 10.9; 9.5/10.9 = 0.872
    an example: ratings 4, 3, 0, 5; no axiom
    $ \mathrm{DCG}(x)=\frac{4}{1}+\frac{3}{1}+\frac{0}{1.52}+\frac{5}{2}=9.5
    $ \mathrm{DCG}(x^{*})=\frac{5}{1}+\frac{4}{1}+\frac{3}{1.52}+0=10.9
    $ \mathrm{nDCG}(x)=\frac{9.5}{10.9}=0.872
TN4: Normalize gain by best possible gain [...] 1 is perfect
    the whole collection in falling order of its ratings has the value 1
    $ \mathrm{nDCG}(x^{*})=1
TN5: Punishes all misplacement equally [...] swapping 1 and 3: bad, swapping 11 and 13: not nearly so bad
    exchanging the items at i and i + d costs what exchanging those at j and j + d costs
    $ \rho(a,s_{i,\,i+2}\,a)=\rho(a,s_{j,\,j+2}\,a)
TN6: Half-life alpha is rank with 50% probability of click
    the discount at rank alpha is 1/2; no axiom of the metric
    $ 2^{-(i-1)/(\alpha-1)}=\frac{1}{2}\ \text{ at }i=\alpha
TN7: Ties get average of ranks (e.g. 3,4,5,6 becomes 4.5)
    items tied at positions 3 to 6 have the rank 4.5 each; an example
    $ \bar a(x)=\frac{3+4+5+6}{4}=4.5
TN8: If we have a user order O_u, we can measure rank effectiveness. Ask recommender to order user's rated items, not
pick them from the haystack. Compare recommender order to user order. Avoids certain problems with missing data.
    the fraction of concordant pairs of the rated items, which is supplied, lies in [0, 1], is 1 for the user's order,
    and names decide nothing; that an item without a rating changes nothing is gone through beside
    $ 0\le m(x)\le 1,\quad m(x^{*})=1
""")
