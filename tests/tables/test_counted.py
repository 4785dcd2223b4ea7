"""What a round counts in statistics, and in the ranking: only what was bet against others."""

from collections.abc import Mapping
from operator import attrgetter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pontoon.engine.cards import cards
from pontoon.engine.events import BankerResult, Event, HandResult
from pontoon.engine.result import Counted
from pontoon.games import pontoon_hands, shed
from pontoon.irc.people import Person
from pontoon.tables.wallets import counted
from tests.support.offline_bot import CHANNEL, OfflineBot

HIGH = shed.HandType.HIGH_CARDS
HOST = attrgetter("host")
EVERYWHERE = {
    nick: Person(nick, f"{nick}@{nick}.example") for nick in ("dave", "kevin", "bob", "eve")
}


def hand(player: str, stake: int, gain: int, **other: int) -> HandResult:
    """Return how a hand ended; its stake is its bet unless OTHER has another bet."""
    bet = other.pop("bet", stake)
    ended = (player, None, cards("10S 8S"), 18, HIGH, stake, gain)
    return HandResult(*ended, bet=bet, **other)  # type: ignore[arg-type]


def ranked(*events: Event, people: Mapping[str, Person] = EVERYWHERE) -> dict[str, tuple[int, int]]:
    """Return what counts in the ranking of those for whom the round counts: stake and result."""
    found = counted(events, people, HOST)
    return {each.player: (each.staked, each.ranked) for each in found if each.staked}


def at(host: str, account: str | None = "") -> Person:
    return Person("somebody", f"user@{host}", account)


def test_two_people_of_different_hosts_are_ranked_with_what_they_staked() -> None:
    assert ranked(hand("dave", 50, 100), hand("kevin", 50, -50)) == {
        "dave": (50, 100),
        "kevin": (50, -50),
    }


def test_somebody_alone_is_not_ranked() -> None:
    """Alone a player wins for ever (RULES 1)."""
    assert ranked(hand("dave", 50, 100)) == {}


def test_one_person_with_two_nicks_is_not_ranked() -> None:
    """The account or the host is the same, or nothing tells that they are two."""
    for dave, kevin in [
        (at("a.example"), at("A.example")),
        (at("a.example", "one"), at("a.example", "two")),
        (at("a.example", "one"), at("b.example", "One")),
        (at("a.example"), Person("kevin")),
        (at("a.example", "one"), Person("kevin", "", "two")),
    ]:
        people = {"dave": dave, "kevin": kevin}
        assert ranked(hand("dave", 50, 100), hand("kevin", 50, -50), people=people) == {}


@pytest.mark.parametrize(("server", "ranked_rounds"), [("local", 1), ("irc.example.org", 0)])
def test_nicks_of_one_address_are_different_people_on_the_server_inside_the_bot(
    tmp_path: Path, server: str, ranked_rounds: int
) -> None:
    """All come from one address there."""
    irc = {"server": server, "channels": CHANNEL}
    bot = OfflineBot(tmp_path, "dave 1000, kevin 1000", config={"irc": irc})
    for nick in ("dave", "kevin"):
        bot.comes(nick, f"{nick}@127.0.0.1")
    bot.says("dave", "!pontoon dave kevin")
    for nick in ("dave", "kevin"):
        bot.tells(nick, "10")
    for nick in ("kevin", "dave", "kevin", "dave"):
        bot.tells(nick, "s")
    assert bot.croupier().ask is None
    assert bot.in_file("dave").stats_in("pontoon").standing.ranked_rounds == ranked_rounds


def test_of_a_huge_stake_as_much_counts_as_the_others_staked() -> None:
    assert ranked(hand("dave", 1000, 2000), hand("kevin", 10, -10)) == {
        "dave": (10, 20),
        "kevin": (10, -10),
    }


