"""One line of a history: a settled round as ASCII JSON that ends in a sum (FAIR, Files).

The names of all people are in ``people``, once; elsewhere the line has their indexes. So a name can
be replaced, and the sum made anew. What is as usual is left out: rules that are the default, a bank
that nobody has, a kitty that is dry.

    {"v":1,"id":"3f0c96c1a4b25e77","table":["libera","#den","pontoon"],
    "time":"2026-11-23T08:03:47Z","deck":[41,2,9],"people":["dave","kevin"],
    "seats":[[0,1000],[1,500]],"acts":"0 bet 10,1 bet 5,0 stick,1 twist,leave 1",
    "cards":"10C 9D 8H 5S 2C","results":[[0,0,1,1],[1,-5,1,0]],"house":5,"sum":"0f6e1b6aa9c04d3e"}

(A line has no line breaks.) An act is a move of a person, perhaps with its amount, or any other
``Action`` in the words of the journal. A result has the columns of ``PlayerResult`` or
``CoinResult``.
"""

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from fractions import Fraction
from functools import lru_cache
from hashlib import sha256
from typing import Any

from msgspec import DecodeError, Struct, convert, to_builtins
from msgspec import json as fast_json
from msgspec.structs import astuple

from pontoon.engine import actions
from pontoon.engine.actions import Action, Moved
from pontoon.engine.events import CoinResult, Kitty, PlayerResult, Settled
from pontoon.engine.moves import Move, Verb
from pontoon.engine.result import TableKey
from pontoon.engine.round import GameRules, TableRules
from pontoon.engine.sealed_deck import DeckPlace
from pontoon.games import GAMES, Game
from pontoon.games.bank import Sale
from pontoon.games.bank_events import WayToBank
from pontoon.storage.history.record import BankBefore, DealtCards, HistoryRecord

VERSION = 1

_BEGINNING = b'{"v":%d,' % VERSION

_SECONDS = len("2026-11-23T08:03:47")

_BY_NAME: dict[str, Game] = {game.name: game for game in GAMES}

_BETWEEN_ROUNDS = {
    *("minutes_per_day", "coin_minutes", "turns_per_day"),
    *("events", "time_zone", "time_bank", "voice"),
}
"""The rules about minutes, on which no round depends."""


class LineError(ValueError):
    """A line is not the record of a round; the message says why."""


class LaterVersion(LineError):
    """A line was written by a later version of the program, and is not guessed at."""


class _Bank(Struct, omit_defaults=True, forbid_unknown_fields=True):
    """``BankBefore`` with indexes for people."""

    banker: int | None = None
    way: WayToBank = WayToBank.KEPT
    circle: list[int] = []
    sale: tuple[int, int, int, bool] | None = None
    kitty: tuple[int, int] | None = None


class _Line(Struct, omit_defaults=True, forbid_unknown_fields=True):
    """The fields of a line in their order, without the sum."""

    v: int
    """The version of the format."""
    id: str
    table: tuple[str, str, str]
    time: str
    deck: tuple[int, int, int] | None
    people: list[str]
    seats: list[tuple[int, int]]
    acts: str
    cards: str
    results: list[list[int]]
    house: int
    kitty: tuple[int, int] | None = None
    bank: _Bank | None = None
    consent: list[tuple[int, bool]] = []
    rules: dict[str, Any] = {}
    table_rules: dict[str, Any] = {}
    marker: int = 0


class _WithSum(_Line):
    sum: str = ""


class _Version(Struct):
    v: int


_encode = fast_json.Encoder().encode
_decode = fast_json.Decoder(_WithSum).decode


