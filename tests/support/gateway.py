"""A way to a server that can be cut, as networks are: then nothing comes through."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Event, Thread

_PIECE_BYTES = 65_536


Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Gateway:
    """Forwards connections in a thread, each to one that CONNECT makes.

    ``port`` is where it listens. What comes is SECONDS on its way.
    """

    def __init__(self, connect: Callable[[], Awaitable[Streams]], seconds: float = 0.0) -> None:
        self.port = 0
        self._connect = connect
        self._seconds = seconds
        self._loop = asyncio.new_event_loop()
        self._is_open = asyncio.Event()
        self._is_open.set()
        self._listens = Event()
        self._thread = Thread(target=self._run, daemon=True)

    @contextmanager
    def running(self) -> Iterator["Gateway"]:
        self._thread.start()
        self._listens.wait()
        try:
            yield self
        finally:
            asyncio.run_coroutine_threadsafe(self._end(), self._loop)
            self._thread.join()

    async def _end(self) -> None:
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for each in others:
            each.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        self._loop.stop()

    def cut(self) -> None:
        """Let nothing through from now on, and close nothing: neither side notices."""
        self._loop.call_soon_threadsafe(self._is_open.clear)

    def mend(self) -> None:
        """Let through again what comes, and what has come meanwhile."""
        self._loop.call_soon_threadsafe(self._is_open.set)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        server = self._loop.run_until_complete(asyncio.start_server(self._forward, "127.0.0.1", 0))
        self.port = server.sockets[0].getsockname()[1]
        self._listens.set()
        self._loop.run_forever()
        server.close()  # who connects later is refused, and need not wait

    async def _forward(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(asyncio.CancelledError):  # at the end
            await self._join(reader, writer)

    async def _join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await self._is_open.wait()
        try:
            far_reader, far_writer = await self._connect()
        except OSError:
            writer.close()
            return
        await asyncio.gather(self._pass_on(reader, far_writer), self._pass_on(far_reader, writer))

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while piece := await reader.read(_PIECE_BYTES):
                await self._is_open.wait()
                if self._seconds:
                    await asyncio.sleep(self._seconds)
                writer.write(piece)
                await writer.drain()
        await self._is_open.wait()  # nor does the end of a connection come through
        writer.close()
