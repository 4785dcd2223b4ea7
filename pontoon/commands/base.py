"""What a command is, and what the functions that answer one can use."""

import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from enum import Enum, StrEnum, auto
from typing import Protocol, Self

from msgspec import Struct
from msgspec.structs import replace

from pontoon.commands.syntax import NOWHERE, Said, Where, game_word, is_channel
from pontoon.games import Game
from pontoon.irc.outgoing import Message, Priority
from pontoon.storage.players.identity import Unidentified
from pontoon.storage.players.player import Player
from pontoon.storage.players.store import PlayerStore
from pontoon.tables.context import TableContext
from pontoon.tables.croupier import Croupier
from pontoon.tables.croupiers import Croupiers, Speaker
from pontoon.tables.flood import Charge
from pontoon.tables.seats import SeatHolder
from pontoon.text.help_pages import NO_SUCH_GAME, games_dealt
from pontoon.text.names import called
from pontoon.text.player_commands import ADD_YOURSELF, not_they


class Who(Enum):
    """The people who can use a command."""

    ANYBODY = auto()
    SEATED = auto()
    """Players who have a seat."""
    OPERATOR = auto()
    """Operators of the channel."""
    ADMIN = auto()
    """Admins of the bot; for others there is no such command."""


class Group(StrEnum):
    """What a command is about, as ``help more`` lists it."""

    ROUND = "Rounds"
    TABLE = "Who plays, and the cards"
    PLAYER = "You"
    ORDER = "Admin commands"
    HELP = "Help"


class BotControl(Protocol):
    """The whole bot, as far as admins control it."""

    def reload(self) -> Sequence[str]:
        """Read config.ini again; return what applies now or later, which is also logged."""

    def status(self) -> Sequence[str]:
        """Return the state of the bot."""

    async def rescue(self) -> str:
        """Write the open database back to its path; return what came of it."""

    def set_channels(self, network: str, channels: Sequence[str]) -> bool:
        """Deal in CHANNELS of NETWORK only; return False if no channel can have such a name."""

    def audit(self, told: Callable[[Sequence[str]], None]) -> None:
        """Call TOLD, soon, with sentences about the result of an audit."""

    def quit(self) -> None:
        """Leave all networks, and stop."""


class CommandRefused(Exception):
    """What somebody asks for is not done: they are told why, item by item, where they asked."""


class RefusedInPrivate(CommandRefused):
    """The same, but they are told in private, wherever they asked."""


Answer = str | Sequence[str] | None
"""What is said where a request was made: a sentence, or several items; nothing if it is empty."""


def items_of(answer: Answer) -> Sequence[str]:
    return [answer] if isinstance(answer, str) else answer or ()


class CommandContext(Struct):
    """What the commands of one network need: its tables, its players, and the whole bot."""

    context: TableContext
    croupiers: Croupiers
    control: Callable[[], BotControl]
    commands: Sequence["Command"]
    """All commands that can be given here."""
    find: Callable[[Said], "Sequence[Command]"]
    """Returns the commands that a line may be, the likeliest first."""
    games: Mapping[str, Game]
    """The games by their commands."""

    @property
    def prefix(self) -> str:
        """What commands in a channel begin with."""
        return self.context.settings.prefix

    @property
    def store(self) -> PlayerStore:
        return self.context.settlements.store

    def answer(self, target: str, *items: str) -> None:
        """Say ITEMS to TARGET, a nick or a channel."""
        self.context.send(Message(target, items, Priority.CHATTER))

    def reply(self, request: "Request", *items: str) -> None:
        """Say ITEMS where REQUEST was made."""
        self.answer(request.channel or request.person.nick, *items)

    def reply_now(self, request: "Request", *items: str) -> None:
        """Say ITEMS to the person of REQUEST in private; it waits for nothing to be kept."""
        self.context.send_now(Message(request.person.nick, items, Priority.CHATTER))

    def croupier(self, request: "Request") -> Croupier:
        """Return the croupier of the channel where REQUEST was made: it was not in private."""
        assert request.croupier is not None
        return request.croupier

    def reread(self, request: "Request") -> "Request":
        """Return REQUEST by what players.xml says now, which is read, and written if that waits.

        An admin may have edited it since the bot last read it: players come, go and change in it.
        """
        trouble = self.context.settlements.look()
        return replace(request, speaker=self.croupiers.speaker(request.person), trouble=trouble)

    def player(self, request: "Request") -> Player:
        """Return the player that the person is; CommandRefused says why they are none."""
        identity = request.speaker.identity
        if isinstance(identity, Unidentified):
            raise CommandRefused(self.why_not_they(request, identity))
        return identity

    def why_not_they(self, request: "Request", stranger: Unidentified) -> str:
        """Say why the person is no player, being STRANGER, and what they can do about it."""
        return not_they(stranger, self.how_to_join(request))

    def how_to_join(self, request: "Request") -> str:
        """Say how the person becomes a player; if they must ask, name somebody in their channel."""
        person, context = request.person, self.context
        if context.settings.is_admin(person):
            return ADD_YOURSELF.format(nick=person.nick)
        # That is where they are at home, wherever they speak.
        people = self.croupiers.nearest(request.speaker).roster
        host = context.host_of(person)
        if not person.account and not self.store.may_register_from(host, context.now()):
            return context.whom_to_ask(people)
        return context.how_to_join(people)

    def game_named(self, request: "Request") -> tuple[Game | None, Sequence[str]]:
        """Return the game that REQUEST names, or None, and the words after its name."""
        if request.game:
            return self.games[request.game], request.rest
        name = game_word(request.rest[0].removeprefix(self.prefix)) if request.rest else ""
        return (self.games[name], request.rest[1:]) if name in self.games else (None, request.rest)

    def check_game(self, request: "Request") -> None:
        """Refuse what REQUEST says behind the command if that names no game that is dealt."""
        game, words = self.game_named(request)
        if game is None and words:
            games = games_dealt([*self.games])
            raise CommandRefused(NO_SUCH_GAME.format(called=called(words[0]), games=games))

    def game_meant(self, request: "Request") -> Game:
        """Return the game that REQUEST names, or else the last one where its person is."""
        game, _ = self.game_named(request)
        return self.games[request.croupier_meant.game] if game is None else game


