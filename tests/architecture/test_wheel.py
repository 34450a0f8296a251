"""The wheel: what is in it, what is not, and that it works away from the tree.

Nothing that is installed lets anybody choose what has to be random or secret: the two lists of what a user
can say, by environment and by command line, are here in full. A new flag belongs into the list after somebody
has made sure that it sets no seed, no hand, no clock and no secret.
"""

import ast
import json
import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GOLDEN = ROOT / "tests/golden/popular_front/two_time_at_a_question.ftr"
PACKAGES = {"sealed", "sealed_referee", "sealed_client"}
ENVIRONMENT = {
    *("XDG_DATA_HOME", "SEALED_PASSPHRASE", "SEALED_PASSPHRASE_FILE"),
    *("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"),  # whether a window can be opened
}
"""Where the stores lie by default, and what unlocks them."""
TOLD_TO_KIVY = {
    *("KIVY_HOME", "KIVY_NO_ARGS", "KIVY_NO_FILELOG", "KIVY_NO_CONSOLELOG", "KIVY_LOG_MODE"),
    *("SDL_VIDEODRIVER", "SDL_AUDIODRIVER"),  # of the bench's own windows, which nobody sees or hears
}
"""What is written into the environment before the screen is imported: folder, silence, no words of ours."""
FLAGS = {
    *("--address", "--listen", "--store", "--log", "--output"),
    "--metrics",  # where counts are shown: loopback, no secret among them
    *("--seats", "--seat", "--side", "--option", "--bots", "--name", "--new", "--games"),
    *("--record", "--own", "--image", "--progress", "--json", "--at"),
    *("--check", "--only", "--rounds", "--client"),  # of `sealed bench`
    "--referee",  # a public key to compare with
    *("--take", "--replace", "--remove"),  # of `sealed key`
    *("--clock", "--bank", "--increment", "--minimum", "--decision", "--pause"),  # terms of a new table,
    *("--on-timeout", "--misses"),  # which everybody signs
    *("--advertise", "--new-certificate", "--fingerprint"),  # of invitations: nobody chooses a key
}
OPERATOR = {
    "listen",
    "store",
    "name",
    "titles",
    "limits",
    "new_certificate",
    "advertise",
    "passphrase",
    "metrics",
}
"""What product code hands to the referee's options; time and randomness keep their defaults."""
THIRD_PARTY = {
    *("grpc", "grpc_health", "grpc_reflection", "grpclib", "google", "cryptography", "PIL", "chess"),
    *("prometheus_client", "kivy"),
    *("jnius", "android", "ios"),  # bridges that only phones have; asked for where they are used
}
"""Packages that are imported; chess is the yardstick of `sealed bench`."""
DATA = (
    *(f"sealed/games/popular_front/pack/{table}.toml" for table in ("cards", "cities", "colours", "links")),
    *(f"sealed/games/popular_front/pack/{table}.toml" for table in ("numbers", "track")),
    *(f"sealed/games/popular_front/{text}.md" for text in ("NOTATION", "RULINGS")),
    *(
        f"sealed/games/south_front/pack/{table}.toml"
        for table in ("allies_cards", "axis_cards", "land", "water")
    ),
    *(f"sealed/games/south_front/pack/{table}.toml" for table in ("contingencies", "factions", "links")),
    *(f"sealed/games/south_front/pack/{table}.toml" for table in ("numbers", "rounds")),
    *(f"sealed/fairness/{file}" for file in ("SPEC.md", "signing/edge.json", "codes.tsv")),
    *(f"{package}/py.typed" for package in sorted(PACKAGES)),
    *(
        f"sealed_client/assets/fonts/BarlowCondensed-{cut}"
        for cut in ("Medium.ttf", "SemiBold.ttf", "Bold.ttf")
    ),
    *(f"sealed_client/assets/fonts/BarlowSemiCondensed-{cut}.ttf" for cut in ("Medium", "SemiBold")),
    *(f"sealed_client/assets/fonts/Cormorant{cut}.ttf" for cut in ("SC-Bold", "Garamond-BoldItalic")),
    *(f"sealed_client/assets/fonts/Barlow{family}-OFL.txt" for family in ("Condensed", "SemiCondensed")),
    *(f"sealed_client/assets/fonts/Cormorant{family}-OFL.txt" for family in ("SC", "Garamond")),
    "sealed_client/assets/maps/popular_front.json",
    *(
        f"sealed_client/words/locale/{language}/{domain}.mo"
        for language in ("en", "es")
        for domain in ("screen", "table", "popular-front", "south-front", "desk")
    ),
)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The folder of an unpacked wheel, built without network and without isolation."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)  # noqa: S603 - our own build
    (built,) = folder.glob("*.whl")
    with zipfile.ZipFile(built) as archive:
        archive.extractall(folder / "unpacked")
    return folder / "unpacked"


