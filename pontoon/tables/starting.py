"""The start of a round: who asks for it, who is dealt to, and why there is none (RULES 0)."""

from collections.abc import Iterable, Iterator, Sequence
from math import ceil, inf

from msgspec.structs import replace

from pontoon.engine.computers import is_computer
from pontoon.engine.errors import CannotDeal, CannotSeat, NotRecorded, SeatFault
from pontoon.engine.events import Event, NewPlayers
from pontoon.engine.moves import NOTHING_ASKED, Unit
from pontoon.engine.sealed_deck import Cut
from pontoon.engine.table import Table
from pontoon.irc.outgoing import Message, Priority
from pontoon.irc.people import Person
from pontoon.storage.players.player import PlayersFileError
from pontoon.tables.action_clock import HEARD_SECONDS
from pontoon.tables.channel_tables import ChannelTables
from pontoon.tables.kitties import lay_kitty
from pontoon.tables.lineup import Lineup, RoundRequest, Whom
from pontoon.tables.presence import Presence
from pontoon.tables.recorder import RoundRecorder
from pontoon.tables.round_flow import RoundFlow
from pontoon.tables.sealed_decks import SealedDecks
from pontoon.tables.seating import Candidate, Chosen, Invited, Seating
from pontoon.tables.sitting_out import SitsOutFor
from pontoon.text import announcements
from pontoon.text.announcements import who_waits
from pontoon.text.formatting import amount_of, count, in_minutes
from pontoon.text.player_commands import refill_first

LEFT_OUT_IF_NAMED = (
    *(SeatFault.NO_CHIPS, SeatFault.TOO_FEW_CHIPS, SeatFault.NO_TURN_LEFT),
    *(SeatFault.CHIPS_IN_KITTY, SeatFault.UNANSWERED, SeatFault.OPTED_OUT, SeatFault.SITS_OUT),
)
"""With these faults players whose nicks were typed are left out, while the others play."""

LEFT_OUT_OF_LIST = frozenset(SeatFault) - {SeatFault.SEATED_TWICE, SeatFault.ALONE}
"""The same for players who would be dealt in because they have joined, or were dealt to last."""

NOT_KNOWN_OR_HERE = frozenset(
    (SeatFault.NO_ENTRY, SeatFault.NOT_PRESENT, SeatFault.IS_THE_BOT, SeatFault.OTHER_NETWORK)
) | {SeatFault.LOGGED_OUT, SeatFault.NO_ACCOUNT, SeatFault.OTHER_ADDRESS, SeatFault.NOT_LOOKED_UP}
"""What is looked at as soon as a round is asked for; the rest when its turn comes."""


def _are_known(found: Iterable[Candidate | CannotSeat]) -> bool:
    """Tell whether all who were FOUND are known and here: what else is wrong matters more."""
    return all(isinstance(each, Candidate) for each in found)


