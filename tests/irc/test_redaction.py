"""What no log ever says."""

import pytest

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


# Commands of the admin's, which a server may repeat

OPER, IDENTIFY = "OPER Dealer hunter2", "PRIVMSG NickServ :IDENTIFY hunter2 Dealer"


@pytest.mark.parametrize(
    ("command", "line", "logged"),
    [
        # In whatever place
        (OPER, "421 hunter2 :Unknown", "421 *** :Unknown"),
        (IDENTIFY, "no hunter2 of Dealer", "no *** of Dealer"),
        ("PRIVMSG Q :AUTH clerk hunter2 now", "AUTH clerk hunter2?", "AUTH *** ***?"),
        ("NS :IDENTIFY hunter2 Dealer", "ERROR :hunter2", "ERROR :***"),
        ("NickServ SET EMAIL d@x.example hunter2", "d@x.example hunter2", "*** ***"),
        ("PASS :hunter2", "not hunter2", "not ***"),
        ("NS AUTH s3", "(s3)", "(***)"),
        ("JOIN #den,#friends sesame,plum", "sesame plum", "*** ***"),
        ("MODE #den +k sesame", "467 #den sesame", "467 #den ***"),
        ("OPER open open-sesame", "open-sesame open", "*** ***"),
        # In capitals
        (OPER, "x HUNTER2 x", "x *** x"),
        (IDENTIFY.lower(), "x Hunter2 x", "x *** x"),
        ("oper Dealer HUNTER2", "hunter2", "***"),
        (OPER, "oper dealer", "oper ***"),
        # Cut
        (OPER, "bad: hunte", "bad: ***"),
        (OPER, "bad: HUNT...", "bad: ***..."),
        (OPER, "bad: hunt (cut)", "bad: *** (cut)"),
        ("OPER Dealer (hunter)2", "(hunter", "***"),
        (f"OPER Dealer {'x' * 400}", f"{'x' * 390} y", "*** y"),
        # What is no secret
        (OPER, "a hunter hunts, xhunter2, hunter23", "a *** hunts, xhunter2, hunter23"),
        (OPER, "hun hu Dealer dealer", "hun hu Dealer dealer"),
        (IDENTIFY, "NickServ wants you to identify", "NickServ wants you to identify"),
        ("PRIVMSG Q :AUTH me s3", "let me see", "let me see"),
        ("HS ON", "kicked on sight", "kicked on sight"),
        ("PRIVMSG HostServ :ACTIVATE", "activate it", "activate it"),
        ("NS SET ENFORCE ON", "kicked on sight", "kicked on sight"),
        ("CS INVITE #den", "INVITE Bot #den", "INVITE Bot #den"),
        ("NS SET PASSWORD hunter2", "set a password", "set a password"),
        ("MODE Dealer +B", "MODE Dealer :+B", "MODE Dealer :+B"),
        ("MODE Clerk +B", "Clerk", "Clerk"),
        ("JOIN #den,#friends", "of #den,#friends", "of #den,#friends"),
        ("JOIN friends", "friends", "friends"),
        ("AWAY :ask the people here", "the people are here", "the people are here"),
        ("LUSERS", "LUSERS", "LUSERS"),
    ],
)
def test_a_secret_of_a_command_is_hidden_and_nothing_else(
    command: str, line: str, logged: str
) -> None:
    secrecy = Redactor([])
    secrecy.hide_command(command, "Dealer")
    assert secrecy.loggable(line) == logged
