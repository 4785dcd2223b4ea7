"""Answers to people who ask for rounds that are over, besides the rounds."""

NO_ROUND = "No round that I remember was played to its end here."
HOW_TO_REPLAY = "Say replay and the id of a round, as last shows it: replay 3f0c96c1a4b25e77"
COME_IN = "Only people in a channel where I deal can be told a round again: come in first."
TOO_MANY = "I am telling others their rounds. Say that again in a minute."
STOPPED = "I stop there."
UNREADABLE = "I cannot read the history of rounds now."


def no_such_round(word: str) -> str:
    """Say that no round has WORD as its id.

    >>> no_such_round("3f0c96c1a4b25e77")
    'I remember no round 3f0c96c1a4b25e77. An id has 16 digits, 0 to 9 and a to f; last shows it.'
    """
    return f"I remember no round {word}. An id has 16 digits, 0 to 9 and a to f; last shows it."
