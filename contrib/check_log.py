#!/usr/bin/env python3
"""Check the decks of PontoonBot by your own log of the channel, and by nothing else.

    python3 check_log.py den.log [PontoonBot.log ...]

Name the log of one channel, in several files if need be, the oldest first. The logs of your
private window with the bot may follow: the cards that only you saw are then checked too. Logs of
irssi, WeeChat, HexChat, ZNC and most other clients can be read. docs/fair.md says what is proved.

There is one verdict for each deck. "right": seal, cuts and every card that the log shows are those
of the deck. "not provable": the log lacks something, and the line says what. "wrong": the line says
what, and where. The cuts that did not count are named below.

Exit status: 0 if nothing is wrong, 1 if something is, 2 if a file cannot be read.
"""

import argparse
import base64
import hashlib
import hmac
import itertools
import math
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path

RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
NEW_PACK = [rank + suit for suit in "CDHS" for rank in RANKS]
"""The 52 cards in new order."""

GAMES = {
    "Shed Pontoon": "pontoon",
    "British Pontoon": "british",
    "Shoot Pontoon": "shoot",
    "CUTwC Pontoon": "cutwc",
    "Black Jack For Time": "blackjack",
}
"""The command of each game, by the name with which the bot begins a round of it."""

MAX_CUTS = 20
MAX_LINES_OF_NAMES = 4
CROSSING_SECONDS = 10
"""A cut this close to a later one of the same nick may be the one that counted."""
MAX_DEALS = 3
"""So many deals with words before the first round are tried: each may be the one that began it."""
MAX_GUESSES = 50_000


class CannotFollow(Exception):
    """A round cannot be followed; the text says why."""


class CannotRead(Exception):
    """A file cannot be read; the text says why."""


# ------------------------------------------------------------------------------------------------
# 1. Reading lines of logs


@dataclass(frozen=True)
class Moment:
    """When a line was written, as far as the log tells."""

    day: int | None
    """A number that grows by one each day; None where the log has no dates."""
    second: int
    """The second of the day."""
    precision: int
    """60 where the log has no seconds, else 1."""


@dataclass(frozen=True)
class Line:
    """What somebody said, and where the log has it."""

    file: str
    place: tuple[int, int]
    """Its place among all lines: the number of its file, and its number in the file."""
    moment: Moment | None
    nick: str
    is_notice: bool
    text: str

    @property
    def number(self) -> int:
        return self.place[1]

    @property
    def where(self) -> str:
        return f"{self.file}, line {self.number}"


CLOCK = r"(?P<hour>\d{1,2}):(?P<minute>\d\d)(?::(?P<second>\d\d)(?:[.,]\d+)?)?"
AFTERNOON = r"(?: ?(?P<half>[AaPp][Mm]))?"
ZONE = r"(?:Z|[+-]\d\d:?\d\d)?"
YEAR_FIRST = r"(?P<year>\d{4})[-/](?P<month>\d\d)[-/](?P<day>\d\d)"
NAME_OF_MONTH = (
    r"(?:[A-Z][a-z]{2},? )?(?P<name>[A-Z][a-z]{2}) +(?P<day>\d{1,2})(?:,? (?P<year>\d{4}))?"
)
DAY_FIRST = r"\d{1,2}[./]\d{1,2}[./]\d{2,4}"
DAY_AND_NAME = r"\d{1,2} [A-Z][a-z]{2}(?: \d{4})?"

TIMES = [
    re.compile(rf"(?P<open>[\[(]?){date_shape}{CLOCK}{AFTERNOON}{ZONE}(?P<close>[\])]?)[ \t]+")
    for date_shape in (
        "",
        rf"{YEAR_FIRST}[ T]",
        rf"{NAME_OF_MONTH},? ",
        rf"{DAY_FIRST},? ",
        rf"{DAY_AND_NAME},? ",
    )
]
"""What can stand before the speaker. Nothing else can, so that nobody's words look like it."""

MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

NICK = r"[^\s<>:,!@*()/0-9-][^\s<>:,!@*()/]*"
MODES = "[ ~&@%+!]*"
SPEAKERS = [
    # irssi, HexChat, ZNC, most others:  <@dave> text   and in irssi also  <dave:#den> text
    (re.compile(rf"<{MODES}(?P<nick>{NICK})(?::[^\s>]+)?>(?:[ \t](?P<text>.*))?"), False),
    # notices:  -dave- text   -dave:#den- text   -dave/#den- text   -dave(user@host)- text
    (re.compile(rf"-{MODES}(?P<nick>{NICK}?)(?:[:/(]\S*)?-[ \t](?P<text>.*)"), True),
    # private messages without a window:  [dave(user@host)] text   *dave* text
    (re.compile(rf"\[(?P<nick>{NICK})\(\S*\)\][ \t](?P<text>.*)"), False),
    (re.compile(rf"\*(?P<nick>{NICK})\*[ \t](?P<text>.*)"), False),
    # WeeChat's notices stand behind a prefix of their own
    (re.compile(rf"--\t(?:Private)?Notice\((?P<nick>{NICK})\)(?: -> \S+)?: (?P<text>.*)"), True),
    # WeeChat:  @dave<tab>text
    (re.compile(rf"{MODES}(?P<nick>{NICK})\t(?P<text>.*)"), False),
]

FORMATTING = re.compile(
    "\x03[0-9]{1,2}(?:,[0-9]{1,2})?|\x04[0-9A-Fa-f]{6}|[\x02\x03\x04\x0f\x11\x16\x1d\x1e\x1f]"
)
WORD_JOINER = "\u2060"

STARTS_LOGGING = re.compile(
    r"(?:--- Log opened|\*\*\*\* BEGIN LOGGING AT|--- Day changed) (?P<date>.*)"
)
INTERRUPTIONS = [
    # irssi
    re.compile(r"--- Log (?:opened|closed) .*"),
    re.compile(r"-!- Irssi: (?:Join to \S+ was synced|\S+: Total of [0-9]+ nicks|Disconnected).*"),
    # WeeChat
    re.compile(r"--\tirc: disconnected from server.*"),
    re.compile(r"--\tChannel \S+: [0-9]+ nicks? \(.*"),
    # HexChat
    re.compile(r"\*{4} (?:BEGIN|ENDING) LOGGING AT .*"),
    re.compile(r"\*\s(?:Now talking on \S+|Disconnected .*|You have .*)"),
]
"""What clients write when they stop logging a channel, or begin again. Nobody says that."""

JOINS = [
    re.compile(rf"-!- (?P<nick>{NICK}) \[\S+\] has joined \S+"),
    re.compile(rf"-->\t(?P<nick>{NICK}) \(\S+\) has joined \S+"),
    re.compile(rf"\*\s(?P<nick>{NICK}) \(\S+\) has joined(?: \S+)?"),
    re.compile(rf"\*\*\* Joins: (?P<nick>{NICK}) \(\S+\)"),
]


