"""Why a text is no YAML, in the words of people: what slipped, and where it began."""

import re

from rulebook.problems import Problem, problem

_NO_SPACE = re.compile(r"\s*(?:-\s+)*(?P<dash>-)[^\s-]")
"""A line such as `-Nami`, a list's item without its space."""


def broken_yaml(error: BaseException, text: str) -> Problem:
    """Where and why a text is no YAML, with what helps for the slips that people make.

    A quote, a bracket or a key without its end is told where it begins, not where the reader gave up.
    """
    what = getattr(error, "problem", None) or str(error)
    place, begun = _at(getattr(error, "problem_mark", None)), _at(getattr(error, "context_mark", None))
    (number, column), start = place or (1, 1), begun or place or (1, 1)
    lines = text.splitlines()
    line = _line(lines, number)
    if "\t" in line[: len(line) - len(line.lstrip())]:
        return problem(number, "", "yaml_tab", column)
    if "cannot start any token" in what:
        return problem(number, "", "yaml_sign", column, sign=line[column - 1 : column])
    if "could not find expected ':'" in what:
        return _no_colon(lines, start, number)
    if "found unexpected end of stream" in what:
        return problem(start[0], "", "yaml_quote", start[1])
    opened = _line(lines, start[0])[start[1] - 1 : start[1]]
    if "undefined alias" in what or "expected alphabetic" in what:
        return problem(start[0], "", "yaml_alias", start[1], sign=opened or "*")
    if "expected ',' or '" in what:
        closing = {"[": "]", "{": "}"}.get(opened, "]")
        if number > start[0]:
            return problem(start[0], "", "yaml_bracket", start[1], sign=opened, closing=closing, line=number)
        return problem(number, "", "yaml_comma", column, closing=closing)
    if "mapping values are not allowed" in what:
        return _stray_colon(lines, number, column)
    if "did not find expected key" in what or "expected '-' indicator" in what or "expected <block end>" in what:
        return problem(number, "", "yaml_stray", column)
    if "did not find expected node content" in what or "but found '<block mapping start>'" in what:
        return problem(number, "", "yaml_no_value", column, sign=line[column - 1 : column])
    if "unknown escape" in what:
        return problem(start[0], "", "yaml_escape", start[1])
    return problem(number, "", "yaml_other", column, reason=what)


def _at(mark: object) -> tuple[int, int] | None:
    """The line and column of a mark, both from 1."""
    line, column = getattr(mark, "line", None), getattr(mark, "column", None)
    return (line + 1, column + 1) if isinstance(line, int) and isinstance(column, int) else None


def _line(lines: list[str], number: int) -> str:
    return lines[number - 1] if 0 < number <= len(lines) else ""


def _no_colon(lines: list[str], start: tuple[int, int], number: int) -> Problem:
    """A line without `: ` where a key must be: a full-width colon, a dash without space, or none at all."""
    if wide := _wide_colon(lines, number):
        return problem(wide[0], "", "yaml_full_width", wide[1])
    line = _line(lines, start[0])
    if dash := _NO_SPACE.match(line):
        return problem(start[0], "", "yaml_dash", dash.start("dash") + 1)
    if line[start[1] - 1 : start[1]] in ("'", '"'):
        return problem(start[0], "", "yaml_no_colon_quoted", start[1])
    return problem(start[0], "", "yaml_no_colon", start[1])


def _stray_colon(lines: list[str], number: int, column: int) -> Problem:
    """A `: ` within a value; where the line above has none, that one lacks its own and runs on."""
    if wide := _wide_colon(lines, number):
        return problem(wide[0], "", "yaml_full_width", wide[1])
    above = next((at for at in range(number - 1, 0, -1) if _line(lines, at).strip()), 0)
    before = _line(lines, above)
    indent = len(before) - len(before.lstrip())
    line = _line(lines, number)
    if above and ":" not in before and not before.lstrip().startswith(("-", "#")) and line[indent : indent + 1].strip():
        return problem(above, "", "yaml_no_colon", indent + 1)
    return problem(number, "", "yaml_stray_colon", column)


def _wide_colon(lines: list[str], number: int) -> tuple[int, int] | None:
    """The place of a full-width colon where the reader missed a plain one: on that line or above it."""
    for at in range(min(number, len(lines)), max(number - 3, 0), -1):
        if "：" in lines[at - 1] and ": " not in lines[at - 1]:
            return at, lines[at - 1].index("：") + 1
    return None
