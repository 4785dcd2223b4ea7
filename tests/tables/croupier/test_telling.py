"""Who is told what: moves in the channel and in private, one's hand, leaving."""

from pathlib import Path

import pytest

from pontoon.engine.moves import Phase
from pontoon.irc.outgoing import Priority, Topic
from pontoon.text.announcements import ON_ITS_WAY
from tests.support.offline_bot import CHANNEL, OfflineBot, Said
from tests.support.short_timeouts import in_channel

pytestmark = pytest.mark.slow

CARDS = "5D 9C 8H 4H 7D QD"


@pytest.fixture
def bot(tmp_path: Path) -> OfflineBot:
    """Dave, with 5♦ 8♥, and kevin, with 9♣ 4♥, are asked for their bets; bob looks on."""
    seated = OfflineBot(tmp_path, "dave 1000, kevin 1000, bob 1000", CARDS)
    seated.says("dave", "!pontoon dave kevin")
    return seated


def all_bet(bot: OfflineBot) -> None:
    bot.tells("dave", "50")
    bot.tells("kevin", "50")


def told(said: list[Said]) -> list[tuple[str, str]]:
    return [(each.target, each.line) for each in said]


def targets(said: list[Said]) -> list[str]:
    return [each.target for each in said]


# Moves


def test_a_bet_is_made_in_private(bot: OfflineBot) -> None:
    for text in ["50", "bet 50", "BET 50", "!bet 50", "  50  ", "050"]:
        assert told(bot.tells("dave", text)) == [("dave", "You bet 50. kevin is still to bet.")]


def test_a_bet_is_made_in_the_channel_with_the_prefix(bot: OfflineBot) -> None:
    for text in ["!bet 50", "!50", "!BET 50", "!pontoon 50", "!Pontoon 050"]:
        assert told(bot.says("dave", text)) == [("dave", "You bet 50. kevin is still to bet.")]


def test_the_channel_hears_all_bets_together_in_the_order_of_the_seats(bot: OfflineBot) -> None:
    assert CHANNEL not in targets(bot.tells("kevin", "70"))
    assert told(bot.tells("dave", "50")) == [
        (CHANNEL, "dave bets 50 | kevin bets 70 | second cards are out | dave to play"),
        ("kevin", "9♣ 4♥ = 13"),
        ("dave", "kevin bets 70. 5♦ 8♥ = 13: (t)wist (b)uy for 50. Stake 50, chips 950"),
    ]


def test_no_answer_counts_to_a_question_that_was_not_sent(bot: OfflineBot) -> None:
    """Whoever says t twice would twist a hand that they have not seen."""
    bot.waiting = []
    all_bet(bot)
    bot.tells("dave", "t")
    bot.says("dave", "!t")
    assert bot.waiting is not None
    waiting = [each.items for each in bot.waiting if each.target == "dave"]
    assert waiting[-2:] == [(ON_ITS_WAY,), (ON_ITS_WAY,)]
    bot.lets_questions_leave()
    bot.tells("dave", "t")
    assert any("dave twists" in line for line in in_channel(bot.lets_leave()))


def test_who_looks_at_their_hand_can_answer_when_that_was_sent(bot: OfflineBot) -> None:
    """It takes the place of the question that waits."""
    bot.waiting = []
    all_bet(bot)
    bot.waiting = [each for each in bot.waiting if each.target == CHANNEL]
    bot.tells("dave", "hand")
    bot.lets_leave()
    bot.tells("dave", "t")
    assert any("dave twists" in line for line in in_channel(bot.lets_leave()))


def test_a_bet_stands_when_it_is_made(bot: OfflineBot) -> None:
    bot.tells("dave", "50")
    for text in ("70", "bet 1", "max"):
        assert told(bot.tells("dave", text)) == [("dave", "You bet 50. kevin is still to bet.")]
    assert "dave bets 50 | kevin bets 1 |" in bot.tells("kevin", "1")[0].line


