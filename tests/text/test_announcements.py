"""What is said besides the round: why none starts, the bank, statistics, help and rules."""

import re
from collections.abc import Callable
from datetime import time
from fractions import Fraction

import pytest
from msgspec import structs
from msgspec.structs import replace

from pontoon.engine.errors import CannotDeal, CannotSeat, SeatFault
from pontoon.games import GAMES
from pontoon.games.blackjack import BlackJack, BlackJackRules
from pontoon.games.shed import ShedPontoon, ShedRules
from pontoon.storage.players.identity import Unidentified
from pontoon.storage.players.nicknames import NicknameFault
from pontoon.storage.players.player import Player, Statistics
from pontoon.text import (
    admin_commands,
    announcements,
    help_pages,
    player_commands,
)
from pontoon.text.announcements import Invitation
from pontoon.text.names import why_no_nickname

LETTERED = re.compile(r"\w*\(\w\)\w*|\(\d+-\d+\)")
RULES = ShedRules()

DAVE = Player("dave", 850, 100, "The Dealer's Friend", {"pontoon": Statistics(3, 1)})
KEVIN = Player("kevin", 1, 0, "", {})

FAULTS = {
    SeatFault.IS_THE_BOT: "cannot play",
    SeatFault.NOT_PRESENT: "not in the channel",
    SeatFault.NO_ENTRY: "is not a player yet; ask an admin of this bot",
    SeatFault.LOGGED_OUT: "is not logged in to bob's account",
    SeatFault.BANKER_HAS_NOT_JOINED: "has the bank: it is for bob to join",
    SeatFault.SITS_OUT: "sits out until others have played a round",
    SeatFault.TOO_MANY_COMPUTERS: "cannot play: ",
    SeatFault.ALONE: "would play alone",
    SeatFault.OPTED_OUT: "cannot be named for a round, only join one",
    SeatFault.NOT_LOOKED_UP: "could not be identified in time: try again",
    SeatFault.OTHER_NETWORK: "another network",
    SeatFault.NO_ACCOUNT: "say claim to me",
    SeatFault.OTHER_ADDRESS: "is not at bob's usual address",
    SeatFault.SEATED_ELSEWHERE: "playing in #other",
    SeatFault.SEATED_TWICE: "twice",
    SeatFault.NO_CHIPS: "no chips",
    SeatFault.TOO_FEW_CHIPS: "fewer than 2 coins",
    SeatFault.CHIPS_IN_KITTY: "and come back when bob sells the bank, or it passes on",
    SeatFault.NO_TURN_LEFT: "no rounds left",
    SeatFault.IS_IGNORED: "is on my ignore list",
    SeatFault.HAS_THE_BANK: "has the bank: name bob too",
    SeatFault.UNANSWERED: "did not bet last time: they have to say something first",
    SeatFault.NO_NAME: "needs a nickname first",
}

SHED = Invitation("Shed Pontoon", "!pontoon", "1 chip", "ask an admin of this bot")
BLACKJACK = Invitation("Black Jack For Time", "!blackjack", "2 coins", "ask an admin of this bot")

EVERY_FAULT = CannotDeal(tuple(CannotSeat("bob", fault, "#x") for fault in SeatFault), 1)

