"""Games over the socket: turns, undo, draws, two in step, coming back, questions."""

from __future__ import annotations

from tests.server.people import HOT_SEAT, Served, play_first_legal

from djambi import Position
from djambi.server.live.event_window import MAX_EVENTS


def test_the_first_message_is_the_whole_state(shared: Served) -> None:
    game = shared.new_game(**HOT_SEAT)
    with shared.sit(game) as person:
        state = person.hear()
    assert state["type"] == "state" and state["number"] == 1
    assert state["game"]["id"] == game and state["game"]["variant"] == "square-4"
    assert state["you"] == {"parties": "rbyg", "host": True, "place": None}
    assert state["view"]["mover"] == "r"
    assert state["view"]["position"] == str(Position.start())
    assert len(state["view"]["pieces"]) == 36
    stages = state["view"]["stages"]
    assert {c["text"] for c in stages[""]["choices"]} == set(stages) - {""}
    assert set(state["game"]["kinds"]) == set("CARDNM")
    assert state["lines"] == [] and not state["can_undo"]


def test_turns_are_acknowledged_and_then_told(shared: Served) -> None:
    with shared.sit(shared.new_game(**HOT_SEAT)) as person:
        person.hear()
        done = person.ask("turn", after=1, text="c3-e3")
        assert done == {"type": "done", "id": person.asked, "number": 2}
        update = person.hear()
        assert update["type"] == "update" and (update["since"], update["number"]) == (1, 2)
        assert update["events"][0]["kind"] == "turn" and update["events"][0]["text"] == "c3-e3"
        assert update["view"]["mover"] == "b"
        assert update["view"]["last"]["cells"] == ["c3", "e3"]
        [line] = update["lines"]
        assert line["text"] == "c3-e3" and line["party"] == "r" and line["ply"] == 1
        assert line["words"]["en"] and line["words"]["fr"] != line["words"]["en"]
        assert update["can_undo"]


def test_the_long_form_is_stored_as_the_short_one(shared: Served) -> None:
    with shared.sit(shared.new_game(**HOT_SEAT)) as person:
        person.hear()
        assert person.change("turn", text="Nc3-e3")["lines"][0]["text"] == "c3-e3"


def test_two_sockets_stay_in_step(shared: Served) -> None:
    game = shared.new_game(**HOT_SEAT)
    with shared.sit(game) as one, shared.sit(game) as two:
        one.hear()
        two.hear()
        one.change("turn", text="c3-e3")
        assert two.until("update")["number"] == 2
        update = play_first_legal(two)
        assert one.until("update") == update
        answer = one.ask("turn", after=2, text="c3-e3")
        assert answer["type"] == "state" and answer["number"] == 3


def test_a_stale_turn_is_answered_with_the_whole_state(shared: Served) -> None:
    game = shared.new_game(**HOT_SEAT)
    with shared.sit(game) as person:
        person.hear()
        person.change("turn", text="c3-e3")
        answer = person.ask("turn", after=1, text="c3-e3")
        assert answer["type"] == "state" and answer["id"] == person.asked
        assert answer["number"] == 2 and len(answer["lines"]) == 1


def test_who_comes_back_is_sent_what_was_missed(shared: Served) -> None:
    game = shared.new_game(**HOT_SEAT)
    with shared.sit(game) as person:
        person.hear()
        person.change("turn", text="c3-e3")
        two = person.change("turn", text="g3-g5")
        person.change("undo")
        last = person.change("turn", text="g3-g4")
    with shared.sit(game, after=2) as person:
        update = person.hear()
        assert update["type"] == "update" and update["since"] == 2 and update["number"] == 5
        assert [e["kind"] for e in update["events"]] == ["turn", "undone", "turn"]
        assert update["kept"] == 1 and update["lines"] == last["lines"][-1:]
        assert update["view"] == last["view"] != two["view"]
    with shared.sit(game, after=5) as person:
        update = person.hear()
        assert update["type"] == "update" and update["events"] == [] and update["kept"] == 2
        assert update["lines"] == []
        assert person.ask("ping")["number"] == 5
    for nonsense in (0, 6, 99999):
        with shared.sit(game, after=nonsense) as person:
            assert person.hear()["type"] == "state"


def test_who_comes_back_after_long_is_sent_the_whole_state(shared: Served) -> None:
    game = shared.new_game(**HOT_SEAT)
    with shared.sit(game) as person:
        person.hear()
        for number in range(MAX_EVENTS + 4):
            person.change("rename", party="r", name=f"number {number}")
        turn = person.change("turn", text="c3-e3")
    last = person.last
    with shared.sit(game, after=last - MAX_EVENTS) as person:
        update = person.hear()
        assert update["type"] == "update" and len(update["events"]) == MAX_EVENTS
        assert update["events"][-1] == turn["events"][0] and update["lines"] == turn["lines"]
    with shared.sit(game, after=last - MAX_EVENTS - 1) as person:
        state = person.hear()
        assert state["type"] == "state" and state["number"] == last
        assert state["lines"] == turn["lines"]


def test_undo_in_a_hot_seat_takes_one_turn_back(shared: Served) -> None:
    with shared.sit(shared.new_game(**HOT_SEAT)) as person:
        start = person.hear()
        assert person.ask("undo", after=1)["code"] == "no_undo"
        one = person.change("turn", text="c3-e3")
        person.change("turn", text="g3-g5")
        back = person.change("undo")
        assert back["view"]["position"] == one["view"]["position"] and back["kept"] == 1
        back = person.change("undo")
        assert back["view"]["position"] == start["view"]["position"]
        assert back["kept"] == 0 and not back["can_undo"]
        assert person.change("turn", text="c3-e3")["number"] == 6


