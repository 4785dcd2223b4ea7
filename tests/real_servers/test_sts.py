"""Strict Transport Security with the whole bot: who wants TLS gets it, today and later."""

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from pontoon.storage.database import connected
from tests.real_servers.runningbot import RunningBot
from tests.real_servers.servers import HOST
from tests.real_servers.strangeservers import StrangeServer, Visit, strange_server
from tests.real_servers.venue import BOT, CHANNEL, open_venue
from tests.support.certificates import issued

pytestmark = pytest.mark.real_server

GONE = re.compile("alert|closed|reset|EOF", re.IGNORECASE)
"""What the server's side says of a handshake that the bot breaks off, one way or another."""


def greeted(server: StrangeServer, value: str) -> Visit:
    """Wait for the bot, and tell it what SERVER can do, VALUE being what it says of TLS."""
    visit = server.accept()
    visit.expect(r"CAP LS 302\r\n")
    visit.send(f":strange CAP * LS :sts={value}")
    return visit


def promises(bot: RunningBot) -> list[tuple[str, int]]:
    """Return the servers that have promised to offer TLS, each with its port."""
    with connected(bot.players_file) as database:
        return database.execute("SELECT host, port FROM sts").fetchall()


def test_a_server_that_wants_tls_gets_it_and_once_it_has_promised_it_nothing_else(
    tmp_path: Path,
) -> None:
    """A bot of ``tls = no`` is sent to TLS, goes on with it after a restart, and despite all."""
    server, impostor = issued(HOST), issued(HOST)
    with (
        strange_server() as plain,
        strange_server(server.written(tmp_path, "server")) as secure,
        open_venue(plain, tmp_path) as venue,
    ):
        trust = {"tls": False, "tls_fingerprints": server.fingerprint}
        bot = venue.arriving_bot(None, "--verbose", irc=trust)
        visit = greeted(plain, f"port={secure.port},duration=1000")
        with pytest.raises(ConnectionError):
            visit.expect("JOIN")
        assert visit.received.startswith(b"CAP LS 302\r\n")
        visit.close()
        visit = greeted(secure, "duration=1000,preload")
        visit.let_in(BOT, CHANNEL)
        bot.wait_for(f"in {CHANNEL}$")
        bot.stop()
        visit.close()
        assert promises(bot) == [(HOST, secure.port)]

        bot.start_again()
        visit = greeted(secure, "")
        visit.close()
        bot.wait_for("trying again in", times=1)
        with strange_server(impostor.written(tmp_path, "impostor")) as other:
            bot.stop()
            with closing(sqlite3.connect(bot.players_file.with_suffix(".db"))) as database:
                database.execute("UPDATE sts SET port = ?", (other.port,))
                database.commit()
            bot.start_again()
            with pytest.raises(OSError, match=GONE):
                other.accept().receive()
            bot.wait_for("the certificate of .* was refused: it has none of the fingerprints")
            bot.stop()
        assert not plain.is_waited_for


def test_a_server_that_cannot_be_trusted_by_tls_is_not_gone_back_to(tmp_path: Path) -> None:
    with (
        strange_server() as plain,
        strange_server(issued(HOST).written(tmp_path, "server")) as secure,
        open_venue(plain, tmp_path) as venue,
    ):
        bot = venue.arriving_bot(irc={"tls": False})
        visit = greeted(plain, f"port={secure.port}")
        for _ in range(2):
            with pytest.raises(OSError, match=GONE):
                secure.accept().receive()
        bot.wait_for("the certificate of .* was refused: it is self-signed; ", times=2)
        bot.stop()
        visit.close()
        assert not plain.is_waited_for
        assert promises(bot) == []
