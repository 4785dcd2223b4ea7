"""The test vectors of sealed decks: this program agrees with them, and so does node."""

import json
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from pontoon.engine.cards import PACK
from pontoon.engine.rng import SeededRandom
from pontoon.engine.sealed_deck import DeckTerms, cuts_of, hex_digest, key_of, marker_text, seal_of
from pontoon.storage.decks.deck_check import first_order
from tests.real_servers.servers import installed

FOLDER = Path(__file__).parent
VECTORS: list[dict[str, Any]] = json.loads((FOLDER / "vectors.json").read_text("utf-8"))

each_vector = pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["what"])


def terms_of(vector: Mapping[str, Any]) -> DeckTerms:
    marker = None
    if vector["marker"] != marker_text(None):
        least, most = map(int, vector["marker"].split("-"))
        marker = (least, most)
    names = ("network", "channel", "game", "packs", "number", "before")
    return DeckTerms(**{name: vector[name] for name in names}, marker=marker)


def test_the_first_two_are_those_of_the_specification() -> None:
    """They were made by two other programs."""
    a, b = VECTORS[:2]
    assert a["seal"] == b["seal"]
    assert a["seal"] == "c01b9ebc4813f57b473e235c334719cf077c6022dfa3a38df3c437f09e95e857"
    assert a["before"] == hex_digest(b"before")
    assert a["cuts_hash"] == "d5f005430634033ff7cc0241a7beed6887a6955631e241d0c884b83fb4111725"
    assert a["key"] == "a29dd3e713f2c46495fbb91d0375a6dd0a5c6ef3821d91454ec38e45fc69e7a1"
    assert a["first"] == "8C KC 7D 6D QS AD 3S KD JD 6H"
    assert (a["last"], a["behind"]) == ("6D 3H 2H", 67)
    assert a["then"] == "10C 9C JD KD 6D"
    assert b["cuts_hash"] == "309997a470c1b0340bc2aacc899fa2e930a9dc48c853caadd24f89cf8972f31c"
    assert b["key"] == "9dbf9594c99f1f4143e6c33a75c5c5fd2c5fbc40c7d43455dc4773411387c024"
    assert b["first"] == "AC QD QS KS AH KC 2S 3D KH 8H"
    assert (b["last"], b["behind"]) == ("5C 10D 9C", 68)


@each_vector
def test_hashes_and_key(vector: Mapping[str, Any]) -> None:
    seal = seal_of(terms_of(vector), vector["secret"])
    cuts = cuts_of(seal, vector["cuts"])
    assert (seal, cuts) == (vector["seal"], vector["cuts_hash"])
    assert key_of(seal, vector["secret"], cuts).hex() == vector["key"]


@each_vector
def test_cards(vector: Mapping[str, Any]) -> None:
    order, behind = first_order(bytes.fromhex(vector["key"]), terms_of(vector))
    dealt = order if vector["marker"] == "-" else order[::-1]
    assert " ".join(dealt[:10]) == vector["first"]
    assert " ".join(dealt[-3:]) == vector["last"]
    assert behind == vector["behind"]


@each_vector
def test_later_draws(vector: Mapping[str, Any]) -> None:
    """A shoe that runs dry, a cut for the bank, hands that go under."""
    key, new = bytes.fromhex(vector["key"]), [*map(str, PACK)]
    if "then" in vector:
        left = [card for card in new for _ in range(vector["packs"])]
        for card in vector["on_table"].split():
            left.remove(card)
        SeededRandom(key, 2).shuffle(left)
        assert " ".join(left[:-6:-1]) == vector["then"]
    if "bank" in vector:
        SeededRandom(key, 2).shuffle(new)
        assert " ".join(new[:3]) == vector["bank"]
        hands = [*vector["hands"]]
        SeededRandom(key, 3).shuffle(hands)
        assert "+".join(hands).replace("+", " ") == vector["under"]


def test_there_is_one_of_each_kind() -> None:
    cuts = [vector["cuts"] for vector in VECTORS]
    assert [] in cuts
    assert any(sorted(each) != sorted(each, key=utf_16) for each in cuts)
    assert any("bank" in vector for vector in VECTORS)
    assert any(vector["packs"] * 52 > 512 for vector in VECTORS)


def utf_16(text: str) -> bytes:
    return text.encode("utf-16-be")


def test_node_agrees() -> None:
    """An implementation in another language, which shares nothing with this one."""
    node = installed("node")
    done = subprocess.run(
        [node, str(FOLDER / "check_vectors.mjs")], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{len(VECTORS)} vectors, 0 wrong" in done.stdout


def test_node_would_notice(tmp_path: Path) -> None:
    node = installed("node")
    script = tmp_path / "check_vectors.mjs"
    script.write_bytes((FOLDER / "check_vectors.mjs").read_bytes())
    wrong = [{**VECTORS[0], "behind": 66}]
    (tmp_path / "vectors.json").write_text(json.dumps(wrong), "utf-8")
    done = subprocess.run([node, str(script)], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "behind is 67, not 66" in done.stdout
