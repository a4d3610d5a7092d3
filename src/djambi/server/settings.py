"""The settings of `djambi serve`: a file (TOML), over it the environment, checked at start.

Every setting is a field of `ServeSettings`; in the environment it is DJAMBI_ and its name in
capitals (DJAMBI_URL), and a list is separated by commas. Unknown or invalid settings raise an error
naming the setting and its source; it never contains secret values.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Mapping
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated, Any, Final, Literal
from urllib.parse import urlsplit

import msgspec
from msgspec import Meta

from djambi.errors import DjambiError
from djambi.server.rate_limits import RateLimits

PREFIX: Final = "DJAMBI_"

# What the environment says to other parts of the program.
_OTHERS: Final = frozenset({"BOT_DELAY", "CONFIG"})

# A key of more than nine parts: the parser's time grows with the square of their number.
_PART: Final = r"""(?:[\w-]+|"[^"\n]*"|'[^'\n]*')"""
_DEEP_KEY: Final = re.compile(rf"^[ \t\[]*{_PART}(?:[ \t]*\.[ \t]*{_PART}){{9}}", re.MULTILINE)

Pair = tuple[int, int]


class ServeSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of a server. docs/online/settings.md says more of each."""

    url: str = ""
    """The address that people use, https://djambi.example; "": this computer and port only."""

    name: Annotated[str, Meta(min_length=1, max_length=60)] = "Djambi"
    """The name of the server on its first page and in e-mails."""

    address: str = "127.0.0.1"
    """Where it listens."""

    port: Annotated[int, Meta(ge=0, le=65535)] = 8765

    proxies: tuple[str, ...] = ()
    """Addresses or networks of reverse proxies, whose X-Forwarded-For is believed."""

    data: str = ""
    """The data folder; "": the user's own."""

    database: str = ""
    """postgresql://… or sqlite:///FILE; "": a file in the data folder."""

    redis: str = ""
    """redis://…, for several processes; "": this one is alone."""

    page: str = ""
    """The folder of a page build (`make page`), in which visitors' browsers compute; "": none."""

    smtp: str = ""
    """smtp://USER:PASSWORD@HOST:587, or smtps://…; "": no e-mails."""

    mail_from: str = ""
    """The sender of e-mails; needed with `smtp`."""

    guests: bool = True
    """Whether people may play at once, under a name, without registering."""

    registration: bool = True
    """Whether people may register; if not, `djambi admin` makes accounts."""

    log: Literal["text", "json"] = "text"

    metrics_token: str = ""
    """The Bearer token that may read /metrics; "": nobody may."""

    bot_threads: Annotated[int, Meta(ge=1, le=64)] = 1
    """How many bots think at once."""

    analysis_threads: Annotated[int, Meta(ge=1, le=64)] = max(2, (os.cpu_count() or 1) // 2)
    """How many positions are analysed at once, at low priority; a visitor gets half of them."""

    sockets: Annotated[int, Meta(ge=1, le=100_000)] = 20_000
    """Sockets at once, of this process."""

    sockets_each: Annotated[int, Meta(ge=1, le=100_000)] = 100
    """Sockets and streams at once of an account (of an address: five times as many)."""

    limits: dict[str, Pair] = {}
    """How often somebody may do something: `talk = [20, 30]` is 20 times in 30 seconds."""

    @property
    def secure(self) -> bool:
        """Return whether browsers come over https."""
        return self.url.startswith("https://")

    @property
    def origin(self) -> str:
        """Return the origin of our own pages as browsers write it; "" without `url`."""
        return self.url.rstrip("/").lower()


SECRETS: Final = frozenset({"database", "redis", "smtp", "metrics_token"})
"""Settings that hold passwords: never shown."""

_TYPES: Final = {field.name: field.type for field in msgspec.structs.fields(ServeSettings)}


def load(file: Path | None = None, environment: Mapping[str, str] | None = None) -> ServeSettings:
    """Load the settings of a file (none: only the environment) and the environment.

    The file is the one given, else the one that DJAMBI_CONFIG names. Raises DjambiError with the
    name of the setting and where it stands.

    >>> load(environment={"DJAMBI_URL": "https://djambi.example", "DJAMBI_PORT": "80"}).port
    80
    """
    environment = os.environ if environment is None else environment
    if file is None and environment.get(f"{PREFIX}CONFIG"):
        file = Path(environment[f"{PREFIX}CONFIG"])
    found = {} if file is None else _read(file)
    where = dict.fromkeys(found, str(file))
    for key, text in environment.items():
        if key.startswith(PREFIX) and key.removeprefix(PREFIX) not in _OTHERS:
            name = key.removeprefix(PREFIX).lower()
            # Other variables of ours are for the build and the tests.
            if name in _TYPES and name != "limits":
                found[name] = _from_text(name, text)
                where[name] = key
    return check(found, where)


def _read(file: Path) -> dict[str, Any]:
    try:
        data = file.read_bytes()
        text = data.decode("utf-8")
    except OSError as error:
        raise DjambiError(f"{file}: {error.strerror or error}") from None
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise DjambiError(f"{file}, line {line}: not UTF-8 text") from None
    if deep := _DEEP_KEY.search(text):
        line = text.count("\n", 0, deep.start()) + 1
        raise DjambiError(f"{file}, line {line}: nested too deeply")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise DjambiError(f"{file}: {error}") from None
    except RecursionError:
        raise DjambiError(f"{file}: nested too deeply") from None


def _from_text(name: str, text: str) -> object:
    kind = _TYPES[name]
    if kind == tuple[str, ...]:
        return [part.strip() for part in text.split(",") if part.strip()]
    if kind is bool:
        return {"1": True, "true": True, "yes": True, "0": False, "false": False, "no": False}.get(
            text.strip().lower(), text
        )
    if kind is str or text.strip().lstrip("-").isdecimal() is False:
        return text.strip()
    return int(text)


def check(found: Mapping[str, Any], where: Mapping[str, str]) -> ServeSettings:
    """Check settings and return them; `where` says for each where it was read."""
    for name in found:
        if name not in _TYPES:
            known = ", ".join(_TYPES)
            raise DjambiError(f"{where.get(name, '')}: no setting {name!r}; there are {known}")
    limits: object = found.get("limits")
    if isinstance(limits, dict):
        _check_pairs(limits, where)  # pyright: ignore[reportUnknownArgumentType]
    try:
        settings = msgspec.convert(dict(found), ServeSettings)
    except msgspec.ValidationError as error:
        raise DjambiError(_told(str(error), where)) from None
    faults = list(_faults(settings))
    if faults:
        name, what = faults[0]
        raise DjambiError(f"{where.get(name) or 'settings'}: {name}: {what}")
    RateLimits(settings.limits)
    return settings


def _check_pairs(limits: dict[Any, Any], where: Mapping[str, str]) -> None:
    """msgspec does not say in which entry of a dict something is wrong."""
    for action, pair in limits.items():
        try:
            msgspec.convert(pair, Pair)
        except msgspec.ValidationError as error:
            place = where.get("limits") or "settings"
            raise DjambiError(f"{place}: limits.{action}: {error}") from None


def _told(error: str, where: Mapping[str, str]) -> str:
    """Return msgspec's error ("Expected `int`, got `str` - at `$.port`") with its source."""
    what, _, path = error.partition(" - at `$.")
    name = path.rstrip("`").split("[")[0].split(".")[0]
    return f"{where.get(name) or 'settings'}: {path.rstrip('`')}: {what}"


def _faults(settings: ServeSettings) -> list[tuple[str, str]]:
    faults: list[tuple[str, str]] = []
    if settings.url:
        parts = urlsplit(settings.url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            faults.append(("url", "it must be http://HOST or https://HOST"))
        elif parts.path.strip("/") or parts.query or parts.fragment or parts.username:
            faults.append(("url", "it must be the root of a host, without a path"))
    for proxy in settings.proxies:
        try:
            ip_network(proxy, strict=False)
        except ValueError:
            faults.append(("proxies", f"{proxy!r} is not an address or network"))
    for name, kinds in (("redis", ("redis", "rediss", "unix")), ("smtp", ("smtp", "smtps"))):
        value: str = getattr(settings, name)
        if value and urlsplit(value).scheme not in kinds:
            faults.append((name, f"it must begin with {' or '.join(f'{k}://' for k in kinds)}"))
    if settings.smtp and "@" not in settings.mail_from:
        faults.append(("mail_from", "with smtp, it must be an e-mail address"))
    if settings.smtp and not settings.url:
        faults.append(("url", "it is required with smtp, for the links in e-mails"))
    if settings.redis and not settings.database.startswith("postgres"):
        faults.append(("database", "several processes (redis) need postgresql://…"))
    return faults
