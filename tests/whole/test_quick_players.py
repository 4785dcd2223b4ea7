"""Ten quick players at the usual pace: what is told in which order, and how late."""

import re
from pathlib import Path

import pytest

from pontoon.games import GAMES as ALL_GAMES
from pontoon.irc.outgoing import JOINT, Message, Priority
from pontoon.irc.sending.queue import MOST_BEFORE_CARDS
from pontoon.service.bot import Bot
from tests.support.offline_bot import CHANNEL, Entry
from tests.support.play_rounds import GAMES
from tests.support.whole_bot import WholeBot

NICKS = [f"p{number}" for number in range(10)]
MOST_PLAYERS = {"british": 8, "shoot": 8}
BALANCES = ("Chips: ", "Drinks: ", "Minutes: ")
BET = re.compile(r"\((\d+)-\d+\)")
SECONDS = 180
LONGEST_WAIT = 5
OUTCOME = re.compile(r"You (?:win|lose|bust and|break|tie|drink)\b")
CARDS = re.compile(r"Your card|Bet \(|want the bank")
HAND = re.compile(r"\(t\)wist|\(h\)it")
TURN = re.compile(r"(p\d) to (?:play|bet|bid|shoot)")


class QuickPlayers:
    """Players of GAME who answer as soon as they are asked, and deal again as soon as they can.

    ``sent`` has each line, its target and the second when it went out; ``spoken`` each item for the
    channel, and the second when it was said.
    """

    def __init__(self, folder: Path, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
        self.second = 0
        self.sent: list[tuple[int, str, str]] = []
        self.spoken: list[tuple[int, str]] = []
        speak = Bot.speak

        def spoken(bot: Bot, message: Message) -> None:
            if message.target == CHANNEL and message.urgency in (Priority.GAME, Priority.RECORD):
                self.spoken += [(self.second, item) for item in message.items]
            speak(bot, message)

        monkeypatch.setattr(Bot, "speak", spoken)
        self._game = game
        self.title = next(each.title for each in ALL_GAMES if each.name == game) + ": "
        self.nicks = NICKS[: MOST_PLAYERS.get(game, 10)]
        entries = [Entry(nick) for nick in self.nicks]
        self.whole = WholeBot(
            folder, "", entries, [CHANNEL], user_lines_per_second="0", lines_per_second=1.0, burst=8
        )
        self.whole.rig.clock.advance(30)
        self.whole.rig.sent()

    def play(self, seconds: int) -> None:
        self._say("p0", f"!{self._game} {' '.join(self.nicks)}", CHANNEL)
        heard = 0
        while self.second < seconds:
            for _, target, line in self.sent[heard:]:
                heard += 1
                self._answer(target, line)
            self.whole.rig.clock.advance(1)
            self.whole.clock.advance(1)
            self.second += 1
            self._note(self.whole.rig.sent())

    def rounds(self) -> list[list[tuple[int, str, str]]]:
        """Return what was sent from the balances of each round to those of the next."""
        rounds: list[list[tuple[int, str, str]]] = [[]]
        for each in self.sent:
            if each[1] == CHANNEL and each[2].startswith(BALANCES):
                rounds.append([])
            else:
                rounds[-1].append(each)
        return rounds

    def _answer(self, target: str, line: str) -> None:
        if target == CHANNEL:
            if line.startswith(BALANCES):
                self._say("p0", f"!{self._game}", CHANNEL)
        elif "(y)es (n)o" in line:
            self._say(target, "y")
        elif "or (n)o?" in line:
            self._say(target, "n")
        elif found := BET.search(line):
            self._say(target, found[1])
        elif "(t)wist" in line or "(h)it" in line:
            self._say(target, "t" if "(t)wist" in line else "h")
        elif "(s)t" in line:
            self._say(target, "s")

    def _say(self, nick: str, text: str, target: str = "Bot") -> None:
        self._note(self.whole.hears(nick, text, target))

    def _note(self, lines: list[str]) -> None:
        for line in lines:
            command, _, rest = line.partition(" ")
            target, _, text = rest.partition(" :")
            if command == "PRIVMSG":
                self.sent.append((self.second, target, text))
            elif command == "PING":
                self.whole.rig.receive(f":srv PONG srv {rest}")


@pytest.fixture(params=GAMES, scope="module")
def players(
    tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest
) -> QuickPlayers:
    """Return quick players of each game, after some rounds."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        players = QuickPlayers(tmp_path_factory.mktemp("club"), request.param, monkeypatch)
        players.play(SECONDS)
    assert len(players.rounds()) > 2
    return players


def test_the_opening_of_a_round_goes_before_its_first_prompt(players: QuickPlayers) -> None:
    for (_, target, line), *_ in players.rounds():
        assert target == CHANNEL
        assert line.startswith((players.title, "Deck "))


def test_what_is_told_in_private_of_a_round_is_told_before_the_next_ones_cards(
    players: QuickPlayers,
) -> None:
    """A bust banker heard of it in the middle of the next round, and of the result never."""
    _, *rounds, _ = players.rounds()
    for told in rounds:
        cards = next(place for place, (_, _, line) in enumerate(told) if CARDS.search(line))
        results = [place for place, (_, _, line) in enumerate(told) if OUTCOME.match(line)]
        assert len(results) == MOST_BEFORE_CARDS
        assert max(results) < cards
        asked = set[str]()
        for _, target, line in told:
            asked |= {target} if HAND.search(line) else set()
            assert target in asked or not line.startswith("You bust on")


def test_no_line_of_the_game_waits_for_long(players: QuickPlayers) -> None:
    spoken = [each for each in players.spoken if not TURN.fullmatch(each[1])]
    for second, target, line in players.sent:
        for item in line.split(JOINT) if target == CHANNEL else ():
            place = next((n for n, (_, said) in enumerate(spoken) if said == item), None)
            if place is not None:
                assert second - spoken.pop(place)[0] <= LONGEST_WAIT, line


def test_a_line_that_was_joined_leaves_out_whose_turn_it_was(players: QuickPlayers) -> None:
    """It was as in: ben to bet | ben bets 8 | cy to bet."""
    for _, target, line in players.sent:
        items = line.split(JOINT) if target == CHANNEL else []
        for place, item in enumerate(items):
            if found := TURN.fullmatch(item):
                later = items[place + 1 :]
                assert all(each.startswith(found[1]) for each in later), line
                assert not any(TURN.fullmatch(each) or " bets " in each for each in later), line
