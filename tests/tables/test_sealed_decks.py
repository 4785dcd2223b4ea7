"""Sealed decks at the table (FAIR): what the channel hears of them, and when."""

import errno
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

import pytest
from pontoon.storage.decks.deck_records import Opened, read
from pontoon.storage.decks.verify import Verification, verify

from pontoon.engine.moves import Phase
from pontoon.irc.outgoing import Priority
from pontoon.storage.decks import deck_file
from pontoon.text import decks as deck_texts
from tests.support.faulty_disk import Trouble
from tests.support.offline_bot import BOT, CHANNEL, OfflineBot, Said
from tests.support.play_rounds import change_database, full_disk, killed_at
from tests.support.stacked_decks import RiggedPack

pytestmark = pytest.mark.slow

SHORT = "[A-Za-z0-9_-]{27}"
SEALED = re.compile(rf"Deck (\d+) sealed: {SHORT} \(!cut any words\)")
OPENED = re.compile(
    r"Deck (\d+) opened(?:, given up \((.+?)\))?: [A-Za-z0-9_-]{22} "
    rf"\(127.0.0.1 #pontoon [a-z]+ \d+ [0-9a-z-]+ {SHORT}\)"
    rf"(?: \| deck (\d+) sealed: {SHORT} \(!cut any words\))?"
)
SEAL_FIRST = "dave, say !cut again once I have said the seal: words count behind it."


@pytest.fixture
def bot(tmp_path: Path) -> OfflineBot:
    return OfflineBot(tmp_path, "dave 1000, kevin 1000, bob 1000", tells_of_decks=True)


def in_channel(said: Sequence[Said]) -> list[str]:
    return [each.line for each in said if each.target == CHANNEL]


def play(bot: OfflineBot) -> list[str]:
    """Play the round to its end: everybody bets the least, and sticks as soon as possible."""
    said: list[Said] = []
    while (ask := bot.croupier().ask) is not None:
        answers = ["min"] if ask.phase is Phase.BET else ["s", "t"]
        if bot.waiting:
            bot.lets_questions_leave()
        for answer in answers:
            said += bot.tells(ask.player, answer)
            if bot.croupier().ask != ask:
                break
    return in_channel(said)


def checked(bot: OfflineBot) -> Verification:
    path = bot.players_xml.with_name("players.decks")
    return verify(path.read_bytes().splitlines(keepends=True))


def openings(bot: OfflineBot) -> list[Opened]:
    """Return what was published of the decks that are opened."""
    lines = bot.players_xml.with_name("players.decks").read_bytes().splitlines()
    return [found for found in map(read, lines) if isinstance(found, Opened)]


def cut_of(line: str) -> str:
    """Return what the opening LINE of the first round from a deck says of its cuts."""
    found = re.fullmatch(rf"[A-Z].*: .* \| deck \d+, (not cut|cut by \d+: {SHORT}) \| .*", line)
    assert found, line
    return found[1].partition(":")[0]


def test_the_first_call_seals_a_deck_and_deals_from_it(bot: OfflineBot) -> None:
    sealed, opening = in_channel(bot.says("dave", "!pontoon dave kevin"))
    assert SEALED.fullmatch(sealed)
    assert opening == "Shed Pontoon: dave, kevin | deck 1, not cut | place your bets"
    assert not checked(bot).findings


def test_a_table_that_nobody_plays_at_seals_nothing(bot: OfflineBot) -> None:
    assert checked(bot).sealed == 0


def test_the_next_round_goes_on_in_the_deck(bot: OfflineBot) -> None:
    bot.says("dave", "!pontoon dave kevin")
    play(bot)
    taken = bot.table().deck.cards_dealt
    (opening,) = in_channel(bot.says("dave", "!pontoon"))
    assert opening.startswith(f"Shed Pontoon: kevin, dave | deck 1, card {taken + 1} | ")


