"""Sealed decks at the table (FAIR): what the channel hears of them, and when."""

import re
import shutil
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from pontoon.engine.moves import Phase
from pontoon.irc.outgoing import Message, Priority
from pontoon.service.shared import new_equipment
from pontoon.storage import sqlite
from pontoon.storage.decks import SealedDeck, all_decks
from pontoon.storage.history import Wanted, rounds
from pontoon.storage.place import path_beside, reading
from pontoon.storage.verify import Verification, verify
from tests.support.checked_logs import SHORT, HeardDeck, Log
from tests.support.faulty_disk import Trouble
from tests.support.logged_evenings import same_secrets
from tests.support.offline_bot import BOT, CHANNEL, Entry, OfflineBot, Said
from tests.support.play_rounds import change_database, full_disk, killed_at
from tests.support.stacked_decks import RiggedPack

pytestmark = pytest.mark.slow

PEOPLE = "dave 1000, kevin 1000, bob 1000"
SHORT_SHOE = {"shed": {"marker": "310-310"}}
"""One round ends it."""

SEALED = re.compile(rf"Deck (\d+) of #pontoon sealed: ({SHORT}) \(!cut any words\)")
OPENED = re.compile(
    r"Deck (\d+) of #pontoon opened(?:, given up \((.+?)\))?: [A-Za-z0-9_-]{22} "
    r"\(127\.0\.0\.1 #pontoon [a-z]+ \d+ [0-9a-z-]+ [A-Za-z0-9_-]{8}\) after \d+ rounds?, "
    rf"\d+ cards?(?: \| deck (\d+) sealed: {SHORT} \(!cut any words\))?"
)
CUTS = re.compile(rf"deck \d+, (not cut|\d+ cuts?): ?({SHORT})?|deck \d+, (not cut)")
NOT_YET = "dave, that does not cut: say it once more when I have said the seal."


class DeckBot(OfflineBot):
    """A bot whose words about decks are heard, and whose cards are those of its decks."""

    def __init__(self, folder: Path, players: str | Sequence[Entry] = PEOPLE, **more: Any) -> None:
        furnish = None if "new_pack" in more else new_equipment
        super().__init__(folder, players, tells_of_decks=True, furnish=furnish, **more)

    def is_watched(self) -> list[Said]:
        """Let the bot see who is in the channel."""
        return self._after(self.croupier().decks.watched)

    def play(self) -> list[str]:
        """Play the round to its end: everybody bets the least, and sticks as soon as possible."""
        said: list[Said] = []
        while (ask := self.croupier().ask) is not None:
            answers = ["min"] if ask.phase is Phase.BET else ["s", "t"]
            if self.waiting:
                self.lets_questions_leave()
            for answer in answers:
                said += self.tells(ask.player, answer)
                if self.croupier().ask != ask:
                    break
        return in_channel(said)

    def heard(self) -> dict[int, HeardDeck]:
        """Return what all that the channel has heard proves."""
        return Log(self.heard_in(CHANNEL)).decks

    def kept(self) -> list[SealedDeck]:
        """Return all decks in the database."""
        with reading(self.players_xml) as read:
            return [*all_decks(read)]

    def verified(self) -> Verification:
        """Return what the owner of the bot is told of its decks."""
        with reading(self.players_xml) as read:
            return verify(all_decks(read), rounds(read, Wanted()))


@pytest.fixture(autouse=True)
def _same_cards() -> Iterator[None]:
    with same_secrets(1):
        yield


@pytest.fixture
def bot(tmp_path: Path) -> Iterator[DeckBot]:
    """Give a bot; in the end, what the channel has heard must prove what the owner can check."""
    bot = DeckBot(tmp_path)
    yield bot
    bot.heard()


@pytest.fixture
def cuttable(bot: DeckBot) -> DeckBot:
    """Give a bot whose channel has heard the seal of a deck of Shed Pontoon."""
    (sealed,) = in_channel(bot.is_watched())
    assert SEALED.fullmatch(sealed)
    return bot


def in_channel(said: Sequence[Said]) -> list[str]:
    return [each.line for each in said if each.target == CHANNEL]


def opened_in(lines: Sequence[str]) -> re.Match[str]:
    """Return what the only line of LINES says that opens a deck."""
    (found,) = filter(None, map(OPENED.fullmatch, lines))
    return found


def cuts_in(line: str) -> str:
    """Return how often the deck was cut that the opening LINE of its first round is about."""
    found = re.search(rf"\| deck \d+, (?:(not cut)|(\d+ cuts?): {SHORT})(?: \||$)", line)
    assert found, line
    return found[1] or found[2]


# Shapes


def test_the_first_call_seals_a_deck_and_deals_from_it(bot: DeckBot) -> None:
    sealed, opening = in_channel(bot.says("dave", "!pontoon dave kevin"))
    assert SEALED.fullmatch(sealed)
    assert opening == "Shed Pontoon: dave, kevin | deck 1, not cut | place your bets"
    bot.play()
    taken = bot.table().deck.cards_dealt
    (opening,) = in_channel(bot.says("dave", "!pontoon"))
    assert opening == f"Shed Pontoon: kevin, dave | deck 1, card {taken + 1} | place your bets"


def test_a_cut_deck_says_its_cuts_in_the_first_opening_line(cuttable: DeckBot) -> None:
    cuttable.says("dave", "!cut years ago")
    assert in_channel(cuttable.pass_seconds(2)) == ['dave cuts deck 1 (1): "years ago"']
    (opening,) = in_channel(cuttable.says("dave", "!pontoon dave kevin"))
    assert re.fullmatch(
        rf"Shed Pontoon: dave, kevin \| deck 1, 1 cut: {SHORT} \| place your bets", opening
    )
    assert cuttable.heard()[1].words == ["years ago"]