@pytest.fixture(scope="module")
def modules(wheel):
    """The syntax tree of each Python file of the wheel, by path."""
    files = sorted(wheel.rglob("*.py"))
    return {str(file.relative_to(wheel)): ast.parse(file.read_text("utf-8")) for file in files}


def nodes(modules, *kinds):
    """Yields every syntax node of these kinds with the path of its file."""
    for path, tree in modules.items():
        for node in ast.walk(tree):
            if isinstance(node, kinds):
                yield path, node


def called(node):
    """Returns the name of what a call calls, without what stands before the last dot."""
    return getattr(node.func, "attr", getattr(node.func, "id", ""))


def texts(node):
    """Returns the texts among the arguments of a call."""
    return [one.value for one in node.args if isinstance(one, ast.Constant) and isinstance(one.value, str)]


# ---- what is in it ----


def test_it_holds_the_three_packages_and_nothing_else(wheel):
    """The wheel holds sealed, sealed_referee, sealed_client and its own description."""
    tops = {path.name for path in wheel.iterdir() if path.suffix != ".dist-info"}
    assert tops == PACKAGES


@pytest.mark.parametrize("file", DATA)
def test_data_are_inside(wheel, file):
    """What is read at run time is installed: packs, protocol text, vectors of the backend, fonts, outline."""
    assert (wheel / file).stat().st_size or file.endswith("py.typed")


def test_every_rule_file_is_inside(wheel):
    """Every kv file of the tree is in the wheel, beside the module that reads it."""
    tree = {str(file.relative_to(ROOT / "client")) for file in (ROOT / "client").rglob("*.kv")}
    found = {str(file.relative_to(wheel)) for file in wheel.rglob("*.kv")}
    assert found == tree
    assert all((wheel / file).with_suffix(".py").exists() for file in found)


def test_nothing_is_inside_that_is_no_product(wheel):
    """No tests, no caches, no records, no databases are installed."""
    suffixes = {path.suffix for path in wheel.rglob("*") if path.is_file() and "dist-info" not in str(path)}
    data = {".md", ".json", ".tsv", ".toml", ".txt", ".po", ".mo", ".kv", ".ttf", ".wav", ".ogg", ".png"}
    assert suffixes <= data | {".py", ".pyi", ".typed"}
    parts = {part for path in wheel.rglob("*") for part in path.relative_to(wheel).parts}
    assert not {"tests", "test", "tools", "__pycache__", "support", "vectors", "golden"} & parts
    assert not [part for part in parts if part.startswith(("test_", "conftest"))]


def test_only_declared_packages_are_imported(modules):
    """Every import is of the standard library, of the product, or of a package that the project declares."""
    tops = set()
    for _, node in nodes(modules, ast.Import, ast.ImportFrom):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else [node.module or ""]
        tops |= {name.partition(".")[0] for name in names}
    assert tops - set(sys.stdlib_module_names) - PACKAGES <= THIRD_PARTY


def test_nothing_of_the_tests_is_named(modules):
    """No module, class or function of the wheel is one of the cheats and stand-ins that tests are made of."""
    names = {part for path in modules for part in Path(path).with_suffix("").parts}
    names |= {node.name for _, node in nodes(modules, ast.ClassDef, ast.FunctionDef)}
    words = {word.lower() for name in names for word in re.findall("[A-Z]?[a-z]+", name)}
    assert (
        words & {"malicious", "crooked", "cheat", "cheating", "scribe", "mutant", "golden", "forged"} == set()
    )
    assert names & {"plain_seat", "PlainSeat", "InMemoryMatch", "MemoryMatch"} == set()


# ---- what nobody can choose ----


def test_the_environment_chooses_nothing_but_folders(modules):
    """The environment is read for the names in the list and for nothing else."""
    asked, understood = set(), set()
    for path, node in nodes(modules, ast.Call):
        if called(node) == "get" and isinstance(node.func, ast.Attribute) and _is_environ(node.func.value):
            asked.update(texts(node)[:1] or [f"something in {path}"])
            understood.add(node.func.value)
        elif (
            (
                called(node) == "update"
                and isinstance(node.func, ast.Attribute)
                and _is_environ(node.func.value)
            )
            and {keyword.arg for keyword in node.keywords} <= TOLD_TO_KIVY
            and not node.args
        ):
            understood.add(node.func.value)
    others = [
        path for path, node in nodes(modules, ast.Attribute) if _is_environ(node) and node not in understood
    ]
    imported = [
        path
        for path, node in nodes(modules, ast.ImportFrom)
        if node.module == "os" and {"environ", "environb", "getenv"} & {alias.name for alias in node.names}
    ]
    assert (asked, others, imported) == (ENVIRONMENT, [], [])