class LogReader:
    """Reads the lines of one file, one after the other."""

    def __init__(self, path: Path, number: int) -> None:
        self.path = path
        self.number = number
        """The number of the file, from 0."""
        self.day: int | None = None
        self.year: int | None = None
        self.interruptions: list[int] = []
        """The numbers of the lines that say that logging stopped or began."""
        self.joins: list[tuple[int, str]] = []
        """The numbers of the lines that say that somebody has come, and who."""
        if in_name := re.search(r"(\d{4})-?(\d\d)-?(\d\d)", path.name):
            self.day = day_number(int(in_name[1]), int(in_name[2]), int(in_name[3]))

    def lines(self) -> Iterator[Line]:
        try:
            content = self.path.read_bytes()
        except OSError as error:
            raise CannotRead(f"{self.path}: {error.strerror}") from error
        if b"\0" in content:
            raise CannotRead(f"{self.path}: this is no text")
        for number, raw in enumerate(content.split(b"\n"), 1):
            text = raw.decode("utf-8", "surrogateescape").rstrip("\r")
            text = FORMATTING.sub("", text).replace(WORD_JOINER, "")
            if header := STARTS_LOGGING.match(text):
                self.read_header(header["date"])
            if line := self.read(number, text):
                yield line
            else:
                self.read_event(number, self.read_time(text)[1].rstrip(" "))

    def read_header(self, text: str) -> None:
        """Take the date from a line such as ``--- Day changed Wed Nov 25 2026``."""
        found = re.search(r"([A-Z][a-z]{2}) +(\d{1,2})\b.* (\d{4})$", text.rstrip())
        if found and found[1] in MONTHS:
            self.year = int(found[3])
            self.day = day_number(self.year, MONTHS.index(found[1]) + 1, int(found[2]))

    def read(self, number: int, text: str) -> Line | None:
        """Return what was said in TEXT; None if nobody said anything there."""
        moment, rest = self.read_time(text)
        for shape, is_notice in SPEAKERS:
            found = shape.fullmatch(rest)
            if found:
                said = (found["text"] or "").rstrip(" ")
                place = self.number, number
                return Line(str(self.path), place, moment, found["nick"], is_notice, said)
        return None

    def read_event(self, number: int, text: str) -> None:
        """Note an interruption, and who has come: it may be the log's owner, who was away."""
        if any(shape.fullmatch(text) for shape in INTERRUPTIONS):
            self.interruptions.append(number)
        for shape in JOINS:
            if found := shape.fullmatch(text):
                self.joins.append((number, found["nick"].lower()))

    def read_time(self, text: str) -> tuple[Moment | None, str]:
        """Return when TEXT was written, and what stands behind that."""
        text = text.lstrip(" ")
        for shape in TIMES:
            found = shape.match(text)
            if found is None or found["open"] + found["close"] not in ("", "[]", "()"):
                continue
            parts = found.groupdict()
            hour = int(parts["hour"])
            if parts["half"]:
                hour = hour % 12 + (12 if parts["half"].lower() == "pm" else 0)
            second = hour * 3600 + int(parts["minute"]) * 60 + int(parts["second"] or 0)
            precision = 1 if parts["second"] else 60
            return Moment(self.day_of(parts), second, precision), text[found.end() :]
        return None, text

    def day_of(self, parts: dict[str, str | None]) -> int | None:
        if not parts.get("day"):
            return self.day
        year = int(parts.get("year") or self.year or 0)
        name = parts.get("name")
        if not year or (name and name not in MONTHS):
            return self.day
        month = MONTHS.index(name) + 1 if name else int(parts["month"] or 0)
        return day_number(year, month, int(parts["day"] or 0))


def day_number(year: int, month: int, day: int) -> int | None:
    try:
        return date(year, month, day).toordinal()
    except ValueError:
        return None


def seconds_between(one: Moment | None, other: Moment | None) -> int | None:
    """Return at least how many seconds lie between two lines; None where the log does not say."""
    if one is None or other is None or one.day != other.day:
        return None
    slack = max(one.precision, other.precision) - 1
    return max(abs(one.second - other.second) - slack, 0)


# ------------------------------------------------------------------------------------------------
# 2. The construction: from a secret and cuts to cards (docs/fair.md)


def short(content: bytes) -> str:
    """Return the first 20 bytes of SHA-256, in base64url without padding."""
    digest = hashlib.sha256(content).digest()[:20]
    return base64.urlsafe_b64encode(digest).decode().rstrip("=")


def seal_of(number: int, terms: str, secret: str) -> str:
    text = f"pontoon-deck-2 seal {number} {terms} {secret}"
    return short(text.encode("utf-8", "surrogateescape"))


def cuts_of(seal: str, cuts: Sequence[str]) -> str:
    lines = sorted(words.encode() for words in cuts)
    first = f"pontoon-deck-2 cuts {seal}".encode()
    return short(b"".join(line + b"\n" for line in [first, *lines]))


def key_of(seal: str, secret: str, cuts: str) -> bytes:
    """Return HKDF-SHA256 (RFC 5869), 32 bytes."""
    extracted = hmac.digest(cuts.encode(), secret.encode(), "sha256")
    info = f"pontoon-deck-2 key {seal}".encode()
    return hmac.digest(extracted, info + b"\x01", "sha256")


class Draw:
    """The numbers of one draw of a key."""

    def __init__(self, key: bytes, number: int) -> None:
        self.numbers = self.stream(key, number)

    @staticmethod
    def stream(key: bytes, number: int) -> Iterator[int]:
        for block in itertools.count():
            hashed = b"pontoon" + key + number.to_bytes(8, "big") + block.to_bytes(8, "big")
            content = hashlib.shake_256(hashed).digest(1024)
            for place in range(0, 1024, 2):
                yield int.from_bytes(content[place : place + 2], "big")

    def below(self, limit: int) -> int:
        for number in self.numbers:
            if number < 65536 - 65536 % limit:
                return number % limit
        raise AssertionError

    def shuffle(self, items: list) -> list:
        for place in range(len(items) - 1, 0, -1):
            other = self.below(place + 1)
            items[place], items[other] = items[other], items[place]
        return items


class Shoe:
    """A shoe of several packs."""

    def __init__(self, key: bytes, packs: int, marker: str) -> None:
        self.key = key
        self.packs = packs
        self.draws = 1
        draw = Draw(key, 1)
        self.order = draw.shuffle(NEW_PACK * packs)[::-1]
        """The cards as they are dealt, the first one first."""
        least, most = map(int, marker.split("-"))
        self.end = len(self.order) - least - draw.below(most - least + 1)
        """So many cards are dealt until the marker is reached."""
        self.dealt = 0
        self.has_run_dry = False

    def deal(self, on_table: Sequence[str]) -> str:
        if self.dealt == len(self.order):
            self.run_dry(on_table)
        self.dealt += 1
        return self.order[self.dealt - 1]

    def run_dry(self, on_table: Sequence[str]) -> None:
        """Shuffle all cards that are not ON_TABLE: copies together, in new order."""
        self.has_run_dry = True
        self.draws += 1
        left = dict.fromkeys(NEW_PACK, self.packs)
        for card in on_table:
            left[card] -= 1
        cards = [card for card in NEW_PACK for _ in range(left[card])]
        self.order += Draw(self.key, self.draws).shuffle(cards)[::-1]


class Pack:
    """The 52 cards, of which those that were used go under."""

    def __init__(self, key: bytes, way_to_gather: str) -> None:
        self.key = key
        self.way_to_gather = way_to_gather
        self.draws = 1
        self.order = Draw(key, 1).shuffle([*NEW_PACK])
        """All cards that were dealt, and then those that will be."""
        self.dealt = 0
        self.aside: list[list[str]] = []

    def deal(self, _on_table: Sequence[str]) -> str:
        if self.dealt == len(self.order):
            raise CannotFollow("a card is dealt from an empty pack")
        self.dealt += 1
        return self.order[self.dealt - 1]

    def cut(self, people: int) -> list[str]:
        """Return the cards that PEOPLE draw for the bank, from a new pack of their own."""
        self.draws += 1
        return Draw(self.key, self.draws).shuffle([*NEW_PACK])[:people]

    def throw_in(self, hand: list[str]) -> None:
        """Put a HAND under that is bust, or whose player has left."""
        if self.way_to_gather == "mixed":
            self.aside.append(hand)
        else:
            self.order += hand

    def gather(self, hands: list[list[str]]) -> None:
        """Put HANDS under after a round."""
        if self.way_to_gather == "hands":
            self.draws += 1
            hands = Draw(self.key, self.draws).shuffle(hands)
        cards = [card for hand in self.aside + hands for card in hand]
        self.aside = []
        if self.way_to_gather == "mixed":
            self.draws += 1
            cards = Draw(self.key, self.draws).shuffle(sorted(cards, key=NEW_PACK.index))
        self.order += cards


# ------------------------------------------------------------------------------------------------
# 3. What the bot says of decks and rounds. Each shape is that of a whole line, or of a whole part
#    of a line between bars; the bars stand in no name, nor do commas, colons and round brackets.

DECK = r"(?P<number>[1-9][0-9]{0,17})"
SHORT = r"[A-Za-z0-9_-]{27}"
SECRET = r"[A-Za-z0-9_-]{22}"

