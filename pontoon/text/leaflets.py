"""Help and rules, as they are handed out: a line for the channel, a page in private."""

from collections.abc import Sequence
from fractions import Fraction

from pontoon.games.shed import ShedRules
from pontoon.text.round import TITLES, times


def help_line(prefix: str) -> str:
    """Return the one line for somebody who said what the bot does not know."""
    return f"I deal {_titles()}. Say help or rules to me here, or {prefix}games in a channel."


def short_help(game: str, prefix: str) -> str:
    """Return the help for a channel."""
    command = prefix + game
    return (
        f"{TITLES[game]}: {command} NICK NICK ... deals to these players, {command} to the last "
        f"ones again; {command} stats, stop, leave, rules; {prefix}bank. More in private."
    )


def long_help(game: str, prefix: str) -> list[str]:
    """Return the help for one person, a line an item."""
    command = prefix + game
    return [
        f"{TITLES[game]}: {command} NICK NICK ... in a channel deals to these players; {command} "
        "alone deals to the last ones again, the first of them last.",
        "You get your cards here and answer here. A bet: 50, max or min. A move: s or stick, "
        f"t or twist, b or buy, u or burn, p or split. In the channel: {prefix}bet 50, "
        f"{prefix}stick, {prefix}twist and so on.",
        f"hand shows your cards again. {command} leave gives up your seat, {command} stop ends "
        "the round and returns the stakes.",
        f"stats, stats NICK; bank, bank +100, bank -100 (banked chips cannot be bet); set nickname "
        f"NAME (no name: no nickname); rules. In a channel: {command} stats, {prefix}bank, "
        f"{prefix}games.",
    ]


def games(prefix: str, commands: Sequence[str]) -> str:
    """Return the list of games."""
    listed = ", ".join(f"{TITLES[command]} ({prefix}{command})" for command in commands)
    return f"I deal {listed}."


def short_rules(game: str) -> str:
    """Return the rules in one line for a channel."""
    return {"pontoon": _SHED_IN_SHORT}[game]


_SHED_IN_SHORT = (
    "Shed Pontoon: get as near to 21 as you can, but not over it, and beat the other players. "
    "Twist for a card, buy one unseen, stick. The whole rules are sent to you in private."
)


def shed_rules(rules: ShedRules) -> list[str]:
    """Return the rules of Shed Pontoon with the numbers of this channel, a line an item."""
    percents = ", ".join(f"{percent}%" for percent in rules.max_bet_percent)
    return [
        "Shed Pontoon: players play against each other. Ace 1 or 11, jack, queen and king 10. "
        "The nearest to 21 wins; over 21 is bust.",
        "Everybody gets one card and bets, at most a share of their chips: "
        f"{percents} with 1, 2, 3 ... players. Then everybody gets a second card.",
        f"Stick: from {rules.stick_min} on. Twist: a card for all to see. Buy: a card only you "
        "see, for another bet, as long as you have not twisted. Five cards end the hand.",
        "Burn: with two cards that make 14, no ace, two fresh ones for another bet. Split: with "
        f"two cards of the same rank, two hands, a bet on each; up to {times(rules.max_splits)}.",
        "Best first: shed pontoon (7-7-7), five-card 21, five-card trick, pontoon (an ace and a "
        "ten or a picture), then the higher total.",
        "The best hand gets its stake back and a bonus: "
        f"shed pontoon {_bonus(rules.bonus_shed)}, "
        f"five-card 21 {_bonus(rules.bonus_five_card_21)}, "
        f"five-card trick {_bonus(rules.bonus_five_card)}, pontoon {_bonus(rules.bonus_pontoon)}, "
        f"high cards {_bonus(rules.bonus_high)} the stake.",
        "Lower hands win too as long as exactly the players with the best hands have them; all "
        "other stakes are lost. A single 16 that wins since all others are bust rides the clown "
        "wagon: "
        f"{_bonus(rules.bonus_clown)}.",
    ]


RULES = {"pontoon": shed_rules}
"""The rules of each game, by its command: a function of the numbers that hold here."""


def _bonus(multiple: Fraction) -> str:
    return f"{float(multiple):g} x"


def _titles() -> str:
    return " and ".join(TITLES.values())
