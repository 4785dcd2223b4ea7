"""Which names look alike: skeletons by UTS 39."""

import pytest
from confusable_homoglyphs.confusables import confusables_data

from pontoon.storage.players.nicknames import look_alike, prototype


@pytest.mark.parametrize(
    ("one", "other"),
    [
        *(
            ("dave", "DAVE"),
            ("The  Boss", "the boss "),
            ("STRASSE", "stra\xdfe"),
            ("\xc5", "\u212b"),
        ),
        *(("zo\xeb", "zoe\u0308"), ("zo\u0451", "zo\xeb"), ("d\uff41ve", "dave"), ("𝐝𝐚𝐯𝐞", "dave")),
        *(
            ("d\u0251ve", "dave"),
            ("dav\u212e", "dave"),
            ("ԁа\u0475е", "dave"),
            ("da\u034fve", "dave"),
        ),
        *(
            ("d\u0430ve", "dave"),
            ("\u0410\u0412\u0412\u0410", "abba"),
            ("ΑΒΒΑ", "abba"),
            ("ο", "O"),
        ),
        *(("ᴅᴀᴠᴇ", "Dave"), ("ʙoʙ", "BOB"), ("вов", "bob"), ("ꜰred", "fred"), ("ᵈᵃᵛᵉ", "dave")),
        *(
            ("b0b", "bob"),
            ("bi11", "bill"),
            ("biII", "bill"),
            ("rnike", "Mike"),
            ("\u041cike", "mike"),
        ),
        ("\u0627", "l"),
    ],
)
def test_names_that_look_alike(one: str, other: str) -> None:
    assert look_alike(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        *(
            ("e", "\xe9"),
            ("ali", "all"),
            ("Ali", "All"),
            ("wii", "will"),
            ("a b", "ab"),
            ("dave", "dava"),
        ),
        *(("Иван", "ivan"), ("Ζωή", "zoe"), ("太郎", "次郎"), ("nine", "vine"), ("yan", "van")),
    ],
)
def test_names_that_do_not(one: str, other: str) -> None:
    assert not look_alike(one, other)


def test_what_the_list_has_for_a_character_has_the_same_prototype() -> None:
    for text, alike in confusables_data.items():
        character, others = text.strip("\u200e"), [each["c"].strip("\u200e") for each in alike]
        if len(character) == 1 == len(others):
            [other] = others
            assert prototype(character) == (prototype(other) if len(other) == 1 else other)
