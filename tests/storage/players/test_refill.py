"""Chips for players who are broke (RULES 0, The broke): who gets them, and how often."""

from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pontoon.engine.errors import Refused
from pontoon.storage.players.entries import EntryFault
from pontoon.storage.players.player import KittyChange, PlayerChange, Refill, Standing
from pontoon.storage.players.store import PlayerStore
from tests.support.edits import posted, refusal
from tests.support.ledger_checks import HERE, all_chips, check_books, started, win
from tests.support.players_files import chips_in, faults_of, file_of, full, short, store_at, write
from tests.support.players_files import settle as settle_round

NOON = datetime(2026, 12, 31, 12, tzinfo=UTC)
DAY = timedelta(hours=24)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "players.xml"


def asked(host: str = "a.example", account: str = "", network: str = "", **later: int) -> Refill:
    """Return that somebody asks at noon, or so much LATER."""
    return Refill(NOON + timedelta(**later), host, network, account)


def refill(store: PlayerStore, nick: str, by: Refill, chips: int = 100, least: int = 1) -> int:
    """Have the player of that NICK get a refill; return the chips they have then."""
    return store.refill(nick, chips, least, by, DAY).outcome.chips


def is_refused(store: PlayerStore, nick: str, by: Refill) -> timedelta:
    """Return how long after BY asked there will be another refill."""
    with pytest.raises(Refused, match="REFILLED") as refused:
        refill(store, nick, by)
    return timedelta(seconds=refused.value.limit)


def test_who_has_no_chips_is_raised_to_the_refill_and_the_ledger_has_a_gift(path: Path) -> None:
    store = store_at(path, full("dave", 0))
    before = all_chips(path)
    assert refill(store, "dave", asked()) == 100
    assert chips_in(path) == {"dave": 100}
    (player, house) = posted(path)
    assert player[:4] == (player[0], 0, 100, "gift")
    assert (str(house[0].name if house[0] else ""), *house[1:4]) == ("gifts", 0, -100, "gift")
    assert all_chips(path) == before
    check_books(path)


@pytest.mark.parametrize("player", [full("dave", 1), short("dave", "7")])
def test_who_has_the_least_stake_gets_none(path: Path, player: str) -> None:
    store = store_at(path, player)
    assert refusal(lambda: refill(store, "dave", asked())) is EntryFault.NOT_BROKE


def test_the_bank_counts(path: Path) -> None:
    store = store_at(path, full("dave", 0).replace("<bank>0", "<bank>1"))
    assert refusal(lambda: refill(store, "dave", asked())) is EntryFault.NOT_BROKE


def test_a_kitty_counts(path: Path) -> None:
    store = store_at(path, full("dave", 0))
    settle_round(store, "shoot", {}, KittyChange(HERE, "dave", 5))
    assert refusal(lambda: refill(store, "dave", asked())) is EntryFault.NOT_BROKE


def test_the_same_player_gets_one_in_24_hours_from_wherever(path: Path) -> None:
    store = store_at(path, full("dave", 0))
    refill(store, "dave", asked())
    settle_round(store, "pontoon", {})
    lose_all(store)
    assert is_refused(store, "dave", asked("b.example", "account", hours=1)) == timedelta(hours=23)
    assert is_refused(store, "dave", asked("b.example", hours=23, minutes=59)) == timedelta(
        minutes=1
    )
    assert refill(store, "dave", asked("b.example", hours=24)) == 100


def lose_all(store: PlayerStore) -> None:
    for player in store.players():
        store.give(player.nick, -player.chips)


def test_two_players_of_one_host_get_one_refill(path: Path) -> None:
    store = store_at(path, full("dave", 0), full("kevin", 0), full("bob", 0))
    refill(store, "dave", asked("A.example"))
    is_refused(store, "kevin", asked("a.EXAMPLE", hours=1))
    is_refused(store, "kevin", asked("a.example", "kevins", hours=1))
    assert refill(store, "bob", asked("b.example", hours=1)) == 100


def test_two_players_of_one_account_get_one_refill_from_any_host(path: Path) -> None:
    store = store_at(path, full("dave", 0), full("kevin", 0), full("bob", 0))
    refill(store, "dave", asked("a.example", "Dave"))
    is_refused(store, "kevin", asked("b.example", "dAVE", hours=1))
    assert refill(store, "bob", asked("b.example", "dave", "other", hours=1)) == 100


def test_two_accounts_at_one_host_get_one_each(path: Path) -> None:
    store = store_at(path, full("dave", 0), full("kevin", 0), full("bob", 0))
    refill(store, "dave", asked("a.example", "daves"))
    assert refill(store, "kevin", asked("a.example", "kevins")) == 100
    is_refused(store, "bob", asked("a.example"))


def test_the_last_refill_is_known_after_a_restart_and_replaces_the_one_before(path: Path) -> None:
    refill(store_at(path, full("dave", 0), full("kevin", 0)), "dave", asked())
    assert '<refill at="2026-12-31T12:00:00Z" host="a.example" network="" account=""/>' in (
        path.read_text()
    )
    store = PlayerStore(path)
    store.refresh()
    is_refused(store, "kevin", asked(hours=1))
    lose_all(store)
    refill(store, "dave", asked("b.example", hours=24))
    text = path.read_text()
    assert text.count("<refill") == 1
    assert '"2027-01-01T12:00:00Z" host="b.example"' in text


