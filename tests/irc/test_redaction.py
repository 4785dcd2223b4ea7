"""What no log ever says."""

from pontoon.irc.redaction import Redactor


def test_a_secret_is_hidden_wherever_it_stands() -> None:
    for line in ["PASS s3cret", "PRIVMSG #c :is it s3cret?", "s3cret", "xs3cretx"]:
        assert "s3cret" not in Redactor(["s3cret", ""]).loggable(line)


def test_a_secret_that_is_part_of_another_leaves_nothing_of_that() -> None:
    assert Redactor(["open", "open sesame"]).loggable("say open sesame") == "say ***"


def test_what_is_said_to_the_service_is_hidden_but_for_its_first_word() -> None:
    secrecy = Redactor([], confidant="NickServ")
    assert secrecy.loggable("PRIVMSG nickserv :FROB a b") == "PRIVMSG nickserv :FROB ***"
    assert secrecy.loggable("PRIVMSG NickServ :HELP") == "PRIVMSG NickServ :HELP"
    assert secrecy.loggable("PRIVMSG dave :FROB a b") == "PRIVMSG dave :FROB a b"


def test_without_secrets_everything_is_shown() -> None:
    assert Redactor([""]).loggable("PRIVMSG #c :hello\x02") == "PRIVMSG #c :hello\\x02"
