"""Files of PrefLib: what is read, and what is refused with its line."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from axiomatrix import WeakOrder
from axiomatrix.studies.aggregate.ballots import read_ballots
from axiomatrix.studies.aggregate.profile import BadProfile

HEAD = """# FILE NAME: 00002-00000001.toc
# TITLE: A vote: with a colon
# DATA TYPE: {kind}
# NUMBER ALTERNATIVES: 4
# NUMBER VOTERS: {voters}
# NUMBER UNIQUE ORDERS: {orders}
# ALTERNATIVE NAME 1: Branden Robinson
# ALTERNATIVE NAME 2: Raphael: Hertzog
# ALTERNATIVE NAME 3: Bdale Garbee
# ALTERNATIVE NAME 4: None, {{of}} The Above
"""
FIRST_VOTE = HEAD.count("\n") + 1
NAMES = ("Branden Robinson", "Raphael: Hertzog", "Bdale Garbee", "None, {of} The Above")


def write(directory: Path, kind: str, votes: str, voters: int = 3, orders: int = 2, head: str = HEAD) -> Path:
    path = directory / f"votes.{kind}"
    path.write_text(head.format(kind=kind, voters=voters, orders=orders) + votes, encoding="utf-8")
    return path


def order(*buckets: int | tuple[int, ...]) -> WeakOrder:
    """The order of the alternatives by name."""
    tied = ((bucket,) if isinstance(bucket, int) else bucket for bucket in buckets)
    return WeakOrder.of([[NAMES[a - 1] for a in bucket] for bucket in tied])


@pytest.mark.parametrize(
    ("kind", "votes", "expected"),
    [
        ("soc", "2: 3,1,2,4\n1: 1, 2, 3, 4\n", [order(3, 1, 2, 4), order(1, 2, 3, 4)]),
        ("soi", "2: 3\n1: 2,1\n", [order(3), order(2, 1)]),
        ("toc", "2: 3,{1,2,4}\n1: { 1, 2 },{3,4}\n", [order(3, (1, 2, 4)), order((1, 2), (3, 4))]),
        ("toi", "2: {1,2}\n\n 1 : 4 , {2,3}\r\n", [order((1, 2)), order(4, (2, 3))]),
    ],
)
def test_each_kind_is_read_with_the_names_of_the_alternatives(
    tmp_path: Path, kind: str, votes: str, expected: list[WeakOrder]
) -> None:
    profile = read_ballots(write(tmp_path, kind, votes))
    assert profile.items == tuple(sorted(NAMES))
    assert (list(profile.votes), profile.counts) == (expected, (2, 1))


def test_an_alternative_that_no_vote_ranks_is_an_item(tmp_path: Path) -> None:
    profile = read_ballots(write(tmp_path, "soi", "2: 3\n1: 2,1\n"))
    assert profile.orders[0] == order(3, (1, 2, 4))
    assert profile.orders[1] == order(2, 1, (3, 4))


def test_a_compressed_file_is_read(tmp_path: Path) -> None:
    text = write(tmp_path, "soc", "2: 3,1,2,4\n1: 1,2,3,4\n").read_bytes()
    (tmp_path / "votes.SOC.gz").write_bytes(gzip.compress(text))
    assert read_ballots(tmp_path / "votes.SOC.gz").voters == 3


def test_alternatives_without_names_have_their_numbers(tmp_path: Path) -> None:
    head = "# NUMBER ALTERNATIVES: 3\n# ALTERNATIVE NAME 2:\n"
    assert read_ballots(write(tmp_path, "soi", "5: 3,1\n", head=head)).items == ("1", "2", "3")


def test_an_order_that_is_listed_twice_is_counted_together(tmp_path: Path) -> None:
    for orders in (1, 2):
        profile = read_ballots(write(tmp_path, "toc", "2: 1,{2,3,4}\n1: 1,{4,3,2}\n", orders=orders))
        assert profile.counts == (3,)


@pytest.mark.parametrize(
    ("kind", "votes", "line", "message"),
    [
        ("soc", "2: 3,1,2,4\n1: 1,2,3\n", 1, "alternative 4 is missing"),
        ("toc", "3: 3,{1,2}\n", 0, "alternative 4 is missing"),
        ("soc", "3: 3,{1,2},4\n", 0, "a tie in braces is not allowed"),
        ("soi", "3: {1,2}\n", 0, "a tie in braces is not allowed"),
        ("soi", "3: 1,5\n", 0, "'5' is not an alternative; alternatives are numbered 1..4"),
        ("soi", "3: 0\n", 0, "'0' is not an alternative"),
        ("soi", "3: one\n", 0, "'one' is not an alternative"),
        ("toi", "3: 1,{2,1}\n", 0, "alternative 1 occurs twice"),
        ("toi", "3: 1,{2,3\n", 0, "an alternative or a brace is missing"),
        ("toi", "3: 1,2}\n", 0, "a comma is missing"),
        ("toi", "3: {1}{2}\n", 0, "a comma is missing"),
        ("toi", "3: 1,{}\n", 0, "'' is not an alternative"),
        ("toi", "3: 1,,2\n", 0, "an alternative or a brace is missing"),
        ("toi", "3: 1,\n", 0, "an alternative or a brace is missing"),
        ("toi", "3:\n", 0, "an alternative or a brace is missing"),
        ("toi", "1,2,3\n", 0, "is not a vote"),
        ("toi", "-1: 1,2\n", 0, "is not a vote"),
        ("toi", "0: 1,2\n", 0, "the count is 0; it must be"),
        ("toi", "3: 1\n# ALTERNATIVE NAME 5: late\n", 1, "after the first vote"),
    ],
)
def test_what_is_wrong_with_a_vote_is_said_with_its_line(
    tmp_path: Path, kind: str, votes: str, line: int, message: str
) -> None:
    with pytest.raises(BadProfile) as error:
        read_ballots(write(tmp_path, kind, votes))
    assert f"votes.{kind}, line {FIRST_VOTE + line}: " in str(error.value) and message in str(error.value)


@pytest.mark.parametrize(
    ("head", "message"),
    [
        ("# NUMBER ALTERNATIVES: 4\n# NUMBER VOTERS: 4\n", "line 2: # NUMBER VOTERS is 4, but the counts"),
        ("# NUMBER ALTERNATIVES: 4\n# NUMBER UNIQUE ORDERS: 2\n", "line 2: # NUMBER UNIQUE ORDERS is 2"),
        ("# NUMBER ALTERNATIVES: four\n", "line 1: # NUMBER ALTERNATIVES is 'four'"),
        ("# NUMBER ALTERNATIVES: 1000000\n", "line 1: # NUMBER ALTERNATIVES is 1000000; it must be"),
        ("# NUMBER ALTERNATIVES: 4\n# ALTERNATIVE NAME 5: e\n", "alternative 5 has a name"),
        ("# ALTERNATIVE NAME 1: a\n# ALTERNATIVE NAME 1: b\n", "line 2: alternative 1 is named twice"),
        ("# ALTERNATIVE NAME 1: a\n# ALTERNATIVE NAME 2: a\n", "alternatives 1 and 2 have the same name, 'a'"),
        ("# ALTERNATIVE NAME 0: a\n", "line 1: alternative 0"),
        ("# DATA TYPE: soc\n# NUMBER ALTERNATIVES: 4\n", "line 1: # DATA TYPE is 'soc', but the file ends in .toi"),
        ("# TITLE: nothing else\n", "line 2: # NUMBER ALTERNATIVES is missing"),
        ("4\n1,a\n2,b\n", "line 1: this is PrefLib's format before 2022"),
    ],
)
def test_what_is_wrong_with_the_metadata_is_said(tmp_path: Path, head: str, message: str) -> None:
    with pytest.raises(BadProfile, match=message.replace(".", r"\.")):
        read_ballots(write(tmp_path, "toi", "3: 1,2\n", head=head))


def test_a_file_without_votes_or_of_another_kind_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadProfile, match="no vote in the file"):
        read_ballots(write(tmp_path, "soc", ""))
    with pytest.raises(BadProfile, match="categories, not orders"):
        read_ballots(write(tmp_path, "cat", "1: 1,{}\n"))