def test_where_the_bank_is_open_the_deck_is_named_before_it_is_asked_for(bot: DeckBot) -> None:
    *_, opening = in_channel(bot.says("dave", "!british dave kevin bob"))
    assert opening == ("British Pontoon: dave, kevin, bob | deck 1, not cut | who takes the bank?")


def test_a_finished_deck_is_opened_behind_the_balances_and_another_is_sealed(
    tmp_path: Path,
) -> None:
    bot = DeckBot(tmp_path, config=SHORT_SHOE)
    for number in (1, 2, 3):
        bot.says("dave", "!pontoon dave kevin")
        taken = bot.table().deck
        *_, balances, opened = [line for line in bot.play() if not line.startswith("You")]
        assert balances.startswith("Chips: ")
        assert (opened_in([opened])[1], opened_in([opened])[2]) == (str(number), None)
        assert opened_in([opened])[3] == str(number + 1)
        assert bot.heard()[number].counted == (1, taken.cards_dealt)
    report = bot.verified()
    assert not report.findings
    assert (report.sealed, report.finished, len(report.in_play)) == (4, 3, 1)
    assert (report.rounds_checked, report.rounds_missing) == (3, 0)


# When a deck is sealed


def test_a_deck_is_sealed_when_somebody_is_there_and_not_before(tmp_path: Path) -> None:
    """For Shed Pontoon where nothing was played yet."""
    bot = DeckBot(tmp_path, "dave 1000")
    bot.leaves("dave")
    assert bot.is_watched() == []
    bot.looks()
    assert bot.kept() == []
    bot.comes("zed")
    (sealed,) = in_channel(bot.is_watched())
    assert SEALED.fullmatch(sealed)
    assert bot.is_watched() == []
    assert [deck.terms.game for deck in bot.kept()] == ["pontoon"]


def test_after_a_restart_it_is_one_of_the_game_that_was_played_last(bot: DeckBot) -> None:
    bot.says("dave", "!cutwc dave kevin")
    bot.play()
    bot.adopts({"irc": {"channels": "#other"}})
    bot.adopts({"irc": {"channels": CHANNEL}})
    bot.is_watched()
    assert [deck.terms.game for deck in bot.kept()] == ["cutwc", "cutwc"]


def test_a_table_that_opens_has_a_deck_to_cut(cuttable: DeckBot) -> None:
    sealed, _ = in_channel(cuttable.says("dave", "!join cutwc"))
    assert sealed.startswith("Deck 2 of #pontoon sealed: ")
    cuttable.says("kevin", "!cut it")
    assert in_channel(cuttable.pass_seconds(2)) == ['kevin cuts deck 2 (1): "it"']


# Whose words cut


def test_a_cut_counts_once_the_seal_is_heard(bot: DeckBot) -> None:
    bot.waiting = []
    bot.says("dave", "!cut early words")
    assert NOT_YET in in_channel(bot.lets_leave())
    bot.says("dave", "!cut early words")
    bot.waiting = None
    assert in_channel(bot.pass_seconds(2)) == ['dave cuts deck 1 (1): "early words"']


def test_cuts_within_two_seconds_are_acknowledged_in_one_line(cuttable: DeckBot) -> None:
    for nick, words in (("dave", "one"), ("kevin", "one"), ("bob", "Two 2")):
        assert in_channel(cuttable.says(nick, f"!cut  {words} ")) == []
    assert in_channel(cuttable.pass_seconds(2)) == [
        'dave cuts deck 1 (1): "one" | kevin cuts deck 1 (2): "one" | bob cuts deck 1 (3): "Two 2"'
    ]
    assert in_channel(cuttable.pass_seconds(2)) == []
    cuttable.says("dave", "!pontoon dave kevin")
    assert cuttable.heard()[1].words == ["one", "one", "Two 2"]


ONCE = "you have cut this deck already: each person cuts it once."
HOST = "that does not cut: three people from your address have cut this deck already."


@pytest.mark.parametrize(
    ("cutters", "why"),
    [
        ([("a", "x@one", ""), ("b", "y@two", "")], ""),
        ([("a", "x@one", ""), ("A", "x@ONE", "")], ONCE),
        ([("a", "x@", ""), ("b", "y@", ""), ("a", "z@", "")], ONCE),
        ([("a", "x@one", "acc"), ("b", "y@two", "ACC")], ONCE),
        ([("a", "x@o", ""), ("b", "y@O", ""), ("c", "x@o", "acc"), ("d", "x@o", "")], HOST),
        ([("a", "x@one", "a1"), ("b", "x@one", "b1"), ("c", "x@one", "c1")], ""),
        ([("a", "x@o", "a1"), ("b", "x@o", "b1"), ("c", "x@o", "c1"), ("d", "x@o", "d1")], HOST),
        ([("a", "x@2001:db8::1", ""), ("a", "x@2001:db8::2", "")], ONCE),
        ([("a", "x@2001:db8:0:1::1", ""), ("b", "x@2001:db8:0:2::1", "")], ""),
    ],
)
def test_a_person_cuts_once_and_a_host_three_times(
    cuttable: DeckBot, cutters: list[tuple[str, str, str]], why: str
) -> None:
    for number, (nick, userhost, account) in enumerate(cutters, 1):
        cuttable.comes(nick, userhost)
        cuttable.logs_in(nick, account)
        told = in_channel(cuttable.says(nick, f"!cut words {number}"))
        is_last = number == len(cutters)
        assert told == ([f"{nick}, {why}"] if is_last and why else [])
    cuttable.pass_seconds(2)
    assert len(cuttable.heard()[1].words) == len(cutters) - bool(why)


