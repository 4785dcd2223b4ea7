"""A place at the table: joining, leaving, and who is dealt to (the commands join, leave, deal)."""

from pathlib import Path

import pytest

from tests.support.joins import after, bet_and_stick, dealt, in_channel, join, joined, to
from tests.support.offline_bot import Entry, OfflineBot


@pytest.fixture
def bot(tmp_path: Path) -> OfflineBot:
    names = ("dave", "kevin", "bob", "alice", "carol")
    return OfflineBot(tmp_path, [*map(Entry, names), Entry("poor", 0)])


def test_people_who_join_together_are_told_in_one_line(bot: OfflineBot) -> None:
    assert in_channel(bot.says("dave", "!join")) == []
    assert in_channel(bot.says("kevin", "!join")) == []
    assert after(bot, 1.9) == []
    assert after(bot, 0.1) == [
        "Shed Pontoon: dave, kevin are in; !join, or !deal to begin; I deal in 58 s"
    ]


def test_one_person_is_in(bot: OfflineBot) -> None:
    assert join(bot, "dave") == [
        "Shed Pontoon: dave is in; !join, or !deal to begin; I deal in 58 s"
    ]


def test_it_is_dealt_after_join_wait(bot: OfflineBot) -> None:
    join(bot, "dave", "kevin")
    assert after(bot, 57) == []
    assert after(bot, 1)[0].startswith("Shed Pontoon: dave, kevin | place your bets")


def test_each_person_who_joins_prolongs_that_to_three_times_at_most(bot: OfflineBot) -> None:
    for nick in ("dave", "kevin", "bob", "alice"):
        join(bot, nick)
        assert not dealt(bot)
        bot.pass_seconds(40)
    bot.pass_seconds(180 - 4 * 42 - 0.1)
    assert not dealt(bot)
    bot.pass_seconds(0.1)
    assert len(dealt(bot)) == 4


def test_the_opener_of_a_table_of_banker_games_waits_for_others(bot: OfflineBot) -> None:
    assert join(bot, "dave", game="british") == [
        "British Pontoon: dave is in; 1 more is needed: !join, or !join ann+ for a computer player"
    ]
    assert after(bot, 300) == []
    assert join(bot, "kevin") == [
        "British Pontoon: dave, kevin are in; !join, or !deal to begin; I deal in 58 s"
    ]
    bot.pass_seconds(58)
    assert sorted(dealt(bot)) == ["dave", "kevin"]


def test_a_table_that_gets_nobody_closes_after_ten_minutes(bot: OfflineBot) -> None:
    join(bot, "dave", game="british")
    assert after(bot, 597.9) == []
    assert after(bot, 0.1) == [
        "British Pontoon: the table closes, since too few joined; !join opens it again"
    ]
    assert not bot.croupier().joining.is_open


def test_somebody_who_has_joined_can_deal_at_once(bot: OfflineBot) -> None:
    join(bot, "dave", "kevin")
    said = bot.says("bob", "!deal")
    assert to("bob", said) == ["Only those who have joined can deal Shed Pontoon here: say !join."]
    assert not dealt(bot)
    bot.says("kevin", "!deal")
    assert dealt(bot) == ["dave", "kevin"]


def test_words_behind_deal_are_no_nicks(bot: OfflineBot) -> None:
    join(bot, "dave", "kevin")
    bot.says("kevin", "!deal bob alice")
    assert dealt(bot) == ["dave", "kevin"]


def test_anybody_can_deal_to_them_by_the_bare_command(bot: OfflineBot) -> None:
    join(bot, "dave", "kevin")
    bot.says("bob", "!pontoon")
    assert dealt(bot) == ["dave", "kevin"]


def test_the_bare_command_of_another_game_deals_to_none_of_them(bot: OfflineBot) -> None:
    join(bot, "dave", "kevin")
    assert in_channel(bot.says("dave", "!cutwc")) == [
        "Who plays? Say !cutwc join, or name the players: !cutwc NICK NICK ..."
    ]
    (said,) = in_channel(bot.says("dave", "!cutwc bob alice"))
    assert said.startswith("No round: dave, kevin have joined for Shed Pontoon; type !join")
    assert not dealt(bot)


