"""The page that checks decks: its hashes and cards, honest logs, and bots that cheat.

A recorded log is a file in ``logs``; ``logs/README.md`` says how one is added.
"""

import functools
import random
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.support import fair_logs
from tests.support.check_page import PAGE, Report, check, checked, run
from tests.support.fair_logs import (
    BOT,
    CLIENTS,
    NEW_ORDER,
    Deck,
    Evening,
    Line,
    cuts_of,
    key_of,
    numbers,
    seal_of,
    shuffled,
    written,
)

LOGS = sorted((Path(__file__).parent / "logs").glob("*.txt"))
SECRET = "AAECAwQFBgcICQoLDA0ODw"
WINDOWS = 500
LEAST_RIGHT = 4
"""So many decks are right at least in each recorded log."""

RIGHT, NOT_PROVABLE, WRONG, IN_PLAY = "right", "not provable", "wrong", "still in play"


# Hashes and cards

OF_A_DECK = """
    const { number, terms, secret, cuts } = given;
    const seal = sealOf(number, terms, secret);
    const hashed = cutsOf(seal, cuts);
    const key = keyOf(seal, hashed, secret);
    const [packs, marker] = terms.split(" ").slice(3);
    const { order, behindMarker } = new Deck(key, Number(packs), marker);
    return { seal, cuts: hashed, key: hexOf(key), order: order.join(" "), behind: behindMarker };
"""
SHED = "libera #den pontoon 6 60-75 k3JxQ0aB"


def of_a_deck(terms: str, *cuts: str, number: int = 41, secret: str = SECRET) -> dict[str, Any]:
    given = {"number": number, "terms": terms, "secret": secret, "cuts": cuts}
    result: dict[str, Any] = run([(OF_A_DECK, given)])[0]
    return result


def test_the_vectors_of_the_specification() -> None:
    """Two other programs agree with these."""
    a, b = of_a_deck(SHED, "years ago", "four score and seven"), of_a_deck(SHED)
    assert a["seal"] == b["seal"] == "rojusFBKDnoXv6yzfDcd_3zbpkg"
    assert a["cuts"] == "jPKq2NxldWyE0kYmAs3FBCJgMto"
    assert a["key"] == "d97f468ab6fc3891dbcad56bd8cf4de2d9f72d45372d86f9ace5b7d58aa38fab"
    assert a["order"].startswith("3C AD 5C JC 9S 3S JC 4S KH 7H ")
    assert (a["order"].split()[-3:], a["behind"]) == (["6D", "4D", "7H"], 73)
    assert b["cuts"] == "qcaEN3N7wzdiczZ7n1QRw8HtNcE"
    assert b["key"] == "8fc077b9cf88866b0d2d5e3298c8c700bfd0a232860f1f2e7f2ab6dbbb0ca0ab"
    assert b["order"].startswith("8S 5H JS 10S KS 6H 3D 7C 2D KC ")
    assert (b["order"].split()[-3:], b["behind"]) == (["JS", "9C", "5S"], 67)


def test_a_shoe_that_runs_dry() -> None:
    code = """
        const seal = sealOf(41, given.terms, given.secret);
        const shoe = new Deck(keyOf(seal, cutsOf(seal, given.cuts), given.secret), 6, "60-75");
        shoe.begin(shoe.at(313));
        return Array.from({ length: 5 }, () => shoe.deal(() => shoe.order.slice(-4))).join(" ");
    """
    cuts = ["years ago", "four score and seven"]
    given = {"terms": SHED, "secret": SECRET, "cuts": cuts}
    assert run([(code, given)]) == ["9S 5D QH JD 9D"]


@pytest.mark.parametrize(
    ("terms", "cuts"),
    [
        (SHED, ["x", "x"]),
        (SHED, ["b", "B", "a", "Z 9", "0"]),
        ("libera #den pontoon 12 60-75 k3JxQ0aB", ["more than one block"]),
        ("libera #den blackjack 1 1-52 k3JxQ0aB", []),
        ("libera%20net #d%C3%A9n%28%25%29 british 1 hands k3JxQ0aB", ["years ago"]),
        ("libera #den cutwc 1 mixed k3JxQ0aB", ["one", "two", "three"]),
    ],
)
def test_hashes_and_cards_are_those_of_another_program(terms: str, cuts: list[str]) -> None:
    _, channel, game, packs, marker, bank = terms.split()
    deck = Deck(7, game, marker, int(packs), SECRET, channel, bank, cuts)
    seal = seal_of(7, terms, SECRET)
    hashed = cuts_of(seal, cuts)
    key = key_of(seal, hashed, SECRET)
    found = of_a_deck(terms, *cuts, number=7)
    assert (found["seal"], found["cuts"], found["key"]) == (seal, hashed, key.hex())
    stream = numbers(key, 1)
    order = shuffled(stream, NEW_ORDER * deck.packs)
    if "-" in marker:
        order.reverse()
        least, most = map(int, marker.split("-"))
        assert found["behind"] == least + fair_logs.below(stream, most - least + 1)
    assert found["order"] == " ".join(order)


@pytest.mark.parametrize("gather", ["hands", "mixed"])
def test_a_pack_with_a_cut_for_the_bank(gather: str) -> None:
    code = """
        const pack = new Deck(keyOf("seal", "cuts", "secret"), 1, given.gather);
        pack.begin(pack.at(1));
        const bank = pack.cutBy(1, 3);
        pack.draws++;
        const hands = [2, 3, 2].map((cards) => Array.from({ length: cards }, () => pack.deal()));
        pack.put(hands[1]);
        return { bank, left: pack.gather([hands[0], hands[2]]).left };
    """
    key = key_of("seal", "cuts", "secret")
    deck = Deck(1, "british", gather, 1, "", key=key, left=shuffled(numbers(key, 1), NEW_ORDER))
    bank = deck.next_shuffled(NEW_ORDER)[:3]
    hands = [[deck.deal() for _ in range(cards)] for cards in (2, 3, 2)]
    deck.put_under(hands[1])
    deck.gather([hands[0], hands[2]])
    assert run([(code, {"gather": gather})]) == [{"bank": bank, "left": deck.left}]


def test_a_cut_for_the_bank_that_is_missing_is_a_gap() -> None:
    """With two of the highest rank there is another one, of the next draw."""
    code = """
        const pack = new Deck(keyOf("seal", "cuts", "secret"), 1, "hands");
        pack.begin(pack.at(1));
        const [dave, kevin] = pack.cutBy(given, 2);
        const table = new Table({ game: "british", names: ["dave", "kevin"] }, pack);
        try {
            PLAY.bankCut(table, { words: "", said: `dave ${dave}, kevin ${kevin}` });
        } catch (error) {
            return error.message;
        }
        return table.faults.length;
    """
    missing = "a cut for the bank is missing"
    assert run([(code, draw) for draw in (1, 2, 3, 7)]) == [0, missing, missing, 1]


def test_names_are_quoted() -> None:
    names = ["#den", "#dén (100%)", "a b~!\x7f"]
    code = "return given.map(quoted)"
    assert run([(code, names)])[0] == ["#den", "#d%C3%A9n%20%28100%25%29", "a%20b~!%7F"]


# Honest bots


@functools.cache
def evening(seed: int = 3, rounds: int = 4, gather: str = "hands") -> Evening:
    return Evening(seed, rounds=rounds, gather=gather)


