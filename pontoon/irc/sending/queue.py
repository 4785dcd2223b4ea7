"""What waits to be sent to a server: in which order, how fast, and how much of it at most."""

from collections import deque
from collections.abc import Callable, Sequence

from pontoon.irc.casemapping import Fold
from pontoon.irc.outgoing import JOINT, Priority, Told
from pontoon.irc.rate_limit import TokenBucket
from pontoon.irc.sending.streams import Streams, Unsent
from pontoon.irc.sending.throttle import SendRate

MOST_CHATTER = 50
"""Lines of chatter that may wait in a stream; later ones are dropped: late answers are none."""

MOST_CHATTER_EACH = 20
"""Those that may wait for one person or channel, who is told if there would be more."""

MOST_PROMPTS_EACH = 5
"""Prompts that may wait for one person; the oldest gives way: only the latest can be answered."""

MOST_PROMPTS = 200
"""Prompts that may wait in a stream; the oldest gives way. A round has 100 players at most."""

MOST_GAME = 500
"""Lines about games that may wait in a stream.

The oldest gives way: it tells of a round long over, the latest whose turn it is and the chips.
"""

MOST_COMMANDS = 500
"""Commands (JOIN, WHO) that may wait; further ones are dropped. Each channel has one or two."""

MOST_AHEAD = 50
"""Lines that may wait ahead of everything, which they do only while the server reads nothing."""

SAME_TROUBLE_SECONDS = 10.0
"""How long what a server minds may be lines that were sent before it was first heeded."""


TOO_MUCH = "..."
"""What people are told for the answers that they do not get, where nothing better is given."""