def test_a_deck_that_is_no_cut_any_more_says_so_to_whoever_comes_too_late(
    cuttable: DeckBot,
) -> None:
    cuttable.says("dave", "!pontoon dave kevin")
    assert in_channel(cuttable.says("bob", "!cut too late")) == [
        "bob, that is too late to cut the deck. You can cut the next one once I seal it."
    ]


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("!cut", "say any words behind it."),
        (f"!cut {'x' * 41}", "say at most 40 characters, since I cut nothing short."),
        ("!cut years  ago", None),
        ("!cut it's", None),
        ("!cut \x034red", None),
        ("!cut caf\u00e9", None),
        ("\x02!cut four score", None),
        ("!\x034cut\x0f four score", None),
    ],
)
def test_what_is_no_cut_is_refused_aloud_once_a_minute(
    cuttable: DeckBot, typed: str, why: str | None
) -> None:
    """Else in private: nobody can have the bot fill the channel."""
    why = why or "say plain letters (a to z), digits, and single spaces between words."
    for seconds, target, told in (
        (0.0, CHANNEL, f"dave, that does not cut: {why}"),
        (59.0, "dave", f"That does not cut: {why}"),
        (1.0, CHANNEL, f"dave, that does not cut: {why}"),
    ):
        cuttable.time.advance(seconds)
        (line,) = cuttable.says("dave", typed)
        assert (line.target, line.line) == (target, told)
    assert cuttable.kept()[0].cuts == ()


def test_only_the_deck_of_the_open_table_or_the_last_game_is_cut(cuttable: DeckBot) -> None:
    cuttable.says("dave", "!join cutwc")
    cuttable.says("dave", "!cut one")
    cuttable.says("dave", "!leave")
    cuttable.says("dave", "!cutwc dave kevin")
    cuttable.play()
    cuttable.says("dave", "!join pontoon")
    cuttable.says("dave", "!cut two")
    cuttable.pass_seconds(2)
    heard = cuttable.heard()
    assert (heard[2].words, heard[1].words) == (["one"], ["two"])


def test_a_cut_that_cannot_be_kept_is_none(cuttable: DeckBot) -> None:
    with full_disk():
        cuttable.bot.database.write("SELECT 1")
        cuttable.looks()
        (said,) = cuttable.says("bob", "!cut any words")
        assert said.line.startswith("I did not do that because I cannot save it")
    cuttable.looks()
    assert in_channel(cuttable.pass_seconds(2)) == []
    *_, opening = in_channel(cuttable.says("dave", "!pontoon dave kevin"))
    assert cuts_in(opening) == "not cut"


def test_a_cutter_whose_nick_lines_cannot_show_is_called_by_the_nickname(tmp_path: Path) -> None:
    """When their cut is acknowledged, and when what was said is told again."""
    bot = DeckBot(tmp_path, [Entry("a|b", nickname="Zed"), Entry("kevin")])
    bot.is_watched()
    bot.says("a|b", "!cut years ago")
    (acknowledged,) = in_channel(bot.pass_seconds(2))
    assert acknowledged == 'Zed cuts deck 1 (1): "years ago"'
    assert [each.line for each in bot.tells("kevin", "fair 1")][1] == acknowledged


# The words behind a deal


def test_words_behind_deal_are_the_last_cut_and_stand_in_front_of_the_opening_line(
    cuttable: DeckBot,
) -> None:
    cuttable.says("kevin", "!cut years ago")
    cuttable.pass_seconds(2)
    cuttable.says("kevin", "!join")
    cuttable.says("dave", "!join")
    cuttable.says("bob", "!cut four score")  # which is not acknowledged yet
    said = cuttable.says("dave", "!deal nobody can follow this")
    (opening,) = in_channel(said)
    assert re.fullmatch(
        r'bob cuts deck 1 \(2\): "four score" \| '
        r'dave cuts deck 1 \(3\): "nobody can follow this" \| '
        rf"Shed Pontoon: kevin, dave \| deck 1, 3 cuts: {SHORT} \| place your bets",
        opening,
    )
    assert "does not cut" not in "".join(each.line for each in said)
    assert in_channel(cuttable.pass_seconds(2)) == []
    assert cuttable.heard()[1].words == ["years ago", "four score", "nobody can follow this"]


def test_who_has_cut_may_still_deal_with_words(cuttable: DeckBot) -> None:
    cuttable.says("dave", "!cut years ago")
    cuttable.says("dave", "!join")
    cuttable.says("dave", "!deal and again")
    assert cuttable.heard()[1].words == ["years ago", "and again"]


def test_words_behind_a_later_deal_cut_nothing(cuttable: DeckBot) -> None:
    cuttable.says("dave", "!join")
    cuttable.says("dave", "!deal nobody can follow this")
    cuttable.play()
    said = [each.line for each in cuttable.says("dave", "!deal nor this") if each.target == "dave"]
    assert said[-1].startswith("That is too late to cut the deck.")
    assert cuttable.heard()[1].words == ["nobody can follow this"]


