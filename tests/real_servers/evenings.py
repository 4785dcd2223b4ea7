"""Whole evenings of any game: what must be true after each round of them, as people heard it."""

import re
from collections.abc import Collection, Mapping
from datetime import UTC, datetime, timedelta

from tests.real_servers import bankreferee, coinreferee, referee, told
from tests.real_servers.guest import Guest
from tests.real_servers.opencards import check_open_game, check_pack_game
from tests.real_servers.playersxml import Entry
from tests.real_servers.prompts import BRACKETS, HAND_SHOWN, is_prompt
from tests.real_servers.rounds import Round
from tests.real_servers.told import CARD

MINUTES = 60
"""What players have when a day of Black Jack begins."""

NOON = 12

Entries = Mapping[str, Entry]

BET_ASKED = re.compile(rf"Your card: {CARD}\. Bet \([1-9]\d*-\d+\)\? You have \d+ chips?")
MOVE_ASKED = re.compile(
    rf"(?:.*[.] )?{CARD}(?: {CARD}){{1,3}} = \d+(?:, a [a-z]+)?: ([^.]+)\. "
    r"(?:(?:Buy|Burn)[a-z, ]+ for \d+\. )?Stake \d+(?: \(hand [1-5]\))?, chips \d+"
)
OFFERS = {
    "(s)tick": "s",
    "(t)wist": "t",
    "(b)uy": "b",
    "b(u)rn": "u",
    "s(p)lit": "p",
}


def check_statistics(
    game: str, played: Round, winners: Collection[str], before: Entries, after: Entries
) -> None:
    """Fail unless a round of GAME was counted once for all who had a hand, and for WINNERS."""
    names = {result.name for result in played.results} | {played.banker.name}
    for nick, old in before.items():
        new = after[nick]
        assert new.number(game, "played") - old.number(game, "played") == (nick in names)
        assert new.number(game, "won") - old.number(game, "won") == (nick in winners)
        assert new.bank == old.bank
        for other in {*old.records, *new.records} - {game}:
            assert new.records.get(other) == old.records.get(other)


def gains(played: Round) -> dict[str, int]:
    """Return by how much the lines of the results say that each player is better off."""
    total = {played.banker.name: played.banker.gain}
    for result in played.results:
        total[result.name] = total.get(result.name, 0) + result.gain
    return total


def check_shed(played: Round, before: Entries, after: Entries) -> None:
    """Fail unless all that was told fits together, and players.xml went from BEFORE to AFTER."""
    winners = referee.check(played.results)
    for nick, old in before.items():
        name, new = old.nickname or nick, after[nick]
        hands = [result for result in played.results if result.name == name]
        assert new.chips - old.chips == sum(hand.gain for hand in hands)
        assert new.played - old.played == (1 if hands else 0)
        assert new.won - old.won == (name in winners)
        assert (new.bank, new.nickname) == (old.bank, old.nickname)
        if hands:
            assert played.balances[name] == new.chips
            check_cards_shown(played, nick, name)
            check_prompts(played, nick)


def check_prompts(played: Round, nick: str) -> None:
    """Fail unless all that NICK was asked has the shape that log tools know it by."""
    bet, *moves = filter(is_prompt, played.private[nick])
    assert BET_ASKED.fullmatch(bet), bet
    for prompt in moves:
        assert letters(prompt)


def letters(prompt: str) -> list[str]:
    """Return the letters of the moves that PROMPT offers."""
    asked = MOVE_ASKED.fullmatch(prompt)
    assert asked is not None, f"does not ask for a move: {prompt}"
    offers = re.sub(r" for [1-9]\d*", "", asked[1]).split(" ")
    assert offers == [offer for offer in OFFERS if offer in offers], prompt
    return [OFFERS[offer] for offer in offers]


def check_cards_shown(played: Round, nick: str, name: str) -> None:
    """Fail unless NICK was shown their own cards, and the channel only those that NAME twisted."""
    hands = [result.cards for result in played.results if result.name == name]
    shown = [match for line in played.private[nick] for match in HAND_SHOWN.finditer(line)]
    for match in shown:
        assert int(match[2]) == told.total(match[1].split())
    last = tuple(shown[-1][1].split())
    assert any(cards[: len(last)] == last for cards in hands)
    dealt_openly = {card for line in played.before_results for card in twisted(line, name)}
    assert dealt_openly <= {card for cards in hands for card in cards}


def twisted(line: str, name: str = ".+?") -> list[str]:
    """Return the cards that LINE says NAME has twisted."""
    return re.findall(rf"(?:^|\| )(?:{name}) twists ({CARD})(?: \(hand [1-5]\))?(?= \||$)", line)


def check_nothing_private_was_said(played: Round) -> None:
    """Fail if a card that was not twisted came before the results, or a prompt came at all."""
    for line in played.before_results:
        assert re.findall(CARD, line) == twisted(line), line
    for line in played.channel:
        assert not BRACKETS.search(line), line