def verdicts(report: Report) -> set[str]:
    return {deck.verdict for deck in report.decks}


@pytest.mark.parametrize("gather", ["hands", "mixed"])
@pytest.mark.parametrize("is_ascii", [False, True], ids=["unicode", "ascii"])
def test_whole_evenings_are_right(gather: str, is_ascii: bool) -> None:
    evenings = [Evening(seed, rounds=8, gather=gather, is_ascii=is_ascii) for seed in range(10)]
    for report in checked([written(each.lines)] for each in evenings):
        assert len(report.decks) >= 5
        assert {deck for deck in report.decks if deck.verdict != RIGHT} == set()


def test_a_shoe_runs_dry_at_the_table() -> None:
    shoes = {"pontoon": (1, 1, 2), "blackjack": (1, 1, 2)}
    logs = [Evening(seed, tuple(shoes), 8, shoes=shoes) for seed in range(20)]
    for report in checked([written(each.lines)] for each in logs):
        assert verdicts(report) == {RIGHT}


def test_all_clients_logs_are_read() -> None:
    logs = [[written(evening().lines, client)] for client in CLIENTS]
    for client, report in zip(CLIENTS, checked(logs), strict=True):
        assert report.notes == [], client
        assert verdicts(report) == {RIGHT}, client


def test_a_bouncer_puts_the_time_in_front_of_what_it_plays_back() -> None:
    """It does where the client does not know server-time."""
    for client in CLIENTS:
        lines = [line._replace(text=f"[11:59:30] {line.text}") for line in evening().lines]
        assert verdicts(check(written(lines, client))) == {RIGHT}, client


def windows(texts: Sequence[str], count: int) -> list[list[str]]:
    chance = random.Random(1)
    cases = []
    for _ in range(count):
        lines = chance.choice(texts).split("\n")
        start = chance.randrange(len(lines))
        cases.append(["\n".join(lines[start : start + chance.randrange(20, len(lines))])])
    return cases


def test_random_windows_are_never_wrong() -> None:
    texts = [
        written(evening(seed, rounds=6, gather="mixed" if seed % 2 else "hands").lines, client)
        for seed, client in enumerate(CLIENTS)
    ]
    for report in checked(windows(texts, WINDOWS)):
        assert WRONG not in verdicts(report)
        assert all("format" not in note for note in report.notes)


def spoilt(kind: str, lines: list[str], chance: random.Random) -> list[str]:
    """Return LINES as a client, or a bouncer, spoils them."""
    place = chance.randrange(len(lines))
    end = place + chance.randrange(1, 40)
    match kind:
        case "gap":
            return lines[:place] + lines[end:]
        case "gaps":
            return spoilt("gap", spoilt("gap", spoilt("gap", lines, chance), chance), chance)
        case "lines missing":
            return [line for line in lines if chance.random() < 0.9]
        case "lines twice":
            return [each for line in lines for each in [line] * chance.choice([1, 1, 1, 2])]
        case "played back":
            return lines[:end] + lines[place:end] + lines[end:]
    raise ValueError(kind)


@pytest.mark.parametrize("kind", ["gap", "gaps", "lines missing", "lines twice", "played back"])
def test_what_clients_lose_or_repeat_makes_nothing_wrong(kind: str) -> None:
    chance = random.Random(kind)
    cases = []
    for _ in range(100):
        lines = written(evening(chance.randrange(6), rounds=6).lines, "irssi").split("\n")
        cases.append(["\n".join(spoilt(kind, lines, chance))])
    for report in checked(cases):
        assert WRONG not in verdicts(report)


