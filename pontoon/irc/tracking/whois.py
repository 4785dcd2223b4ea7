"""Asks a server which account somebody is logged in to: WHOIS, for whoever has to know."""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import IntEnum

from irctokens.line import Line

from pontoon.irc.casemapping import Fold
from pontoon.irc.dispatch import fault_at
from pontoon.irc.nicks import is_nick
from pontoon.irc.people import Person
from pontoon.irc.reactor import Clock, Delayed
from pontoon.irc.tracking.accounts import account_named

Answered = Callable[[Person], None]
"""Is told who somebody is; their account is None where the server did not say."""

ANSWER_SECONDS = 5.0
"""How long whoever has asked waits for an answer."""

LATE_SECONDS = 60.0
"""How long an answer that comes too late for them is still heeded."""

MOST_QUESTIONS = 20
"""Nicks that somebody wants to know about at a time; of others the account is not known."""

MOST_ASKERS = 20
"""Those who wait for an answer about a nick that they named; as many again go before these."""


class Precedence(IntEnum):
    """Who is asked about before whom; nobody is kept waiting by those who come after them."""

    SEATED = 0
    """Somebody who has a seat, or may have: a table waits for them."""
    SPEAKING = 1
    """Somebody who has said something."""
    NAMED = 2
    """Somebody of whom others have said something, or who has just come."""


MOST_UNANSWERED = {Precedence.SEATED: 20, Precedence.SPEAKING: 6, Precedence.NAMED: 3}
"""How many questions the server may owe an answer to when one more is asked, by who that is about.

So those who come first wait behind few others, though lines are sent slowly.
"""


@dataclass(slots=True)
class _Question:
    """A nick, who wants to know about it, and what has been told of it so far."""

    nick: str
    precedence: Precedence
    askers: list[Answered] = field(default_factory=list)
    is_asked: bool = False
    timer: Delayed | None = None
    userhost: str = ""
    is_there: bool = False
    is_registered: bool = False
    account: str | None = None

    @property
    def is_pending(self) -> bool:
        """Whether the server is asked, and somebody waits for its answer."""
        return self.is_asked and bool(self.askers)

    def takes(self, precedence: Precedence) -> bool:
        """Tell whether one more, of that PRECEDENCE, can wait for the answer."""
        is_named = precedence is Precedence.NAMED
        return len(self.askers) < (MOST_ASKERS if is_named else 2 * MOST_ASKERS)

    @property
    def person(self) -> Person:
        """Who has the nick, by what was told until the end."""
        if not self.is_there:
            return Person(self.nick)
        otherwise = self.nick if self.is_registered else ""
        return Person(self.nick, self.userhost, otherwise if self.account is None else self.account)


