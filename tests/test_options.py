"""Switches and house rules: data, settings, defaults, digests."""

import pickle
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rulebook.options
from rulebook.documents import load_document
from rulebook.formats import fold
from rulebook.loading import load_yaml
from rulebook.options import (
    CONVERTING,
    FILES,
    HouseRule,
    OptionError,
    Options,
    Switch,
    option,
    options,
    parse_setting,
    resolve,
)
from rulebook.resources import data_path
from rulebook.rules import rules

SWITCHES = [each for each in options() if isinstance(each, Switch)]
HOUSE_RULES = [each for each in options() if isinstance(each, HouseRule)]


@pytest.mark.parametrize("file", FILES)
def test_every_data_file_matches_its_schema(file: str) -> None:
    assert load_document(data_path(f"options/{file}.yaml"), "options")


def test_no_file_of_options_is_forgotten() -> None:
    assert {path.stem for path in data_path("options").iterdir()} == set(FILES)


def test_there_are_202_switches_and_13_house_rules() -> None:
    assert (len(SWITCHES), len(HOUSE_RULES)) == (202, 13)
    assert len({each.id for each in options()}) == 215


def test_the_default_stands_first_and_values_differ() -> None:
    for switch in SWITCHES:
        values = [choice.value for choice in switch.values]
        assert values[0] == switch.default, switch.id
        assert len({fold(str(value)) for value in values}) == len(values), switch.id


def test_every_value_has_a_meaning_of_its_own() -> None:
    for switch in SWITCHES:
        for lang in ("en", "ja"):
            meanings = {getattr(choice, lang) for choice in switch.values}
            assert len(meanings) == len(switch.values), switch.id


def test_the_rules_that_an_option_names_exist() -> None:
    known = {rule.id for rule in rules()}
    for each in options():
        assert set(each.rules) <= known, each.id


def test_each_option_lies_in_the_file_of_its_concern() -> None:
    for file in ("conversion", "construction", "play"):
        for each in rulebook.options._file(file).values():
            home = "conversion" if set(each.concerns) & set(CONVERTING) else each.concerns[0]
            assert home == file, each.id


def test_no_name_is_known_to_two_files() -> None:
    names = [name for file in FILES for name in rulebook.options._file_names(file)]
    assert len(names) == len(set(names))


def test_without_settings_everything_is_at_its_default() -> None:
    play = resolve()
    assert play.departures() == {}
    assert play["search_reading"] == "reread_all"
    assert play["unit_text_valid"] is False
    assert play["full_prepared_bundles_max"] == 6
    assert play["surge_rate"] == 3
    assert play["deck_pool"] is False
    assert dict(play) == {each.id: each.default for each in options()}


