"""Hints: what the moves are worth that a player is asked for, where the channel allows that."""

from collections.abc import Iterable
from functools import partial

from pontoon.engine.cards import Card
from pontoon.engine.computers import is_computer
from pontoon.engine.events import Event
from pontoon.engine.moves import Ask
from pontoon.engine.round import GameRules
from pontoon.games import Game
from pontoon.irc.outgoing import Message, Priority
from pontoon.irc.people import Person
from pontoon.odds.advice import Advise, first_bets
from pontoon.odds.characters import STOPS
from pontoon.odds.situation import situation
from pontoon.odds.view import Observer, View
from pontoon.tables.action_clock import ActionClock
from pontoon.tables.channel_tables import ChannelTables
from pontoon.tables.presence import Presence
from pontoon.tables.recorder import RoundRecorder
from pontoon.tables.seats import SeatHolder
from pontoon.text import announcements
from pontoon.text import hints as said


class Hints:
    """Tells the players of a round, in private, what their moves are worth ([table] hints).

    That is worked out beside the reactor, once for each question at a time. If the question is
    over by then, or the player away, they are told nothing.
    """

    def __init__(
        self,
        tables: ChannelTables,
        presence: Presence,
        recorder: RoundRecorder,
        action_clock: ActionClock,
    ) -> None:
        self._tables = tables
        self._presence = presence
        self._recorder = recorder
        self._action_clock = action_clock
        self._asked_for: dict[str, Ask] = {}
        """The last question of each player on which a hint is being worked out."""
        self._told: dict[str, tuple[Ask, int, str]] = {}
        """The last hint of each player: on which question, after how many events, and what."""
        self._told_in = ""
        """The last round in which the channel was told that hints are allowed."""

    def give(self, person: Person, holder: SeatHolder) -> None:
        """Tell PERSON, who is HOLDER, what their moves are worth, or why not."""
        tables = self._tables
        waiting, player = tables.table.waiting, holder.player
        ask = waiting.ask_of(player)
        if waiting.turn is None:
            tables.tell(person, announcements.ROUND_IS_OVER.format(command=tables.command))
        elif ask is None:
            whose_turn = tables.context.settings.texts.whose_turn_it_is(waiting)
            tables.tell(person, said.NOT_ASKED.format(whose_turn=whose_turn))
        elif not self._action_clock.have_sent(player):
            tables.tell(person, announcements.ON_ITS_WAY)
        elif why_not := self._why_not():
            tables.tell(person, why_not)
        elif (known := self._told.get(player)) and known[:2] == (ask, self._happened):
            tables.tell(person, known[2])
        elif self._asked_for.get(player) is not ask:
            self._work_out(ask)

    @property
    def _happened(self) -> int:
        """How many events the round has had."""
        return len(self._recorder.happened)

    def _why_not(self) -> str:
        """Say why there are no hints in this round, and how a person can have some."""
        match self._tables.context.settings.table.hints:
            case "off":
                return said.NO_HINTS
            case "practice" if self._has_company:
                return said.ONLY_FOR_PRACTICE.format(command=self._tables.command)
        return ""

    @property
    def _has_company(self) -> bool:
        """Whether several people were dealt to."""
        return sum(not is_computer(player) for player in self._tables.table.players) > 1

    def _work_out(self, ask: Ask) -> None:
        tables, recorder = self._tables, self._recorder
        if self._has_company and self._told_in != recorder.name:
            self._told_in = recorder.name
            tables.remark(said.ARE_ALLOWED)
        self._asked_for[ask.player] = ask
        hint = partial(hint_on, ask, tables.game, tables.table.rules)
        found = partial(self._found, ask, self._happened)
        not_found = partial(self._tell, ask, said.NOT_WORKED_OUT)
        work_out = tables.context.odds.work_out
        recorder.since_sealed(lambda happened: work_out(partial(hint, happened), found, not_found))

    def _found(self, ask: Ask, happened: int, line: str) -> None:
        self._told[ask.player] = ask, happened, line
        self._tell(ask, line)

    def _tell(self, ask: Ask, line: str) -> None:
        if self._asked_for.get(ask.player) is ask:
            del self._asked_for[ask.player]
        nick = self._presence.seat_map.address(ask.player)
        if nick is not None and self._tables.table.ask_of(ask.player) is ask:
            self._tables.send(Message(nick, (line,), Priority.ASIDE))


def hint_on(
    ask: Ask, game: str, rules: GameRules, happened: Iterable[Event], advise: Advise
) -> str:
    """Return a hint on ASK, after what has HAPPENED to a deck of GAME with RULES."""
    observer = Observer(ask.player, game, rules)
    observer.see(happened)
    return _hint(observer.view(ask), advise)


def odds_of(
    game: Game,
    rules: GameRules,
    players: int,
    hand: tuple[Card, ...],
    up: Card | None,
    advise: Advise,
) -> str:
    """Return what two cards are worth doing with in a round of GAME, by RULES (``situation``)."""
    view = situation(game, rules, players, hand, up=up)
    if view is None:
        return said.NOTHING_TO_DECIDE
    return f"{said.of_cards(game, players, view.ask)} {_hint(view, advise)}"


def _hint(view: View, advise: Advise) -> str:
    """Return what moves are worth to who sees VIEW."""
    advice = advise(view)
    if advice is None:
        return said.NO_ODDS
    worth = [
        said.Worth(
            each.move,
            each.value * first_bets(view, each.move),
            each.win if advice.has_chances else None,
        )
        for each in advice.values
    ]
    drawing = [each for each in advice.values if each.move.verb not in STOPS]
    first = next(iter(drawing), advice.best)
    why = said.Why(
        first.move,
        first.bust if advice.has_chances else None,
        first.five_cards if advice.has_chances else None,
        advice.five_cards_pay,
        advice.high_cards_win,
        advice.dealer_busts,
        advice.dealer_natural,
        len(view.gone),
    )
    return said.hint(worth, why, view.ask)
