"""What a round did to players.xml is written once, however long that takes."""

from collections.abc import Callable
from pathlib import Path
from unittest.mock import patch

import pytest

from pontoon.storage import atomic_file
from pontoon.storage.players.audit import Audit, audit
from pontoon.storage.players.player import PlayerChange, RoundChange
from pontoon.storage.players.store import PlayerStore
from pontoon.tables.settlement_queue import SettlementQueue
from pontoon.text.announcements import CANNOT_SAVE_CHIPS
from tests.support.offline_bot import CHANNEL, Entry, OfflineBot
from tests.support.play_rounds import rounds_written
from tests.support.voice_accounts import kept


@pytest.fixture
def bot(tmp_path: Path) -> OfflineBot:
    """Dave, with a pontoon, has stuck; kevin, with 18, is to play. Both have staked 50."""
    seated = OfflineBot(tmp_path, cards="KD 9C AH 9H")
    seated.says("dave", "!pontoon dave kevin")
    for text in ("50", "s"):
        seated.tells("dave", text)
        seated.tells("kevin", "50")
    return seated


def end(bot: OfflineBot) -> str:
    """End the round; return the last line in the channel."""
    bot.tells("kevin", "s")
    return bot.heard_in(CHANNEL)[-1]


def has(bot: OfflineBot, nick: str) -> tuple[int, int, int]:
    """Return the chips of a player in the file, and the rounds played and won."""
    player = bot.in_file(nick)
    record = player.stats_in("pontoon")
    return player.chips, record.played, record.won


def balances(bot: OfflineBot) -> list[str]:
    return [line for line in bot.heard_in(CHANNEL) if line.startswith("Chips:")]


def test_a_result_is_written_at_the_end_of_the_round_and_not_before(bot: OfflineBot) -> None:
    assert has(bot, "dave") == (1000, 0, 0)
    assert end(bot) == "Chips: dave 1100, kevin 950"
    assert has(bot, "dave") == (1100, 1, 1)
    assert has(bot, "kevin") == (950, 1, 0)


def test_chips_that_an_admin_gives_during_a_round_are_there_afterwards(bot: OfflineBot) -> None:
    bot.edit("<chips>1000</chips>", "<chips>1500</chips>")
    assert end(bot) == "Chips: dave 1600, kevin 950"
    assert has(bot, "dave") == (1600, 1, 1)


def test_a_loss_beyond_what_is_left_ends_at_0_and_is_logged(bot: OfflineBot) -> None:
    bot.edit("<nick>kevin</nick><chips>1000", "<nick>kevin</nick><chips>20")
    assert end(bot) == "Chips: dave 1100, kevin 0"
    assert any("kevin" in line and "30" in line for line in bot.log)


def test_what_a_removed_player_won_or_lost_is_logged_and_dropped(bot: OfflineBot) -> None:
    bot.edit(str(Entry("kevin")), "")
    assert end(bot) == "Chips: dave 1100"
    assert any("kevin" in line and "-50" in line for line in bot.log)


def test_with_everybody_removed_there_are_no_balances_to_tell(bot: OfflineBot) -> None:
    bot.write_players([Entry("bob")])
    assert "Chips" not in end(bot)
    assert "No round" in bot.says("dave", "!pontoon")[0].line


def test_a_result_waits_while_the_file_is_broken_and_the_channel_is_told(bot: OfflineBot) -> None:
    bot.break_file()
    broken = bot.players_xml.read_bytes()
    assert "I cannot save chips right now" in end(bot)
    bot.pass_seconds(5)
    assert bot.players_xml.read_bytes() == broken
    assert balances(bot) == []
    assert any("players.xml: line" in line for line in bot.log)


def test_it_is_added_exactly_once_when_the_file_is_mended(bot: OfflineBot) -> None:
    bot.break_file()
    end(bot)
    bot.edit("<chips>1000</chips>", "<chips>1500</chips>")
    bot.mend_file()
    assert [each.line for each in bot.pass_seconds(5) if each.target == CHANNEL] == [
        "Chips: dave 1600, kevin 950"
    ]
    assert has(bot, "dave") == (1600, 1, 1)
    bot.pass_seconds(5)
    bot.break_file()
    bot.pass_seconds(5)
    bot.mend_file()
    bot.pass_seconds(5)
    assert has(bot, "dave") == (1600, 1, 1)
    assert len(balances(bot)) == 1


@pytest.mark.parametrize("text", ["!pontoon stats", "!bank", "!pontoon dave kevin"])
def test_it_is_added_before_anything_else_is_done(bot: OfflineBot, text: str) -> None:
    """Nobody plays with chips, or sees them, that a round has already taken."""
    bot.break_file()
    end(bot)
    bot.mend_file()
    said = bot.says("kevin", text)
    assert said[0].line == "Chips: dave 1100, kevin 950"
    assert any("950" in each.line for each in said[1:]) or "dave, kevin" in said[1].line


