"""The formats of play: numbers from the rule text, names, sizes, overlays."""

from pathlib import Path
from typing import Any

import pytest

from rulebook.documents import load_document
from rulebook.formats import Format, FormatError, format_named, formats, overlays
from rulebook.loading import load_yaml
from rulebook.options import Switch, option
from rulebook.resources import data_path


def test_the_data_file_matches_its_schema() -> None:
    assert load_document(data_path("formats.yaml"), "formats")


def test_there_are_five_formats_and_two_overlays() -> None:
    assert [each.id for each in formats()] == ["half", "full", "trial", "dorsaga", "code_diver"]
    assert overlays() == ("imagia", "tournament")


@pytest.mark.rule("RES-11", "RES-14", "MATRIX-05")
def test_half_has_one_deck_and_three_vitals() -> None:
    half = format_named("half")
    assert (half.decks_in_play, half.deck_cards, half.vitals, half.grid_columns) == (1, 20, 3, 3)
    assert half.mill_cap == 3


@pytest.mark.rule("RES-12", "RES-15", "RES-20", "MATRIX-05", "GRID-01")
def test_full_has_two_of_two_to_six_decks_and_five_vitals() -> None:
    full = format_named("full")
    assert (full.decks_in_play, full.decks_prepared, full.vitals, full.grid_columns) == (2, (2, 6), 5, 5)
    assert full.mill_cap == 6
    assert full.stack_limit == 2


@pytest.mark.rule("RES-13", "RES-16", "MATRIX-13")
def test_trial_has_three_decks_and_seven_vitals_at_least_and_no_mill_cap() -> None:
    trial = format_named("trial")
    assert (trial.decks_in_play, trial.vitals, trial.mill_cap) == (3, 7, None)


@pytest.mark.rule("RES-13", "RES-16", "STACK-01")
def test_what_a_trial_agrees_on_moves_the_other_numbers() -> None:
    trial = format_named("trial").sized(vitals=9, decks=4)
    assert (trial.vitals, trial.grid_columns, trial.extra_devices.total) == (9, 9, 9)
    assert (trial.decks_in_play, trial.decks_prepared, trial.stack_limit) == (4, (4, 4), 4)


@pytest.mark.rule("RES-16")
@pytest.mark.parametrize("vitals", [8, 6, 5, 0, -7])
def test_trial_vitals_are_odd_and_seven_or_more(vitals: int) -> None:
    with pytest.raises(FormatError, match=r"7, 9, 11, \.\.\."):
        format_named("trial").sized(vitals=vitals)


def test_other_formats_leave_no_choice() -> None:
    with pytest.raises(FormatError, match="full is not played with 3 decks; right is 2"):
        format_named("full").sized(decks=3)
    with pytest.raises(FormatError, match=r"trial is not played with 2 decks; right is 3, 4, 5, \.\.\."):
        format_named("trial").sized(decks=2)


@pytest.mark.rule("DORSAGA-03", "DORSAGA-04", "DORSAGA-05", "DORSAGA-06")
@pytest.mark.parametrize("name", ["dorsaga", "code_diver"])
def test_dorsaga_and_code_diver_change_four_numbers_of_full(name: str) -> None:
    changed, full = format_named(name), format_named("full")
    assert (changed.grid_columns, changed.vitals, changed.charge_drive_downloads) == (3, 3, 1)
    assert (changed.extra_devices.high, changed.extra_devices.total) == (2, 6)
    assert full.charge_drive_downloads == 2
    assert (changed.decks_in_play, changed.decks_prepared, changed.mill_cap) == (2, (2, 6), 6)


@pytest.mark.rule("DORSAGA-02", "ARCH-03")
def test_dorsaga_reads_unit_texts_and_knows_a_third_kind_of_counter() -> None:
    assert format_named("dorsaga").settings == {
        "unit_text_valid": "true_dorsaga_codediver",
        "bsd_counter": "separate_kind",
    }
    assert format_named("code_diver").settings == {"unit_text_valid": "true_dorsaga_codediver"}


@pytest.mark.parametrize(
    ("name", "id_"),
    [
        ("HALF", "half"),
        (" Full Battle ", "full"),
        ("ハーフ", "half"),
        ("フル・バトル", "full"),
        ("トライアル", "trial"),
        ("ドルサーガ", "dorsaga"),
        ("code-diver", "code_diver"),
        ("ＣＯＤＥ：ＤＩＶＥＲ", "code_diver"),
        ("dorsaga + tournament", "dorsaga+tournament"),
        ("大会＋ハーフ", "half+tournament"),
        ("imagia", "full+imagia"),
        ("full+full+imagia+imagia", "full+imagia"),
    ],
)
def test_a_format_is_found_under_its_names(name: str, id_: str) -> None:
    assert format_named(name).id == id_
    assert format_named(id_) == format_named(name)


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("", "unknown_format"),
        ("quarter", "unknown_format"),
        ("full+", "unknown_format"),
        ("half+full", "two_formats"),
    ],
)
def test_what_is_no_format_is_refused(name: str, code: str) -> None:
    with pytest.raises(FormatError) as caught:
        format_named(name)
    assert caught.value.code == code
    assert caught.value.text("ja") != caught.value.text("en") == str(caught.value)


