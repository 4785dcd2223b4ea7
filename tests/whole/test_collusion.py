"""Whole evenings of people who act together: what they win is what honest play would have won.

The total of all who collude is compared, puppets included. Nobody who never sent a line loses a
chip.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pontoon.engine.moves import Ask, Step, Verb
from tests.support.offline_bot import BOT, CHANNEL, Clubhouse, Entry
from tests.support.random_people import typed
from tests.support.short_timeouts import all_want_the_bank

pytestmark = pytest.mark.timeout(600)

GAMES = ("pontoon", "british", "shoot", "cutwc", "blackjack")
GANG = ("ann", "ben", "cat", "dan", "eve")
START = 1000

evenings = settings(
    derandomize=True,
    database=None,
    deadline=None,
    max_examples=int(os.environ.get("PONTOON_EVENINGS", "12")),
    suppress_health_check=[HealthCheck.too_slow],
)


@contextmanager
def evening(*others: str) -> Iterator[Clubhouse]:
    """Give a club where the gang and OTHERS have the same chips each."""
    with TemporaryDirectory() as folder, patch("os.fsync", new=lambda _: None):
        yield Clubhouse(Path(folder), [Entry(nick, START) for nick in (*GANG, *others)])


def plays(house: Clubhouse, ask: Ask) -> None:
    """Have the player who is asked bet the most, and play until 16 or more."""
    verbs = [option.verb for option in ask.options]
    if Verb.BET in verbs:
        house.tells(ask.player, "max")
    elif Verb.STICK in verbs:
        house.tells(ask.player, "s")
    else:
        house.tells(ask.player, typed(ask.options[-1 if ask.step is Step.BANKER else 0], 0))


def chips(house: Clubhouse, *nicks: str) -> list[int]:
    """Return the chips of NICKS in players.xml, those in the bank among them."""
    return [house.in_file(nick).chips + house.in_file(nick).bank for nick in nicks]


# Undoing: a free roll would be a round that counts only if it is won


def stop(house: Clubhouse, nick: str) -> None:
    """Ask for the round to be stopped, in the channel and in private."""
    house.says(nick, "!pontoon stop")
    house.tells(nick, "stop")


def come_back_and_stop(house: Clubhouse, nick: str) -> None:
    """Part, come back, and ask for the round to be stopped."""
    house.leaves(nick)
    house.pass_seconds(1)
    house.comes(nick)
    stop(house, nick)


def stop_as_operator(house: Clubhouse, nick: str) -> None:
    """Ask as an operator of the channel."""
    house.ops(nick)
    stop(house, nick)


def kick_the_bot(house: Clubhouse, _nick: str) -> None:
    """Put the bot out of the channel for a while, and let it in again."""
    house.is_put_out()
    house.pass_seconds(400)
    house.is_back([BOT, *GANG])


def cut_the_bot_off(house: Clubhouse, nick: str) -> None:
    """Have the bot lose its connection for a while, and ask for the round to be stopped."""
    house.is_cut_off()
    house.pass_seconds(400)
    house.is_back([BOT, *GANG])
    stop(house, nick)


def rename(house: Clubhouse, nick: str) -> None:
    """Take another nick, ask for the round to be stopped, and take the old one again."""
    house.renames(nick, "mallory")
    stop(house, "mallory")
    house.renames("mallory", nick)


def restart(house: Clubhouse, _nick: str) -> None:
    """Have the bot stopped and started."""
    house.starts_anew()


def name_others(house: Clubhouse, nick: str) -> None:
    """Begin another round in the middle of this one."""
    house.says(nick, f"!pontoon {nick}")


TRICKS: Sequence[Callable[[Clubhouse, str], None]] = (
    stop,
    come_back_and_stop,
    stop_as_operator,
    kick_the_bot,
    cut_the_bot_off,
    rename,
    restart,
    name_others,
)

tricks = st.lists(
    st.tuples(st.integers(1, 8), st.sampled_from(TRICKS), st.sampled_from(GANG)), max_size=12
)
"""After so many moves, what is tried, and by whom."""


def play_rounds(
    house: Clubhouse,
    game: str,
    tried: Sequence[tuple[int, Callable[[Clubhouse, str], None], str]],
    rounds: int = 4,
) -> list[int]:
    """Play ROUNDS of GAME, with what is TRIED in between; return the chips of each of the gang.

    Nothing is tried before the first bet: until then a round may be stopped.
    """
    waiting = list(tried)
    moves = 0
    for _ in range(rounds):
        house.says(GANG[0], f"!{game} {' '.join(GANG)}")
        all_want_the_bank(house)
        while (ask := house.croupier().ask) is not None:
            is_begun = any(seat.staked for seat in house.table().seats)
            plays(house, ask)
            moves += 1
            while waiting and is_begun and moves >= waiting[0][0] and house.croupier().ask:
                _, trick, nick = waiting.pop(0)
                trick(house, nick)
                moves = 0
    return chips(house, *GANG)


@pytest.mark.parametrize("game", ["pontoon", "british", "shoot"])
@evenings
@given(tried=tricks)
def test_nothing_is_gained_by_undoing(
    game: str, tried: Sequence[tuple[int, Callable[[Clubhouse, str], None], str]]
) -> None:
    """The same cards and moves end in the same chips, whatever is tried to undo a round."""
    with evening() as house:
        honest = play_rounds(house, game, ())
        assert honest != [START] * len(GANG)
    with evening() as house:
        assert play_rounds(house, game, tried) == honest


def test_a_starter_sees_no_second_first_card_within_two_minutes() -> None:
    """Of an hour of dealing and stopping one person has 30 deals, not 3,600."""
    with evening() as house:
        deals = 0
        for _ in range(3600):
            said = house.says("ann", "!pontoon ann")
            deals += any("Your card" in each.line for each in said)
            house.says("ann", "!pontoon stop")
            house.pass_seconds(1)
        assert deals <= 31


# The sleeper: somebody who never sent a line


def start(house: Clubhouse, who: int, which: int) -> None:
    """Begin a round with the sleeper in it, in any place."""
    players = [GANG[who % len(GANG)], "sleeper", GANG[(who + 1) % len(GANG)]]
    turned = which % len(players)
    names = " ".join(players[turned:] + players[:turned])
    house.says(players[0], f"!{GAMES[which % len(GAMES)]} {names}")


def start_for_two(house: Clubhouse, who: int, which: int) -> None:
    """Begin a round against the sleeper alone."""
    nick = GANG[who % len(GANG)]
    house.says(nick, f"!{GAMES[which % len(GAMES)]} {nick} sleeper")


def start_again(house: Clubhouse, who: int, which: int) -> None:
    """Begin a round with those of the last one."""
    house.says(GANG[who % len(GANG)], f"!{GAMES[which % len(GAMES)]}")


def move(house: Clubhouse, _who: int, which: int) -> None:
    """Have one of the gang who is asked do what is on offer."""
    asks = [ask for ask in house.croupier().waiting.asks if ask.player in GANG]
    if asks:
        ask = asks[which % len(asks)]
        house.tells(ask.player, typed(ask.options[which % len(ask.options)], which))


def trade(house: Clubhouse, who: int, which: int) -> None:
    """Sell the bank to the sleeper, or accept what was offered to them."""
    said = ("sell bank to sleeper for 900", "accept", "cancel", "sell bank to ben for 0")
    house.tells(GANG[who % len(GANG)], said[which % len(said)])


def rename_to_sleeper(house: Clubhouse, who: int, _which: int) -> None:
    """Take the sleeper's nick while they are out of the channel."""
    nick = GANG[who % len(GANG)]
    house.leaves("sleeper")
    house.renames(nick, "sleeper")
    house.tells("sleeper", "y")
    house.tells("sleeper", "accept")
    house.tells("sleeper", "max")
    house.renames("sleeper", nick)
    house.comes("sleeper")


