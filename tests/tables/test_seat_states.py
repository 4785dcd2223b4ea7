"""Whose a seat is, whatever people do: a state machine, beside a model in its own words."""

import re
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    precondition,
    rule,
    run_state_machine_as_test,
)

from pontoon.irc.people import Person
from tests.support.offline_bot import CHANNEL, Entry, OfflineBot, Said
from tests.support.properties import EXAMPLES, SOME
from tests.support.seat_model import Company, Somebody

pytestmark = pytest.mark.slow

OWNED = {"dave": "Davids", "kevin": "", "bob": ""}
"""The players, and the account of one."""

NICKS = ("dave", "kevin", "bob", "mallory", "zoe", "kevin_", "x")
CARDS = re.compile("(?:[2-9AJQK]|10)[♠♥♦♣]")

who = st.integers(0, 4)
nicks = st.sampled_from(NICKS)


class SeatStates(RuleBasedStateMachine):
    """A bot, and a model of whose the seats are."""

    bot: OfflineBot
    model: Company

    def __init__(self) -> None:
        super().__init__()
        self.ending = ExitStack()

    @initialize()
    def begin(self) -> None:
        """Start the bot: all are there, and one has the address of another."""
        folder = Path(self.ending.enter_context(TemporaryDirectory()))
        self.ending.enter_context(patch("os.fsync", new=lambda _: None))
        entries = [
            Entry(nick, 1000, owner=f"<account>{account}</account>" if account else "")
            for nick, account in OWNED.items()
        ]
        patient = {"turn_timeout": "86400", "grace": "86400", "away_after": "0"}
        self.bot = OfflineBot(folder, entries, config={"table": patient})
        people = [Somebody(nick, f"{nick}@{nick}.home") for nick in (*OWNED, "mallory")]
        people.append(Somebody("zoe", "kevin@kevin.home"))
        people[0].account = OWNED["dave"]
        self.model = Company(people, OWNED)
        for each in people:
            self._know(each)
            if self.bot.roster().find(each.nick) is not None:
                self.bot.roster().remove(each.nick)
            self.bot.comes(each.nick)

    def teardown(self) -> None:
        """Close what was opened."""
        self.ending.close()

    def _know(self, each: Somebody) -> None:
        """Have the bot's network know somebody as they are now."""
        self.bot.people[each.nick] = Person(each.nick, each.userhost, each.account)

    def step(self, act: Callable[[], Sequence[Said]], expect: Callable[[], object]) -> None:
        """Have something happen to the bot by ACT, and to the model by EXPECT; compare them."""
        said = act()
        expect()
        self.compare(said)

    def compare(self, said: Sequence[Said]) -> None:
        """Compare the bot with the model, and see that nobody was told another's cards."""
        croupier = self.bot.croupier()
        if croupier.table.turn is None:
            self.model.seats.clear()
        seat_map = croupier.seat_map
        for each in self.model.seats:
            address = None if each.person is None else each.person.nick
            assert seat_map.address(each.player) == address, each.player
        if self.model.is_bot_in:
            for person in self.model.here:
                found = seat_map.find(self.bot.person(person.nick))
                seat = self.model.seat_of(person)
                assert (found and found.player) == (seat and seat.player), person.nick
        self.compare_cards(said)

    def compare_cards(self, said: Sequence[Said]) -> None:
        """See that nobody was told in private of cards that are not theirs."""
        hands = {each.player: {*map(str, each.hands[0].cards)} for each in self.bot.table().seats}
        for target, line, _ in said:
            cards = {each.replace("\ufe0e", "") for each in CARDS.findall(line)}
            if not cards or target == CHANNEL:
                continue
            person = self.model.called(target)
            seat = None if person is None else self.model.seat_of(person)
            if self.model.seats:
                assert seat is not None, line
                assert cards <= {_written(card) for card in hands[seat.player]}, line

    # What people do

    @rule(whom=st.permutations(("dave", "kevin", "bob")), many=st.integers(2, 3), asker=who)
    def deal(self, whom: Sequence[str], many: int, asker: int) -> None:
        """Have a round dealt, and all bet who can."""
        person = self.model.people[asker]
        if self.model.seats or not person.nick or not (person.is_in and self.model.is_bot_in):
            return
        self.step(
            lambda: self.bot.says(person.nick, f"!pontoon {' '.join(whom[:many])}"),
            lambda: self.model.deal(whom[:many]),
        )
        for seat in [*self.model.seats]:
            if seat.person is not None:
                nick = seat.person.nick
                self.step(partial(self.bot.tells, nick, "1"), lambda: None)

    @rule(number=who, nick=nicks)
    def rename(self, number: int, nick: str) -> None:
        """Have somebody take a nick that is free; the bot sees it where it is."""
        person = self.model.people[number]
        if not person.nick or self.model.called(nick) is not None:
            return
        old, person.nick = person.nick, nick
        if person.is_in and self.model.is_bot_in:
            said = self.bot.renames(old, nick)
            self.model.changed(person)
            self.compare(said)

    @rule(number=who, is_part=st.booleans())
    def leave(self, number: int, is_part: bool) -> None:
        """Have somebody part from the channel, or quit."""
        person = self.model.people[number]
        if not person.is_in:
            return
        said: Sequence[Said] = ()
        if self.model.is_bot_in:
            said = (self.bot.parts if is_part else self.bot.leaves)(person.nick)
        self.model.left(person, has_quit=not is_part)
        self.compare(said)

    @rule(number=who, nick=nicks)
    def come(self, number: int, nick: str) -> None:
        """Have somebody come into the channel, by NICK if they have none, and that is free."""
        person = self.model.people[number]
        if person.is_in:
            return
        if not person.nick:
            free = [each for each in (nick, *NICKS) if self.model.called(each) is None]
            person.nick = free[0]
        person.is_in = True
        if self.model.is_bot_in:
            self._know(person)
            self.step(lambda: self.bot.comes(person.nick), lambda: self.model.changed(person))

    @rule(number=who, other=who, is_same=st.booleans())
    def take_over(self, number: int, other: int, is_same: bool) -> None:
        """Have somebody quit, another take the nick, and both change it again perhaps."""
        nick = self.model.people[number].nick
        self.leave(number, is_part=False)
        self.rename(other, nick or "x")
        if is_same:
            self.leave(other, is_part=False)
        self.come(number, nick or "x")

    @rule(is_in=st.booleans())
    def log_in(self, is_in: bool) -> None:
        """Have dave log in to his account, or out."""
        person = self.model.people[0]
        person.account = OWNED["dave"] if is_in else ""
        self._know(person)
        if person.is_in and self.model.is_bot_in:
            account = person.account
            self.step(
                lambda: self.bot.logs_in(person.nick, account),
                lambda: self.model.changed(person),
            )

    @rule(number=who, word=st.sampled_from(("t", "s", "hand", "50", "resign")), aloud=st.booleans())
    def say(self, number: int, word: str, aloud: bool) -> None:
        """Have somebody make a move: it counts if the seat is theirs, and changes nothing else."""
        person, table = self.model.people[number], self.bot.table()
        if not (person.is_in and self.model.is_bot_in):
            return
        seat, ask = self.model.seat_of(person), table.ask
        before = [(each.player, each.staked, each.has_resigned) for each in table.seats]

        def act() -> Sequence[Said]:
            if aloud:
                return self.bot.says(person.nick, f"!{word}")
            return self.bot.tells(person.nick, word)

        self.step(act, lambda: None)
        if seat is None or (ask is not None and ask.player != seat.player and word != "resign"):
            assert self.bot.table().ask is ask
            after = [(each.player, each.staked, each.has_resigned) for each in table.seats]
            assert after == before
        elif word == "t" and ask is not None and ask.player == seat.player:
            assert self.bot.table().ask is not ask

    # What happens to the bot

    @precondition(lambda self: self.model.is_bot_in)
    @rule()
    def put_bot_out(self) -> None:
        """Have the bot be out of the channel."""
        self.step(self.bot.is_put_out, self.model.bot_left)

    @precondition(lambda self: not self.model.is_bot_in)
    @rule()
    def let_bot_in(self) -> None:
        """Have the bot be back, and see who is there."""
        for each in self.model.people:
            self._know(each)
        there = ["PontoonBot", *(each.nick for each in self.model.here)]
        self.step(lambda: self.bot.is_back(there), self.model.bot_is_back)

    @precondition(lambda self: self.model.is_bot_in)
    @rule(is_killed=st.booleans())
    def restart(self, is_killed: bool) -> None:
        """Have the bot stopped or killed, and started: it has seen nobody then."""

        def again() -> Sequence[Said]:
            (self.bot.dies if is_killed else self.bot.stops)()
            return self.bot.starts()

        def expect() -> None:
            self.model.bot_left()
            self.model.bot_is_back()

        self.step(again, expect)


def _written(card: str) -> str:
    """Return CARD, such as 10H, as it is told."""
    return card[:-1] + dict(zip("SHDC", "♠♥♦♣", strict=True))[card[-1]]


def test_a_seat_is_the_persons_who_sat_down() -> None:
    states = settings(SOME, max_examples=6 * EXAMPLES, stateful_step_count=40)
    run_state_machine_as_test(SeatStates, settings=states)
