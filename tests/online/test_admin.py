"""`djambi admin` on the database of a server, and what machines ask a server."""

from __future__ import annotations

import io
import json
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import delete, insert
from tests.online.people import PASSWORD, OnlineServed, serving_online, who
from tests.online.services import Redis
from tests.online.tables import seated, table
from tests.server.stores import with_store

from djambi.cli import main
from djambi.server.apps.run_online import database_of
from djambi.server.game.asides import ASIDE_VERSION
from djambi.server.settings import load
from djambi.server.storage import Store
from djambi.server.storage.models import AsideModel
from djambi.server.storage.upgrade import upgrade
from djambi.server.timekeeping import DAY_MS, now


class Terminal:
    """Where somebody looks after a server."""

    def __init__(
        self, where: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.setenv("DJAMBI_DATABASE", where)
        self._patch = monkeypatch
        self._out = capsys

    def run(self, *words: str, typed: str = "", status: int = 0) -> str:
        """What a command writes."""
        self._patch.setattr("sys.stdin", io.StringIO(typed))
        assert main(["admin", *words]) == status
        captured = self._out.readouterr()
        return captured.out + captured.err

    def json(self, *words: str) -> Any:
        return json.loads(self.run(*words, "--json"))


@pytest.fixture
def admin(
    anywhere: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Terminal:
    upgrade(anywhere)
    return Terminal(anywhere, monkeypatch, capsys)


@pytest.mark.parametrize(
    "words",
    [("status",), ("people",), ("make", "Ada"), ("bar", "Ada", "1"), ("backup", "FILE")],
)
def test_a_database_that_is_not_there_is_refused_and_not_made(
    words: tuple[str, ...],
    anywhere: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    terminal = Terminal(anywhere, monkeypatch, capsys)
    file = tmp_path / "backup.gz"
    said = terminal.run(
        *(str(file) if word == "FILE" else word for word in words),
        typed=f"{PASSWORD}\n",
        status=2,
    )
    assert "no server database" in said and "--config" in said
    assert not file.exists() and not (tmp_path / "djambi.sqlite3").exists()


def test_the_settings_name_the_database_for_the_admin_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "somebody"))
    monkeypatch.delenv("DJAMBI_DATA", raising=False)
    config = tmp_path / "serve.toml"
    config.write_text(f'data = "{(tmp_path / "data").as_posix()}"\n')
    settings = load(config, {})
    where = database_of(settings)
    assert where == tmp_path / "data" / "online" / "djambi.sqlite3"
    upgrade(where)
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{PASSWORD}\n"))
    assert main(["admin", "--config", str(config), "make", "Ada"]) == 0
    assert main(["admin", "--config", str(config), "people"]) == 0
    assert capsys.readouterr().out.count("Ada") == 2
    assert not (tmp_path / "somebody").exists()


def test_where_the_settings_are_named_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["admin", "people", "--config", "serve.toml"]) == 2
    assert "--config goes before the command" in capsys.readouterr().err


def test_accounts_are_made_changed_and_barred(admin: Terminal, anywhere: str) -> None:
    admin.run("make", "Ada", "--moderator", typed=f"{PASSWORD}\n")
    assert "taken" in admin.run("make", "ada", typed=f"{PASSWORD}\n", status=2)
    refused = admin.run("make", "Blaise", typed="x\n", status=2)
    assert refused.startswith("djambi: A password needs at least 8 characters")
    [line] = admin.json("people", "--find", "AD")
    assert line["name"] == "Ada" and line["moderator"] and not line["guest"]
    with serving_online(Path("/nowhere"), anywhere) as online:
        http = online.browser()
        sign_in = {"name": "Ada", "password": PASSWORD}
        assert http.post("/api/me/sign-in", json=sign_in).status_code == 200
        assert admin.json("status")["processes"] == 1

        admin.run("password", "Ada", typed="another four words here\n")
        assert http.get("/api/me").json()["account"] is None
        assert http.post("/api/me/sign-in", json=sign_in).status_code != 200
        new = {"name": "Ada", "password": "another four words here"}
        assert http.post("/api/me/sign-in", json=new).status_code == 200

        assert http.get("/api/me").json()["account"]["moderator"]
        admin.run("moderator", "Ada", "--remove")
        assert not http.get("/api/me").json()["account"]["moderator"]

        made = {"variant": "square-2"}
        admin.run("bar", "Ada", "3")
        assert http.post("/api/tables", json=made).status_code == 403
        assert "barred until" in admin.run("people")
        admin.run("bar", "Ada", "0")
        assert http.post("/api/tables", json=made).status_code == 201

        guest = online.guest("Grace")
        assert "guest" in admin.run("moderator", guest.id, status=2)
        assert "guest" in admin.run("password", guest.id, typed=f"{PASSWORD}\n", status=2)
        assert "no account" in admin.run("bar", "Nobody", "1", status=2)


