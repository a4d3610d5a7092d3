"""The settings of `djambi serve`: a file (TOML), over it the environment, checked at start.

Every setting is a field of `ServeSettings`; in the environment it is DJAMBI_ and its name in
capitals (DJAMBI_URL), and a list is separated by commas; `limits` stand in the file only. Unknown
settings of the file and invalid ones raise an error naming the setting and its source; it never
contains secret values. A variable that is like a setting's but for a slip raises one too; what else
begins with DJAMBI_ belongs to other parts of the program.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterator, Mapping
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from djambi.errors import DjambiError, nearest
from djambi.server.rate_limits import RateLimits
from djambi.server.storage.database import url_of
from djambi.urls import url_parts

PREFIX: Final = "DJAMBI_"

# Settings that are addresses, and how these begin; the database itself says how its own do.
_SCHEMES: Final[dict[str, tuple[str, ...]]] = {
    "url": ("http", "https"),
    "redis": ("redis", "rediss", "unix"),
    "smtp": ("smtp", "smtps"),
    "database": (),
}

# How much a variable's name is like a setting's if it is taken for a slip: PROT for PORT is 0.75.
_SLIP: Final = 0.75

# Python refuses to read thousands of digits, with an error of its own.
_WHOLE_NUMBER: Final = re.compile(r"-?[0-9]{1,18}")

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

    # A socket of no address listens at all of them.
    address: Annotated[str, Meta(min_length=1)] = "127.0.0.1"
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
        return self.origin.startswith("https://")

    @property
    def origin(self) -> str:
        """Return the origin of our own pages as browsers write it; "" without `url`.

        They leave out the usual port, and write hosts of other letters in IDNA.

        >>> ServeSettings(url="https://Djämbi.example:443/").origin
        'https://xn--djmbi-hra.example'
        """
        if not self.url:
            return ""
        parts = url_parts(self.url)
        host = parts.hostname or ""
        host = f"[{host}]" if ":" in host else host.encode("idna").decode()
        usual = {"http": 80, "https": 443}.get(parts.scheme)
        port = "" if parts.port in (None, usual) else f":{parts.port}"
        return f"{parts.scheme}://{host}{port}"


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
        if key.startswith(PREFIX):
            name = key.removeprefix(PREFIX).lower()
            if name == "limits":
                raise DjambiError(f"{key}: limits can be given in the file of settings only")
            if name in _TYPES:
                found[name] = _from_text(name, text)
                where[name] = key
            elif near := nearest(name, _TYPES, _SLIP):
                raise DjambiError(f"{key}: no such setting; did you mean {PREFIX}{near.upper()}?")
    return check(found, where)


def _read(file: Path) -> dict[str, Any]:
    try:
        data = file.read_bytes()
        # Editors of Windows may begin a file with a mark (U+FEFF).
        text = data.decode("utf-8-sig")
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
    except ValueError as error:  # TOMLDecodeError, or a number of thousands of digits
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
    text = text.strip()
    # What is no number stays text, and `check` says what was expected.
    return int(text) if kind is not str and _WHOLE_NUMBER.fullmatch(text) else text


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
    for name, what in _faults(settings):
        raise DjambiError(f"{where.get(name) or 'settings'}: {name}: {what}")
    try:
        RateLimits(settings.limits)
    except DjambiError as error:
        raise DjambiError(f"{where.get('limits') or 'settings'}: {error}") from None
    return settings


def _check_pairs(limits: dict[Any, Any], where: Mapping[str, str]) -> None:
    """Raise DjambiError for a wrong limit: msgspec does not say in which entry something is."""
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


def _faults(settings: ServeSettings) -> Iterator[tuple[str, str]]:
    """Yield settings that cannot be, and why; what is secret is not quoted."""
    for name in _SCHEMES:
        if value := getattr(settings, name):
            try:
                wrong = _address_fault(name, value)
            except DjambiError as error:
                wrong = str(error)
            if wrong:
                yield name, wrong
    for proxy in settings.proxies:
        try:
            ip_network(proxy, strict=False)
        except ValueError:
            yield "proxies", f"{proxy!r} is not an address or network"
    if settings.smtp and "@" not in settings.mail_from:
        yield "mail_from", "with smtp, it must be an e-mail address"
    if settings.smtp and not settings.url:
        yield "url", "it is required with smtp, for the links in e-mails"
    if settings.redis and not settings.database.startswith("postgres"):
        yield "database", "several processes (redis) need postgresql://…"


def _address_fault(name: str, value: str) -> str:
    """Return what is wrong with an address, or raise it as a DjambiError; "" if nothing is."""
    if name == "database":
        url_of(value)
        return ""
    parts = url_parts(value)
    schemes = _SCHEMES[name]
    if parts.scheme not in schemes:
        return f"it must begin with {' or '.join(f'{scheme}://' for scheme in schemes)}"
    if name != "url":
        return ""
    if not parts.hostname:
        return "it must be http://HOST or https://HOST"
    try:
        parts.hostname.encode("idna")
    except UnicodeError:
        return "the host cannot be written in IDNA"
    below = parts.path.strip("/") or parts.query or parts.fragment or parts.username
    return "it must be the root of a host, without a path" if below else ""