def check_british(played: Round, before: Entries, after: Entries) -> None:
    """Fail unless all that was told fits together, and players.xml went from BEFORE to AFTER."""
    winners = bankreferee.check_chips(played.banker, played.results)
    check_statistics("british", played, winners, before, after)
    check_pack_game(played, shows_ace=True)
    changes = gains(played)
    assert sum(changes.values()) == 0
    for nick, old in before.items():
        assert after[nick].chips - old.chips == changes.get(nick, 0), nick
    assert played.balances == {nick: after[nick].chips for nick in changes}
    has_pontoon = any(hand.kind == "pontoon" for hand in played.hands)
    assert any("shuffle" in line for line in played.after_results) == has_pontoon


def check_shoot(played: Round, before: Entries, after: Entries, kitty: int) -> int:
    """Fail unless all that was told fits together, and players.xml went from BEFORE to AFTER.

    There were KITTY chips in the kitty before the round; what is in it now is returned.
    """
    winners = bankreferee.check_chips(played.banker, played.results)
    check_statistics("shoot", played, winners, before, after)
    check_pack_game(played, shows_ace=True)
    changes = gains(played)
    for name, chips in moved(played):
        changes[name] = changes.get(name, 0) + chips
    for nick, old in before.items():
        assert after[nick].chips - old.chips == changes.get(nick, 0), nick
    assert played.balances == {nick: after[nick].chips for nick in played.balances}
    return kitty - sum(changes.values())


def moved(played: Round) -> list[tuple[str, int]]:
    """Return which chips moved, as the channel was told, besides those in the results.

    They went to a name, or from it where that is negative; from the kitty, or from another.
    """
    moves: list[tuple[str, int]] = []
    banker = played.banker.name
    for item in " | ".join(played.channel).split(" | "):
        if (put := re.fullmatch(r"(\S+) puts (\d+) into the kitty.*", item)) is not None:
            moves.append((put[1], -int(put[2])))
        elif (taken := re.fullmatch(r"(\S+) takes the kitty of (\d+)", item)) is not None:
            moves.append((taken[1], int(taken[2])))
        elif (begun := re.fullmatch(r"(\S+) puts up no kitty.*", item)) is not None:
            banker = begun[1]
        elif (paid := re.fullmatch(r"(\S+) (?:gets|buys) the bank for (\d+)", item)) is not None:
            moves += [(paid[1], -int(paid[2])), (banker, int(paid[2]))]
    return moves


def kitty_at(guest: Guest) -> int:
    """Return what is in the kitty, as GUEST is told in the channel."""
    [answer] = guest.answers_in_channel("!shoot banker")
    told = re.search(r"kitty (\d+)", answer.text)
    return 0 if told is None else int(told[1])


def check_cutwc(played: Round, before: Entries, after: Entries) -> None:
    """Fail unless all that was told fits together, and players.xml went from BEFORE to AFTER."""
    winners = bankreferee.check_fingers(played.banker, played.results)
    check_statistics("cutwc", played, winners, before, after)
    check_pack_game(played, shows_ace=False)
    for nick, gain in gains(played).items():
        assert (
            after[nick].number("cutwc", "drinks") - before[nick].number("cutwc", "drinks") == -gain
        )
        assert played.balances[nick] == after[nick].number("cutwc", "drinks")
    for nick, old in before.items():
        assert after[nick].chips == old.chips
    assert not any("shuffle" in line for line in played.channel)


def check_blackjack(played: Round, before: Entries, after: Entries) -> None:
    """Fail unless all that was told fits together, and players.xml went from BEFORE to AFTER."""
    outcomes = coinreferee.check(played.banker, played.results, doubled(played))
    winners = {name for name, outcome in outcomes.items() if outcome.has_won}
    check_statistics("blackjack", played, winners, before, after)
    check_open_game(played)
    for nick, outcome in outcomes.items():
        old, new = before[nick], after[nick]
        assert new.number("blackjack", "minutes") == minutes_of(old) + gains(played)[nick]
        assert new.number("blackjack", "turns") == old.number("blackjack", "turns") + 1
        for name, coins in {"gained": outcome.winnings, "lost": outcome.losses}.items():
            assert new.number("blackjack", name) == old.number("blackjack", name) + coins
        assert played.balances[nick] == new.number("blackjack", "minutes")
        assert new.chips == old.chips


def doubled(played: Round) -> set[str]:
    """Return who has doubled down."""
    items = " | ".join(played.before_results).split(" | ")
    return {match[1] for item in items if (match := re.match(r"(\S+) doubles for ", item))}


def minutes_of(entry: Entry) -> int:
    """Return the minutes that somebody has at the table, who may come for the first time."""
    least = 0 if entry.number("blackjack", "day") else MINUTES
    return max(least, entry.number("blackjack", "minutes"))


def at_noon() -> str:
    """Return a time zone in which it is about noon now: no test lasts from one day to the next."""
    ahead = NOON - (datetime.now(UTC) + timedelta(minutes=30)).hour
    return f"Etc/GMT{-ahead:+}"
