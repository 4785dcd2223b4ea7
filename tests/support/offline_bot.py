"""A bot without a network: real croupiers, commands and players.xml; people are only words."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import filterfalse
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple
from xml.sax.saxutils import escape

from msgspec.structs import replace

from pontoon.commands import dispatch
from pontoon.engine.decks import NO_SEED, Pack, Shoe
from pontoon.engine.events import Kitty
from pontoon.engine.moves import Phase
from pontoon.engine.result import TableKey
from pontoon.engine.round import Round
from pontoon.engine.table import Table
from pontoon.games.bank import Bank
from pontoon.irc.casemapping import Fold, rfc1459
from pontoon.irc.config import IrcConfig
from pontoon.irc.outgoing import Message, Priority, Speak, Topic, lines_of
from pontoon.irc.people import Person, Roster
from pontoon.irc.reactor import Background
from pontoon.service.config.settings import read
from pontoon.service.network import Network
from pontoon.service.shared import Furnish, SharedState
from pontoon.storage.database import Database
from pontoon.storage.place import path_beside
from pontoon.storage.players.player import Player
from pontoon.storage.players.store import PlayerStore
from pontoon.storage.sqlite import MODE
from pontoon.storage.sqlite_file import SqliteFile
from pontoon.tables.croupier import Croupier
from pontoon.tables.settlement_queue import SettlementQueue
from pontoon.text.announcements import HAVE_NO_SEAT, WHERE_CARDS_ARE
from tests.support.fake_clock import FakeClock
from tests.support.kills import abandon
from tests.support.stacked_decks import PackToCome, RiggedPack, ShoeToCome, StackedShoe
from tests.support.work_at_once import OddsAtOnce, WorkAtOnce

BOT = "PontoonBot"
FOR_NEW_PLAYERS = (WHERE_CARDS_ARE.format(names=""), HAVE_NO_SEAT.format(names=""))
_ABOUT_DECK = re.compile(
    r"[Dd]eck \d+(?: of \S+)?,? (?:sealed|opened|card|not cut|\d+ cuts?:|cannot be)"
)
CHANNEL = "#pontoon"
ROOM = 400
"""The bytes of a line, unless a test is about that: less than any server lets through."""


class Entry(NamedTuple):
    """A player as players.xml has them at the start."""

    nick: str
    chips: int = 1000
    bank: int = 0
    played: int = 0
    won: int = 0
    nickname: str = ""
    records: str = ""
    """The elements of other games."""
    owner: str = ""
    """The elements that tell who the player is: accounts and masks."""

    def __str__(self) -> str:
        name = f"<nickname>{escape(self.nickname)}</nickname>" if self.nickname else "<nickname/>"
        return (
            f"<player><nick>{escape(self.nick)}</nick>{self.owner}<chips>{self.chips}</chips>"
            f"<bank>{self.bank}</bank>"
            f"<pontoon><played>{self.played}</played><won>{self.won}</won></pontoon>"
            f"{self.records}<variables>{name}</variables></player>"
        )


class Said(NamedTuple):
    """One line that the bot said."""

    target: str
    line: str
    urgency: Priority

    @property
    def shows_cards(self) -> bool:
        return not set("♠♥♦♣").isdisjoint(self.line)


class WornShoe(StackedShoe):
    """A stacked shoe from which much was dealt before: CARDS_LEFT are in it."""

    def __init__(self, first: str, decks: int, marker: tuple[int, int], cards_left: int) -> None:
        super().__init__(first, decks, marker)
        del self.cards[: self.left - cards_left]


@dataclass(slots=True)
class FakeNetwork:
    """What a connection would know: who is in which channel, and how nicks are compared."""

    rosters: dict[str, Roster]
    fold: Fold = rfc1459
    voices: list[str] = field(default_factory=list)
    """All that was done about voice, as in ``#pontoon +v dave``."""
    own_nick: str = ""
    """The bot's own nick, unless it is ``BOT``."""

    @property
    def nickname(self) -> str:
        """The bot's own nick."""
        return self.own_nick or BOT

    def is_me(self, nick: str) -> bool:
        """Tell whether NICK is the bot's own."""
        return self.fold(nick) == self.fold(self.nickname)

    def roster(self, channel: str) -> Roster | None:
        """Return who is in CHANNEL, None while the bot is not."""
        return self.rosters.get(self.fold(channel))

    def find(self, nick: str) -> Person | None:
        """Return who has NICK in any channel."""
        if self.roster(nick) is not None:  # the server finds a nick without looking in channels
            return None
        return next(filter(None, (each.find(nick) for each in self.rosters.values())), None)

    def channels_of(self, nick: str) -> list[str]:
        """Return the channels where NICK is."""
        return [key for key, roster in self.rosters.items() if roster.find(nick) is not None]

    def voice(self, channel: str, nick: str, *, on: bool) -> None:
        """Do what the server would for an operator, as whom it must know the bot."""
        roster = self.rosters[self.fold(channel)]
        assert roster.is_operator(BOT)
        assert roster.find(nick)
        self.voices.append(f"{channel} {'+' if on else '-'}v {nick}")
        (roster.grant if on else roster.revoke)(nick, "v")


