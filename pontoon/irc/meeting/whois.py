"""Asks a server which account somebody is logged in to: WHOIS, for whoever has to know."""

from collections.abc import Callable
from dataclasses import dataclass, field

from irctokens.line import Line

from pontoon.casemapping import Fold
from pontoon.irc.dispatch import fault_at
from pontoon.irc.meeting.logins import account_named
from pontoon.irc.nicks import is_nick
from pontoon.irc.reactor_types import Clock, Delayed
from pontoon.people import Person

Answered = Callable[[Person], None]
"""Is told who somebody is; their account is None where the server did not say."""

ANSWER_SECONDS = 5.0
"""How long whoever has asked waits for an answer."""

LATE_SECONDS = 60.0
"""How long an answer that comes too late for them is still heeded."""

MOST_QUESTIONS = 20
"""Nicks that are asked about at a time; of others the account is not known."""

MOST_ASKERS = 20
"""Those who wait for an answer about the same nick."""


@dataclass(slots=True)
class _Question:
    """A nick, who wants to know about it, and what has been told of it so far."""

    nick: str
    askers: list[Answered] = field(default_factory=list)
    timer: Delayed | None = None
    userhost: str = ""
    is_there: bool = False
    is_registered: bool = False
    account: str | None = None

    @property
    def person(self) -> Person:
        """Who has the nick, by what was told until the end."""
        if not self.is_there:
            return Person(self.nick)
        otherwise = self.nick if self.is_registered else ""
        return Person(self.nick, self.userhost, otherwise if self.account is None else self.account)


class Whois:
    """Asks about nicks, each once, whoever wants to know; answers to nothing that was asked count.

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

    def look_up(self, nick: str, answered: Answered) -> None:
        """Find out who has NICK; ANSWERED is told once, in 5 seconds at the latest.

        It is told at once, without an account, where too much is asked already.
        """
        question = self._about(nick)
        if question is None and is_nick(nick) and len(self._questions) < MOST_QUESTIONS:
            question = self._questions[self._fold()(nick)] = _Question(nick)
            self._command(f"WHOIS {nick}")
        if question is None or len(question.askers) >= MOST_ASKERS:
            answered(Person(nick))
            return
        question.askers.append(answered)
        if len(question.askers) == 1:
            self._set_timer(question, ANSWER_SECONDS, self._too_late)

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
                for question in list(self._questions.values()):
                    question.is_there = False
                    self._end(question)

    def _end(self, question: _Question) -> None:
        self._drop(question)
        person = question.person
        self._note(person)
        self._answer(question, person)

    def _drop(self, question: _Question) -> None:
        if question.timer is not None:
            question.timer.cancel()
        self._questions = {k: each for k, each in self._questions.items() if each is not question}

    def _too_late(self, question: _Question) -> None:
        self._set_timer(question, LATE_SECONDS, self._drop)
        self._answer(question, Person(question.nick))

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
