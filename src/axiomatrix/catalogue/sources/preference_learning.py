"""Fuernkranz and Huellermeier, Preference Learning (tutorial slides): loss functions for rankings."""

from ...model.registry import REGISTRY

SOURCE = REGISTRY.new_source(
    "PL", "J. Fuernkranz and E. Huellermeier, Preference Learning (tutorial slides), part 2: Loss Functions"
)

PL1, PL2, PL3, PL4, PL5, PL6, PL7, PL8, PL9, PL10, PL11, PL12, PL13, PL14 = SOURCE.stated(r"""
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
