"""The user's profile of Hypothesis, its seed and its database of failing examples, in pytest runs of their own."""

from __future__ import annotations

import re
from datetime import timedelta
from pathlib import Path

import hypothesis
import pytest
from hypothesis.database import InMemoryExampleDatabase
from plugin_runs import TEST, metrics, pytest_in, write

from axiomatrix.methods.drawing import REPRODUCIBLE, SearchDatabase
from axiomatrix.methods.profile import PROFILES
from axiomatrix.pytest_plugin.session import HYPOTHESIS_DEADLINE, HYPOTHESIS_DRAWS, profile_as_set, settings_for_claims

QUICK = ("-p", "no:cacheprovider", "--axiomatrix-profile", "quick")
PROFILES_OF_USER = """
from hypothesis import Phase, settings

settings.register_profile("few", max_examples=7)
settings.register_profile("many", max_examples=700)
settings.register_profile("none", phases=[])
settings.register_profile("replays", phases=[Phase.reuse])
settings.register_profile("forgets", phases=[Phase.reuse], database=None)
settings.register_profile("fixed", derandomize=True)
settings.register_profile("hurried", deadline=100)
settings.register_profile("patient", deadline=20_000)
"""
DRAWS = """
import axiomatrix
import hypothesis
from hypothesis import strategies
from my_metrics import my_kendall

@axiomatrix.parametrize(my_kendall)
def test(cell):
    print("drawn", *[reach.cases for reach in cell.evidence.reach if reach.method == "hypothesis"])

examples = []

@hypothesis.given(strategies.integers())
def test_of_theirs(number):
    examples.append(number)

def test_their_settings_are_as_they_were():
    print("theirs", hypothesis.settings.get_current_profile_name(), len(examples))
"""
RARE = '''
import axiomatrix
from axiomatrix import axioms, metric

@metric("rare", holds=[axioms.symmetry])
def rare(a, b):
    """0, but for two orders of six items"""
    return int(BUG and len(a) == 6 and a.order[0] == 6 and b.order[0] == 5)

@axiomatrix.parametrize(rare)
def test(cell):
    ...
'''
SLOW = RARE.replace("return int", "__import__('time').sleep(0.3 * (len(a) == 6))\n    return int").replace(
    "BUG", "False"
)


@pytest.fixture
def here(tmp_path: Path) -> Path:
    write(tmp_path, "pytest.ini", "[pytest]\n")
    write(tmp_path, "conftest.py", PROFILES_OF_USER)
    return tmp_path


def profile(name: str) -> tuple[str, str]:
    return "--hypothesis-profile", name


def seed_in(text: str) -> str:
    (seed,) = re.findall(r"seed (\d+)", text)
    return str(seed)


@pytest.mark.slow
def test_the_loaded_profile_says_how_much_is_drawn(here: Path) -> None:
    metrics(here)
    write(here, "test_draws.py", DRAWS)
    drawn: dict[str, list[int]] = {}
    for name, theirs in {"default": 100, "few": 7, "many": 700, "none": 0}.items():
        text = pytest_in(here, *QUICK, "-s", "-k", "triangle or theirs or their_settings", *profile(name), code=0)
        assert f"theirs {name} {theirs}" in text
        (numbers,) = re.findall("^.*drawn([0-9 ]*)$", text, re.M)
        drawn[name] = [int(number) for number in numbers.split()]
    assert drawn["none"] == []
    (few,), (default,), (many,) = drawn["few"], drawn["default"], drawn["many"]
    # One scene has many cases, and how many depends on the seed, which is another one in each run.
    assert (few >= 7, default >= PROFILES["quick"].drawn_cases[0], many >= 700) == (True, True, True)
    assert few < default < many


def test_hypothesis_as_it_comes_asks_for_nothing_and_a_profile_for_what_it_says() -> None:
    plain, quick = hypothesis.settings.get_profile("default"), PROFILES["quick"]
    assert (plain.max_examples, plain.deadline) == (HYPOTHESIS_DRAWS, HYPOTHESIS_DEADLINE)
    assert profile_as_set(quick, plain) == quick
    few = profile_as_set(quick, hypothesis.settings(plain, max_examples=7))
    assert (few.drawn_cases, few.climbs, few.name) == ((7, 0), 7, "quick, 7 drawn as Hypothesis is set")


