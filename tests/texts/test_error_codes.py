"""Every code of a server error has its sentence, and every sentence its code."""

from __future__ import annotations

import re

import pytest

from djambi.server.error_codes import ERROR_CODES, STATUS
from djambi.texts import catalogue

_SCOPES = {"scope.play", "scope.talk"}
"""Names of a token's scopes, which are put into the sentence of `token_scope`."""


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_codes_and_sentences_agree(lang: str) -> None:
    keys = (key.removeprefix("server.") for key in catalogue(lang, "server"))
    told = {re.sub(r"\.(one|other|many)$", "", key) for key in keys}
    assert told - _SCOPES == set(ERROR_CODES)
    assert told >= _SCOPES


def test_every_code_with_a_status_is_one() -> None:
    assert set(STATUS) <= set(ERROR_CODES)
