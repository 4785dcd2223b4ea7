"""Who is logged in to which account, as a server tells it by itself."""

from pontoon.irc.channels import LOGGED_IN_SECONDS, LOGGED_OUT_SECONDS
from pontoon.irc.nicks import MAX_ACCOUNT_LENGTH, account_named
from pontoon.irc.people import Person
from tests.support.client_rig import Rig, person

NOTIFIED = frozenset({"account-notify", "extended-join"})
DAVE = person("dave!d@h")


def rig_with(*capabilities: str, isupport: str = "") -> Rig:
    """Return a client in #pontoon with dave and kevin, CAPABILITIES being in use."""
    rig = Rig(capabilities=frozenset(capabilities))
    return rig.register(f"PREFIX=(ov)@+ {isupport}".strip()).join()


def account(rig: Rig, nick: str, channel: str = "#pontoon") -> str | None:
    roster = rig.client.channels.find(channel)
    found = roster.find(nick) if roster is not None else None
    assert found is not None
    return found.account


def test_a_server_has_several_words_for_no_account() -> None:
    for none in ["*", "0", ""]:
        assert account_named(none) == ""


def test_what_can_be_no_account_is_none() -> None:
    for name in [
        "a" * (MAX_ACCOUNT_LENGTH + 1),
        "é" * MAX_ACCOUNT_LENGTH,
        "a b",
        "a\x02",
        "\x00",
        "a\x85b",
    ]:
        assert account_named(name) == ""


def test_other_words_are_accounts() -> None:
    for name in ["dave", "Dave[x]", "ünï", "a" * MAX_ACCOUNT_LENGTH, ":dave", "**"]:
        assert account_named(name) == name


def said_by_dave(rig: Rig, tags: str) -> Person:
    """Have dave say something with TAGS; return who said it."""
    rig.ears.heard.clear()
    rig.receive(f"{tags}:dave!d@h PRIVMSG Bot :s")
    [(sender, _)] = rig.ears.of("told")
    assert isinstance(sender, Person)
    return sender


def test_what_is_said_comes_with_the_account_that_its_tag_names() -> None:
    rig = rig_with("account-tag")
    assert said_by_dave(rig, "@time=x;account=davy ").account == "davy"
    assert account(rig, "dave") == "davy"
    assert rig.ears.heard[0] == ("account_changed", DAVE, "davy")
    assert said_by_dave(rig, "@account=davy ").account == "davy"
    assert rig.ears.of("account_changed") == []
    assert said_by_dave(rig, "").account == ""
    assert rig.ears.of("account_changed") == [(DAVE, "")]


def test_a_tag_that_anybody_can_send_names_no_account() -> None:
    rig = rig_with("account-tag", "message-tags")
    assert said_by_dave(rig, "@+account=davy ").account == ""
    assert said_by_dave(rig, f"@account={'x' * 400} ").account == ""


def test_a_tag_is_not_heeded_that_was_not_agreed_on() -> None:
    assert said_by_dave(rig_with("server-time"), "@account=davy ").account is None


def test_a_capability_that_is_taken_away_tells_nothing_any_more() -> None:
    rig = rig_with("account-tag", "cap-notify")
    rig.receive(":srv CAP Bot DEL :account-tag")
    assert said_by_dave(rig, "").account is None


def test_with_extended_join_who_comes_is_known() -> None:
    rig = rig_with("extended-join")
    rig.receive(":bob!b@h JOIN #pontoon bobby :Bob", ":eve!e@h JOIN #pontoon * :#two")
    assert (account(rig, "bob"), account(rig, "eve")) == ("bobby", "")
    [(_, bob), (_, eve)] = rig.ears.of("arrived")
    assert isinstance(bob, Person)
    assert isinstance(eve, Person)
    assert (bob.account, eve.account) == ("bobby", "")
    assert list(rig.client.channels.rosters) == ["#pontoon"]


def test_without_extended_join_a_join_tells_nothing_of_accounts() -> None:
    rig = rig_with("account-notify")
    rig.receive(":bob!b@h JOIN #pontoon bobby :Bob")
    assert account(rig, "bob") is None


