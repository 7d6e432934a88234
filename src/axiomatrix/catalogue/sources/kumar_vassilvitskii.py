"""Kumar and Vassilvitskii, Generalized Distances between Rankings, WWW 2010 (the slides)."""

from ...model.registry import REGISTRY

SOURCE = REGISTRY.new_source(
    "KV", "R. Kumar and S. Vassilvitskii, Generalized Distances between Rankings, WWW 2010 (slides)"
)

KV1, KV2, KV3, KV4, KV5, KV6, KV7, KV8, KV9, KV10, KV11, KV12, KV13, KV14, KV15, KV16, KV17, KV19, KV20 = (
    SOURCE.stated(r"""
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
