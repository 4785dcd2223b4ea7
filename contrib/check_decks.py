#!/usr/bin/env python3
"""Check the sealed decks of PontoonBot in its players.decks, by themselves or with a log.

    python3 check_decks.py players.decks [--log den.log]

This is for owners of a bot. The file alone shows that it was not changed since, and that each deck
was opened as it was sealed. With the log of a channel it shows that the channel heard the same.

What is wrong stands on a line of its own, with its place. Decks that are still in play are named;
they are no fault. docs/fair.md says what each check is for. This program shares nothing with the
bot: both agree, or one of them is wrong.

Exit status: 0 if nothing is wrong, 1 if something is, 2 if a file cannot be read.
"""

import argparse
import base64
import hashlib
import hmac
import json
import string
import sys
from pathlib import Path

FORMAT = "pontoon-decks-2"
PROCEDURE = "pontoon-deck-2"

KEYS_OF_SEALED = [
    *("before", "sealed", "at", "procedure", "network", "channel", "game", "packs", "marker"),
    *("seal", "hash"),
]
KEYS_OF_OPENED = ["before", "opened", "at", "why", "secret", "cuts", "dealt", "hash"]
KEYS_OF_LOST = ["before", "lost", "at", "why", "hash"]
KEYS_OF_FIRST = ["format", "id", "hash"]

WAYS_TO_GATHER = ["hands", "mixed", "seats"]
MAX_CUTS = 20
MAX_BYTES_OF_WORDS = 100

BASE64URL = set(string.ascii_letters + string.digits + "-_")
HEX = set("0123456789abcdef")


# ------------------------------------------------------------------------------------------------
# The construction (docs/fair.md)


def short_of(digest):
    """Return the first 20 bytes of a SHA-256 DIGEST, in base64url without padding."""
    return base64.urlsafe_b64encode(digest[:20]).decode("ascii").rstrip("=")


def short(content):
    return short_of(hashlib.sha256(content).digest())


def quoted(name):
    """Return NAME with %XX for each blank, percent sign and control character."""
    written = ""
    for sign in name:
        is_plain = ord(sign) > 32 and ord(sign) != 127 and sign != "%"
        written += sign if is_plain else f"%{ord(sign):02x}"
    return written


def terms_of(sealed):
    """Return what the bot says of a SEALED deck when it opens it."""
    names = [quoted(sealed["network"]), quoted(sealed["channel"]), sealed["game"]]
    before = short_of(bytes.fromhex(sealed["before"]))
    return " ".join([*names, str(sealed["packs"]), sealed["marker"], before])


def seal_of(sealed, secret):
    return short(f"{PROCEDURE} seal {sealed['sealed']} {terms_of(sealed)} {secret}".encode())


def cuts_of(seal, cuts):
    content = f"{PROCEDURE} cuts {seal}\n".encode()
    for words in sorted(cut.encode() for cut in cuts):
        content += words + b"\n"
    return short(content)


def cards_before_marker(sealed, secret, cuts):
    """Return how many cards are dealt until the marker is reached."""
    prk = hmac.digest(cuts_of(sealed["seal"], cuts).encode(), secret.encode(), "sha256")
    info = f"{PROCEDURE} key {sealed['seal']}".encode()
    key = hmac.digest(prk, info + b"\x01", "sha256")
    numbers = first_draw(key)
    cards = 52 * sealed["packs"]
    for place in range(cards - 1, 0, -1):  # the shuffle: its numbers come first
        below(place + 1, numbers)
    least, most = (int(part) for part in sealed["marker"].split("-"))
    return cards - least - below(most - least + 1, numbers)


def first_draw(key):
    """Yield the numbers of draw 1."""
    block = 0
    while True:
        stream = b"pontoon" + key + (1).to_bytes(8, "big") + block.to_bytes(8, "big")
        content = hashlib.shake_256(stream).digest(1024)
        for high, low in zip(content[::2], content[1::2], strict=True):
            yield 256 * high + low
        block += 1


