"""Who can be seated, and all that stands against those who cannot."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from pontoon.engine.errors import CannotDeal, CannotSeat, SeatFault
from pontoon.engine.moves import Unit
from pontoon.irc.casemapping import FOLDS
from pontoon.storage.players.identity import IdentityResolver
from pontoon.tables.channel_tables import ChannelTables
from pontoon.tables.registry import SeatRegistry
from pontoon.tables.seating import Candidate, Chosen, Invited, Seating
from tests.support.offline_bot import CHANNEL, Entry, OfflineBot
from tests.support.shed_rounds import table_of
from tests.support.stacked_decks import StackedShoe

OTHER = "#other"


class StakesElsewhere(SeatRegistry):
    """Says what players may lose in rounds that wait."""

    def __init__(self, real: SeatRegistry, at_risk: dict[str, int]) -> None:
        super().__init__()
        self._networks = real._networks
        self._at_risk = at_risk

    def at_risk(self, player: str, _unit: Unit) -> int:
        """Return what PLAYER may still lose."""
        return self._at_risk.get(player, 0)


class Lounge:
    """People and players, and a table for three."""

    def __init__(self, folder: Path, *entries: Entry, ascii_fold: bool = False) -> None:
        fold = FOLDS["ascii" if ascii_fold else "rfc1459"]
        channels = {"irc": {"channels": f"{CHANNEL}, {OTHER}"}}
        self.bot = OfflineBot(folder, entries, config=channels, fold=fold)
        self.table = table_of(StackedShoe(""), max_players=3)
        self.at_risk: dict[str, int] = {}
        """What players may still lose in a round that waits."""
        self.unanswered: set[str] = set()
        shared = self.bot.real_network._context
        identities = IdentityResolver(self.bot.store, lambda: self.bot.network.fold)
        context = replace(
            shared,
            settings=replace(shared.settings, identities=identities),
            seat_registry=StakesElsewhere(shared.seat_registry, self.at_risk),
        )
        context.flood_guard.ignore(["mallory!*@*"])
        tables = ChannelTables(CHANNEL, {"pontoon": self.table}, context)
        self.seating = Seating(tables)

    def choose(self, nicks: str, *tolerated: SeatFault) -> Chosen | CannotDeal:
        """Return who of NICKS is dealt to and who is left out, for faults that are TOLERATED."""
        named = self.seating.named(nicks.split())
        silent = {each: CannotSeat(each, SeatFault.UNANSWERED) for each in self.unanswered}
        asker = named[0].player if len(named) == 1 else ""  # who plays alone has asked for it
        invited = Invited(named, tolerated, silent, asker)
        return self.seating.choose("pontoon", invited)

    def candidates(self, nicks: str) -> list[Candidate]:
        """Return who can be seated of NICKS, all of whom must be."""
        return self.chosen(nicks).candidates

    def faults(self, nicks: str) -> list[tuple[str, SeatFault]]:
        """Return what stands against NICKS."""
        return [(each.player, each.fault) for each in self.wrong(nicks).seats]

    def wrong(self, nicks: str, *tolerated: SeatFault) -> CannotDeal:
        """Return why there can be no round of NICKS."""
        wrong = self.choose(nicks, *tolerated)
        assert isinstance(wrong, CannotDeal)
        return wrong

    def chosen(self, nicks: str, *tolerated: SeatFault) -> Chosen:
        """Return who of NICKS can be seated, and who is left out."""
        chosen = self.choose(nicks, *tolerated)
        assert isinstance(chosen, Chosen)
        return chosen


@pytest.fixture
def lounge(tmp_path: Path) -> Lounge:
    """Dave, kevin, bob who has no chips, and the one who is called Jim[] in players.xml."""
    return Lounge(tmp_path, Entry("dave"), Entry("kevin", 70), Entry("bob", 0), Entry("Jim[]"))


def test_players_are_seated_in_the_order_in_which_they_are_named(lounge: Lounge) -> None:
    assert lounge.candidates("kevin dave") == [
        Candidate("kevin", lounge.bot.person("kevin"), 70),
        Candidate("dave", lounge.bot.person("dave"), 1000),
    ]


def test_a_player_is_called_as_players_xml_spells_it(lounge: Lounge) -> None:
    (jim,) = lounge.candidates("jIM{}")
    assert jim.player == "Jim[]"


def test_banked_chips_do_not_count(tmp_path: Path) -> None:
    lounge = Lounge(tmp_path, Entry("dave", 0, bank=500), Entry("kevin", 1, bank=500))
    assert lounge.faults("dave kevin") == [("dave", SeatFault.NO_CHIPS)]
    assert lounge.candidates("kevin")[0].chips == 1


def test_the_casemapping_is_the_servers(tmp_path: Path) -> None:
    """For ascii, brackets and braces are different."""
    lounge = Lounge(tmp_path, Entry("Jim[]"), ascii_fold=True)
    assert lounge.candidates("JIM[]")[0].player == "Jim[]"
    assert lounge.faults("jim{}") == [("jim{}", SeatFault.NO_ENTRY)]


ONE_BY_ONE = [
    ("PONTOONBOT", "PONTOONBOT", SeatFault.IS_THE_BOT),
    ("zed", "zed", SeatFault.NO_ENTRY),
    ("bob", "bob", SeatFault.NO_CHIPS),
    ("dave dave", "dave", SeatFault.SEATED_TWICE),
    ("DAVE dave", "dave", SeatFault.SEATED_TWICE),
    ("jim[] Jim{}", "Jim[]", SeatFault.SEATED_TWICE),
]


@pytest.mark.parametrize(("nicks", "player", "fault"), ONE_BY_ONE)
def test_who_cannot_be_seated(lounge: Lounge, nicks: str, player: str, fault: SeatFault) -> None:
    assert lounge.faults(nicks) == [(player, fault)]


def test_whoever_is_not_in_the_channel_cannot_be_seated(lounge: Lounge) -> None:
    lounge.bot.leaves("KEVIN")
    assert lounge.faults("Kevin") == [("kevin", SeatFault.NOT_PRESENT)]


def test_whoever_plays_elsewhere_cannot_be_seated_and_it_is_said_where(lounge: Lounge) -> None:
    lounge.bot.says("kevin", "!pontoon kevin", OTHER)
    lounge.bot.tells("kevin", "1")
    (seat,) = lounge.wrong("dave KEVIN").seats
    assert (seat.player, seat.fault, seat.where) == (
        "kevin",
        SeatFault.SEATED_ELSEWHERE,
        OTHER,
    )


def test_everything_that_is_wrong_is_told_at_once(lounge: Lounge) -> None:
    lounge.bot.leaves("kevin")
    lounge.unanswered.add("Jim[]")
    assert set(lounge.faults("kevin zed bob dave pontoonbot jim[] Dave ZED zed")) == {
        ("kevin", SeatFault.NOT_PRESENT),
        ("zed", SeatFault.NO_ENTRY),
        ("zed", SeatFault.SEATED_TWICE),
        ("bob", SeatFault.NO_CHIPS),
        ("dave", SeatFault.SEATED_TWICE),
        ("pontoonbot", SeatFault.IS_THE_BOT),
        ("Jim[]", SeatFault.UNANSWERED),
    }


def test_one_fault_of_one_player_is_told_once(lounge: Lounge) -> None:
    assert lounge.faults("zed dave ZED") == [
        ("zed", SeatFault.NO_ENTRY),
        ("zed", SeatFault.SEATED_TWICE),
    ]


def test_somebody_without_an_entry_is_not_said_to_have_no_chips(lounge: Lounge) -> None:
    assert lounge.faults("zed") == [("zed", SeatFault.NO_ENTRY)]


def test_too_many_players_are_told_together_with_what_else_is_wrong(tmp_path: Path) -> None:
    """Only those count who would be dealt to."""
    lounge = Lounge(tmp_path, *map(Entry, ("dave", "kevin", "bob", "eve")))
    wrong = lounge.wrong("dave kevin bob eve zed")
    assert wrong.most == 3
    assert [each.fault for each in wrong.seats] == [SeatFault.NO_ENTRY]
    assert lounge.wrong("dave kevin bob zed").most is None


def test_as_many_as_may_are_seated(lounge: Lounge) -> None:
    assert len(lounge.candidates("dave kevin jim[]")) == 3


# Who is left out


def left_out(chosen: Chosen) -> list[tuple[str, SeatFault]]:
    return [(each.player, each.fault) for each in chosen.left_out]


def test_who_has_a_fault_that_is_tolerated_is_left_out(lounge: Lounge) -> None:
    chosen = lounge.chosen("dave bob kevin", SeatFault.NO_CHIPS)
    assert [each.player for each in chosen.candidates] == ["dave", "kevin"]
    assert left_out(chosen) == [("bob", SeatFault.NO_CHIPS)]


def test_where_another_fault_is_not_nobody_is(lounge: Lounge) -> None:
    wrong = lounge.wrong("dave bob zed", SeatFault.NO_CHIPS)
    assert [each.fault for each in wrong.seats] == [SeatFault.NO_CHIPS, SeatFault.NO_ENTRY]


def test_somebody_must_be_left_to_be_dealt_to(lounge: Lounge) -> None:
    """That nobody is need not be said besides."""
    wrong = lounge.wrong("bob", SeatFault.NO_CHIPS)
    assert wrong.least is None
    assert [each.fault for each in wrong.seats] == [SeatFault.NO_CHIPS]


@pytest.mark.parametrize("nicks", ["dave dave", "dave bob bob"])
def test_nobody_is_named_twice_not_even_who_is_left_out(lounge: Lounge, nicks: str) -> None:
    wrong = lounge.wrong(nicks, SeatFault.NO_CHIPS)
    assert wrong.seats[-1].fault is SeatFault.SEATED_TWICE


def test_who_is_not_there_is_not_said_to_have_left_a_question_unanswered(lounge: Lounge) -> None:
    lounge.unanswered.add("kevin")
    assert lounge.faults("kevin") == [("kevin", SeatFault.UNANSWERED)]
    lounge.bot.leaves("kevin")
    assert lounge.faults("kevin") == [("kevin", SeatFault.NOT_PRESENT)]


# Chips that are at risk elsewhere


def test_what_may_be_lost_in_a_round_that_waits_cannot_be_staked(lounge: Lounge) -> None:
    lounge.at_risk["kevin"] = 69
    assert lounge.candidates("kevin dave")[0].chips == 1
    lounge.at_risk["kevin"] = 70
    assert lounge.faults("kevin dave") == [("kevin", SeatFault.NO_CHIPS)]
