"""The messages that the client acts on: it has a method ``irc_...`` for each, as IRCClient has."""

from twisted.words.protocols import irc

from pontoon.irc.client import Client

USED_OF_THE_BASE = frozenset({"PART"})
"""Methods of the base class that are used as they are."""
READ_BEFORE = frozenset({"BATCH"})
"""What is read before a method is looked for: which lines are replayed."""


def handled_messages() -> set[str]:
    """Return each command and numeric that the client acts on."""
    named = {name.removeprefix("irc_") for name in vars(Client) if name.startswith("irc_")}
    dropped = {"RPL_MOTD", "ERR_PASSWDMISMATCH", "unknown"}
    used = (named | USED_OF_THE_BASE | READ_BEFORE) - dropped
    return {irc.symbolic_to_numeric.get(name, name) for name in used} | {"376"}
