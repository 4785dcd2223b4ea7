"""Voice for minutes: players in a channel spend minutes, and have +v while any are left."""

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from functools import partial

from msgspec import Struct, field

from pontoon.games.time_account import MINUTE, Account, CoinsInPlay, TimeAccounts
from pontoon.irc.outgoing import do_nothing
from pontoon.irc.people import NetworkPort, Person
from pontoon.irc.reactor import Clock, Delayed
from pontoon.storage.players.player import PlayersFileError
from pontoon.storage.players.store import PlayerStore
from pontoon.tables.registry import SeatRegistry

LOOK_SECONDS = 60.0
"""How often to check who has minutes left while nothing happens."""

UNWRITTEN_MINUTES = 10
"""Spent minutes are written to the file after this many at the latest."""


class VoicedChannels(Struct, eq=False):
    """A network, and its channels in which minutes run."""

    network: NetworkPort
    channels: tuple[str, ...]
    plays_as: Callable[[Person], str | None]
    """Returns the player, by the nick in players.xml, as whom somebody plays; None if none."""
    voiced: dict[tuple[str, str], bool] = field(default_factory=dict)
    """Whether the bot has given or taken voice, by channel and nick, where it could."""

    def present(self) -> dict[tuple[str, str], str]:
        return {
            (channel, person.nick): player
            for channel in self.channels
            for person in self.network.roster(channel) or ()
            if not self.network.is_me(person.nick)
            if (player := self.plays_as(person)) is not None
        }

    def set_voice(self, channel: str, nick: str, *, on: bool) -> None:
        """Give NICK voice in CHANNEL if ON, else take it, where that is needed and the bot may."""
        roster = self.network.roster(channel)
        key = channel, self.network.fold(nick)
        if roster is None or self.voiced.get(key) is on:
            return
        me = (person.nick for person in roster if self.network.is_me(person.nick))
        if not any(map(roster.is_operator, me)):
            return
        self.voiced[key] = on
        if on is not ("v" in roster.modes(nick)):
            self.network.voice(channel, nick, on=on)

    def forget_all_but(self, present: Iterable[tuple[str, str]]) -> None:
        """Take voice from people who are no longer players, and forget people who have gone."""
        fold = self.network.fold
        known = {(channel, fold(nick)) for channel, nick in present}
        for channel, nick in self.voiced.keys() - known:
            roster = self.network.roster(channel)
            person = None if roster is None else roster.find(nick)
            if person is not None:
                self.set_voice(channel, person.nick, on=False)
            if person is None or not self.voiced[channel, nick]:
                del self.voiced[channel, nick]


