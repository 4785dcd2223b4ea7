"""Channels of the server inside the bot: entering, leaving, topics, names, kicks."""

import pytest

from pontoon.irc.server.limits import MOST_CHANNELS, REASON_BYTES, TOPIC_BYTES
from tests.support.local_server import BOT, LocalNetwork, Person, hush


def ranks(person: Person, channel: str) -> list[str]:
    """Return who PERSON sees in CHANNEL, as NAMES has them."""
    lines = person.says(f"NAMES {channel}")
    return " ".join(line.rpartition(":")[2] for line in lines if " 353 " in line).split()


def test_whoever_enters_is_seen_by_all_and_shown_who_is_there() -> None:
    floor = LocalNetwork()
    kevin = floor.person("kevin", "#pontoon")
    dave = floor.person("dave")
    hush(kevin)
    assert dave.says("JOIN #PONTOON") == [
        ":dave!dave@localhost JOIN #pontoon",
        "@ 353 dave = #pontoon :@kevin dave",
        "@ 366 dave #pontoon :End of /NAMES list",
    ]
    assert kevin.heard() == [":dave!dave@localhost JOIN #pontoon"]


def test_the_first_person_is_operator_and_everybody_is_told() -> None:
    dave = LocalNetwork().person("dave")
    assert dave.says("JOIN #pontoon") == [
        ":dave!dave@localhost JOIN #pontoon",
        "@ MODE #pontoon +o dave",
        "@ 353 dave = #pontoon :@dave",
        "@ 366 dave #pontoon :End of /NAMES list",
    ]


def test_the_first_person_is_operator_where_the_house_was_before() -> None:
    floor = LocalNetwork()
    bot = floor.bot()
    assert "MODE" not in bot.numbers("JOIN #pontoon")
    dave = floor.person("dave", "#pontoon")
    assert bot.heard() == [":dave!dave@localhost JOIN #pontoon", "@ MODE #pontoon +o dave"]
    floor.person("kevin", "#pontoon")
    assert ranks(dave, "#pontoon") == [BOT, "@dave", "kevin"]


def test_the_house_is_never_operator_for_coming_first() -> None:
    floor = LocalNetwork()
    bot = floor.bot("#a", "#b")
    bot.says("PART #a", "JOIN #a")
    assert ranks(bot, "#a") == ranks(bot, "#b") == [BOT]


def test_when_all_people_have_left_the_next_one_is_operator() -> None:
    floor = LocalNetwork()
    floor.bot("#pontoon")
    floor.person("dave", "#pontoon").says("PART #pontoon")
    floor.person("kevin", "#pontoon").says("QUIT")
    bob = floor.person("bob", "#pontoon")
    assert ranks(bob, "#pontoon") == [BOT, "@bob"]


def test_whoever_comes_where_no_operator_is_left_becomes_one() -> None:
    """An operator who comes back, for one."""
    floor = LocalNetwork()
    floor.bot("#pontoon")
    dave, kevin = floor.person("dave", "#pontoon"), floor.person("kevin", "#pontoon")
    dave.says("PART #pontoon", "JOIN #pontoon")
    assert ranks(kevin, "#pontoon") == [BOT, "kevin", "@dave"]
    floor.person("bob", "#pontoon")
    assert ranks(kevin, "#pontoon") == [BOT, "kevin", "@dave", "bob"]


def test_several_channels_may_be_entered_at_once() -> None:
    dave = LocalNetwork().person("dave")
    dave.says("JOIN #a,#b")
    assert [channel.name for channel in dave.user.channels] == ["#a", "#b"]


def test_entering_again_does_nothing() -> None:
    dave = LocalNetwork().person("dave", "#[a]")
    assert dave.says("JOIN #{A}") == []


@pytest.mark.parametrize("name", ["pontoon", "&pontoon", "#a b", "", "#a\x07", "#\udcff"])
def test_other_channels_there_are_none(name: str) -> None:
    dave = LocalNetwork().person("dave")
    assert dave.numbers(f"JOIN :{name}") == ["403"]
    assert dave.user.channels == []


def test_names_of_channels_are_bounded_in_bytes() -> None:
    dave = LocalNetwork().person("dave")
    assert dave.numbers(f"JOIN #{'♠' * 67}") == ["403"]
    assert dave.numbers(f"JOIN #{'♠' * 66}")[0] == "JOIN"


