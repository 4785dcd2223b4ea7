"""Whole rounds of the whole bot, played by people who read their prompts and answer them."""

import re
from collections.abc import Mapping
from random import Random

import pytest

from tests.real_servers import referee, told
from tests.real_servers.playersxml import Entry
from tests.real_servers.prompts import BRACKETS, HAND_SHOWN, is_prompt
from tests.real_servers.rounds import Round, always, play, randomly
from tests.real_servers.told import CARD
from tests.real_servers.venue import CHANNEL, Venue

pytestmark = pytest.mark.real_server

RICH = Entry(100_000)

BET_ASKED = re.compile(rf"Your card: {CARD}\. Bet \([1-9]\d*-\d+\)\? You have \d+ chips?")
MOVE_ASKED = re.compile(
    rf"{CARD}(?: {CARD}){{1,3}} = \d+: ([^.]+)\. (?:(?:Buy|Burn)[a-z, ]+ for \d+\. )?"
    r"Stake \d+(?: \(hand [1-5]\))?, chips \d+"
)
OFFERS = {
    "(s)tick": "s",
    "(t)wist": "t",
    "(b)uy": "b",
    "b(u)rn": "u",
    "s(p)lit": "p",
}


def check_round(played: Round, before: Mapping[str, Entry], after: Mapping[str, Entry]) -> None:
    """Fail unless all that was told fits together, and players.xml went from BEFORE to AFTER."""
    winners = referee.check(played.results)
    for nick, old in before.items():
        name, new = old.nickname or nick, after[nick]
        hands = [result for result in played.results if result.name == name]
        assert new.chips - old.chips == sum(hand.gain for hand in hands)
        assert new.played - old.played == (1 if hands else 0)
        assert new.won - old.won == (name in winners)
        assert (new.bank, new.nickname) == (old.bank, old.nickname)
        if hands:
            assert played.balances[name] == new.chips
            check_cards_shown(played, nick, name)
            check_prompts(played, nick)


def check_prompts(played: Round, nick: str) -> None:
    """Fail unless all that NICK was asked has the shape that log tools know it by."""
    bet, *moves = filter(is_prompt, played.private[nick])
    assert BET_ASKED.fullmatch(bet), bet
    for prompt in moves:
        assert letters(prompt)


def letters(prompt: str) -> list[str]:
    """Return the letters of the moves that PROMPT offers."""
    asked = MOVE_ASKED.fullmatch(prompt)
    assert asked is not None, f"does not ask for a move: {prompt}"
    offers = re.sub(r" for [1-9]\d*", "", asked[1]).split(" ")
    assert offers == [offer for offer in OFFERS if offer in offers], prompt
    return [OFFERS[offer] for offer in offers]


def check_cards_shown(played: Round, nick: str, name: str) -> None:
    """Fail unless NICK was shown their own cards, and the channel only those that NAME twisted."""
    hands = [result.cards for result in played.results if result.name == name]
    shown = [match for line in played.private[nick] for match in HAND_SHOWN.finditer(line)]
    for match in shown:
        assert int(match[2]) == told.total(match[1].split())
    last = tuple(shown[-1][1].split())
    assert any(cards[: len(last)] == last for cards in hands)
    dealt_openly = {card for line in played.before_results for card in twisted(line, name)}
    assert dealt_openly <= {card for cards in hands for card in cards}


def twisted(line: str, name: str = ".+?") -> list[str]:
    """Return the cards that LINE says NAME has twisted."""
    return re.findall(rf"(?:^|\| )(?:{name}) twists ({CARD})(?: \(hand [1-5]\))?(?= \||$)", line)


def check_nothing_private_was_said(played: Round) -> None:
    """Fail if a card that was not twisted came before the results, or a prompt came at all."""
    for line in played.before_results:
        assert re.findall(CARD, line) == twisted(line), line
    for line in played.channel:
        assert not BRACKETS.search(line), line