SEALED = re.compile(rf"[Dd]eck {DECK} sealed: (?P<seal>{SHORT}) \((?P<prefix>\S+)cut any words\)")
OPENED = re.compile(
    rf"[Dd]eck {DECK} opened(?:, given up \((?P<why>[^()|]*)\))?: (?P<secret>{SECRET}) "
    rf"\((?P<terms>(?P<network>\S+) (?P<channel>\S+) (?P<game>[a-z]+) (?P<packs>[1-9][0-9]{{0,2}}) "
    rf"(?P<marker>[0-9]{{1,6}}-[0-9]{{1,6}}|hands|mixed|seats) {SHORT})\)"
)
LOST = re.compile(rf"[Dd]eck {DECK} cannot be opened: its secret is lost")
FIRST_ROUND = re.compile(
    rf"deck {DECK}, (?:cut by (?P<people>[1-9][0-9]*): (?P<cuts>{SHORT})|not cut)"
)
OTHER_ROUND = re.compile(rf"deck {DECK}, card (?P<card>[1-9][0-9]{{0,8}})")
ONE_ACKNOWLEDGED = r"deck [1-9][0-9]{0,17} of [A-Za-z ]+ \([0-9]+ cuts?\)"
ACKNOWLEDGED = re.compile(
    rf"(?P<nicks>\S+(?:, \S+)*) cuts? (?P<decks>{ONE_ACKNOWLEDGED}(?:, {ONE_ACKNOWLEDGED})*)"
)
BEGINS = re.compile(rf"(?P<title>{'|'.join(map(re.escape, GAMES))}): (?P<names>.*)")

SUITS = {"♣": "C", "♦": "D", "♥": "H", "♠": "S"}
CARD = "(?:10|[2-9AJQK])[♣♦♥♠CDHS]"
CARDS = f"{CARD}(?: {CARD})*"
HAND = r"(?: \(hand (?P<hand>[0-9]+)\))?"

ACTS = {
    what: re.compile(rf"{shape}{HAND}")
    for what, shape in {
        "bets": "bets [0-9]+",
        "bids": "bids [0-9]+",
        "twists": f"twists (?P<cards>{CARD})",
        "buys": "buys for [0-9]+",
        "burns": "burns for [0-9]+",
        "splits": "splits for [0-9]+",
        "sticks": "sticks",
        "busts": "busts",
        "shoots": "shoots [0-9]+",
        "passes": "passes",
        "shows": f"shows (?P<cards>{CARDS})",
        "declares": f"has a pontoon and shows (?P<cards>{CARD})",
        "turns up": f"turns up (?P<cards>{CARD} {CARD})(?:, a pontoon)?",
        "draws": f"draws (?P<cards>{CARD})",
        "gets": f"gets (?P<cards>{CARD} {CARD}) = [0-9]+",
        "hits": f"hits (?P<cards>{CARD})",
        "doubles": f"doubles for [0-9]+ and gets (?P<cards>{CARD})",
        "leaves": "leaves the round(?:, (?:losing|drinking) [0-9]+)?",
        "sits out": "does not bet",
        "is not dealt to": (
            "has too few chips and sits out|sits out: the banker cannot cover so many"
        ),
        "is the banker": r"is the banker(?:[ ,;(].*)?",
    }.items()
}
"""What stands behind the name of a player, by what that player does."""

SECOND_CARDS = "second cards are out"
DEALER_SHOWS = re.compile(f"the dealer shows (?P<cards>{CARD})")
CUT_FOR_BANK = re.compile(rf"cut for the bank: (?P<drawn>[^:|,]+ {CARD}(?:, [^:|,]+ {CARD})*)")
RESULT = re.compile(
    rf"(?:(?P<title>Banker|Dealer)(?P<space> |(?=:)))?(?P<name>[^:|]*?){HAND}: "
    rf"(?P<cards>{CARDS}) = [0-9]+ [a-z].*"
)
BALANCES = re.compile("(?:Chips|Drinks|Minutes): (?P<balances>.*)")
TO_BET = re.compile(r"(?:\S+ \((?P<name>[^()]*)\)|(?P<nick>[^()|]*)) to bet")
UNSETTLED = re.compile(r"no round: .*|.*\b(?:the round is void|stakes are returned)\b.*")

BACK = re.compile(r"I [^:|]*; the round continues(?: with the same cards)?")
"""Behind this, the bot says again what was done last."""

PRIVATE_HAND = re.compile(rf"(?:^|[.:?!] )(?P<cards>{CARDS}) = [0-9]+(?= \(hand|[.:]|$)")
PRIVATE_CARD = re.compile(rf"(?:^|[.?!] )Your card: (?P<cards>{CARD})(?=[. ]|$)")


def cards_in(text: str) -> list[str]:
    """Return the cards written in TEXT, in letters.

    >>> cards_in("10♣ AH")
    ['10C', 'AH']
    """
    return ["".join(SUITS.get(sign, sign) for sign in card) for card in text.split()]


def parts_of(text: str) -> list[str]:
    return text.split(" | ")


@dataclass
class Round:
    """A round, as the log has it."""

    line: Line
    title: str
    names: list[str]
    deck: int
    place: int
    """How many cards of the deck were dealt before it."""
    people: int | None
    """How many people cut the deck, if this is its first round."""
    cuts: str
    """CUTS as the bot said it, "" if nobody cut."""
    parts: list[tuple[Line, str]] = field(default_factory=list)
    """What the bot said during it."""
    private: list[tuple[Line, list[str]]] = field(default_factory=list)
    """The cards that the bot told the log's owner during it."""
    last_line: Line | None = None

    @property
    def is_unsettled(self) -> bool:
        return any(UNSETTLED.fullmatch(part) for _, part in self.parts)


@dataclass
class Deck:
    """What the log has about a deck."""

    number: int
    seals: list[tuple[Line, re.Match]] = field(default_factory=list)
    acknowledged: list[tuple[Line, str]] = field(default_factory=list)
    title: str = ""
    """What its game is called where cuts of it are acknowledged."""
    rounds: list[Round] = field(default_factory=list)
    openings: list[tuple[Line, re.Match]] = field(default_factory=list)
    lost: Line | None = None
    # What comes of the check:
    wrong: list[str] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    cards_seen: int = 0

    @property
    def game(self) -> str:
        """The command of its game, "" if the log does not tell."""
        if self.openings:
            return self.openings[0][1]["game"]
        return GAMES.get(self.rounds[0].title if self.rounds else self.title, "")

    @property
    def first_round(self) -> Round | None:
        """The round whose line closed the cutting, None if the log lacks it."""
        return next((each for each in self.rounds if each.people is not None), None)


