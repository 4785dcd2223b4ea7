"""Follows who has a place at the table of a channel, from what is said there, and objects.

An onlooker sees what people do in the order in which the bot sees it, but not how much of that the
bot has seen when it says something. The onlooker therefore asks the bot something harmless again
and again: once it has answered, it has seen all that the onlooker saw before asking. Until then
both is possible, what was before and what was done.
"""

import re
import time
from collections import Counter, deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from math import inf
from typing import NamedTuple

TITLES = {
    "Shed Pontoon": "pontoon",
    "British Pontoon": "british",
    "CUTwC Pontoon": "cutwc",
}
LEAST = {"pontoon": 1, "british": 2, "cutwc": 2}
LEFT_OUT_AT_MOST = 3
WAIT_MORE = 2
"""People wait for so many rounds more than there are people before them: the banker plays on."""

EARLY_SECONDS = 2
"""A named round may begin so much before the seconds are over that the bot has told, rounded up."""

TRANSCRIPT_LINES = 80

_NAMES = r"[a-z]+(?:, [a-z]+)*"
_TITLE = "|".join(TITLES)
_OPENING = re.compile(rf"(?P<title>{_TITLE}): (?P<names>{_NAMES})")
_ARE_IN = re.compile(rf"(?:{_TITLE}): (?P<names>{_NAMES}) (?:is|are) in(?:;| for the next round).*")
_NEXT_IN_LINE = re.compile(rf"(?P<names>{_NAMES}) (?:is|are) next in line")
_NOT_DEALT = re.compile(rf"(?:Left out: )?(?P<names>{_NAMES}) (?P<why>(?:is|are|has|have|play) .*)")
_NOBODY = re.compile(rf"(?:{_TITLE}): (?:nobody is in;|the table closes,).*")
_PUT_ASIDE = re.compile(r"(?P<name>[a-z]+) (?:does not answer and sits|seems to be away:).*")
_ENDS = re.compile(r"(?:Chips|Drinks): .*|.*is void.*|no round: .*|.*stakes are returned.*")
_NOT_BEGUN = re.compile(r"no round: .*")
_REFUSED = re.compile(r"No round: .*")
_KEPT = re.compile(
    r"(?:(?P<refused>No round: ).*; )?the round that (?P<nick>\w+) asked for (?P<when>.*)"
)
_FOLLOWS = re.compile(r"follows, in (?P<seconds>\d+) s at the latest")
_TAKEN_UP = re.compile(r"I was restarted; the round continues.*")


class Deed(Enum):
    """What somebody does that may change who has a place."""

    SAYS_JOIN = auto()
    SAYS_LEAVE = auto()
    PARTS = auto()
    QUITS = auto()
    COMES = auto()


class Standing(NamedTuple):
    """Whether somebody has a place (None: perhaps), and whether they are in the channel."""

    is_in: bool | None
    is_here: bool

    def after(self, deed: Deed) -> "Standing":
        """Return how they stand when the bot has seen DEED."""
        match deed:
            case Deed.SAYS_JOIN:
                return self._replace(is_in=self.is_in or None)
            case Deed.SAYS_LEAVE:
                return self._replace(is_in=False)
            case Deed.PARTS:
                return Standing(is_in=False, is_here=False)
            case Deed.QUITS:
                return self._replace(is_here=False)
            case Deed.COMES:
                return self._replace(is_here=True)


