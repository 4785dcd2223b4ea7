"""People in a round that goes on after a restart of the bot, and what it knows of them."""

from pathlib import Path

import pytest

from pontoon.irc.people import Person
from tests.support.offline_bot import BOT, CHANNEL, OfflineBot, Said
from tests.support.play_rounds import database_of
from tests.support.short_timeouts import asked, in_channel, lines, new_bot, playing

BACK = "I was restarted; the round continues with the same cards"
MALLORY = Person("dave", "mallory@elsewhere")


@pytest.fixture
def bot(tmp_path: Path) -> OfflineBot:
    """Dave, with 5♦ K♥, is to play; kevin has 9♣ 9♥."""
    return playing(tmp_path)


def private(said: list[Said]) -> dict[str, str]:
    """Return what was SAID last to each person."""
    return {each.target: each.line for each in said if each.target != CHANNEL}


def _dies(*_: object) -> bool:
    raise SystemExit


def test_who_has_another_nick_since_is_known_by_it(bot: OfflineBot) -> None:
    bot.renames("dave", "davey")
    said = bot.starts_anew()
    assert private(said)["davey"].startswith("5♦ K♥ = 15: ")
    assert bot.tells("davey", "t")[0].line == "dave twists 3♠"


def early(folder: Path) -> OfflineBot:
    """Have a round be dealt before the server has said where anybody is from, and the bot die."""
    bot = OfflineBot(folder, cards="5D 9C KH 9H")
    bot.is_put_in([BOT, "dave", "kevin"])
    bot.croupier().entered()
    assert bot.says("dave", "!pontoon dave kevin")[0].line.startswith("Shed Pontoon")
    return bot


def test_nobody_is_gone_for_an_address_that_was_never_known(tmp_path: Path) -> None:
    bot = early(tmp_path)
    for nick in ("dave", "kevin"):
        bot.roster().add(bot.person(nick))
    said = bot.starts()
    assert not any("is gone" in each.line for each in said)
    for nick in ("dave", "kevin"):
        assert bot.tells(nick, "hand")[0].line.startswith("Your card: ")


def test_an_address_that_was_learnt_in_a_round_is_what_counts_after_a_restart(
    tmp_path: Path,
) -> None:
    bot = early(tmp_path)
    for nick in ("dave", "kevin"):
        bot.roster().add(bot.person(nick))
    bot.croupier().absence.described()
    bot.time.advance(0)
    bot.people["kevin"] = Person("kevin", "mallory@elsewhere", "")
    bot.roster().add(bot.person("kevin"))
    said = bot.starts()
    assert any("kevin is gone" in each.line for each in said)
    assert "9♣" not in "".join(each.line for each in bot.tells("kevin", "hand"))


def test_nicks_that_are_changed_all_the_time_do_not_fill_the_disk(bot: OfflineBot) -> None:
    nick = "dave"
    bot.starts_anew()
    before = database_of(bot).stat().st_size
    for number in range(1500):
        bot.renames(nick, nick := f"dave{number}")
    bot.stops()
    assert database_of(bot).stat().st_size <= before + 10_000
    assert "5♦ K♥" in private(bot.starts())[nick]


def test_who_is_not_there_has_time_to_come(bot: OfflineBot) -> None:
    bot.roster().remove("dave")
    said = bot.starts_anew()
    assert "dave is gone: 60 s to come back" in in_channel(said)[0]
    assert "dave" not in private(said)
    bot.pass_seconds(59)
    assert asked(bot) == "dave"
    assert "5♦ K♥" in private(bot.comes("dave"))["dave"]
    bot.leaves("dave")
    bot.pass_seconds(2)
    assert asked(bot) == "kevin"


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
def test_whoever_took_the_nick_of_a_player_is_shown_nothing(bot: OfflineBot, after: bool) -> None:
    bot.stops()
    bot.roster().remove("kevin")
    bot.roster().remove("dave")
    if not after:
        bot.roster().add(MALLORY)
    said = bot.starts()
    if after:
        said += bot.comes("dave", "mallory@elsewhere")
    bot.people["dave"] = MALLORY
    for text in ("hand", "t", "leave", "stop"):
        said += bot.tells("dave", text)
    said += bot.pass_seconds(1000)
    assert not any("♦" in each.line or "♣" in each.line for each in said if each.target != CHANNEL)
    assert asked(bot) is None


