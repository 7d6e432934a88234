"""The documents that the catalogue set out from, slides and articles: their claims by id, in their wording."""

from __future__ import annotations

from ...model.registry import REGISTRY

# --- Kumar and Vassilvitskii, Generalized Distances between Rankings, WWW 2010 (the slides) -----------------------

KV = REGISTRY.new_source(
    "KV", "R. Kumar and S. Vassilvitskii, Generalized Distances between Rankings, WWW 2010 (slides)"
)

KV1, KV2, KV3, KV4, KV5, KV6, KV7, KV8, KV9, KV10, KV11, KV12, KV13, KV14, KV15, KV16, KV17, KV18, KV19, KV20 = (
    KV.stated(r"""
KV1: Diaconis and Graham proved that the two measures are robust: for all sigma K(sigma) <= F(sigma) <= 2K(sigma)
    lower bound 1 and upper bound 2 of F against K
    $ K(a,b)\le F(a,b)\le 2\,K(a,b)
KV2: The DG Inequality extends to the weighted case: for all sigma K_w(sigma) <= F_w(sigma) <= 2K_w(sigma)
    lower bound 1 and upper bound 2 of F_w against K_w, for positive weights
    $ K_w(a,b)\le F_w(a,b)\le 2\,K_w(a,b)
KV3: Conclude: for all sigma K_delta(sigma) <= F_delta(sigma) <= 2K_delta(sigma)
    lower bound 1 and upper bound 2 of F_delta against K_delta, for positive delta, each convention at a fixed point
    $ K_\delta(a,b)\le F_\delta(a,b)\le 2\,K_\delta(a,b)
KV4: Thus the rotation (previous example) is the worst case. [...] Rotation remains the worst case example.
    every rotation attains F = 2K (F_w = 2K_w)
    $ F(a,\theta_k\,a)=2\,K(a,\theta_k\,a)
    $ F_w(a,\theta_k\,a)=2\,K_w(a,\theta_k\,a)
KV5: The DG Inequality extends to this case as well: for all sigma 1/3 K_D(sigma) <= F_D(sigma) <= 3K_D(sigma)
    lower bound 1/3 and upper bound 3 of F_D against K_D, for metrics D
    $ \frac{1}{3}K_D(a,b)\le F_D(a,b)\le 3\,K_D(a,b)
KV6: There are examples where: F_D(sigma) = 3K_D(sigma)
    there are rankings and a metric D with F_D = 3 K_D != 0
    $ \exists\,a,b,D:\ F_D(a,b)=3\,K_D(a,b)\neq 0
KV7: We conjecture that: K_D(sigma) <= F_D(sigma)
    lower bound 1 of F_D against K_D, for metrics D
    $ K_D(a,b)\le F_D(a,b)
KV8: Correlation: Always within a factor of 3 of each other.
    lower bound 1/3 and upper bound 3 of F* against K*
    $ \frac{1}{3}K^{*}(a,b)\le F^{*}(a,b)\le 3\,K^{*}(a,b)
KV9: Generalization: If all weights are 1 collapse to classical K and F.
    with every parameter constantly 1 (D_ij = 1 for i != j) the value is K or F; stated of K* and F*, taken to hold of
    their parts
    $ w=\delta=D=1\Rightarrow K^{*}=K,\ F^{*}=F
KV10: Basic Properties: Scale free [...]
    for each parameter: homogeneous of a definite degree (2 in w and delta, 1 in D for K*; 2, 2 and 1 for F*), and the
    value over its maximum unchanged by scaling
    $ d(a,b;\,c\,w)=c^2\,d(a,b;\,w)
    $ d(a,b;\,c\,\delta)=c^2\,d(a,b;\,\delta)
    $ d(a,b;\,c\,D)=c\,d(a,b;\,D)
KV11: Basic Properties: [...] right invariant [...]
    right-invariance, data renamed with the items
    $ d(a\circ\pi,\,b\circ\pi)=d(a,b)
KV12: Basic Properties: [...] satisfy triangle inequality.
    the triangle inequality
    $ d(a,c)\le d(a,b)+d(b,c)
KV13: Richness: Captures element, position weights, element similarities
    for each parameter there are rankings and a value of it that change the distance
    $ \exists\,a,b:\ d(a,b;\,w)\neq d(a,b;\,1)
    $ \exists\,a,b:\ d(a,b;\,\delta)\neq d(a,b;\,1)
    $ \exists\,a,b:\ d(a,b;\,D)\neq d(a,b;\,1)
KV14: Treat element i as a collection of w_i subelements of weight 1. The subelements remain in same order.
    an integer weight w_i gives the value of w_i unit copies kept in order
    $ d(a,b;\,w)=d(a^{\mathrm{copies}},b^{\mathrm{copies}};\,1)
KV15: In the extreme case L and C are identical, even though an inversion occurred
    for pseudometrics D: exchanging neighbours with D_xy = 0 does not change the value
    $ D_{xy}=0\Rightarrow d(a,s_i\,b)=d(a,b)
    $ x=b^{-1}(i)
    $ y=b^{-1}(i+1)
KV16: Rank 1: Yahoo! Search order. Rank 2: Order by the number of clicks at each position. Element weights set
arbitrarily to 1. Position weights set: DCG, UNIT.
    an experiment; no axiom
KV17: Using K the problem is NP-hard. Using F the problem has a simple solution. [...] Using K* the problem has a
simple approximation algorithm.
    about rank aggregation; no axiom of a single distance
    $ \min_{b}\sum_{i}F(a_i,b)\text{ is easy, }\min_{b}\sum_{i}K(a_i,b)\text{ is NP-hard}
KV18: Open Questions: Express: MAP, ERR, NDCG, others in this framework
    the loss of a score from the ideal list is K, K_w or K_D for some parameters; no axiom of a single distance
    $ m(\mathrm{ideal}(x))-m(x)=K_D(\mathrm{ideal}(x),x)
KV19: Using F* the problem appears daunting
    about rank aggregation; no axiom of a single distance
    $ \min_{b}\sum_{i}F^{*}(a_i,b)
KV20: Swap two elements of weight w_i and w_j. How much should the inversion count in the Kendall's tau? Average of the
weights, geometric average of the weights, harmonic average of the weights, some other monotonic function?
    a count of an inverted pair that depends on the two weights alone and treats an item of weight w as w items of
    weight 1 that keep their order
    $ d(a,b;\,w)=d(a^{\mathrm{copies}},b^{\mathrm{copies}};\,1)
""")
)


