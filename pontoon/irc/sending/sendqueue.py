"""What waits to be sent to a server: in which order, how fast, and how much of it at most."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from pontoon.casemapping import Fold
from pontoon.irc.sending.pace import Pace
from pontoon.limiter import TokenBucket
from pontoon.speech import JOINT, Told, Urgency
from pontoon.text.floor import MORE_THAN_WAITS

MOST_CHATTER = 50
"""Lines of chatter that may wait; later ones are dropped, as answers that come late are none."""

MOST_CHATTER_EACH = 20
"""Those that may wait for one person or channel, who is told if there would be more."""

MOST_PROMPTS_EACH = 5
"""Prompts that may wait for one person; the oldest gives way: only the latest can be answered."""

MOST_PROMPTS = 500
"""Prompts that may wait for everybody together; the oldest gives way."""

MOST_GAME = 2000
"""Lines about games that may wait.

The oldest gives way: it tells of a round long over, the latest whose turn it is and the chips.
"""

MOST_COMMANDS = 500
"""Commands (JOIN, WHO) that may wait; further ones are dropped. Each channel has one or two."""

MOST_AHEAD = 50
"""Lines that may wait ahead of everything, which they do only while the server reads nothing."""

SAME_TROUBLE_SECONDS = 10.0
"""How long what a server minds may be lines that were sent before it was first heeded."""


@dataclass(slots=True)
class _Waiting:
    """What waits to be said to a target, after the words that address it, and on which topic.

    More may be joined to it if it is open. TOLD is called when it has left; without, nobody minds
    if it never does.
    """

    target: str
    address: str
    text: str
    topic: str
    is_open: bool
    told: Told | None = None


class SendQueue:
    """Lines that wait, and go at PACE; it knows no clock and sends nothing.

    Prompts go first, then what is said of the game, then chatter; first in, first out within each.
    Commands (JOIN, WHOIS) go after the prompts, and take turns with the rest. LOG is told once when
    something has to be dropped, and again only after the queue of that kind has drained.
    """

    def __init__(self, pace: Pace, log: Callable[[str], None]) -> None:
        self._pace = pace
        self._bucket: TokenBucket | None = None
        """None until there was a line to send."""
        self._slowed_at: float | None = None
        self._log = log
        self._ahead: deque[str] = deque(maxlen=MOST_AHEAD)
        self._commands: deque[str] = deque()
        self._was_command = False
        """Whether a command went last: people can cause WHOIS, as much of it as they like."""
        self._said: dict[Urgency, deque[_Waiting]] = {each: deque() for each in Urgency}
        self._complained: set[Urgency] = set()
        self._receipts: list[Told] = []
        """What is to be called for lines that were taken, or never will be."""
        self._is_closed = False

    def __len__(self) -> int:
        waiting = sum(len(lines) for lines in self._said.values())
        return len(self._ahead) + len(self._commands) + waiting

    def put_ahead(self, line: str) -> None:
        """Send LINE before everything else, neither counted nor held back: PONG, registration."""
        self._ahead.append(line)

    def put_command(self, line: str) -> None:
        """Send LINE after the prompts; one that waits already is not sent twice."""
        if len(self._commands) < MOST_COMMANDS and line not in self._commands:
            self._commands.append(line)

    def put(
        self,
        target: str,
        address: str,
        text: str,
        urgency: Urgency,
        *,
        topic: str = "",
        is_open: bool = False,
        told: Told | None = None,
    ) -> None:
        """Send TEXT to TARGET when URGENCY has its turn; ADDRESS is what stands before it.

        ``withdraw`` finds it by its TOPIC, and ``join`` may add to it if it is open. TOLD is for
        ``receipts``, and has it sent even when the queue is closed.
        """
        if self._is_closed and told is None:
            return
        waiting = self._said[urgency]
        if urgency is Urgency.CHATTER:
            if not self._has_room_for_chatter(target):
                return
            if self._chatter_for(target) == MOST_CHATTER_EACH:
                text = MORE_THAN_WAITS
        elif urgency is Urgency.PROMPT:
            self._make_room_for_prompt(target)
        elif urgency is Urgency.GAME and len(waiting) >= MOST_GAME:
            self._complain(urgency, f"{MOST_GAME} lines about games wait: dropping the oldest")
            self._note_receipt(waiting.popleft())
        waiting.append(_Waiting(target, address, text, topic, is_open, told))

    def join(self, target: str, text: str, most_bytes: int) -> bool:
        """Add TEXT to what waits to be said last of a game to TARGET; return whether it could be.

        It cannot where nothing waits, where that is not open, or where both have not enough room.
        """
        of_target = (each for each in reversed(self._said[Urgency.GAME]) if each.target == target)
        last = next(of_target, None)
        if last is None or not last.is_open:
            return False
        joined = last.text + JOINT + text
        if len(joined.encode()) > most_bytes:
            return False
        last.text = joined
        return True

    def withdraw(self, target: str, topic: str) -> None:
        """Drop what waits for TARGET on TOPIC."""
        for urgency, waiting in self._said.items():
            self._said[urgency] = deque(
                each for each in waiting if (each.target, each.topic) != (target, topic)
            )

    def readdress(self, old: str, target: str, address: str, fold: Fold) -> None:
        """Send to TARGET, by ADDRESS, what waits for whoever was OLD, as FOLD makes it."""
        for waiting in self._said.values():
            for each in waiting:
                if fold(each.target) == old:
                    each.target, each.address = target, address

    def forget(self, nick: str, fold: Fold) -> None:
        """Drop what waits for NICK, as FOLD makes it."""
        for urgency, waiting in self._said.items():
            self._said[urgency] = deque(each for each in waiting if fold(each.target) != nick)

    def take(self, now: float) -> str | None:
        """Return the line to send NOW (in seconds), or None where none waits or may go yet."""
        if self._ahead:
            return self._ahead.popleft()
        if not len(self) or self._allowance(now).seconds_to_wait(now) > 0:
            return None
        self._allowance(now).spend()
        self._was_command = self._is_commands_turn()
        return self._commands.popleft() if self._was_command else self._take_said()

    def receipts(self) -> list[Told]:
        """Return what is to be called when all that was taken since the last time has left."""
        receipts, self._receipts = self._receipts, []
        return receipts

    def close(self) -> None:
        """Drop, and refuse from now on, all that nobody minds if it is never sent."""
        self._is_closed = True
        self._commands.clear()
        for urgency, waiting in self._said.items():
            self._said[urgency] = deque(each for each in waiting if each.told is not None)

    def seconds_to_wait(self, now: float) -> float | None:
        """Return in how many seconds ``take`` has a line, None while nothing waits."""
        if self._ahead:
            return 0.0
        return self._allowance(now).seconds_to_wait(now) if len(self) else None

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
        self._commands.clear()
        for waiting in self._said.values():
            waiting.clear()

    def _allowance(self, now: float) -> TokenBucket:
        rate, burst = self._pace.at(now)
        if self._bucket is None:
            self._bucket = TokenBucket(rate, burst)
            if self._pace.is_slowed:
                self._bucket.empty(now)  # what it took to register counts too
        self._bucket.rate, self._bucket.burst = rate, burst
        return self._bucket

    def _is_commands_turn(self) -> bool:
        if not self._commands or self._said[Urgency.PROMPT]:
            return False
        return not (self._was_command and any(self._said.values()))

    def _take_said(self) -> str:
        urgency = next(each for each in Urgency if self._said[each])
        first = self._said[urgency].popleft()
        if not self._said[urgency]:
            self._complained.discard(urgency)
        self._note_receipt(first)
        return first.address + first.text

    def _note_receipt(self, waiting: _Waiting) -> None:
        if waiting.told is not None:
            self._receipts.append(waiting.told)

    def _has_room_for_chatter(self, target: str) -> bool:
        """Tell whether one more line may wait; none does behind the news that there are more."""
        waiting = self._said[Urgency.CHATTER]
        if len(waiting) >= MOST_CHATTER:
            what = f"{MOST_CHATTER} lines of chatter wait: dropping further ones"
            self._complain(Urgency.CHATTER, what)
            return False
        return not any((each.target, each.text) == (target, MORE_THAN_WAITS) for each in waiting)

    def _chatter_for(self, target: str) -> int:
        return sum(each.target == target for each in self._said[Urgency.CHATTER])

    def _make_room_for_prompt(self, target: str) -> None:
        waiting = self._said[Urgency.PROMPT]
        same = [each for each in waiting if each.target.lower() == target.lower()]
        if len(same) >= MOST_PROMPTS_EACH:
            self._complain(Urgency.PROMPT, f"prompts for {target} pile up: dropping the oldest")
            waiting.remove(same[0])
        elif len(waiting) >= MOST_PROMPTS:
            self._complain(Urgency.PROMPT, f"{MOST_PROMPTS} prompts wait: dropping the oldest")
            waiting.popleft()

    def _complain(self, urgency: Urgency, message: str) -> None:
        if urgency not in self._complained:
            self._complained.add(urgency)
            self._log(message)
