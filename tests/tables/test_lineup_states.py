"""Whatever people and the network do, those are dealt to whose turn it is by RULES 0."""

import re
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    rule,
    run_state_machine_as_test,
)

from pontoon.tables.sitting_out import SitsOutFor
from tests.support.lineup_model import (
    CHANNELS,
    COMPUTERS_AT_MOST,
    GAMES,
    JOIN_WAIT,
    MOST,
    Evening,
    Room,
)
from tests.support.offline_bot import BOT, Entry, OfflineBot, Said
from tests.support.properties import EXAMPLES, SOME

pytestmark = pytest.mark.slow

PLAYERS = ("dave", "kevin", "bob", "alice", "zoe")
STRANGER = "mallory"
PEOPLE = (*PLAYERS, STRANGER)
CHIPS = 10_000
SILENT = re.compile(r"(\w+) does not bet")
SITS_OUT = re.compile(r"(\w+) sits out the next (\w+)")
BALANCE = re.compile(r"(\w+) (\d+)")
INSTANT = 0.001
MOMENT = 0.25
"""Between two things that happen: so no two clocks ring at once."""

channels = st.sampled_from(CHANNELS)
games = st.sampled_from((*GAMES, "pontoon"))
who = st.sampled_from(PEOPLE)
computers = st.sampled_from(("ann+", "bob+"))


def short(player: str) -> str:
    """Return the name by which people call PLAYER, who may be a computer of some channel."""
    return player.partition("#")[0]


