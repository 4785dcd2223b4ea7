"""One table of handlers, out of several."""

from irctokens.line import Line

from pontoon.irc.session import merged


def test_all_handlers_of_a_message_are_called_in_order() -> None:
    done: list[str] = []
    first = {"A": lambda _: done.append("first A"), "B": lambda _: done.append("first B")}
    second = {"A": lambda _: done.append("second A"), "C": lambda _: done.append("second C")}
    handlers = merged(first, second)
    assert handlers.keys() == {"A", "B", "C"}
    for command in handlers:
        handlers[command](Line(None, None, command, []))
    assert done == ["first A", "second A", "first B", "second C"]
