"""Croft, Metzler and Strohman, Search Engines: Information Retrieval in Practice, 2010: the two forms of DCG."""

from ...model.registry import REGISTRY

SOURCE = REGISTRY.new_source(
    "CMS", "W. B. Croft, D. Metzler and T. Strohman, Search Engines: Information Retrieval in Practice, 2010, sec. 8.4"
)

(CMS1,) = SOURCE.stated(r"""
CMS1 (supplied): For binary relevance the two formulations of DCG, with the gain 2^g - 1 and with the gain g, are the
same.
    on lists of grades 0 and 1 the value is that of the linear gain
    $ \forall i:\ x_i\in\{0,1\}\Rightarrow\sum_{i\le k}\frac{2^{x_i}-1}{\log_2(i+1)}=\sum_{i\le
      k}\frac{x_i}{\log_2(i+1)}
""")
