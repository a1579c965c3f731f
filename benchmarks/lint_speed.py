"""CPU time of linting 1,000 deck documents over that of reading them with PyYAML's C loader.

    python benchmarks/lint_speed.py

The documents are decks of Half: twenty cards drawn from the bundled samples, three vitals. The pool is read
beforehand, as for a judge who checks a folder of lists. The same is measured without the checks of the family P6xx
(what the drives can summon), which search, and for decks as people build them: two thirds of the units 03 or less,
none above 09.
"""

import random
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any
from unittest.mock import patch

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import yaml

from converters.recipe import games
from decklint import drives, lint
from decklint.lint import Judgement, Linter
from decklint.rules import play
from rulebook.cards import Card
from rulebook.decks import read_decks
from rulebook.pool import Pool
from rulebook.resources import data_path
from twgp.session import Quiet, pipeline

DOCUMENTS = 1_000
ROUNDS = 5

Choose = Callable[[random.Random, Sequence[Card]], list[Card]]


def main() -> None:
    cards = _cards()
    pool = Pool(cards)
    _measure("drawn at random", [_document(number, cards) for number in range(DOCUMENTS)], pool)
    _measure("as people build", [_document(number, cards, _built) for number in range(DOCUMENTS)], pool)


def _measure(name: str, documents: Sequence[str], pool: Pool) -> None:
    """Prints the least of several times for each side, and how the time of `reach` is spread over the documents."""
    loads = [_timed(lambda: [yaml.load(text, yaml.CSafeLoader) for text in documents]) for _ in range(ROUNDS)]
    lints = [_timed(lambda: _lint(documents, pool)) for _ in range(ROUNDS)]
    calls: list[float] = []
    reached = drives.reach

    def reach(*args: Any, **named: Any) -> Any:
        start = time.process_time()
        found = reached(*args, **named)
        calls.append(1000 * (time.process_time() - start))
        return found

    with patch.object(drives, "reach", reach):
        found = _lint(documents, pool)
    with patch.object(lint, "ALL", tuple(family for family in lint.ALL if family is not play.CHECKS)):
        without = [_timed(lambda: _lint(documents, pool)) for _ in range(ROUNDS)]
    load = min(loads)
    print(f"{DOCUMENTS} documents {name}, {found} findings")
    print(f"  yaml.CSafeLoader {load:.3f} s, lint {min(lints):.3f} s, ratio {min(lints) / load:.1f}")
    print(f"  without P6xx {min(without):.3f} s, ratio {min(without) / load:.1f}")
    calls.sort()
    mean, median, p90 = sum(calls) / len(calls), calls[len(calls) // 2], calls[len(calls) * 9 // 10]
    print(f"  reach: mean {mean:.2f} ms, median {median:.2f}, nine of ten below {p90:.2f}, longest {calls[-1]:.1f}")


def _timed(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def _lint(documents: Sequence[str], pool: Pool) -> int:
    linter = Linter(Judgement())
    return sum(
        len(linter.check(deck, faults, pool)) for text in documents for deck, faults in read_decks(text, "deck.yaml")
    )


def _cards() -> list[Card]:
    run = pipeline(Quiet())
    with run.spool() as spool:
        run.run([data_path("samples") / game for game in games()], spool)
        return list({card.name: card for card in spool.cards()}.values())


def _drawn(draw: random.Random, cards: Sequence[Card]) -> list[Card]:
    return draw.sample([card for card in cards if "deck" in card.places], 20)


def _built(draw: random.Random, cards: Sequence[Card]) -> list[Card]:
    """Thirteen units, eight of them 03 or less and five of 04 to 09, and seven other cards."""
    deck = [card for card in cards if "deck" in card.places]
    units = [card for card in deck if card.type == "unit" and card.power is not None]
    weak = [card for card in units if card.power <= 3]
    strong = [card for card in units if 3 < card.power <= 9]
    others = [card for card in deck if card.type != "unit"]
    return draw.sample(weak, 8) + draw.sample(strong, 5) + draw.sample(others, 7)


def _document(number: int, cards: list[Card], choose: Choose = _drawn) -> str:
    draw = random.Random(number)
    deck = choose(draw, cards)
    vitals = draw.sample([card for card in cards if "vital" in card.places], 3)
    document = {
        "twgp": 1,
        "title": f"Deck {number}",
        "format": "half",
        "decks": [{"name": "only", "archive": [card.name for card in deck[:6]], "cards": [card.name for card in deck]}],
        "vitals": [card.name for card in vitals],
    }
    return yaml.safe_dump(document, allow_unicode=True, sort_keys=False)


if __name__ == "__main__":
    main()
