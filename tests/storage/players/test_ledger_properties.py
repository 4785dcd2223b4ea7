"""Whatever happens to a bot, its admin and its disk, in any order: all chips are explained."""

from collections.abc import Iterable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pontoon.engine.errors import Refused
from pontoon.engine.events import Kitty
from pontoon.storage.players.player import KittyChange, PlayersFileError, Refill, RoundChange
from pontoon.storage.players.store import PlayerStore
from tests.support.faulty_disk import FaultyDisk, Trouble
from tests.support.ledger_checks import HERE, all_chips, check_books, started, state, win
from tests.support.players_files import file_of, full, settle_all, write

pytestmark = pytest.mark.slow

NICKS = ("dave", "kevin", "bob")
NOW = datetime(2026, 12, 31, tzinfo=UTC)


class Step(NamedTuple):
    """Something that is done, with trouble at a call of that number; 0 is none."""

    what: str
    who: str
    chips: int
    trouble: Trouble
    number: int
    more: int


DEEDS = (
    "settle",
    "again",
    "bank",
    "edit",
    "remove",
    "together",
    "kitty",
    "refill",
    "return",
    "nickname",
    "look",
    "start",
)

steps = st.lists(
    st.builds(
        Step,
        st.sampled_from(DEEDS),
        st.sampled_from(NICKS),
        st.integers(-500, 500),
        st.sampled_from(Trouble),
        st.integers(0, 16),
        st.sampled_from([0, 0, 1, 100]),
    ),
    min_size=3,
    max_size=20,
)


class Books:
    """A bot's store with the file at PATH, and what has been done to it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        write(path, file_of(*map(full, NICKS)))
        self.store = started(path)
        self.rounds = 0
        self.is_together = False
        """Whether the last round was settled together with another one."""
        self.given = 3000
        """The chips that there are by the admin's will."""

    def do(self, step: Step) -> None:
        """Do what STEP says, and see that all is explained afterwards, and settled once."""
        before, round_id = state(self.path), f"round {self.rounds}"
        faulty = FaultyDisk(step.trouble, step.number or 10_000, step.more)
        done, self.is_together = False, step.what == "together"
        with faulty.at_work(), suppress(PlayersFileError):
            self.deed(step, round_id)
            done = True
        if not done and not faulty.is_dead and step.what not in ("edit", "remove"):
            assert state(self.path) == before
        if faulty.is_dead:
            self.store = started(self.path)
        else:
            self.store.refresh()
            assert self.store.faults == ()
            assert self.store.database.commit()
        self.check(round_id, before=before)

    def check(self, round_id: str, before: object) -> None:
        """Check the ledger, and that the round is in the file as a whole or not at all."""
        check_books(self.path)
        assert all_chips(self.path) == self.given
        if not self.store.has_settled(round_id):
            assert not self.store.has_settled(f"{round_id} too")
            return
        self.rounds += 1
        settled = state(self.path)
        assert settled != before
        assert self.store.has_settled(f"{round_id} too") == self.is_together
        names = [round_id, f"{round_id} too"][: 1 + self.is_together]
        again = {nick: win(7) for nick in NICKS}
        settle_all(self.store, [RoundChange("pontoon", again, None, name) for name in names])
        assert state(self.path) == settled

    def deed(self, step: Step, round_id: str) -> None:
        """Do what STEP says, in which anything may go wrong."""
        match step.what:
            case "settle" | "again" | "together" | "kitty":
                self.settle(step, round_id)
            case "refill":
                asked = Refill(NOW, f"{self.rounds}.example")
                with suppress(Refused):
                    self.store.refill(step.who, 100, 50, asked, timedelta(0))
            case "bank":
                self.store.move_to_bank(step.who, step.chips)
            case "return":
                self.store.return_kitty(HERE)
            case "nickname":
                self.store.set_nickname(step.who, f"Nick {step.chips}")
            case "edit" | "remove":
                self.edit(step)
            case "look":
                self.store.refresh()
            case "start":
                self.store = PlayerStore(self.path)

    def settle(self, step: Step, round_id: str) -> None:
        """Settle a round, perhaps with others, or one that was settled before."""
        changes = {step.who: win(step.chips), "dave": win(50)}
        kitty = KittyChange(HERE, step.who, step.chips)
        this = RoundChange("pontoon", changes, None, round_id)
        too = RoundChange("shoot", {"kevin": win(-step.chips)}, kitty, f"{round_id} too")
        last = [RoundChange("pontoon", changes, None, f"round {self.rounds - 1}")][: self.rounds]
        rounds = {
            "settle": [this],
            "kitty": [RoundChange("shoot", changes, kitty, round_id)],
            "again": last,
            "together": [this, *last, too, this],
        }
        settle_all(self.store, rounds[step.what])

    def edit(self, step: Step) -> None:
        """Rewrite the whole file, as an admin would."""
        found = state(self.path)
        chips = {nick: sum(found.get(nick, (0, 0))[:2]) for nick in NICKS}
        chips[step.who] = abs(step.chips)
        if step.what == "remove" and step.who != "dave":
            del chips[step.who]
        kitty = self.store.kitty(HERE)
        self.given += sum(chips.values()) - sum(sum(each[:2]) for each in found.values())
        write(self.path, file_of(*(full(nick, has) for nick, has in chips.items()), lies(kitty)))
        self.given += kitty.chips if kitty else 0


def lies(kitty: Kitty | None) -> str:
    """Return the kitty as it is in the file."""
    if kitty is None:
        return ""
    where = 'game="shoot" network="irc.example.org" channel="#pontoon"'
    return f'<kitty {where} banker="{kitty.banker}">{kitty.chips}</kitty>\n'


@given(steps)
def test_chips_always_add_up(done: Iterable[Step]) -> None:
    with TemporaryDirectory() as folder, patch("os.fsync"):
        time_accounts = Books(Path(folder, "players.xml"))
        for step in done:
            time_accounts.do(step)
