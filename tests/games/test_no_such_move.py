"""What people say who think of another game: it is refused, and they see what is on offer."""

from pathlib import Path

import pytest

from pontoon.engine.moves import Phase, Verb
from tests.support.banker_rounds import play
from tests.support.british_rounds import against_dave
from tests.support.offline_bot import OfflineBot
from tests.support.short_timeouts import begin

CARDS = "10H 3S 2H 2D 3D 9S"


@pytest.fixture
def bot(tmp_path: Path) -> OfflineBot:
    return OfflineBot(tmp_path, cards=CARDS)


def refusals(bot: OfflineBot, game: str, *texts: str) -> list[str]:
    """Have a round of GAME dealt and all bet; return why each of TEXTS is refused in it."""
    bot.says("dave", f"!{game} dave kevin")
    while (ask := bot.croupier().ask) and not ask.cards[1:]:
        bot.tells(ask.player, "y" if ask.phase is Phase.BANK else "2")
    assert ask is not None
    answers = [bot.tells(ask.player, text)[0].line for text in texts]
    return [line.partition(".")[0] for line in answers]


@pytest.mark.parametrize("game", ["pontoon", "british", "shoot", "cutwc", "blackjack"])
def test_what_a_game_has_not_is_refused_and_only_what_is_on_offer_is_listed(
    bot: OfflineBot, game: str
) -> None:
    other = "burn" if game == "blackjack" else "double"
    assert refusals(bot, game, other) == [f"You can't {other} in this game"]
    ask = bot.croupier().ask
    assert ask is not None
    (said,) = bot.tells(ask.player, other)
    (prompt,) = bot.tells(ask.player, "hand")
    assert said.line == f"You can't {other} in this game. {prompt.line}"


def test_so_is_what_only_similar_games_have(bot: OfflineBot) -> None:
    for text, does in [
        ("u", "burn"),
        ("kitty 5", "add to the kitty"),
        ("o 5", "shoot"),
        ("h", "hit"),
    ]:
        assert refusals(bot, "british", text) == [f"You can't {does} in this game"]


def test_what_is_only_not_for_now_is_refused_as_that(bot: OfflineBot) -> None:
    assert refusals(bot, "shoot", "kitty 5", "n", "5") == [
        "You can't add to the kitty now",
        "You can't pass now",
        "You have already bet",
    ]


def test_no_is_refused_as_that_where_only_the_bank_is_declined(bot: OfflineBot) -> None:
    assert refusals(bot, "british", "n") == ["You can't pass now"]


def test_a_second_bid_is_refused_as_a_bid(bot: OfflineBot) -> None:
    assert refusals(bot, "cutwc", "bid 2", "2") == ["You have already bid"] * 2


@pytest.mark.parametrize("game", ["pontoon", "british"])
def test_another_word_for_a_move_is_refused_for_the_reason_that_the_move_is(
    bot: OfflineBot, game: str
) -> None:
    least = 16 if game == "pontoon" else 15
    assert refusals(bot, game, "s", "stay") == [f"You can't stick below {least}"] * 2


def test_for_the_banker_the_same_letters_mean_other_moves_first() -> None:
    """Also one that is not on offer: with the pack empty a t is still no twist."""
    table = against_dave("10C 8C")
    assert table.verbs.index(Verb.TWIST) < table.verbs.index(Verb.DRAW)
    play(table, "bob: s")
    assert table.verbs.index(Verb.DRAW) < table.verbs.index(Verb.TWIST)


def test_before_the_bet_all_that_comes_first(bot: OfflineBot) -> None:
    for game in ["pontoon", "british", "blackjack"]:
        begin(bot, game, "dave kevin")
        ask = bot.croupier().ask
        assert ask is not None
        for text in ("s", "h", "u"):
            assert bot.tells(ask.player, text)[0].line.startswith("Your bet comes first. ")
