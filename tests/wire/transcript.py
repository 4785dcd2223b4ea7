"""Plays a transcript: people and the server do what it says, and the bot's lines are real.

README.md, beside this, says how one is written.
"""

import re
import signal
import sqlite3
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from xml.sax.saxutils import escape

from lxml import etree

from tests.wire.network import Network, User
from tests.wire.program import Cards, Program

BOT = "PontoonBot"
LEFT = 12
"""The characters for who speaks."""

_SUITS = str.maketrans("♣♦♥♠", "CDHS")
_UNSEEN = str.maketrans("\u2060\u200b\x01\x02\x03\x07\x0f\x1d", "·⌀␁␂␃␇␏␝")
"""How characters are shown that nobody would see; a transcript is read the other way round."""
_SEEN = {shown: unseen for unseen, shown in _UNSEEN.items()}

_KEY = re.compile(
    r"(players|player|kept|here|cards|cut|shuffled|config|cards left before the marker"
    r"|capabilities|isupport|services|server|options|lines|new players|decks): (.*)"
)
_WHERE = r"(?: (?P<where>[#&]\S+))?(?: @(?P<on>\S+))?"
_IN_CHANNEL = re.compile(rf"<(?P<who>[^\s>]+){_WHERE}> +(?P<text>.*)")
_IN_PRIVATE = re.compile(r" +(?P<who>\S+)(?: @(?P<on>\S+))? → +(?P<text>.*)")
_FROM_SERVER = re.compile(r"«(?:@(?P<on>\S+))? (?P<text>.*)")
_FROM_PROGRAM = re.compile(r"<PontoonBot[ >].*| *→ .*|».*|\[\d+ s\]|log .*|xml .*|exits with \d+")
_BALANCES, _WHOLE, _LOG = "players.xml:", "players.xml as it is:", "log:"

_QUIET = frozenset(
    {"AUTHENTICATE", "CAP", "NICK", "USER", "WHO", "WHOIS", "USERHOST", "PING", "PONG", "JOIN"}
)
"""What the bot sends to the server that a transcript leaves out unless it is about the wire."""
_TOKEN = re.compile(
    r"(?<![\w-])(?:[\w-]{27}|[\w-]{22}|[0-9a-f]{16})(?![\w-])|(?<=^» PING :)[0-9a-f]{12}$"
    r'|(?<= bank=")[\w-]{8}(?=")|(?<= )[\w-]{8}(?=\) after )',
    re.ASCII,
)
"""A seal, the hash of cuts, the secret of a deck, the id of a round or bank, a token of a PING."""
_DIRECTION = re.compile(r"\* (?P<what>.+?)(?: @(?P<on>\w+))?")
_ABOUT_DECKS = re.compile(
    r"[Dd]eck \d+(?: of \S+)?,? (?:sealed|opened|given up|card|cut|not cut|\d+ cuts?|cannot be)"
)
_FOR_NEW_PLAYERS = (
    ": your cards are in a private window with me; answer there",
    ": you have no seat; to play too, name yourself as well",
)
_BYTE = re.compile(rb"\\x([0-9A-F]{2})")
"""A byte in what the server sends, as in ``\\xE9``."""
_FAULT = re.compile("Traceback|unexpected error|fault at ")
"""What is never logged, unless the program is wrong."""
_STAMP = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d ")


class BadTranscript(ValueError):
    """A line that nobody can act on."""


