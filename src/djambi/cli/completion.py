"""``djambi completion``: shell code that completes commands, options and their values."""

from __future__ import annotations

from typing import Final

import click
from click.shell_completion import BashComplete, FishComplete, ShellComplete, ZshComplete

SHELLS: Final[dict[str, type[ShellComplete]]] = {
    "bash": BashComplete, "zsh": ZshComplete, "fish": FishComplete,
}  # fmt: skip


@click.command(name="completion")
@click.argument("shell", type=click.Choice(list(SHELLS)))
@click.pass_context
def command(ctx: click.Context, shell: str) -> None:
    """Write the code that lets SHELL complete what is typed after djambi.

    \b
    bash 4.4 or newer, in ~/.bashrc:         eval "$(djambi completion bash)"
    zsh, in ~/.zshrc:                        eval "$(djambi completion zsh)"
    fish, in ~/.config/fish/config.fish:     djambi completion fish | source
    """
    root = ctx.find_root().command
    made = SHELLS[shell](root, {}, "djambi", "_DJAMBI_COMPLETE")
    # Click's own `source` of bash starts bash to ask for its version.
    click.echo(ShellComplete.source(made))