def test_what_it_won_or_lost_is_scaled_and_rounded_toward_0() -> None:
    results = ranked(hand("dave", 30, 50), hand("kevin", 10, -10), hand("bob", 7, -7))
    assert results == {"dave": (17, 28), "kevin": (10, -10), "bob": (7, -7)}
    assert ranked(hand("dave", 30, -50), hand("kevin", 10, 1))["dave"] == (10, -16)


def test_the_nicks_of_one_person_share_what_the_others_staked() -> None:
    people = {**EVERYWHERE, "kevin": at("dave.example"), "bob": at("b.example", "x")}
    hands = hand("dave", 60, 60), hand("kevin", 40, -40), hand("bob", 50, -50)
    assert ranked(*hands, people=people) == {"dave": (30, 30), "kevin": (20, -20), "bob": (50, -50)}


def test_who_shares_something_with_each_of_two_is_one_person_with_both() -> None:
    people = {
        "dave": at("a.example", "one"),
        "kevin": at("b.example", "two"),
        "bob": at("a.example", "two"),
    }
    assert ranked(*(hand(each, 10, 5) for each in people), people=people) == {}


def test_all_hands_of_a_player_are_one_stake() -> None:
    """They were split, or have been bought for, after the bet."""
    hands = hand("dave", 20, 40, bet=20), hand("dave", 30, -30, bet=20)
    assert ranked(*hands, hand("kevin", 90, -90, bet=30)) == {
        "dave": (50, 10),
        "kevin": (60, -60),
    }


@given(st.lists(st.integers(1, 4), min_size=3, max_size=3))
def test_nobody_decides_afterwards_how_much_counts(bought: list[int]) -> None:
    """Who has a second nick could buy for it when the first one has lost; so could a friend."""
    people = {**EVERYWHERE, "kevin": at("dave.example")}
    nicks = ("dave", "kevin", "bob")
    hands = [hand(nick, 10 * n, -10 * n, bet=10) for nick, n in zip(nicks, bought, strict=True)]
    found = ranked(*hands, people=people)
    shares = {nick: found[nick][0] / (10 * n) for nick, n in zip(nicks, bought, strict=True)}
    assert shares == {"dave": 0.5, "kevin": 0.5, "bob": 1}


def test_who_resigns_is_ranked_with_the_loss() -> None:
    assert ranked(hand("dave", 50, -50, resigned=True), hand("kevin", 50, 50))["dave"] == (50, -50)


def test_bankers_are_not_ranked_and_bring_nobody_into_the_ranking() -> None:
    kind = pontoon_hands.HandType.POINTS
    banker = BankerResult("dave", cards("10S 9S"), 19, kind, 50)
    assert ranked(hand("kevin", 50, -50), banker) == {}
    assert ranked(hand("kevin", 50, -50), hand("bob", 20, 20), banker) == {
        "kevin": (20, -20),
        "bob": (20, 20),
    }


def test_bets_against_the_kitty_are_not_ranked() -> None:
    shot = hand("kevin", 50, 80, shot=30), hand("bob", 50, -75, shot=25)
    assert ranked(*shot) == {"kevin": (50, 50), "bob": (50, -50)}


def test_the_best_hand_and_the_whole_result_count_for_everybody() -> None:
    """For bankers too; not a hand that was resigned, nor one that bust."""
    five = shed.HandType.FIVE_CARD_TRICK
    trick = HandResult("kevin", 2, cards("2S 2C 3C 3S 4S"), 14, five, 10, 30, bet=10)
    bust = HandResult("bob", None, cards("10S 9S 8S"), 27, shed.HandType.BUST, 10, -10, bet=10)
    banker = BankerResult("dave", cards("10S 9S"), 19, pontoon_hands.HandType.POINTS, -20)
    events = (hand("kevin", 10, -10), trick, bust, hand("eve", 5, -5, resigned=True), banker)
    found = {each.player: each for each in counted(events, {}, HOST)}
    assert found == {
        "kevin": Counted("kevin", 24, 20, 0, 0),
        "bob": Counted("bob", 0, -10, 0, 0),
        "eve": Counted("eve", 0, -5, 0, 0),
        "dave": Counted("dave", 19, -20, 0, 0),
    }


