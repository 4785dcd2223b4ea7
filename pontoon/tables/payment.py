"""The payment of rounds: from the end of one to ``Chips:`` and what its players hear of it.

The result is written before anything here begins: ``RoundRecorder.end``.
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from enum import Enum, auto
from itertools import dropwhile

from msgspec.structs import replace

from pontoon.engine.computers import is_computer
from pontoon.engine.events import BankerResult, Event, HandEnd, PlayerResult
from pontoon.engine.moves import Unit
from pontoon.engine.result import MAX_NUMBER, Result, WhyVoid
from pontoon.games.bank_events import BankTaken, KnockedDown, WayToBank
from pontoon.irc.outgoing import GAME_MARK, Message, Priority, do_nothing
from pontoon.storage.channels import VoidRound
from pontoon.storage.future import Future
from pontoon.storage.history import UNREADABLE, round_called
from pontoon.storage.players.player import (
    AUCTION_OF,
    KittyChange,
    RoundChange,
)
from pontoon.storage.replay import Replay
from pontoon.storage.rows import Read
from pontoon.tables.channel_tables import ChannelTables
from pontoon.tables.narrator import tell_ending
from pontoon.tables.presence import Presence
from pontoon.tables.wallets import TimeChange, Wallet, with_standing
from pontoon.text import announcements, player_commands
from pontoon.text.formatting import BALANCES_HEADINGS
from pontoon.text.round import no_round, own_outcome, paid_for_bank


def change_of(result: Result, wallet: Wallet) -> RoundChange:
    """Return what the round with RESULT did to players.xml; WALLET is that of its game."""
    settled, change = result.settled, wallet.change
    changes = {
        each.player: change(each, result.began, result.coin_minutes) for each in settled.results
    }
    counted = [each for each in result.counted if each.player in changes]
    changes |= {each.player: with_standing(changes[each.player], each) for each in counted}
    _, channel, game = result.where
    # With what the kitty gains, all changes add up to nothing.
    gained = -settled.house - sum(each.chips for each in settled.results)
    kitty = None
    if settled.kitty is not None or gained:
        banker = settled.kitty.banker if settled.kitty else None
        kitty = KittyChange(result.where, banker, gained)
    return RoundChange(game, changes, kitty, result.id, channel)


def ending_of(events: Iterable[Event]) -> list[Event]:
    """Return those of EVENTS, which settle a round, that tell how it ended: results, and the rest.

    What was played before them is told as it is done.
    """
    return [*dropwhile(lambda event: not isinstance(event, HandEnd), events)]


def ending_on_record(read: Read, name: str) -> Sequence[Event]:
    """Return how the settled round of that NAME ended; nothing if it cannot be played again."""
    with suppress(*UNREADABLE):
        if (record := round_called(read, name)) is not None:
            return ending_of(Replay(record).events)
    return []


class Payments:
    """The payments of rounds in a channel that may not have heard of them."""

    def __init__(self, tables: ChannelTables, presence: Presence) -> None:
        self._tables = tables
        self._presence = presence
        self._context = tables.context
        self._payments: list[Payment] = []
        self._is_void_on_its_way = False
        """Whether the channel is being told that the last round is void."""

    # A round that is void

    def end_void(self, why: WhyVoid, messages: Sequence[Message]) -> None:
        """Tell by MESSAGES that the round is void; note WHY until the channel has heard it."""
        tables = self._tables
        self.note_void(tables.game, why)
        self._is_void_on_its_way = True
        last = [each for each in messages if each.target == tables.channel][-1]
        for each in messages:
            tables.send(replace(each, left=self._void_is_heard) if each is last else each)

    def note_void(self, game: str, why: WhyVoid | None) -> None:
        """Note WHY a round of GAME is void, if it is, and that the channel may not know."""
        context, void = self._context, None if why is None else VoidRound(game, why)
        context.channels.put(context.known_as, self._tables.key, void=void)

    def _void_is_heard(self) -> None:
        self._is_void_on_its_way = False
        self.note_void("", None)

    def _tell_void_again(self) -> None:
        tables, void = self._tables, self._tables.kept.void
        if void is None or self._is_void_on_its_way:
            return
        self._is_void_on_its_way = True
        tables.announce(
            announcements.HOW_IT_ENDED.format(title=tables.by_game[void.game].game.title)
        )
        said = Message(tables.channel, (no_round(void.why),), Priority.GAME, mark=GAME_MARK)
        tables.send(replace(said, left=self._void_is_heard))

    # A bank that is paid for during a round

    def pay_for_bank(self, sold: KnockedDown, round_name: str) -> None:
        """Have the buyer of a bank that was SOLD in the auction of a round pay for it (RULES 3)."""
        tables, settlements = self._tables, self._context.settlements
        name = AUCTION_OF.format(round=round_name)
        if not settlements.store.has_settled(name):
            where = tables.key_of(tables.game)
            settlements.pay_for_bank(where, name, sold.player, sold.buyer, sold.price)

    def pay_again(self, events: Iterable[Event], round_name: str) -> None:
        """Have what EVENTS of a round, before a restart, say is paid at once paid, if it is not."""
        for event in events:
            if isinstance(event, KnockedDown):
                self.pay_for_bank(event, round_name)

    # A round that is settled

    def settle(self, result: Result, ending: Sequence[Event]) -> None:
        """Tell the ENDING of the round with RESULT, which has just ended, and pay its players."""
        payment = Payment(self._tables, self._presence, result, ending)
        payment.tell_results()
        self._add(payment)

    def take_up(self, result: Result) -> None:
        """Pay a round that ended before the program was started; its channel is told later."""
        payment = Payment(self._tables, self._presence, result, ())
        payment.read_ending()
        payment.is_paid = self._context.settlements.store.has_settled(result.id)
        self._add(payment)

    def settle_later(self, result: Result, ending: Sequence[Event]) -> None:
        """Pay the round with RESULT; the channel is told its ENDING when the bot is there."""
        self._add(Payment(self._tables, self._presence, result, ending))

    def _add(self, payment: "Payment") -> None:
        self._payments = [*self._untold(), payment]
        if not payment.is_paid:
            change = payment.change
            self._context.settlements.settle(change, payment.paid, payment.postponed)

    def _untold(self) -> list["Payment"]:
        """Return those that are not paid and told yet, by this croupier or an earlier one."""
        is_due = self._context.rounds.is_due
        return [each for each in self._payments if is_due(each.round)]

    @property
    def has_untold(self) -> bool:
        """Whether the channel may not know yet how a round has ended."""
        return self._is_void_on_its_way or bool(self._untold())

    def lose_what_waits(self) -> None:
        """Note that messages to the channel are lost: the bot was out, or it was refused them."""
        self._is_void_on_its_way = False
        for payment in self._untold():
            payment.lose_what_waits()

    def tell_again(self) -> None:
        """Tell what the channel has not heard, if anybody is there."""
        network = self._context.network
        people = network.roster(self._tables.channel) or ()
        if any(not network.is_me(person.nick) for person in people):
            self._tell_void_again()
            for payment in self._untold():
                payment.tell_again()


class _Told(Enum):
    """How much of a payment the channel has been told, as far as is known."""

    NOTHING = auto()
    RESULTS = auto()
    BALANCES = auto()
    """The results, and then the balances."""


class Payment:
    """The payment of the round that ended with RESULT; its events from the first result on: ENDING.

    It begins when the result is written, and is over when the channel knows it. Paying may come
    first, if the bot is still out of the channel after a start, or telling, if players.xml has to
    be mended.
    """

    def __init__(
        self,
        tables: ChannelTables,
        presence: Presence,
        result: Result,
        ending: Sequence[Event],
    ) -> None:
        self._tables = tables
        self._presence = presence
        self._context = tables.context
        self._result = result
        self._ending = ending
        self._reading: Future[Sequence[Event]] | None = None
        """Where it is read how the round ended, if its end was before a start."""
        self.round = result.id
        self._game = tables.by_game[result.where.game].game
        self._wallet = tables.context.settings.wallets[result.where.game]
        self.change = change_of(result, self._wallet)
        self._people = {
            each.player: each.person for each in presence.seat_map.people if each.is_here
        }
        """Who played as each player, while the channel hears of the end; without those away."""
        self.is_paid = False
        self._told = _Told.NOTHING
        self._is_postponed = False
        """Whether players.xml could not be written so far."""
        self._to_leave = 0
        """The number of messages that the channel has not confirmed."""

    def read_ending(self) -> None:
        """Read how the round ended. The channel is told nothing of it before that is known."""
        self._reading = self._context.database.look_up(ending_on_record, self.round)
        self._reading.then(self._note_ending)

    def _note_ending(self, ending: Sequence[Event]) -> None:
        self._ending = ending

    def tell_results(self, *before: str) -> None:
        """Tell the channel how each hand ended, behind what it is told BEFORE."""
        tables = self._tables
        if self._context.network.roster(tables.channel) is None:
            return
        self._to_leave, self._told = 0, _Told.RESULTS
        if before:
            self._send_counted(Message(tables.channel, before, Priority.GAME))
        for message in tell_ending(tables.channel, self._context.settings.texts, self._ending):
            self._send_counted(message)

    def tell_again(self) -> None:
        """Tell what is not told; if any of the results was lost, tell all of them again."""
        if self._reading is None:
            self._tell_again()
        else:
            self._reading.then(lambda _: self._tell_again())

    def _tell_again(self) -> None:
        if self._told is _Told.NOTHING:
            line = announcements.HOW_IT_ENDED if self._ending else announcements.HAS_ENDED
            self.tell_results(line.format(title=self._game.title))
            self._tell_delay()
        if self.is_paid and self._told is _Told.RESULTS:
            self._tell_balances()

    def lose_what_waits(self) -> None:
        """Note that messages which have not been sent are lost."""
        if self._to_leave:
            self._told = _Told.NOTHING

    def postponed(self) -> None:
        """Tell the channel, once, that players.xml cannot be written now.

        It may be paid before the channel hears of anything, if nothing can be written.
        """
        if not self._is_postponed:
            self._is_postponed = True
            self._people = {}  # players may have other nicks by the time it is paid
            self._context.database.when_kept(self._tell_delay)

    def _tell_delay(self) -> None:
        is_settled = self._context.settlements.store.has_settled
        if self._is_postponed and self._told is not _Told.NOTHING and not is_settled(self.round):
            self._tables.announce(announcements.RESULT_WAITS)

    def paid(self) -> None:
        """Note that the changes are written, and tell it."""
        self.is_paid, self._is_postponed = True, False
        is_there = self._context.network.roster(self._tables.channel) is not None
        if self._told is _Told.RESULTS and is_there:
            self._tell_balances()
        if self._wallet.runs_down:
            self._context.voice_meter.changed()

    def _tell_balances(self) -> None:
        store, texts = self._context.settlements.store, self._context.settings.texts
        listed = [each for each in self._result.settled.results if self._is_listed(each)]
        found = filter(None, (store.find(each.player) for each in listed))
        items = tuple(texts.balance(each.nick, self._wallet.balance(each)) for each in found)
        self._told = _Told.BALANCES
        heading, channel = BALANCES_HEADINGS[self._result.unit], self._tables.channel
        said = Message(channel, items, Priority.GAME, mark=GAME_MARK, heading=heading)
        self._send_counted(said)
        if self._tables.table.turn is None:  # not between the cards of another round
            self._tell_players()

    def _is_listed(self, each: PlayerResult) -> bool:
        """Tell whether the channel hears what the player has now: a computer has if it changed."""
        return not is_computer(each.player) or any(self.change.players[each.player].moved.values())

    def _tell_players(self) -> None:
        """Tell the players who are there, after the channel, what they won or lost.

        They are told, too, what became of minutes.
        """
        store, result = self._context.settlements.store, self._result
        for each in result.settled.results:
            player, nick, found = each.player, self._address(each.player), store.find(each.player)
            if not (each.played and nick and found):
                continue
            hands = [end for end in self._ending if isinstance(end, HandEnd)]
            hands = [end for end in hands if end.player == player]
            balance, of_bank = self._wallet.balance(found), self._of_bank(each, hands)
            of_game = self._tables.of_game(player, self._game.title)
            told = [own_outcome(hands, result.unit, result.coin_minutes, balance, of_bank, of_game)]
            change = self.change.players[player]
            if change.chips > 0 and found.chips == MAX_NUMBER:
                told.append(announcements.CANNOT_HAVE_MORE)
            if isinstance(change, TimeChange) and change.settlements:
                name = self._context.settings.texts.names(player)
                told += player_commands.told_of(name, change.settlements[-1])
            # With a receipt it is not dropped for the cards of the next round.
            self._tables.send(Message(nick, (" ".join(told),), Priority.ASIDE, left=do_nothing))

    def _of_bank(self, result: PlayerResult, hands: Sequence[HandEnd]) -> str:
        """Say what RESULT has beyond its HANDS: the price of a bank, and the kitty."""
        if self._result.unit is not Unit.CHIPS or not hands:
            return ""
        price, was_banker = 0, any(isinstance(hand, BankerResult) for hand in hands)
        for event in self._ending:
            if isinstance(event, BankTaken) and event.way is WayToBank.SALE:
                if event.player == result.player:
                    price = -event.price
                elif was_banker:
                    price = event.price
        kitty = result.chips - sum(hand.gain for hand in hands) - price
        # What players and banker do not gain from each other moves between them and the kitty.
        gains = [end.gain for end in self._ending if isinstance(end, HandEnd)]
        return paid_for_bank(price, kitty, -sum(gains) if was_banker else 0)

    def _address(self, player: str) -> str | None:
        """Return the nick at which PLAYER is told; somebody else may have taken theirs since."""
        nick, known = self._presence.reach(player), self._people.get(player)
        if known is None:
            return nick
        found = self._tables.roster.find(known.nick)
        if found is not None and found.userhost == known.userhost:
            return found.nick
        return None if nick == known.nick else nick

    def _send_counted(self, message: Message) -> None:
        """Send MESSAGE to the channel, and note when it has been sent."""
        self._to_leave += 1
        self._tables.send(replace(message, left=self._sent))

    def _sent(self) -> None:
        self._to_leave -= 1
        if not self._to_leave and self._told is _Told.BALANCES:
            self._context.rounds.told(self.round)
            self._context.settlements.store.told(self.round)
