"""The linter: one document in, everything that is wrong with it out."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from decklint.case import Case
from decklint.catalogue import Severity, checks
from decklint.findings import Finding, card_name, finding, of_fault
from decklint.play import Play
from decklint.resolve import Lookup, entries, looked_up
from decklint.rules import ALL
from rulebook.codes import CodedError
from rulebook.decks import Deck, Entry, Suppression
from rulebook.formats import Format, FormatError, format_named
from rulebook.names import fold
from rulebook.options import OptionError, by_id, resolve
from rulebook.played import Played
from rulebook.pool import Pool
from rulebook.walk import Fault

DEFAULT_FORMAT = "full"
"""The format of a document that names none."""

_POOL = frozenset({"pool", "pool_encoding"})
"""Messages of F701 about a card list."""
_STILL_READ = _POOL | {"line", "remark", "cp932", "too_many_values"}
"""Messages of F701 that leave a document to be judged."""


def is_unreadable(found: Finding) -> bool:
    """Whether a finding says that nothing of its document could be read."""
    return found.code == "F701" and found.says not in _STILL_READ


def is_unusable(found: Finding) -> bool:
    """Whether a finding says that a document or one of its card lists could not be read: exit code 2."""
    return is_unreadable(found) or (found.code == "F701" and found.says in _POOL)


@dataclass(frozen=True, slots=True)
class Judgement:
    """How documents are judged, from the command and the project.

    `format` and `settings` stand above what a document says, `project` below it. `severities` gives codes or
    names of checks another severity, or "off". `codes` are those that a report shows (`report.Judged.only`); all
    are checked, since a deck is legal by all of them.
    """

    format: str | None = None
    settings: Mapping[str, object] = field(default_factory=dict)
    project: Mapping[str, object] = field(default_factory=dict)
    tournament: bool = False
    severities: Mapping[str, str] = field(default_factory=dict)
    codes: frozenset[str] | None = None
    strict: bool = False


class Linter:
    """Checks documents one after the other; what they share is worked out once."""

    def __init__(self, judgement: Judgement) -> None:
        self._judgement = judgement
        self._plays: dict[tuple[str, tuple[tuple[str, object], ...]], Play] = {}
        self._last: Lookup | None = None

    def _lookup(self, pool: Pool) -> Lookup:
        if self._last is None or self._last.pool is not pool:
            self._last = Lookup(pool)
        return self._last

    def settle(self, deck: Deck) -> tuple[Play, list[Finding]]:
        """The format and options of a document, and F706 and F707 for what they name that does not exist."""
        findings: list[Finding] = []
        name = self._format(deck, findings)
        own = self._usable(deck, name, findings)
        if self._judgement.tournament and "tournament" not in format_named(name).overlays:
            name = f"{name}+tournament"
        play = self._play(deck, name, own, findings)
        return (_sized(play, deck) if play.format.base == "trial" else play), findings

    def _play(self, deck: Deck, name: str, own: Mapping[str, object], findings: list[Finding]) -> Play:
        """The play of a format with the settings of document, project and command.

        What a project or a command sets may not fit the format of one document of many: that is told there,
        and its own settings hold.
        """
        settings = by_id(self._judgement.project) | by_id(own) | by_id(self._judgement.settings)
        key = name, tuple(settings.items())
        if key not in self._plays:
            try:
                self._plays[key] = Play.named(name, settings)
            except OptionError as error:
                findings.append(finding("F706", deck.start, reason=_reason(error)))
                return Play.named(name, own)
        return self._plays[key]

    def check(
        self,
        deck: Deck,
        faults: Iterable[Fault],
        pool: Pool | None,
        ruleset: str = "",
        played: Played | None = None,
    ) -> list[Finding]:
        """Everything that is found in a document, in the order of its lines.

        `faults` are those of reading it; `pool` holds the cards, None where no list was there; `ruleset` is what
        its cards should bear; `played` is what the player used of them. Never raises on what a document says.
        """
        play, findings = self.settle(deck)
        findings += [of_fault(fault) for fault in faults]
        if not any(map(is_unreadable, findings)):
            if pool is not None:
                if deck.form != "text":  # the lines of a list were looked up when it was read
                    lookup = self._lookup(pool)
                    deck = lookup.deck(deck)
                    findings += lookup.taken()
                findings += _other_rulesets(deck, ruleset)
            if played is not None:
                played, unknown = looked_up(played, deck, pool)
                findings += unknown
            if pool is None and not any(map(is_unusable, findings)):
                findings.append(finding("F705", deck.start))
            judged = self._judge(deck, play, pool is not None, played)
            unknown_format = any(each.code == "F707" for each in findings)
            findings += [each for each in judged if not (unknown_format and _is_by_format(each))]
        return self._reported(deck, findings)

    def with_cards(self, deck: Deck, pool: Pool | None) -> Deck:
        """The document with the card of every entry that the pool knows; what is not found is told by `check`."""
        if pool is None or deck.form == "text":  # the lines of a list were looked up when it was read
            return deck
        lookup = self._lookup(pool)
        deck = lookup.deck(deck)
        lookup.taken()
        return deck

    def _judge(self, deck: Deck, play: Play, has_data: bool, played: Played | None) -> Iterator[Finding]:
        named = deck.format is not None or self._judgement.format is not None
        tournament = self._judgement.tournament or "tournament" in play.format.overlays
        given = self._judgement.format is not None
        case = Case(deck, play, has_data, tournament, named, played, format_given=given)
        for family in ALL:
            for check in family:
                yield from check(case)

    def _format(self, deck: Deck, findings: list[Finding]) -> str:
        name = self._judgement.format or deck.format or DEFAULT_FORMAT
        try:
            format_named(name)
        except FormatError as error:
            findings.append(finding("F707", deck.places.get("format", deck.start), reason=_reason(error)))
            return DEFAULT_FORMAT
        return name

    def _usable(self, deck: Deck, format_: str, findings: list[Finding]) -> dict[str, object]:
        """The settings of a document that exist; each other one is told at its place."""
        usable: dict[str, object] = {}
        for id_, value in deck.settings.items():
            try:
                resolve({**usable, id_: value}, format_)
            except OptionError as error:
                findings.append(finding("F706", deck.places.get(f"options.{id_}", deck.start), reason=_reason(error)))
            else:
                usable[id_] = value
        return usable

    def _reported(self, deck: Deck, findings: Sequence[Finding]) -> list[Finding]:
        """The findings that are not suppressed, with their severities and the path."""
        kept = list(self._unsuppressed(deck, findings)) if deck.suppressions else list(findings)
        reported = []
        for found in kept:
            severity = self._severity(found)
            if severity is not None:
                reported.append(found._replace(path=found.path or deck.path, severity=severity))
        return sorted(reported, key=lambda found: (found.path != deck.path, found.place, found.code))

    def _severity(self, found: Finding) -> Severity | None:
        given = self._judgement.severities
        chosen = given.get(found.code) or (given.get(found.name) if given else None)
        if chosen is None:
            return found.severity
        return None if chosen == "off" else chosen  # type: ignore[return-value]

    def _unsuppressed(self, deck: Deck, findings: Sequence[Finding]) -> Iterator[Finding]:
        used: set[Suppression] = set()
        by_name = {check.name: check.code for check in checks().values()}
        orders = [one._replace(code=by_name.get(one.code, one.code)) for one in deck.suppressions]
        for found in findings:
            order = next((one for one in orders if _holds(one, found)), None)
            if order is None or found.code[:2] == "F7":
                yield found
            else:
                used.add(order)
        codes = self._judgement.codes
        for order in orders:
            if order.code not in checks():
                yield finding("F790", order.place, "unknown", code=order.code)
            elif order not in used and (codes is None or order.code in codes):
                yield finding("F790", order.place, code=order.code)
            elif self._judgement.strict and not order.reason:
                yield finding("F790", order.place, "no_reason", code=order.code)


_BY_FORMAT = frozenset({"V201", "D110", "T502", "P601", "P603", "P604", "P605", "P607"})
_SAID_BY_FORMAT = frozenset(
    {("D102", "message"), ("E301", "too_many_here"), ("E301", "too_many"), ("T503", "grid")}
)


def _is_by_format(found: Finding) -> bool:
    """Whether a finding rests on the numbers of a format, so that nobody can tell without knowing the format."""
    return found.code in _BY_FORMAT or (found.code, found.says) in _SAID_BY_FORMAT


def _other_rulesets(deck: Deck, wanted: str) -> Iterator[Finding]:
    """F710 for cards that were converted under other switches or by another version."""
    others: dict[str, list[Entry]] = {}
    for entry in entries(deck) if wanted else ():
        if entry.card is not None and entry.card.ruleset != wanted:
            others.setdefault(entry.card.ruleset, []).append(entry)
    for found, listed in others.items():
        yield finding("F710", listed[0].place, card=listed[0], got=len(listed), found=found or "-", wanted=wanted)


def _sized(play: Play, deck: Deck) -> Play:
    """A Trial of the sizes that the document shows, where they are allowed (RES-13, RES-16)."""
    trial: Format = play.format
    vitals, decks = len(deck.vitals), len(deck.bundles)
    sized = trial.sized(
        vitals if trial.vitals_allowed.allows(vitals) else None, decks if trial.decks_allowed.allows(decks) else None
    )
    return Play.of(sized, play.options)


def _holds(order: Suppression, found: Finding) -> bool:
    if order.code != found.code or (order.line is not None and (order.line != found.place.line or found.path)):
        return False  # a line of another document is not meant
    if order.card is None:
        return True
    if found.card is None:
        return False
    names = {fold(card_name(found.card, lang)) for lang in ("en", "ja")}
    return fold(order.card) in names or order.card == getattr(found.card, "id", None)


def _reason(error: CodedError) -> object:
    from decklint.catalogue import Words

    return Words(error.text("en"), error.text("ja"))
