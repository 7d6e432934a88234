"""Di Nunzio and Silvello, A graphical view of distance between rankings: the Point and Area measures, IIR 2015."""

from ...model.registry import REGISTRY

SOURCE = REGISTRY.new_source(
    "PA",
    "G. M. Di Nunzio and G. Silvello, A graphical view of distance between rankings: the Point and Area measures, "
    "IIR 2015 (slides)",
)

PA1, PA2, PA3, PA4, PA5, PA6, PA7, PA8, PA9, PA10, PA11 = SOURCE.stated(r"""
PA1: S(4) = 0 + 2 + 0 + 2; K = 0 + 2 + 1; P(4) = 0 + 2 + 0 - 2
    the terms for the lists D1 D2 D3 D4 and D1 D4 D3 D2, F = (1, 4, 3, 2); a worked example, no axiom
    $ S=0+2+0+2,\ K=0+2+1,\ \mathrm{P}=0+2+0-2
PA2: Point-wise distance. Spearman without absolute value (!). Non-weighted, conjoint. [Non-weighted: Any perturbation
has the same importance]
    'distance': non-negativity, zero on equal, separation, symmetry, the triangle inequality; 'non-weighted': an
    exchange of neighbours costs the same wherever it is; 'conjoint': both rankings have the same items
    (others are refused). Non-weighted and conjoint are claimed of S and K too
    $ \mathrm{P}\ge 0,\ \mathrm{P}(a,b)=0\Leftrightarrow a=b
    $ \mathrm{P}(a,b)=\mathrm{P}(b,a),\quad \mathrm{P}(a,c)\le \mathrm{P}(a,b)+\mathrm{P}(b,c)
    $ d(a,s_i\,a)=d(a,s_j\,a)
PA3: It is in the [0,1] range, where 0 indicates the ideal case and 1 the worst case
    nA lies in [0, 1]; it is 0 for equal rankings and no others, and 1 at the reversal
    $ 0\le\mathrm{nA}(a,b)\le 1,\quad\mathrm{nA}(a,a^{\mathrm{rev}})=1
    $ \mathrm{nA}(a,b)=0\Leftrightarrow a=b
PA4: It is in the range [0,1], where 0 indicates that two lists are not correlated and 1 that they are the same
    A-corr lies in [0, 1]; it is 1 for equal rankings and no others; its mean over all rankings of the second list, the
    expected value for lists that have nothing to do with each other, is 0
    $ 0\le\mathrm{Acorr}(a,b)\le 1,\quad\mathrm{Acorr}(a,b)=1\Leftrightarrow a=b
    $ \frac{1}{n!}\sum_{b}\mathrm{Acorr}(a,b)=0
PA5: K(i) = sum over k = 1..i of (F(k) - k) + (r_a[1 : k] intersect r_b[(F(k) + 1) : n])
    with the size of the set where the set is printed, K(n) is Kendall's distance
    $ K(a,b)=\sum_{j=1}^{n}\left(F_j-j+\left\lvert\{x\mid a(x)\le j,\ b(x)>F_j\}\right\rvert\right)
    $ F_j=b(a^{-1}(j))
PA6 (supplied): The largest obtainable area is that of the reversal.
    A(a, b) <= A(a, reversed a); the source says: 'the largest obtainable area given by the worst possible ranking'
    $ \mathrm{A}(a,b)\le \mathrm{A}(a,a^{\mathrm{rev}})
PA7 (supplied): Of whole rankings P is 0, A with h = 1 is half of Spearman's sum of squares, and A-corr is
(1 + rho) / 2. The mean of A-corr over all rankings is 1/2, whatever the heights and the cut-off.
    an answer, found here, to what the source leaves open: how P, A and A-corr relate to the classical coefficients
    $ \mathrm{P}(a,b)=0,\ \mathrm{A}(a,b)=\frac{S(a,b)}{2},\ \mathrm{Acorr}(a,b)=\frac{1+\rho(a,b)}{2}
    $ \frac{1}{n!}\sum_{b}\mathrm{Acorr}(a,b)=\frac{1}{2}
PA8 (supplied): S(n) is the footrule; S, K and A never fall from one rank to the next.
    found here: S adds absolute values, K counts inverted pairs, and A adds up P, which is never negative
    $ \mathrm{S}_n(a,b)=F(a,b)
    $ d\in\{\mathrm{S},\mathrm{K},\mathrm{A}\}\Rightarrow d_i(a,b)\le d_{i+1}(a,b)
PA9: We plan to compare A-corr with the Twist measure (Cumulative Relative Position)
    two lists of one collection with the same cumulated relative position have the same A-corr; of the document at rank
    j the relative position is how far j lies behind (or, negative, ahead of) the ranks of its grade in the ideal list
    (Angelini et al. 2012). The Twist itself is defined in an article that is not free to read, and is not compared
    $ m(x)=m(z)\Rightarrow\mathrm{Acorr}(x)=\mathrm{Acorr}(z)
PA10: We plan to analyze its stability, sensitivity and correlation with other measures
    an exchange of neighbours changes A-corr of n items by at least 6/(n (n^2 - 1)) and at most 6/(n (n + 1)); the
    correlations with AP and the inversions of relevance are computed
    $ \frac{6}{n(n^2-1)}\le\left\lvert\mathrm{Acorr}(a,b)-\mathrm{Acorr}(a,s_i\,b)\right\rvert\le\frac{6}{n(n+1)}
PA11: We plan to define a weighted measure to model user behavior
    A-corr with heights that fall, such as 1/k: of the exchanges of two neighbours of the first list, the one
    nearer to the top costs more
    $ i<j\Rightarrow\mathrm{Acorr}(a,s_i\,a)<\mathrm{Acorr}(a,s_j\,a)
""")
