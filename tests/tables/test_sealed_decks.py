"""Sealed decks at the table (FAIR): what the channel hears of them, and when."""

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from pontoon.engine.moves import Phase
from pontoon.storage.decks.deck_records import Opened, read
from pontoon.storage.decks.verify import Verification, verify
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
        for answer in answers:
            said += bot.tells(ask.player, answer)
            if bot.croupier().ask != ask:
                break
    return in_channel(said)


def checked(bot: OfflineBot) -> Verification:
    path = bot.players_xml.with_name("players.decks")
    return verify(path.read_bytes().splitlines(keepends=True))


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
    bot.says("dave", "!cutwc stop")
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


def test_a_stopped_round_of_a_pack_gives_the_deck_up(bot: OfflineBot) -> None:
    bot.says("dave", "!cutwc dave kevin")
    said = in_channel(bot.says("dave", "!cutwc stop"))
    found = OPENED.fullmatch(said[-2])
    assert found
    assert found[2] == "a round was not settled"
    assert SEALED.fullmatch(said[-1])
    assert not checked(bot).faults


def test_a_stopped_round_of_a_shoe_leaves_the_deck_in_play(bot: OfflineBot) -> None:
    bot.says("dave", "!pontoon dave kevin")
    bot.says("dave", "!pontoon stop")
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