def test_a_converter_reads_only_the_switches_of_conversion(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []

    def recorded(path: Path) -> Any:
        read.append(path.name)
        return load_yaml(path)

    monkeypatch.setattr(rulebook.options, "load_yaml", recorded)
    rulebook.options._file.cache_clear()
    rulebook.options._file_names.cache_clear()
    play = resolve()
    play.digest("1")
    assert read == []
    assert play["power_overflow"] == "clamp_99"
    assert play["link_keyword_match"] == "literal_substring"
    assert read == ["conversion.yaml"]
    assert play["modules.reading"] is True
    assert read == ["conversion.yaml", "modules.yaml"]


@pytest.mark.parametrize(
    ("text", "id_", "value"),
    [
        ("search_reading=void_all", "search_reading", "void_all"),
        (" Search-Reading = VOID_ALL ", "search_reading", "void_all"),
        ("ｓｅａｒｃｈ＿ｒｅａｄｉｎｇ＝ｖｏｉｄ＿ａｌｌ", "search_reading", "void_all"),
        ("search_reading=reread_all", "search_reading", "reread_all"),
        ("hack_master=false", "hack_master", False),
        ("hack_master=Off", "hack_master", False),
        ("slow_interrupt=yes", "slow_interrupt", True),
        ("counter_drive_min_materials=0", "counter_drive_min_materials", 0),
        ("counter_drive_min_materials=1", "counter_drive_min_materials", 1),
        ("calc_power_cap=99", "calc_power_cap", 99),
        ("calc_power_cap=none", "calc_power_cap", "none"),
        ("probe_power=02", "probe_power", "02"),
        ("probe_power=04-05", "probe_power", "04-05"),
        ("move_clock_scope=off", "move_clock_scope", "off"),
        ("unit_text_valid=true_dorsaga_codediver", "unit_text_valid", "true_dorsaga_codediver"),
        ("modules.link=false", "modules.link", False),
        ("modules.*=false", "modules.*", False),
        ("card_types.surge_earth=false", "card_types_surge_earth", False),
        ("reuse_b=true", "reuse_b", True),
        ("house:reuse_b=on", "reuse_b", True),
        ("deck_pool=30", "deck_pool", 30),
        ("deck_pool=20", "deck_pool", 20),
        ("sublime_gap=2", "sublime_gap", 2),
        ("sublime_gap=false", "sublime_gap", False),
        ("surge_rate=6", "surge_rate", 6),
        ("surge_rate=off", "surge_rate", 3),
        ("link_threshold=0", "link_threshold", 0),
        ("bsd_counter=true", "bsd_counter", "every_blast_counter"),
        ("bsd_counter=separate_kind", "bsd_counter", "separate_kind"),
        ("bsd_counter=no", "bsd_counter", False),
    ],
)
def test_a_setting_is_read_and_typed(text: str, id_: str, value: object) -> None:
    name, typed = parse_setting(text)
    assert (name, typed) == (id_, value)
    assert type(typed) is type(value)
    assert resolve({name: typed}) == resolve({name: value})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("serch_reading=void_all", "did you mean search_reading?"),
        ("reading=void_all", "search_reading"),
        ("modules.lnk=false", "did you mean modules.link"),
        ("reuse=true", "reuse_b"),
        ("☆=1", "nown are "),
        ("serch_reading=void_all", "`twgp rules switches` lists all"),
        ("search_reading=all", "it can be reread_all, void_named_reread_generic, void_all"),
        ("search_reading=true", "it can be reread_all"),
        ("hack_master=maybe", "it can be true, false"),
        ("unit_text_valid=true", "it can be false, true_dorsaga_codediver"),
        ("probe_power=3", 'it can be "02", 04-05, 02_and_04-05'),
        ("counter_drive_min_materials=true", "it can be 1, 0"),
        ("calc_power_cap=98", "it can be none, 99"),
        ("deck_pool=true", "it can be false or a whole number of 20 or more"),
        ("deck_pool=19", "it can be false or a whole number of 20 or more"),
        ("deck_pool=20.5", "a whole number of 20 or more"),
        ("deck_pool=" + "9" * 5000, "a whole number of 20 or more"),
        ("surge_rate=0", "a whole number from 1 to 6"),
        ("surge_rate=-1", "a whole number from 1 to 6"),
        ("counter_drive_min_materials=-1", "it can be 1, 0"),
        ("bsd_counter=3", "it can be false, every_blast_counter, separate_kind"),
        ("sudden_death_a=3", "it can be false, true"),
        ("search_reading", "`search_reading` is not of the form `switch=value`"),
        ("search_reading=", "is not of the form"),
        ("=void_all", "is not of the form"),
        ("", "is not of the form"),
    ],
)
def test_a_wrong_setting_is_told_what_would_be_right(text: str, message: str) -> None:
    with pytest.raises(OptionError) as caught:
        parse_setting(text)
    assert message in str(caught.value)
    assert caught.value.text("ja") not in ("", str(caught.value))


@given(st.text(max_size=40))
def test_no_text_breaks_the_reader(text: str) -> None:
    try:
        name, value = parse_setting(text)
    except OptionError:
        return
    assert name in resolve({name: value}) or name == "modules.*"