def test_who_was_the_banker_is_known_of_those_who_are_ranked() -> None:
    banker = BankerResult("dave", cards("10S 9S"), 19, pontoon_hands.HandType.POINTS, -20)
    events = (hand("kevin", 10, -10), hand("bob", 10, -10), hand("eve", 0, 0), banker)
    found = {each.player: each.banker for each in counted(events, EVERYWHERE, HOST)}
    assert found == {"kevin": "dave", "bob": "dave", "eve": "", "dave": ""}


ANN, BOB = "ann+#cards@libera", "bob+#cards@libera"
WITH_COMPUTERS = {**EVERYWHERE, ANN: at("a.plus"), BOB: at("b.plus")}
POINTS = pontoon_hands.HandType.POINTS


def test_computers_are_not_counted_and_bring_nobody_into_the_ranking() -> None:
    alone = hand("dave", 50, 100), hand(ANN, 50, -50), hand(BOB, 50, -50)
    assert counted(alone, WITH_COMPUTERS, HOST) == (Counted("dave", 18, 100, 0, 0),)
    assert ranked(*alone, hand("kevin", 20, -20), people=WITH_COMPUTERS) == {
        "dave": (20, 40),
        "kevin": (20, -20),
    }


@pytest.mark.parametrize("banker", ["dave", ANN])
def test_nothing_counts_of_a_round_between_a_person_and_computers(banker: str) -> None:
    players = [each for each in ("dave", ANN, BOB) if each != banker]
    dealer = BankerResult(banker, cards("10S 9S"), 19, POINTS, 100)
    assert counted([*(hand(each, 50, -50) for each in players), dealer], WITH_COMPUTERS, HOST) == ()


def test_nothing_counts_that_several_people_win_from_a_computer_or_lose_to_it() -> None:
    dealer = BankerResult(ANN, cards("10S 9S"), 19, POINTS, -100)
    hands = [hand(each, 50, 50) for each in ("dave", "kevin")]
    assert counted([*hands, dealer], WITH_COMPUTERS, HOST) == ()


def test_of_what_a_banker_wins_or_loses_the_part_of_people_counts() -> None:
    dealer = BankerResult("dave", cards("10S 9S"), 19, POINTS, 60)
    events = hand("kevin", 50, -50), hand(ANN, 30, -30), hand(BOB, 20, 35, shot=15), dealer
    found = {each.player: each.gain for each in counted(events, WITH_COMPUTERS, HOST)}
    assert found == {"kevin": -50, "dave": 50}


hosts = st.sampled_from(["a.example", "b.example", "c.example", ""])
persons = st.builds(
    lambda host, account: Person("somebody", host and f"user@{host}", account),
    hosts,
    st.sampled_from(["", "", "one", "two", None]),
)


@given(st.lists(st.tuples(persons, st.integers(1, 10**6), st.integers(-1, 7)), max_size=6))
def test_nobody_can_pump_the_ranking(table: list[tuple[Person, int, int]]) -> None:
    """No more is ranked than others staked; results are in proportion; one person is nobody."""
    people = {f"p{number}": person for number, (person, _, _) in enumerate(table)}
    stakes = {f"p{number}": stake for number, (_, stake, _) in enumerate(table)}
    times = {f"p{number}": factor for number, (_, _, factor) in enumerate(table)}
    events = [hand(player, stakes[player], stakes[player] * times[player]) for player in people]
    found = ranked(*events, people=people)
    for player, (stake, result) in found.items():
        others = [each for each in people if not_same(people[each], people[player])]
        assert stake <= min(stakes[player], sum(stakes[each] for each in others))
        assert result == stake * times[player]
    if len({person.host for person in people.values()} - {""}) == 1:
        assert not found


def not_same(one: Person, other: Person) -> bool:
    """Tell whether ONE and OTHER have neither host nor account in common."""
    if one.host and one.host == other.host:
        return False
    return not (one.account and one.account == other.account)
