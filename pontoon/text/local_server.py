"""What the server inside the bot tells people: how to come there, and how to begin."""

from collections.abc import Sequence

_MOST_NAMED = 10
"""Players who are named; of more it is said how many there are."""


def greeting(bot: str, channels: Sequence[str], command: str) -> list[str]:
    """Welcome whoever connects, a line an item; COMMAND starts a round."""
    return [
        f"{bot} deals in {', '.join(channels)}. To go there: /join {channels[0]}",
        f"To begin, say there: {command} NICK NICK ...",
        "Those named must be in the channel, and in players.xml.",
    ]


def invitation(
    bot: str, address: str, port: int, channels: Sequence[str], players: Sequence[str], command: str
) -> list[str]:
    """Tell on the terminal how to play, a line an item; PLAYERS are all nicks that can."""
    if players:
        others = len(players) - _MOST_NAMED
        named = ", ".join(players[:_MOST_NAMED]) + (f" and {others} more" if others > 0 else "")
    else:
        named = "nobody yet: add a player to players.xml"
    nick = players[0] if players else "NICK"
    return [
        f"{bot} deals on an IRC server of its own.",
        f"  Connect to   {address}, port {port}, no TLS (irssi -c {address} -p {port} -n {nick})",
        f"  Join         {', '.join(channels)}",
        f"  Can play     {named}",
        f"  To begin     {command} {nick}",
        "Ctrl-C stops it.",
    ]


SHUTTING_DOWN = "The server is shutting down"
"""Why everybody's connection is closed when the bot stops."""
