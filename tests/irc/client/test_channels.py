"""Who is in which channel, as JOIN, NAMES, WHO, MODE and the rest tell it."""

from pontoon.irc.people import Person, Roster
from tests.support.client_rig import Rig, joined, person


def roster(rig: Rig, channel: str = "#pontoon") -> Roster:
    found = rig.client.channels.find(channel)
    assert found is not None
    return found


def who(nick: str, host: str, flags: str = "H", channel: str = "#pontoon") -> str:
    return f":srv 352 Bot {channel} {nick[0]} {host} srv {nick} {flags} :0 real name"


def test_a_channel_is_entered_once_its_names_are_complete_and_who_is_asked() -> None:
    rig = Rig().register()
    rig.client.channels.join(["#pontoon"])
    assert rig.sent() == ["JOIN #pontoon"]
    rig.receive(":Bot!bot@h JOIN #pontoon", ":srv 353 Bot = #pontoon :Bot @dave")
    assert rig.ears.of("channel_entered") == []
    assert rig.client.channels.find("#pontoon") is None
    rig.receive(":srv 353 Bot = #pontoon :+kevin", ":srv 366 Bot #pontoon :End")
    assert rig.ears.of("channel_entered") == []
    rig.receive(":srv 315 Bot #pontoon :End")
    assert rig.ears.of("channel_entered") == [("#pontoon",)]
    assert rig.sent() == ["WHO #pontoon"]
    assert [each.nick for each in roster(rig)] == ["Bot", "dave", "kevin"]
    rig.receive(":srv 366 Bot #pontoon :End")
    assert len(rig.ears.of("channel_entered")) == 1


def test_rosters_are_found_by_folded_name() -> None:
    rig = Rig().register().join("#Pontoon[]")
    assert list(rig.client.channels.rosters) == ["#pontoon{}"]
    assert rig.client.channels.find("#PONTOON{]") is rig.client.channels.rosters["#pontoon{}"]
    assert rig.client.channels.find("#other") is None


def test_somebody_is_seen_in_the_channels_whose_rosters_are_complete_and_have_them() -> None:
    rig = Rig().register().join("#pontoon", "Bot dave").join("#den")
    rig.receive(":Bot!bot@h JOIN #club", ":srv 353 Bot = #club :Bot dave")
    assert rig.client.channels.seen_in("DAVE") == ["#pontoon", "#den"]
    assert rig.client.channels.seen_in("kevin") == ["#den"]
    rig.receive(":kevin!k@h PART #den")
    assert rig.client.channels.seen_in("kevin") == []


def test_nothing_is_told_of_a_channel_before_it_is_entered() -> None:
    rig = Rig().register()
    rig.ears.heard.clear()
    rig.receive(
        ":Bot!bot@h JOIN #pontoon",
        ":dave!d@h JOIN #pontoon",
        ":dave!d@h PRIVMSG #pontoon :!pontoon",
        ":dave!d@h NICK davey",
        ":davey!d@h PART #pontoon",
    )
    assert rig.ears.heard == []


def test_being_kicked_before_a_channel_was_entered_is_a_refusal() -> None:
    rig = Rig().register()
    rig.receive(":Bot!bot@h JOIN #pontoon", ":dave!d@h KICK #pontoon Bot :go away")
    assert rig.ears.of("channel_refused") == [("#pontoon", "kicked by dave: go away", "")]
    assert rig.ears.of("channel_left") == []


def test_names_tell_ranks_one_or_several() -> None:
    """With multi-prefix or without; userhost-in-names too."""
    rig = Rig().register().join(names="Bot ~@dave @+kevin!k@kevin.example +bob &eve %fay")
    operators = [each.nick for each in roster(rig) if roster(rig).is_operator(each.nick)]
    assert operators == ["dave", "kevin", "eve"]
    assert roster(rig).modes("kevin") == {"o", "v"}
    assert roster(rig).find("kevin") == person("kevin!k@kevin.example")
    assert roster(rig).modes("bob") == {"v"}


def test_names_come_with_or_without_the_kind_of_channel() -> None:
    rig = Rig().register()
    rig.receive(":Bot!b@h JOIN #a", ":srv 353 Bot #a :@dave", ":srv 366 Bot #a :End")
    rig.receive(":srv 315 Bot #a :End")
    assert roster(rig, "#a").is_operator("dave")