SAID = [
    *(
        text
        for name, text in vars(announcements).items()
        if name.isupper() and isinstance(text, str)
    ),
    *announcements.no_round(EVERY_FAULT, BLACKJACK, str),
    announcements.NOBODY_NAMED.format(command="!pontoon"),
    admin_commands.FILE_TROUBLE.format(trouble="line 4: no nick"),
    *announcements.left_out(EVERY_FAULT.seats, BLACKJACK, str),
    announcements.COME_BACK.format(channel="#pontoon"),
    player_commands.not_they(
        Unidentified("bob", SeatFault.NO_ENTRY),
        player_commands.REGISTER.format(prefix="!"),
    ),
    player_commands.REGISTRATION_IS_CLOSED.format(how_to_join=player_commands.ask_admin("boss")),
    player_commands.BANK.format(name="bob", in_hand=900, banked=100),
    player_commands.banked("bob", 100, 900, 100),
    player_commands.BANKING_HELP.format(prefix="!"),
    player_commands.BANK_IS_CLOSED.format(name="dave", channel="#pontoon"),
    player_commands.deposit_too_great("dave", 1000),
    player_commands.deposit_too_great("dave", 1),
    player_commands.WITHDRAWAL_TOO_GREAT.format(name="dave", chips="1 chip"),
    player_commands.NOBODY_HAS_PLAYED,
    player_commands.player_stats(DAVE, "pontoon", {"chips": 850, "bank": 100}),
    *(why_no_nickname(fault, "dave bets", "bob") for fault in NicknameFault),
    player_commands.NICKNAME_SET.format(name="Bobby"),
    *(text for name, text in vars(help_pages).items() if name.isupper() and isinstance(text, str)),
    help_pages.ENTER_FIRST.format(title="Shed Pontoon", channel="#pontoon", join="!join"),
    help_pages.HOW_TO_BEGIN.format(title="Shed Pontoon", channel="#x", join="!join", prefix="!"),
    help_pages.HOW_TO_BEGIN_AGAIN.format(
        title="Shed Pontoon", channel="#x", command="!pontoon", join="!join"
    ),
    help_pages.JOIN_THE_OTHERS.format(title="Shed Pontoon", channel="#x", prefix="!"),
    help_pages.WAIT_FOR_OTHERS.format(title="Shed Pontoon", channel="#x", prefix="!"),
    help_pages.WAIT_FOR_ROUND.format(
        channel="#pontoon", title="Shed Pontoon", whose_turn="dave to play", join="!join"
    ),
    announcements.who_is_in("Shed Pontoon", ["dave"], announcements.may_begin("!", 9)),
    announcements.who_is_in("Shed Pontoon", ["dave"], announcements.may_begin("!", None)),
    announcements.who_is_in("Shed Pontoon", ["dave", "kevin"], announcements.FOR_NEXT_ROUND),
    announcements.more_are_needed(2, "!"),
    announcements.more_are_needed(1, "!", "ann+"),
    announcements.COMPUTER_IS_IN.format(name=announcements.as_computer("ann+")),
    announcements.COMPUTER_IS_NOT_IN.format(name="ann+"),
    announcements.COMPUTER_NO_LONGER_IN.format(name="ann+"),
    announcements.NO_SUCH_COMPUTER,
    *announcements.who_waits(["dave"]),
    announcements.NOBODY_IS_IN.format(title="Shed Pontoon", prefix="!"),
    announcements.ANOTHER_IS_OPEN.format(title="Shed Pontoon", are="dave is", prefix="!"),
    announcements.LEAVE_FIRST.format(title="Shed Pontoon", are="dave is", prefix="!"),
    announcements.IS_IN_ALREADY.format(title="Shed Pontoon", prefix="!"),
    announcements.SOMEBODY_IS_IN.format(player="dave"),
    announcements.IS_FULL.format(title="Shed Pontoon"),
    announcements.COMES_NEXT.format(nick="kevin", of=""),
    announcements.COMES_LATER.format(nick="kevin", of="", rounds="2 others"),
    announcements.ALL_ARE_OUT.format(have="dave has", command="!pontoon"),
    announcements.ONLY_JOINED_DISMISS.format(prefix="!"),
    announcements.ONLY_JOINED_DEAL.format(title="Shed Pontoon", prefix="!"),
    announcements.HOW_TO_RESIGN.format(prefix="!"),
    announcements.WILL_TELL.format(many=3, channel="#x"),
    announcements.HOW_TO_BE_TOLD.format(least=2, most=10, prefix="!"),
    announcements.SO_MANY_JOINED.format(players="3 players", channel="#x", prefix="!"),
    help_pages.YOU_ARE_ASKED.format(channel="#pontoon"),
    help_pages.YOU_ARE_SEATED.format(channel="#pontoon", whose_turn="It is dave's turn to play."),
    help_pages.HELP_IN_ROUND.format(title="Shed Pontoon", whose_turn="dave to play", prefix="!"),
    help_pages.commands("!pontoon", "!", ["stats", "stop"], ["bank", "games"]),
    help_pages.COMMANDS_IN_PRIVATE.format(words="?, claim"),
    help_pages.short_help(ShedPontoon, "!", "stats, stop, leave, rules"),
    *help_pages.long_help(ShedPontoon, "!"),
    help_pages.games("!"),
    help_pages.SHORT_RULES.format(title="Shed Pontoon", summary=ShedPontoon.summary),
    *help_pages.long_rules(ShedPontoon, RULES),
]


def test_letters_in_brackets_and_ranges_are_for_prompts_and_refusals() -> None:
    for line in SAID:
        assert line.strip()
        assert not LETTERED.search(line)


def test_who_cannot_be_seated_is_named_with_the_reason() -> None:
    for fault in SeatFault:
        seat = CannotSeat("bob", fault, "#other" if fault is SeatFault.SEATED_ELSEWHERE else "")
        (why,) = announcements.no_round(CannotDeal((seat,)), BLACKJACK, str)
        assert why.startswith("No round: bob ")
        assert FAULTS[fault] in why