def leave(house: Clubhouse, who: int, which: int) -> None:
    """Resign, stop, part and come back."""
    nick = GANG[who % len(GANG)]
    house.says(nick, ("!pontoon leave", "!pontoon stop", "!british leave")[which % 3])
    if which % 5 == 0:
        house.leaves(nick)
        house.comes(nick)


def wait(house: Clubhouse, _who: int, which: int) -> None:
    """Be silent."""
    house.pass_seconds((1, 31, 61, 121, 1000)[which % 5])


def kick(house: Clubhouse, _who: int, which: int) -> None:
    """Put the bot out, for a day at the most."""
    house.is_put_out()
    house.pass_seconds((1, 700, 90_000)[which % 3])
    house.club.hall.look()
    house.is_back([BOT, *GANG, "sleeper"])


ACTS: Sequence[Callable[[Clubhouse, int, int], None]] = (
    *(start, start, start_for_two, start_again, move, move, move, move, trade, leave),
    *(wait, wait, rename_to_sleeper, kick),
)


@evenings
@given(st.lists(st.tuples(st.sampled_from(ACTS), st.integers(0, 99), st.integers(0, 999))))
def test_nobody_who_never_sent_a_line_loses_a_chip(
    acts: Sequence[tuple[Callable[[Clubhouse, int, int], None], int, int]],
) -> None:
    with evening("sleeper") as house:
        for act, who, which in acts:
            act(house, who, which)
        house.pass_seconds(10_000)
        assert house.croupier().ask is None
        assert chips(house, "sleeper") == [START]