def test_who_tells_userhosts_and_ranks_of_those_here() -> None:
    rig = joined()
    rig.receive(who("dave", "dave.example", "H@"), who("kevin", "kevin.example", "G*@"))
    rig.receive(who("stranger", "h"), ":srv 315 Bot #pontoon :End of WHO list")
    assert roster(rig).find("dave") == person("dave!d@dave.example")
    assert roster(rig).find("kevin") == person("kevin!k@kevin.example")
    assert roster(rig).is_operator("kevin")
    assert roster(rig).find("stranger") is None


def test_that_somebody_is_known_to_be_somewhere_is_told_once() -> None:
    rig = joined()
    rig.receive(*2 * [":dave!d@h PRIVMSG #pontoon :hello"], ":dave!d@elsewhere MODE #pontoon +v x")
    assert rig.ears.people_located == [person("dave!d@h")]


def test_of_who_is_in_several_channels_it_is_told_once() -> None:
    rig = joined().join("#other", names="Bot dave")
    rig.receive(":dave!d@h PRIVMSG #other :hello")
    rig.join("#third", names="Bot dave")
    assert roster(rig, "#third").find("dave") == person("dave!d@h")
    rig.receive(":stranger!s@h PRIVMSG Bot :hello", ":dave!d@h PRIVMSG Bot :hello")
    others = [each for each in rig.ears.people_located if each.nick != "Bot"]
    assert others == [person("dave!d@h")]


def test_an_account_told_before_the_bot_entered_a_channel_is_not_known_there() -> None:
    """It may have changed meanwhile; that it has not is news for that channel."""
    rig = joined()
    rig.receive(":dave!d@h ACCOUNT davy")
    rig.join("#other", names="Bot dave")
    (there,) = (each for each in roster(rig, "#other") if each.nick == "dave")
    here = roster(rig).find("dave")
    assert here is not None
    assert (here.account, there.account) == ("davy", None)
    rig.receive(":dave!d@h ACCOUNT davy")
    found = roster(rig, "#other").find("dave")
    assert found is not None
    assert found.account == "davy"
    assert len(rig.ears.of("account_changed")) == 2
    rig.receive(":dave!d@h ACCOUNT davy")
    assert len(rig.ears.of("account_changed")) == 2


def test_the_address_of_who_joins_without_telling_it_is_unknown() -> None:
    """Even if a user of that nick is in another channel."""
    rig = joined().join("#other", names="Bot bob")
    rig.receive(":bob!b@h PRIVMSG #other :hello", ":bob JOIN #pontoon")
    assert roster(rig).find("bob") == Person("bob")
    rig.receive(":bob!b@h PRIVMSG #other :hello")
    assert roster(rig).find("bob") == person("bob!b@h")
    assert rig.ears.people_located.count(person("bob!b@h")) == 2


def test_who_joins_under_the_nick_of_a_ghost_gets_nothing_of_theirs_in_any_channel() -> None:
    rig = joined().join("#other", names="Bot @dave")
    rig.receive(":dave!d@h PRIVMSG #other :hello", ":dave JOIN #pontoon")
    assert roster(rig).find("dave") == roster(rig, "#other").find("dave") == Person("dave")
    assert not roster(rig).is_operator("dave")


def test_who_takes_the_nick_of_a_ghost_gets_nothing_of_theirs_in_any_channel() -> None:
    """The ghost may be in channels where the other has never been."""
    rig = joined().join("#other", names="Bot @ghost").join("#third", names="Bot kevin ghost")
    rig.receive(":ghost!g@ghost.example PRIVMSG #other :hello", ":kevin!k@h NICK ghost")
    for channel in ("#pontoon", "#other", "#third"):
        assert roster(rig, channel).find("ghost") == person("ghost!k@h")
    assert len(roster(rig, "#third")) == 2
    rig.receive(":ghost!k@h QUIT")
    departed = {channel for channel, _ in rig.ears.of("departed")}
    assert departed == {"#pontoon", "#other", "#third"}


def test_who_tells_it_at_once_of_all_in_a_channel() -> None:
    """By ``channel_described``: there may be thousands."""
    rig = Rig().register().enter()
    rig.receive(who("dave", "dave.example", "H@"))
    assert rig.ears.people_located == []


def test_who_without_a_channel_tells_userhosts() -> None:
    rig = joined()
    rig.receive(who("dave", "dave.example", channel="*"))
    assert roster(rig).find("dave") == person("dave!d@dave.example")
    assert roster(rig).is_operator("dave")


def test_who_takes_no_rank_from_somebody_whose_highest_hides_it() -> None:
    """A server without multi-prefix shows ~ alone for an owner who is an operator too."""
    rig = Rig().register().join(names="Bot ~dave")
    rig.receive(":srv MODE #pontoon +o dave", who("dave", "h", "H~"))
    assert roster(rig).modes("dave") == {"q", "o"}
    rig.receive(who("dave", "h", "H"))
    assert roster(rig).modes("dave") == set()


