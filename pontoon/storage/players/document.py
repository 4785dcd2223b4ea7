"""players.xml: checked when it is read, changed in place when it is written."""

import re
from collections.abc import Collection, Iterable
from itertools import takewhile

from lxml import etree
from msgspec.structs import replace

from pontoon.engine.errors import Refused
from pontoon.engine.events import Kitty
from pontoon.engine.result import MAX_NUMBER, TableKey
from pontoon.irc.casemapping import Fold
from pontoon.storage.players import player_element, schema, xml_edit
from pontoon.storage.players.entries import EntryFault
from pontoon.storage.players.indexes import Names, Owners, Ranking
from pontoon.storage.players.player import (
    NOTHING,
    AccountKind,
    BalanceChanges,
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
_PROLOG = re.compile(rb"(?:\xef\xbb\xbf)?" + _AROUND, re.DOTALL)
_EPILOG = re.compile(rb"</players\s*>(" + _AROUND + rb")\Z", re.DOTALL)

_ABOUT_ENTITIES = (
    etree.ErrorTypes.ERR_NAME_REQUIRED,
    etree.ErrorTypes.ERR_ENTITYREF_SEMICOL_MISSING,
    etree.ErrorTypes.ERR_UNDECLARED_ENTITY,
)
"""What the parser finds wrong with an ``&``."""

_PLAYER = b"<player"
"""What each player begins with, and the root: where it is nowhere else, it cuts a file into what is
before the root, its start tag, and the players, each with what stands behind them."""
_KITTY = b"<kitty"


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
        self.content_before = content
        """What the file had when it was last read or written."""
        self.is_changed = False
        """Whether anything has changed since then."""
        self._rewritten: dict[Element, bytes] | None = None
        """What the players who have changed since were, as text; None if more has changed."""
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
        self._rankings: dict[str, Ranking] = {}

    def take_over(self, content: bytes, fold: Fold) -> BalanceChanges | None:
        """Become the document of CONTENT and FOLD by reading only the players who differ.

        Return the chips that have changed. None, and nothing is done, if CONTENT has a fault, or if
        more differs than one stretch of players and what stands between them.
        """
        if content == self.content_before and fold is self._fold:
            return {}
        found = self._read_stretch(content) if fold is self._fold else None
        if found is None:
            return None
        part, first, behind = found
        known = [*self._entries.items()]
        before, gone, after = known[:first], known[first:behind], known[behind:]
        entries = dict([*before, *part._entries.items(), *after])
        owners = {
            nick
            for player in part.players()
            for network, account in player.accounts.items()
            for nick in self.owners.of_account(network, account)
        }
        is_nick_taken = len(entries) < len(before) + len(part) + len(after)
        if is_nick_taken or not owners <= {player.nick for _, (_, player) in gone}:
            return None
        begin, end = (
            self._root.index(each[0][1][0]) if each else len(self._root)
            for each in (gone or after, after)
        )
        elements = [element for element, _ in part._entries.values()]
        self._root[begin:end] = [*elements[:1], *elements[0].itersiblings()] if elements else []
        if not after:
            self._epilog = part._epilog
        for _, (_, player) in gone:
            self._follow(player, None)
        for player in part.players():
            self._follow(None, player)
        self._entries, self._has_crlf = entries, b"\r\n" in content
        moved = {account: both for account, both in self._moved.items() if both[0] != both[1]}
        self.keep(content)
        self._rewritten = None
        return moved

    def _read_stretch(self, content: bytes) -> "tuple[PlayersDocument, int, int] | None":
        """Read the players in CONTENT who differ, as a document of their own.

        Return it with the number of players before them, and that of the first known player behind
        them. None if it has a fault, or if something else differs.
        """
        old, new = self.content_before.split(_PLAYER), content.split(_PLAYER)
        first = _equal(old, new)
        if len(old) != len(self._entries) + 2 or first < 2:
            return None  # it is also in a comment; or the root differs
        behind = _equal(reversed(old[first:]), reversed(new[first:]))
        changed = new[first : len(new) - behind]
        if any(_KITTY in each for each in (*old[first : len(old) - behind], *changed)):
            return None
        end = b"</players>" if behind else b""
        try:
            alone = _PLAYER.join([*new[:2], *changed]) + end
            part = PlayersDocument(alone, self._fold, self._games)
        except PlayersFileError:
            return None
        if len(part) != len(changed):  # a comment has begun before one of them
            return None
        return part, first - 2, len(self._entries) - behind

    def ignored(self) -> list[Fault]:
        """Return what the bot ignores though it may be meant as something; it is kept."""
        return sorted(schema.ignored(self._root, self._games), key=lambda fault: fault.line)

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

    def ranking(self, game: str) -> Ranking:
        """Return the players who have played GAME, which are sorted when that is first asked."""
        if game not in self._rankings:
            has_chips = not self._games[game]  # else the stakes are tallied in the game
            self._rankings[game] = Ranking(game, self.players(), has_chips=has_chips)
        return self._rankings[game]

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
        self._rewritten = None
        self._entries[key] = player_element.add(self._root, player, self._games), player
        self._follow(None, player)
        return player

    def remove(self, player: Player) -> Player:
        """Remove PLAYER; return them."""
        element, _ = self._entries.pop(self._fold(player.nick))
        self._rewritten = None
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
        if self._rewritten is not None and element not in self._rewritten:
            self._rewritten[element] = self._written(element)
        player_element.write(element, before, player, self._games)
        self._entries[key] = element, player
        self._follow(before, player)
        return player

    def _follow(self, before: Player | None, after: Player | None) -> None:
        """Take notice that the player BEFORE is AFTER now; None for nobody."""
        self._note_moved(_balances_of(before), _balances_of(after))
        for index in (self.owners, self._names, *self._rankings.values()):
            if index is not None:
                index.change(before, after)

    def put_kitty(self, key: TableKey, kitty: Kitty | None) -> None:
        """Write KITTY, or none, for that KEY."""
        folded, before = same_place(key, self._fold), self.kitty(key)
        element = self._kitties.get(folded)
        account = kitty_account(key if element is None else player_element.kitty_key(element))
        self._rewritten = None
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

    def post(self, reason: Reason) -> None:
        """Add what has moved since the last call to the postings, for that REASON."""
        moved = {account: both for account, both in self._moved.items() if both[0] != both[1]}
        self._moved = {}
        if moved or reason.round is not None:
            self.postings.append((reason, moved))

    # Writing

    def keep(self, content: bytes) -> None:
        """Make all changes final: the file has the CONTENT that ``content`` returned."""
        self.content_before, self._rewritten, self.is_changed = content, {}, False
        self.postings, self._moved, self.surplus = [], {}, {}

    def content(self) -> bytes:
        """Return the content of the file; to write all of thousands of players anew takes long."""
        content = self.content_before
        if self._rewritten is None or self._root.nsmap:
            return self._prolog + self._written(self._root) + self._epilog
        for element, before in self._rewritten.items():
            begin = content.find(before)
            end = begin + len(before)
            if begin < 0 or content.find(before, end) >= 0:  # a comment has the same text
                return self._prolog + self._written(self._root) + self._epilog
            text = memoryview(content)  # so that megabytes are copied once
            content = b"".join((text[:begin], self._written(element), text[end:]))
        return content

    def _written(self, element: Element) -> bytes:
        encoding = self._root.getroottree().docinfo.encoding or "UTF-8"
        text = etree.tostring(element, encoding=encoding, xml_declaration=False, with_tail=False)
        return text.replace(b"\n", b"\r\n") if self._has_crlf else text


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
    before = _PROLOG.match(content)
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


def _equal(some: Iterable[bytes], others: Iterable[bytes]) -> int:
    """Return how many of SOME, from the first on, equal the OTHERS."""
    pairs = zip(some, others)  # noqa: B905 - either may be longer
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
