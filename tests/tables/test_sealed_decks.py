"""Sealed decks at the table (FAIR): what the channel hears of them, and when."""

import errno
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

import pytest

from pontoon.engine.errors import NotRecorded
from pontoon.engine.moves import Phase
from pontoon.storage.append_file import AppendFile
from pontoon.storage.decks.deck_file import DeckFile, SealedDeck
from pontoon.storage.decks.deck_records import Opened, Opening, read
from pontoon.storage.decks.verify import Verification, verify
from pontoon.text.fair import cutting
from tests.support.offline_bot import BOT, CHANNEL, OfflineBot, Said
from tests.support.stacked_decks import RiggedPack

SEALED = re.compile(r"Deck (\d+) is sealed: [0-9a-f]{64} \((.+); !cut any words\)")
CUT = re.compile(r"Deck (\d+) is cut \((\d+)\): [0-9a-f]{64}")
OPENED = re.compile(
    r"Deck (\d+)(?:, given up \((.+)\),)? is opened: [0-9a-f]{64} \(pontoon-deck-1 .+\)"
)


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


def openings(bot: OfflineBot) -> list[Opening]:
    """Return what was published of the decks that are opened."""
    lines = bot.players_xml.with_name("players.decks").read_bytes().splitlines()
    return [found.opening for _, found in map(read, lines) if isinstance(found, Opened)]


def test_the_first_call_seals_a_deck_and_deals_from_it(bot: OfflineBot) -> None:
    sealed, cut, opening = in_channel(bot.says("dave", "!pontoon dave kevin"))
    assert SEALED.fullmatch(sealed)
    assert CUT.fullmatch(cut)
    assert opening == "Shed Pontoon: dave, kevin | deck 1, card 1 | place your bets"
    assert not checked(bot).faults


def test_a_table_that_nobody_plays_at_seals_nothing(bot: OfflineBot) -> None:
    assert not bot.players_xml.with_name("players.decks").exists()


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
    *_, balances, opened, sealed = [line for line in play(bot) if not line.startswith("You")]
    assert balances.startswith("Chips: ")
    found = OPENED.fullmatch(opened)
    assert found
    assert found[2] is None
    assert SEALED.fullmatch(sealed)
    report = checked(bot)
    assert not report.faults
    assert (report.counts.sealed, report.counts.finished, [*report.in_play]) == (2, 1, [2])


def test_cuts_count_once_the_seal_is_heard(bot: OfflineBot) -> None:
    assert in_channel(bot.says("dave", "!cut early words"))[-1].startswith("The seal has to be")
    assert in_channel(bot.says("dave", "!cut  four score   and seven")) == [
        "dave cuts deck 1 (1 cut)"
    ]
    assert in_channel(bot.says("kevin", "!cut years ago")) == ["kevin cuts deck 1 (2 cuts)"]
    (cut, _) = in_channel(bot.says("dave", "!pontoon dave kevin"))
    assert cut.startswith("Deck 1 is cut (2): ")
    assert in_channel(bot.says("bob", "!cut too late"))[0].startswith("It is too late to cut")


def test_a_table_that_opens_has_a_deck_to_cut(bot: OfflineBot) -> None:
    (sealed,) = in_channel(bot.says("dave", "!join"))
    assert SEALED.fullmatch(sealed)
    assert in_channel(bot.says("kevin", "!cut it")) == ["kevin cuts deck 1 (1 cut)"]


def test_a_seal_that_was_refused_is_said_again_when_somebody_cuts(bot: OfflineBot) -> None:
    bot.is_mute = True
    bot.says("dave", "!cut early")
    bot.says("dave", "!cut early")
    bot.is_mute = False
    sealed, refusal = in_channel(bot.says("dave", "!cut still too early"))
    assert SEALED.fullmatch(sealed)
    assert refusal.startswith("The seal has to be heard first.")
    assert in_channel(bot.says("dave", "!cut years ago")) == ["dave cuts deck 1 (1 cut)"]


def test_a_seal_that_was_refused_is_said_again_before_a_deal(bot: OfflineBot) -> None:
    bot.is_mute = True
    bot.says("dave", "!cut early")
    bot.is_mute = False
    sealed, cut, _ = in_channel(bot.says("dave", "!pontoon dave kevin"))
    assert SEALED.fullmatch(sealed)
    assert CUT.fullmatch(cut)


