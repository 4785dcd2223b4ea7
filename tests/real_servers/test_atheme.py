"""The network with services that other tests use: that it is one."""

import pytest

from tests.real_servers.atheme import Services
from tests.real_servers.rawclient import NotHeardError

pytestmark = pytest.mark.real_server


def test_accounts_outlast_a_restart_of_the_services(services: Services) -> None:
    services.register("dave", "sesame")
    with services.person("kevin", "dave", "sesame") as kevin:
        kevin.send("WHOIS kevin")
        kevin.expect(r" 330 kevin kevin dave :")
    services.stop()
    services.start()
    services.person("bob", "dave", "sesame").close()


def test_a_wrong_password_logs_nobody_in(services: Services) -> None:
    services.register("dave", "sesame")
    with pytest.raises(NotHeardError):
        services.person("kevin", "dave", "barley")
