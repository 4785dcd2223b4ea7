"""Help and rules, and how to connect to the bot's own server.

What each command does is in ``commands/command_table.py``.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from pontoon.engine.cards import RANKS
from pontoon.engine.computers import CHARACTERS, PLUS
from pontoon.engine.hands import ranks_not_bust, total
from pontoon.engine.moves import Ask, Option, Phase, Unit, Verb
from pontoon.games import GAMES, Game
from pontoon.text.formatting import rule_text
from pontoon.text.prompts import OFFERS, bet_of, example, how_to_say

_KEPT = {Unit.CHIPS: "bank", Unit.COINS: "time"}
"""The command that shows in a channel what a player has; nobody has fingers."""

_KEEPING = {
    Unit.CHIPS: (
        "bank, bank +100, bank -100 (banked chips cannot be bet); refill (chips when you have none "
        "left); top (the ranking); "
    ),
    Unit.FINGERS: "",
    Unit.COINS: (
        "time, deposit 5, withdraw 5 (your minutes, and your time bank if there is one); "
        "done (your day); "
    ),
}

SERVER_STOPS = "The server is shutting down"
"""The reason for which the bot's own server closes all connections when the bot stops."""

_MAX_NAMED = 10
"""The number of players who are named; the others are counted."""

WHAT_TO_SAY = "I deal card games: say help."
"""For a person who has said something that the bot does not know."""

HOW_I_ASK = "I ask you here: answer with a letter or a number. ? explains the question."
SHORT_HELP_ENDS = "Say rules for the rules, games for all games, help more for all commands."
HELP_IN_ROUND_ENDS = "Say hand for your cards, leave to give up your seat, help more for the rest."
SHORT_RULES = "{title}: {summary} I am sending you the full rules in private."
COMMANDS_IN_PRIVATE = "To me in private, also: {words}. help and one of these says what it does."
ENTER_FIRST = "To play {title}, type /join {channel}, and say {join} there."
COME_IN_FIRST = "To play {title}, come into a channel where I deal, and say {join} there."
HOW_TO_BEGIN = (
    "To play {title}, say {join} in {channel}: others can join you there. {prefix}deal begins."
)
HOW_TO_BEGIN_AGAIN = (
    "To play {title} again, say {command} in {channel}: it deals to the last players. "
    "{join} opens a table for others too."
)
JOIN_THE_OTHERS = "A table of {title} is open in {channel}: say {prefix}join there to play."
WAIT_FOR_OTHERS = "You are in for {title} in {channel}: {prefix}deal there begins the round."
WAIT_FOR_ROUND = (
    "A round is being played in {channel}. Say {join} there to be dealt the next one. It is "
    "{title}: {whose_turn}."
)
IN_FOR_THE_NEXT = (
    "You are in for the next round in {channel}. Now {title} is being played: {whose_turn}."
)
YOU_ARE_ASKED = "You are playing in {channel}, and I have asked you in private: answer me there."
WHERE_TO_ANSWER = "I have not taken {answer} in {channel}: say {answer} here, or {command} there."
SAY_IN_WHICH = "I have asked you in {channels}: say {command} in the channel that you mean."
YOU_ARE_SEATED = (
    "You are playing in {channel}. {whose_turn} In private, say hand for your cards or help."
)
HELP_IN_ROUND = (
    "A round of {title} is being played: {whose_turn}. The players answer me in private, or "
    "here with {prefix} in front. More for you in private."
)
_SAY_A_NUMBER = "say a number from {least} to {most}, or max: "


def commands(command: str, prefix: str, after_game: Sequence[str], alone: Sequence[str]) -> str:
    """List what can be said in a channel: AFTER_GAME behind a game's COMMAND, the rest ALONE."""
    listed = ", ".join(prefix + word for word in alone)
    return f"In the channel: {command} NICK NICK ..., {command} {', '.join(after_game)}; {listed}."


def short_help(game: Game, prefix: str, subcommands: str) -> str:
    """Return the help for a channel; SUBCOMMANDS are the words that may follow the game's."""
    command = prefix + game.name
    kept = f"; {prefix}{_KEPT[game.unit]}" if game.unit in _KEPT else ""
    join = f"{prefix}join" if game is GAMES[0] else f"{prefix}join {game.name}"
    return (
        f"{game.title}: {command} NICK NICK ... deals to those players, {command} by itself to "
        f"the last ones; or each says {join}, and one of them {prefix}deal. Also: {command} "
        f"{subcommands}{kept}. More for you in private."
    )


