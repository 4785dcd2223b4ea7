"""Hints: what each move is worth, told in private to a player who asks, where that is allowed."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pontoon.engine.moves import Move, Verb
from pontoon.odds.advice import Advice, MoveValue, advice_of
from pontoon.odds.view import View
from pontoon.text import announcements, hints
from tests.support.advisers import advises, last_is_best
from tests.support.joins import in_channel, to
from tests.support.offline_bot import CHANNEL, OfflineBot

CARDS = "5D 9C 2H 4H"
ALLOWED = hints.ARE_ALLOWED


@pytest.fixture(autouse=True)
def _adviser(monkeypatch: pytest.MonkeyPatch) -> None:
    advises(monkeypatch, last_is_best)


def of(folder: Path, hints: str = "practice") -> OfflineBot:
    """Return a bot in FOLDER with what HINTS says in config.ini."""
    return OfflineBot(folder, "dave 1000, kevin 1000", CARDS, config={"table": {"hints": hints}})


@pytest.fixture
def bot(tmp_path: Path) -> OfflineBot:
    """Dave is alone, and has 5♦ 9♣."""
    bot = of(tmp_path)
    bot.says("dave", "!pontoon dave")
    bot.tells("dave", "10")
    return bot


def told(bot: OfflineBot, nick: str = "dave", text: str = "hint") -> list[str]:
    """Return what NICK is told, and nobody else, for TEXT."""
    said = bot.tells(nick, text)
    assert {each.target for each in said} <= {nick}
    return [each.line for each in said]


# What is told


def test_moves_are_told_by_their_letters_the_best_first(bot: OfflineBot) -> None:
    (line,) = told(bot)
    best, _, _why = line.removeprefix("Best: ").partition(". Why")
    moves = [part.partition(":")[0] for part in best.split("; ")]
    assert moves == ["b(u)rn", "(b)uy", "(t)wist"]


def test_in_the_channel_it_is_asked_for_and_answered_in_private(bot: OfflineBot) -> None:
    ((target, line, _),) = bot.says("dave", "!hint")
    assert (target, line[:5]) == ("dave", "Best:")
    assert not bot.says("dave", "!hint for trivia")


def test_moves_are_worth_chips_of_this_hand(
    bot: OfflineBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bet of 10 that is on it."""
    advises(monkeypatch, lambda _: advice_of([MoveValue(Move(Verb.TWIST), -0.44, 0.5, 0.0)]))
    assert told(bot) == ["Best: (t)wist: -4.4 chips, wins 50 %."]


def test_bets_are_worth_chips_of_each_bet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bets = advice_of([MoveValue(Move(Verb.BET, n), n / 100 - 0.08, 0.5, 0.0) for n in (1, 10)])
    advises(monkeypatch, lambda _: bets)
    bot = of(tmp_path)
    bot.says("dave", "!pontoon dave")
    assert told(bot) == ["Best: bet 10: +0.2 chips, wins 50 %; bet 1: -0.07 chips, wins 50 %."]


def test_who_should_stop_is_told_what_another_card_would_lead_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    values = (Verb.STICK, 0.0), (Verb.TWIST, 0.7), (Verb.BUY, 0.6)
    found = advice_of([MoveValue(Move(verb), -bust, 0.5, bust) for verb, bust in values])
    advises(monkeypatch, lambda _: found)
    bot = of(tmp_path)
    bot.says("dave", "!pontoon dave")
    bot.tells("dave", "10")
    (line,) = told(bot)
    _, _, why = line.partition(" Why: ")
    assert "(b)uy" in why
    assert "60 %" in why


