"""The channel is told the results of a round whenever the program ends, and once."""

from itertools import product
from pathlib import Path

import pytest

from pontoon.storage.place import connected
from tests.support.faulty_disk import CUTS, FaultyDisk, Trouble
from tests.support.ledger_checks import check_books
from tests.support.offline_bot import BOT, CHANNEL, OfflineBot
from tests.support.play_rounds import FOR_EVER, GAMES, answers, killed_at, play_out, rounds_written
from tests.support.short_timeouts import in_channel, new_bot

pytestmark = pytest.mark.slow

HOW_IT_ENDED = "I am back. This is how the last round of "

each_game = pytest.mark.parametrize("game", GAMES)


def before_the_last_move(folder: Path, game: str, moves: int) -> OfflineBot:
    """Return a bot where so many MOVES were made, and the next is the last."""
    folder.mkdir()
    bot = new_bot(folder)
    bot.says("dave", f"!{game} dave kevin bob")
    for _ in range(moves):
        answers(bot, 1)
    return bot


class Played:
    """A round of GAME in FOLDER: how many moves it has, and what the channel hears at its end."""

    def __init__(self, folder: Path, game: str) -> None:
        self._folder = folder
        self._game = game
        bot = before_the_last_move(folder / "plain", game, 0)
        self._moves = sum(1 for _ in play_out(bot, 1)) - 1
        bot = before_the_last_move(folder / "last", game, self._moves)
        watching = FaultyDisk(Trouble.POWER_CUT, FOR_EVER)
        with watching.at_work():
            said = answers(bot, 1)
        self.calls = len(watching.calls)
        self.ending = [line for line in in_channel(said) if is_of_ending(line)]
        assert ": " in self.ending[0]
        assert self.ending[-1].startswith(("Chips: ", "Drinks: ", "Minutes: "))

    def anew(self, name: str) -> OfflineBot:
        """Return a bot before the last move, of which nothing that is said leaves yet."""
        bot = before_the_last_move(self._folder / name, self._game, self._moves)
        bot.waiting = []
        return bot


def is_of_ending(line: str) -> bool:
    """Tell whether LINE is a result or what follows from it, and not what was done before."""
    return ": " in line and line[-1].isdigit() and " | " not in line


def ending(bot: OfflineBot) -> list[str]:
    """Return the results and balances that the channel has heard, with repetitions."""
    return [line for line in bot.heard_in(CHANNEL) if is_of_ending(line)]


def is_played(bot: OfflineBot) -> bool:
    return bot.croupier().ask is None


@each_game
def test_killed_at_any_moment_of_the_last_move(tmp_path: Path, game: str) -> None:
    """Nothing has left by then: it is told once, by whichever bot comes to it."""
    played = Played(tmp_path, game)
    every, cuts = (1, CUTS) if game == "shoot" else (2, CUTS[:1])  # the calls are much alike
    for number, cut in product(range(1, played.calls + 1, every), cuts):
        bot = played.anew(f"{number}{cut.name}")
        with FaultyDisk(cut, number).at_work():
            answers(bot, 1)
        bot.dies()
        bot.starts()
        if not is_played(bot):  # the last move was not written yet
            answers(bot, 1)
        assert ending(bot) == played.ending
        assert len(rounds_written(bot)) == 1
        check_books(bot.players_xml)
        assert bot.starts_anew() == []


@each_game
def test_killed_while_the_lines_leave(tmp_path: Path, game: str) -> None:
    """All of it is told again if any of it may not have been heard, and else nothing."""
    played = Played(tmp_path, game)
    bot = played.anew("counted")
    answers(bot, 1)
    assert bot.waiting is not None
    for number in range(len(bot.waiting) + 1):
        bot = played.anew(str(number))
        answers(bot, 1)
        assert bot.waiting is not None
        is_all = number == len(bot.waiting)
        left = [line for line in in_channel(bot.lets_leave(number)) if is_of_ending(line)]
        assert left == played.ending[: len(left)]
        bot.dies()
        said = in_channel(bot.starts())
        if is_all or len(left) == len(played.ending):
            assert said == []
        else:
            assert said[0].startswith(HOW_IT_ENDED)
            assert [line for line in said if is_of_ending(line)] == played.ending
        assert len(rounds_written(bot)) == 1
        assert bot.starts_anew() == []


