"""A round goes on when the bot is stopped and started, with the same cards, for the same people."""

from pathlib import Path

import pytest

from pontoon.engine.cards import cards
from pontoon.irc.people import Person
from pontoon.storage.journal import FULL_BYTES
from tests.support.ledger_checks import check_books
from tests.support.offline_bot import BOT, CHANNEL, Clubhouse, Said
from tests.support.play_rounds import (
    GAMES,
    answers,
    journal_of,
    nick_asked,
    play_out,
    rounds_written,
)
from tests.support.short_timeouts import asked, club, in_channel, lines, playing, timers

BACK = "I was stopped and am back: the round goes on with the same cards"
MALLORY = Person("dave", "mallory@elsewhere")


@pytest.fixture
def house(tmp_path: Path) -> Clubhouse:
    """Dave, with 5♦ K♥, is to play; kevin has 9♣ 9♥."""
    return playing(tmp_path)


def private(said: list[Said]) -> dict[str, str]:
    """Return what was SAID last to each person."""
    return {each.target: each.line for each in said if each.target != CHANNEL}


def ending(said: list[Said]) -> list[str]:
    """Return the results, and what was paid."""
    return [line for line in in_channel(said) if line[-1].isdigit() and BACK not in line]


# Every game


@pytest.mark.parametrize("number", [0, 1, 3])
@pytest.mark.parametrize("game", GAMES)
def test_stopped_after_every_move_a_round_is_what_it_would_have_been(
    tmp_path: Path, game: str, number: int
) -> None:
    """What is asked of whom, all cards, the auction, the kitty, the results and all balances."""
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    plain, stopped = club(tmp_path / "a"), club(tmp_path / "b")
    for house in (plain, stopped):
        house.says("dave", f"!{game} dave kevin bob")
    for _ in play_out(plain, number):
        before = stopped.croupier().ask
        said = stopped.starts_anew()
        assert stopped.croupier().ask == before
        assert in_channel(said)[0].startswith(BACK)
        assert private(said)[nick_asked(stopped)].endswith(
            private(stopped.tells(nick_asked(stopped), "hand"))[nick_asked(stopped)]
        )
        answers(stopped, number)
        assert stopped.croupier().ask == plain.croupier().ask
    assert ending(stopped.said) == ending(plain.said)
    assert [*map(str, stopped.all_in_file())] == [*map(str, plain.all_in_file())]
    assert stopped.kitty() == plain.kitty()
    assert len(rounds_written(stopped)) == 1
    check_books(stopped.players_xml)
    assert timers(stopped) == 0
    assert not any(BACK in each.line for each in stopped.starts_anew())


def test_all_see_their_cards_again_and_only_their_own(house: Clubhouse) -> None:
    assert lines(house.starts_anew()) == [
        (CHANNEL, f"{BACK} | dave bets 50 | kevin bets 50 | second cards are out | dave to play"),
        ("kevin", "9♣ 9♥ = 18"),
        ("dave", "Stake 50, chips 950. 5♦ K♥ = 15: (t)wist (b)uy for 50"),
        ("kevin", "Stake 50: 9♣ 9♥ = 18. Chips 950. It is dave's turn to play."),
    ]


def test_chips_that_are_staked_are_staked_still(house: Clubhouse) -> None:
    house.starts_anew()
    assert "#pontoon" in house.tells("kevin", "bank +10")[0].line
    assert house.in_file("kevin").bank == 0


# A split, insurance, a sale


def test_the_hands_of_a_split_are_played_on(tmp_path: Path) -> None:
    house = playing(tmp_path, cards="8D 9C 8H 9H 3S 4S")
    house.tells("dave", "p")
    house.starts_anew()
    ask = house.croupier().ask
    assert ask is not None
    assert (ask.player, ask.hand, ask.cards) == ("dave", 1, tuple(cards("8D 3S")))
    assert [len(seat.hands) for seat in house.table().seats] == [2, 1]


def test_insurance_is_asked_for_again(tmp_path: Path) -> None:
    house = club(tmp_path, "10D AH 9H KD 8S")
    house.says("dave", "!blackjack dave")
    said = [*house.tells("dave", "10"), *house.starts_anew()]
    assert "nsur" in said[-1].line
    before = house.croupier().ask
    house.starts_anew()
    assert house.croupier().ask == before
    assert before is not None