class VoiceMeter:
    """Counts the minutes that players of GAME spend in the channels, and gives them voice.

    SEAT_REGISTRY says what they have staked. The minutes of a player run once, in any number of
    channels and networks. The bot gives voice to a player who comes or has minutes again, and takes
    it from one who has none. In between, operators may give and take it as they like.
    """

    def __init__(
        self,
        game: str,
        store: PlayerStore,
        clock: Clock,
        now: Callable[[], datetime],
        seat_registry: SeatRegistry,
    ) -> None:
        self._game = game
        self._time_accounts: TimeAccounts
        """Say how many minutes players have."""
        self._store = store
        self._clock = clock
        self._now = now
        self._seat_registry = seat_registry
        self.networks: list[VoicedChannels] = []
        self._is_on = False
        """Whether voice is for minutes; else nothing is counted."""
        self._since: dict[str, datetime] = {}
        """The time from which the minutes of each present player are still to be counted."""
        self._not_counted: dict[str, timedelta] = {}
        """What each absent player was there and is not written; it counts the next time.

        That is a part of a minute, unless the file could not be written when they left.
        """
        self._next_look: Delayed | None = None

    def use(self, time_accounts: TimeAccounts, *, is_on: bool) -> None:
        """Count by TIME_ACCOUNTS from now on if voice IS ON, that is for minutes."""
        if self._is_on:
            self._look([])  # what was spent counts by the former ones
        self._time_accounts, self._is_on = time_accounts, is_on

    def end(self, voiced: VoicedChannels) -> None:
        """Count no more minutes in VOICED channels: the people there count as gone."""
        self.networks.remove(voiced)
        self.changed()

    def renamed(self, network: NetworkPort, old: str, person: Person) -> None:
        """Note that OLD is the former nick of PERSON on NETWORK, who keeps their voice."""
        fold = network.fold
        for each in self.networks:
            for channel in each.channels if each.network is network else ():
                voiced = each.voiced.pop((channel, fold(old)), None)
                if voiced is not None:
                    each.voiced[channel, fold(person.nick)] = voiced

    def changed(self) -> None:
        """Note that somebody may have come or gone, or may have more or fewer minutes."""
        if self._is_on:
            self._look(self.networks)

    def _look(self, networks: Iterable[VoicedChannels]) -> None:
        """Set voice for the people in the channels of NETWORKS, by the minutes they have left."""
        now = self._now()
        present = [(voiced, voiced.present()) for voiced in networks]
        players = {player for _, there in present for player in there.values()}
        for player, since in [*self._since.items()]:
            is_over = player not in players or now - since >= UNWRITTEN_MINUTES * MINUTE
            had_minutes = self._has_minutes(player, since)
            if is_over or (had_minutes and not self._has_minutes(player, now)):
                self._note(player, now)
        for player in self._since.keys() - players:
            self._not_counted[player] = max(now - self._since.pop(player), timedelta())
        for player in players - self._since.keys():
            self._since[player] = now - self._not_counted.pop(player, timedelta())
        for voiced, there in present:
            voiced.forget_all_but(there)
            for (channel, nick), player in there.items():
                voiced.set_voice(channel, nick, on=self._has_minutes(player, now))
        self._look_again(now)

    def count(self, players: Iterable[str]) -> None:
        """Write the minutes that PLAYERS have spent until now to the file."""
        if not self._is_on:
            return
        now = self._now()
        for player in filter(None, map(self._store.find, players)):
            if player.nick in self._since:
                self._note(player.nick, now)

    def _note(self, player: str, now: datetime) -> None:
        """Write the whole minutes that PLAYER has been there, if any are spent.

        If they cannot be written, they are tried again, with those that follow.
        """
        since, until = self._since[player], self._whole_minutes(player, now)
        spend = partial(self._spent, since, until, self._seat_registry.coins_of(player))
        account = self._account(player)
        if spend(account) != account:
            try:
                change = self._store.tally(
                    self._game, player, lambda tallies: spend(Account.of(tallies)).tallies
                )
            except PlayersFileError:
                if self._store.faults or self._store.find(player) is not None:
                    return
            else:
                change.then(do_nothing, lambda _: self._not_noted(player, since, until))
        self._since[player] = until

    def _not_noted(self, player: str, since: datetime, until: datetime) -> None:
        """Have the minutes that PLAYER was there, from SINCE to UNTIL, be counted after all."""
        if player in self._since:
            self._since[player] = min(self._since[player], since)
        elif self._store.find(player) is not None:
            self._not_counted[player] = self._not_counted.get(player, timedelta()) + until - since

    def _whole_minutes(self, player: str, now: datetime) -> datetime:
        """Return the end of the last whole minute that PLAYER has been there by NOW."""
        since = self._since[player]
        return since + max((now - since) // MINUTE, 0) * MINUTE

    def _after(self, player: str, until: datetime, account: Account) -> Account:
        """Return ACCOUNT of PLAYER, who has been there UNTIL then."""
        in_play = self._seat_registry.coins_of(player)
        return self._spent(self._since[player], until, in_play, account)

    def _spent(
        self, since: datetime, until: datetime, in_play: CoinsInPlay | None, account: Account
    ) -> Account:
        """Return ACCOUNT of somebody who has been there from SINCE to UNTIL, with coins IN_PLAY.

        Stakes are kept, and a new day begins after the round.
        """
        if in_play is None:
            return self._time_accounts.after_presence(account, since, until)[0]
        account = self._time_accounts.as_of(account, in_play.began)
        minutes = (until - since) // MINUTE
        return self._time_accounts.after_speech(account, minutes, in_play.coins)

    def _account(self, player: str) -> Account:
        entry = self._store.find(player)
        return Account.of({} if entry is None else entry.stats_in(self._game).tallies)

    def _has_minutes(self, player: str, now: datetime) -> bool:
        account = self._after(player, self._whole_minutes(player, now), self._account(player))
        in_play = self._seat_registry.coins_of(player)
        return self._time_accounts.has_voice(account, 0 if in_play is None else in_play.coins)

    def _runs_out(self, player: str) -> datetime:
        since = self._since[player]
        in_play = self._seat_registry.coins_of(player) or CoinsInPlay(0, since)
        account = self._time_accounts.as_of(self._account(player), in_play.began)
        return self._time_accounts.runs_out(account, since, in_play.coins)

    def _look_again(self, now: datetime) -> None:
        """Set a timer for when somebody's minutes run out, and for a minute at the latest."""
        if self._next_look is not None:
            self._next_look.cancel()
            self._next_look = None
        if not any(each.network.roster(name) for each in self.networks for name in each.channels):
            return
        ends = (self._runs_out(player) for player in self._since)
        waits = ((end - now).total_seconds() for end in ends if end > now)
        self._next_look = self._clock.callLater(min((*waits, LOOK_SECONDS)), self._time_has_passed)

    def _time_has_passed(self) -> None:
        self._next_look = None
        self.changed()
