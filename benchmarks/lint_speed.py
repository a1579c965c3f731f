"""CPU time of linting 1,000 deck documents over that of reading them with PyYAML's C loader.

    python benchmarks/lint_speed.py

The documents are decks of Half: twenty cards drawn from the bundled samples, three vitals. The pool is read
beforehand, as for a judge who checks a folder of lists.
"""

import random
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import yaml

from converters.recipe import games
from decklint.lint import Judgement, Linter
from rulebook.cards import Card
from rulebook.decks import read_decks
from rulebook.pool import Pool
from rulebook.resources import data_path
from twgp.session import Quiet, pipeline

DOCUMENTS = 1_000
ROUNDS = 5


def main() -> None:
    cards = _cards()
    pool = Pool(cards)
    documents = [_document(number, cards) for number in range(DOCUMENTS)]
    loads, lints = [], []
    for _ in range(ROUNDS):
        start = time.process_time()
        for text in documents:
            yaml.load(text, yaml.CSafeLoader)
        loads.append(time.process_time() - start)
        linter = Linter(Judgement())
        start = time.process_time()
        found = 0
        for text in documents:
            for deck, faults in read_decks(text, "deck.yaml"):
                found += len(linter.check(deck, faults, pool))
        lints.append(time.process_time() - start)
    print(f"{DOCUMENTS} documents, {found} findings")
    print(f"yaml.CSafeLoader {min(loads):.3f} s, lint {min(lints):.3f} s, ratio {min(lints) / min(loads):.1f}")


def _cards() -> list[Card]:
    run = pipeline(Quiet())
    with run.spool() as spool:
        run.run([data_path("samples") / game for game in games()], spool)
        return list({card.name: card for card in spool.cards()}.values())


def _document(number: int, cards: list[Card]) -> str:
    draw = random.Random(number)
    deck = draw.sample([card for card in cards if "deck" in card.places], 20)
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
