"""The names of computer players: they have a plus sign, which no nick on IRC can have.

>>> player = computer_at("ann", "#cards", "libera")
>>> player, is_computer(player), character_of(player), shown(player), shown("dave")
('ann+#cards@libera', True, 'ann', 'ann+', 'dave')
"""

PLUS = "+"

CHARACTERS = ("ann", "bob", "cat")
"""The characters of computer players. In each channel each is a player of its own."""


def is_computer(player: str) -> bool:
    return PLUS in player


def computer_at(character: str, channel: str, network: str) -> str:
    """Return the player that CHARACTER is in CHANNEL of NETWORK."""
    return f"{character}{PLUS}{channel}@{network}"


def place_of(player: str) -> str:
    """Return the channel and the network of PLAYER, who is a computer, as one word."""
    return player.partition(PLUS)[2]


def character_of(player: str) -> str:
    """Return the character of PLAYER, who is a computer."""
    return player.partition(PLUS)[0]


def shown(player: str) -> str:
    """Return what people call PLAYER if it is a computer, in the channel where it plays."""
    return character_of(player) + PLUS if is_computer(player) else player


def character_meant(word: str) -> str | None:
    """Return the character that WORD means, "" if there is no such; None if it means no computer.

    >>> character_meant("ann+"), character_meant("+Ann"), character_meant("zed+")
    ('ann', 'ann', '')
    >>> character_meant("ann")
    """
    if not is_computer(word):
        return None
    name = word.removeprefix(PLUS).removesuffix(PLUS).lower()
    return name if name in CHARACTERS else ""
