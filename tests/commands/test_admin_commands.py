"""Orders: what admins can have done in private, and that nobody else learns of it."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from unittest.mock import Mock

import pytest

from pontoon.storage.atomic_file import beside
from pontoon.storage.players.audit import audit
from pontoon.storage.players.editor import MOST_CHIPS
from pontoon.storage.players.ledger import read as read_ledger
from pontoon.storage.players.player import Fault, PlayersFileError
from pontoon.text import admin_commands as said
from tests.support.offline_bot import CHANNEL, Clubhouse

ADMIN = {"admin": {"accounts": "boss", "masks": "root!*@admin.example"}}

FULL = Fault(0, "the disk is full")

ORDERS = (
    "add anna 500",
    "chips dave +100",
    "remove kevin",
    "rename kevin bob",
    f"stop {CHANNEL}",
    f"say {CHANNEL} hello",
    "reload",
    "status",
    "quit",
)


class Managed:
    """A bot that notes what it is to do."""

    def __init__(self) -> None:
        self.done: list[str] = []

    def reload(self) -> Sequence[str]:
        """Note it."""
        self.done.append("reload")
        return ["read again"]

    def status(self) -> Sequence[str]:
        """Note it."""
        self.done.append("status")
        return ["well", "at home"]

    def quit(self) -> None:
        """Note it."""
        self.done.append("quit")


@pytest.fixture
def house(tmp_path: Path) -> Clubhouse:
    """Dave, who is logged in to an admin's account, and kevin."""
    house = Clubhouse(tmp_path, "dave 1000, kevin 1000", config=ADMIN)
    house.house.management = Managed()
    house.logs_in("dave", "boss")
    return house


def told(house: Clubhouse, nick: str, text: str) -> list[str]:
    """Have NICK say TEXT to the bot; return what they are told. Nobody else is told anything."""
    answers = house.tells(nick, text)
    assert {each.target for each in answers} <= {nick}
    return [each.line for each in answers]


def order(house: Clubhouse, text: str) -> str:
    """Have dave order TEXT; return the one line of answer."""
    (answer,) = told(house, "dave", text)
    return answer


def chips(house: Clubhouse, nick: str) -> int | None:
    player = house.store.find(nick)
    return None if player is None else player.chips


def ledger_of(house: Clubhouse) -> list[tuple[str, str]]:
    """Return what the ledger says was done by somebody, and by whom; the house tells of each."""
    lines = read_ledger(beside(house.players_xml, ".ledger"))
    return [(line.why, line.by) for line in lines if line.by]


def is_accounted_for(house: Clubhouse) -> bool:
    report = audit(house.players_xml)
    return not report.differences and not report.edits


# Who may


def seated(house: Clubhouse) -> None:
    house.says("bob", "!pontoon bob kevin")


def on_turn(house: Clubhouse) -> None:
    house.says("bob", "!pontoon kevin bob")


def asked_for_a_move(house: Clubhouse) -> None:
    on_turn(house)
    for nick in ("kevin", "bob"):
        house.tells(nick, "10")


def shooting(house: Clubhouse) -> None:
    house.says("bob", "!shoot kevin bob dave")


def out(house: Clubhouse) -> None:
    on_turn(house)
    house.leaves("kevin")


def played(house: Clubhouse) -> None:
    on_turn(house)
    house.says("bob", "!pontoon stop")


def cut_off(house: Clubhouse) -> None:
    on_turn(house)
    house.is_cut_off()


def logged_out(house: Clubhouse) -> None:
    house.logs_in("kevin", "kev")
    house.tells("kevin", "claim")
    on_turn(house)
    house.logs_in("kevin", "")


STATES = (seated, on_turn, asked_for_a_move, shooting, out, played, cut_off, logged_out)


@pytest.mark.parametrize("come_to_be", STATES)
def test_nor_do_they_by_an_answer_of_another_kind_whatever_is_going_on(
    tmp_path: Path, come_to_be: Callable[[Clubhouse], None]
) -> None:
    three = "dave 1000, kevin 1000, bob 1000"
    house = Clubhouse(tmp_path, three, "5D 9C KH 9H 2C 3C", config=ADMIN)
    house.logs_in("dave", "boss")
    come_to_be(house)
    for text in (*ORDERS, "chips", "rename a", "say hi", "add 5", "stop #x", "PONTOON quit"):
        answered = told(house, "kevin", text)
        assert answered == told(house, "kevin", "fnord")
        assert answered
    assert ledger_of(house) == []


