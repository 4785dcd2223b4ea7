"""What a round has brought everybody: paid once, and told until its channel has heard it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from pontoon.engine.result import Result
from pontoon.irc.outgoing import Message, Priority, Send
from pontoon.storage.journal import Journal
from pontoon.storage.players.player import KittyKey, PlayerChange, Receipt
from pontoon.storage.players.settlement_queue import SettlementQueue
from pontoon.tables.context import TableContext
from pontoon.tables.kitty_keeper import kitty_change
from pontoon.tables.wallets import Wallet
from pontoon.text import announcements, time_commands

Addresses = Mapping[str, str | None]
"""The nick of each player; None where they are away."""

Changes = Mapping[str, PlayerChange]
"""What a round did to each player."""


def changes_of(result: Result, wallet: Wallet) -> Changes:
    """Return what the round did that ended with RESULT; WALLET is that of its game."""
    then = wallet.at(result.coin_minutes)
    return {each.player: then.change(each, result.began) for each in result.settled.results}


def is_of_result(say: Message, channel: str) -> bool:
    """Tell whether CHANNEL is told by SAY how a round has ended, and not how it was played."""
    return say.target == channel and not say.joins


def _say_nothing(_say: Message) -> None:
    """Keep it."""


def pay(
    result: Result,
    changes: Changes,
    settlements: SettlementQueue,
    journal: Journal,
    paid: Callable[[], None],
) -> None:
    """Have SETTLEMENTS write the CHANGES of RESULT, now or when it can, and call PAID then.

    What JOURNAL has for paid is not written again.
    """
    if journal.is_paid(result.id):
        paid()
        return

    def note(_posted: Receipt) -> None:
        journal.paid(result.id)
        paid()

    network, channel, game = result.where
    kitty = kitty_change(KittyKey(game, network, channel), result.settled)
    settlements.settle(game, changes, note, kitty, result.id)


class Payments:
    """The payments of rounds in CHANNEL which it may not have heard of; SPEAK says something."""

    def __init__(self, channel: str, context: TableContext, speak: Send) -> None:
        self._channel = channel
        self._context = context
        self._speak = speak
        self._untold: list[_Payment] = []

    def settle(self, result: Result, says: Iterable[Message], addresses: Addresses) -> None:
        """Tell how a round has just ended, which SAYS do, and pay it; ADDRESSES of its players."""
        payment = self._begun(result)
        payment.tell(says)
        payment.pay(addresses)
        payment.tell_whether_paid()

    def take_up(self, result: Result) -> None:
        """Pay a round that had ended when the program did; it is told in the channel."""
        self._begun(result).pay({})

    def entered(self) -> None:
        """Note that the bot has come into the channel: what was still to leave never has."""
        for payment in self._untold:
            payment.lose_what_waits()

    def close(self) -> None:
        """Say no more: whoever deals here next does. What has been said may still leave."""
        for payment in self._untold:
            payment.fall_silent()

    def tell_again(self) -> None:
        """Tell what the channel has not heard, if there is anybody in it."""
        network, journal = self._context.network, self._context.journal
        # What a croupier who was here before has said may have left since.
        self._untold = [each for each in self._untold if journal.has_result(each.round)]
        people = network.roster(self._channel) or ()
        if self._untold and any(not network.is_me(person.nick) for person in people):
            for payment in self._untold:
                payment.tell_again()

    def _begun(self, result: Result) -> "_Payment":
        payment = _Payment(self._channel, self._context, self._speak, result, self._done)
        self._untold.append(payment)
        return payment

    def _done(self, payment: "_Payment") -> None:
        self._untold = [each for each in self._untold if each is not payment]


class _Payment:
    """The payment of the round in CHANNEL that ended with RESULT.

    Paying and telling come in either order: players.xml may have to be mended first, and a round
    that ended when the program did is paid before the bot is back in the channel. DONE is called
    when both are done.
    """

    def __init__(
        self,
        channel: str,
        context: TableContext,
        speak: Send,
        result: Result,
        done: Callable[["_Payment"], None],
    ) -> None:
        self._channel = channel
        self._context = context
        self._speaker = speak
        self._result = result
        self._done = done
        self._wallet = context.purses[result.where.game]
        self._changes = changes_of(result, self._wallet)
        self._addresses: Addresses = {}
        self._is_paid = False
        self._is_told = False
        """Whether the results are said, as far as is known."""
        self._are_balances_told = False
        self._to_leave = 0
        """How much of what is said has not left yet."""

    def pay(self, addresses: Addresses) -> None:
        """Have it written, now or as soon as that can be done; its players have ADDRESSES."""
        self._addresses = addresses
        pay(
            self._result,
            self._changes,
            self._context.settlements,
            self._context.journal,
            self._paid,
        )

    def tell(self, says: Iterable[Message]) -> None:
        """Say how it has ended, if the bot is in the channel; all of it has to leave then."""
        if not self._is_bot_there:
            return
        self._to_leave = 0
        self._is_told, self._are_balances_told = True, False
        for say in says:
            if is_of_result(say, self._channel):
                self._say(say)
            else:
                self._speak(say)

    def tell_again(self) -> None:
        """Tell what is not told; it is all told again if any of it was lost."""
        if not self._is_told:
            heading = (announcements.how_it_ended(self._result.title),)
            told: Sequence[tuple[str, ...]] = (heading, *self._result.told)
            self.tell(Message(self._channel, items, Priority.GAME) for items in told)
            self.tell_whether_paid()
        if self._is_paid and not self._are_balances_told:
            self._tell_balances()

    def fall_silent(self) -> None:
        """Say nothing from now on."""
        self._speaker = _say_nothing

    def lose_what_waits(self) -> None:
        """Note that what has not left yet never will."""
        if self._to_leave:
            self._is_told = False

    def tell_whether_paid(self) -> None:
        """Tell the channel if it has to wait for the balances."""
        if not self._is_paid:
            self._speak(Message(self._channel, (announcements.RESULT_WAITS,), Priority.GAME))

    def _paid(self) -> None:
        self._is_paid = True
        if self._is_told and self._is_bot_there:
            self._tell_balances()
            for player in self._changes:
                self._tell_settlement(player)

    @property
    def round(self) -> str:
        """The name of the round."""
        return self._result.id

    @property
    def _is_bot_there(self) -> bool:
        return self._context.network.roster(self._channel) is not None

    def _tell_balances(self) -> None:
        store, words = self._context.settlements.store, self._context.words
        found = filter(None, map(store.find, self._changes))
        items = tuple(words.balance(each.nick, self._wallet.balance(each)) for each in found)
        self._are_balances_told = True
        heading = announcements.BALANCES_HEADINGS[self._result.unit]
        self._say(Message(self._channel, items, Priority.GAME, ", ", heading))

    def _tell_settlement(self, player: str) -> None:
        """Tell a player who is still there what has become of what they won."""
        settlement = self._wallet.settlement(self._changes[player])
        nick = self._addresses.get(player)
        if settlement is not None and nick is not None:
            told = time_commands.told_of(self._context.words.names(player), settlement)
            self._speak(Message(nick, tuple(told), Priority.GAME))

    def _say(self, say: Message) -> None:
        """Say something to the channel, which is done with it when it has left."""
        self._to_leave += 1
        self._speak(replace(say, told=self._left))

    def _speak(self, say: Message) -> None:
        """Say something about this round, which waits on when the next one is stopped."""
        self._speaker(replace(say, of_round=self._result.id))

    def _left(self) -> None:
        """Note that something has left that was said to the channel."""
        self._to_leave -= 1
        if not self._to_leave and self._are_balances_told:
            self._done(self)
            self._context.journal.told(self._result.id)