@dataclass
class Member:
    """A player: how they stood for sure, and what they have done that the bot may not have seen."""

    base: Standing = field(default_factory=lambda: Standing(is_in=False, is_here=False))
    deeds: list[tuple[int, Deed]] = field(default_factory=list)
    nick: str = ""
    """The nick by which the bot knows them."""
    before: tuple[int, str] | None = None
    """The number of the deed by which they took it, if the bot may not have seen that, and the
    nick before."""
    has_left: bool = False
    """Whether they have left for sure, and have not been dealt to or joined since."""
    is_strange: bool = False
    """Whether they have taken another nick that the bot cannot know to be theirs."""

    @property
    def possible(self) -> list[Standing]:
        """How they may stand, the latest last."""
        if self.is_strange:
            return [Standing(None, is_here=True), Standing(None, is_here=False)]
        found = [self.base]
        for _, deed in self.deeds:
            found.append(found[-1].after(deed))
        return found

    @property
    def is_in(self) -> bool:
        """Whether they have a place for sure."""
        return all(each.is_in for each in self.possible)

    @property
    def is_out(self) -> bool:
        """Whether they have no place for sure."""
        return all(each.is_in is False for each in self.possible)

    @property
    def is_here(self) -> bool:
        """Whether they are in the channel for sure."""
        return all(each.is_here for each in self.possible)

    @property
    def may_be_dealt_to(self) -> bool:
        return any(each.is_in is not False and each.is_here for each in self.possible)

    @property
    def must_be_dealt_to(self) -> bool:
        return self.is_in and self.is_here

    def settle(self, number: int) -> None:
        """Note that the bot has seen what was done up to deed NUMBER."""
        if self.before is not None and self.before[0] <= number:
            self.before = None
        while self.deeds and self.deeds[0][0] <= number:
            deed = self.deeds.pop(0)[1]
            if deed is Deed.SAYS_LEAVE or (deed is Deed.PARTS and self.base.is_in):
                self.has_left = True
            elif deed is Deed.SAYS_JOIN:
                self.has_left = False
            self.base = self.base.after(deed)

    def believe(self, is_in: bool | None) -> None:
        """Note that the bot says, or seems to think, that they are in or not."""
        self.base = self.base._replace(is_in=is_in)
        self.has_left = self.has_left and not is_in

    def doubt(self) -> None:
        """Note that the bot is gone, and may or may not have seen what was done last."""
        self.has_left = False  # for that the bot has no line in its journal
        ways = {each.is_in for each in self.possible}
        self.base = Standing(ways.pop() if len(ways) == 1 else None, self.possible[-1].is_here)
        self.deeds.clear()
        if self.before is not None:
            self.is_strange, self.nick, self.before = True, self.before[1], None


class Named(NamedTuple):
    """A command of STARTER that names players, whose number is that of a deed."""

    number: int
    starter: str
    game: str
    names: Sequence[str]


