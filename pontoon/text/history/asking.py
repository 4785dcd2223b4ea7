"""Answers to people who ask for rounds that are over, besides the rounds."""

HOW_TO_REPLAY = "Say replay and the id of a round, as last shows it: replay 3f0c96c1a4b25e77"
COME_IN = "Only people in a channel where I deal can be told a round again: come in first."
TOO_MANY = "I am telling others their rounds. Say that again in a minute."
STOPPED = "I stop there."
UNREADABLE = "I cannot read the history of rounds now."


def no_round(title: str = "") -> str:
    """Say that there is no round here, of the game TITLE if one is named.

    >>> no_round("CUTwC Pontoon")
    'No round of CUTwC Pontoon that I remember was played to its end here.'
    """
    of_game = f" of {title}" if title else ""
    return f"No round{of_game} that I remember was played to its end here."


def no_such_round(word: str) -> str:
    """Say that no round has WORD as its id.

    >>> no_such_round("3f0c96c1a4b25e77")
    'I remember no round 3f0c96c1a4b25e77. An id has 16 digits, 0 to 9 and a to f; last shows it.'
    """
    return f"I remember no round {word}. An id has 16 digits, 0 to 9 and a to f; last shows it."
