"""``stop`` and ``leave`` wherever a round of any game may be: it ends in good order."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from pontoon.engine.moves import Phase
from tests.support.offline_bot import BOT, CHANNEL, OfflineBot
from tests.support.players_files import unsigned
from tests.support.short_timeouts import PLAYERS, all_want_the_bank, asked, in_channel, timers
from tests.support.stacked_decks import RiggedPack

pytestmark = pytest.mark.slow

NICKS = ("dave", "kevin", "bob")
CUTS = "AD KC QC"
STOPPED = "no round: it is stopped, and all stakes are returned"


class State(NamedTuple):
    """Where a round is: a game, what is said to get there, and what is then asked."""

    game: str
    said: str
    step: Phase
    cards: str = ""


STATES = {
    "a bet": State("pontoon", "", Phase.BET),
    "a later bet": State("pontoon", "dave 10", Phase.BET),
    "a hand": State("pontoon", "dave 10, kevin 10, bob 10", Phase.HAND, "5D 9C 7S 6H 9H 10H"),
    "a split hand": State(
        "pontoon", "dave 10, kevin 10, bob 10, dave p", Phase.HAND, "8D 9C 7S 8H 9H 10H 2C"
    ),
    "the last hand": State(
        "pontoon",
        "dave 10, kevin 10, bob 10, dave s, kevin s",
        Phase.HAND,
        "10D 9C 7S 9S 9H 10H",
    ),
    "british bet": State("british", "", Phase.BET),
    "british later bet": State("british", "kevin 10", Phase.BET),
    "british hand": State("british", "kevin 10, bob 10", Phase.HAND, "10D 10C 10S 8D 8C 8S"),
    "british banker": State(
        "british", "kevin 10, bob 10, kevin s, bob s", Phase.BANKER, "10D 10C 10S 8D 8C 8S"
    ),
    "a kitty": State("shoot", "", Phase.KITTY),
    "an auction": State("shoot", "dave n", Phase.AUCTION),
    "a higher bid": State("shoot", "dave n, kevin 5", Phase.AUCTION),
    "a kitty after an auction": State("shoot", "dave n, kevin 5, bob n", Phase.KITTY),
    "a shoot bet": State("shoot", "dave 50, kevin 10, bob 10", Phase.SHOOT),
    "a hand with a shot": State(
        "shoot", "dave 50, kevin 10, bob 10, kevin 5, bob n", Phase.HAND, "10D 10C 10S 8D 8C 8S"
    ),
    "a bid": State("cutwc", "", Phase.BET),
    "cutwc hand": State("cutwc", "dave 1, kevin 2", Phase.HAND, "10D 10C 10S 8D 8C 8S"),
    "cutwc dealer": State(
        "cutwc", "dave 1, kevin 2, dave s, kevin s", Phase.BANKER, "10D 10C 10S 8D 8C 8S"
    ),
    "coins": State("blackjack", "", Phase.BET),
    "insurance": State(
        "blackjack", "dave 10, kevin 10, bob 10", Phase.INSURANCE, "10D 10C 10S AD 8D 8C 8S 9D"
    ),
    "black jack hand": State(
        "blackjack", "dave 10, kevin 10, bob 10", Phase.HAND, "10D 10C 10S 5D 8D 8C 8S 9D"
    ),
}


def in_every_state(folder: Path) -> Iterator[OfflineBot]:
    """Yield bots in whose round dave, kevin and bob are; dave has the bank where there is one."""
    for name, state in STATES.items():
        (folder / name).mkdir()
        yield in_the_middle(folder / name, state)


def in_the_middle(folder: Path, state: State) -> OfflineBot:
    """Return a bot whose round is in that STATE."""
    config = {"admin": {"masks": "*!admin@trusted"}}
    cuts = [CUTS] * 9
    bot = OfflineBot(
        folder,
        PLAYERS,
        state.cards,
        config,
        new_pack=lambda before: RiggedPack([*before, state.cards], cuts),
    )
    bot.comes("admin", "admin@trusted")
    bot.says("admin", f"!{state.game} {' '.join(NICKS)}")
    all_want_the_bank(bot)
    for each in filter(None, state.said.split(", ")):
        nick, move = each.split()
        bot.tells(nick, move)
    ask = bot.croupier().ask
    assert ask is not None
    assert ask.phase is state.step
    return bot


def is_over(bot: OfflineBot) -> bool:
    """Tell whether the round is over, with every chip where it belongs and nobody engaged."""
    if bot.croupier().game != "pontoon":
        assert bot.all_chips() == 3000
    if asked(bot) is not None:
        return False
    assert timers(bot) == 0
    assert all(bot.real_network.croupiers.where_engaged(nick, nick) is None for nick in NICKS)
    return True


def be_present(_equipment: OfflineBot) -> None:
    """Let all be in the channel."""


def be_gone(bot: OfflineBot) -> None:
    """Let the player who is asked be out of the channel."""
    bot.leaves(str(asked(bot)))


def be_all_gone(bot: OfflineBot) -> None:
    """Let all who play be out of the channel."""
    for nick in NICKS:
        bot.leaves(nick)


def be_back(bot: OfflineBot) -> None:
    """Let the bot have been away for a while."""
    bot.is_cut_off()
    bot.pass_seconds(1000)
    bot.is_back([BOT, "admin", *NICKS])


def be_coming_back(bot: OfflineBot) -> None:
    """Let the bot be back in the channel, and not know yet where people are from."""
    bot.is_cut_off()
    bot.is_put_in([BOT, "admin", *NICKS])
    bot.croupier().entered()


When = Callable[[OfflineBot], None]


@pytest.mark.parametrize("when", [be_present, be_gone, be_coming_back])
def test_an_admin_can_stop_it_and_then_it_can_be_dealt_again(tmp_path: Path, when: When) -> None:
    for bot in in_every_state(tmp_path):
        when(bot)
        before = unsigned(bot.players_xml.read_bytes())
        said = in_channel(bot.says("admin", f"!{bot.croupier().game} stop"))
        assert said[0].startswith(STOPPED)
        assert is_over(bot)
        assert unsigned(bot.players_xml.read_bytes()) == before
        if when is be_present:
            assert (
                bot.says("dave", f"!{bot.croupier().game} {' '.join(NICKS)}")[0].target == CHANNEL
            )
            assert asked(bot) is not None


@pytest.mark.parametrize(
    "in_turn", [(be_present, be_back, be_gone), (be_coming_back,), (be_all_gone,)]
)
def test_none_of_its_players_can_even_as_operator_of_the_channel(
    tmp_path: Path, in_turn: tuple[When, ...]
) -> None:
    for bot in in_every_state(tmp_path):
        for when in in_turn:
            when(bot)
            ask = bot.croupier().ask
            if bot.roster().find("kevin"):
                bot.ops("kevin")
            said = in_channel(bot.says("kevin", f"!{bot.croupier().game} stop"))
            assert said == []
            assert bot.croupier().ask == ask


def is_bank_turned_up(bot: OfflineBot) -> bool:
    """Tell whether the banker's cards are turned up, from when on nobody leaves."""
    ask = bot.croupier().ask
    return ask is not None and ask.phase is Phase.BANKER and bot.croupier().game != "cutwc"