class PlaceReferee:
    """Objects, with the end of the transcript, to what the bot may not do to PLAYERS.

    At most MOST are dealt to at once. NOTE goes before every objection.
    """

    def __init__(self, players: Iterable[str], most: int, note: str) -> None:
        self.members = {player: Member(nick=player) for player in players}
        self.opted_out: set[str] = set()
        self.rounds: Counter[str] = Counter()
        """How many rounds of each game have begun."""
        self.told = 0
        """How often the bot has said who is in."""
        self.obliged = 0
        """How often somebody was dealt to who had to be."""
        self.is_playing: bool | None = False
        """Whether a round is played; None if that is not known since the bot was gone."""
        self.dealt: Sequence[str] = ()
        self.is_bot_ready = True
        """Whether the bot is known to hear what people say."""
        self.waited: Counter[str] = Counter()
        """For how many rounds in a row people have been next in line."""
        self._waited_before: Counter[str] = Counter()
        self.longest_wait = 0
        self._most = most
        self._note = note
        self._number = 0
        """The number of the latest deed."""
        self._settled = 0
        """The number of the latest deed that the bot is known to have seen."""
        self._commands: list[Named] = []
        self._kept: list[Named] = []
        """The commands of which the bot may keep one for later."""
        self._were_joined: bool | None = False
        """Whether those who have joined were dealt to last; None if that is not known."""
        self._named_at = inf
        """When a named round begins at the latest though enough have joined."""
        self._not_dealt: dict[str, str] = {}
        self._left_out: Counter[str] = Counter()
        self._transcript: deque[str] = deque(maxlen=TRANSCRIPT_LINES)

    # What people do

    def did(self, player: str, deed: Deed) -> None:
        """Note that PLAYER has done something; the bot sees it now or soon."""
        self._number += 1
        self.members[player].deeds.append((self._number, deed))
        if not self.is_bot_ready:
            self.members[player].doubt()
        if deed in (Deed.SAYS_LEAVE, Deed.PARTS):
            del self.waited[player]

    def renamed(self, player: str, nick: str) -> None:
        """Note that PLAYER is called NICK now, which the bot does not see while it is gone."""
        self._number += 1
        member = self.members[player]
        if self.is_bot_ready and not member.is_strange:
            member.before, member.nick = (self._number, member.nick), nick
        elif nick == member.nick:
            member.is_strange = False
            member.base = Standing(None, is_here=True)
        else:
            member.is_strange = True

    def commanded(self, starter: str, game: str, names: Sequence[str]) -> None:
        """Note that STARTER wants a round of GAME, "" for the last one, for NAMES.

        Without names they want it for those who have joined or, if none has, the last players.
        """
        self._number += 1
        self._commands.append(Named(self._number, starter, game, names))

    @property
    def number(self) -> int:
        """The number of the latest deed."""
        return self._number

    def settle(self, number: int) -> None:
        """Note that the bot hears people, and has seen everything up to deed NUMBER."""
        self.is_bot_ready = True
        self._kept = [each for each in self._kept if not self._is_withdrawn(each, number)]
        for member in self.members.values():
            member.settle(number)
        # A round may wait until the seal of its deck is heard, which is before the next answer.
        self._commands = [each for each in self._commands if each.number > self._settled]
        self._settled = number

    def _is_withdrawn(self, kept: Named, number: int) -> bool:
        """Tell whether somebody has left up to deed NUMBER whom the command KEPT is for.

        Its starter may have joined instead.
        """
        for player in {kept.starter, *kept.names}:
            ends = {Deed.SAYS_LEAVE, Deed.PARTS}
            ends |= {Deed.SAYS_JOIN} if player == kept.starter else set()
            for at, deed in self.members[player].deeds:
                if kept.number < at <= number and deed in ends:
                    return True
        return False

    def bot_is_gone(self, silent: Iterable[str]) -> None:
        """Note that the bot was killed; it may have put SILENT players aside without a word."""
        self._transcript.append("*** the bot is gone")
        self.is_bot_ready = False
        for member in self.members.values():
            member.doubt()
        for player in {*silent, *self._absent()} & {*self.dealt}:
            if self.members[player].base.is_in:
                self.members[player].believe(None)
        self._commands.clear()
        self._kept.clear()
        self._were_joined = None  # for that the bot has no line in its journal
        self._not_dealt.clear()
        self._left_out.clear()  # it counts anew
        self.is_playing = None if self.is_playing else self.is_playing

    def _absent(self) -> list[str]:
        return [player for player, member in self.members.items() if not member.is_here]

    # What the bot says

    def see(self, line: str) -> None:
        """Keep LINE for the transcript."""
        self._transcript.append(line)

    def hear(self, text: str) -> None:
        """Take in TEXT, which the bot has said in the channel."""
        is_told_again = False
        listed: list[str] = []
        for item in text.split(" | "):
            listing = _NEXT_IN_LINE if listed else _ARE_IN
            if (found := listing.fullmatch(item)) is not None:
                listed += found["names"].split(", ")
            elif (found := _OPENING.fullmatch(item)) is not None:
                names = found["names"].split(", ")
                if not is_told_again:
                    self._begins(TITLES[found["title"]], names)
                self.is_playing, self.dealt = True, names
            elif (found := _KEPT.fullmatch(item)) is not None:
                self._is_kept(found["nick"], found["when"], is_refused=bool(found["refused"]))
            elif _TAKEN_UP.fullmatch(item):
                self.is_playing = is_told_again = True
            else:
                self._take_in(item)
        if listed:
            self._are_in(listed)

    def _take_in(self, item: str) -> None:
        if _NOBODY.fullmatch(item):
            self._nobody_is_in(is_closed="closes" in item)
        elif (found := _PUT_ASIDE.fullmatch(item)) is not None:
            member = self.members[found["name"]]
            if member.is_here:
                member.believe(is_in=False)
            elif member.base.is_in and any(each.is_here for each in member.possible):
                member.believe(is_in=None)  # who is out keeps the place
        elif _ENDS.fullmatch(item):
            self.is_playing = False
            if _NOT_BEGUN.fullmatch(item):
                self.waited = self._waited_before
            self._not_dealt.clear()
        elif _REFUSED.fullmatch(item):
            self._not_dealt.clear()
        elif not self.is_playing and (found := _NOT_DEALT.fullmatch(item)) is not None:
            self._not_dealt.update(dict.fromkeys(found["names"].split(", "), found["why"]))

    def _are_in(self, listed: Sequence[str]) -> None:
        self.told += 1
        for player, member in self.members.items():
            if player in listed:
                if not member.may_be_dealt_to:
                    self.object(f"{player} is said to be in, and is not")
                member.believe(is_in=True)
            elif member.must_be_dealt_to:
                self.object(f"{player} is in, and is not said to be")
            elif member.is_here:
                member.believe(is_in=False)

    def _nobody_is_in(self, *, is_closed: bool) -> None:
        for player, member in self.members.items():
            if member.is_in and not is_closed:
                self.object(f"nobody is said to be in, but {player} is")
            member.believe(is_in=False)

    def _is_kept(self, nick: str, when: str, *, is_refused: bool) -> None:
        """Note that a named round, for which NICK has asked, begins later: WHEN.

        It is told to wait for those who have joined, and not for a round, if it IS REFUSED.
        """
        if is_refused and self._were_joined:
            self.object("a named round is refused after a round of those who have joined")
        self._kept += [each for each in self._commands if each.starter == nick and each.names]
        if (found := _FOLLOWS.fullmatch(when)) is not None:
            self._named_at = min(self._named_at, time.monotonic() + int(found["seconds"]))

    # Rounds

    def _begins(self, game: str, dealt: Sequence[str]) -> None:
        if self.is_playing:
            self.object("two rounds at once")
        named = [each for each in (*self._commands, *self._kept) if each.game in (game, "")]
        why = [self._why_not_theirs(dealt)]
        why += [self._why_not_named(game, each.names, dealt) for each in named]
        if all(why):
            self.object("; or ".join(why))
        self.rounds[game] += 1
        if why[0]:
            self._were_joined, self._named_at = False, inf
            self._kept.clear()
        else:
            self._were_joined = True if all(why[1:]) else None
            self._count(dealt)
        for player in dealt:
            self.members[player].has_left = False
        self._not_dealt.clear()

    def _count(self, dealt: Sequence[str]) -> None:
        """Count who was DEALT to, who is next in line, and who was left out."""
        self.obliged += sum(self.members[player].must_be_dealt_to for player in dealt)
        waiting = [each for each, why in self._not_dealt.items() if why.endswith("next in line")]
        self._waited_before = self.waited
        self.waited = Counter({each: self.waited[each] + 1 for each in waiting})
        self.longest_wait = max(self.longest_wait, *self.waited.values(), 0)
        if self.longest_wait > len(self.members) - self._most + WAIT_MORE:
            self.object(f"somebody waits for ever: {self.waited}")
        out = self._not_dealt.keys() - waiting
        self._left_out = Counter({each: self._left_out[each] + 1 for each in out})
        for player, times in self._left_out.items():
            if times >= LEFT_OUT_AT_MOST and player in self.members:
                self.members[player].believe(None)
        for player in dealt:
            self.members[player].believe(is_in=True)

    def _why_not_theirs(self, dealt: Sequence[str]) -> str:
        """Say why nobody can have DEALT like that to those who have joined; "" if they can."""
        for player, member in self.members.items():
            why = self._not_dealt.get(player, "")
            if player in dealt:
                if not member.may_be_dealt_to:
                    return f"{player} is dealt to, and has left"
            elif member.must_be_dealt_to:
                if not why:
                    return f"{player} has joined, and is forgotten"
                if "in the channel" in why:
                    return f"{player} is in the channel, but {why}"
                if why.endswith("next in line") and len(dealt) < self._most:
                    return f"{player} {why}, but there is room"
        return ""

    def _why_not_named(self, game: str, names: Sequence[str], dealt: Sequence[str]) -> str:
        """Say why a command with NAMES cannot have brought this round; "" if it can."""
        joined = [player for player, member in self.members.items() if member.must_be_dealt_to]
        is_due = time.monotonic() > self._named_at - EARLY_SECONDS
        if len(joined) >= LEAST[game] and self._were_joined is False and not is_due:
            return f"enough have joined ({joined}), and others are dealt to"
        if shy := self.opted_out.intersection(dealt):
            return f"{shy} have opted out, and have not joined"
        if not names and (left := [each for each in dealt if self.members[each].has_left]):
            return f"{left} have left, and are dealt to"
        others = {*dealt} - {*names} if names else ()
        return f"{others} are dealt to, and were not named" if others else ""

    def object(self, why: str) -> None:
        """Fail, saying WHY and what led to it."""
        standing: Mapping[str, list[Standing]] = {
            player: member.possible for player, member in self.members.items()
        }
        lines = "\n".join(self._transcript)
        raise AssertionError(f"{self._note}: {why}\n{lines}\n{standing}\n{self._not_dealt}")