def test_nor_what_happened_last(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A card that is bought, and with which the hand is over, is shown to its owner alone."""
    bot = playing(tmp_path, cards="KD 9C 5H 9H 9S")
    with monkeypatch.context() as patch:
        patch.setattr(bot.croupier().action_clock, "decided", _dies)
        with pytest.raises(SystemExit):
            bot.tells("dave", "b")
    bot.roster().remove("dave")
    bot.roster().add(MALLORY)
    assert not any(each.shows_cards for each in bot.starts() if each.target == "dave")


# What lasts besides


def test_who_played_last_and_what_is_known_after_a_restart(tmp_path: Path) -> None:
    bot = new_bot(tmp_path)
    bot.says("dave", "!cutwc dave kevin bob")
    bot.stops_round()
    bot.says("dave", "!pontoon dave kevin")
    bot.stops_round()
    bot.starts_anew()
    assert bot.croupier().game == "pontoon"
    assert bot.says("dave", "!pontoon")[0].line == "Shed Pontoon: kevin, dave | place your bets"
    bot.stops_round()
    bot.starts_anew()
    assert "kevin, bob, dave" in bot.says("dave", "!cutwc")[0].line


def test_who_was_left_out_stays_left_out(tmp_path: Path) -> None:
    bot = new_bot(tmp_path)
    bot.says("dave", "!pontoon dave kevin bob")
    bot.tells("kevin", "1")
    bot.tells("bob", "1")
    bot.pass_seconds(120)
    bot.starts_anew()
    bot.stops_round()
    bot.starts_anew()
    assert bot.says("kevin", "!pontoon")[0].line == "Shed Pontoon: bob, kevin | place your bets"


def test_who_could_not_be_seated_is_off_the_list(tmp_path: Path) -> None:
    bot = new_bot(tmp_path, "", "dave 1000, kevin 0, bob 1000")
    bot.says("dave", "!pontoon dave kevin bob")
    bot.starts_anew()
    bot.stops_round()
    bot.starts_anew()
    bot.edit("<chips>0</chips>", "<chips>5</chips>")
    assert bot.says("dave", "!pontoon")[0].line.startswith("Shed Pontoon: bob, dave |")


def test_bets_that_were_placed_stand_and_the_others_are_asked_for_theirs(tmp_path: Path) -> None:
    bot = new_bot(tmp_path, "5D 9C KH 9H 3S")
    bot.says("dave", "!pontoon dave kevin bob")
    bot.tells("kevin", "50")
    assert lines(bot.starts_anew()) == [
        (CHANNEL, f"{BACK} | Shed Pontoon: dave, kevin, bob | place your bets"),
        ("kevin", "Your card: 9♣"),
        ("dave", "Your card: 5♦. Bet (1-200)? You have 1000 chips"),
        ("bob", "Your card: K♥. Bet (1-200)? You have 1000 chips"),
        ("kevin", "Stake 50: 9♣ = 9. Chips 950. dave, bob are still to bet."),
    ]
    bot.tells("bob", "1")
    assert "dave bets 2 | kevin bets 50 | bob bets 1 |" in bot.tells("dave", "2")[0].line


def test_nobody_else_may_read_the_database_and_the_log_has_nothing_of_it(bot: OfflineBot) -> None:
    for path in bot.players_xml.parent.glob("players.db*"):
        assert path.stat().st_mode & 0o777 == 0o600
    bot.starts_anew()
    assert not any("seed" in line for line in [*bot.log, *bot.tables_log])
