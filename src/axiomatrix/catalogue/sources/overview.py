"""An overview of ranking metrics: precision@k, AP, RR, DCG, RBP, ERR (highlights of an article)."""

from ...model.registry import REGISTRY

SOURCE = REGISTRY.new_source(
    "OV", "An overview of ranking metrics for search and recommendation (highlights of an article)"
)

OV1, OV2, OV3, OV4, OV5, OV6, OV7, OV8, OV9, OV10, OV11, OV12, OV13 = SOURCE.stated(r"""
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
