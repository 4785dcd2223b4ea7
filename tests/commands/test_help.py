"""Help knows where a person is: before a round, in it, on turn or not, and after it."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from pontoon.commands.base import Who
from pontoon.commands.command_table import COMMANDS
from pontoon.games import GAMES
from pontoon.text import help_pages
from tests.commands.test_command_table import Noted, right_person
from tests.support.offline_bot import CHANNEL, OfflineBot, Said

ADMIN = {"admin": {"masks": "boss!*@admin.example"}}


@pytest.fixture
def bot(tmp_path: Path) -> OfflineBot:
    return OfflineBot(tmp_path, "dave 1000, kevin 1000, bob 1000", "5D 9C 8H 4H 7D QD", ADMIN)


@pytest.fixture(scope="module")
def noted(tmp_path_factory: pytest.TempPathFactory) -> Noted:
    return Noted(tmp_path_factory.mktemp("noted"))


def told(said: list[Said]) -> str:
    return " | ".join(each.line for each in said)


def plays_to_the_end(bot: OfflineBot) -> None:
    bot.says("dave", "!pontoon dave kevin")
    for nick, move in (("dave", "50"), ("kevin", "50"), ("dave", "b"), ("dave", "s")):
        bot.tells(nick, move)
    bot.tells("kevin", "t")
    assert bot.croupier().ask is None


def test_before_a_round_it_says_how_to_begin_one(bot: OfflineBot) -> None:
    said = told(bot.tells("dave", "help"))
    assert said.startswith("To play Shed Pontoon, say !join in #pontoon: ")
    assert "help more" in said


@pytest.mark.parametrize("nick", ["dave", "kevin"])
def test_after_a_round_it_says_how_to_play_again(bot: OfflineBot, nick: str) -> None:
    plays_to_the_end(bot)
    again = "To play Shed Pontoon again, say !pontoon in #pontoon: it deals to the last players."
    assert told(bot.tells(nick, "help")).startswith(again)


def test_it_does_not_tell_others_to_deal_to_the_last_players(bot: OfflineBot) -> None:
    plays_to_the_end(bot)
    assert told(bot.tells("bob", "help")).startswith("To play Shed Pontoon, say !join in ")


def test_on_turn_it_explains_the_question_and_repeats_it(bot: OfflineBot) -> None:
    bot.says("dave", "!pontoon dave kevin")
    said = told(bot.tells("dave", "help"))
    assert said.startswith("Say a number from 1 to 100, or max: ")
    assert "Bet (1-100)?" in said
    assert said.endswith("leave to give up your seat, help more for the rest.")


def test_off_turn_it_shows_the_hand_and_whose_turn_it_is(bot: OfflineBot) -> None:
    bot.says("dave", "!pontoon dave kevin")
    bot.tells("dave", "50")
    bot.tells("kevin", "50")
    said = told(bot.tells("kevin", "help"))
    assert "9♣ 4♥ = 13" in said
    assert "It is dave's turn to play." in said
    assert "(t)wist" not in said


def test_while_others_play_it_says_what_is_played_and_what_to_say_afterwards(
    bot: OfflineBot,
) -> None:
    bot.says("dave", "!pontoon dave kevin")
    assert told(bot.tells("bob", "help")).startswith(
        "A round is being played in #pontoon. Say !join there to be dealt the next one. It is Shed "
        "Pontoon: dave, kevin to bet."
    )


def test_somebody_who_has_left_the_round_does_not_hear_that_they_play_in_it(
    bot: OfflineBot,
) -> None:
    for text in ["help", "hand"]:
        bot.says("dave", "!pontoon dave kevin")
        bot.tells("dave", "leave")
        said = told(bot.tells("dave", text))
        assert "You are playing" not in said
        assert "You have left this round." in said or "Say !join there" in said


def test_in_the_channel_it_says_that_a_round_is_being_played(bot: OfflineBot) -> None:
    bot.says("dave", "!pontoon dave kevin")
    in_channel, *in_private = bot.says("bob", "!help")
    assert in_channel.line.startswith("A round of Shed Pontoon is being played: dave, kevin to bet")
    assert {said.target for said in in_private} == {"bob"}
    assert bot.says("bob", "!british help")[0].line.startswith("British Pontoon: !british NICK")


def test_where_rounds_are_turned_off_it_says_who_can_turn_them_on(bot: OfflineBot) -> None:
    bot.ops("bob")
    bot.says("bob", "!pontoon off")
    assert told(bot.tells("dave", "help")).startswith(
        "Rounds are turned off in #pontoon: a channel"
    )


@pytest.mark.parametrize("nick", ["dave", "bob", "stranger"])
@pytest.mark.parametrize("text", ["help", "hello", "?"])
def test_it_is_short(bot: OfflineBot, nick: str, text: str) -> None:
    """Three lines at most, in every phase of a round."""
    assert len(bot.tells(nick, text)) <= 3
    bot.deals("dave", "!shoot dave kevin")
    assert len(bot.tells(nick, text)) <= 3
    bot.stops_round()
    assert len(bot.tells(nick, text)) <= 3


@pytest.mark.parametrize(
    "irc", [{}, {"url": "https://example.org/" + 180 * "x", "prefix": "?!"}], ids=["", "url"]
)
def test_more_lists_all_commands_in_groups_in_five_lines(
    tmp_path: Path, irc: dict[str, str]
) -> None:
    bot = OfflineBot(tmp_path, config={**ADMIN, "irc": irc})
    bot.comes("boss", "boss@admin.example")
    for_all = [each.usage for each in COMMANDS if each.who is not Who.ADMIN]
    for nick, is_admin in (("dave", False), ("boss", True)):
        said = bot.tells(nick, "help more")
        assert len(said) <= 5
        for each in COMMANDS:
            shown = each.usage in told(said)
            assert shown is (is_admin or any(each.usage in usage for usage in for_all)), each
        assert ("reload" in told(said)) is is_admin
    assert told(said).endswith(irc.get("url", "with an example."))
    assert "CUTwC Pontoon: " in told(bot.tells("dave", "help more cutwc"))


def test_each_command_is_explained_with_an_example(bot: OfflineBot) -> None:
    for command in COMMANDS:
        bot.comes("boss", "boss@admin.example")
        topic = command.word or ("move" if command.who is Who.SEATED else "start")
        for text in (f"help {topic}", f"HELP !{topic}", f"pontoon help {topic}"):
            said = told(bot.tells("boss", text))
            assert f"it {command.help}. For example: " in said
            assert command.example in said.partition(command.help)[2]
        in_channel = bot.says("boss", f"!help {topic}")
        is_order = command.who is Who.ADMIN
        assert {each.target for each in in_channel} == {CHANNEL}
        assert all(each.line.startswith(("Say ", "I know no")) for each in in_channel)
        assert (f"it {command.help}. " in told(in_channel)) is not is_order
        assert f"it {command.help}. " not in (
            told(bot.tells("dave", f"help {topic}")) if is_order else ""
        )


def test_each_example_is_one_of_its_command(noted: Noted) -> None:
    """Its example, said where it says, is understood as the command."""
    for command in COMMANDS:
        example = replace(command, word=command.example)
        for where in command.where:
            assert command in noted.says(right_person(command), example, where)


def test_a_move_is_explained(bot: OfflineBot) -> None:
    for topic, meaning in [
        ("twist", "t or twist: a card that everybody sees."),
        ("s", "s or stick: you keep your cards, and this hand is done."),
        ("b max", "b or buy: a card that only you see, for N more."),
        ("10", "the chips that you stake on your hand."),
        ("bet 50", "the chips that you stake on your hand."),
        ("blackjack s", "s or stay: you keep your cards, and this hand is done."),
        ("shoot kitty 50", "the chips that you put up for the others to bet against."),
    ]:
        said = told(bot.tells("dave", f"help {topic}"))
        assert meaning in said
        assert "MOVE [AMOUNT]" in said


def test_a_command_is_explained_with_what_follows_it_too(bot: OfflineBot) -> None:
    for topic, way in [
        ("notify off", "Say !notify N: "),
        ("!cut four score and seven", "Say !cut WORDS: "),
        ("sell bank to kevin for 200", "Say !sell bank to NICK for CHIPS "),
        ("bank +100", "Say !bank [+N or -N] "),
        ("set cards ascii", "Say !pontoon set [KEY VALUE]: "),
        ("set nickname The Dealer's Friend", "Say set nickname [NAME] "),
    ]:
        for said in (bot.tells("dave", f"help {topic}"), bot.says("dave", f"!help {topic}")):
            assert told(said).startswith(way)


def test_each_move_of_each_game_is_explained(bot: OfflineBot) -> None:
    for game in GAMES:
        for verb in (*game.MOVES, *game.ANSWERS):
            way, _, meaning = help_pages.meaning_of(verb).partition(": ")
            said = told(bot.tells("dave", f"help {game.name} {way.split()[0]}"))
            assert f": {meaning}" in said


def test_where_people_can_read_more_is_named(tmp_path: Path) -> None:
    bot = OfflineBot(tmp_path, config={"irc": {"url": "https://example.org/p"}})
    assert bot.says("dave", "!fair")[0].line.endswith(" (https://example.org/p).")
    assert bot.tells("dave", "help")[-1].line.endswith(" More: https://example.org/p")
    assert bot.says("dave", "!help")[0].line.endswith(" More: https://example.org/p")
    bot.adopts({})
    assert "More: " not in told([*bot.tells("dave", "help"), *bot.says("dave", "!help")])


# What belongs elsewhere

IN_CHANNEL = {
    "cut": "!cut WORDS cuts",
    "!cut four score and seven": "!cut WORDS cuts",
    "deal four score and seven": "!deal [WORDS] deals",
}
"""What the channel must hear, however few channels there are."""

DONE_THERE = {
    "fair": "No deck of Shed Pontoon is sealed yet",
    "deal": "Only those who have joined can deal",
    "notify off": "I will not tell you",
    "notify": "Say !notify and a number",
    "off": "Only a channel operator",
    "banker": "No game with a bank",
    "leave": "You have no seat and no place here.",
    "british banker": "Nobody has the bank.",
    "join chess": "I deal no game called chess",
}
"""The beginning of the first answer to people who are in one channel."""


@pytest.mark.parametrize(("text", "way"), IN_CHANNEL.items())
@pytest.mark.parametrize("nick", ["dave", "bob"])
def test_what_belongs_into_the_channel_is_answered_with_where_to_say_it(
    bot: OfflineBot, nick: str, text: str, way: str
) -> None:
    (said,) = bot.tells(nick, text)
    assert said.target == nick
    assert said.line.startswith(f"Say that in #pontoon, not here: {way}")


@pytest.mark.parametrize(("text", "answer"), DONE_THERE.items())
def test_what_belongs_into_the_channel_is_done_in_the_only_one(
    bot: OfflineBot, text: str, answer: str
) -> None:
    assert bot.tells("dave", text)[0].line.startswith(answer)


def test_who_joins_and_deals_in_private_does_so_in_the_only_channel(bot: OfflineBot) -> None:
    for nick in ("dave", "kevin"):
        bot.tells(nick, "join")
    assert bot.tells("dave", "deal")[0].line == "Shed Pontoon: dave, kevin | place your bets"
    assert bot.tells("bob", "british join")[0].target == "bob"


def test_in_private_nothing_is_done_where_rounds_are_off(bot: OfflineBot) -> None:
    bot.ops("bob")
    bot.tells("bob", "off")
    assert bot.croupier().tables.kept.is_closed
    (said,) = bot.tells("dave", "join")
    assert said.line.startswith("Rounds are turned off in #pontoon")
    assert bot.croupier().lineup.players == ()


@pytest.mark.parametrize(
    ("text", "told_where"),
    [
        ("10", "I have not taken 10 in #pontoon: say 10 here, or !10 there."),
        ("\x0304 10\x03", "I have not taken 10 in #pontoon: say 10 here, or !10 there."),
        ("MAX", "I have not taken max in #pontoon: say max here, or !max there."),
        ("bet 10", "I have not taken bet 10 in #pontoon: say bet 10 here, or !bet 10 there."),
        ("stick", "I have not taken stick in #pontoon: say stick here, or !stick there."),
        ("10!", "I have not taken 10 in #pontoon: say 10 here, or !10 there."),
    ],
)
def test_an_answer_that_is_said_to_the_channel_does_nothing_and_hears_so_once_a_round(
    bot: OfflineBot, text: str, told_where: str
) -> None:
    for _ in range(2):
        bot.says("dave", "!pontoon dave kevin")
        before = bot.croupier().waiting
        assert bot.says("bob", text) == [], "who has no seat"
        (said,) = bot.says("dave", text)
        assert said.target == "dave"
        assert said.line.startswith(told_where)
        assert bot.says("dave", text) == bot.says("dave", "20") == []
        assert [each.target for each in bot.says("kevin", text)] == ["kevin"]
        assert bot.croupier().waiting == before
        bot.stops_round()
    assert bot.says("dave", text) == []


@pytest.mark.parametrize(
    "text", ["10 o'clock", "no", "d", "stick around", "!hand me", "stop", "s t", "!"]
)
def test_other_talk_of_somebody_who_is_asked_stays_unanswered(bot: OfflineBot, text: str) -> None:
    bot.says("dave", "!pontoon dave kevin")
    assert bot.says("dave", text) == []


def test_somebody_who_has_answered_may_say_numbers(bot: OfflineBot) -> None:
    bot.says("dave", "!pontoon dave kevin")
    bot.tells("dave", "10")
    assert bot.says("dave", "10") == []


def test_somebody_who_is_ignored_is_not_told_where(tmp_path: Path) -> None:
    bot = OfflineBot(tmp_path)
    bot.says("dave", "!pontoon dave kevin")
    bot.adopts({"irc": {"ignore": "dave!*@*"}})
    assert bot.says("dave", "10") == bot.says("dave", "!stop") == []


def test_somebody_who_has_joined_in_one_channel_can_leave_in_private(tmp_path: Path) -> None:
    bot = OfflineBot(tmp_path, config={"irc": {"channels": "#pontoon #other"}})
    bot.says("dave", "!pontoon dave kevin")
    bot.stops_round()
    bot.says("dave", "!join", "#other")
    assert bot.tells("dave", "leave")[0][:2] == (
        "#other",
        "Shed Pontoon: nobody is in; !join opens a table",
    )
    assert not bot.croupier("#other").lineup.seat_map.players


def test_who_leaves_in_private_without_a_seat_gives_up_the_next_rounds_or_is_told_where(
    bot: OfflineBot,
) -> None:
    bot.says("dave", "!pontoon dave kevin")
    bot.stops_round()
    [said] = bot.tells("stranger", "leave")
    assert said.line.startswith("Say that in a channel where I deal, not here: !leave gives up")
    [said] = bot.tells("dave", "leave")
    assert said.line == "You give up your place for the next rounds."


def test_a_seated_player_who_leaves_in_private_leaves_the_round(bot: OfflineBot) -> None:
    bot.says("dave", "!pontoon dave kevin")
    assert [each.line for each in bot.tells("dave", "leave")[:2]] == [
        "dave leaves the round",
        "dave sits out the next Shed Pontoon",
    ]


# Strangers

WAYS = ["bank", "set nickname Zed", "stats zed", "help", "hello", "hand", "?", "claim", "time"]


@pytest.mark.parametrize("text", WAYS)
def test_a_stranger_learns_how_to_become_a_player_in_the_same_line(
    bot: OfflineBot, text: str
) -> None:
    bot.comes("zed")
    bot.logs_in("zed", "zed")
    stranger = "zed is not a player yet; "
    assert bot.tells("zed", text)[0].line.startswith(f"{stranger}ask an admin of this bot")
    bot.comes("boss", "boss@admin.example")
    assert bot.tells("zed", text)[0].line.startswith(f"{stranger}ask boss, an admin of this bot")
    bot.adopts({"identity": {"self_registration": "yes"}})
    assert bot.tells("zed", text)[0].line.startswith(f"{stranger}say !register")


def test_so_does_a_stranger_who_is_named_for_a_round(bot: OfflineBot) -> None:
    bot.comes("zed")
    bot.comes("boss", "boss@admin.example")
    (said,) = bot.says("dave", "!pontoon dave zed")
    assert said.line == "No round: zed is not a player yet; ask boss, an admin of this bot"
    bot.leaves("boss")
    (said,) = bot.says("dave", "!pontoon dave zed")
    assert said.line == "No round: zed is not a player yet; ask an admin of this bot"


def test_somebody_else_who_is_no_player_is_just_not_found(bot: OfflineBot) -> None:
    assert bot.tells("dave", "stats pontoon zed")[0].line == "There is no player called zed."


def test_an_admin_without_a_player_is_told_to_add_one(bot: OfflineBot) -> None:
    bot.comes("boss", "boss@admin.example")
    assert "say add boss and a number of chips" in bot.tells("boss", "bank")[0].line
    bot.tells("boss", "add boss 500")
    assert bot.tells("boss", "bank")[0].line == "boss: chips 500, bank 0"


def test_in_a_crowd_not_everybody_is_looked_at_to_find_an_admin(bot: OfflineBot) -> None:
    for number in range(300):
        bot.roster().add(bot.person(f"guest{number}"))
    bot.comes("boss", "boss@admin.example")
    assert "ask an admin of this bot" in bot.tells("zed", "bank")[0].line


# The question explained


@pytest.mark.parametrize("prefix", ["!", "?", "??"])
def test_a_question_mark_explains_the_question_whatever_the_prefix(
    tmp_path: Path, prefix: str
) -> None:
    bot = OfflineBot(tmp_path, config={"irc": {"prefix": prefix}})
    bot.says("dave", f"{prefix}pontoon dave kevin")
    assert bot.tells("dave", "?")[0].line.startswith("Say a number from 1 to 100, or max: ")
    assert bot.says("dave", "?") == bot.says("dave", f"{prefix}?") == []


def test_it_shows_those_who_are_not_asked_their_cards_and_whose_turn_it_is(bot: OfflineBot) -> None:
    bot.says("dave", "!pontoon dave kevin")
    bot.tells("dave", "50")
    (said,) = bot.tells("dave", "?")
    assert said.line == "Stake 50: 5♦ = 5. Chips 950. kevin is still to bet."


def test_after_the_round_it_says_that_it_is_over(bot: OfflineBot) -> None:
    plays_to_the_end(bot)
    assert bot.tells("dave", "?")[0].line.startswith("The round is over. Say !pontoon in the ")