def test_a_finished_deck_is_opened_behind_the_balances_and_another_is_sealed(
    tmp_path: Path,
) -> None:
    config = {"shed": {"marker": "310-310"}}
    bot = OfflineBot(tmp_path, "dave 1000, kevin 1000", config=config, tells_of_decks=True)
    bot.says("dave", "!pontoon dave kevin")
    *_, balances, opened = [line for line in play(bot) if not line.startswith("You")]
    assert balances.startswith("Chips: ")
    found = OPENED.fullmatch(opened)
    assert found
    assert (found[2], found[3]) == (None, "2")
    report = checked(bot)
    assert not report.findings
    assert (report.sealed, report.finished, [*report.in_play]) == (2, 1, [2])


def test_cuts_count_once_the_seal_is_heard(bot: OfflineBot) -> None:
    assert in_channel(bot.says("dave", "!cut early words"))[-1] == SEAL_FIRST
    assert in_channel(bot.says("dave", "!cut  four score   and seven")) == []
    assert in_channel(bot.pass_seconds(2)) == ["dave cuts deck 1 of Shed Pontoon (1 cut)"]
    bot.says("kevin", "!cut years ago")
    acknowledged, opening = in_channel(bot.says("dave", "!pontoon dave kevin"))
    assert acknowledged == "kevin cuts deck 1 of Shed Pontoon (2 cuts)"
    assert cut_of(opening) == "cut by 2"
    assert in_channel(bot.pass_seconds(2)) == []
    (refusal,) = in_channel(bot.says("bob", "!cut too late"))
    assert refusal.startswith("bob, it is too late to cut deck 1.")
    play(bot)
    bot.deals("dave", "!british dave kevin")
    (refusal,) = in_channel(bot.says("bob", "!cut too late"))
    assert refusal.startswith("bob, it is too late to cut deck 1 or 2.")


def test_nobody_cuts_while_nothing_can_be_kept(bot: OfflineBot) -> None:
    bot.says("dave", "!cut early words")  # which seals the deck
    with full_disk():
        bot.bot.database.write("SELECT 1")
        bot.looks()
        (said,) = bot.says("bob", "!cut any words")
        assert said.line.startswith("I did not do that because I cannot save it")
    bot.looks()
    assert in_channel(bot.pass_seconds(2)) == []
    *_, opening = in_channel(bot.says("dave", "!pontoon dave kevin"))
    assert cut_of(opening) == "not cut"


def test_a_table_that_opens_has_a_deck_to_cut(bot: OfflineBot) -> None:
    sealed, _ = in_channel(bot.says("dave", "!join"))
    assert SEALED.fullmatch(sealed)
    bot.says("kevin", "!cut it")
    assert in_channel(bot.pass_seconds(2))[-1] == "kevin cuts deck 1 of Shed Pontoon (1 cut)"


def test_cuts_within_two_seconds_are_acknowledged_in_one_line(bot: OfflineBot) -> None:
    """A deck that is cut twice by somebody has one cut of theirs: the last one."""
    bot.says("dave", "!cut early")
    for nick, words in (("dave", "one"), ("kevin", "two"), ("dave", "three")):
        assert in_channel(bot.says(nick, f"!cut {words}")) == []
    assert in_channel(bot.pass_seconds(2)) == [
        "kevin cuts deck 1 of Shed Pontoon (1 cut) | dave cuts deck 1 of Shed Pontoon (2 cuts)"
    ]


def test_the_same_words_cut_all_decks_that_can_be_cut(bot: OfflineBot) -> None:
    bot.says("dave", "!cut early")
    bot.says("dave", "!join cutwc")
    bot.says("dave", "!cut these words")
    assert in_channel(bot.pass_seconds(2))[-1] == (
        "dave cuts deck 1 of Shed Pontoon (1 cut) | dave cuts deck 2 of CUTwC Pontoon (1 cut)"
    )


def test_a_seal_that_was_refused_is_said_again_when_somebody_cuts(bot: OfflineBot) -> None:
    bot.is_mute = True
    bot.says("dave", "!cut early")
    bot.says("dave", "!cut early")
    bot.is_mute = False
    sealed, refusal = in_channel(bot.says("dave", "!cut still too early"))
    assert SEALED.fullmatch(sealed)
    assert refusal == SEAL_FIRST
    bot.says("dave", "!cut years ago")
    assert in_channel(bot.pass_seconds(2)) == ["dave cuts deck 1 of Shed Pontoon (1 cut)"]


