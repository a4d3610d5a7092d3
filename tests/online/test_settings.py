"""The settings of `djambi serve`: file, environment, what makes no sense."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from djambi.cli.app import app
from djambi.errors import DjambiError
from djambi.server.apps.run_online import described
from djambi.server.settings import SECRETS, ServeSettings, load


def write(folder: Path, text: str) -> Path:
    file = folder / "serve.toml"
    file.write_text(text, encoding="utf-8")
    return file


def test_without_anything_there_are_defaults() -> None:
    assert load(environment={}) == ServeSettings()


def test_the_environment_goes_before_the_file(tmp_path: Path) -> None:
    file = write(
        tmp_path,
        'url = "https://djambi.example"\nport = 80\nguests = false\n'
        'proxies = ["10.0.0.1", "192.168.0.0/16"]\n[limits]\ntalk = [5, 60]\n',
    )
    settings = load(file, {"DJAMBI_PORT": "81", "DJAMBI_GUESTS": "yes"})
    assert (settings.port, settings.guests, settings.secure) == (81, True, True)
    assert settings.limits == {"talk": (5, 60)}
    assert settings.proxies == ("10.0.0.1", "192.168.0.0/16")
    assert load(file, {"DJAMBI_PROXIES": "::1, 10.0.0.2"}).proxies == ("::1", "10.0.0.2")
    assert load(environment={"DJAMBI_CONFIG": str(file)}).port == 80


def test_other_variables_of_ours_are_none_of_its_business() -> None:
    others = (
        "BOT_DELAY CONFIG PURE NO_SKIP CFLAGS WEB LANG TOKEN HOST STAGE PORT_80_TCP SERVICE_HOST"
    )
    environment = {f"DJAMBI_{name}": "" for name in others.split()} | {"HOME": "/"}
    assert load(environment=environment) == ServeSettings()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("prot = 80", "prot"),
        ('port = "80"', "port"),
        ("port = 70000", "port"),
        ("port = 80.5", "port"),
        ('url = "djambi.example"', "url"),
        ('url = "https://djambi.example/games"', "url"),
        ('url = "https://me:secret@djambi.example"', "url"),
        ('proxies = ["everybody"]', "proxies"),
        ('proxies = "10.0.0.1"', "proxies"),
        ('redis = "localhost:6379"', "redis"),
        ('redis = "redis://localhost"', "database"),
        ('smtp = "mail.example"', "smtp"),
        ('smtp = "smtp://mail.example"', "mail_from"),
        ('smtp = "smtp://mail.example"\nmail_from = "a@b.c"', "url"),
        ('url = "http://[::1"', "url: the host"),
        ('url = "http://a:99999"', "url: the port"),
        ('url = "http://a b"', "url: the host"),
        ('url = "http://a..é"', "url: the host"),
        ('redis = "redis://[x"', "redis: the host"),
        ('redis = "redis://me:secret"', "redis: the port"),
        ('smtp = "smtp://h:99999"\nmail_from = "a@b.c"\nurl = "http://a"', "smtp: the port"),
        ('smtp = "smtp://me:secret"\nmail_from = "a@b.c"\nurl = "http://a"', "smtp: the port"),
        ('database = "mysql://me:secret@x"', "database: a database of the kind mysql"),
        ('database = "postgresql://me:secret@x:y/z"', "database"),
        ('database = "sqlite://"', "database"),
        ("port = " + "9" * 5_000, "serve.toml"),
        ('name = ""', "name"),
        ('address = ""', "serve.toml: address"),
        ('log = "xml"', "log"),
        ("[limits]\ntlak = [1, 1]", "serve.toml: limits.tlak"),
        ("[limits]\ntalk = [1]", "limits.talk"),
        ("[limits]\ntalk = [0, 1]", "serve.toml: limits.talk"),
        ("port = ", "serve.toml"),
        ("\x00", "serve.toml"),
    ],
)
def test_what_makes_no_sense_is_told_with_its_place(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(DjambiError) as told:
        load(write(tmp_path, text), {})
    assert said in str(told.value)
    assert "secret" not in str(told.value)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DJAMBI_PORT", "eighty"),
        ("DJAMBI_PORT", "--5"),
        ("DJAMBI_PORT", "9" * 5_000),
        ("DJAMBI_PORT", "٨٠"),
        ("DJAMBI_ADDRESS", " "),
        ("DJAMBI_GUESTS", "maybe"),
        ("DJAMBI_PROXIES", "x"),
        ("DJAMBI_URL", "http://[::1"),
        ("DJAMBI_LIMITS", "talk=1"),
    ],
)
def test_the_environment_is_told_by_its_name(name: str, value: str) -> None:
    with pytest.raises(DjambiError, match=name):
        load(environment={name: value})


@pytest.mark.parametrize(
    ("slip", "meant"),
    [("DJAMBI_PROT", "DJAMBI_PORT"), ("DJAMBI_GUEST", "DJAMBI_GUESTS"),
     ("DJAMBI_METRIC_TOKEN", "DJAMBI_METRICS_TOKEN")],
)  # fmt: skip
def test_a_slip_in_the_name_of_a_variable_is_told(slip: str, meant: str) -> None:
    with pytest.raises(DjambiError, match=f"{slip}: .*{meant}"):
        load(environment={slip: "1"})


def test_a_file_of_windows_is_read_like_any_other(tmp_path: Path) -> None:
    file = write(tmp_path, "\ufeffport = 4001\r\n\r\n[limits]\r\ntalk = [7, 60]\r\n")
    found = load(file, {})
    assert (found.port, found.limits["talk"]) == (4001, (7, 60))


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(DjambiError, match="nothing.toml"):
        load(tmp_path / "nothing.toml", {})


def test_no_secret_is_shown() -> None:
    hidden = msgspec.convert(dict.fromkeys(SECRETS, "hush"), ServeSettings)
    assert hidden.database == "hush" and "hush" not in "\n".join(described(hidden))


def test_the_command_checks_the_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DJAMBI_DATA", str(tmp_path / "data"))
    good = write(tmp_path, 'name = "Club"\nsmtp = "smtps://me:hush@mail.example"\n'
                 'mail_from = "a@b.c"\nurl = "https://djambi.example"\n')  # fmt: skip
    done = CliRunner().invoke(app, ["serve", "--check", "--config", str(good), "--port", "1"])
    assert done.exit_code == 0 and "name = 'Club'" in done.output and "port = 1" in done.output
    assert "hush" not in done.output
    # Nothing was made: to look is not to begin.
    assert not (tmp_path / "data").exists()
    bad = write(tmp_path, "prot = 80")
    done = CliRunner().invoke(app, ["serve", "--check", "--config", str(bad)])
    assert isinstance(done.exception, DjambiError) and "prot" in str(done.exception)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"a = " + b"[" * 5_000, "nested too deeply"),
        (b'url = ""\n' + b"a." * 20_000 + b"a = 1", "line 2: nested too deeply"),
        (b'url = ""\nname = "caf\xe9"\n', "line 2: not UTF-8 text"),
    ],
)
def test_a_file_that_nobody_can_read_is_told_where_it_is_wrong(
    tmp_path: Path, data: bytes, said: str
) -> None:
    file = tmp_path / "serve.toml"
    file.write_bytes(data)
    done = CliRunner().invoke(app, ["serve", "--config", str(file), "--check"])
    assert isinstance(done.exception, DjambiError)
    assert str(done.exception) in (f"{file}, {said}", f"{file}: {said}")
