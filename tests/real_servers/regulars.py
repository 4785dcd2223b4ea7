"""People of very different manners, who join and leave a table for a whole evening."""

import time
from dataclasses import dataclass
from math import inf
from random import Random
from typing import Literal

from tests.real_servers.guest import Said
from tests.real_servers.placereferee import PlaceReferee
from tests.real_servers.prompts import is_about_bank, is_prompt, read
from tests.real_servers.venue import Venue

LONGEST_UNTOLD = 20.0
"""So many seconds after joining somebody must have heard what became of that."""

Whim = Literal["parts", "quits", "renames", "leaves", "names others", "watches", ""]


@dataclass(frozen=True, slots=True)
class Manner:
    """How a person behaves: how many seconds they take to answer, None if they never do.

    Every ``whim_every`` seconds or so they do as they are used to, and are ``out`` for so long.
    """

    answers_in: tuple[float, float] | None = (0.0, 0.2)
    whim: Whim = ""
    whim_every: float = 10.0
    out: tuple[float, float] = (1.0, 8.0)
    joins_every: float = 1.5
    is_opted_out: bool = False
    joins_in_rounds_only: bool = False


MANNERS = {
    "dave": Manner(),
    "kevin": Manner(whim="leaves", whim_every=40.0),
    "bob": Manner(answers_in=(1.0, 4.0)),
    "anna": Manner(answers_in=None, joins_every=25.0),
    "rob": Manner(whim="parts"),
    "sue": Manner(whim="quits"),
    "tim": Manner(whim="renames", whim_every=5.0),
    "kim": Manner(whim="leaves", whim_every=12.0, joins_every=10.0, is_opted_out=True),
    "max": Manner(whim="names others", whim_every=6.0, joins_every=8.0),
    "lee": Manner(whim="leaves", whim_every=8.0, joins_in_rounds_only=True),
    "pat": Manner(whim="watches", whim_every=5.0, joins_every=inf),
}
"""The quick, the slow, the sleeper, those who part, quit, take other nicks, have opted out, name
others, come late, and want to be told; the first two keep rounds going."""