def test_a_question_without_odds_has_no_hint(
    bot: OfflineBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    advises(monkeypatch, lambda _: None)
    assert told(bot) == [hints.NO_ODDS]


def test_it_goes_by_what_the_player_sees_also_after_a_restart(
    bot: OfflineBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    views = list[View]()

    def see(view: View) -> None:
        views.append(view)

    advises(monkeypatch, see)
    told(bot)
    bot.dies()
    bot.starts()
    told(bot)
    before, after = views
    assert before == after
    assert before.player == "dave"
    assert [str(card) for card in before.hand.known] == ["5D", "9C"]


# When nothing is worked out


def test_when_others_are_asked_it_is_told_whose_turn_it_is(tmp_path: Path) -> None:
    bot = of(tmp_path)
    bot.says("dave", "!pontoon dave ann+")
    bot.tells("dave", "10")
    (line,) = told(bot)
    assert line.startswith("A hint is about what I ask you: say hint when it is your turn. ")
    assert "ann+" in line


def test_after_the_round_and_without_a_seat_it_is_told_what_to_do(bot: OfflineBot) -> None:
    assert told(bot, "kevin")[0].startswith("A round is being played in #pontoon.")
    bot.says("dave", "!pontoon resign")
    assert told(bot) == [announcements.ROUND_IS_OVER.format(command="!pontoon")]


def test_a_question_that_has_not_left_yet_is_not_answered(tmp_path: Path) -> None:
    bot = of(tmp_path)
    bot.waiting = []
    bot.says("dave", "!pontoon dave")
    bot.tells("dave", "hint")
    assert told_last(bot.lets_leave()) == announcements.ON_ITS_WAY


def told_last(said: list[Any]) -> str:
    return str(to("dave", said)[-1])


def test_an_error_is_told_kindly(bot: OfflineBot, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: View) -> None:
        raise LookupError

    bot.odds.may_fail = True
    advises(monkeypatch, fail)
    assert told(bot) == [hints.NOT_WORKED_OUT]
    assert [type(each) for each in bot.odds.errors] == [LookupError]
    advises(monkeypatch, last_is_best)
    assert told(bot)[0].startswith("Best: ")


# Where hints are allowed


def test_for_practice_there_are_hints_alone_and_with_computers(tmp_path: Path) -> None:
    bot = of(tmp_path)
    bot.says("dave", "!pontoon dave ann+ bob+")
    assert told(bot)[0].startswith("Best: ")


def test_for_practice_there_are_none_with_other_people(tmp_path: Path) -> None:
    bot = of(tmp_path)
    bot.says("dave", "!pontoon dave kevin ann+")
    assert told(bot) == [
        "Hints here are for practice, in rounds without other people: say !pontoon ann+ to "
        "play with a computer."
    ]
    bot.says("kevin", "!pontoon leave")
    assert told(bot)[0].startswith("Hints here are for practice")


def test_where_they_are_off_there_are_none(tmp_path: Path) -> None:
    bot = of(tmp_path, "off")
    bot.says("dave", "!pontoon dave")
    assert told(bot) == [hints.NO_HINTS]


def test_where_they_are_on_people_hear_once_a_round_that_they_are_allowed(tmp_path: Path) -> None:
    bot = of(tmp_path, "on")
    for _ in range(2):
        bot.says("dave", "!pontoon dave kevin")
        said = bot.tells("dave", "hint")
        assert in_channel(said) == [ALLOWED]
        assert to("dave", said)[0].startswith("Best: ")
        assert in_channel(bot.tells("kevin", "hint")) == []
        bot.stops_round()


def test_somebody_alone_is_not_told_that_they_are(tmp_path: Path) -> None:
    bot = of(tmp_path, "on")
    bot.says("dave", "!pontoon dave ann+")
    assert told(bot)[0].startswith("Best: ")


# One at a time, and only as long as it is wanted


def test_a_player_is_given_one_hint_at_a_time(bot: OfflineBot) -> None:
    bot.odds.waiting = []
    assert told(bot) == told(bot) == []
    assert len(bot.odds.waiting) == 1
    assert len(bot._after(bot.odds.works)) == 1
    assert told(bot)[0].startswith("Best: ")


def test_the_next_question_has_a_hint_while_one_on_the_last_is_worked_out(bot: OfflineBot) -> None:
    bot.odds.waiting = []
    told(bot)
    bot.tells("dave", "t")
    told(bot)
    told(bot)
    ((target, line, _),) = bot._after(bot.odds.works)
    assert (target, line[:5]) == ("dave", "Best:")
    assert told(bot)[0].startswith("Best: ")


@pytest.mark.parametrize(
    "happens",
    [
        lambda bot: bot.tells("dave", "t"),
        lambda bot: bot.leaves("dave"),
        lambda bot: bot.says("dave", "!pontoon resign"),
        lambda bot: bot.stops_round(),
        lambda bot: bot.is_cut_off(),
    ],
)
def test_what_comes_too_late_is_told_to_nobody(
    bot: OfflineBot, happens: Callable[[OfflineBot], object]
) -> None:
    bot.odds.waiting = []
    told(bot)
    happens(bot)
    assert bot._after(bot.odds.works) == []


def test_a_player_who_takes_another_nick_is_told_there(bot: OfflineBot) -> None:
    bot.odds.waiting = []
    told(bot)
    bot.renames("dave", "david")
    ((target, line, _),) = bot._after(bot.odds.works)
    assert (target, line[:5]) == ("david", "Best:")


def test_hints_are_limited_as_all_that_people_say(tmp_path: Path) -> None:
    irc = {"server": "127.0.0.1", "user_lines": "5", "user_lines_per_second": "0.01"}
    bot = OfflineBot(tmp_path, config={"irc": irc})
    bot.says("dave", "!pontoon dave")
    lines = [line for _ in range(12) for line in told(bot)]
    assert 3 <= len([line for line in lines if line.startswith("Best:")]) <= 5
    assert CHANNEL not in lines


def test_the_same_question_is_worked_out_once(
    bot: OfflineBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    views = list[View]()

    def adviser(view: View) -> Advice:
        views.append(view)
        return last_is_best(view)

    advises(monkeypatch, adviser)
    assert told(bot) == told(bot)
    assert len(views) == 1
    bot.tells("dave", "t")
    told(bot)
    assert len(views) == 2


def test_what_earlier_rounds_have_shown_is_known_to_hints_and_reviews_over_restarts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    views = list[View]()

    def see(view: View) -> Advice:
        views.append(view)
        return last_is_best(view)

    advises(monkeypatch, see)
    bot = OfflineBot(tmp_path, "dave 1000, kevin 1000", "5D 9C 7S QH 10S 2C 3H 8H 9S")
    for _ in range(2):
        bot.says("dave", "!pontoon dave")
        bot.tells("dave", "10")
        told(bot)
        while bot.croupier().table.ask is not None:
            bot.tells("dave", "t")
    bot.says("dave", "!pontoon dave")
    told(bot)
    bot.dies()
    bot.starts()
    told(bot)
    first, second, third, again = views
    assert [" ".join(map(str, each.gone)) for each in (first, second)] == ["", "5D 9C 7S QH"]
    assert third.gone[:4] == second.gone
    assert len(third.gone) > 4
    assert again == third
    bot.tells("dave", "review")  # of the second round
    assert second in views[4:]
    assert {each.gone for each in views[4:]} == {second.gone}


# Cards that somebody thinks of


@pytest.fixture
def odds(bot: OfflineBot, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], View | None]:
    """Return what says, for a line of kevin's, what its odds are those of."""
    views = list[View]()

    def adviser(view: View) -> Advice:
        views.append(view)
        return last_is_best(view)

    def seen(text: str) -> View | None:
        views.clear()
        advises(monkeypatch, adviser)
        assert len(told(bot, "kevin", text)) == 1
        return next(iter(views), None)

    return seen


@pytest.mark.parametrize("game", ["", "pontoon ", "british ", "shoot ", "cutwc "])
def test_any_two_cards_have_odds(odds: Callable[[str], View | None], game: str) -> None:
    view = odds(f"odds {game}10 6d")
    assert view is not None
    assert [card.rank for card in view.ask.cards] == ["10", "6"]
    assert view.game == game.strip() or "pontoon"


def test_in_black_jack_the_card_of_the_dealer_is_the_third(
    odds: Callable[[str], View | None],
) -> None:
    view = odds("odds blackjack k 6 9")
    assert view is not None
    assert [card.rank for card in (*view.ask.cards, *view.ask.against)] == ["K", "6", "9"]


def test_odds_are_for_as_many_as_were_dealt_to(odds: Callable[[str], View | None]) -> None:
    for text, players in (("odds 8 6", 1), ("odds british 8 6", 2)):
        view = odds(text)
        assert view is not None
        assert len(view.players) == players


@pytest.mark.parametrize(
    "words", ["", " 8", " 8 6 4", " 8 1", " 8 6x", " blackjack 8 6", " dave 8 6"]
)
def test_how_to_ask_for_odds_is_told(bot: OfflineBot, words: str) -> None:
    assert told(bot, "kevin", f"odds{words}") == [hints.HOW_TO_ASK_ODDS]


def test_a_natural_leaves_nothing_to_decide(bot: OfflineBot) -> None:
    assert told(bot, "kevin", "odds blackjack A K 9") == [hints.NOTHING_TO_DECIDE]