class Log:
    """All that the log has about decks and rounds, in its order."""

    def __init__(self, bot: str) -> None:
        self.bot = bot.lower()
        self.lines: list[Line] = []
        """All lines of the channel."""
        self.decks: dict[int, Deck] = {}
        self.rounds: list[Round] = []
        self.interruptions: list[tuple[int, int]] = []
        """Where logging stopped or began, except at the beginning of a file."""
        self.joins: list[tuple[tuple[int, int], str]] = []
        """Where somebody has come, and who."""
        self.files = 0
        """How many files were read."""
        self.owner = ""
        self.recent: list[Line] = []
        """The last few lines of the bot: an opening line with many names is several lines."""

    def read(self, path: Path) -> None:
        reader = LogReader(path, self.files)
        self.files += 1
        lines = list(reader.lines())
        spoken = [line for line in lines if line.nick.lower() == self.bot]
        if any(is_about_decks(line.text) for line in spoken):
            numbers = [number for number in reader.interruptions if number > 1]
            self.interruptions += [(reader.number, number) for number in numbers]
            self.joins += [((reader.number, number), nick) for number, nick in reader.joins]
            for line in lines:
                self.lines.append(line)
                if line.nick.lower() == self.bot:
                    self.hear(line)
        else:
            self.read_private(lines, spoken)

    def read_private(self, lines: list[Line], spoken: list[Line]) -> None:
        """Give the cards of a private window to the rounds that were played then."""
        others = {line.nick for line in lines} - {line.nick for line in spoken}
        if len(others) == 1:
            self.owner = others.pop()
        for line in spoken:
            for cards in private_cards(line.text):
                during = [each for each in self.rounds if may_be_during(line, each)]
                if len(during) == 1:
                    during[0].private.append((line, cards))

    def deck(self, number: str) -> Deck:
        return self.decks.setdefault(int(number), Deck(int(number)))

    def hear(self, line: Line) -> None:
        """Take in a LINE of the bot."""
        parts = parts_of(line.text)
        found = BEGINS.fullmatch(parts[0])
        if found and self.hear_opening(line, found["title"], found["names"], parts[1:]):
            return
        if not found and self.hear_rest_of_opening(parts):
            return
        self.recent = [*self.recent, line][-MAX_LINES_OF_NAMES:]
        for part in parts:
            if not self.hear_record(line, part) and self.rounds:
                self.rounds[-1].parts.append((line, part))
        if self.rounds:
            self.rounds[-1].last_line = line
            for cards in private_cards(line.text):
                self.rounds[-1].private.append((line, cards))

    def hear_rest_of_opening(self, parts: Sequence[str]) -> bool:
        """Take PARTS as the end of an opening line that was too long; tell whether they are."""
        if not any(map(about_deck, parts[:2])):
            return False
        more = [] if about_deck(parts[0]) else [parts[0]]
        for place in range(len(self.recent) - 1, -1, -1):
            first = self.recent[place]
            if found := BEGINS.fullmatch(first.text):
                between = [line.text for line in self.recent[place + 1 :]]
                names = " ".join([found["names"], *between, *more])
                names = names.replace(f"{found['title']}: ", "")
                return self.hear_opening(first, found["title"], names, parts[len(more) :])
        return False

    def hear_opening(self, line: Line, title: str, names: str, parts: Sequence[str]) -> bool:
        """Take in the line that begins a round; tell whether it is one."""
        place = next((place for place, part in enumerate(parts) if about_deck(part)), None)
        if place is None:
            return False
        found = about_deck(parts[place])
        assert found
        said = found.groupdict()
        new = Round(
            line,
            title,
            [name.strip() for name in names.split(",") if name.strip()],
            int(found["number"]),
            int(said.get("card") or 1) - 1,
            None if "card" in said else int(said["people"] or 0),
            said.get("cuts") or "",
        )
        new.last_line = line
        if not (self.rounds and is_same_opening(self.rounds[-1], new)):
            self.rounds.append(new)
            self.deck(found["number"]).rounds.append(new)
        self.rounds[-1].parts += [(line, part) for part in parts[place + 1 :]]
        return True

    def hear_record(self, line: Line, part: str) -> bool:
        """Take in what is said about a deck itself; tell whether PART is that."""
        if found := SEALED.fullmatch(part):
            self.deck(found["number"]).seals.append((line, found))
        elif found := OPENED.fullmatch(part):
            self.deck(found["number"]).openings.append((line, found))
        elif found := LOST.fullmatch(part):
            self.deck(found["number"]).lost = line
        elif found := ACKNOWLEDGED.fullmatch(part):
            for number, title in re.findall(r"deck ([0-9]+) of ([A-Za-z ]+) ", found["decks"]):
                self.deck(number).title = title
                for nick in found["nicks"].split(", "):
                    self.deck(number).acknowledged.append((line, nick))
        else:
            return False
        return True

    def was_interrupted_between(self, one: Line, other: Line) -> bool:
        """Tell whether logging stopped between two lines of the log."""
        mine = [place for place, nick in self.joins if nick == self.owner.lower()]
        return any(one.place < place < other.place for place in [*self.interruptions, *mine])


def about_deck(part: str) -> re.Match | None:
    """Return what PART of an opening line says about the deck; None if it does not."""
    return FIRST_ROUND.fullmatch(part) or OTHER_ROUND.fullmatch(part)


def is_about_decks(text: str) -> bool:
    """Tell whether TEXT, said by the bot, is a line about a deck, which only a channel hears."""
    shapes = (SEALED, OPENED, LOST, FIRST_ROUND, OTHER_ROUND)
    return any(shape.fullmatch(part) for part in parts_of(text) for shape in shapes)


def is_same_opening(one: Round, other: Round) -> bool:
    """Tell whether the bot only said the line again: it does after a lost connection."""
    return not one.is_unsettled and (one.title, one.names, one.deck, one.place, one.cuts) == (
        other.title,
        other.names,
        other.deck,
        other.place,
        other.cuts,
    )


def private_cards(text: str) -> list[list[str]]:
    """Return the hands that TEXT shows in private.

    >>> private_cards("You bust on 9♠: 8♦ 5♥ 9♠ = 22 (hand 5)")
    [['8D', '5H', '9S']]
    """
    shown = []
    for part in parts_of(text):
        if not part.startswith("["):  # the replay of an earlier round
            for shape in (PRIVATE_CARD, PRIVATE_HAND):
                shown += [cards_in(found["cards"]) for found in shape.finditer(part)]
    return shown


def may_be_during(line: Line, played: Round) -> bool:
    """Tell whether LINE, of another file, is surely of the time of a round."""
    begin, end = played.line.moment, played.last_line and played.last_line.moment
    if line.moment is None or begin is None or end is None:
        return False
    days = {line.moment.day, begin.day, end.day} - {None}
    if len(days) > 1 or begin.second > end.second:
        return False
    slack = max(line.moment.precision, begin.precision)
    return begin.second - slack < line.moment.second < end.second + slack


# ------------------------------------------------------------------------------------------------
# 4. Following a round: who gets which card


@dataclass
class Seat:
    """A player in a round."""

    name: str
    hands: list[list[str]] = field(default_factory=list)
    under: list[bool] = field(default_factory=list)
    """Which hands have gone under the pack already."""
    has_bet: bool = False
    has_left: bool = False
    had: list[list[str]] = field(default_factory=list)
    """All hands as they were at any time."""


@dataclass(frozen=True)
class Act:
    """What the log says that a player did."""

    line: Line
    what: str
    name: str
    hand: int
    cards: list[str]


@dataclass(frozen=True)
class Shown:
    """Cards that the log shows, and those that the deck has there."""

    line: Line
    what: str
    cards: list[str]
    due: list[str]


def without_repetition(acts: Sequence[Act], again: Sequence[Act]) -> Sequence[Act]:
    """Return AGAIN without its beginning, as far as ACTS end with the same."""
    for size in range(len(again), 0, -1):
        pairs = zip(acts[len(acts) - size :], again[:size], strict=False)
        if size <= len(acts) and all(replace(one, line=two.line) == two for one, two in pairs):
            return again[size:]
    return again


BETS = dict.fromkeys(GAMES, ("bets",)) | {"CUTwC Pontoon": ("bids",)}
"""What somebody does who bets; elsewhere bids are for the bank."""