def test_a_seal_that_was_refused_is_said_again_before_a_deal(bot: OfflineBot) -> None:
    bot.is_mute = True
    bot.says("dave", "!cut early")
    bot.is_mute = False
    sealed, opening = in_channel(bot.says("dave", "!pontoon dave kevin"))
    assert SEALED.fullmatch(sealed)
    assert cut_of(opening) == "not cut"


@pytest.mark.parametrize("how", ["voice", "deal"])
def test_an_opening_that_was_refused_is_said_again(bot: OfflineBot, how: str) -> None:
    """As soon as the bot gets a rank, or somebody deals: after how the round ended."""
    bot.says("dave", "!cutwc dave kevin")
    bot.is_mute = True
    bot.stops_round()
    bot.is_mute = False
    if how == "voice":
        bot.roster().grant(BOT, "v")
        bot.croupier().rank_changed()
        bot.pass_seconds(1)
        ended, opened = bot.heard_in(CHANNEL)[-2:]
    else:
        _, ended, opened, *_ = in_channel(bot.says("kevin", "!cutwc dave kevin"))
    assert "no round: it is stopped" in ended
    found = OPENED.fullmatch(opened)
    assert found
    assert found[3] == "2"
    bot.croupier().rank_changed()
    assert len([line for line in bot.heard_in(CHANNEL) if OPENED.fullmatch(line)]) == 1


def test_words_behind_deal_are_the_last_cut(bot: OfflineBot) -> None:
    bot.says("dave", "!join")
    (opening,) = in_channel(bot.says("dave", "!deal nobody can follow this"))
    assert cut_of(opening) == "cut by 1"
    (note,) = bot.bot.deck_notes
    assert note.cuts == (("dave", "nobody can follow this"),)


def test_who_deals_with_words_hears_only_of_a_cut_that_does_not_count(bot: OfflineBot) -> None:
    """One that counts is in the line that says how often the deck is cut."""
    bot.says("dave", "!join")
    first = bot.says("dave", "!deal nobody can follow this")
    assert deck_texts.CUT_ALREADY not in [each.line for each in first]
    play(bot)
    second = bot.says("dave", "!deal nor this")
    assert [each.line for each in second if each.target == "dave"][-1] == deck_texts.CUT_ALREADY
    (note,) = bot.bot.deck_notes
    assert note.cuts == (("dave", "nobody can follow this"),)


def test_what_is_no_cut_is_refused_aloud(bot: OfflineBot) -> None:
    for words, why in [
        ("", "say any words behind it"),
        ("x" * 101, "say at most 100 bytes: I cut nothing short"),
        ("\x034red", "say words without colours and other codes"),
        ("caf\udce9", "have your client send UTF-8"),
    ]:
        bot.says("dave", "!cut early")
        assert in_channel(bot.says("dave", f"!cut {words}")) == [f"dave, that does not cut: {why}."]


@pytest.mark.parametrize("line", ["\x02!cut four score", "!\x034cut\x0f four score"])
def test_a_cut_whose_command_is_formatted_is_refused_aloud(bot: OfflineBot, line: str) -> None:
    """It stands in no log as a cut does."""
    bot.says("dave", "!cut early")
    (told,) = in_channel(bot.says("dave", line))
    assert told.startswith("dave, that does not cut: say words without colours")


def test_words_behind_deal_do_not_cut_before_the_seal_is_heard(bot: OfflineBot) -> None:
    """Whoever deals could else choose them when they know what the bot has not said yet."""
    bot.waiting = []
    for text in ("!join", "!deal too early"):
        bot.says("dave", text)
    first = bot.lets_leave()
    assert [*filter(SEALED.fullmatch, in_channel(first))]
    assert not [line for line in in_channel(first) if "deck 1" in line]  # it waits for the seal
    said = [*first, *bot.lets_leave()]
    opening = next(line for line in in_channel(said) if line.startswith("Shed Pontoon: dave |"))
    assert cut_of(opening) == "not cut"
    assert deck_texts.SEAL_UNHEARD in [each.line for each in said if each.target == "dave"]