@pytest.mark.parametrize(
    ("id_", "written", "value"),
    [
        ("move_clock_scope", False, "off"),  # YAML reads `off` as false
        ("master_gender_check", False, "off"),
        ("probe_power", 2, "02"),  # and 02 as a number
        ("full_prepared_bundles_max", "2", 2),
        ("hack_master", "false", False),
        ("deck_pool", "30", 30),
    ],
)
def test_values_of_a_document_are_typed_as_well(id_: str, written: object, value: object) -> None:
    typed = resolve({id_: written})[id_]
    assert typed == value
    assert type(typed) is type(value)


@pytest.mark.parametrize("value", [None, [], {}, 1.5, "", True])
def test_a_value_of_a_wrong_kind_is_refused(value: object) -> None:
    with pytest.raises(OptionError, match="`search_reading` cannot be"):
        resolve({"search_reading": value})


def test_departures_are_what_is_not_at_its_default() -> None:
    play = resolve({"search_reading": "reread_all", "mill_cap_scope": "effects_per_actor", "surge_rate": 3})
    assert play.departures() == {"mill_cap_scope": "effects_per_actor"}
    assert repr(play) == "Options(mill_cap_scope=effects_per_actor)"


def test_departures_from_a_format() -> None:
    base, play = resolve({}, "dorsaga"), resolve({"unit_text_valid": False, "reuse_b": True}, "dorsaga")
    assert play.departures(base) == {"reuse_b": True, "unit_text_valid": False}
    assert play.departures() == {"bsd_counter": "separate_kind", "reuse_b": True}
    assert base.departures(base) == {}


@pytest.mark.rule("DORSAGA-02", "ARCH-03")
def test_a_format_sets_its_own_options() -> None:
    assert resolve({}, "dorsaga").departures() == {
        "bsd_counter": "separate_kind",
        "unit_text_valid": "true_dorsaga_codediver",
    }
    assert resolve({}, "half").departures() == {}
    assert resolve({"unit_text_valid": False}, "ドルサーガ")["unit_text_valid"] is False


@pytest.mark.rule("ARCH-01", "ARCH-02", "ARCH-04")
def test_a_tournament_has_two_house_rules() -> None:
    assert resolve({}, "tournament").departures() == {
        "bsd_counter": "every_blast_counter",
        "over_bars_sublime": True,
    }


@pytest.mark.rule("IMAGIA-01")
def test_imagia_replaces_turns_and_phases() -> None:
    assert resolve({}, "trial+imagia").departures() == {"modules.imagia": True}


@pytest.mark.rule("OPTION-01", "TYPE-08")
def test_all_modules_can_be_switched_at_once() -> None:
    play = resolve({"modules.link": True, "modules.*": False, "modules.bonds": True})
    off = {id_ for id_, value in play.departures().items() if value is False}
    assert len(off) == 17
    assert play["modules.link"] is True
    assert play["modules.bonds"] is True
    assert play["modules.imagia"] is False
    assert resolve({"modules.*": True}).departures() == {}


def test_two_spellings_may_agree_but_not_differ() -> None:
    assert resolve({"reuse_b": True, "house:reuse_b": "on"})["reuse_b"] is True
    with pytest.raises(OptionError, match="`reuse_b` is set twice, to `true` and to `false`"):
        resolve({"reuse_b": True, "house:reuse_b": False})


@pytest.mark.rule("SUBLIME-08", "LINK-12")
@pytest.mark.parametrize(("format_", "most"), [("half", 3), ("full", 5), ("dorsaga", 3)])
def test_a_number_of_vitals_is_bounded_by_the_format(format_: str, most: int) -> None:
    for id_ in ("sublime_gap", "link_threshold"):
        assert resolve({id_: most}, format_)[id_] == most
        with pytest.raises(OptionError, match=f"to {most}"):
            resolve({id_: most + 1}, format_)
    assert resolve({"sublime_gap": 9}, "trial")["sublime_gap"] == 9
    assert resolve({"sublime_gap": 9})["sublime_gap"] == 9


def test_options_cannot_be_changed() -> None:
    play: Any = resolve()
    with pytest.raises(TypeError):
        play["reuse_b"] = True
    play.departures()["reuse_b"] = True
    assert play["reuse_b"] is False