class Follower:
    """Deals a round again, from the deck, in the order that the log tells."""

    def __init__(self, played: Round, deck: Shoe | Pack) -> None:
        self.played = played
        self.deck = deck
        self.acts = self.read_acts()
        self.results = self.read_results()
        self.seats = [Seat(name) for name in played.names]
        self.is_bet_on = {act.name for act in self.acts if act.what in BETS[played.title]}
        self.dealer: list[str] = []
        """The hand of the bot, in Black Jack."""
        self.shown: list[Shown] = []

    def read_acts(self) -> list[Act]:
        """Return what was done, without what the bot says again when it is back."""
        acts: list[Act] = []
        again: list[Act] = []
        back: Line | None = None
        for line, part in self.played.parts:
            if back and line is not back:
                acts += without_repetition(acts, again)
                back, again = None, []
            if BACK.fullmatch(part):
                back = line
            (again if back else acts).extend(self.acts_in(line, part))
        return acts + without_repetition(acts, again)

    def acts_in(self, line: Line, part: str) -> Iterator[Act]:
        """Yield what PART says that one of the players, or the bot, did."""
        if part == SECOND_CARDS:
            yield Act(line, "second cards", "", 0, [])
        elif found := DEALER_SHOWS.fullmatch(part):
            yield Act(line, "dealer shows", "", 0, cards_in(found["cards"]))
        elif found := CUT_FOR_BANK.fullmatch(part):
            cards = [drawn.rsplit(" ", 1)[1] for drawn in found["drawn"].split(", ")]
            yield Act(line, "cut for the bank", "", 0, cards_in(" ".join(cards)))
        else:
            yield from self.acts_of_players(line, part)

    def acts_of_players(self, line: Line, part: str) -> Iterator[Act]:
        for name in sorted(self.played.names, key=len, reverse=True):
            if not part.startswith(name + " "):
                continue
            for what, shape in ACTS.items():
                if found := shape.fullmatch(part[len(name) + 1 :]):
                    cards = cards_in(found.groupdict().get("cards") or "")
                    yield Act(line, what, name, int(found["hand"] or 1), cards)
                    return

    def read_results(self) -> dict[tuple[str, int], list[tuple[Line, list[str]]]]:
        """Return the hands at the end, by name and number; the name of the bot is "".

        A bot that is back may say them again.
        """
        results: dict[tuple[str, int], list[tuple[Line, list[str]]]] = {}
        for line, part in self.played.parts:
            found = RESULT.fullmatch(part)
            if found is None:
                continue
            name = found["name"]
            if name in self.played.names or (found["title"] == "Dealer" and not name):
                said = results.setdefault((name, int(found["hand"] or 1)), [])
                said.append((line, cards_in(found["cards"])))
        return results

    def seat(self, name: str) -> Seat:
        return next(seat for seat in self.seats if seat.name == name)

    # Dealing

    def on_table(self) -> list[str]:
        hands = [hand for seat in self.seats for hand in seat.hands]
        return [card for hand in [*hands, self.dealer] for card in hand]

    def take(self, hand: list[str]) -> str:
        """Deal a card to HAND."""
        card = self.deck.deal(self.on_table())
        hand.append(card)
        return card

    def take_for(self, seat: Seat, hand: list[str]) -> str:
        card = self.take(hand)
        seat.had.append([*hand])
        return card

    def new_hand(self, seat: Seat, cards: list[str]) -> list[str]:
        seat.hands.append(cards)
        seat.under.append(False)
        seat.had.append([*cards])
        return cards

    def halve(self, act: Act, seat: Seat) -> tuple[list[str], list[str]]:
        """Return the two hands, of one card each, of a pair that is split."""
        hand = self.hand_of(act)
        if len(hand) != 2:
            raise CannotFollow(f"{act.name} splits a hand that has not two cards")
        new = self.new_hand(seat, [hand.pop()])
        seat.had.append([*hand])
        return hand, new

    def deal_first_cards(self) -> None:
        for seat in self.seats:
            self.new_hand(seat, [self.deck.deal(self.on_table())])

    def deal_second_cards(self) -> None:
        for seat in self.seats:
            if seat.has_bet and not seat.has_left:
                self.take_for(seat, self.first_hand(seat))

    def first_hand(self, seat: Seat) -> list[str]:
        if not seat.hands:
            raise CannotFollow(f"the log does not show how {seat.name} was dealt the first card")
        return seat.hands[0]

    def hand_of(self, act: Act) -> list[str]:
        seat = self.seat(act.name)
        if act.hand > len(seat.hands):
            raise CannotFollow(f"{act.name} has no hand {act.hand}")
        return seat.hands[act.hand - 1]

    def compare(self, act: Act, due: list[str]) -> None:
        self.shown.append(Shown(act.line, f"{act.name} {act.what}".strip(), act.cards, due))

    # The round

    def follow(self) -> None:
        """Deal the whole round; CannotFollow if that cannot be done."""
        self.check_nothing_follows_results()
        self.begin()
        for act in self.acts:
            self.follow_act(act)
        self.end()
        if self.results:
            self.compare_results()
        elif not self.played.is_unsettled:
            raise CannotFollow("its results are not in the log")

    def check_nothing_follows_results(self) -> None:
        """Check that no line is missing between this round and another one."""
        results = [line for said in self.results.values() for line, _ in said[:1]]
        for act in self.acts:
            is_later = any(act.line.place > line.place for line in results)
            if is_later and act.what != "cut for the bank":
                raise CannotFollow(f"{act.line.where} is not of it: a line is missing before")

    def begin(self) -> None:
        self.deal_first_cards()

    def follow_act(self, act: Act) -> None:
        seat = self.seat(act.name) if act.name else None
        if seat is None:
            if act.what == "second cards":
                self.deal_second_cards()
        elif act.what in BETS[self.played.title]:
            seat.has_bet = True
        elif act.what in ("leaves", "sits out"):
            self.leave(seat)
        else:
            self.follow_move(act, seat)

    def leave(self, seat: Seat) -> None:
        seat.has_left = True
        if seat.name not in self.is_bet_on:
            seat.hands.clear()  # the card is on the table no more
            seat.under.clear()

    def follow_move(self, act: Act, seat: Seat) -> None:
        if act.what == "twists":
            self.compare(act, [self.take_for(seat, self.hand_of(act))])
        elif act.what == "buys":
            self.take_for(seat, self.hand_of(act))
        elif act.what == "splits":
            self.split(act, seat)
        elif act.what in ("sticks", "busts"):
            self.hand_is_over(act, seat)

    def split(self, act: Act, seat: Seat) -> None:
        raise NotImplementedError

    def hand_is_over(self, act: Act, seat: Seat) -> None:
        """Do what follows the end of a hand."""

    def end(self) -> None:
        """Do what follows the last hand."""

    def compare_results(self) -> None:
        hands = {
            (seat.name, number): hand
            for seat in self.seats
            for number, hand in enumerate(seat.hands, 1)
            if seat.name in self.is_bet_on or not self.needs_bet(seat)
        }
        if self.dealer:
            hands["", 1] = self.dealer
        for (name, number), hand in hands.items():
            who = f"{name}'s hand" if name else "the dealer's hand"
            if (name, number) not in self.results:
                raise CannotFollow(f"the result of {who} is not in the log")
            for line, cards in self.results[name, number]:
                if len(cards) != len(hand):
                    raise CannotFollow(
                        f"{who} has {len(cards)} cards in the end, but the log shows how "
                        f"{len(hand)} were dealt"
                    )
                self.shown.append(Shown(line, who, cards, [*hand]))
        for name, number in self.results:
            if (name, number) not in hands:
                what = f"hand {number} of {name}" if name else "the dealer's hand"
                raise CannotFollow(f"the log does not show how {what} was dealt")

    def needs_bet(self, _seat: Seat) -> bool:
        """Tell whether a seat has a hand at the end only if it has bet."""
        return True


class FollowsShed(Follower):
    """Shed Pontoon."""

    def follow_move(self, act: Act, seat: Seat) -> None:
        if act.what == "burns":
            hand = self.hand_of(act)
            hand.clear()
            self.take_for(seat, hand)
            self.take_for(seat, hand)
        else:
            super().follow_move(act, seat)

    def split(self, act: Act, seat: Seat) -> None:
        """Split a hand: it gets its second card at once, the new one when its turn comes."""
        hand, _ = self.halve(act, seat)
        self.take_for(seat, hand)

    def hand_is_over(self, act: Act, seat: Seat) -> None:
        if act.hand < len(seat.hands) and not seat.has_left:
            hand = seat.hands[act.hand]
            if len(hand) == 1:
                self.take_for(seat, hand)


class FollowsBlackJack(Follower):
    """Black Jack For Time."""

    def deal_first_cards(self) -> None:
        for seat in self.seats:
            self.new_hand(seat, [])

    def follow_act(self, act: Act) -> None:
        if act.what in ("gets", "dealer shows") and not self.dealer:
            self.deal_two_each()
        if act.what == "dealer shows":
            self.compare(act, self.dealer[:1])
        elif act.what == "gets":
            self.compare(act, self.hand_of(act)[:2])
        elif act.what in ("hits", "doubles"):
            self.compare(act, [self.take_for(self.seat(act.name), self.hand_of(act))])
        else:
            super().follow_act(act)

    def deal_two_each(self) -> None:
        for _ in range(2):
            for seat in self.seats:
                if seat.has_bet and not seat.has_left:
                    self.take_for(seat, self.first_hand(seat))
            self.take(self.dealer)

    def end(self) -> None:
        """Let the dealer draw as many cards as the result shows."""
        if self.dealer and ("", 1) in self.results:
            _, cards = self.results["", 1][0]
            while len(self.dealer) < min(len(cards), 5):
                self.take(self.dealer)

    def compare_results(self) -> None:
        for seat in self.seats:
            if [] in seat.hands:  # they left before the cards were dealt
                del seat.hands[:]
                self.results = {
                    key: each for key, each in self.results.items() if key[0] != seat.name
                }
        super().compare_results()


