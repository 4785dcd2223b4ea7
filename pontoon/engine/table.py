"""A table: rounds of one game, one after the other, and the equipment that lasts between them."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from typing import Any

from pontoon.engine.actions import Action, ChipsCut, Dealt, Left, LeftOut, Moved, OutOfTurn, Stopped
from pontoon.engine.errors import (
    CannotDeal,
    CannotSeat,
    NothingAsked,
    NotSeated,
    RoundRunning,
    SeatFault,
    TooLateToLeave,
)
from pontoon.engine.events import Event, Kitty, NoRound
from pontoon.engine.hands import Seat
from pontoon.engine.moves import (
    Ask,
    LookAtBank,
    Move,
    Phase,
    TableRequest,
    Turn,
    Unit,
    Verb,
    Waiting,
)
from pontoon.engine.round import NO_ANSWERS, Round, State, TableRules
from pontoon.engine.running_round import RunningRound

RecordAction = Callable[[Action], None]
"""Is called with an action before it is done. If it raises, the action is not done."""


class Table:
    """Deals rounds of a game, and takes the moves that are on offer, and no others.

    Each method that changes something returns what happened, in order. A method that raises a
    refusal has changed nothing.

    >>> from pontoon.games.shed import ShedPontoon
    >>> rules = ShedPontoon.Rules()
    >>> shoe = ShedPontoon.new_equipment(rules, seed=bytes(32))
    >>> table = Table(ShedPontoon, rules, shoe, max_players=10)
    >>> events = table.deal([("dave", 1000), ("kevin", 500)])
    >>> [ask.player for ask in table.asks]
    ['dave', 'kevin']
    >>> table.ask_of("kevin").options
    (Option(verb=<Verb.BET: 'bet'>, least=1, most=50),)
    >>> events = table.act("kevin", Move(Verb.BET, 50))
    >>> [ask.player for ask in table.asks]
    ['dave']
    """

    def __init__(
        self,
        game: type[Round[Any, Any]],
        rules: Any,
        equipment: Any,
        max_players: int,
        table_rules: TableRules | None = None,
    ) -> None:
        self._game = game
        self.rules = rules
        """The numbers of the game, as this channel has set them."""
        self.table_rules = table_rules or TableRules()
        """The rules of this table for every game."""
        self._equipment = equipment
        self._least, most = game.seats_for(rules)
        self._most = min(most, max_players)
        self._running: RunningRound | None = None
        self.players: tuple[str, ...] = ()
        """The players of the round that is running, or else of the last one, in order."""
        self._players_before: tuple[str, ...] = ()
        self.record_action: RecordAction | None = None
        """Is called with each action that is allowed, before it is done."""
        self._order: tuple[str, ...] = ()
        self._order_before: tuple[str, ...] = ()
        self._model: Table | None = None
        """A table whose rules hold here from the next round on."""

    # What is played here

    @property
    def title(self) -> str:
        """What people call the game."""
        return self._game.title

    @property
    def unit(self) -> Unit:
        """What is staked here."""
        return self._game.unit

    @property
    def verbs(self) -> tuple[Verb, ...]:
        """All that players can do in this game, with the likeliest meaning first."""
        is_bankers = self.ask is not None and self.ask.phase is Phase.BANKER
        answers, moves = self._game.ANSWERS, tuple(self._game.MOVES)
        return (*answers, *moves) if is_bankers else (*moves, *answers)

    @property
    def least_stake(self) -> int:
        """What a player must have to be seated, in the unit of the game."""
        return self._game.least_stake(self.rules)

    def adopt(self, model: "Table") -> None:
        """Play by the rules of MODEL, a new table of the same game, from the next round on.

        The equipment stays, unless the rules about the cards have changed: then the table takes
        that of MODEL.
        """
        self._model = model
        self._adopt_model()

    def _adopt_model(self) -> None:
        model = self._model
        if model is None or self._running is not None:
            return
        if not self._game.is_equipment_kept(self.rules, model.rules):
            self._equipment = model._equipment
        self.rules, self._least, self._most = model.rules, model._least, model._most
        self.table_rules = model.table_rules
        self._model = None

    # The round that is running, and what it waits for

    @property
    def round(self) -> Round[Any, Any] | None:
        """The round that is running, to look at but not to change; None between rounds."""
        return None if self._running is None else self._running.round

    @property
    def seats(self) -> Sequence[Seat]:
        """The seats of the round that is running, to look at but not to change."""
        return () if self._running is None else self._running.round.seats

    @property
    def asks(self) -> tuple[Ask, ...]:
        """The decisions that the round waits for, in the order of the seats."""
        return () if self._running is None else self._running.asks

    @property
    def ask(self) -> Ask | None:
        """The decision, or the first of several, that the round waits for; None without a round."""
        running = self._running
        return running.asks[0] if running is not None and running.asks else None

    def ask_of(self, player: str) -> Ask | None:
        """Return the decision that PLAYER is asked for, None if there is none."""
        return None if self._running is None else self._running.ask_of(player)

    @property
    def turn(self) -> Turn | None:
        """Whose turn it is, and for what; None between rounds."""
        return None if self._running is None else self._running.turn

    @property
    def waiting(self) -> Waiting:
        """What the round waits for now."""
        return Waiting(self.turn, self.asks)

    def legal_moves(self) -> Iterator[Move]:
        """Yield each move that the first player asked may make; every amount makes one."""
        return self.asks[0].moves() if self.asks else iter(())

    def safest_move(self, ask: Ask) -> Move | None:
        """Return the move for a player who does not answer ASK; None to give up the seat."""
        return None if self._running is None else self._running.round.safest_move(ask)

    def at_risk(self, player: str) -> int:
        """Return the most that PLAYER can still lose in the round; 0 without a seat in it."""
        if self._running is None:
            return 0
        at_risk = self._running.round.at_risk
        return sum(at_risk(seat) for seat in self.seats if seat.player == player)

    # Who is dealt to next

    @property
    def order(self) -> tuple[str, ...]:
        """The players who were dealt to last, in order, without those who are left out."""
        return self._order

    def rotated_players(self) -> tuple[str, ...]:
        """Return the players of the last round with the first of them last; empty without one.

        Those who are left out are not among them.
        """
        return self._order[1:] + self._order[:1]

    def remember(self, order: tuple[str, ...]) -> None:
        """Note who was dealt to last, before there was this table."""
        self.players = self._order = order

    def leave_out(self, player: str) -> None:
        """Take PLAYER off the list for the next round, unless nobody else is on it."""
        if self.record_action is not None:
            self.record_action(LeftOut(player))
        self._order = tuple(each for each in self._order if each != player) or self.players

    @property
    def about_to_deal(self) -> str | None:
        """The player for whom it is bad form to propose another game; None if there is none."""
        return self._game.about_to_deal(self.rotated_players())

    # The bank and the kitty between rounds

    @property
    def banker(self) -> str | None:
        """The player who has the bank between rounds; None if nobody has, or there is no bank."""
        return self._game.banker_of(self._equipment)

    def can_keep_bank(self, chips: int, players: int) -> bool:
        """Tell whether a banker with so many CHIPS can keep the bank of a round of so many PLAYERS.

        The banker is one of the PLAYERS. The table adds what is in the kitty to the CHIPS.
        """
        return self._game.can_keep_bank(self._equipment, self.rules, chips, players)

    def lay_kitty(self, kitty: Kitty | None) -> None:
        """Make KITTY what players bet against from the next round on; None for no kitty."""
        self._game.lay_kitty(self._equipment, kitty)

    # Dealing

    def why_not_deal(self, players: Sequence[tuple[str, int]]) -> CannotDeal | None:
        """Return all that is wrong with dealing to PLAYERS, each with their chips, if anything."""
        chips = dict(players)
        broke = {name: self.why_too_few(name, has) for name, has in chips.items()}
        faults = [CannotSeat(name, fault) for name, fault in broke.items() if fault is not None]
        if len(chips) < len(players):
            times = Counter(name for name, _ in players)
            twice = [CannotSeat(name, SeatFault.SEATED_TWICE) for name in chips if times[name] > 1]
            faults = twice + faults
        most = self._most if len(players) > self._most else None
        fewest = self._least if len(players) < self._least else None
        return CannotDeal(tuple(faults), most, fewest) if faults or most or fewest else None

    def why_too_few(self, player: str, chips: int) -> SeatFault | None:
        """Return why PLAYER cannot be seated with so many CHIPS; None if they are enough."""
        least = self.least_stake
        if chips + self._game.chips_at_table(self._equipment, player) >= least:
            return None
        return SeatFault.NO_CHIPS if least == 1 else SeatFault.TOO_FEW_CHIPS

    def deal(
        self,
        players: Sequence[tuple[str, int]],
        consent: Mapping[str, bool] = NO_ANSWERS,
        order: tuple[str, ...] = (),
    ) -> list[Event]:
        """Start a round with PLAYERS, each a name and the chips they may stake, in their order.

        CONSENT has the players who are not asked whether they want the bank, each with the answer
        that counts as theirs: no for players who are not there, yes for a banker who has just
        spoken. ORDER is the list for the next round, if that is not PLAYERS alone.
        RoundRunning while a round is running; CannotDeal if a player cannot be seated.
        """
        if self._running is not None:
            raise RoundRunning
        if fault := self.why_not_deal(players):
            raise fault
        if self.record_action is not None:
            self.record_action(Dealt(tuple(players), tuple(consent.items()), order))
        self._players_before, self._order_before = self.players, self._order
        self.players = tuple([name for name, _ in players])
        self._order = order or self.players
        this_round = self._game([Seat(*player) for player in players], self._equipment, self.rules)
        this_round.table_rules = self.table_rules
        this_round.consent = consent
        self._running = running = RunningRound(this_round)
        return self._after(running.start())

    # What people do while a round is running

    def act(self, player: str, move: Move) -> list[Event]:
        """Make MOVE for PLAYER, and play to the next decision or the end of the round.

        NothingAsked, NotSeated, NotYourTurn, NotOffered or BadAmount if the move is refused.
        """
        running = self._running
        if running is None:
            raise NothingAsked
        ask = running.ask_of(player)
        if ask is None:
            raise running.why_not_asked(player, move)
        chosen = running.checked(ask, move)
        if self.record_action is not None:
            self.record_action(Moved(player, chosen))
        events = running.answer(ask, chosen)
        return self._ended(events) if running.is_over else events

    def resign(self, player: str) -> list[Event]:
        """Let PLAYER leave the round, on turn or not.

        NothingAsked between rounds; NotSeated without a seat; TooLateToLeave.
        """
        running = self._running
        if running is None:
            raise NothingAsked
        seat = running.seat_of(player)
        if not running.round.may_resign():
            raise TooLateToLeave
        if self.record_action is not None:
            self.record_action(Left(player))
        running.round.resign(seat)
        return self._after(running.ask_anew())

    def run_down(self, player: str, chips: int) -> list[Event]:
        """Leave PLAYER at most CHIPS to stake, and ask all players anew.

        The chips of a banker limit what all others stake. The round plays on if nothing is left to
        decide. NotSeated without a seat.
        """
        running = self._running
        if running is None:
            raise NotSeated
        seat = running.seat_of(player)
        if chips >= seat.chips:
            return []
        if self.record_action is not None:
            self.record_action(ChipsCut(player, chips))
        seat.limit_chips(chips)
        return self._after(running.ask_anew())

    def do(self, player: str, request: TableRequest, chips: int = 0) -> list[Event]:
        """Do for PLAYER what can be done on turn or not, also between rounds.

        Between rounds PLAYER has so many CHIPS, and chips may change hands (see ``BankSold``).
        RequestRefused if the request is refused.
        """
        if self._running is not None and not isinstance(request, LookAtBank):
            # Try it on a copy of the equipment: what is refused must not be recorded.
            self._game.do(copy(self._equipment), self.rules, self.round, player, request, chips)
            if self.record_action is not None:
                self.record_action(OutOfTurn(player, request))
        return self._game.do(self._equipment, self.rules, self.round, player, request, chips)

    def abandon(self) -> list[Event]:
        """Stop the round: every stake goes back. NothingAsked between rounds."""
        running = self._running
        if running is None:
            raise NothingAsked
        if self.record_action is not None:
            self.record_action(Stopped())
        running.round.abandon()
        return self._ended(running.round.take_events())

    def _after(self, events: list[Event]) -> list[Event]:
        """Return EVENTS; the table is free for the next round if the script is at its end."""
        assert self._running is not None
        return self._ended(events) if self._running.is_over else events

    def _ended(self, events: list[Event]) -> list[Event]:
        if isinstance(events[-1], NoRound):
            self.players, self._order = self._players_before, self._order_before
        self._running = None
        self._adopt_model()
        return events

    # State and replay

    def state(self) -> State:
        """Return the equipment between rounds as JSON values, for ``restore``."""
        return self._game.state_of(self._equipment)

    def restore(self, state: State) -> None:
        """Put the equipment back into STATE; ValueError if it makes no sense."""
        if self._running is not None:
            raise RoundRunning
        self._equipment = self._game.restored(self.rules, state)

    def repeat(self, action: Action) -> list[Event]:
        """Do a recorded ACTION again, and raise the same refusals as for a player."""
        match action:
            case Dealt(players, consent, order):
                return self.deal(players, dict(consent), order)
            case Moved(player, move):
                return self.act(player, move)
            case Left(player):
                return self.resign(player)
            case LeftOut(player):
                self.leave_out(player)
                return []
            case ChipsCut(player, chips):
                return self.run_down(player, chips)
            case OutOfTurn(player, request):
                return self.do(player, request)
            case Stopped():
                return self.abandon()
        raise ValueError(action)
