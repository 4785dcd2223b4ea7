"""Makes many strange lines of a few that are well formed; the same seed makes the same ones."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random

SORE = (
    b" ",
    b" :",
    b":",
    b"!",
    b"@",
    b"=",
    b"+",
    b",",
    b"*",
    b"\\",
    b";",
    b"\x00",
    b"\x01",
    b"\xe2\x99",
)
"""What means something in the protocol, or is half a character."""

ENDS = (b"\r\n",) * 20 + (b"\n", b"\r\n\r\n", b"\r", b"")
"""How lines end; the last ones run into what follows."""

SPARED = 0.3
"""How many lines are left as they are: without these nothing would be played."""

_LONG = 600

Mutation = Callable[[bytes, "Mutator"], bytes]


def lines_in(path: Path) -> list[bytes]:
    """Return the lines of the file at PATH, but for comments."""
    lines = path.read_bytes().split(b"\n")
    return [line for line in lines if line and not line.startswith(b"#")]


class Mutator:
    """Draws lines from CORPUS by CHANCE, most of them mutated, and now and then one once more."""

    def __init__(self, corpus: Sequence[bytes], chance: Random) -> None:
        self.corpus = corpus
        self.chance = chance
        self._before: list[bytes] = []

    def lines(self, number: int, me: Callable[[], str]) -> Iterator[bytes]:
        """Yield so many lines with their ends; ME returns what stands for ``{me}`` in them."""
        for _ in range(number):
            line = self._next().replace(b"{me}", me().encode("utf-8", "replace"))
            yield line + self.chance.choice(ENDS)

    def _next(self) -> bytes:
        chance = self.chance
        drawn = chance.random()
        if drawn < 0.05 and self._before:
            return chance.choice(self._before)
        line = chance.choice(self.corpus)
        if drawn > SPARED:
            for _ in range(chance.choice((1, 1, 1, 2, 3))):
                line = chance.choice(MUTATIONS)(line, self)
        self._before = [*self._before[-20:], line]
        return line


def _change_byte(line: bytes, by: Mutator) -> bytes:
    at = by.chance.randrange(len(line) + 1)
    return line[:at] + bytes([by.chance.randrange(256)]).replace(b"\n", b"") + line[at + 1 :]


def _insert_sore(line: bytes, by: Mutator) -> bytes:
    at = by.chance.randrange(len(line) + 1)
    return line[:at] + by.chance.choice(SORE) + line[at:]


def _cut_out(line: bytes, by: Mutator) -> bytes:
    at = by.chance.randrange(len(line) + 1)
    return line[:at] + line[at + by.chance.randrange(1, 30) :]


def _truncate(line: bytes, by: Mutator) -> bytes:
    return line[: by.chance.randrange(len(line) + 1)]


def _double_piece(line: bytes, by: Mutator) -> bytes:
    at, long = by.chance.randrange(len(line) + 1), by.chance.randrange(1, 40)
    return line[:at] + line[max(at - long, 0) : at] + line[at:]


def _blow_up(line: bytes, by: Mutator) -> bytes:
    words = line.split(b" ")
    at = by.chance.randrange(len(words))
    words[at] = (words[at] or b"x") * by.chance.randrange(2, _LONG)
    return b" ".join(words)[: 20 * _LONG]


def _drop_word(line: bytes, by: Mutator) -> bytes:
    words = line.split(b" ")
    del words[by.chance.randrange(len(words))]
    return b" ".join(words)


def _double_word(line: bytes, by: Mutator) -> bytes:
    words = line.split(b" ")
    at = by.chance.randrange(len(words))
    words[at:at] = [words[at]] * by.chance.choice((1, 1, 2, 20))
    return b" ".join(words)


def _swap_words(line: bytes, by: Mutator) -> bytes:
    words = line.split(b" ")
    one, other = by.chance.randrange(len(words)), by.chance.randrange(len(words))
    words[one], words[other] = words[other], words[one]
    return b" ".join(words)


def _foreign_word(line: bytes, by: Mutator) -> bytes:
    """Put in the word that stands at the same place, or another, in another line."""
    words, others = line.split(b" "), by.chance.choice(by.corpus).split(b" ")
    at = by.chance.randrange(len(words))
    words[at] = (
        others[min(at, len(others) - 1)] if by.chance.random() < 0.7 else by.chance.choice(others)
    )
    return b" ".join(words)


def _foreign_end(line: bytes, by: Mutator) -> bytes:
    words, others = line.split(b" "), by.chance.choice(by.corpus).split(b" ")
    at = by.chance.randrange(len(words) + 1)
    return b" ".join([*words[:at], *others[at:]])


def _change_number(line: bytes, by: Mutator) -> bytes:
    words = line.split(b" ")
    numbers = [at for at, word in enumerate(words) if word.lstrip(b":+-").isdigit()]
    if numbers:
        odd = (b"0", b"-1", b"9" * 40, b"1e3", "٣".encode(), b"00000010", b"+5")
        words[by.chance.choice(numbers)] = by.chance.choice(odd)
    return b" ".join(words)


def _change_case(line: bytes, _by: Mutator) -> bytes:
    return line.swapcase()


def _tag(line: bytes, by: Mutator) -> bytes:
    tags = (
        b"@time=x;account= ",
        b"@a=b;a;=;;\\: ",
        b"@batch=ns;account=dave ",
        b"@" + b"x" * 9000 + b" ",
    )
    return by.chance.choice(tags) + line


MUTATIONS: Sequence[Mutation] = (
    _change_byte,
    _insert_sore,
    _cut_out,
    _truncate,
    _double_piece,
    _blow_up,
    _drop_word,
    _double_word,
    _swap_words,
    _foreign_word,
    _foreign_word,
    _foreign_end,
    _change_number,
    _change_case,
    _tag,
)