def long_help(game: Game, prefix: str) -> list[str]:
    """Return the help for one person, one item per line."""
    command = prefix + game.name
    bet = bet_of(game.unit)
    move = f"a move: {', '.join(map(how_to_say, game.MOVES))}"
    moves = "".join(f", {prefix}{verb}" for verb in list(game.MOVES)[:2])
    other = next(each for each in GAMES if each is not game)
    kept = f"{prefix}{_KEPT[game.unit]}, " if game.unit in _KEPT else ""
    return [
        f"{game.title}: {command} NICK NICK ... in a channel deals to those players; {command} "
        "by itself deals to the last ones again, and the first of them comes last. "
        f"{prefix}join {game.name} opens a table that others can join, {prefix}deal begins, and "
        f"{prefix}leave gives your place up. ann+, bob+ and cat+ are computer players: {command} "
        f"ann+ deals to you and ann+, {prefix}join ann+ brings one to the table.",
        f"I ask you here, and you answer here. A {bet}: {example(game.unit)}, max or min; "
        f"{'; '.join((move, *game.extra_help)).format(command=command)}. In the channel: "
        f"{prefix}{bet} {example(game.unit)}{moves} and so on.",
        "hand shows your cards again; hint says what each move is worth, odds 8 6 what "
        f"two cards are; review says, after the round, what your moves cost. {prefix}leave gives "
        f"up your place in the next rounds and, before your {bet}, your seat; {prefix}resign gives "
        "up your stake, too.",
        "help, rules and stats alone are about the game that was played last where you are. For "
        f"another game: help {other.name}, rules {other.name}, stats {other.name}.",
        f"stats {game.name}, stats {game.name} NICK; {_KEEPING[game.unit]}set nickname NAME (no "
        "name removes it); set (how I speak to you here); claim (if you are logged in to services: "
        f"only you can play as you); rules {game.name}. In a channel: {command} stats, {kept}"
        f"{prefix}games.",
    ]


def games(prefix: str) -> str:
    listed = ", ".join(f"{game.title} ({prefix}{game.name})" for game in GAMES)
    more = f"{prefix}{GAMES[0].name} help, {prefix}{GAMES[1].name} help and so on"
    return f"I deal {listed}. Help for each: {more}."


def long_rules(game: Game, rules: Any) -> list[str]:
    """Return the rules of GAME with the numbers of this channel, one item per line."""
    numbers = {name: rule_text(getattr(rules, name)) for name in rules.__struct_fields__}
    first, *others = (line.format_map(numbers) for line in game.rules_text)
    return [f"{game.title}: {first}", *others]


def greeting(
    bot: str, channels: Sequence[str], prefix: str, alone: Sequence[str] = ()
) -> list[str]:
    """Return the welcome for people who connect, one item per line: what to type first.

    ALONE is what ``for_one`` says, if computers play there.
    """
    return [
        f"{bot} deals card games in {', '.join(channels)}.",
        f"1. New here? Type /msg {bot} register",
        f"2. Type /join {channels[0]}",
        f"3. Say {prefix}join there, then {prefix}deal: that works alone, too.",
        *alone,
        f"{bot} asks you in a window of its own: answer there.",
    ]


def topic(bot: str, prefix: str, alone: Sequence[str] = ()) -> str:
    """Return the topic of the channels on the bot's own server: what to say first.

    ALONE is what ``for_one`` says, if computers play there.
    """
    first = (f"Say {prefix}join, then {prefix}deal.", *alone, f"New? /msg {bot} register.")
    return f"{' '.join(first)} Help: {prefix}{GAMES[0].name} help"


def for_one(command: str) -> str:
    """Say how somebody alone plays the game of COMMAND, with a computer."""
    return f"Alone? {command} {CHARACTERS[0]}{PLUS} is a game with a computer player."


