"""The whole bot but for sockets: a client, a bot, its tables, and players.xml in a folder."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from twisted.internet.task import Clock

from pontoon.service.config.settings import read
from pontoon.service.network import Network
from pontoon.service.shared import SharedState
from pontoon.storage.players.store import PlayerStore
from pontoon.tables.settlement_queue import SettlementQueue
from pontoon.text.announcements import MORE_THAN_WAITS
from tests.support.client_rig import Rig
from tests.support.fake_clock import FakeClock
from tests.support.offline_bot import CHANNEL, Entry, dealing
from tests.support.work_at_once import OddsAtOnce, WorkAtOnce

PLAYERS = (Entry("dave"), Entry("kevin"))


class WholeBot:
    """A bot with a connection, which is at hand as ``rig``; it is in CHANNELS with PLAYERS.

    They may say as much as they like, unless USER_LINES_PER_SECOND says otherwise, and are dealt
    CARDS first. SETTINGS are the client's. ``logged`` has all that is logged.
    """

    def __init__(
        self,
        folder: Path,
        cards: str = "",
        players: Sequence[Entry] = PLAYERS,
        channels: Sequence[str] = (CHANNEL,),
        user_lines_per_second: str = "0",
        **settings: Any,
    ) -> None:
        self.logged: list[str] = []
        self.clock = Clock()
        self.players_xml = folder / "players.xml"
        self._nicks = [each.nick for each in players]
        elements = "".join(map(str, players))
        self.players_xml.write_text(f"<players>{elements}</players>", "utf-8")
        store = PlayerStore(self.players_xml)
        store.recover()
        store.refresh()
        config_ini = folder / "config.ini"
        config_ini.write_text(
            f"[irc]\nserver = 127.0.0.1\nuser_lines_per_second = {user_lines_per_second}\n"
            f"channels = {', '.join(channels)}\n",
            "utf-8",
        )
        config = read(config_ini, {})
        self.tables_clock = fake = FakeClock()
        settlements = SettlementQueue(store, self.logged.append)
        log = self.logged.append
        shared = SharedState(
            *(config, settlements, fake),
            *(OddsAtOnce(), WorkAtOnce(), WorkAtOnce()),
            *(fake.now, log, dealing(cards)),
        )
        self.bot = Network(shared, config.irc, self.clock, log)
        self.connect(too_much=MORE_THAN_WAITS, **settings)
        for channel in channels:
            self.come_in(channel)

    def connect(self, **settings: Any) -> None:
        """Have the bot be welcomed on a new connection, of which SETTINGS are the client's."""
        self.rig = Rig(listener=self.bot, log=self.logged.append, **settings)
        self.rig.turn_ends = lambda: self.tables_clock.advance(0)
        self.bot.client = self.rig.client
        self.rig.register()

    def come_in(self, channel: str = CHANNEL) -> None:
        """Have the bot be in CHANNEL, with all players, if it is in there no more."""
        if self.bot.roster(channel) is None:
            me, (operator, *others) = self.rig.client.session.me.nick, self._nicks
            self.rig.enter(channel, names=" ".join([me, f"@{operator}", *others]))
            self.rig.receive(
                *(f":srv 352 Bot {channel} {n} {n}.home srv {n} H :0" for n in self._nicks),
                f":srv 315 Bot {channel} :End of WHO list",
            )
            self.rig.confirmed()

    def hears(self, nick: str, text: str, target: str = CHANNEL) -> list[str]:
        """Have NICK say TEXT in a channel, or to the bot; return the lines that it sends then."""
        self.rig.sent()
        self.rig.receive(f":{nick}!{nick}@{nick}.home PRIVMSG {target} :{text}")
        self.clock.advance(0)
        return self.rig.confirmed()

    def looks_at_hand(self, player: str) -> list[str]:
        """Have PLAYER ask for their hand, by the nick that the bot knows them by now."""
        croupier = self.bot.croupiers.find(CHANNEL)
        assert croupier is not None
        nick = croupier.seat_map.address(player) or player
        return self.hears(nick, "hand", self.rig.client.session.me.nick)
