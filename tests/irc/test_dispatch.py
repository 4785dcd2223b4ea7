"""One table of what to do, out of several."""

from irctokens.line import Line

from pontoon.irc.dispatch import together


def test_all_who_act_on_a_message_do_so_in_order() -> None:
    done: list[str] = []
    first = {"A": lambda _: done.append("first A"), "B": lambda _: done.append("first B")}
    second = {"A": lambda _: done.append("second A"), "C": lambda _: done.append("second C")}
    acts = together(first, second)
    assert acts.keys() == {"A", "B", "C"}
    for command in acts:
        acts[command](Line(None, None, command, []))
    assert done == ["first A", "second A", "first B", "second C"]