def test_who_has_bet_is_told_of_all_who_have_not(tmp_path: Path) -> None:
    bot = OfflineBot(tmp_path, "dave 1000, kevin 1000, bob 1000", CARDS)
    bot.says("dave", "!pontoon dave kevin bob")
    assert bot.tells("kevin", "5")[0].line == "You bet 5. dave, bob are still to bet."
    assert bot.tells("bob", "6")[0].line == "You bet 6. dave is still to bet."
    assert bot.tells("dave", "7")[0].line.startswith("dave bets 7 | kevin bets 5 | bob bets 6 |")


def test_a_bet_above_the_share_of_as_many_as_have_bet_is_lowered_to_it(bot: OfflineBot) -> None:
    """Kevin does not bet: one who plays alone bets 1 per cent at the most."""
    bot.tells("dave", "100")
    said = told(bot.tells("kevin", "resign"))
    (line,) = [line for target, line in said if target == CHANNEL]
    assert "dave is limited to 10, the most when 1 player bets" in line
    assert "5♦ 8♥ = 13: (t)wist (b)uy for 10. Stake 10, chips 990" in said[-1][1]


def test_without_the_prefix_it_is_only_talk(bot: OfflineBot) -> None:
    """Nothing is done; the channel hears nothing of it."""
    for text in ["50", "bet 50", "stick", "t", "hello dave"]:
        before = bot.croupier().ask
        assert {said.target for said in bot.says("dave", text)} <= {"dave"}
        assert bot.croupier().ask is before


@pytest.mark.parametrize("where", ["channel", "private"])
@pytest.mark.parametrize("move", ["bet 1e3", "stick", "bet 0", "bet 101", "s 5", "t t t"])
def test_a_refusal_is_private_wherever_the_move_was_made(
    bot: OfflineBot, where: str, move: str
) -> None:
    before = bot.croupier().ask
    say = bot.says if where == "channel" else bot.tells
    (said,) = say("dave", f"!{move}")
    assert said.target == "dave"
    assert said.urgency is Priority.ASIDE
    assert "Bet (1-100)?" in said.line
    assert bot.croupier().ask is before


@pytest.mark.parametrize("where", ["channel", "private"])
def test_whoever_is_not_asked_is_told_whose_turn_it_is(bot: OfflineBot, where: str) -> None:
    all_bet(bot)
    say = bot.says if where == "channel" else bot.tells
    assert told(say("kevin", "!twist")) == [("kevin", "It is dave's turn to play.")]


def test_whoever_is_not_seated_gets_a_line_of_help_in_private_and_no_answer_in_the_channel(
    bot: OfflineBot,
) -> None:
    (said,) = bot.tells("bob", "50")
    assert said.target == "bob"
    assert "help" in said.line
    assert bot.says("bob", "!bet 50") == []
    assert bot.says("bob", "!twist") == []


def test_a_word_that_means_nothing_is_answered_with_the_question_or_with_help(
    bot: OfflineBot,
) -> None:
    assert "Bet (1-100)?" in bot.tells("dave", "eh?")[0].line
    bot.tells("kevin", "50")
    assert "help" in bot.tells("kevin", "eh?")[0].line
    assert bot.says("dave", "!eh?") == []


@pytest.mark.parametrize("code", ["\x02", "\x0304", "\x0f", "\x1d", "\x1e", "\x1f"])
@pytest.mark.parametrize("text", ["{}50", "50{}", "{}bet 50", "bet {}50", "5{}0{}"])
def test_a_move_may_be_bold_or_coloured(bot: OfflineBot, code: str, text: str) -> None:
    assert bot.tells("dave", text.format(*[code] * 2))[-1].line.startswith("You bet 50. ")
    assert bot.tells("bob", f"help{code}")[0].line.startswith("A round is being")


def test_private_cards_are_told_in_private_alone(bot: OfflineBot) -> None:
    all_bet(bot)
    bot.tells("dave", "b")
    in_channel = " ".join(bot.heard_in(CHANNEL))
    assert not any(suit in in_channel for suit in "♣♦♥♠")
    assert "9♣ 4♥ = 13" in bot.heard_in("kevin")
    assert "5♦ 8♥ 7♦ = 20" in bot.heard_in("dave")[-1]
    assert "9♣" not in " ".join(bot.heard_in("dave"))
    assert bot.heard_in("bob") == []


