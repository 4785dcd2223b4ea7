"""Who is heard, and how much of them."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from pontoon.engine.moves import NOTHING_ASKED, Ask, Turn, Waiting
from pontoon.irc.casemapping import rfc1459
from pontoon.irc.outgoing import Message
from pontoon.irc.people import Person
from pontoon.tables.flood import FloodGuard
from pontoon.tables.seats import SeatMap
from tests.support.no_accounts import NoAccounts
from tests.support.offline_bot import CHANNEL, OfflineBot, Said
from tests.support.play_rounds import full_disk
from tests.support.sample_events import bet_asked
from tests.support.short_timeouts import in_channel

pytestmark = pytest.mark.slow

LINES = 5
LIMITS = {"server": "irc.example.org", "user_lines": str(LINES), "user_lines_per_second": "0.5"}
TOO_QUICK = "You are sending too fast; I will listen again in 10 s."


def new_bot(folder: Path, cards: str = "5D 9C 8H 4S", **irc: str) -> OfflineBot:
    return OfflineBot(
        folder, "dave 1000, kevin 1000, mallory 1000", cards, {"irc": {**LIMITS, **irc}}
    )


@pytest.fixture
def bot(tmp_path: Path) -> OfflineBot:
    return new_bot(tmp_path)


def lines(said: list[Said]) -> list[tuple[str, str]]:
    return [(each.target, each.line) for each in said]


class Tableau:
    """A place where a round is played, or none, as a test says; nobody sits there."""

    def __init__(self) -> None:
        self.seat_map = SeatMap(lambda: rfc1459, NoAccounts)
        self.waiting = NOTHING_ASKED


class Heard:
    """People who are heard at a table; only that they say too much would keep them from it."""

    def __init__(self) -> None:
        self.table = Tableau()
        self.said: list[Message] = []
        self.flood_guard = FloodGuard(lambda: rfc1459, self.said.append, lambda: 0.0)
        self.flood_guard.limit(LINES, 0.5)

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

        charge = self.flood_guard.admit(Person(nick, f"{nick}@{nick}.home"), ["anything"], [table])
        if charge is not None:
            charge.before([table])
            turn = None if ask is None else Turn(ask.player, ask.phase, 1)
            table.waiting = NOTHING_ASKED if ask is None else Waiting(turn, (ask,))
            charge.after()


def silence(bot: OfflineBot, nick: str) -> None:
    """Have somebody say more than they may."""
    for _ in range(LINES + 1):
        bot.tells(nick, "nonsense")
    assert bot.said[-1][:2] == (nick, TOO_QUICK)


# Who says too much


@pytest.mark.parametrize(
    "text", ["nonsense", "help", "stats", "bank", "hand", "\x02", "s", "accept"]
)
def test_who_asks_too_much_is_told_once_and_then_gets_no_answer(bot: OfflineBot, text: str) -> None:
    for _ in range(LINES):
        assert bot.tells("dave", text)
    assert lines(bot.tells("dave", text)) == [("dave", TOO_QUICK)]
    assert [bot.tells("dave", text) for _ in range(20)] == [[]] * 20
    bot.pass_seconds(10)
    assert all(bot.tells("dave", text) for _ in range(LINES))


@pytest.mark.parametrize(
    "text",
    ["!bank", "!games", "!pontoon stats", "!pontoon zed", "!shoot rules", "!cancel", "!time"],
)
def test_so_it_is_with_commands_in_a_channel(bot: OfflineBot, text: str) -> None:
    for _ in range(LINES):
        assert bot.says("dave", text)
    assert lines(bot.says("dave", text)) == [("dave", TOO_QUICK)]
    assert bot.says("dave", text) == []
    assert bot.tells("dave", "help") == []


def test_what_changes_something_is_not_done_either(bot: OfflineBot) -> None:
    silence(bot, "dave")
    bot.tells("dave", "set nickname The Boss")
    bot.says("dave", "!bank +100")
    assert (bot.in_file("dave").nickname, bot.in_file("dave").bank) == ("", 0)


@pytest.mark.parametrize("text", ["hello", "!hello dave", "!s", "!d 20", "!20", "!"])
def test_talk_in_a_channel_is_not_counted(bot: OfflineBot, text: str) -> None:
    """Nor what begins with the prefix but is for another bot; a move only counts at a table."""
    for _ in range(50):
        assert bot.says("dave", text) == []
    assert bot.tells("dave", "help")


def test_nor_is_that_of_somebody_who_plays(bot: OfflineBot) -> None:
    bot.says("dave", "!pontoon dave kevin")
    for _ in range(50):
        assert bot.says("dave", "!hello") == []
    assert bot.says("dave", "!s") != []


def test_others_are_heard_meanwhile(bot: OfflineBot) -> None:
    silence(bot, "mallory")
    assert bot.tells("dave", "help")


def test_another_nick_makes_nobody_another(bot: OfflineBot) -> None:
    silence(bot, "mallory")
    bot.renames("mallory", "mal")
    assert bot.tells("mal", "help") == []


def test_two_people_of_one_nick_are_two(bot: OfflineBot) -> None:
    silence(bot, "mallory")
    bot.hear(Person("mallory", "m@elsewhere"), "help")
    assert bot.said[-1].line != TOO_QUICK


def test_whose_address_is_not_known_goes_by_the_nick(bot: OfflineBot) -> None:
    for nick in ("Jim[]", "jim{}", "JIM[]") * LINES:
        bot.hear(Person(nick), "help")
    assert [said.line for said in bot.said].count(TOO_QUICK) == 1


def test_a_server_inside_the_bot_has_no_limit(tmp_path: Path) -> None:
    bot = new_bot(tmp_path, server="local")
    assert all(bot.tells("dave", "help") for _ in range(100))


def test_no_limit_is_zero_a_second(tmp_path: Path) -> None:
    bot = new_bot(tmp_path, user_lines_per_second="0")
    assert all(bot.tells("dave", "help") for _ in range(100))


# What costs nothing


def test_a_move_is_heard_of_somebody_who_has_said_too_much(bot: OfflineBot) -> None:
    bot.says("dave", "!pontoon dave kevin")
    silence(bot, "dave")
    silence(bot, "kevin")
    assert bot.tells("kevin", "5")[0].line == "You bet 5. dave is still to bet."
    assert bot.says("dave", "!pontoon 5")[0].line.startswith("dave bets 5 | kevin bets 5 |")


@pytest.mark.parametrize("text", ["s", "1001", "bet", "p", "b 10", "5 5", "+5"])
def test_a_move_that_is_refused_is_not(bot: OfflineBot, text: str) -> None:
    bot.says("dave", "!pontoon dave kevin")
    silence(bot, "dave")
    assert bot.tells("dave", text) == []


def test_nor_is_anybody_whose_turn_it_is_not(bot: OfflineBot) -> None:
    bot.says("dave", "!pontoon dave kevin")
    bot.tells("kevin", "5")
    silence(bot, "kevin")
    assert bot.tells("kevin", "6") == []
    bot.tells("dave", "5")
    assert bot.tells("kevin", "t") == []


def test_who_plays_quickly_is_not_charged(tmp_path: Path) -> None:
    """Neither for moves, in private or not, nor for beginning a round."""
    bot = new_bot(tmp_path, "KD QC " * 3 * LINES)
    bot.croupier().decks.want("pontoon")
    bot.time.advance(0)  # its seal is said
    for _ in range(3 * LINES):
        assert bot.says("dave", "!pontoon dave")[0].line.startswith("Shed Pontoon")
        assert bot.says("dave", "!bet 5")
        assert in_channel(bot.tells("dave", "s"))[-1].startswith("Chips: ")
    for _ in range(LINES):
        assert bot.tells("dave", "nonsense")[0].line != TOO_QUICK


def test_whoever_stops_the_round_they_began_pays_for_both(bot: OfflineBot) -> None:
    bot.says("dave", "!pontoon dave")
    assert bot.says("dave", "!pontoon stop")
    for _ in range(LINES - 2):
        assert bot.tells("dave", "nonsense")[-1].line != TOO_QUICK
    assert bot.tells("dave", "nonsense")[-1].line == TOO_QUICK


def test_whoever_cannot_stop_a_round_pays_for_asking(bot: OfflineBot) -> None:
    bot.says("dave", "!pontoon dave kevin")
    bot.says("mallory", "!pontoon stop")
    assert bot.croupier().ask is not None
    for _ in range(LINES - 1):
        assert bot.tells("mallory", "nonsense")[-1].line != TOO_QUICK
    assert bot.tells("dave", "help")


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


def test_a_move_that_cannot_be_written_down_is_charged(bot: OfflineBot) -> None:
    bot.says("dave", "!pontoon dave kevin")
    with full_disk():
        for _ in range(LINES):
            bot.tells("dave", "5")
        silenced = bot.tells("dave", "5")
    assert silenced[-1].line == TOO_QUICK
    assert bot.croupier().ask is not None


def test_of_somebody_who_moved_in_silence_the_next_question_is_not_answered(
    bot: OfflineBot,
) -> None:
    """A move gives nothing back that was not paid for it."""
    bot.says("dave", "!pontoon dave kevin")
    silence(bot, "dave")
    bot.tells("dave", "5")
    assert bot.tells("dave", "help") == []


# Who is not heard at all

IGNORED = "mal*!*@* *!*@evil"


@pytest.fixture
def deaf(tmp_path: Path) -> OfflineBot:
    return new_bot(tmp_path, ignore=IGNORED)


def test_who_is_ignored_gets_no_answer_and_nothing_is_done(deaf: OfflineBot) -> None:
    for text in ("help", "hand", "set nickname Mal", "bank +100", "nonsense", "5"):
        assert deaf.tells("mallory", text) == []
    for text in ("!pontoon dave kevin", "!bank", "!games", "!pontoon stats"):
        assert deaf.says("mallory", text) == []
    assert deaf.croupier().ask is None
    assert deaf.in_file("mallory").nickname == ""
    assert deaf.tables_log == []


def test_it_is_the_mask_that_counts(deaf: OfflineBot) -> None:
    deaf.comes("dave", "d@evil")
    assert deaf.tells("dave", "help") == []
    deaf.comes("dave", "d@d.home")
    assert deaf.tells("dave", "help")


def test_nobody_is_ignored_for_a_nick_that_another_server_would_take_for_theirs(
    tmp_path: Path,
) -> None:
    bot = new_bot(tmp_path, ignore="[x]!*@*")
    assert bot.tells("{X}", "help") == []
    assert bot.tells("(x)", "help")


def test_who_is_ignored_cannot_be_seated(deaf: OfflineBot) -> None:
    refused = deaf.says("dave", "!pontoon dave mallory")
    assert lines(refused) == [(CHANNEL, "No round: mallory is on my ignore list")]
    deaf.comes("kevin", "k@evil")
    refused = deaf.says("dave", "!pontoon kevin dave mallory zed")
    assert [said.line for said in refused] == [
        "No round: kevin, mallory are on my ignore list"
        " | zed is not a player yet; ask an admin of this bot"
    ]


def test_who_is_ignored_meanwhile_loses_the_turn_like_anybody_silent(tmp_path: Path) -> None:
    bot = new_bot(tmp_path, ignore="kevin!*@evil")
    bot.says("dave", "!pontoon dave kevin")
    bot.tells("dave", "5")
    bot.comes("kevin", "k@evil")
    assert bot.tells("kevin", "5") == []
    bot.pass_seconds(121)
    ask = bot.croupier().ask
    assert ask is not None
    assert ask.player == "dave"
