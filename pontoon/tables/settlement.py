"""What rounds do to players.xml: results, kitties, sold banks, and coins that run down.

The result is written before anything here begins: ``RoundRecorder.end``.
"""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Any

from msgspec.structs import replace

from pontoon.engine.errors import RequestFault, RequestRefused
from pontoon.engine.events import Event, HandEnd, Kitty
from pontoon.engine.hands import Seat
from pontoon.engine.moves import Accept, SellBank, Unit
from pontoon.engine.result import MAX_NUMBER, Result, TableKey
from pontoon.engine.table import Table
from pontoon.games.bank_events import BankSold, KittyTaken, KnockedDown
from pontoon.irc.outgoing import GAME_MARK, Message, Priority, Topic, do_nothing
from pontoon.storage.players.player import (
    BANK_SOLD,
    Fault,
    KittyChange,
    PlayerChange,
    PlayersFileError,
    RoundChange,
)
from pontoon.tables.channel_tables import ChannelTables
from pontoon.tables.presence import Presence
from pontoon.tables.wallets import TimeChange, Wallet, with_standing
from pontoon.text import announcements, player_commands
from pontoon.text.formatting import BALANCES_HEADINGS
from pontoon.text.round import own_outcome

AUCTION_OF = "{round} auction"
"""The name of the change by which a bank is paid that was auctioned in a round."""


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


def is_of_result(message: Message, channel: str) -> bool:
    """Tell whether MESSAGE tells CHANNEL how a round ended, and not how it was played."""
    return message.target == channel and message.topic not in (Topic.PLAY, Topic.VOID)


class Payments:
    """The payments of rounds in a channel that may not have heard of them."""

    def __init__(self, tables: ChannelTables, presence: Presence) -> None:
        self._tables = tables
        self._presence = presence
        self._context = tables.context
        self._payments: list[_Payment] = []
        self._is_void_told = False
        """Whether how a round became void is on its way to the channel."""

    def end_void(self, messages: Sequence[Message]) -> None:
        """Tell by MESSAGES how a round has just become void; until they have left, note it."""
        tables = self._tables
        told = [
            each
            for each in messages
            if each.target == tables.channel and each.urgency is Priority.GAME
        ]
        if told:
            self._is_void_told = True
            items = (item for each in told for item in each.items)
            self._note_untold(tables.table.game.title, *items)
        for each in messages:
            is_last = bool(told) and each is told[-1]
            tables.send(replace(each, left=self._void_is_told) if is_last else each)

    def _void_is_told(self) -> None:
        self._is_void_told = False
        self._note_untold()

    def _note_untold(self, *lines: str) -> None:
        context = self._context
        context.channels.put(context.known_as, self._tables.key, untold=lines)

    def _tell_void_again(self) -> None:
        tables = self._tables
        if tables.kept.untold and not self._is_void_told:
            self._is_void_told = True
            title, *lines = tables.kept.untold
            items = (announcements.HOW_IT_ENDED.format(title=title), *lines)
            tables.send(Message(tables.channel, items, Priority.GAME, left=self._void_is_told))

    def pay_for_bank(self, sold: KnockedDown, round_name: str) -> None:
        """Have the buyer of a bank that was SOLD in the auction of a round pay for it (RULES 3).

        The price hangs on no round. Its name keeps it from being paid twice.
        """
        tables, name = self._tables, AUCTION_OF.format(round=round_name)
        if self._context.settlements.store.has_settled(name):
            return
        changes = {
            sold.player: PlayerChange(sold.price, 0, 0),
            sold.buyer: PlayerChange(-sold.price, 0, 0),
        }
        change = RoundChange(tables.game, changes, None, name, tables.channel, BANK_SOLD)
        self._context.settlements.settle(change, do_nothing)

    def pay_again(self, events: Iterable[Event], round_name: str) -> None:
        """Have what EVENTS of a round, before a restart, say is paid at once paid, if it is not."""
        for event in events:
            if isinstance(event, KnockedDown):
                self.pay_for_bank(event, round_name)

    def settle(self, result: Result, messages: Iterable[Message], hands: Sequence[HandEnd]) -> None:
        """Tell by MESSAGES how a round with these HANDS has just ended, and pay its players."""
        payment = _Payment(self._tables, self._presence, result, hands)
        payment.tell(messages)
        self._pay(payment)

    def take_up(self, result: Result) -> None:
        """Pay a round that ended before the program was started; its channel is told later."""
        self._pay(_Payment(self._tables, self._presence, result))

    def _pay(self, payment: "_Payment") -> None:
        self._payments = [*self._untold(), payment]
        if not self._context.rounds.is_paid(payment.round):
            change = payment.change
            self._context.settlements.settle(change, payment.paid, payment.postponed)

    def _untold(self) -> list["_Payment"]:
        """Return those that are not paid and told yet, by this croupier or an earlier one."""
        has_result = self._context.rounds.has_result
        return [each for each in self._payments if has_result(each.round)]

    @property
    def has_untold(self) -> bool:
        """Whether the channel may not know yet how a round has ended."""
        return self._is_void_told or bool(self._untold())

    def lose_what_waits(self) -> None:
        """Note that messages to the channel are lost: the bot was out, or it was refused them."""
        self._is_void_told = False
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

    def shut_games(self) -> None:
        """Return the kitties of games that can no longer be played here, unless a round is played.

        While players.xml cannot be used, they stay where they are.
        """
        tables, kitty = self._tables, self._context.settlements.store.kitty
        allowed = tables.next_settings.games
        if allowed is not None and tables.table.turn is None:
            shut = [game for game in tables.by_game if game not in allowed]
            if any(kitty(tables.key_of(game)) for game in shut):
                self.return_kitties(shut)

    def return_kitties(self, games: Iterable[str]) -> bool:
        """Return the kitties of GAMES to their bankers; tell whether that is done.

        No round may be played here.
        """
        context, tables = self._context, self._tables
        if context.settlements.look():
            return False
        keys = [*map(tables.key_of, games)]
        kitty = context.settlements.store.kitty
        try:
            taken = [_return_kitty(tables, key) for key in keys if kitty(key) is not None]
        except PlayersFileError as error:
            context.settlements.report(error.faults)
            return False
        if context.network.roster(tables.channel) is not None:
            tables.announce_events(*filter(None, taken))
        return True

    def return_left_kitty(self) -> None:
        """Return a kitty whose banker no longer has the bank; before the next deal if not now."""
        if not self._context.settlements.look():
            with suppress(PlayersFileError):
                lay_kitty(self._tables, self._tables.game)