class FollowsPack(Follower):
    """CUTwC Pontoon, whose dealer is the last one named; and what all games with a pack share."""

    deck: Pack

    def __init__(self, played: Round, deck: Pack) -> None:
        super().__init__(played, deck)
        self.pairs: dict[tuple[str, int], list[str]] = {}
        """The pairs that were split and are shown next."""

    def leave(self, seat: Seat) -> None:
        seat.has_left = True
        if seat is not self.seats[-1]:
            for number in range(len(seat.hands)):
                self.throw_in(seat, number)

    def throw_in(self, seat: Seat, number: int) -> None:
        """Put a hand under the pack, once."""
        if not seat.under[number]:
            seat.under[number] = True
            self.deck.throw_in([*seat.hands[number]])

    def deal_second_cards(self) -> None:
        for seat in self.seats:
            if not seat.has_left or seat is self.seats[-1]:
                self.take_for(seat, self.first_hand(seat))

    def hand_is_over(self, act: Act, seat: Seat) -> None:
        if act.what == "busts" and seat is not self.seats[-1]:
            self.hand_of(act)
            self.throw_in(seat, act.hand - 1)

    def follow_move(self, act: Act, seat: Seat) -> None:
        if act.what == "draws":
            self.compare(act, [self.take_for(seat, self.hand_of(act))])
        elif act.what in ("turns up", "shows"):
            pair = self.pairs.pop((act.name, act.hand), None)
            self.compare(act, pair or [*self.hand_of(act)])
        elif act.what == "declares":
            hand = self.hand_of(act)
            self.compare(act, act.cards if act.cards[0] in hand else hand[:1])
        else:
            super().follow_move(act, seat)

    def split_in_two(self, act: Act, seat: Seat) -> tuple[list[str], list[str]]:
        self.pairs[act.name, act.hand] = [*self.hand_of(act)]
        return self.halve(act, seat)

    def split(self, act: Act, seat: Seat) -> None:
        """Split a hand: both get their second cards at once."""
        for hand in self.split_in_two(act, seat):
            self.take_for(seat, hand)

    def gather(self) -> None:
        """Put the hands under that are not there yet, as they are after a settled round."""
        hands = [
            [*hand]
            for seat in self.seats
            for hand, is_under in zip(seat.hands, seat.under, strict=True)
            if not is_under
        ]
        self.deck.gather(hands)

    def needs_bet(self, seat: Seat) -> bool:
        return seat is not self.seats[-1]

    def compare_results(self) -> None:
        super().compare_results()
        self.gather()


class FollowsBritish(FollowsPack):
    """British Pontoon: the bank is found first, and the banker is dealt to last."""

    def __init__(self, played: Round, deck: Pack) -> None:
        super().__init__(played, deck)
        self.is_order_known = True
        self.waits_for_shot: tuple[Seat, list[list[str]]] | None = None
        """The hands of a split that get their second cards after a question."""

    def begin(self) -> None:
        """Deal nothing before there is a banker."""

    def follow_act(self, act: Act) -> None:
        if self.waits_for_shot and act.name == self.waits_for_shot[0].name:
            self.deal_after_shot(act)
        if act.what == "cut for the bank":
            self.compare(act, self.deck.cut(len(act.cards)))
        elif act.what == "is the banker" and not any(seat.hands for seat in self.seats):
            self.line_up(act)
            self.deal_first_cards()
        elif act.what in ("leaves", "sits out", "is not dealt to") and not self.seats[0].hands:
            self.seats = [seat for seat in self.seats if seat.name != act.name] or self.seats
        elif act.name and act.name not in [seat.name for seat in self.seats]:
            pass  # by somebody who is not dealt to
        else:
            super().follow_act(act)

    def deal_after_shot(self, act: Act) -> None:
        """Deal what waits for an answer: nothing here."""

    def line_up(self, act: Act) -> None:
        """Put the seats in the order in which they are dealt to."""
        order = self.order_in_balances() or self.order_of_bets()
        dealt_to = {seat.name: seat for seat in self.seats}
        known = [name for name in order if name in dealt_to and name != act.name]
        others = [name for name in dealt_to if name not in known and name != act.name]
        self.is_order_known = len(others) < 2 and (not others or not self.results)
        self.seats = [dealt_to[name] for name in [*known, *others, act.name] if name in dealt_to]

    def order_in_balances(self) -> list[str]:
        """Return the names in the line with everybody's chips: the order of the seats."""
        names: list[str] = []
        for _, part in self.played.parts:
            if found := BALANCES.fullmatch(part):
                names += [each.rsplit(" ", 1)[0] for each in found["balances"].split(", ")]
        return names

    def order_of_bets(self) -> list[str]:
        """Return the names in the order in which people were asked for their bets."""
        names: list[str] = []
        for _, part in self.played.parts:
            found = TO_BET.fullmatch(part)
            asked = found and (found["name"] or found["nick"])
            bet = re.fullmatch("(.*) bets [0-9]+", part)
            name = asked or (bet and bet[1])
            if name and name not in names:
                names.append(name)
        return names

    def gather(self) -> None:
        if not self.is_order_known:
            raise CannotFollow("the order of its seats is not in the log")
        super().gather()


class FollowsShoot(FollowsBritish):
    """Shoot Pontoon: British Pontoon, with a question between a split and the next cards."""

    def split(self, act: Act, seat: Seat) -> None:
        self.waits_for_shot = seat, [*self.split_in_two(act, seat)]

    def deal_after_shot(self, act: Act) -> None:
        """Deal the second cards of a split, unless its player left when asked."""
        if act.what == "shows":
            return  # the pair, which is shown before
        assert self.waits_for_shot
        seat, hands = self.waits_for_shot
        self.waits_for_shot = None
        results = self.results.get((seat.name, len(seat.hands)), [])
        if act.what == "leaves" and any(len(cards) == 1 for _, cards in results):
            return
        for hand in hands:
            self.take_for(seat, hand)


FOLLOWERS = {
    "pontoon": FollowsShed,
    "blackjack": FollowsBlackJack,
    "cutwc": FollowsPack,
    "british": FollowsBritish,
    "shoot": FollowsShoot,
}


# ------------------------------------------------------------------------------------------------
# 5. The verdict


def check(log: Log) -> list[Deck]:
    """Check all decks of the LOG, and return them in their order."""
    decks = [log.decks[number] for number in sorted(log.decks)]
    followed: list[tuple[Deck, Follower]] = []
    for deck in decks:
        check_records(log, deck, decks)
        if deck.openings:
            followed += [(deck, follower) for follower in check_opened(log, deck)]
    check_private_cards(log, followed)
    return decks


def check_records(log: Log, deck: Deck, decks: Sequence[Deck]) -> None:
    """Check that the lines about DECK are there, are in order, and always say the same."""
    check_repetitions(deck)
    if deck.lost:
        deck.wrong.append(f"{deck.lost.where}: its secret is lost")
    check_seal_came_first(log, deck, decks)
    check_cuts_came_first(log, deck)
    if not deck.openings and not deck.lost:
        check_never_opened(log, deck, decks)


def check_repetitions(deck: Deck) -> None:
    """Check that what was said again about DECK was said with the same text."""
    seals = [(line, found["seal"]) for line, found in deck.seals]
    openings = [(line, found[0].lower()) for line, found in deck.openings]
    first_rounds = [each for each in deck.rounds if each.people is not None]
    cuts = [(each.line, f"{each.people} {each.cuts}") for each in first_rounds]
    for said, what in (seals, "seal"), (openings, "opening"), (cuts, "line with its cuts"):
        for line, text in said[1:]:
            if text != said[0][1]:
                deck.wrong.append(f"{line.where}: its {what} is another one than before")


def check_seal_came_first(log: Log, deck: Deck, decks: Sequence[Deck]) -> None:
    """Check that DECK was sealed before the log says anything else about it."""
    uses = [line for line, _ in [*deck.acknowledged, *deck.openings]]
    uses += [each.line for each in deck.rounds]
    first = min(uses, key=lambda line: line.place, default=None)
    if deck.seals and (first is None or deck.seals[0][0].place < first.place):
        return
    before = [each for each in decks if each.number < deck.number and each.openings]
    before = [each for each in before if each.game == deck.game]
    if before and first is not None:
        last = before[-1].openings[0][0]
        is_later = last.place < first.place
        if is_later and not log.was_interrupted_between(last, first):
            deck.wrong.append(f"{first.where}: it was in use before any seal of it was said")
            return
    deck.missing.append("its seal is not in the log, or only said again")


def check_cuts_came_first(log: Log, deck: Deck) -> None:
    """Check that the line with its cuts came before every other round of DECK."""
    if not deck.rounds or deck.rounds[0].people is not None:
        return
    first = deck.rounds[0].line
    if deck.seals and not log.was_interrupted_between(deck.seals[0][0], first):
        deck.wrong.append(f"{first.where}: it was dealt before its cuts were said")
    else:
        deck.missing.append("the line with its cuts is not in the log")


