"""What is seen of the tables of the matrix page, in a real browser."""

from __future__ import annotations

from typing import Any


def rows(page: Any) -> list[str]:
    """The metrics whose rows are seen, from top to bottom."""
    return [name for names in tables(page) for name in names]


def tables(page: Any) -> list[list[str]]:
    """The metrics whose rows are seen, for each table; what waits to be changed is waited for."""
    while page.evaluate("[...document.querySelectorAll('.later')].some((one) => !one.closest('[hidden]'))"):
        page.wait_for_timeout(20)
    found: list[list[str]] = page.evaluate(
        """[...document.querySelectorAll("table.matrix")].filter((table) => table.checkVisibility()).map((table) =>
            [...table.querySelectorAll("tbody tr[data-m]")].filter((row) => row.checkVisibility())
                .map((row) => row.querySelector("th a").textContent))"""
    )
    return found


def columns(page: Any) -> set[str]:
    found: list[str] = page.evaluate(
        """[...document.querySelectorAll("table.matrix thead th[data-a]")].filter((head) => head.checkVisibility())
            .map((head) => head.querySelector("a").textContent)"""
    )
    return set(found)
