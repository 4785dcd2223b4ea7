"""The first start with a database, beside files of the versions before, or without it."""

from pathlib import Path

import pytest

from pontoon.engine.result import WhyVoid
from pontoon.service.check import faults_and_verdict
from pontoon.service.startup import StartupError, take_players
from pontoon.storage.channels import Channels, VoidRound
from pontoon.storage.place import viewed
from pontoon.storage.players.audit import audit
from pontoon.storage.players.store import PlayerStore
from tests.support.kept_rounds import NOON
from tests.support.ledger_checks import win
from tests.support.players_files import file_of, full, settle, text_in, write

BEGUN = '{"begin":"r1","table":["local","#pontoon","pontoon"]}\n'
ENDED = '{"ended":"r1","table":["local","#pontoon","pontoon"]}\n'
PAID = '{"round":"r1","paid":true}\n'
TOLD = '{"round":"r1","told":true}\n'


@pytest.fixture
def path(tmp_path: Path) -> Path:
    write(tmp_path / "players.xml", file_of(full("dave"), full("kevin")))
    return tmp_path / "players.xml"


def start(path: Path) -> list[str]:
    """Start the bot, and stop it; return what it says of its files."""
    said: list[str] = []
    players = take_players(path, said.append)
    players.store.database.close()
    players.lock.release()
    return said


def test_nothing_is_said_where_nobody_has_played(path: Path) -> None:
    assert start(path) == []


@pytest.mark.parametrize("journal", ["", BEGUN, ENDED + TOLD, BEGUN + ENDED + PAID + TOLD])
def test_files_that_are_no_longer_read_are_named_once(path: Path, journal: str) -> None:
    for name in ("journal", "ledger", "ledger.1", "history-2026-11", "sts", "decks"):
        path.with_name(f"players.{name}").write_text("")
    path.with_name("players.journal").write_text(journal)
    assert start(path) == [
        "players.history-2026-11, players.journal, players.ledger, players.ledger.1, players.sts:"
        " no longer read, since players.db has what they were for; the ledger and the history begin"
        " anew, and you may move them away"
    ]
    assert start(path) == []
    assert audit(path).findings == []


@pytest.mark.parametrize("journal", [ENDED, BEGUN + ENDED + PAID, "{\n" + ENDED, ENDED + '{"rou'])
def test_a_result_that_waits_has_to_be_paid_and_told_by_the_version_before(
    path: Path, journal: str
) -> None:
    config = path.with_name("config.ini")
    config.write_text("[irc]\nserver = irc.example.org\n")
    path.with_name("players.journal").write_text(journal)
    told = (
        f"{path.with_suffix('.journal')} has the result of a round that is not paid or told yet:"
        " start the version before once more, wait until the channel has heard the result, stop it,"
        " and start this version again"
    )
    assert faults_and_verdict(config, {})[0] == [told]
    for _ in range(2):
        with pytest.raises(StartupError) as caught:
            start(path)
        assert caught.value.faults == [told]
    path.with_name("players.journal").write_text(journal + "\n" + TOLD)
    assert len(start(path)) == 1


OF_0_2 = """\
{"begin":"r1","table":["local","#Den","pontoon"],"players":[["dave",1000],["kevin",1000]]}
{"round":"r1","act":[0,"bet",5]}
{"begin":"r2","table":["local","#pit","shoot"]}
{"begin":"r3","table":["local","#other","cutwc"]}
{"round":"r3","over":["dave","kevin"]}
{"begin":"r4","table":["local","#whist","whist"]}
{"begin":"r5","tab
"""


def test_a_round_that_was_being_played_is_given_up_and_its_channel_told(path: Path) -> None:
    """Once: what has become of the others is known, or nobody can say it."""
    path.with_name("players.journal").write_text(OF_0_2)
    for _ in range(2):
        start(path)
        with viewed(path) as database:
            channels = Channels(database, lambda: NOON)
            told = {each: channels.of("local", each).void for each in ("#den", "#pit", "#other")}
        assert told == {
            "#den": VoidRound("pontoon", WhyVoid.CHANGED),
            "#pit": VoidRound("shoot", WhyVoid.CHANGED),
            "#other": None,
        }
        assert path.with_name("players.journal").read_text() == OF_0_2


def test_a_database_that_has_lost_its_log_is_not_called_missing(path: Path, tmp_path: Path) -> None:
    """The bot was killed before anything but the log was written."""
    store = PlayerStore(path)
    settle(store, "pontoon", {"dave": win(-60), "kevin": win(60)}, None, "first")
    killed = tmp_path / "killed"
    killed.mkdir()
    for each in ("players.xml", "players.db"):
        (killed / each).write_bytes(path.with_name(each).read_bytes())
    store.database.close()
    with pytest.raises(StartupError, match="has nothing in it"):
        start(killed / "players.xml")


@pytest.mark.parametrize("gone", ["players.db*", "players.*[b~]"])
def test_a_database_that_is_gone_is_told_once_and_the_ledger_begins_anew(
    path: Path, gone: str
) -> None:
    start(path)
    store = PlayerStore(path)
    settle(store, "pontoon", {"dave": win(-60), "kevin": win(60)}, None, "first")
    store.database.close()
    for each in path.parent.glob(gone):
        each.unlink()
    write(path, text_in(path))  # without a number that would say that there was one
    assert start(path) == [
        f"players.db was missing beside {path}: the ledger and the history begin anew with the"
        " chips found; stop the bot and restore a backup (pontoonbot restore FILE) if you have one"
    ]
    assert start(path) == []
    report = audit(path)
    assert (report.rounds, report.edits, report.findings) == (0, [], [])