def check_never_opened(log: Log, deck: Deck, decks: Sequence[Deck]) -> None:
    """Say why DECK was not opened: it is wrong if a later deck of the game was in use."""
    for later in decks:
        is_later = later.number > deck.number and later.game == deck.game != ""
        uses = [each.line for each in deck.rounds] or [line for line, _ in deck.acknowledged]
        lines = [line for line, _ in later.seals] + [each.line for each in later.rounds]
        if is_later and lines and not log.was_interrupted_between(uses[-1], lines[0]):
            deck.wrong.append(
                f"{lines[0].where}: it was never opened, though deck {later.number} of the same "
                "game came"
            )
            return
    deck.missing.append("it is not opened in the log: it is still in play, or the log ends before")


def check_opened(log: Log, deck: Deck) -> list[Follower]:
    """Check seal, cuts and cards of DECK, which is opened; return its rounds that were followed."""
    line, opening = deck.openings[0]
    seal = seal_of(deck.number, opening["terms"], opening["secret"])
    if deck.seals and deck.seals[0][1]["seal"] != seal:
        deck.wrong.append(f"{line.where}: what was opened is not what was sealed")
        return []
    for played in deck.rounds:
        if GAMES[played.title] != opening["game"]:
            deck.wrong.append(f"{played.line.where}: the deck was sealed for {opening['game']}")
            return []
    first = deck.first_round
    if first is None:
        if not deck.rounds and not opening["why"]:
            deck.missing.append("no round of it is in the log")
        return []
    check_cuts(log, deck, first, seal)
    if not first.cuts and first.people:
        return []
    key = key_of(seal, opening["secret"], first.cuts or cuts_of(seal, []))
    return check_cards(log, deck, opening, key)


def check_cards(log: Log, deck: Deck, opening: re.Match, key: bytes) -> list[Follower]:
    """Deal all rounds of DECK again, and compare them with the log."""
    is_shoe = "-" in opening["marker"]
    if is_shoe != (opening["game"] in ("pontoon", "blackjack")) or (
        not is_shoe and opening["packs"] != "1"
    ):
        deck.wrong.append("it was not opened as a deck of its game")
        return []
    cards: Shoe | Pack
    if is_shoe:
        least, most = map(int, opening["marker"].split("-"))
        if not 0 <= least <= most <= 52 * int(opening["packs"]):
            deck.wrong.append("its marker is not in the shoe")
            return []
        cards = Shoe(key, int(opening["packs"]), opening["marker"])
    else:
        cards = Pack(key, opening["marker"])
    followed = []
    for number, played in enumerate(deck.rounds, 1):
        follower = FOLLOWERS[opening["game"]](played, cards)
        after = deck.rounds[number].place if number < len(deck.rounds) else None
        if follow_round(deck, cards, follower, number, after):
            followed.append(follower)
        elif not is_shoe:
            break
    is_early = isinstance(cards, Shoe) and not opening["why"] and cards.dealt < cards.end
    if is_early and not deck.missing and not deck.wrong:
        if log.was_interrupted_between(deck.rounds[-1].line, deck.openings[0][0]):
            deck.missing.append("the log stopped for a while before it was opened")
            return followed
        deck.wrong.append(
            f"it was opened after {cards.dealt} cards, as if it were finished, but its marker is "
            f"behind {cards.end}"
        )
    return followed


def follow_round(
    deck: Deck, cards: Shoe | Pack, follower: Follower, number: int, after: int | None
) -> bool:
    """Compare the round of that NUMBER with the cards; tell whether it could be followed.

    The next round begins AFTER so many cards, None if there is none.
    """
    played = follower.played
    at = f"round {number} ({played.line.where})"
    if played.place != cards.dealt:
        if isinstance(cards, Pack) or played.place < cards.dealt:
            problem = (
                f"{at} begins with card {played.place + 1}, but {cards.dealt} were dealt before"
            )
            (deck.wrong if played.place < cards.dealt else deck.missing).append(problem)
            return False
        deck.missing.append(f"cards {cards.dealt + 1} to {played.place} were dealt out of the log")
        cards.dealt = played.place
        if played.place > len(cards.order):
            deck.missing.append(f"{at} cannot be followed (the shoe has run dry before)")
            return False
    if isinstance(cards, Shoe) and cards.dealt >= cards.end:
        deck.wrong.append(f"{at} begins when the marker was reached already")
        return False
    try:
        follower.follow()
        if after is not None and after != cards.dealt:
            raise CannotFollow(
                f"it took cards {played.place + 1} to {cards.dealt}, but the next one begins with "
                f"card {after + 1}"
            )
    except CannotFollow as why:
        deck.missing.append(f"{at} cannot be followed: {why}")
        if after is not None:
            cards.dealt = after
        return False
    deck.cards_seen += cards.dealt - played.place
    for shown in follower.shown:
        if shown.cards != shown.due:
            deck.wrong.append(
                f"{shown.line.where}: {shown.what} {' '.join(shown.cards)}, but the deck has "
                f"{' '.join(shown.due)}"
            )
    return True


def check_private_cards(log: Log, followed: Sequence[tuple[Deck, Follower]]) -> None:
    """Check that what the log's owner was told in private are cards of their seat."""
    told = [(deck, each) for deck, each in followed if each.played.private]
    fits = Counter(name for _, each in told for name in seats_told(each))
    owners = names_of(log) or [name for name, _ in fits.most_common(1)]
    for deck, follower in told:
        if seats_told(follower):
            continue
        lines = follower.played.private
        seat = next((seat for seat in follower.seats if seat.name.lower() in owners), None)
        if seat is None and not log.owner:
            deck.missing.append(
                f"{lines[0][0].where}: the cards told in private are of no seat of the round; if "
                "you played in it, name yourself with --me"
            )
        for line, cards in lines if seat else []:
            if cards not in seat.had:
                deck.wrong.append(
                    f"{line.where}: {' '.join(cards)} was told in private, but the deck has other "
                    f"cards for {seat.name}"
                )


def seats_told(follower: Follower) -> list[str]:
    """Return the players who had all the hands that were told in private."""
    told = [cards for _, cards in follower.played.private]
    return [
        seat.name.lower() for seat in follower.seats if all(cards in seat.had for cards in told)
    ]


def names_of(log: Log) -> list[str]:
    """Return the names, in small letters, under which the log's owner plays."""
    if not log.owner:
        return []
    names = [log.owner.lower()]
    for line in log.lines:
        if line.nick.lower() == log.bot:
            for part in parts_of(line.text):
                called = re.fullmatch(r"(\S+) \(([^()]+)\) to [a-z ]+", part)
                if called and called[1].lower() == log.owner.lower():
                    names.append(called[2].lower())
    return names


# Which cuts counted


@dataclass(frozen=True)
class Cut:
    """Words that somebody said to cut."""

    line: Line
    nick: str
    words: str
    is_deal: bool


@dataclass(frozen=True)
class Choices:
    """Cuts of which some have counted."""

    of_nicks: Sequence[Sequence[Cut]]
    """For each nick that was acknowledged the cuts of which one counted, the likeliest first."""

    deals: Sequence[Cut]
    """The words of deals of which at most one counted, the last first."""

    def guesses(self) -> Iterator[tuple[Cut | None, tuple[Cut, ...]]]:
        """Yield what may have counted: the words of a deal or None, and a cut of each nick."""
        deals = [None, *self.deals[:MAX_DEALS][::-1]]
        for deal, *cuts in itertools.islice(itertools.product(deals, *self.of_nicks), MAX_GUESSES):
            yield deal, tuple(cuts)

    def are_too_many(self) -> bool:
        sizes = [len(cuts) for cuts in self.of_nicks]
        return math.prod([1 + len(self.deals[:MAX_DEALS]), *sizes]) > MAX_GUESSES


