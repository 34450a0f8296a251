"""`sealed demo` end to end: a verified match over real gRPC, and the same path with a referee that cheats."""

import io
from random import Random

import pytest
from crooked_referee import ChoosingDealer, StackingDealer, crooked

from sealed_client.desk import main
from sealed_client.desk.demo_command import Wishes, demonstrate
from sealed_client.desk.plans import plan_of

PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture(scope="module")
def match(tmp_path_factory):
    """Is a demonstrated match: folder, exit code and what was said."""
    folder = tmp_path_factory.mktemp("demo")
    out = io.StringIO()
    plan = plan_of("popular-front", None, ["round-cap=8"], "steady,random")
    code = demonstrate(plan, Wishes(1, folder / "m.ftr", folder / "b.png", progress=True), out)
    return folder, code, out.getvalue()


def test_a_match_of_bots_ends_verified(match):
    """The demonstration exits 0, with board, result and the verdict PASS."""
    _, code, said = match

    assert code == 0
    assert "Verdict: PASS" in said
    assert "The game is over" in said
    assert "Madrid" in said


def test_the_picture_is_a_png(match):
    """The final board is drawn."""
    assert (match[0] / "b.png").read_bytes().startswith(PNG)


def test_progress_is_plain_lines_where_there_is_no_terminal(match):
    """Without a terminal the progress has no cursor movement."""
    assert "\r" not in match[2]
    assert "100 percent" in match[2]


def test_the_record_passes_sealed_verify(match, capsys):
    """`sealed verify` passes the record that the demonstration wrote."""
    assert main(["verify", str(match[0] / "m.ftr")]) == 0
    assert "Verified" in capsys.readouterr().out


def test_a_record_is_shown_at_any_entry(match, capsys):
    """`sealed show --at N` shows the board after that entry, and draws it."""
    image = match[0] / "early.png"
    assert main(["show", str(match[0] / "m.ftr"), "--at", "4", "--image", str(image)]) == 0
    early = capsys.readouterr().out
    assert main(["show", str(match[0] / "m.ftr")]) == 0
    late = capsys.readouterr().out

    assert "After entry 4" in early
    assert "Round 0" in early
    assert "Round 0" not in late
    assert "The game is over" in late
    assert image.read_bytes().startswith(PNG)


def test_an_entry_that_is_not_there_is_refused_in_words(match, capsys):
    """`sealed show --at` beyond the log says how long it is."""
    assert main(["show", str(match[0] / "m.ftr"), "--at", "99999"]) == 2
    assert "there is no entry 99999" in capsys.readouterr().err


def test_a_truncated_record_is_refused_in_words(match, capsys, tmp_path):
    """A record cut off anywhere is told as such by `show` and `verify`, without a traceback."""
    whole = (match[0] / "m.ftr").read_bytes()
    for cut in Random(1).sample(range(len(whole)), 5):
        file = tmp_path / f"{cut}.ftr"
        file.write_bytes(whole[:cut])
        assert main(["show", str(file)]) == 2
        assert main(["verify", str(file)]) == 2
        assert "not a whole record" in capsys.readouterr().err


@pytest.fixture(scope="module", params=[ChoosingDealer, StackingDealer])
def cheated(request, tmp_path_factory):
    """Is a match at a referee that cheats: its dealer, the record, exit code and what was said."""
    record = tmp_path_factory.mktemp("cheated") / "m.ftr"
    out = io.StringIO()
    plan = plan_of("popular-front", None, ["round-cap=8"], "random")
    code = demonstrate(plan, Wishes(1, record, None, progress=False), out, crooked(request.param))
    return request.param, record, code, out.getvalue()


def test_a_cheating_referee_makes_the_same_path_exit_1(cheated):
    """Whoever steers a choice or stacks a deck is found out, live or by the audit, and the exit code is 1."""
    _, _, code, said = cheated

    assert code == 1
    assert "Verdict: FAIL" in said
    assert "PASS" not in said


def test_sealed_verify_never_passes_the_record_of_a_cheated_match(cheated, capsys):
    """A stacked deck convicts the referee; a game that a client broke off is no pass either."""
    dealer, record, _, _ = cheated

    code = main(["verify", str(record)])

    said = capsys.readouterr()
    if dealer is StackingDealer:
        assert code == 1
        assert "referee" in said.out
    else:
        assert code == 2


def test_several_games_end_with_a_summary(capsys):
    """`--games 2` plays two and sums them up; the command itself exits 0."""
    assert main(["demo", "popular-front", "--bots", "random", "--games", "2", "--option", "round-cap=8"]) == 0
    assert "2 of 2 matches verified" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["chess"], "There is no title 'chess'"),
        (["popular-front", "--seats", "7"], "is for 2, 3, 4, 5, 6 seats"),
        (["popular-front", "--bots", "clever"], "There is no bot 'clever'"),
        (["popular-front", "--bots", "steady,steady,steady", "--seats", "2"], "Name a bot for each"),
        (["popular-front", "--option", "track=7"], "option track is one of"),
        (["popular-front", "--option", "colour=red"], "has no option 'colour'"),
        (["popular-front", "--option", "nonsense"], "NAME=VALUE"),
        (["popular-front", "--games", "0"], "1 or more"),
        (["popular-front", "--record", "/nowhere/at/all.ftr", "--bots", "random"], "There is no folder"),
    ],
)
def test_bad_arguments_are_refused_in_words(arguments, words, capsys):
    """What cannot be played is said in a sentence, with exit code 2."""
    assert main(["demo", *arguments]) == 2
    assert words.casefold() in capsys.readouterr().err.casefold()


def test_without_pillow_the_match_still_counts(monkeypatch, tmp_path, capsys):
    """A missing Pillow costs the picture, says what to install, and not the verdict."""
    from sealed_client.pictures import board_picture
    from sealed_client.pictures.canvas import PictureUnavailableError

    def unavailable(_):
        raise PictureUnavailableError

    monkeypatch.setattr(board_picture, "draw_board", unavailable)
    code = main(
        [
            "demo",
            "popular-front",
            "--bots",
            "random",
            "--option",
            "round-cap=8",
            "--image",
            str(tmp_path / "b.png"),
        ]
    )

    said = capsys.readouterr().out
    assert code == 0
    assert "pip install" in said
    assert "Verdict: PASS" in said