@dataclass
class Header:
    """What is there before anybody says a word."""

    players: list[str] = field(default_factory=list)
    """The elements of players.xml."""
    people: list[tuple[str, str]] = field(default_factory=list)
    """The nick and the account of everybody who is in the channels."""
    kept: dict[str, str] = field(default_factory=dict)
    stacks: list[str] = field(default_factory=list)
    cuts: list[str] = field(default_factory=list)
    config: dict[str, dict[str, str]] = field(default_factory=dict)
    cards_left: int | None = None
    network: dict[str, str] = field(default_factory=dict)
    """What the server offers, and what the program is started with, by key."""
    shown: set[str] = field(default_factory=set)
    """What is told that is left out elsewhere."""

    def take(self, key: str, value: str) -> None:
        """Note what one ``key: value`` line says."""
        if key in ("cards", "cut", "shuffled"):
            self._stack(key, value.translate(_SUITS))
            return
        match key:
            case "players":
                for each in filter(None, value.split(", ")):
                    self._player(*each.split())
            case "player":
                self.players.append(value)
            case "here":
                self.people += [(nick, "") for nick in value.split(", ")]
            case "kept":
                self._keep(*_groups(r"(\S+) (\w+) (\w+ \d+(?:, \w+ \d+)*)", value))
            case "config":
                self._set(*_groups(r"\[([^]]+)\] (\w+) = (.*)", value))
            case "cards left before the marker":
                self.cards_left = int(value)
            case "capabilities" | "isupport" | "server" | "services" | "options":
                self.network[key] = value
            case _:
                self.shown.add(key)

    def _stack(self, key: str, cards: str) -> None:
        if key == "cut":
            self.cuts.append(cards)
        elif key == "cards" and self.stacks:
            self.stacks[0] += f" {cards}"
        else:
            self.stacks.append(cards)

    def _player(self, nick: str, chips: str = "1000", account: str = "") -> None:
        owner = f"<account>{account}</account>" if account else ""
        kept = f"{{{nick}}}"  # what else is kept of the player is known at the end of the header
        name = f"<nick>{escape(nick)}</nick>"
        self.players.append(f"<player>{name}{owner}<chips>{chips}</chips>{kept}</player>")
        self.people.append((nick, account))

    def _keep(self, nick: str, game: str, counts: str) -> None:
        elements = ("<{0}>{1}</{0}>".format(*count.split()) for count in counts.split(", "))
        self.kept[nick] = self.kept.get(nick, "") + f"<{game}>{''.join(elements)}</{game}>"

    def _set(self, section: str, key: str, value: str) -> None:
        self.config.setdefault(section, {})[key] = value

    @property
    def players_xml(self) -> str:
        """Return players.xml as it is at the start."""
        lines = []
        for line in self.players:
            nick = re.search(r"\{(.+)\}</player>", line)
            kept = self.kept.get(nick[1], "") if nick else ""
            lines.append(line if nick is None else line.replace(f"{{{nick[1]}}}", kept))
        inside = "".join(f"  {each}\n" for each in lines)
        return f'<?xml version="1.0"?>\n<players>\n{inside}</players>\n'

    @property
    def cards(self) -> Cards:
        """Return the cards to be dealt."""
        left = self.cards_left
        if left is not None:
            left += int(self.config["shed"]["marker"].partition("-")[0])
        return Cards(self.stacks, self.cuts, left)

    @property
    def sections(self) -> Mapping[str, Mapping[str, str]]:
        """Return what config.ini says: people may say as much as they like, and so may the bot."""
        usual = {"user_lines_per_second": "0", "lines_per_second": "0"}
        irc = {"server": "127.0.0.1", **usual, **self.config.get("irc", {})}
        others = {
            name: {**usual, **keys} if name.startswith("irc:") else keys
            for name, keys in self.config.items()
            if name != "irc"
        }
        return {"irc": irc, **others}


def _groups(pattern: str, value: str) -> Sequence[str]:
    """Return the groups of PATTERN, which all of VALUE must match."""
    found = re.fullmatch(pattern, value)
    if found is None:
        raise BadTranscript(value)
    return found.groups()


def config_ini(sections: Mapping[str, Mapping[str, str]]) -> str:
    """Return a config.ini of SECTIONS."""
    return "\n".join(
        f"[{name}]\n" + "".join(f"{key} = {value}\n" for key, value in keys.items())
        for name, keys in sections.items()
    )


def rendered(text: str, folder: Path) -> str:
    """Return the transcript TEXT with the bot's lines as they really are; files go to FOLDER."""
    lines = text.splitlines()
    keys = [number for number, line in enumerate(lines) if _KEY.fullmatch(line)]
    if not keys:
        raise BadTranscript("there is no header")
    start = keys[-1] + 1
    header = Header()
    for line in lines[:start]:
        if key := _KEY.fullmatch(line):
            header.take(*key.groups())
    play = Play(folder, header, lines[start:])
    play.run()
    return "\n".join([*lines[:start], *play.written]) + "\n"