Log = Callable[[str], None]
"""Takes a line for each event."""

NewShoe = Callable[[int, tuple[int, int]], Shoe]
"""Makes a shoe of so many decks, with the marker in such a range."""


def stacked(first: str) -> NewShoe:
    """Return what makes shoes with the cards FIRST on top."""
    return lambda decks, marker: StackedShoe(first, decks, marker)


NewPack = Callable[[Sequence[str]], Pack]
"""Makes a pack that is dealt from after some shuffles, each of which leaves such cards on top."""


def furnished(
    game: type[Round[Any, Any]], rules: Any, make_shoe: NewShoe, make_pack: NewPack
) -> Any:
    """Return what a new table of GAME has, its shoe or pack being what is made for it."""
    bot = game.new_equipment(rules, NO_SEED)
    match bot:
        case Shoe():
            return ShoeToCome(make_shoe(rules.decks, rules.marker))
        case Pack():
            return PackToCome(make_pack(()))
        case Bank():
            bot.pack = PackToCome(make_pack(()))
    return bot


def dealing(*stacks: str, cuts: Sequence[str] = ()) -> Furnish:
    """Return what gives every new table a shoe or a pack with the first of STACKS on top.

    The others are on top of a pack after its later shuffles; for a bank the CUTS are drawn.
    """
    return lambda game, rules: furnished(
        game, rules, stacked(stacks[0]), lambda before: RiggedPack([*before, *stacks], cuts)
    )


def parsed(players: str) -> list[Entry]:
    """Return the players written as ``dave 1000, kevin 500 kevins-account``."""
    parts = (player.split() for player in players.split(","))
    return [
        Entry(nick, int(chips), owner="".join(f"<account>{each}</account>" for each in account))
        for nick, chips, *account in parts
    ]


