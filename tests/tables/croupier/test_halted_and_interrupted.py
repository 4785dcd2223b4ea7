"""Play pauses while nothing can be written, and the connection or the program goes too."""

from pathlib import Path

import pytest

from tests.support.faulty_disk import Trouble
from tests.support.offline_bot import BOT, CHANNEL, OfflineBot
from tests.support.play_rounds import full_disk
from tests.support.short_timeouts import asked, in_channel, lines, new_bot, playing, timers

FULL = "the disk is full"
PAUSES = (
    f"Play pauses because I cannot save the game ({FULL}). Nothing is lost, and play "
    "continues as soon as I can. Please tell an admin."
)
NOT_DONE = f"I did not do that because I cannot save it ({FULL}). Try again when play continues."
WELL = "I can save the game again; the round continues"


@pytest.fixture
def bot(tmp_path: Path) -> OfflineBot:
    """Dave, with 5♦ K♥, is to play; kevin has 9♣ 9♥."""
    return playing(tmp_path)


def state(bot: OfflineBot) -> str:
    return repr((bot.croupier().ask, bot.table().seats))


def pauses(bot: OfflineBot) -> None:
    """Let dave twist, which cannot be written; the channel hears of that."""
    bot.tells("dave", "t")
    assert in_channel(bot.looks()) == [PAUSES]


def test_the_bot_is_back_before_the_disk_is(bot: OfflineBot) -> None:
    """Nobody is asked, nor acted for, before anything can be done."""
    with full_disk():
        pauses(bot)
        bot.is_cut_off()
        assert bot.is_back([BOT, "dave", "kevin"]) == []
        assert timers(bot) == 0
        assert bot.pass_seconds(1000) == []
        assert lines(bot.tells("dave", "t")) == [("dave", NOT_DONE)]
    assert in_channel(bot.looks()) == [WELL, "dave to play"]
    assert bot.tells("dave", "s")[0].line == "dave sticks | kevin to play"


def test_the_disk_is_well_before_the_bot_is_back(bot: OfflineBot) -> None:
    with full_disk():
        pauses(bot)
        bot.is_cut_off()
    assert bot.looks() == []
    assert timers(bot) == 0
    assert in_channel(bot.is_back([BOT, "dave"])) == [
        "I am back; the round continues | kevin is gone: 60 s to come back",
        "dave to play",
    ]


def test_the_disk_is_well_before_it_is_known_who_is_there(bot: OfflineBot) -> None:
    with full_disk():
        pauses(bot)
        bot.is_cut_off()
        bot.is_put_in([BOT, "dave", "kevin"])
        bot.croupier().entered()
    assert bot.looks() == []
    for nick in ("dave", "kevin"):
        bot.roster().add(bot.person(nick))
    bot.croupier().absence.resume()
    assert in_channel(bot.said)[-2:] == ["I am back; the round continues", "dave to play"]


@pytest.mark.parametrize("is_well", ["before", "after"])
def test_results_that_were_held_are_told_to_those_who_are_there_when_the_bot_is_back(
    bot: OfflineBot, is_well: str
) -> None:
    """Not to a channel that the bot is out of; and once."""
    bot.tells("dave", "resign")
    with full_disk():
        bot.tells("kevin", "s")
        bot.is_put_out()
        if is_well == "after":
            assert in_channel(bot.is_back([BOT, "dave", "kevin"])) == []
    said = bot.looks()
    if is_well == "before":
        assert said == []
        said = bot.is_back([BOT, "dave", "kevin"])
    assert in_channel(said)[0].startswith("I am back. This is how the last round")
    assert in_channel(said)[-1].startswith("Chips: ")
    assert len([line for line in in_channel(bot.said) if line.startswith("Chips: ")]) == 1
    assert bot.starts_anew() == []


def test_the_bot_is_put_out_while_play_pauses(bot: OfflineBot) -> None:
    with full_disk():
        pauses(bot)
        bot.is_put_out()
        assert bot.is_back([BOT, "dave", "kevin"]) == []
    assert in_channel(bot.looks()) == [WELL, "dave to play"]
    with full_disk():
        bot.tells("dave", "s")
        assert in_channel(bot.looks()) == [PAUSES]
    assert in_channel(bot.looks()) == [
        "dave sticks | kevin to play",
        WELL,
        "kevin to play",
    ]


def test_bets_that_could_not_be_written_stand_when_it_goes_on(tmp_path: Path) -> None:
    """Those that are held are, when it goes on; the others are still asked, all at once."""
    bot = new_bot(tmp_path, "5D 9C KH 9H 3S")
    bot.says("dave", "!pontoon dave kevin")
    with full_disk():
        assert bot.tells("kevin", "50") == []
        assert lines(bot.tells("dave", "50")) == [("dave", NOT_DONE), (CHANNEL, PAUSES)]
    assert lines(bot.looks()) == [
        ("kevin", "You bet 50. dave is still to bet."),
        (CHANNEL, WELL),
        (CHANNEL, "place your bets"),
        ("dave", "Your card: 5♦. Bet (1-100)? You have 1000 chips"),
        ("kevin", "Stake 50: 9♣ = 9. Chips 950. dave is still to bet."),
    ]
    assert bot.tells("dave", "50")[0].line.startswith("dave bets 50 | kevin bets 50 |")


# And the bot is stopped meanwhile


@pytest.mark.parametrize("trouble", [Trouble.FULL, Trouble.FULL_HALFWAY, Trouble.READ_ONLY])
def test_a_bot_that_is_stopped_while_play_pauses_goes_on_where_it_was(
    bot: OfflineBot, trouble: Trouble
) -> None:
    before = state(bot)
    with full_disk(trouble):
        bot.tells("dave", "t")
        bot.tells("dave", "leave")
        bot.stops()
    said = bot.starts()
    assert state(bot) == before
    assert in_channel(said)[1].endswith("dave to play")
    assert bot.tells("dave", "t")[0].line == "dave twists 3♠"


def test_a_round_that_was_over_is_over_even_where_that_could_not_be_written(
    bot: OfflineBot,
) -> None:
    """As soon as it can be: the journal makes sense whatever was in it then."""
    with full_disk():
        bot.tells("dave", "t")
        bot.is_put_out()
        bot.pass_seconds(24 * 60 * 60)
        bot.looks()
        assert asked(bot) is None
    bot.looks()
    bot.is_put_in([BOT, "dave", "kevin"])
    assert in_channel(bot.starts_anew())[-1].startswith("no round: ")
    assert not any("journal" in line for line in bot.log)


# One disk, several channels


def test_each_channel_is_told_for_itself(tmp_path: Path) -> None:
    bot = OfflineBot(
        tmp_path, "dave 1000, kevin 1000", config={"irc": {"channels": f"{CHANNEL} #den"}}
    )
    bot.says("dave", "!pontoon dave")
    bot.says("kevin", "!pontoon kevin", "#den")
    with full_disk():
        said = [*bot.tells("dave", "5"), *bot.tells("kevin", "5")]
        assert [each.target for each in said if each.line == PAUSES] == [CHANNEL, "#den"]
    assert [each.target for each in bot.looks() if WELL in each.line] == [CHANNEL, "#den"]
