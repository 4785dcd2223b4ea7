"""Who is heard, and what answers them: a command or a table."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from pontoon.commands import dispatch
from pontoon.games import GAMES
from pontoon.irc.outgoing import Priority
from pontoon.irc.people import Person
from pontoon.storage.channels import Ban
from tests.commands.test_command_table import SUBCOMMANDS
from tests.support.offline_bot import CHANNEL, Entry, OfflineBot

OTHER = "#Other[1]"
TWO_CHANNELS = {"irc": {"channels": f"{CHANNEL} {OTHER}"}}
CODES = ["\x02", "\x0304", "\x0f", "\x11", "\x16", "\x1d", "\x1e", "\x1f"]


@pytest.fixture
def bot(tmp_path: Path) -> OfflineBot:
    return OfflineBot(tmp_path, "dave 1000, kevin 1000, bob 1000", "5D 9C 8H")


@pytest.fixture
def tables(tmp_path: Path) -> OfflineBot:
    """Two channels, with the same people in both."""
    return OfflineBot(tmp_path, "dave 1000, kevin 1000, bob 1000", "5D 9C 8H", TWO_CHANNELS)


# In a channel

TALK = [
    *("", " ", "!", "! pontoon dave", "hello", "pontoon dave", " !pontoon dave", "!hello"),
    *(
        "!sticky",
        "!!pontoon",
        "!whist dave",
        "?pontoon",
        "dave: !pontoon",
        "!hand me a card",
        "!set nickname x",
        "!?",
    ),
    *("\x01ACTION !pontoon dave\x01"),
]


@pytest.mark.parametrize("text", TALK)
def test_anything_but_a_command_is_ignored_in_silence(bot: OfflineBot, text: str) -> None:
    assert bot.says("dave", text) == []
    bot.says("dave", "!pontoon dave")
    before = bot.croupier().ask
    assert bot.says("kevin", text) == []
    assert bot.croupier().ask is before


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("text", ["!{}pontoon dave", "{}!pontoon dave", "!pontoon {}dave{}"])
def test_what_people_say_may_be_formatted(bot: OfflineBot, code: str, text: str) -> None:
    assert bot.says("dave", text.replace("{}", code))[0].line.startswith("Shed Pontoon: dave | ")
    assert bot.tells("dave", f"{code}10{code}")[0].line.startswith("dave bets 10 |")


def test_somebody_who_is_not_in_the_channel_is_not_heard_there(bot: OfflineBot) -> None:
    for text in ("!pontoon dave", "!pontoon stats", "!games", "!bank"):
        assert bot.says("stranger", text) == []
    assert bot.croupier().ask is None


def test_a_channel_that_is_not_the_bots_is_not_heard(bot: OfflineBot) -> None:
    bot.hear(bot.person("dave"), "!pontoon dave", "#elsewhere")
    assert bot.said == []
    assert bot.real_network.croupiers.find("#elsewhere") is None


def test_a_channel_is_found_under_the_casemapping(tables: OfflineBot) -> None:
    assert tables.says("dave", "!games", "#OTHER{1}")[0].line.startswith("I deal")
    assert tables.real_network.croupiers.find("#other{1}") is tables.croupier(OTHER)


@pytest.mark.parametrize("text", ["!pontoon dave", "!PONTOON dave", "!Pontoon  DAVE  "])
def test_commands_are_known_in_any_case(bot: OfflineBot, text: str) -> None:
    assert bot.says("dave", text)[0].line == "Shed Pontoon: dave | place your bets"


def test_the_prefix_is_that_of_the_config(tmp_path: Path) -> None:
    bot = OfflineBot(tmp_path, config={"irc": {"prefix": "?!"}})
    assert bot.says("dave", "!pontoon dave") == []
    assert "?!pontoon NICK" in bot.says("dave", "?!pontoon")[0].line
    assert "?!join in" in bot.tells("dave", "hello")[0].line
    bot.says("dave", "?!pontoon dave")
    assert bot.says("dave", "?!bet 1")[0].line.startswith("dave bets 1 |")


def test_a_game_followed_by_a_number_alone_is_a_move(bot: OfflineBot) -> None:
    assert bot.says("dave", "!pontoon 50") == []
    bot.says("dave", "!pontoon dave kevin")
    assert bot.says("dave", "!pontoon 50")[0].line.startswith("You bet 50.")
    assert bot.says("bob", "!pontoon 50") == []


def test_a_number_among_nicks_is_taken_for_one(bot: OfflineBot) -> None:
    assert (
        "50 is not a player yet; ask an admin of this bot"
        in bot.says("dave", "!pontoon dave 50")[0].line
    )


@pytest.mark.parametrize("nick", ["max", "min", "MAX"])
def test_a_nick_that_means_an_amount_is_a_nick_after_a_game(tmp_path: Path, nick: str) -> None:
    """No nick begins with a digit, but some are called Max."""
    bot = OfflineBot(tmp_path, [Entry("max"), Entry("min")])
    assert f"Shed Pontoon: {nick.lower()} |" in bot.says(nick.lower(), f"!pontoon {nick}")[0].line


@pytest.mark.parametrize("word", sorted(SUBCOMMANDS - {"banker"}))  # that is no nick at all
def test_a_subcommand_is_no_nick_where_it_comes_first(tmp_path: Path, word: str) -> None:
    bot = OfflineBot(tmp_path, [Entry("dave"), Entry(word)])
    assert [*bot.says("dave", f"!pontoon {word}"), *bot.pass_seconds(2)]
    assert [*bot.says("dave", f"!pontoon {word.upper()} dave"), *bot.pass_seconds(2)]
    bot.stops_round()
    bot.says("dave", "!leave")
    assert bot.says("dave", f"!pontoon dave {word}")[0].line == (
        f"Shed Pontoon: dave, {word} | place your bets"
    )


def test_help_and_rules_are_short_in_the_channel_and_long_in_private(bot: OfflineBot) -> None:
    for topic in ["help", "rules", "HELP"]:
        short, *long = bot.says("bob", f"!pontoon {topic}")
        assert short.target == CHANNEL
        assert sum(len(said.line) for said in long) > 3 * len(short.line)
        assert len(long) <= sum(len(said.line) for said in long) // 300 + 1, "on as few as they fit"
        assert {said.target for said in long} == {"bob"}
        assert {said.urgency for said in (short, *long)} == {Priority.CHATTER}


def test_the_games_are_listed(bot: OfflineBot) -> None:
    (said,) = bot.says("bob", "!games")
    assert said.target == CHANNEL
    games = ", ".join(f"{game.title} (!{game.name})" for game in GAMES)
    assert games.startswith("Shed Pontoon (!pontoon), British Pontoon (!british), Shoot Pontoon ")
    assert said.line == f"I deal {games}. Help for each: !pontoon help, !british help and so on."


# In private


@pytest.mark.parametrize("prefix", ["", "!"])
@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("help", "To play Shed Pontoon, say !join in #pontoon"),
        ("HELP pontoon", "Shed Pontoon: !pontoon NICK NICK "),
        ("help more", "Shed Pontoon: !pontoon [NICK ...], "),
        ("HELP MORE pontoon", "Shed Pontoon: "),
        ("help pontoon more", "Shed Pontoon: "),
        ("rules", "Shed Pontoon: "),
        ("rules pontoon", "Shed Pontoon: "),
        ("rules klondike", "I deal no game called klondike. I deal pontoon, british, shoot, "),
        ("top klondike", "I deal no game called klondike. "),
        ("last klondike", "I deal no game called klondike. "),
        ("stats klondike", "There is no player called klondike. I deal pontoon, british, shoot, "),
        ("rules !british", "British Pontoon: "),
        ("help !british", "British Pontoon: !british NICK NICK "),
        ("help klondike", "I know no command and no game called klondike: "),
        ("help \u202eklondike", "I know no command and no game of that name: "),
        ("stats", "Shed Pontoon | Nobody has played"),
        ("stats british", "Nobody has played"),
        ("stats bob", "Shed Pontoon | bob: "),
        ("stats nobody", "There is no player called nobody."),
        ("bank", "bob: chips 1000"),
        ("games", "I deal Shed Pontoon"),
    ],
)
def test_what_is_asked_in_private_is_answered_in_private(
    bot: OfflineBot, prefix: str, text: str, answer: str
) -> None:
    said = bot.tells("bob", prefix + text)
    assert said[0].line.startswith(answer)
    assert {each.target for each in said} == {"bob"}


def test_a_stranger_gets_one_line_of_help(bot: OfflineBot) -> None:
    for text in [
        "",
        " ",
        "hello",
        "50",
        "s",
        "hand",
        "nickname x",
        "\x02",
    ]:
        (said,) = bot.tells("stranger", text)
        assert said.target == "stranger"
        assert "help" in said.line


@pytest.mark.parametrize(
    "text",
    [
        "!pontoon dave,kevin",
        "!pontoon dave, kevin",
        "!pontoon dave ,kevin,",
        "!pontoon dave: kevin;",
    ],
)
def test_nicks_may_be_listed_with_commas_colons_and_semicolons(bot: OfflineBot, text: str) -> None:
    """As the bot lists them itself."""
    assert bot.says("dave", text)[0].line.startswith("Shed Pontoon: dave, kevin |")


def test_the_game_may_be_named_in_private_as_in_the_channel(bot: OfflineBot) -> None:
    for long, short in [
        ("pontoon stats dave", "stats pontoon dave"),
        ("!Pontoon stats", "stats Pontoon"),
        ("pontoon rules", "rules"),
        ("pontoon help", "help pontoon"),
        ("pontoon help more", "help more pontoon"),
        ("pontoon stop", "stop"),
    ]:
        bot.says("dave", "!pontoon dave kevin")
        bot.tells("dave", "10")
        assert bot.tells("kevin", long) == bot.tells("kevin", short) != []


def test_the_game_may_be_named_with_leave_in_private_too(bot: OfflineBot) -> None:
    bot.says("dave", "!pontoon dave kevin")
    said = bot.tells("kevin", "pontoon leave")
    assert "kevin leaves the round" in [each.line for each in said]


def test_a_round_that_is_asked_for_in_private_is_dealt_in_the_only_channel(
    bot: OfflineBot,
) -> None:
    for text in ("pontoon", "pontoon is fun"):
        bot.tells("dave", text)
        assert bot.croupier().ask is None
    bot.tells("dave", "!pontoon dave kevin")
    assert bot.croupier().table.players == ("dave", "kevin")


def test_other_control_characters_are_no_answer_to_a_question(bot: OfflineBot) -> None:
    bot.says("dave", "!pontoon dave")
    (said,) = bot.tells("dave", "1\x07")
    assert "Bet (1-10)?" in said.line


# Several channels


def test_each_channel_has_a_table_and_a_list_of_its_own(tables: OfflineBot) -> None:
    tables.says("dave", "!pontoon dave kevin")
    said = tables.says("bob", "!pontoon bob", OTHER)
    assert said[0].target == OTHER
    assert "Your card: 5♦" in said[1].line
    tables.tells("bob", "10")
    tables.tells("dave", "50")
    tables.tells("kevin", "5")
    assert tables.heard_in(OTHER)[-1] == "bob bets 10 | second cards are out | bob to play"
    assert tables.heard_in(CHANNEL)[-1].startswith("dave bets 50 | kevin bets 5 |")
    tables.says("bob", "!pontoon resign", OTHER)
    tables.stops_round()
    assert "kevin, dave" in tables.says("dave", "!pontoon")[0].line
    assert "Shed Pontoon: bob |" in tables.says("bob", "!pontoon", OTHER)[0].line


def test_nobody_is_seated_in_two_channels(tables: OfflineBot) -> None:
    tables.says("dave", "!pontoon dave kevin")
    tables.tells("kevin", "1")
    said = tables.says("bob", "!pontoon bob KEVIN", OTHER)
    assert [(each.target, each.line) for each in said] == [
        (OTHER, "No round: kevin is playing in #pontoon")
    ]
    tables.stops_round()
    assert "bob, kevin" in tables.says("bob", "!pontoon bob kevin", OTHER)[0].line


def test_a_new_nick_does_not_seat_somebody_twice(tables: OfflineBot) -> None:
    """Neither as another player nor in the name of the one whose seat they have."""
    tables.says("dave", "!pontoon dave")
    tables.tells("dave", "1")
    tables.leaves("kevin")
    tables.leaves("kevin", OTHER)
    tables.renames("dave", "kevin")
    assert "kevin is playing in #pontoon" in tables.says("bob", "!pontoon bob kevin", OTHER)[0].line
    tables.comes("dave", "mallory@elsewhere", OTHER)
    assert "dave is playing in #pontoon" in tables.says("bob", "!pontoon bob dave", OTHER)[0].line


def test_a_move_in_another_channel_is_ignored(tables: OfflineBot) -> None:
    tables.says("dave", "!pontoon dave")
    assert tables.says("dave", "!bet 1", OTHER) == []
    assert tables.says("dave", "!pontoon 1", OTHER) == []
    assert tables.croupier().ask is not None


def test_leaving_one_channel_is_leaving_only_the_seat_there(tables: OfflineBot) -> None:
    tables.says("dave", "!pontoon dave")
    tables.leaves("dave", OTHER)
    assert tables.tells("dave", "1")[0].line.startswith("dave bets 1")
    tables.leaves("dave")
    assert "Come back" in tables.tells("dave", "t")[0].line


def test_after_a_lost_connection_every_round_goes_on(tables: OfflineBot) -> None:
    tables.says("dave", "!pontoon dave")
    tables.says("bob", "!pontoon bob", OTHER)
    assert tables.is_cut_off() == []
    for channel, nick in ((CHANNEL, "dave"), (OTHER, "bob")):
        said = tables.is_back(["dave", "bob"], channel)
        assert [each.target for each in said] == [channel, channel, nick]
        assert "the round continues" in said[0].line


def test_where_the_bot_is_put_out_of_one_channel_the_round_waits_there_alone(
    tables: OfflineBot,
) -> None:
    tables.says("dave", "!pontoon dave")
    tables.says("bob", "!pontoon bob", OTHER)
    tables.is_put_out(OTHER)
    assert tables.tells("dave", "1")[0].line.startswith("dave bets 1")
    assert "I am not back in #Other[1]" in tables.tells("bob", "1")[0].line


def test_people_whose_userhost_is_not_known_are_heard_all_the_same(bot: OfflineBot) -> None:
    for text, channel in (("!pontoon dave", CHANNEL), ("10", "")):
        bot.hear(Person("dave"), text, channel)
        bot.pass_seconds(0)  # the turn of the reactor ends
    assert bot.heard_in(CHANNEL)[-1].startswith("dave bets 10")


# The game that is meant


def first_word(bot: OfflineBot, nick: str, text: str) -> str:
    """Return with which word the answer begins that NICK gets in private."""
    return bot.tells(nick, text)[0].line.split()[0]


@pytest.mark.parametrize("text", ["help more", "rules", "stats", "stats kevin"])
def test_what_is_asked_of_no_game_is_answered_of_the_one_last_played_there(
    bot: OfflineBot, text: str
) -> None:
    """While it is played and afterwards, be it that nobody but others plays."""
    bot.says("dave", "!british dave kevin")
    for nick in ("dave", "bob", "stranger"):
        assert first_word(bot, nick, text) == "British"
    bot.stops_round()
    assert first_word(bot, "bob", text) == "British"
    bot.says("dave", "!cutwc dave kevin")
    assert first_word(bot, "bob", text) == "CUTwC"
    assert not bot.tells("bob", f"{text.split()[0]} shoot")[0].line.startswith("CUTwC")


def test_of_several_channels_that_one_counts_where_somebody_plays_or_has_played(
    tables: OfflineBot,
) -> None:
    tables.says("dave", "!british dave kevin", OTHER)
    assert first_word(tables, "bob", "help more") == "Shed"
    assert first_word(tables, "dave", "help more") == "British"
    tables.stops_round(OTHER)
    assert first_word(tables, "dave", "help more") == "British"
    tables.says("dave", "!cutwc dave bob")
    assert first_word(tables, "dave", "help more") == "CUTwC"
    assert first_word(tables, "kevin", "help more") == "British"


def test_or_else_the_one_where_they_are(tables: OfflineBot) -> None:
    tables.says("dave", "!british dave kevin", OTHER)
    tables.leaves("bob")
    assert first_word(tables, "bob", "help more") == "British"


# After a round


def test_whoever_has_played_is_told_that_the_round_is_over(bot: OfflineBot) -> None:
    for text in ["hand", "HAND", "s", "50", "b 5"]:
        bot.says("dave", "!pontoon dave kevin")
        bot.stops_round()
        for nick in ("dave", "kevin"):
            assert [each[:2] for each in bot.tells(nick, text)] == [
                (
                    nick,
                    "The round is over. Say !pontoon in the channel to deal again, or help here.",
                )
            ]


def test_for_others_and_other_words_there_is_a_line_of_help(bot: OfflineBot) -> None:
    for nick, text, step in [
        ("dave", "eh?", "To play Shed Pontoon again, say !pontoon in #pontoon: "),
        ("bob", "s", "To play Shed Pontoon, say !join in #pontoon: "),
        ("stranger", "s", "stranger is not a player yet; ask an admin of this bot |"),
    ]:
        bot.says("dave", "!pontoon dave kevin")
        bot.stops_round()
        (said,) = bot.tells(nick, text)
        assert said.line.startswith(step)
        assert said.line.endswith(" | I deal card games: say help.")


def test_while_others_play_the_next_round_there_is_too(bot: OfflineBot) -> None:
    bot.says("dave", "!pontoon dave kevin")
    bot.stops_round()
    bot.says("dave", "!pontoon dave bob")
    assert bot.tells("kevin", "s")[0].line.startswith("A round is being played in ")


def test_who_is_banned_by_account_is_not_answered_once_that_is_known(bot: OfflineBot) -> None:
    """Even if nothing but WHOIS tells of the account, after they were heard."""
    ctx, now = bot.real_network.commands, bot.time.now()
    ctx.context.flood_guard.ban([Ban("local", "mal", "", "evil.example", "mal")], now)
    stranger = Person("mal2", "m@elsewhere", None)
    request = dispatch.accept(ctx, stranger, "games")
    assert request is not None
    dispatch.answer_as(ctx, request, replace(stranger, account="mal"))
    assert bot.said == []
    dispatch.answer_as(ctx, request, replace(stranger, account="other"))
    assert [each.target for each in bot.said] == ["mal2"]
