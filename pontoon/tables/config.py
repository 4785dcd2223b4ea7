"""The sections of config.ini that are about players and tables.

The docstring of a section and those of its fields are their descriptions in config.ini.
"""

from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import urlsplit

from msgspec import Meta, Struct

from pontoon.engine.round import TableRules


def read_database(value: str) -> str:
    """Read the URL of a PostgreSQL database; ValueError for any other, or one with a password."""
    parts = urlsplit(value)
    if parts.scheme not in ("postgresql", "postgres") or not value.isprintable():
        raise ValueError("it is not like postgresql://user@host/name")
    if parts.password is not None or "password=" in parts.query:
        raise ValueError(
            "a password does not belong here: put it into ~/.pgpass, or into the file that the"
            " environment variable PGPASSFILE names"
        )
    return value


class IdentityConfig(Struct, frozen=True):
    """How the bot recognises players."""

    require: Literal["nick", "account", "mask"] = "nick"
    """What identifies a player who has no services account in players.xml. nick: the nick. account:
    a services account, which the player has to claim first. mask: a mask of the player in
    players.xml."""
    self_registration: bool = False
    """Let people become players themselves, with the command "register". With server = local they
    always can."""
    starting_chips: Annotated[int, Meta(le=999_999_999)] = 1000
    """How many chips a player who registers begins with."""


class PlayersConfig(Struct, frozen=True):
    """Where the players are kept, chips for those who have none left, and rankings."""

    file: Path = Path("players.xml")
    """The file with the players and their chips. The bot keeps a few other files next to it."""
    database: Annotated[str, read_database] = ""
    """The PostgreSQL database for all else that must last, postgresql://user@host/name, so that a
    bot on another machine can take over. Its password is in ~/.pgpass, or in the file that the
    environment variable PGPASSFILE names. Without this key all is in players.db, next to the
    players."""
    takeover: Annotated[int, Meta(ge=5, le=3600)] = 15
    """How many seconds the bot that plays may give no sign of life in the database before another
    one, which stands by, takes over."""
    refill: Annotated[int, Meta(le=999_999_999)] = 100
    """The chips to which the command refill raises a player who has fewer than any game needs. 0:
    nobody gets any."""
    refill_hours: Annotated[int, Meta(ge=1, le=8760)] = 24
    """The hours until the same person can have a refill again. People are told apart by their
    services account, or else by their host."""
    computer_chips: Annotated[int, Meta(le=999_999_999)] = 1000
    """The chips of a computer player in each channel when it is first used there. Later the house
    raises one that has too few to play to the chips of a refill, once a day for all computer
    players of a channel together."""
    rank_rounds: Annotated[int, Meta(ge=1, le=1_000_000)] = 10
    """The ranked rounds of a game that a player needs for a place in its ranking. A round is ranked
    where people of other accounts and hosts bet too."""


class TableConfig(TableRules, frozen=True):
    """What applies to every game."""

    cards: Literal["unicode", "ascii"] = "unicode"
    """How cards are written: unicode (10♣) or ascii (10C)."""
    colour: bool = False
    """Write red suits in red."""
    banter: bool = True
    """Say at the beginning of a round what was remarkable in the last one, in a few words: three
    sevens, a broken bank, or an only winner."""
    max_players: Annotated[int, Meta(ge=1, le=100)] = 10
    """The maximum number of players in a round."""
    turn_timeout: Annotated[int, Meta(ge=10, le=86400)] = 90
    """How many seconds a player in the channel has for each decision. Half-way the bot reminds
    them; at the end it makes the safest move, and a player who has not bet sits the round out. A
    player has three times as long for a whole round, and then 15 seconds for each decision."""
    join_wait: Annotated[int, Meta(ge=1, le=86400)] = 60
    """How many seconds after enough people have joined, with the command join, the bot deals to
    them. Each person who joins begins that again."""
    again: Annotated[int, Meta(le=86400)] = 30
    """How many seconds after a round those who have joined are dealt to again. 0: only when one of
    them says deal."""
    grace: Annotated[int, Meta(le=86400)] = 60
    """How many seconds in a round, all in all, a player may be out of the channel before the bot
    makes moves for them."""
    computer_players: Annotated[int, Meta(le=3)] = 2
    """The maximum number of computer players in a round. There are three: ann+ plays by the odds,
    bob+ like a careful beginner, cat+ recklessly. 0: they do not play here."""
    hints: Literal["on", "practice", "off"] = "practice"
    """In which rounds players can ask, with the command hint, what each of their moves is worth.
    practice: in those without other people. on: in all; the channel is told. off: in none."""
    away_after: Annotated[int, Meta(le=1000)] = 2
    """How many decisions in a row a player has to miss for the bot to make all moves for them at
    once, until they say something to the bot. 0 means never."""
    operators_may_set: bool = True
    """Whether the operators of a channel can change turn_timeout, games and banter for that
    channel, with the command set. With no, nothing that they set counts."""

    @property
    def rules(self) -> TableRules:
        """What a table itself goes by, and a recorded round with it."""
        return TableRules(self.bank_timeout)
