"""Every key of config.ini, section by section, in the order of the shipped file."""

from collections.abc import Mapping
from types import MappingProxyType

from pontoon.service.config.game_keys import BLACKJACK, BRITISH, CUTWC, SHED, SHOOT
from pontoon.service.config.irc_keys import IRC
from pontoon.service.config.irc_values import read_accounts, read_admin_masks
from pontoon.service.config.key import Key, Section, without_default
from pontoon.service.config.values import Reader, whole

_IDENTITY = Section(
    "identity",
    "How the bot recognises players.",
    (
        Key(
            "require",
            "What identifies a player who has no services account in players.xml. nick: the nick."
            " account: a services account, which the player has to claim first. mask: a mask of"
            " the player in players.xml.",
            "nick",
        ),
        Key(
            "self_registration",
            'Let people become players themselves, with the command "register".',
            "no",
        ),
        Key(
            "starting_chips",
            "How many chips a player who registers begins with.",
            "1000",
            read=whole(0, 999_999_999),
        ),
    ),
)

_ADMIN = Section(
    "admin",
    "Who may give the bot orders in private messages.",
    (
        without_default(
            "accounts",
            "The services accounts of admins, separated by commas. Accounts on the network"
            " [irc:NAME] begin with NAME/.",
            Reader(read_accounts),
        ),
        without_default(
            "masks",
            "Masks nick!user@host of admins, separated by commas. Masks on the network"
            " [irc:NAME] begin with NAME/. Anybody who matches a mask is an admin, so accounts"
            " are safer.",
            Reader(read_admin_masks),
        ),
    ),
)

_LOG = Section(
    "log",
    "Where the log goes.",
    (
        without_default(
            "file", "The file to write the log to. Without it the log goes to standard error."
        ),
        Key("format", "The format of the log. json writes one object per line.", "text"),
        Key(
            "max_bytes",
            "The size, in bytes, at which the bot begins a new file.",
            "10000000",
            read=whole(10_000, 999_999_999),
        ),
        Key("kept", "How many full files the bot keeps.", "5", read=whole(0, 1000)),
    ),
)

_PLAYERS = Section(
    "players",
    "Where the players are kept.",
    (
        Key(
            "file",
            "The file with the players and their chips. The bot keeps a few other files next to"
            " it.",
            "players.xml",
        ),
    ),
)

_TABLE = Section(
    "table",
    "What applies to every game.",
    (
        Key("cards", "How cards are written: unicode (10♣) or ascii (10C).", "unicode"),
        Key("colour", "Write red suits in red.", "no"),
        Key(
            "max_players",
            "The maximum number of players in a round.",
            "10",
            read=whole(1, 100),
        ),
        Key(
            "bets",
            "How people bet in Shed Pontoon, CUTwC Pontoon and Black Jack. together: all at once,"
            " and the bets are shown when everybody has bet. in turn: one after the other.",
            "together",
        ),
        Key(
            "turn_timeout",
            "How many seconds a player in the channel has for each decision. After that the bot"
            " makes the safest move, and a player who has not bet sits the round out. A player has"
            " three times as long for a whole round, and then 15 seconds for each decision.",
            "120",
            read=whole(10, 86400),
        ),
        Key(
            "bank_timeout",
            "How many seconds players have to say whether they want the bank, in British Pontoon"
            " and Shoot Pontoon.",
            "30",
            read=whole(5, 86400),
        ),
        Key(
            "grace",
            "How many seconds in a round, all in all, a player may be out of the channel before the"
            " bot makes moves for them.",
            "60",
            read=whole(0, 86400),
        ),
        Key(
            "away_after",
            "How many decisions in a row a player has to miss for the bot to make all moves for"
            " them at once, until they say something to the bot. 0 means never.",
            "2",
            read=whole(0, 1000),
        ),
    ),
)

SECTIONS: Mapping[str, Section] = MappingProxyType(
    {
        section.name: section
        for section in (
            *(IRC, _IDENTITY, _ADMIN, _LOG, _PLAYERS, _TABLE),
            *(SHED, BRITISH, SHOOT, CUTWC, BLACKJACK),
        )
    }
)
"""The sections by name. Tests may add a game that has no section here."""