def test_an_evening_of_twelve_rounds_adds_up(venue: Venue) -> None:
    """Seats rotate, cards stay private, and lines, chips and statistics agree each time."""
    friend = Entry(100_000, bank=7, played=3, won=2, nickname="The Dealer's Friend")
    bot = venue.bot({"dave": RICH, "kevin": friend, "bob": RICH, "anna": RICH})
    guests = venue.guests("dave", "kevin", "bob", "anna")
    answer = randomly(Random(1))
    seated = ["dave", "The Dealer's Friend", "bob"]
    command = "!pontoon dave kevin bob"
    for _ in range(12):
        before = bot.entries()
        played = play(command, guests, answer)
        check_round(played, before, bot.entries())
        check_nothing_private_was_said(played)
        assert played.channel[0].startswith(f"Shed Pontoon: {', '.join(seated)} | place your bets")
        assert list(dict.fromkeys(result.name for result in played.results)) == seated
        assert list(played.balances) == seated
        assert played.private["anna"] == []
        seated = seated[1:] + seated[:1]
        command = "!pontoon"


def test_the_last_chip_can_be_staked_and_lost(venue: Venue) -> None:
    """One chip buys a bet of one and nothing else; without it there is no seat."""
    bot = venue.bot({"dave": 1})
    dave = venue.guest("dave")
    while (before := bot.entries())["dave"].chips:
        played = play("!pontoon dave", [dave], always("max", "t"))
        check_round(played, before, bot.entries())
        if before["dave"].chips == 1:
            bet, *moves = filter(is_prompt, played.private["dave"])
            assert bet.endswith("Bet (1-1)? You have 1 chip")
            assert all(set(letters(move)) <= {"s", "t"} for move in moves)
            assert all(move.endswith(". Stake 1, chips 0") for move in moves)
    told = {each.target: each.text for each in dave.answers_in_channel("!pontoon dave")}
    assert "dave has no chips" in told[CHANNEL]
    assert "Say refill" in told["dave"]
    assert bot.chips() == {"dave": 0}


def test_the_marker_is_told_at_once_and_the_shuffle_after_the_round(venue: Venue) -> None:
    """A shoe of one deck is shuffled after the rounds in which its marker came, and only then."""
    venue.bot(shed={"decks": 1, "marker": "10-20", "max_splits": 1}, table={"max_players": 3})
    guests = venue.guests("dave", "kevin", "bob")
    answer = randomly(Random(2), most=1)
    shuffled = unshuffled = 0
    while not (shuffled >= 2 and unshuffled):
        played = play("!pontoon dave kevin bob", guests, answer)
        at_marker = [line for line in played.before_results if "marker" in line]
        after = [index for index, line in enumerate(played.channel) if "shuffle" in line]
        assert not any("shuffle" in line for line in played.before_results)
        assert len(after) == len(at_marker) <= 1
        if at_marker:
            assert played.channel[after[0] + 1].startswith("Chips: ")
            assert told.read_result(played.channel[after[0] - 1]) is not None
        shuffled += len(after)
        unshuffled += not after


def test_ten_players_with_the_longest_nicknames_fit_into_the_lines(venue: Venue) -> None:
    """Three bytes a character: what is too long for a line is split, the chips at commas."""
    nicks = [f"player{number}" for number in range(10)]
    names = [f"{number}{'☃' * 29}" for number in range(10)]
    entries = {nick: Entry(1000, nickname=name) for nick, name in zip(nicks, names, strict=True)}
    bot = venue.bot(entries)
    guests = venue.guests(*nicks)
    played = play(f"!pontoon {' '.join(nicks)}", guests, randomly(Random(3)))
    check_round(played, entries, bot.entries())
    assert list(played.balances) == names
    assert re.findall("[0-9]☃{29}", " ".join(played.channel))[:10] == names
    assert len([line for line in played.channel if line.startswith("Chips: ")]) > 1
