"""Ids, places, summary lines and times of the tests that the plugin makes, in a pytest run of its own."""

from __future__ import annotations

import re
import shlex
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
from plugin_runs import METRICS, pytest_in, write

QUICK = ("-p", "no:cacheprovider", "--axiomatrix-profile", "quick")
OTHERS = '''

def register(name, **declared):
    @metric(name, **declared)
    def count(a, b):
        """d(a, b) = the number of inverted pairs"""
        return len(list(inverted_pairs(a, b)))

    return count


inverted = [register(name, holds=[axioms.lower_bound("kendall", "1/2")]) for name in ("my count", "my[count]", "mètre")]


@metric("my-item", holds=["symmetry"])
def my_item(a, b):
    """d(a, b) = the item after the last"""
    return a.order[len(a.items)]
'''
TEST = """
import axiomatrix
from my_metrics import inverted, my_item, my_kendall

@axiomatrix.parametrize([my_kendall, my_item, *inverted, "kendall"])
def test(cell): ...
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    write(tmp_path, "pytest.ini", "[pytest]\naxiomatrix_files = my_metrics.py\n")
    write(tmp_path, "my_metrics.py", METRICS.replace("DEGREE", "1") + OTHERS)
    write(tmp_path, "test_mine.py", TEST)
    return tmp_path


def collected(project: Path, *arguments: str) -> list[str]:
    text = pytest_in(project, "--collect-only", "-q", *arguments, code=0)
    return [line for line in text.splitlines() if "::" in line]


def test_ids_are_unique_and_need_no_quotes(project: Path) -> None:
    ids = collected(project)
    assert len(set(ids)) == len(ids)
    plain = [re.sub(r"::test\[(.*)\]", r"::\1", id) for id in ids]  # the brackets are those of pytest
    assert [id for id in plain if shlex.quote(id) != id] == []
    assert "my_metrics.py::my-kendall-scale_free-w-1" in ids
    assert "test_mine.py::test[my-kendall-scale_free-w-1]" in ids
    assert len([id for id in ids if "my-count-lower_bound-kendall-1-2" in id]) == 4  # of two metrics, in two files


def test_ids_are_found_by_parts_of_them_and_as_a_whole(project: Path) -> None:
    assert collected(project, "-k", "scale_free") == [
        "my_metrics.py::my-kendall-scale_free-w-1",
        "test_mine.py::test[my-kendall-scale_free-w-1]",
    ]
    for id in collected(project, "-k", "my-count"):
        assert collected(project, id) == [id]


def line_of(project: Path, text: str) -> int:
    lines = (project / "my_metrics.py").read_text(encoding="utf-8").splitlines()
    return next(k for k, line in enumerate(lines) if text in line)


def test_a_failure_has_its_relation_in_the_summary_and_its_place_at_the_metric(project: Path) -> None:
    text = pytest_in(project, *QUICK, "--junitxml=junit.xml", "-o", "junit_family=xunit1", code=1)
    summary = text.partition("short test summary info")[2]
    assert "FAILED my_metrics.py::my-kendall-scale_free-w-1 - 4 == 2 at n = 2\n" in summary
    assert "FAILED test_mine.py::test[my-kendall-scale_free-w-1] - 4 == 2 at n = 2\n" in summary
    line = line_of(project, '@metric("my-kendall"')
    assert text.count(f"\nmy_metrics.py:{line + 1}: 4 == 2 at n = 2\n") == 2
    assert re.search(r"\nmy_metrics\.py:\d+: .*IndexError", text)
    assert "site-packages" not in text

    cases = list(ElementTree.parse(project / "junit.xml").iter("testcase"))
    places = {case.get("name"): (case.get("file"), case.get("line")) for case in cases}
    assert places["test[my-kendall-scale_free-w-1]"] == ("my_metrics.py", str(line))
    assert places["my-kendall-scale_free-w-1"] == ("my_metrics.py", str(line))
    assert places["test[my-item-symmetry]"] == ("my_metrics.py", str(line_of(project, '@metric("my-item"')))
    assert {file for name, (file, _) in places.items() if "[kendall-" in str(name)} == {"test_mine.py"}
    messages = {case.get("name"): failure.get("message") for case in cases for failure in case.iter("failure")}
    assert messages["my-kendall-scale_free-w-1"] == "4 == 2 at n = 2"


def test_each_test_of_a_metric_has_its_share_of_the_time(project: Path) -> None:
    pytest_in(project, *QUICK, "--junitxml=junit.xml", "-k", "kendall", code=1)
    cases = list(ElementTree.parse(project / "junit.xml").iter("testcase"))
    times = {str(case.get("name")): float(str(case.get("time"))) for case in cases}
    assert min(times.values()) >= 0
    shares = [time for name, time in times.items() if "my-kendall" in name]
    assert len(shares) == 6
    assert min(shares) > max(shares) / 2 > 0


@pytest.mark.slow
def test_places_and_relations_come_from_workers_of_xdist_too(project: Path) -> None:
    text = pytest_in(project, *QUICK, "-n", "2", "-k", "scale_free", code=1)
    assert "FAILED test_mine.py::test[my-kendall-scale_free-w-1] - 4 == 2 at n = 2\n" in text
    assert f"\nmy_metrics.py:{line_of(project, '@metric') + 1}: 4 == 2 at n = 2\n" in text
