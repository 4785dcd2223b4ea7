"""Channels of the server inside the bot: entering, leaving, topics, names, kicks."""

from pontoon.irc.server.commands import MOST_CHANNELS
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


def test_the_first_person_is_operator_where_the_house_was_before() -> None:
    floor = LocalNetwork()
    bot = floor.bot()
    assert "MODE" not in bot.numbers("JOIN #pontoon")
    dave = floor.person("dave", "#pontoon")
    assert bot.heard() == [":dave!dave@localhost JOIN #pontoon", "@ MODE #pontoon +o dave"]
    floor.person("kevin", "#pontoon")
    assert ranks(dave, "#pontoon") == [BOT, "@dave", "kevin"]


def test_whoever_comes_where_no_operator_is_left_becomes_one() -> None:
    """An operator who comes back, for one."""
    floor = LocalNetwork()
    floor.bot("#pontoon")
    dave, kevin = floor.person("dave", "#pontoon"), floor.person("kevin", "#pontoon")
    dave.says("PART #pontoon", "JOIN #pontoon")
    assert ranks(kevin, "#pontoon") == [BOT, "kevin", "@dave"]
    floor.person("bob", "#pontoon")
    assert ranks(kevin, "#pontoon") == [BOT, "kevin", "@dave", "bob"]


def test_entering_again_does_nothing() -> None:
    dave = LocalNetwork().person("dave", "#[a]")
    assert dave.says("JOIN #{A}") == []


def test_other_channels_there_are_none() -> None:
    for name in ["pontoon", "&pontoon", "#a b", "", "#a\x07", "#\udcff"]:
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


def test_several_channels_may_be_left_at_once_and_all_are_told() -> None:
    floor = LocalNetwork()
    dave, kevin = floor.person("dave", "#a,#b"), floor.person("kevin", "#a")
    hush(kevin)
    assert dave.says("PART #A,#b :good night") == [
        ":dave!dave@localhost PART #a :good night",
        ":dave!dave@localhost PART #b :good night",
    ]
    assert kevin.heard() == [":dave!dave@localhost PART #a :good night"]
    assert ranks(kevin, "#a") == ["kevin"]
    assert floor.network.channel("#b") is None


def test_one_can_only_leave_where_one_is() -> None:
    floor = LocalNetwork()
    floor.person("kevin", "#a")
    assert floor.person("dave").says("PART #a,#b") == [
        "@ 442 dave #a :You're not on that channel",
        "@ 403 dave #b :No such channel",
    ]


def test_operators_set_the_topic() -> None:
    floor = LocalNetwork()
    dave, kevin = floor.person("dave", "#a"), floor.person("kevin", "#a")
    assert kevin.says("TOPIC #a :mine") == ["@ 482 kevin #a :You're not channel operator"]
    assert dave.says("TOPIC #a :Tonight") == [":dave!dave@localhost TOPIC #a :Tonight"]
    assert kevin.heard() == [":dave!dave@localhost TOPIC #a :Tonight"]
    assert kevin.numbers("TOPIC #a") == ["332", "333"]
    dave.says("TOPIC #a :")
    kevin.heard()
    assert kevin.says("TOPIC #a") == ["@ 331 kevin #a :No topic is set"]
    bob = floor.person("bob")
    assert bob.numbers("TOPIC #a", "TOPIC #a :x", "TOPIC #b", "TOPIC #b :x") == [
        *("331", "442", "403", "403")
    ]


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
