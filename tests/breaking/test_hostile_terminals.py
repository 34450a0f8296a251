"""Laws of terminals, pipes and words that nobody expects: a sentence and an honest exit code."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from sealed_client.desk import main, verify_command

GOLDEN = Path(__file__).parents[1] / "golden" / "popular_front" / "two_time_at_a_question.ftr"
PROGRAM = [sys.executable, "-c", "import sys; from sealed_client.desk import main; sys.exit(main())"]


def shell(line: str, *words: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """Runs a line of shell in which "$@" is the program with its words."""
    command = ["bash", "-c", line, "shell", *PROGRAM, *words]
    return subprocess.run(command, input=stdin, capture_output=True, timeout=30, check=False)  # noqa: S603


def test_broken_pipe_is_no_pass() -> None:
    """`sealed verify` whose reader has gone does not exit with the 0 of a record that holds."""
    done = shell('set -o pipefail; "$@" | true', "verify", str(GOLDEN))
    assert done.returncode not in {0, 1}
    assert b"Traceback" not in done.stderr
    assert b"Exception" not in done.stderr


@pytest.mark.parametrize("line", ['"$@" >&-', '"$@" 2>&-', '"$@" <&-'])
def test_closed_stream_changes_no_verdict(line) -> None:
    """A closed standard stream neither stops a check nor changes its exit code."""
    wrong = shell(line, "verify", "/nowhere")
    assert wrong.returncode == 2
    right = shell(line, "verify", str(GOLDEN))
    assert right.returncode == 0, right.stderr
    assert b"Traceback" not in wrong.stderr + right.stderr


def test_mistake_of_the_program_convicts_nobody(monkeypatch, capsys) -> None:
    """What the program itself does wrong is said in words, shows no value, and exits 70, never 1."""

    def fail(*given: object, **more: object) -> None:
        raise RuntimeError("the secret is 4711")

    monkeypatch.setattr(verify_command, "audit", fail)
    assert main(["verify", str(GOLDEN)]) == 70
    said = capsys.readouterr().err
    assert "RuntimeError in test_hostile_terminals.py" in said
    assert "4711" not in said


@pytest.mark.parametrize("name", ["\x1b[2J", "e\u0301", "a" * 257, "\udcff"])
def test_name_that_no_table_takes_is_not_kept(name, tmp_path, capsys) -> None:
    """A name that is refused stays nobody's name: the next one is taken."""
    words = ["play", "popular-front", "--address", "127.0.0.1:1", "--store", str(tmp_path), "--name"]
    assert main([*words, name]) == 2
    assert "No table can take this name" in capsys.readouterr().err
    assert main([*words, "Ada"]) == 2
    assert "no connection" in capsys.readouterr().err


def test_bytes_that_are_no_text_end_no_conversation(tmp_path) -> None:
    """A byte that is no UTF-8 is one line that makes no sense; what is typed after it is heard."""
    words = ["play", "popular-front", "--store", str(tmp_path)]
    done = shell('"$@"', *words, stdin=b"\xff\xfe\nhelp\nquit\n")
    assert done.returncode == 0, done.stderr
    assert b"why not" in done.stdout
    assert b"Traceback" not in done.stderr


def test_play_without_input_leaves_at_once(tmp_path) -> None:
    """A closed standard input is the end of the input, and the table keeps the seat."""
    done = shell('"$@" <&-', "play", "popular-front", "--store", str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert b"keeps your seat" in done.stdout


@pytest.mark.parametrize(
    "content", [b"\xff\xfe", b"a = " + b"[" * 5000], ids=["no text", "lists without end"]
)
def test_scenario_of_garbage_fails_in_words(content, tmp_path, capsys) -> None:
    """A scenario file that cannot be read is a scenario that fails."""
    file = tmp_path / "garbage.toml"
    file.write_bytes(content)
    assert main(["scenario", str(file)]) == 1
    assert "FAILS" in capsys.readouterr().out