def test_without_anybody_joined_deal_deals_to_the_last_players(bot: OfflineBot) -> None:
    bot.says("dave", "!pontoon dave kevin")
    bet_and_stick(bot)
    bot.says("bob", "!deal")
    assert dealt(bot) == ["kevin", "dave"]


def test_who_has_joined_is_dealt_to_again_rotated(bot: OfflineBot) -> None:
    join(bot, "dave", "kevin", "bob")
    for order in (["dave", "kevin", "bob"], ["kevin", "bob", "dave"], ["bob", "dave", "kevin"]):
        bot.says("bob", "!deal")
        assert dealt(bot) == order
        bet_and_stick(bot)


def test_late_comers_join_for_the_next_round(bot: OfflineBot) -> None:
    bot.says("dave", "!pontoon dave kevin")
    assert join(bot, "bob") == ["Shed Pontoon: bob is in for the next round"]
    assert join(bot, "kevin") == ["Shed Pontoon: bob, kevin are in for the next round"]
    bet_and_stick(bot)
    assert after(bot, 200) == []
    bot.says("bob", "!deal")
    assert dealt(bot) == ["bob", "kevin"]


def test_naming_players_is_refused_while_enough_have_joined(bot: OfflineBot) -> None:
    join(bot, "dave")
    (said,) = in_channel(bot.says("bob", "!pontoon bob alice"))
    assert said.startswith("No round: dave has joined for Shed Pontoon; type !join")
    assert not dealt(bot)


@pytest.mark.parametrize("words", ["!pontoon bob kevin", "!british dave kevin"])
def test_who_alone_has_joined_can_name_others_at_once(bot: OfflineBot, words: str) -> None:
    """RULES 0, Joining: those who have joined hold nobody up, and here nobody else has."""
    join(bot, "dave")
    bot.says("dave", words)
    assert dealt(bot) == words.split()[1:]


def test_who_alone_has_joined_does_not_go_before_a_round_that_waits(bot: OfflineBot) -> None:
    """RULES 0, Joining: whoever has asked longest goes first."""
    join(bot, "dave")
    bot.says("bob", "!pontoon bob alice")
    (said,) = in_channel(bot.says("dave", "!british dave kevin"))
    assert "the round that bob asked for follows" in said
    bot.says("dave", "!deal")
    bet_and_stick(bot)
    bot.pass_seconds(2)
    assert dealt(bot) == ["bob", "alice"]


def test_naming_players_joins_nobody(bot: OfflineBot) -> None:
    join(bot, "dave", game="british")
    bot.says("bob", "!pontoon bob alice")
    assert dealt(bot) == ["bob", "alice"]
    bet_and_stick(bot)
    assert list(bot.croupier().joining.players) == ["dave"]


def test_leaving_gives_the_place_up(bot: OfflineBot) -> None:
    join(bot, "dave", "kevin")
    said = bot.says("dave", "!leave")
    assert to("dave", said) == ["You give up your place for the next rounds."]
    assert after(bot, 2) == ["Shed Pontoon: kevin is in; !join, or !deal to begin; I deal in 56 s"]
    bot.says("kevin", "!leave")
    assert after(bot, 2) == ["Shed Pontoon: nobody is in; !join opens a table"]
    assert to("kevin", bot.says("kevin", "!leave")) == ["You have not joined here."]


def test_leaving_in_a_round_says_how_to_resign(bot: OfflineBot) -> None:
    join(bot, "dave", "kevin")
    bot.says("dave", "!deal")
    assert to("dave", bot.says("dave", "!leave")) == [
        "You give up your place for the next rounds. This round goes on with you: "
        "!pontoon leave resigns."
    ]
    assert dealt(bot) == ["dave", "kevin"]
    bet_and_stick(bot)
    bot.says("kevin", "!deal")
    assert dealt(bot) == ["kevin"]


