"""Claiming a player for one's services account, with ``claim`` in private."""

from pathlib import Path

import pytest

from tests.support.offline_bot import Clubhouse, Entry

YOURS = (
    "dave is yours: from now on whoever is logged in to your account plays as dave, under any nick,"
    " and nobody else does."
)
LOG_IN = "I do not see you logged in: log in to services first, then say claim again."
ELSEWHERE = "dave has an account on another network: only the admin can add the one that you have"


def opened(folder: Path, *entries: Entry, **identity: str) -> Clubhouse:
    """Open a club where dave is logged in, with what [identity] says."""
    config = {"identity": identity}
    house = Clubhouse(folder, entries or (Entry("dave"), Entry("kevin")), config=config)
    house.logs_in("dave", "Dave")
    return house


@pytest.fixture
def house(tmp_path: Path) -> Clubhouse:
    return opened(tmp_path)


def claimed(house: Clubhouse, nick: str = "dave", text: str = "claim") -> str:
    """Return what somebody is answered in private who says TEXT."""
    (said,) = house.tells(nick, text)
    assert said.target == nick
    return said.line


@pytest.mark.parametrize("text", ["claim", "CLAIM", "!claim", " claim "])
def test_who_is_logged_in_claims_the_player_of_their_nick(house: Clubhouse, text: str) -> None:
    assert claimed(house, text=text) == YOURS
    assert house.in_file("dave").accounts == {"": "Dave"}
    assert house.tables_log == ["dave is claimed by dave, logged in to Dave"]


def test_from_then_on_nobody_else_is_that_player(house: Clubhouse) -> None:
    claimed(house)
    house.renames("dave", "davey")
    house.comes("dave", "mallory@elsewhere")
    assert "not logged in" in house.tells("dave", "bank +5")[0].line
    assert "deposits 5" in house.tells("davey", "bank +5")[0].line


def test_all_else_in_the_file_stays(house: Clubhouse) -> None:
    house.tells("dave", "set nickname The Boss")
    house.tells("kevin", "set nickname Kev")
    before = house.players_xml.read_text()
    claimed(house)
    account = "<nick>dave</nick><account>Dave</account>"
    assert house.players_xml.read_text() == before.replace("<nick>dave</nick>", account)


def test_on_a_named_network_the_name_is_written(tmp_path: Path) -> None:
    house = opened(tmp_path)
    house.club._premises.recognition.network = "libera"
    claimed(house)
    assert '<account network="libera">Dave</account>' in house.players_xml.read_text()
    assert "deposits" in house.tells("dave", "bank +5")[0].line


@pytest.mark.parametrize(
    ("account", "why"), [("", LOG_IN), (None, "The server has not told me in time")]
)
def test_who_is_not_logged_in_claims_nothing(
    house: Clubhouse, account: str | None, why: str
) -> None:
    before = house.players_xml.read_bytes()
    house.logs_in("dave", account)
    assert claimed(house).startswith(why)
    assert house.players_xml.read_bytes() == before


def test_nor_who_is_no_player(house: Clubhouse) -> None:
    house.logs_in("zed", "Zed")
    assert claimed(house, "zed") == "zed is not in players.xml."


def test_what_is_ones_own_already_need_not_be_claimed(house: Clubhouse) -> None:
    claimed(house)
    assert claimed(house) == "That is your account's already: nobody else can play as dave."


def test_what_is_somebody_elses_cannot_be(house: Clubhouse) -> None:
    claimed(house)
    house.leaves("dave")
    house.comes("dave", "mallory@elsewhere")
    house.logs_in("dave", "mallory")
    assert claimed(house) == (
        "dave has an account already, and it is not yours. If it should be, tell the admin."
    )


def test_an_account_claims_one_player(house: Clubhouse) -> None:
    claimed(house)
    house.leaves("kevin")
    house.renames("dave", "kevin")
    assert claimed(house, "kevin") == (
        "Your account plays as dave already; an account has one player only."
    )
    assert house.in_file("kevin").accounts == {}


@pytest.mark.parametrize("required", ["nick", "account", "mask"])
def test_a_player_with_an_account_elsewhere_is_the_admins_to_change(
    tmp_path: Path, required: str
) -> None:
    """Or else whoever has the nick on this network would be that player."""
    owner = '<account network="libera">Dave</account><mask>*!*@home</mask>'
    house = opened(tmp_path, Entry("dave", owner=owner), require=required)
    assert claimed(house).startswith(ELSEWHERE)


