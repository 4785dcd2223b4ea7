"""Lists of channels that continue on indented lines, and the comments between these."""

from pathlib import Path

import pytest

from tests.support.config_ini import faults_of, read_text

ELSEWHERE = "server = irc.example.org\n"


@pytest.mark.parametrize("section", ["irc", "irc:friends"])
@pytest.mark.parametrize(
    "text",
    [
        "channels = #pontoon,\n  #den\n",
        "channels = #pontoon\n\t#den\n",
        "channels = #pontoon\n  , #den\n",
        "channels =\n  #pontoon, #den\n",
        "channels =\n\n  # The first\n  #pontoon\n; The second\n\n  #den\n",
        "channels = #pontoon,\n  # words\n  #\n  ## words\n  #\twords\n  ; #words\n  #den\n",
    ],
)
def test_an_indented_line_continues_the_list(tmp_path: Path, section: str, text: str) -> None:
    config = read_text(tmp_path, f"[{section}]\n{ELSEWHERE}{text}prefix = ?\n")
    assert (config.irc.channels, config.irc.prefix) == (("#pontoon", "#den"), "?")


@pytest.mark.parametrize(
    ("line", "channels"),
    [
        ("##den", ("##den",)),
        ("&den", ("&den",)),
        ("+den", ("+den",)),
        ("!den", ("!den",)),
        ("#den, ##pit &loft", ("#den", "##pit", "&loft")),
        ("#den\r", ("#den",)),
        ("#a=b", ("#a=b",)),
    ],
)
def test_it_may_hold_any_channels(tmp_path: Path, line: str, channels: tuple[str, ...]) -> None:
    config = read_text(tmp_path, f"[irc]\n{ELSEWHERE}channels = #pontoon\n  {line}\n")
    assert config.irc.channels == ("#pontoon", *channels)


@pytest.mark.parametrize(
    "text",
    [
        "channel_keys = #pontoon sesame,\n  #den hunter2\n",
        "channel_keys = #pontoon sesame\n  #den hunter2\n",
        "channel_keys = #pontoon sesame\n  , #den hunter2\n",
        "channel_keys =\n  # The keys\n  #pontoon sesame, #den hunter2\n",
    ],
)
def test_keys_of_channels_may_stand_on_indented_lines_too(tmp_path: Path, text: str) -> None:
    config = read_text(tmp_path, f"[irc]\nchannels = #pontoon #den\n{text}")
    assert config.irc.channel_keys == {"#pontoon": "sesame", "#den": "hunter2"}


def test_an_indented_key_or_section_ends_the_list(tmp_path: Path) -> None:
    text = " [irc]\n channels = #pontoon\n prefix = ?\n channel_keys = #pontoon x\n [irc:a]\n"
    config = read_text(tmp_path, f"{text} {ELSEWHERE} channels =\n  #den\n  port=7\n")
    first, other = config.networks
    assert (first.channels, first.prefix, first.channel_keys) == (
        *(("#pontoon",), "?"),
        {"#pontoon": "x"},
    )
    assert (other.channels, other.port) == (("#den",), 7)


@pytest.mark.parametrize("line", ["#port = 6667", "#password=x", "#tls =", "#tls: no"])
def test_an_indented_key_that_is_commented_out_is_a_comment(tmp_path: Path, line: str) -> None:
    config = read_text(tmp_path, f"[irc]\n  channels = #pontoon\n  {line}\n  #den\n")
    assert config.irc.channels == ("#pontoon", "#den")


def test_only_an_indented_line_continues_the_list(tmp_path: Path) -> None:
    assert read_text(tmp_path, "[irc]\nchannels = #pontoon\n#den\n").irc.channels == ("#pontoon",)
    assert read_text(tmp_path, "[irc]\nprefix = ?\n  #den\n").irc.channels == ("#pontoon",)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("channels =\n", "channels: has no value"),
        ("channels =\n  # #den\n#den\n", "channels: has no value"),
        (
            "channels = #a\n  #b is closed\n",
            "channels: channel 3 does not begin with one of # & + !; a comment on an indented line"
            " has a blank after its #",
        ),
        ("channels = #a\n  #A\n", "channels: '#A' appears twice"),
        (
            "channels = #a,\n  #b,\n",
            "channels: ends in a comma: remove the comma, or write another item after it or on an"
            " indented line below",
        ),
        (
            "channels = #a,\n  , #b\n",
            "channels: has nothing between two commas: remove one of them, or write another item"
            " there",
        ),
        (
            "channel_keys = #pontoon x,\n , #b hunter2\n",
            "channel_keys: has nothing between two commas: remove one of them, or write another"
            " item there",
        ),
        (
            "channel_keys =\n  #pontoon hunter2\n  #den\n",
            "channel_keys: is not a list of channels with their keys, such as #one key, #two key",
        ),
    ],
)
def test_a_fault_has_the_line_of_the_key(tmp_path: Path, text: str, fault: str) -> None:
    assert faults_of(tmp_path, f"[irc]\n\n{text}") == [f"config.ini, line 3, [irc] {fault}"]


@pytest.mark.parametrize(
    "line", ["password:hunter2", "password hunter2", "#pasword hunter2", "#password=hunter2 x"]
)
def test_no_fault_quotes_a_line_that_may_hold_a_password(tmp_path: Path, line: str) -> None:
    text = f"[irc]\nchannels = #pontoon\n  {line}\nrubbish\n"
    assert "hunter2" not in "".join(faults_of(tmp_path, text))


def test_a_list_in_an_unknown_section_is_no_fault_besides(tmp_path: Path) -> None:
    [fault] = faults_of(tmp_path, "[irk]\nchannels = #a,\n  #b,\n  &c\n")
    assert fault == "config.ini, line 1, [irk]: unknown section; did you mean [irc]?"