class Play:
    """The play of LINES in FOLDER; ``written`` is the transcript as it comes out."""

    def __init__(self, folder: Path, header: Header, lines: Sequence[str]) -> None:
        self.written: list[str] = []
        self._header = header
        self._to_do = deque(line for line in lines if not _FROM_PROGRAM.fullmatch(line))
        self._said: list[tuple[float, str]] = []
        """What the bot has sent since the line that is played now, each at its second."""
        self._is_up = self._is_to_start = False
        self._folders = count(1)
        self._names: dict[str, str] = {}
        """What stands for each seal, hash of cuts, secret, and id."""
        self._on = ""
        """The network to which a direction applies."""
        self._sections = {name: dict(keys) for name, keys in header.sections.items()}
        self._networks = {each.name: each for each in self._new_networks()}
        by_address = {where: each for each in self._networks.values() for where in each.addresses}
        files = folder / "0"
        files.mkdir()
        options = header.network.get("options", "").split()
        self._program = Program(files, by_address, header.cards, options)
        self._save("config.ini", config_ini(self._sections))
        self._save("players.xml", header.players_xml)

    def _new_networks(self) -> Iterator[Network]:
        offered = self._header.network
        for section, keys in self._sections.items():
            family, _, name = section.partition(":")
            if family != "irc":
                continue
            servers = [each.partition(":")[0] for each in keys["server"].split(", ")]
            network = Network(name, servers, self._take)
            network.is_scripted = offered.get("server") == "is scripted"
            network.services = offered.get("services", "")
            network.capabilities = offered.get("capabilities", network.capabilities)
            network.supported += f" {offered.get('isupport', '')}".rstrip()
            for channel in keys.get("channels", "#pontoon").split(", "):
                for nick, account in self._header.people:
                    person = network.person(nick)
                    person.account = account
                    network.enter(person, channel)
            yield network

    def run(self) -> None:
        """Play it all."""
        with self._program.installed():
            self.start()
            while self._to_do or self._is_to_start:
                if self._is_to_start:
                    self.start()
                else:
                    self._act(self._to_do.popleft())
        if faults := [line for line in self._program.all_printed() if _FAULT.search(line)]:
            raise AssertionError("\n".join(faults))

    # The program: lines are played while its reactor runs, until one of them ends it

    def start(self, *arguments: str) -> None:
        """Start the program, by default as ``--config config.ini``; play on while it runs."""
        self._is_to_start = False
        self._program.start(self._while_it_runs, *arguments)
        self._is_up = False
        if self._program.status > 0:
            self._write_log()
            self.written.append(f"exits with {self._program.status}")

    def _while_it_runs(self) -> None:
        self._is_up = True
        self._program.settle()
        while self._to_do and not (self._to_do[0] or self.written):
            self.written.append(self._to_do.popleft())  # a transcript begins with blank lines
        self._write_said(self._program.seconds)
        while self._is_up and self._to_do:
            self._act(self._to_do.popleft())
        if self._is_up:
            self._program.stop()

    def stop(self) -> None:
        """Stop the program by SIGTERM."""
        self._program.stop()
        self._is_up = False

    def restart(self) -> None:
        """Stop the program, and start it with the same files."""
        self.stop()
        self._is_to_start = True

    def start_with(self, option: str) -> None:
        """Start the program with OPTION, too."""
        self._program.options = [*self._program.options, option]
        self._is_to_start = True

    def kill(self) -> None:
        """Kill the program."""
        self._is_up = False
        self._program.die(self._program.folder.parent / str(next(self._folders)))

    def kill_and_start(self) -> None:
        """Kill the program, and start it with the files that are there."""
        self._is_to_start = True
        self.kill()

    # Lines

    def _act(self, line: str) -> None:
        """Do what LINE says; nothing for an empty one or a remark in brackets."""
        if line.startswith(_BALANCES):
            self.written.append(f"{_BALANCES} {balances(self.file('players.xml'))}")
            return
        if line == _WHOLE:
            lines = self.file("players.xml").read_text("utf-8").splitlines()
            self.written += [_WHOLE, *(f"xml {self._named(each)}" for each in lines)]
            return
        if line == _LOG:
            self.written.append(_LOG)
            self._write_log()
            return
        self.written.append(line)
        if not line or line.startswith("("):
            return
        since = self._program.seconds
        try:
            self._perform(line)
            if self._is_up:
                self._program.settle()
            if self._is_up and self._program.is_ending:
                self._program.end()
                self._is_up = False
        finally:
            self._write_said(since)

    def _perform(self, line: str) -> None:
        if said := _IN_CHANNEL.fullmatch(line):
            network = self.network(said["on"])
            where = said["where"] or network.main_channel
            network.say(network.person(said["who"]), where, self._typed(said["text"]))
        elif said := _IN_PRIVATE.fullmatch(line):
            network = self.network(said["on"])
            network.say(network.person(said["who"]), network.bot.nick, self._typed(said["text"]))
        elif sent := _FROM_SERVER.fullmatch(line):
            content = self._typed(sent["text"]).encode()
            content = _BYTE.sub(lambda found: bytes.fromhex(found[1].decode()), content)
            self.network(sent["on"]).send(content)
        else:
            self._direct(line)
            self._on = ""

    def _direct(self, line: str) -> None:
        """Let happen what LINE says, on the network that it names."""
        if direction := _DIRECTION.fullmatch(line):
            self._on = direction["on"] or ""
            for pattern, act in DIRECTIONS.items():
                if found := re.fullmatch(pattern, direction["what"]):
                    act(self, *found.groups())
                    return
        raise BadTranscript(line)

    def network(self, name: str | None = None) -> Network:
        """Return the network of that NAME, by default that of the direction or the first one."""
        return self._networks[name or self._on]

    @property
    def program(self) -> Program:
        """The program."""
        return self._program

    def wait(self, number: str, unit: str) -> None:
        """Let a NUMBER of seconds or of a longer UNIT pass."""
        self._program.wait(int(number) * _SECONDS[unit])

    def _write_said(self, since: float) -> None:
        """Write what the bot has sent since that second."""
        told_at = since
        for moment, line in self._said:
            if round(moment - told_at):
                self.written.append(f"[{moment - since:.0f} s]")
                told_at = moment
            self.written.append(line)
        self._said.clear()

    def _write_log(self) -> None:
        printed = self._program.printed_lines()
        self.written += [f"log {self._as_logged(each)}" for each in printed]

    def _as_logged(self, line: str) -> str:
        """Return a LINE of the log without what is different each time."""
        return self._named(_STAMP.sub("", line))

    def _take(self, network: Network, line: str) -> None:
        """Note LINE, which the bot has sent to NETWORK."""
        command, target, text = [*line.split(" ", 2), "", ""][:3]
        on = f" @{network.name}" if network.name else ""
        if "lines" in self._header.shown or network.is_scripted:
            shown = f"»{on.strip()} {line}"
        elif command in ("PRIVMSG", "NOTICE"):
            told = self._as_told(text.removeprefix(":"))
            if told is None:
                return
            is_channel, where = target[0] in "#&@", ""
            if is_channel and target != network.main_channel:
                where = f" {target}"
            who = f"<{BOT}{where}{on}>" if is_channel else f"   → {target}{on}"
            notice = "(notice) " if command == "NOTICE" else ""
            shown = f"{who:<{LEFT}} {notice}{told}"
        elif command in _QUIET:
            return
        else:
            shown = f"»{on.strip()} {line}"
        self._said.append((self._program.seconds, self._named(shown.translate(_UNSEEN))))

    def _as_told(self, text: str) -> str | None:
        """Return TEXT without the items that a transcript leaves out; None if all are."""
        mark = text[:2] if text.startswith(("♠ ", "♢ ", "= ", "~ ")) else ""
        items = text.removeprefix(mark).split(" | ")
        if "decks" not in self._header.shown:
            items = [each for each in items if not _ABOUT_DECKS.match(each)]
        if "new players" not in self._header.shown:
            items = [each for each in items if not each.endswith(_FOR_NEW_PLAYERS)]
        return mark + " | ".join(items) if items else None

    def _named(self, text: str) -> str:
        """Return TEXT with a name in place of each hash, secret and id, and without the folder."""
        text = text.replace(f"{self._program.folder}/", "")
        return _TOKEN.sub(
            lambda found: self._names.setdefault(found[0], f"‹{len(self._names) + 1}›"), text
        )

    def _typed(self, text: str) -> str:
        """Return TEXT with what a transcript shows by other characters, or by names."""
        for real, name in self._names.items():
            text = text.replace(name, real)
        return text.translate(_SEEN)

    # Files

    def file(self, name: str) -> Path:
        """Return the path of the file called NAME in the folder of the program."""
        return self._program.folder / name

    def _save(self, name: str, content: str | bytes) -> None:
        """Save a file as editors do."""
        beside = self.file(f"{name}.editing")
        beside.write_bytes(content.encode() if isinstance(content, str) else content)
        beside.replace(self.file(name))

    def edit(self, name: str, old: str, new: str) -> None:
        """Change OLD to NEW in the file called NAME, once, as an admin would."""
        text = self.file(name).read_text("utf-8")
        if old not in text:
            raise BadTranscript(f"{old} is not in {name}: {text}")
        self._save(name, text.replace(old, new, 1))

    def remove(self, nick: str) -> None:
        """Take the player called NICK out of players.xml."""
        text = self.file("players.xml").read_text("utf-8")
        player = re.compile(rf"\s*<player>(?:(?!</player>).)*<nick>{nick}</.*?</player>", re.DOTALL)
        self.edit("players.xml", player.search(text)[0], "")  # type: ignore[index]

    def copy(self, name: str, other: str) -> None:
        """Copy the file called NAME to OTHER, in place of what is there."""
        self._save(other, self.file(name).read_bytes())

    def alter_database(self, sql: str) -> None:
        """Have players.db changed by SQL while the program does not run."""
        with closing(sqlite3.connect(self.file("players.db"))) as database:
            database.execute(sql)

    def damage(self, name: str) -> None:
        """Let the disk lose all of the file called NAME but its first kilobyte."""
        content = self.file(name).read_bytes()
        self._save(name, content[:1024].ljust(len(content), b"\0"))

    def set_config(self, section: str, key: str, value: str) -> None:
        """Let config.ini say that KEY in SECTION is VALUE."""
        self._sections.setdefault(section, {})[key] = value
        self._save("config.ini", config_ini(self._sections))


