"""What the front desk says: the bank, statistics and nicknames."""

from collections.abc import Mapping

from pontoon.games import GAMES
from pontoon.storage.players.nicknames import FORBIDDEN, MAX_LENGTH, NicknameFault, looks_like_nick
from pontoon.storage.players.player import Player
from pontoon.text.announcements import BALANCES_HEADINGS
from pontoon.text.formatting import chips

TITLES = ("Banker", "Dealer")
"""What stands before a name where a banker's result is told."""

_HEADINGS = tuple(heading.strip(": ") for heading in BALANCES_HEADINGS.values())

OWN_NAMES = (*_HEADINGS, *(game.title for game in GAMES), *TITLES)
"""What lines of the game begin with; as a nickname it would make one kind of line of another."""

SAID_OF_NAMES = (
    *("bets", "bids", "twists", "buys", "burns", "splits", "sticks", "busts", "leaves", "to"),
    *("draws", "stays", "shows", "shoots", "hits", "doubles", "has", "gets", "takes", "wins"),
    *("deals", "turns", "puts", "passes", "offers", "does", "insures", "loses", "ties", "drinks"),
    *("sits", "pays", "falls", "can"),
    *("is", "seems"),
)
"""The words that follow a name in the lines of a game: nobody's name has them behind another's."""

PARTS_OF_LINES = (
    *("bets", "bids", "twists", "buys", "burns", "splits", "sticks", "busts", "draws", "stays"),
    *("shoots", "hits", "doubles", "insures"),
    *("to play", "to bet", "to bid", "to shoot", "to insure", "to put up", "to add"),
    *("leaves the round", "has the bank", "clown wagon"),
    *_HEADINGS,
)
"""The words by which people know a line of the game: no nickname holds them."""

NUMBERED = ("hand", "stake", "wins", "loses", "drinks")
"""The words that lines of the game have before numbers: no nickname has them so."""


def no_entry(nick: str) -> str:
    """Say that somebody is not a player."""
    return f"{nick} is not in players.xml."


def bank(name: str, in_hand: int, banked: int) -> str:
    """Say what a player has."""
    return f"{name}: chips {in_hand}, bank {banked}"


def banked(name: str, moved: int, in_hand: int, total_banked: int) -> str:
    """Say that chips were moved to the bank, or from it where MOVED is negative."""
    verb = "deposits" if moved > 0 else "withdraws"
    return f"{name} {verb} {abs(moved)}: chips {in_hand}, bank {total_banked}"


def banking_help(prefix: str) -> str:
    """Say how the bank is used."""
    command = f"{prefix}bank"
    return f"{command} shows what you have, {command} +100 deposits, {command} -100 withdraws."


def bank_is_closed(name: str, channel: str) -> str:
    """Tell somebody else that the bank of a player who plays cannot be used."""
    return f"{name} is playing in {channel}: the bank is open again after the round."


def your_bank_is_closed(name: str, channel: str) -> str:
    """Tell somebody who plays that they cannot use the bank."""
    return f"{name}, you are playing in {channel}: the bank is open again after the round."


def deposit_too_great(name: str, in_hand: int) -> str:
    """Say how much can be deposited."""
    if in_hand < 2:
        return (
            f"You have {chips(in_hand)}; a deposit leaves at least 1, so there is none to deposit."
        )
    return f"{name} can deposit up to {in_hand - 1}: a deposit leaves at least 1 chip."


def withdrawal_too_great(name: str, in_bank: int) -> str:
    """Say how much can be withdrawn."""
    return f"{name} has {chips(in_bank)} in the bank."


# Statistics and nicknames

NO_PLAYERS = "There are no players in players.xml yet."


def nobody_called(name: str) -> str:
    """Say that there is no such player; what cannot be a nick is not repeated."""
    is_short = len(name) <= MAX_LENGTH
    who = name if is_short and looks_like_nick(name) else "of that name"
    return f"There is no player {who} in players.xml."


def player_stats(player: Player, game: str, holdings: Mapping[str, int]) -> str:
    """Say what a player has, which is in HOLDINGS, and has played and won."""
    nickname = f" ({player.name})" if player.name != player.nick else ""
    record = player.record(game)
    ratio = f"{100 * record.won / record.played:.0f}%" if record.played else "none"
    has = "".join(f"{name.replace('_', ' ')} {number}, " for name, number in holdings.items())
    return f"{player.nick}{nickname}: {has}played {record.played}, won {record.won}, ratio {ratio}"


def stats(place: int, player: Player, game: str, holdings: Mapping[str, int]) -> str:
    """Say which place a player has among the best."""
    return f"{place}. {player_stats(player, game, holdings)}"


_NICKNAME_FAULTS = {
    NicknameFault.BLANK: "A nickname has letters.",
    NicknameFault.TOO_LONG: f"A nickname has at most {MAX_LENGTH} characters.",
    NicknameFault.BAD_CHARACTERS: (
        f"A nickname has none of {' '.join(sorted(FORBIDDEN))} and nothing that looks like them, "
        "no control or other invisible characters, and no spaces or blanks but the usual one."
    ),
}

ONE_LETTER = "A nickname has more than one letter: that one could be taken for a move."
ONLY_A_NUMBER = "A nickname is not only a number, which could be taken for chips: add letters."


def part_of_line(part: str) -> str:
    """Say that PART of a nickname is what lines of the game say."""
    return f'A line of the game could say "{part}": choose a nickname without it.'


def nickname_fault(fault: NicknameFault) -> str:
    """Say why something cannot be a nickname."""
    return _NICKNAME_FAULTS[fault]


def nickname_taken(nick: str) -> str:
    """Say that a nickname is somebody else's nick or nickname."""
    return f"That is too much like {nick}'s name; choose another."


NICKNAME_IS_OURS = "The game uses that name itself; choose another."


def nickname_set(nick: str, nickname: str) -> str:
    """Say what a player is called from now on."""
    return f"You are called {nickname} now." if nickname else f"You are called {nick} now."
