"""YAML and JSON documents: reading with places, checking against a schema."""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from rulebook.resources import schema_path

Loader: type[Any] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""The C loader where PyYAML was built with libyaml, else its twin in Python."""


_STRING = "tag:yaml.org,2002:str"
_INTEGER = "tag:yaml.org,2002:int"
_LEADING_NOUGHTS = re.compile("0[0-9]+")
_SHOWN = 300
"""Characters of a message that are shown: a schema's message quotes the whole value."""


class Problem(NamedTuple):
    """One thing that is wrong with a document: where (line and column from 1, path like `power.divide`), what."""

    line: int
    path: str
    message: str
    column: int = 1


class DocumentError(Exception):
    """A document that cannot be used. `problems` holds at least one problem."""

    def __init__(self, path: Path | str, problems: list[Problem]) -> None:
        self.path = str(path)
        self.problems = problems
        lines = [f"{self.path}:{p.line}: {p.path + ': ' if p.path else ''}{p.message}" for p in problems]
        super().__init__("\n".join(lines))


def load_yaml(path: Path) -> Any:
    """A bundled YAML file, trusted to be right (the tests check all of them against their schemas)."""
    with path.open("rb") as stream:
        return yaml.load(stream, Loader)


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
        raise DocumentError(path, [Problem(line, "", "not UTF-8; save the file as UTF-8")]) from None
    return parse_document(text, path, schema)


def parse_document(text: str, path: Path | str, schema: str | None = None) -> Any:
    """As `load_document`, for text that is already read; `path` is only named in errors."""
    try:
        node = yaml.compose(text, Loader=Loader)
        if node is None:
            raise DocumentError(path, [Problem(1, "", "the document is empty")])
        problems = _faulty_keys(node)
        if problems:
            raise DocumentError(path, problems)
        value = _value(node)
    except yaml.YAMLError as error:
        raise DocumentError(path, [broken_yaml(error, text)]) from None
    except RecursionError:
        raise DocumentError(path, [Problem(1, "", "nested too deeply")]) from None
    if schema is not None:
        problems = check(value, schema, node)
        if problems:
            raise DocumentError(path, problems)
    return value


def broken_yaml(error: yaml.YAMLError, text: str) -> Problem:
    """Where and why a text is no YAML, with what helps for the slips that people make."""
    mark = getattr(error, "problem_mark", None)
    what = getattr(error, "problem", None) or str(error)
    number, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
    lines = text.splitlines()
    line = lines[number - 1] if number <= len(lines) else ""
    if "\t" in line[: len(line) - len(line.lstrip())]:
        what = "a tab in front of the line; YAML wants spaces there"
    elif "cannot start any token" in what:
        what = f"{what}; a value that begins with @, %, ` or the like belongs in quotes"
    elif "could not find expected ':'" in what and (wide := _wide_colon(lines, number)):
        number, column = wide
        what = "a full-width colon (：); YAML wants `: `"
    return Problem(number, "", what, column)


def _wide_colon(lines: list[str], number: int) -> tuple[int, int] | None:
    """The place of a full-width colon where the reader missed a plain one: on that line or above it."""
    for at in range(min(number, len(lines)), max(number - 3, 0), -1):
        if "：" in lines[at - 1] and ": " not in lines[at - 1]:
            return at, lines[at - 1].index("：") + 1
    return None


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
            Problem(_line_of(node, [*path, key], at_key=True), _dotted([*path, key]), f"unknown; known here: {listed}")
            for key in error.instance
            if key not in known
        ]
    message = error.message if len(error.message) <= _SHOWN else f"…{error.message[-_SHOWN:]}"
    if error.validator == "format" and error.validator_value == "regex":
        message = f"{error.instance!r} is not a pattern: a bracket or a sign does not fit (put \\ before a plain one)"
    return [Problem(_line_of(node, path), _dotted(path), message + _hint(error.validator, error.instance))]


def _dotted(path: list[str | int]) -> str:
    return ".".join(str(part) for part in path)


def _hint(broken: object, value: object) -> str:
    """What helps where YAML took a word for something else: No, yes, 08, 1e5."""
    return "; put it in quotes" if broken == "type" and isinstance(value, bool | int | float) else ""


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
                problems.append(Problem(key.start_mark.line + 1, "", "a key is a word, no list; put it in quotes"))
            elif key.value in seen:
                problems.append(Problem(key.start_mark.line + 1, str(key.value), "the key is given twice"))
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