def test_no_account_is_made_with_the_name_of_a_guest_who_is_here(
    admin: Terminal, anywhere: str
) -> None:
    with serving_online(Path("/nowhere"), anywhere) as online:
        grace, blaise = online.guest("Grace"), online.guest("Blaise")
        assert "taken" in admin.run("make", "Gracé", typed=f"{PASSWORD}\n", status=2)
        online.change(blaise.id, seen=now() - 8 * DAY_MS)
        admin.run("make", "Blaise", typed=f"{PASSWORD}\n")
        assert [who(grace), who(blaise)] == ["Grace", "Blaise 2"]


def test_a_name_that_is_somebody_s_id_is_taken_for_neither(admin: Terminal, anywhere: str) -> None:
    admin.run("make", "Ada", typed=f"{PASSWORD}\n")
    [ada] = admin.json("people")
    admin.run("make", ada["id"], typed=f"{PASSWORD}\n")
    like = next(line for line in admin.json("people") if line["name"] == ada["id"])
    said = admin.run("moderator", ada["id"], status=2)
    assert f"id:{ada['id']} (Ada)" in said and f"id:{like['id']} ({like['name']})" in said
    assert not any(line["moderator"] for line in admin.json("people"))
    assert admin.run("moderator", f"id:{ada['id']}") == "Ada\n"
    assert admin.run("bar", f"id:{like['id']}", "1") == admin.run("bar", like["id"], "1")
    assert "no account" in admin.run("bar", "id:Ada", "1", status=2)
    [only] = [line["name"] for line in admin.json("people") if line["moderator"]]
    assert only == "Ada"


def test_one_s_data_is_exported_and_erased(admin: Terminal, anywhere: str) -> None:
    with serving_online(Path("/nowhere"), anywhere) as online:
        ada, blaise = online.player("Ada"), online.player("Blaise")
        with seated([ada, blaise]) as (game, [first, second]):
            assert first.ask("talk", room="", text="I am Ada Lovelace")["type"] == "noted"
            assert second.ask("talk", room="", text="hello")["type"] == "noted"
        mine = json.loads(admin.run("export", "Ada"))
        assert [said["text"] for said in mine["asides"]] == ["I am Ada Lovelace"]
        assert mine["accounts"][0]["name"] == "Ada" and mine["players"][0]["game"] == game
        assert mine["hosted"] == [game]
        text = json.dumps(mine)
        assert "argon2" not in text and ada.cookie not in text and "hello" not in text
        assert len(mine["sessions"]) == 1 and "key" not in mine["sessions"][0]

        assert "Erase Ada (" in admin.run("erase", "ada", typed="n\n", status=1)
        assert "Erase" not in admin.run("erase", "Nobody", status=2)
        assert admin.json("people", "--find", "Ada")
        assert "; 1 message deleted" in admin.run("erase", "Ada", "--words", "--yes")
        assert not admin.json("people", "--find", "Ada")
        assert "no account" in admin.run("export", "Ada", status=2)
        assert ada.http.get("/api/me").json()["account"] is None
    # The game is there, and nobody's name in it; what the other said stays.
    with serving_online(Path("/nowhere"), anywhere) as online:
        assert [line["id"] for line in admin.json("tables", "--stage", "playing")] == [game]
        theirs = json.loads(admin.run("export", "Blaise"))
        assert [said["text"] for said in theirs["asides"]] == ["hello"]


def test_who_is_erased_with_words_is_not_erased_without(admin: Terminal, anywhere: str) -> None:
    """Once an account has no name, nobody could ask again for what it said to go."""
    with serving_online(Path("/nowhere"), anywhere) as online:
        ada, blaise = online.player("Ada"), online.player("Blaise")
        with seated([ada, blaise]) as (game, [first, _]):
            assert first.ask("talk", room="", text="I am Ada Lovelace")["type"] == "noted"

    async def damage(store: Store) -> None:
        row = {"game": game, "number": 99, "version": ASIDE_VERSION, "at": 0, "author": ada.id}
        async with store.database.writing() as connection:
            await connection.execute(insert(AsideModel).values(**row, data="lost"))

    async def repair(store: Store) -> None:
        async with store.database.writing() as connection:
            await connection.execute(delete(AsideModel).where(AsideModel.number == 99))

    with_store(anywhere, damage)
    assert "damaged" in admin.run("erase", "Ada", "--words", "--yes", status=2)
    assert admin.json("people", "--find", "Ada")
    with_store(anywhere, repair)
    assert "; 1 message deleted" in admin.run("erase", "Ada", "--words", "--yes")
    assert not admin.json("people", "--find", "Ada")


