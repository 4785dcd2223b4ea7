"""The kitties in players.xml: what bankers have put up, and where, until they get it back."""

from collections.abc import Iterator
from copy import deepcopy

from pontoon.engine.events import Kitty
from pontoon.irc.casemapping import Fold
from pontoon.storage.players.player import Balances, Fault, Pile, Place
from pontoon.storage.players.xml_edit import (
    Element,
    Undo,
    add_last,
    line_of,
    remove,
    replace,
    set_text,
    text_of,
)

KITTY = "kitty"
"""The name of their elements, which stand beside the players."""
WHERE = ("game", "network", "channel")
"""The attributes that say where one lies."""
BANKER = "banker"


class Kitties:
    """The kitties in ROOT; networks and channels are compared by FOLD."""

    def __init__(self, root: Element, fold: Fold) -> None:
        self._root = root
        self._fold = fold
        self._elements: dict[Place, Element] = {}

    def index(self) -> Iterator[Fault]:
        """Find all of them; yield a fault for each that is not the only one where it lies."""
        for element in self._root.iterchildren(KITTY):
            place = _place_of(element)
            first = self._elements.setdefault(self._key(place), element)
            if first is not element and all(place):
                reason = (
                    f"there is a kitty of {place.game} in {place.channel} already, "
                    f"on line {line_of(first)}"
                )
                yield Fault(line_of(element), reason)

    def find(self, place: Place) -> Kitty | None:
        """Return the kitty that lies at PLACE; None where nothing does."""
        element = self._elements.get(self._key(place))
        if element is None or not (chips := int(text_of(element))):
            return None
        return Kitty(str(element.get(BANKER)).strip(), chips)

    def of(self, banker: str) -> list[Place]:
        """Return where kitties of BANKER lie."""
        key = self._fold(banker)
        found = (_place_of(each) for each in self._elements.values() if self._is_of(each, key))
        return [*found]

    def _is_of(self, element: Element, key: str) -> bool:
        return self._fold(str(element.get(BANKER)).strip()) == key

    def pile(self, place: Place) -> Pile:
        """Return the chips that lie at PLACE, as it is spelled in the file if something does."""
        element = self._elements.get(self._key(place))
        return (place if element is None else _place_of(element)).pile

    def balances(self) -> Balances:
        """Return the chips of all of them."""
        found = ((_place_of(each), int(text_of(each))) for each in self._elements.values())
        return {place.pile: chips for place, chips in found if chips}

    def put(self, place: Place, kitty: Kitty | None) -> Undo:
        """Let KITTY, or nothing, lie at PLACE; return what takes that back."""
        key = self._key(place)
        before = self._elements.pop(key, None)
        after = None if kitty is None else self._element(place, kitty, before)
        if after is not None:
            self._elements[key] = after
        take_back = self._exchange(before, after)

        def undo() -> None:
            take_back()
            self._elements.pop(key, None)
            if before is not None:
                self._elements[key] = before

        return undo

    def _key(self, place: Place) -> Place:
        fold = self._fold
        return Place(place.game, fold(place.network), fold(place.channel))

    def _element(self, place: Place, kitty: Kitty, before: Element | None) -> Element:
        """Return an element that says KITTY, like the one BEFORE if there is one."""
        if before is None:
            element = self._root.makeelement(KITTY, dict(zip(WHERE, place, strict=True)))
        else:
            element = deepcopy(before)
        element.set(BANKER, kitty.banker)
        set_text(element, str(kitty.chips))
        return element

    def _exchange(self, before: Element | None, after: Element | None) -> Undo:
        if before is None:
            return (lambda: None) if after is None else add_last(self._root, after)
        return remove(before) if after is None else replace(before, after)


def _place_of(element: Element) -> Place:
    return Place(*(str(element.get(name, "")).strip() for name in WHERE))
