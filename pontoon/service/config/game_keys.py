"""The keys of the sections of games; the types and bounds are those of their ``Rules``."""

from pontoon.service.config.key import Key, Section

_MARKER = Key(
    "marker",
    "The number of cards behind the marker, drawn from this range at each shuffle. When a deal"
    " reaches the marker, the shoe is shuffled after the round.",
    "60-75",
)

_GATHER = Key(
    "gather",
    "How the cards of a round go back under the pack. hands: each hand stays together, and the"
    " order of the hands is random. mixed: all cards are mixed, so that a log does not show which"
    " cards follow each other. seats: each hand stays together, in the order of the seats.",
    "hands",
)

_STICK_MIN = "The lowest total that a player may stick on."

SHED = Section(
    "shed",
    "The rules of Shed Pontoon.",
    (
        Key(
            "decks",
            "The number of packs of 52 cards in the shoe. There have to be enough cards for every"
            " player to hold as many five-card hands as max_splits allows.",
            "6",
        ),
        _MARKER,
        Key(
            "max_bet_percent",
            "The highest initial bet, as a percentage of the player's chips: with one player, with"
            " two, and so on. The last number also applies to more players.",
            "1, 10, 20, 25, 50",
        ),
        Key("stick_min", _STICK_MIN, "16"),
        Key("max_splits", "How often a player may split in one round.", "4"),
        Key(
            "bonus_shed",
            "What a winning hand of three sevens gets in addition to its stake, as a multiple of"
            " the stake.",
            "7",
        ),
        Key("bonus_five_card_21", "The same for five cards that total 21.", "4"),
        Key("bonus_five_card", "The same for five cards that total less than 21.", "3"),
        Key("bonus_pontoon", "The same for an ace with a ten, jack, queen or king.", "2"),
        Key("bonus_high", "The same for any other hand that is not bust.", "0"),
        Key(
            "bonus_clown",
            "The same for the clown wagon: a single 16 that wins because everybody else is bust.",
            "1.5",
        ),
    ),
)

_BANKER_GAME = (
    Key("max_players", "The maximum number of players in a round, including the banker.", "8"),
    Key("min_bet", "The lowest initial bet, in chips.", "1"),
    Key("max_bet", "The highest initial bet, in chips.", "100"),
    Key("stick_min", _STICK_MIN, "15"),
    Key("split", "Which pairs may be split: any pair, or only aces.", "any"),
    Key(
        "bank_price_max",
        "The highest price, in chips, that the bank can be sold for. Without this key it is ten"
        " times max_bet.",
        "1000",
    ),
    _GATHER,
)

BRITISH = Section("british", "The rules of British Pontoon.", _BANKER_GAME)

SHOOT = Section(
    "shoot",
    "The rules of Shoot Pontoon.",
    (
        *_BANKER_GAME,
        Key(
            "kitty_min",
            "The fewest chips that a banker may put up as a new kitty. Without this key it is"
            " min_bet.",
            "1",
        ),
        Key(
            "kitty_max",
            "The most chips that may be put into a kitty. Without this key it is max_bet.",
            "100",
        ),
        Key("auction_timeout", "How many seconds an auction of the bank waits for each bid.", "30"),
    ),
)

CUTWC = Section(
    "cutwc",
    "The rules of CUTwC Pontoon.",
    (
        Key("max_players", "The maximum number of players in a round, including the dealer.", "10"),
        Key("max_bid", "The highest bid, in fingers of drink.", "4"),
        _GATHER,
    ),
)

BLACKJACK = Section(
    "blackjack",
    "The rules of Black Jack For Time.",
    (
        Key(
            "decks",
            "The number of packs of 52 cards in the shoe. There have to be enough cards for every"
            " player and the dealer to hold five.",
            "6",
        ),
        _MARKER,
        Key(
            "max_coins",
            "The highest bet, in coins. Players can never bet their last coin.",
            "10",
        ),
        Key(
            "insurance_pays",
            "How many coins come back for each coin of insurance when the dealer has a natural.",
            "2",
        ),
        Key(
            "minutes_per_day",
            "A player who has fewer minutes at the start of a day gets this many. Minutes that"
            " the player has deposited in the time bank count as held.",
            "60",
        ),
        Key("coin_minutes", "How many minutes a coin is worth.", "1"),
        Key("turns_per_day", "How many rounds a player may play in a day.", "20"),
        Key(
            "events",
            "Times of day, separated by commas. Minutes that a player wins past the next of these"
            " times go into the time bank.",
            "03:00",
        ),
        Key(
            "time_zone",
            "The time zone of these times and of midnight: UTC or a name such as Europe/London.",
            "UTC",
        ),
        Key("time_bank", "Whether there is a time bank. Without it, such minutes are lost.", "yes"),
        Key(
            "voice",
            "Give +v to players who have minutes left, and take it when they have none. Minutes"
            " then run while the player is in the channel. This is for a moderated channel in"
            " which the bot is an operator.",
            "no",
        ),
    ),
)
