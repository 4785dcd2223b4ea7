"""Edits of the players: add, remove, rename, give chips, and bind to a services account."""

import re
from datetime import timedelta
from unicodedata import category

from msgspec import Struct
from msgspec.structs import replace

from pontoon.storage.players.document import PlayersDocument
from pontoon.storage.players.ledger import Reason
from pontoon.storage.players.nicknames import LONGEST_NICK, is_nick_everywhere, looks_like_nick
from pontoon.storage.players.player import (
    EntryFault,
    EntryRefused,
    Player,
    Refill,
    RefilledAlready,
)
from pontoon.storage.players.store import PlayerStore

MOST_CHIPS = 10**15
"""The most chips that a player can be given."""

MOST_PLAYERS = 10_000
"""With so many players no one can register."""

LONGEST_ACCOUNT = 100  # characters

GIFTS = "gifts"
"""The name of the house account that pays for gifts, and gets the chips that are taken."""

_HOST = re.compile(r"[!-~]{1,255}")
_WILD = frozenset("*?!@")


class NewPlayer(Struct, frozen=True):
    """Somebody who registers from HOST; ACCOUNT on NETWORK and MASK, "" for none, identify them."""

    nick: str
    host: str
    network: str = ""
    account: str = ""
    mask: str = ""


class PlayerEditor:
    """Edits the players in STORE.

    Each edit is made as a whole or not at all. EntryRefused says that it is not allowed, and
    PlayersFileError that it cannot be written. The editor does not check whether a player is
    seated. The ledger names the person who made the edit (BY).
    """

    def __init__(self, store: PlayerStore) -> None:
        self._store = store

    def add(self, nick: str, chips: int, *, by: str = "") -> Player:
        _check_spelling(nick)
        player = _new_player(nick, chips)
        return self._store.rewrite(
            lambda document: _added(document, player), Reason("added", GIFTS, by=by)
        )

    def remove(self, nick: str, *, by: str = "") -> Player:
        """Remove a player with all their data; return them as they were."""

        def remove(document: PlayersDocument) -> Player:
            return document.remove(_present(document, nick).nick)

        return self._store.rewrite(remove, Reason("removed", GIFTS, by=by))

    def rename(self, old: str, new: str, *, by: str = "") -> Player:
        _check_spelling(new)

        def rename(document: PlayersDocument) -> Player:
            nick = _present(document, old).nick
            try:
                return document.rename(nick, new)
            except ValueError:
                raise EntryRefused(EntryFault.NICK_TAKEN) from None

        return self._store.rewrite(rename, Reason("renamed", by=by))

    def give(self, nick: str, chips: int, *, by: str = "") -> Player:
        """Give CHIPS to a player, or take them if negative; return the player."""

        def give(document: PlayersDocument) -> Player:
            player = _present(document, nick)
            if player.chips + chips < 0:
                raise EntryRefused(EntryFault.TOO_FEW_CHIPS)
            if chips > 0 and player.chips + chips > MOST_CHIPS:
                raise EntryRefused(EntryFault.TOO_MANY_CHIPS)
            return document.put(replace(player, chips=player.chips + chips))

        return self._store.rewrite(give, Reason("given", GIFTS, by=by))

    def refill(self, nick: str, chips: int, least: int, asked: Refill, wait: timedelta) -> Player:
        """Raise the player of that NICK to CHIPS, as was ASKED for (RULES 0, The broke).

        They must own fewer than LEAST. RefilledAlready if the player, or somebody of the same
        account or else host, has had a refill since WAIT ago.
        """

        def refill(document: PlayersDocument) -> Player:
            player = _present(document, nick)
            if owned(document, player) >= least or player.chips >= chips:
                raise EntryRefused(EntryFault.NOT_BROKE)
            own = (player.refill,) if player.refill is not None else ()
            for last in (*own, *document.refill_index.of_same(asked)):
                # A time that is far ahead is a mistake of some clock.
                if abs(asked.at - last.at) < wait:
                    raise RefilledAlready(last.at + wait)
            return document.put(replace(player, chips=chips, refill=asked))

        return self._store.rewrite(refill, Reason("gift", GIFTS))

    def bind(self, nick: str, network: str, account: str) -> Player:
        """Bind a player who has no account to ACCOUNT on NETWORK; return them."""

        def bind(document: PlayersDocument) -> Player:
            player = _present(document, nick)
            if player.accounts:
                raise EntryRefused(EntryFault.HAS_ACCOUNT)
            _check_account(document, network, account)
            return document.put(replace(player, accounts={network: account}))

        return self._store.rewrite(bind, Reason("claimed"))

    def register(self, newcomer: NewPlayer, chips: int) -> Player:
        """Add a NEWCOMER with CHIPS, once for each account; without account, once for each host."""
        player = replace(
            _new_player(newcomer.nick, chips),
            masks=(newcomer.mask,) if newcomer.mask else (),
            hosts=(newcomer.host,) if is_host(newcomer.host) else (),
        )

        def register(document: PlayersDocument) -> Player:
            if len(document) >= MOST_PLAYERS:
                raise EntryRefused(EntryFault.FULL)
            if not newcomer.account:
                if document.account_index.have_registered_from(newcomer.host):
                    raise EntryRefused(EntryFault.HOST_KNOWN)
                return _added(document, player)
            _check_account(document, newcomer.network, newcomer.account)
            accounts = {newcomer.network: newcomer.account}
            return _added(document, replace(player, accounts=accounts))

        return self._store.rewrite(register, Reason("registered", GIFTS))


def owned(document: PlayersDocument, player: Player) -> int:
    """Return all chips that PLAYER owns: in hand, in the bank, and in kitties."""
    return player.chips + player.bank + document.kitty_index.chips_of(player.nick)


def is_host(host: str) -> bool:
    return _HOST.fullmatch(host) is not None


def is_account(account: str) -> bool:
    is_word = account and all(category(each)[0] not in "CZ" for each in account)
    return bool(is_word) and len(account) <= LONGEST_ACCOUNT


def is_plain_host(host: str) -> bool:
    """Tell whether HOST, in a mask, stands only for itself."""
    return is_host(host) and _WILD.isdisjoint(host)


def _new_player(nick: str, chips: int) -> Player:
    # A person who registers may have a nick that only their own network allows, but it must not be
    # misread in the lines of a game.
    if not looks_like_nick(nick) or nick[0].isdigit():
        raise EntryRefused(EntryFault.BAD_NICK)
    if chips < 0:
        raise EntryRefused(EntryFault.TOO_FEW_CHIPS)
    if chips > MOST_CHIPS:
        raise EntryRefused(EntryFault.TOO_MANY_CHIPS)
    return Player(nick, chips, 0, "", {})


def _check_spelling(nick: str) -> None:
    """Refuse a NICK that an admin has typed, unless every network allows it."""
    if len(nick) > LONGEST_NICK or not is_nick_everywhere(nick):
        raise EntryRefused(EntryFault.BAD_NICK)


def _check_account(document: PlayersDocument, network: str, account: str) -> None:
    if not is_account(account):
        raise EntryRefused(EntryFault.BAD_ACCOUNT)
    if document.account_index.find(network, account) is not None:
        raise EntryRefused(EntryFault.ACCOUNT_TAKEN)


def _added(document: PlayersDocument, player: Player) -> Player:
    try:
        return document.add(player)
    except ValueError:
        raise EntryRefused(EntryFault.NICK_TAKEN) from None


def _present(document: PlayersDocument, nick: str) -> Player:
    player = document.find(nick)
    if player is None:
        raise EntryRefused(EntryFault.NOT_THERE)
    return player
