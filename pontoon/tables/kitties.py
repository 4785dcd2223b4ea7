"""Kitties and banks between two rounds: laid on the table, returned, sold and restored."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from functools import partial
from secrets import token_hex
from typing import Any

from pontoon.engine.errors import Refused, RequestFault
from pontoon.engine.events import Event, Kitty
from pontoon.engine.hands import Seat
from pontoon.engine.moves import Accept, SellBank, Unit
from pontoon.engine.result import TableKey
from pontoon.engine.table import Table
from pontoon.games.bank_events import BankSold, KittyTaken
from pontoon.irc.outgoing import do_nothing
from pontoon.storage.players.change import Change
from pontoon.storage.players.player import Fault, PlayersFileError
from pontoon.tables.channel_tables import ChannelTables
from pontoon.text import announcements

SALE = "sale {name}"
"""The name of the change by which a bank is paid that was sold between two rounds."""

_NAME_BYTES = 8


def shut_games(tables: ChannelTables) -> None:
    """Return the kitties of games that can no longer be played here, unless a round is played.

    While players.xml cannot be used, they stay where they are.
    """
    allowed, kitty = tables.next_settings.games, tables.context.settlements.store.kitty
    if allowed is not None and tables.table.turn is None:
        shut = [game for game in tables.by_game if game not in allowed]
        if any(kitty(tables.key_of(game)) for game in shut):
            return_kitties(tables, shut)


def return_kitties(
    tables: ChannelTables, games: Iterable[str]
) -> Sequence[Change[Kitty | None]] | None:
    """Return the kitties of GAMES to their bankers, and tell the channel; None if that cannot be.

    No round may be played here.
    """
    context = tables.context
    if context.settlements.look():
        return None
    keys = [*map(tables.key_of, games)]
    kitty = context.settlements.store.kitty
    try:
        return [_return_kitty(tables, key) for key in keys if kitty(key) is not None]
    except PlayersFileError as error:
        context.settlements.report(error.faults)
        return None


def return_left_kitty(tables: ChannelTables) -> None:
    """Return a kitty whose banker no longer has the bank; before the next deal if not now."""
    if not tables.context.settlements.look():
        with suppress(PlayersFileError):
            lay_kitty(tables, tables.game)


def lay_kitty(tables: ChannelTables, game: str) -> None:
    """Lay the kitty of GAME, which is in players.xml, on its table if its banker has the bank.

    Otherwise it is left over from before: return it to that banker, and tell the channel.
    PlayersFileError if it cannot be returned; nothing has changed then.
    """
    context, table, key = tables.context, tables.by_game[game], tables.key_of(game)
    kitty, banker = context.settlements.store.kitty(key), table.banker
    fold = context.network.fold
    if kitty is not None and (banker is None or fold(kitty.banker) != fold(banker)):
        _return_kitty(tables, key)
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


def _return_kitty(tables: ChannelTables, key: TableKey) -> Change[Kitty | None]:
    """Return the kitty of KEY to its banker, and tell the channel when they have it."""
    context = tables.context

    def tell(kitty: Kitty | None) -> None:
        is_there = context.network.roster(tables.channel) is not None
        if kitty and is_there and context.settlements.store.find(kitty.banker) is not None:
            tables.announce_events(KittyTaken(kitty.banker, kitty.chips))

    change = context.settlements.return_kitty(key)
    change.then(tell, do_nothing)  # what could not be written is reported already
    tables.by_game[key.game].lay_kitty(None)
    return change


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

    Refused, also if one of the two plays anywhere; PlayersFileError if the price cannot be
    paid. Nothing has changed then. If the price turns out not to be writable, the sale is off.
    """
    context, where = tables.context, tables.key_of(table.game.name)
    other = request.buyer if isinstance(request, SellBank) else table.banker
    parties = [each for each in (player, other) if each is not None]
    if any(map(context.seat_registry.is_seated, parties)):
        raise Refused(RequestFault.IS_PLAYING)
    if trouble := context.settlements.look():  # a result of theirs may wait
        raise PlayersFileError(Fault(0, trouble))
    buyer, before = context.settlements.store.find(player), table.bank
    events = table.do(player, request, 0 if buyer is None else buyer.chips)
    for event in events:
        if isinstance(event, BankSold):
            context.rounds.keep_bank(where, table.bank)
            name = SALE.format(name=token_hex(_NAME_BYTES))
            context.settlements.pay_for_bank(
                *(where, name, event.player, event.buyer, event.price),
                paid=partial(context.settlements.store.told, name),
                postponed=partial(_call_off, tables, table, name, before, table.bank),
            )
    return events


def _call_off(
    tables: ChannelTables,
    table: Table,
    name: str,
    before: Mapping[str, Any],
    after: Mapping[str, Any],
) -> None:
    """Give the bank of TABLE back, as it was BEFORE the sale of that NAME, and tell the channel.

    The price waits instead if the bank is no longer as it was AFTER that, or is played with; and so
    does all of the sale if the database cannot be written either.
    """
    context, game = tables.context, table.game.name
    if context.database.trouble or table.turn is not None or table.bank != after:
        return
    context.settlements.withdraw(name)
    restore_bank(tables, game, before)
    context.rounds.keep_bank(tables.key_of(game), before)
    tables.announce(announcements.SALE_IS_OFF)