class LineupStates(RuleBasedStateMachine):
    """Five players, a stranger and two computers in two channels, and the model beside the bot."""

    bot: OfflineBot
    model: Evening

    def __init__(self) -> None:
        super().__init__()
        self.ending = ExitStack()
        self.chips: dict[str, int] = dict.fromkeys(PLAYERS, CHIPS)

    @initialize(again=st.sampled_from((0, 21)))
    def begin(self, again: int) -> None:
        """Start the bot, with everybody there."""
        folder = Path(self.ending.enter_context(TemporaryDirectory()))
        self.ending.enter_context(patch("os.fsync", new=lambda _: None))
        table = {"max_players": MOST, "computer_players": COMPUTERS_AT_MOST, "away_after": 10}
        table |= {"again": again, "join_wait": JOIN_WAIT, "turn_timeout": 30, "grace": 33}
        config = {
            "irc": {"channels": " ".join(CHANNELS), "server": "irc.example.org", "tls": "no"},
            "identity": {"self_registration": "no"},
            "table": {key: str(value) for key, value in table.items()},
            "players": {"refill": "0", "computer_chips": "100000"},
            "blackjack": {"minutes_per_day": "1440", "turns_per_day": "1000", "time_bank": "no"},
        }
        self.bot = OfflineBot(folder, [Entry(nick, CHIPS) for nick in PLAYERS], config=config)
        self.model = Evening(PEOPLE, again)
        for channel in CHANNELS:
            self.bot.comes(STRANGER, channel=channel)

    def teardown(self) -> None:
        """Close what was opened."""
        self.ending.close()

    # How a step goes

    def step(self, act: Callable[[], Sequence[Said]], expect: Callable[[], object]) -> None:
        """Have something happen to the bot by ACT, and to the model by EXPECT; compare them."""
        for room in self.model.rooms.values():
            room.fallen.clear()
        said = act()
        expect()
        self.follow(said)
        self.lets_pass(MOMENT)

    def follow(self, said: Sequence[Said]) -> None:
        """Have the model know what only the cards or a clock can tell, by what was SAID; compare.

        Those are the people who were silent, and the ends of rounds.
        """
        for target, line, _ in said:
            if target not in CHANNELS:
                continue
            for player in SILENT.findall(line):
                self.model.silent_at_bet(player, target)
            if line.startswith(("Chips: ", "Minutes: ")):
                self.model.settled(target)
                for name, chips in BALANCE.findall(line) if line[0] == "C" else ():
                    self.chips[name] = int(chips)
        self.model.turn_ends()
        self.compare(said)

    def lets_pass(self, seconds: float) -> None:
        """Have SECONDS pass, from one clock that rings to the next."""
        end = self.bot.time.seconds() + seconds
        while (now := self.bot.time.seconds()) < end:
            for room in self.model.rooms.values():
                room.fallen.clear()
            said = self.bot.pass_seconds(min(end - now, max(self.bot.time.next_call, INSTANT)))
            heard = [each.target for each in said if each.target in CHANNELS]
            self.model.passes(self.bot.time.seconds(), heard)
            self.follow(said)

    def says(self, nick: str, channel: str, text: str, expect: Callable[[], object]) -> None:
        """Have NICK say TEXT in CHANNEL, if they are there, of which the model should EXPECT."""
        if not self.is_heard(nick, channel):
            return

        def expected() -> None:
            self.model.speaks(nick)
            expect()

        self.step(lambda: self.bot.says(nick, text, channel), expected)

    def is_heard(self, nick: str, channel: str) -> bool:
        """Tell whether NICK can say something to the bot in CHANNEL."""
        is_out = self.model.rooms[channel].is_bot_out
        return nick in self.model.present[channel] and not is_out

    def compare(self, said: Sequence[Said]) -> None:
        """Compare the bot with the model."""
        for room in self.model.rooms.values():
            self.compare_room(room)
            heard = [each.line for each in said if each.target == room.channel]
            assert not room.fallen or heard
        for nick in PLAYERS:
            seats = [
                channel
                for channel in CHANNELS
                if not self.bot.croupier(channel).table.is_free(nick)
            ]
            assert len(seats) <= 1
        for nick, chips in self.chips.items():
            if nick in PLAYERS:
                found = self.bot.store.find(nick)
                assert found is not None
                assert found.chips == chips

    def compare_room(self, room: Room) -> None:
        """Compare what the bot knows of one channel with ROOM."""
        croupier = self.bot.croupier(room.channel)
        lineup, table = croupier.lineup, croupier.table
        assert [*map(short, lineup.seat_map.players)] == room.places
        assert lineup.game == room.table
        assert lineup._deal_at == pytest.approx(room.deal_at, abs=2 * INSTANT)
        queue = [
            (each.whom.name.lower(), each.game, each.nick, (*map(short, each.players),))
            for each in lineup._queue
        ]
        assert queue == [(each.kind, each.game, each.asker, each.whom) for each in room.queue]
        for game in GAMES:
            rotated = tuple(map(short, croupier.tables.by_game[game].rotated_players()))
            last = room.lists.get(game, ())
            assert rotated == last[1:] + last[:1]
            assert tuple(map(short, croupier.starting._listed(game))) == room.next_list(game)
            sit_out = croupier.flow.sitting_out.players(game)
            is_silent = {each: why is SitsOutFor.SILENCE for each, why in sit_out.items()}
            assert is_silent == self.model.sitting_out(room, game)
        assert croupier.action_clock.unanswered == room.silent
        assert (table.turn is not None) == (room.round is not None)
        if room.round is not None:
            assert croupier.game == room.round.game
            assert [*map(short, table.players)] == [*room.round.players]
            seated = [each.player for each in table.seats if not each.has_resigned]
            assert {*map(short, seated)} - {"ann+", "bob+"} == {*room.round.seated}
            bound = {each for each in PLAYERS if not table.is_free(each)}
            assert bound == room.round.bettors & {*room.round.seated}
        assert room.round or room.is_bot_out or not room.queue

    # What people say

    @rule(who=who, channel=channels, game=st.sampled_from(("", "", *GAMES)))
    def join(self, who: str, channel: str, game: str) -> None:
        """Have somebody join the table, or one of another game."""
        text = f"!join {game}".strip()
        self.says(who, channel, text, lambda: self.model.joins(who, channel, game, ()))

    @rule(who=who, channel=channels, named=st.lists(computers, min_size=1, max_size=2))
    def join_computers(self, who: str, channel: str, named: list[str]) -> None:
        """Have somebody join with computers."""
        text = f"!join {' '.join(named)}"
        self.says(who, channel, text, lambda: self.model.joins(who, channel, "", named))

    @rule(whom=st.sets(who, min_size=2, max_size=3), channel=channels)
    def join_together(self, whom: set[str], channel: str) -> None:
        """Have several people join."""
        for each in sorted(whom):
            self.join(each, channel, "")

    @rule(who=who, channel=channels)
    def leave(self, who: str, channel: str) -> None:
        """Have somebody leave the table, and a seat without a bet."""
        self.says(who, channel, "!leave", lambda: self.model.leaves(who, channel))

    @rule(who=who, channel=channels, computer=computers)
    def dismiss(self, who: str, channel: str, computer: str) -> None:
        """Have somebody send a computer away."""
        text = f"!leave {computer}"
        self.says(who, channel, text, lambda: self.model.dismisses(who, channel, computer))

    @rule(
        who=who,
        channel=channels,
        game=games,
        named=st.lists(st.sampled_from((*PEOPLE, "ann+", "bob+")), min_size=1, max_size=4),
    )
    def name(self, who: str, channel: str, game: str, named: list[str]) -> None:
        """Have somebody ask for a round of some people."""
        text = f"!{game} {' '.join(named)}"
        self.says(who, channel, text, lambda: self.model.asks(who, channel, game, named))

    @rule(channel=channels, game=games, named=st.permutations(PLAYERS), many=st.integers(2, 4))
    def name_friends(self, channel: str, game: str, named: Sequence[str], many: int) -> None:
        """Have somebody ask for a round of themselves and others."""
        self.name(named[0], channel, game, [*named[:many]])

    @rule(who=who, channel=channels, game=games)
    def ask_for_next(self, who: str, channel: str, game: str) -> None:
        """Have somebody say the bare command of a game."""
        self.says(who, channel, f"!{game}", lambda: self.model.asks(who, channel, game, ()))

    @rule(who=who, channel=channels)
    def deal(self, who: str, channel: str) -> None:
        """Have somebody say !deal."""
        self.says(who, channel, "!deal", lambda: self.model.deals(who, channel))

    @rule(channel=channels)
    def somebody_deals(self, channel: str) -> None:
        """Have the first who can say !deal do so."""
        for each in self.model.rooms[channel].places:
            if self.is_heard(each, channel):
                self.deal(each, channel)
                break

    @rule(who=who, channel=channels)
    def talk(self, who: str, channel: str) -> None:
        """Have somebody talk to the others in a channel."""
        if self.is_heard(who, channel):
            self.step(
                lambda: self.bot.says(who, "hello", channel),
                lambda: self.model.speaks(who, channel),
            )

    @rule(who=st.sampled_from(PLAYERS), is_out=st.booleans())
    def opt(self, who: str, is_out: bool) -> None:
        """Have somebody opt out, or in again."""

        def expect() -> None:
            self.model.speaks(who)
            (self.model.opted_out.add if is_out else self.model.opted_out.discard)(who)

        if any(who in present for present in self.model.present.values()):
            self.step(lambda: self.bot.tells(who, "optout" if is_out else "optin"), expect)

    # What they do at the table

    @rule(who=who, channel=channels)
    def bet(self, who: str, channel: str) -> None:
        """Have somebody bet."""
        self.says(who, channel, "!bet 1", lambda: self.model.bets(who, channel))

    @rule(channel=channels)
    def all_bet(self, channel: str) -> None:
        """Have all bet who are there."""
        for each in PLAYERS:
            if (played := self.model.rooms[channel].round) and each in played.seated:
                self.bet(each, channel)

    @rule(who=who, channel=channels)
    def resign(self, who: str, channel: str) -> None:
        """Have somebody resign."""
        self.says(who, channel, "!resign", lambda: self.model.resigns(who, channel))

    @rule(channel=channels)
    def finish(self, channel: str) -> None:
        """Have all bet, and then resign: the round is over soon."""
        self.all_bet(channel)
        for each in PLAYERS:
            if (played := self.model.rooms[channel].round) and each in played.bettors:
                self.resign(each, channel)

    @rule(whom=st.sets(st.sampled_from(PLAYERS), min_size=2, max_size=4), channel=channels)
    def join_and_play(self, whom: set[str], channel: str) -> None:
        """Have several people join, and play a round at once."""
        self.join_together(whom, channel)
        self.somebody_deals(channel)
        self.finish(channel)

    @rule(channel=channels, named=st.permutations(PLAYERS), many=st.integers(2, 4), late=who)
    def ask_in_a_round(self, channel: str, named: Sequence[str], many: int, late: str) -> None:
        """Have somebody ask for a round, and another for one that waits."""
        self.name_friends(channel, "pontoon", named, many)
        self.name(late, channel, "pontoon", [*named[-2:]])

    @rule(channel=channels, game=games, named=st.permutations(PLAYERS), leaver=st.integers(0, 2))
    def leave_seats(self, channel: str, game: str, named: Sequence[str], leaver: int) -> None:
        """Have one of three leave the seat in a round of them, again and again."""
        for _ in range(3):
            self.name_friends(channel, game, named, 3)
            self.leave(named[leaver], channel)
            self.finish(channel)

    @rule(channel=channels, game=games, named=st.permutations(PLAYERS), who=who)
    def leave_the_list(self, channel: str, game: str, named: Sequence[str], who: str) -> None:
        """Have somebody leave after a round, be named once more perhaps, and the list be dealt."""
        self.name_friends(channel, game, named, 4)
        self.finish(channel)
        self.leave(named[1], channel)
        self.name(who, channel, game, [who, *named[1:3]])
        self.finish(channel)
        self.ask_for_next(named[0], channel, game)

    @rule(channel=channels, named=st.permutations(PLAYERS), is_leaving=st.booleans())
    def ask_in_a_round_of_joined(
        self, channel: str, named: Sequence[str], is_leaving: bool
    ) -> None:
        """Have somebody ask for a round in one of those who have joined, and then leave perhaps."""
        self.join_together({*named[:2]}, channel)
        self.somebody_deals(channel)
        self.name_friends(channel, "pontoon", named[2:], 3)
        if is_leaving:
            self.leave(named[2], channel)
        self.finish(channel)
        self.finish(channel)

    @rule(channel=channels, named=st.permutations(PLAYERS), game=games)
    def others_take_the_table(self, channel: str, named: Sequence[str], game: str) -> None:
        """Have those who have joined ask for a round, and leave, and others join in their place."""
        self.name_friends(channel, "pontoon", named[3:], 2)
        self.join_together({*named[:3]}, channel)
        self.somebody_deals(channel)
        for each in named[:3]:
            self.leave(each, channel)
        for each in named[:2]:
            self.join(each, channel, game)
        self.finish(channel)

    @rule(named=st.permutations(PLAYERS), there=st.sampled_from(CHANNELS))
    def joined_play_elsewhere(self, named: Sequence[str], there: str) -> None:
        """Have two join in one channel, and be in a round in the other when they are dealt to."""
        here = next(each for each in CHANNELS if each != there)
        self.join_together({*named[:2]}, here)
        self.name_friends(there, "pontoon", named, 2)
        self.all_bet(there)
        self.lets_pass(JOIN_WAIT)
        self.finish(there)
        self.lets_pass(JOIN_WAIT)

    @rule(channel=channels, who=st.sampled_from(PLAYERS))
    def is_silent_twice(self, channel: str, who: str) -> None:
        """Have somebody let the time to bet go by, and again after a word."""
        for _ in range(2):
            self.lets_pass(31)
            self.talk(who, channel)
            self.name_friends(
                channel, "pontoon", [who, *(each for each in PLAYERS if each != who)], 3
            )

    @rule(channel=channels, first=st.booleans())
    def stick(self, channel: str, first: bool) -> None:
        """Have whoever is asked play."""
        played, ask = self.model.rooms[channel].round, self.bot.croupier(channel).ask
        if played and ask and ask.player in played.bettors:
            self.says(ask.player, channel, "!stick" if first else "!twist", lambda: None)

    # What happens to them

    @rule(seconds=st.sampled_from((5, 25, 50, 120)))
    def time_passes(self, seconds: float) -> None:
        """Have nobody say a word for a while."""
        self.lets_pass(seconds)

    @rule()
    def long_time_passes(self) -> None:
        """Have nobody say a word for more than ten minutes."""
        self.lets_pass(620)

    @rule(who=who)
    def quit(self, who: str) -> None:
        """Have somebody lose the connection."""
        for channel in CHANNELS:
            if self.is_heard(who, channel):
                self.step(
                    lambda channel=channel: self.bot.leaves(who, channel),  # type: ignore[misc]
                    lambda channel=channel: self.model.quits(who, channel),  # type: ignore[misc]
                )

    @rule(who=who, channel=channels)
    def part(self, who: str, channel: str) -> None:
        """Have somebody leave a channel."""
        if self.is_heard(who, channel):
            self.step(lambda: self.bot.parts(who, channel), lambda: self.model.parts(who, channel))

    @rule(whom=st.sets(who, min_size=3))
    def come(self, whom: set[str]) -> None:
        """Have people come back."""
        for each in sorted(whom):
            for channel in CHANNELS:
                self.come_into(each, channel)

    @rule(who=who, channel=channels)
    def come_into(self, who: str, channel: str) -> None:
        """Have somebody come into one channel."""
        is_out = self.model.rooms[channel].is_bot_out
        if not (is_out or who in self.model.present[channel]):
            self.step(
                lambda: self.bot.comes(who, channel=channel),
                lambda: self.model.comes(who, channel),
            )

    @rule(who=st.sampled_from(PLAYERS), chips=st.sampled_from((0, CHIPS)))
    def edit(self, who: str, chips: int) -> None:
        """Have an admin take all chips from somebody who plays nowhere, or give them some."""
        if any(each.round and who in each.round.players for each in self.model.rooms.values()):
            return
        (self.model.poor.discard if chips else self.model.poor.add)(who)
        now = self.chips[who]
        if now != chips:
            old = f"<nick>{who}</nick><chips>{now}</chips>"
            text = re.sub(r"\s+", "", self.bot.players_xml.read_text("utf-8"))
            assert old in text
            pattern = rf"(<nick>{who}</nick>.*?<chips>){now}(</chips>)"
            written = self.bot.players_xml.read_text("utf-8")
            self.chips[who] = chips
            changed = re.sub(pattern, rf"\g<1>{chips}\g<2>", written, count=1, flags=re.DOTALL)
            self.bot._save(changed)
        self.step(self.bot.looks, lambda: None)

    @rule(channel=channels, between=st.sampled_from(("", "join", "leave", "wait")), who=who)
    def bot_is_kicked(self, channel: str, between: str, who: str) -> None:
        """Have the bot kicked, something happen in the other channel, and the bot be back."""
        other = next(each for each in CHANNELS if each != channel)
        self.step(lambda: self.bot.is_put_out(channel), lambda: self.model.bot_goes(channel))
        match between:
            case "join":
                self.join(who, other, "")
            case "leave":
                self.leave(who, other)
            case "wait":
                self.lets_pass(JOIN_WAIT)
        people = self.model.present[channel]
        self.step(
            lambda: [*self.bot.is_back([BOT, *people], channel), *self.bot.looks()],
            lambda: self.model.bot_is_back(channel),
        )

    @rule(is_killed=st.booleans())
    def restart(self, is_killed: bool) -> None:
        """Have the bot stopped or killed, and started again."""

        def again() -> Sequence[Said]:
            (self.bot.dies if is_killed else self.bot.stops)()
            return self.bot.starts()

        self.step(again, self.model.restarts)


def test_whatever_is_done_those_play_whose_turn_it_is() -> None:
    evenings = settings(SOME, max_examples=8 * EXAMPLES, stateful_step_count=50)
    run_state_machine_as_test(LineupStates, settings=evenings)