@cache
def _new_database() -> bytes:
    """Return a database that has nothing in it yet."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "players.db"
        Database(SqliteFile(path)).close()
        return path.read_bytes()


class OfflineNetwork(Network):
    """A network of SHARED by the settings IRC, without a connection: SERVER takes its place.

    What the bot says goes to SPEAK.
    """

    def __init__(
        self, shared: SharedState, irc: IrcConfig, server: FakeNetwork, speak: Speak, log: Log
    ) -> None:
        self._server = server
        self._speak = speak
        super().__init__(shared, irc, shared.clock, log)

    @property
    def fold(self) -> Fold:
        return self._server.fold

    @property
    def nickname(self) -> str:
        return self._server.nickname

    def is_me(self, nick: str) -> bool:
        return self._server.is_me(nick)

    def roster(self, channel: str) -> Roster | None:
        return self._server.roster(channel)

    def find(self, nick: str) -> Person | None:
        return self._server.find(nick)

    def channels_of(self, nick: str) -> list[str]:
        return self._server.channels_of(nick)

    def voice(self, channel: str, nick: str, *, on: bool) -> None:
        self._server.voice(channel, nick, on=on)

    def speak(self, message: Message, command: str = "") -> None:
        self._speak(message, command)

    def hear(self, person: Person, text: str, channel: str = "") -> None:
        """Do at once what PERSON says, in CHANNEL or to the bot: nobody is looked up."""
        request = dispatch.accept(self.commands, person, text, channel or None)
        if request is not None:
            dispatch.answer_as(self.commands, request, person)


class OfflineBot:
    """A bot in FOLDER with PLAYERS, who are all in every channel, as it is.

    CARDS are dealt first; what FURNISH makes has cards of its own. CONFIG has what differs from the
    defaults, by section and key. What the bot says is collected in ``spoken``, and cut to ROOM
    bytes in ``said``; what it logs in ``log``.
    """

    def __init__(
        self,
        folder: Path,
        players: str | Sequence[Entry] = "dave 1000, kevin 1000",
        cards: str = "",
        config: Mapping[str, Mapping[str, str]] | None = None,
        new_shoe: NewShoe | None = None,
        new_pack: NewPack | None = None,
        room: int = ROOM,
        fold: Fold = rfc1459,
        guides_new_players: bool = False,
        tells_of_decks: bool = False,
        furnish: Furnish | None = None,
    ) -> None:
        self.is_mute = False
        """Whether the server refuses what the bot says to a channel."""
        self.tells_of_decks = tells_of_decks
        """Whether the bot's words about sealed decks are heard: most tests are not about them."""
        self.guides_new_players = guides_new_players
        """Whether new players hear how to play: in most tests everybody is new."""
        self.spoken: list[Message] = []
        self.said: list[Said] = []
        self.waiting: list[Message] | None = None
        """What is said, but has not left yet; None where everything leaves at once."""
        self.log: list[str] = []
        self.tables_log: list[str] = []
        self.time = FakeClock()
        self.odds = OddsAtOnce()
        self.writing: Background = WorkAtOnce()
        self.reading: Background = WorkAtOnce()
        self.room = room
        self.people: dict[str, Person] = {}
        self.players_xml = folder / "players.xml"
        entries = parsed(players) if isinstance(players, str) else players
        self.write_players(entries)
        make_shoe = new_shoe or stacked(cards)
        make_pack = new_pack or (lambda before: RiggedPack([*before, cards]))
        self._settings = read(_config_in(folder, config or {}), {})
        self._new_equipment = furnish or (
            lambda game, rules: furnished(game, rules, make_shoe, make_pack)
        )
        channels = self._settings.irc.channels
        self.network = FakeNetwork({fold(channel): Roster(fold) for channel in channels}, fold)
        self._open()
        for channel in channels:
            for nick in (BOT, *(entry.nick for entry in entries)):
                self.comes(nick, channel=channel)

    def _open(self) -> None:
        database = path_beside(self.players_xml)
        if not database.exists():  # to create thousands would take a tenth of the time of all tests
            database.touch(MODE)
            database.write_bytes(_new_database())
        self.store = PlayerStore(self.players_xml, self.network.fold, now=self.time.now)
        self.store.recover()
        self.store.refresh()
        self.store.sweep()
        self.settlements = SettlementQueue(self.store, self.log.append)
        log = self.tables_log.append
        self.bot = SharedState(
            self._settings,
            self.settlements,
            self.time,
            self.odds,
            self.writing,
            self.reading,
            self.time.now,
            log,
            self._new_equipment,
        )
        irc = self._settings.irc
        self.real_network = OfflineNetwork(self.bot, irc, self.network, self._speak, log)

    def _speak(self, message: Message, command: str = "") -> None:  # noqa: ARG002 -- Speak
        say = message
        if not self.tells_of_decks:
            say = replace(say, items=tuple(filterfalse(_ABOUT_DECK.match, say.items)))
            if say.urgency is Priority.RECORD and not say.items:
                self._leave(say)
                return
        if not self.guides_new_players:
            items = tuple(item for item in say.items if not item.endswith(FOR_NEW_PLAYERS))
            say = replace(say, items=items)
        self.spoken.append(say)
        if self.waiting is None:
            self._send(say)
        else:
            self.waiting = [each for each in self.waiting if not _gives_way(each, say)]
            self.waiting.append(say)

    def lets_leave(self, number: int | None = None) -> list[Said]:
        """Let what waits leave, or a NUMBER of it."""
        assert self.waiting is not None
        leaving, self.waiting = self.waiting[:number], self.waiting[len(self.waiting[:number]) :]
        return self._after(lambda: [*map(self._send, leaving)])

    def lets_questions_leave(self) -> list[Said]:
        """Let what is asked of players leave, before all else that waits."""
        assert self.waiting is not None
        asked = [each for each in self.waiting if _is_asked(each)]
        self.waiting = [each for each in self.waiting if not _is_asked(each)]
        return self._after(lambda: [*map(self._send, asked)])

    def dies(self) -> None:
        """Have the bot killed, and what has not left yet with it."""
        self.waiting = None

    def _leave(self, say: Message) -> None:
        """Have SAY leave, and the server take it, or refuse it."""
        croupier = self.real_network.croupiers.find(say.target)
        if self.is_mute and croupier is not None:
            croupier.line_refused()
        elif say.left is not None:
            say.left()

    def _send(self, say: Message) -> None:
        if not (self.is_mute and say.target in self._settings.irc.channels):
            for line in lines_of(say, self.room):
                self.said.append(Said(say.target, line, say.urgency))
        self._leave(say)

    def _after(self, act: Callable[[], object]) -> list[Said]:
        before = len(self.said)
        act()
        self.time.advance(0)  # the turn of the reactor ends
        return self.said[before:]

    # What people do; each returns what the bot then says

    def says(self, nick: str, text: str, channel: str = CHANNEL) -> list[Said]:
        """Let somebody say TEXT in CHANNEL."""
        return self._after(lambda: self.hear(self.person(nick), text, channel))

    def deals(self, nick: str, command: str, channel: str = CHANNEL) -> list[Said]:
        """Let somebody begin a round by COMMAND in CHANNEL, whose players all want the bank."""

        def deal() -> None:
            self.hear(self.person(nick), command, channel)
            self.time.advance(0)
            self.all_want_the_bank(channel)

        return self._after(deal)

    def all_want_the_bank(self, channel: str = CHANNEL) -> list[Said]:
        """Let all who are asked whether they want the bank say yes."""

        def want() -> None:
            while (ask := self.croupier(channel).ask) and ask.phase is Phase.BANK:
                self.hear(self.person(ask.player), "y")
                self.time.advance(0)

        return self._after(want)

    def tells(self, nick: str, text: str) -> list[Said]:
        """Let somebody say TEXT to the bot."""
        return self._after(lambda: self.hear(self.person(nick), text))

    def hear(self, person: Person, text: str, channel: str = "") -> None:
        """Have the bot hear what PERSON says, in CHANNEL or to the bot, as known as they are."""
        self.real_network.hear(person, text, channel)

    def comes(self, nick: str, userhost: str = "", channel: str = CHANNEL) -> list[Said]:
        """Let somebody come into CHANNEL: from where they were last, unless USERHOST is given."""
        known = self.person(nick)
        person = replace(known, nick=nick, userhost=userhost or known.userhost)
        self.people[self.network.fold(nick)] = person
        self.roster(channel).add(person)
        return self._after(lambda: self.croupier(channel).absence.arrived(person))

    def leaves(self, nick: str, channel: str = CHANNEL) -> list[Said]:
        """Let somebody leave CHANNEL as one who quits; they can still talk to the bot."""
        person = self.roster(channel).remove(nick)
        assert person is not None
        return self._after(lambda: self.croupier(channel).absence.departed(person))

    def parts(self, nick: str, channel: str = CHANNEL) -> list[Said]:
        """Let somebody part from CHANNEL, or be kicked."""
        person = self.roster(channel).remove(nick)
        assert person is not None

        def part() -> None:
            self.croupier(channel).absence.departed(person)
            self.croupier(channel).lineup.parted(person)

        return self._after(part)

    def renames(self, old: str, new: str) -> list[Said]:
        """Let somebody take another nick, which the bot sees if it shares a channel with them."""
        rosters = self.network.rosters.values()
        seen = [roster.people.rename(old, new) is not None for roster in rosters]
        person = replace(self.person(old), nick=new)
        self.people.pop(self.network.fold(old), None)
        self.people[self.network.fold(new)] = person
        if not any(seen):
            return []
        return self._after(lambda: self.real_network.croupiers.renamed(old, person))

    def logs_in(self, nick: str, account: str | None) -> list[Said]:
        """Let somebody log in to ACCOUNT, or out where it is ""; None where the bot cannot tell."""
        person = replace(self.person(nick), account=account)
        self.people[self.network.fold(nick)] = person
        for roster in self.network.rosters.values():
            if roster.find(nick) is not None:
                roster.add(person)

        def log_in() -> None:
            self.real_network.croupiers.account_changed(person)
            self.time.advance(0)

        return self._after(log_in)

    def ops(self, nick: str, channel: str = CHANNEL) -> None:
        """Make somebody an operator of CHANNEL."""
        self.roster(channel).grant(nick, "o")

    def pass_seconds(self, seconds: float) -> list[Said]:
        """Let SECONDS pass; the bot looks at players.xml now and then."""

        def wait() -> None:
            self.time.advance(seconds)
            self.settlements.look()

        return self._after(wait)

    def looks(self) -> list[Said]:
        """Let the bot look after its files and its rounds, as it does every few seconds."""

        def look() -> None:
            self.settlements.look()
            self.real_network.croupiers.look()

        return self._after(look)

    def is_put_out(self, channel: str = CHANNEL) -> list[Said]:
        """Put the bot out of CHANNEL."""
        del self.network.rosters[self.network.fold(channel)]
        return self._after(self.croupier(channel).absence.suspend)

    def is_back(self, nicks: Iterable[str], channel: str = CHANNEL) -> list[Said]:
        """Let the bot come back into CHANNEL, and find NICKS there."""
        self.is_put_in([], channel)
        for nick in nicks:
            self.roster(channel).add(self.person(nick))

        def enter() -> None:
            self.croupier(channel).entered()
            self.croupier(channel).absence.described()

        return self._after(enter)

    def is_put_in(self, nicks: Iterable[str], channel: str = CHANNEL) -> None:
        """Put the bot into CHANNEL, where it sees NICKS, and no more of them than that."""
        roster = Roster(self.network.fold)
        for nick in nicks:
            roster.add(Person(nick))
        self.network.rosters[self.network.fold(channel)] = roster

    def is_cut_off(self) -> list[Said]:
        """Have the bot lose its connection."""
        self.network.rosters.clear()
        return self._after(self.real_network.croupiers.disconnected)

    def starts_anew(self, config: Mapping[str, Mapping[str, str]] | None = None) -> list[Said]:
        """Stop the bot, and start it with the same files; everybody is still where they were.

        It comes into each channel in which it was. CONFIG is what its config.ini says now.
        """
        self.stops()
        return self.starts(config)

    def stops(self) -> None:
        """Stop the bot in good order."""
        self.real_network.croupiers.disconnected()
        self.settlements.close()
        self.bot.database.close()

    def starts(self, config: Mapping[str, Mapping[str, str]] | None = None) -> list[Said]:
        """Start the bot, which was stopped or, however it had come to that, is gone."""
        self.time.calls.clear()
        abandon(self.bot.database)
        if config is not None:
            self._settings = read(_config_in(self.players_xml.parent, config), {})

        def restart() -> None:
            self._open()
            for channel in self._settings.irc.channels:
                if self.network.roster(channel) is not None:
                    self.croupier(channel).entered()
                    self.croupier(channel).absence.described()

        return self._after(restart)

    def adopts(self, config: Mapping[str, Mapping[str, str]]) -> list[Said]:
        """Have the bot, as it runs, go by a config.ini that says CONFIG of the same network."""
        irc = {"server": "127.0.0.1", **config.get("irc", {})}
        config_ini = _config_in(self.players_xml.parent, {**config, "irc": irc})
        self._settings = read(config_ini, {})

        def adopt() -> None:
            self.bot.config = self._settings
            self.bot.apply_late_rules()
            self.real_network.settings.wanted = self._settings.irc
            self.real_network.apply_settings()

        return self._after(adopt)

    def stops_round(self, channel: str = CHANNEL) -> list[Said]:
        """Have an admin who has no part in it stop the round in CHANNEL: that bars nobody."""
        admin = Person("admin", "admin@trusted")
        return self._after(lambda: self.real_network.croupiers.stop_round(channel, admin))

    # Who and what is there

    def person(self, nick: str) -> Person:
        """Return whoever has NICK; somebody never seen before is at home, and not logged in."""
        return self.people.get(self.network.fold(nick), Person(nick, f"{nick}@{nick}.home", ""))

    def roster(self, channel: str = CHANNEL) -> Roster:
        """Return who is in CHANNEL."""
        return self.network.rosters[self.network.fold(channel)]

    def croupier(self, channel: str = CHANNEL) -> Croupier:
        """Return the croupier of CHANNEL."""
        croupier = self.real_network.croupiers.find(channel)
        assert croupier is not None
        return croupier

    def table(self, channel: str = CHANNEL) -> Table:
        """Return the table at which the last round in CHANNEL was begun; nobody else may see it."""
        return self.croupier(channel).table

    def heard_in(self, target: str) -> list[str]:
        """Return the lines said so far to TARGET, a nick or a channel."""
        return [said.line for said in self.said if said.target == target]

    # players.xml

    def write_players(self, entries: Iterable[Entry]) -> None:
        """Write players.xml as an admin would."""
        players = "\n".join(map(str, entries))
        self._save(f"<players>\n{players}\n</players>\n")

    def edit(self, old: str, new: str) -> None:
        """Change OLD to NEW in players.xml, once, as an admin would."""
        text = self.players_xml.read_text("utf-8")
        assert old in text
        self._save(text.replace(old, new, 1))

    def break_file(self) -> None:
        """Make players.xml something that is not XML."""
        self.edit("</players>", "</oops>")

    def mend_file(self) -> None:
        """Undo ``break_file``."""
        self.edit("</oops>", "</players>")

    def kitty(self, channel: str = CHANNEL) -> Kitty | None:
        """Return what players.xml itself says of the kitty of Shoot Pontoon, read afresh."""
        key = TableKey(self._settings.irc.network, channel, "shoot")
        return self._reread().kitty(key)

    def all_chips(self) -> int:
        """Return all chips in players.xml, read afresh: in hand, banked and in kitties."""
        store, server = self._reread(), self._settings.irc.network
        kitties = (
            store.kitty(TableKey(server, each, "shoot")) for each in self._settings.irc.channels
        )
        players = sum(player.chips + player.bank for player in store.players())
        return players + sum(kitty.chips for kitty in kitties if kitty)

    def _reread(self) -> PlayerStore:
        store = PlayerStore(self.players_xml, self.network.fold)
        store.refresh()
        return store

    def _save(self, text: str) -> None:
        """Save as editors do; a file of its own is seen to be new however quickly it follows."""
        beside = self.players_xml.with_suffix(".editing")
        beside.write_text(text, "utf-8")
        beside.replace(self.players_xml)

    def in_file(self, nick: str) -> Player:
        """Return what players.xml itself says of a player, read afresh."""
        return next(player for player in self.all_in_file() if player.nick == nick)

    def all_in_file(self) -> list[Player]:
        """Return what players.xml itself says of everybody, read afresh."""
        return self._reread().players()


