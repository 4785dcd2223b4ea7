"""Who is heard, and how much of them."""

from dataclasses import replace
from gc import collect
from pathlib import Path
from weakref import ref

import pytest

from pontoon.engine.moves import NOTHING_ASKED, Ask, Turn, Waiting
from pontoon.irc.casemapping import rfc1459
from pontoon.irc.outgoing import Say
from pontoon.irc.people import Person
from pontoon.tables.flood import Hearing
from pontoon.tables.seats import Sitters
from tests.support.offline_bot import CHANNEL, Clubhouse, Said
from tests.support.sample_events import bet_asked

LINES = 5
LIMITS = {"server": "irc.example.org", "user_lines": str(LINES), "user_lines_per_second": "0.5"}
TOO_QUICK = "You are too quick: I hear you again in 10 s."


def club(folder: Path, cards: str = "5D 9C 8H 4S", **irc: str) -> Clubhouse:
    return Clubhouse(
        folder, "dave 1000, kevin 1000, mallory 1000", cards, {"irc": {**LIMITS, **irc}}
    )


@pytest.fixture
def house(tmp_path: Path) -> Clubhouse:
    return club(tmp_path)


def lines(said: list[Said]) -> list[tuple[str, str]]:
    return [(each.target, each.line) for each in said]


class Tableau:
    """A place where a round is played, or none, as a test says; nobody sits there."""

    def __init__(self) -> None:
        self.sitters = Sitters(lambda: rfc1459)
        self.waiting = NOTHING_ASKED


class Heard:
    """People who are heard at a table; only that they say too much would keep them from it."""

    def __init__(self) -> None:
        self.table = Tableau()
        self.said: list[Say] = []
        self.hearing = Hearing(lambda: rfc1459, self.said.append, lambda: 0.0)
        self.hearing.limit(LINES, 0.5)

    def begins(self, nick: str = "mallory") -> bool:
        """Have NICK begin a round; tell whether they could."""
        self._says_what_leads_to(nick, bet_asked())
        return self.table.waiting.turn is not None

    def stops(self, nick: str = "mallory") -> bool:
        """Have NICK stop it; tell whether they could."""
        self._says_what_leads_to(nick, None)
        return self.table.waiting.turn is None

    def passes_turn(self) -> None:
        """Have mallory do something after which another is asked: they leave, say."""
        self._says_what_leads_to("mallory", replace(bet_asked(), player="dave"))

    def _says_what_leads_to(self, nick: str, ask: Ask | None) -> None:
        table = self.table

        def obey(_person: Person) -> None:
            turn = None if ask is None else Turn(ask.player, ask.step, 1)
            table.waiting = NOTHING_ASKED if ask is None else Waiting(turn, (ask,))

        person = Person(nick, f"{nick}@home")
        act = self.hearing.admit(person, ["anything"], [table], obey)
        if act is not None:
            act(person)


def silence(house: Clubhouse, nick: str) -> None:
    """Have somebody say more than they may."""
    for _ in range(LINES + 1):
        house.tells(nick, "nonsense")
    assert house.said[-1][:2] == (nick, TOO_QUICK)


# Who says too much


@pytest.mark.parametrize(
    "text", ["nonsense", "help", "stats", "bank", "hand", "\x02", "s", "accept"]
)
def test_who_asks_too_much_is_told_once_and_then_gets_no_answer(
    house: Clubhouse, text: str
) -> None:
    for _ in range(LINES):
        assert house.tells("dave", text)
    assert lines(house.tells("dave", text)) == [("dave", TOO_QUICK)]
    assert [house.tells("dave", text) for _ in range(20)] == [[]] * 20
    house.pass_seconds(10)
    assert all(house.tells("dave", text) for _ in range(LINES))


@pytest.mark.parametrize(
    "text",
    ["!bank", "!games", "!pontoon stats", "!pontoon zed", "!shoot rules", "!cancel", "!time"],
)
def test_so_it_is_with_commands_in_a_channel(house: Clubhouse, text: str) -> None:
    for _ in range(LINES):
        assert house.says("dave", text)
    assert lines(house.says("dave", text)) == [("dave", TOO_QUICK)]
    assert house.says("dave", text) == []
    assert house.tells("dave", "help") == []


