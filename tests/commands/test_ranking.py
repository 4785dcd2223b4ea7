"""The ranking (``top``), and what the statistics of one player say of their best."""

from pathlib import Path

import pytest

from pontoon.engine.moves import Unit
from pontoon.games import GAMES
from tests.support.offline_bot import CHANNEL, Entry, OfflineBot


def standing(rounds: int, staked: int, won: int, lost: int) -> str:
    return (
        f'<standing ranked_rounds="{rounds}" ranked_staked="{staked}" ranked_won="{won}" '
        f'ranked_lost="{lost}"/>'
    )


def ranked(nick: str, *counts: int, nickname: str = "") -> Entry:
    """Return a player of British Pontoon with such a standing."""
    record = f"<british><played>20</played><won>3</won>{standing(*counts)}</british>"
    return Entry(nick, nickname=nickname, records=record)


KNOWN = (
    ranked("dave", 10, 1000, 500, 300),
    ranked("kevin", 9, 1000, 9000, 0),
    ranked("bob", 30, 9000, 500, 1000, nickname="Bobby T"),
    ranked("eve", 10, 0, 0, 0),
    Entry("kim"),
)


@pytest.fixture
def bot(tmp_path: Path) -> OfflineBot:
    return OfflineBot(tmp_path, KNOWN)


def top(bot: OfflineBot, text: str = "!british top") -> str:
    (said,) = bot.says("kim", text)
    assert said.target == CHANNEL
    return said.line


def test_the_best_are_listed_by_result_for_each_chip_staked(bot: OfflineBot) -> None:
    """The result by the stake and 1000 chips, of those with ten ranked rounds."""
    assert top(bot) == (
        "British Pontoon ranking, chips won for each 100 staked: 1. dave +10.0, 2. eve +0.0, "
        "3. Bobby T -5.0"
    )


def test_the_ranking_shows_what_was_edited_a_moment_ago(bot: OfflineBot) -> None:
    bot.edit('ranked_won="500" ranked_lost="300"', 'ranked_won="900" ranked_lost="300"')
    assert "1. dave +30.0," in top(bot)


def test_the_ranking_is_answered_in_private_too(bot: OfflineBot) -> None:
    for text in ["top british", "!top british", "british top"]:
        (said,) = bot.tells("kim", text)
        assert said.target == "kim"
        assert said.line.startswith("British Pontoon ranking")


def test_each_game_has_its_own_and_it_may_be_empty(bot: OfflineBot) -> None:
    nobody = (
        "Nobody is in the ranking of {} yet: it takes 10 rounds in which somebody from another "
        "address bets too."
    )
    assert top(bot, "!pontoon top") == nobody.format("Shed Pontoon")
    assert bot.tells("kim", "top")[0].line == nobody.format("Shed Pontoon")


@pytest.mark.parametrize("game", ["cutwc", "blackjack"])
def test_what_is_not_played_for_chips_has_none(bot: OfflineBot, game: str) -> None:
    *others, last = (f"top {each.name}" for each in GAMES if each.unit is Unit.CHIPS)
    assert top(bot, f"!{game} top").endswith(
        f"has no ranking, because it is not for chips. In private, say {', '.join(others)} or "
        f"{last}."
    )


def test_how_many_rounds_it_takes_is_in_config_ini(bot: OfflineBot) -> None:
    bot.adopts({"players": {"rank_rounds": "9"}})
    assert "1. kevin +450.0" in top(bot)


def test_it_is_one_line_of_at_most_300_characters(tmp_path: Path) -> None:
    entries = [
        ranked(
            f"player{number}", 10, 5000, 10**number, 0, nickname=f"A very long name number {number}"
        )
        for number in range(12)
    ]
    bot = OfflineBot(tmp_path, [*entries, Entry("kim")])
    line = top(bot)
    assert 200 < len(line) <= 300
    assert "1. A very long name number 11" in line
    assert not line.endswith(",")


# Who is ranked


