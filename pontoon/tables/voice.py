"""Where voice is for minutes: players in a channel spend them, and have +v while there are any."""

from collections.abc import Callable, Iterable, Set
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from pontoon.games.time_account import MINUTE, Account, CoinsInPlay, TimeAccounts
from pontoon.irc.people import Person, Roster
from pontoon.storage.players.player import PlayersFileError, Tallies
from pontoon.storage.players.store import PlayerStore
from pontoon.tables.clock import Clock, Pending
from pontoon.tables.context import NetworkPort

LOOK_SECONDS = 60.0
"""How often it is looked who has minutes left, while nothing happens."""

UNWRITTEN_MINUTES = 10
"""So many minutes are written to the file at the latest, while their player stays."""

Who = Callable[[Person], str | None]
"""Gives the nick in players.xml of the player that somebody is, if they are one."""

InPlay = Callable[[str], CoinsInPlay | None]
"""Gives what a player has staked in a round that is being played for coins, if they play one."""


@dataclass(frozen=True, slots=True)
class Stay:
    """A player was in the channels from SINCE until UNTIL, which is whole minutes later."""

    player: str
    since: datetime
    until: datetime
    in_play: CoinsInPlay | None


@dataclass(slots=True, eq=False)
class VoicedChannels:
    """A network, and the channels there in which minutes run; ``who`` tells players of others."""

    network: NetworkPort
    channels: tuple[str, ...]
    who: Who
    voiced: dict[tuple[str, str], bool] = field(default_factory=dict)
    """Whether the bot has given voice, by channel and nick, where it could."""

    def present(self) -> dict[tuple[str, str], str]:
        """Return which player is there, by channel and nick."""
        return {
            (channel, person.nick): player
            for channel in self.channels
            for person in self.network.roster(channel) or ()
            if not self.network.is_me(person.nick)
            if (player := self.who(person)) is not None
        }

    def is_open(self) -> bool:
        """Tell whether the bot is in any of the channels."""
        return any(map(self.network.roster, self.channels))

    def see_to_voice(self, channel: str, nick: str, *, on: bool) -> None:
        """Give or take the voice of NICK, where it is not as it should be and the bot may."""
        roster = self.network.roster(channel)
        key = channel, self.network.fold(nick)
        if roster is None or self.voiced.get(key) is on or not self._may_voice(roster):
            return
        self.voiced[key] = on
        if on is not ("v" in roster.modes(nick)):
            self.network.voice(channel, nick, on=on)

    def forget_all_but(self, present: Iterable[tuple[str, str]]) -> None:
        """Take the voice of whoever is no player any more, and forget who has gone."""
        fold = self.network.fold
        known = {(channel, fold(nick)) for channel, nick in present}
        for channel, nick in self.voiced.keys() - known:
            roster = self.network.roster(channel)
            person = None if roster is None else roster.find(nick)
            if person is not None:
                self.see_to_voice(channel, person.nick, on=False)
            if person is None or not self.voiced[channel, nick]:
                del self.voiced[channel, nick]

    def renamed(self, old: str, person: Person) -> None:
        """Note that whoever was called OLD is PERSON now, with the voice that they were given."""
        fold = self.network.fold
        for channel in self.channels:
            voiced = self.voiced.pop((channel, fold(old)), None)
            if voiced is not None:
                self.voiced[channel, fold(person.nick)] = voiced

    def _may_voice(self, roster: Roster) -> bool:
        """Tell whether the bot is an operator of the channel with ROSTER."""
        me = (person for person in roster if self.network.is_me(person.nick))
        return any(roster.is_operator(person.nick) for person in me)