def test_a_hidden_table_is_in_no_list(admin: Terminal, anywhere: str) -> None:
    with serving_online(Path("/nowhere"), anywhere) as online:
        owner = online.guest()
        game = table(owner, "square-2", terms={"listed": True})["id"]
        assert [t["id"] for t in owner.http.get("/api/lobby").json()["waiting"]] == [game]
        assert admin.json("tables")[0]["listed"]
        admin.run("hide", game)
        # The server hears nothing of it: it reads the lobby again every few seconds.
        while owner.http.get("/api/lobby").json()["waiting"]:
            time.sleep(0.1)
        assert "no table" in admin.run("hide", "nothing", status=2)


def test_a_name_that_nobody_wants_to_read_is_found(admin: Terminal, anywhere: str) -> None:
    with serving_online(Path("/nowhere"), anywhere) as online:
        owner = online.guest()
        named = table(owner, "square-2", terms={"listed": True, "name": "Down with Grace"})["id"]
        unnamed = table(owner, "square-2")["id"]
        lines = admin.run("tables", "--stage", "waiting").splitlines()
        assert {line.split()[0]: "Down with Grace" in line for line in lines} == {
            named: True,
            unnamed: False,
        }
        assert {line["name"] for line in admin.json("tables")} == {"Down with Grace", ""}


def test_backup_and_restore_by_the_command_line(admin: Terminal, tmp_path: Path) -> None:
    admin.run("make", "Ada", typed=f"{PASSWORD}\n")
    file = tmp_path / "backup.gz"
    assert "rows" in admin.run("backup", str(file))
    assert "exists" in admin.run("backup", str(file), status=2)
    assert "empty" in admin.run("restore", str(file), status=2)
    admin._patch.setenv("DJAMBI_DATABASE", f"sqlite:///{tmp_path / 'copy.sqlite3'}")
    admin.run("restore", str(file))
    assert admin.json("people")[0]["name"] == "Ada"


def test_a_backup_is_verified_by_the_command_line(admin: Terminal, tmp_path: Path) -> None:
    admin.run("make", "Ada", typed=f"{PASSWORD}\n")
    file = tmp_path / "backup.gz"
    admin.run("backup", str(file))
    # No database is needed for it, nor touched.
    nowhere = tmp_path / "nowhere.sqlite3"
    admin._patch.setenv("DJAMBI_DATABASE", f"sqlite:///{nowhere}")
    assert "the backup is complete" in admin.run("verify", str(file))
    assert admin.json("verify", str(file))["tables"]["accounts"] == 1
    file.write_bytes(file.read_bytes()[:-20])
    assert "not a complete backup" in admin.run("verify", str(file), status=1)
    admin.run("verify", str(tmp_path / "nothing.gz"), status=2)
    assert not nowhere.exists()


def test_an_unlisted_table_is_not_called_listed(admin: Terminal, anywhere: str) -> None:
    with (
        serving_online(Path("/nowhere"), anywhere) as online,
        seated([online.guest(), online.guest()]),
    ):
        [line] = admin.json("tables")
        # Everybody may watch it, so it stands in the lobby; nobody finds a seat there.
        assert (line["listed"], line["lobby"]) == (False, True)
        said = admin.run("tables")
        assert "listed" not in said and "to watch" in said


def test_health_is_told_to_anybody_and_figures_to_who_has_the_token(
    tmp_path: Path, postgres: str, redis: Redis
) -> None:
    with serving_online(
        tmp_path, postgres, redis=redis.url, database=postgres, metrics_token="figures"
    ) as online:
        foreign = httpx.Client(base_url=online.url, headers={"host": "10.0.0.7:8765"})
        with foreign:
            assert foreign.get("/health/live").text == "ok"
            ready = foreign.get("/health/ready")
            assert (ready.status_code, ready.json()) == (200, {"ready": True, "redis": True})
            assert foreign.get("/metrics").status_code == 401
            wrong = {"authorization": "Bearer guess"}
            assert foreign.get("/metrics", headers=wrong).status_code == 401
            right = {"authorization": "Bearer figures"}
            with seated([online.guest("Ada Lovelace"), online.guest("Blaise")]):
                text = foreign.get("/metrics", headers=right).text
            assert "djambi_sockets 2.0" in text and "djambi_redis_up 1.0" in text
            stored = next(x for x in text.splitlines() if x.startswith("djambi_events_total"))
            assert float(stored.split()[1]) >= 2
            # Numbers only: no names.
            assert "Ada" not in text


def test_without_a_token_nobody_has_figures(online: OnlineServed) -> None:
    assert online.browser().get("/metrics").status_code == 404
