"""Whole evenings of any game: what stands in players.xml after each round of them."""

from collections.abc import Collection, Mapping

from tests.real_servers.playersxml import Entry
from tests.real_servers.rounds import Round

Entries = Mapping[str, Entry]


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