CommandHandler = Callable[[CommandContext, "Request"], Answer | Awaitable[Answer]]
"""What answers a command. One that changes players.xml is a coroutine, which awaits the ``Change``:
so what it says is true when it is said. One that reads the database awaits ``Database.look_up``."""


async def answer_of(answered: Answer | Awaitable[Answer]) -> Answer:
    """Return what a handler has ANSWERED, now or when what it waits for is known."""
    return await answered if isinstance(answered, Awaitable) else answered


class Command(Struct, frozen=True):
    """A word or two that people say to the bot, and the function that answers them.

    A command without a word takes all lines that no other command takes.
    """

    word: str
    handler: CommandHandler
    where: Where
    group: Group
    who: Who = Who.ANYBODY
    help: str = ""
    """What it does, shown after its usage."""
    usage: str = ""
    example: str = ""
    basic: bool = False
    """Whether beginners need it."""
    alone: Where = NOWHERE
    """The places where it is this command only if nothing follows the word."""
    behind: str = ""
    """What may follow even there, as a regular expression."""
    names_channel: bool = False
    """Whether it is this command only if a channel follows the word."""
    takes_codes: bool = False
    """Whether it may contain formatting codes; a line with codes is no other command."""
    in_only_channel: bool = False
    """Whether it is said in private, and done in the only channel of the bot where the person is.

    Somebody who is in several, or none, is told where to say it.
    """
    asks_account: bool = False
    """Whether it always matters to which account the person is logged in."""
    greets: bool = False
    """Whether other bots may answer it in a channel too."""
    in_trouble: bool = False
    """Whether it is done, and answered at once, while nothing can be written."""

    def says(self, does: str, usage: str = "", example: str = "") -> Self:
        """Return this command with its help; USAGE is its word if nothing else is said."""
        usage = usage or self.word
        return replace(self, help=does, usage=usage, example=example or usage)

    def fits(self, request: Said) -> bool:
        """Tell whether REQUEST can be this command, which has a word and can be said there."""
        if not request.is_plain and not self.takes_codes:
            return False
        length = self.word.count(" ") + 1
        if self.word != " ".join(request.words[:length]).lower():
            return False
        if self.names_channel and not is_channel(*request.rest[:1]):
            return False
        if len(request.words) == length or request.where not in self.alone:
            return True
        return re.fullmatch(self.behind, " ".join(request.words[length:])) is not None


class Request(Said, frozen=True, kw_only=True):
    """A command that somebody gives, with what is found out about them, once.

    If it has to wait for their account, all of that is found out anew.
    """

    command: Command
    croupier: Croupier | None
    """Deals in the channel where they speak or, if the command is for one, in the only one where
    they are; None for all else in private."""
    croupier_meant: Croupier
    """The same or, in private, who deals where they play, have played or are."""
    speaker: Speaker
    """Who they are as a player, or why they are none; and where they may have a seat."""
    seat: tuple[Croupier, SeatHolder] | None
    """Their seat in the channel or, in private, the one that is asked what the words may answer."""
    charge: Charge | None = None
    """What they have paid for the line."""
    trouble: str = ""
    """What is wrong with players.xml, if it has been read again for them; "" for nothing."""

    @property
    def places(self) -> Sequence[Croupier]:
        """Those at whose tables it may change something for which they pay."""
        return self.speaker.croupiers if self.croupier is None else [self.croupier]
