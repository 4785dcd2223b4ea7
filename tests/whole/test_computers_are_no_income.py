"""Whole evenings of people who act together against computers: nobody lives off these."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pontoon.engine.computers import is_computer
from pontoon.engine.moves import Ask, Phase
from pontoon.storage.place import connected
from tests.support.ledger_checks import check_books
from tests.support.offline_bot import Entry, OfflineBot
from tests.support.properties import EXAMPLES, FEW
from tests.support.random_people import typed

pytestmark = [pytest.mark.timeout(600), pytest.mark.slow]

GANG = ("dan", "eve", "fay")
COMPUTERS = ("ann+", "bob+", "cat+")
START, PURSE, REFILL = 1000, 60, 20
CONFIG = {
    "players": {"computer_chips": str(PURSE), "refill": str(REFILL)},
    "table": {"computer_players": "3"},
}


@contextmanager
def evening() -> Iterator[OfflineBot]:
    """Yield a bot where the gang have the same chips each, and computers have small purses."""
    with TemporaryDirectory() as folder, patch("os.fsync", new=lambda _: None):
        yield OfflineBot(Path(folder), [Entry(nick, START) for nick in GANG], config=CONFIG)


def answered(bot: OfflineBot, ask: Ask, number: int) -> None:
    """Have one of the gang answer ASK as the NUMBER tells, the greatest bet as a rule."""
    option = ask.options[number % len(ask.options)]
    if ask.phase is Phase.BANK:
        bot.tells(ask.player, "yn"[number % 2])
    elif number % 4 and option.most:
        bot.tells(ask.player, typed(option, option.most - (option.least or 0)))
    else:
        bot.tells(ask.player, typed(option, number))


def play(bot: OfflineBot, command: str, number: int) -> None:
    """Have a round begun by COMMAND, and played to its end."""
    bot.says(GANG[0], command)
    while bot.croupier().ask is not None:
        for ask in bot.table().asks:
            if not is_computer(ask.player) and bot.table().ask_of(ask.player) is ask:
                answered(bot, ask, number)
                number = number * 7 + 1
        bot.pass_seconds(1)


def chips(bot: OfflineBot) -> tuple[int, int]:
    """Return the chips of all people, and those of all computers, in hand and in kitties."""
    store = bot.settlements.store
    owned = {each.nick: store.owned(each) for each in bot.all_in_file()}
    computers = sum(has for nick, has in owned.items() if is_computer(nick))
    return sum(owned.values()) - computers, computers


def from_house(bot: OfflineBot) -> tuple[int, int]:
    """Return what the house has lost to people in games, and what it has given away."""
    with connected(bot.players_xml) as database:
        houses = dict(database.execute("SELECT name, -chips FROM accounts WHERE kind = 'house'"))
    gifts = houses.pop("gifts", 0)
    return sum(houses.values()), gifts


rounds = st.tuples(
    st.sampled_from(("british", "shoot", "british", "pontoon", "blackjack", "cutwc")),
    st.integers(1, len(GANG)),
    st.sets(st.sampled_from(COMPUTERS), min_size=1),
    st.integers(0, 10**6),
)


@settings(FEW, max_examples=max(EXAMPLES // 4, 3))
@given(st.lists(rounds, min_size=4, max_size=12), st.integers(1, 2))
def test_people_gain_no_more_from_computers_than_the_house_has_put_into_their_purses(
    evening_of: Sequence[tuple[str, int, set[str], int]], days: int
) -> None:
    """A purse for each computer, and a refill a day for all; by all games, for ever."""
    with evening() as bot:
        for _ in range(days):
            for game, people, computers, number in evening_of:
                named = " ".join([*GANG[:people], *sorted(computers)])
                play(bot, f"!{game} {named}", number)
            bot.pass_seconds(24 * 3600)
        of_people, in_purses = chips(bot)
        won, gifts = from_house(bot)
        assert of_people - len(GANG) * START == won + gifts - in_purses
        assert gifts <= len(COMPUTERS) * PURSE + days * REFILL
        check_books(bot.players_xml)


@settings(FEW, max_examples=max(EXAMPLES // 4, 3))
@given(st.lists(st.integers(0, 10**6), min_size=8, max_size=8))
def test_shed_pontoon_fills_no_purse(numbers: Sequence[int]) -> None:
    """Nor does it empty one: people can neither feed computers there nor pluck them."""
    with evening() as bot:
        for number in numbers:
            play(bot, f"!pontoon {' '.join(GANG[: 1 + number % 3])} ann+ cat+", number)
        assert chips(bot)[1] == 2 * PURSE
        assert from_house(bot)[1] == 2 * PURSE