def test_cuts_are_recorded_as_they_sort_and_not_as_they_were_heard(tmp_path: Path) -> None:
    """In IRC there is no one order in which all see lines (FAIR)."""
    config = {"shed": {"marker": "310-310"}}
    bot = OfflineBot(tmp_path, "dave 1000, kevin 1000", config=config, tells_of_decks=True)
    for nick, words in (("dave", "early"), ("dave", "years ago"), ("kevin", "four score")):
        bot.says(nick, f"!cut {words}")
    bot.says("dave", "!pontoon dave kevin")
    play(bot)
    (opening,) = openings(bot)
    assert opening.cuts == ("four score", "years ago")
    assert not checked(bot).findings


def test_each_finished_deck_is_opened_when_its_round_is_over(tmp_path: Path) -> None:
    config = {"shed": {"marker": "310-310"}}
    bot = OfflineBot(tmp_path, "dave 1000, kevin 1000", config=config, tells_of_decks=True)
    for number in ("1", "2", "3"):
        bot.says("dave", "!pontoon dave kevin")
        (opened,) = filter(None, map(OPENED.fullmatch, play(bot)))
        assert opened[1] == number


def test_a_shoe_is_finished_by_a_round_that_is_stopped_too(tmp_path: Path) -> None:
    config = {"shed": {"marker": "310-310"}}
    bot = OfflineBot(tmp_path, "dave 1000, kevin 1000", config=config, tells_of_decks=True)
    bot.says("dave", "!pontoon dave kevin")
    said = in_channel(bot.stops_round())
    (opened,) = filter(None, map(OPENED.fullmatch, said))
    assert opened[2] is None
    assert not checked(bot).findings


def test_no_deck_is_opened_while_a_round_is_played(bot: OfflineBot) -> None:
    bot.says("dave", "!pontoon dave kevin")
    bot.adopts({"shed": {"decks": "8"}})
    assert in_channel(bot.looks()) == []
    assert checked(bot).sealed == len(checked(bot).in_play) == 1


def test_a_deck_that_nobody_was_dealt_to_from_is_opened_without_cuts(bot: OfflineBot) -> None:
    for text in ("!cut early", "!cut these words"):
        bot.says("dave", text)
    bot.adopts({"shed": {"decks": "8"}})
    bot.looks()
    (opening,) = openings(bot)
    assert opening.cuts is None
    assert not checked(bot).findings


def test_a_channel_that_the_bot_is_out_of_hears_of_decks_when_it_is_back(bot: OfflineBot) -> None:
    bot.says("dave", "!cut early")
    bot.is_put_out()
    bot.adopts({"shed": {"decks": "8"}})
    assert in_channel(bot.looks()) == []
    said = in_channel(bot.is_back([BOT, "dave", "kevin", "bob"]))
    (opened,) = filter(None, map(OPENED.fullmatch, said))
    assert opened[3] == "2"


@contextmanager
def no_room_for_decks() -> Iterator[None]:
    """Have players.decks be the one file that cannot be written."""

    def fail(*_: object, **__: object) -> bool:
        raise OSError(errno.ENOSPC, "No space left on device")

    with patch.multiple(deck_file, _append=fail, write_new=fail):
        yield


def test_nothing_is_dealt_while_the_record_of_decks_cannot_be_written(bot: OfflineBot) -> None:
    """Not even from a deck that is recorded."""
    bot.says("dave", "!cut early")
    with no_room_for_decks():
        for game in ("cutwc", "pontoon"):
            bot.says("dave", f"!{game} dave kevin")
            assert bot.croupier().ask is None
    bot.says("dave", "!pontoon dave kevin")
    assert bot.croupier().ask is not None


def test_a_deck_is_never_dealt_whose_seal_nobody_has_heard(bot: OfflineBot) -> None:
    """The disk fails once, as the deck is sealed; the round begins by itself when it is mended."""
    with no_room_for_decks():
        assert bot.says("dave", "!pontoon dave kevin") == []
        assert in_channel(bot.looks()) == [
            "I cannot save games right now (No space left on device). "
            "The game begins as soon as I can. Please tell an admin."
        ]
        assert in_channel(bot.says("dave", "!pontoon dave kevin")) == []
        assert in_channel(bot.looks()) == []
    sealed, opening = in_channel(bot.looks())
    assert SEALED.fullmatch(sealed)
    assert opening == "Shed Pontoon: dave, kevin | deck 1, not cut | place your bets"
    assert not checked(bot).findings