@pytest.mark.parametrize("recorded", LOGS, ids=lambda each: each.stem)
def test_recorded_logs(recorded: Path) -> None:
    """They are of honest bots: all is right that is whole, and nothing is wrong."""
    text = recorded.read_text("utf-8")
    report, *others = checked([[text], *windows([text], WINDOWS // 10)])
    assert report.notes == []
    not_right = [deck for deck in report.decks if deck.verdict not in (RIGHT, IN_PLAY)]
    allowed = "thrown away before a card was dealt"
    if recorded.stem.endswith("-gaps"):
        allowed = "cannot be followed"
    assert [deck for deck in not_right if allowed not in deck.text] == []
    assert [deck.verdict for deck in report.decks].count(RIGHT) >= LEAST_RIGHT
    assert WRONG not in verdicts(report)
    for other in others:
        assert WRONG not in verdicts(other)


def test_dropped_logs_may_be_in_any_order_and_overlap() -> None:
    lines = written(evening().lines, "irssi").split("\n")
    half = len(lines) // 2
    parts = ["\n".join(lines[:half]), "\n".join(lines[half:])]
    overlap = ["\n".join(lines[: half + 30]), "\n".join(lines[half - 30 :])]
    for place in range(half - 10, half + 10):
        texts = "\n".join(lines[: place + 30]), "\n".join(lines[place:])
        assert verdicts(check(*texts)) == {RIGHT}, place
    for report in checked([parts, parts[::-1], overlap, overlap[::-1]]):
        assert verdicts(report) == {RIGHT}


def small(*said: Line, cuts: Sequence[tuple[str, str]] = ()) -> list[Line]:
    """Return a log of one deck, with CUTS, that is given up; SAID stands behind its seal."""
    deck = Deck(5, "pontoon", "60-75", 6, SECRET, cuts=[words for _, words in cuts])
    lines = [Line(0, BOT, f"Deck 5 of #den sealed: {deck.seal} (!cut any words)"), *said]
    for number, (name, words) in enumerate(cuts, 1):
        lines.append(Line(9, BOT, f'♠ {name} cuts deck 5 ({number}): "{words}"'))
    hashed = deck.close()
    count = f"{len(cuts)} cut{'' if len(cuts) == 1 else 's'}: {hashed}" if cuts else "not cut"
    deck.rounds = 1
    one, two = [deck.deal()], [deck.deal()]
    one.append(deck.deal())
    two.append(deck.deal())
    shown = dict(zip("CDHS", "♣♦♥♠", strict=True))
    faces = [" ".join(card[:-1] + shown[card[-1]] for card in hand) for hand in (one, two)]
    more = [
        f"♠ Shed Pontoon: dave, kevin | deck 5, {count} | place your bets",
        "♠ dave bets 5 | kevin bets 5 | second cards are out | dave to play",
        "♠ dave sticks | kevin to play",
        "♠ kevin sticks",
        f"♠ dave: {faces[0]} = {fair_logs.total(one)} high cards, stake 5: loses 5",
        f"♠ kevin: {faces[1]} = {fair_logs.total(two)} high cards, stake 5: loses 5",
        "♠ Chips: dave 995, kevin 995",
        f"Deck 5 of #den opened, given up (operator): {SECRET} ({deck.terms})"
        " after 1 round, 4 cards",
    ]
    return [*lines, *(Line(20, BOT, text) for text in more)]


def said(nick: str, text: str) -> Line:
    return Line(5, nick, text)


def test_the_words_of_a_verdict() -> None:
    cuts = [("dave", "years ago"), ("kevin", "four score")]
    lines = small(said("dave", "!cut years ago"), said("kevin", "!cut four score"), cuts=cuts)
    (deck,) = check(written(lines, "irssi")).decks
    assert deck.verdict == RIGHT
    assert deck.text == (
        "Sealed 12:00; cut by dave (“years ago”) and kevin (“four score”), kevin last; 1 round, "
        "4 cards, all as sealed. It was given up (operator). If kevin is in league with the bot, "
        "they may have chosen."
    )


@pytest.mark.parametrize(
    ("text", "cut"),
    [
        ("!cut years ago", "years ago"),
        ("!CUT years ago", "years ago"),
        ("!pontoon cut years ago", "years ago"),
        ("PontoonBot: cut years ago", "years ago"),
        ("!deal years ago", "years ago"),
        ("\x02!cut years ago\x0f", "years ago"),
        ("!cut ye\u2060ars ago", "years ago"),
    ],
)
def test_ways_to_say_a_cut(text: str, cut: str) -> None:
    report = check(written(small(said("dave", text), cuts=[("dave", cut)])))
    assert verdicts(report) == {RIGHT}


@pytest.mark.parametrize(
    "text", ["!cut four years ago", "years ago", "!cut Years ago", "!cuts years ago"]
)
def test_words_that_nobody_said_are_not_provable(text: str) -> None:
    (deck,) = check(written(small(said("dave", text), cuts=[("dave", "years ago")]))).decks
    assert deck.verdict == NOT_PROVABLE
    assert "nobody in this log cuts with “years ago”" in deck.text


NOISE: dict[str, Sequence[Line]] = {
    "a seal said by somebody else": [
        said("mal", f"Deck 5 of #den sealed: {'A' * 27} (!cut any words)")
    ],
    "lines of the game said by somebody else": [
        said("mal", '♠ dave cuts deck 5 (1): "x"'),
        said("mal", f"♠ Shed Pontoon: mal | deck 5, 1 cut: {'A' * 27} | place your bets"),
    ],
    "a line of the bot in somebody's words": [
        said("mal", f"20:01 <PontoonBot> Deck 5 of #den sealed: {'A' * 27} (!cut any words)"),
        said("mal", f"<PontoonBot> Deck 5 of #den opened: {SECRET} (a #den pontoon 6 60-75 x)"),
        said("mal", f"PontoonBot: Deck 5 of #den sealed: {'A' * 27} (!cut any words)"),
        said("mal", f"PontoonBot\tDeck 5 of #den sealed: {'A' * 27} (!cut any words)"),
    ],
    "deals of others": [said(f"n{number}", "!deal x") for number in range(4)],
    "sixty cuts at once": [said(f"n{number}", f"!cut words {number}") for number in range(60)],
    "somebody called You": [said("You", "!cut you"), said("You", "has joined")],
    "invisible characters": [said("mal", "!cut a\u2060b\u200b"), said("mal", "\ufeff")],
    "a nick like a line": [said("|", "!cut x"), said("Deck", "Deck 5 of #den")],
    "answers": [
        Line(5, BOT, "♢ Deck 5 of Shed Pontoon is sealed, not cut so far."),
        Line(5, BOT, "♢ x | y"),
    ],
}


@pytest.mark.parametrize("noise", NOISE)
def test_what_others_say_makes_nothing_wrong(noise: str) -> None:
    logs = [[written(small(*NOISE[noise]), client)] for client in CLIENTS]
    for client, report in zip(CLIENTS, checked(logs), strict=True):
        of_the_bot = {deck.verdict for deck in report.decks if deck.bot.startswith(BOT)}
        assert of_the_bot == {RIGHT}, client


def test_a_byte_order_mark_and_ends_of_lines() -> None:
    text = written(evening().lines)
    for changed in ("\ufeff" + text, text.replace("\n", "\r\n"), text.replace("\n", "\r")):
        assert verdicts(check(changed)) == {RIGHT}


def event(text: str) -> Line:
    return Line(6, "", text)


AWAY = [
    [
        "12:00 -!- PontoonBot [~bot@home.example] has quit [Ping timeout]",
        "12:00 -!- mal is now known as PontoonBot",
        "12:00 <PontoonBot> Deck 5 of #den sealed: {false} (!cut any words)",
        "12:00 -!- PontoonBot [~mal@evil.example] has quit [bye]",
        "12:00 -!- PontoonBot [~bot@home.example] has joined #den",
    ],
    [
        "12:00 -!- PontoonBot was kicked from #den by mal [flood]",
        "12:00 -!- PontoonBot [~mal@evil.example] has joined #den",
        "12:00 <PontoonBot> Deck 5 of #den sealed: {false} (!cut any words)",
        "12:00 -!- PontoonBot [~mal@evil.example] has left #den []",
        "12:00 -!- PontoonBot [~bot@home.example] has joined #den",
    ],
    [
        "12:00 *** PontoonBot heißt jetzt PontoonBot_",
        "12:00 *** mal heißt jetzt PontoonBot",
        "12:00 <PontoonBot> Deck 5 of #den sealed: {false} (!cut any words)",
        "12:00 *** PontoonBot heißt jetzt mal",
    ],
]


@pytest.mark.parametrize("away", AWAY, ids=["quit", "kicked", "renamed, in German"])
@pytest.mark.parametrize("is_opened", [False, True], ids=["sealed", "opened"])
def test_somebody_who_takes_the_nick_makes_nothing_wrong(
    away: Sequence[str], is_opened: bool
) -> None:
    deck = Deck(5, "pontoon", "60-75", 6, "B" * 22)
    lines = [each.format(false=deck.seal) for each in away]
    if is_opened:  # they even contradict themselves
        opened = f"Deck 5 of #den opened: {SECRET} ({deck.terms}) after 0 rounds, 0 cards"
        lines.insert(3, f"12:00 <PontoonBot> {opened}")
    logs = []
    for place in (2, 5, 7):
        log = small(said("dave", "hello"))
        log[place:place] = map(event, lines)
        logs.append([written(log, "irssi")])
    for report in checked(logs):
        honest = [
            bot for bot in report.bots if "evil" not in bot["name"] and "mal" not in bot["name"]
        ]
        assert honest
        assert not any(bot["summary"]["wrong"] for bot in honest)


HAPPENINGS = {
    "irssi": (
        "12:00 -!- {} [{}] has quit [Ping timeout]",
        "12:00 -!- {} [{}] has joined #den",
        "12:00 -!- {} is now known as {}",
    ),
    "WeeChat": (
        "2026-11-20 12:00:00\t<--\t{} ({}) has quit (Ping timeout)",
        "2026-11-20 12:00:00\t-->\t{} ({}) has joined #den",
        "2026-11-20 12:00:00\t--\t{} is now known as {}",
    ),
    "HexChat": (
        "Nov 20 12:00:00 *\t{} has quit (Ping timeout)",
        "Nov 20 12:00:00 *\t{} ({}) has joined",
        "Nov 20 12:00:00 *\t{} is now known as {}",
    ),
    "ZNC": (
        "[12:00:00] *** Quits: {} ({}) (Ping timeout)",
        "[12:00:00] *** Joins: {} ({})",
        "[12:00:00] *** {} is now known as {}",
    ),
    "The Lounge": (
        "[2026-11-20T12:00:00.000Z] *** {} ({}) quit (Ping timeout)",
        "[2026-11-20T12:00:00.000Z] *** {} ({}) joined",
        "[2026-11-20T12:00:00.000Z] *** {} changed nick to {}",
    ),
    "mIRC": (
        "[12:00] * {} ({}) Quit (Ping timeout)",
        "[12:00] * {} ({}) has joined #den",
        "[12:00] * {} is now known as {}",
    ),
}
"""How clients write that somebody quits, comes, and takes another nick."""


@pytest.mark.parametrize("client", HAPPENINGS)
def test_each_client_shows_who_has_the_nick(client: str) -> None:
    """Somebody who has it while the bot is away opens a deck of the same number."""
    quits, comes, renames = HAPPENINGS[client]
    deck = Deck(5, "pontoon", "60-75", 6, "B" * 22)
    honest = "~bot@home.example"
    false = [
        event(quits.format(BOT, honest)),
        event(comes.format("mal", "~mal@evil.example")),
        event(renames.format("mal", BOT)),
        said(BOT, f"Deck 5 of #den sealed: {deck.seal} (!cut any words)"),
        said(BOT, f"Deck 5 of #den opened: {SECRET} ({deck.terms}) after 0 rounds, 0 cards"),
        event(renames.format(BOT, "mal")),
        event(comes.format(BOT, honest)),
    ]
    log = small(said("dave", "hello"))
    log[2:2] = false
    report = check(written(log, client))
    of_the_bot = [deck for deck in report.decks if "mal" not in deck.bot]
    assert [deck.verdict for deck in of_the_bot] == [RIGHT]
    assert len(report.decks) == 2
    false[:2] = [event(renames.format(BOT, f"{BOT}_"))]
    false[-1:] = [event(renames.format(f"{BOT}_", BOT))]
    log = small(said("dave", "hello"))
    log[2:2] = false
    for bot in check(written(log, client)).bots:
        assert "mal" in bot["name"] or not bot["summary"]["wrong"]


def test_a_bot_that_comes_back_is_the_same() -> None:
    lines = small(said("dave", "hello"))
    lines[4:4] = [
        event("12:00 -!- PontoonBot [~bot@home.example] has quit [Ping timeout]"),
        event("12:01 -!- PontoonBot [~bot@home.example] has joined #den"),
    ]
    assert verdicts(check(written(lines, "irssi"))) == {RIGHT}


@pytest.mark.parametrize("nick", ["Pontoon-Bot", "[Pontoon]", "Pontoon`", "Pontoon|{}^", "P\\o_"])
def test_a_nick_may_have_any_signs(nick: str) -> None:
    lines = [
        line._replace(nick=nick if line.nick == BOT else line.nick)
        for line in small(said("dave", "hello"))
    ]
    away = [
        event(f"12:00 -!- {nick} [~bot@home.example] has quit [Ping timeout]"),
        event(f"12:00 -!- mal is now known as {nick}"),
        said(nick, f"Deck 5 of #den sealed: {'A' * 27} (!cut any words)"),
        event(f"12:00 -!- {nick} is now known as mal"),
        event(f"12:01 -!- {nick} [~bot@home.example] has joined #den"),
    ]
    lines[4:4] = away
    report = check(written(lines, "irssi"))
    verdict_of = {deck.bot: deck.verdict for deck in report.decks}
    assert verdict_of == {f"{nick} (~bot@home.example)": RIGHT, f"{nick} (was mal)": IN_PLAY}


def test_a_line_about_a_deck_of_which_nothing_else_is_known() -> None:
    odd = Line(12, BOT, "Deck 9 of #den is strange")
    assert check(written([*small(), odd])).verdicts == {5: RIGHT}


def test_two_nicks_are_one_bot_only_if_the_reader_says_so() -> None:
    lines = small()
    lines[3:] = [line._replace(nick="PontoonBot_") for line in lines[3:]]
    text = written(lines, "irssi")
    assert verdicts(check(text)) <= {NOT_PROVABLE, IN_PLAY}
    assert verdicts(check(text, same=[["PontoonBot", "PontoonBot_"]])) == {RIGHT}


def test_the_round_goes_on_after_a_restart() -> None:
    lines = small()
    bets, sticks = lines[2], lines[3]
    again = [Line(20, BOT, "♢ I was restarted; the round continues with the same cards")]
    for repeated in ([bets], [sticks], [lines[1], bets, sticks]):
        place = lines.index(repeated[-1]) + 1
        log = [*lines[:place], *again, *repeated, *lines[place:]]
        assert verdicts(check(written(log))) == {RIGHT}
    opening = lines[1]._replace(text="♠ Shed Pontoon: dave, kevin | place your bets")
    assert verdicts(check(written([*lines[:2], *again, opening, *lines[2:]]))) == {RIGHT}


def test_a_list_of_names_that_is_too_long_for_a_line() -> None:
    lines = small()
    opening = lines[1].text
    names, _, rest = opening.partition(" | ")
    for first, second in ((names, f"♠ {rest}"), (names.replace(" kevin", ""), f"♠ kevin | {rest}")):
        log = [lines[0], Line(20, BOT, first), Line(20, BOT, second), *lines[2:]]
        assert verdicts(check(written(log))) == {RIGHT}


def test_the_next_deck_is_sealed_as_one_is_opened() -> None:
    lines = small()
    following = f" | deck 6 sealed: {'A' * 27} (!cut any words)"
    lines[-1] = lines[-1]._replace(text=lines[-1].text + following)
    report = check(written(lines))
    assert report.verdicts == {5: RIGHT, 6: IN_PLAY}


def test_a_record_that_begins_anew_is_no_contradiction() -> None:
    deck = Deck(5, "pontoon", "60-75", 6, "B" * 22, bank="AnewAnew")
    again = [line for line in small() if line.text.startswith("Deck 5")]
    again[0] = Line(30, BOT, f"Deck 5 of #den sealed: {deck.seal} (!cut any words)")
    again[1] = Line(
        31,
        BOT,
        f"Deck 5 of #den opened, given up (restart): {'B' * 22} ({deck.terms})"
        " after 0 rounds, 0 cards",
    )
    report = check(written([*small(), *again]))
    assert [deck.verdict for deck in report.decks] == [RIGHT, RIGHT]


# What is missing


def without(lines: Sequence[Line], text: str) -> list[Line]:
    assert any(text in line.text for line in lines)
    return [line for line in lines if text not in line.text]


@pytest.mark.parametrize(
    ("text", "verdict", "reason"),
    [
        (" sealed: ", NOT_PROVABLE, "its seal is not in the log"),
        ("Deck 5 of #den opened", IN_PLAY, "not opened yet"),
        ("not cut", NOT_PROVABLE, "the line that begins its first round is not in the log"),
        ("second cards", NOT_PROVABLE, "cannot be followed"),
        ("dave sticks", NOT_PROVABLE, "cannot be followed"),
        ("kevin: ", NOT_PROVABLE, "cannot be followed"),
        ("Chips", RIGHT, ""),
    ],
)
def test_a_line_that_is_missing(text: str, verdict: str, reason: str) -> None:
    (deck,) = check(written(without(small(), text))).decks
    assert deck.verdict == verdict
    assert reason in deck.text


def test_what_the_bot_repeats_in_private_fills_a_gap() -> None:
    lines = small()
    whole = written(without(lines, "deck 5, not cut"))
    first = next(line.text for line in lines if "not cut" in line.text)
    answer = [lines[0].text, first.removeprefix("♠ "), lines[-1].text]
    private = written([Line(90, BOT, text) for text in answer])
    (deck,) = check(whole, private).decks
    assert deck.verdict == NOT_PROVABLE  # who plays is not in the log of the channel
    assert "begins its first round is not in the log" not in deck.text
    cut = small(said("dave", "!cut x"), cuts=[("dave", "x")])
    gone = written(without(cut, 'cuts deck 5 (1): "x"'))
    acknowledged = written([Line(90, BOT, 'dave cuts deck 5 (1): "x"')])
    for texts in ([gone, acknowledged], [f"{gone}\n{acknowledged}"]):
        assert verdicts(check(*texts)) <= {RIGHT, NOT_PROVABLE}


def test_an_answer_is_no_evidence_of_the_time_of_a_seal() -> None:
    lines = small()
    late = written([*lines[1:], lines[0]._replace(second=99)])
    (deck,) = check(late).decks
    assert deck.verdict == NOT_PROVABLE


@pytest.mark.parametrize(
    ("change", "verdict"),
    [
        (("high cards, stake 5: loses 5", "makes 17"), NOT_PROVABLE),
        (("| deck 5, not cut |", "|"), NOT_PROVABLE),
        (("| deck 5, not cut |", "| deck 5, cut. |"), NOT_PROVABLE),
        (
            ("♠ kevin sticks", "♠ no round: it is stopped, and all stakes are returned"),
            NOT_PROVABLE,
        ),
        (("♠ Chips: ", "♠ dave sings | Chips: "), NOT_PROVABLE),
        (("after 1 round, 4 cards", "after 2 rounds, 4 cards"), NOT_PROVABLE),
        (("after 1 round, 4 cards", "after 1 round, 5 cards"), WRONG),
        (("after 1 round, 4 cards", "after 1 round, 3 cards"), WRONG),
        (("after 1 round, 4 cards", "after 0 rounds, 4 cards"), WRONG),
        (("Deck 5 of #den opened, given up (operator)", "Deck 5 of #den opened"), WRONG),
        (("dave to play", "kevin to play"), NOT_PROVABLE),
        (("Shed Pontoon: dave, kevin", "Shed Pontoon: kevin, dave"), NOT_PROVABLE),
    ],
)
def test_a_line_that_is_changed(change: tuple[str, str], verdict: str) -> None:
    lines = [line._replace(text=line.text.replace(*change)) for line in small()]
    assert lines != small()
    assert verdicts(check(written(lines))) == {verdict}


@pytest.mark.parametrize(
    ("counts", "verdict"),
    [
        ("1 round, 4 cards", RIGHT),
        ("1 round, 3 cards", NOT_PROVABLE),
        ("0 rounds, 0 cards", NOT_PROVABLE),
        ("1 round, 5 cards", WRONG),
    ],
)
def test_after_a_restore_the_bot_may_count_too_few(counts: str, verdict: str) -> None:
    *lines, opened = small()
    text = opened.text.replace("(operator)", "(restore)").replace("1 round, 4 cards", counts)
    assert verdicts(check(written([*lines, opened._replace(text=text)]))) == {verdict}


def test_an_opening_of_another_record_accuses_nobody() -> None:
    """The log lacks its own opening and the other seal: nobody can tell whose the cards are."""
    _, *lines, _ = small()
    other = Deck(5, "pontoon", "60-75", 6, "B" * 22, bank="AnewAnew")
    for counts in ("2 rounds, 9 cards", "0 rounds, 0 cards", "1 round, 3 cards"):
        given_up = f"given up (restart): {'B' * 22} ({other.terms}) after {counts}"
        opened = Line(60, BOT, f"Deck 5 of #den opened, {given_up}")
        assert verdicts(check(written([*lines, opened]))) == {NOT_PROVABLE}


def test_a_round_that_begins_behind_all_cards_that_are_counted() -> None:
    *lines, opened = small()
    more = Line(25, BOT, "♠ Shed Pontoon: dave, kevin | deck 5, card 58 | place your bets")
    counts = opened._replace(text=opened.text.replace("1 round, 4 cards", "2 rounds, 4 cards"))
    assert verdicts(check(written([*lines, more, counts]))) == {WRONG}


def test_after_a_restore_rounds_may_be_missing_too() -> None:
    """The log has as many rounds as the bot counts, but not the same ones."""
    played = Evening(3, ("pontoon",), 3, is_calm=True, shoes={"pontoon": (6, 60, 75)})
    *lines, opened = played.lines
    first, second, third = (at for at, line in enumerate(lines) if "Shed Pontoon: " in line.text)
    card = re.search(r"deck 1, card (\d+)", lines[third].text)
    assert card is not None
    told = f"(restore){opened.text.partition('(operator)')[2].partition(' after ')[0]}"
    counted = f" after 2 rounds, {int(card[1]) - 1} cards"
    text = opened.text.partition("(operator)")[0] + told + counted
    restored = [*lines[:second], *lines[third:], opened._replace(text=text)]
    assert first < second
    assert verdicts(check(written(restored))) == {NOT_PROVABLE}


@pytest.mark.parametrize("text", ["♠ dave twists 9♠", "♠ Chips: dave 1000", "♠ dave sings"])
def test_a_line_of_the_game_where_no_round_goes_on(text: str) -> None:
    """It may be of a round that is hidden, and of any deck that is in play."""
    lines = small()
    lines.insert(1, Line(12, BOT, text))
    assert verdicts(check(written(lines))) == {NOT_PROVABLE}
    before = Line(0, BOT, text)
    assert verdicts(check(written([before, *small()]))) == {RIGHT}


def test_a_line_of_no_listed_shape_may_be_of_each_deck_in_play() -> None:
    lines = small()
    other = Deck(6, "british", "hands", 1, "B" * 22)
    sealed = Line(1, BOT, f"Deck 6 of #den sealed: {other.seal} (!cut any words)")
    given_up = f"given up (restart): {'B' * 22} ({other.terms}) after 0 rounds, 0 cards"
    opened = Line(40, BOT, f"Deck 6 of #den opened, {given_up}")
    strange = Line(19, BOT, "♠ Shod Pontoon: dave, kevin | dave twists 9♠")
    report = check(written([*lines[:3], sealed, strange, *lines[3:], opened]))
    assert report.verdicts == {5: NOT_PROVABLE, 6: NOT_PROVABLE}
    report = check(written([*lines[:3], sealed, *lines[3:], opened]))
    assert report.verdicts == {5: RIGHT, 6: RIGHT}


def test_a_round_that_is_told_twice_with_other_cards() -> None:
    """A bot that shows a card, and then tells the round again with the right one, is not right."""
    lines = small()
    place = next(at for at, line in enumerate(lines) if line.text.startswith("♠ dave: "))
    card = re.findall("[♣♦♥♠]", lines[place].text[2:])[0]
    other = "♣" if card != "♣" else "♦"
    text = lines[place].text
    false = lines[place]._replace(text=text[:2] + text[2:].replace(card, other, 1))
    for told in ([false], [false, *lines[place + 1 : -1]]):
        before = [*lines[1:place], *told, *lines[1:]]
        behind = [*lines[1:-1], *lines[1:place], *told, lines[-1]]
        for said_twice in (before, behind):
            report = check(written([lines[0], *said_twice]))
            assert verdicts(report) == {NOT_PROVABLE}
    again = [*lines[:-1], *lines[1:]]
    assert verdicts(check(written(again))) == {RIGHT}


def test_a_round_that_is_dealt_behind_the_opening() -> None:
    """Everybody could know its cards: only what was said before it may be said again."""
    lines = small()
    late = [lines[0], lines[-1], *lines[1:-1]]
    assert RIGHT not in verdicts(check(written(late)))
    assert verdicts(check(written([*lines, *lines[1:-1]]))) == {RIGHT}


def test_a_log_of_each_day_of_a_deck() -> None:
    """In that of the second day no line begins with Deck."""
    lines = Evening(3, ("pontoon",), 6, is_calm=True, shoes={"pontoon": (6, 60, 75)}).lines
    for client in ("irssi", "WeeChat"):
        for one, two in ((20, 60), (30, 31), (40, 80), (41, 44)):
            days = [lines[:one], lines[one:two], lines[two:]]
            logs = [written(day, client) for day in days]
            assert verdicts(check(*logs)) == {RIGHT}


def test_logs_of_each_day_of_two_channels() -> None:
    """A round of one goes on where the log of the other stands between."""
    lines = evening().lines
    other = [line._replace(text=line.text.replace("#den", "#pub")) for line in evening(5).lines]
    for half in (len(lines) // 2, len(lines) // 2 + 5):
        days = [written(lines[:half]), written(other), written(lines[half:])]
        report = check(*days)
        found = [deck["verdict"] for deck in report.bots[0]["decks"] if deck["channel"] == "#den"]
        assert {*found} == {RIGHT}


def test_a_log_of_another_channel_without_deck_lines_makes_nothing_wrong() -> None:
    other = Evening(4, ("pontoon",), 6, is_calm=True, shoes={"pontoon": (6, 60, 75)}).lines[1:-1]
    lines = Evening(3, ("pontoon",), 6, is_calm=True, shoes={"pontoon": (6, 60, 75)}).lines
    assert verdicts(check(written(lines, "irssi"), written(other, "irssi"))) == {NOT_PROVABLE}


def test_what_was_dealt_after_a_backup_was_made_is_opened_twice() -> None:
    """The bot knows nothing of the first time; its number of cards is that of the backup."""
    *lines, opened = small()
    text = opened.text.replace(", given up (operator)", ", given up (restart)")
    again = text.replace("(restart)", "(restore)").replace("1 round, 4 cards", "0 rounds, 0 cards")
    log = [*lines, opened._replace(text=text), opened._replace(text=again)]
    assert verdicts(check(written(log))) == {RIGHT}
    for false in (
        text.replace("4 cards", "3 cards"),
        text.replace(", given up (restart)", ""),
        again.replace(SECRET, "B" * 22),
    ):
        log = [*lines, opened._replace(text=text), opened._replace(text=false)]
        assert verdicts(check(written(log))) == {WRONG}


def test_void_rounds_in_the_same_minute() -> None:
    deck = Deck(5, "british", "hands", 1, SECRET)
    void = [
        "♠ British Pontoon: dave, kevin | deck 5, not cut | who takes the bank?",
        "♠ no round: nobody wants the bank",
    ]
    sealed = f"Deck 5 of #den sealed: {deck.seal} (!cut any words)"
    opened = (
        f"Deck 5 of #den opened, given up (restart): {SECRET} ({deck.terms})"
        " after 3 rounds, 0 cards"
    )
    for times, verdict in ((2, NOT_PROVABLE), (3, RIGHT), (6, RIGHT)):  # a bouncer doubles them
        log = [said(BOT, text) for text in (sealed, *void * times, opened)]
        assert verdicts(check(written(log, "irssi"))) == {verdict}


def test_nothing_is_repeated_after_a_restart() -> None:
    """Then somebody buys for the same once more."""
    deck = Deck(5, "pontoon", "60-75", 6, SECRET)
    deck.close()
    one, two = [deck.deal()], [deck.deal()]
    one, two = [*one, deck.deal()], [*two, deck.deal()]
    one += [deck.deal(), deck.deal()]
    shown = dict(zip("CDHS", "♣♦♥♠", strict=True))
    faces = [" ".join(card[:-1] + shown[card[-1]] for card in hand) for hand in (one, two)]
    lines = small()
    lines[3:-1] = [
        said(BOT, text)
        for text in (
            "♠ dave buys for 5",
            "♢ I was restarted; the round continues with the same cards",
            "♠ dave buys for 5 | dave sticks | kevin to play",
            "♠ kevin sticks",
            f"♠ dave: {faces[0]} = 20 high cards, stake 15: loses 15",
            f"♠ kevin: {faces[1]} = 12 high cards, stake 5: loses 5",
        )
    ]
    lines[-1] = lines[-1]._replace(text=lines[-1].text.replace("4 cards", "6 cards"))
    assert verdicts(check(written(lines))) == {RIGHT}


@pytest.mark.parametrize(
    ("client", "text"),
    [
        ("irssi", "12:01 -!- Netsplit a.example <-> b.example quits: dave, PontoonBot"),
        ("irssi", "12:01 -!- Netsplit over, joins: dave, PontoonBot"),
        ("irssi", "12:01  * dave thanks PontoonBot"),
        ("irssi", "12:01 -!- Irssi: Starting query in libera with PontoonBot"),
        ("HexChat", "Nov 20 12:01:00 *\tChanServ gives voice to PontoonBot"),
        ("HexChat", "Nov 20 12:01:00 *\tChanServ gibt PontoonBot Voice"),
        ("WeeChat", "2026-11-20 12:01:00\t--\tMode #den [+v PontoonBot] by ChanServ"),
        ("WeeChat", "2026-11-20 12:01:00\t *\tdave kicks PontoonBot"),
        ("mIRC", "[12:01] * ChanServ sets mode: +v PontoonBot"),
    ],
)
def test_what_happens_around_the_bot(client: str, text: str) -> None:
    lines = evening().lines
    joined = event("12:00 -!- PontoonBot [~bot@home.example] has joined #den")
    for place in (3, 40, 80):
        log = [joined, *lines[:place], event(text), *lines[place:]]
        assert verdicts(check(written(log, client))) == {RIGHT}


def test_two_logs_with_other_gaps_are_right_together() -> None:
    lines = evening().lines
    for first, second in ((20, 60), (60, 20), (35, 36)):
        logs = [written([*lines[:gap], *lines[gap + 1 :]], "irssi") for gap in (first, second)]
        assert verdicts(check(*logs)) <= {RIGHT, NOT_PROVABLE}
    whole = written(lines, "irssi")
    assert verdicts(check(whole, written(lines[50:], "WeeChat"))) == {RIGHT}


def test_a_cut_deck_that_is_thrown_away_is_not_provable() -> None:
    lines = small(said("dave", "!cut x"), cuts=[("dave", "x")])
    ended = lines[-1].text.replace("after 1 round, 4 cards", "after 0 rounds, 0 cards")
    (deck,) = check(written([*lines[:3], Line(30, BOT, ended)])).decks
    assert deck.verdict == NOT_PROVABLE
    assert "it was cut, and thrown away before a card was dealt" in deck.text


def test_a_lost_secret_is_not_provable() -> None:
    lost = Line(30, BOT, "Deck 5 of #den cannot be opened: its secret is lost")
    assert verdicts(check(written([*small()[:-1], lost]))) == {NOT_PROVABLE}


# Formats


def test_what_is_not_read_is_said() -> None:
    lines = small()
    unknown = "\n".join(f"{line.nick} at noon> {line.text}" for line in lines)
    report = check(unknown)
    assert report.decks == []
    assert (
        "this format is not known (line 1): lines should look like 20:01 <PontoonBot> Deck"
        in report.notes[0]
    )
    assert "no line begins with “Deck N of #channel”" in check("12:00 <dave> hello").notes[0]
    older = f"12:00 <PontoonBot> Deck 1 sealed: {'A' * 27} (!cut any words)"
    assert "older version" in check(older).notes[0]


# Bots that cheat. Each is played by a bot that really does it.

CHEATS: dict[str, str] = {
    "a twisted card": WRONG,
    "a cut is left out": WRONG,
    "words are changed": WRONG,
    "another secret": WRONG,
    "a card is burnt": WRONG,
    "a card is burnt and counted": WRONG,
    "a second card": WRONG,
    "finished too early": WRONG,
    "dealt past the marker": WRONG,
    "never opened": NOT_PROVABLE,
    "gathered in a chosen order": WRONG,
    "the bank's cut": WRONG,
    "the bank to a friend": NOT_PROVABLE,
    "the banker's second card": WRONG,
    "the hole card": WRONG,
    "an invented cutter": NOT_PROVABLE,
    "one cut in place of another": NOT_PROVABLE,
    "dealt on after a pontoon": WRONG,
    "dealt on after a stop": WRONG,
    "hands exchanged": WRONG,
}


def cheating(cheat: str) -> list[Evening]:
    """Return evenings on which the bot did CHEAT, in a way that could be seen."""
    games = ("cutwc",) if "gathered" in cheat else tuple(fair_logs.TITLES)
    rounds = 14 if "gathered" in cheat else 6
    evenings = [Evening(seed, games, rounds, cheat=cheat) for seed in range(1, 16)]
    return [
        each
        for each in evenings
        if each.cheated and not ("dealt on" in cheat and each.cheated.rounds == each.cheated_in)
    ]


@pytest.mark.parametrize("cheat", CHEATS)
def test_a_bot_that_cheats_is_never_right(cheat: str) -> None:
    evenings = cheating(cheat)
    assert len(evenings) >= 5
    for each, report in zip(
        evenings, checked([written(each.lines)] for each in evenings), strict=True
    ):
        assert each.cheated
        assert report.of(each.cheated.number).verdict == CHEATS[cheat]
        others = {deck.verdict for deck in report.decks if deck.number != each.cheated.number}
        assert others <= {RIGHT}


def test_a_twist_in_british() -> None:
    for seed in range(30):
        each = Evening(seed, ("british",), 6, cheat="a twisted card")
        if each.cheated:
            report = check(written(each.lines, "irssi"))
            assert report.of(each.cheated.number).verdict == WRONG
            return
    pytest.fail("nobody has twisted")


def test_words_of_a_friend_in_place_of_the_dealers() -> None:
    lines = small(
        said("kevin", "!deal mine"), said("mal", "!deal chosen"), cuts=[("mal", "chosen")]
    )
    place = next(at for at, line in enumerate(lines) if "cuts deck 5" in line.text)
    acknowledgement = lines.pop(place).text
    lines[place] = lines[place]._replace(text=f"{acknowledgement} | {lines[place].text[2:]}")
    (deck,) = check(written(lines)).decks
    assert deck.verdict == NOT_PROVABLE
    assert "kevin said “!deal mine” before mal" in deck.text
    honest = small(
        said("mal", "!deal chosen"), said("kevin", "!deal mine"), cuts=[("mal", "chosen")]
    )
    assert verdicts(check(written(honest))) == {RIGHT}


HIDDEN = (
    "♠ Shed Pontoon: dave, kevin | deck 5, card 5 | place your bets",
    "♠ dave bets 5 | kevin bets 5 | second cards are out | dave to play",
    "♠ dave sticks | kevin to play",
    "♠ kevin sticks",
    "♠ dave: 3♦ 4♦ = 7 high cards, stake 5: loses 5",
    "♠ kevin: 3♦ 9♦ = 12 high cards, stake 5: loses 5",
)
"""A round that is not of the deck, and is told so that a checker might pass over it."""


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("$", "\u2028"),
        ("♠ ", "♠\u2029 "),
        ("♠", "♤"),
        ("♠", "♠\u0338"),
        ("♠", "♣"),
        ("♠", "\u00a0♠"),
        ("♠", "\u202e♠"),
        ("♠ ", "♠\u00a0"),
        ("♠ ", "♠"),
        ("♠ ", ""),
        ("♠", "♢"),
        ("♠", "•"),
        ("deck 5, card 5", "place your bets"),
    ],
)
def test_a_round_that_is_hidden_by_signs(old: str, new: str) -> None:
    lines = small()
    hidden = [Line(20, BOT, re.sub(old, new, text, count=1)) for text in HIDDEN]
    log = [*lines[:8], *hidden, *lines[8:]]
    assert RIGHT not in verdicts(check(written(log, "irssi")))


@pytest.mark.parametrize(
    "form", ["12:00 -{}:#den- ", "12:00  * {} ", "12:00 -!- Notice({}) -> #den: ", "-{}/#den-\t"]
)
def test_a_round_that_is_told_by_notices_or_actions(form: str) -> None:
    lines = small()
    for nick, expected in ((BOT, NOT_PROVABLE), ("mal", RIGHT)):
        hidden = [event(form.format(nick) + text) for text in HIDDEN]
        log = [*lines[:8], *hidden, *lines[8:]]
        assert verdicts(check(written(log, "irssi"))) == {expected}


def test_a_round_under_the_nick_by_somebody_else_is_shown() -> None:
    """It cannot accuse the bot; but whoever reads sees that there was another one."""
    lines = small()
    away = [
        event("12:00 -!- PontoonBot [~bot@home.example] has quit [bye]"),
        event("12:00 -!- PontoonBot [~mal@evil.example] has joined #den"),
        *(Line(20, BOT, text) for text in HIDDEN),
        event("12:00 -!- PontoonBot [~mal@evil.example] has quit [bye]"),
        event("12:00 -!- PontoonBot [~bot@home.example] has joined #den"),
    ]
    report = check(written([*lines[:8], *away, *lines[8:]], "irssi"))
    names = {bot["name"] for bot in report.bots}
    assert names == {f"{BOT} (~bot@home.example)", f"{BOT} (~mal@evil.example)"}


def with_chosen_cuts(item: str, hashed: str, *said_before: Line) -> list[Line]:
    """Return a log in which the bot deals as if the cuts were HASHED, which ITEM says."""
    lines = small()
    deck = Deck(5, "pontoon", "60-75", 6, SECRET)
    order = [*shuffled(numbers(key_of(deck.seal, hashed, SECRET), 1), NEW_ORDER * 6)][::-1]
    shown = [card[:-1] + dict(zip("CDHS", "♣♦♥♠", strict=True))[card[-1]] for card in order[:4]]
    for name, at in (("dave", 0), ("kevin", 1)):
        place = next(at for at, line in enumerate(lines) if line.text.startswith(f"♠ {name}: "))
        cards = f"{shown[at]} {shown[at + 2]}"
        lines[place] = said(BOT, f"♠ {name}: {cards} = 9 high cards, stake 5: loses 5")
    text = lines[1].text.replace("deck 5, not cut", f"deck 5, {item}: {hashed}")
    lines[1] = lines[1]._replace(text=text)
    return [lines[0], *said_before, *lines[1:]]


def test_cuts_that_the_bot_has_chosen() -> None:
    seal = Deck(5, "pontoon", "60-75", 6, SECRET).seal
    hashed = cuts_of(seal, ["years ago"])
    cut, acknowledged = said("kevin", "!cut years ago"), 'kevin cuts deck 5 (1): "years ago"'
    honest = with_chosen_cuts("1 cut", hashed, cut, said(BOT, f"♠ {acknowledged}"))
    assert verdicts(check(written(honest))) == {RIGHT}
    assert verdicts(check(written(with_chosen_cuts("0 cuts", hashed)))) == {NOT_PROVABLE}
    false = with_chosen_cuts("1 cut", hashed, said(BOT, acknowledged))  # as if in private
    for place in (0, 4):  # kevin says it for an earlier deck, or when all have seen the cards
        log = [*false[:place], cut, *false[place:]]
        assert verdicts(check(written(log))) == {NOT_PROVABLE}


def test_a_deck_that_is_dealt_from_after_it_was_shuffled() -> None:
    lines = Evening(3, ("pontoon",), 2, is_calm=True).lines
    place = next(at for at, line in enumerate(lines) if "♠ Chips: " in line.text)
    text = f"{lines[place].text} | the cards have been shuffled"
    log = [*lines[:place], lines[place]._replace(text=text), *lines[place + 1 :]]
    assert verdicts(check(written(lines))) == {RIGHT}
    assert verdicts(check(written(log))) == {NOT_PROVABLE}


def test_rounds_in_another_order() -> None:
    """A bot that leaves cards for later could choose from which place it deals."""
    lines = Evening(3, ("pontoon",), 4, is_calm=True).lines
    begins = [at for at, line in enumerate(lines) if "Shed Pontoon: " in line.text]
    one, two, three = begins[1:]
    log = [*lines[:one], *lines[two:three], *lines[one:two], *lines[three:]]
    assert verdicts(check(written(lines))) == {RIGHT}
    assert verdicts(check(written(log))) == {NOT_PROVABLE}


def test_a_round_without_a_deck_while_none_is_in_play() -> None:
    hidden = [Line(30, BOT, text.replace("| deck 5, card 5 ", "")) for text in HIDDEN]
    assert verdicts(check(written([*small(), *hidden]))) == {NOT_PROVABLE}


def test_two_decks_of_a_game_at_once() -> None:
    """A bot that has two of them sealed could choose from which it deals."""
    lines = Evening(3, ("pontoon",), 8, is_calm=True, shoes={"pontoon": (1, 25, 26)}).lines
    first, second = [at for at, line in enumerate(lines) if " sealed: " in line.text][:2]
    closed = next(at for at, line in enumerate(lines) if "Shed Pontoon: " in line.text)
    log = [*lines[first:closed], *lines[second:], *lines[closed:second]]
    report = check(written(log))
    assert report.verdicts.pop(1) == NOT_PROVABLE
    assert "another deck of its game was dealt between" in report.of(1).text
    assert verdicts(check(written(lines))) == {RIGHT}


def test_a_round_that_is_dealt_once_more_with_other_bets() -> None:
    lines = small()
    again = [
        line._replace(
            text=line.text.replace("dave bets 5", "dave bets 9").replace(
                "high cards, stake 5: loses 5",
                f"high cards, stake {9 if 'dave: ' in line.text else 5}: loses 5",
            )
        )
        for line in lines[1:-2]
    ]
    assert verdicts(check(written([*lines[:-1], *again, lines[-1]]))) == {NOT_PROVABLE}
    early = [*lines[:4], *again, lines[-1]]  # the first telling is not finished
    assert verdicts(check(written(early))) == {NOT_PROVABLE}


def test_those_who_cut_for_the_bank_are_in_their_order() -> None:
    """Else the bot could give the highest card to whom it likes."""
    text = written(Evening(3, ("british",), 1, is_calm=True).lines)
    names, cards = zip(
        *(
            each.rsplit(" ", 1)
            for each in re.findall("bank: (.*?)(?: \\||$)", text, re.M)[0].split(", ")
        ),
        strict=True,
    )
    before = ", ".join(map(" ".join, zip(names, cards, strict=True)))
    after = ", ".join(map(" ".join, zip(names[::-1], cards, strict=True)))
    assert before in text
    assert verdicts(check(text)) == {RIGHT}
    assert verdicts(check(text.replace(before, after))) == {NOT_PROVABLE}


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ('♠ dave twists 9♠, bob cuts deck 5 (1): "x"', 1),
        ("♠ Shed Pontoon: dave, kevin | deck 5, 1 cut: " + "A" * 27, 2),
        ("♠ dave gets a wild card", 3),
        ("dave twists 9♠", 3),
        ("♠ dave twists 9♠", 3),
        ("♠ deck 5, card 70", 4),
        ("♠ Shed Pontoon: dave, kevin, bob | place your bets", 4),
        ("♠ Shed Pontoon: dave, kevin | deck 5, card 3 | place your bets", 4),
        ("♠ Shod Pontoon: dave, kevin | deck 5, card 5 | place your bets", 8),
    ],
)
def test_a_line_that_is_put_in(text: str, place: int) -> None:
    for before in ([], ["♢ I am back; the round continues"]):
        lines = small()
        lines[place:place] = [said(BOT, each) for each in (*before, text)]
        assert RIGHT not in verdicts(check(written(lines)))


