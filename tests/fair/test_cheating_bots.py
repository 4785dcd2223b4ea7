"""The real bot, changed so that it cheats: no deck that it has cheated with is right."""

from contextlib import nullcontext
from pathlib import Path

import pytest

from pontoon.storage.decks import all_decks
from pontoon.storage.place import reading
from tests.support.cheating_bots import CHEATS, Cheat, cheated_with
from tests.support.check_page import checked
from tests.support.logged_evenings import evening, logged

SEED = 2


def play(cheat: Cheat, folder: Path, *, is_honest: bool = False) -> tuple[str, set[int]]:
    """Return the log of an evening, and the numbers of the decks with wrong cards in it."""
    cheated_with.clear()
    with nullcontext() if is_honest else cheat.change():
        bot = evening(folder, SEED, cheat.games, cheat.rounds, wildly=cheat.wildly)
    bot.stops()
    with reading(bot.players_xml) as read:
        decks = [deck.terms.number for deck in all_decks(read) if deck.key in cheated_with]
    return "\n".join(logged(bot.book)), set(decks)


@pytest.mark.parametrize("name", CHEATS)
def test_a_bot_that_cheats_is_never_right(name: str, tmp_path: Path) -> None:
    (tmp_path / "honest").mkdir()
    (tmp_path / "cheating").mkdir()
    honest_log, _ = play(CHEATS[name], tmp_path / "honest", is_honest=True)
    log, numbers = play(CHEATS[name], tmp_path / "cheating")
    honest, cheating = checked([[honest_log], [log]])
    assert {deck.verdict for deck in honest.decks} == {"right", "still in play"}
    assert CHEATS[name].verdict in {deck.verdict for deck in cheating.decks}
    for deck in cheating.decks:
        assert deck.number not in numbers or deck.verdict != "right", deck.text
