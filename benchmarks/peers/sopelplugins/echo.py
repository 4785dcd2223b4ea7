"""A plugin for Sopel with one command, which says what it is given."""

from typing import Any

from sopel import plugin


# Without a thread for each command, as by itself, it is faster.
@plugin.command("echo")
@plugin.thread(value=False)
def echo(bot: Any, trigger: Any) -> None:
    """Say what stands behind the command."""
    bot.say(trigger.group(2))
