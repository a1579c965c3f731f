"""YAML and JSON documents: reading with places, checking against a schema."""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml

from rulebook.loading import Loader
from rulebook.problems import Problem as Problem
from rulebook.problems import problem
from rulebook.resources import schema_path
from rulebook.words import Words
from rulebook.yaml_faults import broken_yaml

_STRING = "tag:yaml.org,2002:str"
_INTEGER = "tag:yaml.org,2002:int"
_LEADING_NOUGHTS = re.compile("0[0-9]+")
_SHOWN = 300
"""Characters of a message that are shown: a schema's message quotes the whole value."""


class DocumentError(Exception):
    """A document that cannot be used. `problems` holds at least one problem."""

    def __init__(self, path: Path | str, problems: list[Problem]) -> None:
        self.path = str(path)
        self.problems = problems
        super().__init__(self.text("en"))

    def text(self, lang: str) -> str:
        """Every problem on a line of its own, in "en" or "ja"."""
        lines = [f"{self.path}:{p.line}: {p.path + ': ' if p.path else ''}{p.text(lang)}" for p in self.problems]
        return "\n".join(lines)


def load_document(path: Path, schema: str | None = None) -> Any:
    """A YAML or JSON document written by a user, checked against `schemas/<schema>.schema.json`.

    Raises `DocumentError` with every problem and its line: not UTF-8, broken YAML, a key given twice, an
    unknown key, a value of the wrong kind. A missing file raises `FileNotFoundError`.
    """
    raw = path.read_bytes()
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise DocumentError(path, [problem(line, "", "doc_utf8")]) from None
    return parse_document(text, path, schema)


def parse_document(text: str, path: Path | str, schema: str | None = None) -> Any:
    """As `load_document`, for text that is already read; `path` is only named in errors."""
    try:
        node = yaml.compose(text, Loader=Loader)
        if node is None:
            raise DocumentError(path, [problem(1, "", "doc_empty")])
        problems = _faulty_keys(node)
        if problems:
            raise DocumentError(path, problems)
        value = _value(node)
    except yaml.YAMLError as error:
        raise DocumentError(path, [broken_yaml(error, text)]) from None
    except RecursionError:
        raise DocumentError(path, [problem(1, "", "doc_too_deep")]) from None
    if schema is not None:
        problems = check(value, schema, node)
        if problems:
            raise DocumentError(path, problems)
    return value


def _value(node: Any) -> Any:
    """The plain data of a composed document, as people mean what they wrote.

    Keys are words, whatever they look like: the card `007` keeps its noughts. Values follow YAML 1.2, where
    010 is ten and `off` and `no` are words; YAML 1.1, which the loader speaks, has them as eight and false.
    """
    every = list(nodes(node))
    pairs = [pair for each in every if isinstance(each, yaml.MappingNode) for pair in each.value]
    keys = {id(key): key for key, _ in pairs if key.tag != "tag:yaml.org,2002:merge"}
    for key in keys.values():
        key.tag = _STRING
    for each in every:
        if not isinstance(each, yaml.ScalarNode) or each.style or id(each) in keys:
            continue
        if each.tag == "tag:yaml.org,2002:bool" and each.value.lower() not in ("true", "false"):
            each.tag = _STRING
        elif each.tag in (_INTEGER, _STRING) and _LEADING_NOUGHTS.fullmatch(each.value):
            each.tag, each.value = _INTEGER, each.value.lstrip("0") or "0"
    loader = Loader("")
    try:
        return loader.construct_document(node)
    finally:
        loader.dispose()


def check(value: Any, schema: str, node: Any = None) -> list[Problem]:
    """Every breach of `schemas/<schema>.schema.json`, each with its line when `node` is the composed YAML."""
    from jsonschema import Draft202012Validator  # 60 ms: only where a user's document is checked

    validator = Draft202012Validator(load_schema(schema), format_checker=Draft202012Validator.FORMAT_CHECKER)
    errors = sorted(validator.iter_errors(value), key=lambda error: [str(part) for part in error.absolute_path])
    return sorted({problem for error in errors for problem in _problems(error, node)})


