"""Every key of config.ini, section by section, in the order of the shipped file.

The dataclass of a section has the types, defaults and bounds of its keys.
"""

from collections.abc import Mapping
from types import MappingProxyType

from pontoon.service.config.irc_keys import IRC
from pontoon.service.config.irc_values import read_accounts, read_admin_masks
from pontoon.service.config.key import Key, Reader, Section, without_default

_IDENTITY = Section(
    "identity",
    "How the bot recognises players.",
    (
        Key(
            "require",
            "What identifies a player who has no services account in players.xml. nick: the nick."
            " account: a services account, which the player has to claim first. mask: a mask of"
            " the player in players.xml.",
        ),
        Key(
            "self_registration",
            'Let people become players themselves, with the command "register".',
        ),
        Key("starting_chips", "How many chips a player who registers begins with."),
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
        Key("format", "The format of the log. json writes one object per line."),
        Key("max_bytes", "The size, in bytes, at which the bot begins a new file."),
        Key("kept", "How many full files the bot keeps."),
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
        ),
    ),
)

_TABLE = Section(
    "table",
    "What applies to every game.",
    (
        Key("cards", "How cards are written: unicode (10♣) or ascii (10C)."),
        Key("colour", "Write red suits in red."),
        Key("max_players", "The maximum number of players in a round."),
        Key(
            "bets",
            "How people bet in Shed Pontoon, CUTwC Pontoon and Black Jack. together: all at once,"
            " and the bets are shown when everybody has bet. in turn: one after the other.",
        ),
        Key(
            "turn_timeout",
            "How many seconds a player in the channel has for each decision. After that the bot"
            " makes the safest move, and a player who has not bet sits the round out. A player has"
            " three times as long for a whole round, and then 15 seconds for each decision.",
        ),
        Key(
            "bank_timeout",
            "How many seconds players have to say whether they want the bank, in British Pontoon"
            " and Shoot Pontoon.",
        ),
        Key(
            "grace",
            "How many seconds in a round, all in all, a player may be out of the channel before the"
            " bot makes moves for them.",
        ),
        Key(
            "away_after",
            "How many decisions in a row a player has to miss for the bot to make all moves for"
            " them at once, until they say something to the bot. 0 means never.",
        ),
    ),
)

_MARKER = Key(
    "marker",
    "The number of cards behind the marker, drawn from this range at each shuffle. When a deal"
    " reaches the marker, the shoe is shuffled after the round.",
)

_GATHER = Key(
    "gather",
    "How the cards of a round go back under the pack. hands: each hand stays together, and the"
    " order of the hands is random. mixed: all cards are mixed, so that a log does not show which"
    " cards follow each other. seats: each hand stays together, in the order of the seats.",
)

_STICK_MIN = "The lowest total that a player may stick on."

_SHED = Section(
    "shed",
    "The rules of Shed Pontoon.",
    (
        Key(
            "decks",
            "The number of packs of 52 cards in the shoe. There have to be enough cards for every"
            " player to hold as many five-card hands as max_splits allows.",
        ),
        _MARKER,
        Key(
            "max_bet_percent",
            "The highest initial bet, as a percentage of the player's chips: with one player, with"
            " two, and so on. The last number also applies to more players.",
        ),
        Key("stick_min", _STICK_MIN),
        Key("max_splits", "How often a player may split in one round."),
        Key(
            "bonus_shed",
            "What a winning hand of three sevens gets in addition to its stake, as a multiple of"
            " the stake.",
        ),
        Key("bonus_five_card_21", "The same for five cards that total 21."),
        Key("bonus_five_card", "The same for five cards that total less than 21."),
        Key("bonus_pontoon", "The same for an ace with a ten, jack, queen or king."),
        Key("bonus_high", "The same for any other hand that is not bust."),
        Key(
            "bonus_clown",
            "The same for the clown wagon: a single 16 that wins because everybody else is bust.",
        ),
    ),
)

_BANKER_GAME = (
    Key("max_players", "The maximum number of players in a round, including the banker."),
    Key("min_bet", "The lowest initial bet, in chips."),
    Key("max_bet", "The highest initial bet, in chips."),
    Key("stick_min", _STICK_MIN),
    Key("split", "Which pairs may be split: any pair, or only aces."),
    Key(
        "bank_price_max",
        "The highest price, in chips, that the bank can be sold for. Without this key it is ten"
        " times max_bet.",
    ),
    _GATHER,
)

_BRITISH = Section("british", "The rules of British Pontoon.", _BANKER_GAME)

_SHOOT = Section(
    "shoot",
    "The rules of Shoot Pontoon.",
    (
        *_BANKER_GAME,
        Key(
            "kitty_min",
            "The fewest chips that a banker may put up as a new kitty. Without this key it is"
            " min_bet.",
        ),
        Key(
            "kitty_max",
            "The most chips that may be put into a kitty. Without this key it is max_bet.",
        ),
        Key("auction_timeout", "How many seconds an auction of the bank waits for each bid."),
    ),
)

_CUTWC = Section(
    "cutwc",
    "The rules of CUTwC Pontoon.",
    (
        Key("max_players", "The maximum number of players in a round, including the dealer."),
        Key("max_bid", "The highest bid, in fingers of drink."),
        _GATHER,
    ),
)

_BLACKJACK = Section(
    "blackjack",
    "The rules of Black Jack For Time.",
    (
        Key(
            "decks",
            "The number of packs of 52 cards in the shoe. There have to be enough cards for every"
            " player and the dealer to hold five.",
        ),
        _MARKER,
        Key("max_coins", "The highest bet, in coins. Players can never bet their last coin."),
        Key(
            "insurance_pays",
            "How many coins come back for each coin of insurance when the dealer has a natural.",
        ),
        Key(
            "minutes_per_day",
            "A player who has fewer minutes at the start of a day gets this many. Minutes that"
            " the player has deposited in the time bank count as held.",
        ),
        Key("coin_minutes", "How many minutes a coin is worth."),
        Key("turns_per_day", "How many rounds a player may play in a day."),
        Key(
            "events",
            "Times of day, separated by commas. Minutes that a player wins past the next of these"
            " times go into the time bank.",
        ),
        Key(
            "time_zone",
            "The time zone of these times and of midnight: UTC or a name such as Europe/London.",
        ),
        Key("time_bank", "Whether there is a time bank. Without it, such minutes are lost."),
        Key(
            "voice",
            "Give +v to players who have minutes left, and take it when they have none. Minutes"
            " then run while the player is in the channel. This is for a moderated channel in"
            " which the bot is an operator.",
        ),
    ),
)

SECTIONS: Mapping[str, Section] = MappingProxyType(
    {
        section.name: section
        for section in (
            *(IRC, _IDENTITY, _ADMIN, _LOG, _PLAYERS, _TABLE),
            *(_SHED, _BRITISH, _SHOOT, _CUTWC, _BLACKJACK),
        )
    }
)
"""The sections by name. Tests may add a game that has no section here."""
