"""Rounds that are over, in IRC: the last one, and any one told again in private."""

import re
from pathlib import Path
from unittest.mock import patch

import pytest

from pontoon import __version__
from pontoon.engine.moves import Phase
from pontoon.engine.sealed_deck import DeckName
from pontoon.storage.rows import DatabaseError
from pontoon.storage.sqlite_file import SqliteFile
from pontoon.tables.replays import MAX_RUNNING, PAUSE_SECONDS, PORTION
from pontoon.text import rounds_over as asking
from tests.support.honest_bots import honest_bot, open_decks, play, records_of, starts_after
from tests.support.offline_bot import CHANNEL, OfflineBot, Said
from tests.support.play_rounds import GAMES
from tests.support.recorded_rounds import a_shed_round, edited

CARD = re.compile(r"\b(?:A|[2-9]|10|[JQK])[♣♦♥♠]")
ID = re.compile(r"replay ([0-9a-f]{16})$")
UNKNOWN = "0123456789abcdef"


@pytest.fixture
def bot(tmp_path: Path) -> OfflineBot:
    bot = honest_bot(tmp_path)
    bot.comes("carol")  # who is no player
    return bot


def told(bot: OfflineBot, nick: str, text: str) -> list[str]:
    """Return all that NICK is told by and by when they say TEXT."""
    said = bot.tells(nick, text)
    while more := bot.pass_seconds(PAUSE_SECONDS):
        said += more
    assert {each.target for each in said} == {nick}
    return [each.line for each in said]


def id_of_last(bot: OfflineBot) -> str:
    return records_of(bot)[-1].id


def private(lines: list[str]) -> set[str]:
    """Return whose private lines are among LINES."""
    return {line[1:].partition("]")[0] for line in lines if line.startswith("[")}


def test_last_says_who_won_what_with_what(bot: OfflineBot) -> None:
    for game in GAMES:
        play(bot, game)
        heard = set(CARD.findall(" ".join(bot.heard_in(CHANNEL))))
        ((target, line, _),) = bot.says("carol", "!last")
        assert target == CHANNEL
        for nick in ("dave", "kevin", "bob"):
            assert nick in line
        found = ID.search(line)
        assert found
        assert found[1] == id_of_last(bot)
        assert set(CARD.findall(line)) <= heard


def test_last_may_name_a_game(bot: OfflineBot) -> None:
    play(bot, "cutwc")
    play(bot, "pontoon")
    assert bot.says("carol", "!last")[0].line.startswith("Shed Pontoon, ")
    assert bot.says("carol", "!cutwc last")[0].line.startswith("CUTwC Pontoon, ")
    assert bot.says("carol", "!last CUTwC")[0].line.startswith("CUTwC Pontoon, ")
    for words in ("cutwc last", "last CUTWC"):
        assert ": CUTwC Pontoon in #pontoon" in told(bot, "carol", words)[0]
    assert not bot.says("carol", "!last of all")  # another bot may have that command
    assert not bot.says("carol", "!last cutwc of all")


def test_last_says_which_game_has_no_round(bot: OfflineBot) -> None:
    none = asking.no_round("Shoot Pontoon")
    assert "Shoot Pontoon" in none
    play(bot, "pontoon")
    for words in ("!last shoot", "!shoot last"):
        assert [(each.target, each.line) for each in bot.says("carol", words)] == [(CHANNEL, none)]
    assert told(bot, "carol", "last shoot") == [none]
    assert told(bot, "carol", "shoot last") == [none]


def test_last_says_which_hands_were_resigned(bot: OfflineBot) -> None:
    bot.says("dave", "!pontoon dave kevin")
    while (ask := bot.croupier().ask) is not None and ask.phase is Phase.BET:
        bot.tells(ask.player, "min")
    bot.says("kevin", "!pontoon resign")
    while (ask := bot.croupier().ask) is not None:
        bot.tells(ask.player, "s")
        bot.tells(ask.player, "t")
    (kevins,) = [line for line in bot.heard_in(CHANNEL) if "kevin: " in line and "stake" in line]
    assert ", resigned, stake" in kevins
    gains = dict(part.split(" with ") for part in last_parts(bot))
    assert gains["kevin loses 1"].endswith(", resigned")
    assert "resigned" not in "".join(hand for who, hand in gains.items() if "dave" in who)