def test_the_question_follows_what_the_channel_is_told(bot: OfflineBot) -> None:
    all_bet(bot)
    for said in (bot.tells("dave", "t"), bot.tells("dave", "s")):
        assert targets(said)[0] == CHANNEL
        assert said[-1].urgency is Priority.PROMPT


def test_balances_are_last_and_once_and_after_players_xml_is_written(bot: OfflineBot) -> None:
    all_bet(bot)
    bot.tells("dave", "t")
    bot.tells("dave", "s")
    seen: list[int] = []
    speak = bot.said.append

    class Watching(list[Said]):
        """Looks into the file whenever something is said."""

        def append(self, said: Said) -> None:
            """Note what the file has, then what was said."""
            if said.line.startswith("Chips: "):
                seen.append(bot.in_file("kevin").chips)
            speak(said)
            super().append(said)

    bot.said = Watching()
    said = bot.tells("kevin", "t")
    assert in_channel(said)[-1] == "Chips: dave 1000, kevin 950"
    assert seen == [950]
    assert in_channel(said)[1:-1] == [
        "dave: 5♦ 8♥ 7♦ = 20 high cards, stake 50: wins the stake back",
        "kevin: 9♣ 4♥ Q♦ = 23 bust, stake 50: loses 50",
    ]


# The hand


def test_a_hand_is_shown_again_with_the_question_to_whoever_is_asked(bot: OfflineBot) -> None:
    (said,) = bot.tells("dave", "hand")
    assert (said.target, said.line) == ("dave", bot.heard_in("dave")[0])
    assert said.urgency is Priority.ASIDE
    all_bet(bot)
    assert bot.tells("dave", "HAND")[0].line == (
        "5♦ 8♥ = 13: (t)wist (b)uy for 50. Stake 50, chips 950"
    )


def test_a_hand_is_shown_to_whoever_waits_with_whose_turn_it_is(bot: OfflineBot) -> None:
    bot.tells("kevin", "50")
    assert bot.tells("kevin", "hand")[0].line == (
        "Stake 50: 9♣ = 9. Chips 950. dave is still to bet."
    )
    bot.tells("dave", "50")
    (said,) = bot.tells("kevin", "hand")
    assert said.line == "Stake 50: 9♣ 4♥ = 13. Chips 950. It is dave's turn to play."
    assert said.urgency is Priority.CHATTER


def test_whoever_has_no_hand_gets_help(bot: OfflineBot) -> None:
    assert "help" in bot.tells("bob", "hand")[0].line


# Leaving


def test_leaving_before_the_bet_costs_nothing(bot: OfflineBot) -> None:
    assert told(bot.says("dave", "!leave"))[:2] == [
        (CHANNEL, "dave leaves the round"),
        (CHANNEL, "dave sits out the next Shed Pontoon"),
    ]
    bot.tells("kevin", "50")
    bot.tells("kevin", "resign")
    assert bot.heard_in(CHANNEL)[-1] == "Chips: dave 1000, kevin 990"
    assert bot.in_file("dave").stats_in("pontoon").played == 0
    assert bot.in_file("kevin").stats_in("pontoon").played == 1


def test_what_somebody_has_bet_is_not_told_before_the_other_bets_when_they_leave(
    tmp_path: Path,
) -> None:
    """And what they lose is what they could bet, seeing how many have bet."""
    bot = OfflineBot(tmp_path, "dave 1000, kevin 1000", "10D 9C 8H 7S")
    bot.says("dave", "!pontoon dave kevin")
    bot.tells("dave", "100")
    assert in_channel(bot.says("dave", "!pontoon resign")) == ["dave leaves the round"]
    bot.tells("kevin", "resign")
    assert bot.heard_in(CHANNEL)[-3:] == [
        "kevin leaves the round | dave bets 100 | "
        "dave is limited to 10, the most when 1 player bets",
        "dave: 10♦ = 10 high cards, resigned, stake 10: loses 10",
        "Chips: dave 990, kevin 1000",
    ]