def test_with_account_notify_logging_in_and_out_is_seen_and_told() -> None:
    for name in ["ACCOUNT dave", "ACCOUNT :dave"]:
        rig = rig_with(*NOTIFIED).join("#two", names="Bot dave")
        rig.receive(f":dave!d@h {name}")
        assert account(rig, "dave") == account(rig, "dave", "#two") == "dave"
        assert rig.ears.of("account_changed") == [(DAVE, "dave")]
        rig.receive(":DAVE!d@h ACCOUNT *")
        assert account(rig, "dave") == account(rig, "dave", "#two") == ""
        assert rig.ears.of("account_changed")[1:] == [(person("DAVE!d@h"), "")]


def test_before_the_bot_has_come_in_nothing_is_told() -> None:
    rig = Rig(capabilities=NOTIFIED).register()
    rig.receive(":Bot!bot@h JOIN #pontoon", ":srv 353 Bot = #pontoon :Bot dave")
    rig.receive(":dave!d@h ACCOUNT davy")
    assert rig.ears.of("account_changed") == []
    rig.receive(":srv 366 Bot #pontoon :End", ":srv 315 Bot #pontoon :End")
    assert account(rig, "dave") == "davy"


def test_what_is_known_already_is_no_news() -> None:
    rig = rig_with(*NOTIFIED)
    rig.receive(*[":dave!d@h ACCOUNT dave"] * 3, ":stranger!s@h ACCOUNT dave")
    assert len(rig.ears.of("account_changed")) == 1


def test_an_account_that_can_be_none_is_no_longer_the_one_before() -> None:
    rig = rig_with(*NOTIFIED)
    rig.receive(":dave!d@h ACCOUNT dave", ":dave!d@h ACCOUNT")
    assert account(rig, "dave") == "dave"
    rig.receive(f":dave!d@h ACCOUNT {'x' * 400}")
    assert account(rig, "dave") == ""


def test_only_somebody_logs_in() -> None:
    rig = rig_with(*NOTIFIED)
    rig.receive("ACCOUNT dave", ":srv.example ACCOUNT dave", ":#pontoon!a@b ACCOUNT dave")
    assert rig.ears.of("account_changed") == []


def test_an_account_follows_its_owner_to_another_nick() -> None:
    rig = rig_with(*NOTIFIED)
    rig.receive(":dave!d@h ACCOUNT dave", ":dave!d@h NICK davey", ":kevin!k@h NICK dave")
    assert (account(rig, "davey"), account(rig, "dave")) == ("dave", None)
    rig.receive(":davey!d@h NICK DAVEY")
    assert account(rig, "davey") == "dave"


def test_what_the_server_would_tell_is_true_until_it_does() -> None:
    rig = rig_with(*NOTIFIED)
    rig.receive(":dave!d@h ACCOUNT dave")
    rig.clock.advance(LOGGED_IN_SECONDS)
    assert said_by_dave(rig, "").account == "dave"


def test_who_goes_takes_the_account_along() -> None:
    for going in ["QUIT :bye", "PART #pontoon"]:
        rig = rig_with("account-notify")
        rig.receive(":dave!d@h ACCOUNT dave", f":dave!d@h {going}", ":dave!d@h JOIN #pontoon")
        assert account(rig, "dave") is None


def test_what_somebody_says_comes_with_their_account_while_the_server_tells_of_changes() -> None:
    rig = rig_with(*NOTIFIED)
    rig.receive(":dave!d@h ACCOUNT dave", ":dave!d@h PRIVMSG Bot :s", ":kevin!k@h PRIVMSG Bot :s")
    rig.receive(":stranger!s@h PRIVMSG Bot :s")
    accounts = [sender.account for sender, _ in rig.ears.of("told") if isinstance(sender, Person)]
    assert accounts == ["dave", None, None]


WHOX = "WHO #pontoon %tcuhnfa,254"


def whox(nick: str, name: str, flags: str = "H", token: str = "254", channel: str = "") -> str:
    return f":srv 354 Bot {token} {channel or '#pontoon'} {nick[0]} home {nick} {flags} {name}"


