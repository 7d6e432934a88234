"""Votes, rankings that are proposed for them, and their spaces."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from axiomatrix import Consensus, Ranking, Undefined, Votes, spaces
from axiomatrix.spaces import all_rankings
from axiomatrix.spaces.base import Dice


def test_votes_are_changed_into_new_ones() -> None:
    votes = Votes.of(["abc", "bca"])
    assert votes.joined(Votes.of(["cab"])) == Votes.of(["abc", "bca", "cab"])
    assert votes.without("b") == Votes.of(["ac", "ca"])
    assert votes.raised(1, "a") == Votes.of(["abc", "bac"])
    assert votes.renamed({"a": "x", "b": "y", "c": "z"}.__getitem__) == Votes.of(["xyz", "yzx"])
    assert [vote.order for vote in votes] == [tuple("abc"), tuple("bca")]
    assert eval(repr(votes)) == votes  # it is written as it is made


@pytest.mark.parametrize("given", [[], "abc", 3, ["ab", "ac"], ["aa"]])
def test_what_are_no_votes_is_refused(given: Any) -> None:
    with pytest.raises(ValueError, match=r"vote|order"):
        Votes.of(given)


def test_a_ranking_of_other_items_cannot_be_proposed() -> None:
    proposed = Consensus.of(["abc"], "cab")
    assert proposed.ranking == Ranking.from_order("cab") and eval(repr(proposed)) == proposed  # likewise
    with pytest.raises(ValueError, match="the votes"):
        Consensus.of(["abc"], "ab")


def test_all_votes_up_to_the_order_of_the_voters_are_enumerated() -> None:
    rankings = [Ranking.from_order(order) for order in permutations((1, 2))]
    every = {tuple(sorted(votes.rankings, key=str)) for votes in spaces.votes.enumerate(2)}
    assert every == {tuple([rankings[0]] * k + [rankings[1]] * (m - k)) for m in range(1, 5) for k in range(m + 1)}


def test_rankings_proposed_for_votes_on_five_items_are_made_when_they_are_asked_for() -> None:
    few, many = spaces.consensus.enumerate(3), spaces.consensus.enumerate(5)
    assert list(few) == [
        Consensus(votes, ranking) for votes in spaces.votes.enumerate(3) for ranking in all_rankings(3)
    ]
    assert len(many) == spaces.consensus.count(5) == 36_314_400
    assert many[-1] == Consensus(spaces.votes.enumerate(5)[-1], all_rankings(5)[-1])
    assert many[119:121] == (many[119], many[120])
    assert [many[k].ranking for k in range(120)] == list(all_rankings(5))
    with pytest.raises(IndexError):
        many[len(many)]


def test_votes_on_many_items_are_not_drawn() -> None:
    with pytest.raises(Undefined):
        spaces.votes.draw(Dice(1), 5)


@pytest.mark.parametrize("data", [3, [], [3], [[1, 1]], [[1], [2]], [[[1, [2]], 1]], [[{}]], {"votes": [[1]]}])
def test_spoilt_data_are_refused(data: Any) -> None:
    for space in (spaces.votes, spaces.consensus):
        with pytest.raises(ValueError, match=r"vote|order|ranking"):
            space.decode(data)
