"""contrib/check_log.py says of a log what it proves, and never accuses a bot that is honest."""

import itertools
import random
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from tests.support import logged_evenings
from tests.support.logged_evenings import (
    CHECK_LOG,
    CLIENTS,
    IN_ONE,
    LoggedBot,
    Spoken,
    evening,
    logged,
    logged_in_one,
    run,
    same_secrets,
    verdicts,
)
from tests.support.offline_bot import BOT, CHANNEL
from tests.support.properties import EXAMPLES

pytestmark = pytest.mark.slow

ALL_GAMES = ("pontoon", "british", "shoot", "cutwc", "blackjack")
GATHERED = {"pontoon": "", "british": "mixed", "shoot": "hands", "cutwc": "seats", "blackjack": ""}
CONFIG = {
    **logged_evenings.SHORT_DECKS,
    **{game: {"gather": way} for game, way in GATHERED.items() if way},
}
CARD = re.compile("(?:10|[2-9AJQK])[♣♦♥♠]")


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> list[Spoken]:
    """Return what was said in an evening with all games."""
    folder = tmp_path_factory.mktemp("evening")
    return evening(folder, 4, ALL_GAMES, rounds=8, config=CONFIG).book


@pytest.fixture(scope="module")
def short_book(tmp_path_factory: pytest.TempPathFactory) -> list[Spoken]:
    """Return what was said in a short evening, without restarts and sleepers."""
    folder = tmp_path_factory.mktemp("short")
    return evening(folder, 5, ALL_GAMES, rounds=3, config=CONFIG, wildly=False).book


