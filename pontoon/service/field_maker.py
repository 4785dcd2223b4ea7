"""Fields of Shed Pontoon for rules that are not the usual ones, each made in a process of its own.

It takes seconds to make one (odds/shed_field.py). Until it is made, hints and computer players go
by the field of the usual rules.
"""

import os
import sys
from collections.abc import Callable
from contextlib import suppress

from msgspec import json
from twisted.internet.defer import Deferred, DeferredLock
from twisted.internet.utils import getProcessOutput

from pontoon.engine.round import GameRules
from pontoon.games.shed import ShedRules
from pontoon.odds.shed_field import MAX_PLAYERS, compute, decode, encode, field_for, keep
from pontoon.service import logs
from pontoon.storage.database import Database
from pontoon.storage.fields import FieldStore
from pontoon.storage.replay import rules_in, rules_written
from pontoon.storage.rows import MAKES_NO_SENSE, DatabaseError


class FieldMaker:
    """Makes fields, one after the other, and keeps them in DATABASE. RUN starts a program.

    They are read from there when the first is wanted.
    """

    def __init__(
        self, database: Database, run: Callable[..., Deferred[bytes]] = getProcessOutput
    ) -> None:
        self._store = FieldStore(database)
        self._run = run
        self._is_read = False
        self._asked: set[str] = set()
        """What was asked of a process since the start: what has failed is not tried again."""
        self._one_by_one = DeferredLock()

    def want(self, rules: GameRules, players: int) -> None:
        """Have the field of this many PLAYERS by RULES known soon, if they are of Shed Pontoon."""
        if not isinstance(rules, ShedRules):
            return
        self._read()
        request = json.encode((rules_written(rules), players)).decode()
        if request in self._asked or players > MAX_PLAYERS or field_for(rules, players):
            return
        self._asked.add(request)
        arguments = ("-m", __name__, request)
        making = self._one_by_one.run(self._run, sys.executable, arguments, os.environ)
        making.addCallback(self._made)
        making.addErrback(logs.fault)

    def _read(self) -> None:
        if not self._is_read:
            self._is_read = True
            with suppress(DatabaseError):  # a damaged one is made again
                for line in self._store.lines():
                    with suppress(*MAKES_NO_SENSE):  # so is what an earlier version made
                        keep(decode(line))

    def _made(self, output: bytes) -> None:
        keep(decode(output))
        self._store.keep(output.decode())


def made(request: str) -> str:
    """Return the field that REQUEST asks for, as a line of JSON."""
    changed, players = json.decode(request)
    making = compute(rules_in(ShedRules, changed), players)
    while True:
        try:
            next(making)
        except StopIteration as done:
            return encode(done.value).decode()


if __name__ == "__main__":
    os.nice(10)
    sys.stdout.write(made(sys.argv[1]))