def play(bot: OfflineBot, *nicks: str, times: int = 1) -> None:
    """Let NICKS play rounds of Shed Pontoon, in which everybody bets and sticks or twists."""
    for _ in range(times):
        bot.says(nicks[0], f"!pontoon {' '.join(nicks)}")
        play_on(bot)


def settled(folder: Path, *userhosts: str, config: str = "1") -> OfflineBot:
    """Start a bot where people come from USERHOSTS."""
    nicks = ["dave", "kevin", "bob"][: len(userhosts)]
    players = {"players": {"rank_rounds": config}}
    bot = OfflineBot(folder, [Entry(nick) for nick in nicks], config=players)
    for nick, userhost in zip(nicks, userhosts, strict=True):
        bot.comes(nick, userhost)
    return bot


def rounds_of(bot: OfflineBot, nick: str) -> int:
    return bot.in_file(nick).stats_in("pontoon").standing.ranked_rounds


def test_rounds_against_others_are_ranked(tmp_path: Path) -> None:
    bot = settled(tmp_path, "d@d.example", "k@k.example")
    play(bot, "dave", "kevin", times=3)
    assert [rounds_of(bot, nick) for nick in ("dave", "kevin")] == [3, 3]
    for nick in ("dave", "kevin"):
        player = bot.in_file(nick)
        mine = player.stats_in("pontoon").standing
        assert mine.ranked_staked
        assert player.chips - 1000 == mine.ranked_won - mine.ranked_lost


def test_nobody_is_ranked_alone_however_long(tmp_path: Path) -> None:
    bot = settled(tmp_path, "d@d.example")
    play(bot, "dave", times=12)
    assert bot.in_file("dave").stats_in("pontoon").played == 12
    assert rounds_of(bot, "dave") == 0
    assert "Nobody is in the ranking" in bot.says("dave", "!pontoon top")[0].line


def test_two_nicks_of_one_host_are_not_ranked(tmp_path: Path) -> None:
    bot = settled(tmp_path, "d@d.example", "k@d.example")
    play(bot, "dave", "kevin", times=2)
    assert [rounds_of(bot, nick) for nick in ("dave", "kevin")] == [0, 0]


def test_two_nicks_of_one_account_are_not_ranked(tmp_path: Path) -> None:
    bot = settled(tmp_path, "d@d.example", "k@k.example")
    for nick in ("dave", "kevin"):
        bot.logs_in(nick, "davey")
    play(bot, "dave", "kevin")
    assert [rounds_of(bot, nick) for nick in ("dave", "kevin")] == [0, 0]


def test_who_the_people_are_is_known_after_a_restart(tmp_path: Path) -> None:
    bot = settled(tmp_path, "d@d.example", "k@k.example", "b@d.example")
    bot.says("dave", "!pontoon dave kevin bob")
    bot.stops()
    bot.starts()
    play_on(bot)
    assert [rounds_of(bot, nick) for nick in ("dave", "kevin", "bob")] == [1, 1, 1]
    mine = bot.in_file("dave").stats_in("pontoon").standing
    assert mine.ranked_staked == 100  # dave and bob are one person, who bet twice what kevin did


def play_on(bot: OfflineBot) -> None:
    """Let everybody bet and stick, or twist, until the round is over."""
    while (ask := bot.croupier().ask) is not None:
        before = bot.croupier().waiting
        bot.tells(ask.player, "max" if ask.phase.name == "BET" else "s")
        if bot.croupier().waiting == before:
            bot.tells(ask.player, "t")


def test_a_result_that_waits_over_a_restart_is_ranked(tmp_path: Path) -> None:
    bot = settled(tmp_path, "d@d.example", "k@k.example")
    bot.says("dave", "!pontoon dave kevin")
    bot.break_file()
    play_on(bot)
    bot.stops()
    bot.mend_file()
    bot.starts()
    assert [rounds_of(bot, nick) for nick in ("dave", "kevin")] == [1, 1]


