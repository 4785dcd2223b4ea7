"""A machine without the servers skips these tests, unless it is meant to have them."""

import pytest

from tests.real_servers.servers import installed


def test_a_missing_server_skips_with_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PONTOON_REQUIRE_SERVERS", raising=False)
    with pytest.raises(pytest.skip.Exception, match="no-such-ircd is not installed"):
        installed("no-such-ircd")


def test_a_missing_server_that_is_required_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PONTOON_REQUIRE_SERVERS", "1")
    with pytest.raises(pytest.fail.Exception, match="no-such-ircd is not installed"):
        installed("no-such-ircd")