class _Payment:
    """The payment of the round that ended with RESULT and with these HANDS, if they are known.

    Paying may come first, if the bot is still out of the channel after a start, or telling, if
    players.xml has to be mended.
    """

    def __init__(
        self,
        tables: ChannelTables,
        presence: Presence,
        result: Result,
        hands: Sequence[HandEnd] = (),
    ) -> None:
        self._tables = tables
        self._presence = presence
        self._context = tables.context
        self._result = result
        self.round = result.id
        self._wallet = tables.context.settings.wallets[result.where.game]
        self.change = change_of(result, self._wallet)
        self._hands = hands
        """Nothing after a start."""
        self._people = {
            each.player: each.person for each in presence.seat_map.people if each.is_here
        }
        """Who played as each player, while the channel hears of the end; without those away."""
        self._is_postponed = False
        self._is_told = False
        """Whether the results are told, as far as is known."""
        self._are_balances_told = False
        self._to_leave = 0
        """The number of messages that wait to be sent."""

    def tell(self, messages: Iterable[Message]) -> None:
        """Send MESSAGES about the result if the bot is in the channel: all of them are needed."""
        if self._context.network.roster(self._tables.channel) is None:
            return
        self._to_leave = 0
        self._is_told, self._are_balances_told = True, False
        for message in messages:
            if is_of_result(message, self._tables.channel):
                self._send_counted(message)
            else:
                self._tables.send(message)

    def tell_again(self) -> None:
        """Tell what is not told; if any of the results was lost, tell all of them again."""
        if not self._is_told:
            channel = self._tables.channel
            heading = (announcements.HOW_IT_ENDED.format(title=self._result.title),)
            told = (heading, *self._result.told)
            self.tell(Message(channel, items, Priority.GAME) for items in told)
            self._tell_delay()
        if self._context.rounds.is_paid(self.round) and not self._are_balances_told:
            self._tell_balances()

    def lose_what_waits(self) -> None:
        """Note that messages which have not been sent are lost."""
        if self._to_leave:
            self._is_told = False

    def postponed(self) -> None:
        """Tell the channel, once, that players.xml cannot be written now.

        It may be paid before the channel hears of anything, if nothing can be written.
        """
        if not self._is_postponed:
            self._is_postponed = True
            self._people = {}  # players may have other nicks by the time it is paid
            self._context.database.when_kept(self._tell_delay)

    def _tell_delay(self) -> None:
        if self._is_postponed and self._is_told:
            items = (announcements.RESULT_WAITS,)
            self._tables.send(Message(self._tables.channel, items, Priority.GAME))

    def paid(self) -> None:
        """Note that the changes are written, and tell it."""
        self._context.rounds.paid(self.round)
        self._is_postponed = False
        if self._is_told and self._context.network.roster(self._tables.channel) is not None:
            self._tell_balances()
        if self._wallet.runs_down:
            self._context.voice_meter.changed()

    def _tell_balances(self) -> None:
        store, texts = self._context.settlements.store, self._context.settings.texts
        found = filter(None, map(store.find, self.change.players))
        items = tuple(texts.balance(each.nick, self._wallet.balance(each)) for each in found)
        self._are_balances_told = True
        heading = BALANCES_HEADINGS[self._result.unit]
        channel, mark = self._tables.channel, GAME_MARK
        message = Message(channel, items, Priority.GAME, mark=mark, heading=heading)
        self._send_counted(message)
        if (
            self._tables.table.turn is None
        ):  # nobody is told that between the cards of another round
            self._tell_players()

    def _tell_players(self) -> None:
        """Tell the players who are there, after the channel, what they won or lost.

        They are told, too, what became of minutes.
        """
        store, result = self._context.settlements.store, self._result
        for each in result.settled.results:
            player, nick, found = each.player, self._address(each.player), store.find(each.player)
            if not (each.played and nick and found):
                continue
            hands = [hand for hand in self._hands if hand.player == player]
            of_game = self._tables.of_game(player, result.title)
            balance = self._wallet.balance(found)
            told = [own_outcome(hands, result.unit, result.coin_minutes, balance, of_game)]
            change = self.change.players[player]
            if change.chips > 0 and found.chips == MAX_NUMBER:
                told.append(announcements.CANNOT_HAVE_MORE)
            if isinstance(change, TimeChange) and change.settlements:
                name = self._context.settings.texts.names(player)
                told += player_commands.told_of(name, change.settlements[-1])
            # With a receipt it is not dropped for the cards of the next round.
            self._tables.send(Message(nick, (" ".join(told),), Priority.ASIDE, left=do_nothing))

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
        if not self._to_leave and self._are_balances_told:
            self._context.rounds.told(self.round)


