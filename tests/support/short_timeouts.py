"""Bots that hurry people, and what the tests of that look at."""

from functools import partial
from pathlib import Path

from pontoon.engine.moves import Phase
from pontoon.storage.database import Database
from pontoon.tables.sealed_decks import SealedDecks
from pontoon.tables.starting import Starting
from tests.support.fake_clock import Call
from tests.support.offline_bot import CHANNEL, OfflineBot, Said
from tests.support.stacked_decks import RiggedPack

GAMES = ("pontoon", "british", "shoot", "cutwc", "blackjack")

PLAYERS = "dave 1000, kevin 1000, bob 1000"


def new_bot(
    folder: Path,
    cards: str = "",
    players: str = PLAYERS,
    cuts: str = "AD KC QC",
    /,
    **table: int,
) -> OfflineBot:
    """Return a bot with these keys of [table]; the first who cuts for the bank always has it."""
    return OfflineBot(
        folder,
        players,
        cards,
        {"table": {key: str(value) for key, value in table.items()}},
        new_pack=lambda before: RiggedPack([*before, cards], [cuts] * 9),
    )


def playing(folder: Path, cards: str = "5D 9C KH 9H 3S", **table: int) -> OfflineBot:
    """Return a bot where dave is to play a hand, and kevin then."""
    bot = new_bot(folder, cards, **table)
    bot.says("dave", "!pontoon dave kevin")
    bot.tells("dave", "50")
    bot.tells("kevin", "50")
    return bot


def all_want_the_bank(bot: OfflineBot) -> None:
    """Have everybody who is asked say that they want the bank."""
    bot.all_want_the_bank()


def begin(bot: OfflineBot, game: str, players: str) -> None:
    """Have a round of GAME dealt to PLAYERS, as far as the first bet is asked for."""
    bot.says(players.split()[0], f"!{game} {players}")
    all_want_the_bank(bot)
    if (ask := bot.croupier().ask) is not None and ask.phase is Phase.KITTY:
        bot.tells(ask.player, "50")


def lines(said: list[Said]) -> list[tuple[str, str]]:
    """Return what was SAID, and to whom."""
    return [(each.target, each.line) for each in said]


def in_channel(said: list[Said]) -> list[str]:
    """Return what was SAID in the channel."""
    return [each.line for each in said if each.target == CHANNEL]


def calls_due(bot: OfflineBot) -> list[Call]:
    """Return the calls that are still to be made at tables.

    Left out are those that only write, open decks, or say that a banker has not spoken.
    """
    due = (call for call in bot.time.calls if call.is_due)
    quiet = (Database, SealedDecks, Starting)
    return [call for call in due if not isinstance(_maker(call), quiet)]


def _maker(call: Call) -> object:
    """Return the object whose method CALL makes; None for a function."""
    make = call.make.func if isinstance(call.make, partial) else call.make
    return getattr(make, "__self__", None)


def timers(bot: OfflineBot) -> int:
    """Return how many calls are still to be made."""
    return len(calls_due(bot))


def asked(bot: OfflineBot) -> str | None:
    """Return who is asked; None while no round is played."""
    ask = bot.croupier().ask
    return None if ask is None else ask.player


def auction(folder: Path, **table: int) -> OfflineBot:
    """Return a bot where kevin is asked for a bid, within 30 s."""
    bot = new_bot(folder, **table)
    bot.says("dave", "!shoot dave kevin bob")
    all_want_the_bank(bot)
    bot.tells("dave", "n")
    assert bot.croupier().ask is not None
    assert asked(bot) == "kevin"
    return bot