def test_names_are_asked_again_after_a_rank_that_may_have_hidden_operator() -> None:
    rig = Rig().register().join(names="Bot ~dave")
    rig.receive(":srv MODE #pontoon -q dave")
    assert rig.sent() == ["NAMES #pontoon"]
    rig.receive(":srv 353 Bot = #pontoon :Bot @dave", ":srv 366 Bot #pontoon :End")
    assert roster(rig).is_operator("dave")
    assert len(rig.ears.of("channel_entered")) == 1
    rig.receive(":srv MODE #pontoon -o dave")
    assert not roster(rig).is_operator("dave")
    rig.receive(":srv MODE #pontoon +q dave", ":srv MODE #pontoon +v-v kevin kevin")
    assert rig.sent() == []


def test_somebody_arrives() -> None:
    rig = joined()
    rig.receive(":bob!b@bob.example JOIN :#PONTOON")
    assert rig.ears.of("arrived") == [("#pontoon", person("bob!b@bob.example"))]
    assert roster(rig).find("bob") == person("bob!b@bob.example")


def test_the_real_name_of_an_extended_join_is_no_channel() -> None:
    """The base class passes it as one."""
    rig = joined()
    rig.receive(":bob!b@h JOIN #pontoon account :#real name", ":Bot!b@h JOIN #b * :#pontoon")
    assert rig.ears.of("arrived") == [("#pontoon", person("bob!b@h"))]
    assert list(rig.client.channels.rosters) == ["#pontoon"]


def test_who_comes_back_under_a_nick_lost_track_of_is_somebody_new() -> None:
    rig = joined()
    rig.receive(":dave!x@elsewhere JOIN #pontoon")
    assert roster(rig).find("dave") == person("dave!x@elsewhere")
    assert not roster(rig).is_operator("dave")


def test_somebody_departs() -> None:
    for line in [
        ":kevin!k@h PART #pontoon",
        ":kevin!k@h PART #Pontoon :bye",
        ":kevin!k@h QUIT :bye",
        ":dave!d@h KICK #pontoon KEVIN :out",
        ":srv KICK #pontoon kevin",
    ]:
        rig = joined()
        rig.receive(who("kevin", "h"), line, line)
        assert rig.ears.of("departed") == [("#pontoon", person("kevin!k@h"))]
        assert roster(rig).find("kevin") is None


def test_a_quit_is_told_for_each_channel_the_person_was_in() -> None:
    rig = joined().join("#two").join("#three", names="Bot dave")
    rig.receive(":kevin!k@h QUIT :bye")
    kevin = person("kevin!k@h")
    assert rig.ears.of("departed") == [("#pontoon", kevin), ("#two", kevin)]


def test_a_new_nick_is_told_once_with_the_person() -> None:
    rig = joined().join("#two")
    rig.receive(":dave!d@h NICK davey")
    assert rig.ears.of("renamed") == [("dave", person("davey!d@h"))]
    assert roster(rig).is_operator("davey")
    assert roster(rig, "#two").find("dave") is None


def test_a_nick_change_of_somebody_elsewhere_is_not_told() -> None:
    rig = joined()
    rig.receive(":stranger!s@h NICK dave2")
    assert rig.ears.of("renamed") == []


def test_the_bots_own_doings_are_not_told_as_somebody_elses() -> None:
    rig = joined()
    rig.ears.heard.clear()
    rig.receive(":BOT!b@h NICK Bot2", ":bot2!b@h QUIT :killed")
    assert rig.ears.heard == []
    assert roster(rig).find("Bot2") is not None


def test_being_kicked_is_told_and_the_roster_forgotten() -> None:
    rig = joined()
    rig.receive(":dave!d@h KICK #pontoon BOT :go away")
    assert rig.ears.of("channel_left") == [("#pontoon", "kicked by dave: go away")]
    assert rig.client.channels.find("#pontoon") is None
    rig.receive(":dave!d@h PRIVMSG #pontoon :!pontoon")
    assert rig.ears.of("spoken") == []


def test_parting_is_told() -> None:
    rig = joined()
    rig.receive(":Bot!b@h PART #Pontoon :by force")
    assert rig.ears.of("channel_left") == [("#pontoon", "parted: by force")]