@pytest.mark.parametrize("how", ["voice", "deal"])
def test_an_opening_that_was_refused_is_said_again(bot: OfflineBot, how: str) -> None:
    """As soon as the bot gets a rank, or somebody deals: before the seal of the next deck."""
    bot.says("dave", "!cutwc dave kevin")
    bot.is_mute = True
    bot.stops_round()
    bot.is_mute = False
    if how == "voice":
        bot.roster().grant(BOT, "v")
        bot.croupier().rank_changed()
        opened, sealed = bot.heard_in(CHANNEL)[-2:]
    else:
        opened, sealed, *_ = in_channel(bot.says("kevin", "!cutwc dave kevin"))
    assert OPENED.fullmatch(opened)
    assert SEALED.fullmatch(sealed)
    bot.croupier().rank_changed()
    assert len([line for line in bot.heard_in(CHANNEL) if OPENED.fullmatch(line)]) == 1


def test_words_behind_deal_are_the_last_cut(bot: OfflineBot) -> None:
    bot.says("dave", "!join")
    cut, _ = in_channel(bot.says("dave", "!deal nobody can follow this"))
    assert cut.startswith("Deck 1 is cut (1): ")
    (note,) = bot.journal.decks
    assert note.cuts == (("dave", "nobody can follow this"),)


def test_who_deals_with_words_hears_only_of_a_cut_that_does_not_count(bot: OfflineBot) -> None:
    """One that counts is in the line that says how often the deck is cut."""
    bot.says("dave", "!join")
    first = bot.says("dave", "!deal nobody can follow this")
    assert cutting.CUT_ALREADY not in [each.line for each in first]
    play(bot)
    second = bot.says("dave", "!deal nor this")
    assert [each.line for each in second if each.target == "dave"][-1] == cutting.CUT_ALREADY
    (note,) = bot.journal.decks
    assert note.cuts == (("dave", "nobody can follow this"),)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("", "say any words behind it"),
        ("x" * 101, "say at most 100 bytes: I cut nothing short"),
        ("\x034red", "say words without colours and other codes"),
        ("caf\udce9", "have your client send UTF-8"),
    ],
)
def test_what_is_no_cut_is_refused_aloud(bot: OfflineBot, words: str, why: str) -> None:
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
    said = bot.lets_leave()
    (cut,) = filter(None, map(CUT.fullmatch, in_channel(said)))
    assert cut[2] == "0"
    assert cutting.SEAL_UNHEARD in [each.line for each in said if each.target == "dave"]


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
    assert not checked(bot).faults


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
    assert not checked(bot).faults


def test_no_deck_is_opened_while_a_round_is_played(bot: OfflineBot) -> None:
    bot.says("dave", "!pontoon dave kevin")
    bot.adopts({"shed": {"decks": "8"}})
    assert in_channel(bot.looks()) == []
    assert checked(bot).counts.sealed == len(checked(bot).in_play) == 1


def test_a_deck_that_nobody_was_dealt_to_from_is_opened_without_cuts(bot: OfflineBot) -> None:
    for text in ("!cut early", "!cut these words"):
        bot.says("dave", text)
    bot.adopts({"shed": {"decks": "8"}})
    bot.looks()
    (opening,) = openings(bot)
    assert opening.cuts is None
    assert not checked(bot).faults


def test_a_channel_that_the_bot_is_out_of_hears_of_decks_when_it_is_back(bot: OfflineBot) -> None:
    bot.says("dave", "!cut early")
    bot.is_put_out()
    bot.adopts({"shed": {"decks": "8"}})
    assert in_channel(bot.looks()) == []
    said = in_channel(bot.is_back([BOT, "dave", "kevin", "bob"]))
    assert len([*filter(OPENED.fullmatch, said)]) == len([*filter(SEALED.fullmatch, said)]) == 1