def test_no_round_begins_in_a_channel_that_cannot_hear_the_seal(bot: OfflineBot) -> None:
    bot.is_mute = True
    bot.says("dave", "!pontoon dave kevin")
    assert bot.croupier().ask is None
    bot.is_mute = False
    bot.roster().grant(BOT, "v")
    bot.croupier().rank_changed()
    bot.time.advance(0)
    sealed, opening = bot.heard_in(CHANNEL)
    assert SEALED.fullmatch(sealed)
    assert cut_of(opening) == "not cut"


def test_the_first_deck_is_sealed_on_entering(bot: OfflineBot) -> None:
    """So that it can be cut: for the game that was played last, or else for Shed Pontoon."""
    (sealed,) = in_channel(bot.starts_anew())
    assert SEALED.fullmatch(sealed)
    bot.says("kevin", "!cut the first one")
    assert in_channel(bot.pass_seconds(2)) == ["kevin cuts deck 1 of Shed Pontoon (1 cut)"]
    bot.says("dave", "!cutwc dave kevin")
    play(bot)
    said = in_channel(bot.starts_anew())
    assert [line.split(":")[0] for line in said] == [
        "Deck 2 opened, given up (restart)",
        "Deck 1 sealed",
    ]


def test_a_round_that_is_void_before_a_card_keeps_deck_and_cuts(bot: OfflineBot) -> None:
    """Nobody has learnt anything: it is not given up, and nobody can cut it again."""
    bot.says("dave", "!join british")
    bot.says("dave", "!cut these words")
    first = next(line for line in said_of_void_round(bot) if "| deck 1" in line)
    assert cut_of(first) == "cut by 1"
    (refusal,) = in_channel(bot.says("kevin", "!cut too late"))
    assert "too late to cut deck 1" in refusal
    said = in_channel(bot.deals("dave", "!british dave kevin"))
    assert said[0].split(" | ")[1] == first.split(" | ")[1]
    play(bot)
    bot.adopts({"irc": {"channels": "#other"}})
    (opening,) = openings(bot)
    assert opening.dealt[0] == (0, 0, False)
    assert opening.dealt[1].took > 0
    assert not checked(bot).findings


def said_of_void_round(bot: OfflineBot) -> list[str]:
    """Have dave and kevin begin a round of British Pontoon whose bank nobody wants."""
    said = bot.says("dave", "!british dave kevin")
    for nick in ("dave", "kevin"):
        said += bot.tells(nick, "n")
    lines = in_channel(said)
    assert lines[-1].startswith("no round: nobody takes the bank")
    assert bot.croupier().ask is None
    return lines


def test_an_opening_is_not_said_before_it_is_on_the_disk(bot: OfflineBot) -> None:
    bot.says("dave", "!cutwc dave kevin")
    with no_room_for_decks():
        bot.stops_round()
        bot.croupier().rank_changed()
        bot.looks()
        assert not [*filter(OPENED.fullmatch, bot.heard_in(CHANNEL))]
    assert OPENED.fullmatch(in_channel(bot.looks())[0])


def test_a_channel_that_is_given_up_leaves_no_deck_in_the_database(bot: OfflineBot) -> None:
    bot.says("dave", "!cut early")
    bot.is_put_out()
    bot.adopts({"irc": {"channels": "#other"}})
    assert not [*bot.bot.deck_notes]
    assert len(openings(bot)) == 1


def test_a_deck_whose_secret_is_lost_with_the_database_is_said_to_be(bot: OfflineBot) -> None:
    bot.says("dave", "!cut early")
    bot.dies()
    change_database(bot, "DELETE FROM decks")  # as if nobody could recover it
    (line,) = in_channel(bot.starts())
    lost, sealed = line.split(" | ")
    assert lost == "Deck 1 cannot be opened: its secret is lost"
    assert sealed.startswith("deck 2 sealed: ")