def test_a_roster_is_made_anew_at_each_join() -> None:
    rig = joined()
    rig.receive(":dave!d@h KICK #pontoon Bot :go away")
    rig.join(names="Bot bob")
    assert [each.nick for each in roster(rig)] == ["Bot", "bob"]
    rig.join(names="Bot eve")
    assert [each.nick for each in roster(rig)] == ["Bot", "eve"]


def test_modes_are_given_and_taken() -> None:
    rig = joined()
    rig.receive(":srv MODE #pontoon +bo-o *!*@x KEVIN dave", ":srv MODE #pontoon -l+k key")
    assert roster(rig).is_operator("kevin")
    assert not roster(rig).is_operator("dave")
    rig.receive(":srv MODE #pontoon +lo 5 dave")
    assert roster(rig).is_operator("dave")


def test_where_members_may_be_hidden_the_modes_of_the_channel_are_asked_for() -> None:
    rig = Rig().register()
    rig.receive(":srv 005 Bot CHANMODES=beI,k,l,imnpstuD :are supported")
    rig.client.channels.join(["#pontoon"])
    rig.receive(
        ":Bot!bot@h JOIN #pontoon", ":srv 353 Bot = #pontoon :Bot", ":srv 366 Bot #pontoon :"
    )
    assert rig.sent() == ["JOIN #pontoon", "WHO #pontoon", "MODE #pontoon"]
    rig.receive(":srv 315 Bot #pontoon :End", ":srv 324 Bot #pontoon +lntuk 5 key")
    assert {"n", "t", "u"} <= roster(rig).channel_modes
    rig.receive(
        ":dave!d@h MODE #pontoon -u+D", ":srv 324 Bot #elsewhere +s", ":srv 324 Bot #pontoon"
    )
    assert "u" not in roster(rig).channel_modes
    assert "D" in roster(rig).channel_modes
    assert "s" not in roster(rig).channel_modes


def test_a_rank_of_the_bots_own_is_told() -> None:
    rig = joined()
    rig.receive(":srv MODE #Pontoon +o kevin", ":srv MODE #elsewhere +o Bot", who("Bot", "h", "H"))
    assert rig.ears.of("rank_changed") == []
    rig.receive(":srv MODE #pontoon +o BOT", who("Bot", "h", "H@"))
    assert rig.ears.of("rank_changed") == [("#pontoon",)]
    rig.receive(who("Bot", "h", "H"), ":srv MODE #pontoon +o kevin")
    assert rig.ears.of("rank_changed") == [("#pontoon",)] * 2


def test_an_odd_mode_change_is_harmless() -> None:
    for line in [
        "MODE #pontoon +o",
        "MODE #pontoon +ooo dave",
        "MODE #pontoon +o nobody",
        "MODE #pontoon +",
        "MODE #pontoon :",
        "MODE #elsewhere +o dave",
        "MODE Bot +i",
        "MODE #pontoon +Z♠o kevin",
    ]:
        rig = joined()
        rig.receive(f":srv {line}")
        assert rig.logged == ["registered as Bot"]
        assert roster(rig).is_operator("dave")


def test_rosters_follow_the_casemapping() -> None:
    rig = Rig().register("NICKLEN=9").join("#a[]", names="Bot @dave[]")
    assert roster(rig, "#a{}").is_operator("DAVE{}")
    rig.receive(":srv 005 Bot CASEMAPPING=ascii :are supported")
    assert roster(rig, "#A[]").is_operator("DAVE[]")
    assert rig.client.channels.find("#a{}") is None
    assert roster(rig, "#a[]").find("dave{}") is None


def test_a_channel_that_cannot_be_entered_is_told() -> None:
    for numeric in [
        *("403", "405", "437", "470", "471", "473", "474", "475", "476", "477", "479", "489"),
        "520",
    ]:
        rig = Rig().register()
        rig.client.channels.join(["#Pontoon"])
        rig.receive(f":srv {numeric} Bot #pontoon :Cannot join channel")
        rig.receive(f":srv {numeric} Bot #pontoon :Cannot join channel")
        assert rig.ears.of("channel_refused") == [("#pontoon", "Cannot join channel", numeric)]


FORWARD = ":srv 470 Bot #pontoon ##games :Forwarding to another channel"


def test_another_channel_than_the_one_asked_for_is_left_again() -> None:
    rig = Rig().register()
    rig.client.channels.join(["#pontoon"])
    rig.sent()
    rig.receive(FORWARD, ":Bot!bot@h JOIN ##games", ":srv 353 Bot = ##games :Bot eve")
    rig.receive(":srv 366 Bot ##games :End", ":eve!e@h PRIVMSG ##games :!pontoon")
    assert rig.sent() == ["PART ##games"]
    why = "Forwarding to another channel (##games)"
    assert rig.ears.of("channel_refused") == [("#pontoon", why, "470")]
    assert rig.ears.of("channel_entered") == rig.ears.of("spoken") == []
    assert rig.client.channels.rosters == {}