def test_what_changes_something_is_not_done_either(house: Clubhouse) -> None:
    silence(house, "dave")
    house.tells("dave", "set nickname The Boss")
    house.says("dave", "!bank +100")
    assert (house.in_file("dave").nickname, house.in_file("dave").bank) == ("", 0)


@pytest.mark.parametrize("text", ["hello", "!hello dave", "!s", "!d 20", "!20", "!"])
def test_talk_in_a_channel_is_not_counted(house: Clubhouse, text: str) -> None:
    """Nor what begins with the prefix but is for another bot; a move only counts at a table."""
    for _ in range(50):
        assert house.says("dave", text) == []
    assert house.tells("dave", "help")


def test_nor_is_that_of_somebody_who_plays(house: Clubhouse) -> None:
    house.says("dave", "!pontoon dave kevin")
    for _ in range(50):
        assert house.says("dave", "!hello") == []
    assert house.says("dave", "!s") != []


def test_others_are_heard_meanwhile(house: Clubhouse) -> None:
    silence(house, "mallory")
    assert house.tells("dave", "help")


def test_another_nick_makes_nobody_another(house: Clubhouse) -> None:
    silence(house, "mallory")
    house.renames("mallory", "mal")
    assert house.tells("mal", "help") == []


def test_two_people_of_one_nick_are_two(house: Clubhouse) -> None:
    silence(house, "mallory")
    house.hear(Person("mallory", "m@elsewhere"), "help")
    assert house.said[-1].line != TOO_QUICK


def test_whose_address_is_not_known_goes_by_the_nick(house: Clubhouse) -> None:
    for nick in ("Jim[]", "jim{}", "JIM[]") * LINES:
        house.hear(Person(nick), "help")
    assert [said.line for said in house.said].count(TOO_QUICK) == 1


def test_a_server_inside_the_bot_has_no_limit(tmp_path: Path) -> None:
    house = club(tmp_path, server="local")
    assert all(house.tells("dave", "help") for _ in range(100))


def test_no_limit_is_zero_a_second(tmp_path: Path) -> None:
    house = club(tmp_path, user_lines_per_second="0")
    assert all(house.tells("dave", "help") for _ in range(100))


# What costs nothing


def test_a_move_is_heard_of_somebody_who_has_said_too_much(house: Clubhouse) -> None:
    house.says("dave", "!pontoon dave kevin")
    silence(house, "dave")
    silence(house, "kevin")
    assert house.tells("kevin", "5")[0].line == "You bet 5. dave is still to bet."
    assert house.says("dave", "!pontoon 5")[0].line.startswith("dave bets 5 | kevin bets 5 |")


@pytest.mark.parametrize("text", ["s", "1001", "bet", "p", "b 10", "5 5", "5\x1f"])
def test_a_move_that_is_refused_is_not(house: Clubhouse, text: str) -> None:
    house.says("dave", "!pontoon dave kevin")
    silence(house, "dave")
    assert house.tells("dave", text) == []


def test_nor_is_anybody_whose_turn_it_is_not(house: Clubhouse) -> None:
    house.says("dave", "!pontoon dave kevin")
    house.tells("kevin", "5")
    silence(house, "kevin")
    assert house.tells("kevin", "6") == []
    house.tells("dave", "5")
    assert house.tells("kevin", "t") == []


def test_who_plays_quickly_is_not_charged(tmp_path: Path) -> None:
    """Neither for moves, in private or not, nor for beginning a round."""
    house = club(tmp_path, "KD QC " * 3 * LINES)
    for _ in range(3 * LINES):
        assert house.says("dave", "!pontoon dave")[0].line.startswith("Shed Pontoon")
        assert house.says("dave", "!bet 5")
        assert house.tells("dave", "s")[-1].line.startswith("Chips: ")
    for _ in range(LINES):
        assert house.tells("dave", "nonsense")[0].line != TOO_QUICK


def test_whoever_stops_the_round_they_began_pays_for_both(house: Clubhouse) -> None:
    house.says("mallory", "!pontoon dave kevin")
    assert house.says("mallory", "!pontoon stop")
    for _ in range(LINES - 2):
        assert house.tells("mallory", "nonsense")[-1].line != TOO_QUICK
    assert house.tells("mallory", "nonsense")[-1].line == TOO_QUICK