def test_nobody_is_in_too_many_channels_but_the_house() -> None:
    floor = LocalNetwork()
    names = ",".join(f"#{number}" for number in range(MOST_CHANNELS + 1))
    dave, bot = floor.person("dave"), floor.bot()
    assert dave.numbers(f"JOIN {names}").count("405") == 1
    assert len(dave.user.channels) == MOST_CHANNELS
    bot.says(f"JOIN {names}")
    assert len(bot.user.channels) == MOST_CHANNELS + 1


def test_a_topic_is_shown_to_whoever_enters() -> None:
    floor = LocalNetwork()
    floor.person("dave", "#a").says("TOPIC #a :Tonight ♥")
    lines = floor.person("kevin").says("JOIN #a")
    assert lines[1:3] == [
        "@ 332 kevin #a :Tonight ♥",
        "@ 333 kevin #a dave!dave@localhost :1000000",
    ]


def test_a_channel_that_the_bot_enters_has_a_topic_until_people_set_another() -> None:
    floor = LocalNetwork()
    floor.network.topic = "Say !join"
    dave = floor.person("dave", "#other")
    bot = floor.bot("#a", "#other")
    assert "@ 332 kevin #a :Say !join" in floor.person("kevin").says("JOIN #a")
    dave.says("TOPIC #other :Tonight ♥")
    bot.says("PART #other", "JOIN #other")
    assert floor.person("bob").says("JOIN #other")[1] == "@ 332 bob #other :Tonight ♥"


def test_leaving_is_told_to_all() -> None:
    floor = LocalNetwork()
    dave, kevin = floor.person("dave", "#a", "#b"), floor.person("kevin", "#a")
    hush(kevin)
    assert dave.says("PART #A,#b :good night") == [
        ":dave!dave@localhost PART #a :good night",
        ":dave!dave@localhost PART #b :good night",
    ]
    assert kevin.heard() == [":dave!dave@localhost PART #a :good night"]
    assert ranks(kevin, "#a") == ["kevin"]
    assert floor.network.channel("#b") is None


def test_leaving_needs_no_reason() -> None:
    assert LocalNetwork().person("dave", "#a").says("PART #a") == [":dave!dave@localhost PART #a"]


def test_one_can_only_leave_where_one_is() -> None:
    floor = LocalNetwork()
    floor.person("kevin", "#a")
    assert floor.person("dave").says("PART #a,#b") == [
        "@ 442 dave #a :You're not on that channel",
        "@ 403 dave #b :No such channel",
    ]


def test_join_0_leaves_all_channels() -> None:
    dave = LocalNetwork().person("dave", "#a", "#b")
    assert dave.numbers("JOIN 0") == ["PART", "PART"]
    assert dave.user.channels == []


def test_operators_set_the_topic() -> None:
    floor = LocalNetwork()
    dave, kevin = floor.person("dave", "#a"), floor.person("kevin", "#a")
    assert kevin.says("TOPIC #a :mine") == ["@ 482 kevin #a :You're not channel operator"]
    assert dave.says("TOPIC #a :Tonight") == [":dave!dave@localhost TOPIC #a :Tonight"]
    assert kevin.heard() == [":dave!dave@localhost TOPIC #a :Tonight"]
    assert kevin.numbers("TOPIC #a") == ["332", "333"]
    dave.says("TOPIC #a :")
    assert (
        kevin.says("TOPIC #a")
        == [
            ":dave!dave@localhost TOPIC #a :",
            "@ 331 kevin #a :No topic is set",
        ][1:]
    )


def test_without_t_anybody_there_sets_the_topic() -> None:
    floor = LocalNetwork()
    dave, kevin, bob = floor.person("dave", "#a"), floor.person("kevin", "#a"), floor.person("bob")
    dave.says("MODE #a -t")
    assert kevin.numbers("TOPIC #a :mine") == ["TOPIC"]
    assert bob.says("TOPIC #a :no") == ["@ 442 bob #a :You're not on that channel"]
    assert bob.numbers("TOPIC #a") == ["332", "333"]
    assert bob.numbers("TOPIC #b") == bob.numbers("TOPIC #b :x") == ["403"]


