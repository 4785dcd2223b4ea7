"""The timekeeper: tells players of their minutes, and moves them to the time bank and back."""

from collections.abc import Callable, Sequence
from datetime import datetime

from pontoon.commands.player_commands import Recognise, WhyClosed
from pontoon.engine.notation import read_amount
from pontoon.games.time_account import Account, Books, CoinsInPlay, TransferFault, TransferRefused
from pontoon.irc.people import Person
from pontoon.storage.players.identity import Stranger
from pontoon.storage.players.player import Player, PlayersFileError, Tallies
from pontoon.storage.players.settlement_queue import Cashier
from pontoon.text import time_commands as said
from pontoon.text.announcements import file_trouble
from pontoon.text.signup import not_they

InPlay = Callable[[str], CoinsInPlay | None]
"""Gives what a player has staked in a round that is being played for coins, if they play one."""


class TimeKeeper:
    """Answers people about their time in GAME, of which BOOKS are kept; NOW gives the time."""

    COMMANDS = frozenset({"time", "deposit", "withdraw", "done"})

    def __init__(
        self, game: str, books: Books, cashier: Cashier, now: Callable[[], datetime]
    ) -> None:
        self._game = game
        self._books = books
        self._cashier = cashier
        self._store = cashier.store
        self._now = now

    def answer(
        self,
        person: Person,
        words: Sequence[str],
        recognise: Recognise,
        closed: WhyClosed,
        in_play: InPlay,
    ) -> str:
        """Do what WORDS say, one of ``COMMANDS`` first, for PERSON; return the answer.

        RECOGNISE tells who that is. CLOSED says that somebody plays, who moves no minutes then;
        what they have IN_PLAY has left the pot.
        """
        trouble = self._cashier.look()
        player = recognise(person)
        if isinstance(player, Stranger):
            return not_they(player)
        account = Account.of(player.record(self._game).tallies)
        account = self._books.shown(account, self._now(), in_play(player.nick))
        match [word.lower() for word in words]:
            case ["done"]:
                return said.statement(player.name, self._books.statement(account))
            case ["deposit" | "withdraw" as way, number]:
                if why := closed(person, player):
                    return why
                return file_trouble(trouble) if trouble else self._move(player, way, number)
            case ["deposit" | "withdraw", *_]:
                return said.cannot_move(TransferRefused(TransferFault.NOTHING, 0))
        return said.time_sheet(player.name, self._books.time_sheet(account, self._now()))

    def _move(self, player: Player, way: str, number: str) -> str:
        amount = read_amount(number)
        minutes = amount if isinstance(amount, int) else 0

        def moved(tallies: Tallies) -> Tallies:
            account = self._books.as_of(Account.of(tallies), self._now())
            if way == "deposit":
                return self._books.deposit(account, minutes).tallies
            return self._books.withdraw(account, minutes, self._now()).tallies

        try:
            now = self._store.tally(self._game, player.nick, moved)
        except TransferRefused as refused:
            return said.cannot_move(refused)
        except PlayersFileError as error:
            return file_trouble(str(error.faults[0]))
        account = Account.of(now.record(self._game).tallies)
        sheet = self._books.time_sheet(account, self._now())
        return said.deposited(now.name, minutes if way == "deposit" else -minutes, sheet)