def test_an_admin_allows_another_one_by_removing_the_element(path: Path) -> None:
    store = store_at(path, full("dave", 0))
    refill(store, "dave", asked())
    lose_all(store)
    text = path.read_text()
    start = text.index("<refill")
    path.write_text(text[:start] + text[text.index("/>", start) + 2 :])
    assert refill(store, "dave", asked(hours=1)) == 100


def test_a_time_far_ahead_is_the_mistake_of_some_clock(path: Path) -> None:
    element = '<refill at="2036-01-01T00:00:00Z" host="a.example"/></player>'
    store = store_at(path, full("dave", 0).replace("</player>", element))
    assert refill(store, "dave", asked()) == 100


def test_what_is_wrong_with_a_refill_is_told(path: Path) -> None:
    for element, reason in [
        ("<refill/>", "this refill has no at"),
        *(
            (
                f"<refill at='{at}'/>",
                f"this refill has at '{at}': it must be a time as in 2026-12-31T23:59:59Z",
            )
            for at in (
                "today",
                "2026-02-30T00:00:00Z",
                "2026-01-01T24:00:00Z",
                "0000-01-01T00:00:00Z",
            )
        ),
        (
            "<refill at='2026-01-01T00:00:00Z'>a.example</refill>",
            "refill must be empty, as in <refill .../>",
        ),
        ("<refill at='2026-01-01T00:00:00Z'/>" * 2, "this is a second refill for the same player"),
    ]:
        text = file_of(short("dave").replace("  </player>", f"{element}\n  </player>"))
        assert faults_of(path, text) == [f"line 7: {reason}"]


@st.composite
def claims(draw: st.DrawFn) -> tuple[str, Refill]:
    """Return that somebody asks for a refill of somebody: from where, as whom, and when."""
    host = draw(st.sampled_from(["a.example", "b.example"]))
    account = draw(st.sampled_from(["", "", "one", "two"]))
    hours = draw(st.integers(0, 60))
    return draw(st.sampled_from(["dave", "kevin", "bob"])), asked(host, account, hours=hours)


@given(
    st.lists(st.integers(0, 2), min_size=3, max_size=3),
    st.lists(st.integers(0, 1), min_size=3, max_size=3),
    st.lists(claims() | st.none(), max_size=12),
)
def test_nobody_gets_chips_who_has_any_or_gets_them_twice_in_a_day(
    chips: list[int], banks: list[int], wishes: list[tuple[str, Refill] | None]
) -> None:
    """Whoever asks in whatever order; nothing is created that the ledger does not have as gift."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "players.xml"
        entries = zip(("dave", "kevin", "bob"), chips, banks, strict=True)
        store = store_at(
            path,
            *(full(nick, has).replace("<bank>0", f"<bank>{bank}") for nick, has, bank in entries),
        )
        given_to: list[tuple[str, Refill]] = []
        for wish in sorted(filter(None, wishes), key=lambda each: each[1].at):
            nick, by = wish
            player = store.find(nick)
            assert player is not None
            is_broke = not player.chips + player.bank
            again = [
                last
                for other, last in given_to
                if (other == nick or is_same(last, by)) and by.at - last.at < DAY
            ]
            before = all_chips(path)
            if again or not is_broke:
                fault = refusal(partial(refill, store, nick, by))
                assert fault is (EntryFault.REFILLED if is_broke else EntryFault.NOT_BROKE)
                assert all_chips(path) == before
                continue
            assert refill(store, nick, by) == 100
            given_to.append((nick, by))
            assert all_chips(path) == before
            store.give(nick, -100)
        check_books(path)


def is_same(one: Refill, other: Refill) -> bool:
    """Tell whether ONE and OTHER are taken for one person, by the wording of the rule."""
    if one.account and other.account:
        return one.account == other.account
    return one.host == other.host


STEPS = ("rename", "claim", "restart", "edit", "refused", "play")


@given(st.lists(st.sampled_from(STEPS), max_size=8), st.sampled_from(["a.example", "b.example"]))
def test_nothing_makes_the_last_refill_and_the_standing_forgotten(
    steps: list[str], host: str
) -> None:
    """Another nick, an account, a restart, an edit by hand, and changes that are not made."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "players.xml"
        store = store_at(path, full("kevin"), full("dave", 0), full("bob"))
        best = Standing(1, 23, 120, 0, 1, 50, 100, 0)
        settle_round(store, "pontoon", {"dave": PlayerChange(0, 1, 1, standing=best)})
        refill(store, "dave", asked())
        store.give("dave", -100)
        nick, accounts = "dave", 0
        for step in steps:
            match step:
                case "rename":
                    nick = store.rename(nick, nick + "_").outcome.nick
                case "claim" if not accounts:
                    accounts = len(store.bind(nick, "", "davey").outcome.accounts)
                case "restart":
                    store = started(path)
                case "edit":
                    edited = path.read_text("utf-8").replace("<chips>1000<", "<chips>2000<", 1)
                    write(path, edited)
                    store.refresh()
                case "refused":
                    refusal(partial(store.give, nick, -5))
                    refusal(partial(store.rename, nick, "kevin"))
                case "play":
                    settle_round(store, "pontoon", {nick: PlayerChange(0, 0, 0), "bob": win(-1)})
        is_refused(store, nick, asked(host, "davey" if accounts else "", hours=23))
        player = store.find(nick)
        assert player is not None
        assert (player.chips, player.refill) == (0, asked())
        assert player.stats_in("pontoon").standing == best
        is_refused(store, nick, asked("a.example", "other", hours=1))
        check_books(path)