def after_the_last_move(folder: Path) -> OfflineBot:
    """Return a bot whose round of Shed Pontoon is over, but nothing of that has left yet."""
    bot = Played(folder, "pontoon").anew("over")
    answers(bot, 1)
    return bot


def test_a_connection_that_is_lost_with_the_results_costs_nobody_their_hearing(
    tmp_path: Path,
) -> None:
    bot = after_the_last_move(tmp_path)
    bot.is_cut_off()
    bot.waiting = None
    said = in_channel(bot.is_back(["dave", "kevin", "bob"]))
    assert said[0].startswith(HOW_IT_ENDED)
    assert said[-1].startswith("Chips: ")
    bot.is_cut_off()
    assert bot.is_back(["dave", "kevin", "bob"]) == []
    assert bot.starts_anew() == []


def test_it_is_told_when_the_bot_is_let_into_the_channel_and_before_the_next_round(
    tmp_path: Path,
) -> None:
    """However often it is started before that."""
    bot = after_the_last_move(tmp_path)
    bot.dies()
    roster = bot.network.rosters.pop(CHANNEL)
    for _ in range(3):
        assert bot.starts_anew() == []
    bot.network.rosters[CHANNEL] = roster
    bot.croupier().entered()
    said = in_channel(bot.says("dave", "!pontoon"))
    assert said[0].startswith(HOW_IT_ENDED)
    assert said[-2].startswith("Chips: ")
    assert said[-1].startswith("Shed Pontoon: ")
    bot.croupier().absence.described()
    assert in_channel(bot.said)[-1] == said[-1]


def test_what_is_on_its_way_is_not_told_again(tmp_path: Path) -> None:
    """Somebody may have heard it, and ask for another round, before the bot knows that it left."""
    bot = after_the_last_move(tmp_path)
    bot.comes("anna")
    bot.says("dave", "!pontoon dave")
    bot.croupier().absence.described()
    heard = in_channel(bot.lets_leave())
    assert len([line for line in heard if line.startswith("Chips: ")]) == 1
    assert not any(line.startswith(HOW_IT_ENDED) for line in heard)


def test_it_is_told_when_there_is_somebody_to_hear_it(tmp_path: Path) -> None:
    """With the server inside the bot everybody is put out when the bot is killed."""
    bot = after_the_last_move(tmp_path)
    bot.dies()
    bot.is_put_in([BOT])
    assert bot.starts() == []
    said = in_channel(bot.comes("kevin"))
    assert said[0].startswith(HOW_IT_ENDED)
    assert said[-1].startswith("Chips: ")
    assert bot.comes("dave") == []
    assert bot.starts_anew() == []


def test_results_of_two_rounds_that_wait_are_told_in_their_order(tmp_path: Path) -> None:
    bot = after_the_last_move(tmp_path)
    bot.says("dave", "!pontoon dave")
    bot.lets_questions_leave()
    bot.tells("dave", "10")
    bot.tells("dave", "resign")
    assert is_played(bot)
    bot.dies()
    said = in_channel(bot.starts())
    heard = [line.partition(" ")[0] for line in said if line.startswith((HOW_IT_ENDED, "Chips: "))]
    assert heard == ["I", "Chips:"] * 2
    assert said[-2].endswith("stake 10: loses 10")
    assert said[-3].startswith(HOW_IT_ENDED)
    assert bot.starts_anew() == []