# --- An overview of ranking metrics: precision@k, AP, RR, DCG, RBP, ERR (highlights of an article) ----------------

OV = REGISTRY.new_source(
    "OV", "An overview of ranking metrics for search and recommendation (highlights of an article)"
)

OV1, OV2, OV3, OV4, OV5, OV6, OV7, OV8, OV9, OV10, OV11, OV12, OV13 = OV.stated(r"""
OV1: Though the second search result has a lower MSE, the user will not be satisfied with such a recommendation. [...]
the first search result is much better
    there are two rankings, one with the lower error and with its first relevant item lower down
    $ \exists\,y,s,t:\ \mathrm{MSE}(y,t)<\mathrm{MSE}(y,s)
    $ \text{the one item on top of }s\text{ has }y>0\text{, that of }t\text{ has }y=0
OV2: It seems like the second search result is better with only 8 inversions versus 9 in the first one. [...] By going
through several non-relevant search results in the second case, the user experience will be worse than in the first
case.
    there are two rankings of the same items, one with fewer inversions and with its first relevant item lower down
    $ \exists\,x,z:\ m(z)<m(x),\ \min\{i\mid x_i>0\}<\min\{i\mid z_i>0\}
    $ m(x)=\left\lvert\{(i,j)\mid i<j,\ x_i<x_j\}\right\rvert
OV3: precision@10 will always be the same despite the location of these 2 documents among 10. For instance, if the
relevant items are located in positions (1, 2) or (9, 10), the metric does differentiate both of these cases resulting
in precision@10 being equal to 0.2.
    the order inside the top k does not matter; 'does differentiate' contradicts the rest of the sentence and the one
    before it, and is taken for 'does not differentiate'
    $ i<j\le k\Rightarrow\mathrm{Prec}_k(x)=\mathrm{Prec}_k(s_{i,j}\,x)
OV4: recall@k always increases with the growth of k
    the value at k is at most that at k + 1; that it is always below is false wherever the item at k + 1 is not
    relevant
    $ \mathrm{Rec}_k(x)\le\mathrm{Rec}_{k+1}(x)
OV5: precision@k does not have the same monotonic property as recall@k has
    the value at k is not always at most that at k + 1
    $ \exists\,x,k:\ \mathrm{Prec}_k(x)>\mathrm{Prec}_{k+1}(x)
OV6: In the edge case where all the items in the system are shown to the user, the value of recall@k equals 100%.
    the value is 1 where the list holds the whole collection and k is not below its length
    $ k\ge n\Rightarrow\mathrm{Rec}_k(x)=1
    $ \text{where nothing is missing from }x
OV7: As a normal precision, AP takes values between 0 and 1. [...]
AP@5 = (precision@1 + precision@3 + precision@4) / 3 = 0.81 [...] lower AP@5 being equal to 0.53.
    0 <= AP@k <= 1, for each divisor; the two figures are examples, reached by dividing by the relevant items among the
    first 5 (of 4 in the collection)
    $ 0\le\mathrm{AP}_k(x)\le 1
OV8: The resulting metric is called nDCG and takes values between 0 and 1.
    0 <= nDCG@k <= 1
    $ 0\le\mathrm{nDCG}_k(x)\le 1
OV9: RPB formulation makes sure that it takes values between 0 and 1.
    0 <= RBP <= 1 for gains between 0 and 1
    $ 0\le\mathrm{RBP}(x)\le 1
OV10: each film with a corresponding rating will approximatively have double importance, compared to a film with the
rating reduced by 1
    one grade more multiplies the gain of an item by about two: 2^(g+1) - 1 is 2 (2^g - 1) + 1
    $ 2^{g+1}-1\approx 2\,(2^g-1)
OV11: nDCG, BPR and ERR metrics have an advantage over other metrics we have looked at so far: they work with multiple
relevance levels [...] in comparison to metrics like AP, MAP or MRR which are designed only for binary levels of
relevance.
    two positive grades that give different values exist for the first three, and do not for the others; BPR is taken
    for RBP
    $ m\in\{\mathrm{nDCG},\mathrm{RBP},\mathrm{ERR}\}\Rightarrow\exists\,x,i:\ m(x)\neq m(x_{i\to g})
    $ m\in\{\mathrm{AP},\mathrm{MAP},\mathrm{MRR}\}\Rightarrow m(x)=m(x_{i\to g})
    $ x_{i\to g}\text{: the relevant item at rank }i\text{ has another grade }g>0
OV12: there are 3 relevant documents (A, C, G) among top k = 5 which results in precision@5 being equal to 3 / 5. [...]
there are 4 of them (A, C, F and G) making recall@5 = 3 / 4.
    an example of seven documents; no axiom
    $ \mathrm{Prec}_5(x)=\frac{3}{5},\quad\mathrm{Rec}_5(x)=\frac{3}{4}
OV13: it is possible to estimate the expected number of examined documents. Since 0 <= p <= 1, the series below is
convergent and the expression can be transformed into the following format
    about the sum of i p^(i-1) (1 - p), which is 1 / (1 - p) for p below 1; no axiom of the metric
    $ \sum_{i=1}^{\infty}i\,p^{i-1}(1-p)=\frac{1}{1-p}
""")


