"""``djambi licences``: whose work this installation contains and uses, and on what terms."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from importlib import metadata
from pathlib import Path
from typing import Final

import click

import djambi
from djambi.cli.common import emit, json_option, lang_option
from djambi.errors import DjambiError
from djambi.texts import say

APP_LICENCES: Final = Path(djambi.__file__).parent / "server" / "static" / "licences.json"
"""What the build of the browser app writes of its parts."""

_REQUIREMENT: Final = re.compile(r"(?P<name>[\w.-]+)\s*(?:\[(?P<extras>[\w., -]*)\])?(?P<rest>.*)")
_EXTRA: Final = re.compile(r"extra\s*==\s*['\"]([\w-]+)['\"]")
_TERMS: Final = re.compile(r"(?:licen[cs]e|copying|notice)[^/]*$", re.IGNORECASE)
_MAKERS_EXTRAS: Final = frozenset({"dev", "docs"})
"""Extras for those who work on djambi: no part of what a player or a host runs."""


@dataclass(frozen=True, slots=True)
class LicensedPart:
    """A part made by others.

    Args:
        name, version: as its makers say.
        licence: its SPDX expression, or what its makers wrote; "" if they wrote nothing.
        text: the terms in full; "" if they are not at hand.
    """

    name: str
    version: str
    licence: str
    text: str


def installed() -> list[LicensedPart]:
    """Return the installed packages that djambi uses, directly or through others, by name."""
    found: dict[str, LicensedPart] = {}
    asked: set[tuple[str, str]] = set()
    try:
        ours = metadata.metadata("djambi").get_all("Provides-Extra") or []
    except metadata.PackageNotFoundError:
        raise DjambiError("djambi is not installed here, so nobody knows what it uses") from None
    wanted = [("djambi", extra) for extra in ["", *ours] if extra not in _MAKERS_EXTRAS]
    while wanted:
        name, extra = wanted.pop()
        if (name, extra) in asked:
            continue
        asked.add((name, extra))
        try:
            distribution = metadata.distribution(name)
        except metadata.PackageNotFoundError:
            continue
        found[name] = _part(distribution)
        wanted += _needed(distribution, extra)
    found.pop("djambi", None)
    return [found[name] for name in sorted(found)]


def _needed(distribution: metadata.Distribution, extra: str) -> Iterator[tuple[str, str]]:
    """Yield what a package needs for an extra ("": in any case), and extras of that."""
    for line in distribution.requires or ():
        requirement = _REQUIREMENT.match(line)
        if requirement is None:
            continue
        for_extra = _EXTRA.search(requirement["rest"])
        if (for_extra[1] if for_extra else "") != extra:
            continue
        name = re.sub(r"[-_.]+", "-", requirement["name"]).lower()
        for each in ("", *re.findall(r"[\w-]+", requirement["extras"] or "")):
            yield name, each


def _part(distribution: metadata.Distribution) -> LicensedPart:
    told = distribution.metadata
    classifiers = [
        each.rpartition(" :: ")[2]
        for each in told.get_all("Classifier") or ()
        if each.startswith("License ::") and not each.endswith("OSI Approved")
    ]
    # Before there were expressions, some wrote the whole text into the field.
    written = "".join(told.get_all("License") or ()).strip()
    written = "" if "\n" in written else written
    licence = "".join(told.get_all("License-Expression") or ()) or ", ".join(classifiers) or written
    terms = [
        Path(str(file.locate()))
        for file in distribution.files or ()
        if ".dist-info" in str(file.parent) and _TERMS.search(file.name)
    ]
    text = "\n\n".join(each.read_text("utf-8", "replace").strip() for each in terms)
    return LicensedPart(told["Name"], distribution.version, licence, text)


def in_app() -> list[LicensedPart] | None:
    """Return the parts of the built browser app; None if it is not built."""
    if not APP_LICENCES.is_file():
        return None
    return [LicensedPart(**row) for row in json.loads(APP_LICENCES.read_text("utf-8"))]


@click.command("licences")
@click.option("--texts", is_flag=True, help="Write the terms of every part in full.")
@json_option
@lang_option
def command(texts: bool, as_json: bool, lang: str) -> None:
    """List whose work this installation contains and uses, and on what terms."""
    groups = {"installed": installed(), "app": in_app()}
    if as_json:
        emit({key: [asdict(part) for part in parts or ()] for key, parts in groups.items()})
        return
    click.echo(say("licences.own", lang))
    for key, parts in groups.items():
        click.echo(f"\n{say(f'licences.part.{key}', lang)}\n")
        if parts is None:
            click.echo(f"  {say('licences.no_app', lang)}")
            continue
        width = max((len(f"{part.name} {part.version}") for part in parts), default=0)
        for part in parts:
            licence = part.licence or say("licences.unnamed", lang)
            click.echo(f"  {f'{part.name} {part.version}'.ljust(width)}  {licence}")
            if texts and part.text:
                click.echo("\n" + re.sub(r"^", "    ", part.text, flags=re.MULTILINE) + "\n")