def test_a_number_that_is_sealed_twice() -> None:
    deck = Deck(5, "pontoon", "60-75", 6, "B" * 22)
    again = [
        Line(30, BOT, f"Deck 5 of #den sealed: {deck.seal} (!cut any words)"),
        Line(
            31,
            BOT,
            f"Deck 5 of #den opened, given up (restart): {'B' * 22} ({deck.terms})"
            " after 0 rounds, 0 cards",
        ),
    ]
    report = check(written([*small(), *again]))
    assert WRONG in verdicts(report)


# The page itself


def test_the_page_can_use_no_network() -> None:
    text = PAGE.read_text("utf-8")
    (policy,) = re.findall(r'Content-Security-Policy" content="([^"]+)"', text)
    assert policy.startswith("default-src 'none'; ")
    assert "http" not in policy
    outside = re.findall(r"(?:src|href)=|https?://|@import|fetch\(|XMLHttpRequest|WebSocket", text)
    assert outside == []


def test_the_page_can_be_read() -> None:
    assert [line for line in PAGE.read_text("utf-8").splitlines() if len(line) > 240] == []


def test_the_page_sets_no_markup() -> None:
    assert (
        re.findall(r"innerHTML|insertAdjacentHTML|document\.write|eval\(", PAGE.read_text("utf-8"))
        == []
    )


def test_a_long_log_is_quick() -> None:
    """A whole year of chat between two decks; far more than two seconds is a fault."""
    chat = [
        said("mal", f"number {number} of very many lines that nobody plays in")
        for number in range(100_000)
    ]
    text = written([*small(), *chat, *small()], "irssi")
    code = "const began = Date.now(); check([{ text: given }]); return Date.now() - began;"
    (milliseconds,) = run([(code, text)])
    assert milliseconds < 6000  # on a machine that does much else, too
