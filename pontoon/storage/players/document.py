"""players.xml: checked when it is read, changed in place when it is written."""

import re
from collections.abc import Collection
from typing import NamedTuple

from lxml import etree
from msgspec.structs import replace

from pontoon.engine.errors import Refused
from pontoon.engine.events import Kitty
from pontoon.engine.result import MAX_NUMBER, TableKey
from pontoon.irc.casemapping import Fold
from pontoon.storage.players import player_element, schema, xml_edit
from pontoon.storage.players.entries import EntryFault
from pontoon.storage.players.indexes import Names, Owners
from pontoon.storage.players.player import (
    NOTHING,
    AccountKind,
    Balances,
    Fault,
    Games,
    LedgerAccount,
    Player,
    PlayersFileError,
    Posting,
    Reason,
    Statistics,
    kitty_account,
    same_place,
)
from pontoon.storage.players.xml_edit import Element, line_of

_AROUND = rb"(?:\s|<\?.*?\?>|<!--.*?-->)*+"
"""White space, declarations and comments around the outermost element."""
PROLOG = re.compile(rb"(?:\xef\xbb\xbf)?" + _AROUND, re.DOTALL)
_EPILOG = re.compile(rb"</players\s*>(" + _AROUND + rb")\Z", re.DOTALL)

_ABOUT_ENTITIES = (
    etree.ErrorTypes.ERR_NAME_REQUIRED,
    etree.ErrorTypes.ERR_ENTITYREF_SEMICOL_MISSING,
    etree.ErrorTypes.ERR_UNDECLARED_ENTITY,
)
"""What the parser finds wrong with an ``&``."""

_NUMBER = re.compile("[0-9]{1,15}", re.ASCII)

CHANGE, BANK = "change", "bank"
"""The attributes of the root that say which database the file belongs to (``Mark``)."""


class Mark(NamedTuple):
    """Where a players.xml stands: the id of its BANK, and the last CHANGE of chips in it.

    None stands for a number that the file does not have: it is believed as it is.
    """

    bank: str = ""
    change: int | None = None


