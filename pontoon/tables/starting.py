"""The start of a round: players dealt in, players left out, and reasons not to start."""

from collections.abc import Iterator, Sequence
from functools import partial
from math import ceil, inf

from msgspec.structs import replace

from pontoon.engine.computers import is_computer
from pontoon.engine.errors import CannotDeal, CannotSeat, NotRecorded, SeatFault
from pontoon.engine.events import ComputersPlay, Event, NewPlayers
from pontoon.engine.moves import NOTHING_ASKED, Unit
from pontoon.irc.outgoing import Message, Priority
from pontoon.irc.people import Person
from pontoon.storage.players.player import PlayersFileError
from pontoon.tables.absence import AbsenceTracker
from pontoon.tables.joining import NamedRound
from pontoon.tables.round_flow import RoundFlow
from pontoon.tables.seating import Candidate, Chosen, Invited, Seating
from pontoon.tables.settlement import lay_kitty
from pontoon.tables.state import TableState
from pontoon.text import announcements
from pontoon.text.announcements import who_waits
from pontoon.text.formatting import amount_of
from pontoon.text.player_commands import refill_first

LEFT_OUT_AT_MOST = 3
"""A player leaves the list for the next round after so many rounds in a row without them."""

LEFT_OUT_IF_NAMED = (
    *(SeatFault.NO_CHIPS, SeatFault.TOO_FEW_CHIPS, SeatFault.NO_TURN_LEFT),
    *(SeatFault.CHIPS_IN_KITTY, SeatFault.CHIPS_IN_OLD_KITTY),
    *(SeatFault.UNANSWERED, SeatFault.OPTED_OUT, SeatFault.BARRED),
)
"""With these faults players whose nicks were typed are left out, while the others play."""

LEFT_OUT_OF_LIST = frozenset(SeatFault) - {SeatFault.SEATED_TWICE}
"""The same for players who would be dealt in because they were in the last round."""

HELD_SECONDS = 10 * 60
"""A round that has waited for its deck for so long never begins."""


