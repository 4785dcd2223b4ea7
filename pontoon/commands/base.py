"""What is done on turn or not, at the table where it can be."""

from collections.abc import Sequence

from pontoon.engine.errors import RequestFault, RequestRefused
from pontoon.engine.moves import TableRequest
from pontoon.irc.people import Person
from pontoon.tables.croupier import Croupier
from pontoon.text import announcements


def why_not_done(
    croupiers: Sequence[Croupier], person: Person, player: str | None, deed: TableRequest
) -> str | None:
    """Do DEED for PERSON, at the first table where it can be; say why not, if at none.

    As with moves, whoever has taken the nick of somebody seated is no PLAYER, and gets nothing of
    what is theirs.
    """
    shut = filter(None, (each.absence.why_shut(person) for each in croupiers))
    if why := next(shut, None):
        return why
    if player is None:
        return announcements.NO_PART_IN_BANK
    refused = _done_at_one_of(croupiers, person, player, deed)
    return None if refused is None else announcements.cannot_be_done(refused)


def _done_at_one_of(
    croupiers: Sequence[Croupier], person: Person, player: str, deed: TableRequest
) -> RequestRefused | None:
    """Do DEED for PERSON, who is PLAYER, at the first table where it can be; return why not."""
    refusals: list[RequestRefused] = []
    for croupier in croupiers:
        try:
            croupier.do(person, player, deed)
        except RequestRefused as refused:
            refusals.append(refused)
        else:
            return None
    return min(refusals, key=_how_far_off)


def _how_far_off(refused: RequestRefused) -> int:
    """Order reasons: that a game does not know something, or its bank is another's, says less."""
    far = (RequestFault.NO_BANK_YET, RequestFault.NOT_THE_BANKER, RequestFault.NOT_IN_THIS_GAME)
    return far.index(refused.why) + 1 if refused.why in far else 0
