"""Messages of the server inside the bot: how to connect, and how to start a round."""

from collections.abc import Sequence

_MOST_NAMED = 10
"""The number of players who are named; the others are counted."""


def greeting(bot: str, channels: Sequence[str], command: str) -> list[str]:
    """Return the welcome for people who connect, one item per line; COMMAND starts a round."""
    return [
        f"{bot} deals in {', '.join(channels)}. To join: /join {channels[0]}",
        f"To start a round, say there: {command} NICK NICK ...",
        "Name players who are in the channel.",
    ]


def invitation(
    bot: str, address: str, port: int, channels: Sequence[str], players: Sequence[str], command: str
) -> list[str]:
    """Return instructions for the terminal, one item per line; PLAYERS are all players' nicks."""
    if players:
        others = len(players) - _MOST_NAMED
        named = ", ".join(players[:_MOST_NAMED]) + (f" and {others} more" if others > 0 else "")
    else:
        named = "nobody yet: add a player to players.xml"
    nick = players[0] if players else "NICK"
    return [
        f"{bot} runs its own IRC server.",
        f"  Connect to   {address}, port {port}, no TLS (irssi -c {address} -p {port} -n {nick})",
        f"  Join         {', '.join(channels)}",
        f"  Players      {named}",
        f"  To start     {command} {nick}",
        "To stop, press Ctrl-C.",
    ]


SHUTTING_DOWN = "The server is shutting down"
"""Why the server closes all connections when the bot stops."""