def test_stopping_the_next_round_takes_no_result_that_waits_with_it(tmp_path: Path) -> None:
    """What is told again, while that round is being played, is of the round before it."""
    bot = after_the_last_move(tmp_path)
    bot.says("dave", "!pontoon dave kevin")
    assert bot.waiting is not None
    balances = [say.heading + ", ".join(say.items) for say in bot.waiting if say.heading]
    bot.dies()
    bot.waiting = []
    bot.starts()
    bot.stops_round()
    said = in_channel(bot.lets_leave())
    assert said[0].startswith(HOW_IT_ENDED)
    assert [line for line in said if line.startswith("Chips: ")] == balances
    assert said[-1] == "no round: it is stopped, and all stakes are returned"
    assert bot.starts_anew() == []


def test_that_it_is_told_is_on_the_disk_when_the_turn_ends(tmp_path: Path) -> None:
    """A kill right behind it has nothing told twice; the mark of its change goes with it."""
    bot = after_the_last_move(tmp_path)
    watching = FaultyDisk(Trouble.POWER_CUT, FOR_EVER)
    with watching.at_work():
        bot.lets_leave()
    assert watching.calls == ["commit"]


def test_players_that_are_all_gone_leave_nothing_to_tell(tmp_path: Path) -> None:
    bot = after_the_last_move(tmp_path)
    bot.dies()
    bot.write_players([])
    assert in_channel(bot.starts())[0].startswith(HOW_IT_ENDED)
    assert bot.starts_anew() == []


def test_the_result_is_written_before_anybody_is_paid(tmp_path: Path) -> None:
    bot = Played(tmp_path, "pontoon").anew("over")
    with killed_at("commit", Trouble.POWER_CUT_AFTER):
        answers(bot, 1)
    with connected(bot.players_xml) as database:
        assert [*database.execute("SELECT count(*) FROM due")] == [(1,)]
    assert all(player.chips == 1000 for player in bot.all_in_file())


# The channel is taken out of config.ini, and put back

ELSEWHERE = {"irc": {"channels": "#other"}}
HERE = {"irc": {"channels": CHANNEL}}


def test_a_channel_that_is_put_back_hears_the_result_that_waits_and_before_the_next_round(
    tmp_path: Path,
) -> None:
    bot = after_the_last_move(tmp_path)
    bot.is_cut_off()
    bot.waiting = None
    bot.adopts(ELSEWHERE)
    bot.adopts(HERE)
    said = in_channel(bot.is_back(["dave", "kevin", "bob"]))
    assert said[0].startswith(HOW_IT_ENDED)
    assert said[-1].startswith("Chips: ")
    bot.says("dave", "!pontoon dave")
    assert in_channel(bot.starts_anew())[0].startswith("I was restarted; ")
    assert len(rounds_written(bot)) == 1


def test_a_channel_that_is_put_back_hears_nothing_again(tmp_path: Path) -> None:
    """What still left after it was taken out was heard."""
    bot = after_the_last_move(tmp_path)
    bot.adopts(ELSEWHERE)
    bot.adopts(HERE)
    assert in_channel(bot.lets_leave())[-1].startswith("Chips: ")
    bot.dies()
    assert bot.is_back(["dave", "kevin", "bob"]) == []
    assert bot.starts_anew() == []


@pytest.mark.parametrize("ending", ["!leave", ""])
def test_a_void_round_is_told_after_a_kill_too(tmp_path: Path, ending: str) -> None:
    """By a word, or since nobody bets; once."""
    bot = OfflineBot(tmp_path, "dave 1000, kevin 1000")
    bot.says("dave", "!pontoon dave kevin")
    bot.waiting = []
    for nick in ("dave", "kevin") if ending else ():
        bot.says(nick, ending)
    bot.pass_seconds(0 if ending else 400)
    assert bot.croupier().ask is None
    (end,) = [each.items for each in bot.waiting or () if "no round: " in " ".join(each.items)]
    bot.dies()
    said = [each.line for each in bot.starts() if each.target == CHANNEL]
    heading = "I am back. This is how the last round of Shed Pontoon ended:"
    assert said[:2] == [heading, end[-1]]
    assert not [each for each in bot.starts_anew() if each.target == CHANNEL]
    assert not [each for each in bot.says("dave", "!bank") if "how the last" in each.line]