def last_parts(bot: OfflineBot) -> list[str]:
    """Return what the answer to ``last`` says of each player."""
    line = bot.says("carol", "!last")[0].line
    return line.partition(" just now: ")[2].partition(" | ")[0].split("; ")


def test_last_is_of_this_channel_on_this_network(tmp_path: Path) -> None:
    bot = honest_bot(tmp_path, {"irc": {"channels": "#pontoon, #den"}})
    play(bot, "pontoon")
    assert [each.line for each in bot.says("dave", "!last", "#den")] == [asking.no_round()]
    starts_after(bot, a_shed_round())  # in #den, but on another network
    assert [each.line for each in bot.says("dave", "!last", "#den")] == [asking.no_round()]
    assert "dave" in bot.says("dave", "!last")[0].line


def test_in_private_last_tells_the_round(bot: OfflineBot) -> None:
    play(bot, "pontoon")
    first, *lines = told(bot, "carol", "last")
    assert first.startswith(f"Round {id_of_last(bot)}: Shed Pontoon in #pontoon on 127.0.0.1, ")
    assert first.endswith(", deck 1, round 1, card 1")
    heard = bot.heard_in(CHANNEL)
    results = [line for line in lines if ": wins" in line or ": loses" in line]
    assert results
    for line in results:
        assert any(line in each for each in heard)


@pytest.mark.parametrize("game", GAMES)
def test_until_its_deck_is_opened_people_see_of_a_round_what_they_saw_then(
    tmp_path: Path, game: str
) -> None:
    bot = honest_bot(tmp_path)
    bot.comes("carol")
    play(bot, game, 2)
    place, round_id = records_of(bot)[-1].deck, id_of_last(bot)
    assert place
    if not bot.bot.decks.is_opened(DeckName(place.bank, "127.0.0.1", CHANNEL, place.number)):
        heard = set(CARD.findall(" ".join(bot.heard_in(CHANNEL))))
        strangers = told(bot, "carol", f"replay {round_id}")
        assert not private(strangers)
        assert set(CARD.findall(" ".join(strangers))) <= heard
        assert private(told(bot, "dave", f"replay {round_id}")) <= {"dave"}
        open_decks(bot)
    assert private(told(bot, "carol", f"replay {round_id.upper()}")) <= {"dave", "kevin", "bob"}
    assert len(private(told(bot, "carol", f"replay {round_id}"))) > 1


def test_own_cards_are_those_of_the_player_and_not_of_the_nick(tmp_path: Path) -> None:
    nicks = ("dave", "kevin", "bob")
    players = ", ".join(f"{nick} 1000 of-{nick}" for nick in nicks)
    bot = honest_bot(tmp_path, {"identity": {"require": "account"}}, players)
    for nick in nicks:
        bot.logs_in(nick, f"of-{nick}")
    play(bot, "pontoon")
    assert private(told(bot, "dave", "last")) == {"dave"}
    bot.logs_in("dave", "")
    assert not private(told(bot, "dave", "last"))


def test_an_id_that_is_not_known_is_one_line(bot: OfflineBot) -> None:
    for word in [UNKNOWN, "1234", '"', "dave", "ключ"]:
        play(bot, "pontoon")
        assert told(bot, "dave", f"replay {word}") == [asking.NO_SUCH_ROUND.format(word=word)]
        assert told(bot, "dave", "replay") == [asking.HOW_TO_REPLAY]
        assert told(bot, "dave", "replay 1 2") == [asking.HOW_TO_REPLAY]


def test_before_the_first_round_there_is_nothing_to_tell(bot: OfflineBot) -> None:
    assert [each.line for each in bot.says("dave", "!last")] == [asking.no_round()]
    assert told(bot, "dave", "last") == [asking.no_round()]


def test_people_who_are_in_no_channel_are_told_nothing(bot: OfflineBot) -> None:
    play(bot, "pontoon")
    assert told(bot, "stranger", "last") == [asking.COME_IN]
    assert told(bot, "stranger", f"replay {id_of_last(bot)}") == [asking.COME_IN]


def test_a_history_that_cannot_be_read_is_one_line(bot: OfflineBot) -> None:
    play(bot, "pontoon")
    with patch.object(SqliteFile, "read", side_effect=DatabaseError("disk I/O error")):
        assert [each.line for each in bot.says("dave", "!last")] == [asking.UNREADABLE]
        assert told(bot, "dave", "last") == [asking.UNREADABLE]


