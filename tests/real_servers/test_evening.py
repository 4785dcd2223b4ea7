"""Whole evenings of people who join, leave, sleep, go and come back, at one table after another."""

import os
import re
import time
from random import Random
from select import select

import pytest

from tests.real_servers.placereferee import Deed, PlaceReferee
from tests.real_servers.playersxml import Entry
from tests.real_servers.rawclient import TIMEOUT_SECONDS
from tests.real_servers.regulars import MANNERS, Regular
from tests.real_servers.venue import BOT, CHANNEL, Venue

pytestmark = [pytest.mark.real_server, pytest.mark.slow]

SECONDS = float(os.environ.get("PONTOON_EVENING", "6"))
"""How long an evening is; ``make evening`` has longer ones: two hours with times a twelfth."""

KILLS = int(os.environ.get("PONTOON_EVENING_KILLS", "2"))
"""How often the bot is killed in an evening when it is."""

SEED = int(os.environ.get("PONTOON_EVENING_SEED", "20261123"))

_WAITS_FOR_BANKER = "it is for ([a-z]+) to join, or to leave"

GAMES = ("pontoon", "british", "cutwc")
MOST = 6
CHIPS = 100_000
FEW_CHIPS = 60

TABLE = {
    "max_players": MOST,
    "turn_timeout": 10,
    "bank_timeout": 5,
    "join_wait": 5,
    "again": 1,
    "grace": 3,
}

ASKS_EVERY_SECONDS = 0.2
CLOSE_SECONDS = 60.0
"""How long it may take until a round begins, or until everybody has left and it is over."""


