"""Metrics of installed packages: found by their entry points, and loaded only where they are asked for."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from plugin_runs import METRICS, write

from axiomatrix.model.registry import Unknown

NAME = "Our_Metrics"


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """A folder with a distribution that registers a metric, to be put on the path."""
    site = tmp_path / "site"
    write(site, "our_metrics/__init__.py", "")
    write(site, "our_metrics/metrics.py", METRICS.replace("DEGREE", "1"))
    write(site, "our_metrics-2.0.dist-info/METADATA", f"Metadata-Version: 2.1\nName: {NAME}\nVersion: 2.0\n")
    points = "[axiomatrix.metrics]\nall = our_metrics.metrics\n"
    write(site, "our_metrics-2.0.dist-info/entry_points.txt", points)
    return site


def run(here: Path, *arguments: str, code: int, site: Path | None = None) -> subprocess.CompletedProcess[str]:
    """The command in a folder of its own, with the site on its path."""
    path = os.pathsep.join(p for p in (str(site or ""), os.environ.get("PYTHONPATH", "")) if p)
    command = [sys.executable, "-m", "axiomatrix", *arguments]
    around = {**os.environ, "PYTHONPATH": path}
    done = subprocess.run(command, cwd=here, env=around, capture_output=True, text=True, check=False)
    assert done.returncode == code, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    return done


@pytest.mark.slow
def test_what_is_installed_changes_nothing_unless_asked(installed: Path, tmp_path: Path) -> None:
    assert "my-kendall" not in run(tmp_path, "show", "metrics", code=0, site=installed).stdout
    done = run(tmp_path, "check", "--metric", "my-kendall", code=2, site=installed)
    assert "unknown metric 'my-kendall'" in done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("asked", [("--package", "our.metrics"), ("--installed",)])
def test_a_package_is_checked_by_name_or_with_all_and_its_witness_replayed(
    installed: Path, tmp_path: Path, asked: tuple[str, ...]
) -> None:
    arguments = ("--profile", "quick", "--axiom", "scale-free", "--out", "reports")
    done = run(tmp_path, "check", *asked, *arguments, code=1, site=installed)
    witness = "reports/witnesses/my-kendall--scale-free--parameter-w--degree-1.json"
    assert "1 metric x 1 axiom" in done.stdout
    name = "our.metrics" if "our.metrics" in asked else "our-metrics"
    assert f"axiomatrix verify {witness} --package {name}" in done.stdout.replace(" \\\n ", "")
    output = run(tmp_path, "verify", witness, "--package", "our-metrics", code=0, site=installed).stdout
    assert "4 == 2 is false" in output
    explained = ("show", "my-kendall", "scale-free", "--package", "our-metrics", "--profile", "quick")
    done = run(tmp_path, *explained, "--out", "found", code=0, site=installed)
    assert "4 == 2 is false" in done.stdout and any((tmp_path / "found").rglob("my-kendall--scale-free*.json"))


@pytest.mark.slow
def test_files_and_packages_are_checked_together(installed: Path, tmp_path: Path) -> None:
    write(tmp_path, "mine.py", METRICS.replace("DEGREE", "2").replace("my-kendall", "here-kendall"))
    arguments = ("check", "mine.py", "--package", "our-metrics", "--profile", "quick", "--axiom", "symmetry")
    done = run(tmp_path, *arguments, "--jobs", "2", code=0, site=installed)
    assert "2 metrics x 1 axiom" in done.stdout


@pytest.mark.slow
def test_an_unknown_package_and_none_at_all_are_usage_errors(installed: Path, tmp_path: Path) -> None:
    done = run(tmp_path, "check", "--package", "our-metric", code=2, site=installed)
    assert "'our-metric'; did you mean 'our-metrics'?" in done.stderr
    assert "no installed package registers metrics" in run(tmp_path, "check", "--installed", code=2).stderr


def test_a_package_that_fails_to_import_is_named(installed: Path, tmp_path: Path) -> None:
    write(installed, "our_metrics/metrics.py", "from axiomatrix import axioms\naxioms.symetry\n")
    done = run(tmp_path, "check", "--package", "our-metrics", code=3, site=installed)
    assert "error: package our-metrics: entry point all = our_metrics.metrics: AttributeError" in done.stderr


def test_loading_twice_names_the_same_metrics(installed: Path, tmp_path: Path) -> None:
    text = """
from axiomatrix import REGISTRY
from axiomatrix.catalogue.loading import installed_packages, load_entry_points

before = set(REGISTRY.metrics)
assert list(installed_packages()) == ["our-metrics"]
assert set(REGISTRY.metrics) == before
assert load_entry_points() == load_entry_points(["our_metrics"]) == ["my-kendall"]
"""
    file = write(tmp_path, "twice.py", text)
    around = {**os.environ, "PYTHONPATH": os.pathsep.join([str(installed), os.environ.get("PYTHONPATH", "")])}
    done = subprocess.run([sys.executable, file], env=around, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_a_mistaken_package_where_none_registers_metrics_says_so() -> None:
    assert str(Unknown("package", "nosuch", ())) == "unknown package 'nosuch'; there is none"


def test_a_name_without_its_library_gets_the_whole_name() -> None:
    message = str(Unknown("metric", "dcg_score", ["dcg", "sklearn.dcg_score"]))
    assert message == "unknown metric 'dcg_score'; did you mean 'sklearn.dcg_score'?"
