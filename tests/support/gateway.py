"""A way to a PostgreSQL server that can be cut, as networks are: then nothing comes through."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event, Thread

_PIECE_BYTES = 65_536


class Gateway:
    """Forwards connections to the socket at PATH, in a thread; ``port`` is where it listens."""

    def __init__(self, path: Path, seconds: float = 0.0) -> None:
        self.port = 0
        self._path = path
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

    async def _forward(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(asyncio.CancelledError):  # at the end
            await self._connect(reader, writer)

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await self._is_open.wait()
        try:
            far_reader, far_writer = await asyncio.open_unix_connection(str(self._path))
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
        writer.close()