def test_an_id_that_does_not_exist_is_a_key_error() -> None:
    play = resolve()
    assert "no_such_switch" not in play
    with pytest.raises(KeyError):
        play["no_such_switch"]


def test_equal_choices_are_equal_options() -> None:
    play = resolve({"reuse_b": True, "deck_pool": 30})
    other = resolve({"deck_pool": "30", "house:reuse_b": "yes", "hack_master": True})
    assert play == other
    assert hash(play) == hash(other)
    assert play == dict(play)
    assert pickle.loads(pickle.dumps(play)) == play
    assert play != resolve({"reuse_b": True})


def test_the_digest_stands_for_data_and_choices() -> None:
    play = resolve({"reuse_b": True, "deck_pool": 30})
    assert len(play.digest("1")) == 12
    assert int(play.digest("1"), 16) >= 0
    assert play.digest("1") == resolve({"deck_pool": "30", "reuse_b": "yes"}).digest("1")
    assert play.digest("1") != play.digest("2")
    assert play.digest("1") != resolve({"reuse_b": True}).digest("1")
    # True and 1 are different choices.
    assert Options({"x": True}).digest("1") != Options({"x": 1}).digest("1")


def test_a_digest_can_leave_out_what_does_not_concern_a_converter() -> None:
    plain = resolve().digest("1")
    assert resolve({"deck_size_check": "max_only"}).digest("1", CONVERTING) == plain
    assert resolve({"deck_size_check": "max_only"}).digest("1") != plain
    assert resolve({"search_reading": "void_all"}).digest("1", CONVERTING) != plain
    assert resolve({"modules.reading": False}).digest("1", CONVERTING) != plain


def test_option_finds_one_by_any_of_its_names() -> None:
    assert option("house:reuse_b").id == "reuse_b"
    assert option("Card_Types.Surge_Earth").id == "card_types_surge_earth"
    with pytest.raises(OptionError, match="did you mean"):
        option("reuse_c")


def test_switches_are_those_of_the_shared_list(shared: Path) -> None:
    theirs = load_yaml(shared / "rules" / "switches.yaml")["switches"]
    ours = {each.id: each for each in SWITCHES}
    assert ours.keys() == {entry["id"] for entry in theirs}
    for entry in theirs:
        mine = ours[entry["id"]]
        assert _typed(mine.default) == _typed(entry["default"]), mine.id
        assert [_typed(choice.value) for choice in mine.values] == [_typed(value) for value in entry["values"]]
        assert list(mine.rules) == entry["rules"], mine.id
        assert list(mine.lines) == entry["lines"], mine.id
        assert list(mine.concerns) == entry["concerns"], mine.id
        assert list(mine.aliases) == ([entry["option"]] if "option" in entry else []), mine.id
        assert mine.covers == entry.get("covers"), mine.id


def test_house_rules_are_those_of_the_shared_list(shared: Path) -> None:
    theirs = load_yaml(shared / "rules" / "switches.yaml")["house_rules"]
    assert [each.id for each in HOUSE_RULES] == [entry["id"] for entry in theirs]
    for mine, entry in zip(HOUSE_RULES, theirs, strict=True):
        assert _typed(mine.default) == _typed(entry["default"]), mine.id
        assert (list(mine.rules), list(mine.lines)) == (entry["rules"], entry["lines"]), mine.id
        assert list(mine.concerns) == entry["concerns"], mine.id
        assert (mine.parameter is not None) == bool(entry["parameters"]), mine.id
        for name, parameter in entry["parameters"].items():
            assert mine.parameter is not None
            assert (mine.parameter.name, mine.parameter.default) == (name, parameter["default"])
            if parameter["type"] == "integer":
                assert (mine.parameter.low, mine.parameter.high) == (parameter["min"], parameter["max"])
            else:
                assert [choice.value for choice in mine.parameter.choices] == list(parameter["values"])


def _typed(value: object) -> tuple[str, object]:
    return type(value).__name__, value
