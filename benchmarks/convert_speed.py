"""How many times the CPU time of plain `json.loads` a conversion costs; and how its memory grows.

usage: python benchmarks/convert_speed.py [LIST.jsonl[.gz]] [--runs 5] [--memory]

Without LIST the Magic list beside the checkout (`../shared/cards/mtg.jsonl.gz`) is taken, else one made of
the bundled samples. Both sides are fresh interpreters, interpreter start included, measured by their own
process time in one run of this script; the best of the runs counts.
"""

import argparse
import gzip
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared" / "cards" / "mtg.jsonl.gz"

BASE = """
import json, sys, time
with open(sys.argv[1], encoding="utf-8") as lines:
    for line in lines:
        json.loads(line)
print(time.process_time(), file=sys.stderr)
"""
CONVERT = """
import sys, time
from twgp.cli import main
sys.argv = ["twgp", "convert", sys.argv[1], "-o", sys.argv[2], "--lang", "en"]
try:
    main()
finally:
    print(time.process_time(), file=sys.stderr)
"""
PEAK = """
import re, sys
from pathlib import Path
from twgp.cli import main
sys.argv = ["twgp", "convert", sys.argv[1], "-o", sys.argv[2], "--lang", "en"]
try:
    main()
finally:  # of this process alone: what resource.getrusage gives begins with the size of the parent
    print(int(re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text())[1]) * 1024, file=sys.stderr)
"""
HELP = """
import sys, time
from twgp.cli import main
sys.argv = ["twgp", "--help"]
try:
    main()
finally:
    print(time.process_time(), file=sys.stderr)
"""
TYPER = "import sys, time, typer; print(time.process_time(), file=sys.stderr)"


ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
"""Both sides run with their bytecode cached, as an installed program does."""


def last_figure(code: str, *arguments: str) -> float:
    """Runs code in a fresh interpreter; the last line of its stderr is the figure."""
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        cwd=ROOT,
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    if done.returncode not in (0, 1):
        sys.exit(done.stderr)
    return float(done.stderr.strip().splitlines()[-1])


def best(runs: int, code: str, *arguments: str) -> float:
    """The smallest figure of several runs: what disturbs a run only ever adds."""
    return min(last_figure(code, *arguments) for _ in range(runs))


def unpacked(source: Path | None, folder: Path) -> Path:
    """The list as plain JSONL."""
    target = folder / "list.jsonl"
    source = source or (SHARED if SHARED.exists() else None)
    if source is None:
        rows = json.loads((ROOT / "data/samples/mtg/scryfall.json").read_text(encoding="utf-8"))
        with target.open("w", encoding="utf-8", newline="\n") as out:
            for n in range(17_000):
                row = rows[n % len(rows)]
                out.write(json.dumps({**row, "id": f"{n}", "oracle_id": f"{n}"}, ensure_ascii=False) + "\n")
    elif source.suffix == ".gz":
        with gzip.open(source) as packed, target.open("wb") as out:
            shutil.copyfileobj(packed, out)
    else:
        shutil.copyfile(source, target)
    return target


def ten_times(source: Path, target: Path) -> None:
    """The list ten times over, each card under another id and name, so that nothing is merged."""
    with target.open("w", encoding="utf-8", newline="\n") as out:
        for n in range(10):
            with source.open(encoding="utf-8") as lines:
                for row in map(json.loads, lines):
                    changed = {
                        key: f"{row[key]} {n}" for key in ("id", "name", "card_name", "oracle_id") if row.get(key)
                    }
                    out.write(json.dumps({**row, **changed}, ensure_ascii=False) + "\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("list", nargs="?", type=Path)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument(
        "--memory", action="store_true", help="peak memory of the list and of one ten times as long (Linux)"
    )
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        source = unpacked(options.list, folder)
        out = str(folder / "out.jsonl")
        with source.open("rb") as lines:
            count = sum(1 for _ in lines)
        base = best(options.runs, BASE, str(source))
        last_figure(CONVERT, str(source), out)  # writes the bytecode
        spent = best(options.runs, CONVERT, str(source), out)
        print(
            f"{count:,} records; json.loads {base:.3f} s, twgp convert {spent:.3f} s of CPU: ratio {spent / base:.2f}"
        )
        bare, shown = best(options.runs, TYPER), best(options.runs, HELP)
        print(f"import typer {bare:.3f} s, twgp --help {shown:.3f} s: ratio {shown / bare:.2f}")
        if options.memory:
            longer = folder / "longer.jsonl"
            ten_times(source, longer)
            small, large = last_figure(PEAK, str(source), out), last_figure(PEAK, str(longer), out)
            per_card = (large - small) / (9 * count)
            print(
                f"peak {small / 2**20:.0f} MiB, ten times as long {large / 2**20:.0f} MiB: {per_card:.0f} bytes a card"
            )


if __name__ == "__main__":
    main()