def test_a_seat_as_somebody_else_must_be_left_first(house: Clubhouse) -> None:
    house.says("dave", "!pontoon dave")
    house.leaves("kevin")
    house.renames("dave", "kevin")
    assert claimed(house, "kevin") == (
        "You are playing as dave in #pontoon: say it again after the round."
    )
    house.renames("kevin", "dave")
    assert claimed(house) == YOURS


def test_and_whoever_has_ones_own_seat_must_have(house: Clubhouse) -> None:
    house.says("dave", "!pontoon dave")
    house.renames("dave", "davey")
    house.comes("dave", "mallory@elsewhere")
    house.logs_in("dave", "mallory")
    assert (
        claimed(house) == "Somebody is playing as dave in #pontoon: say it again after the round."
    )


def test_ones_own_seat_goes_on(house: Clubhouse) -> None:
    house.says("dave", "!pontoon dave")
    assert claimed(house) == YOURS
    assert house.tells("dave", "5")[0].line.startswith("dave bets 5")


@pytest.mark.parametrize("required", ["account", "mask"])
def test_claiming_is_how_it_begins_where_accounts_are_required(
    tmp_path: Path, required: str
) -> None:
    house = opened(tmp_path, Entry("dave", owner="<mask>*!*@home</mask>"), require=required)
    assert claimed(house) == YOURS
    assert "deposits" in house.tells("dave", "bank +5")[0].line


def test_where_accounts_are_required_it_is_said_how_to_begin(tmp_path: Path) -> None:
    house = opened(tmp_path, require="account")
    (said,) = house.tells("dave", "bank +5")
    assert said.line == (
        "dave has no account yet, and nobody plays here without one: log in to services, then say "
        "claim to me in private."
    )
    (said,) = house.says("dave", "!pontoon dave")
    assert said.line == (
        "No round | dave has no account yet: log in to services, then say claim to me in private"
    )


def test_where_masks_are_required_nobody_claims_from_elsewhere(tmp_path: Path) -> None:
    entries = Entry("dave", owner="<mask>*!*@work</mask>"), Entry("bob", owner="<mask>*!*@*</mask>")
    house = opened(tmp_path, *entries, require="mask")
    assert claimed(house) == "dave is not known to come from where you do: tell the admin."
    assert house.in_file("dave").accounts == {}


def test_a_broken_file_is_left_alone(house: Clubhouse) -> None:
    house.break_file()
    assert claimed(house).startswith("players.xml cannot be used now")
    house.mend_file()
    assert house.in_file("dave").accounts == {}
    assert claimed(house) == YOURS


def test_nothing_is_claimed_that_cannot_be_written(
    house: Clubhouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pontoon.storage.atomic_file.replace", fail)
    assert "No space left" in claimed(house)
    monkeypatch.undo()
    assert house.tells("kevin", "bank +1")
    assert house.store.find("dave") == house.in_file("dave")
    assert claimed(house) == YOURS


@pytest.mark.parametrize("account", ["x" * 101, "a\x01b", "a b"])
def test_what_cannot_be_an_account_is_not_written(house: Clubhouse, account: str) -> None:
    before = house.players_xml.read_bytes()
    house.logs_in("dave", account)
    assert claimed(house) == "I cannot write down the name of your account."
    assert house.players_xml.read_bytes() == before


def test_in_a_channel_it_is_not_a_command(house: Clubhouse) -> None:
    assert house.says("dave", "!claim") == []
    assert house.in_file("dave").accounts == {}


# Whether the bot has to know who is logged in


@pytest.mark.parametrize("said", ["claim", "!CLAIM", "register"])
def test_it_matters_for_a_first_claim_who_is_logged_in(house: Clubhouse, said: str) -> None:
    assert not house.club.needs_account(house.person("dave"))
    assert not house.club.is_about_accounts("bank +5")
    assert house.club.is_about_accounts(said)


def test_from_then_on_it_always_does(house: Clubhouse) -> None:
    claimed(house)
    assert house.club.needs_account(house.person("kevin"))


@pytest.mark.parametrize(
    "config", [{"identity": {"require": "account"}}, {"admin": {"accounts": "boss"}}]
)
def test_or_where_config_ini_says_so(tmp_path: Path, config: dict[str, dict[str, str]]) -> None:
    house = Clubhouse(tmp_path, config=config)
    assert house.club.needs_account(house.person("kevin"))


def test_an_admin_of_another_network_is_none_here(tmp_path: Path) -> None:
    networks = {"irc": {"prefix": "!"}, "irc:libera": {"server": "irc.example.org"}}
    house = Clubhouse(tmp_path, config={**networks, "admin": {"accounts": "libera/boss"}})
    assert not house.club.needs_account(house.person("kevin"))
