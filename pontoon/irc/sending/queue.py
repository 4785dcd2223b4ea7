"""Lines that wait to be sent: in which order, how fast, and how many at most."""

from collections import Counter, deque
from collections.abc import Callable

from pontoon.irc.casemapping import Fold
from pontoon.irc.line import size_of
from pontoon.irc.outgoing import JOINT, MOST_JOINED, Priority, Told
from pontoon.irc.rate_limit import TokenBucket
from pontoon.irc.sending.streams import OF_TABLE, Streams, Unsent, both
from pontoon.irc.sending.throttle import SendRate

# How many lines may wait. A stream has those of one kind about one channel, or about none.
MOST_CHATTER = 50  # in a stream; then some for those who have most are dropped
MOST_CHATTER_EACH = 20  # for one person or channel, who learns if there are more
MOST_PROMPTS = 200  # in a stream; the oldest is dropped: a round has at most 100 players
MOST_PROMPTS_EACH = 5  # for one person; the oldest is dropped: only the latest can be answered
MOST_BEFORE_CARDS = 5  # private lines about the round before; the oldest but results are dropped
MOST_GAME = 500  # in a stream; the oldest is dropped: it is about a round that is long over
MOST_COMMANDS = 500  # such as JOIN and WHO; later ones are dropped: a channel has one or two
MOST_AHEAD = 50  # ahead of all others; they only wait while the server reads nothing

SAME_COMPLAINT_SECONDS = 10.0
"""How long further complaints do not count: they may be about lines sent before the first one."""

TOO_MUCH = "..."
"""What people get in place of answers that are dropped, unless the caller has better words."""


