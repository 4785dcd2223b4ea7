"""The test vectors of sealed decks: this program agrees with them."""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from pontoon.engine.cards import PACK
from pontoon.engine.decks import Marker, Pack, Shoe
from pontoon.engine.rng import SeededRandom
from pontoon.engine.sealed_deck import DeckTerms, cuts_of, key_of, marker_text, seal_of, short
from tests.support.repository import ROOT

FOLDER = Path(__file__).parent
VECTORS: list[dict[str, Any]] = json.loads((FOLDER / "vectors.json").read_text("utf-8"))

each_vector = pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["what"])


def is_shoe(vector: Mapping[str, Any]) -> bool:
    return "-" in vector["marker"]


def terms_of(vector: Mapping[str, Any]) -> DeckTerms:
    marker: Marker = "hands"
    if is_shoe(vector):
        least, most = map(int, vector["marker"].split("-"))
        marker = (least, most)
    assert marker_text(marker) == vector["marker"]
    names = ("network", "channel", "game", "packs", "number", "before")
    return DeckTerms(**{name: vector[name] for name in names}, marker=marker)


def test_the_first_two_are_those_of_the_specification() -> None:
    """They were made by two other programs."""
    a, b = VECTORS[:2]
    assert a["seal"] == b["seal"]
    assert a["seal"] == "OSBQ4jzWs_VOSIHQw-lJ36ILkto"
    assert a["secret"] == "AAECAwQFBgcICQoLDA0ODw"
    assert a["before"] == short(b"before") == "bbfYA-dPH_p9j1rcC_lbPhW_TIM"
    assert a["cuts_hash"] == "eHJj3CTGcP-IaHGHGXKRnNz1axE"
    assert a["key"] == "eb2ba66a65c674d83bbba29dfbf98c879f4dac89edbc07f65708f1885e342bbe"
    assert a["first"] == "10S 5D QH KS 6C AH KH 10C 3D KC"
    assert (a["last"], a["behind"]) == ("5H JH 3H", 62)
    assert a["then"] == "KC QC 7C 2D 10C"
    assert b["cuts_hash"] == "Q08HEO-bgD1eANUtvplgx8sxy04"
    assert b["key"] == "52540f77a39c8f9019639633e501cee7b4be0db5db0a856e642c866db31a9841"
    assert b["first"] == "KS 8H 8S AD KH 10D 9D QD 5C 5H"
    assert (b["last"], b["behind"]) == ("5H 8C JD", 63)


@each_vector
def test_hashes_and_key(vector: Mapping[str, Any]) -> None:
    seal = seal_of(terms_of(vector), vector["secret"])
    cuts = cuts_of(seal, vector["cuts"])
    assert (seal, cuts) == (vector["seal"], vector["cuts_hash"])
    assert key_of(seal, vector["secret"], cuts).hex() == vector["key"]


@each_vector
def test_cards(vector: Mapping[str, Any]) -> None:
    key, marker = bytes.fromhex(vector["key"]), terms_of(vector).marker
    deck = Pack(key) if isinstance(marker, str) else Shoe(vector["packs"], marker, key)
    dealt = [str(deck.deal()) for _ in range(deck.left)]
    assert " ".join(dealt[:10]) == vector["first"]
    assert " ".join(dealt[-3:]) == vector["last"]
    assert (deck.marker if isinstance(deck, Shoe) else 0) == vector["behind"]


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


def test_docs_fair_has_vectors_of_the_file() -> None:
    vectors = (FOLDER / "vectors.json").read_text("utf-8")
    text = (ROOT / "docs" / "fair.md").read_text("utf-8")
    table = text.partition("## Test vectors")[2].partition("## ")[0]
    written = re.findall(
        r"[\w-]{27}|[0-9a-f]{32}|(?:[0-9AJQK]{1,2}[CDHS] ){2,}[0-9AJQK]+[CDHS]", table
    )
    assert len(written) > 12
    for each in written:
        assert each in vectors or each == "OSBQ4jzWs_VOSIHQw-lJ36ILkto"


def utf_16(text: str) -> bytes:
    return text.encode("utf-16-be")