def test_nor_by_how_much_of_it_is_answered(tmp_path: Path) -> None:
    config = {**ADMIN, "irc": {"server": "127.0.0.1"}}
    house = Clubhouse(tmp_path, "dave 1000, kevin 1000", config=config)
    asked = [
        (len(told(house, "kevin", "status")), len(told(house, "dave", "fnord"))) for _ in "x" * 50
    ]
    assert all(ordered == unknown for ordered, unknown in asked)
    assert asked[-1] == (0, 0)


@pytest.mark.parametrize("text", ORDERS)
@pytest.mark.parametrize("account", [None, "", "dave", "bos"])
def test_nobody_else_learns_that_there_are_orders(
    house: Clubhouse, text: str, account: str | None
) -> None:
    """They are told what is said of any unknown word, and nothing is done or logged."""
    house.logs_in("kevin", account)
    before = house.players_xml.read_bytes()
    logged = len(house.tables_log)
    assert told(house, "kevin", text) == told(house, "kevin", "fnord")
    assert house.players_xml.read_bytes() == before
    assert house.tables_log[logged:] == []
    assert ledger_of(house) == []


@pytest.mark.parametrize("text", ["help", "!help", "stats", "rules"])
def test_neither_does_help_tell_of_them(house: Clubhouse, text: str) -> None:
    assert not any("Orders" in line for line in told(house, "kevin", text))


def test_help_tells_an_admin_of_them(house: Clubhouse) -> None:
    lines = " ".join(told(house, "dave", "help"))
    assert "Orders: add NICK CHIPS" in lines
    assert all(text.split()[0] in lines for text in ORDERS)


def test_a_mask_makes_an_admin_who_need_not_be_a_player(house: Clubhouse) -> None:
    house.comes("root", "root@admin.example")
    assert told(house, "root", "chips dave +1") == ["dave +1: 1001 chips"]
    assert ledger_of(house)[-1] == ("given", "root!root@admin.example")


def test_a_mask_does_so_though_the_account_is_not_known(house: Clubhouse) -> None:
    house.comes("root", "root@admin.example")
    house.logs_in("root", None)
    assert told(house, "root", "status") == ["well | at home"]
    assert "which account you are logged in to" in told(house, "root", "bank")[0]


def test_an_admin_may_give_as_many_orders_as_they_like(tmp_path: Path) -> None:
    irc = {"irc": {"server": "127.0.0.1", "user_lines": "2", "ignore": "*!*@home"}}
    house = Clubhouse(tmp_path, config={**ADMIN, **irc})
    house.house.management = Managed()
    house.logs_in("dave", "boss")
    assert [told(house, "dave", "status") for _ in range(10)] == [["well | at home"]] * 10
    assert told(house, "dave", "bank") == []


def test_an_order_is_obeyed_once_it_is_known_who_gives_it(house: Clubhouse) -> None:
    dave = house.person("dave")
    act = house.club.told(replace(dave, account=None), "add anna 500")
    assert act is not None
    act(replace(dave, account=None))
    assert chips(house, "anna") is None
    act(dave)
    assert chips(house, "anna") == 500


def test_an_order_is_nobodys_who_is_found_to_be_another(house: Clubhouse) -> None:
    """Who had said something before it was known that they are an admin may be one no more."""
    dave = house.person("dave")
    act = house.club.told(dave, "add anna 500")
    assert act is not None
    act(replace(dave, account=None))
    act(replace(dave, account=""))
    assert chips(house, "anna") is None


def test_orders_are_not_obeyed_in_a_channel(house: Clubhouse) -> None:
    for text in ORDERS:
        assert house.says("dave", f"!{text}") == []
        assert house.says("dave", text) == []
    assert chips(house, "dave") == 1000


def test_an_admin_who_logs_out_is_none(house: Clubhouse) -> None:
    house.logs_in("dave", "")
    assert told(house, "dave", "status") == told(house, "kevin", "fnord")


def test_orders_may_have_the_prefix_and_any_case(house: Clubhouse) -> None:
    assert order(house, "!CHIPS dave +1") == "dave +1: 1001 chips"


# Players


NO_NICK = (
    "That cannot be a nick: a nick has at most 64 characters, only A to Z, digits and "
    "- [ ] \\ ` _ ^ { | }, and begins with neither a digit nor -."
)


def test_a_player_is_added(house: Clubhouse) -> None:
    assert order(house, "add anna 500") == "anna is a player now: 500 chips"
    assert chips(house, "anna") == 500
    assert ("added", "dave!dave@home (account boss)") in ledger_of(house)
    assert is_accounted_for(house)


def test_chips_are_given_and_taken(house: Clubhouse) -> None:
    assert order(house, "chips kevin +500") == "kevin +500: 1500 chips"
    assert order(house, "chips KEVIN -1500") == "kevin -1500: 0 chips"
    assert chips(house, "kevin") == 0
    assert is_accounted_for(house)


