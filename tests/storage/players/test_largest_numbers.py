"""The bot writes no number that it could not read again, and no chips are lost by that."""

from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pontoon.engine.errors import Refused
from pontoon.engine.events import Kitty
from pontoon.engine.result import MAX_NUMBER
from pontoon.storage.place import connected
from pontoon.storage.players.player import (
    KittyChange,
    PlayerChange,
    PlayersFileError,
    Refill,
    RoundChange,
    Standing,
)
from pontoon.storage.players.store import PlayerStore
from tests.support.ledger_checks import HERE, all_chips, check_books, started, win
from tests.support.players_files import (
    chips_in,
    faults_of,
    file_of,
    full,
    settle_all,
    short,
    store_at,
    write,
)
from tests.support.players_files import settle as settle_round

pytestmark = pytest.mark.usefixtures("on_both")

MOST = MAX_NUMBER


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "players.xml"


class Keeping:
    """The store of a file at PATH with PLAYERS, and what the house has kept of their chips."""

    def __init__(self, path: Path, *players: str) -> None:
        self.path = path
        self.store = store_at(path, *players)
        self.kept: list[tuple[str, int]] = []
        self.store.house_keeps = lambda *kept: self.kept.append(kept)

    def house(self) -> Mapping[str, int]:
        """Return what each house has by the ledger, in which all is accounted for."""
        check_books(self.path)
        with connected(self.path) as database:
            return dict(
                database.execute(
                    "SELECT name, chips FROM accounts WHERE kind = 'house' AND chips <> 0"
                )
            )


def with_bank(player: str, chips: int) -> str:
    return player.replace("<bank>0<", f"<bank>{chips}<")


def test_it_is_the_largest_number_that_can_be_read(path: Path) -> None:
    assert faults_of(path, file_of(short("dave", str(MOST)))) == []
    told = ["line 6: chips has too many digits"]
    assert faults_of(path, file_of(short("dave", str(MOST + 1)))) == told


def test_who_has_all_chips_there_can_be_wins_no_more(path: Path) -> None:
    """The house keeps them: it did not lose them, since nobody has got them."""
    keeping = Keeping(path, full("dave", MOST), full("kevin", MOST - 5))
    receipt = settle_round(keeping.store, "pontoon", {"dave": win(6), "kevin": win(6)}, None, "r")
    assert dict(receipt.balances) == {"dave": MOST, "kevin": MOST}
    assert chips_in(path) == {"dave": MOST, "kevin": MOST}
    assert keeping.kept == [("dave", 6), ("kevin", 1)]
    assert keeping.house() == {"pontoon": -5}


def test_what_another_player_has_lost_goes_to_the_house(path: Path) -> None:
    keeping = Keeping(path, full("dave", MOST), full("kevin"))
    settle_round(keeping.store, "british", {"dave": win(6), "kevin": win(-6)}, None, "r")
    settle_round(keeping.store, "british", {"dave": win(-1), "kevin": win(1)}, None, "another")
    assert chips_in(path) == {"dave": MOST - 1, "kevin": 995}
    assert keeping.kept == [("dave", 6)]
    assert keeping.house() == {"british": 6}


def test_a_kitty_holds_no_more_either(path: Path) -> None:
    keeping = Keeping(path, full("dave"), full("kevin"))
    write(path, path.read_text().replace("</players>", kitty_of("dave", MOST - 10) + "</players>"))
    change = KittyChange(HERE, "dave", 50)
    settle_round(keeping.store, "shoot", {"kevin": win(-50)}, change, "r")
    assert keeping.store.kitty(HERE) == Kitty("dave", MOST)
    assert keeping.kept == [("the kitty of shoot in #pontoon", 40)]
    assert keeping.house() == {"shoot": 40}


def kitty_of(banker: str, chips: int) -> str:
    where = 'game="shoot" network="irc.example.org" channel="#pontoon"'
    return f'<kitty {where} banker="{banker}">{chips}</kitty>\n'


def test_a_kitty_is_given_back_as_far_as_its_banker_can_hold_it(path: Path) -> None:
    keeping = Keeping(path, full("dave", MOST - 10))
    write(path, path.read_text().replace("</players>", kitty_of("dave", 50) + "</players>"))
    assert keeping.store.return_kitty(HERE).outcome == Kitty("dave", 10)
    assert chips_in(path) == {"dave": MOST}
    assert keeping.kept == [("dave", 40)]
    assert keeping.house() == {"shoot": 40}


