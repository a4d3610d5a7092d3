"""``djambi admin``: manage a server's people, tables and database."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from djambi.cli.common import CommandGroup, NamedFile, emit, json_option, output_option, write_out
from djambi.extras import missing_package

if TYPE_CHECKING:
    from djambi.server.apps.admin import Admin

_file = NamedFile(Path)
_limit_option = click.option(
    "--limit", type=click.IntRange(1, 10_000), default=100, show_default=True,
    help="How many to list at most.",
)  # fmt: skip


class _AdminCommands(CommandGroup):
    """The commands, of which none has the settings file itself."""

    def invoke(self, ctx: click.Context) -> object:
        try:
            invoked: object = super().invoke(ctx)
        except click.NoSuchOption as error:
            if error.option_name != "--config":
                raise
            where = "--config goes before the command: djambi admin --config FILE …"
            raise click.UsageError(where, error.ctx) from None
        return invoked


@click.group(name="admin", cls=_AdminCommands)
@click.option("--config", type=_file, metavar="FILE", help="The server's settings file (TOML).")
@click.pass_context
def command(ctx: click.Context, config: Path | None) -> None:
    """Manage an online server: its people, its tables, its database.

    The database is the one named by the settings of `djambi serve`. The server may keep running:
    accounts that are barred, erased or given another password are disconnected within two seconds.
    """
    try:
        from djambi.server.apps.admin import Admin
        from djambi.server.settings import load
    except ModuleNotFoundError as error:
        raise missing_package("a server", error, "server") from None
    ctx.obj = Admin(load(config))


@command.command()
@json_option
@click.pass_obj
def status(admin: Admin, as_json: bool) -> None:
    """Show how much is stored, and how many processes are running."""
    counts = admin.counts()
    if as_json:
        emit(counts)
    else:
        _table(counts.items())


# --- people -----------------------------------------------------------------------------------


@command.command()
@click.option("--find", default="", help="Part of a name, or an id.")
@_limit_option
@json_option
@click.pass_obj
def people(admin: Admin, find: str, limit: int, as_json: bool) -> None:
    """List accounts, most recently seen first."""
    found = admin.people(find, limit)
    if as_json:
        emit([asdict(line) for line in found])
        return
    for line in found:
        marks = [m for m in ("guest", "moderator", "erased") if getattr(line, m)]
        if line.barred:
            marks.append(f"barred until {_time(line.barred)}")
        click.echo(f"{line.id:14} {_time(line.seen)}  {line.name}  {', '.join(marks)}".rstrip())


@command.command()
@click.argument("name")
@click.option("--moderator", is_flag=True, help="Let it decide on reports.")
@click.pass_obj
def make(admin: Admin, name: str, moderator: bool) -> None:
    """Create an account; you are asked for its password (or it is read from standard input)."""
    account = admin.make(name, _password(), moderator)
    click.echo(f"{account.id}  {account.name}")


@command.command()
@click.argument("who")
@click.pass_obj
def password(admin: Admin, who: str) -> None:
    """Set another password for an account, and sign it out everywhere."""
    click.echo(admin.set_password(who, _password()).name)


@command.command()
@click.argument("who")
@click.option("--remove", is_flag=True, help="Remove the moderator's rights.")
@click.pass_obj
def moderator(admin: Admin, who: str, remove: bool) -> None:
    """Make an account (its name or id) a moderator."""
    click.echo(admin.set_moderator(who, not remove).name)


@command.command()
@click.argument("who")
@click.argument("days", type=click.IntRange(0, 36_500))
@click.pass_obj
def bar(admin: Admin, who: str, days: int) -> None:
    """Bar an account from playing and talking for DAYS; 0 lifts the bar."""
    click.echo(admin.bar(who, days).name)


@command.command()
@click.argument("who")
@click.option("--words", is_flag=True, help="Also delete everything it said at tables.")
@click.option("--yes", is_flag=True, help="Do not ask for confirmation.")
@click.pass_obj
def erase(admin: Admin, who: str, words: bool, yes: bool) -> None:
    """Erase an account: name, sign-ins, address, ratings, notes. Its games stay, without a name."""
    if not yes:
        # A name is found in any spelling: the one who is meant is shown.
        account = admin.account(who)
        click.confirm(f"Erase {account.name} ({account.id})? This cannot be undone", abort=True)
    taken = admin.erase(who, words)
    deleted = f"; {taken} message{'s' * (taken != 1)} deleted"
    click.echo(f"erased{deleted if words else ''}")


@command.command()
@click.argument("who")
@output_option
@click.pass_obj
def export(admin: Admin, who: str, output: str) -> None:
    """Write everything stored about an account, as JSON."""
    write_out(output, json.dumps(admin.export(who), ensure_ascii=False, indent=2) + "\n")


# --- tables -----------------------------------------------------------------------------------


@command.command()
@click.option("--stage", type=click.Choice(["waiting", "playing", "over"]), help="Only these.")
@_limit_option
@json_option
@click.pass_obj
def tables(admin: Admin, stage: str | None, limit: int, as_json: bool) -> None:
    """List online tables, most recently played first."""
    found = admin.tables(stage or "", limit)
    if as_json:
        emit([asdict(line) for line in found])
        return
    for line in found:
        marks = [m for m in ("listed", "hidden") if getattr(line, m)]
        if line.lobby and not line.listed:
            marks.append("in the lobby to watch")
        click.echo(
            f"{line.id:14} {_time(line.played)}  {line.stage:8} {line.variant:10} "
            f"{line.ply:4} plies  {line.name or '-'}  {', '.join(marks)}".rstrip()
        )


@command.command()
@click.argument("table")
@click.pass_obj
def hide(admin: Admin, table: str) -> None:
    """Remove a table from the lobby and others' lists; its players can go on playing."""
    admin.hide(table)
    click.echo(f"{table} is hidden")