_SECONDS = {"second": 1, "minute": 60, "hour": 3600, "day": 86400}


def _everybody(act: Callable[[Network, User], None]) -> Callable[..., None]:
    """Return a direction by which ACT is done for each nick of a list."""

    def perform(play: Play, nicks: str) -> None:
        network = play.network()
        for nick in nicks.split(", "):
            act(network, network.person(nick))

    return perform


def _ops(play: Play, nicks: str, where: str | None = None) -> None:
    network = play.network()
    for nick in nicks.split(", "):
        name = network.main_channel if where is None else where
        network.change_mode("ChanServ!s@services.example", name, "+o", nick)


def _comes(play: Play, nick: str, channel: str, userhost: str | None = None) -> None:
    network = play.network()
    person = network.person(nick)
    person.userhost = userhost or person.userhost
    network.enter(person, channel)


def _kicks(play: Play, by: str, nick: str, channel: str, why: str | None = None) -> None:
    network = play.network()
    person = network.bot if nick == "the bot" else network.person(nick)
    network.kick(person, channel, by, why or by)


def _floods(play: Play, nick: str, text: str, where: str, number: str) -> None:
    network = play.network()
    target = network.bot.nick if where == "private" else where
    network.say(network.person(nick), target, text, times=int(number))


def _loses(play: Play) -> None:
    play.network().is_up = False
    play.network().close()


