"""What people try first is answered: ``!help``, ``PontoonBot: hello``, a word in private."""

from pathlib import Path

import pytest

from pontoon.engine.moves import Phase
from pontoon.irc.casemapping import FOLDS
from tests.support.offline_bot import CHANNEL, OfflineBot

QUIET = {"irc": {"greet": "no"}}
BARE = ("!help", "!rules", "!stats", "!commands", "!hand")
BY_NAME = ("PontoonBot: hello", "PontoonBot, help", "PontoonBot: rules", "pontoonbot:stats")


@pytest.fixture
def bot(tmp_path: Path) -> OfflineBot:
    return OfflineBot(tmp_path, "dave 1000, kevin 1000, bob 1000", "5D 9C 8H 4H")


def test_what_people_try_first_is_answered(bot: OfflineBot) -> None:
    for text in [*BARE, *BY_NAME]:
        assert bot.says("dave", text)


@pytest.mark.parametrize("text", [*BARE, *BY_NAME])
def test_where_other_bots_answer_such_words_this_one_is_silent(tmp_path: Path, text: str) -> None:
    bot = OfflineBot(tmp_path, config=QUIET)
    bot.says("dave", "!pontoon dave kevin")
    assert bot.says("dave", text) == []
    assert bot.says("dave", "!pontoon help")
    assert bot.says("dave", "!games")
    assert bot.says("dave", "!join poker")
    assert bot.tells("dave", "hand")
    assert "!hand" not in bot.tells("dave", "commands")[0].line


def test_a_reload_changes_whether_such_words_are_answered(bot: OfflineBot) -> None:
    bot.adopts(QUIET)
    assert bot.says("dave", "!help") == bot.says("dave", "PontoonBot: help") == []
    bot.adopts({})
    assert bot.says("dave", "!help")
    assert bot.says("dave", "PontoonBot: help")


def test_behind_the_bots_nick_is_a_command_or_else_help(bot: OfflineBot) -> None:
    for by_name, alone in [
        ("PontoonBot: help", "!help"),
        ("\x02PontoonBot: \x0304help", "!help"),
        ("PontoonBot, HELP", "!help"),
        ("PONTOONBOT:help", "!help"),
        ("PontoonBot: !help", "!help"),
        ("PontoonBot: rules british", "!rules british"),
        ("PontoonBot: stats dave", "!stats dave"),
        ("PontoonBot: commands", "!commands"),
        ("PontoonBot: hand", "!hand"),
        ("PontoonBot: hello", "!help"),
        ("PontoonBot:", "!help"),
        ("PontoonBot: hand me a card", "!help"),
        ("PontoonBot: twist", "!help"),
        ("PontoonBot: bank", "!bank"),
        ("PontoonBot: !british zed dave", "!british zed dave"),
        ("PontoonBot: british: zed dave", "!british zed dave"),
    ]:
        assert bot.says("dave", by_name) == bot.says("dave", alone) != []
        assert bot.croupier().ask is None


@pytest.mark.parametrize(
    "text",
    [
        *("dave: hello", "PontoonBott: help", "PontoonBo: help", "PontoonBot help", "PontoonBot"),
        *("hi PontoonBot: help", " PontoonBot: help", "PontoonBot : help", "\x07PontoonBot: help"),
        *("PontoonBot: \x07help", ": help", ",", "::", "!PontoonBot: help"),
    ],
)
def test_what_is_said_to_others_or_of_the_bot_stays_unanswered(bot: OfflineBot, text: str) -> None:
    assert bot.says("dave", text) == []


@pytest.mark.parametrize(("casemapping", "is_answered"), [("rfc1459", True), ("ascii", False)])
def test_the_bots_nick_is_compared_as_the_server_compares_nicks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, casemapping: str, is_answered: bool
) -> None:
    monkeypatch.setattr("tests.support.offline_bot.BOT", "Bot[1]")
    bot = OfflineBot(tmp_path, fold=FOLDS[casemapping])
    assert bool(bot.says("dave", "bot{1}: help")) is is_answered
    assert bot.says("dave", "BOT[1]: help")


def test_a_move_may_follow_the_bots_nick(bot: OfflineBot) -> None:
    bot.says("dave", "!pontoon dave kevin")
    for person, text in [("dave", "PontoonBot: 5"), ("kevin", "PontoonBot, !bet 10")]:
        bot.says(person, text)
    turn = bot.croupier().waiting.turn
    assert turn is not None
    assert turn.phase is Phase.HAND


def test_cards_are_shown_in_private_only(bot: OfflineBot) -> None:
    bot.says("dave", "!pontoon dave kevin")
    for text in ("!hand", "PontoonBot: hand", "!help", "PontoonBot: what?"):
        said = bot.says("dave", text)
        assert "5♦" in " ".join(each.line for each in said if each.target == "dave")
        assert not any("5♦" in each.line for each in said if each.target != "dave")


