"""Whole evenings of people who act together: what they win is what honest play would have won.

The total of all who collude is compared, puppets included. Nobody who never sent a line loses a
chip.
"""

from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from math import inf
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pontoon.engine.moves import Ask, Phase, Verb
from pontoon.engine.rng import SEED_BYTES
from tests.support.offline_bot import BOT, CHANNEL, Entry, OfflineBot
from tests.support.properties import EXAMPLES, FEW
from tests.support.random_people import typed
from tests.support.short_timeouts import all_want_the_bank

pytestmark = [pytest.mark.timeout(600), pytest.mark.slow]

GAMES = ("pontoon", "british", "shoot", "cutwc", "blackjack")
GANG = ("ann", "ben", "cat", "dan", "eve")
START = 1000


def secret_of(number: int) -> str:
    """Return the secret of a deck, as it is written."""
    return urlsafe_b64encode(number.to_bytes(16)).decode().rstrip("=")


@contextmanager
def evening(*others: str, cards: str = "", **table: str) -> Iterator[OfflineBot]:
    """Yield a bot where the gang and OTHERS have the same chips each, and CARDS come first.

    Keys of [table] may be as TABLE has them.
    """
    numbers = count(1)  # all evenings have the same cards
    with (
        TemporaryDirectory() as folder,
        patch("os.fsync", new=lambda _: None),
        patch("pontoon.tables.sealed_decks.new_secret", new=lambda: secret_of(next(numbers))),
        patch(
            "pontoon.storage.decks.key_of",
            new=lambda _, secret, __: secret.encode().ljust(SEED_BYTES),
        ),
    ):
        entries = [Entry(nick, START) for nick in (*GANG, *others)]
        yield OfflineBot(Path(folder), entries, cards, {"table": table})


def plays(bot: OfflineBot, ask: Ask) -> None:
    """Have the player who is asked bet the most, and play until 16 or more."""
    verbs = [option.verb for option in ask.options]
    if Verb.BET in verbs:
        bot.tells(ask.player, "max")
    elif Verb.STICK in verbs:
        bot.tells(ask.player, "s")
    else:
        bot.tells(ask.player, typed(ask.options[-1 if ask.phase is Phase.BANKER else 0], 0))


def chips(bot: OfflineBot, *nicks: str) -> list[int]:
    """Return the chips of NICKS in players.xml, those in the bank among them."""
    return [bot.in_file(nick).chips + bot.in_file(nick).bank for nick in nicks]


# Undoing: a free roll would be a round that counts only if it is won


def stop(bot: OfflineBot, nick: str) -> None:
    """Ask for the round to be stopped, in the channel and in private."""
    bot.says(nick, "!pontoon stop")
    bot.tells(nick, "stop")


def come_back_and_stop(bot: OfflineBot, nick: str) -> None:
    """Part, come back, and ask for the round to be stopped."""
    bot.leaves(nick)
    bot.pass_seconds(1)
    bot.comes(nick)
    stop(bot, nick)


def stop_as_operator(bot: OfflineBot, nick: str) -> None:
    """Ask as an operator of the channel."""
    bot.ops(nick)
    stop(bot, nick)


def kick_the_bot(bot: OfflineBot, _nick: str) -> None:
    """Put the bot out of the channel for a while, and let it in again."""
    bot.is_put_out()
    bot.pass_seconds(400)
    bot.is_back([BOT, *GANG])


def cut_the_bot_off(bot: OfflineBot, nick: str) -> None:
    """Have the bot lose its connection for a while, and ask for the round to be stopped."""
    bot.is_cut_off()
    bot.pass_seconds(400)
    bot.is_back([BOT, *GANG])
    stop(bot, nick)


def rename(bot: OfflineBot, nick: str) -> None:
    """Take another nick, ask for the round to be stopped, and take the old one again."""
    bot.renames(nick, "mallory")
    stop(bot, "mallory")
    bot.renames("mallory", nick)


def restart(bot: OfflineBot, _nick: str) -> None:
    """Have the bot stopped and started."""
    bot.starts_anew()


def name_others(bot: OfflineBot, nick: str) -> None:
    """Begin another round in the middle of this one."""
    bot.says(nick, f"!pontoon {nick}")


TRICKS: Sequence[Callable[[OfflineBot, str], None]] = (
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
    bot: OfflineBot,
    game: str,
    tried: Sequence[tuple[int, Callable[[OfflineBot, str], None], str]],
    rounds: int = 4,
) -> list[int]:
    """Play ROUNDS of GAME, with what is TRIED in between; return the chips of each of the gang.

    Nothing is tried before the first bet: until then a round may be stopped.
    """
    waiting = list(tried)
    moves = 0
    for _ in range(rounds):
        bot.says(GANG[0], f"!{game} {' '.join(GANG)}")
        all_want_the_bank(bot)
        while (ask := bot.croupier().ask) is not None:
            is_begun = any(seat.staked for seat in bot.table().seats)
            plays(bot, ask)
            moves += 1
            while waiting and is_begun and moves >= waiting[0][0] and bot.croupier().ask:
                _, trick, nick = waiting.pop(0)
                trick(bot, nick)
                moves = 0
    return chips(bot, *GANG)