def how_to_connect(
    bot: str,
    address: str,
    port: int,
    channels: Sequence[str],
    players: Sequence[str],
    prefix: str,
    alone: Sequence[str] = (),
) -> list[str]:
    """Return instructions for the terminal, one item per line; PLAYERS are all nicks.

    ALONE is what ``for_one`` says, if computers play there.
    """
    others = len(players) - _MAX_NAMED
    named = ", ".join(players[:_MAX_NAMED]) + (f" and {others} more" if others > 0 else "")
    nick = players[0] if players else "NICK"
    return [
        f"{bot} runs its own IRC server.",
        f"  Connect to   {address}, port {port}, no TLS (irssi -c {address} -p {port} -n {nick})",
        f"  Join         {', '.join(channels)}",
        f"  Players      {named or 'nobody yet'}; anybody else types /msg {bot} register",
        f"  To start     {prefix}join, then {prefix}deal",
        *(f"               {each}" for each in alone),
        "To stop, press Ctrl-C.",
    ]


_MEANINGS: Mapping[Verb, str] = {
    Verb.STICK: "you keep {total}, and this hand is done",
    Verb.TWIST: "a card that everybody sees",
    Verb.BUY: "a card that only you see, for {price} more",
    Verb.BURN: "you swap both cards for two that only you see, for {price} more",
    Verb.SPLIT: "each card begins a hand of its own, with {price} more on the new one",
    Verb.DRAW: "a card that everybody sees",
    Verb.STAY: "you keep {total}, and this hand is done",
    Verb.HIT: "one more card",
    Verb.DOUBLE: "{price} more on your bet, and one last card",
    Verb.INSURE: "{price} more, which wins if the dealer has 21 in two cards, and is lost if not",
    Verb.TAKE: (
        "you may get the bank: the banker plays last, against all the others, wins ties, and pays "
        "with their own chips"
    ),
    Verb.PASS: "you want none",
    Verb.SHOOT: (
        "with a number from {least} to {most} behind it, a bet against the kitty that this hand "
        "beats the banker's; then you must take a card"
    ),
    Verb.BET: (
        _SAY_A_NUMBER
        + "the chips that you stake on your hand. If it wins you get them back, and perhaps "
        "more; if it loses they are gone"
    ),
    Verb.BID: (
        _SAY_A_NUMBER
        + "what you pay for the bank if nobody bids more. The banker plays last, against all "
        "the others, and wins ties"
    ),
    Verb.KITTY: (
        _SAY_A_NUMBER
        + "the chips that you put up for the others to bet against. What they lose goes into "
        "the kitty, what they win comes out of it, and the rest stays yours"
    ),
}
"""What each move does, for a beginner."""

_MEANINGS_IN_PHASE: Mapping[tuple[Phase, Verb], str] = {
    (Phase.BANK, Verb.PASS): "you play against the banker",
    (Phase.AUCTION, Verb.PASS): "you bid no more for this bank",
    (Phase.KITTY, Verb.PASS): "you put in nothing",
    (Phase.SHOOT, Verb.PASS): "you do not bet against the kitty now",
    (Phase.SHOOT, Verb.SHOOT): (
        _SAY_A_NUMBER
        + "a bet against the kitty that your hand beats the banker's. If it does you win as "
        "much again, else the bet is gone"
    ),
    (Phase.INSURANCE, Verb.PASS): "your bet stays as it is",
    (Phase.BANKER, Verb.STAY): (
        "you keep {total}, pay the hands that are better, and take the stakes of the others"
    ),
}

_MEANINGS_FOR_UNIT: Mapping[tuple[Unit, Phase, Verb], str] = {
    (Unit.FINGERS, Phase.BET, Verb.BET): (
        _SAY_A_NUMBER
        + "the fingers of drink that you bid on your hand. You drink them if it loses, the "
        "dealer drinks them if it wins"
    ),
    (Unit.FINGERS, Phase.BANKER, Verb.STAY): (
        "you keep {total}: you drink what the better hands have bid, and the others drink theirs"
    ),
    (Unit.COINS, Phase.BET, Verb.BET): (
        _SAY_A_NUMBER
        + "the coins that you stake: minutes, not chips. If you win you get them back and as "
        "much again or more; if you lose they are gone"
    ),
}
"""What differs from ``_MEANINGS`` and ``_MEANINGS_IN_PHASE``."""