# --- the database -----------------------------------------------------------------------------


@command.command()
@click.argument("file", type=_file)
@click.pass_obj
def backup(admin: Admin, file: Path) -> None:
    """Write a snapshot of the whole database to a new FILE that only its owner may read."""
    from djambi.server.storage.archive import back_up

    click.echo(f"{back_up(admin.where, file):,} rows in {file}")


@command.command()
@click.argument("file", type=_file)
@click.pass_obj
def restore(admin: Admin, file: Path) -> None:
    """Fill the (empty) database named by the settings from a backup of either kind of database."""
    from djambi.server.storage.archive import restore as restore_from

    click.echo(f"{restore_from(admin.where, file):,} rows")


@command.command()
@click.argument("file", type=_file)
@json_option
def verify(file: Path, as_json: bool) -> int:
    """Restore a backup into a temporary database beside it, and check that it is complete.

    This needs no settings and touches no other database. The exit status is 0 if the backup is
    complete, 1 if it is not, 2 if the file cannot be read.
    """
    from djambi.server.storage.archive import BadBackup
    from djambi.server.storage.archive import verify as contents_of

    try:
        found = contents_of(file)
    except BadBackup as error:
        click.echo(f"djambi: {error}", err=True)
        return 1
    if as_json:
        emit({"form": found.form, "at": found.at, "rows": found.rows, "tables": found.tables})
    else:
        _table((name, rows) for name, rows in found.tables.items() if rows)
        click.echo(f"{found.rows:,} rows of {_time(found.at)} (UTC): the backup is complete")
    return 0


def _password() -> str:
    """Return a password: asked for twice at a terminal, otherwise a line of standard input."""
    if sys.stdin.isatty():
        return str(click.prompt("Password", hide_input=True, confirmation_prompt=True))
    return sys.stdin.readline(1000).rstrip("\n")


def _time(milliseconds: int) -> str:
    return datetime.fromtimestamp(milliseconds / 1000, UTC).strftime("%Y-%m-%d %H:%M")


def _table(rows: Iterable[tuple[str, int]]) -> None:
    for name, value in rows:
        click.echo(f"{name:16} {value:>9,}")