def test_words_behind_deal_do_not_cut_before_the_seal_is_heard(bot: DeckBot) -> None:
    """Whoever deals could else choose them when they know what the bot has not said yet."""
    bot.waiting = []
    bot.says("dave", "!join")
    bot.says("dave", "!deal too early")
    first = bot.lets_leave()
    assert [*filter(SEALED.fullmatch, in_channel(first))]
    assert not [line for line in in_channel(first) if "deck 1," in line]  # it waits for the seal
    said = in_channel([*first, *bot.lets_leave()])
    assert cuts_in(said[-1]) == "not cut"
    assert bot.kept()[0].cuts == ()


def test_no_round_begins_before_its_cuts_are_acknowledged(cuttable: DeckBot) -> None:
    """When the line has been sent: nothing overtakes it."""
    cuttable.says("kevin", "!cut years ago")
    cuttable.waiting = []
    cuttable.pass_seconds(2)
    cuttable.says("dave", "!pontoon dave kevin")
    assert cuttable.croupier().ask is None
    (acknowledged,) = in_channel(cuttable.lets_leave())
    assert acknowledged == 'kevin cuts deck 1 (1): "years ago"'
    assert cuttable.croupier().ask is not None
    cuttable.says("bob", "!cut too late")
    assert cuts_in(in_channel(cuttable.lets_leave())[0]) == "1 cut"


def test_an_acknowledgement_that_was_refused_stands_in_front_of_the_opening_line(
    cuttable: DeckBot,
) -> None:
    cuttable.says("kevin", "!cut years ago")
    cuttable.is_mute = True
    cuttable.pass_seconds(2)
    cuttable.is_mute = False
    (opening,) = in_channel(cuttable.says("dave", "!pontoon dave kevin"))
    assert opening.startswith('kevin cuts deck 1 (1): "years ago" | Shed Pontoon: dave, kevin | ')
    assert cuttable.heard()[1].words == ["years ago"]


@pytest.mark.parametrize("cutters", [0, 1, 4])
def test_what_is_too_long_for_a_line_keeps_the_last_cut_and_cuts_together(
    tmp_path: Path, cutters: int
) -> None:
    """The names stand on lines of their own before; nothing is cut between words."""
    nicks = [f"a-nick-of-twenty-five-{number:02}" for number in range(10)]
    bot = DeckBot(tmp_path, ", ".join(f"{nick} 1000" for nick in nicks))
    bot.is_watched()
    bot.says(nicks[0], "!join")
    for nick in nicks[1:]:
        bot.says(nick, "!join")
    for number, nick in enumerate(nicks[:cutters]):
        bot.says(nick, f"!cut {'a word or two of ten letters ' * 2}"[:43] + str(number))
    before = len(bot.heard_in(CHANNEL))
    bot.says(nicks[9], "!deal the very last words of a long line")
    lines = bot.heard_in(CHANNEL)[before:]
    (last,) = [line for line in lines if re.search(rf"deck 1, \d+ cuts?: {SHORT}", line)]
    beside = r'a-nick-of-twenty-five-09 cuts deck 1 \(\d\): "the very last words of a long line"'
    assert re.search(rf"{beside} \| deck 1, {cutters + 1} cuts?: {SHORT}(?: \||$)", last)
    assert all(len(line) <= 400 for line in lines)
    assert [line for line in lines if "Shed Pontoon: " in line]
    assert len(bot.heard()[1].words) == cutters + 1


# What the channel refuses, or has not heard


@pytest.mark.parametrize("said", ["!cut it", "!fair", "!pontoon dave kevin"])
def test_a_seal_that_was_refused_is_said_again(bot: DeckBot, said: str) -> None:
    """Whenever somebody wants to know, cut or play; and once, while it is on its way."""
    bot.is_mute = True
    bot.is_watched()
    assert in_channel(bot.says("kevin", said)) == []
    assert bot.croupier().ask is None
    bot.is_mute = False
    bot.waiting = []
    for _ in range(3):
        bot.says("kevin", said)
    bot.lets_leave()
    bot.lets_leave()
    assert len([*filter(SEALED.fullmatch, bot.heard_in(CHANNEL))]) == 1


def test_a_round_begins_by_itself_once_the_seal_can_be_heard(bot: DeckBot) -> None:
    bot.is_mute = True
    bot.says("dave", "!pontoon dave kevin")
    assert bot.croupier().ask is None
    bot.is_mute = False
    bot.roster().grant(BOT, "v")
    bot.croupier().rank_changed()
    bot.time.advance(0)
    sealed, opening = bot.heard_in(CHANNEL)
    assert SEALED.fullmatch(sealed)
    assert cuts_in(opening) == "not cut"


def gets_voice(bot: DeckBot) -> list[Said]:
    bot.roster().grant(BOT, "v")
    bot.croupier().rank_changed()
    return bot.pass_seconds(1)


def comes_back(bot: DeckBot) -> list[Said]:
    bot.is_put_out()
    return bot.is_back([BOT, "dave", "kevin", "bob"])


@pytest.mark.parametrize(
    "then", [gets_voice, comes_back, lambda bot: bot.says("kevin", "!cutwc dave kevin")]
)
def test_an_opening_that_was_refused_is_said_again_once(
    bot: DeckBot, then: Callable[[DeckBot], list[Said]]
) -> None:
    bot.says("dave", "!cutwc dave kevin")
    bot.is_mute = True
    bot.stops_round()
    bot.is_mute = False
    assert opened_in(in_channel(then(bot)))[3] == "2"
    bot.croupier().rank_changed()
    assert opened_in(bot.heard_in(CHANNEL))[2] == "a round was not settled"