class _People:
    """The people in a line, in the order in which they turn up."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}

    def __call__(self, name: str) -> int:
        return self.numbers.setdefault(name, len(self.numbers))


def game_named(name: str) -> Game:
    """Return the game with that command; LineError if there is none."""
    try:
        return _BY_NAME[name]
    except KeyError:
        raise LineError(f"no such game: {name}") from None


def with_sum(fields: bytes) -> bytes:
    """Return the line with FIELDS, a JSON object without a sum."""
    summed = fields[:-1]
    return summed + _end_behind(summed)


def _end_behind(summed: bytes) -> bytes:
    """Return the end of a line, its sum, behind SUMMED."""
    return b',"sum":"%s"}' % sha256(summed).hexdigest()[:16].encode()


_END_LENGTH = len(_end_behind(b""))


def written(record: HistoryRecord) -> bytes:
    """Return RECORD as a line, without a line break."""
    people = _People()
    settled = record.settled
    seats = [(people(player), chips) for player, chips in record.players]
    acts = ",".join([_act_written(act, people) for act in record.acts])
    results = [[people(each.player), *astuple(each)[1:]] for each in settled.results]
    kitty = _kitty_written(settled.kitty, people)
    bank = None if record.bank is None else _bank_written(record.bank, people)
    consent = [(people(player), is_willing) for player, is_willing in record.consent]
    network, channel, game = record.where
    line = _Line(
        VERSION,
        record.id,
        (network, channel, game),
        time_written(record.time),
        record.deck,
        [*people.numbers],
        seats,
        acts,
        " ".join(record.cards.tokens),
        results,
        settled.house,
        kitty,
        bank,
        consent,
        rules_written(record.rules),
        rules_written(record.table_rules),
        record.cards.marker,
    )
    try:
        fields = _encode(line)
    except (UnicodeEncodeError, OverflowError):  # a lone surrogate; more chips than 64 bits hold
        fields = b""
    if not fields or not fields.isascii():
        fields = _ascii(to_builtins(line))
    return with_sum(fields)


def _ascii(fields: Mapping[str, Any]) -> bytes:
    return json.dumps(fields, separators=(",", ":")).encode()


def read(line: bytes) -> HistoryRecord:
    """Return the record in LINE, which has no line break.

    LaterVersion if a later version has written it; LineError if it is damaged.
    """
    try:
        return _record_in(_decode(checked(line)))
    except LineError:
        raise
    except (ValueError, LookupError, TypeError, ArithmeticError) as error:
        raise LineError("it is not a round") from error


def checked(line: bytes) -> bytes:
    """Return LINE, whose sum is right and whose version is known; LineError if not."""
    if not line.endswith(_end_behind(line[:-_END_LENGTH])):
        raise LineError("its sum is wrong")
    if not line.startswith(_BEGINNING):
        raise _why_not_ours(line)
    return line


def _why_not_ours(line: bytes) -> LineError:
    try:
        version = fast_json.decode(line, type=_Version).v
    except DecodeError:
        return LineError("it is not a round")
    if version > VERSION:
        return LaterVersion(f"a later version has written it ({version})")
    return LineError("it is not a round")


def _record_in(line: _Line) -> HistoryRecord:
    people = line.people
    names = dict(enumerate(people))
    if len(set(people)) < len(people):
        raise LineError("it names somebody twice")
    where = TableKey(*line.table)
    results = tuple([_result_in(each, names) for each in line.results])
    deck = None if line.deck is None else DeckPlace(*line.deck)
    return HistoryRecord(
        line.id,
        where,
        _time_in(line.time),
        rules_in(game_named(where.game).Rules, line.rules),
        rules_in(TableRules, line.table_rules),
        tuple([(names[number], chips) for number, chips in line.seats]),
        _acts_in(line.acts, names),
        DealtCards(tuple(line.cards.split()), deck, line.marker),
        Settled(results, line.house, _kitty_in(line.kitty, names)),
        tuple([(names[number], is_willing) for number, is_willing in line.consent]),
        None if line.bank is None else _bank_in(line.bank, names),
    )


def time_written(time: datetime) -> str:
    """Return TIME as histories and ledgers have it, in UTC."""
    return f"{time.astimezone(UTC).isoformat()[:_SECONDS]}Z"


def _time_in(text: str) -> datetime:
    time = datetime.fromisoformat(text)
    if time_written(time) != text:
        raise ValueError(text)
    return time


def _act_written(act: Action, people: _People) -> str:
    """Return ACT in the words of the journal, with indexes; a move goes without its name."""
    name, *rest = actions.written(act)
    if rest:
        rest[0] = people(rest[0])
    if name == "sell":
        rest[1] = people(rest[1])
    return " ".join(map(str, rest if name == "move" else (name, *rest)))


def _acts_in(acts: str, names: Mapping[int, str]) -> tuple[Action, ...]:
    return tuple([_act_in(act, names) for act in acts.split(",")] if acts else ())


def _act_in(act: str, names: Mapping[int, str]) -> Action:
    first, _, rest = act.partition(" ")
    if first.isdigit():
        return Moved(names[_number(first)], _move_in(rest))
    words: list[Any] = act.split(" ")
    if len(words) > 1:
        words[1] = names[_number(words[1])]
    if first == "sell":
        words[2] = names[_number(words[2])]
    if first in ("sell", "left"):
        words[-1] = _number(words[-1])
    return actions.read(words)


@lru_cache(10_000)
def _move_in(words: str) -> Move:
    """Return the move in WORDS; few moves are made again and again."""
    verb, *amounts = words.split(" ")
    amount = _number(amounts.pop()) if amounts else None
    if amounts:
        raise ValueError(words)
    return Move(Verb(verb), amount)


def _number(digits: str) -> int:
    if not (digits.isascii() and digits.isdigit()):  # int() takes underscores and spaces too
        raise ValueError(digits)
    return int(digits)


def _result_in(numbers: list[int], names: Mapping[int, str]) -> PlayerResult:
    """Return the result that has these NUMBERS; one for coins has more of them."""
    kind = PlayerResult if len(numbers) == len(PlayerResult.__match_args__) else CoinResult
    return kind(names[numbers[0]], *numbers[1:])


def _kitty_written(kitty: Kitty | None, people: _People) -> tuple[int, int] | None:
    return None if kitty is None else (people(kitty.banker), kitty.chips)


def _kitty_in(kitty: tuple[int, int] | None, names: Mapping[int, str]) -> Kitty | None:
    return None if kitty is None else Kitty(names[kitty[0]], kitty[1])


def _bank_written(bank: BankBefore, people: _People) -> _Bank:
    sale = bank.sale
    return _Bank(
        None if bank.banker is None else people(bank.banker),
        bank.way,
        [people(player) for player in bank.circle],
        None
        if sale is None
        else (people(sale.seller), people(sale.buyer), sale.price, sale.is_agreed),
        _kitty_written(bank.kitty, people),
    )


def _bank_in(bank: _Bank, names: Mapping[int, str]) -> BankBefore:
    sale = bank.sale
    return BankBefore(
        None if bank.banker is None else names[bank.banker],
        bank.way,
        tuple([names[number] for number in bank.circle]),
        None if sale is None else Sale(names[sale[0]], names[sale[1]], *sale[2:]),
        _kitty_in(bank.kitty, names),
    )


_USUAL: dict[type[Any], Any] = {TableRules: TableRules()}
_USUAL |= {game.Rules: game.Rules() for game in GAMES}


@lru_cache
def rules_written(rules: GameRules | TableRules) -> dict[str, Any]:
    """Return those of RULES that differ from the default and matter in a round, as JSON values."""
    usual = _USUAL[type(rules)]
    names = (name for name in rules.__struct_fields__ if name not in _BETWEEN_ROUNDS)
    return {
        name: to_builtins(getattr(rules, name), enc_hook=str)
        for name in names
        if getattr(rules, name) != getattr(usual, name)
    }


def rules_in(kind: type[Any], changed: Mapping[str, Any]) -> Any:
    """Return rules of that KIND with those that are CHANGED; LineError if one is unknown."""
    usual = _USUAL[kind]
    if not changed:
        return usual
    if not changed.keys() <= set(usual.__struct_fields__) - _BETWEEN_ROUNDS:
        raise LineError("it has rules that are not known")
    return kind(**{name: _like(getattr(usual, name), value) for name, value in changed.items()})


def _like(usual: Any, value: Any) -> Any:
    """Return VALUE, which is JSON, as a value of the same kind as the USUAL one."""
    if isinstance(usual, Fraction):
        return Fraction(convert(value, str))
    kind = tuple[int, ...] if isinstance(usual, tuple) else type(usual)
    return convert(value, kind)
