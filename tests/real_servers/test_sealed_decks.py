"""Sealed decks on real servers: what people hear is enough to check them (FAIR)."""

from collections.abc import Sequence

import pytest

from tests.real_servers import deckreferee
from tests.real_servers.decklines import CUT, OPENED, SEALED, is_about_deck
from tests.real_servers.guest import Guest, Said
from tests.real_servers.rounds import always, play
from tests.real_servers.runningbot import RunningBot
from tests.real_servers.venue import BOT, CHANNEL, Venue

pytestmark = [pytest.mark.real_server, pytest.mark.slow]

SOON_OVER = {"marker": "300-310"}
"""The marker of a shoe that is finished after a round or two."""

WORDS = {"dave": "four score and seven", "kevin": "Years ago"}


def cut(guest: Guest, number: int = 1) -> None:
    """Have GUEST cut the first deck, as the one with that NUMBER."""
    words, refusal = f"!cut {WORDS[guest.nick]}", "say it once more when I have said the seal"
    while True:  # the server confirms the seal a moment after people have heard it
        said = guest.answers_in_channel(words)
        if not any(refusal in each.text for each in said):
            break
    guest.sees(rf'{guest.nick} cuts deck 1 \({number}\): "{WORDS[guest.nick]}"')


def cut_by_all(guests: Sequence[Guest]) -> None:
    """Have the deck that is sealed first cut by all GUESTS."""
    for number, guest in enumerate(guests, 1):
        cut(guest, number)


def finish_deck(guests: Sequence[Guest]) -> list[str]:
    """Have GUESTS play until the next deck is sealed; return the log of the first of them."""
    nicks = " ".join(guest.nick for guest in guests)
    while not any("deck 2 sealed: " in line for line in guests[0].channel_log()):
        play(f"!pontoon {nicks}", guests, always("min", "s", "t"))
        guests[0].what_came()
    return guests[0].channel_log()


def check_all(bot: RunningBot, guest: Guest) -> None:
    """Fail unless the program finds no fault with its decks, nor we with what GUEST has heard."""
    deckreferee.check(guest.all_said(), CHANNEL, is_late=False)
    verified = bot.verify()
    assert verified.returncode == 0, verified.stdout + verified.stderr


def test_two_people_cut_a_deck_and_check_it_by_what_they_have_heard(inspircd_venue: Venue) -> None:
    """The next deck is sealed behind the opening of the last one."""
    bot = inspircd_venue.bot(shed=SOON_OVER)
    guests = inspircd_venue.guests(*WORDS)
    cut_by_all(guests)
    log = finish_deck(guests)
    said = [line.partition(f"<{BOT}> ")[2] for line in log]
    *_, opened = [line for line in said if is_about_deck(line)]
    assert OPENED.match(opened)
    assert len([line for line in said if CUT.search(line)]) == 1
    check_all(bot, guests[0])


def test_a_seal_that_the_channel_cannot_hear_is_not_cut(venue: Venue) -> None:
    """It is said again when the bot has voice, and the words before that count for nothing."""
    dave, kevin = venue.guests("dave", "kevin")
    dave.send(f"MODE {CHANNEL} +mv kevin")
    dave.expect(f"MODE {CHANNEL} ")
    bot = venue.bot()
    for _ in range(2):
        dave.command("!cut too early")
        kevin.whisper("help")
        kevin.told("")
    assert not [said for said in dave.all_said() if said.target == CHANNEL]
    dave.send(f"MODE {CHANNEL} +v {BOT}")
    dave.sees(SEALED.pattern)
    kevin.sees(SEALED.pattern)
    cut(kevin)
    dave.command("!pontoon dave kevin")
    dave.sees(rf"Shed Pontoon: dave, kevin \| {CUT.pattern} \| .*")
    check_all(bot, dave)