def test_what_a_profile_says_holds_but_for_the_deadline_of_hypothesis_and_the_database_of_a_report() -> None:
    current = hypothesis.settings.get_current_profile_name()
    try:
        hypothesis.settings.register_profile("as it comes", hypothesis.settings.get_profile("default"))
        hypothesis.settings.load_profile("as it comes")
        assert settings_for_claims(report=False).deadline is None
        database = InMemoryExampleDatabase()
        hypothesis.settings.register_profile("mine", deadline=300, phases=[hypothesis.Phase.reuse], database=database)
        hypothesis.settings.load_profile("mine")
        mine, of_report = settings_for_claims(report=False), settings_for_claims(report=True)
        assert (mine.deadline, mine.phases) == (timedelta(milliseconds=300), (hypothesis.Phase.reuse,))
        assert (mine.database, of_report.database) == (database, None)
    finally:
        hypothesis.settings.load_profile(current)


@pytest.mark.slow
def test_each_run_has_another_seed_unless_it_is_fixed(here: Path) -> None:
    metrics(here)
    write(here, "test_mine.py", TEST)
    one = ("-k", "triangle", *QUICK)
    assert seed_in(pytest_in(here, *one, code=0)) != seed_in(pytest_in(here, *one, code=0))
    assert seed_in(pytest_in(here, *one, *profile("fixed"), code=0)) == "0"
    assert seed_in(pytest_in(here, *one, "--axiomatrix-report", "out", code=0)) == "0"
    assert seed_in(pytest_in(here, *one, "--hypothesis-seed", "12", code=0)) == "12"
    assert seed_in(pytest_in(here, *one, "--hypothesis-seed", "12", "--axiomatrix-seed", "3", code=0)) == "3"
    write(here, "pytest.ini", "[pytest]\naxiomatrix_seed = 5\n")
    assert seed_in(pytest_in(here, *one, *profile("fixed"), code=0)) == "5"


@pytest.mark.slow
def test_the_workers_of_a_run_have_one_seed(here: Path) -> None:
    metrics(here)
    write(here, "test_mine.py", TEST)
    assert seed_in(pytest_in(here, *QUICK, "-n", "2", code=0)) != "0"


@pytest.mark.slow
def test_a_failing_example_is_replayed_in_the_next_run(here: Path) -> None:
    def run(name: str, *, bug: bool, code: int) -> str:
        write(here, "test_rare.py", RARE.replace("BUG", str(bug)))
        # with another seed in each run, 700 draws would miss the two orders now and then
        return pytest_in(here, *QUICK, "--axiomatrix-seed", "1", *profile(name), code=code)

    run("replays", bug=True, code=0)  # nothing is kept, and nothing is drawn
    shown = run("many", bug=True, code=1).split("In Python")[1].split("axiomatrix verify")[0]
    run("forgets", bug=True, code=0)
    assert shown in run("replays", bug=True, code=1)
    run("replays", bug=False, code=0)  # mended: and so it is forgotten
    run("replays", bug=True, code=0)


@pytest.mark.slow
def test_a_deadline_that_somebody_asks_for_is_held_against_each_case(here: Path) -> None:
    write(here, "test_slow.py", SLOW)
    many = ("--axiomatrix-seed", "1")
    assert "not decided: timeout: a case took 0." in pytest_in(here, *QUICK, *many, *profile("hurried"), code=1)
    write(here, "conftest.py", PROFILES_OF_USER.replace("deadline=20_000", "deadline=20_000, max_examples=1"))
    assert "1 passed" in pytest_in(here, *QUICK, *many, *profile("patient"), code=0)


def test_searches_that_share_a_database_keep_their_own_examples() -> None:
    shared = InMemoryExampleDatabase()
    one, other = SearchDatabase(shared, "one"), SearchDatabase(shared, "other")
    one.save(b"key", b"1")
    other.save(b"key", b"2")
    assert ([*one.fetch(b"key")], [*other.fetch(b"key")]) == ([b"1"], [b"2"])
    one.delete(b"key", b"1")
    assert ([*one.fetch(b"key")], [*other.fetch(b"key")]) == ([], [b"2"])


def test_a_check_remembers_nothing_and_looks_at_no_clock() -> None:
    assert (REPRODUCIBLE.database, REPRODUCIBLE.deadline) == (None, None)
