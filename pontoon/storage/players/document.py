"""players.xml: checked when it is read, changed in place when it is written."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from copy import deepcopy
from functools import partial
from operator import attrgetter

from lxml import etree
from msgspec.structs import replace

from pontoon.engine.events import Kitty
from pontoon.irc.casemapping import Fold
from pontoon.storage.players import player_element, schema, xml_edit
from pontoon.storage.players.indexes import (
    KITTY,
    AccountIndex,
    KittyIndex,
    NameIndex,
    RankIndex,
    RefillIndex,
    set_or_remove,
)
from pontoon.storage.players.player import (
    NOTHING,
    BalanceChanges,
    Balances,
    Fault,
    KittyKey,
    LedgerAccount,
    Player,
    PlayersFileError,
    Record,
)
from pontoon.storage.players.player_element import ACCOUNT, Games, in_players, network_of, nick_line
from pontoon.storage.players.xml_edit import Element, Undo, group_of, line_of, text_of, value_of

_AROUND = rb"(?:\s|<\?.*?\?>|<!--.*?-->)*+"
"""White space, declarations and comments around the outermost element."""
_PROLOG = re.compile(rb"(?:\xef\xbb\xbf)?" + _AROUND, re.DOTALL)
_EPILOG = re.compile(rb"</players\s*>(" + _AROUND + rb")\Z", re.DOTALL)
_PLAYER = b"<player"

_ABOUT_ENTITIES = (
    etree.ErrorTypes.ERR_NAME_REQUIRED,
    etree.ErrorTypes.ERR_ENTITYREF_SEMICOL_MISSING,
    etree.ErrorTypes.ERR_UNDECLARED_ENTITY,
)
"""What the parser finds wrong with an ``&``."""


class PlayersDocument:
    """The players and kitties in the CONTENT of a players.xml; nicks are compared by FOLD.

    Raises PlayersFileError with all that is wrong with CONTENT. What is around the outermost
    element is kept byte by byte, and so is the kind of line ends. lxml keeps the rest, except for
    the kind of quotes.

    GAMES has the names of the elements with statistics, each with its tallies. Every player has the
    first of these elements, and one for each other game that they have played.

    ``keep`` or ``undo`` has to follow every change.
    """

    def __init__(self, content: bytes, fold: Fold, games: Games) -> None:
        self._prolog, self._root, self._epilog = _parsed(content)
        self._content = content
        """What the file had when it was last read or written."""
        self._rewritten: list[tuple[Element, Element]] | None = None
        """The players who have changed since ``content`` made that; None if more has changed."""
        self._has_crlf = b"\r\n" in content
        self._fold = fold
        self._games = games
        self._undo: list[Undo] = []
        self._moved: dict[LedgerAccount, tuple[int | None, int | None]] = {}
        self._elements: dict[str, Element] = {}
        self.kitty_index = KittyIndex(self._root, fold)
        self.account_index = AccountIndex(self._root, fold)
        self.name_index = NameIndex(self._root)
        self.refill_index = RefillIndex(self._root)
        self.rank_index = RankIndex(self.players, games)
        self._players: dict[str, Player] = {}
        faults = [
            *schema.faults(self._root, games),
            *self._index(),
            *self.kitty_index.index(),
            *self.account_index.faults(),
        ]
        if faults:
            raise PlayersFileError(*sorted(faults, key=attrgetter("line")))

    def take_over(self, content: bytes, fold: Fold) -> BalanceChanges | None:
        """Become the document of CONTENT; return the chips that differ.

        Of thousands of players it reads only those who differ. If CONTENT has a fault, or if more
        differs than players and what is between them, it returns None and does nothing.
        """
        known_texts, texts = _texts_of_players(self._content, content, len(self))
        if not texts or fold is not self._fold or not self._is_plain:
            return None
        known = dict(zip(known_texts, self._elements, strict=True))
        kept = [known[text] for text in texts if text in known]
        gone = dict.fromkeys(self._elements)
        for key in kept:
            gone.pop(key, None)
        new = self._read_alone([text for text in texts if text not in known], gone)
        if new is None or kept != [key for key in self._elements if key not in gone]:
            return None
        each_new = iter(new)
        self._exchange_players(gone, new, [known.get(text) or next(each_new) for text in texts])
        self._content, self._rewritten, self._has_crlf = content, None, b"\r\n" in content
        return self.take_moved()

    @property
    def _is_plain(self) -> bool:
        """Whether a part of the file means the same alone."""
        encoding = self._root.getroottree().docinfo.encoding or ""
        return encoding.upper() == "UTF-8" and not self._root.nsmap

    def _read_alone(
        self, texts: Sequence[bytes], gone: Collection[str]
    ) -> Mapping[str, Element] | None:
        """Return the players in TEXTS, who replace those GONE; None for faults or kitties."""
        try:
            root = etree.fromstring(_PLAYER.join((b"<players>", *texts)) + b"</players>", _parser())
        except etree.XMLSyntaxError:
            return None
        new = {self._fold(value_of(each, "nick")): each for each in root.iterchildren("player")}
        accounts = [account for _, account in in_players(root, ACCOUNT)]
        owners = {self.account_index.find(network_of(each), text_of(each)) for each in accounts}
        taken = new.keys() | {self._fold(owner) for owner in owners if owner is not None}
        gone_too = (each for key in gone for each in group_of(self._elements[key]))
        is_well = (
            len(new) == len(texts)
            and all(key in gone or key not in self._elements for key in taken)
            and not any(schema.faults(root, self._games))
            and not any(AccountIndex(root, self._fold).faults())
            and not any(each.tag == KITTY for each in (*root, *gone_too))
        )
        return new if is_well else None

    def _exchange_players(
        self, gone: Collection[str], new: Mapping[str, Element], order: Sequence[str]
    ) -> None:
        """Replace the players GONE by NEW; ORDER has all players as they are then."""
        for key in gone:
            player = self._player(key)
            self._note_moved(player_element.balances_of(player), {})
            self._exchange(player, None)
            for each in group_of(self._elements[key]):
                self._root.remove(each)
        elements, following = {**self._elements, **new}, None
        for key in reversed(order):
            if key in new:
                xml_edit.insert_before(self._root, following, group_of(new[key]))
            following = elements[key]
        self._elements = {key: elements[key] for key in order}
        for element in new.values():
            player = player_element.read(element, self._games)
            self._note_moved({}, player_element.balances_of(player))
            self._exchange(None, player)

    def misspelt(self) -> list[Fault]:
        """Return what is wrong with the names of elements, which are kept all the same."""
        return sorted(schema.misspelt(self._root, self._games), key=attrgetter("line"))

    def find(self, nick: str) -> Player | None:
        key = self._fold(nick)
        return self._player(key) if key in self._elements else None

    def players(self) -> list[Player]:
        return [self._player(key) for key in self._elements]

    def __len__(self) -> int:
        return len(self._elements)

    def _player(self, key: str) -> Player:
        if key not in self._players:
            self._players[key] = player_element.read(self._elements[key], self._games)
        return self._players[key]

    def record(self, player: Player, game: str) -> Record:
        """Return the statistics of PLAYER in GAME, with all tallies; KeyError for another game."""
        tallies = dict.fromkeys(self._games[game], 0)
        return player.records.get(game, Record(tallies=tallies))

    def put(self, player: Player) -> Player:
        """Write PLAYER into their element; return PLAYER."""
        key = self._fold(player.nick)
        return self._put(key, key, player)

    def add(self, player: Player) -> Player:
        """Write a new PLAYER behind the others; ValueError if the nick is taken."""
        key = self._fold(player.nick)
        if key in self._elements:
            raise ValueError(player.nick)
        first = next(iter(self._games))
        records = {first: self.record(player, first), **player.records}
        player = player_element.completed(replace(player, records=records), self._games)
        self._rewritten = None
        self._note_moved({}, player_element.balances_of(player))
        element, undo = player_element.add(self._root, player)
        self._undo.append(undo)
        self._set_element(key, element)
        self._update_indexes(None, player)
        return player

    def remove(self, nick: str) -> Player:
        """Remove the player of that NICK; return them. KeyError if there is none."""
        key = self._fold(nick)
        player = self._player(key)
        self._rewritten = None
        self._note_moved(player_element.balances_of(player), {})
        others = {**self._elements}
        self._undo.append(xml_edit.remove(others.pop(key)))
        self._replace_elements(others)
        self._update_indexes(player, None)
        return player

    def rename(self, nick: str, new: str) -> Player:
        """Write NEW for that NICK, in kitties too; KeyError for no player, ValueError if taken."""
        key, new_key = self._fold(nick), self._fold(new)
        player = replace(self._player(key), nick=new)
        if new_key != key and new_key in self._elements:
            raise ValueError(new)
        for kitty_key in self.kitty_index.of(nick):
            kitty = self.kitty_index.find(kitty_key)
            self.put_kitty(kitty_key, kitty and Kitty(new, kitty.chips))
        return self._put(key, new_key, player)

    def _put(self, key: str, new_key: str, player: Player) -> Player:
        player = player_element.completed(player, self._games)
        known = self._player(key)
        self._note_moved(player_element.balances_of(known), player_element.balances_of(player))
        before = self._elements[key]
        after = deepcopy(before)
        player_element.write(after, player)
        self._undo.append(xml_edit.replace(before, after))
        if self._rewritten is not None:
            self._rewritten.append((before, after))
        if new_key == key:
            self._set_element(key, after)
        else:
            found = self._elements.items()
            moved = {new_key if name == key else name: element for name, element in found}
            self._replace_elements({**moved, new_key: after})
        self._update_indexes(known, player)
        return player

    def _set_element(self, key: str, element: Element) -> None:
        """Set the ELEMENT of the player of that KEY, until ``undo``."""
        before = self._elements.get(key)
        self._undo.append(partial(set_or_remove, self._elements, key, before))
        self._elements[key] = element

    def _replace_elements(self, elements: dict[str, Element]) -> None:
        """Replace the elements of all players, until ``undo``."""
        before, self._elements = self._elements, elements

        def undo() -> None:
            self._elements = before

        self._undo.append(undo)

    def _update_indexes(self, before: Player | None, after: Player | None) -> None:
        """Replace the player BEFORE by AFTER in all indexes, until ``undo``; None for nobody."""
        self._exchange(before, after)
        self._undo.append(lambda: self._exchange(after, before))

    def _exchange(self, before: Player | None, after: Player | None) -> None:
        if before is not None:
            self._players.pop(self._fold(before.nick), None)
        if after is not None:
            self._players[self._fold(after.nick)] = after
        for index in (self.account_index, self.name_index, self.refill_index, self.rank_index):
            index.change(before, after)

    def kitty(self, key: KittyKey) -> Kitty | None:
        return self.kitty_index.find(key)

    def put_kitty(self, key: KittyKey, kitty: Kitty | None) -> None:
        self._rewritten = None
        account, before = self.kitty_index.account(key), self.kitty_index.find(key)
        self._undo.append(self.kitty_index.put(key, kitty))
        chips_before, chips = before.chips if before else 0, kitty.chips if kitty else 0
        self._note_moved({account: chips_before}, {account: chips})

    @property
    def is_changed(self) -> bool:
        """Whether anything has changed since the last ``keep``."""
        return bool(self._undo)

    def take_moved(self) -> BalanceChanges:
        """Return the accounts whose chips have changed since the last call."""
        noted, self._moved = self._moved, {}
        return {account: both for account, both in noted.items() if both[0] != both[1]}

    def balances(self) -> Balances:
        balances: dict[LedgerAccount, int] = {}
        for element in self._elements.values():
            balances.update(player_element.balances_in(element))
        return {**balances, **self.kitty_index.balances()}

    def keep(self, content: bytes) -> None:
        """Make all changes final: the file has the CONTENT that ``content`` returned."""
        self._content, self._rewritten = content, []
        self._undo.clear()

    def undo(self) -> None:
        """Undo all changes since the last ``keep``."""
        while self._undo:
            self._undo.pop()()
        if self._rewritten is not None:
            self._rewritten = []
        self._moved.clear()

    def _note_moved(self, before: Balances, after: Balances) -> None:
        for account in {**before, **after}:
            nothing = NOTHING[account.kind]
            first, _ = self._moved.get(account, (before.get(account, nothing), nothing))
            self._moved[account] = first, after.get(account, nothing)

    def content(self) -> bytes:
        """Return the content of the file; to write all of thousands of players anew takes long."""
        content = self._content
        if self._rewritten is None or self._root.nsmap:
            return self._prolog + self._written(self._root) + self._epilog
        for before, after in self._rewritten:
            known = self._written(before)
            if content.count(known) != 1:  # a comment has the same text
                return self._prolog + self._written(self._root) + self._epilog
            # Cut into parts and joined, megabytes would be copied twice.
            content = content.replace(known, self._written(after), 1)
        return content

    def _written(self, element: Element) -> bytes:
        encoding = self._root.getroottree().docinfo.encoding or "UTF-8"
        text = etree.tostring(element, encoding=encoding, xml_declaration=False, with_tail=False)
        return text.replace(b"\n", b"\r\n") if self._has_crlf else text

    def _index(self) -> Iterator[Fault]:
        """Index the elements of all players by nick; yield a fault for each repeated nick."""
        for element in self._root.iterchildren("player"):
            nick = value_of(element, "nick")
            first = self._elements.setdefault(self._fold(nick), element)
            if nick and first is not element:
                other = "" if nick == (spelt := value_of(first, "nick")) else f" as {spelt}"
                reason = f"{nick} is here twice, first on line {nick_line(first)}{other}"
                yield Fault(nick_line(element), reason)


_NEW_FILE = """\
<?xml version="1.0"?>
<!-- Add a new 'player' element for each player. -->
"""


def without_players(date: str) -> bytes:
    root = etree.Element("players", date=date, title="Games players")
    root.text = "\n"
    return f"{_NEW_FILE}{etree.tostring(root, encoding='unicode')}\n".encode()


def _texts_of_players(before: bytes, after: bytes, number: int) -> tuple[list[bytes], list[bytes]]:
    """Return the texts of the NUMBER of players BEFORE, and of those AFTER an edit.

    A text goes as far as the next player. None are returned if anything around them differs, or if
    something else, as a comment, has the tag of a player: a text may then mean something else.
    """
    (around, texts), (around_after, texts_after) = _cut(before), _cut(after)
    if around_after == around and len(around) == 3 and len(texts) == number:
        return texts, texts_after
    return [], []


def _cut(content: bytes) -> tuple[list[bytes], list[bytes]]:
    """Return the parts of CONTENT around the players, and that of each player without _PLAYER."""
    content, *end = content.split(b"</players")
    parts = content.split(_PLAYER)  # the outermost tag is cut there too
    return [*parts[:2], *end], parts[2:]


def _parser() -> etree.XMLParser:
    return etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=False)


def _parsed(content: bytes) -> tuple[bytes, Element, bytes]:
    """Return the outermost element, with the bytes before and behind it."""
    before = _PROLOG.match(content)
    prolog = before[0] if before else b""
    if b"\0" in content:
        raise PlayersFileError(Fault(1, "the file must be saved as UTF-8"))
    if prolog == content:
        raise PlayersFileError(Fault(1, "there is nothing in the file"))
    if content.startswith(b"<!DOCTYPE", len(prolog)):  # it could declare entities
        line = prolog.count(b"\n") + 1
        raise PlayersFileError(Fault(line, "a DOCTYPE is not allowed"))
    parser = _parser()
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