def test_what_was_heard_is_not_said_again(bot: OfflineBot) -> None:
    """As when the bot gets a rank."""
    bot.says("dave", "!cutwc dave kevin")
    bot.says("kevin", "!cut some words")
    heard = len(bot.said)
    bot.croupier().rank_changed()
    assert bot.said[heard:] == []


def test_nor_is_what_waits_to_leave_after_a_refusal(bot: OfflineBot) -> None:
    bot.is_mute = True
    bot.says("dave", "!cut early")
    bot.is_mute = False
    bot.waiting = []
    for _ in range(3):
        bot.says("dave", "!cut still too early")
    said = in_channel(bot.lets_leave())
    assert len([line for line in said if SEALED.fullmatch(line)]) == 1


def test_an_opening_that_was_refused_is_said_when_the_bot_is_back(bot: OfflineBot) -> None:
    bot.says("dave", "!cutwc dave kevin")
    bot.is_mute = True
    bot.stops_round()
    bot.is_mute = False
    bot.is_put_out()
    said = in_channel(bot.is_back([BOT, "dave", "kevin", "bob"]))
    assert len([line for line in said if OPENED.fullmatch(line)]) == 1


def test_an_opening_that_nobody_heard_is_said_after_a_restart(tmp_path: Path) -> None:
    """The bot is killed when the deck is finished, before the channel hears of it."""
    config = {"shed": {"marker": "310-310"}}
    bot = OfflineBot(tmp_path, "dave 1000, kevin 1000", config=config, tells_of_decks=True)
    bot.says("dave", "!pontoon dave kevin")
    bot.waiting = []
    play(bot)
    assert checked(bot).finished == 1
    bot.dies()
    (opened,) = filter(None, map(OPENED.fullmatch, in_channel(bot.starts())))
    assert opened[1] == "1"


def test_a_deck_that_was_never_recorded_is_forgotten(bot: OfflineBot) -> None:
    """The file of decks has its seal, of which nobody has heard: a kill took it and its secret."""
    with killed_at("commit", Trouble.POWER_CUT):
        bot.says("dave", "!cut early")
    (forgotten,) = bot.bot.deck_notes
    assert [*checked(bot).in_play] == [1]
    bot.dies()
    (sealed,) = in_channel(bot.starts())
    (note,) = bot.bot.deck_notes
    assert sealed.startswith("Deck 1 sealed: ")
    assert note.secret != forgotten.secret
    assert not checked(bot).findings


def test_a_stopped_round_of_a_pack_gives_the_deck_up(bot: OfflineBot) -> None:
    bot.says("dave", "!cutwc dave kevin")
    said = in_channel(bot.stops_round())
    found = OPENED.fullmatch(said[-1])
    assert found
    assert (found[2], found[3]) == ("a round was not settled", "2")
    assert not checked(bot).findings


def test_so_does_a_void_one_in_which_the_bank_was_paid_for(bot: OfflineBot) -> None:
    """The price hangs on no round, and the round leaves nothing."""
    bot.deals("dave", "!shoot dave kevin bob")
    price = {Phase.AUCTION: "bid 77", Phase.KITTY: "n"}
    while not any("gets the bank" in line for line in bot.heard_in(CHANNEL)):
        ask = bot.croupier().ask
        assert ask is not None
        bot.tells(ask.player, price[ask.phase])
        if ask.phase is Phase.AUCTION:
            price[ask.phase] = "n"
    ask = bot.croupier().ask
    assert ask is not None
    buyer = ask.player
    bot.tells(buyer, "50")
    said = in_channel(bot.says(buyer, "!shoot leave"))
    assert "no round: nobody has bet" in said[0]
    (opened,) = filter(None, map(OPENED.fullmatch, bot.heard_in(CHANNEL)))
    assert opened[2] == "a round was not settled"
    assert not checked(bot).findings
    assert sorted(bot.in_file(each).chips for each in ("dave", "kevin", "bob")) == [923, 1000, 1077]
    assert in_channel(bot.says("bob", "!last")) == [
        "No round that I remember was played to its end here."
    ]


def test_a_stopped_round_of_a_shoe_leaves_the_deck_in_play(bot: OfflineBot) -> None:
    bot.says("dave", "!pontoon dave kevin")
    bot.stops_round()
    bot.says("kevin", "!pontoon kevin bob")
    assert bot.heard_in(CHANNEL)[-1].startswith("Shed Pontoon: kevin, bob | deck 1, card 3 |")