def test_what_was_heard_is_not_said_again(cuttable: DeckBot) -> None:
    cuttable.says("kevin", "!cut some words")
    cuttable.pass_seconds(2)
    cuttable.says("dave", "!cutwc dave kevin")
    heard = len(cuttable.said)
    cuttable.croupier().rank_changed()
    assert cuttable.said[heard:] == []


def the_opening(bot: DeckBot) -> Message:
    """Return the line with CUTS, which waits."""
    assert bot.waiting is not None
    return next(each for each in bot.waiting if each.urgency is Priority.RECORD)


@pytest.mark.parametrize("words", ["", " last words"])
def test_a_line_with_cuts_that_was_not_heard_is_said_again_in_the_same_words(
    cuttable: DeckBot, words: str
) -> None:
    """When the bot is back, before anything else about the round."""
    cuttable.says("dave", "!join")
    cuttable.waiting = []
    cuttable.says("dave", f"!deal{words}")
    opening = the_opening(cuttable)
    cuttable.waiting = None  # lost with the connection
    cuttable.is_cut_off()
    first, *_ = in_channel(cuttable.is_back([BOT, "dave", "kevin", "bob"]))
    assert first == " | ".join(opening.items)


def test_a_channel_that_the_bot_is_out_of_hears_of_decks_when_it_is_back(
    cuttable: DeckBot,
) -> None:
    cuttable.is_put_out()
    cuttable.adopts({"shed": {"decks": "8"}})
    assert in_channel(cuttable.looks()) == []
    said = in_channel(cuttable.is_back([BOT, "dave", "kevin", "bob"]))
    assert opened_in(said)[3] == "2"


# The disk