DIRECTIONS: Mapping[str, Callable[..., object]] = {
    r"ops: (.+?)(?: in (#\S+))?": _ops,
    r"(\S+) comes to ([#&]\S+)(?: as (\S+@\S+))?": _comes,
    r"(\S+) leaves ([#&]\S+)": lambda play, nick, channel: play.network().leave(
        play.network().person(nick), channel
    ),
    r"(\S+) quits(?: \((.+)\))?": lambda play, nick, why: play.network().quit(
        play.network().person(nick), why or "Quit"
    ),
    r"(\S+) kicks (the bot|\S+) out of ([#&]\S+)(?: \((.+)\))?": _kicks,
    r"a netsplit takes (.+)": _everybody(lambda net, user: net.quit(user, "*.net *.split")),
    r"(\S+) is called (\S+) now": lambda play, old, new: play.network().rename(old, new),
    r"(\S+) logs in to (\S+)": lambda play, nick, account: play.network().log_in(
        play.network().person(nick), account
    ),
    r"(\S+) logs out": lambda play, nick: play.network().log_in(play.network().person(nick), ""),
    r"(\d+) (second|minute|hour|day)s? pass(?:es)?": Play.wait,
    r"the bot is stopped": Play.stop,
    r"the bot is started": lambda play: setattr(play, "_is_to_start", True),
    r"the bot is started with (\S+)": Play.start_with,
    r"the bot is stopped and started": Play.restart,
    r"the bot is killed": Play.kill,
    r"the bot is killed and started": Play.kill_and_start,
    r"(\S+) says (.+) in (private|[#&]\S+), (\d+) times at once": _floods,
    r"(\S+) is known as (\S+@\S+) now": lambda play, nick, userhost: play.network().move(
        play.network().person(nick), userhost
    ),
    r"the connection is lost": _loses,
    r"the server can be reached again": lambda play: setattr(play.network(), "is_up", True),
    r"(\d+\.\S+) is down": lambda play, address: play.network().down.add(address),
    r"(\d+\.\S+) is up again": lambda play, address: play.network().down.discard(address),
    r"the server sends a line of (\d+) bytes": lambda play, size: play.network().send(
        "x" * int(size)
    ),
    r"the server closes the connection": lambda play: play.network().close(),
    r"the server stops answering": lambda play: setattr(play.network(), "is_silent", True),
    r"the server answers again": lambda play: play.network().answer_again(),
    r"([#&]\S+) is moderated": lambda play, name: play.network().muted.add(name),
    r"([#&]\S+) is not moderated": lambda play, name: play.network().unmute(name),
    r"([#&]\S+) is closed to the bot: (\d+) (.+)": lambda play, name, *why: (
        play.network().closed.update({name: why})
    ),
    r"([#&]\S+) is open to the bot": lambda play, name: play.network().closed.pop(name),
    r"an admin breaks players\.xml": lambda play: play.edit("players.xml", "</players>", "</oops>"),
    r"an admin mends players\.xml": lambda play: play.edit("players.xml", "</oops>", "</players>"),
    r"an admin changes (.+) to (.+)": lambda play, *change: play.edit("players.xml", *change),
    r"an admin removes (\S+)": Play.remove,
    r"(\S+\.xml) is changed from (.+) to (.+)": Play.edit,
    r"(\S+) is deleted": lambda play, name: play.file(name).unlink(),
    r"(\S+) is copied to (\S+)": Play.copy,
    r"(\S+) is damaged": Play.damage,
    r"players\.db is of version (\d+)": lambda play, number: play.alter_database(
        f"PRAGMA user_version = {number}"
    ),
    r"config\.ini says \[(.+?)\] (\w+) = (.*)": Play.set_config,
    r"config\.ini is changed from (.+) to (.+)": lambda play, *change: play.edit(
        "config.ini", *change
    ),
    r"(SIGHUP|SIGTERM)": lambda play, name: play.program.signal(signal.Signals[name]),
    r"the disk is full": lambda play: play.program.fill_disk(),
    r"the disk has room again": lambda play: play.program.free_disk(),
}
"""What may happen besides what people say."""