def test_what_cannot_be_a_nick_is_never_repeated() -> None:
    for fault in SeatFault:
        refused = CannotDeal((CannotSeat("1)busts", fault),))
        (why,) = announcements.no_round(refused, BLACKJACK, str)
        assert "busts" not in why


def test_all_that_is_wrong_is_said_in_order_and_of_those_alike_together() -> None:
    seats = (
        CannotSeat("zed", SeatFault.NO_ENTRY),
        CannotSeat("bob", SeatFault.SEATED_ELSEWHERE, "#x"),
        CannotSeat("yan", SeatFault.NO_ENTRY),
        CannotSeat("tan", SeatFault.SEATED_ELSEWHERE, "#y"),
    )
    assert announcements.no_round(CannotDeal(seats, 3), SHED, str) == [
        "No round: Shed Pontoon takes at most 3 players",
        "zed, yan are not players yet; ask an admin of this bot",
        "bob is playing in #x",
        "tan is playing in #y",
    ]


@pytest.mark.parametrize(
    ("least", "line"),
    [
        (1, "British Pontoon needs at least 1 player: !british dave"),
        (2, "British Pontoon needs at least 2 players: !british dave kevin"),
    ],
)
def test_too_few_players_see_how_to_name_enough(least: int, line: str) -> None:
    british = Invitation("British Pontoon", "!british", "2 chips", "ask an admin of this bot")
    assert announcements.no_round(CannotDeal((), least=least), british, str) == [
        f"No round: {line}"
    ]


def test_a_stranger_is_told_how_to_become_a_player() -> None:
    stranger = Unidentified("zed", SeatFault.NO_ENTRY)
    assert [
        player_commands.not_they(stranger, how)
        for how in (
            player_commands.REGISTER.format(prefix="!"),
            player_commands.ask_admin("boss"),
            player_commands.ask_admin(None),
        )
    ] == [
        "zed is not a player yet; say !register",
        "zed is not a player yet; ask boss, an admin of this bot",
        "zed is not a player yet; ask an admin of this bot",
    ]


@pytest.mark.parametrize("said", [announcements.no_round, announcements.left_out])
def test_who_cannot_be_seated_is_called_by_the_nickname_and_what_is_typed_by_the_nick(
    said: Callable[..., list[str]],
) -> None:
    """What cannot be a nick is only repeated where it is a nickname that somebody has."""
    names = {"bob": "Bobby Tables", "dave": "The Dealer's Friend"}
    seats = (
        CannotSeat("bob", SeatFault.NO_CHIPS),
        CannotSeat("zed", SeatFault.NO_CHIPS),
        CannotSeat("1)busts", SeatFault.NO_CHIPS),
        CannotSeat("dave", SeatFault.HAS_THE_BANK),
    )
    asked = CannotDeal(seats) if said is announcements.no_round else seats
    first, *others = said(asked, SHED, lambda nick: names.get(nick, nick))
    assert [first.partition(": ")[2], *others] == [
        "Bobby Tables, zed, … have no chips",
        "The Dealer's Friend has the bank: name dave too",
    ]


def test_who_is_left_out_is_told_as_who_keeps_a_round_from_starting_is() -> None:
    seats = (
        CannotSeat("zed", SeatFault.NO_CHIPS),
        CannotSeat("bob", SeatFault.UNANSWERED),
        CannotSeat("yan", SeatFault.NO_CHIPS),
        CannotSeat("tan", SeatFault.UNANSWERED),
    )
    assert announcements.left_out(seats, SHED, str) == [
        "Left out: zed, yan have no chips",
        "bob, tan did not bet last time: they have to say something first",
    ]
    refused = announcements.no_round(CannotDeal(seats), SHED, str)
    assert announcements.left_out(seats, SHED, str)[1:] == refused[1:]


def test_where_nobody_is_left_out_nothing_is_said_of_it() -> None:
    assert announcements.left_out((), SHED, str) == []


def test_players_who_cannot_stop_a_round_are_told_what_they_can_do() -> None:
    assert "{prefix}leave" in announcements.MAY_NOT_STOP
    assert "{prefix}resign" in announcements.MAY_NOT_STOP
    assert not re.search("operator|[0-9]", announcements.MAY_NOT_STOP)


# Commands of players


