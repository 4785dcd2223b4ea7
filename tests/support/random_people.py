"""People who come, go, change their nicks, play and talk nonsense, in two channels of one bot."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from hypothesis import strategies as st

from pontoon.engine.cards import Card
from pontoon.engine.computers import is_computer
from pontoon.engine.decks import Pack, Shoe
from pontoon.engine.hands import Seat
from pontoon.engine.moves import Ask, Option, Verb
from pontoon.engine.round import Round
from pontoon.irc.people import Person
from pontoon.tables.computers import PAUSE_SECONDS
from tests.support.offline_bot import BOT, CHANNEL, Entry, OfflineBot, Said

CHANNELS = (CHANNEL, "#Den[2]")
NICKS = ("dave", "kevin", "bob", "jim[]", "zed", "dave_", "kevin_")
ENTRIES = (Entry("dave"), Entry("kevin", 60, 40), Entry("bob", 700), Entry("jim[]", 12))
CONFIG = {
    "irc": {"channels": " ".join(CHANNELS)},
    "table": {"max_players": "4"},
    "shed": {"decks": "2", "marker": "88-96", "max_bet_percent": "5, 10, 20"},
}
"""So little is in front of the marker that it is reached in every other round."""

DEALT = ("pontoon", "british", "shoot", "cutwc", "shoot", "blackjack", "pontoon", "british")
"""What people want to play, the more often the more often it stands here."""

LETTERS = {
    Verb.STICK: "s",
    Verb.TWIST: "t",
    Verb.BUY: "b",
    Verb.BURN: "u",
    Verb.SPLIT: "p",
    Verb.DRAW: "t",
    Verb.STAY: "s",
    Verb.HIT: "h",
    Verb.DOUBLE: "d",
    Verb.INSURE: "y",
    Verb.SHOOT: "o",
    Verb.KITTY: "kitty",
    Verb.BID: "bid",
    Verb.PASS: "n",
    Verb.TAKE: "y",
}
AMOUNTS = (Verb.BET, Verb.BUY, Verb.SHOOT, Verb.KITTY, Verb.BID)
"""What is said with a number."""

COMMANDS = (
    *(
        "!pontoon dave kevin",
        "!pontoon Dave kevin bob jIM{}",
        "!pontoon bob",
        "!pontoon jim[] dave",
    ),
    *(
        "!pontoon",
        "!pontoon zed dave dave",
        "!pontoon PontoonBot",
        "!pontoon stop",
        "!pontoon leave",
    ),
    *(
        "!pontoon stats",
        "!pontoon stats the boss",
        "!pontoon help",
        "!pontoon rules",
        "!pontoon on",
    ),
    *("!bank", "!bank +5", "!bank -3", "!bet 5", "!max", "!twist", "!s", "!pontoon 3", "!games"),
    *(
        "!british dave kevin bob",
        "!shoot bob dave",
        "!cutwc kevin jim[]",
        "!blackjack dave",
        "!shoot",
    ),
    *(
        "!shoot banker",
        "!british banker",
        "!cutwc banker",
        "!british stop",
        "!shoot leave",
        "!cutwc stats",
    ),
    *(
        "!sell bank to kevin for 5",
        "!accept 5",
        "!decline",
        "!cancel",
        "!shoot 3",
        "!time",
        "!done",
    ),
    *("\x02!pontoon dave", "!pontoon \x1fdave", "hello", "!"),
)
MESSAGES = (
    *("hand", "s", "t", "b", "u", "p", "5", "bet 2", "max", "min", "1e3", "-5", "٣", "t 1", "b 5"),
    *("help", "rules", "stats", "stats dave", "bank", "bank +7", "bank -7", "leave", "stop"),
    *(
        "sell bank to Dave for 0",
        "sell bank to bob for 900",
        "accept",
        "accept 900",
        "decline",
        "cancel",
        "n",
    ),
    *("o 5", "shoot max", "kitty 7", "bid 3", "b max", "h", "d", "y", "deposit 5", "withdraw 5"),
    *("set nickname The Boss", "set nickname", "set nickname DAVE", "set nickname " + "ß" * 30),
    *("\x0250", "!pontoon dave", "what?", ""),
)
ANYTHING = st.text(
    st.characters(exclude_characters="\r\n\0", exclude_categories=["Cs"]), max_size=40
)


@dataclass
class Human:
    """Somebody behind a nick."""

    nick: str
    userhost: str
    is_in: set[str] = field(default_factory=set)


class View(NamedTuple):
    """What is so in one channel: each seat with the nick of the human in it, None while out.

    FACE_UP is what lies open of the dealer's cards, where the bot deals to itself.
    """

    seats: Sequence[Seat]
    nicks: Sequence[str | None]
    face_up: Sequence[Card] = ()


class Step(NamedTuple):
    """What somebody does; the numbers choose among what there is when it is done."""

    act: str
    who: int
    which: int
    text: str


ACTS = (
    *("move",) * 70,
    *("start",) * 3,
    *("say",) * 5,
    *("tell",) * 4,
    *("err",) * 6,
    *("come", "come", "go", "rename", "vanish", "vanish", "steal", "steal"),
    *(
        "wait",
        "wait",
        "break",
        "mend",
        "mend",
        "op",
        "kick the bot",
        "put the bot out",
        *("let the bot in",) * 3,
        "admin stops",
        "cut off for a while",
        "restart",
    ),
    *("trade",) * 4,
)
"""What people do, the more often the more often it stands here."""

steps = st.lists(
    st.builds(
        Step,
        st.sampled_from(ACTS),
        st.sampled_from(range(1000)),
        st.sampled_from(range(1000)),
        st.sampled_from(("", "", "", "!")).flatmap(lambda mark: ANYTHING.map(mark.__add__)),
    ),
    min_size=40,
    max_size=140,
)


class Crowd:
    """Five people, four of whom are players. Whose seat is whose is noted without the croupier.

    TABLE has what is to be otherwise than usual in [table].
    """

    company: Sequence[str] = ("",)
    """The computers that are named besides, now and then."""

    def __init__(self, folder: Path, room: int, seed: bytes, **table: int) -> None:
        changed = {key: str(value) for key, value in table.items()}
        self.bot = OfflineBot(
            folder,
            ENTRIES,
            config={**CONFIG, "table": {**CONFIG["table"], **changed}},
            new_shoe=lambda decks, marker: Shoe(decks, marker, seed),
            new_pack=lambda _: Pack(seed),
            room=room,
        )
        self.humans = [
            Human(entry.nick, f"{entry.nick}@{entry.nick}.home", set(CHANNELS)) for entry in ENTRIES
        ]
        self.humans.append(Human("zed", "zed@home"))
        self.broken = False
        self.is_connected = True
        self.out: set[str] = set()
        """The channels that the bot has been put out of, though it is connected."""
        self._rounds: dict[str, Round[Any, Any] | None] = dict.fromkeys(CHANNELS)
        self._seated: dict[str, dict[str, Human | None]] = {channel: {} for channel in CHANNELS}

    def view(self, channel: str) -> View:
        """Return what is so in CHANNEL now; it must be asked for after each step."""
        table = self.bot.table(channel)
        running = table.round
        if running is None:
            return View((), ())
        if running is not self._rounds[channel]:
            self._seated[channel] = {player: self._called(player) for player in table.players}
        self._rounds[channel] = running
        humans = [self._seated[channel][seat.player] for seat in table.seats]
        nicks = [each.nick if each and channel in each.is_in else None for each in humans]
        return View(table.seats, nicks, running.face_up)

    def _called(self, nick: str) -> Human | None:
        """Return the human of that NICK; None for a computer."""
        if is_computer(nick):
            return None
        fold = self.bot.network.fold
        return next(each for each in self.humans if fold(each.nick) == fold(nick))

    def do(self, step: Step) -> list[Said]:
        """Have STEP done; return what the bot says to it."""
        human = self.humans[step.who % len(self.humans)]
        channel = CHANNELS[step.which % len(CHANNELS)]
        acts: dict[str, Callable[[], list[Said]]] = {
            "move": lambda: self._move(channel, step.who),
            "start": lambda: self._say(human, channel, COMMANDS[step.which // 2 % 5]),
            "trade": lambda: self._trade(channel, step.which),
            "restart": self._restart,
            "say": lambda: self._say(human, channel, self._text(step, COMMANDS)),
            "tell": lambda: self._tell(human, self._text(step, MESSAGES)),
            "err": lambda: self._err(channel, step.who, self._text(step, MESSAGES)),
            "come": lambda: self._come(human, channel),
            "go": lambda: self._go(human, channel),
            "rename": lambda: self._rename(human, NICKS[step.which % len(NICKS)]),
            "vanish": lambda: self._vanish(human),
            "steal": lambda: self._steal(human, channel),
            "break": self._break,
            "mend": self.mend,
            "op": lambda: self._op(human, channel),
            "kick the bot": lambda: self._put_out(channel) + self._let_in(channel),
            "put the bot out": lambda: self._put_out(channel),
            "let the bot in": lambda: self._let_in(channel),
            "admin stops": lambda: self.bot.stops_round(channel),
            "cut off for a while": lambda: self._cut_off_for_a_while(human, channel),
            "cut off": self.cut_off,
            "connect": self.connect,
            "describe": lambda: self.describe(channel),
            "leave": lambda: self._say(human, channel, "!pontoon leave"),
            "stop": lambda: self._say(human, channel, "!pontoon stop"),
        }
        return acts[step.act]()

    @staticmethod
    def _text(step: Step, known: Sequence[str]) -> str:
        place = step.which // 2 % (len(known) + 5)
        return known[place] if place < len(known) else step.text

    def _move(self, channel: str, number: int) -> list[Said]:
        """Have one of those who are asked make a move that is on offer, in private or not."""
        ask = self._asked(channel, number)
        if ask is None:
            players = [each.nick for each in self.humans[:4] if channel in each.is_in]
            computers = self.company[number // 4 % len(self.company)]
            nicks = " ".join((*players[number % 3 : number % 3 + 2], computers))
            game = DEALT[number // 3 % len(DEALT)]
            return self._say(self.humans[number % 5], channel, f"!{game} {nicks}")
        if is_computer(ask.player):
            return self.bot.pass_seconds(PAUSE_SECONDS)
        nick = self.bot.croupier(channel).seat_map.address(ask.player)
        if nick is None:
            return []
        text = typed(ask.options[number % len(ask.options)], number)
        if number % 3:
            return self.bot.tells(nick, text)
        return self.bot.says(nick, f"!{text}", channel)

    def _asked(self, channel: str, number: int) -> Ask | None:
        """Return one of the decisions that are waited for in CHANNEL; None where none is."""
        asks = self.bot.croupier(channel).waiting.asks
        return asks[number // 7 % len(asks)] if asks else None

    def _err(self, channel: str, number: int, text: str) -> list[Said]:
        """Have one of those who are asked answer with just about anything."""
        ask = self._asked(channel, number)
        nick = ask and self.bot.croupier(channel).seat_map.address(ask.player)
        return self.bot.tells(nick, text) if nick else []

    def _say(self, human: Human, channel: str, text: str) -> list[Said]:
        return self.bot.says(human.nick, text, channel) if channel in human.is_in else []

    def _tell(self, human: Human, text: str) -> list[Said]:
        return self.bot.tells(human.nick, text) if self.is_connected else []

    def _come(self, human: Human, channel: str) -> list[Said]:
        human.is_in.add(channel)
        if not self._sees(channel):
            return []
        return self.bot.comes(human.nick, human.userhost, channel)

    def _go(self, human: Human, channel: str) -> list[Said]:
        if channel not in human.is_in:
            return []
        human.is_in.remove(channel)
        return self.bot.leaves(human.nick, channel) if self._sees(channel) else []

    def _rename(self, human: Human, nick: str) -> list[Said]:
        fold = self.bot.network.fold
        if fold(nick) in [fold(each.nick) for each in self.humans if each is not human]:
            return []
        old, human.nick = human.nick, nick
        return self.bot.renames(old, nick)

    def _vanish(self, human: Human) -> list[Said]:
        """Have somebody go, and give up their nick where nobody sees it."""
        said = [said for channel in CHANNELS for said in self._go(human, channel)]
        return said + self._rename(human, f"{human.nick.rstrip('_')}_")

    def _steal(self, human: Human, channel: str) -> list[Said]:
        """Have somebody come with a nick that nobody has."""
        fold = self.bot.network.fold
        taken = {fold(each.nick) for each in self.humans}
        free = [nick for nick in NICKS if fold(nick) not in taken]
        return self._go(human, channel) + self._rename(human, free[0]) + self._come(human, channel)

    def _op(self, human: Human, channel: str) -> list[Said]:
        if self._sees(channel):
            self.bot.ops(human.nick, channel)
        return []

    def _sees(self, channel: str) -> bool:
        """Tell whether the bot is in CHANNEL."""
        return self.is_connected and channel not in self.out

    def _put_out(self, channel: str) -> list[Said]:
        if not self._sees(channel):
            return []
        self.out.add(channel)
        return self.bot.is_put_out(channel)

    def _let_in(self, channel: str) -> list[Said]:
        if not self.is_connected or channel not in self.out:
            return []
        self.out.remove(channel)
        here = [human.nick for human in self.humans if channel in human.is_in]
        return self.bot.is_back([BOT, *here], channel)

    def _cut_off_for_a_while(self, human: Human, channel: str) -> list[Said]:
        """Have the connection lost and made again; somebody goes or is renamed meanwhile."""
        if not self.is_connected:
            return []
        said = self.cut_off()
        human.is_in ^= {channel}
        if human.nick.startswith("kevin"):
            said += self._rename(human, f"{human.nick.rstrip('_')}_")
        said += self.connect()
        return said + [each for channel in CHANNELS for each in self.describe(channel)]

    def cut_off(self) -> list[Said]:
        """Have the connection lost."""
        self.is_connected = False
        self.out.clear()  # it comes into all channels when it connects
        return self.bot.is_cut_off()

    def connect(self) -> list[Said]:
        """Have the bot be back, and be told who is there, but not where they are from."""
        if self.is_connected:
            return []
        self.is_connected = True
        before = len(self.bot.said)
        for human in self.humans:
            person = Person(human.nick, human.userhost)
            self.bot.people[self.bot.network.fold(human.nick)] = person
        for channel in CHANNELS:
            here = [human.nick for human in self.humans if channel in human.is_in]
            self.bot.is_put_in([BOT, *here], channel)
            self.bot.croupier(channel).entered()
        return self.bot.said[before:]

    def describe(self, channel: str) -> list[Said]:
        """Have the bot be told where all in CHANNEL are from."""
        if not self._sees(channel):
            return []
        before = len(self.bot.said)
        for human in self.humans:
            if channel in human.is_in:
                self.bot.roster(channel).add(Person(human.nick, human.userhost))
        self.bot.croupier(channel).absence.described()
        return self.bot.said[before:]

    def _trade(self, channel: str, number: int) -> list[Said]:
        """Have whoever has the bank offer it to somebody, who now and then takes it."""
        table = self.bot.table(channel)
        nicks = {player: human.nick for player, human in self._seated[channel].items() if human}
        buyers = [player for player in nicks if player != table.banker]
        if table.banker not in nicks or not buyers or not self.is_connected:
            return []
        buyer = buyers[number % len(buyers)]
        offer = f"sell bank to {nicks[buyer]} for {number % 7}"
        said = self.bot.tells(nicks[table.banker], offer)
        return said + self.bot.tells(
            nicks[buyer], (f"accept {number % 7}", f"accept {number % 7}", "decline")[number % 3]
        )

    def _restart(self) -> list[Said]:
        """Have the bot stopped and started, which it cannot be with a broken file."""
        if self.broken:
            return []
        said = self.bot.starts_anew()
        for channel in CHANNELS:  # a round that goes on has the people in it that it had
            self._rounds[channel] = self.bot.table(channel).round
        return said

    def _break(self) -> list[Said]:
        if not self.broken:
            self.bot.break_file()
        self.broken = True
        return []

    def mend(self) -> list[Said]:
        """Have players.xml mended, and looked at."""
        if self.broken:
            self.bot.mend_file()
        self.broken = False
        return self.bot.pass_seconds(0)


def typed(option: Option, number: int) -> str:
    """Return how somebody types OPTION; NUMBER chooses the amount."""
    if option.verb not in AMOUNTS or option.least is None or option.most is None:
        return LETTERS[option.verb]
    amount = option.least + number % (option.most - option.least + 1)
    return f"{LETTERS[option.verb]} {amount}" if option.verb in LETTERS else str(amount)