class SendQueue:
    """Lines that wait, and go at PACE; it knows no clock and sends nothing.

    Prompts go first, then what is said of the game, then chatter, and what is said about one
    channel does not hold up another: they share the pace (``streams``). Commands (JOIN, WHOIS) take
    turns with the rest: people can cause as many as they like. LOG is told once when something has
    to be dropped, and again only after everything has been sent. People whose answers are dropped
    are told TOO_MUCH instead.
    """

    def __init__(
        self, pace: SendRate, log: Callable[[str], None], too_much: str = TOO_MUCH
    ) -> None:
        self._pace = pace
        self._too_much = too_much
        self._bucket: TokenBucket | None = None
        """None until there was a line to send."""
        self._slowed_at: float | None = None
        self._log = log
        self._ahead: deque[str] = deque(maxlen=MOST_AHEAD)
        self._streams = Streams()
        self._complained: set[Priority] = set()
        self._receipts: list[Told] = []
        """What is to be called for lines that were taken, or never will be."""
        self._is_closed = False

    def __len__(self) -> int:
        return len(self._ahead) + len(self._streams)

    def put_ahead(self, line: str) -> None:
        """Send LINE before everything else, neither counted nor held back: PONG, registration."""
        self._ahead.append(line)

    def put_command(self, line: str) -> None:
        """Send LINE in the turn of the commands; one that waits already is not sent twice."""
        waiting = self._streams.of("", None)
        if len(waiting) < MOST_COMMANDS and all(each.text != line for each in waiting):
            self._streams.add("", None, Unsent("", "", line))

    def put(
        self,
        target: str,
        address: str,
        text: str,
        urgency: Priority,
        *,
        topic: str = "",
        is_open: bool = False,
        place: str = "",
        of_round: str = "",
        told: Told | None = None,
    ) -> None:
        """Send TEXT to TARGET when URGENCY has its turn; ADDRESS is what stands before it.

        ``withdraw`` finds it by its TOPIC, and ``join`` may add to it if it is open. It is about
        PLACE, if about any, and about the round OF_ROUND. TOLD is for ``receipts``, and has it sent
        even when the queue is closed.
        """
        if self._is_closed and told is None:
            return
        waiting = self._streams.of(place, urgency)
        if urgency is Priority.CHATTER:
            if not self._has_room_for_chatter(waiting, target):
                return
            if sum(each.target == target for each in waiting) == MOST_CHATTER_EACH:
                text = self._too_much
        elif urgency is Priority.PROMPT:
            self._make_room_for_prompt(place, target)
        elif len(waiting) >= MOST_GAME:
            self._complain(urgency, f"{MOST_GAME} lines about games wait: dropping the oldest")
            self._drop(place, urgency, waiting[0])
        line = Unsent(target, address, text, topic, is_open, of_round, told)
        self._streams.add(place, urgency, line)

    def join(self, target: str, text: str, most_bytes: int, *, place: str = "") -> bool:
        """Add TEXT to what waits to be said last of a game at PLACE to TARGET.

        Return whether it could be. It cannot where nothing waits, where that is not open, or where
        both have not enough room.
        """
        waiting = self._streams.of(place, Priority.GAME)
        last = next((each for each in reversed(waiting) if each.target == target), None)
        if last is None or not last.is_open:
            return False
        joined = last.text + JOINT + text
        if len(joined.encode()) > most_bytes:
            return False
        last.text = joined
        return True

    def withdraw(self, target: str, topic: str, *, place: str = "") -> None:
        """Drop what waits about PLACE for TARGET on TOPIC."""
        for urgency in Priority:
            self._streams.keep(
                place, urgency, lambda each: (each.target, each.topic) != (target, topic)
            )

    def drop_round(self, place: str, of_round: str) -> None:
        """Drop what waits about the round OF_ROUND at PLACE; answers stay."""
        for urgency in (Priority.PROMPT, Priority.GAME):
            self._streams.keep(place, urgency, lambda each: each.of_round != of_round)

    def readdress(self, old: str, target: str, address: str, fold: Fold) -> None:
        """Send to TARGET, by ADDRESS, what waits for whoever was OLD, as FOLD makes it."""
        for each in self._streams:
            if fold(each.target) == old:
                each.target, each.address = target, address

    def forget(self, nick: str, fold: Fold) -> None:
        """Drop what waits for NICK, as FOLD makes it."""
        self._streams.keep_everywhere(lambda each: fold(each.target) != nick)

    def take(self, now: float) -> str | None:
        """Return the line to send NOW (in seconds), or None where none waits or may go yet."""
        if self._ahead:
            return self._ahead.popleft()
        if not self._streams or self._allowance(now).seconds_to_wait(now) > 0:
            return None
        self._allowance(now).spend()
        line = self._streams.take()
        if not self._streams:
            self._complained.clear()
        if line is None:
            return None
        self._note_receipt(line)
        return line.address + line.text

    @property
    def has_to_be_heard(self) -> bool:
        """Whether anything waits for which there is to be a receipt."""
        return any(each.told is not None for each in self._streams)

    def receipts(self) -> list[Told]:
        """Return what is to be called when all that was taken since the last time has left."""
        receipts, self._receipts = self._receipts, []
        return receipts

    def close(self) -> None:
        """Drop, and refuse from now on, all that nobody minds if it is never sent."""
        self._is_closed = True
        self._streams.keep_everywhere(lambda each: each.told is not None)

    def seconds_to_wait(self, now: float) -> float | None:
        """Return in how many seconds ``take`` has a line, None while nothing waits."""
        if self._ahead:
            return 0.0
        return self._allowance(now).seconds_to_wait(now) if self._streams else None

    def slow_down(self, now: float, why: str) -> None:
        """Send more slowly from NOW on, the server having said WHY."""
        passed = None if self._slowed_at is None else now - self._slowed_at
        if passed is not None and 0 <= passed < SAME_TROUBLE_SECONDS:
            return
        self._slowed_at = now
        self._pace.slow_down(now)
        self._allowance(now).empty(now)
        rate, burst = self._pace.at(now)
        self._log(f"slower: {rate:.3g} lines a second, {burst:.3g} at once: {why}")

    def clear(self) -> None:
        """Drop everything that waits."""
        self._ahead.clear()
        self._streams.clear()

    def _allowance(self, now: float) -> TokenBucket:
        rate, burst = self._pace.at(now)
        if self._bucket is None:
            self._bucket = TokenBucket(rate, burst)
            if self._pace.is_slowed:
                self._bucket.empty(now)  # what it took to register counts too
        self._bucket.rate, self._bucket.burst = rate, burst
        return self._bucket

    def _note_receipt(self, line: Unsent) -> None:
        if line.told is not None:
            self._receipts.append(line.told)

    def _has_room_for_chatter(self, waiting: Sequence[Unsent], target: str) -> bool:
        """Tell whether one more line may wait; none does behind the news that there are more."""
        if len(waiting) >= MOST_CHATTER:
            what = f"{MOST_CHATTER} lines of chatter wait: dropping further ones"
            self._complain(Priority.CHATTER, what)
            return False
        return not any((each.target, each.text) == (target, self._too_much) for each in waiting)

    def _make_room_for_prompt(self, place: str, target: str) -> None:
        waiting = self._streams.of(place, Priority.PROMPT)
        same = [each for each in waiting if each.target.lower() == target.lower()]
        if len(same) >= MOST_PROMPTS_EACH:
            self._complain(Priority.PROMPT, f"prompts for {target} pile up: dropping the oldest")
            self._drop(place, Priority.PROMPT, same[0])
        elif len(waiting) >= MOST_PROMPTS:
            self._complain(Priority.PROMPT, f"{MOST_PROMPTS} prompts wait: dropping the oldest")
            self._drop(place, Priority.PROMPT, waiting[0])

    def _drop(self, place: str, urgency: Priority, dropped: Unsent) -> None:
        self._note_receipt(dropped)
        self._streams.keep(place, urgency, lambda each: each is not dropped)

    def _complain(self, urgency: Priority, message: str) -> None:
        if urgency not in self._complained:
            self._complained.add(urgency)
            self._log(message)
