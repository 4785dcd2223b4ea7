"""A key of config.ini, and a section of such keys."""

from dataclasses import dataclass

from pontoon.service.config.values import Reader


@dataclass(frozen=True, slots=True)
class Key:
    """One key: how config.ini and docs/configuration.md describe it, and how it is read."""

    name: str
    help: str
    shown: str = ""
    """The value that stands in the shipped config.ini; a key without one may be left empty."""
    default: str = ""
    """The default in words, where it is not simply ``shown``."""
    is_commented: bool = False
    """Whether the key is commented out in the shipped config.ini."""
    read: Reader | None = None
    """The reader; None where the type of the field tells it."""


def without_default(name: str, help_text: str, read: Reader | None = None) -> Key:
    """Return a key that is commented out in the shipped config.ini because it has no default."""
    return Key(name, help_text, is_commented=True, read=read)


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
        return frozenset(key.name for key in self.keys if not key.shown)
