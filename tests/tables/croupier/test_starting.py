"""Starting a round: who is seated, what is said, and what a failed start leaves as it was."""

from pathlib import Path

import pytest

from tests.support.offline_bot import CHANNEL, Entry, OfflineBot, Said
from tests.support.short_timeouts import in_channel, new_bot

REGISTER = "say !register"


@pytest.fixture
def bot(tmp_path: Path) -> OfflineBot:
    """Three players with chips, and jack who has none."""
    return OfflineBot(
        tmp_path,
        "dave 1000, kevin 1000, bob 1000, jack 0",
        "5D 9C 8H",
        {"table": {"max_players": "3"}},
    )


def opening(said: list[Said]) -> str:
    """Return how the round was opened in the channel."""
    assert said[0].target == CHANNEL
    return said[0].line


def play_alone(bot: OfflineBot) -> None:
    """Play dave's round to its end."""
    bot.tells("dave", "1")
    while bot.croupier().ask is not None:
        bot.tells("dave", "s")
        bot.tells("dave", "t")


def test_a_round_is_opened_with_the_players_who_are_all_asked_for_their_bets(
    bot: OfflineBot,
) -> None:
    said = bot.says("dave", "!pontoon dave kevin bob")
    assert [(each.target, each.line) for each in said] == [
        (CHANNEL, "Shed Pontoon: dave, kevin, bob | place your bets"),
        ("dave", "Your card: 5♦. Bet (1-200)? You have 1000 chips"),
        ("kevin", "Your card: 9♣. Bet (1-200)? You have 1000 chips"),
        ("bob", "Your card: 8♥. Bet (1-200)? You have 1000 chips"),
    ]


def test_anybody_may_start_a_round_for_others(bot: OfflineBot) -> None:
    bot.comes("stranger")
    said = opening(bot.says("stranger", "!pontoon DAVE kevin"))
    assert said == "Shed Pontoon: dave, kevin | place your bets"


@pytest.mark.parametrize(("nicks", "words"), [("DAVE", "bob DAVE"), ("dave ann+", "bob dave ann+")])
def test_but_not_for_one_other_person_alone_or_with_computers(
    bot: OfflineBot, nicks: str, words: str
) -> None:
    assert opening(bot.says("bob", f"!pontoon {nicks}")) == (
        f"No round: dave would play alone. To play too, say !pontoon {words}"
    )
    assert bot.croupier().ask is None


def test_without_names_the_first_player_of_the_last_round_goes_last(bot: OfflineBot) -> None:
    """And it rotates so from round to round, after rounds that were stopped too."""
    bot.says("dave", "!pontoon dave kevin bob")
    bot.stops_round()
    assert opening(bot.says("dave", "!pontoon")).startswith("Shed Pontoon: kevin, bob, dave |")
    bot.stops_round()
    assert opening(bot.says("dave", "!pontoon")).startswith("Shed Pontoon: bob, dave, kevin |")


def test_the_list_rotates_after_a_round_that_was_played(bot: OfflineBot) -> None:
    bot.says("dave", "!pontoon dave")
    play_alone(bot)
    assert opening(bot.says("dave", "!pontoon")) == "Shed Pontoon: dave | place your bets"


def test_with_nobody_to_seat_again_the_bot_asks_who_plays(bot: OfflineBot) -> None:
    assert "!pontoon NICK" in opening(bot.says("dave", "!pontoon"))
    assert bot.croupier().ask is None


@pytest.mark.parametrize(
    "failing",
    ["jack", "dave dave", "dave jack jack", "kevin zed", "PontoonBot", "bob absent"],
)
def test_a_round_that_could_not_start_neither_rotates_nor_replaces_the_list(
    bot: OfflineBot, failing: str
) -> None:
    bot.says("dave", "!pontoon dave kevin")
    bot.stops_round()
    refused = bot.says("dave", f"!pontoon {failing}")
    assert [each.target for each in refused] == [CHANNEL]
    assert opening(refused).startswith("No round: ")
    assert opening(bot.says("dave", "!pontoon")).startswith("Shed Pontoon: kevin, dave |")


def test_no_card_is_dealt_for_a_round_that_could_not_start(bot: OfflineBot) -> None:
    bot.says("dave", "!pontoon dave zed")
    assert "Your card: 5♦" in bot.says("dave", "!pontoon dave")[1].line


def test_everything_that_is_wrong_is_said_in_one_go(bot: OfflineBot) -> None:
    bot.leaves("kevin")
    said = opening(bot.says("dave", "!pontoon dave kevin zed jack DAVE"))
    assert said == (
        "No round: kevin is not in the channel | zed is not a player yet; ask an admin of this bot"
        " | jack has no chips | dave is named twice"
    )


