"""A deck's sheet on the terminal."""

from decklint.sheet import BundleSheet, LinkSheet
from twgp.lang import phrase
from twgp.sheet_words import Say
from twgp.show import bars, console


def print_sheet(say: Say, *, apart: bool = False) -> None:
    """The whole sheet on stdout; `apart` leaves a blank line to the one before."""
    from rich.text import Text

    sheet, out = say.sheet, console()
    if apart:
        out.print()
    out.print(Text(say.title, "bold underline"))
    for fact in say.facts:
        out.print(Text(fact))
    _vitals(say)
    for master, shown in sheet.masters:
        out.print(Text(say.master(master, shown)))
    for bundle in sheet.bundles:
        _bundle(say, bundle)
    if say.drives:
        out.print(Text(say.drives, "dim"))
    if sheet.links:
        _heading(say.link_heading)
        for link in sheet.links:
            _link(say, link)
    _heading(say.word("bring"))
    for line in say.bring:
        out.print(Text(f"- {line}"))
    _heading(say.word("check"))
    for line in filter(None, (say.unknown, say.found)):
        out.print(Text(line))


def _heading(text: str) -> None:
    from rich.text import Text

    console().print(Text(f"\n{text}", "bold"))


def _vitals(say: Say) -> None:
    from rich.table import Table
    from rich.text import Text

    sheet = say.sheet
    _heading(say.word("vitals"))
    if not sheet.vitals:
        console().print(Text(say.word("none")))
    else:
        extra = any(vital.devices for vital in sheet.vitals)
        table = Table(header_style="bold")
        table.add_column("", justify="right")
        for name in ("vital", "kind", *(["extra_device"] if extra else [])):
            table.add_column(Text(phrase(f"column_{name}", say.lang)), overflow="fold")
        for number, vital in enumerate(sheet.vitals, 1):
            kind = "\n".join(filter(None, (say.kind(vital), say.effects(vital.shown))))
            below = ["\n".join(map(say.device, vital.devices))] if extra else []
            table.add_row(*(Text(cell) for cell in (str(number), say.name(vital.shown), kind, *below)))
        console().print(table)
    if sheet.spare_devices:
        console().print(Text(say.word("spare_devices", cards=say.names(sheet.spare_devices))))


def _bundle(say: Say, bundle: BundleSheet) -> None:
    from rich.table import Table
    from rich.text import Text

    _heading(say.bundle(bundle))
    if not bundle.groups:
        console().print(Text(say.word("no_cards")))
        return
    table = Table(header_style="bold")
    table.add_column(Text(say.word("power")), justify="right", no_wrap=True)
    table.add_column(Text(say.word("card")), overflow="fold")
    table.add_column(Text(say.word("says")), overflow="fold")
    for type_, cards in bundle.groups:
        table.add_row("", Text(say.group(type_, cards), "bold"), "")
        for shown in cards:
            table.add_row(*(Text(cell) for cell in (say.strength(shown), say.name(shown), say.does(shown))))
        table.add_section()
    console().print(table)
    if bundle.archive:
        console().print(Text(say.word("archive_cards", cards=say.names(bundle.archive))))
    bars(say.word("curve"), [(say.bar(bar), bar.units) for bar in bundle.curve])


def _link(say: Say, link: LinkSheet) -> None:
    from rich.padding import Padding
    from rich.text import Text

    shade = link.attribute.colour.shade
    head = Text("● ", f"{shade} on default" if shade != "#1f1f1f" else "bold")
    head.append(say.link_name(link), "bold")
    console().print(head)
    for line in (say.link_facts(link), *say.link_units(link)):
        console().print(Padding(Text(line), (0, 0, 0, 4)))