def lay_kitty(tables: ChannelTables, game: str) -> None:
    """Lay the kitty of GAME, which is in players.xml, on its table if its banker has the bank.

    Otherwise it is left over from before: return it to that banker, and tell the channel.
    PlayersFileError if it cannot be returned; nothing has changed then.
    """
    context, table, key = tables.context, tables.by_game[game], tables.key_of(game)
    kitty, banker = context.settlements.store.kitty(key), table.banker
    fold = context.network.fold
    if kitty is not None and (banker is None or fold(kitty.banker) != fold(banker)):
        if taken := _return_kitty(tables, key):
            tables.announce_events(taken)
    else:
        table.lay_kitty(kitty and Kitty(str(banker), kitty.chips))


def restore_bank(tables: ChannelTables, game: str, bank: Mapping[str, Any]) -> None:
    """Have the table of GAME go on with the BANK that it had before the program was started.

    So with its kitty, if that is there still.
    """
    context, table, key = tables.context, tables.by_game[game], tables.key_of(game)
    try:
        table.restore_bank(bank)
    except ValueError:  # a broken record must not keep the bot from starting
        context.log(f"{tables.channel}: I cannot read who has the bank of {game}: it is vacant")
        return
    kitty, fold = context.settlements.store.kitty(key), context.network.fold
    if kitty is not None and table.banker and fold(kitty.banker) == fold(table.banker):
        table.lay_kitty(Kitty(table.banker, kitty.chips))


def _return_kitty(tables: ChannelTables, key: TableKey) -> KittyTaken | None:
    """Return the kitty of KEY to its banker, and return that event; None if they are gone."""
    returned = tables.context.settlements.return_kitty(key)
    tables.by_game[key.game].lay_kitty(None)
    return None if returned is None else KittyTaken(returned.banker, returned.chips)


def left_to_stake(tables: ChannelTables, seat: Seat, began: datetime) -> int | None:
    """Return what the player of SEAT, in a round that BEGAN then, has left to stake.

    That is None if it cannot have changed.
    """
    registry, table, wallet = tables.context.seat_registry, tables.table, tables.wallet
    is_seated_twice = registry.may_lose_elsewhere(seat.player)
    if seat.has_resigned or not (is_seated_twice or wallet.runs_down):
        return None
    player = tables.context.settlements.store.find(seat.player)
    if player is None:
        return None
    left = wallet.left_to_stake(player, seat, began)
    if is_seated_twice:
        elsewhere = registry.at_risk(seat.player, table.game.unit) - table.at_risk(seat.player)
        if table.game.unit is Unit.CHIPS:
            elsewhere += tables.context.settlements.lost_by(seat.player)
        left = min(left, max(wallet.stakes(player) + seat.change - elsewhere, 0))
    return left


def trade_between_rounds(
    tables: ChannelTables, table: Table, player: str, request: SellBank | Accept
) -> list[Event]:
    """Let PLAYER offer or buy the bank of TABLE between its rounds; the price is paid at once.

    RequestRefused, also if one of the two plays anywhere; PlayersFileError if the price cannot be
    paid. Nothing has changed then.
    """
    context, where = tables.context, tables.key_of(table.game.name)
    other = request.buyer if isinstance(request, SellBank) else table.banker
    parties = [each for each in (player, other) if each is not None]
    if any(map(context.seat_registry.is_seated, parties)):
        raise RequestRefused(request, RequestFault.IS_PLAYING)
    if trouble := context.settlements.look():  # a result of theirs may wait
        raise PlayersFileError(Fault(0, trouble))
    store, before = context.settlements.store, table.state()
    buyer = store.find(player)
    events = table.do(player, request, 0 if buyer is None else buyer.chips)
    try:
        for event in events:
            if isinstance(event, BankSold):
                context.rounds.keep_bank(where, table.bank)
                store.sell_bank(event.player, event.buyer, event.price)
    except PlayersFileError as error:
        context.settlements.report(error.faults)
        table.restore(before)
        context.rounds.keep_bank(where, table.bank)
        raise
    return events
