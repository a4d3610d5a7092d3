"""All that the page loads before the first click is light, once a host compresses it."""

from __future__ import annotations

import gzip

import pytest
from tests.browser.first_load import BUDGET_KB, MOST_FILES, SLACK_KB, counted_kb, loaded
from tests.page.conftest import Visit
from tests.page.folder import PAGE, PREFIX

pytestmark = pytest.mark.browser


def test_script_and_style_of_the_first_screen_weigh_what_size_says(visit: Visit) -> None:
    page = visit(lang="fr-FR")
    files = [PAGE / path.removeprefix(f"{PREFIX}/") for path in loaded(page)]
    # A plain file server compresses nothing; most hosts do.
    contents = [file.read_bytes() for file in files]
    measured = sum(min(len(each), len(gzip.compress(each, 9))) for each in contents) / 1024
    assert measured <= BUDGET_KB
    names = sorted(file.name for file in files)
    assert len(names) <= MOST_FILES, names
    assert measured == pytest.approx(counted_kb("page-size"), abs=SLACK_KB), names
