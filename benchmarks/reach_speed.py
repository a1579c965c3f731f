"""How long it takes to find the units that the drives can summon, and how many questions stay open.

usage: python benchmarks/reach_speed.py [CARDS.jsonl ...] [--decks 200] [--seed 1]

CARDS are converted cards (`twgp convert LIST -o CARDS.jsonl`); decks of units drawn from each file are measured
as real ones. Without CARDS the real lists beside the checkout (`../shared/cards`) are converted first. Then come
decks made up to be hard: many powers, none twice; as many weak units as strong ones; few columns.
"""

import argparse
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from decklint.reach import Field, Piece, reach
from rulebook.cards import from_line

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared" / "cards"
LISTS = ("mtg", "pokemon_en", "yugioh", "duel_masters_ja", "weiss_ja", "digimon", "battle_spirits_saga_en", "vanguard")

FORMATS = {
    "bundle of 20, 3 columns": (20, Field(3, 3)),
    "bundle of 20, 5 columns, Master": (20, Field(5, 5, master=True)),
    "Full of 40, 5 columns": (40, Field(5, 5)),
    "Full of 40, 5 columns, Master": (40, Field(5, 5, master=True)),
    "Dorsaga of 40, 3 columns": (40, Field(3, 3)),
    "Trial of 60, 7 columns, Master": (60, Field(7, 7, master=True)),
}

Draw = Callable[[random.Random, int], list[int]]


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("cards", nargs="*", type=Path)
    options.add_argument("--decks", type=int, default=200)
    options.add_argument("--seed", type=int, default=1)
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for path in chosen.cards or _converted(Path(folder)):
            units = list(_units(path))
            if len(units) >= 60:
                _measure(path.stem, chosen.decks, chosen.seed, lambda chance, size, of=units: _drawn(of, chance, size))
                _measure(
                    f"{path.stem}, a third weak", chosen.decks, chosen.seed, lambda c, n, of=units: _weak(of, c, n)
                )
    for name, draw in HARD.items():
        _measure(name, chosen.decks, chosen.seed, lambda chance, size, of=draw: _pieces(of(chance, size)))


def _measure(name: str, decks: int, seed: int, make: Callable[[random.Random, int], Sequence[Piece]]) -> None:
    """Prints the mean and the longest time, how many units each level reaches, and how many stay open."""
    print(name)
    for title, (size, field) in FORMATS.items():
        chance = random.Random(f"{seed} {name} {title}")
        times: list[float] = []
        found: dict[str, int] = {}
        inexact = 0
        for _ in range(decks):
            pieces = make(chance, size)
            start = time.perf_counter()
            answers = reach(pieces, field)
            times.append(time.perf_counter() - start)
            for answer in answers.values():
                level = str(answer.level) if answer.decided else "not decided"
                found[level] = found.get(level, 0) + 1
                inexact += answer.best is not None and not answer.best.exact
        levels = ", ".join(f"{level} {n}" for level, n in sorted(found.items()))
        mean, longest = 1000 * sum(times) / decks, 1000 * max(times)
        print(f"  {title:32} mean {mean:7.1f} ms, longest {longest:7.1f} ms; {levels}; sums not exact {inexact}")


def _converted(folder: Path) -> Iterator[Path]:
    for name in LISTS:
        path = folder / f"{name}.jsonl"
        command = [sys.executable, "-m", "twgp.cli", "convert", str(SHARED / f"{name}.jsonl.gz"), "-o", str(path)]
        subprocess.run(command, cwd=ROOT, capture_output=True, check=False)  # doubtful cards end it with 1
        if path.exists():
            yield path


def _units(path: Path) -> Iterator[Piece]:
    with path.open("rb") as lines:
        for line in lines:
            card = from_line(line)
            if card.type == "unit" and card.power is not None:
                yield Piece(card.id, card.power, _cells(card.flags), card.links)


def _cells(flags: Iterable[str]) -> int:
    return next((int(flag[4:]) for flag in flags if flag.startswith("set:")), 1)


def _drawn(units: Sequence[Piece], chance: random.Random, size: int) -> list[Piece]:
    return list({piece.id: piece for piece in chance.sample(units, size)}.values())


def _weak(units: Sequence[Piece], chance: random.Random, size: int) -> list[Piece]:
    """As people build: a third of the units come by themselves, few are stronger than 30."""
    weak = [piece for piece in units if piece.power <= 3]
    strong = [piece for piece in units if 3 < piece.power <= 30]
    third = min(len(weak), size // 3)
    chosen = chance.sample(weak, third) + chance.sample(strong, min(len(strong), size - third))
    return list({piece.id: piece for piece in chosen}.values())


def _pieces(powers: Iterable[int]) -> list[Piece]:
    return [Piece(str(i), power) for i, power in enumerate(powers)]


HARD: dict[str, Draw] = {
    "every power once": lambda chance, size: list(range(size)),
    "distinct powers of 0 to 99": lambda chance, size: chance.sample(range(100), size),
    "half 1 to 3, half distinct to 60": lambda c, n: c.choices((1, 2, 3), k=n // 2) + c.sample(range(4, 61), n // 2),
    "half 3, half distinct to 60": lambda c, n: [3] * (n // 2) + c.sample(range(4, 61), n - n // 2),
    "half 0 to 3, half 4 to 20": lambda c, n: c.choices(range(4), k=n // 2) + c.choices(range(4, 21), k=n // 2),
    "two thirds 1 to 3, third even": lambda c, n: (
        c.choices((1, 2, 3), k=2 * n // 3) + c.choices(range(8, 90, 2), k=n // 3)
    ),
    "wide gaps": lambda c, n: c.choices((1, 3), k=n // 2) + c.choices(range(5, 99, 7), k=n // 2),
    "ladder of threes": lambda c, n: [3] * (n // 2) + [3 * i for i in range(2, 2 + n // 2)],
    "few weak, close powers": lambda c, n: c.choices((1, 2, 3), k=3) + c.sample(range(4, min(100, 4 + 2 * n)), n - 3),
}

if __name__ == "__main__":
    main()