@pytest.mark.parametrize("game", ["british", "shoot"])
def test_the_banker_who_is_asleep_is_not_robbed(game: str) -> None:
    """Of `!british robber idler`, again and again."""
    with evening("sleeper") as house:
        for _ in range(14):
            house.says("ann", f"!{game} ann sleeper")
            for _ in range(60):
                while ask := house.croupier().waiting.ask_of("ann"):
                    plays(house, ask)
                house.pass_seconds(10)
        assert chips(house, "sleeper") == [START]
        assert chips(house, "ann") == [START]


# Empty chairs


@pytest.mark.parametrize("puppets", range(5))
def test_empty_chairs_raise_no_bet(puppets: int) -> None:
    """Whoever plays alone stakes one in a hundred, however many chairs there are."""
    with evening() as house:
        house.says("ann", f"!pontoon {' '.join(GANG[1 : 1 + puppets])} ann")
        house.tells("ann", "max")
        for nick in GANG[1 : 1 + puppets]:
            house.tells(nick, "leave")
        (seat,) = [each for each in house.table().seats if each.player == "ann"]
        assert seat.staked == START // 100


# Time


def test_slow_people_hold_a_table_no_longer_than_the_rules_say() -> None:
    """Each takes all the time there is for every decision."""
    with evening() as house:
        house.says("ann", f"!pontoon {' '.join(GANG)}")
        began, decisions = house.time.seconds, 0
        for number in count():
            ask = house.croupier().ask
            if ask is None or number > 10_000:
                break
            house.pass_seconds(1)
            if house.time.next_call <= 1.5 and house.croupier().ask == ask:
                plays(house, ask)
                decisions += 1
        assert house.croupier().ask is None
        assert house.time.seconds - began <= len(GANG) * 3 * 120 + 15 * decisions


def test_the_channel_hears_who_was_left_out_each_time() -> None:
    """Nobody finds a friend of theirs in a round by chance."""
    with evening("sleeper") as house:
        house.says("ann", "!pontoon ann sleeper")
        house.tells("ann", "1")
        house.pass_seconds(120)
        while ask := house.croupier().ask:
            plays(house, ask)
        (said, *_) = house.says("ann", "!pontoon ann sleeper")
        assert (said.target, said.line.split(" | ")[0]) == (CHANNEL, "left out")