def below(limit, numbers):
    """Return the next number below LIMIT."""
    while True:
        number = next(numbers)
        if number < 65536 - 65536 % limit:
            return number % limit


# ------------------------------------------------------------------------------------------------
# What can stand in a record


def is_text(value):
    """Tell whether VALUE is text with at least a character, and no half a character."""
    if not isinstance(value, str) or not value:
        return False
    return not any(0xD800 <= ord(sign) <= 0xDFFF for sign in value)


def is_number(value, least=0):
    return isinstance(value, int) and not isinstance(value, bool) and value >= least


def is_made_of(value, signs, length):
    return isinstance(value, str) and len(value) == length and set(value) <= signs


def is_marker(marker, packs):
    """Tell whether MARKER is one of a shoe of so many PACKS, or says how a pack is gathered."""
    if marker in WAYS_TO_GATHER:
        return packs == 1
    if not isinstance(marker, str) or marker.count("-") != 1:
        return False
    least, most = marker.split("-")
    if not all(is_decimal(part) for part in (least, most)):
        return False
    return int(least) <= int(most) <= 52 * packs


def is_decimal(text):
    """Tell whether TEXT is a number as it is hashed: without zeros before it."""
    is_digits = text != "" and set(text) <= set(string.digits) and len(text) <= 9
    return is_digits and str(int(text)) == text


def is_cut(words):
    """Tell whether WORDS can count as a cut."""
    if not is_text(words) or any(ord(sign) < 32 or ord(sign) == 127 for sign in words):
        return False
    if words != " ".join(part for part in words.split(" ") if part):
        return False
    return len(words.encode()) <= MAX_BYTES_OF_WORDS


def is_dealt(dealt):
    """Tell whether DEALT is a list of rounds: cards before it, cards it took, 1 if settled."""
    if not isinstance(dealt, list):
        return False
    return all(
        isinstance(part, list)
        and len(part) == 3
        and all(is_number(number) for number in part)
        and part[2] <= 1
        for part in dealt
    )


def is_first(record):
    return record["format"] == FORMAT and is_made_of(record["id"], HEX, 32)


def is_sealed(record):
    return (
        is_number(record["sealed"], 1)
        and record["procedure"] == PROCEDURE
        and all(is_text(record[key]) for key in ("at", "network", "channel"))
        and is_text(record["game"])
        and set(record["game"]) <= set(string.ascii_lowercase)
        and is_number(record["packs"], 1)
        and record["packs"] <= 100
        and is_marker(record["marker"], record["packs"])
        and is_made_of(record["seal"], BASE64URL, 27)
    )


def is_opened(record):
    cuts = record["cuts"]
    return (
        is_number(record["opened"], 1)
        and is_text(record["at"])
        and is_text(record["why"])
        and is_made_of(record["secret"], BASE64URL, 22)
        and (cuts is None or (isinstance(cuts, list) and all(isinstance(cut, str) for cut in cuts)))
        and is_dealt(record["dealt"])
    )


def is_lost(record):
    return is_number(record["lost"], 1) and is_text(record["at"]) and is_text(record["why"])


# ------------------------------------------------------------------------------------------------
# The file


class Faults:
    """What is wrong; it is printed at once."""

    def __init__(self):
        self.count = 0

    def add(self, where, what):
        self.count += 1
        print(f"{where}: {what}")


class Deck:
    """What the file has about a deck."""

    def __init__(self, sealed):
        self.sealed = sealed
        self.opened = None
        self.lost = None

    @property
    def number(self):
        return self.sealed["sealed"]

    @property
    def table(self):
        return self.sealed["network"], self.sealed["channel"], self.sealed["game"]

    @property
    def is_in_play(self):
        return self.opened is None and self.lost is None


