"""What rounds do to the players and kitties in players.xml."""

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from pontoon.engine.events import Kitty
from pontoon.storage.players.document import PlayersDocument
from pontoon.storage.players.player import KittyChange, Reason, Receipt, RoundChange


def settle_in(
    document: PlayersDocument, rounds: Sequence[RoundChange], is_settled: Callable[[str], bool]
) -> list[Receipt]:
    """Make the changes of ROUNDS in DOCUMENT, and post them; return their receipts.

    No player and no kitty ends below 0 chips. One that IS_SETTLED changes nothing, and its receipt
    lacks what was clipped; so does one of a name that was before it.
    """
    receipts: list[Receipt] = []
    known: set[str] = set()
    for each in rounds:
        name = each.round
        if name and (name in known or is_settled(name)):
            receipts.append(_settled_before(document, each))
        else:
            receipts.append(_settle(document, each))
            document.post(Reason(each.paid_for or each.game, each.game, name))
            known.add(name)
    return receipts


def _settled_before(document: PlayersDocument, change: RoundChange) -> Receipt:
    found = {nick: document.find(nick) for nick in change.players}
    balances = {nick: player.chips for nick, player in found.items() if player}
    return Receipt(balances, {}, tuple(nick for nick in found if nick not in balances))


def _settle(document: PlayersDocument, round_change: RoundChange) -> Receipt:
    game, kitty = round_change.game, round_change.kitty
    kitty_clipped = 0 if kitty is None else _settle_kitty(document, kitty)
    balances: dict[str, int] = {}
    clipped: dict[str, int] = {}
    for nick, change in round_change.players.items():
        player = document.find(nick)
        if player is None:
            continue
        chips = player.chips + change.chips
        if chips < 0:
            clipped[nick] = -chips
        statistics = {**player.statistics, game: document.stats_in(player, game).after(change)}
        after = document.put(replace(player, chips=max(chips, 0), statistics=statistics))
        balances[nick] = after.chips
    gone = tuple(nick for nick in round_change.players if nick not in balances)
    return Receipt(balances, clipped, gone, kitty_clipped)


def _settle_kitty(document: PlayersDocument, change: KittyChange) -> int:
    """Make CHANGE to a kitty; return the chips that it lacked for a loss."""
    before = document.kitty(change.key) or Kitty(change.banker or "", 0)
    chips = before.chips + change.chips
    after = Kitty(change.banker or before.banker, chips) if chips > 0 else None
    document.put_kitty(change.key, after)
    return max(-chips, 0)