@contextmanager
def no_room() -> Iterator[None]:
    def fail(_: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    with patch.object(sqlite, "commit", fail):
        yield


def test_no_game_begins_until_a_seal_has_been_said(bot: DeckBot) -> None:
    """The disk is full as the deck is sealed; the round begins by itself when it is mended."""
    with no_room():
        assert in_channel(bot.says("dave", "!pontoon dave kevin")) == []
        told = in_channel(bot.looks())
        assert [line for line in told if "The game begins as soon as I can" in line] == told
        assert bot.croupier().ask is None
        assert [*filter(SEALED.fullmatch, bot.heard_in(CHANNEL))] == []
    bot.looks()
    bot.looks()
    sealed, opening = bot.heard_in(CHANNEL)[-2:]
    assert SEALED.fullmatch(sealed)
    assert opening == "Shed Pontoon: dave, kevin | deck 1, not cut | place your bets"


def test_an_opening_is_not_said_before_it_is_on_the_disk(bot: DeckBot) -> None:
    bot.says("dave", "!cutwc dave kevin")
    with no_room():
        bot.stops_round()
        bot.croupier().rank_changed()
        bot.looks()
        assert not [*filter(OPENED.fullmatch, bot.heard_in(CHANNEL))]
    bot.looks()
    bot.looks()
    assert opened_in(bot.heard_in(CHANNEL))


def test_a_deck_that_was_never_recorded_leaves_no_hole(bot: DeckBot) -> None:
    """A power cut takes it, and its secret: nobody has heard of it."""
    with killed_at("commit", Trouble.POWER_CUT):
        bot.is_watched()
    (forgotten,) = bot.bot.decks
    bot.dies()
    bot.starts()
    (sealed,) = in_channel(bot.is_watched())
    assert sealed.startswith("Deck 1 of #pontoon sealed: ")
    (deck,) = bot.kept()
    assert deck.secret != forgotten.secret


# The end of a deck


def test_a_round_that_is_void_before_a_card_keeps_deck_and_cuts(bot: DeckBot) -> None:
    """Nobody has learnt anything: it is not given up, and nobody can cut it again."""
    bot.says("dave", "!join british")
    bot.says("dave", "!cut these words")
    first, *_ = [line for line in said_of_void_round(bot) if "deck 1, 1 cut" in line]
    (refusal,) = in_channel(bot.says("kevin", "!cut too late"))
    assert "too late to cut" in refusal
    again, *_ = in_channel(bot.deals("dave", "!british dave kevin"))
    assert again.split(" | ")[1] == first.split(" | ")[-2]
    bot.play()
    bot.ops("bob")
    bot.says("bob", "!british shuffle")
    assert bot.heard()[1].counted[0] == 2
    assert bot.verified().findings == []


def said_of_void_round(bot: DeckBot) -> list[str]:
    """Have dave and kevin begin a round of British Pontoon whose bank nobody wants."""
    said = bot.says("dave", "!british dave kevin")
    for nick in ("dave", "kevin"):
        said += bot.tells(nick, "n")
    lines = in_channel(said)
    assert lines[-1].startswith("no round: nobody takes the bank")
    assert bot.croupier().ask is None
    return lines


@pytest.mark.parametrize("game", ["cutwc", "british"])
def test_a_stopped_round_of_a_pack_gives_the_deck_up(bot: DeckBot, game: str) -> None:
    """A card that was drawn for the bank is a card."""
    bot.deals("dave", f"!{game} dave kevin")
    found = opened_in(in_channel(bot.stops_round()))
    assert (found[2], found[3]) == ("a round was not settled", "2")
    assert bot.verified().findings == []


def test_a_stopped_round_of_a_shoe_leaves_the_deck_in_play(bot: DeckBot) -> None:
    bot.says("dave", "!pontoon dave kevin")
    bot.stops_round()
    bot.says("kevin", "!pontoon kevin bob")
    assert bot.heard_in(CHANNEL)[-1].startswith("Shed Pontoon: kevin, bob | deck 1, card 3 |")


def test_a_shoe_is_finished_by_a_round_that_is_stopped_too(tmp_path: Path) -> None:
    bot = DeckBot(tmp_path, config=SHORT_SHOE)
    bot.says("dave", "!pontoon dave kevin")
    assert opened_in(in_channel(bot.stops_round()))[2] is None
    assert bot.verified().findings == []


def test_another_way_to_gather_gives_up_a_pack_that_nobody_was_dealt_from(bot: DeckBot) -> None:
    """One from which a round was dealt is gathered to its end as it was sealed."""
    bot.says("dave", "!join british")
    bot.adopts({"british": {"gather": "mixed"}})
    found = opened_in(in_channel(bot.looks()))
    assert (found[2], found[3]) == ("new rules", "2")


def test_other_rules_give_the_deck_up_between_rounds(bot: DeckBot) -> None:
    bot.says("dave", "!pontoon dave kevin")
    bot.adopts({"shed": {"decks": "8"}})
    assert in_channel(bot.looks()) == []
    found = opened_in(bot.play())
    assert (found[2], found[3]) == ("new rules", "2")
    assert bot.heard()[1].counted[0] == 1


def test_a_deck_whose_secret_is_lost_is_said_to_be_and_is_never_dealt(bot: DeckBot) -> None:
    bot.is_watched()
    bot.dies()
    change_database(bot, """UPDATE decks SET deck = json_set(deck, '$.secret', '')""")
    (line,) = in_channel(bot.starts())
    lost, sealed = line.split(" | ")
    assert lost == "Deck 1 of #pontoon cannot be opened: its secret is lost"
    assert sealed.startswith("deck 2 sealed: ")
    *_, opening = in_channel(bot.says("dave", "!pontoon dave kevin"))
    assert "| deck 2, not cut |" in opening


def test_a_channel_that_is_given_up_hears_nothing_and_its_decks_are_opened(
    cuttable: DeckBot,
) -> None:
    cuttable.is_put_out()
    cuttable.adopts({"irc": {"channels": "#other"}})
    (deck,) = cuttable.kept()
    assert deck.why == "no longer dealt here"
    assert [*cuttable.bot.decks] == []


# Restarts


def test_a_restart_between_rounds_gives_the_deck_up(bot: DeckBot) -> None:
    bot.says("dave", "!pontoon dave kevin")
    bot.play()
    found = opened_in(in_channel(bot.starts_anew()))
    assert (found[2], found[3]) == ("restart", "2")
    assert bot.heard()[1].counted[0] == 1
    assert bot.verified().findings == []


def test_a_restart_after_a_round_that_was_void_before_a_card_gives_it_up_too(
    bot: DeckBot,
) -> None:
    bot.says("dave", "!join british")
    said_of_void_round(bot)
    assert opened_in(in_channel(bot.starts_anew()))[2] == "restart"


def test_a_restart_in_a_round_keeps_the_deck_sealed(bot: DeckBot) -> None:
    bot.says("dave", "!pontoon dave kevin")
    said = in_channel(bot.starts_anew())
    assert not [line for line in said if re.search(r"[Dd]eck \d", line)]
    taken = bot.table().deck
    bot.play()
    bot.says("dave", "!pontoon")
    before = taken.cards_dealt - len(taken.dealt)
    assert f"| deck 1, card {before + 1} |" in bot.heard_in(CHANNEL)[-1]
    assert len(bot.kept()) == 1


@pytest.mark.parametrize("is_acknowledged", [False, True])
def test_a_restart_keeps_a_deck_that_was_cut_and_not_dealt(
    cuttable: DeckBot, is_acknowledged: bool
) -> None:
    """Else throwing away decks that were cut would be free. What was heard is not said again."""
    cuttable.says("dave", "!cut these words")
    if is_acknowledged:
        cuttable.pass_seconds(2)
    sealed, *acknowledged = in_channel(cuttable.starts_anew())
    assert SEALED.fullmatch(sealed)
    expected = [] if is_acknowledged else ['dave cuts deck 1 (1): "these words"']
    assert acknowledged == expected
    (refusal,) = in_channel(cuttable.says("dave", "!cut others"))
    assert refusal == f"dave, {ONCE}"
    (opening,) = in_channel(cuttable.says("dave", "!pontoon dave kevin"))
    assert cuts_in(opening) == "1 cut"
    assert cuttable.heard()[1].words == ["these words"]


@pytest.mark.parametrize("words", ["", " last words"])
def test_the_line_with_cuts_is_said_after_a_restart_if_it_was_not_heard(
    cuttable: DeckBot, words: str
) -> None:
    """As it was: what was cut last, names, and CUTS; cards come behind it."""
    cuttable.says("kevin", "!cut these words")
    cuttable.pass_seconds(2)
    cuttable.says("dave", "!join")
    cuttable.waiting = []
    cuttable.says("dave", f"!deal{words}")
    opening = the_opening(cuttable)
    cuttable.dies()
    again, *_ = in_channel(cuttable.starts())
    assert again == " | ".join(opening.items[:-1])
    assert not [line for line in in_channel(cuttable.starts_anew()) if "deck 1" in line]


def test_an_opening_that_nobody_heard_is_said_after_a_restart(tmp_path: Path) -> None:
    """Once, even before the server confirms it."""
    bot = DeckBot(tmp_path, config=SHORT_SHOE)
    bot.says("dave", "!pontoon dave kevin")
    bot.waiting = []
    bot.play()
    assert bot.kept()[0].why == "finished"
    bot.dies()
    bot.waiting = []
    bot.starts()
    assert opened_in(in_channel(bot.lets_leave()))[2] is None
    bot.waiting = None
    assert in_channel(bot.starts_anew())[0].startswith("Deck 2 of #pontoon sealed: ")


def test_a_pack_that_a_round_has_finished_is_so_after_a_kill(tmp_path: Path) -> None:
    """Stopped when the result is in the database, and the deck is not opened yet."""
    bot = DeckBot(
        tmp_path,
        "dave 1000, kevin 1000",
        new_pack=lambda before: RiggedPack([*before, "AH 9C KH 9D"], ["KS 2C"]),
    )
    bot.deals("dave", "!british dave kevin")
    while (ask := bot.croupier().ask) is not None:
        bot.time.advance(0)
        bot.hear(bot.person(ask.player), "min" if ask.phase is Phase.BET else "s")
    bot.stops()
    assert opened_in(in_channel(bot.starts()))[2] is None


@pytest.mark.parametrize("config", [{"shed": {"stick_min": "15"}}, {"irc": {"channels": "#else"}}])
def test_a_round_that_cannot_go_on_is_among_those_counted(
    bot: DeckBot, config: dict[str, dict[str, str]]
) -> None:
    """With the cards that it took: else a deck that was cut would count as never dealt."""
    bot.says("dave", "!pontoon dave kevin")
    bot.play()
    first = bot.table().deck.cards_dealt
    bot.says("dave", "!pontoon dave kevin")
    for nick in ("dave", "kevin"):
        bot.tells(nick, "min")
    taken = len(bot.table().deck.dealt)
    assert taken == 4
    bot.starts_anew(config)
    deck, *_ = bot.kept()
    assert (deck.why, deck.rounds, deck.cards) == ("restart", 2, first + taken)
    assert [(each.round, each.before, each.took) for each in deck.void] == [(2, first, taken)]
    assert bot.verified().findings == []


# What people are told


CHECK = "Keep your log, and check it with contrib/check.html."


def test_fair_says_what_is_sealed_and_whose_cuts_count(cuttable: DeckBot) -> None:
    cuttable.says("dave", "!cut these words")
    (line,) = in_channel(cuttable.says("kevin", "!fair"))
    seal = cuttable.heard()[1].seal
    assert line == (
        f"Deck 1 of Shed Pontoon is sealed ({seal}), cut by dave so far. Say !cut and any words, "
        f"last of all if you can. {CHECK}"
    )


def test_fair_is_one_line_of_no_urgency_once_a_minute(bot: DeckBot) -> None:
    """Nobody can make the bot say records: they would hold up the table."""
    bot.says("dave", "!cutwc dave kevin")
    for seconds, target in ((0.0, CHANNEL), (0.0, "bob"), (59.0, "bob"), (1.0, CHANNEL)):
        bot.time.advance(seconds)
        (line,) = [each for each in bot.says("bob", "!fair") if each.line.startswith("Deck 1 of ")]
        assert (line.target, line.urgency) == (target, Priority.CHATTER)
        assert line.line.startswith("Deck 1 of CUTwC Pontoon is sealed and not cut. ")


def test_fair_names_those_who_cut_last_of_many(cuttable: DeckBot) -> None:
    for number in range(12):
        cuttable.comes(f"nick{number}")
        cuttable.says(f"nick{number}", "!cut words")
    (line,) = in_channel(cuttable.says("bob", "!fair"))
    assert ", cut by nick4, nick5, " in line
    assert ", nick11 and 4 more so far." in line


def test_the_seal_is_told_to_who_joins_while_the_deck_can_be_cut(cuttable: DeckBot) -> None:
    """Last of all, and not where they hear it with everybody."""
    for nick in ("dave", "kevin"):
        sealed = cuttable.says(nick, "!join")[-1]
        assert (sealed.target, sealed.urgency) == (nick, Priority.CHATTER)
        assert SEALED.fullmatch(sealed.line)
        assert cuttable.spoken[-1].informs
    cuttable.says("dave", "!deal")
    assert not [each for each in cuttable.says("bob", "!join") if SEALED.fullmatch(each.line)]


def test_the_seal_is_told_to_who_is_named_for_a_round_that_waits(cuttable: DeckBot) -> None:
    cuttable.says("dave", "!cutwc dave kevin")
    said = cuttable.says("kevin", "!pontoon kevin bob")
    told = [each.target for each in said if SEALED.fullmatch(each.line)]
    assert told == ["kevin", "bob"]


# All that was said of a deck


def told(bot: DeckBot, nick: str, text: str) -> list[str]:
    """Return what NICK is told for TEXT, until the bot has no more to say."""
    said = bot.tells(nick, text)
    while more := bot.pass_seconds(5):
        said += more
    assert {each.target for each in said} == {nick}
    return [each.line for each in said]


def test_fair_with_a_number_tells_all_that_was_said_of_a_deck(tmp_path: Path) -> None:
    bot = DeckBot(tmp_path, config=SHORT_SHOE)
    sealed, *_ = in_channel(bot.is_watched())
    assert told(bot, "bob", "fair 1") == [sealed]
    bot.says("kevin", "!cut years ago")
    assert [each.line for each in bot.tells("bob", "fair 1")] == [sealed]  # not the cut yet
    bot.pass_seconds(2)
    bot.says("dave", "!join")
    (opening,) = in_channel(bot.says("dave", "!deal four score"))
    (opened,) = [line for line in bot.play() if OPENED.fullmatch(line)]
    last, names, cuts, *_ = opening.split(" | ")
    expected = [
        *(sealed, 'kevin cuts deck 1 (1): "years ago"', last, f"{names} | {cuts}"),
        opened.partition(" | ")[0],
    ]
    assert told(bot, "bob", "fair 1") == expected
    bot.starts_anew()
    assert told(bot, "bob", "fair #pontoon 1") == expected
    assert Log(expected).decks[1].words == ["years ago", "four score"]


@pytest.mark.parametrize("number", [7, 100, 12345])
def test_any_number_can_be_asked_for(cuttable: DeckBot, number: int) -> None:
    """A channel of years has thousands of decks."""
    assert told(cuttable, "bob", f"fair {number}") == [
        f"I have sealed no deck {number} in #pontoon."
    ]


def test_only_who_is_in_the_channel_is_told(tmp_path: Path) -> None:
    bot = DeckBot(tmp_path, config={"irc": {"channels": "#pontoon, #den"}})
    bot.is_watched()
    which = "Say fair #channel 1: you are in several of my channels."
    assert told(bot, "dave", "fair 1") == [which]
    assert SEALED.fullmatch(told(bot, "dave", "fair #PONTOON 1")[0])
    assert told(bot, "dave", "fair #den 1") == ["I have sealed no deck 1 in #den."]
    bot.leaves("dave", "#den")
    assert SEALED.fullmatch(told(bot, "dave", "fair 1")[0])
    not_in = "I tell what was said in {} to those who are there: come in first."
    for channel in ("#den", "#nowhere"):
        assert told(bot, "dave", f"fair {channel} 1") == [not_in.format(channel)]
    bot.leaves("dave")
    for text in ("fair 1", "fair #pontoon 1"):
        assert not [line for line in told(bot, "dave", text) if "sealed:" in line]
    assert told(bot, "kevin", "fair one") == [
        "Say fair and the number of a deck, as in fair 41, or fair #channel 41."
    ]


# Decks of version 0.5

FILES = Path(__file__).parents[1] / "storage" / "of_0_5_2"
OLD = (
    "Deck 1 opened, given up (new version): 96Udh3Q89PN7uG9A0sDJog "
    "(127.0.0.1 #pontoon pontoon 6 60-75 nnoUQ6meIzyBzjiVDaSKcJhd5H4)"
)


@pytest.fixture
def upgraded(tmp_path: Path) -> DeckBot:
    """Give a bot that is started with the files of version 0.5.2, which was killed in a round."""
    bot = DeckBot(tmp_path)
    bot.stops()
    database = path_beside(bot.players_xml)
    for suffix in ("", "-wal", "-shm"):
        database.with_name(database.name + suffix).unlink(missing_ok=True)
    with closing(sqlite3.connect(database)) as connection:
        connection.executescript((FILES / "pontoon.sql").read_text("utf-8"))
    shutil.copy(FILES / "pontoon.xml", bot.players_xml)
    return bot


def test_a_deck_of_version_0_5_is_opened_when_its_round_is_over(upgraded: DeckBot) -> None:
    """In the old way; the next one has number 1 in the new one."""
    upgraded.starts()
    upgraded.is_watched()
    assert [line for line in upgraded.heard_in(CHANNEL) if "opened" in line] == []
    before = upgraded.table().deck.seed
    upgraded.play()
    assert upgraded.table().deck.seed == before
    upgraded.looks()
    assert [line for line in upgraded.heard_in(CHANNEL) if "opened" in line] == [OLD]
    upgraded.looks()
    upgraded.starts_anew()
    assert upgraded.heard_in(CHANNEL).count(OLD) == 1
    upgraded.is_watched()
    upgraded.says("dave", "!pontoon dave kevin")
    assert "| deck 1, not cut |" in upgraded.heard_in(CHANNEL)[-1]
    assert [deck.terms.number for deck in upgraded.kept()] == [1]
    assert upgraded.verified().findings == []


def test_it_is_opened_at_once_where_no_round_goes_on(upgraded: DeckBot) -> None:
    change_database(upgraded, "DELETE FROM rounds WHERE ended IS NULL")
    assert in_channel(upgraded.starts()).count(OLD) == 1
    assert [*upgraded.bot.old_decks] == []


def test_nobody_hears_of_it_in_a_channel_that_the_bot_has_left(upgraded: DeckBot) -> None:
    upgraded.starts({"irc": {"channels": "#other"}})
    assert [*upgraded.bot.old_decks] == []


def test_one_whose_secret_was_lost_is_not_opened(upgraded: DeckBot) -> None:
    change_database(upgraded, "DELETE FROM rounds WHERE ended IS NULL")
    change_database(upgraded, "UPDATE decks SET note = json_set(note, '$.secret', '')")
    assert in_channel(upgraded.starts())[0] == "Deck 1 cannot be opened: its secret is lost"


def test_cards_of_its_rounds_are_not_shown_before_it_is_opened(upgraded: DeckBot) -> None:
    upgraded.starts()
    upgraded.comes("zed")
    with reading(upgraded.players_xml) as read:
        first = next(iter(rounds(read, Wanted())))
    shown = [line for line in told(upgraded, "zed", f"replay {first.id}") if line.startswith("[")]
    assert shown == []
    upgraded.play()
    upgraded.looks()
    shown = [line for line in told(upgraded, "zed", f"replay {first.id}") if line.startswith("[")]
    assert shown