def test_so_does_leaving_a_round_that_somebody_was_named_for(bot: OfflineBot) -> None:
    bot.says("dave", "!pontoon dave kevin")
    (line,) = to("kevin", bot.says("kevin", "!leave"))
    assert line.endswith("This round goes on with you: !pontoon leave resigns.")


def test_who_parts_gives_the_place_up(bot: OfflineBot) -> None:
    join(bot, "dave", "kevin")
    bot.parts("dave")
    bot.comes("dave")
    assert list(bot.croupier().joining.players) == ["kevin"]


def test_who_quits_finds_the_place_again(bot: OfflineBot) -> None:
    """A netsplit is a quit for those on this side."""
    join(bot, "dave", "kevin")
    bot.leaves("dave")
    bot.says("kevin", "!deal")
    assert dealt(bot) == ["kevin"]
    bot.comes("dave")
    bet_and_stick(bot)
    bot.says("kevin", "!deal")
    assert sorted(dealt(bot)) == ["dave", "kevin"]


def test_who_comes_from_elsewhere_with_that_nick_has_no_place(bot: OfflineBot) -> None:
    join(bot, "dave", "kevin")
    bot.leaves("dave")
    bot.comes("dave", "~evil@elsewhere.example")
    assert list(bot.croupier().joining.players) == ["kevin"]


def test_a_place_follows_a_new_nick(bot: OfflineBot) -> None:
    join(bot, "dave", "kevin")
    bot.renames("dave", "dave_away")
    bot.says("dave_away", "!deal")
    assert dealt(bot) == ["dave", "kevin"]


def test_the_nick_that_somebody_left_gets_nothing(bot: OfflineBot) -> None:
    join(bot, "dave", "kevin")
    bot.renames("dave", "dave_away")
    bot.comes("dave", "~evil@elsewhere.example")
    assert to("dave", bot.says("dave", "!join")) == ["Somebody has joined here as dave already."]
    assert to("dave", bot.says("dave", "!leave")) == ["You have not joined here."]


def test_who_sits_out_gives_the_place_up(bot: OfflineBot) -> None:
    join(bot, "dave", "kevin", "bob")
    bot.says("dave", "!deal")
    for nick in ("dave", "kevin"):
        bot.tells(nick, "min")
    bot.pass_seconds(120)
    bet_and_stick(bot)
    bot.says("dave", "!deal")
    assert dealt(bot) == ["kevin", "dave"]


def test_a_named_player_who_has_joined_is_asked_again_after_silence(bot: OfflineBot) -> None:
    """RULES 0, Who is dealt: only those who did not join have to speak first."""
    join(bot, "kevin")
    bot.says("kevin", "!deal")
    bot.pass_seconds(240)
    assert bot.croupier().ask is None
    bot.says("dave", "!pontoon dave kevin")
    assert dealt(bot) == ["dave", "kevin"]


def test_who_had_joined_and_did_not_answer_is_dealt_on_being_named(bot: OfflineBot) -> None:
    """RULES 0, Who is dealt: so is only who did not join."""
    join(bot, "dave", "kevin")
    bot.says("kevin", "!deal")
    bot.tells("kevin", "min")
    bot.pass_seconds(120)
    bet_and_stick(bot)
    bot.says("kevin", "!leave")
    assert not list(bot.croupier().joining.players)
    bot.says("kevin", "!pontoon kevin dave")
    assert dealt(bot) == ["kevin", "dave"]


def test_a_full_table_lets_others_wait_their_turn(tmp_path: Path) -> None:
    nicks = [f"p{number}" for number in range(12)]
    bot = OfflineBot(tmp_path, [*map(Entry, nicks)])
    assert join(bot, *nicks) == [
        "Shed Pontoon: p0, p1, p2, p3, p4, p5, p6, p7, p8, p9 are in; !join, or !deal to begin; "
        "I deal in 58 s | p10, p11 are next in line"
    ]
    begun = in_channel(bot.says("p0", "!deal"))
    assert dealt(bot) == nicks[:10]
    assert begun[0] == "p10, p11 are next in line"
    bet_and_stick(bot)
    bot.says("p0", "!deal")
    assert dealt(bot) == nicks[1:11]