def test_where_who_can_tell_accounts_it_is_asked_to() -> None:
    rig = Rig().register("WHOX PREFIX=(ov)@+")
    rig.client.channels.join(["#pontoon"])
    rig.receive(
        ":Bot!bot@h JOIN #pontoon",
        ":srv 353 Bot = #pontoon :Bot dave kevin bob",
        ":srv 366 Bot #pontoon :End",
    )
    assert rig.sent() == ["JOIN #pontoon", WHOX]
    rig.receive(whox("dave", "davy", "H@"), whox("kevin", "0"), whox("bob", "x" * 300))
    rig.receive(whox("Bot", "0"), ":srv 315 Bot #pontoon :End of WHO list")
    assert [account(rig, nick) for nick in ("dave", "kevin", "bob")] == ["davy", "", ""]
    roster = rig.client.channels.find("#pontoon")
    assert roster is not None
    assert roster.find("dave") == person("dave!d@home")
    assert roster.is_operator("dave")
    assert rig.ears.of("channel_described") == [("#pontoon",)]
    assert rig.ears.of("account_changed") == []
    rig.receive(whox("dave", "0"))
    assert rig.ears.of("account_changed") == [(person("dave!d@home"), "")]


def test_an_answer_to_another_question_tells_nothing() -> None:
    for line in [
        whox("dave", "davy", token="255"),
        ":srv 354 Bot dave davy",
        ":srv 354 Bot 254 #pontoon d home dave H davy more",
        ":srv 354 Bot 54 #pontoon d home dave H davy",
    ]:
        rig = rig_with(isupport="WHOX")
        rig.receive(line)
        assert account(rig, "dave") is None


def test_without_account_notify_what_who_told_is_true_for_a_while() -> None:
    rig = rig_with(isupport="WHOX")
    rig.receive(whox("dave", "davy"), whox("kevin", "0"))

    def accounts() -> list[str | None]:
        rig.ears.heard.clear()
        rig.receive(":dave!d@home PRIVMSG Bot :s", ":kevin!k@home PRIVMSG Bot :s")
        return [sender.account for sender, _ in rig.ears.of("told") if isinstance(sender, Person)]

    assert accounts() == ["davy", ""]
    rig.clock.advance(LOGGED_OUT_SECONDS)
    assert accounts() == ["davy", None]
    rig.clock.advance(LOGGED_IN_SECONDS - LOGGED_OUT_SECONDS)
    assert accounts() == [None, None]
    assert account(rig, "dave") == "davy"


def test_without_account_notify_a_new_nick_is_looked_at_anew() -> None:
    """A server that tells no more than that a nick is its owner's does not tell of the next one."""
    rig = rig_with(isupport="WHOX")
    rig.receive(whox("dave", "davy"), ":dave!d@home NICK davey", ":davey!d@home PRIVMSG Bot :s")
    [(sender, _)] = rig.ears.of("told")
    assert isinstance(sender, Person)
    assert sender.account is None


def test_who_takes_a_nick_is_looked_at_anew_however_lately_its_last_owner_was() -> None:
    for going in ["NICK davey", "QUIT :bye"]:
        rig = rig_with(isupport="WHOX")
        rig.receive(whox("kevin", "kev"))
        rig.clock.advance(LOGGED_IN_SECONDS)
        rig.receive(whox("dave", "davy"), f":dave!d@home {going}", ":kevin!k@home NICK dave")
        assert said_by_dave(rig, "").account is None


def test_a_new_host_makes_nobody_else() -> None:
    """Chghost: like a new nick, so that a seat is kept."""
    rig = rig_with("chghost", "account-notify")
    rig.receive(":dave!d@h ACCOUNT dave", ":dave!d@h CHGHOST ~dave cloak.example")
    moved = person("dave!~dave@cloak.example")
    assert rig.ears.of("renamed") == [("dave", moved)]
    assert account(rig, "dave") == "dave"
    roster = rig.client.channels.find("#pontoon")
    assert roster is not None
    assert roster.find("dave") == moved


def test_an_odd_new_host_or_name_is_nobodys() -> None:
    for line in [
        ":srv CHGHOST a b",
        ":dave!d@h CHGHOST a",
        ":dave!d@h CHGHOST",
        f":dave!d@h CHGHOST a {'b' * 600}",
        ":stranger!s@h CHGHOST a b",
        ":Bot!bot@bot.example CHGHOST a b",
        ":dave!d@h SETNAME :Somebody else",
    ]:
        rig = rig_with("chghost")
        rig.receive(line)
        assert rig.ears.of("renamed") == []


def test_a_new_host_of_the_bots_own_leaves_room_for_it_in_each_line() -> None:
    rig = rig_with("chghost")
    before = rig.client.outbox.room_for("#pontoon")
    rig.receive(f":Bot!bot@bot.example CHGHOST bot {'c' * 50}.example")
    assert rig.client.outbox.room_for("#pontoon") == before - 50 + len("bot") - len(".example") + 8
