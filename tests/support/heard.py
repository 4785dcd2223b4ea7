"""Networks that only hear what people say, and answer nothing."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from unittest.mock import patch

from pontoon.commands import dispatch
from pontoon.commands.base import CommandContext, Request
from pontoon.irc.people import Person


def parsed(
    ctx: CommandContext, person: Person, text: str, channel: str | None = None
) -> Request | None:
    """Return what PERSON requests by TEXT, wherever they are, and however much they say."""
    found = dispatch.parse(ctx, person, text, channel)
    if found is None:
        return None
    return dispatch.request_of(ctx, *found, ctx.croupiers.speaker(found[0].person))


@contextmanager
def only_heard(noted: Callable[[Request, Person], None]) -> Iterator[None]:
    """Have all accounts matter, and what is heard be NOTED, with who said it, and not answered."""

    def answer(_ctx: CommandContext, request: Request) -> None:
        noted(request, request.person)

    def answer_as(_ctx: CommandContext, request: Request, known: Person) -> None:
        noted(request, known)

    with patch.multiple(
        dispatch,
        accept=parsed,
        needs_account=lambda *_: True,
        answer=answer,
        answer_as=answer_as,
    ):
        yield
