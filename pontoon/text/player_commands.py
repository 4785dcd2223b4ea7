"""Messages to players about their bank, statistics, nickname and minutes."""

from collections.abc import Mapping, Sequence
from datetime import timedelta

from pontoon.engine.computers import shown
from pontoon.engine.errors import Refused, SeatFault
from pontoon.engine.hands import BEST_TOTAL, RANK_OF_KINDS
from pontoon.engine.moves import Unit
from pontoon.engine.result import MAX_NUMBER
from pontoon.games import GAMES
from pontoon.games.time_account import Settlement, Statement, TimeSheet, TransferFault
from pontoon.storage.players.entries import EntryFault
from pontoon.storage.players.identity import Unidentified
from pontoon.storage.players.nicknames import needs_nickname
from pontoon.storage.players.player import NO_STANDING, Player, Standing
from pontoon.text.formatting import chips, count, kind_of_hand
from pontoon.text.names import with_name

BANK = "{name}: chips {in_hand}, bank {banked}"
BANK_IS_CLOSED = "{name} is playing in {channel}: say that again after the round."
YOUR_BANK_IS_CLOSED = "{name}, you are playing in {channel}: say that again after the round."
BANKING_HELP = (
    "Chips in the bank cannot be bet, so they cannot be lost. Say {prefix}bank +100 to deposit, "
    "{prefix}bank -100 to withdraw, {prefix}bank to see both."
)
NICKNAME_SET = "You are now called {name}."
NOBODY_HAS_PLAYED = "Nobody has played a round yet."
REFILL_AFTER_ROUND = (
    "{name}, ask for a refill when your round is over, if you have no chips left then."
)
NO_REFILL_HERE = "There are no refills here: ask an admin for chips."
REFILLED_TO_NOBODY = (
    "I do not know the address of {name} yet: join the channel, then say refill again."
)
OFFER_REFILL = "Say refill for {chips}, once in {hours}."
WITHDRAWAL_TOO_GREAT = "{name} has only {chips} in the bank."
NO_SUCH_PLAYER = "There is no player{called}."


def banked(name: str, moved: int, in_hand: int, total_banked: int) -> str:
    """Say that chips were moved to the bank, or from it if MOVED is negative."""
    verb = "deposits" if moved > 0 else "withdraws"
    return f"{name} {verb} {abs(moved)}: chips {in_hand}, bank {total_banked}"


def deposit_too_great(name: str, in_hand: int) -> str:
    if in_hand < 2:
        return (
            f"{name} has {chips(in_hand)}. A deposit must leave at least 1 chip, so there is "
            "nothing to deposit."
        )
    return f"{name} can deposit up to {in_hand - 1}: a deposit must leave at least 1 chip."


def no_room(name: str, where: str, room: int) -> str:
    """Say that NAME cannot have all those chips WHERE they are, and how many there is ROOM for."""
    number = f"at most {room}" if room else "none"
    return f"{name} cannot have more than {chips(MAX_NUMBER)} {where}: {number} can be moved now."


def player_stats(player: Player, game: str, holdings: Mapping[str, int]) -> str:
    """Show HOLDINGS, what a player has, and how many rounds of GAME they have played and won."""
    name = with_name(shown(player.nick), player.name)
    stats = player.stats_in(game)
    ratio = f", ratio {100 * stats.won / stats.played:.0f}%" if stats.played else ""
    has = "".join(f"{what.replace('_', ' ')} {number}, " for what, number in holdings.items())
    return f"{name}: {has}played {stats.played}, won {stats.won}{ratio}"


def achievements(standing: Standing, game: str) -> str:
    """Return what ``player_stats`` is followed by: the best of GAME, "" if there is nothing yet."""
    if standing == NO_STANDING:
        return ""
    hand, rounds = _best_hand(standing.best_hand, game), (standing.most_won, -standing.most_lost)
    best, worst = (f"{number:+}" if number else "0" for number in rounds)
    return f"{hand}, best round {best}, worst round {worst}, winning streak {standing.streak}"


def _best_hand(rank: int, game: str) -> str:
    if rank <= BEST_TOTAL:
        return f", best hand {rank}" if rank else ""
    kinds = (kind for each in GAMES if each.name == game for kind in each.hand_types)
    names = (kind_of_hand(kind) for kind in kinds if kind.value == rank - RANK_OF_KINDS)
    return "".join(f", best hand {name}" for name in names)


def ranking(title: str, ranked: Sequence[tuple[str, float]]) -> str:
    """List those RANKED, names with values, as far as one line has room."""
    said = f"{title} ranking, chips won for each 100 staked"
    for place, (name, value) in enumerate(ranked, 1):
        tenths = round(1000 * value)
        longer = f"{said}{', ' if place > 1 else ': '}{place}. {name} {tenths / 10:+.1f}"
        if len(longer) > MAX_RANKING_LENGTH:
            break
        said = longer
    return said


