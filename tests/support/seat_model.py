"""Whose a seat is while people come and go: a model that says it in its own words.

A seat is the person's who sat down, by whatever nick they have then. While they are out it waits:
that of a player with a services account for whoever is logged in to that, another one for the nick
and the address with which they have left. Nobody else gets it, and nobody is in two seats.
"""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(eq=False)
class Somebody:
    """A person on IRC, wherever they are; without a nick they have quit."""

    nick: str
    userhost: str
    account: str = ""
    is_in: bool = True
    """Whether they are in the channel."""


@dataclass(eq=False)
class ModelSeat:
    """The seat of PLAYER, for whose person it waits by ``nick`` and ``userhost`` as last seen."""

    player: str
    person: Somebody | None
    account: str
    """The account of the player; "" if they have none."""
    nick: str = ""
    userhost: str = ""

    def see(self) -> None:
        """Note what the person has now, for when they are out."""
        if self.person is not None:
            self.nick, self.userhost = self.person.nick, self.person.userhost

    def waits_for(self, person: Somebody) -> bool:
        """Tell whether PERSON, who is in the channel, is the one for whom the seat waits."""
        if self.person is not None:
            return False
        if self.account:
            return person.account == self.account
        return (person.nick, person.userhost) == (self.nick, self.userhost)


class Company:
    """PEOPLE on a network, and the seats that some have in one channel."""

    def __init__(self, people: Iterable[Somebody], owned: dict[str, str]) -> None:
        self.people = [*people]
        self.owned = owned
        """The accounts of players."""
        self.seats: list[ModelSeat] = []
        self.is_bot_in = True

    @property
    def here(self) -> list[Somebody]:
        """The people in the channel."""
        return [each for each in self.people if each.is_in]

    def called(self, nick: str) -> Somebody | None:
        """Return who has NICK, wherever they are."""
        return next((each for each in self.people if each.nick == nick), None)

    def player_of(self, person: Somebody) -> str | None:
        """Return as which player PERSON could sit down; None for nobody: by account, or by nick."""
        for player, account in self.owned.items():
            if account and account == person.account:
                return player
        return person.nick if self.owned.get(person.nick) == "" else None

    def seat_of(self, person: Somebody) -> ModelSeat | None:
        """Return the seat that PERSON has now."""
        return next((each for each in self.seats if each.person is person), None)

    def deal(self, nicks: Iterable[str]) -> bool:
        """Seat the people whom NICKS mean, if all are there, each as another player."""
        found: dict[str, Somebody] = {}
        for nick in nicks:
            for person in self._meant_by(nick):
                found.setdefault(self.player_of(person) or "", person)
        if "" in found or len(found) < 2:
            return False
        self.seats = [ModelSeat(player, who, self.owned[player]) for player, who in found.items()]
        self._see_all()
        return True

    def _meant_by(self, nick: str) -> list[Somebody]:
        """Return whom NICK means: who owns that player, or has the nick."""
        account = self.owned.get(nick, "")
        by_account = [each for each in self.here if account and each.account == account]
        by_nick = [each for each in self.here if each.nick == nick and not account]
        return by_account or by_nick

    # What happens

    def changed(self, person: Somebody) -> None:
        """Note that PERSON has come, has another nick or has logged in or out, as the bot sees."""
        if not (self.is_bot_in and person.is_in):
            return
        seat = self.seat_of(person)
        if seat is not None and seat.account not in ("", person.account):
            self._lose(seat)
        self._see_all()
        if self.seat_of(person) is None:
            for each in self.seats:
                if each.waits_for(person):
                    each.person = person
                    each.see()
                    return

    def left(self, person: Somebody, *, has_quit: bool) -> None:
        """Note that PERSON has left the channel or, if they have quit, the network."""
        person.is_in = False
        if self.is_bot_in and (seat := self.seat_of(person)) is not None:
            self._lose(seat)
        if has_quit:
            person.nick = ""

    def bot_left(self) -> None:
        """Note that the bot is out, and sees nobody."""
        self.is_bot_in = False
        for each in self.seats:
            self._lose(each)

    def bot_is_back(self) -> None:
        """Note that the bot sees who is there."""
        self.is_bot_in = True
        for person in self.here:
            self.changed(person)

    def _lose(self, seat: ModelSeat) -> None:
        seat.see()
        seat.person = None

    def _see_all(self) -> None:
        for each in self.seats:
            each.see()