class PlayersDocument:
    """The players and kitties in the CONTENT of a players.xml; nicks are compared by FOLD.

    Raises PlayersFileError with all that is wrong with CONTENT. What is around the outermost
    element is kept byte by byte, and so is the kind of line ends. lxml keeps the rest, except for
    the kind of quotes.

    GAMES has the names of the elements with statistics, each with its tallies. Every player has the
    first of these elements, and one for each other game that they have played.

    ``keep`` has to follow every change, or the document is read anew.
    """

    def __init__(self, content: bytes, fold: Fold, games: Games) -> None:
        self._fold = fold
        self._games = games
        self._prolog, self._root, self._epilog = _parsed(content)
        if faults := schema.faults(self._root, games, fold):
            raise PlayersFileError(*faults)
        change = self._root.get(CHANGE, "0")
        if not _NUMBER.fullmatch(change):
            why = f"change is {change!r}: it is the bot's; take it and bank away"
            raise PlayersFileError(Fault(line_of(self._root), why))
        self.content_before = content
        """What the file had when it was last read or written."""
        self.is_changed = False
        """Whether anything has changed since then."""
        self._has_crlf = b"\r\n" in content
        self.postings: list[Posting] = []
        """The chips that have moved since then, and why."""
        self._moved: dict[LedgerAccount, tuple[int | None, int | None]] = {}
        """Those of which nobody has said why."""
        self.surplus: dict[str, int] = {}
        """The chips that were to move since then and fit nowhere, by whose they would be.

        The house has them.
        """
        self._entries: dict[str, tuple[Element, Player]] = {}
        for element in self._root.iterchildren("player"):
            player = player_element.read(element, self._games)
            self._entries[self._fold(player.nick)] = element, player
        self._kitties = {
            same_place(player_element.kitty_key(element), self._fold): element
            for element in self._root.iterchildren(player_element.KITTY)
        }
        self.owners = Owners(self.players(), self._fold)
        self._names: Names | None = None

    def ignored(self) -> list[Fault]:
        """Return what the bot ignores though it may be meant as something; it is kept."""
        return sorted(schema.ignored(self._root, self._games), key=lambda fault: fault.line)

    @property
    def fold(self) -> Fold:
        """How nicks are compared."""
        return self._fold

    # Where it stands

    @property
    def mark(self) -> Mark:
        bank, change = self._root.get(BANK, ""), self._root.get(CHANGE)
        return Mark(bank, None if change is None else int(change))

    def sign(self, mark: Mark) -> None:
        """Write MARK into the root, in place of another one."""
        self._root.set(CHANGE, str(mark.change))
        self._root.set(BANK, mark.bank)

    # Reading

    def find(self, nick: str) -> Player | None:
        _, player = self._entries.get(self._fold(nick), (None, None))
        return player

    def players(self) -> list[Player]:
        return [player for _, player in self._entries.values()]

    def __len__(self) -> int:
        return len(self._entries)

    def named(self, skeleton: str) -> Collection[str]:
        """Return the nicks of the players whose nick or nickname has that SKELETON."""
        if self._names is None:  # to look through thousands takes long
            self._names = Names(self.players())
        return self._names.find(skeleton)

    def stats_in(self, player: Player, game: str) -> Statistics:
        """Return the statistics of PLAYER in GAME, with all tallies; KeyError for another game."""
        tallies = dict.fromkeys(self._games[game], 0)
        return player.statistics.get(game, Statistics(tallies=tallies))

    def kitty(self, key: TableKey) -> Kitty | None:
        element = self._kitties.get(same_place(key, self._fold))
        return None if element is None else player_element.kitty_in(element)

    def kitties(self) -> dict[TableKey, Kitty]:
        """Return the kitties that are not empty; their keys are spelled as in the file."""
        found = map(player_element.kitty_key, self._kitties.values())
        return {key: kitty for key in found if (kitty := self.kitty(key)) is not None}

    def kitties_of(self, nick: str) -> dict[TableKey, Kitty]:
        """Return the kitties, not empty, of the banker of that NICK."""
        banker, kitties = self._fold(nick), self.kitties()
        return {key: each for key, each in kitties.items() if self._fold(each.banker) == banker}

    def owned(self, player: Player) -> int:
        kitties = self.kitties_of(player.nick).values()
        return player.chips + player.bank + sum(kitty.chips for kitty in kitties)

    def balances(self) -> Balances:
        balances: dict[LedgerAccount, int] = {}
        for player in self.players():
            balances.update(_balances_of(player))
        return balances | {kitty_account(key): kitty.chips for key, kitty in self.kitties().items()}

    # Changes

    def put(self, player: Player) -> Player:
        return self._put(self._fold(player.nick), player)

    def add(self, player: Player) -> Player:
        """Write a new PLAYER behind the others; Refused if the nick is taken."""
        key = self._fold(player.nick)
        if key in self._entries:
            raise Refused(EntryFault.NICK_TAKEN)
        first = next(iter(self._games))
        player = replace(
            player, statistics={first: self.stats_in(player, first), **player.statistics}
        ).bounded()
        self._entries[key] = player_element.add(self._root, player, self._games), player
        self._follow(None, player)
        return player

    def remove(self, player: Player) -> Player:
        """Remove PLAYER; return them."""
        element, _ = self._entries.pop(self._fold(player.nick))
        xml_edit.remove(element)
        self._follow(player, None)
        return player

    def rename(self, player: Player, new: str) -> Player:
        """Write NEW for the nick of PLAYER, in kitties too; Refused if it is taken."""
        key, new_key = self._fold(player.nick), self._fold(new)
        if new_key != key and new_key in self._entries:
            raise Refused(EntryFault.NICK_TAKEN)
        for kitty_key, kitty in self.kitties_of(player.nick).items():
            self.put_kitty(kitty_key, Kitty(new, kitty.chips))
        renamed = self._put(key, replace(player, nick=new))
        entries = self._entries.items()
        self._entries = {new_key if each == key else each: entry for each, entry in entries}
        return renamed

    def _put(self, key: str, wanted: Player) -> Player:
        element, before = self._entries[key]
        player = wanted.bounded()
        self._note_surplus(player.nick, wanted.chips + wanted.bank, player.chips + player.bank)
        player_element.write(element, before, player, self._games)
        self._entries[key] = element, player
        self._follow(before, player)
        return player

    def _follow(self, before: Player | None, after: Player | None) -> None:
        """Take notice that the player BEFORE is AFTER now; None for nobody."""
        self._note_moved(_balances_of(before), _balances_of(after))
        for index in (self.owners, self._names):
            if index is not None:
                index.change(before, after)

    def put_kitty(self, key: TableKey, kitty: Kitty | None) -> None:
        """Write KITTY, or none, for that KEY."""
        folded, before = same_place(key, self._fold), self.kitty(key)
        element = self._kitties.get(folded)
        account = kitty_account(key if element is None else player_element.kitty_key(element))
        if kitty is not None:
            wanted, kitty = kitty.chips, Kitty(kitty.banker, min(kitty.chips, MAX_NUMBER))
            self._note_surplus(f"the kitty of {key.game} in {key.channel}", wanted, kitty.chips)
            if element is None:
                element = self._kitties[folded] = player_element.add_kitty(self._root, key)
            element.set(player_element.BANKER, kitty.banker)
            xml_edit.set_text(element, str(kitty.chips))
        elif element is not None:
            xml_edit.remove(self._kitties.pop(folded))
        chips_before, chips = (0 if each is None else each.chips for each in (before, kitty))
        self._note_moved({account: chips_before}, {account: chips})

    def _note_moved(self, before: Balances, after: Balances) -> None:
        """Note a change by which the balances BEFORE become those AFTER."""
        self.is_changed = True
        for account in {**before, **after}:
            nothing = NOTHING[account.kind]
            first, _ = self._moved.get(account, (before.get(account, nothing), nothing))
            self._moved[account] = first, after.get(account, nothing)

    def _note_surplus(self, whose: str, wanted: int, kept: int) -> None:
        if wanted > kept:
            self.surplus[whose] = self.surplus.get(whose, 0) + wanted - kept

    def note(self, reason: Reason) -> None:
        """Add to the postings what has moved no chips."""
        self.postings.append((reason, {}))

    def post(self, reason: Reason) -> None:
        """Add what has moved since the last call to the postings, for that REASON."""
        moved = {account: both for account, both in self._moved.items() if both[0] != both[1]}
        self._moved = {}
        if moved or reason.round is not None:
            self.postings.append((reason, moved))

    # Writing

    def keep(self, content: bytes) -> None:
        """Make all changes final: the file has the CONTENT that ``content`` returned."""
        self.content_before, self.is_changed = content, False
        self.postings, self._moved, self.surplus = [], {}, {}

    def content(self) -> bytes:
        """Return the content of the file; for 10,000 players that takes 20 ms."""
        encoding = self._root.getroottree().docinfo.encoding or "UTF-8"
        root = etree.tostring(self._root, encoding=encoding, xml_declaration=False, with_tail=False)
        if self._has_crlf:
            root = root.replace(b"\n", b"\r\n")
        return self._prolog + root + self._epilog