def test_one_round_at_a_time_is_played_in_a_channel(bot: OfflineBot) -> None:
    bot.says("dave", "!pontoon dave kevin")
    for again in ("!pontoon bob", "!pontoon"):
        said = bot.says("bob", again)
        assert [each.target for each in said] == [CHANNEL]
        assert "already" in said[0].line
        assert " | dave, kevin to bet" in said[0].line, "of these bob is not"
    for nick in ("dave", "kevin"):
        bot.tells(nick, "1")
    assert "dave to play" in opening(bot.says("bob", "!pontoon bob"))


def test_chips_are_those_of_the_file_as_it_is_then(bot: OfflineBot) -> None:
    bot.edit("<chips>1000</chips>", "<chips>5000</chips>")
    said = bot.says("bob", "!pontoon dave bob")
    assert "Bet (1-500)? You have 5000 chips" in said[1].line


def test_a_new_player_can_be_seated_as_soon_as_the_file_has_them(bot: OfflineBot) -> None:
    bot.comes("zed")
    assert "No round" in opening(bot.says("dave", "!pontoon dave zed"))
    bot.edit("</players>", f"{Entry('Zed', 70)}</players>")
    assert (
        opening(bot.says("dave", "!pontoon dave zed"))
        == "Shed Pontoon: dave, Zed | place your bets"
    )


def test_no_round_starts_while_the_file_is_broken(bot: OfflineBot) -> None:
    bot.break_file()
    said = opening(bot.says("dave", "!pontoon dave"))
    assert said == "I cannot save chips right now. Please tell an admin."
    assert any("players.xml: line" in line for line in bot.log)
    assert bot.croupier().ask is None
    bot.mend_file()
    assert "place your bets" in opening(bot.says("dave", "!pontoon dave"))


@pytest.mark.parametrize(
    ("players", "most"), [(1, 10), (2, 100), (3, 200), (4, 250), (5, 500), (6, 500)]
)
def test_the_most_that_may_be_bet_depends_on_how_many_play(
    tmp_path: Path, players: int, most: int
) -> None:
    nicks = [f"player{number}" for number in range(players)]
    bot = OfflineBot(tmp_path, [Entry(nick) for nick in nicks])
    said = bot.says(nicks[0], f"!pontoon {' '.join(nicks)}")
    assert f"(1-{most})" in said[-1].line


def test_a_spelling_that_the_server_takes_for_the_same_nick_will_do(tmp_path: Path) -> None:
    bot = OfflineBot(tmp_path, [Entry("Jim[a]"), Entry("dave")])
    bot.renames("Jim[a]", "jIM{A}")
    said = bot.says("dave", "!pontoon JIM[A} dave")
    assert opening(said) == "Shed Pontoon: Jim[a], dave | place your bets"
    assert said[1].target == "jIM{A}"


# Who is left out


def test_who_has_no_chips_is_left_out_while_the_others_play(bot: OfflineBot) -> None:
    said = bot.says("dave", "!pontoon dave jack kevin")
    assert [each.line for each in said if each.target == CHANNEL] == [
        "Left out: jack has no chips",
        "Shed Pontoon: dave, kevin | place your bets",
    ]
    assert "Bet (1-100)?" in said[2].line
    assert bot.heard_in("jack") == []


def test_as_many_may_be_named_as_are_dealt_to(bot: OfflineBot) -> None:
    """Three may play here."""
    assert "dave, kevin, bob" in bot.says("dave", "!pontoon dave jack kevin bob")[1].line
    bot.stops_round()
    bot.comes("zed")
    bot.edit("</players>", f"{Entry('zed')}</players>")
    said = opening(bot.says("dave", "!pontoon dave jack kevin bob zed"))
    assert said == "No round: Shed Pontoon takes at most 3 players | jack has no chips"


@pytest.mark.parametrize(
    "fault", ["is not in the channel", "is not a player yet; ask an admin of this bot"]
)
def test_but_who_is_named_must_be_there_and_known(bot: OfflineBot, fault: str) -> None:
    bot.leaves("kevin")
    nick = "kevin" if "channel" in fault else "zed"
    said = opening(bot.says("dave", f"!pontoon dave {nick} jack"))
    assert said == f"No round: {nick} {fault} | jack has no chips"


def test_who_is_left_out_is_off_the_list(bot: OfflineBot) -> None:
    bot.says("dave", "!pontoon dave jack kevin")
    bot.stops_round()
    bot.edit("<chips>0</chips>", "<chips>50</chips>")
    assert opening(bot.says("dave", "!pontoon")).startswith("Shed Pontoon: kevin, dave |")


