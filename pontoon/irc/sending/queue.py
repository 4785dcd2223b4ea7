"""Lines that wait to be sent: which one goes next, and how many may wait."""

from collections import Counter, deque
from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct, field

from pontoon.irc.casemapping import Fold
from pontoon.irc.line import size_of
from pontoon.irc.outgoing import JOINT, MOST_JOINED, Priority, Told

Kind = Priority | None
"""The kind of a line; None stands for commands (JOIN, WHOIS)."""

OF_TABLE = (Priority.PROMPT, Priority.GAME, Priority.ASIDE)
"""What is said of a table, and can be dropped with its round."""

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
    ``informs`` need not be sent. ``leaves`` is called when the line is passed to the connection; it
    may send nothing. ``told``, the receipt, is called when the line has left; a line without it may
    be dropped.
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
    told: Told | None = None
    leaves: Told | None = None
    tags: str = ""
    """The message tags before it, and a space; their bytes do not count for its length."""
    since: int = 0
    """How many prompts of its account had gone when it began to wait; fewer if records waited."""

    @property
    def line(self) -> str:
        """The whole line as it is sent."""
        return f"{self.tags}{self.address}{self.text}"


_Key = tuple[str, Kind]


class _Account(Struct):
    """Lines that share what is sent, by their kinds; there are no empty kinds.

    Records are among the lines of the game.
    """

    key: _Key
    due: float = 0.0
    """When its next line is due, in lines of a game."""
    prompts: int = 0
    """How many have gone."""
    records: int = 0
    """How many wait."""
    lines: dict[Kind, deque[Unsent]] = field(default_factory=dict)

    @property
    def next_kind(self) -> Kind:
        """Which kind goes next: prompts, until they have held up the game enough.

        Where a record waits, that is the game until the record has gone.
        """
        if self.records or self._prompts_before_game >= MOST_BEFORE_GAME:
            return Priority.GAME
        return self._most_urgent

    @property
    def turn(self) -> float:
        """When it is served: earlier than due by the head start of its lines.

        A line of the game keeps its own turn though prompts go before it.
        """
        kind = Priority.RECORD if self.records else self._most_urgent
        repaid = self._prompts_before_game if kind is Priority.GAME else 0
        return self.due - HEAD_START[kind] - repaid

    @property
    def _most_urgent(self) -> Kind:
        return next(kind for kind in HEAD_START if kind in self.lines)

    @property
    def _prompts_before_game(self) -> int:
        """How many prompts went before the first line of the game, as far as that counts."""
        game = self.lines.get(Priority.GAME)
        return min(self.prompts - game[0].since, MOST_BEFORE_GAME) if game else 0


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
        self._accounts: dict[_Key, _Account] = {}
        """All that have had lines since nothing waited."""
        self._waiting: dict[_Key, _Account] = {}
        """Those that have lines."""
        self._time = 0.0
        self._logged: set[Kind] = set()
        self._receipts: list[Told] = []
        """The receipts of lines that were taken or dropped."""
        self._is_closed = False

    def __len__(self) -> int:
        accounts = self._waiting.values()
        return sum(len(lines) for account in accounts for lines in account.lines.values())

    def __bool__(self) -> bool:
        return bool(self._waiting)

    def put(self, line: Unsent) -> None:
        """Let LINE wait.

        One that has a receipt (``told``) goes out even when the queue is closed. One that only
        informs is dropped while lines about its place wait.
        """
        if self._is_closed and line.told is None:
            return
        if line.informs and any(self._of(line.place, kind) for kind in OF_TABLE):
            return
        waiting = self._of(line.place, line.kind)
        if line.kind is Priority.CHATTER:
            if not self._make_room_for_chatter(waiting, line.target):
                self._note_receipt(line)
                return
            if sum(each.target == line.target for each in waiting) == MOST_CHATTER_EACH:
                line.text = self._too_much
        elif line.kind is Priority.PROMPT:
            self._make_room_for_prompt(waiting, line.target)
        elif len(waiting) >= MOST_GAME:
            self._drop_oldest(waiting, f"{MOST_GAME} lines about games")
        self._add(line)

    def put_command(self, text: str, leaves: Told | None = None) -> None:
        """Let the command TEXT wait, unless the same one waits already.

        Call LEAVES when it is taken, or at once if it is not put into the queue.
        """
        waiting = self._of("", None)
        if len(waiting) < MOST_COMMANDS and all(each.text != text for each in waiting):
            self._add(Unsent(None, "", "", "", text, leaves=leaves))
        elif leaves is not None:
            leaves()

    def join(self, line: Unsent, most_bytes: int) -> bool:
        """Add LINE to the last one that waits to tell its place of its table, if it fits there.

        Return whether it does. It does not if none waits, if that one is of another kind or about
        another round, or if both are too long together: more than MOST_BYTES with the address.
        """
        waiting = self._of(line.place, Priority.GAME)
        if not (line.joins and waiting) or (self._is_closed and line.told is None):
            return False
        last = waiting[-1]
        wanted = line.target, line.joins, line.of_round
        is_alike = (last.target, last.joins, last.of_round) == wanted
        joined = last.text + JOINT + line.text
        is_short = len(joined) <= MOST_JOINED and size_of(last.address + joined) <= most_bytes
        if not (is_alike and is_short):
            return False
        last.text, last.told = joined, both(last.told, line.told)
        last.of_turn += line.of_turn
        return True

    def begin_round(self, place: str) -> None:
        """Have what single players were told of PLACE go before the cards of the next round.

        The cards wait only for a few lines, and for what has a receipt: the results.
        """
        asides = self._of(place, Priority.ASIDE)
        droppable = [each for each in asides if each.told is None]
        for dropped in droppable[: max(len(asides) - MOST_BEFORE_CARDS, 0)]:
            self._drop(dropped)
        account = self._waiting.get((place, Priority.GAME))
        if account is not None and (hurried := account.lines.pop(Priority.ASIDE, None)):
            for each in hurried:
                each.kind = Priority.PROMPT
            account.lines.setdefault(Priority.PROMPT, deque()).extend(hurried)

    def end_turn(self, place: str, of_round: str) -> None:
        """Leave out of what waits to tell PLACE of the round OF_ROUND whose turn it was."""
        for line in list(self._of(place, Priority.GAME)):
            if line.of_turn and line.of_round == of_round:
                items = [each for each in line.text.split(JOINT) if each not in line.of_turn]
                line.text, line.of_turn = JOINT.join(items), ()
                if not items:
                    self._drop(line)

    def withdraw(self, target: str, topic: str, place: str) -> None:
        """Drop the lines about PLACE for TARGET on TOPIC."""
        self._drop_where(place, lambda each: (each.target, each.topic) == (target, topic))

    def drop_round(self, place: str, of_round: str) -> None:
        """Drop the lines about the round OF_ROUND at PLACE; answers and PINGs stay."""
        self._drop_where(
            place,
            lambda each: each.kind in OF_TABLE and each.of_round == of_round and bool(each.target),
        )

    def readdress(self, old: str, target: str, fold: Fold) -> None:
        """Send to TARGET what waits for OLD, a nick folded by FOLD."""
        for account in self._waiting.values():
            for lines in account.lines.values():
                for each in lines:
                    if fold(each.target) == old:
                        command, _, _ = each.address.partition(" ")
                        each.target, each.address = target, f"{command} {target} :"

    def forget(self, nick: str, fold: Fold) -> None:
        """Drop what waits for NICK, folded by FOLD."""
        self._drop_everywhere(lambda each: fold(each.target) == nick)

    def close(self) -> None:
        """Drop all lines except those with a receipt, and accept no others from now on."""
        self._is_closed = True
        self._drop_everywhere(lambda each: each.told is None)

    def clear(self) -> None:
        """Drop all lines, and start all accounts anew."""
        self._waiting.clear()
        self._accounts.clear()
        self._time = 0.0

    def take(self) -> Unsent:
        """Remove and return the line that goes next; there must be one."""
        ready = (each for each in self._waiting.values() if not self._waits_for_record(each))
        account = min(ready, key=lambda each: each.turn)
        self._time = max(self._time, account.turn)
        kind = account.next_kind
        line = account.lines[kind].popleft()
        account.due += CHATTER_COST if kind is Priority.CHATTER else 1
        account.prompts += kind is Priority.PROMPT
        account.records -= line.kind is Priority.RECORD
        self._lines_gone(account)
        if not self:
            self._logged.clear()
        self._taken(line)
        return line

    def passes(self, line: Unsent) -> bool:
        """Tell whether LINE goes at once, since nothing waits: no account keeps a trace of it."""
        if self._waiting or self._is_closed:
            return False
        self._taken(line)
        return True

    def _taken(self, line: Unsent) -> None:
        self._note_receipt(line)
        if line.leaves is not None:
            line.leaves()

    def receipts(self) -> list[Told]:
        """Return the receipts of the lines taken or dropped since the last call."""
        receipts, self._receipts = self._receipts, []
        return receipts

    def _of(self, place: str, kind: Kind) -> Sequence[Unsent]:
        """Return the lines of KIND about PLACE, in order; records are among those of the game."""
        account = self._waiting.get(_key(place, kind))
        return () if account is None else account.lines.get(kind, ())

    def _add(self, line: Unsent) -> None:
        key = _key(line.place, line.kind)
        account = self._waiting.get(key)
        if account is None:
            account = self._waiting[key] = self._accounts.setdefault(key, _Account(key))
            account.due = max(account.due, self._time)
        line.since = account.prompts - max(account.records - 1, 0)
        account.records += line.kind is Priority.RECORD
        kind = Priority.GAME if line.kind is Priority.RECORD else line.kind
        account.lines.setdefault(kind, deque()).append(line)

    def _waits_for_record(self, account: _Account) -> bool:
        """Tell whether the answers of an ACCOUNT wait until a record about their place has gone."""
        place, kind = account.key
        of_game = self._waiting.get((place, Priority.GAME)) if kind is Priority.CHATTER else None
        return of_game is not None and of_game.records > 0

    def _make_room_for_chatter(self, waiting: Sequence[Unsent], target: str) -> bool:
        """Tell whether one more line may wait; none may after the line that says there are more.

        A target with much more than others gives way.
        """
        if any((each.target, each.text) == (target, self._too_much) for each in waiting):
            return False
        if len(waiting) < MOST_CHATTER:
            return True
        what = f"{MOST_CHATTER} lines of chatter wait: dropping further ones"
        self._log_once(Priority.CHATTER, what)
        times = Counter(each.target for each in waiting)
        greedy, most = times.most_common(1)[0]
        if most <= times[target] + 1:
            return False
        *_, dropped, last = (each for each in waiting if each.target == greedy)
        last.text = self._too_much
        self._drop(dropped)
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
        self._note_receipt(line)
        self._drop_where(line.place, lambda each: each is line)

    def _drop_where(self, place: str, is_over: Callable[[Unsent], bool]) -> None:
        """Drop the lines about PLACE that are over; records stay."""
        for kind in (Priority.GAME, Priority.CHATTER, None):
            if (account := self._waiting.get((place, kind))) is not None:
                for each, lines in account.lines.items():
                    account.lines[each] = deque(
                        line for line in lines if line.kind is Priority.RECORD or not is_over(line)
                    )
                self._lines_gone(account)

    def _drop_everywhere(self, is_over: Callable[[Unsent], bool]) -> None:
        for place in {place for place, _ in self._waiting}:
            self._drop_where(place, is_over)

    def _lines_gone(self, account: _Account) -> None:
        for kind in [kind for kind, lines in account.lines.items() if not lines]:
            del account.lines[kind]
        if not account.lines:
            del self._waiting[account.key]
        if not self._waiting:
            self.clear()

    def _note_receipt(self, line: Unsent) -> None:
        if line.told is not None:
            self._receipts.append(line.told)


def _key(place: str, kind: Kind) -> _Key:
    is_apart = kind is None or kind is Priority.CHATTER
    return place, kind if is_apart else Priority.GAME


def both(first: Told | None, second: Told | None) -> Told | None:
    """Return what calls FIRST and SECOND, as far as there are such."""
    if first is None or second is None:
        return first or second

    def call_both() -> None:
        first()
        second()

    return call_both
