"""Messages about banks, statistics and nicknames."""

from collections.abc import Mapping

from pontoon.games import GAMES
from pontoon.storage.players.nicknames import FORBIDDEN, MAX_LENGTH, NicknameFault, looks_like_nick
from pontoon.storage.players.player import Player
from pontoon.text.announcements import BALANCES_HEADINGS
from pontoon.text.formatting import chips

TITLES = ("Banker", "Dealer")
"""The word before a name in a banker's result."""

_HEADINGS = tuple(heading.strip(": ") for heading in BALANCES_HEADINGS.values())

OWN_NAMES = (*_HEADINGS, *(game.title for game in GAMES), *TITLES)
"""Words that lines of the game begin with: as a nickname, one could change the kind of a line."""

SAID_OF_NAMES = (
    *("bets", "bids", "twists", "buys", "burns", "splits", "sticks", "busts", "leaves", "to"),
    *("draws", "stays", "shows", "shoots", "hits", "doubles", "has", "gets", "takes", "wins"),
    *("deals", "turns", "puts", "passes", "offers", "does", "insures", "loses", "ties", "drinks"),
    *("sits", "pays", "falls", "can", "is", "seems"),
)
"""Words that follow a name in lines of the game: no name may be another name with one of them."""

PARTS_OF_LINES = (
    *("bets", "bids", "twists", "buys", "burns", "splits", "sticks", "busts", "draws", "stays"),
    *("shoots", "hits", "doubles", "insures", "wins", "loses", "ties", "drinks"),
    *("to play", "to bet", "to bid", "to shoot", "to insure", "to put up", "to add", "to say"),
    *("leaves the round", "has the bank", "clown wagon", "marker", "shuffle", "shuffled"),
    *_HEADINGS,
)
"""Words by which people recognise a line of the game: no nickname may contain them."""

NUMBERED = ("hand", "stake", "wins", "loses", "drinks")
"""Words before numbers in lines of the game: no nickname may have them before a number."""


def bank(name: str, in_hand: int, banked: int) -> str:
    return f"{name}: chips {in_hand}, bank {banked}"


def banked(name: str, moved: int, in_hand: int, total_banked: int) -> str:
    """Say that chips were moved to the bank, or from it if MOVED is negative."""
    verb = "deposits" if moved > 0 else "withdraws"
    return f"{name} {verb} {abs(moved)}: chips {in_hand}, bank {total_banked}"


def banking_help(prefix: str) -> str:
    command = f"{prefix}bank"
    return f"{command} shows what you have, {command} +100 deposits, {command} -100 withdraws."


def bank_is_closed(name: str, channel: str) -> str:
    """Tell another person that the bank is closed while its player is in a round."""
    return f"{name} is playing in {channel}: the bank is open again after the round."


def your_bank_is_closed(name: str, channel: str) -> str:
    """Tell a player that their bank is closed while they are in a round."""
    return f"{name}, you are playing in {channel}: the bank is open again after the round."


def deposit_too_great(name: str, in_hand: int) -> str:
    if in_hand < 2:
        return (
            f"{name} has {chips(in_hand)}. A deposit must leave at least 1 chip, so there is "
            "nothing to deposit."
        )
    return f"{name} can deposit up to {in_hand - 1}: a deposit must leave at least 1 chip."


def withdrawal_too_great(name: str, in_bank: int) -> str:
    return f"{name} has only {chips(in_bank)} in the bank."


NO_PLAYERS = "There are no players yet."


def nobody_called(name: str) -> str:
    """Say that there is no such player, without repeating what cannot be a nick."""
    is_nick = len(name) <= MAX_LENGTH and looks_like_nick(name)
    return f"There is no player called {name}." if is_nick else "There is no player of that name."


def player_stats(player: Player, game: str, holdings: Mapping[str, int]) -> str:
    """Show HOLDINGS, what a player has, and how many rounds of GAME they have played and won."""
    nickname = f" ({player.name})" if player.name != player.nick else ""
    record = player.record(game)
    ratio = f"{100 * record.won / record.played:.0f}%" if record.played else "none"
    has = "".join(f"{name.replace('_', ' ')} {number}, " for name, number in holdings.items())
    return f"{player.nick}{nickname}: {has}played {record.played}, won {record.won}, ratio {ratio}"


def stats(place: int, player: Player, game: str, holdings: Mapping[str, int]) -> str:
    return f"{place}. {player_stats(player, game, holdings)}"


NICKNAME_FAULTS = {
    NicknameFault.BLANK: "A nickname must have letters in it.",
    NicknameFault.TOO_LONG: f"A nickname can have at most {MAX_LENGTH} characters.",
    NicknameFault.BAD_CHARACTERS: (
        f"A nickname cannot have any of {' '.join(sorted(FORBIDDEN))} or anything that looks like "
        "them, control or other invisible characters, or blanks other than the usual space."
    ),
}

NAME_IS_OURS = "The game uses that name itself; choose another."
ONE_LETTER = "A single letter could be taken for a move: choose a longer nickname."
ONLY_A_NUMBER = "A number could be taken for chips: add letters to the nickname."


def part_of_line(part: str) -> str:
    """Say that PART of a nickname also occurs in lines of the game."""
    return f'A line of the game could say "{part}": choose a nickname without it.'


def nickname_taken(nick: str) -> str:
    """Say that a nickname is too similar to the name of the player with NICK."""
    return f"That is too similar to {nick}'s name; choose another."


def nickname_set(nick: str, nickname: str) -> str:
    return f"You are now called {nickname or nick}."