def test_no_round_starts_and_no_chips_move_while_a_result_waits(
    bot: OfflineBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file can be read here, but not written."""

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pontoon.storage.atomic_file.replace", fail)
    assert "I cannot save chips right now" in end(bot)
    for text in ("!pontoon", "!bank +1"):
        assert bot.says("dave", text)[0].line == CANNOT_SAVE_CHIPS
    assert any("No space left" in line for line in bot.log)
    assert bot.croupier().ask is None
    monkeypatch.undo()
    assert bot.pass_seconds(5)[0].line == "Chips: dave 1100, kevin 950"
    assert has(bot, "kevin") == (950, 1, 0)


def test_results_that_wait_are_written_in_order(tmp_path: Path) -> None:
    """Those of several channels, each of which is told its own."""
    config = {"irc": {"channels": "#pontoon #other"}}
    bot = OfflineBot(tmp_path, "dave 1000, kevin 1000", "KD 10C", config)
    bot.says("kevin", "!pontoon kevin", "#other")
    bot.says("dave", "!pontoon dave")
    bot.tells("kevin", "10")
    bot.tells("dave", "10")
    bot.break_file()
    bot.tells("kevin", "s")
    bot.tells("dave", "s")
    bot.mend_file()
    told = [(each.target, each.line) for each in bot.pass_seconds(5)]
    assert [each for each in told if each[0].startswith("#")] == [
        ("#other", "Chips: kevin 1000"),
        (CHANNEL, "Chips: dave 1000"),
    ]
    assert [has(bot, nick) for nick in ("dave", "kevin")] == [(1000, 1, 1)] * 2


def test_a_fault_is_logged_when_it_is_new_and_when_it_is_gone(bot: OfflineBot) -> None:
    bot.break_file()
    for _ in range(3):
        bot.pass_seconds(5)
    assert len(bot.log) == 1
    bot.mend_file()
    for _ in range(3):
        bot.pass_seconds(5)
    assert bot.log[1:] == ["players.xml can be used again"]


def test_all_faults_are_logged_each_in_a_line(bot: OfflineBot) -> None:
    bot.edit("<chips>1000</chips>", "<chips>-1</chips>")
    bot.edit("<chips>1000</chips>", "<chips>1.5</chips>")
    bot.pass_seconds(5)
    assert len(bot.log) == 2
    assert all(line.startswith("players.xml: line ") for line in bot.log)


def test_what_a_round_did_is_logged_once_and_nothing_else_while_all_is_well(
    bot: OfflineBot,
) -> None:
    end(bot)
    bot.pass_seconds(5)
    assert bot.log == ["#pontoon: pontoon is settled: dave +100 has 1100, kevin -50 has 950"]


# What is not played for chips


def drinking(folder: Path) -> OfflineBot:
    """Play a round that dave deals: kevin bids 3, both stick on 19, and the dealer wins ties."""
    drunk = Entry("dave", records="<cutwc><drinks>7</drinks></cutwc>")
    bot = OfflineBot(folder, [drunk, Entry("kevin")], "10H 10S 9C 9S")
    bot.says("kevin", "!cutwc kevin dave")
    bot.tells("kevin", "3")
    bot.tells("kevin", "s")
    return bot


def gambling(folder: Path, cards: str) -> OfflineBot:
    """Play a round in which dave bets 10 of his 50 minutes, 55 minutes before the next event."""
    config = {"blackjack": {"events": "12:55"}}
    bot = OfflineBot(folder, [Entry("dave", records=kept(minutes=50))], cards, config)
    bot.says("dave", "!blackjack dave")
    bot.tells("dave", "10")
    return bot


STAND_OFF, LOST, WON = "10D 5H 9H 6D 8S", "10D 10H 8H 9D", "10D 10H 9H 8D"


def test_what_was_drunk_is_logged_and_no_chips(tmp_path: Path) -> None:
    bot = drinking(tmp_path)
    bot.tells("dave", "s")
    assert bot.log == ["#pontoon: cutwc is settled: kevin drinks +3 has 3, dave drinks +0 has 7"]


@pytest.mark.parametrize(
    ("cards", "logged"),
    [
        (STAND_OFF, "minutes +0 has 50"),
        (LOST, "minutes -10 has 40"),
        (WON, "minutes +5 and time_bank +5 has 55 and 5"),
    ],
    ids=["stand-off", "lost", "won"],
)
def test_minutes_are_logged_and_no_chips(tmp_path: Path, cards: str, logged: str) -> None:
    bot = gambling(tmp_path, cards)
    bot.tells("dave", "s")
    assert bot.log == [f"#pontoon: blackjack is settled: dave {logged}"]


def test_what_a_removed_player_drank_or_lost_in_minutes_is_logged(tmp_path: Path) -> None:
    bot = drinking(tmp_path)
    bot.write_players([Entry("dave")])
    bot.tells("dave", "s")
    assert bot.log[-1] == "kevin is no longer in players.xml: drinks +3 is dropped"
    bot = gambling(tmp_path, LOST)
    bot.write_players([Entry("kevin")])
    bot.tells("dave", "s")
    assert bot.log[-1] == "dave is no longer in players.xml: minutes -10 is dropped"


# At the end


CHANGES = {"dave": PlayerChange(100, 1, 1), "kevin": PlayerChange(-50, 1, 0)}


class Payments:
    """Notes what becomes of rounds."""

    def __init__(self) -> None:
        self.paid_rounds = 0
        self.postponements = 0

    def paid(self) -> None:
        self.paid_rounds += 1

    def postponed(self) -> None:
        self.postponements += 1


def test_what_cannot_be_written_to_the_last_is_logged_for_the_admin(tmp_path: Path) -> None:
    log: list[str] = []
    store = PlayerStore(tmp_path / "missing.xml")
    store.recover()
    settlements = SettlementQueue(store, log.append)
    payments = Payments()
    settlements.settle(RoundChange("pontoon", CHANGES), payments.paid, payments.postponed)
    settlements.close()
    assert (payments.paid_rounds, payments.postponements) == (0, 2)
    assert "dave +100, kevin -50" in log[-1]


@pytest.mark.parametrize(
    ("begin", "due"),
    [
        (drinking, "kevin drinks +3, dave drinks +0"),
        (lambda folder: gambling(folder, LOST), "dave minutes -10"),
        (lambda folder: gambling(folder, WON), "dave minutes +10"),
    ],
    ids=["drinks", "minutes lost", "minutes won"],
)
def test_drinks_and_minutes_that_cannot_be_written_to_the_last_are_logged(
    tmp_path: Path, begin: Callable[[Path], OfflineBot], due: str
) -> None:
    """For minutes all that were won are logged: the account they go to was never settled."""
    bot = begin(tmp_path)
    bot.break_file()
    bot.tells("dave", "s")
    bot.settlements.close()
    assert bot.log[-1] == f"not written to players.xml, the next start will do it: {due}"


def test_what_can_be_written_at_the_end_is(bot: OfflineBot) -> None:
    bot.break_file()
    end(bot)
    bot.mend_file()
    bot.settlements.close()
    assert has(bot, "dave") == (1100, 1, 1)
    assert not any("not written" in line for line in bot.log)


def test_whoever_settles_learns_whether_it_was_at_once(bot: OfflineBot) -> None:
    payments = Payments()
    bot.settlements.settle(RoundChange("pontoon", CHANGES), payments.paid, payments.postponed)
    assert payments.paid_rounds == 0
    bot.time.advance(0)
    assert payments.paid_rounds == 1
    assert (has(bot, "dave"), has(bot, "kevin")) == ((1100, 1, 1), (950, 1, 0))
    bot.break_file()
    bot.settlements.settle(RoundChange("pontoon", CHANGES), payments.paid, payments.postponed)
    bot.time.advance(0)
    assert (payments.paid_rounds, payments.postponements) == (1, 1)


def test_rounds_that_end_in_one_turn_of_the_reactor_are_written_together(bot: OfflineBot) -> None:
    payments = Payments()
    for name in ("first", "second", "third"):
        bot.settlements.settle(RoundChange("pontoon", CHANGES, None, name), payments.paid)
    with patch.object(atomic_file, "replace", wraps=atomic_file.replace) as replace:
        bot.time.advance(0)
    assert replace.call_count == 1
    assert payments.paid_rounds == 3
    assert rounds_written(bot) == ["first", "second", "third"]
    assert has(bot, "dave") == (1300, 3, 3)
    assert audit(bot.players_xml) == Audit(rounds=3)


def test_a_round_that_waits_twice_is_settled_once(bot: OfflineBot) -> None:
    """A channel may be taken out of config.ini, and put back, while its result waits."""
    former, later = Payments(), Payments()
    for payments in (former, later):
        bot.settlements.settle(RoundChange("pontoon", CHANGES, None, "the same"), payments.paid)
    bot.time.advance(0)
    assert (former.paid_rounds, later.paid_rounds) == (0, 1)
    assert has(bot, "dave") == (1100, 1, 1)
    assert audit(bot.players_xml) == Audit(rounds=1)