def test_a_restart_between_rounds_gives_the_deck_up(bot: OfflineBot) -> None:
    bot.says("dave", "!pontoon dave kevin")
    play(bot)
    (opened,) = in_channel(bot.starts_anew())
    found = OPENED.fullmatch(opened)
    assert found
    assert (found[2], found[3]) == ("restart", "2")
    assert not checked(bot).findings


def test_a_restart_says_an_opening_once_before_the_server_confirms_it(bot: OfflineBot) -> None:
    bot.says("dave", "!pontoon dave kevin")
    play(bot)
    bot.stops()
    bot.waiting = []
    bot.starts()
    said = in_channel(bot.lets_leave())
    assert len([line for line in said if OPENED.fullmatch(line)]) == 1


def test_a_pack_that_a_round_has_finished_is_so_after_a_kill(tmp_path: Path) -> None:
    """Stopped when the result is in the database, and the deck is not opened yet."""
    bot = OfflineBot(
        tmp_path,
        "dave 1000, kevin 1000",
        new_pack=lambda before: RiggedPack([*before, "AH 9C KH 9D"], ["KS 2C"]),
        tells_of_decks=True,
    )
    bot.deals("dave", "!british dave kevin")
    while (ask := bot.croupier().ask) is not None:
        bot.time.advance(0)
        bot.hear(bot.person(ask.player), "min" if ask.phase is Phase.BET else "s")
    bot.stops()
    (opened,) = filter(None, map(OPENED.fullmatch, in_channel(bot.starts())))
    assert opened[2] is None


def test_a_restart_in_a_round_keeps_the_deck_sealed(bot: OfflineBot) -> None:
    bot.says("dave", "!pontoon dave kevin")
    said = in_channel(bot.starts_anew())
    assert not [line for line in said if SEALED.fullmatch(line) or "deck 1" in line]
    play(bot)
    assert [*checked(bot).in_play] == [1]


def test_a_restart_keeps_a_deck_that_is_cut_and_not_dealt(bot: OfflineBot) -> None:
    bot.says("dave", "!cut early")
    bot.says("dave", "!cut these words")
    sealed, acknowledged = in_channel(bot.starts_anew())
    assert sealed.startswith("Deck 1 sealed: ")
    assert acknowledged == "dave cuts deck 1 of Shed Pontoon (1 cut)"
    (opening,) = in_channel(bot.says("dave", "!pontoon dave kevin"))
    assert cut_of(opening) == "cut by 1"


def test_a_cut_that_was_acknowledged_is_not_said_again_after_a_restart(bot: OfflineBot) -> None:
    """Somebody may have cut again while the bot was away: other words would seem to count."""
    bot.says("dave", "!cut early")
    bot.says("dave", "!cut these words")
    bot.pass_seconds(2)
    assert len(in_channel(bot.starts_anew())) == 1
    (opening,) = in_channel(bot.says("dave", "!pontoon dave kevin"))
    assert cut_of(opening) == "cut by 1"


def test_the_line_with_the_cuts_is_said_after_a_restart_if_it_was_not_heard(
    bot: OfflineBot,
) -> None:
    """As it was: names, and what was cut; cards come behind it."""
    bot.says("dave", "!cut early")
    bot.says("dave", "!cut these words")
    bot.pass_seconds(2)
    bot.waiting = []
    bot.says("dave", "!pontoon dave kevin")
    opening = next(each for each in bot.waiting if each.urgency is Priority.RECORD)
    bot.dies()
    (again,) = [line for line in in_channel(bot.starts()) if "deck 1, cut" in line]
    assert again == " | ".join(opening.items[:2])
    assert not [line for line in in_channel(bot.starts_anew()) if "deck 1" in line]


def test_it_is_said_again_in_the_same_words_when_the_bot_is_back(bot: OfflineBot) -> None:
    bot.says("dave", "!cut early")
    bot.waiting = []
    bot.says("dave", "!pontoon dave kevin")
    opening = next(each for each in bot.waiting if each.urgency is Priority.RECORD)
    bot.waiting = None  # lost with the connection
    bot.is_cut_off()
    first, *_ = in_channel(bot.is_back([BOT, "dave", "kevin", "bob"]))
    assert first == " | ".join(opening.items)