@pytest.mark.parametrize(
    ("order", "when"),
    [(NICKS, be_present), (NICKS[::-1], be_present), (("kevin", "dave", "bob"), be_back)],
)
def test_everybody_can_leave_and_then_it_is_over(
    tmp_path: Path, order: tuple[str, ...], when: When
) -> None:
    for bot in in_every_state(tmp_path):
        when(bot)
        for nick in order:
            if is_bank_turned_up(bot):
                assert "face up" in bot.says(nick, f"!{bot.croupier().game} resign")[0].line
                bot.pass_seconds(120)
            elif asked(bot) is not None:
                bot.says(nick, f"!{bot.croupier().game} resign")
        assert is_over(bot)


@pytest.mark.parametrize("nick", NICKS)
def test_who_leaves_is_not_waited_for_and_the_rest_is_played(tmp_path: Path, nick: str) -> None:
    for bot in in_every_state(tmp_path):
        can_leave = not is_bank_turned_up(bot)
        bot.tells(nick, "resign")
        assert not (can_leave and asked(bot) == nick)
        bot.pass_seconds(10_000)
        assert is_over(bot)


def test_who_is_out_of_the_channel_cannot_leave_but_the_table_goes_on(tmp_path: Path) -> None:
    for bot in in_every_state(tmp_path):
        player, ask = str(asked(bot)), bot.croupier().ask
        be_gone(bot)
        assert "Come back" in bot.tells(player, "leave")[0].line
        assert bot.croupier().ask is ask
        bot.pass_seconds(60)
        assert bot.croupier().ask is not ask


def test_all_gone_it_is_played_to_its_end(tmp_path: Path) -> None:
    for bot in in_every_state(tmp_path):
        be_all_gone(bot)
        bot.pass_seconds(120)
        assert is_over(bot)


def test_all_silent_it_is_played_to_its_end(tmp_path: Path) -> None:
    for bot in in_every_state(tmp_path):
        bot.pass_seconds(10_000)
        assert is_over(bot)