class Whois:
    """Asks about nicks, each once, whoever wants to know, in the order of their precedence.

    Answers to nothing that was asked do not count.

    NOTE is told what the server has told of somebody, be it too late. FOLD returns how the
    server compares nicks, COMMAND sends a line.
    """

    def __init__(
        self,
        *,
        clock: Clock,
        fold: Callable[[], Fold],
        command: Callable[[str], None],
        note: Callable[[Person], None],
        log: Callable[[str], None],
    ) -> None:
        self._clock = clock
        self._fold = fold
        self._command = command
        self._note = note
        self._log = log
        self._questions: dict[str, _Question] = {}
        self.acts: dict[str, Callable[[Line], None]] = {
            "311": self._is_there,
            "307": self._is_registered,
            "330": self._is_logged_in,
            "318": self._all_told,
            "263": self._try_again,
        }
        """What to do at which message (RFC 2812, 5.1; 307 and 330 are of later servers)."""

    def look_up(self, nick: str, precedence: Precedence, answered: Answered) -> None:
        """Find out who has NICK; ANSWERED is told once, a few seconds later in any case.

        It is told at once, without an account, where too much is asked already that goes before.
        """
        question, given_up = self._about(nick), None
        if question is None and is_nick(nick):
            given_up = self._make_room(precedence)
            if len(self._questions) < MOST_QUESTIONS:
                question = self._questions[self._fold()(nick)] = _Question(nick, precedence)
        if question is not None and question.takes(precedence):
            self._wait(question, precedence, answered)
            self._ask()
        else:
            answered(Person(nick))
        if given_up is not None:
            self._answer(given_up, Person(given_up.nick))

    def refused(self, message: Line) -> bool:
        """Tell whether MESSAGE, an error, says that there is nobody of a nick asked about."""
        match message.command, message.params:
            case "401", [_, nick, *_] if (question := self._about(nick)) is not None:
                self._end(question)
                return True
        return False

    def stop(self) -> None:
        """Ask no more: the connection is gone, and nobody is told anything."""
        for question in self._questions.values():
            if question.timer is not None:
                question.timer.cancel()
        self._questions.clear()

    def _make_room(self, precedence: Precedence) -> _Question | None:
        """Drop a question where there are too many; return it, its askers being owed an answer.

        That is one that was answered too late so far, or else the last of those that come after
        PRECEDENCE and that the server was not asked yet.
        """
        if len(self._questions) < MOST_QUESTIONS:
            return None
        questions = self._questions.values()
        late = (each for each in questions if not each.askers)
        after = [each for each in questions if not each.is_asked and each.precedence > precedence]
        given_up = next(late, None) or max(reversed(after), key=_precedence, default=None)
        if given_up is not None:
            self._drop(given_up)
        return given_up

    def _wait(self, question: _Question, precedence: Precedence, answered: Answered) -> None:
        """Have one more wait for the answer to QUESTION, which may come sooner for that."""
        question.askers.append(answered)
        if len(question.askers) == 1 or precedence < question.precedence:
            self._set_timer(question, ANSWER_SECONDS, self._too_late)
        question.precedence = min(precedence, question.precedence)

    def _ask(self) -> None:
        """Ask the server about those whose turn it is."""
        questions = self._questions.values()
        pending = sum(each.is_pending for each in questions)
        for question in sorted((each for each in questions if not each.is_asked), key=_precedence):
            if pending < MOST_UNANSWERED[question.precedence]:
                pending += 1
                question.is_asked = True
                self._command(f"WHOIS {question.nick}")

    def _about(self, nick: str) -> _Question | None:
        return self._questions.get(self._fold()(nick))

    def _asked(self, message: Line) -> _Question | None:
        """Return the question that MESSAGE is part of the answer to."""
        match message.params:
            case [_, nick, _, *_] if "!" not in (message.source or ""):
                return self._about(nick)
        return None

    def _is_there(self, message: Line) -> None:
        match self._asked(message), message.params:
            case _Question() as question, [_, nick, user, host, *_] if is_nick(nick):
                question.nick = nick
                question.userhost = f"{user}@{host}"
                question.is_there = True

    def _is_registered(self, message: Line) -> None:
        """Note that somebody has identified for their nick: servers without 330 say only that."""
        if (question := self._asked(message)) is not None:
            question.is_registered = True

    def _is_logged_in(self, message: Line) -> None:
        match self._asked(message), message.params:
            case _Question() as question, [_, _, account, _, *_]:
                question.account = account_named(account)

    def _all_told(self, message: Line) -> None:
        match message.params:
            case [_, nick, *_] if (question := self._about(nick)) is not None:
                self._end(question)

    def _try_again(self, message: Line) -> None:
        """Let everybody go without an answer: the server is too busy for WHOIS."""
        match message.params:
            case [_, command, *_] if command.upper() == "WHOIS":
                questions = [*self._questions.values()]
                self.stop()
                for question in questions:
                    self._answer(question, Person(question.nick))

    def _end(self, question: _Question) -> None:
        self._drop(question)
        person = question.person
        self._note(person)
        self._answer(question, person)
        self._ask()

    def _drop(self, question: _Question) -> None:
        if question.timer is not None:
            question.timer.cancel()
        self._questions = {k: each for k, each in self._questions.items() if each is not question}

    def _too_late(self, question: _Question) -> None:
        if question.is_asked:
            self._set_timer(question, LATE_SECONDS, self._drop)
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
                # The others must not wait for ever because of it.
                self._log(fault_at(f"WHOIS {question.nick}", fault))

    def _set_timer(
        self, question: _Question, seconds: float, due: Callable[[_Question], None]
    ) -> None:
        if question.timer is not None:
            question.timer.cancel()

        def passed() -> None:
            question.timer = None
            due(question)

        question.timer = self._clock.callLater(seconds, passed)


def _precedence(question: _Question) -> Precedence:
    return question.precedence