class Starting:
    """Deals the rounds that people ask for in a channel, or says why there is none."""

    def __init__(
        self,
        tables: ChannelTables,
        presence: Presence,
        recorder: RoundRecorder,
        seating: Seating,
        lineup: Lineup,
        decks: SealedDecks,
        flow: RoundFlow,
    ) -> None:
        self._tables = tables
        self._context = tables.context
        self._presence = presence
        self._recorder = recorder
        self._seating = seating
        self._lineup = lineup
        self._decks = decks
        self._flow = flow
        self._action_clock = flow.action_clock
        self._is_told = False
        """Whether the channel knows that a round waits because of trouble with the disk."""
        self._refused_since: dict[str, float] = {}
        """When a round of a game was first refused without its banker, since the last deal."""

    # Asking

    def ask(
        self,
        game: str,
        asker: Person,
        player: str,
        nicks: Sequence[str] = (),
        last_cut: Cut | None = None,
    ) -> None:
        """Have a round of GAME dealt to NICKS, when those before it are over (RULES 0).

        Without any, it is for those who have joined if ASKER, who plays as PLAYER or "", has; else
        for the last list.
        """
        tables = self._tables
        if tables.table.turn is None:
            self.deal_next()  # what waits goes first
        self._context.settlements.look()  # who is a player may have changed
        address = self._context.flood_guard.key(asker)
        asked = RoundRequest(game, Whom.JOINED, (), asker.nick, player, address, last_cut)
        request = self._request(asked, asker, nicks)
        if request is None:
            return
        if tables.by_game[game].game.unit is Unit.CHIPS:
            self._offer_refill(asker, request)
        if not self._lineup.put(request):
            tables.answer(announcements.TOO_MANY_WAIT)
            return
        self.deal_next()
        self._say_it_waits(request)
        if request.whom is Whom.NAMED and self._lineup.before(request) is not None:
            for player in request.players:
                if (nick := self._presence.reach(player)) is not None:
                    self._decks.tell_seal(nick, game)

    def _request(
        self, asked: RoundRequest, asker: Person, nicks: Sequence[str]
    ) -> RoundRequest | None:
        """Return what ASKER has ASKED for, by NICKS; None, and say why, if that cannot be."""
        tables, lineup, game = self._tables, self._lineup, asked.game
        prefix = self._context.settings.prefix
        if not tables.next_settings.allow(game):
            tables.answer(self._not_played(game))
        elif not nicks and lineup.game == game and lineup.has_joined(asker):
            if lineup.people:
                return asked
            tables.answer(lineup.all_are_out(prefix + game))
        elif nicks:
            if (named := self._named(asked, nicks)) is not None:
                return replace(asked, whom=Whom.NAMED, players=named, nicks=tuple(nicks))
        elif listed := self._listed(game):
            if not self._refuses_one_other(asked, listed, listed):
                return replace(asked, whom=Whom.LISTED, players=listed)
        else:
            tables.answer(announcements.NOBODY_NAMED.format(command=prefix + game))
        return None

    def _named(self, asked: RoundRequest, nicks: Sequence[str]) -> tuple[str, ...] | None:
        """Return the players that NICKS mean; None, and say why, if somebody deals to one other.

        If another round comes first, say who is not known or here. Else all that is wrong is told
        together, as the round is dealt.
        """
        found, tables = self._seating.named(nicks), self._tables
        players = [each.player for each in found]
        if _are_known(found) and self._refuses_one_other(asked, players, nicks):
            return None
        wrong = [e for e in found if isinstance(e, CannotSeat) and e.fault in NOT_KNOWN_OR_HERE]
        if wrong and (tables.table.turn is not None or self._lineup.is_pausing):
            self._refuse(asked.game, CannotDeal(tuple(wrong)))
            return None
        return tuple(each.player for each in found)

    def _refuses_one_other(
        self, asked: RoundRequest, players: Sequence[str], nicks: Sequence[str]
    ) -> bool:
        """Say why nobody deals to PLAYERS, who have NICKS, if the only person is not the asker."""
        people = {each for each in players if not is_computer(each)}
        if len(people) != 1 or asked.player in people:
            return False
        command, texts = self._context.settings.prefix + asked.game, self._context.settings.texts
        named = [asked.nick, *nicks]
        told = announcements.to_one_other(texts.names(*people), command, named)
        self._tables.answer(told)
        return True

    def _listed(self, game: str) -> tuple[str, ...]:
        last = self._tables.by_game[game].rotated_players()
        order = tuple(player for player in last if player not in self._lineup.left)
        return () if all(map(is_computer, order)) else order

    def _say_it_waits(self, request: RoundRequest) -> None:
        """Tell the channel what comes before REQUEST, if a round is played."""
        tables, before = self._tables, self._lineup.before(request)
        if before is None or tables.table.turn is None:
            return
        waiting, texts = tables.table.waiting, self._context.settings.texts
        nick, rounds = request.nick, count(before, "other")
        names = ", ".join(map(texts.names, request.players))
        of = announcements.OF_PLAYERS.format(names=names) if request.whom is Whom.LISTED else ""
        comes = announcements.COMES_LATER if before else announcements.COMES_NEXT
        tables.answer(
            announcements.ROUND_IS_RUNNING.format(title=tables.table.game.title),
            texts.waited_for(waiting, self._presence.reach),
            comes.format(nick=nick, of=of, rounds=rounds),
        )

    # Dealing

    def deal_next(self) -> None:
        """Deal the first round that waits, if none is played; what cannot be dealt falls away.

        One stays first until the seal of its deck is heard, and what must be kept can be written.
        """
        while (request := self._lineup.first) and not self._must_wait():
            invited, chosen = self._choose(request)
            if invited is None or chosen is None:
                self._lineup.drop(request)
                continue
            if self._kitty_goes_first(request):
                return
            is_ready = self._decks.is_ready(request.game)
            # What was said again for that may have had the round dealt.
            if is_ready and not self._must_wait() and self._deal(request, invited, chosen):
                self._lineup.drop(request)
            return

    def _kitty_goes_first(self, request: RoundRequest) -> bool:
        """Tell whether a kitty goes back to its banker: REQUEST is dealt when they have it."""
        change = self._context.settlements.returning(self._tables.key_of(request.game))
        if change is not None:
            change.then(lambda _: self.deal_next(), lambda _: self._kitty_stays(request))
        return change is not None

    def _kitty_stays(self, request: RoundRequest) -> None:
        """Say that REQUEST is not dealt: a kitty of somebody else would be in it."""
        if self._lineup.first is request:
            self._lineup.drop(request)
            self._tables.answer(announcements.CANNOT_SAVE_CHIPS)

    def _must_wait(self) -> bool:
        tables = self._tables
        is_played = tables.table.turn is not None
        return is_played or self._presence.is_out or tables.kept.is_closed

    def halt(self, why: NotRecorded) -> None:
        """Tell the channel, once, WHY a round that waits for its deck cannot begin."""
        if self._lineup.first is None or self._tables.table.turn is not None:
            self._is_told = False
        elif not self._is_told:
            self._is_told = True
            items = (announcements.begins_later(why),)
            self._tables.send_now(Message(self._tables.channel, items, Priority.GAME))

    # A place at the table

    def join(self, player: str, person: Person, game: str) -> str:
        """Have PERSON, who is PLAYER, join at the table of GAME; return why not, "" if they have.

        They give up a seat elsewhere on which they have not bet.
        """
        if not self._tables.next_settings.allow(game):
            return self._not_played(game)
        if self._context.settlements.store.find(player) is None:
            return announcements.NOT_SEATED
        if broke := self._why_broke(game, player):
            return self._why_not_join(game, broke)
        if why := self._lineup.join(player, person, game):
            return why
        self._context.seat_registry.plays(player, self._presence)
        self._decks.want(game)  # so that there is time to cut it
        return ""

    def _why_broke(self, game: str, player: str) -> CannotSeat | None:
        """Say what PLAYER lacks for GAME; None if it is nothing."""
        entry = self._seating.entry(game, player)
        stakes = self._context.settings.wallets[game].stakes(entry)
        return self._seating.why_broke(game, entry, stakes)

    def _why_not_join(self, game: str, why: CannotSeat) -> str:
        names = self._context.settings.texts.names
        (told,) = announcements.why_not_seated([why], self._invitation(game, ()), names)
        return told

    def join_computer(self, character: str, game: str) -> str:
        """Have the computer of CHARACTER join at the table of GAME; return why not, as ``join``.

        PlayersFileError if it is used for the first time, and cannot be.
        """
        computer, lineup = self._seating.computer(character), self._lineup
        player, is_in = computer.player, computer.player in lineup.seat_map.players
        most = self._context.settings.table.computer_players
        if not is_in and len(lineup.computers) >= most:
            where = announcements.most_computers(most)
            too_many = CannotSeat(player, SeatFault.TOO_MANY_COMPUTERS, where)
            return self._why_not_join(game, too_many)
        if broke := self._why_broke(game, player):
            return self._why_not_join(game, broke)
        return lineup.join(player, computer.person, game)

    def dismiss_computer(self, character: str) -> str:
        """Have the computer of CHARACTER give up its place; return what came of it."""
        player = self._seating.computer(character).player
        is_done = self._lineup.dismiss(player)
        told = announcements.COMPUTER_NO_LONGER_IN if is_done else announcements.COMPUTER_IS_NOT_IN
        return told.format(name=self._context.name_of(player))

    # Who is dealt to

    def _choose(self, request: RoundRequest) -> tuple[Invited | None, Chosen | None]:
        """Return whom REQUEST is for, and who of them can be seated; None, and say why, if none."""
        if self._context.settlements.look():
            self._tables.answer(announcements.CANNOT_SAVE_CHIPS)
            return None, None
        invited = self._invited(request, ())
        self._context.voice_meter.count(each.player for each in invited.people)
        try:
            lay_kitty(self._tables, request.game)
            invited, chosen = self._seated_but_for_who_sits_out(request)
            if isinstance(chosen, Chosen):
                return invited, chosen
            self._refuse(request.game, chosen)
        except PlayersFileError as error:
            self._context.settlements.report(error.faults)
            self._tables.answer(announcements.CANNOT_SAVE_CHIPS)
        return None, None

    def _seated_but_for_who_sits_out(
        self, request: RoundRequest
    ) -> tuple[Invited, Chosen | CannotDeal]:
        """Return whom REQUEST is for, without those who sit out, and who of them can be seated.

        Where too few would be left, nobody sits out for silence. A round alone is nobody's next
        one, since two people bet in that: nobody sits out from it.
        """
        sit_out = self._flow.sitting_out.players(request.game)
        leavers = [each for each, why in sit_out.items() if why is SitsOutFor.LEAVING]
        invited = self._invited(request, sit_out)
        chosen = self._seated(request, invited)
        if isinstance(chosen, Chosen):
            return invited, chosen
        alone = self._invited(request, ())
        chosen = self._seated(request, alone)
        if isinstance(chosen, Chosen) and chosen.people == 1:
            return alone, chosen
        invited = self._invited(request, leavers)
        return invited, self._seated(request, invited)

    def _seated(self, request: RoundRequest, invited: Invited) -> Chosen | CannotDeal:
        """Return who of the INVITED can be seated, or why there can be no round."""
        chosen = self._seating.choose(request.game, invited)
        if isinstance(chosen, CannotDeal):
            return chosen
        return self._passed_over_banker(request.game, invited, chosen.candidates) or chosen

    def _invited(self, request: RoundRequest, sit_out: Iterable[str]) -> Invited:
        """Return whom REQUEST is for; the table does not want those who SIT_OUT."""
        refused = {player: self._sits_out(request.game, player) for player in sit_out}
        if request.whom is Whom.JOINED:
            # They may have left, and others have joined for another game, since it was asked for.
            is_theirs = request.game == self._lineup.game
            people = self._seating.joined(self._lineup.seat_map) if is_theirs else []
            return Invited(people, LEFT_OUT_OF_LIST, refused, request.player, have_joined=True)
        unanswered = self._action_clock.unanswered
        refused |= {player: CannotSeat(player, SeatFault.UNANSWERED) for player in unanswered}
        people = self._seating.again(request.players, request.nicks)
        is_named = request.whom is Whom.NAMED
        tolerated = LEFT_OUT_IF_NAMED if is_named else LEFT_OUT_OF_LIST
        return Invited(people, tolerated, refused, request.player)

    def _sits_out(self, game: str, player: str) -> CannotSeat:
        left = in_minutes(self._flow.sitting_out.seconds_left(game, player))
        return CannotSeat(player, SeatFault.SITS_OUT, left)

    def _refuse(self, game: str, wrong: CannotDeal) -> None:
        texts, invitation = self._context.settings.texts, self._invitation(game, wrong.seats)
        self._tables.answer(*announcements.no_round(wrong, invitation, texts.names))

    def _offer_refill(self, asker: Person, request: RoundRequest) -> None:
        """Tell ASKER, if they are broke and want to play, how they get chips (RULES 0)."""
        context, terms = self._context, self._context.settings.players
        player = context.settlements.store.find(request.player)
        is_meant = request.whom is Whom.JOINED or request.player in request.players
        if player is not None and is_meant and context.can_refill(player):
            self._tables.tell(asker, refill_first(terms.refill, terms.refill_hours))

    def _not_played(self, game: str) -> str:
        by_game, prefix = self._tables.by_game, self._context.settings.prefix
        played = [prefix + each for each in by_game if self._tables.next_settings.allow(each)]
        return announcements.not_played_here(by_game[game].game.title, played)

    def _passed_over_banker(
        self, game: str, invited: Invited, candidates: Sequence[Candidate]
    ) -> CannotDeal | None:
        """Return what is wrong if the banker could keep the bank, but is not to be dealt in.

        Otherwise others could take the bank by not naming the banker (RULES 2, Moving the bank).
        That lasts for ``join_wait``, in which the banker can speak up; then the bank passes on.
        Those who have joined pass over a banker who leaves, and everybody passes over a computer.
        """
        banker = self._tables.by_game[game].banker
        if banker is None or banker in [each.player for each in candidates] or is_computer(banker):
            return None
        if invited.have_joined and banker in self._lineup.left:
            return None
        if banker in invited.refused:  # they sit out, say: nobody could name them
            return None
        if self._could_keep_bank(game, banker) and (wait := self._seconds_for_banker(game)):
            fault = SeatFault.HAS_THE_BANK
            if invited.have_joined:
                fault = SeatFault.BANKER_HAS_NOT_JOINED
            return CannotDeal((CannotSeat(banker, fault, f"{wait} s"),))
        return None

    def _could_keep_bank(self, game: str, banker: str) -> bool:
        """Tell whether BANKER is there, was heard of lately, and could be dealt GAME as banker."""
        clock = self._action_clock
        alone = Invited(self._seating.again([banker]), ())
        seat = self._seating.seat(game, alone.people[0], alone)
        if isinstance(seat, CannotSeat) or clock.seems_away(banker):
            return False
        is_rich = self._tables.by_game[game].can_keep_bank(seat.chips)
        return is_rich and clock.is_heard_of_lately(banker)

    def _seconds_for_banker(self, game: str) -> int:
        """Return how many more seconds a round of GAME without its banker is refused.

        They begin with the first refusal, whoever had the bank then: to sell it to and fro gives no
        time. One of long ago has warned nobody of this round.
        """
        now, wait = self._context.clock.seconds(), self._context.settings.table.join_wait
        since = self._refused_since.get(game, -inf)
        if now - since >= wait + HEARD_SECONDS:
            since = self._refused_since[game] = now
        return max(ceil(since + wait - now), 0)

    def _invitation(self, game: str, refused: Sequence[CannotSeat]) -> announcements.Invitation:
        """Return how to start GAME, with how to become a player if one of REFUSED is none."""
        table, context = self._tables.by_game[game], self._context
        are_strangers = any(each.fault is SeatFault.NO_ENTRY for each in refused)
        how_to_join = context.how_to_join(self._tables.roster) if are_strangers else ""
        least = amount_of(table.game.least_stake(table.rules), table.game.unit)
        command = context.settings.prefix + game
        return announcements.Invitation(table.game.title, command, least, how_to_join)

    # The deal

    def _deal(self, request: RoundRequest, invited: Invited, chosen: Chosen) -> bool:
        """Deal the round of REQUEST to those CHOSEN, if it can be written; return whether it is."""
        tables, context, game = self._tables, self._context, request.game
        registry, table = context.seat_registry, tables.by_game[game]
        remarks, settings = self._remarks(request, chosen), tables.next_settings
        players = [each.player for each in chosen.candidates]
        registry.note_second_seats(filter(registry.is_seated, players))
        self._presence.sit_down(table, ((each.player, each.person) for each in chosen.candidates))
        # Unless they have joined, others than the one who asks are named by somebody else.
        others = [] if invited.have_joined else [e for e in players if e != request.player]
        self._flow.begin(others)
        try:
            place = self._decks.put_in(game, request.last_cut)
            self._recorder.deals_from(place, request.last_cut)
            events = self._dealt(table, chosen, others)
        except NotRecorded:
            self._flow.clear()
            return False
        self._is_told = False
        self._refused_since.pop(game, None)
        tables.play(game, settings)
        self._presence.dealt(table.seats)
        self._lineup.round_began(request)
        willing = players if invited.have_joined else filter(request.player.__eq__, players)
        for player in willing:  # by their own doing they play here
            registry.plays(player, self._presence)
        tables.announce(*remarks)
        context.log(f"{tables.channel}: {game} is dealt to {', '.join(players)}")
        news: list[Event] = [self._decks.named(place)]
        if table.turn is not None:
            news += self._news(request, players)
        self._flow.advance([*events[:1], *news, *events[1:]], NOTHING_ASKED)
        return True

    def _dealt(self, table: Table, chosen: Chosen, others: Sequence[str]) -> list[Event]:
        """Deal at TABLE to those CHOSEN, of whom somebody has named OTHERS; NotRecorded."""
        people = [each for each in chosen.candidates if not is_computer(each.player)]
        order = table.order if len(people) == 1 else ()  # alone one leaves the list as it was
        banker = table.banker or ""
        is_there = is_computer(banker) or self._action_clock.is_heard_of_lately(banker)
        return table.deal(
            [(each.player, each.chips) for each in chosen.candidates],
            order,
            bank_passes_on=banker in others and not is_there,
        )

    def _remarks(self, request: RoundRequest, chosen: Chosen) -> list[str]:
        """Return what the channel is told of those who are not dealt to, and of bad form."""
        tables, texts = self._tables, self._context.settings.texts
        invitation = self._invitation(request.game, chosen.left_out)
        remarks = announcements.left_out(chosen.left_out, invitation, texts.names)
        remarks += who_waits([texts.names(player) for player in chosen.waiting])
        dealer = tables.table.about_to_deal
        others = {*tables.table.players} - {dealer}
        has_company = not all(map(is_computer, others))
        if dealer == request.player and request.game != tables.game and has_company:
            name, title = texts.names(dealer), tables.table.game.title
            remarks.insert(0, announcements.BAD_FORM.format(name=name, title=title))
        return remarks

    def _news(self, request: RoundRequest, players: Sequence[str]) -> Iterator[Event]:
        """Yield what else the channel is told when the round of REQUEST, of PLAYERS, begins."""
        feat = self._flow.banter.take(self._tables.game, self._context.now())
        here = self._tables.settings.banter
        if feat is not None and (self._context.settings.table.banter if here is None else here):
            yield feat
        store = self._context.settlements.store
        # Those who have joined and are not dealt to are next in line, or know why not.
        starters = () if request.whom is Whom.JOINED else (request.player,)
        found = map(store.find, dict.fromkeys((*players, *starters)))
        people = [each for each in found if each is not None and not is_computer(each.nick)]
        new = [each.nick for each in people if not each.has_played]
        if new:
            seated = tuple(nick for nick in new if nick in players)
            yield NewPlayers(seated, tuple(nick for nick in new if nick not in players))
