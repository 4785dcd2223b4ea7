"""A process of the bot's that works out odds: ``python -m pontoon.service.odds_worker``.

It is asked by a socket in the place of its standard input: each message is a pickled ``View``, and
each answer a pickled ``Advice`` (or None), or the traceback of a fault. It ends with the bot, which
closes the socket. It imports neither Twisted nor the database, and so is small, and ready soon.
"""

import pickle
import signal
import sys
from multiprocessing.connection import Connection
from traceback import format_exc

from pontoon.engine.cards import RANKS, Card, cards
from pontoon.games.blackjack import BlackJack
from pontoon.games.shed import ShedPontoon
from pontoon.odds.advise import advise
from pontoon.odds.situation import first_bet, situation

USUAL_PLAYERS = range(2, 7)
"""How many play Shed Pontoon most of the time."""


def main() -> None:
    # systemd sends it to all processes of a service, but the bot may still need an answer.
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    with Connection(sys.stdin.fileno()) as bot:
        _prepare()
        while True:
            try:
                view = bot.recv_bytes()
            except EOFError:
                return
            try:
                bot.send_bytes(_answer(view))
            except OSError:  # the bot is gone
                return


def _prepare() -> None:
    """Work out what the first hints by default rules would spend most of their time on.

    In Shed Pontoon that is how all hands of others end, for each number of players; in Black Jack
    how the dealer's can, with each card that is up.
    """
    shed, black_jack, hand = ShedPontoon.Rules(), BlackJack.Rules(), cards("10S 6H")
    views = [
        *(situation(ShedPontoon, shed, players, hand) for players in USUAL_PLAYERS),
        *(situation(BlackJack, black_jack, 1, hand, up=Card(rank, "D")) for rank in RANKS),
        first_bet(BlackJack, black_jack),
    ]
    for view in filter(None, views):
        advise(view)


def _answer(view: bytes) -> bytes:
    try:
        return pickle.dumps(advise(pickle.loads(view)))
    except Exception:  # the bot logs it
        return pickle.dumps(format_exc())


if __name__ == "__main__":
    main()
