"""``djambi doctor``: report what is missing on this machine, and how to get it."""

from __future__ import annotations

from dataclasses import asdict

import click

from djambi.cli.common import emit, json_option, lang_option
from djambi.cli.doctor.checks import look
from djambi.texts import say

_COLOURS = {"ok": "green", "note": "yellow", "fault": "red"}


@click.command("doctor")
@json_option
@lang_option
def command(as_json: bool, lang: str) -> int:
    """Report what is missing on this machine, and how to get it.

    Nothing is installed or changed. The exit status is 1 if there is a fault: something is broken,
    or part of the browser game is missing where that is installed. A note is only good to know.
    """
    found = list(look(lang))
    faults = sum(check.state == "fault" for check in found)
    if as_json:
        emit({"ok": not faults, "checks": [asdict(check) for check in found]})
        return 1 if faults else 0
    states = {state: say(f"doctor.state.{state}", lang) for state in _COLOURS}
    margin, names = (max(map(len, each)) for each in (states.values(), (c.name for c in found)))
    for check in found:
        state = click.style(states[check.state].ljust(margin), fg=_COLOURS[check.state])
        click.echo(f"{state}  {check.name.ljust(names)}  {check.found}")
        if check.remedy:
            click.echo(f"{'':{margin + names + 4}}{check.remedy}")
    click.echo()
    click.echo(say("doctor.faults", lang, n=faults) if faults else say("doctor.fine", lang))
    return 1 if faults else 0
