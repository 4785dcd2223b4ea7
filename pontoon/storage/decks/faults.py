"""What can be wrong with players.decks, with a log of a channel, or with rounds."""

from enum import IntEnum

from msgspec import Struct


class Wrong(IntEnum):
    """What is wrong; the hundreds are the number of the check (FAIR, Checking)."""

    NO_LINE_FEED = 101
    NOT_A_RECORD = 102
    UNKNOWN = 103
    """Another format or procedure, which is refused."""
    HASH = 104
    BEFORE = 105
    NUMBER = 106
    EMPTY = 107

    NOT_SEALED = 201
    CLOSED_TWICE = 202
    LOST = 203
    NOT_OPENED = 204
    """The next deck of the same game was sealed before this one was opened."""

    SEAL = 301

    TOO_MANY_CUTS = 401
    BAD_CUT = 402
    UNSORTED = 403

    HOLE = 501
    PAST_MARKER = 502
    NOT_FINISHED = 503
    UNCUT = 504
    """Rounds of a deck without a list of cuts."""
    UNSETTLED = 505
    """A pack that was dealt on behind a round that was not settled."""

    NO_SUCH_ROUND = 601
    PLACE = 602
    MISSING = 603
    """A settled round between others that are there."""
    TWICE = 604
    CARD = 605
    """The round was dealt from other cards than those of the deck."""
    COUNT = 606
    """The round took another number of cards."""
    NOT_AS_RECORDED = 607
    """The round does not go as it was recorded."""
    NOT_A_ROUND = 608
    """The round cannot be read."""

    LOG_NOTHING = 701
    LOG_SHAPE = 702
    LOG_ORDER = 703
    LOG_TWO_WAYS = 704
    LOG_NO_DECK = 705
    LOG_SEAL = 706
    LOG_CUTS = 707
    LOG_OPENING = 708
    LOG_NOT_CLOSED = 709
    LOG_UNCUT = 710
    """A round began before the cut was said."""

    @property
    def check(self) -> int:
        return int(self) // 100


class DeckFault(Struct, frozen=True):
    """A fault at a LINE, counted from 1: of the log in check 7, otherwise of players.decks.

    It is 0 for a round in the database, in check 6. ``deck`` is 0 if the fault concerns none.
    """

    what: Wrong
    line: int
    deck: int = 0
    detail: str = ""
