"""Answers about players: their chips and bank, statistics, and nicknames."""

import re
from collections.abc import Sequence
from datetime import timedelta
from functools import partial

from msgspec.structs import asdict, replace

from pontoon.engine.errors import SeatFault
from pontoon.engine.moves import Unit
from pontoon.games import Game
from pontoon.irc.people import Person
from pontoon.storage.players.entries import EntryRefused, RefilledAlready, is_account, is_host
from pontoon.storage.players.identity import Unidentified
from pontoon.storage.players.nicknames import NicknameFault, nickname_fault, same_name_key
from pontoon.storage.players.player import SPEECH, Player, Refill, Standing
from pontoon.tables.context import TableContext
from pontoon.tables.floor import Floor
from pontoon.tables.wallets import RefillTerms, Wallet
from pontoon.text import player_commands as said
from pontoon.text.announcements import CANNOT_SAVE_CHIPS
from pontoon.text.names import NAME_IS_OURS, SPEAKS_TO, ReservedNames, nicks_called, why_misread
from pontoon.text.signup import not_they

TOP = 10
"""How many players the statistics list, and the ranking at most."""

ADDED_TO_STAKE = 1000
"""What is added to the chips staked in the ranking, so that a few lucky rounds are not enough."""

_CHANGE = re.compile("[+-][0-9]{1,400}")