def test_other_rules_give_the_deck_up(bot: OfflineBot) -> None:
    bot.says("dave", "!cut early")
    bot.adopts({"shed": {"decks": "8"}})
    (opened,) = in_channel(bot.looks())
    found = OPENED.fullmatch(opened)
    assert found
    assert (found[2], found[3]) == ("new rules", "2")


@pytest.mark.parametrize("config", [{"shed": {"stick_min": "15"}}, {"irc": {"channels": "#else"}}])
def test_a_round_that_cannot_go_on_is_among_those_dealt(
    bot: OfflineBot, config: dict[str, dict[str, str]]
) -> None:
    """With the cards that it took: else a deck that was cut would count as never dealt."""
    bot.says("dave", "!pontoon dave kevin")
    play(bot)
    bot.says("dave", "!pontoon dave kevin")
    for nick in ("dave", "kevin"):
        bot.tells(nick, "min")
    taken = len(bot.table().deck.dealt)
    assert taken == 4
    bot.starts_anew(config)
    lines = bot.players_xml.with_name("players.decks").read_bytes().splitlines()
    (opened,) = [found for found in map(read, lines) if isinstance(found, Opened)]
    (_, took, is_settled), last = opened.dealt
    assert is_settled
    assert last == (took, taken, False)
    assert checked(bot).findings == []


def test_an_operator_has_a_pack_replaced(bot: OfflineBot) -> None:
    bot.ops("bob")
    bot.says("dave", "!cutwc dave kevin")
    assert bot.says("bob", "!cutwc shuffle")[0].line.startswith("A round is being played.")
    play(bot)
    (opened,) = in_channel(bot.says("bob", "!cutwc shuffle"))
    found = OPENED.fullmatch(opened)
    assert found
    assert found[2] == "operator"
    assert bot.says("dave", "!cutwc shuffle")[0].line.startswith("Only a channel operator")


HOW_TO_CHECK = "Keep your log: docs/fair.md says how to check it."


def test_fair_says_what_is_sealed_and_whose_cuts_count(bot: OfflineBot) -> None:
    bot.says("dave", "!cut early")
    bot.says("dave", "!cut these words")
    (line,) = in_channel(bot.says("kevin", "!fair"))
    assert line == (
        "Deck 1 of Shed Pontoon is sealed, cut by dave so far. Say !cut and any words, last of all "
        f"if you can: they stay in a public file for ever. {HOW_TO_CHECK}"
    )


def test_fair_is_one_line_of_no_urgency_once_a_minute(bot: OfflineBot) -> None:
    """Nobody can make the bot say records: they would hold up the table."""
    bot.says("dave", "!cutwc dave kevin")
    (line,) = bot.says("bob", "!fair")
    assert (line.target, line.urgency) == (CHANNEL, Priority.CHATTER)
    assert line.line.startswith("Deck 1 of CUTwC Pontoon is sealed and not cut. ")
    for seconds, target in ((0, "bob"), (59.0, "bob"), (1.0, CHANNEL)):
        bot.time.advance(seconds)
        (line,) = [each for each in bot.says("bob", "!fair") if each.line.startswith("Deck 1 of ")]
        assert (line.target, line.urgency) == (target, Priority.CHATTER)


def test_fair_names_those_who_cut_last_of_many(bot: OfflineBot) -> None:
    bot.says("dave", "!cut early")
    for number in range(12):
        bot.comes(f"nick{number}")
        bot.says(f"nick{number}", "!cut words")
    (line,) = in_channel(bot.says("bob", "!fair"))
    assert "cut by nick4, nick5, " in line
    assert ", nick11 and 4 more so far." in line


def test_fair_says_a_seal_again_that_was_lost(bot: OfflineBot) -> None:
    bot.is_mute = True
    bot.says("dave", "!cut early")
    bot.is_mute = False
    sealed, _ = in_channel(bot.says("kevin", "!fair"))
    assert SEALED.fullmatch(sealed)
    assert len(bot.says("kevin", "!fair")) == 1
