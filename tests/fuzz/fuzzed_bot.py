"""A bot with its tables and its files, on a clock of the test's own, and people who play there."""

import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import NamedTuple

from twisted.internet.task import Clock as TestClock

from pontoon.engine.moves import Phase, Verb
from pontoon.service.config.settings import read
from pontoon.service.network import Network
from pontoon.service.shared import SharedState
from pontoon.storage.decks import all_decks
from pontoon.storage.findings import Finding
from pontoon.storage.history import Wanted, rounds
from pontoon.storage.place import reading
from pontoon.storage.players.audit import audit
from pontoon.storage.players.store import PlayerStore
from pontoon.storage.verify import verify
from pontoon.tables.settlement_queue import SettlementQueue
from tests.support.admins import Managed
from tests.support.offline_bot import CHANNEL, Entry
from tests.support.work_at_once import OddsAtOnce, WorkAtOnce

PEOPLE = ("dave", "kevin", "bob")

GAMES = ("pontoon", "british", "shoot", "cutwc", "blackjack")

BEGUN = datetime(2026, 11, 20, 12, tzinfo=UTC)


class Line(NamedTuple):
    """What somebody called NICK says, and to whom; the bot itself is nobody."""

    nick: str
    target: str | None
    text: str


class FuzzedBot:
    """A bot with its files in FOLDER, config.ini being CONFIG; ``faults`` says what has gone wrong.

    What is done by chance is drawn from CHANCE.
    """

    def __init__(self, folder: Path, config: str, chance: Random) -> None:
        self.chance = chance
        self.clock = TestClock()
        self.faults: list[str] = []
        self.settled = 0
        self.players_xml = folder / "players.xml"
        entries = "".join(str(Entry(nick)) for nick in PEOPLE)
        self.players_xml.write_text(f"<players>{entries}</players>", "utf-8")
        (folder / "config.ini").write_text(config, "utf-8")
        settings = read(folder / "config.ini", {})
        store = PlayerStore(self.players_xml, now=self._now)
        store.recover()
        store.refresh()
        self._settlements = settlements = SettlementQueue(store, self.log)
        shared = SharedState(
            *(settings, settlements, self.clock),
            *(OddsAtOnce(), WorkAtOnce(), WorkAtOnce()),
            *(self._now, self.log),
        )
        shared.control = Managed()
        self.bot = Network(shared, settings.irc, self.clock, self.log)

    def log(self, event: str) -> None:
        """Note what is wrong of what is logged, and how many rounds were played to the end."""
        self.settled += " is settled: " in event
        if event.startswith("fault at"):
            self.faults.append(event)

    def move(self) -> Line | None:
        """Return what whoever is asked may do, or what begins a round; None where nobody can."""
        croupier = self.bot.croupiers.find(CHANNEL)
        assert croupier is not None
        asks = croupier.waiting.asks
        if not asks:
            game = self.chance.choice(GAMES)
            return Line(self.chance.choice(PEOPLE), CHANNEL, f"!{game} {' '.join(PEOPLE)}")
        ask = self.chance.choice(asks)
        if (nick := croupier.seat_map.address(ask.player)) is None:
            return None
        if ask.phase is Phase.BANK:
            return Line(nick, None, "yes")
        option = self.chance.choice(ask.options)
        word = "yes" if option.verb is Verb.INSURE else str(option.verb)
        return Line(nick, None, word if option.least is None else f"{word} min")

    def chips_are_accounted_for(self) -> bool:
        """Tell whether the ledger explains every chip in players.xml."""
        return not audit(self.players_xml).findings

    def deck_faults(self) -> Sequence[Finding]:
        """Return what is wrong with the sealed decks, and with the rounds from them."""
        with reading(self.players_xml) as read:
            return verify(all_decks(read), rounds(read, Wanted())).findings

    def put_players_right(self) -> None:
        """Have the people as players again who go by their nicks, as an admin would, by hand.

        Somebody may have claimed one for an account that nobody here is logged in to for long, or
        may have had an admin remove them. The bot sees it: else no ledger could explain it.
        """
        text = re.sub("<account>.*?</account>", "", self.players_xml.read_text("utf-8"))
        missing = [nick for nick in PEOPLE if f"<nick>{nick}</nick>" not in text]
        entries = "".join(str(Entry(nick)) for nick in missing)
        edited = self.players_xml.with_suffix(".editing")
        edited.write_text(text.replace("</players>", f"{entries}</players>"), "utf-8")
        edited.replace(self.players_xml)
        self._settlements.look()

    def pass_time(self) -> None:
        """Let a second or so pass."""
        self.clock.advance(self.chance.random() * 3)

    def _now(self) -> datetime:
        return BEGUN + timedelta(seconds=self.clock.seconds())
