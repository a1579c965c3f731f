"""How many vital sets are drawn a second, and how long counting takes.

usage: python benchmarks/generate_speed.py [LIST.jsonl[.gz]] [--runs 5]

Draws come from a pool of 1,000 cards, counts from one of 10,000: both are made here, every fourth card
sharing its text or its identity with others, so that cliques and crossing conflicts are among them. With
LIST (or the Yu-Gi-Oh! list beside the checkout) the whole command is timed too, its start and the reading of
the list apart. CPU seconds, the best of the runs.
"""

import argparse
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared" / "cards" / "yugioh.jsonl.gz"
sys.path.insert(0, str(ROOT))

from decklint.making.rows import Rows  # noqa: E402
from decklint.play import Play  # noqa: E402
from rulebook.cards import Card, TextKey  # noqa: E402

DRAWS = 100_000
COMMAND = """
import sys, time
from twgp.cli import main
sys.argv = ["twgp", *sys.argv[1:], "--lang", "en"]
try:
    main()
finally:
    print(time.process_time(), file=sys.stderr)
"""


def pool(number: int) -> list[Card]:
    """Cards of lasting effect; three in four have a name and a text of their own."""
    random = Random(number)
    cards = []
    for n in range(number):
        kind = random.randrange(8)
        identity = f"bench/{random.randrange(number // 8) if kind == 0 else f'own {n}'}"
        text = f"{random.randrange(number // 8)}" if kind <= 1 else f"own {n}"
        cards.append(
            Card(
                id=f"bench/{n}", identity=identity, name=f"Card {n}", game="bench", type="vital", places=("vital",),
                text_key=TextKey(en=text, ja=None if n % 3 else f"{text} ja"),
            )
        )  # fmt: skip
    return cards


def best(runs: int, work: Callable[[], object]) -> float:
    """CPU seconds of the quickest run."""
    spent = []
    for _ in range(runs):
        start = time.process_time()
        work()
        spent.append(time.process_time() - start)
    return min(spent)


def command(*arguments: str) -> float:
    """CPU seconds of a whole run of the command in a fresh interpreter."""
    done = subprocess.run(
        [sys.executable, "-c", COMMAND, *arguments], cwd=ROOT, capture_output=True, text=True, encoding="utf-8",
        check=False,
    )  # fmt: skip
    if done.returncode:
        sys.exit(done.stderr)
    return float(done.stderr.strip().splitlines()[-1])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("list", nargs="?", type=Path)
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    play = Play.named("full", {})
    small, large = pool(1_000), pool(10_000)
    rows, random = Rows(small, play), Random(1)
    rows.draw(random)  # fills the table

    def draw() -> None:
        for _ in range(DRAWS):
            rows.draw(random)

    spent = best(options.runs, draw)
    print(f"1,000 cards, {rows.count:,} sets: {DRAWS / spent:,.0f} draws a second")
    print(f"10,000 cards, {Rows(large, play).count:,} sets: counted in "
          f"{best(options.runs, lambda: Rows(large, play).count):.3f} s")  # fmt: skip
    source = options.list or (SHARED if SHARED.exists() else None)
    if source is not None:
        start = min(command("games") for _ in range(options.runs))
        whole = min(command("vitals", str(source), "--count-only") for _ in range(options.runs))
        print(f"twgp vitals {source.name} --count-only: {whole:.2f} s with conversion; twgp games {start:.2f} s")


if __name__ == "__main__":
    main()