MAX_RANKING_LENGTH = 300  # characters


def nobody_ranked(title: str, least: int) -> str:
    rounds = count(least, "round")
    return (
        f"Nobody is in the ranking of {title} yet: it takes {rounds} in which somebody from "
        "another address bets too."
    )


def no_ranking(title: str) -> str:
    *others, last = (f"top {game.name}" for game in GAMES if game.unit is Unit.CHIPS)
    games = f"{', '.join(others)} or {last}"
    return f"{title} has no ranking, because it is not for chips. In private, say {games}."


def refill_first(number: int, hours: int) -> str:
    return (
        f"You have too few chips for any game: say refill to me in private for {chips(number)}, "
        f"once in {count(hours, 'hour')}."
    )


def refilled(name: str, number: int, hours: int) -> str:
    return (
        f"{name} now has {chips(number)}, a gift of the house. The next refill is "
        f"{count(hours, 'hour')} away, and only for a player with no chips left."
    )


def refilled_already(name: str, left: timedelta) -> str:
    """Tell somebody broke how much time is LEFT until they can have a refill."""
    minutes = max(-(-left // timedelta(minutes=1)), 1)
    hours, minutes = divmod(minutes, 60)
    parts = [count(hours, "hour")] if hours else []
    parts += [count(minutes, "minute")] if minutes else []
    return (
        f"{name}, or somebody with your account or address, has had a refill: say refill again in "
        f"{' and '.join(parts)}."
    )


def not_broke(name: str, in_hand: int, banked: int) -> str:
    if in_hand:
        return f"{name} has {chips(in_hand)}: a refill is for players who have none left."
    if banked:
        return f"{name} has {chips(banked)} in the bank: say bank -{banked} to take them out."
    return f"{name} has chips in a kitty, and gets them back with it: there is no refill now."


def how_i_speak(set_to: Mapping[str, str], words: Mapping[str, Sequence[str]]) -> str:
    """Show how the bot speaks to a player in private, and how to change it."""
    settings = [f"{name} {word}" for name, word in set_to.items()]
    return f"In private I speak to you with {', '.join(settings)}. {how_to_set(words)}"


def how_to_set(words: Mapping[str, Sequence[str]]) -> str:
    """Say which WORDS each key can have."""
    choices = (f"set {name} {' or '.join(each)}" for name, each in words.items())
    return f"Say {', '.join(choices)}."


# Minutes, coins, and the time bank

_TRANSFER_FAULTS: dict[object, str] = {
    TransferFault.NO_TIME_BANK: "There is no time bank here.",
    TransferFault.NOTHING: "Say how many minutes: deposit 5, withdraw 5.",
    TransferFault.TOO_FEW_MINUTES: "{name} has fewer minutes than that",
    TransferFault.TOO_FEW_BANKED: "{name}'s time bank has fewer minutes than that",
    TransferFault.PAST_EVENT: "{name} would have more minutes than there are to the next event",
    TransferFault.BANK_FULL: "{name}'s time bank cannot hold so many minutes",
}


def time_sheet(name: str, sheet: TimeSheet) -> str:
    return (
        f"{name}: minutes {sheet.minutes}, coins {sheet.coins}{_time_bank(sheet.time_bank)}, "
        f"{count(sheet.turns_left, 'round')} left today, "
        f"next event at {sheet.next_event:%H:%M %Z}, in {count(sheet.minutes_to_event, 'minute')}"
    )


def deposited(name: str, number: int, sheet: TimeSheet) -> str:
    """Say that NUMBER minutes were moved to the time bank, or from it if NUMBER is negative."""
    does = "deposits" if number > 0 else "withdraws"
    now = f"minutes {sheet.minutes}{_time_bank(sheet.time_bank)}"
    return f"{name} {does} {count(abs(number), 'minute')}: {now}"


def _time_bank(number: int | None) -> str:
    return "" if number is None else f", time bank {number}"


def cannot_move(name: str, refused: Refused) -> str:
    """Say why minutes of the player NAME cannot be moved, and how many can."""
    why = _TRANSFER_FAULTS[refused.reason].format(name=name)
    if why.endswith("."):
        return why
    number = f"at most {refused.limit}" if refused.limit else "none"
    return f"{why}: {number} can be moved now."


def statement(name: str, day: Statement) -> str:
    return (
        f"{name}'s day: {count(day.turns, 'round')}, {count(day.gained, 'minute')} gained, "
        f"{day.lost} lost; "
        f"{day.minutes} left{_time_bank(day.time_bank)}"
    )


def told_of(name: str, settlement: Settlement) -> list[str]:
    """Say what became of minutes past the next event, and summarise the day if it is over.

    Each is a sentence.
    """
    told: list[str] = []
    if settlement.deposited:
        moved = count(settlement.deposited, "minute")
        told.append(f"{moved} past the next event went into your time bank.")
    if settlement.trimmed:
        told.append(f"{count(settlement.trimmed, 'minute')} past the next event did not count.")
    if settlement.statement is not None:
        told.append(f"{statement(name, settlement.statement)}.")
    return told


# Identity, claims and registration

NOT_LOOKED_UP = (
    "The server did not tell me in time which account you are logged in to. Please try again."
)
"""For a person whose command needs an account that is not known."""

_NOT_THEY = {
    SeatFault.LOGGED_OUT: (
        "{nick} has an account, and you are not logged in to it. Log in to services, then try "
        "again."
    ),
    SeatFault.NOT_LOOKED_UP: NOT_LOOKED_UP,
    SeatFault.OTHER_NETWORK: "{nick} has an account on another network and can play only there.",
    SeatFault.NO_ACCOUNT: (
        "{nick} has no account yet, and you need one to play here. Log in to services, then say "
        "claim to me in private."
    ),
    SeatFault.OTHER_ADDRESS: (
        "You are not at {nick}'s usual address. If {nick} is you, tell an admin."
    ),
}

REGISTER = "say {prefix}register"
HELP_HERE = "help here"
ADD_YOURSELF = "say add {nick} and a number of chips to me in private"
NEEDS_NICKNAME = (
    "Lines of the game cannot show your nick. Before you play, say set nickname and a name to me "
    "in private"
)
LOG_IN_FIRST = "You are not logged in to services. Log in first, then say claim again."
YOURS_ALREADY = "{nick} already belongs to your account: nobody else can play as {nick}."
HAS_ANOTHER = "{nick} already belongs to another account. If that is wrong, tell an admin."
HAS_ONE_ELSEWHERE = (
    "{nick} has an account on another network. Ask an admin to add the one you have here."
)
CLAIMED = (
    "{nick} is yours: from now on only people who are logged in to your account play as "
    "{nick}, under any nick."
)
CLAIM_TAKEN = "Your account already plays as {nick}, and an account has only one player."
YOU_ARE_SEATED = "You are playing as {player} in {channel}: try again after the round."
SOMEBODY_IS_SEATED = "Somebody is playing as {player} in {channel}: try again after the round."
REGISTRATION_IS_CLOSED = "You cannot register here: {how_to_join}."
LOG_IN_TO_REGISTER = "You need an account to register. Log in to services, then say register again."
UNKNOWN_HOST = "I do not know your address yet. Join the channel, then say register again."
BAD_NICK = "That nick means something else here. Change your nick, then say register again."
TOO_MANY_TODAY = (
    "Enough players have been made from your address today. Try again tomorrow, or {whom_to_ask}, "
    "to add you."
)
REGISTERED_ALREADY = "You are already a player, {nick}."
NICK_HAS_PLAYER = (
    "There is already a player called {nick}, or one with a name too similar to it. Change "
    "your nick, then say register again."
)

REFUSALS: dict[object, str] = {
    EntryFault.BAD_ACCOUNT: "I cannot save an account of that name. Ask an admin for help.",
    EntryFault.BAD_NICK: BAD_NICK,
    EntryFault.FULL: "There are too many players already: ask an admin.",
    EntryFault.ACCOUNT_TAKEN: HAS_ANOTHER,
    EntryFault.HAS_ACCOUNT: HAS_ANOTHER,
}
"""Why somebody who claims a player, or registers, is refused; else NICK_HAS_PLAYER."""


def ask_admin(nick: str | None) -> str:
    """Say that an admin makes people players: the one who has NICK, if one is there."""
    return "ask an admin of this bot" if nick is None else f"ask {nick}, an admin of this bot"


def not_they(stranger: Unidentified, how_to_join: str) -> str:
    """Tell a person why they are not the player with their nick, and what they can do about it."""
    if said := _NOT_THEY.get(stranger.why):
        return said.format(nick=stranger.nick)
    return f"{stranger.nick} is not a player yet; {how_to_join}"


def registered(nick: str, chips: str, what_helps: str) -> str:
    """Welcome a new player, who says WHAT HELPS to learn what they can do."""
    what_now = f"Say {what_helps} to see what you can do"
    what_now = NEEDS_NICKNAME if needs_nickname(nick) else what_now
    return f"You are now a player, {nick}, with {chips}. {what_now}."
