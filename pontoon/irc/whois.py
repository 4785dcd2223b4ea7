"""Asks the server by WHOIS which account somebody is logged in to."""

from collections.abc import Callable
from enum import IntEnum
from functools import partial
from operator import attrgetter

from msgspec import Struct, field

from pontoon.irc.channels import Channels
from pontoon.irc.nicks import is_nick
from pontoon.irc.people import Person
from pontoon.irc.sending import Outbox
from pontoon.irc.session import Session, fault_at

Answered = Callable[[Person], None]
"""Is called with a person. Their account is None if the server did not tell it."""

ANSWER_SECONDS = 5.0  # that a caller waits until the question has left, and then for an answer
LATE_SECONDS = 60.0  # that an answer still counts when it is too late for the callers

MAX_QUESTIONS = 20
"""Questions that may wait for an answer when somebody is named; the account stays unknown if there
are more. Others are always asked about: they are few."""


class Precedence(IntEnum):
    """Which questions come first. Nobody waits for those who come after them."""

    SEATED = 0
    """Somebody who has a seat, or may have one: a table waits for them."""
    SPEAKING = 1
    """Somebody who has said something."""
    NAMED = 2
    """Somebody whom others have named, or who has just joined."""


MAX_UNANSWERED = {Precedence.SEATED: 20, Precedence.SPEAKING: 6, Precedence.NAMED: 3}
"""How many questions may be open when one more is asked, by its precedence.

A question of a high precedence thus waits for few others, although lines go out slowly.
"""


class _Question(Struct, eq=False):
    """A nick, the callers who wait for an answer, and what the server has told so far.

    ``key`` is the nick folded when the question began. ``userhost`` is empty while nobody is known
    to have the nick.
    """

    key: str
    nick: str
    precedence: Precedence
    askers: list[Answered] = field(default_factory=list)
    is_asked: bool = False
    userhost: str = ""
    account: str | None = None


class Whois:
    """Asks about each nick once, however many callers want to know, in order of precedence.

    Only answers to these questions count. CHANNELS learns each answer, even one that comes late.
    """

    def __init__(self, session: Session, outbox: Outbox, channels: Channels) -> None:
        self._session = session
        self._outbox = outbox
        self._channels = channels
        self._questions: dict[str, _Question] = {}
        self._timers = session.timers
        self._is_line_waiting = False
        """Whether a WHOIS waits to be sent."""

    def look_up(self, nick: str, precedence: Precedence, answered: Answered) -> None:
        """Find out who has NICK; call ANSWERED once, within a few seconds in any case.

        If too many already wait for an answer, call it at once, without an account.
        """
        question = self._about(nick)
        if question is None:
            waiting = sum(bool(each.askers) for each in self._questions.values())
            is_one_too_many = precedence is Precedence.NAMED and waiting >= MAX_QUESTIONS
            if is_one_too_many or not is_nick(nick):
                answered(Person(nick))
                return
            key = self._session.fold(nick)
            question = self._questions[key] = _Question(key, nick, precedence)
        question.askers.append(answered)
        if len(question.askers) == 1 or precedence < question.precedence:
            self._timers.after(ANSWER_SECONDS, question, partial(self._too_late, question))
        question.precedence = min(precedence, question.precedence)
        self._ask()

    # Replies to WHOIS (RFC 2812, 5.1; 307 and 330 are from later servers)

    def is_at(self, nick: str, userhost: str) -> None:
        """Note that NICK is at USERHOST."""
        if is_nick(nick) and (about := self._about(nick)):
            about.nick, about.userhost = nick, userhost

    def has_identified(self, nick: str) -> None:
        """Note that NICK is logged in to the account of that name, unless another one is told."""
        if (about := self._about(nick)) and about.account is None:
            about.account = about.nick

    def has_account(self, nick: str, account: str) -> None:
        """Note that NICK is logged in to ACCOUNT."""
        if about := self._about(nick):
            about.account = account

    def is_over(self, nick: str) -> None:
        """Note that all is told of NICK."""
        if about := self._about(nick):
            self._end(about)

    def nobody_has(self, nick: str) -> bool:
        """Note that nobody has NICK; return False if there is no question about it."""
        question = self._about(nick)
        if question is not None:
            self._end(question)
        return question is not None

    def _ask(self) -> None:
        """Ask the server what comes next, unless the last question still waits to be sent.

        A question that comes later, but before others, thus waits for one line at most.
        """
        questions = self._questions.values()
        while not self._is_line_waiting:
            pending = sum(each.is_asked and bool(each.askers) for each in questions)
            unasked = [each for each in questions if not each.is_asked]
            question = min(unasked, key=attrgetter("precedence"), default=None)
            if question is None or pending >= MAX_UNANSWERED[question.precedence]:
                break
            question.is_asked = self._is_line_waiting = True
            leaves = partial(self._line_left, question)
            self._outbox.command(f"WHOIS {question.nick}", leaves=leaves)

    def _line_left(self, question: _Question) -> None:
        self._is_line_waiting = False
        if question.askers:  # a slow server has the whole time, however long the line has waited
            self._timers.after(ANSWER_SECONDS, question, partial(self._too_late, question))
        # Not at once: the line is just being taken from the queue.
        self._timers.after(0, "next WHOIS", self._ask)

    def _about(self, nick: str) -> _Question | None:
        return self._questions.get(self._session.fold(nick))

    def give_up(self) -> None:
        """Answer all questions without an account: the server is too busy for WHOIS."""
        questions = [*self._questions.values()]
        for question in questions:
            self._drop(question)
        for question in questions:
            self._answer(question, Person(question.nick))

    def _end(self, question: _Question) -> None:
        self._drop(question)
        person = Person(question.nick)
        if question.userhost:
            person = Person(question.nick, question.userhost, question.account or "")
        self._channels.seen(person)
        self._answer(question, person)
        self._ask()

    def _drop(self, question: _Question) -> None:
        self._timers.cancel(question)
        del self._questions[question.key]

    def _too_late(self, question: _Question) -> None:
        if question.is_asked:
            self._timers.after(LATE_SECONDS, question, partial(self._drop, question))
        else:
            self._drop(question)
        self._answer(question, Person(question.nick))
        self._ask()

    def _answer(self, question: _Question, person: Person) -> None:
        askers, question.askers = question.askers, []
        for answered in askers:
            try:
                answered(person)
            except Exception as fault:
                # The other callers still get their answer.
                self._session.log(fault_at(f"WHOIS {question.nick}", fault))
