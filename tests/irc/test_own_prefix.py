"""How many bytes of each line go to the prefix that others see."""

from pontoon.irc.nicks import OwnPrefix


def size(prefix: str) -> int:
    return len(f":{prefix} ".encode())


def test_the_worst_is_assumed_until_it_is_known() -> None:
    assert OwnPrefix("Bot").prefix_size == size("Bot!" + "u" * 11 + "@" + "h" * 64)


def test_the_known_prefix_is_counted_in_bytes() -> None:
    me = OwnPrefix("Zoë")
    me.appears_as("~bot@bot.example")
    assert me.prefix_size == size("Zoë!~bot@bot.example")


def test_a_new_host_alone_leaves_the_user() -> None:
    """The 396 reply of most servers tells a host only."""
    me = OwnPrefix("Bot")
    me.appears_as("~bot@bot.example")
    me.appears_as("a.much.longer.cloak.example")
    assert me.prefix_size == size("Bot!~bot@a.much.longer.cloak.example")


def test_a_reply_that_may_show_the_real_host_is_second_best() -> None:
    me = OwnPrefix("Bot")
    me.may_appear_as("~bot@10.0.0.1")
    me.appears_as("~bot@cloak.example")
    me.may_appear_as("~bot@10.0.0.1")
    assert me.prefix_size == size("Bot!~bot@cloak.example")


def test_an_address_that_leaves_no_room_for_words_is_not_believed() -> None:
    me = OwnPrefix("Bot")
    me.appears_as("~bot@bot.example")
    me.appears_as("h" * 500)
    me.may_appear_as(f"{'u' * 500}@h")
    assert me.prefix_size == size("Bot!~bot@bot.example")