def test_nor_in_black_jack(tmp_path: Path) -> None:
    bot = OfflineBot(tmp_path, "dave 1000, kevin 1000", "10D 9C 8H 7S 10H 9D")
    bot.says("dave", "!blackjack dave kevin")
    bot.tells("dave", "5")
    assert in_channel(bot.says("dave", "!blackjack resign")) == ["dave leaves the round"]
    said = told(bot.tells("kevin", "2"))
    assert said[0][1].startswith("dave bets 5 | kevin bets 2 | ")
    bot.tells("kevin", "s")
    assert any("resigned, bet 5: loses 5" in line for line in bot.heard_in(CHANNEL))


def test_leaving_after_the_bet_loses_what_is_staked(bot: OfflineBot) -> None:
    all_bet(bot)
    bot.tells("dave", "b")
    assert bot.tells("dave", "resign")[0].line == (
        "dave leaves the round, losing 100 | kevin to play"
    )


def test_whoever_leaves_out_of_turn_does_not_have_the_others_asked_again(bot: OfflineBot) -> None:
    all_bet(bot)
    said = bot.says("kevin", "!pontoon resign")
    assert in_channel(said) == ["kevin leaves the round, losing 50"]
    assert not any("(t)wist" in each.line for each in said)


def test_whoever_has_left_is_told_so(bot: OfflineBot) -> None:
    for text in ["hand", "50", "t"]:
        bot.says("kevin", "!pontoon resign")
        (said,) = bot.tells("kevin", text)
        assert (said.target, said.line) == ("kevin", "You have left this round.")


def test_whoever_is_not_seated_cannot_leave(bot: OfflineBot) -> None:
    (said,) = bot.says("bob", "!pontoon resign")
    assert (said.target, said.line) == ("bob", "You are not in a round here.")


def test_with_no_round_there_is_nothing_to_leave(tmp_path: Path) -> None:
    bot = OfflineBot(tmp_path)
    (said,) = bot.says("dave", "!pontoon leave")
    assert said.target == "dave"


def test_a_round_that_everybody_has_left_is_over(bot: OfflineBot) -> None:
    all_bet(bot)
    bot.says("dave", "!pontoon resign")
    said = bot.says("kevin", "!pontoon resign")
    assert bot.croupier().ask is None
    assert in_channel(said)[-1] == "Chips: dave 950, kevin 950"
    assert "dave" in bot.says("dave", "!pontoon")[0].line


@pytest.mark.parametrize("game", ["pontoon", "british", "shoot", "cutwc", "blackjack"])
def test_a_round_without_any_bet_is_void_and_counts_for_nobody(tmp_path: Path, game: str) -> None:
    bot = OfflineBot(tmp_path, "dave 1000, kevin 1000, bob 1000")
    before = bot.players_xml.read_bytes()
    bot.deals("dave", f"!{game} dave kevin bob")
    while (ask := bot.croupier().ask) is not None:
        said = bot.tells(ask.player, "5" if ask.phase is Phase.KITTY else "leave")
    assert any("no round: nobody has bet" in line for line in in_channel(said))
    assert bot.players_xml.read_bytes() == before


# Which channel it is about


def test_all_that_is_said_of_a_round_names_its_channel(bot: OfflineBot) -> None:
    """Private lines too: those of one channel share what may be sent with those of others."""
    bot.pass_seconds(80)
    all_bet(bot)
    bot.tells("dave", "s")
    bot.tells("dave", "nonsense")
    bot.tells("kevin", "hand")
    bot.leaves("kevin")
    bot.pass_seconds(1000)
    assert bot.croupier().ask is None
    assert bot.heard_in(CHANNEL)[-1].startswith("Chips: ")
    assert {say.channel for say in bot.spoken} == {CHANNEL}


def test_only_that_a_round_is_stopped_takes_the_place_of_what_waits(bot: OfflineBot) -> None:
    bot.stops_round()
    (stopped,) = [say for say in bot.spoken if say.topic is Topic.VOID]
    assert stopped.channel == stopped.target == CHANNEL