@pytest.mark.parametrize("game", ["pontoon", "british", "shoot"])
@settings(FEW, max_examples=EXAMPLES // 4)
@given(tried=tricks)
def test_nothing_is_gained_by_undoing(
    game: str, tried: Sequence[tuple[int, Callable[[OfflineBot, str], None], str]]
) -> None:
    """The same cards and moves end in the same chips, whatever is tried to undo a round."""
    with evening() as bot:
        honest = play_rounds(bot, game, ())
        assert honest != [START] * len(GANG)
    with evening() as bot:
        assert play_rounds(bot, game, tried) == honest


def test_who_leaves_sees_no_second_first_card_within_ten_minutes() -> None:
    """Of an hour of dealing and leaving one person has seven deals, not 3,600."""
    with evening() as bot:
        deals = 0
        for _ in range(3600):
            said = bot.says("ann", f"!pontoon ann {GANG[1]}")
            deals += any("Your card" in each.line for each in said if each.target == "ann")
            bot.says("ann", "!leave")
            bot.says(GANG[1], "!leave")
            bot.pass_seconds(1)
        assert deals <= 7


# The sleeper: somebody who never sent a line


def start(bot: OfflineBot, who: int, which: int) -> None:
    """Begin a round with the sleeper in it, in any place."""
    players = [GANG[who % len(GANG)], "sleeper", GANG[(who + 1) % len(GANG)]]
    turned = which % len(players)
    names = " ".join(players[turned:] + players[:turned])
    bot.says(players[0], f"!{GAMES[which % len(GAMES)]} {names}")


def start_for_two(bot: OfflineBot, who: int, which: int) -> None:
    """Begin a round against the sleeper alone."""
    nick = GANG[who % len(GANG)]
    bot.says(nick, f"!{GAMES[which % len(GAMES)]} {nick} sleeper")


def start_again(bot: OfflineBot, who: int, which: int) -> None:
    """Begin a round with those of the last one."""
    bot.says(GANG[who % len(GANG)], f"!{GAMES[which % len(GAMES)]}")


def move(bot: OfflineBot, _who: int, which: int) -> None:
    """Have one of the gang who is asked do what is on offer."""
    asks = [ask for ask in bot.croupier().waiting.asks if ask.player in GANG]
    if asks:
        ask = asks[which % len(asks)]
        bot.tells(ask.player, typed(ask.options[which % len(ask.options)], which))


def trade(bot: OfflineBot, who: int, which: int) -> None:
    """Sell the bank to the sleeper, or accept what was offered to them."""
    said = ("sell bank to sleeper for 900", "accept 0", "cancel", "sell bank to ben for 0")
    bot.tells(GANG[who % len(GANG)], said[which % len(said)])


def rename_to_sleeper(bot: OfflineBot, who: int, _which: int) -> None:
    """Take the sleeper's nick while they are out of the channel."""
    nick = GANG[who % len(GANG)]
    bot.leaves("sleeper")
    bot.renames(nick, "sleeper")
    bot.tells("sleeper", "y")
    bot.tells("sleeper", "accept 900")
    bot.tells("sleeper", "max")
    bot.renames("sleeper", nick)
    bot.comes("sleeper")


def leave(bot: OfflineBot, who: int, which: int) -> None:
    """Resign, stop, part and come back."""
    nick = GANG[who % len(GANG)]
    bot.says(nick, ("!pontoon leave", "!pontoon stop", "!british leave")[which % 3])
    if which % 5 == 0:
        bot.leaves(nick)
        bot.comes(nick)


def wait(bot: OfflineBot, _who: int, which: int) -> None:
    """Be silent."""
    bot.pass_seconds((1, 31, 61, 121, 1000)[which % 5])


def kick(bot: OfflineBot, _who: int, which: int) -> None:
    """Put the bot out, for a day at the most."""
    bot.is_put_out()
    bot.pass_seconds((1, 700, 90_000)[which % 3])
    bot.real_network.croupiers.look()
    bot.is_back([BOT, *GANG, "sleeper"])


ACTS: Sequence[Callable[[OfflineBot, int, int], None]] = (
    *(start, start, start_for_two, start_again, move, move, move, move, trade, leave),
    *(wait, wait, rename_to_sleeper, kick),
)


@FEW
@given(st.lists(st.tuples(st.sampled_from(ACTS), st.integers(0, 99), st.integers(0, 999))))
def test_nobody_who_never_sent_a_line_loses_a_chip(
    acts: Sequence[tuple[Callable[[OfflineBot, int, int], None], int, int]],
) -> None:
    with evening("sleeper") as bot:
        for act, who, which in acts:
            act(bot, who, which)
        bot.pass_seconds(10_000)
        assert bot.croupier().ask is None
        assert chips(bot, "sleeper") == [START]


@pytest.mark.parametrize("game", ["british", "shoot"])
def test_the_banker_who_is_asleep_is_not_robbed(game: str) -> None:
    """Of `!british robber idler`, again and again."""
    with evening("sleeper") as bot:
        for _ in range(14):
            bot.says("ann", f"!{game} ann sleeper")
            for _ in range(60):
                while ask := bot.croupier().waiting.ask_of("ann"):
                    plays(bot, ask)
                bot.pass_seconds(10)
        assert chips(bot, "sleeper") == [START]
        assert chips(bot, "ann") == [START]


# Empty chairs


@pytest.mark.parametrize("puppets", range(5))
def test_empty_chairs_raise_no_bet(puppets: int) -> None:
    """Whoever plays alone stakes one in a hundred, however many chairs there are."""
    with evening() as bot:
        bot.says("ann", f"!pontoon {' '.join(GANG[1 : 1 + puppets])} ann")
        bot.tells("ann", "max")
        for nick in GANG[1 : 1 + puppets]:
            bot.tells(nick, "leave")
        (seat,) = [each for each in bot.table().seats if each.player == "ann"]
        assert seat.staked == START // 100


# Time


def play_slowly(bot: OfflineBot, before: Callable[[Ask], None]) -> int:
    """Have each take all the time for a decision, and do that BEFORE; return how many there are."""
    decisions = 0
    for _ in range(10_000):
        if (ask := bot.croupier().ask) is None:
            break
        bot.pass_seconds(1)
        if seconds_left(bot, ask) <= 1.5 and bot.croupier().ask == ask:
            before(ask)
            decisions += 1
            if bot.croupier().ask == ask:
                plays(bot, ask)
    return decisions


def seconds_left(bot: OfflineBot, ask: Ask) -> float:
    """Return in how many seconds something is done for whoever is asked, if ASK is still open."""
    wait = bot.croupier().action_clock._waits.get(ask.player)
    if wait is None or wait._since is None:
        return inf
    left = wait.here if wait.is_here else wait.out
    return left - (bot.time.seconds() - wait._since)


def test_slow_people_hold_a_table_no_longer_than_the_rules_say() -> None:
    """Each takes all the time there is for every decision."""
    with evening() as bot:
        bot.says("ann", f"!pontoon {' '.join(GANG)}")
        began = bot.time.seconds()
        decisions = play_slowly(bot, lambda _ask: None)
        assert bot.croupier().ask is None
        assert bot.time.seconds() - began <= len(GANG) * 3 * 120 + 15 * decisions


def test_nor_when_they_part_before_each_decision() -> None:
    """Each has one grace for the whole round, and takes that too."""
    low = " ".join(["2C 2D 2H 2S 3C 3D 3H 3S"] * 6)
    with evening(cards=low, grace="600") as bot:

        def part(ask: Ask) -> None:
            bot.leaves(ask.player)
            while bot.croupier().ask == ask and seconds_left(bot, ask) > 1.5:
                bot.pass_seconds(1)
            bot.comes(ask.player)

        bot.says("ann", f"!pontoon {' '.join(GANG)}")
        for nick in GANG:
            bot.tells(nick, "1")
        began = bot.time.seconds()
        decisions = play_slowly(bot, part)
        assert bot.croupier().ask is None
        assert bot.time.seconds() - began <= len(GANG) * (3 * 120 + 600) + 15 * decisions


def test_the_channel_hears_who_was_left_out_each_time() -> None:
    """Nobody finds a friend of theirs in a round by chance."""
    with evening("sleeper") as bot:
        bot.says("ann", "!pontoon ann sleeper")
        bot.tells("ann", "1")
        bot.pass_seconds(120)
        while ask := bot.croupier().ask:
            plays(bot, ask)
        (said, *_) = bot.says("ann", "!pontoon ann sleeper")
        assert (said.target, said.line.split(":")[0]) == (CHANNEL, "Left out")


# A bank for sale


baits = st.sampled_from(("sell bank to victim for 1", "sell bank to victim for 900", "cancel"))
words = st.sampled_from(("accept", "accept 1"))


@FEW
@given(st.lists(baits | words, min_size=4, max_size=40))
def test_nobody_buys_a_bank_for_another_price_than_they_have_said(said: Sequence[str]) -> None:
    """However often the offer is changed while they type."""
    with evening("victim", cards="10H 10S 9H 8S") as bot:
        bot.says("ann", "!british ann victim")
        bot.tells("victim", "n")
        bot.tells("ann", "y")
        for nick, word in (("victim", "10"), ("victim", "s"), ("ann", "s")):
            bot.tells(nick, word)
        (before,) = chips(bot, "victim")
        for each in said:
            bot.tells("victim" if each.startswith("accept") else "ann", each)
            if bot.table().banker == "victim":
                assert (each, before - chips(bot, "victim")[0]) == ("accept 1", 1)
                break
        assert sum(chips(bot, "ann", "victim")) == 2 * START