def test_whoever_cannot_stop_a_round_pays_for_asking(house: Clubhouse) -> None:
    house.says("dave", "!pontoon dave kevin")
    house.says("mallory", "!pontoon stop")
    assert house.croupier().ask is not None
    for _ in range(LINES - 1):
        assert house.tells("mallory", "nonsense")[-1].line != TOO_QUICK
    assert house.tells("dave", "help")


def test_whoever_begins_and_stops_rounds_is_silenced() -> None:
    heard = Heard()
    for _ in range(LINES // 2):
        assert heard.begins()
        assert heard.stops()
    assert heard.begins()
    assert heard.stops()
    assert [say.items for say in heard.said] == [(TOO_QUICK,)]
    assert not heard.begins()


def test_whoever_stops_a_round_of_somebody_elses_pays_for_the_stopping() -> None:
    heard = Heard()
    for _ in range(LINES):
        assert heard.begins("dave")
        assert heard.stops("mallory")
    assert heard.begins("dave")
    assert not heard.stops("mallory")


def test_only_the_end_of_a_round_is_charged_to_whoever_began_it() -> None:
    heard = Heard()
    heard.begins()
    heard.passes_turn()
    for _ in range(LINES - 1):
        heard.passes_turn()
    assert heard.said == []


def test_no_place_is_remembered_that_is_no_more() -> None:
    heard = Heard()
    heard.begins()
    table = ref(heard.table)
    heard.table = Tableau()
    collect()
    assert table() is None


def test_a_move_that_cannot_be_written_down_is_charged(
    house: Clubhouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.says("dave", "!pontoon dave kevin")

    def no_room(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pontoon.storage.append_file.AppendFile.append", no_room)
    for _ in range(LINES):
        house.tells("dave", "5")
    silenced = house.tells("dave", "5")
    assert silenced[-1].line == TOO_QUICK
    assert house.croupier().ask is not None


def test_of_somebody_who_moved_in_silence_the_next_question_is_not_answered(
    house: Clubhouse,
) -> None:
    """A move gives nothing back that was not paid for it."""
    house.says("dave", "!pontoon dave kevin")
    silence(house, "dave")
    house.tells("dave", "5")
    assert house.tells("dave", "help") == []


# Who is not heard at all

IGNORED = "mal*!*@* *!*@evil"


@pytest.fixture
def deaf(tmp_path: Path) -> Clubhouse:
    return club(tmp_path, ignore=IGNORED)


def test_who_is_ignored_gets_no_answer_and_nothing_is_done(deaf: Clubhouse) -> None:
    for text in ("help", "hand", "set nickname Mal", "bank +100", "nonsense", "5"):
        assert deaf.tells("mallory", text) == []
    for text in ("!pontoon dave kevin", "!bank", "!games", "!pontoon stats"):
        assert deaf.says("mallory", text) == []
    assert deaf.croupier().ask is None
    assert deaf.in_file("mallory").nickname == ""
    assert deaf.tables_log == []


def test_it_is_the_mask_that_counts(deaf: Clubhouse) -> None:
    deaf.comes("dave", "d@evil")
    assert deaf.tells("dave", "help") == []
    deaf.comes("dave", "d@home")
    assert deaf.tells("dave", "help")


def test_nobody_is_ignored_for_a_nick_that_another_server_would_take_for_theirs(
    tmp_path: Path,
) -> None:
    house = club(tmp_path, ignore="[x]!*@*")
    assert house.tells("{X}", "help") == []
    assert house.tells("(x)", "help")


def test_who_is_ignored_cannot_be_seated(deaf: Clubhouse) -> None:
    refused = deaf.says("dave", "!pontoon dave mallory")
    assert lines(refused) == [(CHANNEL, "No round | mallory is somebody I do not hear")]
    deaf.comes("kevin", "k@evil")
    refused = deaf.says("dave", "!pontoon kevin dave mallory zed")
    assert [said.line for said in refused] == [
        "No round | kevin, mallory are people I do not hear | zed is not in players.xml"
    ]


def test_who_is_ignored_meanwhile_loses_the_turn_like_anybody_silent(tmp_path: Path) -> None:
    house = club(tmp_path, ignore="kevin!*@evil")
    house.says("dave", "!pontoon dave kevin")
    house.tells("dave", "5")
    house.comes("kevin", "k@evil")
    assert house.tells("kevin", "5") == []
    house.pass_seconds(121)
    ask = house.croupier().ask
    assert ask is not None
    assert ask.player == "dave"
