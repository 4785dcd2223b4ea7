"""The admins of the bot."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

from pontoon.irc.casemapping import Fold
from pontoon.irc.masks import read_mask
from pontoon.irc.people import Person
from pontoon.text.admin_commands import FAULT_IS_OVER

RETRY_SECONDS = 60.0
"""How often a fault is told again while no admin is there to hear it."""

QUIET_SECONDS = 600.0
"""How long the same fault is not told again if it comes back."""

MAX_TOLD = 5
"""How many different faults of one thing are told in that time: a server may word each anew."""


class Admins:
    """The people with these ACCOUNTS and MASKS on the network called NETWORK, "" for [irc].

    What begins with ``NAME/`` is meant for [irc:NAME]. FOLD returns how the server compares nicks.
    """

    def __init__(
        self, accounts: Sequence[str], masks: Sequence[str], network: str, fold: Callable[[], Fold]
    ) -> None:
        self._accounts = frozenset(_of_network(accounts, network))
        self._masks = [read_mask(mask) for mask in _of_network(masks, network)]
        self._fold = fold

    @property
    def have_accounts(self) -> bool:
        """Tell whether it matters to which account somebody is logged in."""
        return bool(self._accounts)

    def include(self, person: Person) -> bool:
        """Tell whether PERSON is an admin: by the account they are logged in to, or by a mask."""
        fold = self._fold()
        if person.account and fold(person.account) in map(fold, self._accounts):
            return True
        return bool(person.userhost) and any(mask.fits(person, fold) for mask in self._masks)


class FaultNotices:
    """Tells admins of faults that need a person: of each once, and once that it is over.

    TELL tells a line to the admins who are there, and returns False if there are none. SECONDS
    returns the time.
    """

    def __init__(self, tell: Callable[[str], bool], seconds: Callable[[], float]) -> None:
        self._tell = tell
        self._seconds = seconds
        self._told: dict[str, str] = {}
        """The faults that admins know of, by what they are about."""
        self._quiet: dict[tuple[str, str], float] = {}
        """Until when a fault is not told again."""
        self._retry_at = 0.0
        self._untold: Mapping[str, str] = {}
        """The faults that there was no admin to hear."""

    def look(self, faults: Mapping[str, str]) -> None:
        """Tell which of FAULTS, by what they are about, are new, and which are over."""
        now = self._seconds()
        for about in self._told.keys() - faults.keys():
            self._tell(FAULT_IS_OVER.format(about=about))
            del self._told[about]
        # The clock may be set back.
        self._quiet = {
            fault: until
            for fault, until in self._quiet.items()
            if now < until <= now + QUIET_SECONDS
        }
        known = {*self._told.items(), *self._quiet}
        times = Counter(about for about, _ in self._quiet)
        new = {
            about: fault
            for about, fault in faults.items()
            if (about, fault) not in known and times[about] < MAX_TOLD
        }
        if new == self._untold and now < self._retry_at <= now + RETRY_SECONDS:
            return
        self._untold = {about: fault for about, fault in new.items() if not self._tell(fault)}
        self._retry_at = now + RETRY_SECONDS
        for about, fault in new.items() - self._untold.items():
            self._told[about] = fault
            self._quiet[about, fault] = now + QUIET_SECONDS


def _of_network(names: Iterable[str], network: str) -> Iterable[str]:
    """Yield those of NAMES that are meant for NETWORK, without the prefix for it."""
    for name in names:
        home, rest = home_of(name)
        if home == network:
            yield rest


def home_of(name: str) -> tuple[str, str]:
    """Return the network that NAME, an account or mask of an admin, is meant for, and the rest."""
    home, slash, rest = name.partition("/")
    return (home, rest) if slash and "!" not in home else ("", name)
