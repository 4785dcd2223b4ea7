"""Rounds of any game, played in a clubhouse by people who take what is on offer."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pontoon.engine.moves import Step
from pontoon.storage.players import ledger
from tests.support.faulty_disk import FaultyDisk, Trouble
from tests.support.offline_bot import Clubhouse, Said
from tests.support.random_people import typed

GAMES = ("pontoon", "british", "shoot", "cutwc", "blackjack")

FOR_EVER = 10**9


def nick_asked(house: Clubhouse) -> str:
    """Return the nick that whoever is asked has now."""
    ask = house.croupier().ask
    assert ask is not None
    nick = house.croupier().sitters.address(ask.player)
    assert nick is not None
    return nick


def answers(house: Clubhouse, number: int = 0) -> list[Said]:
    """Let whoever is asked do what is on offer; the NUMBER tells what of that.

    All who are asked want the bank.
    """
    ask = house.croupier().ask
    assert ask is not None
    if ask.step is Step.BANK:
        return house.tells(nick_asked(house), "y")
    text = typed(ask.options[number % len(ask.options)], number)
    return house.tells(nick_asked(house), text)


def play_out(house: Clubhouse, number: int = 0) -> Iterator[list[Said]]:
    """Play the round to its end; yield what is said after each answer."""
    while house.croupier().ask is not None:
        yield answers(house, number)


def journal_of(house: Clubhouse) -> Path:
    """Return where the journal is."""
    return house.players_xml.with_suffix(".journal")


def rounds_written(house: Clubhouse) -> list[str]:
    """Return the names of the rounds in the ledger, each as often as it was settled."""
    lines = ledger.read(house.players_xml.with_suffix(".ledger"))
    return [line.round for line in lines if line.round and not line.more]


@contextmanager
def full_disk(trouble: Trouble = Trouble.FULL) -> Iterator[None]:
    """Have nothing written from now on."""
    with FaultyDisk(trouble, 1, FOR_EVER).at_work():
        yield