@pytest.mark.parametrize(
    "edit", ["rounds SET begin = '7'", "rounds SET settled = '{}'", "tables SET game = 'whist'"]
)
def test_so_is_a_round_that_somebody_has_edited(bot: OfflineBot, edit: str) -> None:
    play(bot, "pontoon")
    round_id = id_of_last(bot)
    with edited(bot.players_xml) as connection:
        connection.execute(f"UPDATE {edit}")
    assert [each.line for each in bot.says("dave", "!last")] == [asking.UNREADABLE]
    assert told(bot, "dave", f"replay {round_id}") == [asking.UNREADABLE]


def test_of_a_round_by_rules_that_have_changed_the_result_is_told(bot: OfflineBot) -> None:
    """It cannot be dealt again: a bet is refused by the rules of today."""
    play(bot, "pontoon")
    round_id = id_of_last(bot)
    with edited(bot.players_xml) as connection:
        connection.execute("UPDATE rounds SET begin = json_remove(begin, '$.edition')")
        connection.execute("DELETE FROM acts WHERE n = 1")
    (result,) = [each.line for each in bot.says("dave", "!last")]
    assert re.search("dave (loses|wins|breaks even)", result)
    assert " with " not in result  # the hands are not known
    assert result.endswith(f" | replay {round_id}")
    (why,) = told(bot, "dave", f"replay {round_id}")
    assert why.startswith("I cannot deal that round again as it was: ")
    assert why.endswith(f"by the rules of today: version {__version__} has dealt it.")


# A few lines at a time


@pytest.fixture
def long(bot: OfflineBot) -> OfflineBot:
    """Return a bot that has dealt a round whose transcript is long."""
    for number in range(3):
        play(bot, "shoot", number)
    return bot


def lines(said: list[Said]) -> list[str]:
    return [each.line for each in said]


def test_a_few_lines_wait_at_a_time_and_the_next_follow_when_they_have_left(
    long: OfflineBot,
) -> None:
    long.waiting = []
    long.tells("dave", "last")
    assert len(long.waiting) == PORTION
    long.pass_seconds(60)
    assert len(long.waiting) == PORTION
    first = lines(long.lets_leave())
    assert not long.waiting
    long.pass_seconds(PAUSE_SECONDS)
    second = lines(long.lets_leave())
    assert first != second
    assert len(second) == PORTION


def test_stop_ends_the_telling_and_not_the_round(long: OfflineBot) -> None:
    long.says("dave", "!pontoon dave kevin")
    long.tells("dave", "last")
    assert lines(long.tells("dave", "stop")) == [asking.STOPPED]
    assert not long.pass_seconds(PAUSE_SECONDS)
    assert long.croupier().ask is not None
    long.tells("dave", "stop")
    assert long.croupier().ask is not None


def test_another_round_takes_the_place_of_the_one_that_is_told(long: OfflineBot) -> None:
    long.tells("dave", "last")
    lines_of_both = told(long, "dave", "last")
    assert len([line for line in lines_of_both if line.startswith("Round ")]) == 1


def test_the_telling_follows_who_takes_another_nick(long: OfflineBot) -> None:
    long.tells("carol", "last")
    long.renames("carol", "carola")
    assert {each.target for each in long.pass_seconds(PAUSE_SECONDS)} == {"carola"}
    assert lines(long.tells("carola", "stop")) == [asking.STOPPED]


def test_nobody_else_hears_the_rest(long: OfflineBot) -> None:
    """Somebody may take the nick of who has gone."""
    long.tells("carol", "last")
    long.leaves("carol")
    assert not long.pass_seconds(PAUSE_SECONDS)
    long.comes("carol")
    assert not long.pass_seconds(60)


def test_a_lost_connection_ends_it(long: OfflineBot) -> None:
    long.tells("carol", "last")
    long.is_cut_off()
    assert not long.pass_seconds(60)


def test_only_some_people_are_told_at_a_time(long: OfflineBot) -> None:
    for number in range(MAX_RUNNING):
        long.comes(f"guest{number}")
        long.tells(f"guest{number}", "last")
    assert lines(long.tells("carol", "last")) == [asking.TOO_MANY]
    long.pass_seconds(60)
    assert lines(long.tells("carol", "last"))[0].startswith("Round ")
