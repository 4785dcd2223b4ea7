"""Six people at the tables of two channels, and a model that knows who has a place there."""

import re
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack
from math import inf
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

from pontoon.engine.moves import Phase
from pontoon.irc.people import Person
from pontoon.tables.joining import Joining
from tests.support.joining_model import CHANNELS, Human, Line
from tests.support.offline_bot import BOT, Entry, OfflineBot, Said

MOST = 3
"""More than so many wait for the next round."""

PLAYERS = {"dave": "", "kevin": "", "bob": "", "alice": "", "zoe": "zoes"}
"""The players, each with the account without which nobody is that player."""

NICKS = (*PLAYERS, "dave_", "zoe_", "mallory")
GAMES = ("pontoon", "british", "cutwc")
ENTRIES = {
    nick: Entry(nick, owner=f"<account>{account}</account>" if account else "")
    for nick, account in PLAYERS.items()
}
HEADCOUNT = re.compile(r": .* (is|are) in(;| for)|nobody is in")
CLOSED = re.compile(r"the table closes")
BARRED = re.compile(r"([^|]+?) (?:is|are) not dealt to here for 2 minutes")


class JoiningWorld:
    """Five players, whose places are noted without the bot, and a stranger, the last one.

    ``check`` compares that with the bot after each thing that happens.
    """

    bot: OfflineBot

    def __init__(self) -> None:
        super().__init__()
        self.ending, self.full = ExitStack(), ExitStack()
        self.is_checked = False
        self.speaker: Human | None = None
        """Somebody whose words the bot answers just now."""
        self.is_full, self.full_steps = False, 0
        self.opted_out: set[str] = set()
        self.broke: set[str] = set()
        self.again = 0
        self.heard = 0
        self.is_silent = False
        """Whether time passes, and nobody says or does anything."""
        self.headcount_at = dict.fromkeys(CHANNELS, -inf)
        self.unsaid: dict[str, list[set[str]]] = {channel: [] for channel in CHANNELS}
        """Who was in while the disk was full: the channel may hear of it when there is room."""
        self.lines = {channel: Line() for channel in CHANNELS}
        self.seated: dict[str, dict[str, Person]] = {channel: {} for channel in CHANNELS}
        """Who has played as each player in the last round of a channel."""
        self.barred: dict[str, list[tuple[str, Person, float]]] = {each: [] for each in CHANNELS}
        """The players, and the people, to whom none is dealt in a channel until some time."""
        self.humans = [Human(nick, f"{nick}@{nick}.home") for nick in PLAYERS]
        self.humans.append(Human("mallory", "mallory@elsewhere"))
        self.humans[-2].account = "zoes"
        self.joins: tuple[Human, str | None, str] | None = None
        """Who is joining at this moment, as which player, and the game that was joined for."""

    def open(self, again: int, grace: int) -> None:
        """Start the bot, with everybody there."""
        self.again = again
        folder = Path(self.ending.enter_context(TemporaryDirectory()))
        self.ending.enter_context(patch("os.fsync", new=lambda _: None))
        self.ending.enter_context(self._spied("round_began", self._begun))
        self.ending.enter_context(self._spied("not_begun", self._not_begun))
        self.ending.enter_context(self._spied("round_over", self._round_over))
        table = {"max_players": MOST, "turn_timeout": 30, "bank_timeout": 10, "away_after": 1}
        table |= {"again": again, "grace": grace}
        config = {
            "irc": {"channels": " ".join(CHANNELS)},
            "table": {key: str(value) for key, value in table.items()},
            "players": {"refill": "0"},
        }
        self.bot = OfflineBot(folder, [*ENTRIES.values()], config=config)
        for human in self.humans:
            for channel in CHANNELS:
                self.enter(human, channel)

    def _spied(self, name: str, seen: Any) -> Any:
        """Have SEEN called before the method NAME of all tables that people join."""
        real = getattr(Joining, name)

        def spy(joining: Joining, *given: Any, **named: Any) -> None:
            seen(joining, **named)
            real(joining, *given, **named)

        return patch.object(Joining, name, spy)

    def _begun(self, joining: Joining, *, is_theirs: bool) -> None:
        """Check who is dealt to at the moment when a round begins."""
        (channel,) = (each for each in CHANNELS if self.bot.croupier(each).joining is joining)
        self.look(channel)
        self.may_have_joined(channel)
        line, table = self.lines[channel], self.bot.croupier(channel).table
        seated = [*self.bot.croupier(channel).seat_map]
        dealt = [each.player for each in seated]
        assert not any(self.is_barred(each.player, each.person, channel) for each in seated)
        self.seated[channel] = {each.player: each.person for each in seated}
        nicks = Counter(each.person.nick for each in seated)
        assert all(number == 1 for number in nicks.values())
        assert is_theirs or not self.opted_out & {*dealt}
        assert not self.broke & {*dealt} or table.game.name == "cutwc"
        assert (
            not self.is_silent
            or (is_theirs and (line.is_new or self.again))
            or (not is_theirs and line.is_kept)
        )
        assert is_theirs or self.may_name(channel, self.speaker)
        line.round_began(is_theirs=is_theirs)
        if not is_theirs:
            return
        present = line.present(channel)
        assert {*dealt} <= {*present}
        could_play = {each for each in present if self.can_play(each, channel)}
        expected = [each for each in present if each in could_play]
        if table.banker in expected[MOST:]:
            expected = [*expected[: MOST - 1], table.banker]
        assert dealt == expected[:MOST]
        line.begun(dealt, could_play)

    def may_have_joined(self, channel: str) -> None:
        """Put who is joining into the line of CHANNEL if the bot has: a round may begin by it."""
        line, joining = self.lines[channel], self.bot.croupier(channel).joining
        if self.joins is None:
            return
        human, player, played = self.joins
        if joining.has_joined(self.bot.person(human.nick)):
            line.is_new |= not line.places or joining.game != played
            if line.held_by(human) is None:
                assert player is not None
                line.joined(player, PLAYERS[player], human)

    def can_play(self, player: str, channel: str) -> bool:
        """Tell whether PLAYER can be dealt to in CHANNEL."""
        others = (self.bot.croupier(each) for each in CHANNELS if each != channel)
        held = (each for each in others if each.holds_players)
        is_elsewhere = any(player in each.seat_map.players for each in held)
        is_broke = player in self.broke and self.bot.croupier(channel).game != "cutwc"
        place = self.lines[channel].place_of(player)
        assert place is not None
        is_barred = self.is_barred(player, self.bot.person(place.human.nick), channel)
        return not (is_elsewhere or is_broke or is_barred)

    def is_barred(self, player: str, person: Person, channel: str) -> bool:
        """Tell whether PERSON, who is PLAYER, is not dealt to in CHANNEL now."""
        for who, barred, until in self.barred[channel]:
            if person.account and barred.account:
                is_same = person.account == barred.account
            else:
                is_same = person.host == barred.host
            if self.bot.time.seconds() < until and (who == player or is_same):
                return True
        return False

    def _not_begun(self, joining: Joining) -> None:
        (channel,) = (each for each in CHANNELS if self.bot.croupier(each).joining is joining)
        self.look(channel)
        self.lines[channel].not_begun()

    def _round_over(self, joining: Joining) -> None:
        (channel,) = (each for each in CHANNELS if self.bot.croupier(each).joining is joining)
        self.lines[channel].round_over()

    def said(self, channel: str) -> list[str]:
        """Return what CHANNEL has heard since the last step."""
        return [each.line for each in self.bot.said[self.heard :] if each.target == channel]

    def look(self, channel: str) -> None:
        """Take out of the line in CHANNEL who is out of it by what the channel has heard."""
        line = self.lines[channel]
        for said in self.said(channel):
            if (barred := BARRED.search(said)) is not None:
                until = self.bot.time.seconds() + 120
                for player in barred[1].strip().split(", "):
                    person = self.seated[channel][player]
                    self.barred[channel].append((player, person, until))
            if CLOSED.search(said):
                line.drop({*line.players})
            here = [each for each in line.places if line.held_by(each.human) is each]
            line.drop({each.player for each in here if is_put_aside(each.player, said)})

    def check(self) -> None:
        """Compare the lines with those of the bot."""
        self.is_checked, now = False, self.bot.time.seconds()
        for channel, line in self.lines.items():
            before = {*line.present(channel)}
            self.look(channel)
            counted = [each for each in self.said(channel) if HEADCOUNT.search(each)]
            assert len(counted) <= 1
            if counted:
                assert now - self.headcount_at[channel] >= 2 - 1e-6
                self.headcount_at[channel] = now
                assert named_in(counted[0]) in (
                    *({*line.present(channel)}, before),
                    *self.unsaid[channel],
                )
            joining = self.bot.croupier(channel).joining
            players = [*joining.seat_map.players]
            line.drop(line.often_left_out - {*players})
            if self.is_full and not players:  # it is closed, and the words for that wait
                line.drop({*line.players})
            assert line.players == players
            assert [*joining.players] == line.present(channel)
            if self.is_full:
                self.unsaid[channel] += [before, {*joining.players}]
            else:
                self.unsaid[channel].clear()
        self.heard, self.is_checked = len(self.bot.said), True
        self.disk_may_be_well()

    def show(self, human: Human) -> None:
        """Have the people whom the bot can see be as HUMAN is."""
        self.bot.people[human.nick] = Person(human.nick, human.userhost, human.account)

    def says(self, human: Human, text: str, channel: str) -> Sequence[Said]:
        """Have HUMAN say TEXT if the bot can hear it."""
        if channel not in human.is_in or self.lines[channel].is_out:
            return ()
        self.speaker = human
        said = self.bot.says(human.nick, text, channel)
        self.speaker = None
        return said

    def may_name(self, channel: str, starter: Human | None) -> bool:
        """Tell whether those whom STARTER names, or whom a timer deals to, do not have to wait."""
        line, joining = self.lines[channel], self.bot.croupier(channel).joining
        (*alone,) = map(line.place_of, line.present(channel))
        is_alone = starter is not None and alone == [line.held_by(starter)] and not line.is_kept
        return is_alone or line.may_name(channel, joining.least, self.bot.time.seconds())

    def player_of(self, human: Human) -> str | None:
        """Return the player that HUMAN is by nick and account."""
        named = {account: player for player, account in PLAYERS.items() if account}
        if human.account in named:
            return named[human.account]
        return human.nick if PLAYERS.get(human.nick) == "" else None

    def player_of_here(self, human: Human, channel: str) -> str | None:
        """Return the player that HUMAN is: by a seat, or else by nick and account."""
        for each in (channel, *CHANNELS):
            holder = self.bot.croupier(each).seat_map.find(self.bot.person(human.nick))
            if holder is not None:
                return holder.player
        return self.player_of(human)

    def answer(self, channel: str) -> bool:
        """Have somebody who is asked answer; return whether anybody could."""
        croupier = self.bot.croupier(channel)
        asked = {ask.player: ask for ask in croupier.waiting.asks}
        nick = next(filter(None, map(croupier.seat_map.address, asked)), None)
        if nick is None or self.is_full:
            return False
        (ask,) = (
            each for player, each in asked.items() if croupier.seat_map.address(player) == nick
        )
        words = {Phase.BET: "min", Phase.BANK: "y"}.get(ask.phase, "s")
        self.bot.tells(nick, words)
        if croupier.waiting.ask_of(ask.player) == ask:
            self.bot.tells(nick, "t")
        self.check()
        return croupier.ask is not None and croupier.waiting.ask_of(ask.player) != ask

    def quit(self, human: Human) -> None:
        """Have HUMAN quit."""
        for channel in sorted(human.is_in):
            human.is_in.remove(channel)
            if not self.lines[channel].is_out:
                self.lines[channel].gone(human)
                self.bot.leaves(human.nick, channel)
            self.check()

    def free_nick(self, human: Human, wanted: str) -> str:
        """Return the nick that is WANTED for HUMAN, or one that nobody else has."""
        taken = {each.nick for each in self.humans if each is not human and each.is_in}
        return wanted if wanted not in taken else f"guest{self.humans.index(human)}"

    def enter(self, human: Human, channel: str) -> None:
        """Have HUMAN come into CHANNEL."""
        human.is_in.add(channel)
        self.show(human)
        if not self.lines[channel].is_out:
            self.lines[channel].come(human)
            self.bot.comes(human.nick, human.userhost, channel)
            self.bot.ops(human.nick, channel)
        self.check()

    def show_all(self, channel: str) -> list[str]:
        """Return the nicks of all in CHANNEL, who are as they are now."""
        here = [human for human in self.humans if channel in human.is_in]
        for human in here:
            self.show(human)
        return [BOT, *(human.nick for human in here)]

    def regain(self, channel: str) -> None:
        """Note that the bot sees who is in CHANNEL."""
        line = self.lines[channel]
        line.is_out = False
        for human in self.humans:
            if channel in human.is_in:
                self.bot.ops(human.nick, channel)
                line.come(human)

    def disk_may_be_well(self) -> None:
        """Have room on the disk again if it was full for long enough."""
        self.full_steps -= 1
        if self.is_full and self.full_steps <= 0:
            self.full.close()
            self.is_full = False
            self.bot.looks()


def named_in(headcount: str) -> set[str]:
    """Return the players who are in, or in the line, by HEADCOUNT."""
    if "nobody is in" in headcount:
        return set()
    found = re.findall(r"(?:: |\| )([^:|]+?) (?:is|are) (?:in|next)", headcount)
    return {player for names in found for player in names.split(", ")}


def is_put_aside(player: str, said: str) -> bool:
    """Tell whether the channel hears by SAID that nobody waits for PLAYER any more."""
    silent = rf"\b{player} (does not answer and sits this round out|seems to be away)"
    return re.search(silent, said) is not None