class VoiceMeter:
    """Counts the minutes that players of GAME are in the channels, and gives them voice.

    TIME_ACCOUNTS say what minutes they have. Minutes run once for each player, in however many
    channels of however many networks they are. Voice is asked for when somebody comes and when
    there are minutes again, and taken when there are none: between that operators do with it what
    they like.

    IN_PLAY tells what somebody has staked on any network.
    """

    def __init__(
        self,
        game: str,
        time_accounts: TimeAccounts,
        store: PlayerStore,
        clock: Clock,
        in_play: InPlay,
    ) -> None:
        self._game = game
        self._time_accounts = time_accounts
        self._store = store
        self._clock = clock
        self._in_play = in_play
        self._scenes: list[VoicedChannels] = []
        self._since: dict[str, datetime] = {}
        """From when the minutes of each player who is there are still to be counted."""
        self._begun: dict[str, timedelta] = {}
        """What of a minute each player was there, who has gone: it is counted the next time."""
        self._unwritten: list[Stay] = []
        self._next_look: Pending | None = None

    # Where minutes run

    def begin(self, scene: VoicedChannels) -> None:
        """Heed SCENE from now on."""
        self._scenes.append(scene)

    def end(self, scene: VoicedChannels) -> None:
        """Heed SCENE no more: who is there has gone, as far as their minutes are concerned."""
        if scene in self._scenes:
            self._scenes.remove(scene)
            self.changed()

    def close(self) -> None:
        """Count no minutes any more, after those until now."""
        while self._scenes:
            self.end(self._scenes[-1])

    # What happens

    def changed(self) -> None:
        """Look who is in the channels now, who has minutes left, and see to their voice."""
        now = self._clock.now()
        present = [(scene, scene.present()) for scene in self._scenes]
        players = {player for _, there in present for player in there.values()}
        for player, since in [*self._since.items()]:
            is_long = now - since >= UNWRITTEN_MINUTES * MINUTE
            if player not in players or is_long or self._has_run_out(player, now):
                self._note(player, now)
        self._begin_and_end_stays(players, now)
        self._write()
        for scene, there in present:
            scene.forget_all_but(there)
            for (channel, nick), player in there.items():
                scene.see_to_voice(channel, nick, on=self._has_minutes(player, now))
        self._look_again(now)

    def count(self, players: Iterable[str]) -> None:
        """Write the minutes that PLAYERS have spent until now, so that the file has them."""
        now = self._clock.now()
        for player in filter(None, map(self._store.find, players)):
            if player.nick in self._since:
                self._note(player.nick, now)
        self._write()

    # Minutes

    def _begin_and_end_stays(self, players: Set[str], now: datetime) -> None:
        """Count on from now for those of PLAYERS who have come, and no more for who has gone."""
        for player in self._since.keys() - players:
            self._begun[player] = max(now - self._since.pop(player), timedelta())
        for player in players - self._since.keys():
            self._since[player] = now - self._begun.pop(player, timedelta())

    def _note(self, player: str, now: datetime) -> None:
        """Note the whole minutes that PLAYER has been there, to be written if they cost any."""
        stay = self._stay(player, now)
        account = self._account(player)
        self._since[player] = stay.until
        if self._after(account, stay) != account:
            self._unwritten.append(stay)

    def _stay(self, player: str, now: datetime) -> Stay:
        since = self._since[player]
        minutes = max((now - since) // MINUTE, 0)
        return Stay(player, since, since + minutes * MINUTE, self._in_play(player))

    def _write(self) -> None:
        """Write what is to be written; what cannot be now is tried again with the next of it."""
        while self._unwritten:
            stay = self._unwritten[0]
            try:
                self._store.tally(self._game, stay.player, self._spent(stay))
            except PlayersFileError:
                if self._store.faults or self._store.find(stay.player) is not None:
                    return
            self._unwritten.pop(0)

    def _spent(self, stay: Stay) -> Callable[[Tallies], Tallies]:
        return lambda tallies: self._after(Account.of(tallies), stay).tallies

    def _after(self, account: Account, stay: Stay) -> Account:
        """Return ACCOUNT after STAY. What is staked is kept, and the day turns after the round."""
        if stay.in_play is None:
            return self._time_accounts.after_presence(account, stay.since, stay.until)[0]
        account = self._time_accounts.as_of(account, stay.in_play.began)
        minutes = (stay.until - stay.since) // MINUTE
        return self._time_accounts.after_speech(account, minutes, stay.in_play.coins)

    def _account(self, player: str) -> Account:
        """Return the account of PLAYER at the moment from which minutes are still to be counted."""
        entry = self._store.find(player)
        account = Account.of({} if entry is None else entry.record(self._game).tallies)
        for stay in self._unwritten:
            if stay.player == player:
                account = self._after(account, stay)
        return account

    def _has_minutes(self, player: str, now: datetime) -> bool:
        stay = self._stay(player, now)
        account = self._after(self._account(player), stay)
        return self._time_accounts.has_voice(
            account, 0 if stay.in_play is None else stay.in_play.coins
        )

    def _has_run_out(self, player: str, now: datetime) -> bool:
        """Tell whether PLAYER had minutes when last counted, and has none now."""
        since = self._since[player]
        return self._has_minutes(player, since) and not self._has_minutes(player, now)

    def _runs_out(self, player: str) -> datetime:
        in_play, since = self._in_play(player), self._since[player]
        if in_play is None:
            return self._time_accounts.runs_out(
                self._time_accounts.as_of(self._account(player), since), since
            )
        account = self._time_accounts.as_of(self._account(player), in_play.began)
        return self._time_accounts.runs_out(account, since, in_play.coins)

    # The time

    def _look_again(self, now: datetime) -> None:
        """Look again when somebody's minutes run out, and in a minute at the latest."""
        if self._next_look is not None:
            self._next_look.cancel()
            self._next_look = None
        if not any(scene.is_open() for scene in self._scenes):
            return
        ends = (self._runs_out(player) for player in self._since)
        waits = ((end - now).total_seconds() for end in ends if end > now)
        self._next_look = self._clock.later(min((*waits, LOOK_SECONDS)), self._time_has_passed)

    def _time_has_passed(self) -> None:
        self._next_look = None
        self.changed()


class OnScene:
    """The presence of which SPEAKING keeps account, as the croupiers of SCENE know it."""

    def __init__(self, speaking: VoiceMeter, scene: VoicedChannels) -> None:
        self._speaking = speaking
        self._scene = scene

    def changed(self) -> None:
        """Look who is where, and who has minutes left."""
        self._speaking.changed()

    def renamed(self, old: str, person: Person) -> None:
        """Note that whoever was called OLD is PERSON now."""
        self._scene.renamed(old, person)

    def count(self, players: Iterable[str]) -> None:
        """Write the minutes that PLAYERS have spent until now."""
        self._speaking.count(players)
