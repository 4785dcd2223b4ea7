"""What a server's 005 lines mean, the odd ones too."""

from pontoon.irc.casemapping import FOLDS
from pontoon.irc.isupport import ISupport, ModeChange


def told(tokens: str) -> ISupport:
    return ISupport().told(tokens.split())


def test_rfc1459_holds_until_a_server_says_otherwise() -> None:
    nothing = ISupport()
    assert nothing.fold("[A]^") == "{a}~"
    assert nothing.prefixes == {"@": "o", "+": "v"}
    assert nothing.is_channel("#a")
    assert nothing.is_channel("&a")
    assert nothing.linelen == 512


def test_casemapping_is_taken_in_any_case() -> None:
    for name in sorted(FOLDS):
        assert told(f"CASEMAPPING={name.upper()}").fold is FOLDS[name]


def test_prefix_tells_ranks_highest_first() -> None:
    supported = told("PREFIX=(qov)~@+")
    assert list(supported.prefixes.items()) == [("~", "q"), ("@", "o"), ("+", "v")]


def test_an_empty_prefix_means_no_ranks() -> None:
    """MODE +o then has no parameter to take, and nothing breaks."""
    supported = told("PREFIX=")
    assert supported.prefixes == {}
    assert supported.split_rank("@dave") == ("", "@dave")
    assert list(supported.mode_changes("+o", ["dave"])) == [ModeChange(True, "o", None)]


MANY_RANKS = f"PREFIX=({'o' * 300}){'@' * 300}"


def test_a_senseless_prefix_changes_nothing() -> None:
    for token in ["PREFIX=(ov)@", "PREFIX=ov@+", "PREFIX=(", "PREFIX=)(", MANY_RANKS]:
        assert told(token) == ISupport()


def test_linelen_counts_only_where_it_is_sane_and_smaller() -> None:
    for token, linelen in [
        ("LINELEN=400", 400),
        ("LINELEN=2048", 512),
        ("LINELEN=5", 512),
        ("LINELEN=0", 512),
        ("LINELEN=00000000000000000400", 512),
        ("LINELEN", 512),
        ("LINELEN=", 512),
        ("LINELEN=-3", 512),
        ("LINELEN=٤٠٠", 512),
        ("LINELEN=99999999999999999999", 512),
    ]:
        assert told(token).linelen == linelen


def test_the_length_of_nicks_is_known_where_it_is_sane() -> None:
    for value, length in [
        ("9", 9),
        ("30", 30),
        ("", None),
        ("0", None),
        ("x", None),
        ("-1", None),
        ("9" * 50, None),
    ]:
        assert told(f"NICKLEN={value}").nicklen == length


def test_whox_is_a_word_with_or_without_a_value() -> None:
    for token in ["WHOX", "WHOX=", "WHOX=1"]:
        assert told(token).has_whox
        assert not told("WHO").has_whox


def test_monitor_needs_no_number() -> None:
    for token in ["MONITOR", "MONITOR=100", "MONITOR=0"]:
        assert told(token).has_monitor


def test_the_mode_of_bots_is_one_letter() -> None:
    for token, mode in [("BOT=B", "B"), ("BOT=b", "b"), ("BOT=BB", ""), ("BOT=+", ""), ("BOT", "")]:
        assert told(token).bot_mode == mode


def test_targmax_tells_how_many_channels_a_join_names() -> None:
    for value, most in [
        ("NAMES:1,JOIN:4,KICK:", 4),
        ("JOIN:", None),
        ("JOIN", None),
        ("JOIN:x", None),
        ("JOIN:0", None),
        ("PRIVMSG:4", None),
    ]:
        assert told(f"TARGMAX={value}").most_joins == most


def test_chantypes_tell_channels_from_nicks() -> None:
    supported = told("CHANTYPES=+")
    assert supported.is_channel("+a")
    assert not supported.is_channel("#a")
    assert not supported.is_channel("")
    assert told("CHANTYPES=").is_channel("#a")


def test_a_minus_takes_back_what_was_told() -> None:
    for name in [
        *("CASEMAPPING=ascii", "PREFIX=(o)@", "CHANTYPES=+", "CHANMODES=,,,", "LINELEN=300"),
        *("NICKLEN=9", "WHOX", "MONITOR=100", "BOT=B", "TARGMAX=JOIN:4"),
    ]:
        assert told(name) != ISupport()
        assert told(f"{name} -{name.partition('=')[0]}") == ISupport()


def test_an_unknown_token_changes_nothing() -> None:
    for token in [
        "",
        "-",
        "=",
        "-NICKLEN",
        "NICKLEN=",
        "BOT=",
        "TARGMAX=",
        "are",
        "X=\\x20",
        "-=x",
    ]:
        assert ISupport().told([token]) == ISupport()


def test_thousands_of_tokens_leave_what_matters() -> None:
    tokens = [f"T{number}={'x' * 50}" for number in range(5000)]
    assert ISupport().told([*tokens, "LINELEN=400", *tokens]).linelen == 400
    assert ISupport().told(tokens) == ISupport()


def test_under_an_unknown_casemapping_only_letters_are_folded() -> None:
    for name in ["nonsense", "rfc7613", "٣", "x" * 400]:
        assert told(f"CASEMAPPING=rfc1459 CASEMAPPING={name}").fold is FOLDS["ascii"]


def test_a_casemapping_without_name_is_rfc1459() -> None:
    assert told("CASEMAPPING=ascii CASEMAPPING=").fold is FOLDS["rfc1459"]


def test_modes_take_parameters_by_their_kind() -> None:
    """Lists and keys always, a limit only when set, flags never; the letters are the server's."""
    supported = told("PREFIX=(ov)@+ CHANMODES=q,f,j,b")
    assert list(supported.mode_changes("+qjo-jfv+b", ["*!*@*", "9", "dave", "key", "kevin"])) == [
        ModeChange(True, "q", "*!*@*"),
        ModeChange(True, "j", "9"),
        ModeChange(True, "o", "dave"),
        ModeChange(False, "j", None),
        ModeChange(False, "f", "key"),
        ModeChange(False, "v", "kevin"),
        ModeChange(True, "b", None),
    ]


def test_missing_parameters_of_modes_are_none() -> None:
    assert list(ISupport().mode_changes("o+o", [])) == [
        ModeChange(True, "o", None),
        ModeChange(True, "o", None),
    ]


def test_chanmodes_of_any_number_of_kinds_are_read() -> None:
    for token in ["CHANMODES=", "CHANMODES=b", "CHANMODES=b,k,l,m,x,y"]:
        changes = list(told(token).mode_changes("+o-o", ["dave", "kevin"]))
        assert [change.parameter for change in changes] == ["dave", "kevin"]


def test_ranks_hide_those_below() -> None:
    supported = told("PREFIX=(qov)~@+")
    assert supported.split_rank("~@dave!d@h") == ("~@", "dave!d@h")
    assert supported.modes_shown("H*~@") == {"q", "o"}
    assert supported.modes_below(frozenset("q")) == {"o", "v"}
    assert supported.modes_below(frozenset("ov")) == {"v"}
    assert supported.modes_below(frozenset()) == set()
    assert supported.modes_below(frozenset("x")) == set()
