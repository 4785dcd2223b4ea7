"""The bank and the statistics, in the channel and in private."""

from pathlib import Path

import pytest

from pontoon.irc.outgoing import Priority
from pontoon.text.announcements import CANNOT_SAVE_CHIPS
from tests.support.offline_bot import CHANNEL, Entry, OfflineBot


@pytest.fixture
def bot(tmp_path: Path) -> OfflineBot:
    entries = [Entry("dave", 1000, 200), Entry("kevin", 1), Entry("bob", 0, nickname="Bobby T")]
    return OfflineBot(tmp_path, entries)


def asked(bot: OfflineBot, text: str, nick: str = "dave") -> str:
    """Return the one line with which the bot answers in the channel."""
    (said,) = bot.says(nick, text)
    assert said.target == CHANNEL
    assert said.urgency is Priority.CHATTER
    return said.line


def has(bot: OfflineBot, nick: str) -> tuple[int, int]:
    """Return the chips and the bank of a player in the file."""
    player = bot.in_file(nick)
    return player.chips, player.bank


# The bank


def test_the_bank_shows_what_somebody_has(bot: OfflineBot) -> None:
    assert asked(bot, "!bank") == "dave: chips 1000, bank 200"
    assert asked(bot, "!BANK", "kevin") == "kevin: chips 1, bank 0"


def test_an_answer_to_a_private_question_is_private(bot: OfflineBot) -> None:
    for text in ("bank", "!bank", "BANK +1"):
        (said,) = bot.tells("dave", text)
        assert said.target == "dave"


@pytest.mark.parametrize("order", ["+100", "+ 100", "+0100"])
def test_chips_are_deposited(bot: OfflineBot, order: str) -> None:
    assert asked(bot, f"!bank {order}") == "dave deposits 100: chips 900, bank 300"
    assert has(bot, "dave") == (900, 300)


def test_chips_are_withdrawn(bot: OfflineBot) -> None:
    assert asked(bot, "!bank -200") == "dave withdraws 200: chips 1200, bank 0"
    assert has(bot, "dave") == (1200, 0)


def test_a_deposit_leaves_at_least_one_chip(bot: OfflineBot) -> None:
    assert "up to 999" in asked(bot, "!bank +1000")
    assert has(bot, "dave") == (1000, 200)
    assert "deposits 999" in asked(bot, "!bank +999")
    assert has(bot, "dave") == (1, 1199)


@pytest.mark.parametrize("nick", ["kevin", "bob"])
def test_who_has_one_chip_or_none_can_deposit_nothing(bot: OfflineBot, nick: str) -> None:
    before = has(bot, nick)
    assert "nothing to deposit" in asked(bot, "!bank +1", nick)
    assert has(bot, nick) == before


@pytest.mark.parametrize("amount", ["201", "99999999999999999999"])
def test_no_more_can_be_withdrawn_than_is_there(bot: OfflineBot, amount: str) -> None:
    assert "200 chips in the bank" in asked(bot, f"!bank -{amount}")
    assert has(bot, "dave") == (1000, 200)


def test_what_is_no_order_is_answered_with_how_it_is_done(bot: OfflineBot) -> None:
    for order in [
        "100",
        "+0",
        "-0",
        "+",
        "+1e3",
        "+٣",
        "+1,000",
        "+10.5",
        "++5",
        "all",
        "+5 dave x",
    ]:
        assert "!bank +100 to deposit" in asked(bot, f"!bank {order}")
        assert has(bot, "dave") == (1000, 200)


def test_banked_chips_cannot_be_bet(bot: OfflineBot) -> None:
    bot.says("dave", "!bank +500")
    assert "Bet (1-5)? You have 500 chips" in bot.says("dave", "!pontoon dave")[-1].line


def test_the_bank_is_closed_to_whoever_is_seated(bot: OfflineBot) -> None:
    bot.says("dave", "!pontoon dave")
    assert "you are playing in #pontoon" in asked(bot, "!bank +1")
    assert "playing in #pontoon" in asked(bot, "!bank -1")
    assert "chips 1000, bank 200" in asked(bot, "!bank")
    assert "nothing to deposit" in asked(bot, "!bank +1", "kevin")
    bot.stops_round()
    assert "deposits 1" in asked(bot, "!bank +1")


def test_nor_does_going_away_open_it(bot: OfflineBot) -> None:
    bot.says("dave", "!pontoon dave")
    bot.leaves("dave")
    assert bot.tells("dave", "bank +1")[0].line.startswith("dave, you are playing in #pontoon")


def test_a_new_nick_does_not_open_the_bank(bot: OfflineBot) -> None:
    """Neither for the person who is seated nor for the player whose seat it is."""
    bot.says("dave", "!pontoon dave")
    bot.leaves("kevin")
    bot.renames("dave", "kevin")
    assert "kevin, you are playing in #pontoon" in asked(bot, "!bank -1", "kevin")
    bot.comes("dave", "mallory@elsewhere")
    assert "dave is playing in #pontoon" in asked(bot, "!bank -1", "dave")


def test_the_bank_is_closed_to_whoever_has_resigned_until_the_round_is_over(
    bot: OfflineBot,
) -> None:
    """Their loss is still to be taken from their chips."""
    bot.says("dave", "!pontoon dave kevin")
    bot.tells("dave", "50")
    bot.tells("dave", "leave")
    assert "dave, you are playing in #pontoon" in asked(bot, "!bank +999")