def test_chips_that_are_given_in_a_round_are_there_after_it(tmp_path: Path) -> None:
    house = Clubhouse(tmp_path, "dave 1000, kevin 1000", "10S 10H KS KH", config=ADMIN)
    house.logs_in("dave", "boss")
    house.says("kevin", "!pontoon kevin")
    house.tells("kevin", "10")
    assert order(house, "chips kevin +500") == "kevin +500: 1500 chips"
    said_then = house.tells("kevin", "s")
    assert said_then[-1].line == "Chips: kevin 1500"
    assert is_accounted_for(house)


def test_a_player_is_removed_with_bank_and_all(house: Clubhouse) -> None:
    house.says("kevin", "!bank +400")
    assert order(house, "remove kevin") == "kevin is no player any more; they had 1000 chips."
    assert chips(house, "kevin") is None
    assert is_accounted_for(house)


@pytest.mark.parametrize("nick", ["[a]", "`zoe|away`", "x", "_9-", "x" * 64])
def test_any_nick_that_networks_let_people_have_can_be_given(house: Clubhouse, nick: str) -> None:
    assert order(house, f"rename kevin {nick}") == f"kevin is {nick} now."
    assert order(house, f"remove {nick}") == f"{nick} is no player any more; they had 1000 chips."
    assert order(house, f"add {nick} 5") == f"{nick} is a player now: 5 chips"


def test_a_player_is_renamed(house: Clubhouse) -> None:
    assert order(house, "rename kevin bob") == "kevin is bob now."
    assert (chips(house, "kevin"), chips(house, "bob")) == (None, 1000)
    assert is_accounted_for(house)


@pytest.mark.parametrize("text", ["remove kevin", "rename kevin bob"])
def test_who_is_playing_stays_who_they_are(house: Clubhouse, text: str) -> None:
    house.says("kevin", "!pontoon kevin")
    assert order(house, text).startswith(f"kevin is playing in {CHANNEL}")
    assert chips(house, "kevin") == 1000


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("add kevin 5", "There is a player called kevin already."),
        ("add KEVIN 5", "There is a player called kevin already."),
        ("add Chips 5", "The game uses that name itself."),
        ("add PontoonBot 5", "The game uses that name itself."),
        ("add 9lives 5", NO_NICK),
        ("add a:b 5", NO_NICK),
        ("add zo\xeb 5", NO_NICK),
        (f"add {'x' * 65} 5", NO_NICK),
        ("rename kevin zo\xeb2", NO_NICK),
        ("rename kevin -kev", NO_NICK),
        ("rename kevin kev.in", NO_NICK),
        ("rename kevin \u0440\u043e\u0440", NO_NICK),
        ("rename kevin d\u0430ve", "There is a player called dave already."),
        (f"add anna {MOST_CHIPS + 1}", "Nobody can have so many chips."),
        ("chips kevin -1001", "kevin has 1000 chips only."),
        (f"chips kevin +{MOST_CHIPS}", "Nobody can have so many chips."),
        ("chips bob +1", "There is no such player in players.xml."),
        ("remove bob", "There is no such player in players.xml."),
        ("rename bob eve", "There is no such player in players.xml."),
        ("rename kevin dave", "There is a player called dave already."),
        ("rename kevin Banker", "The game uses that name itself."),
        ("stop #other", "I do not deal in #other."),
        ("say #other hi", "I do not deal in #other."),
        (f"stop {CHANNEL}", f"No round is being played in {CHANNEL}."),
        ("stop pontoon", "Say: stop #CHANNEL (ends the round there: all stakes go back)"),
        ("say Good night", "Say: say #CHANNEL TEXT"),
    ],
)
def test_what_cannot_be_is_refused_and_changes_nothing(
    house: Clubhouse, text: str, answer: str
) -> None:
    before = house.players_xml.read_bytes()
    assert order(house, text) == answer
    assert house.players_xml.read_bytes() == before


@pytest.mark.parametrize(
    "text",
    [
        *("add", "add anna", "add anna x", "add anna +5", "add anna 5 6", "add anna 1e3"),
        *("chips", "chips dave", "chips dave 5", "chips dave +0", "chips dave +x", "chips dave ٣"),
        *("remove", "remove a b", "rename", "rename dave", "rename a b c", "stop a b"),
        *("say", f"say {CHANNEL}", "reload now", "status dave", "quit now"),
    ],
)
def test_an_order_that_makes_no_sense_is_answered_with_how_to_give_it(
    house: Clubhouse, text: str
) -> None:
    before = house.players_xml.read_bytes()
    assert order(house, text) == said.how_to_say(text.split()[0])
    assert house.players_xml.read_bytes() == before