@pytest.fixture(scope="module")
def shed_log(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Return dave's log of the channel in an evening of Shed Pontoon, without restarts."""
    folder = tmp_path_factory.mktemp("shed")
    bot = evening(folder, 2, ["pontoon"], 12, CONFIG, wildly=False)
    return logged(bot.book, "irssi", "dave").channel


def all_opened(found: dict[int, str]) -> list[str]:
    return [verdict for verdict in found.values() if "it is not opened in the log" not in verdict]


def are_all_right(found: dict[int, str]) -> bool:
    opened = all_opened(found)
    return len(opened) > 4 and all(verdict.startswith("right") for verdict in opened)


def seen(found: dict[int, str]) -> int:
    """Return how many cards were compared."""
    return sum(int(number) for verdict in found.values() for number in NUMBER.findall(verdict))


NUMBER = re.compile(r"(\d+) cards,")


@pytest.mark.parametrize("client", CLIENTS)
def test_every_deck_is_right_in_the_logs_of_each_client(
    book: list[Spoken], client: str, tmp_path: Path
) -> None:
    logs = logged(book, client, "dave")
    found = verdicts(tmp_path, *logs)
    assert are_all_right(found), found
    assert seen(found) > 150


@pytest.mark.parametrize("client", IN_ONE)
def test_what_is_private_may_stand_in_the_same_log(
    short_book: list[Spoken], client: str, tmp_path: Path
) -> None:
    lines = logged_in_one(short_book, client, "dave")
    assert are_all_right(verdicts(tmp_path, lines))
    changed = [changed_private(line) for line in lines]
    found = verdicts(tmp_path, changed)
    assert any("was told in private" in verdict for verdict in found.values()), found


def changed_private(line: str) -> str:
    return re.sub(r"Your card: \S+(?=\.)", "Your card: A♥", line)


@pytest.mark.parametrize("seed", range(max(EXAMPLES // 16, 1)))
@pytest.mark.parametrize("game", ALL_GAMES)
def test_wild_evenings_are_right_in_all_games(game: str, seed: int, tmp_path: Path) -> None:
    """Packs come round more than twice; people leave, sleep, and the bot is restarted."""
    bot = evening(tmp_path, seed, [game], rounds=14, config=CONFIG)
    found = verdicts(tmp_path, *logged(bot.book, "WeeChat", "dave"))
    assert all(each.startswith("right") for each in all_opened(found)), found


@pytest.mark.parametrize("game", ["british", "shoot"])
def test_evenings_with_people_whom_the_bank_does_not_cover_are_right(
    game: str, tmp_path: Path
) -> None:
    chance = random.Random(3)
    poor = {**CONFIG, game: {**CONFIG.get(game, {}), "min_bet": "200", "max_bet": "400"}}
    with same_secrets(3):
        bot = LoggedBot(tmp_path, config=poor)
        for _ in range(4):
            bot.says("dave", f"!{game} dave kevin bob T")
            bot.pass_seconds(3)
            bot.plays(chance)
            bot.pass_seconds(140)
        bot.gives_up(game)
    log, *private = logged(bot.book, "WeeChat", "dave")
    assert any("cannot cover so many" in line for line in log)
    found = verdicts(tmp_path, log, *private)
    assert all(each.startswith("right") for each in all_opened(found)), found


@pytest.mark.parametrize("game", ALL_GAMES)
def test_evenings_with_computers_are_right(game: str, tmp_path: Path) -> None:
    chance = random.Random(2)
    with same_secrets(2):
        bot = LoggedBot(tmp_path, config=CONFIG)
        for number in range(8):
            bot.says("dave", f"!{game} dave {'kevin' if number % 2 else 'bob+'} cat+")
            bot.pass_seconds(3)
            bot.plays(chance)
            bot.pass_seconds(140)
        bot.gives_up(game)
    found = verdicts(tmp_path, *logged(bot.book, "WeeChat", "dave"))
    assert all(each.startswith("right") for each in all_opened(found)), found
    assert seen(found) > 30


@pytest.mark.parametrize("game", ["pontoon", "blackjack"])
def test_a_nickname_that_is_set_during_a_round_accuses_nobody(game: str, tmp_path: Path) -> None:
    chance = random.Random(1)
    with same_secrets(1):
        bot = LoggedBot(tmp_path)
        for number in range(3):
            bot.deals_to(chance, game)
            bot.tells("dave", f"set nickname Fred the {number}th")
            bot.plays(chance)
            bot.pass_seconds(140)
        bot.gives_up(game)
    found = verdicts(tmp_path, *logged(bot.book, "WeeChat", "kevin"))
    assert all(each.startswith("right") for each in all_opened(found)), found
    assert seen(found) > 15


def test_a_pack_that_came_round_is_right(tmp_path: Path) -> None:
    for way in ("hands", "mixed", "seats"):
        folder = tmp_path / way
        folder.mkdir()
        bot = evening(folder, 5, ["cutwc"], 15, {"cutwc": {"gather": way}}, wildly=False)
        found = verdicts(folder, *logged(bot.book, "ZNC", "dave"))
        [verdict] = all_opened(found)
        assert verdict.startswith("right")
        assert seen(found) > 104


def test_a_shoe_of_two_packs_that_ran_dry_is_right(tmp_path: Path) -> None:
    shed = {"decks": "2", "marker": "0-0"}
    bot = evening(tmp_path, 3, ["pontoon"], 40, {**CONFIG, "shed": shed}, wildly=False)
    log = logged(bot.book, "ZNC", "dave").channel
    assert any("the shoe has run out" in line for line in log)
    found = verdicts(tmp_path, log)
    assert all(verdict.startswith("right") for verdict in all_opened(found)), found
    assert any(int(number) > 104 for each in found.values() for number in NUMBER.findall(each))


# What is changed


def said_by_the_bot(log: Sequence[str]) -> list[int]:
    return [place for place, line in enumerate(log) if f"<{BOT}> " in line]


def test_every_changed_card_is_found_and_named(short_book: list[Spoken], tmp_path: Path) -> None:
    log = logged(short_book, "ZNC", "dave").channel
    chance = random.Random(1)
    before = verdicts(tmp_path, log)
    places = [place for place in said_by_the_bot(log) if CARD.search(log[place])]
    for place in chance.sample(places, 12):
        card = chance.choice([*CARD.finditer(log[place])])
        another = "A♥" if card[0] != "A♥" else "2♣"
        line = log[place][: card.start()] + another + log[place][card.end() :]
        found = verdicts(tmp_path, [*log[:place], line, *log[place + 1 :]])
        wrong = [each for number, each in found.items() if each != before.get(number)]
        assert wrong, line
        assert wrong[0].startswith("wrong: "), (line, wrong)
        assert f"line {place + 1}: " in wrong[0], (line, wrong)


def test_a_changed_card_that_only_the_owner_saw_is_found(
    short_book: list[Spoken], tmp_path: Path
) -> None:
    channel, private = logged(short_book, "ZNC", "dave")
    place = next(place for place, line in enumerate(private) if "(s)tick" in line)
    card = CARD.search(private[place])
    assert card
    private[place] = private[place].replace(card[0], "A♥" if card[0] != "A♥" else "2♣", 1)
    found = verdicts(tmp_path, channel, private)
    [wrong] = [verdict for verdict in found.values() if verdict.startswith("wrong")]
    assert f"log 1, line {place + 1}: " in wrong
    assert "was told in private" in wrong


SHOWS_A_DEAL = re.compile(
    r" (?:twists|hits|draws|gets|buys|burns|splits) | = \d+ |second cards are out"
    r"|is the banker|deck \d+,"
)


def changes(log: Sequence[str], places: Sequence[int]) -> Iterator[tuple[int, list[str]]]:
    for place in places:
        yield place, [*log[:place], *log[place + 1 :]]


def test_a_line_that_is_left_out_is_noticed(short_book: list[Spoken], tmp_path: Path) -> None:
    """What shows no deal may be missing: no card depends on it."""
    log = logged(short_book, "ZNC", "dave").channel
    before = verdicts(tmp_path, log)
    places = [place for place in said_by_the_bot(log) if SHOWS_A_DEAL.search(log[place])]
    unnoticed = []
    for place, changed in changes(log, random.Random(2).sample(places, 15)):
        found = verdicts(tmp_path, changed)
        if all(found.get(number, "")[:5] == before[number][:5] for number in before):
            unnoticed.append(log[place])
    assert not unnoticed


def test_a_dealer_whose_first_card_is_missing_is_named(
    short_book: list[Spoken], tmp_path: Path
) -> None:
    log = logged(short_book, "ZNC", "dave").channel
    found = verdicts(tmp_path, [line for line in log if " gets " not in line])
    missed = [verdict for verdict in found.values() if "cannot be followed" in verdict]
    assert any("the log does not show how the dealer's hand was dealt" in each for each in missed)


@pytest.mark.parametrize("shape", [" buys for", " twists ", " hits ", " burns for", "draws "])
def test_a_move_that_is_there_twice_is_noticed(
    short_book: list[Spoken], shape: str, tmp_path: Path
) -> None:
    log = logged(short_book, "ZNC", "dave").channel
    before = verdicts(tmp_path, log)
    for place in [place for place in said_by_the_bot(log) if shape in log[place]][:3]:
        found = verdicts(tmp_path, [*log[:place], log[place], *log[place:]])
        assert found != before
        assert any(each.startswith(("not provable: round", "wrong")) for each in found.values())


def test_moves_in_another_order_are_noticed(short_book: list[Spoken], tmp_path: Path) -> None:
    log = logged(short_book, "ZNC", "dave").channel
    twists = [place for place in said_by_the_bot(log) if " twists " in log[place]]
    pairs = [(one, two) for one, two in itertools.pairwise(twists) if two - one == 1]
    for one, two in pairs[:5]:
        changed = [*log]
        changed[one], changed[two] = log[two], log[one]
        found = verdicts(tmp_path, changed)
        assert any(not each.startswith("right") for each in all_opened(found))


# What is missing


def opened(log: Sequence[str]) -> int:
    """Return the place of the first line by which a deck that was dealt is opened."""
    cut = next(place for place, line in enumerate(log) if "cut by" in line)
    return next(place for place, line in enumerate(log) if place > cut and " opened" in line)


def seal_of_a_dealt_deck(log: Sequence[str]) -> int:
    """Return the place of a line that opens a deck, and seals another one that is dealt."""
    for place, line in enumerate(log):
        sealed = re.search(r" opened.* \| deck (\d+) sealed", line)
        if sealed and any(f"| deck {sealed[1]}, " in later for later in log[place:]):
            return place
    raise AssertionError(log)


def test_a_deck_that_was_never_opened_is_wrong(shed_log: list[str], tmp_path: Path) -> None:
    log = [*shed_log]
    place = seal_of_a_dealt_deck(log)
    _, seal = log[place].rsplit(" | ", 1)
    changed = [*log[:place], f"12:34 <@{BOT}> D{seal[1:]}", *log[place + 1 :]]
    found = verdicts(tmp_path, changed)
    assert any("it was never opened, though deck" in verdict for verdict in found.values())


def test_a_deck_that_was_cut_and_thrown_away_is_wrong(bot: LoggedBot, tmp_path: Path) -> None:
    bot.says("dave", "!cut one")
    bot.pass_seconds(3)
    bot.gives_up("pontoon")
    log = play_a_deck(bot)
    log = [re.sub(r"Deck 1 opened.* \| d", "D", line) for line in log]
    assert "deck 1 (pontoon): wrong: " in told(log, tmp_path)
    assert "it was never opened, though deck 2" in told(log, tmp_path)


def test_a_deck_whose_secret_is_lost_is_wrong(short_book: list[Spoken], tmp_path: Path) -> None:
    log = logged(short_book, "irssi", "dave").channel
    place = opened(log)
    log[place] = re.sub(
        "(Deck [0-9]+) opened[^|]*", r"\1 cannot be opened: its secret is lost ", log[place]
    ).replace("lost  |", "lost |")
    found = verdicts(tmp_path, log)
    assert any(each.startswith("wrong: ") and "secret is lost" in each for each in found.values())


def test_a_deck_without_a_seal_is_wrong_where_the_log_has_all_the_time(
    shed_log: list[str], tmp_path: Path
) -> None:
    log = [*shed_log]
    place = seal_of_a_dealt_deck(log)
    log[place] = log[place].rpartition(" | ")[0]
    found = verdicts(tmp_path, log)
    assert any("before any seal of it was said" in verdict for verdict in found.values()), found
    log[place + 1 : place + 1] = ["--- Log closed Fri", "--- Log opened Fri Nov 20 12:00:00 2026"]
    found = verdicts(tmp_path, log)
    assert not any(verdict.startswith("wrong") for verdict in found.values()), found
    assert any("its seal is not in the log" in verdict for verdict in found.values())


@pytest.mark.parametrize(
    "line",
    [
        "12:34 -!- Irssi: Join to #pontoon was synced in 12 secs",
        "2026-11-20 12:34:56\t--\tirc: disconnected from server",
        "2026-11-20 12:34:56\t--\tChannel #pontoon: 4 nicks (1 op, 0 voices, 3 normal)",
        "Nov 20 12:34:56 *\tNow talking on #pontoon",
        "[12:34:56] *** Joins: zed (zed@home)",
        "12:34 -!- zed [zed@home] has joined #pontoon",
    ],
)
def test_somebody_who_was_away_for_a_while_accuses_nobody(
    line: str, shed_log: list[str], tmp_path: Path
) -> None:
    log = [*shed_log]
    place = seal_of_a_dealt_deck(log)
    changed = [*log[:place], line, *log[place + 1 :]]
    window = ["[12:34:56] <zed> hand"]
    found = verdicts(tmp_path, changed, window)
    assert not any(verdict.startswith("wrong") for verdict in found.values()), found
    changed[place] = f"12:34 <@{BOT}> {line}"  # nobody can say that
    found = verdicts(tmp_path, changed, window)
    assert any("it was never opened, though deck" in verdict for verdict in found.values())


def test_a_cut_that_was_missed_while_logging_stopped_accuses_nobody(
    bot: LoggedBot, tmp_path: Path
) -> None:
    for words in ("one", "two"):
        bot.says("dave", f"!cut {words}")
        bot.pass_seconds(30)
    log = play_a_deck(bot)
    place = next(place for place, line in enumerate(log) if "!cut two" in line)
    again = next(place for place, line in enumerate(log[place:], place) if "dave cuts" in line)
    without = [*log[:place], *log[place + 1 : again], *log[again + 1 :]]
    assert "not the words that were acknowledged" in told(without, tmp_path)
    without[place:place] = ["--- Log closed Fri", "--- Log opened Fri Nov 20 12:00:00 2026"]
    assert "deck 1 (pontoon): not provable: " in told(without, tmp_path)


def test_a_last_round_that_was_missed_while_logging_stopped_accuses_nobody(
    short_book: list[Spoken], tmp_path: Path
) -> None:
    log = logged(short_book, "irssi", "dave").channel
    begun = [place for place, line in enumerate(log) if re.search(r"\| deck \d+, card", line)]
    over = [
        next(later for later, line in enumerate(log[place:], place) if " opened: " in line)
        for place in begun
    ]
    place, end = next(
        (place, end)
        for place, end, following in zip(begun, over, [*begun[1:], len(log)], strict=True)
        if following > end and re.search(r" \d+-\d+ ", log[end])  # a shoe, which has a marker
    )
    without = [*log[:place], *log[end:]]
    assert any("as if it were finished" in each for each in verdicts(tmp_path, without).values())
    without.insert(place, "--- Log opened Fri Nov 20 12:00:00 2026")
    found = verdicts(tmp_path, without)
    assert not any(verdict.startswith("wrong") for verdict in found.values()), found


def test_a_deck_that_was_dealt_before_its_cuts_were_said_is_wrong(
    short_book: list[Spoken], tmp_path: Path
) -> None:
    log = logged(short_book, "irssi", "dave").channel
    place = next(place for place, line in enumerate(log) if ", cut by " in line)
    log[place] = re.sub("cut by [0-9]+: [^ ]+", "card 1", log[place])
    found = verdicts(tmp_path, log)
    assert any("it was dealt before its cuts were said" in each for each in found.values())


def test_somebody_who_came_later_or_left_earlier_accuses_nobody(
    book: list[Spoken], tmp_path: Path
) -> None:
    log = logged(book, "irssi", "dave").channel
    for place in range(1, len(log), len(log) // 8):
        for part in (log[place:], log[:place]):
            found = verdicts(tmp_path, part)
            assert not any(verdict.startswith("wrong") for verdict in found.values()), found


# Cuts


@pytest.fixture
def bot(tmp_path: Path) -> Iterator[LoggedBot]:
    """Yield a bot that has sealed a deck of Shed Pontoon, which can be cut."""
    with same_secrets(1):
        bot = LoggedBot(tmp_path, config=CONFIG)
        bot.says("dave", "!cut too early")
        bot.pass_seconds(5)
        yield bot


def play_a_deck(bot: LoggedBot) -> list[str]:
    """Play a round and have its deck given up; return the log."""
    if not bot.croupier().waiting.asks:
        bot.says("dave", "!pontoon dave kevin")
    bot.plays(random.Random(1))
    bot.pass_seconds(5)
    bot.gives_up("pontoon")
    return logged(bot.book, "ZNC", "dave").channel


def told(log: Sequence[str], tmp_path: Path) -> str:
    (tmp_path / "den.log").write_text("".join(f"{line}\n" for line in log), "utf-8")
    return run(CHECK_LOG, tmp_path / "den.log")[1]


def test_the_last_cut_of_each_and_the_words_of_the_deal_count(
    bot: LoggedBot, tmp_path: Path
) -> None:
    for nick, words in (("dave", "one"), ("kevin", "  two   words "), ("dave", "three")):
        bot.says(nick, f"!cut {words}")
        bot.pass_seconds(15)
    bot.says("bob", "!join")
    bot.says("T", "!join")
    bot.says("T", "!deal é and more")
    said = told(play_a_deck(bot), tmp_path)
    assert "deck 1 (pontoon): right: 1 round" in said
    assert "cut by 3" in said
    assert "dave: one (dave cut again)" in said
    assert said.count("did not count") == 2 or "too early" not in said


def test_a_late_cut_is_named_and_is_nobodys_fault(bot: LoggedBot, tmp_path: Path) -> None:
    bot.says("dave", "!cut one")
    bot.pass_seconds(3)
    bot.says("dave", "!pontoon dave kevin")
    bot.says("bob", "!cut too late")
    said = told(play_a_deck(bot), tmp_path)
    assert "right: 1 round" in said
    assert "bob: too late (it came behind the line with the cuts)" in said


def test_a_cut_that_never_reached_the_bot_is_named(bot: LoggedBot, tmp_path: Path) -> None:
    bot.says("dave", "!cut one")
    bot.pass_seconds(3)
    bot.book.append(Spoken(bot.time.seconds(), "bob", CHANNEL, "!cut lost on its way"))
    said = told(play_a_deck(bot), tmp_path)
    assert "right: 1 round" in said
    assert "bob: lost on its way (the bot did not acknowledge it)" in said


def test_an_acknowledged_cut_that_is_left_out_is_wrong(bot: LoggedBot, tmp_path: Path) -> None:
    bot.says("dave", "!cut one")
    bot.pass_seconds(3)
    now = bot.time.seconds()
    bot.book.append(Spoken(now, "bob", CHANNEL, "!cut two"))
    bot.book.append(Spoken(now, BOT, CHANNEL, "bob cuts deck 1 of Shed Pontoon (2 cuts)"))
    said = told(play_a_deck(bot), tmp_path)
    assert "wrong: " in said
    assert "its cuts are not the words that were acknowledged" in said


def test_of_cuts_that_cross_the_acknowledgement_either_may_count(
    bot: LoggedBot, tmp_path: Path
) -> None:
    bot.says("dave", "!cut one")
    bot.book.append(Spoken(bot.time.seconds(), "dave", CHANNEL, "!cut two"))
    bot.pass_seconds(3)
    said = told(play_a_deck(bot), tmp_path)
    assert "right: 1 round" in said
    assert "dave: two (dave cut again)" in said


def test_words_that_the_log_lacks_are_missed(bot: LoggedBot, tmp_path: Path) -> None:
    bot.says("dave", "!cut one")
    bot.pass_seconds(3)
    log = [line for line in play_a_deck(bot) if "!cut one" not in line]
    assert "not provable: what dave said to cut it is not in the log" in told(log, tmp_path)


def test_the_words_of_a_deal_that_the_log_lacks_are_missed(bot: LoggedBot, tmp_path: Path) -> None:
    for nick in ("dave", "kevin"):
        bot.says(nick, "!join")
    bot.says("dave", "!deal one")
    log = [line for line in play_a_deck(bot) if "!deal one" not in line]
    assert "not provable: not all of its cuts are in the log: it is cut by 1" in told(log, tmp_path)


def unheard(bot: LoggedBot, nick: str, *lines: str) -> None:
    """Let the log have LINES of somebody whom the bot does not hear any more."""
    now = bot.time.seconds()
    bot.book += [Spoken(now, nick, CHANNEL, line) for line in lines]


def test_a_flood_of_cuts_that_the_bot_heard_in_part_accuses_nobody(
    bot: LoggedBot, tmp_path: Path
) -> None:
    for number in range(20):
        bot.says("bob", f"!cut {number}")
    unheard(bot, "bob", *[f"!cut {number}" for number in range(20, 80)])
    bot.pass_seconds(3)
    said = told(play_a_deck(bot), tmp_path)
    assert "deck 1 (pontoon): right: 1 round" in said
    assert "bob: 79 (bob cut again)" in said


def test_more_cuts_than_can_be_tried_accuse_nobody(bot: LoggedBot, tmp_path: Path) -> None:
    for nick in ("bob", "T", "kevin"):
        bot.says(nick, "!cut first")
        unheard(bot, nick, *[f"!cut {number}" for number in range(60)])
    bot.pass_seconds(3)
    said = told(play_a_deck(bot), tmp_path)
    assert "not provable: so many cuts may have counted that not all can be tried" in said


def test_the_words_of_a_deal_that_crossed_the_seal_accuse_nobody(
    bot: LoggedBot, tmp_path: Path
) -> None:
    """The log of the person who said them has them before the seal, and other words behind it."""
    for nick in ("dave", "kevin"):
        bot.says(nick, "!join")
    unheard(bot, "bob", "!deal in vain")
    bot.says("dave", "!deal one")
    log = play_a_deck(bot)
    assert "right: 1 round" in told(log, tmp_path)
    own = log.pop(next(place for place, line in enumerate(log) if "!deal one" in line))
    seal = next(place for place, line in enumerate(log) if "Deck 1 sealed" in line)
    log.insert(seal, own)
    assert "not provable: words that it counts stand before its seal" in told(log, tmp_path)


# Who speaks


@pytest.mark.parametrize(
    "line",
    [
        "[12:00:00] -T- <PontoonBot> {}",
        "[12:00:00] -[]- <PontoonBot> {}",
        "[12:00:00] * T <PontoonBot> {}",
        "[12:00:00] <T> <PontoonBot> {}",
        "[12:00:00] <[]> PontoonBot\t{}",
        "12:00 -T:#pontoon- <PontoonBot> {}",
        "12:00  * T <PontoonBot> {}",
        "2026-11-20 12:00:00\tT\tPontoonBot\t{}",
        "2026-11-20 12:00:00\t *\tT <PontoonBot> {}",
        '2026-11-20 12:00:00\t--\tT has changed topic to "Notice(PontoonBot): {}"',
        "Nov 20 12:00:00 *\tT <PontoonBot> {}",
        "Nov 20 12:00:00 -T/#pontoon-\t<PontoonBot> {}",
    ],
)
def test_nobody_else_speaks_for_the_bot(
    short_book: list[Spoken], line: str, tmp_path: Path
) -> None:
    log = logged(short_book, "ZNC", "dave").channel
    forged = line.format("Deck 1 cannot be opened: its secret is lost")
    assert are_all_right(verdicts(tmp_path, [*log, forged]))


def test_a_line_that_only_contains_a_record_is_none(
    short_book: list[Spoken], tmp_path: Path
) -> None:
    log = logged(short_book, "ZNC", "dave").channel
    for said in (
        "Deck 1 is opened bets 5 | kevin to bet",
        "dave, Deck 1 cannot be opened: its secret is lost",
        "Deck 1 cannot be opened: its secret is lost bets 5",
        "Deck 1 sealed: " + "A" * 27,
    ):
        assert are_all_right(verdicts(tmp_path, [*log, f"[23:00:00] <{BOT}> {said}"]))


def test_lines_that_are_garbled_are_read(short_book: list[Spoken], tmp_path: Path) -> None:
    """They may be called anything but right, and never stop the checker."""
    log, chance = logged(short_book, "ZNC", "dave").channel, random.Random(8)
    words = " ".join(log).split(" ")
    for _ in range(15):
        changed = [*log]
        for place in chance.sample(range(len(log)), 20):
            line = changed[place].split(" ")
            line[chance.randrange(2, len(line))] = chance.choice([*words, "", "(hand 3)", "|", ","])
            changed[place] = " ".join(line)
        assert verdicts(tmp_path, changed)
    found = verdicts(tmp_path, [*log, f"[23:00:00] <{BOT}> cut for the bank: dave, kevin A♥"])
    assert are_all_right(found)


# How it is called


def test_exit_status(short_book: list[Spoken], tmp_path: Path) -> None:
    log = logged(short_book, "ZNC", "dave").channel
    path = tmp_path / "den.log"
    path.write_text("\n".join(log), "utf-8")
    assert run(CHECK_LOG, path)[0] == 0
    path.write_text("\n".join(log).replace("♥", "♦", 1), "utf-8")
    assert run(CHECK_LOG, path)[0] == 1
    assert run(CHECK_LOG, path, "--bot", "nobody")[0] == 2
    path.write_bytes(b"\0\1")
    for bad in (path, tmp_path, tmp_path / "nothing"):
        status, said = run(CHECK_LOG, bad)
        assert (status, len(said.splitlines())) == (2, 1)
        assert str(bad) in said


@pytest.mark.parametrize("script", logged_evenings._CODE, ids=lambda path: path.name)
def test_a_checker_is_one_file_of_the_standard_library(script: Path) -> None:
    source = script.read_text("utf-8")
    imported = re.findall(r"^(?:import|from) ([\w.]+)", source, re.M)
    assert imported
    assert {name.split(".")[0] for name in imported} <= sys.stdlib_module_names