def test_a_channel_that_is_wanted_too_is_not_left_because_another_forwards_to_it() -> None:
    rig = Rig().register().join("##games")
    rig.client.channels.join(["#pontoon"])
    rig.receive(FORWARD, ":Bot!bot@h JOIN ##games", ":srv 366 Bot ##games :End")
    assert "PART ##games" not in rig.sent()
    rig = Rig().register()
    rig.client.channels.join(["#pontoon", "##games"])
    rig.receive(FORWARD, ":Bot!bot@h JOIN ##games", ":srv 366 Bot ##games :End")
    rig.receive(":srv 315 Bot ##games :End")
    assert rig.ears.of("channel_entered") == [("##games",)]


def test_a_channel_left_once_may_be_entered_on_purpose() -> None:
    rig = Rig().register()
    rig.client.channels.join(["#pontoon"])
    rig.receive(FORWARD, ":Bot!bot@h JOIN ##games")
    rig.join("##games")
    assert rig.client.channels.find("##games") is not None


def test_a_channel_is_left_once_for_each_time_it_was_forwarded_to() -> None:
    """Whoever puts the bot there then may mean it."""
    rig = Rig().register()
    rig.client.channels.join(["#pontoon"])
    rig.receive(FORWARD, ":Bot!bot@h JOIN ##games")
    rig.sent()
    rig.receive(":Bot!bot@h JOIN ##games", ":srv 366 Bot ##games :End")
    assert rig.sent() == ["WHO ##games"]


def test_a_forward_that_was_not_asked_for_has_nothing_left() -> None:
    rig = joined()
    rig.receive(FORWARD, ":Bot!bot@h JOIN ##games", ":srv 366 Bot ##games :End")
    assert "PART ##games" not in rig.sent()


def test_an_invitation_is_told() -> None:
    rig = joined()
    rig.receive(":dave!d@h INVITE Bot #games", ":srv INVITE BOT :#two")
    assert rig.ears.of("invited") == [("#games",), ("#two",)]


def test_an_invitation_of_somebody_else_is_not() -> None:
    for rest in ["kevin #games", "Bot", ""]:
        rig = joined()
        rig.receive(f":dave!d@h INVITE {rest}".strip())
        assert rig.ears.of("invited") == []


def test_channels_are_entered_with_their_keys() -> None:
    rig = Rig(channel_keys={"#B": "sesame"}).register("TARGMAX=JOIN:2")
    rig.client.channels.join(["#a", "#b", "#c"])
    assert rig.sent() == ["JOIN #b,#a sesame", "JOIN #c"]
    rig.client.channels.join(["#b"])
    assert rig.sent() == ["JOIN #b sesame"]


def test_keys_do_not_reach_the_logs() -> None:
    rig = Rig(channel_keys={"#b": "sesame"}).register()
    rig.client.channels.join(["#b"])
    rig.receive(":Bot!b@h JOIN #b", ":dave!d@h PRIVMSG #b :the key is sesame, dave")
    rig.receive(":dave!d@h MODE #b +k other", ":srv 324 Bot #b +ntk other", ":srv 475 Bot sesame x")
    everything = [*rig.logged, *(line for _, line in rig.wired)]
    assert not [line for line in everything if "sesame" in line or "other" in line]
    assert (">", "JOIN #b ***") in rig.wired


def test_a_refusal_for_a_channel_that_was_entered_is_about_something_else() -> None:
    rig = joined()
    rig.receive(":srv 477 Bot #pontoon :Registered nicks only", ":srv 403 Bot #x :No such channel")
    assert rig.ears.of("channel_refused") == []
    assert len(rig.ears.of("undeliverable")) == 2


def test_when_who_has_told_of_everybody_that_is_told() -> None:
    rig = Rig().register().enter()
    rig.receive(":srv 315 Bot #elsewhere :End of WHO list")
    assert rig.ears.of("channel_described") == []
    rig.receive(":srv 352 Bot #pontoon d home srv dave H :0 Dave", ":srv 315 Bot #Pontoon :End")
    assert rig.ears.heard[-1] == ("channel_described", "#pontoon")


def test_a_person_of_whom_only_the_nick_is_told_is_known_by_it() -> None:
    rig = joined()
    rig.receive(":bob JOIN #pontoon")
    assert rig.ears.of("arrived") == [("#pontoon", Person("bob"))]
