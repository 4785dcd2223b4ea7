"""A table: rounds of one game, one after the other, and the equipment that lasts between them."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from typing import Any

from pontoon.engine.actions import Action, ChipsCut, Dealt, Left, LeftOut, Moved, OutOfTurn, Stopped
from pontoon.engine.decks import NO_SEED, Deck, Equipment, Marker, next_seed
from pontoon.engine.errors import CannotDeal, CannotSeat, Refused, SeatFault, TableFault
from pontoon.engine.events import Event, Kitty, NoRound
from pontoon.engine.hands import Seat
from pontoon.engine.moves import Ask, LookAtBank, Move, Phase, TableRequest, Turn, Verb, Waiting
from pontoon.engine.round import EquipmentState, Round, TableRules
from pontoon.engine.running_round import RunningRound

RecordAction = Callable[[Action], None]
"""Is called with each action that is allowed, before it is done. If it raises, it is not done."""


class Table:
    """Deals rounds of a game, and takes the moves that are on offer, and no others.

    Each method that changes something returns the events. One that is refused changes nothing.

    A table whose EQUIPMENT has ``NO_SEED`` is given each deck by ``put_in_deck``: its decks are
    sealed, and it must never deal from another. A table that begins with a deck makes those that
    follow from its seed, so that nobody needs a croupier to use the engine.

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
        self.game = game
        self.rules = self.next_rules = rules
        """The numbers of the game, as this channel has set them; those of the next deck."""
        self.table_rules = table_rules or TableRules()
        """The rules of this table for every game."""
        self.equipment: Equipment = equipment
        self.fewest: int
        """The least number of players."""
        self.most: int
        """The largest number of players."""
        self._set_seats(max_players)
        self._running: RunningRound | None = None
        self.players: tuple[str, ...] = ()
        """The players of the round that is running, or else of the last one, in order."""
        self.record_action: RecordAction | None = None
        self.order: tuple[str, ...] = ()
        """The players who were dealt to last, in order, without those who are left out."""
        self._before: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
        """``players`` and ``order`` before the round that is running."""
        self._rules_to_come: tuple[Any, int, TableRules] | None = None
        """What ``set_rules`` was given, while a round is running."""
        self._is_given_decks = False
        self.round_deck: Deck | None = None
        """The deck of the round that is running, or else of the last one."""

    @property
    def deck(self) -> Deck:
        """The deck in play; once it is finished, another is put in before the next round."""
        return self.equipment.deck

    def put_in_deck(self, seed: bytes, marker: Marker | None = None) -> None:
        """Put in a new deck made from SEED, of 32 bytes; Refused while a round is running.

        It was sealed with that MARKER; without one, the rules say it. Bank and kitty stay. From now
        on the table makes no deck by itself.
        """
        if self._running is not None:
            raise Refused(TableFault.ROUND_RUNNING)
        self._renew(seed)
        if marker is not None:
            self.rules = self.rules.of_deck(marker)
        self._is_given_decks = True

    def _renew(self, seed: bytes) -> None:
        self.equipment = self.equipment.renewed(seed)
        self.rules = self.next_rules

    def _another_deck(self) -> Deck:
        """Put in the deck that follows from the one before, and return it; Refused if none does."""
        seed = self._following_seed()
        if seed == NO_SEED:
            raise Refused(TableFault.NO_DECK)
        self._renew(seed)
        return self.equipment.deck

    def _following_seed(self) -> bytes:
        """Return the seed of the next deck; ``NO_SEED`` if the table is given its decks."""
        seed = self.equipment.deck.seed
        return NO_SEED if self._is_given_decks or seed == NO_SEED else next_seed(seed)

    @property
    def verbs(self) -> tuple[Verb, ...]:
        """All that players can do in this game, with the likeliest meaning first."""
        is_bankers = self.ask is not None and self.ask.phase is Phase.BANKER
        answers, moves = self.game.ANSWERS, tuple(self.game.MOVES)
        return (*answers, *moves) if is_bankers else (*moves, *answers)

    def set_rules(
        self, rules: Any, max_players: int, table_rules: TableRules | None = None
    ) -> None:
        """Play by other rules, given as for a new table, from the next round on.

        The equipment stays, unless the rules about the cards have changed: then another deck takes
        its place. A pack is gathered as before until another takes its place.
        """
        self._rules_to_come = rules, max_players, table_rules or TableRules()
        self._apply_rules_to_come()

    def _apply_rules_to_come(self) -> None:
        if self._rules_to_come is None or self._running is not None:
            return
        rules, max_players, self.table_rules = self._rules_to_come
        self._rules_to_come = None
        if not self.game.is_equipment_kept(self.rules, rules):
            self.equipment = self.game.new_equipment(rules, self._following_seed())
        self.next_rules = rules
        self.rules = rules if self.deck.is_finished else rules.of_deck(self.rules.marker)
        self._set_seats(max_players)

    def _set_seats(self, max_players: int) -> None:
        self.fewest, most = self.game.seats_for(self.next_rules)
        self.most = min(most, max_players)

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
        for ask in self._running.asks if self._running is not None else ():
            if ask.player == player:
                return ask
        return None

    @property
    def turn(self) -> Turn | None:
        """Whose turn it is, and for what; None between rounds."""
        return None if self._running is None else self._running.turn

    @property
    def waiting(self) -> Waiting:
        running = self._running
        return Waiting(None, ()) if running is None else Waiting(running.turn, running.asks)

    def safest_move(self, ask: Ask) -> Move | None:
        return None if self._running is None else self._running.round.safest_move(ask)

    def at_risk(self, player: str) -> int:
        """Return the most that PLAYER can still lose in the round; 0 without a part in it."""
        if self._running is None:
            return 0
        this_round = self._running.round
        at_risk = this_round.at_risk
        seated = sum(at_risk(seat) for seat in this_round.seats if seat.player == player)
        left = (at_risk(seat) for seat in this_round.unseated if seat.player == player)
        return seated + sum(max(each, 0) for each in left)

    def seat_of(self, player: str) -> Seat | None:
        """Return the seat of PLAYER, who has not resigned it; None if they have none."""
        seats = (each for each in self.seats if each.player == player)
        return next((each for each in seats if not each.has_resigned), None)

    @property
    def are_cards_out(self) -> bool:
        """Whether somebody in the round that is running has been dealt a card."""
        return any(hand.cards for seat in self.seats for hand in seat.hands)

    def rotated_players(self) -> tuple[str, ...]:
        """Return the ``order`` with the first player last."""
        return self.order[1:] + self.order[:1]

    def remember(self, order: tuple[str, ...]) -> None:
        """Note who was dealt to last, before there was this table."""
        self.players = self.order = order

    def leave_out(self, player: str) -> None:
        """Take PLAYER off the list for the next round, unless nobody else is on it."""
        if self.record_action is not None:
            self.record_action(LeftOut(player))
        self.order = tuple(each for each in self.order if each != player) or self.players

    @property
    def about_to_deal(self) -> str | None:
        """The player for whom it is bad form to propose another game; None if there is none."""
        return self.game.about_to_deal(self.rotated_players())

    @property
    def banker(self) -> str | None:
        """The player who has the bank between rounds; None if nobody has, or there is no bank."""
        return self.game.banker_of(self.equipment)

    @property
    def offer(self) -> Event | None:
        """The offer of the bank that its buyer has not answered; None if there is none."""
        return self.game.offer_of(self.equipment)

    def can_keep_bank(self, chips: int) -> bool:
        """Tell whether a banker with this many CHIPS can keep the bank, and cover one player."""
        return self.game.can_keep_bank(self.equipment, self.rules, chips)

    def lay_kitty(self, kitty: Kitty | None) -> None:
        self.game.lay_kitty(self.equipment, kitty)

    def why_not_deal(self, players: Sequence[tuple[str, int]]) -> CannotDeal | None:
        """Return all that is wrong with dealing to PLAYERS, each with their chips, if anything."""
        chips = dict(players)
        faults = []
        if len(chips) < len(players):
            times = Counter(name for name, _ in players)
            faults += [
                CannotSeat(name, SeatFault.SEATED_TWICE) for name in chips if times[name] > 1
            ]
        least = self.game.least_stake(self.rules)
        for name, has in chips.items():
            if has < least and (fault := self.why_too_few(name, has)):
                faults.append(CannotSeat(name, fault))
        most = self.most if len(players) > self.most else None
        fewest = self.fewest if len(players) < self.fewest else None
        return CannotDeal(tuple(faults), most, fewest) if faults or most or fewest else None

    def why_too_few(self, player: str, chips: int) -> SeatFault | None:
        """Return why PLAYER cannot be seated with this many CHIPS; None if they are enough."""
        least = self.game.least_stake(self.rules)
        if chips + self.game.chips_at_table(self.equipment, player) >= least:
            return None
        return SeatFault.NO_CHIPS if least == 1 else SeatFault.TOO_FEW_CHIPS

    def deal(
        self,
        players: Sequence[tuple[str, int]],
        order: tuple[str, ...] = (),
        *,
        bank_passes_on: bool = False,
    ) -> list[Event]:
        """Start a round with PLAYERS, each a name and the chips they may stake, in their order.

        ORDER and BANK_PASSES_ON are as in ``Dealt``. Refused while a round is running, if a player
        cannot be seated (``CannotDeal``), or if a deck must be put in first.
        """
        if self._running is not None:
            raise Refused(TableFault.ROUND_RUNNING)
        if fault := self.why_not_deal(players):
            raise Refused(fault)
        if (deck := self.equipment.deck).is_finished:
            deck = self._another_deck()
        if self.record_action is not None:
            self.record_action(Dealt(tuple(players), bank_passes_on, order))
        self._before = self.players, self.order
        deck.begin_round()
        self.round_deck = deck
        seats = [Seat(name, chips) for name, chips in players]
        this_round = self.game(seats, self.equipment, self.rules)
        self.players = this_round.named
        self.order = order or self.players
        this_round.table_rules = self.table_rules
        this_round.bank_passes_on = bank_passes_on
        self._running = running = RunningRound(this_round)
        return self._after(running.advance(None))

    def act(self, player: str, move: Move) -> list[Event]:
        """Make MOVE for PLAYER, and play to the next decision or the end of the round.

        Refused for a ``TableFault``, or because of ``WhyNot``.
        """
        running = self._running
        if running is None:
            raise Refused(TableFault.NOTHING_ASKED)
        for ask in running.asks:
            if ask.player == player:
                break
        else:
            running.seat_of(player)
            raise Refused(TableFault.NOT_YOUR_TURN)
        chosen = running.checked(ask, move)
        if self.record_action is not None:
            self.record_action(Moved(player, chosen))
        events = running.answer(ask, chosen)
        return self._ended(events) if running.is_over else events

    def resign(self, player: str) -> list[Event]:
        """Let PLAYER leave the round, on turn or not.

        Refused between rounds, without a seat, and when it is too late to leave.
        """
        running = self._running
        if running is None:
            raise Refused(TableFault.NOTHING_ASKED)
        seat = running.seat_of(player)
        if not running.round.may_resign():
            raise Refused(TableFault.TOO_LATE_TO_LEAVE)
        if self.record_action is not None:
            self.record_action(Left(player))
        running.round.resign(seat)
        return self._after(running.ask_anew())

    def is_free(self, player: str) -> bool:
        """Tell whether PLAYER can leave the round at no cost, or has no seat in it."""
        seat, running = self.seat_of(player), self._running
        return seat is None or running is None or running.round.is_free(seat)

    def run_down(self, player: str, chips: int) -> list[Event]:
        """Leave PLAYER at most CHIPS to stake, and ask all players anew; Refused without a seat.

        The chips of a banker limit what all others stake.
        """
        running = self._running
        if running is None:
            raise Refused(TableFault.NOT_SEATED)
        seat = running.seat_of(player)
        if chips >= seat.chips:
            return []
        if self.record_action is not None:
            self.record_action(ChipsCut(player, chips))
        seat.limit_chips(chips)
        return self._after(running.ask_anew())

    def do(self, player: str, request: TableRequest, chips: int = 0) -> list[Event]:
        """Do for PLAYER what can be done on turn or not, also between rounds.

        Between rounds PLAYER has this many CHIPS, and chips may change hands (see ``BankSold``).
        Refused for a ``RequestFault``.
        """
        if self._running is not None and not isinstance(request, LookAtBank):
            # Try it on a copy of the equipment: what is refused must not be recorded.
            self.game.do(copy(self.equipment), self.rules, self.round, player, request, chips)
            if self.record_action is not None:
                self.record_action(OutOfTurn(player, request))
        return self.game.do(self.equipment, self.rules, self.round, player, request, chips)

    def abandon(self) -> list[Event]:
        """Stop the round: every stake goes back. Refused between rounds."""
        running = self._running
        if running is None:
            raise Refused(TableFault.NOTHING_ASKED)
        if self.record_action is not None:
            self.record_action(Stopped())
        running.round.abandon()
        return self._ended(running.round.take_events())

    def _after(self, events: list[Event]) -> list[Event]:
        """Return EVENTS; the table is free for the next round if the script is at its end."""
        assert self._running is not None
        return self._ended(events) if self._running.is_over else events

    def _ended(self, events: list[Event]) -> list[Event]:
        if events and type(events[-1]) is NoRound:
            self.players, self.order = self._before
        self._running = None
        self._apply_rules_to_come()
        return events

    def state(self) -> EquipmentState:
        """Return the equipment between rounds as JSON values, for ``restore``."""
        return self.equipment.state()

    @property
    def bank(self) -> EquipmentState:
        """What of the state lasts over restarts between rounds, for ``restore_bank``."""
        return self.game.bank_of(self.equipment)

    def restore_bank(self, bank: Mapping[str, Any]) -> None:
        """Have the BANK that a table had before; ValueError if it makes no sense."""
        self.restore({**self.state(), **bank})

    def restore(self, state: EquipmentState) -> None:
        """Put the equipment back into STATE; ValueError if it makes no sense."""
        if self._running is not None:
            raise Refused(TableFault.ROUND_RUNNING)
        self._is_given_decks |= self.equipment.deck.seed == NO_SEED
        try:
            self.equipment = self.game.restored(self.rules, state)
        except (KeyError, TypeError, AttributeError) as error:
            raise ValueError(state) from error

    def repeat(self, action: Action) -> list[Event]:
        """Do a recorded ACTION again, and raise the same refusals as for a player."""
        match action:
            case Dealt(players, bank_passes_on, order):
                return self.deal(players, order, bank_passes_on=bank_passes_on)
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