def test_where_players_xml_is_broken_an_order_says_so(house: Clubhouse) -> None:
    house.players_xml.write_text("<players>")
    for text in ("add anna 5", "chips dave +5", "remove kevin", "rename kevin bob"):
        assert order(house, text).startswith("players.xml cannot be used now: ")


@pytest.mark.parametrize(
    "text", ["add anna 5", "chips kevin -1000", "remove kevin", "rename kevin bob"]
)
def test_while_the_result_of_a_round_waits_players_stay_who_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    """Or else what they have lost would be dropped, or be somebody else's."""
    house = Clubhouse(tmp_path, "dave 1000, kevin 1000", "10S 10H KS 5H", config=ADMIN)
    house.logs_in("dave", "boss")
    house.says("kevin", "!pontoon kevin")
    with monkeypatch.context() as patched:
        patched.setattr(house.store, "settle", Mock(side_effect=PlayersFileError(FULL)))
        house.tells("kevin", "10")
        house.tells("kevin", "s")
        before = house.players_xml.read_bytes()
        assert order(house, text) == "players.xml cannot be used now: the disk is full"
        assert house.players_xml.read_bytes() == before


# Tables and the bot


def test_a_round_is_stopped_with_all_stakes_given_back(house: Clubhouse) -> None:
    house.says("kevin", "!pontoon kevin")
    house.tells("kevin", "10")
    told_all = house.tells("dave", f"stop {CHANNEL}")
    assert [each.line for each in told_all if each.target == "dave"] == [
        f"The round in {CHANNEL} is stopped."
    ]
    assert any(each.target == CHANNEL for each in told_all)
    assert house.croupier().ask is None
    assert chips(house, "kevin") == 1000


def test_stop_alone_is_about_the_seat_one_has(house: Clubhouse) -> None:
    house.says("kevin", "!pontoon dave")
    house.tells("dave", "stop")
    assert house.croupier().ask is not None


def test_the_bot_says_what_it_is_told_to(house: Clubhouse) -> None:
    told_all = house.tells("dave", f"say {CHANNEL} Back  at nine!")
    assert [(each.target, each.line) for each in told_all] == [
        (CHANNEL, "Back at nine!"),
        ("dave", f"Said in {CHANNEL}."),
    ]


def test_what_is_managed(house: Clubhouse) -> None:
    managed = house.house.management
    assert isinstance(managed, Managed)
    assert order(house, "reload") == "read again"
    assert order(house, "status") == "well | at home"
    assert order(house, "quit") == said.QUITTING
    assert managed.done == ["reload", "status", "quit"]


# What is noted


def test_each_order_is_logged_with_who_gave_it_and_what_came_of_it(house: Clubhouse) -> None:
    order(house, "chips kevin +500")
    order(house, "chips kevin")
    who = "dave!dave@home (account boss)"
    assert f"order of {who}: chips kevin +500: kevin +500: 1500 chips" in house.tables_log
    assert f"order of {who}: chips kevin: {said.how_to_say('chips')}" in house.tables_log


def test_what_comes_of_a_reload_is_not_logged_once_more(house: Clubhouse) -> None:
    """What holds now, and each fault, is in the log by then."""
    assert order(house, "reload") == "read again"
    order(house, "reload now")
    who = "dave!dave@home (account boss)"
    assert house.tables_log == [
        f"order of {who}: reload",
        f"order of {who}: reload now: {said.how_to_say('reload')}",
    ]


def test_each_order_is_in_the_ledger(house: Clubhouse) -> None:
    who = "dave!dave@home (account boss)"
    house.says("kevin", "!pontoon kevin")
    for text in (f"stop {CHANNEL}", f"say {CHANNEL} hi", "reload", "status", "quit"):
        house.tells("dave", text)
        assert ledger_of(house)[-1] == (f"order: {text}", who)
    for text, why in (("add anna 5", "added"), ("rename anna eve", "renamed")):
        order(house, text)
        assert ledger_of(house)[-1] == (why, who)
    assert is_accounted_for(house)


def test_what_was_not_done_is_not_in_the_ledger(house: Clubhouse) -> None:
    for text in ("reload now", "chips kevin -5000", "add kevin 5"):
        order(house, text)
    assert ledger_of(house) == []


def test_another_config_ini_has_other_admins(house: Clubhouse) -> None:
    house.adopts({"admin": {"accounts": "kevin"}})
    house.logs_in("kevin", "kevin")
    assert told(house, "dave", "status") == told(house, "bob", "fnord")
    assert told(house, "kevin", "status") == ["well | at home"]
