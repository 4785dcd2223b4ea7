"""Evenings of the real bot: what the channel hears proves itself, and the owner finds no fault."""

from pathlib import Path

import pytest

from pontoon.storage.decks import all_decks
from pontoon.storage.history import Wanted, rounds
from pontoon.storage.place import reading
from pontoon.storage.verify import verify
from tests.support.checked_logs import Log
from tests.support.logged_evenings import SHORT_DECKS, evening
from tests.support.offline_bot import CHANNEL
from tests.support.play_rounds import GAMES

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("gather", ["hands", "mixed"])
@pytest.mark.parametrize("seed", range(4))
def test_an_evening_proves_what_it_should(tmp_path: Path, seed: int, gather: str) -> None:
    """With people who leave, sleep and restart the bot, rounds that are stopped, and many cuts."""
    packs = {game: {"gather": gather} for game in ("british", "shoot", "cutwc")}
    bot = evening(tmp_path, seed, GAMES, config={**SHORT_DECKS, **packs})
    heard = Log(bot.heard_in(CHANNEL)).decks
    opened = {number: deck for number, deck in heard.items() if deck.secret}
    assert len(opened) >= len(GAMES)
    assert any(len(deck.words) > 1 for deck in opened.values())
    with reading(bot.players_xml) as read:
        kept = {deck.terms.number: deck for deck in all_decks(read)}
        report = verify(kept.values(), rounds(read, Wanted()))
    assert report.findings == []
    assert report.rounds_checked > 0
    assert (report.rounds_missing, report.rounds_of_old) == (0, 0)
    assert {*heard} == {*kept}
    for number, deck in opened.items():
        assert (deck.seal, deck.words) == (kept[number].seal, [*kept[number].words])
        assert deck.counted == (kept[number].rounds_begun, kept[number].cards)