class Evening:
    """People with all MANNERS at the table of one channel, and an onlooker for the referee."""

    def __init__(self, venue: Venue, random: Random) -> None:
        players = {player: Entry(CHIPS) for player in MANNERS} | {"bob": Entry(FEW_CHIPS)}
        program = ("-m", "tests.real_servers.scaledbot")
        self._random = random
        self._onlooker = venue.guest("onlooker")
        self.bot = venue.bot(players, program=program, table=TABLE)
        self.referee = PlaceReferee(players, MOST, f"PONTOON_EVENING_SEED={SEED}")
        self.regulars = {
            player: Regular(venue, player, manner, random, self.referee)
            for player, manner in MANNERS.items()
        }
        self.kills = 0
        self._began = time.monotonic()
        self._players = {player: player for player in MANNERS}
        """The players by the nicks that they have now."""
        self._game = GAMES[0]
        self._is_closing = False
        self._asked_at = 0.0
        self._asked_number: int | None = None
        self._unanswered = 0
        """So many more answers of the bot are waited for, until it is known to have seen all."""
        for player in MANNERS:
            self.referee.did(player, Deed.COMES)
        for player, manner in MANNERS.items():
            if manner.is_opted_out:
                self.regulars[player].guest.whisper("optout")
                self.regulars[player].guest.told("From now on nobody can name")
                self.referee.opted_out.add(player)
                # While nobody has joined this begins a round.
                self.regulars["max"].guest.command(f"!{self._game} max {player}")

    @property
    def seconds(self) -> float:
        """How long it has lasted."""
        return time.monotonic() - self._began

    def play(self, seconds: float) -> None:
        """Have everybody play for so many SECONDS."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            self._step()

    def play_to_a_round(self, seconds: float) -> None:
        """Have everybody play for so many SECONDS, and on until a round of this game begins."""
        self.play(seconds)
        until = time.monotonic() + CLOSE_SECONDS
        while not self.referee.rounds[self._game]:
            if time.monotonic() > until:
                self.referee.object("no round begins")
            self._step()

    def sit_down_to(self, game: str) -> None:
        """Have everybody leave the table that is open, and join one of GAME from now on."""
        self._is_closing = True
        until = time.monotonic() + CLOSE_SECONDS
        while self.referee.is_playing or not all(
            member.is_out for member in self.referee.members.values()
        ):
            if time.monotonic() > until:
                self.referee.object("the table does not close")
            self._step()
        # Nobody has joined now, so that this would deal to the last players.
        self.regulars["max"].guest.command(f"!{self._game}")
        self._is_closing, self._game = False, game
        for regular in self.regulars.values():
            regular.put_off(time.monotonic())

    def kill(self) -> None:
        """Kill the bot, and start it again."""
        self.bot.kill()
        self.kills += 1
        self._wait_for("QUIT")
        self._asked_number = None
        silent = [each.player for each in self.regulars.values() if each.is_silent]
        self.referee.bot_is_gone(silent)
        self.bot.start_again()
        self._wait_for("JOIN")
        self._unanswered = 2
        for regular in self.regulars.values():
            regular.put_off(time.monotonic())

    def _wait_for(self, command: str) -> None:
        """Go on until the onlooker sees the bot's own COMMAND."""
        until = time.monotonic() + TIMEOUT_SECONDS
        pattern = re.compile(rf":{BOT}!\S+ {command}\b")
        lines: list[str] = []
        while not any(map(pattern.match, lines)):
            assert time.monotonic() < until, f"no {command}\n{self.bot.log}"
            self._act()
            lines = self._onlooker.arrived(0.05)
            for line in lines:
                self._look(line)

    def _step(self) -> None:
        self._act()
        here = [each.guest for each in self.regulars.values() if each.guest.fileno() >= 0]
        select([self._onlooker, *here], [], [], 0.05)
        for line in self._onlooker.arrived(0):
            self._look(line)
        self._ask()

    def _act(self) -> None:
        now = time.monotonic()
        for regular in self.regulars.values():
            if regular.guest.fileno() >= 0:
                for line in regular.guest.arrived(0):
                    regular.take_in(line, now)
            regular.act(self._game, now, is_closing=self._is_closing)

    # The onlooker

    def _ask(self) -> None:
        """Ask the bot something, unless it has yet to answer."""
        now = time.monotonic()
        if self._asked_number is None and now - self._asked_at > ASKS_EVERY_SECONDS:
            self._asked_at, self._asked_number = now, self.referee.number
            self._onlooker.whisper("games")

    def _answered(self, number: int) -> None:
        """Note that the bot has answered what was asked when the latest deed had NUMBER."""
        if self._unanswered:
            self._unanswered -= 1
        if not self._unanswered:
            self.referee.settle(number)
        self._asked_number = None

    def _look(self, line: str) -> None:
        """Have the referee see LINE."""
        said = self._onlooker.read(line)
        if said is not None and said.target == CHANNEL:
            self.referee.see(f"{time.monotonic():.2f} <{BOT}> {said.text}")
            self.referee.hear(said.text)
            if (found := re.search(_WAITS_FOR_BANKER, said.text)) is not None:
                self.regulars[found[1]].decide_about_bank()
        elif said is not None:
            if said.text.startswith("I deal ") and self._asked_number is not None:
                self._answered(self._asked_number)
        elif (found := re.match(r":(\w+)!\S+ (\S+)(?: :?(\S*)(?: :(.*))?)?", line)) is not None:
            self._see(found[1], found[2], found[3] or "", found[4] or "")

    def _see(self, nick: str, command: str, target: str, text: str) -> None:
        """Have the referee see what somebody called NICK does."""
        player = self._players.get(nick)
        if player is None:
            return
        self.referee.see(f"{time.monotonic():.2f} {nick} {command} {target} {text}")
        match command, text.split():
            case "NICK", _:
                self._players[target] = self._players.pop(nick)
                self.regulars[player].guest.nick = target
                self.referee.renamed(player, target)
            case "JOIN", _:
                self.referee.did(player, Deed.COMES)
            case "PART", _:
                self.referee.did(player, Deed.PARTS)
            case "QUIT", _:
                self.referee.did(player, Deed.QUITS)
            case "PRIVMSG", ["!join", *_] | [_, "join"]:
                self.referee.did(player, Deed.SAYS_JOIN)
            case "PRIVMSG", ["!leave"]:
                self.referee.did(player, Deed.SAYS_LEAVE)
            case "PRIVMSG", ["!deal"]:
                self.referee.commanded(player, "", ())
            case "PRIVMSG", [word, *names] if word[1:] in GAMES:
                self.referee.commanded(player, word[1:], names)

    def end(self) -> None:
        """Have everybody leave, and look through the books."""
        self.sit_down_to(GAMES[0])
        self.bot.stop()
        audited = self.bot.audit()
        assert audited.returncode == 0, audited.stdout + audited.stderr
        referee = self.referee
        print(
            f"rounds {dict(referee.rounds)}, said who is in {referee.told} times, "
            f"had to be dealt to {referee.obliged}, longest wait {referee.longest_wait} rounds, "
            f"kills {self.kills}, notices {self.regulars['pat'].notices}"
        )


def test_nobody_who_joined_is_forgotten_and_nobody_dealt_who_left(inspircd_venue: Venue) -> None:
    evening = Evening(inspircd_venue, Random(SEED))
    for number, game in enumerate(GAMES):
        if number:
            evening.sit_down_to(game)
        evening.play_to_a_round(SECONDS / len(GAMES))
    evening.end()
    assert evening.referee.rounds.keys() == {*GAMES}
    assert evening.referee.obliged >= sum(evening.referee.rounds.values())
    notices = evening.regulars["pat"].notices
    assert SECONDS // 200 <= notices <= evening.regulars["pat"].watches


def test_who_waits_still_waits_when_the_bot_was_killed(venue: Venue) -> None:
    random = Random(SEED)
    evening = Evening(venue, random)
    for number in range(KILLS):
        game = GAMES[number * len(GAMES) // KILLS]
        if number and game != GAMES[(number - 1) * len(GAMES) // KILLS]:
            evening.sit_down_to(game)
        evening.play(random.uniform(0.5, 2 * SECONDS / KILLS - 0.5))
        evening.kill()
    evening.play(SECONDS / KILLS)
    for _ in range(10):  # on a busy machine people come to play late
        if evening.referee.obliged >= KILLS:
            break
        evening.play(SECONDS / KILLS)
    evening.end()
    assert evening.referee.obliged >= KILLS