# Di Nunzio and Silvello, A graphical view of distance between rankings: the Point and Area measures, IIR 2015.

PA = REGISTRY.new_source(
    "PA",
    "G. M. Di Nunzio and G. Silvello, A graphical view of distance between rankings: the Point and Area measures, "
    "IIR 2015 (slides)",
)

PA1, PA2, PA3, PA4, PA5, PA6, PA7, PA8, PA9, PA10, PA11 = PA.stated(r"""
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


# --- Fuernkranz and Huellermeier, Preference Learning (tutorial slides): loss functions for rankings --------------

PL = REGISTRY.new_source(
    "PL", "J. Fuernkranz and E. Huellermeier, Preference Learning (tutorial slides), part 2: Loss Functions"
)

PL1, PL2, PL3, PL4, PL5, PL6, PL7, PL8, PL9, PL10, PL11, PL12, PL13, PL14 = PL.stated(r"""
PL1: a target ranking r, Example: E > B > C > A > D; a predicted ranking r^, Example: A > B > E > C > D. [...]
3+0+1+0+2 = 6; 3^2+0+1^2+0+2^2 = 14; D_tau(r, r^) = 4; D_PE(r, r^) = 2;
D_DR(r, r^) = 3/log 2 + 0 + 1/log 4 + 0 + 2/log 6
    a worked example; no axiom. The first four values follow from the definitions. The fifth does not: with
    w_i = 1/log(r(x_i)+1) as printed it is 3/log 5 + 0 + 1/log 4 + 0 + 2/log 2; the printed one has the number of the
    letter in the place of r(x_i)
    $ F(a,b)=6,\ S(a,b)=14,\ K(a,b)=4
    $ D_{\mathrm{PE}}(a,b)=2,\quad D_{\mathrm{DR}}(a,b)=\frac{3}{\log 2}+\frac{1}{\log 4}+\frac{2}{\log 6}
PL2: max D_S(r, r^) = sum_{i=1}^c ((c-i) - i)^2 = c (c^2-1)/3
    D_S over the stated maximum is at most 1, and is 1 on the reversal; once with the right side as the maximum, once
    with the sum as printed (variant as-printed)
    $ \max_{a,b}S(a,b)=\sum_{i=1}^{n}((n-i)-i)^2=\frac{n(n^2-1)}{3}
PL3: max D_tau(r, r^) = c (c-1)/2
    D_tau over the stated maximum is at most 1, and is 1 on the reversal
    $ \max_{a,b}K(a,b)=\frac{n(n-1)}{2}
PL4: 1 - 6 D_S(r, r^) / (c (c^2-1)) in [-1, +1]; 1 - 4 D_tau(r, r^) / (c (c-1)) in [-1, +1]
    the range of rho and tau
    $ -1\le 1-\frac{6\,S(a,b)}{n(n^2-1)}\le 1
    $ -1\le 1-\frac{4\,K(a,b)}{n(n-1)}\le 1
PL5: The previous ranking functions give equal weight to all ranking positions, i.e., differences in the first ranking
positions have the same effect as differences in the last ranking positions
    swapping two neighbours costs the same wherever they stand; of the discounted error that it does not
    $ d(a,s_i\,a)=d(a,s_j\,a)
PL6: equivalent to Spearman's footrule with all non-target weights set to 0: D_PE(r, r^) = sum_i w_i d_{x_i}(r, r^)
with w_i = 1 if x_i = argmin r(x)
    D_PE is that weighted sum of displacements (which is not the element-weighted footrule F_w)
    $ D_{\mathrm{PE}}(a,b)=\sum_{x}v_x\left\lvert a(x)-b(x)\right\rvert
    $ v_x=\begin{cases}1 & a(x)=1\\ 0 & a(x)\neq 1\end{cases}
PL7: for a bipartite graph: c_1 (c - c_1) [preferences]. This [AUC] is 1 - normalized Kendall's distance for a
bipartite preference graph with L = {p, n}. D_tau(r, r^) = 2, AUC(r, r^) = 4/6
    the number of preferences of two levels; AUC = 1 - D_tau / number of preferences for predictions without ties,
    which is what the source's are; the example is a test
    $ \mathrm{AUC}(a,b)=1-\frac{K(a,b)}{v\,(n-v)}
    $ v=\left\lvert\{x\mid a(x)=1\}\right\rvert
PL8: D_tau(r, r^) = 3, C-Index(r, r^) = 5/8
    a worked example (its picture is missing); no axiom
    $ K(a,b)=3,\quad\mathrm{CI}(a,b)=\frac{5}{8}
PL9: the C-index can be rewritten as a weighted sum of pairwise AUCs [...] Jonckheere-Terpstra statistic is an
unweighted sum of pairwise AUCs: m-AUC = 2/(l (l-1)) sum_{i, j>i} AUC(r_{i,j}, r^_{i,j})
    the C-index is the mean of the AUCs of two levels, weighted by their numbers of pairs; m-AUC is their plain mean;
    the Jonckheere-Terpstra statistic is m-AUC times a number that depends on the target alone
    $ \mathrm{CI}(a,b)=\frac{\sum_{i<j}\left\lvert A_i\right\rvert\left\lvert
      A_j\right\rvert\,\mathrm{AUC}(a_{ij},b_{ij})}{\sum_{i<j}\left\lvert A_i\right\rvert\left\lvert A_j\right\rvert}
    $ \mathrm{mAUC}(a,b)=\frac{2}{\ell_a(\ell_a-1)}\sum_{i<j}\mathrm{AUC}(a_{ij},b_{ij})
    $ A_i=\{x\mid a(x)=i\}
    $ a_{ij},\,b_{ij}\text{: the orders restricted to }A_i\cup A_j
PL10: # of preferences = sum_{(i,j)} c_i c_j <= c^2/2 (1 - 1/l)
    the number of preferences of a weak order with l levels
    $ P_a=\sum_{i<j}\left\lvert A_i\right\rvert\left\lvert
      A_j\right\rvert\le\frac{n^2}{2}\left(1-\frac{1}{\ell_a}\right)
    $ A_i=\{x\mid a(x)=i\}
PL11: number of correctly ranked pairs (Kendall's distance) d = D_tau(r, r^); number of incorrectly ranked pairs
d- = |{(i,j) | r(x_i) < r(x_j) and r^(x_i) < r^(x_j)}|; gamma(r, r^) = (d - d-)/(d + d-) in [-1, +1]
    the range of gamma, and that the formula with d and d- as printed is Goodman and Kruskal's coefficient; the example
    1/3 is a test
    $ \gamma(a,b)=\frac{N_{\mathrm{d}}-N_{\mathrm{c}}}{N_{\mathrm{d}}+N_{\mathrm{c}}}
    $ -1\le\gamma(a,b)\le 1
PL12: Identical to Kendall's tau if both rankings are total, i.e., if d + d- = c (c-1)/2
    equal to kendall-tau where neither order has a tie or an incomparable pair
    $ N_{\mathrm{c}}+N_{\mathrm{d}}=\frac{n(n-1)}{2}\Rightarrow\gamma(a,b)=\tau(a,b)
PL13: Maximum possible value: the predicted ranking is correct [...] IDCG; Normalized DCG (NDCG):
NDCG(r, r^) = DCG(r, r^) / IDCG
    DCG <= IDCG, and 0 <= NDCG <= 1
    $ \mathrm{NDCG}(a,b)=\frac{\mathrm{DCG}(a,b)}{\mathrm{IDCG}(a)}\le 1
PL14: Label ranking: measure is applied to the ranking of the labels of each example, averaged over all examples. Object
ranking: we may need to average over different sets of objects which have disjoint preference graphs
    the mean of Kendall's tau over the examples is tau of all their pairs together; label ranking has the same number of
    labels in each example, object ranking sets of different sizes
    $ \tau(a,b)=\frac{\sum_{i}p_i\,\tau(a_i,b_i)}{\sum_{i}p_i}
    $ p_i=\frac{n_i(n_i-1)}{2}
""")


# --- Rank-Aware Top-N Metrics: reciprocal rank, average precision, Spearman, DCG, half-life (lecture slides) ------

TN = REGISTRY.new_source("TN", "Rank-Aware Top-N Metrics (lecture slides on recommender systems)")

TN1, TN2, TN3, TN4, TN5, TN6, TN7, TN8 = TN.stated(r"""
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