def check_cuts(log: Log, deck: Deck, first: Round, seal: str) -> None:
    """Check that CUTS are words of the log, and name the cuts that did not count."""
    if not deck.seals:
        return
    begin, end = deck.seals[0][0].place, first.line.place
    prefix = deck.seals[0][1]["prefix"]
    over = deck.openings[0][0].place
    lines = [line for line in log.lines if begin < line.place < over]
    said = [cut for line in lines if (cut := cut_in(line, prefix))]
    cuts = [cut for cut in said if cut.line.place < end]
    heard = [(line, nick.lower()) for line, nick in deck.acknowledged]
    heard = [(line, nick) for line, nick in heard if line.place < end]
    choices = [choices_of(nick, cuts, heard) for nick in dict.fromkeys(n for _, n in heard)]
    silent = [nick for nick, found in choices if not found]
    if silent:
        deck.missing.append(f"what {', '.join(silent)} said to cut it is not in the log")
        return
    found = Choices([found for _, found in choices], [cut for cut in cuts[::-1] if cut.is_deal])
    counted = first_that_fits(first, seal, found)
    if counted is None:
        say_why_no_cuts_fit(log, deck, first, seal, cuts, found)
        return
    cuts += [cut for cut in said if end < cut.line.place and not cut.is_deal]
    name_uncounted(deck, cuts, counted, end)


def say_why_no_cuts_fit(
    log: Log, deck: Deck, first: Round, seal: str, cuts: Sequence[Cut], choices: Choices
) -> None:
    """Say what the log lacks, or else that the bot took other words than it acknowledged."""
    sealed, prefix = deck.seals[0][0], deck.seals[0][1]["prefix"]
    early = Choices(choices.of_nicks, deals_that_crossed(log, sealed, prefix))
    if fits(first, seal, last_of_each([cut for cut in cuts if not cut.is_deal])):
        deck.missing.append("its cuts count people of whom the log lacks that they cut")
    elif first.people > len(choices.of_nicks) + bool(choices.deals):
        deck.missing.append(f"not all of its cuts are in the log: it is cut by {first.people}")
    elif log.was_interrupted_between(sealed, first.line):
        deck.missing.append("the log stopped for a while before its cuts were said")
    elif choices.are_too_many():
        deck.missing.append("so many cuts may have counted that not all can be tried")
    elif first_that_fits(first, seal, early):
        deck.missing.append("words that it counts stand before its seal")
    else:
        deck.wrong.append(f"{first.line.where}: its cuts are not the words that were acknowledged")


def deals_that_crossed(log: Log, sealed: Line, prefix: str) -> list[Cut]:
    """Return the words of deals so close before the seal that it may have crossed them.

    The log of the person who said them has them first. The bot heard them behind the seal, or else
    it could choose a secret for them: nobody else can tell.
    """
    before = [line for line in log.lines if line.place < sealed.place][::-1]
    close = itertools.takewhile(
        lambda line: (seconds_between(line.moment, sealed.moment) or 0) <= CROSSING_SECONDS, before
    )
    return [cut for line in close if (cut := cut_in(line, prefix)) and cut.is_deal]


def cut_in(line: Line, prefix: str) -> Cut | None:
    """Return the cut that LINE is, None if it is none or cannot count."""
    games = "|".join(GAMES.values())
    shape = rf"{re.escape(prefix)}(cut|(?:(?:{games}) +)?deal) +(.*)"
    found = re.fullmatch(shape, line.text.strip(" "), re.IGNORECASE | re.DOTALL)
    if found is None or line.is_notice:
        return None
    words = re.sub(" +", " ", found[2]).strip(" ")
    try:
        size = len(words.encode())
    except UnicodeEncodeError:
        return None
    if not 1 <= size <= 100 or any(ord(sign) < 32 or ord(sign) == 127 for sign in words):
        return None
    return Cut(line, line.nick.lower(), words, found[1].lower() != "cut")


def choices_of(
    nick: str, cuts: Sequence[Cut], heard: Sequence[tuple[Line, str]]
) -> tuple[str, list[Cut]]:
    """Return what NICK may have cut with, the likeliest first."""
    last = max(line.place for line, who in heard if who == nick)
    said = [cut for cut in cuts if cut.nick == nick and not cut.is_deal]
    said = [cut for cut in said if cut.line.place < last][::-1]
    close = [
        cut
        for cut in said[1:]
        if (seconds_between(cut.line.moment, said[0].line.moment) or 0) <= CROSSING_SECONDS
    ]
    return nick, said[:1] + close


def first_that_fits(first: Round, seal: str, choices: Choices) -> list[Cut] | None:
    """Return the cuts whose words give CUTS; None if none of the CHOICES do."""
    for deal, cuts in choices.guesses():
        counted = [cut for cut in cuts if deal is None or cut.nick != deal.nick]
        counted.sort(key=lambda cut: cut.line.number)
        counted = [*counted, *([deal] if deal else [])][-MAX_CUTS:]
        if fits(first, seal, counted):
            return counted
    return None


def fits(first: Round, seal: str, cuts: Sequence[Cut]) -> bool:
    """Tell whether CUTS are what the bot said in the line that began the FIRST round."""
    if not first.people or not cuts:
        return not first.people and not cuts
    return first.people == len(cuts) and cuts_of(seal, [cut.words for cut in cuts]) == first.cuts


def last_of_each(cuts: Sequence[Cut]) -> list[Cut]:
    return [*{cut.nick: cut for cut in cuts}.values()]


def name_uncounted(
    deck: Deck, cuts: Sequence[Cut], counted: Sequence[Cut], end: tuple[int, int]
) -> None:
    """Name the cuts that did not count, and why, as far as the log tells."""
    counted_nicks = {cut.nick for cut in counted}
    heard = {nick.lower() for _, nick in deck.acknowledged}
    for cut in cuts:
        if cut in counted:
            continue
        if cut.line.place > end:
            why = "it came behind the line with the cuts"
        elif cut.is_deal:
            why = "this did not begin the deck"
        elif cut.nick in counted_nicks:
            why = f"{cut.line.nick} cut again"
        elif cut.nick in heard:
            why = f"only the last {MAX_CUTS} people count"
        else:
            why = "the bot did not acknowledge it"
        deck.notes.append(f"did not count: {cut.line.where}, {cut.line.nick}: {cut.words} ({why})")


# ------------------------------------------------------------------------------------------------
# 6. The report


def report(decks: Sequence[Deck]) -> Iterator[str]:
    """Yield the verdicts as lines, and last how many there are of each."""
    counts = Counter(verdict_of(deck) for deck in decks)
    given_up = [deck for deck in decks if deck.openings and deck.openings[0][1]["why"]]
    for deck in decks:
        yield f"deck {deck.number}{f' ({deck.game})' if deck.game else ''}: {told(deck)}"
        yield from (f"  {note}" for note in deck.notes)
    yield (
        f"{counted(len(decks), 'deck')}: {counts['right']} right, "
        f"{counts['not provable']} not provable, {counts['wrong']} wrong; {len(given_up)} given up"
    )


def counted(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def verdict_of(deck: Deck) -> str:
    return "wrong" if deck.wrong else "not provable" if deck.missing else "right"


def told(deck: Deck) -> str:
    if deck.wrong:
        return "wrong: " + "; ".join(deck.wrong)
    if deck.missing:
        return "not provable: " + "; ".join(deck.missing)
    first = deck.first_round
    why = deck.openings[0][1]["why"]
    given_up = f", given up ({why})" if why else ""
    if first is None:
        return f"right: opened as it was sealed, never dealt{given_up}"
    cut = f"cut by {first.people}" if first.people else "not cut: the bot may have chosen it"
    rounds, cards = counted(len(deck.rounds), "round"), counted(deck.cards_seen, "card")
    return f"right: {rounds}, {cards}, {cut}{given_up}"


def main() -> int:
    about, _, more = (__doc__ or "").partition("\n")
    parser = argparse.ArgumentParser(
        description=about, epilog=more, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("log", nargs="+", type=Path, help="a log; the channel's first")
    parser.add_argument("--bot", default="PontoonBot", help="the nick of the bot")
    parser.add_argument("--me", default="", help="your own nick, if the logs do not show it")
    given = parser.parse_args()
    log = Log(given.bot)
    try:
        for path in given.log:
            log.read(path)
    except CannotRead as why:
        print(why, file=sys.stderr)
        return 2
    log.owner = given.me or log.owner
    if not log.decks:
        print(
            f"{given.log[0]}: {given.bot} says nothing of a deck; --bot names the bot",
            file=sys.stderr,
        )
        return 2
    decks = check(log)
    print(*report(decks), sep="\n")
    return 1 if any(deck.wrong for deck in decks) else 0


if __name__ == "__main__":
    sys.exit(main())