def balances(file: Path) -> str:
    """Return what players.xml, at FILE, says of everybody."""
    root = etree.parse(file).getroot()
    has = [_balance(each) for each in root.iter("player")]
    kitties = [_kitty(each) for each in root.iter("kitty")]
    return ", ".join([*has, *kitties])


def _kitty(kitty: etree._Element) -> str:
    chips, banker = str(kitty.text), str(kitty.get("banker"))
    return f"a kitty of {chips} put up by {banker}"


_ABOUT_PLAYER = {"nick", "chips", "bank", "account", "mask", "registered", "variables", "refill"}


def _balance(player: etree._Element) -> str:
    bank = player.findtext("bank", "0")
    banked = f" and {bank} in the bank" if bank != "0" else ""
    games = (each for each in player if isinstance(each.tag, str) and each.tag not in _ABOUT_PLAYER)
    kept = {str(game.tag): _counted(game) for game in games}
    first = kept.pop("pontoon", "played 0, won 0")
    others = [f"{name}: {counts}" for name, counts in kept.items() if re.search("[1-9]", counts)]
    counts = others if others and not re.search("[1-9]", first) else [first, *others]
    return f"{player.findtext('nick')} {player.findtext('chips')}{banked} ({'; '.join(counts)})"


def _counted(game: etree._Element) -> str:
    """Write what is kept of a player in GAME: rounds, and those counts that are not 0."""
    counts = {str(each.tag): each.text or "0" for each in game if each.tag != "standing"}
    rounds = [f"{name} {counts.pop(name, '0')}" for name in ("played", "won")]
    return ", ".join([*rounds, *(f"{name} {n}" for name, n in counts.items() if n != "0")])