def _problems(error: Any, node: Any) -> list[Problem]:
    """A breach as problems; keys that the schema does not know are named one by one, with those it knows."""
    path = list(error.absolute_path)
    known = error.schema.get("properties", {}) if isinstance(error.schema, dict) else {}
    if error.validator == "additionalProperties" and known and isinstance(error.instance, dict):
        listed = ", ".join(known)
        return [
            problem(_line_of(node, [*path, key], at_key=True), _dotted([*path, key]), "doc_key_unknown", known=listed)
            for key in error.instance
            if key not in known
        ]
    if error.validator in ("oneOf", "anyOf"):
        inner = _nearest(error)
        if inner is not None:
            return _problems(inner, node)
    code, values = _said(error)
    return [problem(_line_of(node, path), _dotted(path), code, 1, **values)]


def _nearest(error: Any) -> Any:
    """The breach of the one choice that is of the value's own type; None where there is not exactly one."""
    fitting: dict[int, list[Any]] = {}
    for one in error.context:
        fitting.setdefault(one.schema_path[0], []).append(one)
    inner = [found for found in fitting.values() if not (found[0].validator == "type" and not found[0].path)]
    return inner[0][0] if len(inner) == 1 else None


def _said(error: Any) -> tuple[str, dict[str, object]]:
    """The code for a breach, with what fills its message; one without words of ours keeps those of the checker."""
    shown, wanted = _short(repr(error.instance)), error.validator_value
    if error.validator == "format" and wanted == "regex":
        return "doc_pattern", {"value": shown}
    if error.validator == "enum":
        return "doc_choice", {"value": shown, "known": ", ".join(map(str, wanted))}
    if error.validator == "required":
        key = next((one for one in wanted if repr(one) in error.message), "")
        return "doc_missing", {"key": key}
    if error.validator == "type":
        types = [wanted] if isinstance(wanted, str) else wanted
        # YAML takes No, yes, 08 and 1e5 for something else than the words that they are.
        if "string" in types and isinstance(error.instance, bool | int | float):
            return "doc_wrong_type_word", {"value": shown}
        return "doc_wrong_type", {"value": shown, "wanted": _wanted(types)}
    if error.validator in _BOUNDS:
        return _BOUNDS[error.validator], {"value": shown, "bound": wanted}
    if error.validator == "pattern":
        return "doc_form", {"value": shown, "wanted": Words(*_FORMS.get(wanted, ("of another form", "別の形式の値")))}
    if error.validator in ("minLength", "minItems", "minProperties") and not error.instance:
        return "doc_nothing", {}
    if error.validator == "uniqueItems":
        return "doc_twice", {}
    if error.validator in ("oneOf", "anyOf") and (kinds := _kinds(wanted)):
        return "doc_wrong_type", {"value": shown, "wanted": _wanted(kinds)}
    return "doc_other", {"reason": _short(error.message)}


def _wanted(types: list[str]) -> Words:
    en, ja = zip(*(_TYPES[one] for one in types), strict=True)
    return Words(" or ".join(en), "か".join(ja))


def _kinds(choices: list[dict[str, Any]]) -> list[str]:
    """The types among which a value may choose; none where a choice is told by more than its type."""
    kinds = [one.get("type") for one in choices]
    return [str(kind) for kind in kinds] if all(isinstance(kind, str) for kind in kinds) else []


_BOUNDS = {"minimum": "doc_too_small", "maximum": "doc_too_great"}
_FORMS = {
    "^[a-z][a-z0-9_]*$": ("small letters, digits and _, a letter first", "英小文字・数字・_（先頭は英字）"),
    "^[a-z_]+$": ("small letters and _", "英小文字と _"),
    "^[a-z]+$": ("small letters", "英小文字"),
    "^[a-z0-9]+(-[a-z0-9]+)*$": ("small letters and digits, with - between", "英小文字・数字（間に -）"),
    "^[A-Z]+-\\d+$": ("the id of a rule, such as RES-28", "RES-28 のようなルール id"),
    "^[A-Z]+-\\d+": ("the id of a rule, such as RES-28", "RES-28 のようなルール id"),
    "^[a-z_]+(:\\d+)?$": ("small letters and _, then maybe : and a number", "英小文字と _（後に : と数も可）"),
    "\\(": ("a pattern with a group in (...)", "(...) のグループを含むパターン"),
    "\\(\\?P<symbol>": ("a pattern with (?P<symbol>...)", "(?P<symbol>...) を含むパターン"),
    "^(removal|bounce|search|multiply|count|void|token|mill:\\d+|set:\\d+)$": (
        "removal, bounce, search, multiply, count, void, token, mill:2 or set:3",
        "removal、bounce、search、multiply、count、void、token、mill:2、set:3 のどれか",
    ),
}
"""What the patterns of the schemas take, in the words of people, English and Japanese."""