class DeckFile:
    """A players.decks, read line by line."""

    def __init__(self, path, faults):
        self.path = path
        self.faults = faults
        self.decks = {}
        self.hash_before = None

    def read(self):
        content = self.path.read_bytes()
        lines = content.split(b"\n")
        if lines[-1]:
            self.faults.add(self.at(len(lines)), "the line has no line feed at its end")
        for number, line in enumerate(lines[:-1], 1):
            self.read_line(number, line)
        if self.hash_before is None:
            self.faults.add(self.path, "it has no line that can be read")

    def at(self, number):
        return f"{self.path}, line {number}"

    def read_line(self, number, line):
        where = self.at(number)
        content, sign, end = line.rpartition(b',"hash":"')
        digest = hashlib.sha256(content).digest()
        if not sign or end != digest.hex().encode() + b'"}':
            self.faults.add(where, "its hash is wrong: the line was changed")
        try:
            pairs = json.loads(line.decode("ascii"), object_pairs_hook=list)
            record = dict(pairs)
            keys = [key for key, _ in pairs]
        except (ValueError, TypeError, RecursionError):
            self.faults.add(where, "it is no record")
            return
        if number == 1 and record.get("format") not in (None, FORMAT):
            raise Unreadable(f"{self.path}: format {record['format']} is not known here")
        kinds = {
            "format": (KEYS_OF_FIRST, is_first, self.begin),
            "sealed": (KEYS_OF_SEALED, is_sealed, self.seal),
            "opened": (KEYS_OF_OPENED, is_opened, self.open),
            "lost": (KEYS_OF_LOST, is_lost, self.lose),
        }
        kind = next((kind for kind in kinds if kind in record), None)
        if kind is None or keys != kinds[kind][0] or not kinds[kind][1](record):
            self.faults.add(where, "it is no record that is known here")
        else:
            if record.get("before") != self.hash_before or (kind == "format") != (number == 1):
                self.faults.add(where, "it does not follow from the line before")
            kinds[kind][2](where, record)
        self.hash_before = digest.hex()

    def begin(self, where, record):
        """Take in the first line."""

    def seal(self, where, record):
        deck = Deck(record)
        if deck.number != len(self.decks) + 1:
            self.faults.add(where, f"deck {deck.number} is sealed out of turn")
        for other in self.decks.values():
            if other.is_in_play and other.table == deck.table:
                text = f"deck {other.number} was not opened when deck {deck.number} was sealed"
                self.faults.add(where, text)
        self.decks[deck.number] = deck

    def lose(self, where, record):
        deck = self.deck_to_close(where, record["lost"])
        if deck:
            deck.lost = record
            self.faults.add(where, f"the secret of deck {deck.number} is lost: nothing is proved")

    def open(self, where, record):
        deck = self.deck_to_close(where, record["opened"])
        if deck:
            deck.opened = record
            for what in what_is_wrong(deck):
                self.faults.add(where, f"deck {deck.number}: {what}")

    def deck_to_close(self, where, number):
        deck = self.decks.get(number)
        if deck is None:
            self.faults.add(where, f"deck {number} was never sealed")
        elif not deck.is_in_play:
            self.faults.add(where, f"deck {number} was closed before")
            return None
        return deck


def what_is_wrong(deck):
    """Yield what is wrong with a DECK that is opened."""
    sealed, opened = deck.sealed, deck.opened
    if seal_of(sealed, opened["secret"]) != sealed["seal"]:
        yield "its seal is not of its secret"
    cuts, dealt = opened["cuts"], opened["dealt"]
    if (cuts is None) != (dealt == []):
        yield "it has a list of cuts if, and only if, a round was begun"
    yield from what_is_wrong_with_cuts(cuts or [])
    place = 0
    for before, took, _ in dealt:
        if before != place:
            yield f"a round begins behind {before} cards, but {place} were dealt"
        place = before + took
    is_finished = opened["why"] == "finished"
    if sealed["marker"] in WAYS_TO_GATHER:
        yield from what_is_wrong_with_pack(dealt, is_finished)
        return
    if any(not is_cut(words) for words in cuts or []):
        return
    end = cards_before_marker(sealed, opened["secret"], cuts or [])
    if any(before >= end for before, _, _ in dealt):
        yield f"a round begins when the marker, behind {end} cards, was reached"
    if is_finished and place < end:
        yield f"it is called finished after {place} cards, but its marker is behind {end}"