@contextmanager
def no_room_for_decks() -> Iterator[None]:
    """Have players.decks be the one file that cannot be written."""
    real = AppendFile.append

    def append(file: AppendFile, lines: Sequence[bytes]) -> None:
        if file.path.suffix == ".decks":
            raise OSError(errno.ENOSPC, "No space left on device")
        real(file, lines)

    with patch.object(AppendFile, "append", append):
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


def test_an_opening_is_not_said_before_it_is_on_the_disk(bot: OfflineBot) -> None:
    bot.says("dave", "!cutwc dave kevin")
    with no_room_for_decks():
        bot.stops_round()
        bot.croupier().rank_changed()
        bot.looks()
        assert not [*filter(OPENED.fullmatch, bot.heard_in(CHANNEL))]
    assert OPENED.fullmatch(in_channel(bot.looks())[0])


def test_a_channel_that_is_given_up_leaves_no_deck_in_the_journal(bot: OfflineBot) -> None:
    bot.says("dave", "!cut early")
    bot.is_put_out()
    bot.adopts({"irc": {"channels": "#other"}})
    assert not [*bot.journal.decks]
    assert len(openings(bot)) == 1


def test_a_deck_whose_secret_is_lost_with_the_journal_is_said_to_be(bot: OfflineBot) -> None:
    bot.says("dave", "!cut early")
    bot.dies()
    (journal,) = bot.players_xml.parent.glob("*.journal")
    journal.unlink()
    assert in_channel(bot.starts()) == ["Deck 1 cannot be opened (its secret is lost)"]


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
    assert checked(bot).counts.finished == 1
    bot.dies()
    (opened,) = filter(None, map(OPENED.fullmatch, in_channel(bot.starts())))
    assert opened[1] == "1"