def _gives_way(waiting: Message, say: Message) -> bool:
    """Tell whether a WAITING thing is never said since SAY tells that its round is given up."""
    is_same = say.topic is Topic.VOID and waiting.channel == say.channel
    return is_same and waiting.urgency is not Priority.CHATTER and waiting.left is None


def _is_asked(say: Message) -> bool:
    """Tell whether SAY asks a player something."""
    return say.left is not None and say.urgency in (Priority.PROMPT, Priority.ASIDE)


def near_marker(folder: Path) -> OfflineBot:
    """Start a bot in FOLDER whose shoe has one card left in front of its marker."""
    return OfflineBot(
        folder,
        config={"shed": {"marker": "60-60"}},
        new_shoe=lambda decks, marker: WornShoe("5D 9C", decks, marker, marker[0] + 1),
    )


def _config_in(folder: Path, config: Mapping[str, Mapping[str, str]]) -> Path:
    """Write a config.ini and return where it is; people may say as much as they like."""
    sections = {"irc": {"server": "127.0.0.1", "user_lines_per_second": "0"}, **config}
    path = folder / "config.ini"
    lines: list[str] = []
    for name, keys in sections.items():
        lines += [f"[{name}]", *(f"{key} = {value}" for key, value in keys.items())]
    path.write_text("\n".join(lines), "utf-8")
    return path