def _balances_of(player: Player | None) -> dict[LedgerAccount, int]:
    """Return what the accounts of PLAYER hold; the bank only if it holds any."""
    if player is None:
        return {}
    balances = {LedgerAccount(AccountKind.PLAYER, player.nick): player.chips}
    if player.bank:
        balances[LedgerAccount(AccountKind.BANK, player.nick)] = player.bank
    return balances


_NEW_FILE = """\
<?xml version="1.0"?>
<!-- Add a new 'player' element for each player. -->
"""


def without_players(date: str) -> bytes:
    root = etree.Element("players", date=date, title="Games players")
    root.text = "\n"
    return f"{_NEW_FILE}{etree.tostring(root, encoding='unicode')}\n".encode()


def _parsed(content: bytes) -> tuple[bytes, Element, bytes]:
    """Return the outermost element, with the bytes before and behind it."""
    before = PROLOG.match(content)
    prolog = before[0] if before else b""
    if b"\0" in content:
        raise PlayersFileError(Fault(1, "the file must be saved as UTF-8"))
    if prolog == content:
        raise PlayersFileError(Fault(1, "there is nothing in the file"))
    if content.startswith(b"<!DOCTYPE", len(prolog)):  # it could declare entities
        line = prolog.count(b"\n") + 1
        raise PlayersFileError(Fault(line, "a DOCTYPE is not allowed"))
    parser = etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=False)
    try:
        root = etree.fromstring(content, parser)
    except etree.XMLSyntaxError as error:
        first = parser.error_log.filter_from_errors()[0]
        is_about_and = first.type in _ABOUT_ENTITIES
        how = "; write &amp; for an & in a text" if is_about_and else ""
        raise PlayersFileError(Fault(first.line, f"not XML: {first.message}{how}")) from error
    if root.getroottree().docinfo.internalDTD is not None:  # another encoding hid it
        raise PlayersFileError(Fault(1, "a DOCTYPE is not allowed"))
    if root.tag != "players":
        reason = f"the outermost element is {root.tag!s}: it must be players"
        raise PlayersFileError(Fault(line_of(root), reason))
    behind = _EPILOG.search(content)
    return prolog, root, behind[1] if behind else b""
