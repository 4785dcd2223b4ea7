"""What stands before a prompt: what others have done since the player was asked."""

from hypothesis import given
from hypothesis import strategies as st

from pontoon.engine.cards import Card
from pontoon.engine.events import BetPlaced, Busted, Event, MarkerHit, RoundBegan, Stuck, Twisted
from pontoon.text.formatting import CardFormat
from pontoon.text.round import MAX_NEWS_LENGTH, RoundTexts

WORDS = RoundTexts(str, CardFormat())
KINGS = (Card("K", "S"),) * 3


def test_what_one_person_does_in_a_row_is_one_sentence() -> None:
    happened = [
        Twisted("kevin", None, Card("5", "C")),
        Busted("kevin", None, KINGS),
        Stuck("bob", None),
        BetPlaced("kevin", 5),
    ]
    assert WORDS.news(happened, "dave") == "kevin twists 5♣, busts. bob sticks. kevin bets 5. "


def test_what_the_player_did_is_no_news_nor_what_nobody_did() -> None:
    happened = [RoundBegan(("dave", "kevin")), BetPlaced("dave", 5), MarkerHit()]
    assert WORDS.news(happened, "dave") == ""


EVENTS = st.builds(BetPlaced, st.sampled_from(("dave", "kevin", "The Dealer's Friend")), st.just(5))


@given(happened=st.lists(EVENTS, max_size=40))
def test_the_latest_is_said_as_far_as_it_fits(happened: list[Event]) -> None:
    news = WORDS.news(happened, "dave")
    assert len(news) <= MAX_NEWS_LENGTH
    others = [each for each in happened if each != BetPlaced("dave", 5)]
    assert news.count("bets 5") <= len(others)
    assert news.endswith("bets 5. ") if others else news == ""
    assert news == WORDS.news(others[-news.count("bets 5") :], "dave")