class Regular:
    """A player with a MANNER, who does as RANDOM wants; REFEREE knows whether they have joined."""

    def __init__(
        self, venue: Venue, player: str, manner: Manner, random: Random, referee: PlaceReferee
    ) -> None:
        self.player = player
        self.manner = manner
        self.guest = venue.guest(player)
        self.is_here = True
        self.notices = self.watches = 0
        """How often they were told that others have joined."""
        self._venue = venue
        self._random = random
        self._referee = referee
        self._answer: tuple[float, str] | None = None
        self._asked_at: float | None = None
        self._joins_at = self._whim_at = self._speaks_at = 0.0
        self._back_at = 0.0
        self._claimed_at: float | None = None
        self.put_off(time.monotonic())

    def put_off(self, now: float) -> None:
        """Have them begin anew with what they do now and then."""
        self._whim_at = now + self._soon(self.manner.whim_every)
        never = self.manner.joins_every == inf
        self._joins_at = inf if never else now + self._soon(min(self.manner.joins_every, 3.0))
        self._claimed_at = None

    def _soon(self, seconds: float) -> float:
        return self._random.uniform(0.5, 1.5) * seconds

    @property
    def is_silent(self) -> bool:
        """Whether they may have been asked something for so long that their time is up."""
        return self.manner.answers_in != (0.0, 0.2)

    # Hearing

    def take_in(self, line: str, now: float) -> None:
        """Take in LINE, which the server has sent them."""
        said = self.guest.read(line)
        if said is not None and said.target == self.guest.nick:
            self._told(said, now)
        elif said is not None and self._claimed_at is not None and self.player in said.text:
            self._claimed_at = None

    def _told(self, said: Said, now: float) -> None:
        if "say !join there" in said.text:
            self.notices += 1
        if is_prompt(said.text):
            seconds = self._random.uniform(*self.manner.answers_in or (inf, inf))
            self._answer = now + seconds, said.text
        else:
            self._claimed_at = None

    # Doing

    def act(self, game: str, now: float, *, is_closing: bool) -> None:
        """Do what it is time for; everybody leaves the table of GAME if it IS CLOSING."""
        if not self.is_here:
            if now >= self._back_at or is_closing:
                self._come_back(now)
            return
        self._say_answer(now, is_closing=is_closing)
        self._check_claim(now)
        if is_closing:
            self._close(now)
        elif now >= self._whim_at:
            self._whim_at = now + self._soon(self.manner.whim_every)
            self._follow_whim(game, now)
        elif now >= self._joins_at:
            self._joins_at = now + self._soon(self.manner.joins_every)
            self._join(game, now)

    def _say_answer(self, now: float, *, is_closing: bool) -> None:
        """Answer if it is time for that; at the end of an evening even sleepers wake up."""
        if self._answer is not None and (is_closing or now >= self._answer[0]):
            self.guest.whisper(self._reply(self._answer[1]))
            self._answer = None

    def _reply(self, prompt: str) -> str:
        if is_about_bank(prompt):
            return "n" if self._random.random() < 0.2 else "y"
        question = read(prompt)
        if question.amounts is not None:
            least, most = question.amounts
            number = self._random.randint(least, max(least, min(most, 20)))
            return f"{question.word} {number}".strip()
        letters = [letter for letter in question.offers if letter not in "up"]
        return self._random.choice(letters or list(question.offers))

    def _join(self, game: str, now: float) -> None:
        member, playing = self._referee.members[self.player], self._referee.is_playing
        if self.manner.joins_in_rounds_only and not playing:
            return
        if member.is_in:
            if not playing and self._random.random() < 0.3:
                self.guest.command("!deal")
        elif self.guest.nick != self.player:
            self.guest.send(f"NICK {self.player}")
        else:
            self.guest.command(self._random.choice([f"!join {game}", f"!{game} join"]))
            self._claimed_at = self._claimed_at or now

    def _check_claim(self, now: float) -> None:
        if self._claimed_at is not None and now - self._claimed_at > LONGEST_UNTOLD:
            self._referee.object(f"{self.player} has said !join, and was told nothing")

    def _close(self, now: float) -> None:
        self._claimed_at = None
        member = self._referee.members[self.player]
        if now < self._speaks_at or member.is_out:
            return
        self._speaks_at = now + 2.0
        if member.is_strange:
            self.guest.send(f"NICK {member.nick}")
        else:
            self.guest.command("!leave")

    def _follow_whim(self, game: str, now: float) -> None:
        self._claimed_at = None
        match self.manner.whim:
            case "leaves":
                self.guest.command("!leave")
            case "parts":
                self.guest.send(f"PART {self.guest.channel}")
                self._go(now)
            case "quits":
                self.guest.leave_server()
                self._go(now)
            case "renames":
                other = self.player if self.guest.nick != self.player else f"{self.player}_brb"
                self.guest.send(f"NICK {other}")
            case "names others":
                self._name_others(game)
            case "watches":
                self.watches += 1
                self.guest.command("!notify 3")

    def _name_others(self, game: str) -> None:
        others = self._random.sample(sorted(MANNERS.keys() - {self.player}), 3)
        self.guest.command(" ".join([f"!{game}", self.player, *others]))

    def _go(self, now: float) -> None:
        self.is_here = False
        self._answer = None
        self._back_at = now + self._random.uniform(*self.manner.out)

    def _come_back(self, now: float) -> None:
        self.is_here = True
        self._joins_at = now + self._random.uniform(*self.manner.out)
        if self.guest.fileno() < 0:
            self.guest = self._venue.guest(self.player)
        else:
            self.guest.join(self.guest.channel)

    def decide_about_bank(self) -> None:
        """Leave, since the others wait for them to join or to leave."""
        if self.is_here:
            self.guest.command("!leave")
