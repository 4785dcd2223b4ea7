"""The usage of each command, and what the command does: a line of help."""

# Rounds and seats

START = ("[NICK ...]", "deals to these players; without nicks, to the last ones again")
STATS = ("stats [GAME] [NICK]", "shows the best players, or one player")
TOP = ("top [GAME]", "shows the ranking of a game for chips")
STOP = ("stop", "stops a round that you have started, until somebody has bet")
LEAVE = ("leave", "gives up your seat")
RULES = ("rules [GAME]", "shows the rules of the game")
HELP = ("help [more] [GAME]", "says what you can do now; with more, everything that I understand")
BANK_OF_GAME = ("bank", "says who has the bank, in a game that has one")
TURN_ON = ("on", "rounds are dealt in this channel again")
TURN_OFF = ("off", "no rounds are dealt in this channel; one that is being played goes on")
SET_CHANNEL = (
    "set [KEY VALUE]",
    "shows what is set for this channel; its operators set turn_timeout, games or banter",
)
MOVE = ("MOVE [AMOUNT]", "makes a move, as in bet 50, 50, max, min, twist or stick")
HAND = ("hand", "shows your cards, stake and chips again, and what is asked")
SELL_BANK = ("sell bank to NICK for CHIPS", "offers your bank to another player")
ACCEPT = ("accept", "buys the bank that is offered to you")
DECLINE = ("decline", "refuses the bank that is offered to you")
CANCEL = ("cancel", "takes back your offer of the bank")

EXPLAIN = ("?", "explains what you are asked, and asks it again")

JOIN = ("join [GAME]", "opens a table for the next rounds, or joins the one that is open")
LEAVE_TABLE = ("leave", "gives up your place in the next rounds")
DEAL = ("deal [WORDS]", "deals to those who have joined; WORDS are the last cut of a new deck")
CUT = ("cut WORDS", "cuts the sealed deck: the cards then depend on your words, too")
FAIR = ("fair", "says which deck is sealed, whose cuts count, and how to check it")
SHUFFLE = ("shuffle", "puts in a new deck, for an operator of the channel without a seat")
LAST = (
    "last [GAME]",
    "says who won what in the last round here; in private, tells all of that round",
)
REPLAY = ("replay ID", "tells a round again, by the id that last shows; stop ends that")
NOTIFY = ("notify N", "tells you once when N people have joined; notify off ends that")
OPT_OUT = ("optout", "nobody can name you for a round any more; you can still join")
OPT_IN = ("optin", "others can name you for a round again")
HOW_TO_JOIN = ("join [GAME]", "says how to begin a round")
HOW_TO_REGISTER = ("register", "says how to become a player")

# Players

GAMES = ("games", "lists the games, each with its command")
COMMANDS = ("commands", "lists the commands")
BANK = ("bank [+N or -N]", "shows your chips, deposits some in the bank, or withdraws some")
REFILL = ("refill", "gives you chips when you have none left")
SET_NICKNAME = ("set nickname [NAME]", "sets the name that announcements have for you")
SET_SPEECH = (
    "set [KEY VALUE]",
    "shows how I speak to you in private, or sets it, as in set cards ascii",
)
CLAIM = ("claim", "makes the player of your nick yours alone, by your services account")
REGISTER = ("register", "makes you a player, where the admin lets people register")

# Time

TIME = ("time", "shows your minutes")
DEPOSIT = ("deposit MINUTES", "puts minutes into your time bank")
WITHDRAW = ("withdraw MINUTES", "takes minutes out of your time bank")
DONE = ("done", "shows how your day has gone")

# Admin commands

ADD = ("add NICK CHIPS", "a new player, as in add dave 1000")
CHIPS = ("chips NICK +N or -N", "gives chips or takes them, as in chips dave +500")
REMOVE = ("remove NICK", "takes a player out of players.xml")
RENAME = ("rename OLD NEW", "gives a player another nick")
STOP_ROUND = ("stop #CHANNEL", "stops the round there and returns all stakes")
BAN = ("ban [NICK [MINUTES]]", "ignores somebody for so long, or until unban; alone, lists bans")
UNBAN = ("unban [NICK]", "ends the ban of NICK; alone, lists bans")
JOIN_CHANNEL = ("join #CHANNEL", "deals there too, until the next start")
PART_CHANNEL = ("part #CHANNEL", "deals there no more, until the next start")
AUDIT = ("audit", "checks that the ledger explains all chips in players.xml")
SAY = ("say #CHANNEL TEXT", "says TEXT there")
RELOAD = ("reload", "reads config.ini again")
STATUS = ("status", "shows how the bot is, and what is being played")
QUIT = ("quit", "leaves; rounds go on at the next start")