class SendQueue:
    """Lines that wait, and go at PACE. It knows no clock and sends nothing itself.

    Prompts go first, then lines about the game, then chatter; but prompts hold up no line of a game
    for long, and what only informs is dropped while lines about its channel wait. Nothing that is
    said after a record about the same channel goes before it, and no limit drops a record. Channels
    share the pace, so that none holds up another (``streams``). Commands (JOIN, WHOIS) take turns
    with the rest, since people can cause any number of them. LOG gets a line when something is
    dropped, and the next one only after everything has been sent. People whose answers are dropped
    get TOO_MUCH instead.
    """

    def __init__(
        self, pace: SendRate, log: Callable[[str], None], too_much: str = TOO_MUCH
    ) -> None:
        self._pace = pace
        self._too_much = too_much
        self._bucket: TokenBucket | None = None
        """None until there is a line to send."""
        self._slowed_at: float | None = None
        self._log = log
        self._ahead: deque[str] = deque(maxlen=MOST_AHEAD)
        self._streams = Streams()
        self._logged: set[Priority] = set()
        self._receipts: list[Told] = []
        """The receipts of lines that were taken or dropped."""
        self._is_closed = False

    def __len__(self) -> int:
        return len(self._ahead) + len(self._streams)

    @property
    def is_waiting(self) -> bool:
        """Whether any line waits."""
        return bool(self._ahead or self._streams)

    def put_ahead(self, line: str) -> None:
        """Send LINE (PONG, registration) before everything else; it does not count."""
        self._ahead.append(line)

    def put_command(self, line: str, leaves: Told | None = None) -> None:
        """Send LINE when it is the turn of commands, unless the same line waits already.

        Call LEAVES when it is taken, or at once if it is not put into the queue.
        """
        waiting = self._streams.of("", None)
        if len(waiting) < MOST_COMMANDS and all(each.text != line for each in waiting):
            self._streams.add("", None, Unsent("", "", line, leaves=leaves))
        elif leaves is not None:
            leaves()

    def begin_round(self, place: str) -> None:
        """Have what single players were told of PLACE go before the cards of the next round.

        The cards wait only for a few lines, and for what has a receipt: the results.
        """
        asides = self._streams.of(place, Priority.ASIDE)
        droppable = [each for each in asides if each.told is None]
        for dropped in droppable[: max(len(asides) - MOST_BEFORE_CARDS, 0)]:
            self._drop(place, Priority.ASIDE, dropped)
        self._streams.hurry_asides(place)

    def end_turn(self, place: str, of_round: str) -> None:
        """Leave out of what waits to tell PLACE of the round OF_ROUND whose turn it was."""
        for line in list(self._streams.of(place, Priority.GAME)):
            if line.of_turn and line.of_round == of_round:
                items = [each for each in line.text.split(JOINT) if each not in line.of_turn]
                line.text, line.of_turn = JOINT.join(items), ()
                if not items:
                    self._drop(place, Priority.GAME, line)

    def put(self, line: Unsent, priority: Priority, *, place: str = "") -> None:
        """Send LINE, about the channel PLACE if any, when it is the turn of PRIORITY.

        A line that has a receipt (``told``) goes out even when the queue is closed.
        """
        if self._is_closed and line.told is None:
            return
        if line.informs and any(self._streams.of(place, kind) for kind in OF_TABLE):
            return
        waiting = self._streams.of(place, priority)
        if priority is Priority.CHATTER:
            if not self._make_room_for_chatter(place, line.target):
                self._note_receipt(line)
                return
            if sum(each.target == line.target for each in waiting) == MOST_CHATTER_EACH:
                line.text = self._too_much
        elif priority is Priority.PROMPT:
            self._make_room_for_prompt(place, line.target)
        elif len(waiting) >= MOST_GAME:
            self._make_room_for_game(place, priority)
        self._streams.add(place, priority, line)

    def may_pass(self, line: Unsent, now: float) -> bool:
        """Tell whether LINE goes NOW, without waiting; it then counts as taken.

        That is so if no other line waits and the pace allows it.
        """
        if self.is_waiting or (self._is_closed and line.told is None):
            return False
        allowance = self._allowance(now)
        if allowance.seconds_to_wait(now) > 0:
            return False
        allowance.spend()
        self._logged.clear()
        self._note_leaving(line)
        return True

    def join(self, line: Unsent, most_bytes: int, *, place: str = "") -> bool:
        """Add LINE to the last one that waits to tell PLACE of its table; return whether it fits.

        It does not fit if none waits, if that one is of another kind or about another round, or if
        both are too long together: more than MOST_BYTES with the address.
        """
        waiting = self._streams.of(place, Priority.GAME)
        if not waiting or (self._is_closed and line.told is None):
            return False
        last = waiting[-1]
        joined = last.text + JOINT + line.text
        is_short = len(joined) <= MOST_JOINED and size_of(last.address + joined) <= most_bytes
        if not (is_short and last.is_like(line)):
            return False
        last.text, last.told = joined, both(last.told, line.told)
        last.of_turn += line.of_turn
        return True

    def withdraw(self, target: str, topic: str, *, place: str = "") -> None:
        """Drop the lines about PLACE for TARGET on TOPIC."""
        if not self.is_waiting:
            return
        for priority in (*OF_TABLE, Priority.CHATTER):
            self._streams.keep(
                place, priority, lambda each: (each.target, each.topic) != (target, topic)
            )

    def drop_round(self, place: str, of_round: str) -> None:
        """Drop the lines about the round OF_ROUND at PLACE; answers and PINGs stay."""
        for priority in OF_TABLE:
            self._streams.keep(
                place, priority, lambda each: each.of_round != of_round or not each.target
            )

    def readdress(self, old: str, target: str, fold: Fold) -> None:
        """Send to TARGET what waits for OLD, a nick folded by FOLD."""
        for each in self._streams:
            if fold(each.target) == old:
                command, _, _ = each.address.partition(" ")
                each.target, each.address = target, f"{command} {target} :"

    def forget(self, nick: str, fold: Fold) -> None:
        """Drop what waits for NICK, folded by FOLD."""
        self._streams.keep_everywhere(lambda each: fold(each.target) != nick)

    def take(self, now: float) -> str | None:
        """Return the line to send NOW (in seconds), or None if none waits or may go yet."""
        if self._ahead:
            return self._ahead.popleft()
        if not self._streams or (allowance := self._allowance(now)).seconds_to_wait(now) > 0:
            return None
        allowance.spend()
        line = self._streams.take()
        if not self._streams:
            self._logged.clear()
        if line is None:
            return None
        self._note_leaving(line)
        return line.line

    def receipts(self) -> list[Told]:
        """Return the receipts of the lines taken or dropped since the last call."""
        receipts, self._receipts = self._receipts, []
        return receipts

    def close(self) -> None:
        """Drop all lines except those with a receipt, and accept no others from now on."""
        self._is_closed = True
        self._streams.keep_everywhere(lambda each: each.told is not None)

    def seconds_to_wait(self, now: float) -> float | None:
        """Return in how many seconds ``take`` has a line; None if nothing waits."""
        if self._ahead:
            return 0.0
        return self._allowance(now).seconds_to_wait(now) if self._streams else None

    def slow_down(self, now: float, why: str) -> None:
        """Send more slowly from NOW on. WHY is the complaint of the server."""
        passed = None if self._slowed_at is None else now - self._slowed_at
        if passed is not None and 0 <= passed < SAME_COMPLAINT_SECONDS:
            return
        self._slowed_at = now
        self._pace.slow_down(now)
        self._allowance(now).empty(now)
        rate, burst = self._pace.at(now)
        self._log(f"slower: {rate:.3g} lines a second, {burst:.3g} at once: {why}")

    def clear(self) -> None:
        self._ahead.clear()
        self._streams.clear()

    def _allowance(self, now: float) -> TokenBucket:
        rate, burst = self._pace.at(now)
        if self._bucket is None:
            self._bucket = TokenBucket(rate, burst)
            if self._pace.is_slowed:
                self._bucket.empty(now)  # the lines of registration count too
        self._bucket.rate, self._bucket.burst = rate, burst
        return self._bucket

    def _note_leaving(self, line: Unsent) -> None:
        if line.told is not None:
            self._receipts.append(line.told)
        if line.leaves is not None:
            line.leaves()

    def _note_receipt(self, line: Unsent) -> None:
        if line.told is not None:
            self._receipts.append(line.told)

    def _make_room_for_chatter(self, place: str, target: str) -> bool:
        """Tell whether one more line may wait; none may after the line that says there are more.

        A target with much more than others gives way.
        """
        waiting = self._streams.of(place, Priority.CHATTER)
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
        self._drop(place, Priority.CHATTER, dropped)
        return True

    def _make_room_for_prompt(self, place: str, target: str) -> None:
        waiting = self._streams.of(place, Priority.PROMPT)
        same = [each for each in waiting if each.target.lower() == target.lower()]
        if len(same) >= MOST_PROMPTS_EACH:
            what = f"{MOST_PROMPTS_EACH} prompts for {target} wait: dropping the oldest"
            self._log_once(Priority.PROMPT, what)
            self._drop(place, Priority.PROMPT, same[0])
        elif len(waiting) >= MOST_PROMPTS:
            self._log_once(Priority.PROMPT, f"{MOST_PROMPTS} prompts wait: dropping the oldest")
            self._drop(place, Priority.PROMPT, waiting[0])

    def _make_room_for_game(self, place: str, priority: Priority) -> None:
        waiting = self._streams.of(place, priority)
        # A PING behind a record is for nobody, and stays too.
        droppable = (each for each in waiting if each.target and not each.is_record)
        oldest = next(droppable, None)
        if oldest is not None:
            self._log_once(priority, f"{MOST_GAME} lines about games wait: dropping the oldest")
            self._drop(place, priority, oldest)

    def _drop(self, place: str, priority: Priority, dropped: Unsent) -> None:
        self._note_receipt(dropped)
        self._streams.keep(place, priority, lambda each: each is not dropped)

    def _log_once(self, priority: Priority, message: str) -> None:
        if priority not in self._logged:
            self._logged.add(priority)
            self._log(message)
