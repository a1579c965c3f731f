"""Reads the texts of a normalised card list with the effect lexicons alone, and scores the categories.

usage: effects_score.py LIST.jsonl[.gz] [--lang en|ja|both] [--types all|non-unit] [--part dev|held|all]
                        [--misses CATEGORY] [--limit N] [--agreement] [--unread N] [--time] [--game ID]
       effects_score.py --check LEXICON.yaml

The list's rows hold `id`, `name`, `text`, `text_ja` and, for scores, `gold` (category: yes | unsure). With `--lang ja`
the Japanese texts are read by themselves and the rows that have one are scored.
`--part` splits the rows by a hash of the id: `held` is a third that is looked at rarely, `dev` the rest.
"""

import argparse
import gzip
import hashlib
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from converters.effects import EffectReader, Job, TextReading
from converters.effects.check import check_lexicon
from converters.recipe import games, recipe

SCORED = (
    "spell", "reflect", "plus", "down", "accel", "slow", "poison", "hack", "crack", "hazard", "medical",
    "jamming", "copy",
)  # fmt: skip


def rows_of(path: str) -> Iterator[dict[str, Any]]:
    opener: Any = gzip.open if path.endswith(".gz") else open
    with opener(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            if line.strip():
                yield json.loads(line)


def is_unit(row: dict[str, Any]) -> bool:
    types = row.get("type_line") or row.get("type") or row.get("type_ja") or row.get("supertype") or ""
    words = ("Creature", "Summon", "Character", "クリーチャー", "Pokémon", "Spirit", "MINION", "Follower", "Unit")
    return row.get("card_type") == "Monster" or any(word in str(types) for word in words)


def held_out(row: dict[str, Any]) -> bool:
    return hashlib.sha256(str(row["id"]).encode()).digest()[0] % 3 == 0


def text_of(row: dict[str, Any], lang: str) -> str:
    key = "text" if lang == "en" else "text_ja"
    parts = [row.get(key), row.get("pendulum_" + key)]
    return "\n".join(part for part in parts if part)


def score(found: list[tuple[dict[str, Any], set[str]]]) -> tuple[dict[str, tuple[int, int, int]], float]:
    counts: dict[str, list[int]] = {category: [0, 0, 0] for category in SCORED}
    for row, guess in found:
        for category in SCORED:
            truth = row["gold"].get(category)
            if truth == "unsure":
                continue
            hit, said = truth == "yes", category in guess
            counts[category][0] += hit and said
            counts[category][1] += said and not hit
            counts[category][2] += hit and not said
    f1s = [2 * tp / (2 * tp + fp + fn) if tp else 0.0 for tp, fp, fn in counts.values() if tp + fn >= 30]
    return {c: (v[0], v[1], v[2]) for c, v in counts.items()}, sum(f1s) / len(f1s) if f1s else 0.0


def main() -> int:
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("list", nargs="?")
    parser.add_argument("--lang", choices=["en", "ja", "both"], default="en")
    parser.add_argument("--types", choices=["all", "non-unit"], default="all")
    parser.add_argument("--part", choices=["dev", "held", "all"], default="dev")
    parser.add_argument("--game")
    parser.add_argument("--misses")
    parser.add_argument("--limit", type=int, default=60)
    parser.add_argument("--agreement", action="store_true")
    parser.add_argument("--unread", type=int, default=0)
    parser.add_argument("--time", action="store_true")
    parser.add_argument("--check")
    a = parser.parse_args()
    if a.check:
        problems = check_lexicon(Path(a.check))
        print("\n".join(problems) or "all entries and examples are right")
        return bool(problems)
    started = time.process_time()
    reader = EffectReader.load(("en", "ja") if a.agreement or a.lang == "both" else (a.lang,))
    loaded = time.process_time() - started
    game = a.game or max((one for one in games() if one in Path(a.list).name), key=len, default="")
    bound = reader.game(game, recipe(game).number_unit if game in games() else None)
    rows = [row for row in rows_of(a.list) if a.part == "all" or held_out(row) == (a.part == "held")]
    if a.types == "non-unit":
        rows = [row for row in rows if not is_unit(row)]
    languages = ("en", "ja") if a.agreement or a.lang == "both" else (a.lang,)
    jobs = [
        (row, lang, text_of(row, lang), str(row.get("name" if lang == "en" else "name_ja") or ""), is_unit(row))
        for row in rows
        for lang in languages
    ]
    started = time.process_time()
    said = iter(bound.read_all([Job(text, lang, name, unit) for _, lang, text, name, unit in jobs if text]))
    readings: list[TextReading | None] = [next(said) if text else None for _, _, text, _, _ in jobs]
    spent = time.process_time() - started
    by_row: dict[int, dict[str, TextReading]] = {}
    for (row, lang, *_), reading in zip(jobs, readings, strict=True):
        if reading is not None:
            by_row.setdefault(id(row), {})[lang] = reading
    print(
        f"{len(rows)} rows; load {loaded * 1e3:.1f} ms; read {spent:.3f} s CPU, "
        f"{spent / max(1, len(rows)) * 1e6:.1f} us a row"
    )
    for lang in languages:
        ones = [one[lang] for one in by_row.values() if lang in one]
        total, read = sum(one.clauses for one in ones), sum(one.clauses_read for one in ones)
        full = sum(one.clauses == one.clauses_read for one in ones)
        print(
            f"{lang}: {len(ones)} texts, {read}/{total} clauses read = {read / max(1, total):.4f}; "
            f"{full / max(1, len(ones)):.4f} of the texts wholly"
        )
    if a.agreement:
        agreement(rows, by_row, a.misses, a.limit)
    found = []
    for row in rows:
        if row.get("gold") is not None and id(row) in by_row:  # rows without a text in the language asked for are out
            effects = {e.effect for one in by_row.get(id(row), {}).values() for e in one.effects}
            found.append((row, set(effects)))
    if found and not a.agreement:
        counts, macro = score(found)
        for category, (tp, fp, fn) in counts.items():
            print(
                f"{category:9}{tp + fn:6} P {tp / max(1, tp + fp):.3f} R {tp / max(1, tp + fn):.3f} "
                f"F {2 * tp / max(1, 2 * tp + fp + fn):.3f}   extra {fp} missed {fn}"
            )
        print(f"macro F1 {macro:.4f}")
        if a.misses:
            show_misses(found, a.misses, a.limit, languages[0])
    if a.unread:
        show_unread(bound, jobs, a.unread)
    return 0


def show_misses(found: list[tuple[dict[str, Any], set[str]]], category: str, limit: int, lang: str) -> None:
    for row, guess in found:
        truth = row["gold"].get(category)
        if truth != "unsure" and (truth == "yes") != (category in guess) and limit > 0:
            limit -= 1
            text = text_of(row, lang).replace("\n", " / ")
            print("MISSED" if truth == "yes" else "EXTRA ", row["id"], row.get("name"), "|", text[:700])


def agreement(rows: list[dict[str, Any]], by_row: Any, category: str | None, limit: int) -> None:
    both = [row for row in rows if len(by_row.get(id(row), {})) == 2]
    same: Counter[str] = Counter()
    either: Counter[str] = Counter()
    for row in both:
        one, other = ({e.effect for e in by_row[id(row)][lang].effects} for lang in ("en", "ja"))
        for c in one | other:
            either[c] += 1
            same[c] += c in one and c in other
            if c == category and not (c in one and c in other) and limit > 0:
                limit -= 1
                print(
                    "EN only" if c in one else "JA only",
                    row["id"],
                    row.get("name"),
                    "|",
                    text_of(row, "en").replace("\n", " / "),
                    "|",
                    text_of(row, "ja").replace("\n", " / "),
                )
    for c in either:
        print(f"{c:9} {same[c]:6}/{either[c]:6} = {same[c] / either[c]:.3f}")
    alike = sum(by_row[id(row)]["en"].primary == by_row[id(row)]["ja"].primary for row in both)
    total = sum(same.values()) / max(1, sum(either.values()))
    print(f"all {total:.4f}; same primary {alike / max(1, len(both)):.4f}")


def show_unread(bound: Any, jobs: Any, count: int) -> None:
    unread: Counter[str] = Counter()
    for _, lang, text, name, unit in jobs:
        for clause in bound.explain(text, lang, name, unit=unit):
            if not clause.what:
                unread[clause.text.replace(name, "~") if name else clause.text] += 1
    for text, times in unread.most_common(count):
        print(times, text)


if __name__ == "__main__":
    sys.exit(main())
