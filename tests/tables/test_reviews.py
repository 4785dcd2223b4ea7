"""Reviews: a player is told what they decided in a round of theirs, and what it cost."""

import re
from pathlib import Path

import pytest

from pontoon.odds.view import View
from pontoon.tables.replays import MAX_RUNNING, PAUSE_SECONDS, PORTION
from pontoon.text import hints, rounds_over
from tests.support.advisers import advises, last_is_best
from tests.support.honest_bots import bot_after_a_round, play, records_of
from tests.support.offline_bot import OfflineBot
from tests.support.play_rounds import GAMES
from tests.support.recorded_rounds import edited

ID = "3f0c96c1a4b25e77"
DECISION = re.compile(
    r"(?:(?:\d+ \([^()]+\)|[^: ]+)(?: \(hand \d\))?: )?[Yy]ou [a-z ]+\d*"
    r"(?:, which was (?:as good as the )?best"
    r"|; \S+.* is better by [\d.]+ [a-z]+(?: for your [a-z]+ of \d+)?(?:: .+)?)"
)


@pytest.fixture(autouse=True)
def _adviser(monkeypatch: pytest.MonkeyPatch) -> None:
    advises(monkeypatch, last_is_best)


@pytest.fixture
def bot(tmp_path: Path) -> OfflineBot:
    """In the only round dave has stuck on 20, and kevin has twisted on 16."""
    return bot_after_a_round(tmp_path)


def told(bot: OfflineBot, nick: str, text: str) -> list[str]:
    """Return all that NICK is told by and by when they say TEXT."""
    said = bot.tells(nick, text)
    while more := bot.pass_seconds(PAUSE_SECONDS):
        said += more
    assert {each.target for each in said} <= {nick}
    return [each.line for each in said]


def test_bets_and_moves_are_told_in_chips_beside_the_best(bot: OfflineBot) -> None:
    """To buy gains 0.2 of the bet of 10 more."""
    bet, stuck, total = told(bot, "dave", "review")
    assert bet.startswith("Q♣: you bet 10, ")
    assert stuck.startswith("20 (Q♣ 10♥): you stuck; (b)uy ")
    assert " 2 chips " in stuck
    assert ID in total
    _, twisted, _ = told(bot, "kevin", "review")
    assert twisted.startswith("16 (6♠ 10♦): you twisted; (b)uy ")


def test_a_round_is_found_by_its_id(bot: OfflineBot) -> None:
    daves = told(bot, "dave", "review")
    for game in GAMES:
        play(bot, game)
    assert told(bot, "dave", f"review {ID.upper()}") == daves


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_reviews_of_the_last_round(bot: OfflineBot, game: str) -> None:
    for number in range(3):
        play(bot, game, number)
        for nick in ("dave", "kevin", "bob"):
            *decisions, last = told(bot, nick, "review")
            assert f"ound {records_of(bot)[-1].id}" in last
            assert all(map(DECISION.fullmatch, decisions))
            assert decisions or "you made no decision" in last


def test_only_rounds_of_their_own_are_told(bot: OfflineBot) -> None:
    assert told(bot, "bob", "review") == [hints.NO_ROUND_OF_YOURS]
    assert told(bot, "bob", f"review {ID}") == [hints.NOT_YOURS]


def test_what_is_no_round_is_told(bot: OfflineBot) -> None:
    unknown = "0123456789abcdef"
    for word in (unknown, "yesterday"):
        assert told(bot, "dave", f"review {word}") == [rounds_over.NO_SUCH_ROUND.format(word=word)]
    assert told(bot, "dave", "review my game") == [hints.HOW_TO_REVIEW]


def test_only_players_who_are_there_are_told(bot: OfflineBot) -> None:
    bot.comes("carol")
    assert told(bot, "carol", "review")[0].startswith("carol is not a player yet")
    bot.leaves("dave")
    assert told(bot, "dave", "review") == [rounds_over.COME_IN]


def test_a_round_that_somebody_has_edited_is_not_told(bot: OfflineBot) -> None:
    with edited(bot.players_xml) as connection:
        connection.execute("UPDATE rounds SET settled = '{}'")
    assert told(bot, "dave", "review") == [rounds_over.UNREADABLE]


def test_a_round_that_cannot_be_played_again_is_told_kindly(bot: OfflineBot) -> None:
    with edited(bot.players_xml) as connection:
        connection.execute("DELETE FROM acts WHERE n > 2")
    assert told(bot, "dave", "review") == [hints.NOT_REVIEWED]


def test_where_nothing_is_known_that_is_told(
    bot: OfflineBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    advises(monkeypatch, lambda _: None)
    assert told(bot, "dave", "review") == [hints.NOTHING_TO_REVIEW.format(id=ID)]


# In the background, and at the pace of a person


def test_a_person_has_one_review_at_a_time(bot: OfflineBot) -> None:
    daves = told(bot, "dave", "review")
    bot.odds.waiting = []
    assert told(bot, "dave", "review") == []
    assert told(bot, "dave", "review") == [hints.REVIEW_RUNS]
    assert [each.line for each in bot._after(bot.odds.works)] == daves
    assert told(bot, "dave", "review") == daves


def test_each_decision_is_a_piece_of_work(bot: OfflineBot, monkeypatch: pytest.MonkeyPatch) -> None:
    views = list[View]()

    def note(view: View) -> None:
        views.append(view)

    advises(monkeypatch, note)
    bot.odds.waiting = []
    told(bot, "dave", "review")
    (replaying,) = bot.odds.waiting
    bot.odds.waiting = []
    replaying()
    assert not views
    assert len(bot.odds.waiting) == 1


def test_a_person_who_has_left_by_then_is_told_nothing(bot: OfflineBot) -> None:
    bot.odds.waiting = []
    told(bot, "dave", "review")
    bot.leaves("dave")
    bot.comes("dave", "mallory@elsewhere")
    assert bot._after(bot.odds.works) == []


def test_a_few_lines_are_told_at_a_time(bot: OfflineBot) -> None:
    assert bot.real_network.croupiers.replays.begin("dave", map(str, range(PORTION)))
    for number in range(MAX_RUNNING):
        bot.comes(f"guest{number}")
        bot.real_network.croupiers.replays.begin(f"guest{number}", map(str, range(PORTION + 1)))
    assert [each.line for each in bot.tells("dave", "review")] == [rounds_over.TOO_MANY]
