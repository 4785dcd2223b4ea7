"""The rounds that a bot plays, in its history: each settled one, once."""

from pathlib import Path
from unittest.mock import patch

import pytest

from pontoon.cli import main
from pontoon.engine.moves import Phase
from pontoon.storage.replay import Replay
from pontoon.storage.rounds import SettledRound
from tests.support.honest_bots import honest_bot, open_decks, play, records_of
from tests.support.ledger_checks import check_books
from tests.support.offline_bot import OfflineBot
from tests.support.play_rounds import GAMES, answers, database_of, play_out, rounds_written
from tests.support.recorded_rounds import edited

pytestmark = pytest.mark.slow

TWO_CHANNELS = {"irc": {"channels": "#pontoon, #den"}}


@pytest.fixture
def bot(tmp_path: Path) -> OfflineBot:
    return honest_bot(tmp_path)


def said_by(
    capsys: pytest.CaptureFixture[str], bot: OfflineBot, *arguments: str, status: int = 0
) -> list[str]:
    """Return what the command line prints about the files of BOT."""
    config = bot.players_xml.with_name("config.ini")
    assert main([*arguments, "--config", str(config)]) == status
    return capsys.readouterr().out.splitlines()


@pytest.mark.parametrize("game", GAMES)
def test_settled_rounds_of_any_game_pass_all_checks(
    bot: OfflineBot, game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for number in range(6):
        play(bot, game, number)
    assert [each.id for each in records_of(bot)] == rounds_written(bot)
    open_decks(bot)
    rounds = len(rounds_written(bot))
    *_, verdict = said_by(capsys, bot, "history", "--check")
    assert verdict.endswith("compared with the ledger: all as recorded")
    *_, verdict = said_by(capsys, bot, "verify")
    assert verdict.endswith(f"{rounds} rounds dealt again: no fault")


@pytest.mark.parametrize("game", GAMES)
def test_a_round_in_which_the_program_is_started_again_is_there_whole(
    bot: OfflineBot, game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    bot.says("dave", f"!{game} dave kevin bob")
    while bot.croupier().ask is not None:
        answers(bot)
        bot.starts_anew()
    (record,) = records_of(bot)
    assert [record.id] == rounds_written(bot)
    said_by(capsys, bot, "history", "--check")
    *_, verdict = said_by(capsys, bot, "verify")
    assert verdict.endswith("1 round dealt again: no fault")


@pytest.mark.parametrize("game", GAMES)
def test_a_round_in_which_the_program_is_started_again_is_told_as_one_in_which_it_is_not(
    tmp_path: Path, game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    told = []
    for is_restarted in (False, True):
        (folder := tmp_path / str(is_restarted)).mkdir()
        with patch.multiple("secrets", token_hex=lambda size: "ab" * size, token_bytes=bytes):
            bot = honest_bot(folder)
            bot.says("dave", f"!{game} dave kevin bob")
            while bot.croupier().ask is not None:
                answers(bot)
                if is_restarted:
                    bot.starts_anew()
        assert len(records_of(bot)) == 1
        told.append(said_by(capsys, bot, "history", "ab" * 8, "--private"))
    assert told[0] == told[1]


@pytest.mark.parametrize(
    ("edit", "wrong"),
    [
        (
            'rounds SET begin = replace(begin, \'"seed":"\', \'"seed":"00\')',
            "was dealt from other cards than the deck's",
        ),
        (
            "acts SET act = replace(act, '\"stick\"', '\"twist\"')",
            "does not go as it was recorded",
        ),
        (
            "rounds SET settled = json_set(settled, '$[1]', json_extract(settled, '$[1]') + 1)",
            "does not go as it was recorded",
        ),
        (
            "rounds SET begin = replace(begin, '\"deck\":[1,1,0,', '\"deck\":[1,1,5,')",
            "does not begin where the round before ended",
        ),
        (
            "rounds SET begin = replace(begin, '\"deck\":[1,1,0,', '\"deck\":[1,2,0,')",
            "is not among its settled rounds",
        ),
        ("tables SET game = 'blackjack'", "is not among its settled rounds"),
    ],
)
def test_a_round_that_is_changed_is_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], edit: str, wrong: str
) -> None:
    with patch("secrets.token_bytes", bytes):  # what is found first follows from the cards
        bot = honest_bot(tmp_path)
        play(bot, "pontoon")
        open_decks(bot)
    (record,) = records_of(bot)
    with edited(bot.players_xml) as connection:
        assert connection.execute(f"UPDATE {edit}").rowcount
    fault, _ = said_by(capsys, bot, "verify", status=1)[-2:]
    number = 2 if "settled rounds" in wrong and "game" not in edit else 1
    assert fault == f"round {number} ({record.id}) of deck 1 of #pontoon {wrong}"


@pytest.mark.parametrize("game", ["british", "shoot", "cutwc"])
def test_a_pack_that_lies_otherwise_than_the_round_before_left_it_is_found(
    bot: OfflineBot, capsys: pytest.CaptureFixture[str], game: str
) -> None:
    """Even if the round goes on like that: a bot could choose all its cards but those of one."""
    play(bot, game)
    while not (place := (records := records_of(bot))[-1].deck) or place.round < 2:
        play(bot, game)
    open_decks(bot)
    with edited(bot.players_xml) as connection:
        ((number, begin),) = connection.execute(
            "SELECT number, begin FROM rounds WHERE id = ?", (records[-1].id,)
        )
        place = begin.index('"cards":"') + len('"cards":"')
        cards, rest = begin[place:].split('"', 1)
        *first, last, end = cards.split(" ")
        other = f'{begin[:place]}{" ".join([*first, end, last])}"{rest}'
        connection.execute("UPDATE rounds SET begin = ? WHERE number = ?", (other, number))
    lines = said_by(capsys, bot, "verify", status=1)
    assert any("was dealt from other cards than the deck's" in line for line in lines)


def test_rounds_that_are_gone_are_counted(
    bot: OfflineBot, capsys: pytest.CaptureFixture[str]
) -> None:
    """A shoe is followed without its first rounds; one between others must not be missing."""
    for _ in range(4):
        play(bot, "pontoon")
    open_decks(bot)
    first, second, third, _ = records_of(bot)
    remove(bot, first.id)
    lines = said_by(capsys, bot, "verify")
    assert "1 round cannot be checked: the history lacks them" in lines
    assert lines[-1].endswith("3 rounds dealt again: no fault")
    remove(bot, third.id)
    *_, fault, _ = said_by(capsys, bot, "verify", status=1)
    assert "a settled round before round 4 (" in fault
    assert second.id not in fault


def test_a_pack_whose_first_rounds_are_gone_is_not_checked(
    bot: OfflineBot, capsys: pytest.CaptureFixture[str]
) -> None:
    for _ in range(3):
        play(bot, "cutwc")
    open_decks(bot)
    rounds = records_of(bot)
    assert rounds[-1].deck
    assert rounds[-1].deck[:2] == (1, 3)
    remove(bot, rounds[0].id)
    lines = said_by(capsys, bot, "verify")
    assert "3 rounds cannot be checked: the history lacks them" in lines


def remove(bot: OfflineBot, round_id: str) -> None:
    with edited(bot.players_xml) as connection:
        connection.execute("DELETE FROM rounds WHERE id = ?", (round_id,))


def test_rounds_of_a_deck_in_play_cannot_be_checked_yet(
    bot: OfflineBot, capsys: pytest.CaptureFixture[str]
) -> None:
    play(bot, "pontoon")
    play(bot, "pontoon")
    lines = said_by(capsys, bot, "verify")
    assert "2 rounds of sealed decks cannot be checked yet" in lines


def test_other_cards_than_those_of_the_deck_are_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bot = OfflineBot(tmp_path, "dave 1000, kevin 1000, bob 1000", "AS KS AH KH")
    play(bot, "pontoon")
    open_decks(bot)
    fault, _ = said_by(capsys, bot, "verify", status=1)[-2:]
    assert fault.startswith("round 1 (")
    assert "of deck 1 of #pontoon was dealt from other cards than the deck's" in fault


def test_a_round_that_is_stopped_or_void_has_no_line(bot: OfflineBot) -> None:
    bot.says("dave", "!pontoon dave kevin")
    bot.stops_round()
    bot.says("kevin", "!pontoon kevin bob")
    while (ask := bot.croupier().ask) is not None and ask.phase is Phase.BET:
        bot.says(ask.player, "!pontoon leave")
    assert bot.croupier().ask is None
    assert not records_of(bot)
    bot.pass_seconds(200)  # until kevin and bob are dealt to again
    play(bot, "pontoon")
    (record,) = records_of(bot)
    assert record.deck
    assert record.deck.round == 3


def test_a_line_says_where_in_its_deck_the_round_was_dealt(bot: OfflineBot) -> None:
    for _ in range(3):
        play(bot, "pontoon")
    places = [each.deck for each in records_of(bot)]
    assert [place and (place.number, place.round) for place in places] == [(1, 1), (1, 2), (1, 3)]
    taken = [dealt_in(each) for each in records_of(bot)]
    assert [place and place.before for place in places] == [0, taken[0], taken[0] + taken[1]]


def dealt_in(record: SettledRound) -> int:
    deck = Replay(record).table.round_deck
    assert deck is not None
    return len(deck.dealt)


def test_rules_are_those_with_which_the_round_began(bot: OfflineBot) -> None:
    bot.says("dave", "!pontoon dave kevin bob")
    bot.adopts({"shed": {"max_bet_percent": "7"}, "table": {"bank_timeout": "31"}})
    for _ in play_out(bot):
        pass
    play(bot, "pontoon")
    first, second = records_of(bot)
    assert first.rules["max_bet_percent"] == [1, 10, 20, 25, 50]
    assert second.rules["max_bet_percent"] == [7]
    assert [each.table_rules["bank_timeout"] for each in (first, second)] == [30, 31]


def test_rounds_that_are_settled_in_one_turn_of_the_reactor_are_all_there(tmp_path: Path) -> None:
    bot = honest_bot(tmp_path, TWO_CHANNELS, "dave 1000, kevin 1000, bob 1000, alice 1000")
    bot.says("dave", "!pontoon dave kevin", "#pontoon")
    bot.says("bob", "!pontoon bob alice", "#den")
    bot.time.advance(10_000)  # nobody answers anywhere
    assert sorted(each.where.channel for each in records_of(bot)) == []
    for channel, nicks in {"#pontoon": ("dave", "kevin"), "#den": ("bob", "alice")}.items():
        bot.says(nicks[0], f"!pontoon {' '.join(nicks)}", channel)
        for nick in nicks:
            bot.says(nick, "!min", channel)
    while any(bot.croupier(each).ask for each in ("#pontoon", "#den")):
        bot.time.advance(60)
    assert sorted(each.where.channel for each in records_of(bot)) == ["#den", "#pontoon"]


def test_a_person_is_forgotten_in_what_the_bot_wrote(
    bot: OfflineBot, capsys: pytest.CaptureFixture[str]
) -> None:
    for game in GAMES:
        play(bot, game)
    bot.stops()
    said_by(capsys, bot, "history", "forget", "kevin")
    database = database_of(bot)
    bot.edit("<nick>kevin</nick>", "<nick>somebody</nick>")
    said_by(capsys, bot, "history", "forget", "kevin")
    assert b"kevin" not in database.read_bytes()
    said_by(capsys, bot, "history", "--check")
    *_, verdict = said_by(capsys, bot, "verify")
    assert verdict.endswith("no fault")
    bot.starts()
    assert len(records_of(bot)) == len(GAMES)
    check_books(bot.players_xml)
    bot.stops()
    assert b"kevin" not in database.read_bytes()


def test_the_bot_plays_on_behind_rounds_that_were_removed(
    bot: OfflineBot, capsys: pytest.CaptureFixture[str]
) -> None:
    for game in GAMES:
        play(bot, game)
    bot.stops()
    said_by(capsys, bot, "history", "prune", "--before", "2100-01-01")
    bot.starts()
    assert not records_of(bot)
    play(bot, "pontoon")
    assert len(records_of(bot)) == 1
    check_books(bot.players_xml)
    said_by(capsys, bot, "history", "--check")
