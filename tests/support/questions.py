"""Questions that people have, and how the answer of each begins: asked in the box of the home page."""

from __future__ import annotations

from typing import Any

from verdict_words import in_words

FIRST = {
    "is nDCG an interval scale?": "No. nDCG does not satisfy equal-spacing",
    "P@10": "P@10 is a score of judged lists. 20 of 33 hold",
    "AP nDCG RBP": "AP and nDCG and RBP differ on 9 statements",
    "which score has swap, top-heavy but not interval scale": "19 of 52 scores satisfy swap, top-heavy and do",
    "why is KV7 false": "KV7 is true of some readings (true: le, lt, passed; false: deck).",
    "nDCG swap": "Not decided whether nDCG satisfies swap",
    "Kendall's tau symmetry": "Yes. Kendall's tau satisfies symmetry",
    "MAP": "MAP is a score of runs. All 5 hold",
    "ranx.rbp range-zero-one": "No. ranx.rbp does not satisfy range-zero-one",
    "J\u00e4rvelin": "J\u00e4rvelin is not the name of a metric or an axiom.",
}
OF_AN_AUDIT = {
    "does MRR use graded relevance?": "No. MRR does not satisfy levels-matter",
    "is Kendall's tau a metric?": "Yes, up to n = 4. Kendall's tau satisfies the axioms of a metric space for 1 - m",
    "is nDCG bounded by 1?": "Yes. nDCG satisfies range-zero-one",
    "is the footrule a metric space?": "Yes. footrule satisfies the axioms of a metric space: proved.",
    "can nDCG be averaged over queries?": "No. nDCG does not satisfy equal-spacing",
    "bound of footrule by kendall": "footrule >= kendall: proved; footrule <= 2 kendall: proved.",
    "AP vs RR": "AP and RR differ on 9 statements and agree on 21",
    "which distance is a metric space and right invariant?": "29 of 79 distances satisfy non-negativity",
    "why is my ndcg greater than 1 when a document is retrieved twice?": "Does not apply. ndcg is a score of judged",
    "is RR strict swap?": "No. RR does not satisfy swap-strict",
    "what is nDCG with no relevant document?": "nDCG does not satisfy completeness",
    "do ties pay in AP?": "Not decided whether AP violates ties-do-not-pay",
    "is RR swap and frobnicated?": "Unknown words in the question: frobnicated.",
}
FURTHER = {
    "is F_D symmetric?": "Yes. F_D satisfies symmetry",
    "isn't kendall symmetric?": "Yes. kendall satisfies symmetry",
    "can DCG be greater than 1?": "Yes. DCG does not satisfy range-zero-one",
    "is the squared Spearman distance a metric?": "No. Spearman's distance does not satisfy triangle-inequality",
    "which is top-heavy, AP or RR?": in_words("AP satisfies top-weightedness: exhausted up to n = 5; RR does not"),
    "which scores exceed 1?": "9 of 59 scores do not satisfy range-zero-one",
    "is F <= 3/2 K?": "No. F <= 3/2 K: refuted at n = 2.",
    "is RBO a distance?": "No. RBO is a similarity of top lists.",
    "is kendal symmetric?": "kendal matches no known name.",
    "is kendall bounded by 1?": "No. kendall does not satisfy lies-between(low=0, high=1)",
}
QUESTIONS = {**FIRST, **OF_AN_AUDIT, **FURTHER}
"""How the answer begins, by question."""
ACTIONS = 2
SCREENS = ({"width": 1440, "height": 900}, {"width": 390, "height": 844})
WHERE = """
(text) => {
  const [first] = document.querySelectorAll("#answer .card h2");
  const found = first && first.textContent.startsWith(text);
  return found ? first.getBoundingClientRect().bottom + scrollY : 0;
}
"""
"""The lower end of the first sentence of the answer, from the top of the page, if it begins so; else 0."""


def answered(page: Any, question: str) -> tuple[int, float]:
    """After how many actions the answer is there, and the pixel at which it ends, on a home page that is open."""
    text = QUESTIONS[question]
    page.get_by_role("searchbox").fill(question)
    page.locator("#answer .card h2", has_text=text).first.wait_for()
    end: float = page.evaluate(WHERE, text)
    return 1, end
