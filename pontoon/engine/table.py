"""A table: rounds of one game, one after the other, with the shoe that lasts between them."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from typing import Any

from pontoon.engine.actions import Action, ChipsCut, Dealt, Left, LeftOut, Moved, OutOfTurn, Stopped
from pontoon.engine.errors import (
    BadAmount,
    CannotDeal,
    CannotSeat,
    NothingAsked,
    NotOffered,
    NotSeated,
    NotYourTurn,
    Refused,
    RoundRunning,
    SeatFault,
    TooLateToLeave,
)
from pontoon.engine.events import Event, Kitty, NoRound
from pontoon.engine.hands import Seat
from pontoon.engine.moves import (
    EVERYBODY,
    Ask,
    Bound,
    LookAtBank,
    Move,
    Option,
    Phase,
    TableRequest,
    Turn,
    Unit,
    Verb,
    Waiting,
)
from pontoon.engine.round import NOBODY, Round, Script, State, TableRules

RecordAction = Callable[[Action], None]
"""Is told of what is about to be done; what it raises is raised, and nothing is done."""


class Table:
    """Deals rounds of a game, and lets the player who is asked do what is on offer, nothing else.

    Every method that does something returns what happened, in order. Every refusal is raised before
    anything has changed.
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
        """The numbers of the game that are played by here."""
        self.table_rules = table_rules or TableRules()
        """What holds here in every game."""
        self._equipment = equipment
        self._least, most = game.seats_for(rules)
        self._most = min(most, max_players)
        self._round: Round[Any, Any] | None = None
        self._script: Script | None = None
        self.asks: tuple[Ask, ...] = ()
        """The decisions that the round waits for, in the order of the seats; none without one."""
        self._are_at_once = False
        """Whether those are of several players who decide at once, or of the last of them."""
        self.players: tuple[str, ...] = ()
        """Who was seated in the round that is running, or else in the last one, in order."""
        self._players_before: tuple[str, ...] = ()
        self.record_action: RecordAction | None = None
        """Is told of each act that is allowed, before it is done."""
        self._order: tuple[str, ...] = ()
        """Who is dealt to in the next round if nobody is named, the first of them last."""
        self._order_before: tuple[str, ...] = ()
        self._model: Table | None = None
        """A table whose rules are to hold from the next round on."""

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
        """All that players can do in this game; what is likely to be meant now comes first."""
        is_bankers = self.ask is not None and self.ask.step is Phase.BANKER
        answers, moves = self._game.ANSWERS, tuple(self._game.MOVES)
        return (*answers, *moves) if is_bankers else (*moves, *answers)

    @property
    def ask(self) -> Ask | None:
        """The decision, or the first of several, that the round waits for; None without a round."""
        return self.asks[0] if self.asks else None

    def ask_of(self, player: str) -> Ask | None:
        """Return the decision of PLAYER that the round waits for, None if there is none."""
        for ask in self.asks:
            if ask.player == player:
                return ask
        return None

    @property
    def waiting(self) -> Waiting:
        """What the round waits for now."""
        return Waiting(self.turn, self.asks)

    @property
    def turn(self) -> Turn | None:
        """Whose turn it is, and for what; None while no round is running."""
        if not self.asks:
            return None
        ask = self.asks[0]
        if self._are_at_once:
            return Turn(EVERYBODY, ask.step, 1)
        return Turn(ask.player, ask.step, ask.hand or 1)

    @property
    def least_stake(self) -> int:
        """What a player must have to be seated, in the unit of the game."""
        return self._game.least_stake(self.rules)

    @property
    def seats(self) -> Sequence[Seat]:
        """The seats of the round that is running, only to be looked at; none without one."""
        return () if self._round is None else self._round.seats

    def rotated_players(self) -> tuple[str, ...]:
        """Return the players of the last round, the first of them last; empty if there was none.

        Those who were left out are not among them.
        """
        return self._order[1:] + self._order[:1]

    @property
    def order(self) -> tuple[str, ...]:
        """Who was dealt to last, in order, but for those who were left out."""
        return self._order

    def remember(self, order: tuple[str, ...]) -> None:
        """Note who was dealt to last, before there was this table."""
        self.players = self._order = order

    def leave_out(self, player: str) -> None:
        """Do not have PLAYER in the next round if nobody is named; unless nobody else would be."""
        if self.record_action is not None:
            self.record_action(LeftOut(player))
        self._order = tuple(each for each in self._order if each != player) or self.players

    @property
    def about_to_deal(self) -> str | None:
        """Who should not propose another game now; None where nobody minds."""
        return self._game.about_to_deal(self.rotated_players())

    @property
    def banker(self) -> str | None:
        """Who has the bank between rounds; None where nobody has, or there is none."""
        return self._game.banker_of(self._equipment)

    def can_keep_bank(self, chips: int, players: int) -> bool:
        """Tell whether a banker with so many CHIPS can keep the bank of a round of so many PLAYERS.

        The banker is one of them. What is in a kitty is known here, and is not among the chips.
        """
        return self._game.can_keep_bank(self._equipment, self.rules, chips, players)

    def adopt(self, model: "Table") -> None:
        """Play by the rules of MODEL, a new table of the same game, from the next round on.

        What lasts at the table stays, unless those rules are about the cards themselves: then it is
        that of MODEL.
        """
        self._model = model
        self._adopt_model()

    def _adopt_model(self) -> None:
        model = self._model
        if model is None or self._round is not None:
            return
        if not self._game.is_equipment_kept(self.rules, model.rules):
            self._equipment = model._equipment
        self.rules, self._least, self._most = model.rules, model._least, model._most
        self.table_rules = model.table_rules
        self._model = None

    def lay_kitty(self, kitty: Kitty | None) -> None:
        """Let KITTY be what is bet against from the next round on; nothing if it is None."""
        self._game.lay_kitty(self._equipment, kitty)

    def legal_moves(self) -> Iterator[Move]:
        """Yield each move that the first player asked may make; every amount makes one."""
        return self.asks[0].moves() if self.asks else iter(())

    def safest_move(self, ask: Ask) -> Move | None:
        """Return what is done for a player who does not answer ASK; None where that is no move."""
        return None if self._round is None else self._round.safest_move(ask)

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
        """Return why PLAYER cannot be seated with so many CHIPS; None where they are enough."""
        least = self.least_stake
        if chips + self._game.chips_besides(self._equipment, player) >= least:
            return None
        return SeatFault.NO_CHIPS if least == 1 else SeatFault.TOO_FEW_CHIPS

    def deal(
        self,
        players: Sequence[tuple[str, int]],
        consent: Mapping[str, bool] = NOBODY,
        order: tuple[str, ...] = (),
    ) -> list[Event]:
        """Start a round with PLAYERS, each a name and the chips it may stake, in their order.

        CONSENT has those who are not asked whether they want the bank, and what counts as their
        answer: no for players who are not there, yes for a banker who has just spoken. ORDER is the
        list that the next round goes by, where that is not PLAYERS alone. RoundRunning while there
        is a round; CannotDeal where a player cannot be seated.
        """
        if self._round is not None:
            raise RoundRunning
        if fault := self.why_not_deal(players):
            raise fault
        if self.record_action is not None:
            self.record_action(Dealt(tuple(players), tuple(consent.items()), order))
        self._players_before, self._order_before = self.players, self._order
        self.players = tuple([name for name, _ in players])
        self._order = order or self.players
        seats = [Seat(name, chips) for name, chips in players]
        self._round = self._game(seats, self._equipment, self.rules)
        self._round.table_rules = self.table_rules
        self._round.consent = consent
        self._script = self._round.play()
        return self._advance(None)

    def act(self, player: str, move: Move) -> list[Event]:
        """Make MOVE for PLAYER, and play on to the next decision or the end of the round.

        NothingAsked, NotSeated, NotYourTurn, NotOffered or BadAmount, and nothing has changed.
        """
        ask = self.ask_of(player)
        if ask is None:
            raise self._not_asked(player, move)
        option = ask.option(move.verb)
        if option is None:
            raise self._not_offered(ask, move)
        try:
            chosen = with_amount(ask, move, option)
        except BadAmount as refused:
            assert self._round is not None
            raise BadAmount(ask, move, option, self._round.why_not_more(ask, option)) from refused
        if self.record_action is not None:
            self.record_action(Moved(player, chosen))
        return self._answer(ask, chosen) if self._are_at_once else self._advance(chosen)

    def resign(self, player: str) -> list[Event]:
        """Let PLAYER leave the round, whoever's turn it is.

        NothingAsked while no round is running; NotSeated for somebody who is not in it;
        TooLateToLeave.
        """
        if self._round is None:
            raise NothingAsked
        seat = self._seat_of(player)
        if not self._round.may_resign():
            raise TooLateToLeave
        if self.record_action is not None:
            self.record_action(Left(player))
        self._round.resign(seat)
        return self._ask_anew()

    def run_down(self, player: str, chips: int) -> list[Event]:
        """Let PLAYER have at most CHIPS left to stake, and ask anew: a banker's limit all others.

        Where that leaves nothing to decide the round plays on. NotSeated for somebody not in it.
        """
        seat = self._seat_of(player)
        if chips >= seat.chips:
            return []
        if self.record_action is not None:
            self.record_action(ChipsCut(player, chips))
        seat.limit_chips(chips)
        return self._ask_anew()

    def at_risk(self, player: str) -> int:
        """Return the most that PLAYER can still lose in the round; 0 for somebody not in it."""
        if self._round is None:
            return 0
        at_risk = self._round.at_risk
        return sum(at_risk(seat) for seat in self.seats if seat.player == player)

    def do(self, player: str, deed: TableRequest, chips: int = 0) -> list[Event]:
        """Do for PLAYER what can be done on turn or not, also between rounds.

        Between rounds chips may change hands by it (see ``BankSold``); PLAYER has so many CHIPS
        then. NoSuchDeed, and nothing has changed.
        """
        if self._round is not None and not isinstance(deed, LookAtBank):
            # On equipment like this first: what is refused is no act.
            self._game.do(copy(self._equipment), self.rules, self._round, player, deed, chips)
            if self.record_action is not None:
                self.record_action(OutOfTurn(player, deed))
        return self._game.do(self._equipment, self.rules, self._round, player, deed, chips)

    def abandon(self) -> list[Event]:
        """Stop the round: every stake goes back. NothingAsked while no round is running."""
        if self._round is None:
            raise NothingAsked
        if self.record_action is not None:
            self.record_action(Stopped())
        self._round.abandon()
        return self._clear()

    # What lasts, and a round that is played once more

    def state(self) -> State:
        """Return what the table has now that no round is running, for ``restore``."""
        return self._game.state_of(self._equipment)

    def restore(self, state: State) -> None:
        """Let the table have what it had in that STATE; ValueError if that makes no sense."""
        if self._round is not None:
            raise RoundRunning
        self._equipment = self._game.restored(self.rules, state)

    def repeat(self, act: Action) -> list[Event]:
        """Do what was done once; what is refused now is refused as it would be to a player."""
        match act:
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
            case OutOfTurn(player, deed):
                return self.do(player, deed)
            case Stopped():
                return self.abandon()
        raise ValueError(act)

    def _seat_of(self, player: str) -> Seat:
        for seat in self.seats:
            if seat.player == player and not seat.has_resigned:
                return seat
        raise NotSeated

    def _not_offered(self, ask: Ask, move: Move) -> NotOffered:
        assert self._round is not None
        bar = self._round.why_not(ask, move.verb)
        return NotOffered(ask, move, bar, self._round.limits().get(bar, 0))

    def _not_asked(self, player: str, move: Move) -> Refused:
        """Return why PLAYER, who is not asked, cannot make MOVE."""
        if not self.asks:
            return NothingAsked()
        self._seat_of(player)
        return NotYourTurn(self.asks[0], move)

    def _advance(self, move: Move | None) -> list[Event]:
        this_round, script = self._round, self._script
        assert this_round is not None
        assert script is not None
        try:
            asked = script.send(move)
        except StopIteration:
            return self._clear()
        if isinstance(asked, tuple):
            self.asks, self._are_at_once = asked, True
        else:
            self.asks, self._are_at_once = (asked,), False
        return this_round.take_events()

    def _answer(self, ask: Ask, move: Move) -> list[Event]:
        """Take the MOVE of one of several who decide at once; play on after the last of them."""
        assert self._round is not None
        self._round.answer(ask, move)
        return self._wait_for(tuple([each for each in self.asks if each is not ask]))

    def _ask_anew(self) -> list[Event]:
        """Wait for what is asked as it is now; play on if nothing is left of it."""
        assert self._round is not None
        return self._wait_for(tuple(filter(None, map(self._as_it_is_now, self.asks))))

    def _as_it_is_now(self, ask: Ask) -> Ask | None:
        """Return ASK as it is after somebody's chips have changed; None if it is not needed."""
        assert self._round is not None
        has_resigned = all(ask.player != each.player or each.has_resigned for each in self.seats)
        if has_resigned or self._round.is_void(ask):
            return None
        anew = self._round.ask_anew(ask)
        return ask if anew == ask else anew

    def _wait_for(self, asks: tuple[Ask, ...]) -> list[Event]:
        assert self._round is not None
        if not asks:
            return self._advance(None)
        self.asks = asks
        return self._round.take_events()

    def _clear(self) -> list[Event]:
        assert self._round is not None
        events = self._round.take_events()
        if isinstance(events[-1], NoRound):
            self.players, self._order = self._players_before, self._order_before
        self._round = self._script = None
        self.asks = ()
        self._adopt_model()
        return events


def with_amount(ask: Ask, move: Move, option: Option) -> Move:
    """Return MOVE with its amount worked out; where none was said it is the least on offer.

    BadAmount if the amount is not within OPTION.
    """
    if option.least is None or option.most is None:
        if move.amount is not None:
            raise BadAmount(ask, move, option)
        return move
    amount = move.amount
    if option.least > option.most:
        raise BadAmount(ask, move, option)
    if not isinstance(amount, int):
        return Move(move.verb, option.most if amount is Bound.MOST else option.least)
    if not option.least <= amount <= option.most:
        raise BadAmount(ask, move, option)
    return move