def test_against_bots_undo_goes_back_to_my_last_turn(shared: Served) -> None:
    with shared.sit(shared.new_game(variant="square-4")) as person:
        state = person.hear()
        assert state["you"]["parties"] == "r"
        person.change("turn", text="c3-e3")
        while person.heard[-1]["view"]["mover"] != "r":
            person.until("update")
        assert len(person.ask("resume", after=0)["lines"]) == 4
        back = person.change("undo")
        assert back["view"]["position"] == state["view"]["position"] and back["lines"] == []


def test_bots_play_without_being_asked_and_are_named(shared: Served) -> None:
    seats = [{"party": p, "player": "bot", "level": "random"} for p in "rby"]
    with shared.sit(shared.new_game(variant="hex-3", seats=seats)) as person:
        state = person.hear()
        assert state["you"]["parties"] == "" and state["view"]["stages"] == {}
        assert {s["holder"] for s in state["seats"]} == {"bot"}
        for number in range(2, 12):
            assert person.until("update")["number"] == number


def test_look_shows_the_past_and_changes_nothing(shared: Served) -> None:
    with shared.sit(shared.new_game(**HOT_SEAT)) as person:
        start = person.hear()
        person.change("turn", text="c3-e3")
        past = person.ask("look", lines=0)
        assert past["view"]["position"] == start["view"]["position"]
        assert past["view"]["stages"] == {} and past["view"]["last"] is None
        now = person.ask("look", lines=7)
        assert now["view"]["last"]["text"] == "c3-e3" and now["view"]["stages"] == {}


def test_resigning_and_the_end_with_its_story(shared: Served) -> None:
    with shared.sit(shared.new_game(**HOT_SEAT)) as person:
        person.hear()
        person.change("resign", party="y")
        assert person.ask("resign", after=2, party="y")["type"] == "failed"
        person.change("resign", party="r")
        end = person.change("resign", party="g")
        assert end["view"]["mover"] is None and end["view"]["stages"] == {}
        result = end["view"]["result"]
        assert result["ranking"] == [["b"], ["g"], ["r"], ["y"]]
        # After its last line, whatever number names that, it has ended; before, it has not.
        for lines, ended in ((2, None), (3, result), (4, result)):
            assert person.ask("look", lines=lines)["view"]["result"] == ended
        assert result["shares"]["b"] == 1.0
        assert len(result["story"]) >= 3 and "Blue" in result["words"]["en"]
        assert person.ask("turn", after=4, text="c3-e3")["code"] == "over"
        assert person.ask("hint")["code"] == "over"
        undone = person.change("undo")
        assert undone["view"]["result"] is None and undone["view"]["mover"] is not None


def test_a_draw_is_agreed_by_all_of_the_table_at_once(shared: Served) -> None:
    with shared.sit(shared.new_game(**HOT_SEAT)) as person:
        person.hear()
        end = person.change("draw")
        assert end["events"][0]["kind"] == "draw_agreed"
        assert end["view"]["result"]["shares"] == dict.fromkeys("rbyg", 0.25)
        assert end["lines"][0]["kind"] == "draw"
        assert person.change("undo")["view"]["mover"] == "r"


def test_bots_answer_an_offered_draw(shared: Served) -> None:
    with shared.sit(shared.new_game(variant="square-4")) as person:
        person.hear()
        person.ask("draw", after=1)
        answer = person.until("update", number=3)
        assert answer["events"][0]["kind"] == "draw_declined" and answer["draw"] == ""
        assert person.ask("draw", after=3, agree=False)["code"] == "no_offer"


def test_seats_are_renamed_and_given_to_others(shared: Served) -> None:
    with shared.sit(shared.new_game(**HOT_SEAT)) as person:
        person.hear()
        update = person.change("rename", party="b", name="  Ni\u202eccolò\n ")
        assert [s["name"] for s in update["seats"]] == ["", "Niccolò", "", ""]
        update = person.change("seat", party="b", player="bot", level="random")
        assert update["seats"][1] == {
            "party": "b",
            "player": "bot",
            "name": "",
            "level": "random",
            "holder": "bot",
            "account": None,
            "guest": False,
            "stand_in": None,
        }
        assert update["you"]["parties"] == "ryg"
        person.change("turn", text="c3-e3")
        assert person.until("update", number=5)["lines"][-1]["party"] == "b"
        assert (
            person.ask("seat", after=5, party="b", player="bot", level="none")["code"] == "no_level"
        )
        assert person.ask("seat", after=5, party="z", player="me")["code"] == "no_seat"


def test_questions_are_answered(shared: Served) -> None:
    with shared.sit(shared.new_game(**HOT_SEAT)) as person:
        state = person.hear()
        assert person.ask("stage", prefix="c3")["stage"] == state["view"]["stages"]["c3"]
        assert person.ask("stage", prefix="c3-e3")["stage"]["kind"] == "done"
        reason = person.ask("why", origin="c3", target="e5")
        assert reason["code"] and reason["words"]["fr"]
        assert person.ask("why", origin="c3", target="e3")["code"] is None
        preview = person.ask("preview", text="c3-e3")
        assert preview["type"] == "previewed" and preview["view"]["mover"] == "b"
        assert preview["dangers"] == []
        reach = person.ask("reach", cell="i1")
        assert reach["type"] == "reachable"
        assert person.ask("reach", cell="e5")["code"] == "no_piece"
        reach = person.ask("reach", cell="g3")["stage"]["choices"]
        assert {c["act"] for c in reach} >= {"move"}
        assert person.ask("threats", party="r")["type"] == "threatened"
        hint = person.ask("hint", level="random")
        Position.start().play(hint["text"])
        assert hint["words"]["en"].startswith("The red")