def test_of_two_hands_that_of_the_channel_is_shown(tmp_path: Path) -> None:
    """Whoever has waited for the bot for ten minutes may have begun to play elsewhere."""
    config = {"irc": {"channels": "#pontoon #other"}}
    bot = OfflineBot(tmp_path, cards="5D 9C 8H", config=config)
    bot.says("dave", "!pontoon dave kevin")
    bot.tells("kevin", "1")
    bot.is_put_out()
    bot.pass_seconds(601)
    bot.says("kevin", "!pontoon kevin", "#other")
    bot.is_back(["dave", "kevin"])
    assert "Stake 1: 9♣" in bot.says("kevin", "!hand")[0].line
    assert "Your card: 5♦" in bot.says("kevin", "!hand", "#other")[0].line


def test_any_word_in_private_is_answered_with_what_to_type_next(bot: OfflineBot) -> None:
    for text in ["hi", "hello", "what", "PontoonBot: hi", "eh?"]:
        said = bot.tells("dave", text)
        assert len(said) <= 3
        assert "say !join in #pontoon" in said[0].line


def test_somebody_who_is_not_in_the_channel_is_told_to_go_there(bot: OfflineBot) -> None:
    bot.leaves("dave")
    assert "type /join #pontoon, and say !join" in bot.tells("dave", "hello")[0].line


def test_the_commands_are_listed_by_place(bot: OfflineBot) -> None:
    (said,) = bot.says("dave", "!commands")
    assert said.target == CHANNEL
    for word in (
        "!pontoon stats, ",
        " top, ",
        " rules, ",
        " help, ",
        "!bank, ",
        "!games, ",
        "!hand, ",
    ):
        assert word in said.line
    line = " ".join(each.line for each in bot.tells("dave", "commands"))
    also = line.partition("in private, also: ")[2]
    for word in ("replay", "?", "set nickname", "claim"):
        assert f"{word}, " in also or also.startswith(word) or f", {word}." in also
    assert "reload" not in line


def test_such_answers_are_charged_for(tmp_path: Path) -> None:
    config = {"irc": {"server": "irc.example", "user_lines": "5", "user_lines_per_second": "0.1"}}
    bot = OfflineBot(tmp_path, config=config)
    for text in ("!help", "PontoonBot: hi", "!hand", "!commands", "!stats"):
        assert bot.says("dave", text)
    assert "too fast" in bot.says("dave", "PontoonBot: hi")[0].line
    assert bot.says("dave", "!help") == []


OPEN = {"identity": {"self_registration": "yes", "starting_chips": "500"}}


def test_on_the_server_inside_the_bot_everybody_can_become_a_player(tmp_path: Path) -> None:
    bot = OfflineBot(tmp_path, "dave 1000", config={"irc": {"server": "local"}})
    for nick in ("zoe", "yan"):
        bot.comes(nick, "root@localhost")
        assert "You are now a player" in bot.says(nick, "!join")[0].line
    assert bot.says("yan", "!deal")[0].line.startswith("Shed Pontoon: zoe, yan | ")


LINES = [
    "!optout",
    "!optin",
    "!refill",
    "!bank",
    "!bank +9999",
    "!time",
    "!register",
    "!stats dave",
]


def test_what_is_answered_in_the_channel_names_whom_it_is_about(bot: OfflineBot) -> None:
    for text in [*LINES, "!deposit 999", "!withdraw 5", "!done", "!cut \x02"]:
        for state in ("", "!british dave kevin", "off"):
            if state:
                bot.says("kevin", state)
            for said in bot.says("dave", text):
                assert said.target != CHANNEL or "dave" in said.line
        bot.comes("zed", "z@z.example")
        for said in bot.says("zed", text):
            assert said.target != CHANNEL or "zed" in said.line or "dave" in text


def test_where_nobody_else_can_register_no_word_says_to_register(tmp_path: Path) -> None:
    bot = OfflineBot(tmp_path, "dave 1000", config=OPEN)
    bot.comes("zed", "z@z.example")
    bot.comes("mia", "m@z.example")
    for nick in ("zed", "zoe", "zac"):
        bot.comes(nick, "z@z.example")
        bot.tells(nick, "register")
    told = [each.line for text in ("register", "hello", "help") for each in bot.tells("mia", text)]
    assert "ask an admin of this bot" in told[0]
    assert not any("say register" in line for line in told)


def test_a_game_that_is_named_in_private_is_the_one_meant(bot: OfflineBot) -> None:
    for text in ["blackjack", "play blackjack"]:
        assert bot.tells("dave", text)[0].line.startswith("To play Black Jack For Time, say !join")