def what_is_wrong_with_cuts(cuts):
    if any(not is_cut(words) for words in cuts):
        yield "it has a cut that cannot count"
    elif cuts != sorted(cuts, key=str.encode):
        yield "its cuts are not in order"
    if len(cuts) > MAX_CUTS:
        yield f"it has more than {MAX_CUTS} cuts"


def what_is_wrong_with_pack(dealt, is_finished):
    for _, took, settled in dealt[:-1]:
        if took and not settled:
            yield "it was dealt on after a round that was not settled"
    if is_finished and not dealt:
        yield "it is called finished, but no round of it was begun"


# ------------------------------------------------------------------------------------------------
# The log


class Unreadable(Exception):
    """A file cannot be read; the text says why."""


DAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
HALVES = ["AM", "PM", "am", "pm"]


def spoken(line):
    """Return the nick and the text of a LINE in which somebody says something; else None.

    >>> spoken("20:01 <@PontoonBot> Deck 1")
    ('PontoonBot', 'Deck 1')
    >>> spoken("20:01 -T- <PontoonBot> Deck 1")
    """
    fields = line.split("\t")
    if len(fields) > 2 and is_time(fields[0].split(" ")):  # WeeChat
        return fields[1].lstrip("~&@%+ "), "\t".join(fields[2:])
    words = line.replace("\t", " ").split(" ")
    words_of_time = 0
    while words_of_time < len(words) and is_time(words[: words_of_time + 1]):
        words_of_time += 1
    rest = " ".join(words[words_of_time:])
    nick, bracket, text = rest.partition("> ")
    if not bracket or not nick.startswith("<"):
        return None
    nick = nick[1:].lstrip("~&@%+ ").partition(":")[0]
    return None if " " in nick or "<" in nick else (nick, text)


def is_time(words):
    """Tell whether WORDS can be what a client writes before the speaker."""
    return len(words) <= 6 and all(is_part_of_time(word) for word in words)


def is_part_of_time(word):
    bare = word.strip("[](),")
    if bare in DAYS + MONTHS + HALVES or word == "":
        return True
    bare = bare.replace("T", ":", 1).rstrip("Z")
    return bare[:1].isdigit() and all(sign.isdigit() or sign in ":-/.+" for sign in bare)


class LogCheck:
    """Compares what a channel heard with the file."""

    ORDER = ("sealed", "cut", "opened")

    def __init__(self, path, bot, decks, faults):
        self.path = path
        self.bot = bot.lower()
        self.decks = decks
        self.faults = faults
        self.heard = {}
        """What was heard of each deck, in order."""

    def check(self):
        for number, raw in enumerate(self.path.read_bytes().split(b"\n"), 1):
            line = raw.decode("utf-8", "replace").rstrip("\r").replace("\u2060", "")
            found = spoken(line)
            if found and found[0].lower() == self.bot:
                for part in found[1].strip(" ").split(" | "):
                    self.hear(f"{self.path}, line {number}", part)
        if not self.heard:
            raise Unreadable(f"{self.path}: nobody called {self.bot} says anything about a deck")
        for number, deck in self.decks.items():
            said = self.heard.get(number, [])
            if "opened" in said and deck.is_in_play:
                self.faults.add(self.path, f"deck {number} was opened, but not in the file")
            if "cut" in said and deck.opened and deck.opened["cuts"] is None:
                self.faults.add(self.path, f"deck {number} was dealt, but not in the file")

    def hear(self, where, part):
        """Compare a PART of a line, if it is about a deck, with the file."""
        number, kind, said = about_deck(part)
        if kind is None:
            return
        deck = self.decks.get(number)
        if deck is None:
            self.faults.add(where, f"the file has no deck {number}")
            return
        due = self.in_file(deck, kind)
        if due is not None and said != due:
            self.faults.add(where, f"deck {number}: the file has {due!r}")
        before = self.heard.setdefault(number, [])
        if kind == "dealt":
            if "sealed" in before and "cut" not in before:
                self.faults.add(where, f"deck {number} was dealt before its cuts were said")
        elif kind == "lost":
            before.append("opened")
        elif any(self.ORDER.index(kind) < self.ORDER.index(each) for each in before):
            if kind not in before:
                self.faults.add(where, f"deck {number}: this comes too late")
        else:
            before.append(kind)

    def in_file(self, deck, kind):
        """Return what must have been said about DECK, None if the file does not tell."""
        if kind == "sealed":
            return deck.sealed["seal"]
        if kind == "lost":
            return None if deck.lost else "a secret"
        if deck.opened is None:
            return None
        opened = deck.opened
        if kind == "opened":
            why = "" if opened["why"] == "finished" else f", given up ({opened['why']})"
            return f"opened{why}: {opened['secret']} ({terms_of(deck.sealed)})"
        if kind == "cut" and opened["cuts"] is not None:
            cuts = opened["cuts"]
            if not cuts:
                return "not cut"
            return f"cut by {len(cuts)}: {cuts_of(deck.sealed['seal'], cuts)}"
        return None