def test_a_bank_that_is_sold_stays_sold(tmp_path: Path) -> None:
    house = club(tmp_path, "10C 8C 10D 8D 10S 9S 5H")
    house.deals("dave", "!british dave kevin bob")
    house.tells("dave", "sell bank to kevin for 200")
    house.starts_anew()
    assert house.tells("kevin", "accept")
    house.starts_anew()
    said = [each for batch in play_out(house, 2) for each in batch]
    assert house.table().banker == "kevin", lines(said)
    check_books(house.players_xml)


# The time between the last move, the books and the channel


@pytest.mark.parametrize("last", ["journal.end", "cashier.settle", "journal.paid", "journal.told"])
def test_what_ended_with_the_program_is_settled_at_the_start_and_told_in_the_channel(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, last: str
) -> None:
    """The bot may be let in late: nobody can stake in the meantime what they have lost."""
    house = playing(tmp_path)
    house.tells("dave", "leave")
    with monkeypatch.context() as patch:
        owner, _, name = last.partition(".")
        patch.setattr(getattr(house, owner), name, _dies)
        with pytest.raises(SystemExit):
            house.tells("kevin", "s")
    roster = house.network.rosters.pop(CHANNEL)
    before = len(house.said)
    house.starts()
    assert house.in_file("dave").chips == 950
    assert house.said[before:] == []
    house.network.rosters[CHANNEL] = roster
    house.croupier().entered()
    house.croupier().described()
    assert in_channel(house.said[before:]) == [
        "I am back. This is how the last round of Shed Pontoon ended:",
        "dave: 5♦ K♥ = 15 high cards, resigned, stake 50: -50",
        "kevin: 9♣ 9♥ = 18 high cards, stake 50: +0",
        "Chips: dave 950, kevin 1000",
    ]
    assert len(rounds_written(house)) == 1
    assert house.starts_anew() == []


def _dies(*_: object) -> bool:
    raise SystemExit


