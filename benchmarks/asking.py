"""Somebody who asks a bot the same thing over and over, and looks how soon it answers."""

import os
import re
import socket
from contextlib import suppress
from time import perf_counter

from benchmarks.programs import Program
from tests.real_servers.rawclient import Address, NotHeardError, RawClient

PATIENCE_SECONDS = 10.0
"""How long an answer may take."""

_MAX_BYTES = 65536
_TRY_AGAIN_SECONDS = 0.2
_QUIET_SECONDS = 0.3
_TRIES = 150


class UnexpectedError(Exception):
    """Something else came than the answer."""


def bare_socket(client: RawClient) -> socket.socket:
    """Return the socket of CLIENT on its own, to be used from now on instead of CLIENT."""
    line = socket.socket(fileno=os.dup(client.fileno()))
    line.settimeout(PATIENCE_SECONDS)
    return line


def receive(line: socket.socket) -> bytes:
    """Return what has come, and have it acknowledged now.

    Otherwise the system waits 40 ms with that, and the server as long with what is to follow
    (Nagle's algorithm, RFC 896): the figure would be of the two of them.
    """
    line.setsockopt(socket.IPPROTO_TCP, socket.TCP_QUICKACK, 1)
    return line.recv(_MAX_BYTES)


def until_answered(client: RawClient, channel: str, question: str) -> None:
    """Have CLIENT say QUESTION in CHANNEL, again and again, until a bot that arrives answers it."""
    for _ in range(_TRIES):
        client.say(channel, question)
        with suppress(NotHeardError):
            client.expect(" PRIVMSG ", _TRY_AGAIN_SECONDS)
            return
    raise UnexpectedError(f"nobody answers {question} in {channel}")


class Asker:
    """Somebody in CHANNEL on SERVER, where PROGRAM is or will be."""

    def __init__(self, server: Address, program: Program, channel: str) -> None:
        self._client = RawClient(server, f"For{program.nick}")
        self._client.join(channel)
        self._program = program
        self._channel = channel
        self._line = bare_socket(self._client)
        self._question = f"PRIVMSG {channel} :{program.question}\r\n".encode()
        self._answer = re.compile(
            rb":%s!\S+ PRIVMSG %s :[^\r\n]*\r\n"
            % (re.escape(program.nick).encode(), re.escape(channel).encode())
        )

    def sees(self, command: str) -> None:
        """Wait until the program is seen to JOIN or QUIT."""
        self._client.expect(rf"^:{re.escape(self._program.nick)}!\S+ {command}\b")

    def is_answered(self) -> None:
        """Ask until there is an answer, and then wait until there are no more."""
        until_answered(self._client, self._channel, self._program.question)
        while self._client.arrived(_QUIET_SECONDS):
            pass

    def latency(self) -> float:
        """Ask once; return the seconds from sending the question to the answer's first byte."""
        begun = perf_counter()
        self._line.sendall(self._question)
        received = receive(self._line)
        seconds = perf_counter() - begun
        self._check(received, answers=1)
        return seconds

    def answers_a_second(self, questions: int) -> float:
        """Ask so many QUESTIONS at once; return how many are answered in a second."""
        begun = perf_counter()
        self._line.sendall(self._question * questions)
        received = b""
        while received.count(b"\n") < questions:
            received += receive(self._line)
        seconds = perf_counter() - begun
        self._check(received, answers=questions)
        return questions / seconds

    def close(self) -> None:
        """Leave."""
        self._line.close()
        self._client.close()

    def _check(self, received: bytes, answers: int) -> None:
        """Make sure that so many ANSWERS have come, and nothing else: the figure is of these."""
        if self._answer.sub(b"", received) or len(self._answer.findall(received)) != answers:
            raise UnexpectedError(f"{self._program.name} was to answer, but came: {received!r}")