def about_deck(part):
    """Return the number of the deck that PART is about, what it is, and what it says of it.

    >>> about_deck("deck 41, not cut")
    (41, 'cut', 'not cut')
    """
    nothing = None, None, ""
    word, _, rest = part.partition(" ")
    if word not in ("Deck", "deck"):
        return nothing
    digits = ""
    for sign in rest:
        if sign not in string.digits:
            break
        digits += sign
    said = rest[len(digits) :]
    if not is_decimal(digits):
        return nothing
    number = int(digits)
    if said.startswith(" sealed: ") and said.endswith("cut any words)"):
        return number, "sealed", said.split(" ")[2]
    if said.startswith(" opened"):
        return number, "opened", said[1:]
    if said == " cannot be opened: its secret is lost":
        return number, "lost", said
    if word == "deck" and (said == ", not cut" or said.startswith(", cut by ")):
        return number, "cut", said[2:]
    if word == "deck" and said.startswith(", card ") and is_decimal(said[7:]):
        return number, "dealt", said[2:]
    return nothing


# ------------------------------------------------------------------------------------------------


def summary(decks, faults):
    opened = [deck.opened for deck in decks.values() if deck.opened]
    given_up = [each for each in opened if each["why"] != "finished"]
    in_play = [deck for deck in decks.values() if deck.is_in_play]
    wasted = [
        each for each in given_up if each["cuts"] and not sum(took for _, took, _ in each["dealt"])
    ]
    return (
        f"{len(decks)} decks: {len(opened) - len(given_up)} finished, {len(given_up)} given up "
        f"({len(wasted)} of them cut and never dealt), {len(in_play)} in play; "
        f"faults: {faults.count}"
    )


def main():
    about, _, more = __doc__.partition("\n")
    parser = argparse.ArgumentParser(
        description=about, epilog=more, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("decks", type=Path, help="the players.decks")
    parser.add_argument("--log", type=Path, help="the log of a channel")
    parser.add_argument("--bot", default="PontoonBot", help="the nick of the bot in the log")
    given = parser.parse_args()
    faults = Faults()
    file = DeckFile(given.decks, faults)
    try:
        file.read()
        if given.log:
            LogCheck(given.log, given.bot, file.decks, faults).check()
    except OSError as error:
        print(f"{error.filename}: {error.strerror}", file=sys.stderr)
        return 2
    except Unreadable as why:
        print(why, file=sys.stderr)
        return 2
    for deck in file.decks.values():
        if deck.is_in_play:
            network, channel, game = deck.table
            print(f"deck {deck.number} is still in play: {game} in {channel} on {network}")
    print(summary(file.decks, faults))
    return 1 if faults.count else 0


if __name__ == "__main__":
    sys.exit(main())
