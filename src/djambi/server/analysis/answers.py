"""What the editor and the analysis board are answered, however they asked."""

from __future__ import annotations

from djambi.game import Game
from djambi.position.position import Position
from djambi.render import svg
from djambi.server.analysis.schemas import (
    LookBody,
    PictureBody,
    RecordView,
    SetupBody,
    SetupTextBody,
    StageBody,
    StudyBody,
    StudyTextBody,
    ThreatsBody,
    WhyBody,
)
from djambi.server.errors import RequestRefused
from djambi.server.live.json_cache import raw_json
from djambi.views.setups import SetupReportView, setup_named, setup_of, setup_report_view
from djambi.views.studies import (
    GameStatisticsView,
    LookView,
    StudyStageView,
    StudyView,
    WhyView,
    game_of_study,
    look_view,
    opened_study,
    statistics_view,
    study_stage_view,
    why_view,
)
from djambi.views.threats import ThreatsView, threat_views

# --- the editor ---------------------------------------------------------------------------------


def check_setup(body: SetupBody) -> SetupReportView:
    """Check a set-up: its text and its faults."""
    return setup_report_view(setup_of(*body.chosen(), body))


def read_setup(body: SetupTextBody) -> SetupReportView:
    """Read a set-up from a text."""
    return setup_report_view(setup_named(body.text, body.empty))


# --- the analysis board -------------------------------------------------------------------------


def open_study(body: StudyTextBody) -> StudyView:
    """Open the study of a record or a position (encoded already)."""
    opened: StudyView = raw_json(opened_study(body.text))
    return opened


def look(body: LookBody) -> LookView:
    """Return a position and what may be played there; or what a turn leads to."""
    return look_view(body.position, body.text)


def stage(body: StageBody) -> StudyStageView:
    """Return what may be chosen after this prefix of a turn."""
    return study_stage_view(Position.parse(body.position), body.prefix)


def why(body: WhyBody) -> WhyView:
    """Return why a piece may not stop on a cell."""
    return why_view(Position.parse(body.position), body.origin, body.target)


def threats(body: ThreatsBody) -> ThreatsView:
    """Return what could be done to the pieces of a party; raises RequestRefused("no_seat")."""
    position = Position.parse(body.position)
    if body.party not in position.variant.parties:
        raise RequestRefused("no_seat", party=body.party)
    return ThreatsView(threat_views(position, body.party))


def record(body: StudyBody) -> RecordView:
    """Write the record of a study, with its variations and comments."""
    return RecordView(str(game_of_study(body)))


def statistics(body: StudyBody) -> GameStatisticsView:
    """Return the game's statistics and its story."""
    return statistics_view(game_of_study(body))


def game(body: StudyBody) -> Game:
    """Return the game that a study tells, to be reviewed."""
    return game_of_study(body)


def picture(body: PictureBody) -> str:
    """Draw a position as a self-contained SVG picture."""
    position = Position.parse(body.position)
    return svg(position, theme=body.theme, lang=body.lang, size=body.size)