def test_an_unknown_format_names_the_known_ones() -> None:
    with pytest.raises(FormatError, match="`quarter`; there are half, full, trial, dorsaga, code_diver"):
        format_named("quarter")


@pytest.mark.rule("IMAGIA-01", "IMAGIA-04")
def test_imagia_counts_its_cap_by_terminate_on_any_format() -> None:
    half = format_named("half+imagia")
    assert (half.mill_cap, half.mill_cap_per) == (3, "terminate")
    assert half.settings["modules.imagia"] is True
    assert format_named("half").mill_cap_per == "turn"


@pytest.mark.rule("ARCH-01", "ARCH-02", "ARCH-04", "ARCH-05")
def test_a_tournament_sets_two_house_rules_and_nothing_else() -> None:
    play = format_named("tournament")
    assert (play.base, play.only_defaults, play.rule_checks) == ("full", True, 5)
    assert play.settings["over_bars_sublime"] is True
    assert play.settings["bsd_counter"] == "every_blast_counter"
    assert not format_named("full").only_defaults


@pytest.mark.rule("ARCH-03")
def test_a_dorsaga_tournament_keeps_its_third_kind_of_counter() -> None:
    assert format_named("dorsaga+tournament").settings["bsd_counter"] == "separate_kind"
    assert format_named("code_diver+tournament").settings["bsd_counter"] == "every_blast_counter"


@pytest.mark.rule("ARCH-04")
def test_a_tournament_is_not_played_in_imagia() -> None:
    with pytest.raises(FormatError, match="imagia and tournament cannot go together"):
        format_named("imagia+tournament")


@pytest.mark.parametrize("play", [*formats(), *map(format_named, overlays())], ids=lambda play: play.id)
def test_what_a_format_sets_are_options_with_such_values(play: Format) -> None:
    for id_, value in play.settings.items():
        known = option(id_)
        assert known.id == id_
        if isinstance(known, Switch):
            assert value in [choice.value for choice in known.values]
        elif known.parameter is None:
            assert value is True
        else:
            assert value in [choice.value for choice in known.parameter.choices]


@pytest.mark.parametrize("id_", ["half", "full", "trial", "dorsaga", "code_diver", "imagia", "tournament"])
def test_the_numbers_are_those_of_the_shared_profiles(id_: str, shared: Path) -> None:
    ours = load_yaml(data_path("formats.yaml"))[id_]
    theirs = load_yaml(shared / "rules" / "switches.yaml")["profiles"][id_]
    assert ours["kind"] == theirs["kind"]
    assert ours["lines"] == theirs["lines"]
    for group in ("switches", "house_rules"):
        assert _plain(ours[group]) == _plain(theirs[group])
    if theirs["kind"] == "overlay":
        assert ours["base"]["value"] == theirs["base"]["value"]
        for part in ("mill_cap", "rule_checks"):
            assert _plain(ours.get(part)) == _plain(theirs.get(part))
        return
    assert ours.get("base") == theirs["base"]
    for part in ("charge_drive_downloads", "extra_devices_per_vital", "mill_cap", "stack_limit"):
        assert _plain(ours[part]) == _plain(theirs[part])
    assert _plain(ours["decks"]["prepared"]) == _plain(theirs["decks"]["prepared"])
    assert _plain(ours["decks"]["cards"]) == _plain(theirs["decks"]["cards"])
    for mine, other in (
        (ours["vitals"], theirs["vitals"]),
        (ours["decks"]["in_play"], theirs["decks"]["in_play"]),
    ):
        assert (mine["lines"], mine["given"]) == (other["lines"], other["given"])
        assert mine.get("value", mine.get("min")) == other.get("value", other.get("min"))
        assert mine.get("default") == (other["default"]["value"] if "default" in other else None)
        assert mine.get("step", 1) == other.get("step", 1)
    columns = theirs["grid_columns"]
    assert format_named(id_).grid_columns == columns.get("value", columns.get("default"))
    assert (ours["grid_columns"]["lines"], ours["grid_columns"]["given"]) == (
        columns["lines"],
        columns["given"],
    )


def _plain(value: Any) -> Any:
    """Without the sentences, which are our own, and without what only our form has."""
    if isinstance(value, dict):
        return {key: _plain(child) for key, child in value.items() if key not in ("reading", "on_base")}
    return value
