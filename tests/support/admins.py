"""A bot with admins, and what tests ask of it."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from pontoon.commands.base import Who
from pontoon.commands.command_table import COMMANDS
from pontoon.storage.place import connected
from pontoon.storage.players.audit import audit
from pontoon.text import admin_commands as said
from tests.support.offline_bot import CHANNEL, OfflineBot

ADMIN = {"admin": {"accounts": "boss", "masks": "root!*@admin.example"}}

ORDERS = (
    "add anna 500",
    "chips dave +100",
    "remove kevin",
    "rename kevin bob",
    f"stop {CHANNEL}",
    f"say {CHANNEL} hello",
    "ban kevin",
    "ban kevin 5",
    "unban kevin",
    f"part {CHANNEL}",
    "audit",
    "reload",
    "status",
    "quit",
)


class Managed:
    """A bot that notes what it is to do."""

    def __init__(self) -> None:
        self.done: list[str] = []
        self.is_slow = False
        self.finish_audit: Callable[[], None] = lambda: None

    def reload(self) -> Sequence[str]:
        """Note it."""
        self.done.append("reload")
        return ["read again"]

    def status(self) -> Sequence[str]:
        """Note it."""
        self.done.append("status")
        return ["well", "at home"]

    def set_channels(self, network: str, channels: Sequence[str]) -> bool:
        """Note it; channels with a ! have a bad name."""
        self.done.append(f"{network}: {' '.join(channels)}")
        return not any(channel.startswith("!") for channel in channels)

    def audit(self, told: Callable[[Sequence[str]], None]) -> None:
        """Note it, and tell a result, at once unless it is slow."""
        self.done.append("audit")
        self.finish_audit = partial(told, ["all chips are accounted for"])
        if not self.is_slow:
            self.finish_audit()

    async def rescue(self) -> str:
        """Note it."""
        self.done.append("rescue")
        return "players.db is where it belongs"

    def quit(self) -> None:
        """Note it."""
        self.done.append("quit")


def with_admins(folder: Path) -> OfflineBot:
    """Return a bot with dave, who is logged in to an admin's account, and kevin."""
    bot = OfflineBot(folder, "dave 1000, kevin 1000", config=ADMIN)
    bot.bot.control = Managed()
    bot.logs_in("dave", "boss")
    return bot


def told(bot: OfflineBot, nick: str, text: str) -> list[str]:
    """Have NICK say TEXT to the bot; return what they are told. Nobody else is told anything."""
    answers = bot.tells(nick, text)
    assert {each.target for each in answers} <= {nick}
    return [each.line for each in answers]


def order(bot: OfflineBot, text: str) -> str:
    """Have dave order TEXT; return the one line of answer."""
    (answer,) = told(bot, "dave", text)
    return answer


def usage_of(text: str) -> str:
    """Return what an admin is told who gets the order in TEXT wrong."""
    word = text.split()[0]
    (command,) = (each for each in COMMANDS if (each.word, each.who) == (word, Who.ADMIN))
    return said.HOW_TO_SAY.format(usage=command.usage, help_line=command.help)


def chips(bot: OfflineBot, nick: str) -> int | None:
    player = bot.store.find(nick)
    return None if player is None else player.chips


def ledger_of(bot: OfflineBot) -> list[tuple[str, str]]:
    """Return what the ledger says was done by somebody, and by whom; the house tells of each."""
    with connected(bot.players_xml) as database:
        return [*database.execute("SELECT why, by FROM changes WHERE by <> '' ORDER BY id")]


def is_accounted_for(bot: OfflineBot) -> bool:
    report = audit(bot.players_xml)
    return not report.findings and not report.edits