_TYPES = {
    "object": ("a map (`key: value`, an object)", "マップ（`キー: 値`）"),
    "array": ("a list", "リスト"),
    "string": ("a word", "文字列"),
    "integer": ("a whole number", "整数"),
    "number": ("a number", "数"),
    "boolean": ("true or false", " true か false "),
    "null": ("nothing", "空の値"),
}
"""The types of JSON Schema in the words of people, English and Japanese."""


def _short(message: str) -> str:
    return message if len(message) <= _SHOWN else f"…{message[-_SHOWN:]}"


def _dotted(path: list[str | int]) -> str:
    return ".".join(str(part) for part in path)


def load_schema(name: str) -> dict[str, Any]:
    """The JSON Schema of that short name, for example `load_schema("recipe")`."""
    schema: dict[str, Any] = json.loads(schema_path(name).read_text(encoding="utf-8"))
    return schema


def nodes(root: Any) -> Iterator[Any]:
    """Every value of a composed document once, however many aliases lead to it."""
    pending = [root]
    seen: set[int] = set()
    while pending:
        node = pending.pop()
        if id(node) in seen:
            continue
        seen.add(id(node))
        yield node
        if isinstance(node, yaml.MappingNode):
            pending.extend(child for _, child in node.value)
        elif isinstance(node, yaml.SequenceNode):
            pending.extend(node.value)


def _faulty_keys(root: Any) -> list[Problem]:
    problems: list[Problem] = []
    for node in nodes(root):
        seen: set[str] = set()
        for key, _ in node.value if isinstance(node, yaml.MappingNode) else ():
            if not isinstance(key, yaml.ScalarNode):
                problems.append(problem(key.start_mark.line + 1, "", "doc_key_list"))
            elif key.value in seen:
                problems.append(problem(key.start_mark.line + 1, str(key.value), "doc_key_twice"))
            seen.add(str(key.value))
    return sorted(problems)


def line_of(path: Path, at: str | tuple[str, ...]) -> int:
    """The line (from 1) of the value at a path like `power.from` in a document that was read before.

    A path may come in its parts, for keys that hold a point.
    """
    listed = at.split(".") if isinstance(at, str) else at
    parts: list[str | int] = [int(part) if part.isdecimal() else part for part in listed]
    return _line_of(yaml.compose(path.read_text(encoding="utf-8-sig"), Loader=Loader), parts)


def _line_of(node: Any, path: list[str | int], *, at_key: bool = False) -> int:
    """The line of the value at a path, or of its key; of the nearest part that is there."""
    for depth, part in enumerate(path):
        child = None
        if isinstance(node, yaml.MappingNode):
            pair = next(((key, value) for key, value in node.value if key.value == str(part)), None)
            if pair is not None:
                child = pair[0] if at_key and depth == len(path) - 1 else pair[1]
        elif isinstance(node, yaml.SequenceNode) and isinstance(part, int) and part < len(node.value):
            child = node.value[part]
        if child is None:
            break
        node = child
    return int(node.start_mark.line) + 1 if node is not None else 1


def dump_yaml_item(row: Mapping[str, Any]) -> str:
    """A row as one item of a YAML list, ending in a line feed; plain data only."""
    dumper = getattr(yaml, "CSafeDumper", yaml.SafeDumper)
    text: str = yaml.dump([dict(row)], Dumper=dumper, allow_unicode=True, sort_keys=False, width=1000)
    return text


def dump_yaml(value: Mapping[str, Any]) -> str:
    """A document as YAML that `parse_document` reads back equal, ending in a line feed; plain data only."""
    text: str = yaml.dump(dict(value), Dumper=_Quoting, allow_unicode=True, sort_keys=False, width=1000)
    return text


class _Quoting(yaml.SafeDumper):
    """Puts words such as 007 in quotes: they are numbers in `_value`, which PyYAML does not know."""


def _word(dumper: yaml.SafeDumper, value: str) -> yaml.ScalarNode:
    return dumper.represent_scalar(_STRING, value, style="'" if _LEADING_NOUGHTS.fullmatch(value) else None)


_Quoting.add_representer(str, _word)


def frozen(value: Mapping[str, Any]) -> str:
    """A stable text of plain data, for hashing."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
