"""Which players are called how: nicks and nicknames by what they look like."""

from collections.abc import Collection, Iterator

from pontoon.storage.players.lookalikes import skeletons
from pontoon.storage.players.player import Player
from pontoon.storage.players.player_element import in_players
from pontoon.storage.players.xml_edit import Element, text_of


class NameIndex:
    """The nicks of the players in ROOT by the skeletons of their names, shown or not.

    They are collected when one is first looked for; from then on ``change`` has to be called with
    whatever changes.
    """

    def __init__(self, root: Element) -> None:
        self._root = root
        self._nicks: dict[str, dict[str, None]] | None = None

    def find(self, skeleton: str) -> Collection[str]:
        """Return the nicks of the players who have a name with that SKELETON."""
        if self._nicks is None:
            self._nicks = {}
            for nick, name in _names_in(self._root):
                self._learn(nick, name)
        return self._nicks.get(skeleton, ())

    def change(self, before: Player | None, after: Player | None) -> None:
        """Note that the player BEFORE is AFTER now; None where there is no such player."""
        if before and after and (before.nick, before.nickname) == (after.nick, after.nickname):
            return
        if before is not None:
            self._forget(before)
        if after is not None:
            self._learn(after.nick, after.nick)
            self._learn(after.nick, after.nickname)

    def _learn(self, nick: str, name: str) -> None:
        if self._nicks is not None and name:
            for skeleton in skeletons(name):
                self._nicks.setdefault(skeleton, {})[nick] = None

    def _forget(self, player: Player) -> None:
        if self._nicks is None:
            return
        for skeleton in {*skeletons(player.nick), *skeletons(player.nickname)}:
            nicks = self._nicks.get(skeleton, {})
            nicks.pop(player.nick, None)
            if not nicks:
                self._nicks.pop(skeleton, None)


def _names_in(root: Element) -> Iterator[tuple[str, str]]:
    """Yield the nick of each player in ROOT with that nick, and with the nickname if there is one.

    Nicknames are found as ``in_players`` finds nicks.
    """
    nicks: dict[Element | None, str] = {}
    for player, element in in_players(root, "nick"):
        nicks[player] = text_of(element)
        yield nicks[player], nicks[player]
    for element in root.iter("nickname"):
        variables = element.getparent()
        if variables is None or variables.tag != "variables":
            continue
        if nick := nicks.get(variables.getparent()):
            yield nick, text_of(element)
