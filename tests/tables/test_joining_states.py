"""Whatever people and the network do: nobody who has joined is forgotten, or dealt to unasked."""

import re
from collections import Counter
from math import inf

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from msgspec.structs import replace

from pontoon.storage.channels import NOBODY
from tests.support.joining_model import CHANNELS
from tests.support.joining_world import GAMES, NICKS, PLAYERS, JoiningWorld
from tests.support.play_rounds import full_disk
from tests.support.properties import FEW
from tests.support.short_timeouts import timers

pytestmark = pytest.mark.slow

LONG = 20
"""The bot is out of a channel for so many seconds, or a little longer."""

channels = st.sampled_from(CHANNELS)
seconds = st.sampled_from((1, 2, 20, 40, 70, 700))
games = st.sampled_from(GAMES)
some_game = st.sampled_from(("", "", "", *GAMES))
numbers = st.integers(0, 5)


class JoiningStates(JoiningWorld, RuleBasedStateMachine):
    """Whatever they say and do, and whatever happens to the bot."""

    @initialize(again=st.sampled_from((0, 20)), grace=st.sampled_from((0, 20)))
    def begin(self, again: int, grace: int) -> None:
        """Start the bot."""
        self.open(again, grace)

    def teardown(self) -> None:
        """Have everybody leave: nothing is waited for then."""
        with self.ending:
            self.full.close()
            if not self.is_checked:
                return  # that failed says more
            self.bot.looks()
            for channel in CHANNELS:
                self.bot_is_back(channel)
            for human in self.humans:
                self.quit(human)
            self.time_passes(3000)
            assert timers(self.bot) == 0

    # What people say

    @rule(who=numbers, channel=channels, game=some_game)
    def join(self, who: int, channel: str, game: str) -> None:
        """Have somebody join; they are in, or nothing has changed."""
        human, line = self.humans[who], self.lines[channel]
        joining = self.bot.croupier(channel).joining
        if channel not in human.is_in or line.is_out:
            return
        self.joins = (human, self.player_of_here(human, channel), joining.game)
        self.says(human, f"!join {game}".strip(), channel)
        for each in CHANNELS:
            self.look(each)  # unused places elsewhere may have been given up
        self.may_have_joined(channel)
        self.joins = None
        self.check()

    @rule(whom=st.sets(numbers, min_size=2), channel=channels, game=some_game)
    def join_together(self, whom: set[int], channel: str, game: str) -> None:
        """Have several people join at once."""
        for who in sorted(whom):
            self.join(who, channel, game)

    @rule(whom=st.sets(numbers, min_size=2), channel=channels, game=some_game)
    def join_and_play(self, whom: set[int], channel: str, game: str) -> None:
        """Have several people join, and play a round at once."""
        self.join_together(whom, channel, game)
        for who in range(len(self.humans)):
            self.deal(who, channel, "!deal")
        self.play(channel)

    @rule(whom=st.sets(numbers, min_size=2, max_size=3), late=numbers, channel=channels)
    def play_and_wait(self, whom: set[int], late: int, channel: str) -> None:
        """Have several people play a round, and another join after it; then nobody says a word."""
        self.join_and_play(whom, channel, "")
        self.join(late, channel, "")
        self.time_passes(70)

    @rule(who=numbers, channel=channels)
    def leave(self, who: int, channel: str) -> None:
        """Have somebody leave the table; only they give a place up."""
        human, line = self.humans[who], self.lines[channel]
        is_heard = channel in human.is_in and not line.is_out
        if is_heard and not self.is_full and (place := line.held_by(human)) is not None:
            line.drop({place.player})
        self.says(human, "!leave", channel)
        self.check()

    @rule(
        who=numbers,
        channel=channels,
        text=st.sampled_from(
            (
                "!deal",
                "!deal",
                "!pontoon",
                "!british",
                "!british deal",
                "!pontoon leave",
                "!pontoon stop",
            )
        ),
    )
    def deal(self, who: int, channel: str, text: str) -> None:
        """Have somebody begin the next round, or leave this one."""
        self.says(self.humans[who], text, channel)
        self.check()

    @rule(
        who=numbers, channel=channels, game=games, named=st.lists(numbers, min_size=1, max_size=3)
    )
    def name(self, who: int, channel: str, game: str, named: list[int]) -> None:
        """Have somebody name people for a round."""
        nicks = " ".join(self.humans[each].nick for each in named)
        line = self.lines[channel]
        may_name = self.may_name(channel, self.humans[who])
        said = self.says(self.humans[who], f"!{game} {nicks}", channel)
        if any(" have joined for " in each.line for each in said):
            assert not may_name
            line.refused_at = min(line.refused_at, self.bot.time.seconds())
            line.is_kept = True
        if any(" asked for comes next" in each.line for each in said):
            line.is_kept = True
        self.check()

    @rule(who=numbers, channel=channels, text=st.sampled_from(("!notify 2", "!notify off", "hi")))
    def watch(self, who: int, channel: str, text: str) -> None:
        """Have somebody ask to be told, which changes nothing."""
        self.says(self.humans[who], text, channel)
        self.check()

    @rule(who=numbers, is_out=st.booleans())
    def opt(self, who: int, is_out: bool) -> None:
        """Have somebody opt out, or in again."""
        human = self.humans[who]
        if human.is_in and not self.is_full:
            self.bot.tells(human.nick, "optout" if is_out else "optin")
            if (player := self.player_of(human)) is not None:
                (self.opted_out.add if is_out else self.opted_out.discard)(player)
        self.check()

    @rule(channel=channels)
    def play(self, channel: str) -> None:
        """Have everybody who is asked answer, until the round is over."""
        for _ in range(60):
            if self.bot.croupier(channel).absence.action_clock.stands_still or not self.answer(
                channel
            ):
                break

    @rule(channel=channels)
    def answer_once(self, channel: str) -> None:
        """Have one of those who are asked answer."""
        self.answer(channel)

    # Coming and going

    @rule(who=numbers, channel=channels)
    def part(self, who: int, channel: str) -> None:
        """Have somebody part, or be kicked: a place is given up by that."""
        human, line = self.humans[who], self.lines[channel]
        if channel not in human.is_in:
            return
        human.is_in.remove(channel)
        if line.is_out:
            return
        line.part(human)
        self.bot.parts(human.nick, channel)
        self.check()

    @rule(whom=st.sets(numbers, min_size=1, max_size=4))
    def split(self, whom: set[int]) -> None:
        """Have the connections of some people be lost: by a netsplit, or one by one."""
        for who in sorted(whom):
            self.quit(self.humans[who])

    @rule(whom=st.sets(numbers, min_size=1, max_size=6), is_at_home=st.booleans(), nick=numbers)
    def come(self, whom: set[int], is_at_home: bool, nick: int) -> None:
        """Have people come back, as they were; a single one perhaps from elsewhere or renamed."""
        for who in sorted(whom):
            human = self.humans[who]
            if len(whom) == 1 and not human.is_in:
                place = "home" if is_at_home else "mobile"
                name = (*PLAYERS, "mallory")[who]
                human.userhost = f"{name}@{name}.{place}"
                human.nick = self.free_nick(human, NICKS[nick])
            if not human.is_in:
                human.nick = self.free_nick(human, human.nick)
            for channel in CHANNELS:
                if channel not in human.is_in:
                    self.enter(human, channel)

    @rule(who=numbers, nick=st.sampled_from(NICKS))
    def rename(self, who: int, nick: str) -> None:
        """Have somebody take a nick that nobody else has."""
        human = self.humans[who]
        old, new = human.nick, self.free_nick(human, nick)
        if old == new or not human.is_in:
            return
        human.nick = new
        if any(channel in human.is_in and not self.lines[channel].is_out for channel in CHANNELS):
            for channel, line in self.lines.items():
                line.renamed(human, old)
                if channel in human.is_in and not line.is_out:
                    line.come(human)
            self.bot.renames(old, new)
        self.show(human)
        self.check()

    @rule()
    def log_in_or_out(self) -> None:
        """Have zoe log in to her account, or out of it."""
        zoe = self.humans[4]
        zoe.account = "" if zoe.account else "zoes"
        if not zoe.is_in:
            return  # somebody else may have the nick
        self.show(zoe)
        sees = [each for each in zoe.is_in if not self.lines[each].is_out]
        if sees:
            for channel in sees:
                self.lines[channel].come(zoe)
            self.bot.logs_in(zoe.nick, zoe.account)
        self.check()

    # The bot and its files

    @rule(channel=channels)
    def bot_is_out(self, channel: str) -> None:
        """Have the bot kicked."""
        line = self.lines[channel]
        if not line.is_out:
            line.is_out = True
            line.lose_sight()
            self.bot.is_put_out(channel)
        self.check()

    @rule(channel=channels)
    def bot_is_back(self, channel: str) -> None:
        """Have the bot let in again."""
        if self.lines[channel].is_out:
            self.bot.is_back(self.show_all(channel), channel)
            self.regain(channel)
        self.check()

    @precondition(lambda self: not self.is_full)
    @rule(is_killed=st.booleans(), is_cut_off=st.booleans())
    def restart(self, is_killed: bool, is_cut_off: bool) -> None:
        """Have the bot stopped or killed, and started on the same files; or only cut off."""
        for channel in CHANNELS:
            self.look(channel)
        self.heard = len(self.bot.said)  # whom it has barred so far is dealt to after a restart
        before = {channel: line.players for channel, line in self.lines.items()}
        for channel in CHANNELS:
            self.lines[channel].lose_sight()
        if is_cut_off:
            self.bot.is_cut_off()
            for channel in CHANNELS:
                self.bot.is_back(self.show_all(channel), channel)
        else:
            for channel in CHANNELS:
                if self.lines[channel].is_out:
                    self.bot.is_put_in(self.show_all(channel), channel)
                for nick in self.show_all(channel):
                    self.bot.roster(channel).add(self.bot.person(nick))
            (self.bot.dies if is_killed else self.bot.stops)()
            self.bot.starts()
            self.headcount_at = dict.fromkeys(CHANNELS, -inf)
            self.barred = {channel: [] for channel in CHANNELS}
            for line in self.lines.values():
                line.was_theirs, line.refused_at, line.is_kept = False, inf, False
        for channel in CHANNELS:
            self.regain(channel)
            assert is_cut_off or self.lines[channel].players == before[channel]
        self.check()

    @rule(channel=channels, who=numbers, seconds=seconds)
    def rounds_are_off(self, channel: str, who: int, seconds: int) -> None:
        """Have an operator turn rounds off, and on again after a while."""
        self.says(self.humans[5], "!pontoon off", channel)
        self.check()
        self.join(who, channel, "")
        self.leave(5 - who, channel)
        self.time_passes(seconds)
        self.says(self.humans[5], "!pontoon on", channel)
        self.check()

    @rule(channel=channels, game=games)
    def games_are_set(self, channel: str, game: str) -> None:
        """Have an operator say that only one game is dealt, and that all are again."""
        for which in (game, "default"):
            self.says(self.humans[5], f"!pontoon set games {which}", channel)
            self.check()

    @rule(nick=st.sampled_from(tuple(PLAYERS)), chips=st.sampled_from((0, 1000)))
    def edit(self, nick: str, chips: int) -> None:
        """Have an admin change the chips of somebody who plays nowhere."""
        croupiers = [self.bot.croupier(channel) for channel in CHANNELS]
        if self.is_full or any(nick in each.seat_map.players for each in croupiers):
            return
        pattern = re.compile(f"(<nick>{nick}</nick>.*?<chips>)[0-9]+(</chips>)", re.DOTALL)
        text = self.bot.players_xml.read_text("utf-8")
        beside = self.bot.players_xml.with_suffix(".editing")
        beside.write_text(pattern.sub(rf"\g<1>{chips}\2", text), "utf-8")
        beside.replace(self.bot.players_xml)
        (self.broke.discard if chips else self.broke.add)(nick)
        self.check()

    @precondition(lambda self: not self.is_full)
    @rule(steps=st.integers(1, 6))
    def disk_is_full(self, steps: int) -> None:
        """Have nothing written any more for some steps; the bot notices at once."""
        self.full.enter_context(full_disk())
        self.bot.bot.database.write("SELECT 1")
        self.bot.looks()
        self.is_full, self.full_steps = True, steps

    @rule(seconds=seconds)
    def time_passes(self, seconds: int) -> None:
        """Have nobody say a word; the bot is let in again after a while."""
        left = float(seconds)
        while left > 0:
            part = min(left, self.bot.time.next_call)
            self.is_silent = True
            self.bot.pass_seconds(part)
            self.is_silent = False
            self.check()
            left -= part
        for channel in CHANNELS if seconds >= LONG else ():
            self.bot_is_back(channel)

    # What is always true

    @invariant()
    def the_database_has_the_lines(self) -> None:
        """After a restart they are the same."""
        notes = self.bot.bot.channels
        for channel in CHANNELS:
            joining = self.bot.croupier(channel).joining
            noted = notes.of(self.bot.bot.config.irc.network, channel).lineup
            now = replace(joining.record(), answered=noted.answered)
            assert noted == (now if joining.is_open else NOBODY)

    @invariant()
    def nobody_plays_twice(self) -> None:
        """But for rounds that wait for the bot."""
        seats = Counter(
            holder.player for each in CHANNELS for holder in self.bot.croupier(each).seat_map
        )
        twice = self.bot.bot.seat_registry.seated_twice
        assert all(number == 1 or player in twice for player, number in seats.items())

    @invariant()
    def there_are_few_timers(self) -> None:
        """See to it: one for joining, one for those who watch, and one for the round of a table."""
        assert timers(self.bot) <= 3 * len(CHANNELS)


def test_whatever_is_done_people_sit_where_the_model_has_them() -> None:
    run_state_machine_as_test(JoiningStates, settings=settings(FEW, stateful_step_count=50))
