"""The lines by which anybody can check a deck: said to the channel, and heard (FAIR, Lines)."""

from collections.abc import Hashable, Iterable, Sequence
from functools import partial

from msgspec.structs import replace

from pontoon.irc.outgoing import Confirmation, Message, Priority, Told, do_nothing
from pontoon.tables.state import TableState


class DeckAnnouncer:
    """Says what is to be said of the decks of one channel; nothing overtakes it.

    Each thing has a name. It is on its way until it counts as heard, or is refused, or until
    ``again`` is called because the connection was lost.
    """

    def __init__(self, state: TableState) -> None:
        self._state = state
        self._on_its_way: set[Hashable] = set()
        self._heard: set[Hashable] = set()
        self.is_refused = False
        """Whether the server has refused a line about a deck: the bot may have no voice."""

    def is_heard(self, name: Hashable) -> bool:
        """Tell whether what has that NAME counts as said: the server has taken it."""
        return name in self._heard

    def is_due(self, name: Hashable) -> bool:
        """Tell whether what has that NAME is to be said now."""
        return not (self.is_refused or name in self._on_its_way or name in self._heard)

    def again(self) -> None:
        """Note that nothing is on its way, and that nothing may be refused now."""
        self._on_its_way.clear()
        self.is_refused = False

    def say(self, names: Sequence[Hashable], *items: str, heard: Told = do_nothing) -> None:
        """Say ITEMS, in which what has those NAMES is said; HEARD is called when that counts.

        Outside the channel nothing can be said: it remains due.
        """
        if self._state.context.network.roster(self._state.channel) is not None:
            message = Message(self._state.channel, items, Priority.RECORD)
            self._state.send(self.noted(message, names, heard))

    def noted(self, message: Message, names: Sequence[Hashable], heard: Told) -> Message:
        """Return MESSAGE, a record in which what has those NAMES is said, with what follows."""
        self._on_its_way.update(names)
        confirmation = Confirmation(
            heard=partial(self._note_heard, names, heard), refused=partial(self._refused, names)
        )
        return replace(message, confirmation=confirmation)

    def forget(self, names: Iterable[Hashable]) -> None:
        """Note that nobody will ask again for what has those NAMES."""
        self._heard.difference_update(names)

    def _note_heard(self, names: Sequence[Hashable], heard: Told) -> None:
        self._on_its_way.difference_update(names)
        self._heard.update(names)
        heard()

    def _refused(self, names: Sequence[Hashable], _why: str) -> None:
        self._on_its_way.difference_update(names)
        self.is_refused = True
