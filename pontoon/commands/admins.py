"""The admins of the bot."""

from collections.abc import Callable, Iterable, Sequence

from pontoon.irc.casemapping import Fold
from pontoon.irc.masks import read_mask
from pontoon.irc.people import Person


class Admins:
    """The people with these ACCOUNTS and MASKS on the network called NETWORK, "" for [irc].

    What begins with ``NAME/`` is meant for [irc:NAME]. FOLD returns how the server compares nicks.
    """

    def __init__(
        self,
        accounts: Sequence[str],
        masks: Sequence[str],
        network: str,
        fold: Callable[[], Fold],
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
