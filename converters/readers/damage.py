"""Values that look as if a spreadsheet had changed them; they are shown, never guessed back."""

import re
from datetime import date, datetime, time, timedelta

_MONTHS = "jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec"
_CHANGED = re.compile(
    rf"""
      \d{{1,2}}-(?:{_MONTHS})(?:-\d{{2,4}})?        # 08-27 became 27-Aug
    | (?:{_MONTHS})-\d{{1,4}}                       # AUG-27 or 2027-08
    | (?:\d{{2,4}}年)?\d{{1,2}}月(?:\d{{1,2}}日)?   # the same in Japanese
    | \d{{2,4}}年\d{{1,2}}月
    | -?\d+(?:\.\d+)?e\+\d+                         # 100E10 or a number of many digits became 1E+12
    | -?\d+\.0+                                     # an empty cell in the column made 46986414 a float
    | \#(?:N/A|REF!|NAME\?|VALUE!|DIV/0!|NUM!|NULL!)
    | \#{{3,}}                                      # a column that was too narrow
    """,
    re.IGNORECASE | re.VERBOSE,
)


def spreadsheet_damage(value: object) -> str | None:
    """The value as text when an id or number with it looks changed by a spreadsheet, else None.

    For values of id columns: `27-Aug`, `8月27日`, `1E+12`, `46986414.0`, dates, floats, error values. The
    pipeline reports it as `changed_by_spreadsheet` (doubtful) with the value.
    """
    if isinstance(value, str):
        text = value.strip()
        return text if _CHANGED.fullmatch(text) else None
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, float):
        return str(value)
    if isinstance(value, datetime | date | time | timedelta):
        return str(value)
    return None
