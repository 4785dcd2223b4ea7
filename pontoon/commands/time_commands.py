"""The timekeeper: tells players of their minutes, and moves them to the time bank and back."""

from collections.abc import Callable, Sequence
from datetime import datetime

from pontoon.commands.player_commands import Recognise, WhyClosed
from pontoon.engine.notation import read_amount
from pontoon.games.time_account import (
    Account,
    CoinsInPlay,
    TimeAccounts,
    TransferFault,
    TransferRefused,
)
from pontoon.irc.people import Person
from pontoon.storage.players.identity import Unidentified
from pontoon.storage.players.player import Player, PlayersFileError, Tallies
from pontoon.storage.players.settlement_queue import SettlementQueue
from pontoon.text import time_commands as said
from pontoon.text.announcements import CANNOT_SAVE_CHIPS
from pontoon.text.signup import not_they

InPlay = Callable[[str], CoinsInPlay | None]
"""Gives what a player has staked in a round that is being played for coins, if they play one."""


class TimeCommands:
    """Answers people about their TIME_ACCOUNTS in GAME; NOW returns the time."""

    COMMANDS = frozenset({"time", "deposit", "withdraw", "done"})

    def __init__(
        self,
        game: str,
        time_accounts: TimeAccounts,
        settlements: SettlementQueue,
        now: Callable[[], datetime],
    ) -> None:
        self._game = game
        self._time_accounts = time_accounts
        self._settlements = settlements
        self._store = settlements.store
        self._now = now

    def answer(
        self,
        person: Person,
        words: Sequence[str],
        recognise: Recognise,
        how_to_join: str,
        closed: WhyClosed,
        in_play: InPlay,
    ) -> str:
        """Do what WORDS say, one of ``COMMANDS`` first, for PERSON; return the answer.

        RECOGNISE tells who that is, and HOW_TO_JOIN what somebody can do who is not a player.
        CLOSED says that somebody plays, who moves no minutes then; what they have IN_PLAY has left
        the pot.
        """
        trouble = self._settlements.look()
        player = recognise(person)
        if isinstance(player, Unidentified):
            return not_they(player, how_to_join)
        account = Account.of(player.record(self._game).tallies)
        account = self._time_accounts.shown(account, self._now(), in_play(player.nick))
        match [word.lower() for word in words]:
            case ["done"]:
                return said.statement(player.name, self._time_accounts.statement(account))
            case ["deposit" | "withdraw" as way, number]:
                if why := closed(person, player):
                    return why
                return CANNOT_SAVE_CHIPS if trouble else self._move(player, way, number)
            case ["deposit" | "withdraw", *_]:
                return said.cannot_move(TransferRefused(TransferFault.NOTHING, 0))
        return said.time_sheet(player.name, self._time_accounts.time_sheet(account, self._now()))

    def _move(self, player: Player, way: str, number: str) -> str:
        amount = read_amount(number)
        minutes = amount if isinstance(amount, int) else 0

        def moved(tallies: Tallies) -> Tallies:
            account = self._time_accounts.as_of(Account.of(tallies), self._now())
            if way == "deposit":
                return self._time_accounts.deposit(account, minutes).tallies
            return self._time_accounts.withdraw(account, minutes, self._now()).tallies

        try:
            now = self._store.tally(self._game, player.nick, moved)
        except TransferRefused as refused:
            return said.cannot_move(refused)
        except PlayersFileError as error:
            self._settlements.report(error.faults)
            return CANNOT_SAVE_CHIPS
        account = Account.of(now.record(self._game).tallies)
        sheet = self._time_accounts.time_sheet(account, self._now())
        return said.deposited(now.name, minutes if way == "deposit" else -minutes, sheet)