@pytest.fixture
def died_after_settling(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Clubhouse:
    """Dave has lost 50, which is in players.xml and the ledger, but not in the journal."""
    house = playing(tmp_path)
    house.tells("dave", "leave")
    with monkeypatch.context() as patch:
        patch.setattr(house.journal, "paid", _dies)
        with pytest.raises(SystemExit):
            house.tells("kevin", "s")
    assert house.in_file("dave").chips == 950
    return house


def test_a_round_that_may_have_been_settled_is_not_where_no_ledger_can_tell(
    died_after_settling: Clubhouse,
) -> None:
    house = died_after_settling
    house.players_xml.with_suffix(".ledger").unlink()
    assert in_channel(house.starts()) == []
    assert house.in_file("dave").chips == 950
    assert house.starts_anew() == []


def test_a_round_that_was_settled_when_the_program_died_is_not_settled_again(
    died_after_settling: Clubhouse,
) -> None:
    house = died_after_settling
    said = house.starts()
    assert in_channel(said)[-1] == "Chips: dave 950, kevin 1000"
    assert house.in_file("dave").chips == 950
    assert len(rounds_written(house)) == 1
    assert house.starts_anew() == []
    check_books(house.players_xml)


def test_a_result_that_waits_is_written_after_the_restart(house: Clubhouse) -> None:
    house.tells("dave", "leave")
    house.break_file()
    house.tells("kevin", "s")
    house.stops()
    house.mend_file()
    assert in_channel(house.starts())[-1] == "Chips: dave 950, kevin 1000"
    assert house.in_file("dave").chips == 950


def test_a_result_that_waits_is_not_forgotten_over_the_sale_of_a_bank(tmp_path: Path) -> None:
    house = club(tmp_path, "10C 8C 10D 8D 10S 9S 5H")
    house.says("dave", "!british dave kevin bob")
    house.break_file()
    for _ in play_out(house, 2):
        pass
    banker = house.table().banker
    assert banker is not None
    other = "kevin" if banker != "kevin" else "bob"
    house.tells(banker, f"sell bank to {other} for 5")
    house.stops()
    house.mend_file()
    house.starts()
    assert len(rounds_written(house)) == 1


def test_a_round_that_ends_as_the_last_one_does_not_bet_is_over_after_a_restart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last act is then that they are left out of the next round."""
    house = club(tmp_path)
    house.says("dave", "!pontoon dave")
    with monkeypatch.context() as patch:
        patch.setattr(house.journal, "over", _dies)
        with pytest.raises(SystemExit):
            house.pass_seconds(120)
    house.starts()
    assert house.croupier().ask is None
    assert house.journal.unfinished() != []
    assert house.starts_anew() == []
    assert house.journal.unfinished() == []


def test_what_others_have_lost_then_is_settled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = club(tmp_path)
    house.says("dave", "!pontoon kevin dave")
    house.tells("kevin", "50")
    house.tells("kevin", "leave")
    with monkeypatch.context() as patch:
        patch.setattr(house.cashier, "settle", _dies)
        with pytest.raises(SystemExit):
            house.pass_seconds(120)
    assert in_channel(house.starts())[-1] == "Chips: kevin 990, dave 1000"


def test_the_list_of_a_round_that_comes_to_nothing_after_a_restart_is_the_one_before(
    tmp_path: Path,
) -> None:
    house = club(tmp_path)
    house.says("dave", "!shoot bob dave kevin")
    house.stops_round()
    house.says("dave", "!shoot dave kevin bob")
    house.starts_anew()
    house.tells("dave", "leave")
    said = house.tells("kevin", "leave")
    assert in_channel(said)[-1].endswith("no round: too few players are left")
    assert house.table().rotated_players() == ("dave", "kevin", "bob")


def test_a_round_waits_though_the_bot_is_not_let_in_to_go_on_with_it(house: Clubhouse) -> None:
    house.stops()
    roster = house.network.rosters.pop(CHANNEL)
    house.starts()
    house.croupier().suspend()
    house.network.rosters[CHANNEL] = roster
    before = len(house.said)
    for _ in range(2):
        house.croupier().entered()
        house.croupier().described()
    (said,) = in_channel(house.said[before:])
    assert said.startswith(BACK)
    assert said.endswith("dave to play")


# People


def test_who_has_another_nick_since_is_known_by_it(house: Clubhouse) -> None:
    house.renames("dave", "davey")
    said = house.starts_anew()
    assert private(said)["davey"].startswith("Stake 50, chips 950. 5♦ K♥")
    assert house.tells("davey", "t")[0].line == "dave twists 3♠"


def early(folder: Path) -> Clubhouse:
    """Have a round be dealt before the server has said where anybody is from, and the bot die."""
    house = Clubhouse(folder, cards="5D 9C KH 9H")
    house.is_put_in([BOT, "dave", "kevin"])
    house.croupier().entered()
    assert house.says("dave", "!pontoon dave kevin")[0].line.startswith("Shed Pontoon")
    return house


def test_nobody_is_gone_for_an_address_that_was_never_known(tmp_path: Path) -> None:
    house = early(tmp_path)
    for nick in ("dave", "kevin"):
        house.roster().add(house.person(nick))
    said = house.starts()
    assert not any("is gone" in each.line for each in said)
    for nick in ("dave", "kevin"):
        assert house.tells(nick, "hand")[0].line.startswith("Your card: ")


def test_an_address_that_was_learnt_in_a_round_is_what_counts_after_a_restart(
    tmp_path: Path,
) -> None:
    house = early(tmp_path)
    for nick in ("dave", "kevin"):
        house.roster().add(house.person(nick))
    house.croupier().door.described()
    house.people["kevin"] = Person("kevin", "mallory@elsewhere", "")
    house.roster().add(house.person("kevin"))
    said = house.starts()
    assert any("kevin is gone" in each.line for each in said)
    assert "9♣" not in "".join(each.line for each in house.tells("kevin", "hand"))


def test_nicks_that_are_changed_all_the_time_do_not_fill_the_disk(house: Clubhouse) -> None:
    nick = "dave"
    for number in range(1500):
        house.renames(nick, nick := f"dave{number}")
    assert journal_of(house).stat().st_size < FULL_BYTES + 1000
    assert "5♦ K♥" in private(house.starts_anew())[nick]


def test_who_is_not_there_has_time_to_come(house: Clubhouse) -> None:
    house.roster().remove("dave")
    said = house.starts_anew()
    assert "dave is gone; 60 s to come back" in in_channel(said)[0]
    assert "dave" not in private(said)
    house.pass_seconds(59)
    assert asked(house) == "dave"
    assert "5♦ K♥" in private(house.comes("dave"))["dave"]
    house.leaves("dave")
    house.pass_seconds(2)
    assert asked(house) == "kevin"


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
def test_whoever_took_the_nick_of_a_player_is_shown_nothing(house: Clubhouse, after: bool) -> None:
    house.stops()
    house.roster().remove("kevin")
    house.roster().remove("dave")
    if not after:
        house.roster().add(MALLORY)
    said = house.starts()
    if after:
        said += house.comes("dave", "mallory@elsewhere")
    house.people["dave"] = MALLORY
    for text in ("hand", "t", "leave", "stop"):
        said += house.tells("dave", text)
    said += house.pass_seconds(1000)
    assert not any("♦" in each.line or "♣" in each.line for each in said if each.target != CHANNEL)
    assert asked(house) is None


def test_nor_what_happened_last(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A card that is bought, and with which the hand is over, is shown to its owner alone."""
    house = playing(tmp_path, cards="KD 9C 5H 9H 9S")
    with monkeypatch.context() as patch:
        patch.setattr(house.croupier().door.attendance, "decided", _dies)
        with pytest.raises(SystemExit):
            house.tells("dave", "b")
    house.roster().remove("dave")
    house.roster().add(MALLORY)
    assert "dave" not in private(house.starts())


def test_who_started_a_round_may_stop_it_as_long_as_before(tmp_path: Path) -> None:
    house = club(tmp_path)
    house.says("bob", "!pontoon dave kevin")
    house.starts_anew()
    house.says("bob", "!pontoon stop")
    assert asked(house) is None


def test_but_not_for_longer(tmp_path: Path) -> None:
    house = club(tmp_path, "5D 9C KH 9H 3S")
    house.says("bob", "!pontoon dave kevin")
    house.tells("kevin", "50")
    house.starts_anew()
    house.says("bob", "!pontoon stop")
    assert asked(house) == "dave"


# What lasts besides


def test_who_played_last_and_what_is_known_after_a_restart(tmp_path: Path) -> None:
    house = club(tmp_path)
    house.says("dave", "!cutwc dave kevin bob")
    house.stops_round()
    house.says("dave", "!pontoon dave kevin")
    house.stops_round()
    house.starts_anew()
    assert house.croupier().game == "pontoon"
    assert house.says("dave", "!pontoon")[0].line == "Shed Pontoon: kevin, dave | place your bets"
    house.stops_round()
    house.starts_anew()
    assert "kevin, bob, dave" in house.says("dave", "!cutwc")[0].line


def test_who_was_left_out_stays_left_out(tmp_path: Path) -> None:
    house = club(tmp_path)
    house.says("dave", "!pontoon dave kevin bob")
    house.tells("kevin", "1")
    house.tells("bob", "1")
    house.pass_seconds(120)
    house.starts_anew()
    house.stops_round()
    house.starts_anew()
    assert house.says("kevin", "!pontoon")[0].line == "Shed Pontoon: bob, kevin | place your bets"


def test_who_was_left_out_for_a_while_keeps_the_place(tmp_path: Path) -> None:
    house = club(tmp_path, "", "dave 1000, kevin 0, bob 1000")
    house.says("dave", "!pontoon dave kevin bob")
    house.starts_anew()
    house.stops_round()
    house.starts_anew()
    house.edit("<chips>0</chips>", "<chips>5</chips>")
    assert house.says("dave", "!pontoon")[0].line.startswith("Shed Pontoon: kevin, bob, dave |")


def test_bets_that_were_placed_stand_and_the_others_are_asked_for_theirs(tmp_path: Path) -> None:
    house = club(tmp_path, "5D 9C KH 9H 3S")
    house.says("dave", "!pontoon dave kevin bob")
    house.tells("kevin", "50")
    assert lines(house.starts_anew()) == [
        (CHANNEL, f"{BACK} | Shed Pontoon: dave, kevin, bob | place your bets"),
        ("kevin", "Your card: 9♣"),
        ("dave", "Your card: 5♦. You have 1000 chips. Bet (1-200)?"),
        ("bob", "Your card: K♥. You have 1000 chips. Bet (1-200)?"),
        ("kevin", "Stake 50: 9♣ = 9. Chips 950. dave, bob are still to bet."),
    ]
    house.tells("bob", "1")
    assert "dave bets 2 | kevin bets 50 | bob bets 1 |" in house.tells("dave", "2")[0].line


def test_nobody_else_may_read_the_journal_and_the_log_has_nothing_of_it(house: Clubhouse) -> None:
    assert journal_of(house).stat().st_mode & 0o777 == 0o600
    house.starts_anew()
    assert not any("seed" in line for line in [*house.log, *house.tables_log])
