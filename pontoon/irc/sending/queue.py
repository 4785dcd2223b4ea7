"""Lines that wait to be sent: which one goes next, and how many may wait."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from operator import attrgetter, itemgetter

from msgspec import Struct, field

from pontoon.irc.casemapping import Fold
from pontoon.irc.line import size_of
from pontoon.irc.outgoing import JOINT, MOST_JOINED, Priority, Told

Kind = Priority | None
"""The kind of a line; None stands for commands (JOIN, WHOIS)."""

_TO_CHANNEL = (Priority.RECORD, Priority.GAME)
"""What a channel is told of its table, in order."""

# How many lines of one kind about one channel, or about none, may wait.
MOST_CHATTER = 50  # then some for those who have most are dropped
MOST_CHATTER_EACH = 20  # for one person or channel, who learns if there are more
MOST_PROMPTS = 200  # the oldest is dropped: a round has at most 100 players
MOST_PROMPTS_EACH = 5  # for one person; the oldest is dropped: only the latest can be answered
MOST_BEFORE_CARDS = 5  # private lines about the round before; the oldest but results are dropped
MOST_GAME = 500  # the oldest is dropped: it is about a round that is long over
MOST_COMMANDS = 500  # such as JOIN and WHO; later ones are dropped: a channel has one or two

MOST_BEFORE_GAME = 2
"""How many prompts of a table, at most, go before a line that waits to tell its channel of it.

Records that wait count as prompts, but for one: with a new deck the channel waits no longer.
"""

TOO_MUCH = "..."
"""What people get in place of answers that are dropped, unless the caller has better words."""


HEAD_START: Mapping[Kind, int] = {
    Priority.RECORD: 4,
    Priority.PROMPT: 4,
    None: 1,
    Priority.GAME: 0,
    Priority.ASIDE: 0,
    Priority.CHATTER: -5,
}
"""How many lines before its turn an account is served while lines of this kind wait; by urgency.

