"""Ten questions that people have, and what answers each: asked in the box of the home page, as a person would."""

from __future__ import annotations

from typing import Any

QUESTIONS = {
    "is nDCG an interval scale?": "It fails at n = 1",
    "P@10": "P@10 is read as precision-at with k = 10",
    "AP nDCG RBP": "they differ on 8 statements",
    "which score has swap, top-heavy but not interval scale": "15 of 46 scores with this",
    "why is KV7 false": "true of some readings (true: le, lt, passed; false: deck)",
    "nDCG swap": "Nothing was found against it up to n = 12",
    "Kendall's tau symmetry": "It holds: proved for every n.",
    "MAP": "MAP is read as mean-average-precision[whole]",
    "ranx.rbp range-zero-one": "ranx/rbp/relevance: holds, broken",
    "J\u00e4rvelin": "ndcg[exponential]",
}
"""A part of the answer by question: the five of which nothing was found once, and five more."""
ACTIONS = 2
SCREENS = ({"width": 1440, "height": 900}, {"width": 390, "height": 844})
WHERE = """
(text) => {
  const walker = document.createTreeWalker(document.getElementById("answer"), NodeFilter.SHOW_ELEMENT);
  let found = null;
  for (let one = walker.nextNode(); one; one = walker.nextNode()) if (one.textContent.includes(text)) found = one;
  return found && found.getBoundingClientRect().bottom + scrollY;
}
"""
"""The lower end, from the top of the page, of the smallest element that says it."""


def answered(page: Any, question: str) -> tuple[int, float]:
    """After how many actions the answer is there, and the pixel at which it ends, on a home page that is open."""
    text = QUESTIONS[question]
    page.get_by_role("searchbox").fill(question)
    page.locator("#answer", has_text=text).wait_for(timeout=3000)
    end: float = page.evaluate(WHERE, text)
    return 1, end
