"""What each key of config.ini means, section by section, in the order of the shipped file.

Only ``document`` needs this: the bot does not load it.
"""

from collections.abc import Mapping

_MARKER = (
    "The number of cards behind the marker, drawn from this range at each shuffle. When a deal"
    " reaches the marker, the shoe is shuffled after the round."
)
_GATHER = (
    "How the cards of a round go back under the pack. hands: each hand stays together, and the"
    " order of the hands is random. mixed: all cards are mixed, so that a log does not show which"
    " cards follow each other. seats: each hand stays together, in the order of the seats."
)
_STICK_MIN = "The lowest total that a player may stick on."

_BANKER_GAME = {
    "max_players": "The maximum number of players in a round, including the banker.",
    "min_bet": "The lowest initial bet, in chips.",
    "max_bet": "The highest initial bet, in chips.",
    "stick_min": _STICK_MIN,
    "split": "Which pairs may be split: any pair, or only aces.",
    "bank_price_max": "The highest price, in chips, that the bank can be sold for. Without this"
    " key it is ten times max_bet.",
    "gather": _GATHER,
}

ABOUT: Mapping[str, str] = {
    "irc": "A network: how the bot connects to it, what it is called there, and which channels it"
    " joins. [irc] is the first network; each further one has a section [irc:NAME].",
    "identity": "How the bot recognises players.",
    "admin": "Who may give the bot orders in private messages.",
    "log": "Where the log goes.",
    "players": "Where the players are kept, chips for those who have none left, and rankings.",
    "table": "What applies to every game.",
    "shed": "The rules of Shed Pontoon.",
    "british": "The rules of British Pontoon.",
    "shoot": "The rules of Shoot Pontoon.",
    "cutwc": "The rules of CUTwC Pontoon.",
    "blackjack": "The rules of Black Jack For Time.",
}
"""What each section is about."""