Prompts go first, but not for ever.
"""

CHATTER_COST = 5
"""As how many lines an answer counts: answers get little of the pace during a game."""


class Unsent(Struct, eq=False):
    """A line of a KIND that waits, about the channel PLACE if any.

    It has a target, the words that address it, its text and its topic. Lines that ``joins`` names
    alike, of one round, may be joined; "" stands alone. ``of_round`` names the round that it is
    about, and ``of_turn`` the items in the text that are over with the turn. A line that only
    ``informs`` need not be sent. ``leaves`` are called when the line is passed to the connection;
    they may send nothing. ``told``, the receipts, are called when the line has left; a line without
    any may be dropped.
    """

    kind: Kind
    place: str
    target: str
    address: str
    text: str
    topic: str = ""
    joins: str = ""
    of_round: str = ""
    informs: bool = False
    of_turn: tuple[str, ...] = ()
    told: tuple[Told, ...] = ()
    leaves: tuple[Told, ...] = ()
    tags: str = ""
    """The message tags before it, and a space; their bytes do not count for its length."""
    since: int = 0
    """How many prompts of its account had gone when it began to wait; fewer if records waited."""

    @property
    def line(self) -> str:
        """The whole line as it is sent."""
        return f"{self.tags}{self.address}{self.text}"


class _Account(Struct):
    """Lines that share what is sent, in the order in which they came."""

    due: float = 0.0
    """When its next line is due, in lines of a game."""
    prompts: int = 0
    """How many have gone."""
    lines: list[Unsent] = field(default_factory=list)

    def next(self) -> tuple[float, Unsent]:
        """Return when it is served, and with which line.

        It is served earlier than due by the head start of its most urgent line. Prompts go first,
        until they have held up the game enough. A line of the game keeps its own turn though
        prompts go before it. Where a record waits, lines of the game go until it has gone.
        """
        urgent = self.lines[0]
        if urgent.kind is not None:  # else all are commands
            urgent = min(self.lines, key=attrgetter("kind"))
        turn = self.due - HEAD_START[urgent.kind]
        game = next((each for each in self.lines if each.kind in _TO_CHANNEL), None)
        if game is None:
            return turn, urgent
        prompts_before = min(self.prompts - game.since, MOST_BEFORE_GAME)
        if urgent.kind is Priority.GAME:
            turn -= prompts_before
        is_held_up = urgent.kind is Priority.RECORD or prompts_before == MOST_BEFORE_GAME
        return turn, game if is_held_up else urgent


class SendQueue:
    """Lines that wait. It knows no pace and sends nothing itself.

    Places take turns by start-time fair queuing (Goyal, Vin and Cheng, 1996). Time counts lines of
    a game. When a line begins to wait, it is due now, or at the due time of the last line about its
    place plus the cost of that line, whichever is later. The account that is due first goes next. A
    place with few lines therefore does not wait behind one with many.

    All that is said of the table at a place shares an account: prompts, then what its channel is
    told, then what single players are told. A line to the channel lets few prompts go first.
    Answers have an account of their own, so that they do not slow down the game, and so have
    commands, since people can cause any number of them.

    A record goes when all that its channel was told before it has gone, and before everything else
    about its place, answers included; no limit drops it. The account then has the head start of
    prompts and pays for each line, so that other places wait no longer than for prompts.

    LOG gets a line when something is dropped, and the next one only after everything has been sent.
    People whose answers are dropped get TOO_MUCH instead.
    """

    def __init__(self, log: Callable[[str], None], too_much: str = TOO_MUCH) -> None:
        self._log = log
        self._too_much = too_much
        self._accounts: dict[tuple[str, Kind], _Account] = {}
        """All that have had lines since nothing waited; none while nothing waits."""
        self._time = 0.0
        self._logged: set[Kind] = set()
        self._is_closed = False
        self.receipts: list[Told] = []
        """Of lines that were taken or dropped. The caller empties this."""

    def __len__(self) -> int:
        return sum(len(account.lines) for account in self._accounts.values())

    def __bool__(self) -> bool:
        return bool(self._accounts)

    @property
    def is_idle(self) -> bool:
        """Whether a line may go without being put here: it overtakes none, nor is any too much."""
        return not (self._accounts or self._is_closed)

    def put(self, line: Unsent, most_bytes: int = 0) -> None:
        """Let LINE wait, or add it to the one before it if both fit into MOST_BYTES together.

        One that has a receipt (``told``) goes out even when the queue is closed. One that only
        informs is dropped while lines about its table wait.
        """
        if self._is_closed and not line.told:
            return
        if self.is_idle or self._make_room(line, most_bytes):
            self._add(line)

    def put_command(self, text: str, leaves: Told | None = None) -> None:
        """Let the command TEXT wait, unless the same one waits already.

        Call LEAVES when it is taken, or at once if it is not put into the queue.
        """
        waiting = self._of("", None)
        if len(waiting) < MOST_COMMANDS and all(each.text != text for each in waiting):
            self._add(Unsent(None, "", "", "", text, leaves=() if leaves is None else (leaves,)))
        elif leaves is not None:
            leaves()

    def begin_round(self, place: str) -> None:
        """Have what single players were told of PLACE go before the cards of the next round.

        The cards wait only for a few lines, and for what has a receipt: the results.
        """
        asides = self._of(place, Priority.ASIDE)
        droppable = [each for each in asides if not each.told]
        for dropped in droppable[: max(len(asides) - MOST_BEFORE_CARDS, 0)]:
            self._drop(dropped)
        for each in asides:
            each.kind = Priority.PROMPT

    def end_turn(self, place: str, of_round: str) -> None:
        """Leave out of what waits to tell PLACE of the round OF_ROUND whose turn it was."""
        for line in self._of(place, Priority.GAME):
            if line.of_turn and line.of_round == of_round:
                items = [each for each in line.text.split(JOINT) if each not in line.of_turn]
                line.text, line.of_turn = JOINT.join(items), ()
                if not items:
                    self._drop(line)

    def withdraw(self, target: str, topic: str, place: str) -> None:
        """Drop the lines about PLACE for TARGET on TOPIC."""
        self._drop_where(lambda each: (each.target, each.topic) == (target, topic), place)

    def drop_round(self, place: str, of_round: str) -> None:
        """Drop the lines about the round OF_ROUND at PLACE; answers and PINGs stay."""

        def is_over(line: Unsent) -> bool:
            is_of_table = line.kind is not Priority.CHATTER and bool(line.target)
            return is_of_table and line.of_round == of_round

        self._drop_where(is_over, place)

    def readdress(self, old: str, target: str, fold: Fold) -> None:
        """Send to TARGET what waits for OLD, a nick folded by FOLD."""
        for account in self._accounts.values():
            for each in account.lines:
                if fold(each.target) == old:
                    command, _, _ = each.address.partition(" ")
                    each.target, each.address = target, f"{command} {target} :"

    def forget(self, nick: str, fold: Fold) -> None:
        """Drop what waits for NICK, folded by FOLD."""
        self._drop_where(lambda each: fold(each.target) == nick)

    def close(self) -> None:
        """Drop all lines except those with a receipt, and accept no others from now on."""
        self._is_closed = True
        self._drop_where(lambda each: not each.told)

    def clear(self) -> None:
        """Drop all lines, and start all accounts anew."""
        self._accounts.clear()
        self._logged.clear()
        self._time = 0.0

    def take(self) -> Unsent:
        """Remove and return the line that goes next; there must be one."""
        ready = [
            (*account.next(), account)
            for (place, kind), account in self._accounts.items()
            # Answers wait until records about their place have gone.
            if account.lines and not (kind is Priority.CHATTER and self._of(place, Priority.RECORD))
        ]
        turn, line, account = min(ready, key=itemgetter(0))
        self._time = max(self._time, turn)
        account.lines.remove(line)
        account.due += CHATTER_COST if line.kind is Priority.CHATTER else 1
        account.prompts += line.kind is Priority.PROMPT
        self._clear_if_empty()
        self.leaves(line)
        return line

    def leaves(self, line: Unsent) -> None:
        """Note that LINE is passed to the connection."""
        self.receipts += line.told
        for call in line.leaves:
            call()

    def _of(self, place: str, kind: Kind) -> list[Unsent]:
        """Return the lines of KIND about PLACE, in order; with those of the game its records."""
        account = self._accounts.get(_key(place, kind))
        kinds = _TO_CHANNEL if kind is Priority.GAME else (kind,)
        return [] if account is None else [each for each in account.lines if each.kind in kinds]

    def _add(self, line: Unsent) -> None:
        account = self._accounts.setdefault(_key(line.place, line.kind), _Account())
        if not account.lines:
            account.due = max(account.due, self._time)
        records = sum(each.kind is Priority.RECORD for each in account.lines)
        line.since = account.prompts - max(records - 1, 0)
        account.lines.append(line)

    def _make_room(self, line: Unsent, most_bytes: int) -> bool:
        """Tell whether LINE is to wait by itself; others may give way to it."""
        table = self._accounts.get((line.place, Priority.GAME))
        if line.informs and table is not None and table.lines:
            return False
        waiting = self._of(line.place, line.kind)
        if line.kind is Priority.CHATTER:
            return self._make_room_for_chatter(waiting, line)
        if line.kind is Priority.PROMPT:
            self._make_room_for_prompt(waiting, line.target)
        elif line.kind is not Priority.RECORD:
            if waiting and _join(line, waiting[-1], most_bytes):
                return False
            if len(waiting) >= MOST_GAME:
                self._drop_oldest(waiting, f"{MOST_GAME} lines about games")
        return True

    def _make_room_for_chatter(self, waiting: Sequence[Unsent], line: Unsent) -> bool:
        """Tell whether LINE may wait; none may after the line that says there are more.

        A target with much more than others gives way.
        """
        times = Counter(each.target for each in waiting)
        if any((each.target, each.text) == (line.target, self._too_much) for each in waiting):
            self.receipts += line.told
            return False
        if len(waiting) >= MOST_CHATTER:
            what = f"{MOST_CHATTER} lines of chatter wait: dropping further ones"
            self._log_once(Priority.CHATTER, what)
            greedy, most = times.most_common(1)[0]
            if most <= times[line.target] + 1:
                self.receipts += line.told
                return False
            *_, dropped, last = (each for each in waiting if each.target == greedy)
            last.text = self._too_much
            self._drop(dropped)
        if times[line.target] == MOST_CHATTER_EACH:
            line.text = self._too_much
        return True

    def _make_room_for_prompt(self, waiting: Sequence[Unsent], target: str) -> None:
        same = [each for each in waiting if each.target.lower() == target.lower()]
        if len(same) >= MOST_PROMPTS_EACH:
            self._drop_oldest(same, f"{MOST_PROMPTS_EACH} prompts for {target}")
        elif len(waiting) >= MOST_PROMPTS:
            self._drop_oldest(waiting, f"{MOST_PROMPTS} prompts")

    def _drop_oldest(self, waiting: Sequence[Unsent], what: str) -> None:
        """Drop the oldest line but records and their PINGs, which have no target."""
        droppable = (each for each in waiting if each.target and each.kind is not Priority.RECORD)
        if (oldest := next(droppable, None)) is not None:
            self._log_once(oldest.kind, f"{what} wait: dropping the oldest")
            self._drop(oldest)

    def _log_once(self, kind: Kind, message: str) -> None:
        if kind not in self._logged:
            self._logged.add(kind)
            self._log(message)

    def _drop(self, line: Unsent) -> None:
        """Drop LINE, which is no record; its receipt is due."""
        self.receipts += line.told
        self._drop_where(lambda each: each is line, line.place)

    def _drop_where(self, is_over: Callable[[Unsent], bool], place: str | None = None) -> None:
        """Drop the lines that are over, of all or about PLACE; records stay."""
        for (about, _), account in self._accounts.items():
            if place in (None, about):
                account.lines = [
                    each
                    for each in account.lines
                    if each.kind is Priority.RECORD or not is_over(each)
                ]
        self._clear_if_empty()

    def _clear_if_empty(self) -> None:
        if not any(account.lines for account in self._accounts.values()):
            self.clear()


def _key(place: str, kind: Kind) -> tuple[str, Kind]:
    is_apart = kind is None or kind is Priority.CHATTER
    return place, kind if is_apart else Priority.GAME


def _join(line: Unsent, last: Unsent, most_bytes: int) -> bool:
    """Add LINE to LAST, the one before it, if it fits there; return whether it does.

    It does not if they differ in kind or round, or are too long together: more than MOST_BYTES with
    the address.
    """
    wanted = line.kind, line.target, line.joins, line.of_round
    is_alike = line.joins and (last.kind, last.target, last.joins, last.of_round) == wanted
    joined = last.text + JOINT + line.text
    is_short = len(joined) <= MOST_JOINED and size_of(last.address + joined) <= most_bytes
    if not (is_alike and is_short):
        return False
    last.text = joined
    last.told += line.told
    last.of_turn += line.of_turn
    return True
