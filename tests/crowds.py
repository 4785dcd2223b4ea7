"""People who come, go, change their nicks, play and talk nonsense, in two channels of one club."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from hypothesis import strategies as st

from pontoon.hand import Seat
from pontoon.moves import Option, Verb
from pontoon.shoe import Shoe
from tests.clubhouse import BOT, CHANNEL, Clubhouse, Entry, Said

CHANNELS = (CHANNEL, "#Den[2]")
NICKS = ("dave", "kevin", "bob", "jim[]", "zed", "dave_", "kevin_")
ENTRIES = (Entry("dave"), Entry("kevin", 60, 40), Entry("bob", 700), Entry("jim[]", 12))
CONFIG = {
    "irc": {"channels": " ".join(CHANNELS)},
    "table": {"max_players": "4"},
    "shed": {"decks": "2", "marker": "88-96", "max_bet_percent": "10"},
}
"""So little is in front of the marker that it is reached in every other round."""

LETTERS = {Verb.STICK: "s", Verb.TWIST: "t", Verb.BUY: "b", Verb.BURN: "u", Verb.SPLIT: "p"}

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
    *("\x02!pontoon dave", "!pontoon \x1fdave", "hello", "!"),
)
MESSAGES = (
    *("hand", "s", "t", "b", "u", "p", "5", "bet 2", "max", "min", "1e3", "-5", "٣", "t 1", "b 5"),
    *("help", "rules", "stats", "stats dave", "bank", "bank +7", "bank -7", "leave", "stop"),
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
    """What is so in one channel: each seat with the nick of the human in it, None while out."""

    seats: Sequence[Seat]
    nicks: Sequence[str | None]


class Step(NamedTuple):
    """What somebody does; the numbers choose among what there is when it is done."""

    act: str
    who: int
    which: int
    text: str


ACTS = (
    *("move",) * 40,
    *("start",) * 3,
    *("say",) * 5,
    *("tell",) * 4,
    *("err",) * 6,
    *("come", "come", "go", "rename", "vanish", "vanish", "steal", "steal"),
    *("wait", "break", "mend", "mend", "op", "kick the bot"),
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
    max_size=120,
)


class Crowd:
    """Five people, four of whom are players. Whose seat is whose is noted without the croupier."""

    def __init__(self, folder: Path, room: int, seed: bytes) -> None:
        self.house = Clubhouse(
            folder,
            ENTRIES,
            config=CONFIG,
            new_shoe=lambda decks, marker: Shoe(decks, marker, seed),
            room=room,
        )
        self.humans = [Human(entry.nick, f"{entry.nick}@home", set(CHANNELS)) for entry in ENTRIES]
        self.humans.append(Human("zed", "zed@home"))
        self.broken = False
        self._seats: dict[str, Sequence[Seat]] = dict.fromkeys(CHANNELS, ())
        self._seated: dict[str, list[Human]] = {channel: [] for channel in CHANNELS}

    def view(self, channel: str) -> View:
        """Return what is so in CHANNEL now; it must be asked for after each step."""
        seats = self.house.table(channel).seats
        if seats and seats is not self._seats[channel]:
            self._seated[channel] = [self._called(seat.player) for seat in seats]
        self._seats[channel] = seats
        nicks = [each.nick if channel in each.is_in else None for each in self._seated[channel]]
        return View(seats, nicks[: len(seats)])

    def _called(self, nick: str) -> Human:
        fold = self.house.network.fold
        return next(each for each in self.humans if fold(each.nick) == fold(nick))

    def do(self, step: Step) -> list[Said]:
        """Have STEP done; return what the bot says to it."""
        human = self.humans[step.who % len(self.humans)]
        channel = CHANNELS[step.which % len(CHANNELS)]
        acts: dict[str, Callable[[], list[Said]]] = {
            "move": lambda: self._move(channel, step.who),
            "start": lambda: self._say(human, channel, COMMANDS[step.which // 2 % 5]),
            "say": lambda: self._say(human, channel, self._text(step, COMMANDS)),
            "tell": lambda: self._tell(human, self._text(step, MESSAGES)),
            "err": lambda: self._err(channel, self._text(step, MESSAGES)),
            "come": lambda: self._come(human, channel),
            "go": lambda: self._go(human, channel),
            "rename": lambda: self._rename(human, NICKS[step.which % len(NICKS)]),
            "vanish": lambda: self._vanish(human),
            "steal": lambda: self._steal(human, channel),
            "wait": lambda: self.house.pass_seconds(step.which % 130),
            "break": self._break,
            "mend": self.mend,
            "op": lambda: self._op(human, channel),
            "kick the bot": lambda: self._kick(channel),
        }
        return acts[step.act]()

    @staticmethod
    def _text(step: Step, known: Sequence[str]) -> str:
        place = step.which // 2 % (len(known) + 5)
        return known[place] if place < len(known) else step.text

    def _move(self, channel: str, number: int) -> list[Said]:
        """Have whoever is asked make a move that is on offer; in the channel now and then."""
        ask = self.house.croupier(channel).ask
        if ask is None:
            players = [each.nick for each in self.humans[:4] if channel in each.is_in]
            nicks = " ".join(players[number % 3 : number % 3 + 2])
            return self._say(self.humans[number % 5], channel, f"!pontoon {nicks}")
        nick = self.house.croupier(channel).sitters.address(ask.player)
        if nick is None:
            return []
        text = _typed(ask.options[number % len(ask.options)], number)
        if number % 3:
            return self.house.tells(nick, text)
        return self.house.says(nick, f"!{text}", channel)

    def _err(self, channel: str, text: str) -> list[Said]:
        """Have whoever is asked answer with just about anything."""
        ask = self.house.croupier(channel).ask
        nick = ask and self.house.croupier(channel).sitters.address(ask.player)
        return self.house.tells(nick, text) if nick else []

    def _say(self, human: Human, channel: str, text: str) -> list[Said]:
        return self.house.says(human.nick, text, channel) if channel in human.is_in else []

    def _tell(self, human: Human, text: str) -> list[Said]:
        return self.house.tells(human.nick, text)

    def _come(self, human: Human, channel: str) -> list[Said]:
        human.is_in.add(channel)
        return self.house.comes(human.nick, human.userhost, channel)

    def _go(self, human: Human, channel: str) -> list[Said]:
        if channel not in human.is_in:
            return []
        human.is_in.remove(channel)
        return self.house.leaves(human.nick, channel)

    def _rename(self, human: Human, nick: str) -> list[Said]:
        fold = self.house.network.fold
        if fold(nick) in [fold(each.nick) for each in self.humans if each is not human]:
            return []
        old, human.nick = human.nick, nick
        return self.house.renames(old, nick)

    def _vanish(self, human: Human) -> list[Said]:
        """Have somebody go, and give up their nick where nobody sees it."""
        said = [said for channel in CHANNELS for said in self._go(human, channel)]
        return said + self._rename(human, f"{human.nick.rstrip('_')}_")

    def _steal(self, human: Human, channel: str) -> list[Said]:
        """Have somebody come with a nick that nobody has."""
        fold = self.house.network.fold
        taken = {fold(each.nick) for each in self.humans}
        free = [nick for nick in NICKS if fold(nick) not in taken]
        return self._go(human, channel) + self._rename(human, free[0]) + self._come(human, channel)

    def _op(self, human: Human, channel: str) -> list[Said]:
        self.house.ops(human.nick, channel)
        return []

    def _kick(self, channel: str) -> list[Said]:
        before = self.house.is_put_out(channel)
        here = [human.nick for human in self.humans if channel in human.is_in]
        return before + self.house.is_back([BOT, *here], channel)

    def _break(self) -> list[Said]:
        if not self.broken:
            self.house.break_file()
        self.broken = True
        return []

    def mend(self) -> list[Said]:
        """Have players.xml mended, and looked at."""
        if self.broken:
            self.house.mend_file()
        self.broken = False
        return self.house.pass_seconds(0)


def _typed(option: Option, number: int) -> str:
    """Return how somebody types OPTION; NUMBER chooses the amount of a bet."""
    if option.verb is not Verb.BET or option.least is None or option.most is None:
        return LETTERS.get(option.verb, "min")
    return str(option.least + number % (option.most - option.least + 1))