def test_a_deck_that_was_never_recorded_is_forgotten(
    bot: OfflineBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The journal has its secret, and nobody has heard of its seal."""

    def fail(_file: DeckFile, _deck: SealedDeck) -> None:
        raise NotRecorded

    with monkeypatch.context() as failing:
        failing.setattr(DeckFile, "seal", fail)
        bot.says("dave", "!cut early")
        assert [*bot.journal.decks]
    bot.dies()
    assert in_channel(bot.starts()) == []
    assert not [*bot.journal.decks]


def test_a_stopped_round_of_a_pack_gives_the_deck_up(bot: OfflineBot) -> None:
    bot.says("dave", "!cutwc dave kevin")
    said = in_channel(bot.stops_round())
    found = OPENED.fullmatch(said[-2])
    assert found
    assert found[2] == "a round was not settled"
    assert SEALED.fullmatch(said[-1])
    assert not checked(bot).faults


def test_a_stopped_round_of_a_shoe_leaves_the_deck_in_play(bot: OfflineBot) -> None:
    bot.says("dave", "!pontoon dave kevin")
    bot.stops_round()
    bot.says("kevin", "!pontoon kevin bob")
    assert bot.heard_in(CHANNEL)[-1].startswith("Shed Pontoon: kevin, bob | deck 1, card 3 |")


def test_a_restart_between_rounds_gives_the_deck_up(bot: OfflineBot) -> None:
    bot.says("dave", "!pontoon dave kevin")
    play(bot)
    opened, sealed = in_channel(bot.starts_anew())
    found = OPENED.fullmatch(opened)
    assert found
    assert found[2] == "restart"
    assert SEALED.fullmatch(sealed)
    assert not checked(bot).faults


def test_a_restart_says_an_opening_once_before_the_server_confirms_it(bot: OfflineBot) -> None:
    bot.says("dave", "!pontoon dave kevin")
    play(bot)
    bot.stops()
    bot.waiting = []
    bot.starts()
    said = in_channel(bot.lets_leave())
    assert len([line for line in said if OPENED.fullmatch(line)]) == 1


def test_a_pack_that_a_round_has_finished_is_so_after_a_kill(tmp_path: Path) -> None:
    """Killed when the result is in the journal, and the deck is not opened yet."""
    bot = OfflineBot(
        tmp_path,
        "dave 1000, kevin 1000",
        new_pack=lambda before: RiggedPack([*before, "AH 9C KH 9D"], ["KS 2C"]),
        tells_of_decks=True,
    )
    bot.deals("dave", "!british dave kevin")
    while (ask := bot.croupier().ask) is not None:
        bot.hear(bot.person(ask.player), "min" if ask.phase is Phase.BET else "s")
    bot.stops()
    (opened,) = filter(None, map(OPENED.fullmatch, in_channel(bot.starts())))
    assert opened[2] is None


def test_a_restart_in_a_round_keeps_the_deck_sealed(bot: OfflineBot) -> None:
    bot.says("dave", "!pontoon dave kevin")
    said = in_channel(bot.starts_anew())
    assert said[0].startswith("Deck 1 is sealed: ")
    assert said[1].startswith("Deck 1 is cut (0): ")
    play(bot)
    assert [*checked(bot).in_play] == [1]


def test_a_restart_keeps_a_deck_that_is_cut_and_not_dealt(bot: OfflineBot) -> None:
    bot.says("dave", "!cut early")
    bot.says("dave", "!cut these words")
    (sealed,) = in_channel(bot.starts_anew())
    assert sealed.startswith("Deck 1 is sealed: ")
    assert in_channel(bot.says("dave", "!pontoon dave kevin"))[0].startswith("Deck 1 is cut (1): ")


def test_other_rules_give_the_deck_up(bot: OfflineBot) -> None:
    bot.says("dave", "!cut early")
    bot.adopts({"shed": {"decks": "8"}})
    opened, sealed = in_channel(bot.looks())
    found = OPENED.fullmatch(opened)
    assert found
    assert found[2] == "new rules"
    assert sealed.startswith("Deck 2 is sealed: ")


@pytest.mark.parametrize("config", [{"shed": {"stick_min": "15"}}, {"irc": {"channels": "#else"}}])
def test_a_round_that_cannot_go_on_is_among_those_dealt(
    bot: OfflineBot, config: dict[str, dict[str, str]]
) -> None:
    """How many cards it took is not known any more: players were told, the journal was not."""
    bot.says("dave", "!pontoon dave kevin")
    play(bot)
    bot.says("dave", "!pontoon dave kevin")
    bot.starts_anew(config)
    lines = bot.players_xml.with_name("players.decks").read_bytes().splitlines()
    (opened,) = [found for _, found in map(read, lines) if isinstance(found, Opened)]
    (_, took, is_settled), last = opened.opening.dealt
    assert is_settled
    assert last == (took, 0, False)
    assert checked(bot).faults == []


def test_an_operator_has_a_pack_replaced(bot: OfflineBot) -> None:
    bot.ops("bob")
    bot.says("dave", "!cutwc dave kevin")
    assert bot.says("bob", "!cutwc shuffle")[0].line.startswith("A round is being played.")
    play(bot)
    opened, _ = in_channel(bot.says("bob", "!cutwc shuffle"))
    found = OPENED.fullmatch(opened)
    assert found
    assert found[2] == "operator"
    assert bot.says("dave", "!cutwc shuffle")[0].line.startswith("Only a channel operator")


def test_fair_says_what_is_sealed_and_whose_cuts_count(bot: OfflineBot) -> None:
    bot.says("dave", "!cut early")
    bot.says("dave", "!cut these words")
    line, seal = in_channel(bot.says("kevin", "!fair"))
    assert line.startswith("Deck 1 (Shed Pontoon): cut so far by dave")
    assert "Cut it with !cut any words" in line
    assert SEALED.fullmatch(seal)


def test_fair_says_the_cuts_of_a_deck_again_that_is_not_opened(bot: OfflineBot) -> None:
    said = in_channel(bot.says("dave", "!cutwc dave kevin"))
    line, seal, cut = in_channel(bot.says("kevin", "!fair"))
    assert line.startswith("Deck 1 (CUTwC Pontoon): not cut by anybody | Each deck is sealed")
    assert SEALED.fullmatch(seal)
    assert CUT.fullmatch(cut)
    assert said[:2] == [seal, cut]


def test_fair_tells_how_to_cut_while_a_deck_can_be_cut(bot: OfflineBot) -> None:
    how = "Cut it with !cut any words"
    assert how in in_channel(bot.says("kevin", "!fair"))[0]
    bot.says("dave", "!cutwc dave kevin")
    assert how not in in_channel(bot.says("kevin", "!fair"))[0]