@pytest.mark.parametrize(("in_hand", "banked", "moved"), [(1000, MOST, 1), (MOST, 1000, -1)])
def test_savings_that_would_pass_it_are_refused(
    path: Path, in_hand: int, banked: int, moved: int
) -> None:
    keeping = Keeping(path, with_bank(full("dave", in_hand), banked))
    before = path.read_text()
    with pytest.raises(PlayersFileError, match="the chips of dave have just changed"):
        keeping.store.move_to_bank("dave", moved)
    assert path.read_text() == before
    keeping.store.move_to_bank("dave", -moved)
    assert (keeping.kept, keeping.house()) == ([], {})


def test_statistics_stay_at_it(path: Path) -> None:
    most = f"<played>{MOST}</played>\n      <won>{MOST}</won>"
    full_up = full("dave").replace("<played>0</played>\n      <won>0</won>", most)
    store = store_at(path, full_up)
    standing = Standing(*(MOST,) * 8, "kevin", *(MOST,) * 4)
    for _ in range(2):
        settle_round(store, "pontoon", {"dave": PlayerChange(1, 1, 1, standing=standing)})
        settle_round(store, "cutwc", {"dave": PlayerChange(0, 1, 1, {"drinks": MOST})})
    (dave,) = started(path).players()
    stats = dave.stats_in("pontoon")
    assert (stats.played, stats.won, stats.standing) == (MOST, MOST, standing)
    assert dave.stats_in("cutwc").tallies == {"drinks": MOST}


def test_what_the_bot_has_in_memory_is_what_is_in_the_file(path: Path) -> None:
    store = store_at(path, full("dave", MOST))
    settle_round(store, "cutwc", {"dave": PlayerChange(7, 1, 1, {"drinks": MOST + 1})})
    assert started(path).players() == store.players()


def test_the_house_holds_more_than_any_player(path: Path) -> None:
    """A hundred players who are removed leave it more than SQLite can have in one number."""
    nicks = [f"dave{number}" for number in range(100)]
    store = store_at(path, *(full(nick, MOST) for nick in nicks))
    for nick in nicks:
        store.remove(nick)
    check_books(path)
    with connected(path) as database:
        found = [chips for (chips,) in database.execute("SELECT chips FROM accounts")]
    assert sum(found) == 100 * MOST
    assert max(found) <= 1 << 62
    check_books(path)


def test_the_ledger_adds_up_what_a_hundred_players_have(path: Path) -> None:
    """More than SQLite can add up, in one change."""
    half = (MOST, 0)
    store = store_at(path, *(full(f"dave{number}", half[number % 2]) for number in range(200)))
    lost = {f"dave{number}": win(-MOST) for number in range(0, 200, 2)}
    won = {f"dave{number}": win(MOST) for number in range(1, 200, 2)}
    settle_round(store, "british", lost | won, None, "r")
    check_books(path)


NICKS = ("dave", "kevin", "bob")
NUMBERS = st.sampled_from([0, 1, 5, 1000, 10**15, MOST // 2, MOST - 1, MOST]) | st.integers(0, MOST)
DEEDS = st.sampled_from(["settle", "kitty", "return", "bank", "give", "refill", "remove"])


@given(
    st.tuples(*(st.tuples(NUMBERS, NUMBERS) for _ in NICKS)),
    st.lists(st.tuples(DEEDS, st.sampled_from(NICKS), NUMBERS, NUMBERS), max_size=12),
)
def test_whatever_rich_players_do_the_file_can_be_read_again(
    owned: tuple[tuple[int, int], ...], deeds: list[tuple[str, str, int, int]]
) -> None:
    with TemporaryDirectory() as folder, patch("os.fsync"):
        path = Path(folder, "players.xml")
        rich = zip(NICKS, owned, strict=True)
        store = store_at(path, *(with_bank(full(nick, has[0]), has[1]) for nick, has in rich))
        before = all_chips(path)
        for number, (deed, nick, chips, more) in enumerate(deeds):
            with suppress(Refused, PlayersFileError):
                do(store, deed, nick, (chips, more), number)
            again = started(path)
            assert again.players() == store.players()
            assert all_chips(path) == before
            check_books(path)


def do(store: PlayerStore, deed: str, nick: str, chips: tuple[int, int], number: int) -> None:
    """Do a DEED with NICK and CHIPS, in the round of that NUMBER if it is one."""
    many, more = chips
    other = "kevin" if nick == "dave" else "dave"
    match deed:
        case "settle" | "kitty":
            changes = {nick: win(many), other: win(-more)}
            kitty = KittyChange(HERE, nick, more) if deed == "kitty" else None
            settle_all(store, [RoundChange("shoot", changes, kitty, str(number))])
        case "return":
            store.return_kitty(HERE)
        case "bank":
            store.move_to_bank(nick, many - more)
        case "give":
            store.give(nick, many - more)
        case "refill":
            asked = Refill(datetime(2026, 12, 31, tzinfo=UTC), "host.example")
            store.refill(nick, 100, 50, asked, timedelta(0))
        case "remove":
            store.remove("bob")
