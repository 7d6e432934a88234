"""Papers and books behind further metrics: their claims by id, in alphabetical order of the subject."""

from __future__ import annotations

from ...model.registry import REGISTRY

# --- Yilmaz, Aslam and Robertson, A new rank correlation coefficient for information retrieval, SIGIR 2008 --------

YA = REGISTRY.new_source(
    "YA",
    "E. Yilmaz, J. A. Aslam, S. Robertson, A new rank correlation coefficient for information retrieval, SIGIR 2008",
)

YA1, YA2, YA3 = YA.stated(r"""
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


# --- Genest and Plante, On Blest's measure of rank correlation, Canadian Journal of Statistics 31(1), 2003 --------

GP = REGISTRY.new_source(
    "GP", "C. Genest, J.-F. Plante, On Blest's measure of rank correlation, Canadian J. of Statistics 31(1), 2003"
)

GP1, GP2, GP3 = GP.stated(r"""
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


# --- Gini, L'ammontare e la composizione della ricchezza delle nazioni, 1914: the index of cograduation -----------

GI = REGISTRY.new_source("GI", "C. Gini, L'ammontare e la composizione della ricchezza delle nazioni, 1914")

GI1, GI2 = GI.stated(r"""
GI1 (supplied): The index of cograduation lies between -1 and 1: 1 for equal rankings, -1 for opposite ones.
    range, value on equal and on reversed rankings
    $ -1\le\mathrm{G}(a,b)\le 1,\quad\mathrm{G}(a,a)=1,\quad\mathrm{G}(a,a^{\mathrm{rev}})=-1
GI2 (supplied): Turning one ranking round changes the sign of the index.
    antisymmetry, and symmetry
    $ \mathrm{G}(a,b^{\mathrm{rev}})=-\mathrm{G}(a,b),\quad\mathrm{G}(a,b)=\mathrm{G}(b,a)
""")


# --- Croft, Metzler and Strohman, Search Engines: Information Retrieval in Practice, 2010: the two forms of DCG ---

CMS = REGISTRY.new_source(
    "CMS", "W. B. Croft, D. Metzler and T. Strohman, Search Engines: Information Retrieval in Practice, 2010, sec. 8.4"
)

(CMS1,) = CMS.stated(r"""
CMS1 (supplied): For binary relevance the two formulations of DCG, with the gain 2^g - 1 and with the gain g, are the
same.
    on lists of grades 0 and 1 the value is that of the linear gain
    $ \forall i:\ x_i\in\{0,1\}\Rightarrow\sum_{i\le k}\frac{2^{x_i}-1}{\log_2(i+1)}=\sum_{i\le
      k}\frac{x_i}{\log_2(i+1)}
""")


# Diaconis, Group Representations in Probability and Statistics, IMS 1988, chapter 6B: metrics on permutations.

DI = REGISTRY.new_source(
    "DI", "P. Diaconis, Group Representations in Probability and Statistics, IMS Lecture Notes 11, 1988, ch. 6B"
)

DI1, DI2, DI3 = DI.stated(r"""
DI1 (supplied): Footrule, the root of Spearman's sum of squares, Hamming, Kendall, Cayley and Ulam are metrics on
permutations.
    non-negativity, zero on equal, separation, symmetry and the triangle inequality
    $ d(a,b)\ge 0,\ d(a,b)=0\Leftrightarrow a=b
    $ d(a,b)=d(b,a),\quad d(a,c)\le d(a,b)+d(b,c)
DI2 (supplied): They are right-invariant.
    right-invariance
    $ d(a\circ\pi,\,b\circ\pi)=d(a,b)
DI3 (supplied): Hamming's and Cayley's are bi-invariant.
    left-invariance beside DI2
    $ d(\sigma\circ a,\,\sigma\circ b)=d(a,b)
""")


# --- Emond and Mason, A new rank correlation coefficient, Journal of Multi-Criteria Decision Analysis 11, 2002 ----

EM = REGISTRY.new_source(
    "EM",
    "E. J. Emond, D. W. Mason, A new rank correlation coefficient with application to the consensus ranking problem, "
    "J. of Multi-Criteria Decision Analysis 11, 2002",
)

EM1, EM2, EM3 = EM.stated(r"""
EM1 (supplied): tau_x lies between -1 and 1, and is 1 on equal orders, with ties or without.
    range, value on equal orders, symmetry
    $ -1\le\tau_{\mathrm{x}}(a,b)\le 1,\quad\tau_{\mathrm{x}}(a,a)=1,\quad\tau_{\mathrm{x}}(a,b)=\tau_{\mathrm{x}}(b,a)
EM2 (supplied): 1 - tau_x is a multiple of the distance of Kemeny and Snell, so that it satisfies the triangle
inequality, which it does not for tau-b.
    the triangle inequality of 1 - tau_x; that of 1 - tau-b fails
    $ \tau_{\mathrm{x}}(a,b)=1-\frac{2\,d_{\mathrm{KS}}(a,b)}{n(n-1)}
EM3 (supplied): Of rankings without ties, tau_x is Kendall's tau.
    agrees on rankings
    $ \tau_{\mathrm{x}}(a,b)=\tau(a,b)
""")


# --- Robertson, Kanoulas and Yilmaz, Extending average precision to graded relevance judgments, SIGIR 2010 --------

GA = REGISTRY.new_source(
    "GA",
    "S. E. Robertson, E. Kanoulas, E. Yilmaz, Extending average precision to graded relevance judgments, SIGIR 2010",
)

GA1, GA2 = GA.stated(r"""
GA1 (supplied): Graded average precision lies between 0 and 1, and is 1 for the ideal list.
    range, value of the ideal list
    $ 0\le\mathrm{GAP}(x)\le 1,\quad\mathrm{GAP}(x^{*})=1
GA2 (supplied): With one level of relevance, graded average precision is average precision.
    on lists of grades 0 and 1 the value is that of average precision
    $ \forall i:\ x_i\in\{0,1\}\Rightarrow\mathrm{GAP}(x)=\mathrm{AP}(x)
""")


# --- Moffat and Zobel, Rank-biased precision for measurement of retrieval effectiveness, TOIS 2008 ----------------

MZ = REGISTRY.new_source(
    "MZ",
    "A. Moffat and J. Zobel, Rank-biased precision for measurement of retrieval effectiveness, ACM Transactions on "
    "Information Systems 27, 2008",
)

(MZ1,) = MZ.stated(r"""
MZ1 (supplied): Graded relevance, as a gain from 0 to 1, generalizes binary relevance.
    on lists of gains 0 and 1 the value is that of binary RBP
    $ \forall i:\ x_i\in\{0,1\}\Rightarrow(1-p)\sum_{i}x_i\,p^{i-1}=(1-p)\sum_{x_i>0}p^{i-1}
""")


# --- Fagin, Kumar, Mahdian, Sivakumar and Vee, Comparing partial rankings, SIAM J. Discrete Math. 20(3), 2006 -----

PR = REGISTRY.new_source(
    "PR",
    "R. Fagin, R. Kumar, M. Mahdian, D. Sivakumar, E. Vee, Comparing partial rankings, "
    "SIAM J. Discrete Math. 20(3), 2006",
)

PR1, PR2, PR3, PR4, PR5, PR6 = PR.stated(r"""
PR1 (supplied): K^(p) is a metric on partial rankings where 1/2 <= p <= 1.
    the axioms of a metric space of kendall-ties[large-p]
    $ K^{(p)}(a,c)\le K^{(p)}(a,b)+K^{(p)}(b,c)
PR2 (supplied): K^(p) is not a metric where 0 < p < 1/2.
    the triangle inequality fails of kendall-ties[small-p], and the other axioms of a metric space hold
    $ K^{(p)}(a,c)>K^{(p)}(a,b)+K^{(p)}(b,c)
PR3 (supplied): K_prof, F_prof, K_Haus and F_Haus are metrics on partial rankings.
    the axioms of a metric space
    $ d(a,c)\le d(a,b)+d(b,c)
PR4 (supplied): The profile footrule is within a factor of 2 of the profile Kendall distance.
    K_prof <= F_prof <= 2 K_prof
    $ K_{\mathrm{prof}}(a,b)\le F_{\mathrm{prof}}(a,b)\le 2\,K_{\mathrm{prof}}(a,b)
PR5 (supplied): The Hausdorff footrule is within a factor of 2 of the Hausdorff Kendall distance.
    K_Haus <= F_Haus <= 2 K_Haus
    $ K_{\mathrm{Haus}}(a,b)\le F_{\mathrm{Haus}}(a,b)\le 2\,K_{\mathrm{Haus}}(a,b)
PR6 (supplied): The Hausdorff Kendall distance is within a factor of 2 of the profile Kendall distance.
    K_prof <= K_Haus <= 2 K_prof
    $ K_{\mathrm{prof}}(a,b)\le K_{\mathrm{Haus}}(a,b)\le 2\,K_{\mathrm{prof}}(a,b)
""")


# --- Sakai, New performance metrics based on multigrade relevance: their application to question answering, 2004 --

SQ = REGISTRY.new_source(
    "SQ",
    "T. Sakai, New performance metrics based on multigrade relevance: their application to question answering, "
    "NTCIR-4, 2004",
)

SQ1, SQ2 = SQ.stated(r"""
SQ1 (supplied): The Q-measure lies between 0 and 1, and is 1 for the ideal list.
    range, value of the ideal list
    $ 0\le Q(x)\le 1,\quad Q(x^{*})=1
SQ2 (supplied): With one level of relevance, and no relevant item below rank R, the Q-measure is average precision.
    equality on binary lists with all relevant items that are shown among the first R
    $ \forall i>R:\ x_i=0\Rightarrow Q(x)=\mathrm{AP}(x)
""")


# --- Webber, Moffat and Zobel, A similarity measure for indefinite rankings, ACM TOIS 28(4), 2010 -----------------

RB = REGISTRY.new_source(
    "RB", "W. Webber, A. Moffat, J. Zobel, A similarity measure for indefinite rankings, ACM TOIS 28(4), 2010"
)

RB1, RB2, RB3 = RB.stated(r"""
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


# --- Corsi and Urbano, The Treatment of Ties in Rank-Biased Overlap, SIGIR 2024 -----------------------------------

TR = REGISTRY.new_source("TR", "M. Corsi, J. Urbano, The Treatment of Ties in Rank-Biased Overlap, SIGIR 2024")

TR1, TR2, TR3 = TR.stated(r"""
TR1 (supplied): The variants w and b are 1 on a ranking with ties and itself.
    one-on-equal
    $ \mathrm{RBO}^{w}(a,a)=\mathrm{RBO}^{b}(a,a)=1
TR2 (supplied): The variant a, the mean over all ways to break ties, is below 1 on a ranking with ties and itself.
    one-on-equal fails
    $ \mathrm{RBO}^{a}(a,a)<1
TR3 (supplied): All variants lie between 0 and 1.
    range
    $ 0\le\mathrm{RBO}(a,b)\le 1
""")


# --- Iman and Conover, A measure of top-down correlation, Technometrics 29(3), 1987 -------------------------------

IC = REGISTRY.new_source(
    "IC", "R. L. Iman, W. J. Conover, A measure of top-down correlation, Technometrics 29(3), 1987"
)

IC1, IC2 = IC.stated(r"""
IC1 (supplied): The top-down correlation is at most 1, on equal rankings, and not below -1.
    range, value on equal rankings, symmetry
    $ -1\le r_{\mathrm{T}}(a,b)\le 1,\quad r_{\mathrm{T}}(a,a)=1,\quad r_{\mathrm{T}}(a,b)=r_{\mathrm{T}}(b,a)
IC2 (supplied): The least value is -1 for two items only; it rises with their number and tends to 1 - pi^2/6 = -0.645.
    the value of a ranking and its reversal, which is the least
    $ \min_b r_{\mathrm{T}}(a,b)=r_{\mathrm{T}}(a,a^{\mathrm{rev}})\to 1-\frac{\pi^2}{6}
""")


# --- Fagin, Kumar and Sivakumar, Comparing top k lists, SIAM Journal on Discrete Mathematics 17(1), 2003 ----------

TK = REGISTRY.new_source(
    "TK", "R. Fagin, R. Kumar, D. Sivakumar, Comparing top k lists, SIAM J. Discrete Math. 17(1), 2003"
)

TK1, TK2, TK3 = TK.stated(r"""
TK1 (supplied): The intersection metric is a metric on top k lists.
    the axioms of a metric space of the mean over d = 1..k of |S_d symmetric difference T_d| / (2 d), which is 1 -
    average overlap
    $ d(a,b)=\frac{1}{k}\sum_{i=1}^{k}\frac{\left\lvert a_{\le i}\,\triangle\,b_{\le i}\right\rvert}{2\,i}
    $ d(a,c)\le d(a,b)+d(b,c)
TK2 (supplied): The footrule with a location l for what a list does not show is a metric on top k lists.
    the axioms of a metric space of footrule-top, where l = k + 1
    $ F^{(\ell)}(a,b)=\sum_{x}\left\lvert a'(x)-b'(x)\right\rvert,\quad a'(x)=\ell\text{ where }a\text{ has no }x
TK3 (supplied): The optimistic Kendall distance K^(0) is at most the neutral one.
    K^(0) <= K^(1/2)
    $ K^{(0)}(a,b)\le K^{(1/2)}(a,b)
""")


# Voorhees and Harman (eds), TREC: Experiment and Evaluation in Information Retrieval, 2005: means over topics.

VH = REGISTRY.new_source(
    "VH",
    "E. M. Voorhees and D. K. Harman (eds), TREC: Experiment and Evaluation in Information Retrieval, MIT Press 2005, "
    "ch. 3",
)

(VH1,) = VH.stated(r"""
VH1 (supplied): The score of a run is the mean of the scores of its topics.
    the value on a run is the mean of that of its lists: MAP of AP, MRR of RR, hit rate of success
    $ m(x)=\frac{1}{\left\lvert x\right\rvert}\sum_{q\in x}m(q)
""")


# --- Vigna, A weighted correlation index for rankings with ties, WWW 2015 -----------------------------------------

VI = REGISTRY.new_source("VI", "S. Vigna, A weighted correlation index for rankings with ties, WWW 2015")

(VI1,) = VI.stated(r"""
VI1 (supplied): The index lies between -1 and 1: 1 for equal scores, -1 for opposite ones
(a cosine of scores under a weighted product).
    range, value on equal and on reversed orders; where the rank is that of the first order or the mean of both
    $ -1\le\tau_{\mathrm{h}}(a,b)\le 1
    $ \tau_{\mathrm{h}}(a,a)=1,\quad\tau_{\mathrm{h}}(a,a^{\mathrm{rev}})=-1
""")