@pytest.mark.parametrize("why", ["absent", "gone from players.xml", "elsewhere"])
def test_without_names_who_cannot_be_seated_for_any_reason_is_left_out(
    tmp_path: Path, why: str
) -> None:
    config = {"irc": {"channels": f"{CHANNEL} #other"}}
    bot = OfflineBot(tmp_path, "dave 1000, kevin 1000, bob 1000", config=config)
    bot.says("dave", "!pontoon dave kevin bob")
    bot.stops_round()
    match why:
        case "absent":
            bot.leaves("bob")
            said = "bob is not in the channel"
        case "elsewhere":
            bot.says("bob", "!pontoon bob", "#other")
            bot.tells("bob", "1")
            said = "bob is playing in #other"
        case _:
            bot.write_players([Entry("dave"), Entry("kevin")])
            said = f"bob is not a player yet; bob has to {REGISTER}"
    assert [each.line for each in bot.says("dave", "!pontoon")[:2]] == [
        f"Left out: {said}",
        "Shed Pontoon: kevin, dave | place your bets",
    ]


def test_if_nobody_is_left_there_is_no_round_and_the_list_stays(bot: OfflineBot) -> None:
    bot.says("dave", "!pontoon dave kevin")
    bot.stops_round()
    bot.leaves("dave")
    bot.leaves("kevin")
    assert opening(bot.says("bob", "!pontoon")) == ("No round: kevin, dave are not in the channel")
    bot.comes("dave")
    assert bot.says("dave", "!pontoon")[1].line.startswith("Shed Pontoon: dave |")
    bot.stops_round()
    bot.comes("kevin")
    assert opening(bot.says("bob", "!pontoon")).startswith("Shed Pontoon: kevin, dave |")


def test_a_round_that_never_began_leaves_nobody_out(tmp_path: Path) -> None:
    """Nobody wants the bank, twice: ann is off the list when a round has begun without her."""
    bot = new_bot(tmp_path, "", "dave 1000, kevin 1000, ann 1000")
    bot.deals("dave", "!british dave kevin ann")
    bot.stops_round()
    bot.leaves("ann")
    for _ in range(2):
        bot.pass_seconds(400)
        bot.says("kevin", "!british")
        bot.tells("dave", "n")
        assert in_channel(bot.tells("kevin", "n"))[0].startswith("no round: ")
        assert "ann" in bot.table().order
    bot.deals("dave", "!british")
    assert "ann" not in bot.table().order


# Who did not bet


@pytest.fixture
def unanswered(bot: OfflineBot) -> OfflineBot:
    """Dave named kevin, who let the question for his bet go by."""
    bot.says("dave", "!pontoon dave kevin")
    bot.tells("dave", "1")
    bot.pass_seconds(120)
    bot.stops_round()
    return bot


def kevin_is_dealt(bot: OfflineBot, nick: str = "dave") -> bool:
    """Let NICK name dave, kevin and themselves; tell whether kevin is dealt to as well."""
    said = bot.says(nick, f"!pontoon dave kevin {'bob' if nick == 'bob' else ''}")
    bot.stops_round()
    if "Shed Pontoon: dave, kevin" in said[0].line:
        return True
    assert said[0].line == (
        "Left out: kevin did not bet last time: they have to say something first"
    )
    assert said[1].line.startswith("Shed Pontoon: dave")
    return False


def test_they_are_not_dealt_to_on_being_named_again(unanswered: OfflineBot) -> None:
    assert not kevin_is_dealt(unanswered)
    assert not kevin_is_dealt(unanswered, "bob")


@pytest.mark.parametrize("text", ["good evening", "!hello", "!games"])
def test_until_they_say_something_in_the_channel(unanswered: OfflineBot, text: str) -> None:
    unanswered.says("kevin", text)
    assert kevin_is_dealt(unanswered)


def test_or_to_the_bot(unanswered: OfflineBot) -> None:
    unanswered.tells("kevin", "hello")
    assert kevin_is_dealt(unanswered)


def test_or_name_themselves(unanswered: OfflineBot) -> None:
    assert kevin_is_dealt(unanswered, "kevin")


def test_what_others_say_is_no_answer_of_theirs(unanswered: OfflineBot) -> None:
    unanswered.says("bob", "good evening")
    unanswered.tells("bob", "hello")
    unanswered.comes("kevin")
    assert not kevin_is_dealt(unanswered)


def test_who_named_themselves_is_not_dealt_to_either(bot: OfflineBot) -> None:
    bot.says("kevin", "!pontoon dave kevin")
    bot.tells("dave", "1")
    bot.pass_seconds(120)
    bot.stops_round()
    assert not kevin_is_dealt(bot)


def test_who_has_bet_may_let_a_later_question_go_by(bot: OfflineBot) -> None:
    bot.says("dave", "!pontoon dave kevin")
    for nick in ("dave", "kevin"):
        bot.tells(nick, "1")
    bot.tells("dave", "resign")
    bot.pass_seconds(120)
    assert bot.croupier().ask is None
    assert kevin_is_dealt(bot)


def test_a_round_that_is_stopped_before_the_time_is_up_costs_nobody_that(bot: OfflineBot) -> None:
    bot.says("dave", "!pontoon dave kevin")
    bot.pass_seconds(89)
    bot.stops_round()
    assert kevin_is_dealt(bot)