HELP: Mapping[str, Mapping[str, str]] = {
    "irc": {
        "server": "The name or address of the IRC server, with a port if it needs one:"
        " irc.example.org:7000 or [2001:db8::1]:7000. Several servers of one network are separated"
        ' by commas, and tried in turn. "local" is a server inside the bot that only people on the'
        " same machine can reach, at 127.0.0.1.",
        "port": "The port of servers that are given without one.",
        "bind": "The IP address of this machine from which the bot connects, if it has several.",
        "tls": "Encrypt the connection, and check the certificate of the server. A server inside"
        " the bot has no TLS. A server that asks for TLS (STS) gets it in any case.",
        "tls_ca_file": "A PEM file with the certificate authorities to trust instead of those of"
        " the system.",
        "tls_fingerprints": "SHA-256 fingerprints of certificates, 64 hexadecimal digits each,"
        " separated by commas. If there are any, the bot trusts only these certificates, whoever"
        " signed them.",
        "tls_certificate": "A PEM file with the bot's own certificate, which it can log in with.",
        "tls_key": "A PEM file with the private key of that certificate, if the key is in another"
        " file.",
        "nickname": "The nick of the bot.",
        "alternatives": "Nicks to try if that one is in use, separated by commas. After them the"
        " bot tries nicks that resemble its own.",
        "username": "The user name of the bot, as in nick!user@host. Without it the bot makes one"
        " of its nick.",
        "realname": "The real name that WHOIS shows, at most 200 bytes.",
        "password": "The password of the server (PASS), without spaces, at most 504 bytes. The"
        " environment variable PONTOON_PASSWORD takes precedence.",
        "password_file": "A file that holds this password on its only line. Set either password or"
        " password_file.",
        "account": "The account of the bot with the services of the network (NickServ).",
        "account_password": "The password of that account, without spaces. With nickserv it has to"
        " fit into one line, which leaves some 330 bytes. The environment variable"
        " PONTOON_ACCOUNT_PASSWORD takes precedence.",
        "account_password_file": "A file that holds this password on its only line. Set either"
        " account_password or account_password_file.",
        "sasl": "The SASL mechanisms that the bot may log in with, separated by commas, or no. It"
        " uses the best one that the server offers. It sends passwords only over TLS, or to a"
        " server on the same machine.",
        "sasl_key": "A PEM file with the private key (P-256) for ECDSA-NIST256P-CHALLENGE.",
        "sasl_required": "Leave a server on which the bot cannot log in with SASL, and try again"
        " later.",
        "nickserv": "The service that gets the account and its password if the bot could not log in"
        " with SASL: its nick, such as NickServ, or its address, such as Q@CServe.quakenet.org; or"
        " no. Set a nick only where nobody else can take it.",
        "nickserv_command": "The command by which that service takes account and password, such as"
        " AUTH on QuakeNet and LOGIN on Undernet.",
        "nickserv_regain": "The command with which that service gets the bot's nick back from"
        " somebody else.",
        "on_connect": "Commands for the server, sent when it has let the bot in and before the bot"
        " joins channels: one a line, each of these lines indented, as in MODE $nick +x. $nick"
        " stands for the nick of the bot. The log shows only the first word of each.",
        "channels": "The channels to play in, separated by commas or spaces. With server = local"
        " their names begin with #.",
        "channel_keys": "The keys of channels that have one: channel and key, separated by commas,"
        " as in #pontoon sesame, #other hunter2.",
        "prefix": "What commands in a channel begin with: one to three punctuation marks or"
        " symbols, but no /.",
        "greet": "Answer in channels what people try first, and other bots may answer too: !help,"
        " !rules, !stats, !commands and !hand, and what is said to the bot by its nick, as in"
        " PontoonBot: hello.",
        "url": "The address of a page where people can read more. !help and !fair name it."
        " Without it they name none.",
        "notices": "Send private messages as NOTICE instead of PRIVMSG.",
        "lines_per_second": "How many lines the bot sends per second in the long run; 0 means no"
        " limit. With server = local there is none. Servers disconnect clients that send too much,"
        " so raise this only if you know their limit.",
        "burst": "How many lines the bot may send at once before that limit applies.",
        "ignore": "People whom the bot neither answers nor seats: masks nick!user@host with * and"
        " ?, separated by commas.",
        "user_lines": "How many questions and refused commands of one person the bot answers at"
        " once. Moves that are on offer do not count.",
        "user_lines_per_second": "How many of them it answers per second in the long run; 0 means"
        " no limit. With server = local there is none.",
    },
    "identity": {
        "require": "What identifies a player who has no services account in players.xml. nick: the"
        " nick. account: a services account, which the player has to claim first. mask: a mask of"
        " the player in players.xml.",
        "self_registration": 'Let people become players themselves, with the command "register".'
        " With server = local they always can.",
        "starting_chips": "How many chips a player who registers begins with.",
    },
    "admin": {
        "accounts": "The services accounts of admins, separated by commas. Accounts on the network"
        " [irc:NAME] begin with NAME/.",
        "masks": "Masks nick!user@host of admins, separated by commas. Masks on the network"
        " [irc:NAME] begin with NAME/. Anybody who matches a mask is an admin, so accounts are"
        " safer.",
    },
    "log": {
        "file": "The file to write the log to. Without it the log goes to standard error.",
        "format": "The format of the log. json writes one object per line.",
        "max_bytes": "The size, in bytes, at which the bot begins a new file.",
        "kept": "How many full files the bot keeps.",
    },
    "players": {
        "file": "The file with the players and their chips. The bot keeps a few other files next"
        " to it.",
        "refill": "The chips to which the command refill raises a player who has fewer than any"
        " game needs. 0: nobody gets any.",
        "refill_hours": "The hours until the same person can have a refill again. People are told"
        " apart by their services account, or else by their host.",
        "rank_rounds": "The ranked rounds of a game that a player needs for a place in its"
        " ranking. A round is ranked where people of other accounts and hosts bet too.",
    },
    "table": {
        "cards": "How cards are written: unicode (10♣) or ascii (10C).",
        "colour": "Write red suits in red.",
        "highlights": "Which lines in a channel highlight players in their clients. all: each line"
        " that names them. turn: only those that say whose turn it is, or that time runs out. The"
        " nicks in all others have an invisible character inside, a word joiner (U+2060).",
        "banter": "Say at the beginning of a round what was remarkable in the last one, in a few"
        " words: three sevens, a broken bank, or an only winner.",
        "max_players": "The maximum number of players in a round.",
        "bets": "How people bet in Shed Pontoon, CUTwC Pontoon and Black Jack. together: all at"
        " once, and the bets are shown when everybody has bet. in turn: one after the other.",
        "turn_timeout": "How many seconds a player in the channel has for each decision. After"
        " that the bot makes the safest move, and a player who has not bet sits the round out. A"
        " player has three times as long for a whole round, and then 15 seconds for each decision.",
        "bank_timeout": "How many seconds players have to say whether they want the bank, in"
        " British Pontoon and Shoot Pontoon.",
        "join_wait": "How many seconds after somebody has opened a table with the command join it"
        " is dealt to all who have joined. Each person who joins prolongs that, to three times as"
        " long at most.",
        "again": "How many seconds after a round those who have joined are dealt to again. Enough"
        " of them for the game must have made a decision in that round. 0: never by itself.",
        "grace": "How many seconds in a round, all in all, a player may be out of the channel"
        " before the bot makes moves for them.",
        "away_after": "How many decisions in a row a player has to miss for the bot to make all"
        " moves for them at once, until they say something to the bot. 0 means never.",
        "operators_may_set": "Whether the operators of a channel can change turn_timeout, games and"
        " banter for that channel, with the command set. With no, nothing that they set counts.",
    },
    "shed": {
        "decks": "The number of packs of 52 cards in the shoe. There have to be enough cards for"
        " every player to hold as many five-card hands as max_splits allows.",
        "marker": _MARKER,
        "max_bet_percent": "The highest initial bet, as a percentage of the player's chips: with"
        " one player, with two, and so on. The last number also applies to more players.",
        "stick_min": _STICK_MIN,
        "max_splits": "How often a player may split in one round.",
        "bonus_shed": "What a winning hand of three sevens gets in addition to its stake, as a"
        " multiple of the stake.",
        "bonus_five_card_21": "The same for five cards that total 21.",
        "bonus_five_card": "The same for five cards that total less than 21.",
        "bonus_pontoon": "The same for an ace with a ten, jack, queen or king.",
        "bonus_high": "The same for any other hand that is not bust.",
        "bonus_clown": "The same for the clown wagon: a single 16 that wins because everybody else"
        " is bust.",
    },
    "british": _BANKER_GAME,
    "shoot": {
        **_BANKER_GAME,
        "kitty_min": "The fewest chips that a banker may put up as a new kitty. Without this key"
        " it is min_bet.",
        "kitty_max": "The most chips that may be put into a kitty. Without this key it is max_bet.",
        "auction_timeout": "How many seconds an auction of the bank waits for each bid.",
    },
    "cutwc": {
        "max_players": "The maximum number of players in a round, including the dealer.",
        "max_bid": "The highest bid, in fingers of drink.",
        "gather": _GATHER,
    },
    "blackjack": {
        "decks": "The number of packs of 52 cards in the shoe. There have to be enough cards for"
        " every player and the dealer to hold five.",
        "marker": _MARKER,
        "max_coins": "The highest bet, in coins. Players can never bet their last coin.",
        "insurance_pays": "How many coins come back for each coin of insurance when the dealer has"
        " a natural.",
        "minutes_per_day": "A player who has fewer minutes at the start of a day gets this many."
        " Minutes that the player has deposited in the time bank count as held.",
        "coin_minutes": "How many minutes a coin is worth.",
        "turns_per_day": "How many rounds a player may play in a day.",
        "events": "Times of day, separated by commas. Minutes that a player wins past the next of"
        " these times go into the time bank.",
        "time_zone": "The time zone of these times and of midnight: UTC or a name such as"
        " Europe/London.",
        "time_bank": "Whether there is a time bank. Without it, such minutes are lost.",
        "voice": "Give +v to players who have minutes left, and take it when they have none."
        " Minutes then run while the player is in the channel. This is for a moderated channel in"
        " which the bot is an operator.",
    },
}
"""What each key means, by section."""