def test_who_is_not_a_player_has_no_bank(bot: OfflineBot) -> None:
    bot.comes("zed")
    for order in ("", " +1", " -1"):
        assert (
            asked(bot, f"!bank{order}", "zed")
            == "zed is not a player yet; ask an admin of this bot"
        )


def test_no_chips_move_while_the_file_is_broken(bot: OfflineBot) -> None:
    before = bot.players_xml.read_bytes()
    bot.break_file()
    assert asked(bot, "!bank +1") == CANNOT_SAVE_CHIPS
    assert asked(bot, "!bank") == "dave: chips 1000, bank 200"
    bot.mend_file()
    assert bot.players_xml.read_bytes() == before
    assert "deposits 1" in asked(bot, "!bank +1")


def test_a_file_that_cannot_be_written_keeps_its_chips(
    bot: OfflineBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pontoon.storage.atomic_file.replace", fail)
    assert asked(bot, "!bank +1") == CANNOT_SAVE_CHIPS
    assert any("No space left" in line for line in bot.log)
    assert has(bot, "dave") == (1000, 200)
    monkeypatch.undo()
    assert "deposits 1" in asked(bot, "!bank +1")


# Statistics

BEST_FIRST = [
    Entry("ann", 10, played=4, won=4),
    Entry("ben", 10, played=2, won=2),
    Entry("cid", 500, played=1, won=1),
    Entry("dan", 400, played=1, won=1),
    Entry("eva", 400, played=1, won=1),
    Entry("fay", 1, played=9, won=4),
    Entry("gus", 900, played=9, won=0),
    Entry("hal", 800, played=1),
    Entry("ida", 700, played=2),
    Entry("jim", 600, played=1),
    Entry("kim", 500, played=1),
    Entry("lea", 9000),
]


def test_the_ten_best_are_listed_best_ratio_first(tmp_path: Path) -> None:
    """Then who won more, then who has more chips, then by nick."""
    bot = OfflineBot(tmp_path, BEST_FIRST[::-1], room=10_000)
    places = asked(bot, "!pontoon stats", "kim").split(" | ")
    assert [place.split(":")[0] for place in places] == [
        f"{number}. {entry.nick}" for number, entry in enumerate(BEST_FIRST[:10], 1)
    ]
    assert places[5] == "6. fay: chips 1, bank 0, played 9, won 4, ratio 44%"


def test_a_long_list_is_cut_between_players(tmp_path: Path) -> None:
    bot = OfflineBot(tmp_path, BEST_FIRST)
    lines = [said.line for said in bot.says("kim", "!pontoon stats")]
    assert len(lines) == 2
    assert lines[1][0].isdigit()


def test_one_player_is_shown_by_nick_or_nickname(bot: OfflineBot) -> None:
    for name in ["bob", "BOB", "Bobby T", "bobby t"]:
        assert asked(bot, f"!pontoon stats {name}") == (
            "bob (Bobby T): chips 0, bank 0, played 0, won 0"
        )


def test_a_nick_goes_before_a_nickname(tmp_path: Path) -> None:
    """An admin may have written the one as the other."""
    entries = [Entry("ann", nickname="ben"), Entry("ben")]
    bot = OfflineBot(tmp_path, entries)
    assert asked(bot, "!pontoon stats ben", "ann").startswith("ben: ")


def test_nobody_of_that_name_is_said_to_be_in_the_file(bot: OfflineBot) -> None:
    assert asked(bot, "!pontoon stats zed") == "There is no player called zed."


def test_what_cannot_be_a_nick_is_not_repeated(bot: OfflineBot) -> None:
    """Nobody can have the bot say what only the table says."""
    for name in ["Chips: dave 0", "dave bets 50 | kevin busts", 31 * "x"]:
        assert asked(bot, f"!pontoon stats {name}") == "There is no player of that name."


def test_there_may_be_no_players_yet(tmp_path: Path) -> None:
    bot = OfflineBot(tmp_path, [])
    bot.comes("dave")
    assert asked(bot, "!pontoon stats") == "Nobody has played a round yet."


def test_statistics_are_answered_in_private_too(bot: OfflineBot) -> None:
    """With the game, where that was not said."""
    for text, told in (
        ("stats bob", "Shed Pontoon | bob (Bobby T): "),
        ("!stats bob", "Shed Pontoon | bob (Bobby T): "),
        ("stats pontoon bob", "bob (Bobby T): "),
        ("stats", "Shed Pontoon | Nobody has played"),
    ):
        (said,) = bot.tells("dave", text)
        assert said.target == "dave"
        assert said.line.startswith(told)


def test_statistics_show_the_chips_of_the_file_during_a_round(bot: OfflineBot) -> None:
    bot.says("dave", "!pontoon dave")
    bot.tells("dave", "10")
    assert "chips 1000" in asked(bot, "!pontoon stats dave")
    bot.edit("<chips>1000</chips>", "<chips>1500</chips>")
    assert "chips 1500" in asked(bot, "!pontoon stats dave")


def test_statistics_show_the_last_good_balances_while_the_file_is_broken(bot: OfflineBot) -> None:
    bot.break_file()
    assert "chips 1000" in asked(bot, "!pontoon stats dave")
