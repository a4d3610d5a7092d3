"""How the sources are read: one list, and everything that shows it."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from tests.paths import ROOT

from djambi.cli import main
from djambi.errors import BadRules, DjambiError
from djambi.lessons.leaflet import _source as leaflet_source
from djambi.lessons.readings import GROUPS, document, markdown, readings, source
from djambi.lessons.readings import _all as all_readings
from djambi.lessons.readings import _reading as read_reading
from djambi.rules import EDITIONS, Rules
from djambi.texts import LANGUAGES, catalogue

EDITION = pytest.mark.parametrize("edition", EDITIONS)
RULES = (ROOT / "docs" / "RULES.md").read_text(encoding="utf-8")
CLAUSES = set(re.findall(r"^#+ (\d(?:\.\d)?)", RULES, re.MULTILINE))


@EDITION
def test_every_edition_has_readings_in_order_and_a_source(edition: str) -> None:
    found = readings(edition)
    assert [each.group for each in found] == sorted(
        (each.group for each in found), key=GROUPS.index
    )
    assert {each.group for each in found} == set(GROUPS)
    assert {"quiet-limit", "two-players"} <= {each.name for each in found}
    for lang in LANGUAGES:
        assert source(edition, lang).endswith(".")
        for each in found:
            assert each.doubt(lang)[-1] in ".?" and each.read(lang).endswith(".")
            assert len(each.values(edition, lang)) == len(each.options)


def test_what_has_several_readings_is_quoted() -> None:
    names = [each.name for each in all_readings()]
    assert len(set(names)) == len(names)
    for each in all_readings():
        assert (each.quote != "") >= (each.group == "sentence"), each.name
        assert (each.quote == "") >= (each.group == "silent"), each.name
        # Where RULES.md says it: a section, or a numbered clause of one.
        for clause in each.clause.split(", "):
            assert clause in CLAUSES or clause.partition(".")[0] in CLAUSES, each.name


def test_every_silent_of_the_rules_is_among_them() -> None:
    body = RULES[RULES.index("## 1. Words") :]
    # The heading of the section in which each of them stands.
    silent = [body.rfind("\n#", 0, found.start()) for found in re.finditer(r"\b[Ss]ilent:", body)]
    sections = {found[1] for start in silent if (found := re.match(r"\n#+ (\d)", body[start:]))}
    cited = {each.clause[0] for each in all_readings() if each.group != "sentence"}
    assert sections and sections <= cited


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_sentence_is_left_over(lang: str) -> None:
    used = {f"reading.{each.name}.{part}" for each in all_readings() for part in ("doubt", "read")}
    used |= {f"reading.{group}" for group in GROUPS}
    used |= {f"reading.source.{edition}" for edition in EDITIONS}
    used |= {f"reading.{key}" for key in ("title", "intro", "clause", "quoted", "option")}
    used |= {f"reading.{key}" for key in ("all", "every", "document")}
    assert set(catalogue(lang, "reading")) == used


def test_the_page_of_the_documentation_is_current() -> None:
    page = (ROOT / "docs" / "readings.md").read_text(encoding="utf-8")
    again = "write it anew: djambi rules readings --markdown > docs/readings.md"
    assert page == document("en"), again


@EDITION
@pytest.mark.parametrize("lang", LANGUAGES)
def test_everything_is_in_the_document_and_in_the_leaflet(edition: str, lang: str) -> None:
    whole, own = document(lang), markdown(edition, lang)
    leaflet = "\n".join(leaflet_source(Rules.of(edition), lang))
    assert source(edition, lang) in whole and source(edition, lang) in own
    for each in readings(edition):
        for text in (each.quoted, each.doubt(lang), each.read(lang)):
            assert text in whole and text in own
            assert text.replace('"', '\\"') in leaflet


def test_rules_show_leads_to_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "show", "hallepee"]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert shown.endswith("djambi rules readings hallepee")
    assert main(["rules", "readings", "hallepee", "--lang", "fr"]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "« propulsé au pouvoir »" in told.replace("\u00a0", " ")
    assert main(["rules", "readings", "--markdown"]) == 0
    assert capsys.readouterr().out == document("en")
    assert main(["rules", "readings", "bga", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert [row["name"] for row in listed["bga"]] == [each.name for each in readings("bga")]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"group": "doubt"}, "'doubt' is not a group"),
        ({"clause": ""}, "a clause of RULES.md is needed"),
        ({"editions": ["house"]}, "house"),
        ({"options": ["fort"]}, "unknown option 'fort'"),
        ({"quote_lang": "de"}, "'de' is not a language"),
        ({"kind": "sentence"}, "unknown: kind"),
    ],
)
def test_faults_of_the_file_are_named(change: dict[str, Any], message: str) -> None:
    with pytest.raises(DjambiError, match=f"reading 'a': .*{message}"):
        read_reading({"name": "a", "group": "silent", "clause": "1", **change})


def test_an_unknown_edition_is_named() -> None:
    with pytest.raises(BadRules, match="house"):
        readings("house")
    with pytest.raises(BadRules, match="house"):
        source("house", "en")
