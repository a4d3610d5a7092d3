"""``djambi serve``: an online server."""

from __future__ import annotations

from pathlib import Path

import click

from djambi.cli.common import NamedFile
from djambi.extras import missing_package


@click.command(name="serve")
@click.option(
    "--config", type=NamedFile(Path), metavar="FILE",
    help="Settings file (TOML); environment variables (DJAMBI_URL, …) take precedence.",
)  # fmt: skip
@click.option("--port", type=click.IntRange(0, 65535), help="The port to listen on (8765).")
@click.option("--address", help="The address to listen on (127.0.0.1).")
@click.option("--check", is_flag=True, help="Check the settings, show them, and exit.")
def command(config: Path | None, port: int | None, address: str | None, check: bool) -> int:
    """Serve Djambi online: tables, accounts, talk, for people anywhere.

    Without settings, it serves only browsers on this computer, to try it out. For other people,
    set its address (url = "https://djambi.example") and put a web server with HTTPS in front of it.
    """
    try:
        from djambi.server.apps.run_online import serve
    except ModuleNotFoundError as error:
        raise missing_package("the server", error, "server") from None
    return serve(config, port, address, check)
