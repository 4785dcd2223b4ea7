"""What is done on turn or not, at the table where it can be."""

from collections.abc import Sequence

from pontoon.croupier import Croupier
from pontoon.errors import DeedFault, NoSuchDeed
from pontoon.moves import Deed
from pontoon.people import Person


def done_at_one_of(
    croupiers: Sequence[Croupier], person: Person, player: str, deed: Deed
) -> NoSuchDeed | None:
    """Do DEED for PERSON, who is PLAYER, at the first table where it can be; return why not."""
    refusals: list[NoSuchDeed] = []
    for croupier in croupiers:
        try:
            croupier.do(person, player, deed)
        except NoSuchDeed as refused:
            refusals.append(refused)
        else:
            return None
    return min(refusals, key=_how_far_off)


def _how_far_off(refused: NoSuchDeed) -> int:
    """Order reasons: that a game does not know something, or its bank is another's, says less."""
    far = (DeedFault.NO_BANK_YET, DeedFault.NOT_THE_BANKER, DeedFault.NOT_IN_THIS_GAME)
    return far.index(refused.why) + 1 if refused.why in far else 0
