"""Players who never answer: they never pay as bankers, and what was done for them is replayed."""

from pontoon.engine.actions import Action, read, written
from pontoon.engine.decks import Pack
from pontoon.engine.events import BankerResult, Event, Settled
from pontoon.engine.moves import Ask, Move, Phase, Verb
from pontoon.engine.table import Table
from pontoon.games.bank import Bank
from tests.support.banker_rounds import play
from tests.support.british_rounds import SEED, bet, british, table_of
from tests.support.shed_rounds import dealt, moves_of, of_kind, settled
from tests.support.stacked_decks import StackedPack, cards_kept


def silent(table: Table) -> list[Event]:
    """Do what is done for those who do not answer, until something else is asked."""
    events: list[Event] = []
    phase = None if table.ask is None else table.ask.phase
    while (ask := table.ask) is not None and ask.phase is phase:
        move = table.safest_move(ask)
        events += table.resign(ask.player) if move is None else table.act(ask.player, move)
    return events


def test_a_player_who_was_silent_is_played_again_from_what_was_written() -> None:
    table = british(StackedPack(dealt("10C 8C", "10D 8D", "2S 3S", then="4S 9S")))
    state, acts = table.state(), list[Action]()
    table.record_action = acts.append
    players = [("dave", 1000), ("bob", 1000), ("kevin", 1000)]
    events = table.deal(players, bank_passes_on=True)
    events += table.act("dave", Move(Verb.TAKE)) + silent(table)
    events += bet(table) + play(table, "bob: s kevin: s") + silent(table)
    assert settled(events)
    again = british(Pack(SEED))
    with cards_kept():
        again.restore(state)
    dealt_then, *others = acts
    repeated = [*again.repeat(dealt_then)]
    for act in others:
        repeated += again.repeat(read(written(act)))
    assert repeated == events
    assert again.banker == table.banker is None


def test_an_idle_player_never_pays_as_a_banker() -> None:
    """In 0.1.0 an idler went from 1000 chips to 1 in 14 rounds of ``!british robber idler``."""
    table = table_of(Bank(Pack(SEED)), max_bet=1000)
    chips = {"robber": 1000, "idler": 1000}
    for number in range(14):
        table.deal(list(chips.items()))
        events: list[Event] = []
        while (ask := table.ask) is not None:
            events += rob(table, ask, is_first=number % 2 == 0)
        for end in of_kind(Settled, events):
            for result in end.results:
                chips[result.player] += result.chips
        assert "idler" not in [event.player for event in of_kind(BankerResult, events)]
    assert chips == {"robber": 1000, "idler": 1000}


def rob(table: Table, ask: Ask, *, is_first: bool) -> list[Event]:
    """Let the idler be silent, and the robber refuse the bank every other time."""
    if ask.player == "robber":
        wanted = Move(Verb.TAKE if is_first else Verb.PASS)
        return table.act("robber", wanted if ask.phase is Phase.BANK else next(moves_of(ask)))
    move = table.safest_move(ask)
    return table.resign("idler") if move is None else table.act("idler", move)