_ONE_CARD = (Verb.TWIST, Verb.DRAW, Verb.HIT, Verb.BUY, Verb.DOUBLE)
"""The moves by which a hand gets a card and keeps those it has."""

_RISK = {0: "you cannot bust", len(RANKS): "you bust on any card"}
"""What is said where all ranks are alike."""


def explained(ask: Ask) -> str:
    """Explain to a beginner what each answer to ASK does, in a sentence each."""
    taking = next((each.verb for each in ask.options if each.verb in _ONE_CARD), None)
    sentences: list[str] = []
    for option in ask.options:
        told = _meaning(ask, option)
        if option.verb is taking:
            if taking is Verb.TWIST and ask.option(Verb.BUY):
                told += ", and no more buying"
            bad = len(RANKS) - ranks_not_bust(ask.cards)
            told += f"; {_RISK.get(bad, f'you bust on {bad} of {len(RANKS)} ranks')}"
        sentences.append(f"{told}.")
    return " ".join(sentences)


def meaning_of(verb: Verb) -> str:
    """Return what the move VERB does, whatever is asked; N stands for what it costs.

    >>> meaning_of(Verb.BUY), meaning_of(Verb.PASS)
    ('b or buy: a card that only you see, for N more.', 'n or no: you want none.')
    """
    meaning = _MEANINGS[verb]
    if meaning.startswith(_SAY_A_NUMBER):
        return f"{verb} and a number: {meaning.removeprefix(_SAY_A_NUMBER)}."
    meant = meaning.format(total="your cards", price="N", least="the least", most="the most")
    return f"{how_to_say(verb)}: {meant}."


def _meaning(ask: Ask, option: Option) -> str:
    """Return what OPTION of ASK does, behind its name if it has one."""
    phase, verb = ask.phase, option.verb
    of_phase = _MEANINGS_IN_PHASE.get((phase, verb), _MEANINGS[verb])
    if phase is Phase.KITTY and verb is Verb.PASS and not ask.shot:
        of_phase = "you put up none, and the bank goes to the highest bidder"
    meaning = _MEANINGS_FOR_UNIT.get((ask.unit, phase, verb), of_phase)
    least, most = option.least, option.most
    price = str(least) if least == most else f"{least} to {most}"
    told = meaning.format(total=total(ask.cards), least=least, most=most, price=price)
    if meaning.startswith(_SAY_A_NUMBER):
        if least == most:
            told = f"say {most}: {told.removeprefix(_SAY_A_NUMBER.format(least=least, most=most))}"
        return told[0].upper() + told[1:]
    return f"{OFFERS[verb]}: {told}"


# Commands

IN_PRIVATE = "{usage} (in private)"
TO_BOT = "/msg {bot} {example}"
ANY_CHANNEL = "a channel where I deal"
SAID_IN_CHANNEL = "Say that in {channel}, not here: {way} {does}."
MORE_OF_EACH = "help and one of these says what it does, with an example."
WHAT_IT_DOES = "Say {ways}: it {does}. For example: {example}"
NO_SUCH_COMMAND = (
    "I know no command and no game{called}: say {prefix}commands or {prefix}games for those that "
    "I know."
)
NO_SUCH_GAME = "I deal no game{called}. {games}"


def games_dealt(games: Sequence[str]) -> str:
    return f"I deal {', '.join(games[:-1])} and {games[-1]}."


def more_at(url: str) -> str:
    """Say where people can read more, behind another sentence; "" if URL is ""."""
    return f" More: {url}" if url else ""


def listed(heading: str, command: str, prefix: str, *by_place: Sequence[str]) -> str:
    """List the usages of a group of commands, BY PLACE: behind COMMAND, alone, and in private.

    >>> listed("Rounds", "!pontoon", "!", ["stop"], ["hand"], ["?"])
    'Rounds: !pontoon stop; !hand; in private ?'
    """
    after_game, alone, privately = by_place
    parts = [f"{command} {', '.join(after_game)}"] if after_game else []
    if alone:
        parts.append(", ".join(prefix + each for each in alone))
    if privately:
        parts.append(f"{'in private ' if parts else ''}{', '.join(privately)}")
    return f"{heading}: {'; '.join(parts)}"
