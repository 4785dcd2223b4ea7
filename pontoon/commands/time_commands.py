"""Answers about minutes, and their transfer to the time bank and back."""

from collections.abc import Callable
from datetime import datetime

from pontoon.engine.notation import parse_amount
from pontoon.games.time_account import Account, CoinsInPlay, TimeAccounts, TransferRefused
from pontoon.storage.players.player import Player, Tallies
from pontoon.storage.players.store import PlayerStore
from pontoon.text import time_commands as said
from pontoon.text.formatting import Names


class TimeCommands:
    """Answers players about their TIME_ACCOUNTS in GAME; NOW returns the time.

    Coins IN_PLAY, those that a player has staked in a running round, have left the pot.
    """

    def __init__(
        self,
        game: str,
        time_accounts: TimeAccounts,
        store: PlayerStore,
        now: Callable[[], datetime],
        name_of: Names,
    ) -> None:
        self._game = game
        self._time_accounts = time_accounts
        self._store = store
        self._now = now
        self._name_of = name_of

    def time(self, player: Player, in_play: CoinsInPlay | None) -> str:
        """Return the minutes that PLAYER has."""
        sheet = self._time_accounts.time_sheet(self._account(player, in_play), self._now())
        return said.time_sheet(self._name_of(player.nick), sheet)

    def statement(self, player: Player, in_play: CoinsInPlay | None) -> str:
        """Return how the day of PLAYER has gone."""
        day = self._time_accounts.statement(self._account(player, in_play))
        return said.statement(self._name_of(player.nick), day)

    def _account(self, player: Player, in_play: CoinsInPlay | None) -> Account:
        account = Account.of(player.record(self._game).tallies)
        return self._time_accounts.shown(account, self._now(), in_play)

    def move(self, player: Player, way: str, number: str) -> str:
        """Move a NUMBER of minutes of PLAYER; WAY is ``deposit`` or ``withdraw``.

        PlayersFileError is raised if players.xml cannot be written.
        """
        amount = parse_amount(number)
        minutes = amount if isinstance(amount, int) else 0

        def moved(tallies: Tallies) -> Tallies:
            account = self._time_accounts.as_of(Account.of(tallies), self._now())
            if way == "deposit":
                return self._time_accounts.deposit(account, minutes).tallies
            return self._time_accounts.withdraw(account, minutes, self._now()).tallies

        try:
            now = self._store.tally(self._game, player.nick, moved)
        except TransferRefused as refused:
            return said.cannot_move(player.name, refused)
        account = Account.of(now.record(self._game).tallies)
        sheet = self._time_accounts.time_sheet(account, self._now())
        moved_minutes = minutes if way == "deposit" else -minutes
        return said.deposited(self._name_of(now.nick), moved_minutes, sheet)
