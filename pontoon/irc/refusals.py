"""Who learns of what a server refuses: by an error reply (``replies.py``), or by FAIL.

https://ircv3.net/specs/extensions/standard-replies
"""

from collections.abc import Callable, Collection, Sequence

from pontoon.irc.channels import Channels
from pontoon.irc.replies import (
    NOT_DELIVERED,
    REFUSED,
    REFUSED_UNNAMED,
    TOO_MANY_TARGETS,
    is_about_colours,
    is_error,
)
from pontoon.irc.sending import Outbox
from pontoon.irc.session import Session
from pontoon.irc.whois import Whois


class Refusals:
    """Tells what waits for an answer, the listener of SESSION or the log what the server refuses.

    That may be a question, a JOIN or a message. SERVICE_IS_ABSENT takes a nick that nobody has.
    """

    def __init__(
        self,
        session: Session,
        outbox: Outbox,
        channels: Channels,
        queries: Whois,
        service_is_absent: Callable[[str], object],
    ) -> None:
        self._session = session
        self._outbox = outbox
        self._channels = channels
        self._queries = queries
        self._service_is_absent = service_is_absent

    def told(self, command: str, params: Sequence[str]) -> None:
        """Tell an error reply, whose numeric is COMMAND, to whom it concerns; ignore all else."""
        match params:
            case [_, target, *why] if is_about_colours(command, " ".join(why)):
                if self._outbox.say_without_colours(target):
                    return
        for target in self.forget_receipts(command, params):
            if command in REFUSED_UNNAMED:
                self._session.listener.undeliverable(target, " ".join(params[1:]))
        if is_error(command):
            self._tell_asker(command, params)

    def failed(self, params: Sequence[str]) -> None:
        """Tell that a message did not arrive, by the PARAMS of a FAIL: of its target, if named."""
        command, code, *about, why = params
        if command not in ("PRIVMSG", "NOTICE"):
            return
        self._session.log(f"{' '.join(['FAIL', command, code, *about])}: {why}")
        channels = self.forget_receipts("FAIL", params)
        for each in about[:1] or channels:
            self._session.listener.undeliverable(each, why)

    def forget_receipts(self, command: str, params: Sequence[str]) -> Collection[str]:
        """Believe no more that channels heard what COMMAND refuses; return which these are."""
        match params:
            case _ if command in REFUSED_UNNAMED:
                return self._outbox.refused()
            case [_, target, *_] if command in REFUSED and target:
                return self._outbox.refused(target)
            case [("PRIVMSG" | "NOTICE"), _, target, _, *_] if command == "FAIL":
                return self._outbox.refused(target)
            case [("PRIVMSG" | "NOTICE"), _, _] if command == "FAIL":
                return self._outbox.refused()
            case [channel, nick, *_] if command == "KICK" and self._session.is_me(nick):
                return self._outbox.refused(channel)
        return ()

    def _tell_asker(self, numeric: str, params: Sequence[str]) -> None:
        """Tell whoever asked for what NUMERIC refuses: a question, a JOIN, a message."""
        if numeric in ("401", "440") and len(params) > 1:
            self._service_is_absent(params[1])
        match params:
            case [_, nick, *_] if numeric == "401" and self._queries.nobody_has(nick):
                pass
            case [_, why] if numeric in NOT_DELIVERED and len(why.split()) > 1:
                # ngIRCd names the nick only at the end of the text.
                self._session.log(f"{numeric} {why}")
                self._session.listener.undeliverable(why.split()[-1], why)
            case [_, about, *rest] if about.strip():
                self._tell_of(numeric, about, rest)

    def _tell_of(self, numeric: str, about: str, rest: Sequence[str]) -> None:
        """Tell that NUMERIC refuses something ABOUT a nick or channel; REST is what it says."""
        why = " ".join(rest) or numeric
        if self._channels.refused(about, why, numeric):
            return
        if numeric not in REFUSED or self._channels.find(about) is None:
            self._session.log(f"{numeric} {about}: {why}")  # else the listener does, once
        is_limit = numeric in TOO_MANY_TARGETS
        if numeric in REFUSED and not (is_limit and self._outbox.retry(about, why)):
            # What stands before the text may be the word that nobody may say (936).
            self._session.listener.undeliverable(about, rest[-1] if rest else why)