def test_one_table_is_open_at_a_time(bot: OfflineBot) -> None:
    join(bot, "dave", "kevin")
    assert to("bob", bot.says("bob", "!join british")) == [
        "Shed Pontoon is open here: dave, kevin are in. Type !join to play with them."
    ]


@pytest.mark.parametrize("words", ["!join british", "!british join"])
def test_who_is_in_has_to_leave_before_another_game(bot: OfflineBot, words: str) -> None:
    join(bot, "dave", "kevin")
    assert to("dave", bot.says("dave", words)) == [
        "Shed Pontoon is open here: dave, kevin are in. Say !leave first; "
        "another game opens when nobody is in."
    ]
    assert joined(bot) == ["dave", "kevin"]


def test_who_is_alone_takes_the_table_to_another_game(bot: OfflineBot) -> None:
    join(bot, "dave")
    assert join(bot, "dave", game="british") == [
        "British Pontoon: dave is in; 1 more is needed: !join, or !join ann+ for a computer player"
    ]


def test_nobody_else_takes_the_table_of_somebody_alone_to_another_game(bot: OfflineBot) -> None:
    join(bot, "dave")
    assert to("kevin", bot.says("kevin", "!join british")) == [
        "Shed Pontoon is open here: dave is in. Type !join to play with them."
    ]
    assert list(bot.croupier().joining.players) == ["dave"]


def test_a_game_is_joined_by_its_own_command_too(bot: OfflineBot) -> None:
    bot.says("dave", "!british join")
    assert bot.croupier().joining.game == "british"


def test_a_game_that_is_not_dealt_cannot_be_joined(bot: OfflineBot) -> None:
    (line,) = in_channel(bot.says("dave", "!join poker"))
    assert line.startswith("I deal no game called poker")


def test_who_is_no_player_is_told_how_to_become_one(bot: OfflineBot) -> None:
    bot.comes("stranger")
    (line,) = to("stranger", bot.says("stranger", "!join"))
    assert "stranger" in line
    assert not bot.croupier().joining.is_open


def test_the_broke_are_given_chips_on_joining(bot: OfflineBot) -> None:
    said = bot.says("poor", "!join")
    assert "100" in to("poor", said)[0]
    assert list(bot.croupier().joining.players) == ["poor"]


def test_joining_twice_is_answered(bot: OfflineBot) -> None:
    join(bot, "dave")
    assert to("dave", bot.says("dave", "!join")) == [
        "You are in already, for Shed Pontoon. !leave gives the place up."
    ]


def test_who_has_opted_out_cannot_be_named(bot: OfflineBot) -> None:
    assert to("kevin", bot.tells("kevin", "optout"))[0].startswith("From now on nobody")
    said = in_channel(bot.says("dave", "!pontoon dave kevin"))
    assert said[0] == "Left out: kevin cannot be named for a round, only join one"
    assert dealt(bot) == ["dave"]


def test_who_has_opted_out_can_join(bot: OfflineBot) -> None:
    bot.tells("kevin", "optout")
    join(bot, "kevin", "dave")
    bot.says("dave", "!deal")
    assert dealt(bot) == ["kevin", "dave"]


def test_who_has_opted_out_is_not_dealt_by_the_bare_command(bot: OfflineBot) -> None:
    bot.says("dave", "!pontoon dave kevin")
    bet_and_stick(bot)
    bot.tells("kevin", "optout")
    bot.says("dave", "!pontoon")
    assert dealt(bot) == ["dave"]


def test_opting_in_undoes_it(bot: OfflineBot) -> None:
    bot.tells("kevin", "optout")
    assert bot.in_file("kevin").is_opted_out
    bot.tells("kevin", "optin")
    assert not bot.in_file("kevin").is_opted_out
    bot.says("dave", "!pontoon dave kevin")
    assert dealt(bot) == ["dave", "kevin"]