def _is_environ(node):
    return isinstance(node, ast.Attribute) and node.attr in {"environ", "environb", "getenv"}


def test_the_command_line_chooses_nothing_secret(modules):
    """The flags of all commands are those of the list: none sets a seed, a hand, a clock or a secret."""
    flags = {
        text
        for _, node in nodes(modules, ast.Call)
        if called(node) == "add_argument"
        for text in texts(node)
        if text.startswith("-")
    }
    assert flags == FLAGS


def test_the_referees_time_and_randomness_are_the_systems(modules):
    """No product code hands a clock or a source of randomness to the referee; both have one default."""
    given = {
        keyword.arg
        for _, node in nodes(modules, ast.Call)
        if called(node) == "Options"
        for keyword in node.keywords
    }
    assert given <= OPERATOR
    text = ast.unparse(modules["sealed_referee/options.py"])
    assert "entropy: Callable[[int], bytes] = os.urandom" in text
    assert "now_ms: Callable[[], int] = system_clock" in text


def test_the_clients_clock_is_the_systems_and_read_in_one_place(modules):
    """Only `sealed_client.clock` reads the time of day (the bench times itself); nobody hands a clock on."""
    readers = {
        path
        for path, node in nodes(modules, ast.Import, ast.ImportFrom)
        if path.startswith("sealed_client/")
        for name in (
            [one.name for one in node.names] if isinstance(node, ast.Import) else [node.module or ""]
        )
        if name.partition(".")[0] in {"time", "datetime"}
    }
    writer = "sealed_client/words/director.py"  # puts a signed time into words, and asks for none
    assert {path for path in readers if not {"bench", "measuring"} & set(path.split("/"))} == {
        "sealed_client/clock.py",
        writer,
    }
    asked = {node.attr for node in ast.walk(modules[writer]) if isinstance(node, ast.Attribute)}
    assert not asked & {"now", "utcnow", "today", "time"}
    given = {
        keyword.arg
        for _, node in nodes(modules, ast.Call)
        if called(node) in {"SeatSession", "WatchSession"}
        for keyword in node.keywords
    }
    assert given <= {"table_id"}
    assert all(
        "now_ms: Callable[[], int]=system_clock" in ast.unparse(modules[f"sealed_client/{session}.py"])
        for session in ("session", "watching")
    )


def test_the_referee_has_no_other_randomness(modules):
    """No module of the referee imports `random`, and only the options name `urandom`."""
    for path, node in nodes(modules, ast.Import, ast.ImportFrom):
        if path.startswith("sealed_referee/"):
            assert "random" not in ast.unparse(node).split(), path
    named = {path for path, node in nodes(modules, ast.Attribute) if node.attr in {"urandom", "token_bytes"}}
    assert {path for path in named if path.startswith("sealed_referee/")} == {"sealed_referee/options.py"}


# ---- that it works ----


def sealed(wheel, folder, *arguments):
    """Runs the entry point of the wheel in another folder and returns what came of it."""
    entry = next(wheel.glob("*.dist-info/entry_points.txt")).read_text("utf-8")
    assert "sealed = sealed_client.desk:main" in entry
    code = "import sys; from sealed_client.desk import main; sys.argv[0] = 'sealed'; sys.exit(main())"
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("PYTEST", "COV"))}
    return subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-c", code, *arguments],
        cwd=folder,
        env={**environment, "PYTHONPATH": str(wheel), "XDG_DATA_HOME": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_program_runs_from_the_wheel(wheel, tmp_path):
    """`sealed --help` names its commands, and what runs is the wheel and not the tree."""
    result = sealed(wheel, tmp_path, "--help")
    assert (result.returncode, result.stderr) == (0, "")
    assert "verify" in result.stdout
    place = "import sealed, sealed_client, sealed_referee as r; print(sealed.__path__, r.__path__)"
    found = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-c", place],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(wheel)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert found.stdout.count(str(wheel)) == 2


def test_a_record_is_verified_by_the_wheel(wheel, tmp_path):
    """`sealed verify` passes a golden record far from the tree."""
    result = sealed(wheel, tmp_path, "verify", "--json", str(GOLDEN))
    assert (result.returncode, result.stderr) == (0, "")
    assert json.loads(result.stdout)["verdict"] == "PASS"


def test_the_pack_is_whole_in_the_wheel(wheel, tmp_path):
    """`sealed pack check popular-front` finds every table of the pack."""
    result = sealed(wheel, tmp_path, "pack", "check", "popular-front")
    assert (result.returncode, result.stderr) == (0, "")
