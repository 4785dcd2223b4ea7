"""A checker in JavaScript, written from docs/fair.md alone, deals and judges as this program."""

import json
import random
import subprocess
from pathlib import Path
from typing import Any, Literal

import pytest

from pontoon.engine.cards import cards
from pontoon.engine.decks import Pack, Shoe
from tests.real_servers.servers import installed
from tests.support.logged_evenings import SHORT_DECKS, evening, logged, verdicts

pytestmark = pytest.mark.slow

SCRIPT = Path(__file__).with_name("check_log.mjs")


def node(*arguments: object) -> tuple[int, str]:
    done = subprocess.run(
        [installed("node"), str(SCRIPT), *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    return done.returncode, done.stdout


def of_shoe(chance: random.Random, packs: int) -> tuple[dict[str, Any], str]:
    """Deal a shoe of so many PACKS beyond its end; return how, and what was dealt."""
    key, marker = chance.randbytes(32), (packs, 40 * packs)
    shoe = Shoe(packs, marker, key)
    dealt = [str(shoe.marker), *[str(shoe.deal()) for _ in range(52 * packs)]]
    on_table = cards(" ".join(chance.sample(dealt[1:], 9 * packs)))
    acts: list[dict[str, Any]] = [{"deal": 52 * packs}]
    for _ in range(2):  # it runs dry twice
        acts.append({"deal": 43 * packs, "table": [*map(str, on_table)]})
        shoe.replenish(on_table)
        dealt += [str(shoe.deal()) for _ in range(43 * packs)]
    written = {"key": key.hex(), "packs": packs, "marker": "{}-{}".format(*marker), "acts": acts}
    return written, " ".join(dealt)


def of_pack(chance: random.Random, way: Literal["hands", "mixed"]) -> tuple[dict[str, Any], str]:
    """Deal rounds of a pack, gathered in a WAY; return how, and what was dealt."""
    key = chance.randbytes(32)
    pack = Pack(key)
    dealt = ["0"]
    acts: list[dict[str, Any]] = []
    for _ in range(12):
        hands = [[pack.deal() for _ in range(chance.choice([2, 3, 5]))] for _ in range(4)]
        dealt += [str(card) for hand in hands for card in hand]
        acts += [{"deal": len(hand)} for hand in hands]
        bust = hands.pop(chance.randrange(4))
        acts.append({"under": [*map(str, bust)]})
        if way != "mixed":
            pack.put_under(bust)
        if chance.random() < 0.3:
            people = chance.choice([2, 3, 8])
            acts.append({"cut": people})
            dealt += [*map(str, pack.cut(people))]
        if chance.random() < 0.2:
            alone = [card for hand in hands for card in hand]
            hands = [alone]
        acts.append({"gather": [[*map(str, hand)] for hand in hands]})
        pack.gather([bust, *hands] if way == "mixed" else hands, way)
    return {"key": key.hex(), "packs": 1, "marker": way, "acts": acts}, " ".join(dealt)


def test_random_decks_are_dealt_alike(tmp_path: Path) -> None:
    """Shoes that run dry, of packs enough for a second block, and packs gathered in all ways."""
    chance = random.Random(20261120)
    decks = [of_shoe(chance, packs) for packs in (1, 2, 3, 6, 8, 12) for _ in range(3)]
    decks += [of_pack(chance, way) for way in ("hands", "mixed") for _ in range(5)]
    path = tmp_path / "decks.json"
    path.write_text(json.dumps([written for written, _ in decks]), "utf-8")
    status, said = node("--deal", path)
    assert status == 0
    assert said.splitlines() == [dealt for _, dealt in decks]


@pytest.mark.parametrize("game", ["pontoon", "british", "shoot", "cutwc", "blackjack"])
def test_logs_of_the_real_bot_are_judged_alike(game: str, tmp_path: Path) -> None:
    config = {**SHORT_DECKS, "british": {"gather": "mixed"}}
    bot = evening(tmp_path, 21, [game], rounds=12, config=config)
    log = logged(bot.book, "ZNC", "dave").channel
    path = tmp_path / "den.log"
    path.write_text("".join(f"{line}\n" for line in log), "utf-8")
    status, said = node(path)
    assert status == 0, said
    others = dict(line.removeprefix("deck ").split(": ", 1) for line in said.splitlines())
    found = verdicts(tmp_path, log)
    assert {int(number): text[:5] for number, text in others.items()} == {
        number: text[:5] for number, text in found.items()
    }
    assert "right" in others.values()


@pytest.mark.parametrize("client", ["irssi", "WeeChat", "HexChat", "ZNC"])
def test_the_other_checker_finds_a_changed_card(client: str, tmp_path: Path) -> None:
    bot = evening(tmp_path, 22, ["pontoon"], rounds=8, wildly=False)
    log = logged(bot.book, client, "dave").channel
    place = next(place for place, line in enumerate(log) if " twists " in line)
    log[place] = log[place].replace("♥", "♦") if "♥" in log[place] else log[place][:-1] + "♥"
    path = tmp_path / "den.log"
    path.write_text("".join(f"{line}\n" for line in log), "utf-8")
    status, said = node(path)
    assert status == 1
    assert ": wrong: " in said


def test_the_other_checker_does_not_pass_a_log_that_it_cannot_read(tmp_path: Path) -> None:
    path = tmp_path / "den.log"
    path.write_text("PontoonBot said: Deck 1 sealed\n", "utf-8")
    assert node(path) == (2, f"{path}: PontoonBot says nothing of a deck\n")
