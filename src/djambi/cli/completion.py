"""``djambi completion``: what a shell needs to complete commands, options and values."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from djambi.cli.common import write_out
from djambi.errors import DjambiError

SHELLS = ("bash", "zsh", "fish")


@click.command(name="completion")
@click.argument("shell", type=click.Choice(SHELLS))
def command(shell: str) -> None:
    """Write the completion script of a shell to standard output.

    \b
    bash:  eval "$(djambi completion bash)"      in ~/.bashrc
    zsh:   eval "$(djambi completion zsh)"       in ~/.zshrc
    fish:  djambi completion fish > ~/.config/fish/completions/djambi.fish
    """
    # The application imports its commands by name.
    from djambi.cli.app import app

    script = get_completion_class(shell)
    if script is None:
        raise DjambiError(f"nothing is known of {shell}")
    write_out("-", script(app, {}, "djambi", "_DJAMBI_COMPLETE").source() + "\n")
