"""Who has a place at the tables of two channels: a model of the line that knows nothing of it."""

from dataclasses import dataclass, field
from math import inf

from tests.support.offline_bot import CHANNEL

CHANNELS = (CHANNEL, "#den")
LEFT_OUT_AT_MOST = 3
LONGEST_WAIT = 120


@dataclass(eq=False)
class Human:
    """Somebody, under whatever nick. Only the one with an ACCOUNT of a player can be that player.

    ``is_in`` are the channels where they are.
    """

    nick: str
    userhost: str
    account: str = ""
    is_in: set[str] = field(default_factory=set)


@dataclass(eq=False)
class Place:
    """A place of PLAYER, who is HUMAN.

    The bot knows them by the nick and the address that they had when it last saw them in the
    channel, or by the account if the player has one; ``is_known`` tells whether it does.
    """

    player: str
    human: Human
    account: str
    nick: str
    userhost: str
    is_known: bool = True
    times_left_out: int = 0

    def is_of(self, human: Human) -> bool:
        """Tell whether HUMAN, who has come, is the one who has left this place."""
        if self.account:
            return human.account == self.account
        return (human.nick, human.userhost) == (self.nick, self.userhost)


class Line:
    """The people who have joined in one channel, in order; the bot may be out of it."""

    def __init__(self) -> None:
        self.places: list[Place] = []
        self.is_out = False
        self.is_new = True
        """Whether no round has been over since the table was opened."""
        self._before: list[Place] = []
        self.was_theirs = False
        """Whether the last round was dealt to those who have joined."""
        self.refused_at = inf
        """When a named round was first refused, since one was dealt."""
        self.is_kept = False
        """Whether a named round may wait for its turn."""

    @property
    def players(self) -> list[str]:
        """All of them, wherever they are."""
        return [each.player for each in self.places]

    def place_of(self, player: str) -> Place | None:
        """Return the place of PLAYER."""
        return next((each for each in self.places if each.player == player), None)

    def held_by(self, human: Human) -> Place | None:
        """Return the place of HUMAN, if the bot knows that it is theirs."""
        known = (each for each in self.places if each.is_known and each.human is human)
        return next((each for each in known if each.account in ("", human.account)), None)

    def present(self, channel: str) -> list[str]:
        """Return those whom the bot sees in CHANNEL, and knows."""
        here = (each for each in self.places if channel in each.human.is_in)
        return [each.player for each in here if self.held_by(each.human) is each]

    def joined(self, player: str, account: str, human: Human) -> None:
        """Note that HUMAN has joined as PLAYER, of ACCOUNT."""
        place = self.place_of(player)
        if place is None:
            self.places.append(Place(player, human, account, human.nick, human.userhost))
        else:
            place.human, place.nick, place.userhost = human, human.nick, human.userhost
            place.is_known = True

    def come(self, human: Human) -> None:
        """Note that the bot sees HUMAN, or sees something new of them."""
        if any(each.is_known and each.human is human for each in self.places):
            return
        found = (each for each in self.places if not each.is_known and each.is_of(human))
        if (place := next(found, None)) is not None:
            place.human, place.is_known = human, True
            place.nick, place.userhost = human.nick, human.userhost

    def gone(self, human: Human) -> None:
        """Note that HUMAN has left the channel."""
        for each in self.places:
            if each.human is human:
                each.is_known = False

    def part(self, human: Human) -> None:
        """Note that HUMAN gives up the place that is theirs, or would be if they logged in."""
        was = (human.nick, human.userhost)
        self.places = [
            each
            for each in self.places
            if not (
                each.human is human
                and (each.is_known or (each.account and (each.nick, each.userhost) == was))
            )
        ]

    def renamed(self, human: Human, old: str) -> None:
        """Note that the bot has seen HUMAN take another nick than OLD."""
        theirs = [each for each in self.places if each.is_known and each.human is human]
        was = (old, human.userhost)
        theirs += [each for each in self.places if (each.nick, each.userhost) == was]
        for each in theirs[:1]:
            each.nick = human.nick

    def lose_sight(self) -> None:
        """Note that the bot is out of the channel."""
        for each in self.places:
            each.is_known = False

    def drop(self, players: set[str]) -> None:
        """Note that PLAYERS have no place any more."""
        self.places = [each for each in self.places if each.player not in players]

    def may_name(self, channel: str, least: int, now: float) -> bool:
        """Tell whether people can be dealt to for being named, and have not to wait."""
        waits = now < self.refused_at + LONGEST_WAIT - 1e-6
        return self.was_theirs or len(self.present(channel)) < least or not waits

    def round_began(self, *, is_theirs: bool) -> None:
        """Note that a round has begun."""
        self.was_theirs = is_theirs
        if not is_theirs:
            self.refused_at, self.is_kept = inf, False

    def begun(self, dealt: list[str], could_play: set[str]) -> None:
        """Note that a round is dealt to those DEALT, of those who COULD PLAY."""
        self._before = [*self.places]
        self.places = [*self.places[1:], *self.places[:1]]
        for each in self.places:
            is_left_out = each.player not in dealt and each.player not in could_play
            each.times_left_out = each.times_left_out + 1 if is_left_out else 0

    @property
    def often_left_out(self) -> set[str]:
        """Those who may be out of the line by that: a restart begins the count anew."""
        often = (each for each in self.places if each.times_left_out >= LEFT_OUT_AT_MOST)
        return {each.player for each in often}

    def round_over(self) -> None:
        """Note that the round is over, whoever was dealt to: no later one undoes its order."""
        self.is_new, self._before = False, []

    def not_begun(self) -> None:
        """Note that the round came to nothing."""
        before = [each.player for each in self._before if each.player in self.players]
        order = [*before, *(each for each in self.players if each not in before)]
        self.places.sort(key=lambda each: order.index(each.player))
