"""The test vectors of sealed decks: what FAIR says comes to them, and so does the program."""

import json
import re
import subprocess
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest

from pontoon.engine.cards import Card, cards
from pontoon.engine.decks import Gather, Marker, Pack, Shoe
from pontoon.engine.sealed_deck import DeckTerms, cuts_of, key_of, seal_of
from tests.support import told_decks as told
from tests.support.repository import ROOT

FOLDER = Path(__file__).parent
VECTORS: list[dict[str, Any]] = json.loads((FOLDER / "vectors.json").read_text("utf-8"))
GIVEN = (
    "what",
    "number",
    "network",
    "channel",
    "game",
    "packs",
    "marker",
    "bank",
    "secret",
    "cuts",
)
"""What is chosen of a vector; all else follows from it."""

HANDS = (2, 3, 2)
"""How many cards each hand has in the round that the vectors of packs tell of."""

each_vector = pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["what"])


def follows_from(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return what FAIR makes of what is GIVEN, without the program."""
    names = told.quoted(given["network"]), told.quoted(given["channel"])
    terms = " ".join([*names, given["game"], str(given["packs"]), given["marker"], given["bank"]])
    seal = told.seal(given["number"], terms, given["secret"])
    cuts = told.cuts(seal, given["cuts"])
    key = told.key(seal, cuts, given["secret"])
    found = {"terms": terms, "seal": seal, "cuts_hash": cuts, "key": key.hex()}
    if given["marker"] in ("hands", "mixed"):
        return found | _of_pack(key, given["marker"])
    least, most = map(int, given["marker"].split("-"))
    order, behind = told.shoe(key, given["packs"], least, most)
    again = told.dry(key, given["packs"], 2, order[-4:])
    return found | {
        "first": " ".join(order[:10]),
        "last": " ".join(order[-3:]),
        "behind": behind,
        "on_table": " ".join(order[-4:]),
        "then": " ".join(again[:5]),
    }


def _order(vector: Mapping[str, Any]) -> list[str]:
    """Return the cards of a deck in the order in which they are dealt."""
    key, marker = bytes.fromhex(vector["key"]), vector["marker"]
    if marker in ("hands", "mixed"):
        return [*told.ToldPack(key).cards]
    order, _ = told.shoe(key, vector["packs"], *map(int, marker.split("-")))
    return [*order]


def _of_pack(key: bytes, way: str) -> dict[str, Any]:
    """Three people cut for the bank, a round is dealt, and its hands go under."""
    pack = told.ToldPack(key)
    found = {"first": " ".join(pack.cards[:10]), "last": " ".join(pack.cards[-3:])}
    cut = pack.drawn(told.NEW)[:3]
    hands = [pack.take(number) for number in HANDS]
    pack.gather(hands, way)
    return found | {
        "cut_for_bank": " ".join(cut),
        "hands": [" ".join(hand) for hand in hands],
        "under": " ".join(pack.cards[-sum(HANDS) :]),
    }


@each_vector
def test_each_vector_follows_from_the_specification(vector: Mapping[str, Any]) -> None:
    given = {name: vector[name] for name in GIVEN}
    assert vector == given | follows_from(given)


def test_the_first_two_are_those_of_the_specification() -> None:
    """They were made by two other programs."""
    a, b = VECTORS[:2]
    assert (a["secret"], a["bank"]) == ("AAECAwQFBgcICQoLDA0ODw", "k3JxQ0aB")
    assert a["seal"] == b["seal"] == "rojusFBKDnoXv6yzfDcd_3zbpkg"
    assert (a["cuts"], b["cuts"]) == (["years ago", "four score and seven"], [])
    assert a["cuts_hash"] == "jPKq2NxldWyE0kYmAs3FBCJgMto"
    assert a["key"] == "d97f468ab6fc3891dbcad56bd8cf4de2d9f72d45372d86f9ace5b7d58aa38fab"
    assert a["first"] == "3C AD 5C JC 9S 3S JC 4S KH 7H"
    assert (a["last"], a["behind"]) == ("6D 4D 7H", 73)
    assert a["then"] == "9S 5D QH JD 9D"
    assert b["cuts_hash"] == "qcaEN3N7wzdiczZ7n1QRw8HtNcE"
    assert b["key"] == "8fc077b9cf88866b0d2d5e3298c8c700bfd0a232860f1f2e7f2ab6dbbb0ca0ab"
    assert b["first"] == "8S 5H JS 10S KS 6H 3D 7C 2D KC"
    assert (b["last"], b["behind"]) == ("JS 9C 5S", 67)


# The program


def marker_of(vector: Mapping[str, Any]) -> Marker:
    ways: dict[str, Gather] = {"hands": "hands", "mixed": "mixed"}
    if way := ways.get(vector["marker"]):
        return way
    least, most = map(int, vector["marker"].split("-"))
    return least, most


@each_vector
def test_hashes_and_key(vector: Mapping[str, Any]) -> None:
    names = ("network", "channel", "game", "packs", "number", "bank")
    terms = DeckTerms(**{name: vector[name] for name in names}, marker=marker_of(vector))
    seal = seal_of(terms, vector["secret"])
    cuts = cuts_of(seal, vector["cuts"])
    assert (seal, cuts) == (vector["seal"], vector["cuts_hash"])
    assert cuts_of(seal, [*reversed(vector["cuts"])]) == cuts
    assert key_of(seal, vector["secret"], cuts).hex() == vector["key"]


@each_vector
def test_cards(vector: Mapping[str, Any]) -> None:
    """Of a shoe that runs dry, and of a pack whose bank is cut for, and which is gathered."""
    key, marker = bytes.fromhex(vector["key"]), marker_of(vector)
    if isinstance(marker, str):
        pack = Pack(key)
        assert _names([*pack.cards][:10]) == vector["first"]
        assert _names([*pack.cards][-3:]) == vector["last"]
        assert _names(pack.cut(3)) == vector["cut_for_bank"]
        hands = [[pack.deal() for _ in range(number)] for number in HANDS]
        assert [*map(_names, hands)] == vector["hands"]
        pack.gather(hands, marker)
        assert _names([*pack.cards][-sum(HANDS) :]) == vector["under"]
        return
    shoe = Shoe(vector["packs"], marker, key)
    dealt = [shoe.deal() for _ in range(shoe.left)]
    assert (_names(dealt[:10]), _names(dealt[-3:])) == (vector["first"], vector["last"])
    assert shoe.marker == vector["behind"]
    shoe.replenish(cards(vector["on_table"]))
    assert _names([shoe.deal() for _ in range(5)]) == vector["then"]


def _names(dealt: Iterable[Card]) -> str:
    return " ".join(map(str, dealt))


def test_there_is_one_of_each_kind() -> None:
    cuts = [vector["cuts"] for vector in VECTORS]
    assert [] in cuts
    assert any(len(each) > len({*each}) for each in cuts)
    assert any(sorted(each) != sorted(each, key=str.lower) for each in cuts)
    assert any(len(words) == 40 for each in cuts for words in each)
    assert {"hands", "mixed"} < {vector["marker"] for vector in VECTORS}
    assert any(vector["network"] not in vector["terms"] for vector in VECTORS)
    a_shuffle = told.Draw(bytes.fromhex(VECTORS[-1]["key"]), 1)
    a_shuffle.shuffled(told.NEW * VECTORS[-1]["packs"])
    assert a_shuffle.taken > 512  # numbers of a second block


@each_vector
def test_the_script_in_docs_proves_each_deck(vector: Mapping[str, Any]) -> None:
    text = (ROOT / "docs" / "fair.md").read_text("utf-8")
    script = text.partition("```python\n")[2].partition("```")[0]
    given = [
        f"{name.upper()} = {vector[name]!r}\n" for name in ("number", "secret", "terms", "cuts")
    ]
    imports, _, rest = script.partition("NUMBER, SECRET = ")
    proves = imports + "".join(given) + rest.partition("as they were acknowledged\n")[2]
    done = subprocess.run(
        [sys.executable, "-c", proves], capture_output=True, check=True, encoding="ascii"
    )
    hashes, *marker, dealt = done.stdout.splitlines()
    assert hashes == f"seal {vector['seal']} cuts {vector['cuts_hash']}"
    assert marker == [f"behind the marker {vector[name]}" for name in ("behind",) if name in vector]
    assert dealt == " ".join(["dealt", *_order(vector)])


def test_docs_fair_has_vectors_of_the_file() -> None:
    vectors = (FOLDER / "vectors.json").read_text("utf-8")
    text = (ROOT / "docs" / "fair.md").read_text("utf-8")
    table = text.partition("## Test vectors")[2]
    written = re.findall(
        r"[\w-]{27}|[0-9a-f]{32}|(?:[0-9AJQK]{1,2}[CDHS] ){2,}[0-9AJQK]+[CDHS]", table
    )
    assert len(written) >= 12
    assert [each for each in written if each not in vectors] == []
