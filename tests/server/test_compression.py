"""Large answers without secrets are compressed, once for all, and not sent again unchanged."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from tests.server.people import serving

PUBLIC = ["/api/catalogue", "/api/boards/hex-6", "/api/puzzles", "/api/lessons", "/api/rulebook"]


@pytest.fixture(scope="module")
def http(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    with serving(tmp_path_factory.mktemp("compression")) as served, served.http() as client:
        yield client


@pytest.mark.parametrize("path", PUBLIC)
def test_what_everybody_reads_is_compressed(http: httpx.Client, path: str) -> None:
    plain = http.get(path, headers={"accept-encoding": "identity"})
    with http.stream("GET", path, headers={"accept-encoding": "gzip, br"}) as answer:
        packed = b"".join(answer.iter_raw())
    assert answer.headers["content-encoding"] == "gzip" and "content-encoding" not in plain.headers
    assert answer.headers["vary"] == plain.headers["vary"] == "accept-encoding"
    assert int(answer.headers["content-length"]) == len(packed) < len(plain.content) / 2
    assert gzip.decompress(packed) == plain.content


@pytest.mark.parametrize("path", ["/", PUBLIC[0]])
def test_who_takes_no_gzip_gets_none(http: httpx.Client, path: str) -> None:
    with http.stream("GET", path, headers={"accept-encoding": "gzip;q=0, identity"}) as answer:
        plain = b"".join(answer.iter_raw())
    assert "content-encoding" not in answer.headers and plain[:1] in (b"<", b"{", b"[")


def test_what_has_not_changed_is_not_sent_again(http: httpx.Client) -> None:
    first = http.get("/api/catalogue")
    again = http.get("/api/catalogue", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["etag"] == first.headers["etag"]
    assert again.headers["cache-control"] == first.headers["cache-control"]
    other = http.get("/api/catalogue", headers={"if-none-match": 'W/"other"'})
    assert (other.status_code, other.json()) == (200, first.json())


def test_a_posted_study_is_answered_compressed(http: httpx.Client) -> None:
    answer = http.post("/api/study/open", json={"text": "hex-6"})
    assert answer.status_code == 200 and "etag" not in answer.headers
    looked = http.post("/api/study/look", json={"position": answer.json()["start"]})
    assert looked.headers["content-encoding"] == "gzip" and looked.json()["move"] is None


def test_what_may_be_secret_what_is_small_and_what_failed_is_sent_as_it_is(
    http: httpx.Client,
) -> None:
    for path in ("/api/settings", "/api/puzzles/none", "/api/alive"):
        answer = http.get(path)
        assert "content-encoding" not in answer.headers and "etag" not in answer.headers, path


def test_an_answer_is_compressed_once_for_all(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        compressor = served.guard.compressor
        for _ in range(5):
            with served.http() as client:
                assert client.get("/api/catalogue").headers["content-encoding"] == "gzip"
                client.get("/api/boards/square-4")
        assert compressor.compressed == 2


def test_a_type_names_its_charset_once(http: httpx.Client) -> None:
    for path in ("/", "/assets/none.js"):
        assert http.get(path).headers["content-type"].count("charset") == 1, path