class Starting:
    """Starts rounds in a channel, or says why there can be none."""

    def __init__(
        self, state: TableState, seating: Seating, absence: AbsenceTracker, flow: RoundFlow
    ) -> None:
        self._state = state
        self._context = state.context
        self._seating = seating
        self._absence = absence
        self._flow = flow
        self._action_clock = flow.action_clock
        self._joining = flow.joining
        self._decks = flow.decks
        self._held: tuple[str, Person | None, Sequence[str]] | None = None
        """The game, the starter and the nicks of a round that is dealt when its deck is ready."""
        self._held_since = 0.0
        self._is_told = False
        """Whether the channel knows that it is held for trouble with the disk."""
        self._asked_to_speak: dict[str, tuple[str, float]] = {}
        """For each game a silent banker who was asked to say something, and when."""

    def start(
        self, game: str, starter: Person | None, nicks: Sequence[str] = (), last_cut: str = ""
    ) -> None:
        """Deal a round of GAME to NICKS or, without any, to those who have joined.

        If nobody has, deal to the previous players, rotated. STARTER is None if nobody asks for it.

        If that is impossible, say all that is wrong. Nothing has changed then, except that a
        left-over kitty has gone back to its banker.
        """
        state, wanted = self._state, NamedRound(game, starter, nicks) if starter and nicks else None
        if state.table.turn is None:
            self._absence.resume()  # the end of the last round may not have been told
            self._flow.payments.shut_games()
            waited = self.deal_named()  # what has waited for its turn goes first
            if waited is not None and waited == wanted:
                return
        if state.table.turn is not None:
            next_one = self._joining.ask_for_next(wanted) if wanted else ""
            waiting, texts = state.table.waiting, self._context.settings.texts
            state.answer(
                announcements.ROUND_IS_RUNNING.format(title=state.table.game.title),
                texts.waited_for(waiting, state.reach),
                *filter(None, [next_one]),
            )
            return
        self._absence.look()
        self._held = None
        invited = self._prepare(game, starter, nicks)
        chosen = None if invited is None else self._choose(game, invited)
        if invited is None or chosen is None:
            return
        is_ready = self._decks.is_ready(game)
        if not (is_ready and self._deal(game, starter, invited, chosen, last_cut)):
            # Until the seal of its deck is heard, and what must be kept can be written.
            self._held, self._is_told = (game, starter, nicks), False
            self._held_since = self._context.clock.seconds()

    def start_held(self) -> None:
        """Deal the round that waits for its deck, if the deck is ready now."""
        held, seconds = self._held, self._context.clock.seconds() - self._held_since
        if held is None or seconds > HELD_SECONDS:
            self._held = None
        elif not self._state.kept.is_closed and self._decks.is_ready(held[0]):
            self.start(*held)

    def deal_named(self) -> NamedRound | None:
        """Deal a named round that has waited for its turn, if its starter is still here.

        Return the round, None if there is none.
        """
        asked = self._joining.take_asked()
        if asked is None or self._state.kept.is_closed:
            return None
        if self._state.roster.find(asked.starter.nick) != asked.starter:
            return None
        self.start(asked.game, asked.starter, asked.nicks)
        return asked

    def halt(self, why: NotRecorded) -> None:
        """Tell the channel, once, WHY a round that waits for its deck cannot begin."""
        if self._held is not None and not self._is_told:
            self._is_told = True
            items = (announcements.BEGINS_LATER.format(why=why),)
            self._state.send_now(Message(self._state.channel, items, Priority.GAME))

    def _prepare(self, game: str, starter: Person | None, nicks: Sequence[str]) -> Invited | None:
        """Return whom GAME is for; None if there can be no round, and say why."""
        state, joining = self._state, self._joining
        last = self._state.tables[game].rotated_players()
        order = [player for player in last if player not in joining.left]
        if all(map(is_computer, order)):
            order = []
        is_theirs = joining.is_open and joining.game == game and not nicks
        if not self._state.next_settings.allow(game):
            state.answer(self._not_played(game))
        elif not (nicks or order or is_theirs):
            state.answer(
                announcements.NOBODY_NAMED.format(command=self._context.settings.prefix + game)
            )
        elif starter is not None and not is_theirs and joining.goes_first(starter):
            state.answer(joining.ask(NamedRound(game, starter, nicks)))
        elif is_theirs and not joining.people:
            state.answer(joining.all_are_out(self._context.settings.prefix + game))
        elif self._context.settlements.look():
            state.answer(announcements.CANNOT_SAVE_CHIPS)
        else:
            invited = self._joined(game) if is_theirs else self._invited(game, nicks, order)
            self._context.presence.count(each.player for each in invited.people)
            if starter and self._state.tables[game].game.unit is Unit.CHIPS:
                self._offer_refill(starter, invited.people)
            return invited
        return None

    def join(self, player: str, person: Person, game: str) -> str:
        """Have PERSON, who is PLAYER, join at the table of GAME; return why not, "" if they have.

        They give up a place elsewhere for which others have named them.
        """
        if not self._state.next_settings.allow(game):
            return self._not_played(game)
        if self._context.settlements.store.find(player) is None:
            return announcements.NOT_SEATED
        if broke := self._why_broke(game, player):
            return self._why_not_join(game, broke)
        if why := self._joining.join(player, person, game):
            return why
        self._context.seat_registry.give_up_unused(player, self._state.seat_map)
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
        computer, joining = self._seating.computer(character), self._joining
        player, is_in = computer.player, computer.player in joining.seat_map.players
        most = self._context.settings.table.computer_players
        if not is_in and len(joining.computers) >= most:
            where = announcements.most_computers(most)
            too_many = CannotSeat(player, SeatFault.TOO_MANY_COMPUTERS, where)
            return self._why_not_join(game, too_many)
        if broke := self._why_broke(game, player):
            return self._why_not_join(game, broke)
        return joining.join(player, computer.person, game)

    def dismiss_computer(self, character: str) -> str:
        """Have the computer of CHARACTER give up its place; return what came of it."""
        player = self._seating.computer(character).player
        is_done = self._joining.dismiss(player)
        told = announcements.COMPUTER_NO_LONGER_IN if is_done else announcements.COMPUTER_IS_NOT_IN
        return told.format(name=self._context.name_of(player))

    def _joined(self, game: str) -> Invited:
        """Return the people who have joined at the table of GAME.

        They give up the places that others named them for elsewhere, if those are not used.
        """
        state, places = self._state, self._joining.seat_map
        people = self._seating.joined(places)
        for each in people:
            if isinstance(each, Candidate):
                self._context.seat_registry.give_up_unused(each.player, state.seat_map)
        silent, barred = state.left_out.silent(game, places.players), self._barred(people)
        return Invited(people, LEFT_OUT_OF_LIST, barred, silent, have_joined=True)

    def _invited(self, game: str, nicks: Sequence[str], order: Sequence[str]) -> Invited:
        """Return whom GAME is for without those who have joined: those with NICKS, or of ORDER."""
        people = self._seating.named(nicks) if nicks else self._seating.again(order)
        unanswered = self._action_clock.unanswered
        refused = {player: CannotSeat(player, SeatFault.UNANSWERED) for player in unanswered}
        refused |= self._barred(people)
        if nicks:
            return Invited(people, LEFT_OUT_IF_NAMED, refused)
        silent = self._state.left_out.silent(game, order)
        return Invited(people, LEFT_OUT_OF_LIST, refused, silent)

    def _barred(self, people: Sequence[Candidate | CannotSeat]) -> dict[str, CannotSeat]:
        """Return those of PEOPLE to whom none is dealt here yet (RULES 0, Stopping)."""
        stopping = self._state.stopping
        return {
            each.player: CannotSeat(each.player, SeatFault.BARRED, f"{ceil(wait)} s")
            for each in people
            if isinstance(each, Candidate)
            and (wait := stopping.seconds_barred(each.player, each.person))
        }

    def _offer_refill(self, starter: Person, invitees: Sequence[Candidate | CannotSeat]) -> None:
        """Tell STARTER, if they are broke and want to play, how they get chips (RULES 0)."""
        context, terms = self._context, self._context.settings.players
        player = context.settlements.store.find(self._state.player_here(starter))
        is_invited = player is not None and player.nick in [each.player for each in invitees]
        if player is not None and is_invited and context.can_refill(player):
            self._state.tell(starter, refill_first(terms.refill, terms.refill_hours))

    def _not_played(self, game: str) -> str:
        tables, prefix = self._state.tables, self._context.settings.prefix
        played = [prefix + each for each in tables if self._state.next_settings.allow(each)]
        return announcements.not_played_here(tables[game].game.title, played)

    def _choose(self, game: str, invited: Invited) -> Chosen | None:
        """Return the INVITED who can be seated; None if there can be no round, and say why."""
        texts = self._context.settings.texts
        try:
            lay_kitty(self._state, game)
            chosen = self._seating.choose(game, invited)
            self._refuse_to_pass_over_banker(game, invited, chosen.candidates)
        except CannotDeal as refused:
            refused = CannotDeal((*refused.seats, *invited.silent), refused.most, refused.least)
            invitation = self._invitation(game, refused.seats)
            self._state.answer(*announcements.no_round(refused, invitation, texts.names))
            return None
        except PlayersFileError as error:
            self._context.settlements.report(error.faults)
            self._state.answer(announcements.CANNOT_SAVE_CHIPS)
            return None
        return chosen

    def _refuse_to_pass_over_banker(
        self, game: str, invited: Invited, candidates: Sequence[Candidate]
    ) -> None:
        """Raise CannotDeal if the banker could keep the bank, but is not to be dealt in.

        Otherwise others could take the bank by not naming the banker (RULES 2, Moving the bank).
        Those who have joined pass over a banker who leaves, and everybody passes over a computer. A
        banker who has been silent for five minutes is asked to say something; without a word the
        bank passes on.
        """
        table, clock = self._state.tables[game], self._action_clock
        banker = table.banker
        if banker is None or banker in [each.player for each in candidates]:
            return
        if is_computer(banker):
            return
        if invited.have_joined and banker in self._joining.left:
            return
        alone = self._invited(game, (), [banker])
        (found,) = alone.people
        seat = self._seating.seat(game, found, alone)
        if isinstance(seat, CannotSeat) and seat.fault is SeatFault.BARRED:
            raise CannotDeal((replace(seat, fault=SeatFault.BANKER_IS_BARRED),))
        if isinstance(seat, CannotSeat) or clock.seems_away(banker):
            return
        if not table.can_keep_bank(seat.chips, len(candidates) + 1):
            return
        if clock.is_heard_of_lately(banker):
            is_named = not invited.have_joined
            fault = SeatFault.HAS_THE_BANK if is_named else SeatFault.BANKER_HAS_NOT_JOINED
            raise CannotDeal((CannotSeat(banker, fault),))
        if seconds := self._seconds_to_speak(game, banker, seat.person):
            raise CannotDeal((CannotSeat(banker, SeatFault.BANKER_IS_SILENT, f"{seconds} s"),))

    def _seconds_to_speak(self, game: str, banker: str, person: Person) -> int:
        """Return how long BANKER of GAME, who is PERSON, has to say something; 0 if that is over.

        At first ask them in private.
        """
        table, now = self._state.tables[game], self._context.clock.seconds()
        seconds = table.table_rules.bank_timeout
        whom, since = self._asked_to_speak.get(game, ("", -inf))
        if whom == banker and not self._action_clock.is_heard_since(banker, since):
            return max(ceil(since + seconds - now), 0)
        self._asked_to_speak[game] = banker, now
        asked = announcements.SAY_SOMETHING.format(
            title=table.game.title, channel=self._state.channel, seconds=seconds
        )
        self._state.tell(person, asked)
        self._context.clock.callLater(seconds, partial(self._has_not_spoken, game, banker, now))
        return seconds

    def _has_not_spoken(self, game: str, banker: str, since: float) -> None:
        """Tell the channel if BANKER of GAME has said nothing SINCE they were asked to."""
        state, is_heard = self._state, self._action_clock.is_heard_since(banker, since)
        is_theirs = state.tables[game].banker == banker
        if is_theirs and not is_heard and state.table.turn is None and not state.is_out:
            name, prefix = self._context.name_of(banker), self._context.settings.prefix
            self._state.announce(
                announcements.BANK_PASSES_ON.format(name=name, command=prefix + game)
            )

    def _invitation(self, game: str, refused: Sequence[CannotSeat]) -> announcements.Invitation:
        """Return how to start GAME, with how to become a player if one of REFUSED is none."""
        table, context = self._state.tables[game], self._context
        are_strangers = any(each.fault is SeatFault.NO_ENTRY for each in refused)
        how_to_join = context.how_to_join(self._state.roster) if are_strangers else ""
        least = amount_of(table.game.least_stake(table.rules), table.game.unit)
        command = context.settings.prefix + game
        return announcements.Invitation(table.game.title, command, least, how_to_join)

    def _deal(
        self, game: str, starter: Person | None, invited: Invited, chosen: Chosen, last_cut: str
    ) -> bool:
        """Deal GAME to those who are CHOSEN, if it can be written; return whether it is.

        STARTER cuts a new deck by the words LAST_CUT, if there are any.
        """
        state, context = self._state, self._context
        remarks = self._remarks(game, starter, invited, chosen)
        times = state.left_out.after(game, [each.player for each in chosen.left_out])
        # The list for the next round has the places of players who are left out.
        listed = (each.player for each in invited.people)
        order = tuple(each for each in listed if times.get(each, 0) < LEFT_OUT_AT_MOST)
        players = [each.player for each in chosen.candidates]
        state.settings = state.next_settings
        registry = context.seat_registry
        registry.seated_twice.update(filter(registry.is_seated, players))
        state.stopping.begin()
        state.seat_map.seat((each.player, each.person) for each in chosen.candidates)
        fold, table = context.network.fold, state.tables[game]
        own = "" if starter is None else fold(starter.nick)
        others = [each.player for each in chosen.candidates if fold(each.person.nick) != own]
        # Unless they have joined, others than the starter are named without being asked.
        self._action_clock.begin_round(() if invited.have_joined else others)
        chips = [(each.player, each.chips) for each in chosen.candidates]
        consent = self._action_clock.consent(players, table.banker)
        state.last_cut = (starter.nick, last_cut) if starter and last_cut else None
        try:
            state.deck_place = self._decks.put_in(game, state.last_cut)
            events = table.deal(chips, consent, order)
        except NotRecorded:
            self._flow.clear()
            return False
        state.turn_to(game)
        state.games.add(game)
        state.left_out.begun(game, times)
        self._joining.round_began(order, is_theirs=invited.have_joined)
        self._state.announce(*remarks)
        context.log(f"{state.channel}: {game} is dealt to {', '.join(players)}")
        state.seats = table.seats
        news: list[Event] = [self._decks.named(state.deck_place)]
        if table.turn is not None:
            news += self._news(starter, players)
        self._flow.advance([*events[:1], *news, *events[1:]], NOTHING_ASKED)
        return True

    def _remarks(
        self, game: str, starter: Person | None, invited: Invited, chosen: Chosen
    ) -> list[str]:
        """Return what the channel is told of those who are not dealt to, and of bad form."""
        state, texts = self._state, self._context.settings.texts
        left_out = [*chosen.left_out, *invited.silent]
        invitation = self._invitation(game, chosen.left_out)
        remarks = announcements.left_out(left_out, invitation, texts.names)
        remarks += who_waits([texts.names(player) for player in chosen.waiting])
        dealer = state.table.about_to_deal
        if starter and dealer and game != state.game and dealer == state.player_here(starter):
            name, title = texts.names(dealer), state.table.game.title
            remarks.insert(0, announcements.BAD_FORM.format(name=name, title=title))
        return remarks

    def _news(self, starter: Person | None, players: Sequence[str]) -> Iterator[Event]:
        """Yield what else the channel is told when STARTER, if anybody, begins one of PLAYERS."""
        state = self._state
        if computers := tuple(filter(is_computer, players)):
            yield ComputersPlay(computers)
        feat = state.banter.take(state.game, self._context.now())
        here = state.settings.banter
        if feat is not None and (self._context.settings.table.banter if here is None else here):
            yield feat
        store = self._context.settlements.store
        # Those who have joined and are not dealt to are next in line, or know why not.
        is_outside = starter is not None and not self._joining.has_joined(starter)
        starters = (state.player_here(starter),) if starter is not None and is_outside else ()
        found = map(store.find, dict.fromkeys((*players, *starters)))
        people = [each for each in found if each is not None and not is_computer(each.nick)]
        new = [each.nick for each in people if not each.has_played]
        if new:
            seated = tuple(nick for nick in new if nick in players)
            yield NewPlayers(seated, tuple(nick for nick in new if nick not in players))
