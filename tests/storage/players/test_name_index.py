"""What is known of players by name, account, mask and host goes along with every change."""

from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from pontoon.engine.errors import Refused
from pontoon.irc.casemapping import rfc1459
from pontoon.storage.players.document import PlayersDocument
from pontoon.storage.players.nicknames import skeletons
from pontoon.storage.players.player import Player, Refill, Registered
from pontoon.storage.players.store import RECORDED
from tests.support.calls import calls_in
from tests.support.offline_bot import Entry, OfflineBot, Said
from tests.support.players_files import file_of, full, short

NICKS = ("dave", "DAVE", "kevin", "bob", "zoe", "[a]")
NAMES = ("", "Dave", "B\u043eb", "The Boss", "kev\u0131n", "dave")
HOSTS = ("home.example", "HOME.example", "elsewhere")
MASKS = ("*!*@home.example", "*!*@elsewhere")

Step = Callable[[PlayersDocument], object]


def named(nick: str, nickname: str) -> Step:
    return lambda document: document.put(replace(_at(document, nick), nickname=nickname))


def bound(nick: str, account: str) -> Step:
    def bind(document: PlayersDocument) -> None:
        player = _at(document, nick)
        if not player.accounts and not document.owners.of_account("", account):
            document.put(replace(player, accounts={"": account}))

    return bind


def scored(nick: str, won: int) -> Step:
    def score(document: PlayersDocument) -> None:
        player = _at(document, nick)
        stats = replace(document.stats_in(player, "pontoon"), played=2, won=won)
        statistics = {**player.statistics, "pontoon": stats}
        document.put(replace(player, chips=player.chips + won, statistics=statistics))

    return score


def refilled(nick: str, host: str, account: str) -> Step:
    refill = Refill(datetime(2026, 11, 24, tzinfo=UTC), host, "", account)
    return lambda document: document.put(replace(_at(document, nick), refill=refill))


def added(nick: str, host: str, mask: str) -> Step:
    player = Player(nick, 5, 0, "", {}, registered=(Registered(host),), masks=(mask,))
    return lambda document: document.add(player)


def removed(nick: str) -> Step:
    return lambda document: document.remove(_at(document, nick))


def renamed(nick: str, new: str) -> Step:
    return lambda document: document.rename(_at(document, nick), new)


def _at(document: PlayersDocument, nick: str) -> Player:
    player = document.find(nick)
    if player is None:
        raise KeyError(nick)
    return player


nicks = st.sampled_from(NICKS)
steps = st.one_of(
    st.builds(named, nicks, st.sampled_from(NAMES)),
    st.builds(bound, nicks, nicks),
    st.builds(added, nicks, st.sampled_from(HOSTS), st.sampled_from(MASKS)),
    st.builds(removed, nicks),
    st.builds(scored, nicks, st.integers(0, 2)),
    st.builds(refilled, nicks, st.sampled_from(HOSTS), st.sampled_from(("", "dave", "DAVE"))),
    st.builds(renamed, nicks, nicks),
    st.just(lambda document: document.keep(document.content())),
)


def known(document: PlayersDocument) -> list[object]:
    """Return all that can be asked of DOCUMENT besides its kitties."""
    looks = {look for name in (*NICKS, *NAMES) for look in skeletons(name)}
    return [
        {look: sorted(found) for look in looks if (found := document.named(look))},
        {key: sorted(nicks) for key, nicks in document.owners.nicks.items()},
        document.players(),
    ]


def opened(content: bytes) -> PlayersDocument:
    return PlayersDocument(content, rfc1459, RECORDED)


FILE = file_of(
    "<note><player><nick>zoe</nick></player><nick>zoe</nick><nickname>zoe</nickname></note>\n",
    "  <player><nick> bob<!-- yes --> </nick><chips>5</chips>"
    "<note><nickname>zoe</nickname></note></player>\n",
    full("dave", nickname="The Boss"),
    short("kevin"),
)


@given(done=st.lists(steps, max_size=12), asked_first=st.booleans())
def test_after_any_changes_it_is_what_the_file_says(done: list[Step], asked_first: bool) -> None:
    """However much of it was asked about before."""
    document = opened(FILE.encode())
    if asked_first:
        known(document)
    for step in done:
        with suppress(KeyError, Refused):
            step(document)
    assert known(document) == known(opened(document.content()))


def test_only_the_names_of_players_count() -> None:
    document = opened(FILE.encode())
    assert [*document.named("bob")] == ["bob"]
    assert [*document.named("the boss")] == ["dave"]
    assert [*document.named("zoe")] == []


# However many players there are


def crowded(folder: Path, players: int) -> OfflineBot:
    """Start a bot with so many PLAYERS, where names have been asked about; a few are there."""
    folder.mkdir()
    account = "<account>{}</account>"
    bot = OfflineBot(folder, [], config={"identity": {"self_registration": "yes"}})
    bot.write_players(
        Entry(f"p{n}x", nickname=f"Player \xdf {n}x", owner=account.format(f"p{n}x"))
        for n in range(players)
    )
    bot.settlements.look()
    for nick in ("p0x", "zed", "yan"):
        bot.comes(nick)
        bot.logs_in(nick, nick)
    bot.tells("yan", "register")
    bot.tells("yan", "set nickname Yannick")
    return bot


@pytest.mark.parametrize(
    ("nick", "text", "answer"),
    [
        ("p0x", "set nickname The Boss", "You are now called The Boss."),
        ("p0x", "set nickname Player \xdf 1x", "That is too similar to p1x's name"),
        ("zed", "register", "You are now a player"),
        ("zed", "stats nobody", "There is no player called nobody"),
    ],
)
def test_names_cost_no_more_where_there_are_more_players(
    tmp_path: Path, nick: str, text: str, answer: str
) -> None:
    few, many = (crowded(tmp_path / str(players), players) for players in (10, 1000))
    said: list[Said] = []
    calls_among_few = calls_in(lambda: said.extend(few.tells(nick, text)))
    assert said[0].line.startswith(answer)
    assert calls_in(lambda: many.tells(nick, text)) < calls_among_few + 50
