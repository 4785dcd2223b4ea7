"""What the table of keys is made of: sections, keys, and readers of values."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Reader:
    """Turns the text behind ``key =`` into a value."""

    read: Callable[[str], object]
    values: str = ""
    """The values that are allowed, in words; "" if the help text of the key says it."""

    def __call__(self, text: str) -> object:
        """Return the value of TEXT; raise ValueError, with the reason, if it has none."""
        return self.read(text)


@dataclass(frozen=True, slots=True)
class Key:
    """One key: how config.ini and docs/configuration.md describe it, and how it is read.

    Its default is that of the field which it fills.
    """

    name: str
    help: str
    read: Reader | None = None
    """The reader; None where the type of the field tells it."""
    has_default: bool = True
    """Whether the key needs a value; one without a default may be left empty."""
    default: str = ""
    """The default in words, where it depends on other keys."""
    is_commented: bool = False
    """Whether the key is commented out in the shipped config.ini."""


def without_default(name: str, help_text: str, read: Reader | None = None) -> Key:
    """Return a key that is commented out in the shipped config.ini because it has no default."""
    return Key(name, help_text, read, has_default=False, is_commented=True)


@dataclass(frozen=True, slots=True)
class Section:
    """A section: what it is about, and its keys in the order of config.ini."""

    name: str
    about: str
    keys: tuple[Key, ...]

    @property
    def readers(self) -> dict[str, Reader]:
        """The readers that the types of the fields do not tell, by key."""
        return {key.name: key.read for key in self.keys if key.read is not None}

    @property
    def may_be_empty(self) -> frozenset[str]:
        """The keys that need no value."""
        return frozenset(key.name for key in self.keys if not key.has_default)