def test_a_long_topic_is_cut_between_characters() -> None:
    dave = LocalNetwork().person("dave", "#a")
    dave.says(f"TOPIC #a :x{'♠' * 200}")
    channel = dave.network.channel("#a")
    assert channel is not None
    assert channel.topic == "x" + "♠" * ((TOPIC_BYTES - 1) // 3)


def test_anybody_may_see_who_is_where() -> None:
    floor = LocalNetwork()
    floor.person("kevin", "#a", "#b")
    dave = floor.person("dave")
    assert dave.says("NAMES #a,#none") == [
        "@ 353 dave = #a :@kevin",
        "@ 366 dave #a :End of /NAMES list",
        "@ 366 dave #none :End of /NAMES list",
    ]
    assert dave.says("NAMES") == ["@ 366 dave * :End of /NAMES list"]


def test_names_take_as_many_lines_as_they_need() -> None:
    floor = LocalNetwork()
    nicks = [f"{number:02}".rjust(28, "n") for number in range(50)]
    people = [floor.person(nick, "#" + "♠" * 60) for nick in nicks]
    assert [name.lstrip("@") for name in ranks(people[0], "#" + "♠" * 60)] == nicks
    lines = people[0].says("NAMES #" + "♠" * 60)
    assert len(lines) > 2
    assert max(len(line.encode()) for line in lines) <= 510


def test_channels_are_listed() -> None:
    floor = LocalNetwork()
    dave = floor.person("dave", "#a", "#b")
    dave.says("TOPIC #a :Tonight")
    shown = ["@ 322 dave #a 1 :Tonight", "@ 322 dave #b 1 :"]
    end = "@ 323 dave :End of /LIST"
    start = "@ 321 dave Channel :Users  Name"
    assert dave.says("LIST") == [start, *shown, end]
    assert dave.says("LIST #B,#none") == [start, shown[1], end]


def test_operators_put_people_out() -> None:
    floor = LocalNetwork()
    dave, kevin = floor.person("dave", "#a"), floor.person("kevin", "#a")
    hush(kevin)
    kicked = ":dave!dave@localhost KICK #a kevin :enough ♥"
    assert dave.says("KICK #a KEVIN :enough ♥") == [kicked]
    assert kevin.heard() == [kicked]
    assert ranks(dave, "#a") == ["@dave"]
    assert kevin.user.channels == []


def test_several_may_be_put_out_without_a_reason() -> None:
    floor = LocalNetwork()
    dave = floor.person("dave", "#a")
    for nick in ("b1", "b2", "b3", "b4", "b5"):
        floor.person(nick, "#a")
    assert dave.says("KICK #a b1,b2,b3,b4,b5")[0] == ":dave!dave@localhost KICK #a b1 :dave"
    assert ranks(dave, "#a") == ["@dave", "b5"]


def test_only_operators_put_out_and_only_who_is_there() -> None:
    floor = LocalNetwork()
    dave, kevin, bob = floor.person("dave", "#a"), floor.person("kevin", "#a"), floor.person("bob")
    hush(dave, kevin)
    assert kevin.says("KICK #a dave") == ["@ 482 kevin #a :You're not channel operator"]
    assert bob.says("KICK #a dave") == ["@ 442 bob #a :You're not on that channel"]
    assert bob.numbers("KICK #none dave") == ["403"]
    assert dave.says("KICK #a bob") == ["@ 441 dave bob #a :They aren't on that channel"]
    assert dave.says("KICK #a nobody") == ["@ 401 dave nobody :No such nick/channel"]
    assert kevin.heard() == []


def test_one_may_put_oneself_out() -> None:
    dave = LocalNetwork().person("dave", "#a")
    assert dave.numbers("KICK #a dave") == ["KICK"]
    assert dave.network.channel("#a") is None


@pytest.mark.parametrize("line", ["PART #a :{}", "KICK #a dave :{}", "AWAY :{}", "QUIT :{}"])
def test_long_reasons_are_cut(line: str) -> None:
    floor = LocalNetwork()
    kevin = floor.person("kevin", "#a")
    dave = floor.person("dave", "#a")
    kevin.says("MODE #a +o dave")
    dave.says(line.format("x" * 400))
    heard = kevin.heard() + kevin.says("WHOIS dave")
    assert max(line.count("x") for line in heard) == REASON_BYTES
