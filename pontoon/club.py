"""One network's club: its croupiers and its front desk, and who is sent to which of them."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from pontoon.croupier import Croupier
from pontoon.desk import Desk
from pontoon.errors import DeedFault, NoSuchDeed
from pontoon.grammar import is_plain, looks_like_move, read_amount, read_command, read_deed
from pontoon.minutes import CoinsInPlay
from pontoon.moves import Deed
from pontoon.people import Person
from pontoon.player import Player
from pontoon.premises import Premises
from pontoon.round import Round
from pontoon.seating import Seating
from pontoon.sitters import Sitter
from pontoon.speech import Say, Urgency
from pontoon.table import Table
from pontoon.text import desk as said_at_desk
from pontoon.text import floor, leaflets
from pontoon.timekeeper import TimeKeeper

Game = type[Round[Any, Any]]

SUBCOMMANDS = frozenset({"stats", "stop", "leave", "help", "rules", "bank", "on", "off"})
"""The words that cannot be the first nick named for a round."""

_AT_TABLE = frozenset({"hand", "leave", "stop"})
"""What is said at a table besides moves."""

_TWO_WORDS = re.compile(r"\s*\S+\s+\S+")


class Club:
    """Hears everything that is said on a network, and has it answered.

    ``games`` has the rules of each game that is dealt; ``tables`` makes the tables of a channel,
    one for each of them, by its command. The ``timekeeper`` is for a game that is played for time.
    """

    def __init__(
        self,
        channels: Iterable[str],
        games: Mapping[Game, Any],
        tables: Callable[[], Mapping[str, Table]],
        premises: Premises,
        timekeeper: TimeKeeper | None = None,
    ) -> None:
        network = premises.network
        store = premises.cashier.store
        seating = Seating(store, lambda: network.fold, network.is_me, self.where_engaged)
        self._premises = premises
        self._timekeeper = timekeeper
        self._prefix = premises.prefix
        self._rules = games
        self._desk = Desk(
            premises.cashier,
            self.why_closed,
            premises.prefix,
            premises.purses,
            network.is_me,
        )
        self._croupiers = [Croupier(channel, tables(), premises, seating) for channel in channels]
        self._games = {game.name: game for game in games}

    def where_engaged(self, player: str, nick: str) -> str | None:
        """Return the channel in which PLAYER, or the person who has NICK, is seated, if any."""
        for croupier in self._croupiers:
            if croupier.sitters.includes(player, nick):
                return croupier.channel
        return None

    def why_closed(self, person: Person, player: Player) -> str | None:
        """Say why PERSON cannot move what PLAYER has, if either plays; None if neither does."""
        for croupier in self._croupiers:
            if croupier.sitters.find(person) or croupier.sitters.find_away(person):
                return said_at_desk.your_bank_is_closed(player.name, croupier.channel)
        where = self.where_engaged(player.nick, person.nick)
        return None if where is None else said_at_desk.bank_is_closed(player.name, where)

    def player_of(self, person: Person) -> str | None:
        """Return the nick in players.xml of the player that PERSON is; None if they are none.

        Who sits somewhere is that player, whatever they are called now, and nobody else is.
        """
        for croupier in self._croupiers:
            sitters = croupier.sitters
            if sitter := sitters.find(person) or sitters.find_away(person):
                return sitter.player
        player = self._premises.cashier.store.find(person.nick)
        if player is None or self.where_engaged(player.nick, person.nick):
            return None
        return player.nick

    def coins_of(self, player: str) -> CoinsInPlay | None:
        """Return what PLAYER has staked in a round for coins; None where they play none."""
        in_play = (croupier.coins_of(player) for croupier in self._croupiers)
        return next(filter(None, in_play), None)

    # Who is logged in

    def needs_account(self, _person: Person, _said: str = "") -> bool:
        """Tell whether it matters which account somebody who has SAID this is logged in to."""
        return False

    def account_changed(self, _person: Person) -> None:
        """Note that somebody has logged in or out."""

    # What is said in a channel

    def is_command(self, said: str) -> bool:
        """Tell whether what is SAID in a channel is meant for the bot."""
        return read_command(said, self._prefix) is not None

    def heard(self, channel: str, person: Person, said: str) -> None:
        """Do what PERSON says in CHANNEL, if it is a command; anything else is ignored."""
        croupier = self.croupier(channel)
        words = read_command(said, self._prefix)
        if croupier is None or words is None or croupier.roster.find(person.nick) is None:
            return
        self._spoke(person)
        command, *rest = words
        match command.lower():
            case "bank":
                self._answer(channel, self._desk.bank(person, rest))
            case word if self._timekeeper is not None and word in TimeKeeper.COMMANDS:
                self._answer(channel, [self._tell_time(self._timekeeper, person, words)])
            case "games":
                self._answer(channel, [leaflets.games(self._prefix)])
            case name if name in self._games:
                self._heard_about(self._games[name], croupier, person, rest)
            case _ if (deed := read_deed(words)) is not None:
                self._do([croupier], person, deed)
            case _ if looks_like_move(words):
                self._move_if_seated(croupier, person, words)

    def _heard_about(
        self, game: Game, croupier: Croupier, person: Person, words: Sequence[str]
    ) -> None:
        if len(words) == 1 and isinstance(read_amount(words[0]), int):
            self._move_if_seated(croupier, person, words)
        elif words and words[0].lower() in SUBCOMMANDS:
            self._subcommand(game, croupier, person, words)
        else:
            # People write lists as the bot does: with commas.
            croupier.start(game.name, person, " ".join(words).replace(",", " ").split())

    def _subcommand(
        self, game: Game, croupier: Croupier, person: Person, words: Sequence[str]
    ) -> None:
        match words[0].lower():
            case "stats":
                self._answer(croupier.channel, self._desk.stats(game.name, words[1:]))
            case "stop":
                croupier.stop(person)
            case "leave":
                croupier.leave(person)
            case "bank":
                self._look_at_bank(game, croupier, person)
            case "rules":
                self._answer(croupier.channel, [leaflets.short_rules(game)])
                self._answer(person.nick, self._long_rules(game))
            case "help":
                self._answer(croupier.channel, [leaflets.short_help(game, self._prefix)])
                self._answer(person.nick, leaflets.long_help(game, self._prefix))
            case _:
                self._answer(croupier.channel, [leaflets.short_help(game, self._prefix)])

    def _look_at_bank(self, game: Game, croupier: Croupier, person: Person) -> None:
        try:
            croupier.look_at_bank(game.name, person)
        except NoSuchDeed as refused:
            if refused.why is DeedFault.NOT_IN_THIS_GAME:
                self._answer(croupier.channel, [leaflets.short_help(game, self._prefix)])
            else:
                self._answer(croupier.channel, [floor.cannot_be_done(refused)])

    def _move_if_seated(self, croupier: Croupier, person: Person, words: Sequence[str]) -> None:
        sitter = croupier.sitters.find(person)
        if sitter is not None:
            croupier.move(person, sitter, words)

    def _do(self, croupiers: Sequence[Croupier], person: Person, deed: Deed) -> None:
        """Do what can be done on turn or not, or tell PERSON why not.

        As with moves, whoever has taken the nick of somebody seated gets nothing of what is theirs.
        """
        away = (each.door for each in croupiers if each.sitters.find_away(person) is not None)
        player = self.player_of(person)
        if door := next(away, None):
            self._answer(person.nick, [door.why_shut()])
        elif player is None:
            self._answer(person.nick, [floor.NO_PART_IN_BANK])
        elif refused := _done_at_one_of(croupiers, person, player, deed):
            self._answer(person.nick, [floor.cannot_be_done(refused)])

    def _spoke(self, person: Person) -> None:
        """Note that PERSON is not away, having said something to the bot."""
        player = self.player_of(person)
        for croupier in self._croupiers:
            croupier.door.spoke(person, player)

    # What is said in private

    def told(self, person: Person, said: str) -> None:
        """Do what PERSON says to the bot in private, and answer them there."""
        self._spoke(person)
        said = self._without_prefix(said)
        words = self._without_game(said.split())
        match [word.lower() for word in words]:
            case ["set", "nickname", *_]:
                nickname = _after_two_words(said)
                self._answer(person.nick, [self._desk.set_nickname(person, nickname)])
            case _ if not is_plain(said):
                self._told_at_table(person, [])
            case _ if (deed := read_deed(words)) is not None:
                self._do(self._croupiers, person, deed)
            case ["bank", *_]:
                self._answer(person.nick, self._desk.bank(person, words[1:]))
            case [word, *_] if self._timekeeper is not None and word in TimeKeeper.COMMANDS:
                self._answer(person.nick, [self._tell_time(self._timekeeper, person, words)])
            case ["stats", *_]:
                self._answer(person.nick, self._stats(person, words[1:]))
            case ["rules", *_]:
                game, _ = self._game_meant(person, words[1:])
                self._answer(person.nick, self._long_rules(game))
            case ["help", *_]:
                game, _ = self._game_meant(person, words[1:])
                self._answer(person.nick, leaflets.long_help(game, self._prefix))
            case ["games"]:
                self._answer(person.nick, [leaflets.games(self._prefix)])
            case _:
                self._told_at_table(person, words)

    def _without_prefix(self, said: str) -> str:
        """Return SAID without the prefix of commands, which is no sign of a number such as +5."""
        command = said.removeprefix(self._prefix).lstrip(" ")
        return command if command[:1].isalpha() else said

    def _without_game(self, words: Sequence[str]) -> Sequence[str]:
        """Return WORDS such as ``pontoon leave`` and ``pontoon stats dave`` as they are said here.

        Here it is ``leave``, and ``stats pontoon dave``.
        """
        match words:
            case [game, what, *rest] if game.lower() in self._games:
                match what.lower():
                    case "leave" | "stop":
                        return [what, *rest]
                    case "stats" | "rules" | "help":
                        return [what, game, *rest]
        return words

    def _told_at_table(self, person: Person, words: Sequence[str]) -> None:
        for croupier in self._croupiers:
            if (sitter := croupier.sitters.find(person)) is not None:
                self._do_at_table(croupier, person, sitter, words)
                return
            if croupier.sitters.find_away(person) is not None:
                self._answer(person.nick, [croupier.door.why_shut()])
                return
        self._answer(person.nick, [self._why_no_table(person, words)])

    def _why_no_table(self, person: Person, words: Sequence[str]) -> str:
        """Say why nothing can be done at a table by PERSON, who sits at none."""
        is_for_table = looks_like_move(words) or " ".join(words).lower() in _AT_TABLE
        player = self.player_of(person) if is_for_table else None
        for croupier in self._croupiers:
            if player is not None and croupier.has_seated(player):
                return floor.round_is_over(self._prefix + croupier.game)
        return leaflets.help_line(self._prefix)

    @staticmethod
    def _do_at_table(
        croupier: Croupier, person: Person, sitter: Sitter, words: Sequence[str]
    ) -> None:
        match [word.lower() for word in words]:
            case ["hand"]:
                croupier.show_hand(person, sitter)
            case ["leave"]:
                croupier.leave(person)
            case ["stop"]:
                croupier.stop(person)
            case _:
                croupier.move(person, sitter, words)

    def _long_rules(self, game: Game) -> list[str]:
        return leaflets.long_rules(game, self._rules[game])

    def _stats(self, person: Person, words: Sequence[str]) -> list[str]:
        """Return the statistics that PERSON asks for, with the game's title if they name none."""
        game, rest = self._game_meant(person, words)
        heading = [game.title] if rest == words else []
        return self._desk.stats(game.name, rest, *heading)

    def _game_meant(self, person: Person, words: Sequence[str]) -> tuple[Game, Sequence[str]]:
        """Return the game that WORDS begin with, and the words behind it.

        Without one it is what is played, or was last, where PERSON plays, has played or just is.
        """
        if words and words[0].lower() in self._games:
            return self._games[words[0].lower()], words[1:]
        player = self.player_of(person)

        def nearness(croupier: Croupier) -> tuple[bool, ...]:
            return (
                croupier.sitters.find(person) is not None,
                player is not None and croupier.has_seated(player),
                croupier.roster.find(person.nick) is not None,
            )

        return self._games[max(self._croupiers, key=nearness).game], words

    def _tell_time(self, timekeeper: TimeKeeper, person: Person, words: Sequence[str]) -> str:
        presence = self._premises.presence
        presence.count([person.nick])
        answer = timekeeper.answer(person, words, self.why_closed, self.coins_of)
        presence.changed()
        return answer

    # Who comes and goes

    def croupier(self, channel: str) -> Croupier | None:
        """Return the croupier of CHANNEL; None where there is none."""
        fold = self._premises.network.fold
        key = fold(channel)
        return next((each for each in self._croupiers if fold(each.channel) == key), None)

    def renamed(self, old: str, person: Person) -> None:
        """Note that whoever was called OLD is PERSON now."""
        presence = self._premises.presence
        presence.renamed(old, person)
        for croupier in self._croupiers:
            croupier.door.renamed(old, person)
        presence.changed()

    def disconnected(self) -> None:
        """Note that the connection is lost: all rounds wait until the bot is in the channel again.

        A bot that is stopped comes here too: its rounds go on from the journal at the next start.
        """
        for croupier in self._croupiers:
            croupier.door.suspend()

    def cannot_reach(self, nick: str, why: str) -> None:
        """Note that what was said to NICK in private did not arrive, the server saying WHY."""
        for croupier in self._croupiers:
            croupier.door.cannot_reach(nick, why)

    def look(self) -> None:
        """See whether what cannot be written down can be now, and play that pauses can go on."""
        self._premises.journal.mend()
        for croupier in self._croupiers:
            croupier.look()

    # Answers

    def _answer(self, target: str, items: Sequence[str]) -> None:
        self._premises.speak(Say(target, tuple(items), Urgency.CHATTER))


def _done_at_one_of(
    croupiers: Sequence[Croupier], person: Person, player: str, deed: Deed
) -> NoSuchDeed | None:
    """Do DEED for PERSON, who is PLAYER, at the first table where it can be; return why not."""
    refusals: list[NoSuchDeed] = []
    for croupier in croupiers:
        try:
            croupier.do(person, player, deed)
        except NoSuchDeed as refused:
            refusals.append(refused)
        else:
            return None
    return min(refusals, key=_how_far_off)


def _how_far_off(refused: NoSuchDeed) -> int:
    """Order reasons: that a game does not know something, or its bank is another's, says less."""
    far = (DeedFault.NO_BANK_YET, DeedFault.NOT_THE_BANKER, DeedFault.NOT_IN_THIS_GAME)
    return far.index(refused.why) + 1 if refused.why in far else 0


def _after_two_words(said: str) -> str:
    """Return what stands behind the first two words, as it was typed."""
    return _TWO_WORDS.sub("", said, count=1)