def test_a_seal_is_said_again_when_everybody_may_speak(inspircd_venue: Venue) -> None:
    """The bot is not told that it may: it tries when somebody cuts or deals."""
    dave, kevin = inspircd_venue.guests("dave", "kevin")
    dave.send(f"MODE {CHANNEL} +m")
    dave.expect(f"MODE {CHANNEL} ")
    inspircd_venue.bot()
    dave.command("!cut too early")
    kevin.whisper("help")
    kevin.told("")
    dave.send(f"MODE {CHANNEL} -m")
    dave.expect(f"MODE {CHANNEL} ")
    dave.command("!cut still too early")
    dave.sees(SEALED.pattern)
    cut(dave)


# That the referee of all that people hear can fail

SECRET, TERMS = "3" * 22, "a #b pontoon 6 60-75 k3JxQ0aB"
SEAL = deckreferee.seal_of("1", TERMS, SECRET)
SEALED_1 = f"Deck 1 of #b sealed: {SEAL} (!cut any words)"
CUT_1 = 'dave cuts deck 1 (1): "years ago" | kevin cuts deck 1 (2): "Four score"'
CUTS = deckreferee.cuts_of(SEAL, ["years ago", "Four score"])
BEGINS = f"{CUT_1} | Shed Pontoon: dave, kevin | deck 1, 2 cuts: {CUTS} | place your bets"
PRIVATE = "Your card: 4♥. Bet (1-100)? You have 1000 chips"
OVER = "Chips: dave 999, kevin 1001"
LATER = "Shed Pontoon: dave, kevin | deck 1, card 9 | place your bets"
OPENED_1 = f"Deck 1 of #b opened: {SECRET} ({TERMS}) after 2 rounds, 21 cards"
IN_ORDER = (SEALED_1, BEGINS, PRIVATE, OVER, OPENED_1)


def heard(*texts: str) -> list[Said]:
    """Return what dave would have heard if TEXTS were said."""
    return [Said("dave" if text is PRIVATE else CHANNEL, text) for text in texts]


def test_what_is_in_order_is_no_fault() -> None:
    deckreferee.check(heard(*IN_ORDER), CHANNEL, is_late=False)
    deckreferee.check(heard(SEALED_1, BEGINS, SEALED_1, BEGINS, LATER), CHANNEL, is_late=False)
    next_one = SEALED_1.replace("Deck 1 of #b", " | deck 2")
    deckreferee.check(heard(*IN_ORDER[:-1], OPENED_1 + next_one), CHANNEL, is_late=False)


def test_a_round_that_began_just_before_a_kill_is_heard_only_as_it_continues() -> None:
    back = ("I was restarted; the round continues with the same cards", "Shed Pontoon: dave, kevin")
    begun = BEGINS.removesuffix(" | place your bets")
    deckreferee.check(heard(SEALED_1, begun, *back, OVER, LATER), CHANNEL, is_late=False)


@pytest.mark.parametrize(
    "texts",
    [
        (SEALED_1, PRIVATE, BEGINS),
        (BEGINS, SEALED_1),
        (SEALED_1, LATER),
        (SEALED_1, BEGINS, LATER.replace("deck 1", "deck 2")),
        (SEALED_1, SEALED_1.replace(SEAL, "2" * 27)),
        (SEALED_1, BEGINS, BEGINS.replace(CUTS, "1" * 27)),
        (SEALED_1, BEGINS.replace(CUTS, "1" * 27)),
        (SEALED_1, BEGINS.replace("years ago", "years")),
        (SEALED_1, BEGINS.replace("deck 1 (2)", "deck 1 (3)")),
        (SEALED_1.replace(SEAL, "2" * 27), OPENED_1),
        (SEALED_1, BEGINS, LATER, LATER.replace("card 9", "card 8")),
        (*IN_ORDER, LATER),
        (*IN_ORDER, BEGINS),
        (OPENED_1,),
        (SEALED_1[:30],),
    ],
)
def test_what_is_out_of_order_is_found(texts: Sequence[str]) -> None:
    with pytest.raises(AssertionError):
        deckreferee.check(heard(*texts), CHANNEL, is_late=False)
