"""Who plays next in the channels of a bot: a model that says RULES 0 in its own words."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import inf

CHANNELS = ("#pontoon", "#den")
GAMES = ("pontoon", "blackjack")
MOST = 4
"""More than so many do not play in one round."""

COMPUTERS_AT_MOST = 2
JOIN_WAIT = 47
TEN_MINUTES = 600


def is_computer(name: str) -> bool:
    """Tell whether NAME is that of a computer."""
    return name.endswith("+")


def people_of(names: Iterable[str]) -> list[str]:
    """Return those of NAMES that are no computers."""
    return [each for each in names if not is_computer(each)]


@dataclass(eq=False)
class Asked:
    """A round that somebody asked for; ``whom`` are those named or listed, none: who has joined."""

    kind: str
    game: str
    asker: str
    whom: tuple[str, ...] = ()

    def has_turn_of(self, other: "Asked") -> bool:
        """Tell whether this one replaces OTHER, which waits."""
        if "joined" in (self.kind, other.kind):
            return self.kind == other.kind
        return self.asker == other.asker


@dataclass(eq=False)
class Played:
    """A round that is played; ``seated`` have a seat that they have not given up."""

    asked: Asked
    game: str
    players: tuple[str, ...]
    seated: list[str]
    bettors: set[str] = field(default_factory=set)
    is_from_before: bool = False
    """Whether the bot has restarted since: it does not know who asked for the round."""

    def was_named(self, who: str) -> bool:
        """Tell whether WHO plays because somebody else named them."""
        return not (self.is_from_before or self.asked.kind == "joined" or who == self.asked.asker)

    @property
    def is_void(self) -> bool:
        """Whether the last person has left before betting."""
        return not self.seated and not self.bettors


@dataclass(eq=False)
class SitsOut:
    """Somebody sits out because of what they did in a round."""

    is_for_silence: bool
    at: float
    because_of: Played


@dataclass(eq=False)
class Room:
    """What is known of one channel."""

    channel: str
    places: list[str] = field(default_factory=list)
    game: str = "pontoon"
    """The game of the table that people have joined, or the one that was played last."""
    last_game: str = "pontoon"
    is_fresh: bool = True
    """Whether somebody has joined since those who have joined were dealt to."""
    deal_at: float = inf
    has_begun_countdown: set[str] = field(default_factory=set)
    """Who has begun the countdown again since those who have joined were dealt to."""
    is_pausing: bool = False
    queue: list[Asked] = field(default_factory=list)
    lists: dict[str, tuple[str, ...]] = field(default_factory=dict)
    last_players: dict[str, tuple[str, ...]] = field(default_factory=dict)
    left: set[str] = field(default_factory=set)
    silent: set[str] = field(default_factory=set)
    """Who cannot be named until they have spoken."""
    sits_out: dict[tuple[str, str], SitsOut] = field(default_factory=dict)
    silent_at: dict[str, float] = field(default_factory=dict)
    excused_at: dict[str, float] = field(default_factory=dict)
    round: Played | None = None
    is_bot_out: bool = False
    fallen: list[Asked] = field(default_factory=list)
    """The requests that fell away lately."""

    @property
    def table(self) -> str:
        """The game that a bare !join is for."""
        return self.game if self.places else self.last_game

    def next_list(self, game: str) -> tuple[str, ...]:
        """Return whom the bare command of GAME deals to: the last list, rotated."""
        last = self.lists.get(game, ())
        order = tuple(each for each in last[1:] + last[:1] if each not in self.left)
        return order if people_of(order) else ()


class Evening:
    """People, and two channels in which they play; AGAIN is the pause between two rounds."""

    def __init__(self, people: Sequence[str], again: int) -> None:
        self.again = again
        self.now = 0.0
        self.present = {channel: set(people) for channel in CHANNELS}
        self.players = set(people) - {"mallory"}
        self.poor: set[str] = set()
        self.opted_out: set[str] = set()
        self.rooms = {channel: Room(channel) for channel in CHANNELS}
        self._later: list[tuple[Room, Played, bool]] = []
        """The rounds that have just ended, and whether each is settled."""

    # What people say

    def speaks(self, who: str, channel: str = "") -> None:
        """Note that WHO has said something to the bot, or only to those in CHANNEL."""
        for room in self.rooms.values():
            if channel in ("", room.channel):
                room.silent.discard(who)

    def asks(self, who: str, channel: str, game: str, names: Sequence[str]) -> None:
        """Have WHO ask for a round of GAME, of the NAMES typed if there are any."""
        room = self.rooms[channel]
        if names:
            if not people_of(names):
                names = [who, *names]
            if not all(self._is_known_here(each, room) for each in names):
                return
            if len(others := {*people_of(names)}) == 1 and who not in others:
                return
            self._put(room, Asked("named", game, who, tuple(names)))
        elif who in room.places and game == room.game:
            self._put(room, Asked("joined", game, who))
        elif (order := room.next_list(game)) and (len({*people_of(order)}) > 1 or who in order):
            self._put(room, Asked("listed", game, who, order))

    def deals(self, who: str, channel: str) -> None:
        """Have WHO say !deal."""
        room = self.rooms[channel]
        if who in room.places:
            self._put(room, Asked("joined", room.game, who))

    def joins(self, who: str, channel: str, game: str, computers: Sequence[str]) -> None:
        """Have WHO join at the table of GAME, or the one there is, and COMPUTERS with them."""
        room = self.rooms[channel]
        game = game or room.table
        if not (who in room.places and game == room.game):
            if who not in self.players or self.is_broke(who, game):
                return
            there = [each for each in people_of(room.places) if self._is_here(each, room)]
            if room.places and game != room.game and len(there) > 1:
                return
            if game != room.game:
                room.queue = [each for each in room.queue if each.kind != "joined"]
            if not room.places or game != room.game:
                room.places, room.game = [], game
                room.has_begun_countdown.clear()
            self._takes_place(room, who)
            self._gives_up_unbet(who, but=room)
        for each in computers:
            at_table = [one for one in room.places if is_computer(one)]
            if each not in at_table and len(at_table) < COMPUTERS_AT_MOST:
                self._takes_place(room, each)

    def _takes_place(self, room: Room, who: str) -> None:
        room.places.append(who)
        room.left.discard(who)
        room.is_fresh = True
        is_new = not is_computer(who) and who not in room.has_begun_countdown
        if is_new and not room.is_pausing:
            room.has_begun_countdown.add(who)
            room.deal_at = inf
        self._count_down(room)

    def leaves(self, who: str, channel: str) -> None:
        """Have WHO say !leave."""
        room = self.rooms[channel]
        room.queue = [each for each in room.queue if each.kind == "joined" or each.asker != who]
        room.left.add(who)
        self._loses_place(room, who, is_leaving=True)
        if room.round and who in room.round.seated and who not in room.round.bettors:
            self._leaves_seat(room, who)
        self._count_down(room)

    def dismisses(self, who: str, channel: str, computer: str) -> None:
        """Have WHO send COMPUTER away, who can if they have joined."""
        room = self.rooms[channel]
        if {who, computer} <= {*room.places}:
            room.left.add(computer)
            room.places.remove(computer)
            self._count_down(room)

    def bets(self, who: str, channel: str) -> None:
        """Have WHO bet, if they are asked."""
        room = self.rooms[channel]
        if room.round and who in room.round.seated and who not in room.round.bettors:
            room.round.bettors.add(who)
            self._gives_up_unbet(who, but=room)

    def resigns(self, who: str, channel: str) -> None:
        """Have WHO resign: they lose what they have staked, and keep their place."""
        room = self.rooms[channel]
        if room.round is None or who not in room.round.seated:
            return
        if who in room.round.bettors:
            room.round.seated.remove(who)
        else:
            self._leaves_seat(room, who)

    # What happens to them

    def comes(self, who: str, channel: str) -> None:
        """Have WHO come into CHANNEL."""
        self.present[channel].add(who)
        self._count_down(self.rooms[channel])

    def quits(self, who: str, channel: str) -> None:
        """Have WHO be out of CHANNEL, by no wish of theirs."""
        self.present[channel].discard(who)
        self._count_down(self.rooms[channel])

    def parts(self, who: str, channel: str) -> None:
        """Have WHO leave CHANNEL, and the table with it."""
        room = self.rooms[channel]
        self.present[channel].discard(who)
        if who in room.places:
            room.left.add(who)
            self._loses_place(room, who, is_leaving=True)
        self._count_down(room)

    def restarts(self) -> None:
        """Have the bot restart: what waits and who sits out is forgotten, and nothing else."""
        for room in self.rooms.values():
            room.queue.clear()
            room.sits_out.clear()
            room.silent_at.clear()
            room.excused_at.clear()
            room.silent.clear()
            room.is_pausing, room.deal_at = False, inf
            room.has_begun_countdown.clear()
            if room.round:
                room.round.is_from_before = True
            self._count_down(room)

    def bot_goes(self, channel: str) -> None:
        """Have the bot be out of CHANNEL: nobody counts as there."""
        room = self.rooms[channel]
        room.is_bot_out = True
        self._count_down(room)

    def bot_is_back(self, channel: str) -> None:
        """Have the bot be back in CHANNEL: what waits there goes on."""
        room = self.rooms[channel]
        room.is_bot_out = False
        self._deal_next(room)
        self._count_down(room)

    def silent_at_bet(self, who: str, channel: str) -> None:
        """Note that the time of WHO to bet is over."""
        room = self.rooms[channel]
        played = room.round
        assert played is not None
        played.seated.remove(who)
        assert who not in played.bettors
        self._loses_place(room, who, is_leaving=False)
        order = room.lists[played.game]
        rest = tuple(each for each in order if each != who)
        room.lists[played.game] = rest or room.last_players[played.game]
        room.silent.add(who)
        was_silent = self.now - room.silent_at.get(who, -inf) < TEN_MINUTES
        room.silent_at[who] = self.now
        if was_silent:
            self._has_to_sit_out(room, who, is_for_silence=True)
        self._count_down(room)
        if played.is_void:
            self._over(room, is_settled=False)

    def settled(self, channel: str) -> None:
        """Note that the round in CHANNEL has come to its end."""
        assert self.rooms[channel].round is not None
        self._over(self.rooms[channel], is_settled=True)

    def passes(self, now: float, heard: Sequence[str] = ()) -> None:
        """Note that it is NOW, and that nobody has said a word.

        Countdowns that a restart began at once end at once: the channel HEARD of first is first.
        """
        self.now = now
        first = heard[0] if heard else ""
        for room in sorted(self.rooms.values(), key=lambda each: each.channel != first):
            if room.deal_at <= now + 1e-9:
                room.deal_at, room.is_pausing = inf, False
                self._put(room, Asked("joined", room.game, ""))

    def turn_ends(self) -> None:
        """Have what follows the ends of rounds happen."""
        while self._later:
            room, played, is_settled = self._later.pop(0)
            if is_settled and played.asked.kind == "joined":
                self._goes_on(room)
            self._deal_next(room)
            self._count_down(room)

    # The queue

    def _put(self, room: Room, asked: Asked) -> None:
        if room.is_pausing and asked.kind != "joined":
            self._wait(room, Asked("joined", room.game, ""))
        self._wait(room, asked)
        self._deal_next(room)
        self._count_down(room)

    def _wait(self, room: Room, asked: Asked) -> None:
        if asked.kind == "joined":
            room.deal_at, room.is_pausing = inf, False
        for place, waiting in enumerate(room.queue):
            if asked.has_turn_of(waiting):
                room.queue[place] = asked
                return
        room.queue.append(asked)

    def _deal_next(self, room: Room) -> None:
        while room.queue and room.round is None and not room.is_bot_out:
            asked = room.queue.pop(0)
            if asked.kind == "joined":
                room.is_fresh = False
            dealt = self.dealt(room, asked)
            if dealt is None:
                room.fallen.append(asked)
            else:
                self._begin(room, asked, dealt)

    def _goes_on(self, room: Room) -> None:
        """Have those who have joined be dealt to after a pause, or behind those who have asked."""
        if self.again and self._are_enough(room):
            if room.queue:
                if all(each.kind != "joined" for each in room.queue):
                    self._wait(room, Asked("joined", room.game, ""))
            else:
                room.is_pausing, room.deal_at = True, self.now + self.again

    def _are_enough(self, room: Room) -> bool:
        here = [each for each in room.places if self._is_here(each, room)]
        return len(here) >= 2 and bool(people_of(here))

    def _count_down(self, room: Room) -> None:
        is_asked = any(each.kind == "joined" for each in room.queue)
        if room.round or room.is_bot_out or is_asked or not self._are_enough(room):
            room.deal_at, room.is_pausing = inf, False
        elif not room.is_pausing and room.is_fresh and room.deal_at == inf:
            room.deal_at = self.now + JOIN_WAIT

    # Who is dealt

    def _is_here(self, who: str, room: Room) -> bool:
        return is_computer(who) or who in self.present[room.channel]

    def _is_known_here(self, who: str, room: Room) -> bool:
        return is_computer(who) or (who in self.players and who in self.present[room.channel])

    def is_bound(self, who: str) -> bool:
        """Tell whether WHO has a seat with a bet anywhere."""
        rounds = [room.round for room in self.rooms.values() if room.round]
        return any(who in each.seated and who in each.bettors for each in rounds)

    def is_broke(self, who: str, game: str) -> bool:
        """Tell whether WHO lacks chips for GAME: Black Jack is played for minutes."""
        return game != "blackjack" and who in self.poor

    def sitting_out(self, room: Room, game: str) -> dict[str, bool]:
        """Return who sits out the next GAME in ROOM, and whether for silence."""
        return {
            who: each.is_for_silence
            for (of, who), each in room.sits_out.items()
            if of == game and self.now - each.at < TEN_MINUTES
        }

    def dealt(self, room: Room, asked: Asked) -> list[str] | None:
        """Return who is dealt to if the turn of ASKED has come; None if there is no round."""
        out = self.sitting_out(room, asked.game)
        dealt = self._dealt_without(room, asked, {*out})
        if dealt is None:
            alone = self._dealt_without(room, asked, set())
            if alone and len(people_of(alone)) == 1:
                return alone
            return self._dealt_without(room, asked, {each for each in out if not out[each]})
        return dealt

    def _can_come(self, who: str, room: Room) -> bool:
        return self._is_here(who, room) and not self.is_bound(who)

    def _plays(self, who: str, room: Room, asked: Asked) -> bool:
        """Tell whether WHO is dealt to, who does not sit out."""
        is_unwilling = who in room.silent or (who in self.opted_out and who != asked.asker)
        if asked.kind != "joined" and is_unwilling:
            return False
        return self._can_come(who, room) and not self.is_broke(who, asked.game)

    def _dealt_without(self, room: Room, asked: Asked, out: set[str]) -> list[str] | None:
        is_joined, is_named = asked.kind == "joined", asked.kind == "named"
        if is_joined and not (room.places and room.game == asked.game):
            return None
        whom = [*room.places] if is_joined else [*asked.whom]
        if len({*whom}) < len(whom):
            return None
        if is_named and not all(self._can_come(each, room) for each in whom):
            return None
        dealt = [each for each in whom if each not in out and self._plays(each, room, asked)]
        if is_joined:
            dealt = dealt[:MOST]
        people = people_of(dealt)
        if not people or len(dealt) > MOST:
            return None
        is_with_own_computers = is_joined and len(dealt) > 1
        is_alone = len(people) == 1 and people != [asked.asker]
        return None if is_alone and not is_with_own_computers else dealt

    def _begin(self, room: Room, asked: Asked, dealt: list[str]) -> None:
        people = people_of(dealt)
        room.round = Played(asked, asked.game, tuple(dealt), people)
        room.last_game = asked.game
        room.last_players[asked.game] = tuple(dealt)
        if len(people) > 1 or not room.lists.get(asked.game):
            room.lists[asked.game] = tuple(dealt)
        room.left -= {*dealt}
        room.deal_at, room.is_pausing = inf, False
        if asked.kind == "joined":
            room.places = room.places[1:] + room.places[:1]
            room.has_begun_countdown.clear()
        for each in [*people]:
            if asked.kind == "joined" or each == asked.asker:
                self._gives_up_unbet(each, but=room)

    # Seats

    def _gives_up_unbet(self, who: str, but: Room) -> None:
        for room in self.rooms.values():
            played = room.round
            if room is but or played is None:
                continue
            if who in played.seated and who not in played.bettors:
                self._leaves_seat(room, who)

    def _leaves_seat(self, room: Room, who: str) -> None:
        assert room.round is not None
        room.round.seated.remove(who)
        if room.round.game != "blackjack":  # there the bets come before the cards
            self._has_to_sit_out(room, who, is_for_silence=False)
        if room.round.is_void:
            self._over(room, is_settled=False)

    def _has_to_sit_out(self, room: Room, who: str, *, is_for_silence: bool) -> None:
        played = room.round
        assert played is not None
        if people_of(played.players) == [who]:
            return
        if played.was_named(who) and self.now - room.excused_at.get(who, -inf) >= TEN_MINUTES:
            room.excused_at[who] = self.now
            return
        room.sits_out[played.game, who] = SitsOut(is_for_silence, self.now, played)

    def _loses_place(self, room: Room, who: str, *, is_leaving: bool) -> None:
        if who in room.places:
            room.places.remove(who)
            if not people_of(room.places):
                if is_leaving:
                    room.left |= {*room.places}
                room.places = []

    def _over(self, room: Room, *, is_settled: bool) -> None:
        played = room.round
        assert played is not None
        if len(played.bettors) >= 2:
            room.sits_out = {
                key: each
                for key, each in room.sits_out.items()
                if key[0] != played.game or each.because_of is played
            }
        room.round = None
        self._later.append((room, played, is_settled))
        self._count_down(room)
