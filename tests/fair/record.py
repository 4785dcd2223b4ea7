"""An evening to be recorded by real clients: the whole bot, a real ngircd, people who play.

    python -m tests.fair.record FOLDER SEED [kills] [ascii]

says where the server listens, and waits for a line, while clients come into #pontoon. FOLDER must
be empty; the files of the bot go there. With ``kills`` the bot is also killed in the middle of
rounds, and somebody else says a seal under its nick. With ``ascii`` it writes cards in ASCII, and
all cards of a round are mixed when a pack is gathered.
"""

import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from random import Random
from signal import SIGTERM
from socket import create_connection
from typing import NamedTuple
from unittest.mock import patch

from tests.real_servers import rounds
from tests.real_servers.evenings import at_noon
from tests.real_servers.guest import Guest
from tests.real_servers.prompts import read
from tests.real_servers.rounds import randomly
from tests.real_servers.runningbot import RunningBot
from tests.real_servers.servers import EASY, running_ngircd
from tests.real_servers.venue import BOT, CHANNEL, Venue

NICKS = ("dave", "kevin", "bob", "eve")
SHOE = {"marker": "290-300"}
"""So that a shoe is finished after a round or two."""

ROUND_SECONDS = 90.0

Act = Callable[[Guest, str], str | None]
"""Does something in place of somebody's answer to a prompt; None: they answer as they would."""


class Evening(NamedTuple):
    """Who is there, and the bot."""

    venue: Venue
    bot: RunningBot
    guests: Sequence[Guest]
    boss: Guest
    chance: Random

    def cut(self, number: int) -> None:
        """Have so many people cut the deck of the game that was played last."""
        for guest in self.chance.sample(self.guests, number):
            guest.command(f"!cut {self.chance.choice(WORDS)} {self.chance.randrange(1000)}")
            guest.what_came()

    def play(self, game: str, number: int = 3, act: Act = lambda _guest, _prompt: None) -> None:
        """Have so many people play a round; ACT may do something in place of an answer."""
        # Whoever has the bank must be named for the next round.
        number = len(self.guests) if game in ("british", "shoot") else number
        people = self.chance.sample(self.guests, number)
        self._play(f"!{game} {' '.join(guest.nick for guest in people)}", people, act)

    def _play(self, command: str, people: Sequence[Guest], act: Act) -> None:
        by_nick = {guest.nick: guest for guest in people}
        otherwise = randomly(self.chance)

        def answer(nick: str, prompt: str) -> str:
            acted = act(by_nick[nick], prompt)
            return otherwise(nick, prompt) if acted is None else acted

        with patch.object(rounds, "_check_no_refusal"):  # the bot asks again after a restart
            rounds.play(command, people, answer, ROUND_SECONDS)

    def deal(self, game: str, words: str) -> None:
        """Have people join, and one of them deal with WORDS."""
        number = len(self.guests) if game in ("british", "shoot") else 2
        people = self.chance.sample(self.guests, number)
        for guest in people:
            guest.command(f"!join {game}")
            guest.what_came()
        self._play(f"!deal {words}", people, lambda _guest, _prompt: None)
        for guest in people:
            guest.command("!leave")
            guest.what_came()

    def once(self, act: Callable[[Guest], str], *, is_move: bool) -> Act:
        """Return what has ACT done once, at a prompt for a move, or for a bet."""
        done: list[str] = []

        def act_once(guest: Guest, prompt: str) -> str | None:
            if done or (read(prompt).amounts is None) is not is_move:
                return None
            done.append(guest.nick)
            return act(guest)

        return act_once

    def stops(self, _guest: Guest) -> str:
        self.boss.command("!stop")
        return ""

    def restarts(self, _guest: Guest) -> str:
        """Have the bot restarted in good order."""
        self.bot.stop(SIGTERM)
        self.bot.start_again()
        return ""

    def is_killed(self, _guest: Guest) -> str:
        """Have the bot killed; somebody has its nick, and seals a deck, while it is away."""
        self.bot.kill()
        mal = self.venue.guest("mal", channel=CHANNEL)
        mal.call_myself(BOT)
        mal.command(f"Deck 77 of {CHANNEL} sealed: {'A' * 27} (!cut any words)")
        mal.call_myself("mal")
        mal.command("that was me")
        mal.leave_server("bye")
        self.bot.start_again()
        return ""


WORDS = ("years ago", "four score", "x", "A", "The Quick Brown Fox", "7")


CHATTER = ("!fair", "who deals?", "Deck 1 of #pontoon sealed: no", "♠")


def evening(each: Evening, *, has_kills: bool) -> None:
    """Play all five games, and do all that can befall a deck."""
    guests, chance = each.guests, each.chance
    guests[1].whisper("set nickname Kev the Great")
    games = ["pontoon", "british", "shoot", "cutwc", "blackjack"]
    for number, game in enumerate(games):
        each.deal(game, f"last words {number}")
        for _ in range(3):
            each.cut(chance.randrange(3))
            each.play(game, chance.choice([2, 3, 4]))
        guests[3].command(
            chance.choice(["!fair", "who deals?", "Deck 1 of #pontoon sealed: no", "♠"])
        )
    each.play("pontoon", 2, each.once(each.stops, is_move=True))
    each.play("british", 3, each.once(lambda _guest: "!leave", is_move=False))
    each.play("cutwc", 3, each.once(lambda _guest: "!resign", is_move=True))
    each.play("shoot", 3, each.once(each.stops, is_move=True))
    guests[2].call_myself("bob_")
    guests[2].call_myself("bob")
    for game in ("pontoon", "british"):
        each.play(game, 3, each.once(each.restarts, is_move=True))
        each.play(game)
        if has_kills:
            each.play(game, 2, each.once(each.is_killed, is_move=True))
            each.play(game)
    each.play("cutwc", 2)
    dave = guests[0]
    for number in (1, 2):
        dave.whisper(f"fair {number}")
        dave.told("sealed: ")
    dave.what_came()


def main(folder: Path, seed: int, *wanted: str) -> None:
    """Play the evening when those who record it are there."""
    is_ascii = "ascii" in wanted
    gather = {"gather": "mixed"} if is_ascii else {}
    with running_ngircd(EASY, folder) as server:
        print(server.port, flush=True)
        sys.stdin.readline()
        venue = Venue(server, folder)
        guests = venue.guests(*NICKS)
        players = dict.fromkeys((*NICKS, "boss"), 100_000)
        bot = venue.bot(
            players,
            shed=SHOE,
            blackjack={**SHOE, "time_zone": at_noon()},
            admin={"masks": "boss!*@*"},
            irc={"lines_per_second": 25},
            table={"cards": "ascii"} if is_ascii else {},
            british=gather,
            shoot=gather,
            cutwc=gather,
        )
        try:
            elsewhere = partial(create_connection, source_address=("127.0.0.2", 0))
            with patch("socket.create_connection", elsewhere):
                boss = venue.guest("boss")  # of the address of a player they could not stop a round
            evening(Evening(venue, bot, guests, boss, Random(seed)), has_kills="kills" in wanted)
        finally:
            bot.end()
        print("over", flush=True)
        sys.stdin.readline()


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), *sys.argv[3:])