def test_a_round_whose_result_was_not_written_is_ranked_after_a_restart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody has heard of its last act, which they do again; who played is known from before."""
    bot = settled(tmp_path, "d@d.example", "k@k.example")
    bot.says("dave", "!pontoon dave kevin")
    with monkeypatch.context() as patch:
        patch.setattr(bot.bot.rounds, "end", _dies)
        with pytest.raises(SystemExit):
            play_on(bot)
    bot.starts()
    play_on(bot)
    assert [rounds_of(bot, nick) for nick in ("dave", "kevin")] == [1, 1]


def _dies(*_: object) -> None:
    raise SystemExit


# The statistics of one player


def test_one_players_statistics_have_their_best(tmp_path: Path) -> None:
    bot = settled(tmp_path, "d@d.example", "k@k.example")
    bot.edit("<won>0</won>", '<won>0</won><standing streak="4" best_hand="24" most_lost="70"/>')
    assert bot.says("kevin", "!pontoon stats dave")[0].line == (
        "dave: chips 1000, bank 0, played 0, won 0, best hand five-card trick, best "
        "round 0, worst round -70, winning streak 4"
    )


@pytest.mark.parametrize(
    ("game", "rank", "said"),
    [
        ("pontoon", 16, "best hand 16"),
        ("pontoon", 21, "best hand 21"),
        ("pontoon", 23, "best hand pontoon"),
        ("pontoon", 25, "best hand five-card 21"),
        ("pontoon", 26, "best hand shed pontoon"),
        ("british", 23, "best hand twenty-one"),
        ("british", 24, "best hand five-card trick"),
        ("shoot", 25, "best hand pontoon"),
        ("shoot", 99, "ratio 0%"),
        ("shoot", 0, "ratio 0%"),
    ],
)
def test_the_best_hand_is_named_as_in_the_results(
    tmp_path: Path, game: str, rank: int, said: str
) -> None:
    record = f'<{game}><played>1</played><standing best_hand="{rank}" most_lost="1"/></{game}>'
    entry = Entry("dave", records="" if game == "pontoon" else record)
    bot = OfflineBot(tmp_path, [entry])
    if game == "pontoon":
        bot.edit("<pontoon><played>0</played><won>0</won></pontoon>", record)
    assert (
        f"{said}, best round 0, worst round -1" in bot.says("dave", f"!{game} stats dave")[0].line
    )


def test_the_list_has_nobody_who_has_not_played(tmp_path: Path) -> None:
    bot = OfflineBot(tmp_path, [Entry("dave", played=1), Entry("kevin"), Entry("bob", 9, played=2)])
    line = bot.says("dave", "!pontoon stats")[0].line
    assert [each.partition(":")[0] for each in line.split(" | ")] == ["1. dave", "2. bob"]
    assert bot.says("dave", "!shoot stats")[0].line == "Nobody has played a round yet."


MOST = int("9" * 15)


def test_the_greatest_counts_that_a_file_may_have_are_answered(tmp_path: Path) -> None:
    entries = [
        ranked("dave", MOST, 0, MOST, 0),
        ranked("bob", MOST, 0, 0, MOST),
        ranked("eve", 10, MOST, MOST, 0),
        Entry("kim", played=1, won=MOST),
    ]
    bot = OfflineBot(tmp_path, entries)
    assert top(bot).startswith("British Pontoon ranking, chips won for each 100 staked")
    assert "played 1" in "".join(each.line for each in bot.says("kim", "!pontoon stats kim"))
    assert bot.says("kim", "!pontoon stats")
    assert bot.says("kim", "!british stats dave")


@pytest.mark.parametrize("rank", [27, 99, MOST])
def test_a_hand_that_there_is_not_is_not_shown(tmp_path: Path, rank: int) -> None:
    record = f'<british><played>1</played><standing best_hand="{rank}" streak="2"/></british>'
    bot = OfflineBot(tmp_path, [Entry("dave", records=record)])
    (said,) = bot.says("dave", "!british stats dave")
    assert "best hand" not in said.line
    assert said.line.endswith("winning streak 2")