def test_the_bank_is_told_in_chips() -> None:
    assert (
        player_commands.BANK.format(name="bob", in_hand=900, banked=100)
        == "bob: chips 900, bank 100"
    )
    assert player_commands.banked("bob", 100, 900, 100) == "bob deposits 100: chips 900, bank 100"
    assert player_commands.banked("bob", -100, 1000, 0) == "bob withdraws 100: chips 1000, bank 0"


def test_who_cannot_deposit_so_much_is_told_how_much_they_can() -> None:
    assert "999" in player_commands.deposit_too_great("dave", 1000)
    assert "up to 1:" in player_commands.deposit_too_great("dave", 2)
    assert "nothing" in player_commands.deposit_too_great("dave", 1)
    assert "1 chip." in player_commands.deposit_too_great("dave", 1)


def test_statistics_have_everything_about_a_player_in_order() -> None:
    assert player_commands.player_stats(DAVE, "pontoon", {"chips": 850, "bank": 100}) == (
        "dave (The Dealer's Friend): chips 850, bank 100, played 3, won 1, ratio 33%"
    )


def test_whoever_has_no_nickname_and_has_not_played_has_no_ratio() -> None:
    shown = player_commands.player_stats(KEVIN, "pontoon", {"chips": 1})
    assert shown == "kevin: chips 1, played 0, won 0"


def test_statistics_have_what_is_kept_for_the_game() -> None:
    shown = player_commands.player_stats(KEVIN, "blackjack", {"minutes": 60, "time_bank": 5})
    assert shown == "kevin: minutes 60, time bank 5, played 0, won 0"


def test_a_nickname_in_the_file_that_may_not_be_shown_is_not_shown() -> None:
    assert "|" not in player_commands.player_stats(
        structs.replace(DAVE, nickname="a|b"), "pontoon", {}
    )


# Leaflets


def test_every_game_has_a_title_and_rules() -> None:
    for game in GAMES:
        assert game.title in help_pages.games("!")
        assert game.summary
        assert game.title in help_pages.long_rules(game, game.Rules())[0]


def test_help_has_the_prefix_of_the_channel() -> None:
    for text in (
        help_pages.commands("§pontoon", "§", ["stats"], ["bank"]),
        help_pages.short_help(ShedPontoon, "§", "stats, stop, leave, rules"),
        " ".join(help_pages.long_help(ShedPontoon, "§")),
        help_pages.games("§"),
        player_commands.BANKING_HELP.format(prefix="§"),
    ):
        assert "§" in text
        assert "!" not in text


def test_the_long_help_tells_of_everything_that_can_be_said() -> None:
    for word in [
        *("max", "min", "stick", "twist", "buy", "burn", "split", "hand", "leave", "resign"),
        *("stats", "bank +100", "bank -100", "set nickname", "rules", "!bet 50", "!games"),
    ]:
        assert word in " ".join(help_pages.long_help(ShedPontoon, "!"))


def test_the_rules_of_black_jack_tell_of_the_time_bank_where_there_is_one_or_not() -> None:
    told = " ".join(
        help_pages.long_rules(BlackJack, BlackJackRules(events=(time(3), time(15, 30))))
    )
    assert "past the next event (03:00, 15:30) is put in your time bank, or lost" in told
    assert "where there is none" in told
    assert "time bank if there is one" in " ".join(help_pages.long_help(BlackJack, "!"))


def test_the_rules_of_black_jack_say_what_a_dealers_charlie_does_to_the_same_total() -> None:
    told = " ".join(help_pages.long_rules(BlackJack, BlackJackRules()))
    assert "same total gets the bet back, unless the dealer has a charlie, which beats even" in told


def test_the_rules_are_those_of_the_channel() -> None:
    for changed, shown in [
        (replace(RULES, stick_min=13), "from 13 on"),
        (replace(RULES, max_bet_percent=(3, 7)), "3, 7 per cent"),
        (replace(RULES, max_splits=3), "at most 3 splits"),
        (replace(RULES, bonus_shed=Fraction(8)), "shed pontoon 8 x"),
        (replace(RULES, bonus_five_card_21=Fraction(8)), "five-card 21 8 x"),
        (replace(RULES, bonus_five_card=Fraction(8)), "five-card trick 8 x"),
        (replace(RULES, bonus_pontoon=Fraction(5, 2)), "pontoon 2.5 x"),
        (replace(RULES, bonus_high=Fraction(1)), "high cards 1 x"),
        (replace(RULES, bonus_clown=Fraction(9, 4)), "clown wagon: 2.25 x"),
    ]:
        assert shown in " ".join(help_pages.long_rules(ShedPontoon, changed))
        assert shown not in " ".join(help_pages.long_rules(ShedPontoon, RULES))