class PlayerCommands:
    """Answers people who ask for their chips, statistics or nickname.

    FLOOR knows who plays: chips of seated players cannot be moved. Nobody gets one of the reserved
    NAMES as a nickname. PlayersFileError is raised if players.xml cannot be written.
    """

    def __init__(self, context: TableContext, floor: Floor, names: ReservedNames) -> None:
        self._context = context
        self._settlements = context.settlements
        self._store = context.settlements.store
        self._floor = floor
        self._names = names
        self._name_of = context.name_of

    def bank(self, person: Person, words: Sequence[str]) -> list[str]:
        """Show PERSON's chips and bank, or move as many chips as WORDS say: ``+100``, ``-100``."""
        trouble = self._settlements.look()
        player = self._floor.recognise(person)
        if isinstance(player, str):
            return [player]
        if not words:
            shown = said.BANK.format(
                name=self._name_of(player.nick), in_hand=player.chips, banked=player.bank
            )
            terms = self._refill_terms
            if self._context.can_refill(player):
                shown = f"{shown}. {said.offer_refill(terms.chips, terms.hours)}"
            return [shown]
        change = "".join(words)
        if not _CHANGE.fullmatch(change) or int(change) == 0:
            return [said.banking_help(self._context.settings.prefix)]
        if why := self._floor.why_closed(person, player):
            return [why]
        if trouble:
            return [CANNOT_SAVE_CHIPS]
        return [self._move(player, int(change))]

    def _move(self, player: Player, chips: int) -> str:
        if chips > player.chips - 1:
            return said.deposit_too_great(self._name_of(player.nick), player.chips)
        if -chips > player.bank:
            return said.withdrawal_too_great(self._name_of(player.nick), player.bank)
        now = self._store.move_to_bank(player.nick, chips)
        return said.banked(self._name_of(now.nick), chips, now.chips, now.bank)

    @property
    def _refill_terms(self) -> RefillTerms:
        return self._context.settings.refill

    def refill(self, person: Person) -> str:
        """Raise the chips of PERSON, who is broke (RULES 0, The broke); return the answer."""
        trouble, terms = self._settlements.look(), self._refill_terms
        player = self._floor.recognise(person)
        if isinstance(player, str):
            return player
        if not terms.chips:
            return said.NO_REFILL_HERE
        if self._floor.why_closed(person, player) or self._settlements.is_waiting_for(player.nick):
            return said.REFILL_AFTER_ROUND.format(name=self._name_of(player.nick))
        if not self._context.can_refill(player):
            return said.not_broke(self._name_of(player.nick), player.chips, player.bank)
        account = person.account or ""
        if not (is_account(account) if account else is_host(self._context.host_of(person))):
            return said.REFILLED_TO_NOBODY.format(name=player.name)
        return CANNOT_SAVE_CHIPS if trouble else self._refill(player, person)

    def _refill(self, player: Player, person: Person) -> str:
        terms, network = self._refill_terms, self._context.settings.identities.network
        host = self._context.host_of(person)
        host = host if is_host(host) else ""
        asked = Refill(self._context.now(), host, network, person.account or "")
        wait = timedelta(hours=terms.hours)
        try:
            self._store.refill(player.nick, terms.chips, terms.least, asked, wait)
        except RefilledAlready as refused:
            return said.refilled_already(self._name_of(player.nick), refused.due - asked.at)
        except EntryRefused:
            return said.not_broke(self._name_of(player.nick), player.chips, player.bank)
        self._context.log(f"{player.nick} is broke, and gets a refill: {terms.chips} chips")
        return said.refilled(self._name_of(player.nick), terms.chips, terms.hours)

    def top(self, game: Game) -> str:
        """Return the ranking of GAME: by the result of ranked rounds for each chip staked."""
        self._settlements.look()
        if game.unit is not Unit.CHIPS:
            return said.no_ranking(game.title)
        least = self._context.settings.rank_rounds
        standings = [(each, each.record(game.name).standing) for each in self._store.players()]
        ranked = [(each, _value(it)) for each, it in standings if it.ranked_rounds >= least]
        best = sorted(ranked, key=lambda each: (-each[1], each[0].nick))[:TOP]
        if not best:
            return said.nobody_ranked(game.title, least)
        return said.ranking(game.title, [(self._name_of(each.nick), value) for each, value in best])

    def stats(self, person: Person, game: str, words: Sequence[str], *heading: str) -> list[str]:
        """List the best players of GAME, or show the one named by WORDS, by nick or nickname.

        HEADING precedes what is found, if anything is. PERSON is told how to become a player if
        they look for themselves and are none.
        """
        self._settlements.look()
        wallet = self._context.settings.wallets[game]
        if not words:
            # Coins that people can stake change with the time.
            order = partial(_order, game=game, wallet=wallet)
            players = sorted(self._store.best(game, TOP), key=order)
            listed = [
                said.stats(place, each, game, wallet.holdings(each))
                for place, each in enumerate(players[:TOP], 1)
            ]
            return [*heading, *(listed or [said.NOBODY_HAS_PLAYED])]
        name = " ".join(words)
        player = self._player_called(name)
        if player is None:
            fold = self._context.network.fold
            if fold(name) == fold(person.nick):
                stranger = Unidentified(person.nick, SeatFault.NO_ENTRY)
                return [not_they(stranger, self._floor.how_to_join(person))]
            return [said.nobody_called(name)]
        shown = said.player_stats(player, game, wallet.holdings(player))
        return [*heading, shown + said.achievements(player.record(game).standing, game)]

    def _player_called(self, name: str) -> Player | None:
        if (player := self._store.find(name)) is not None:
            return player
        wanted = same_name_key(name)
        named = (each for each in self._names.called(name) if same_name_key(each.name) == wanted)
        return next(named, None)

    def set_nickname(self, person: Person, nickname: str) -> str:
        """Give PERSON a nickname, or remove theirs if NICKNAME is empty."""
        trouble = self._settlements.look()
        player = self._floor.recognise(person)
        if isinstance(player, str):
            return player
        nickname = re.sub(" +", " ", nickname).strip(" ")
        if nickname and (why := self._why_not_called(nickname, player)):
            return why
        if trouble:
            return CANNOT_SAVE_CHIPS
        self._store.set_nickname(player.nick, nickname)
        return said.nickname_set(player.nick, nickname)

    def set_speech(self, person: Person, words: Sequence[str]) -> str:
        """Set how the bot speaks to PERSON in private, as in ``cards ascii``; return the answer."""
        trouble = self._settlements.look()
        player = self._floor.recognise(person)
        if isinstance(player, str):
            return player
        if words:
            name, *value = map(str.lower, words)
            if len(value) != 1 or value[0] not in SPEECH.get(name, ()):
                return said.how_to_set(SPEECH)
            if trouble:
                return CANNOT_SAVE_CHIPS
            speech = replace(player.speech, **{name: value[0]})
            player = self._store.set_speech(player.nick, speech)
        usual, own = asdict(self._context.settings.speech), asdict(player.speech)
        return said.how_i_speak({name: own[name] or usual[name] for name in own}, SPEECH)

    def _why_not_called(self, nickname: str, player: Player) -> str | None:
        """Say why PLAYER cannot have NICKNAME; None if they can."""
        fault = nickname_fault(nickname)
        if fault in (NicknameFault.BLANK, NicknameFault.TOO_LONG):
            return said.NICKNAME_FAULTS[fault]
        if self._names.are_ours(nickname):
            return NAME_IS_OURS
        if owner := self._names.owner_of(nickname, player.nick):
            return said.NICKNAME_TAKEN.format(nick=owner.nick)
        if fault is not NicknameFault.BAD_CHARACTERS and (why := why_misread(nickname)):
            return why
        if fault:
            return said.NICKNAME_FAULTS[fault]
        other = self._floor.other_called(nicks_called(nickname), player.nick)
        return None if other is None else SPEAKS_TO.format(nick=other)


def _value(standing: Standing) -> float:
    """Return the value by which the ranking orders players; 0.01 is 1 % of what was staked."""
    result = standing.ranked_won - standing.ranked_lost
    return result / (standing.ranked_staked + ADDED_TO_STAKE)


def _order(player: Player, game: str, wallet: Wallet) -> tuple[float, int, int, str]:
    """Order players by win ratio, then by rounds won, then by what they can stake."""
    record = player.record(game)
    return -record.won / record.played, -record.won, -wallet.stakes(player), player.nick
