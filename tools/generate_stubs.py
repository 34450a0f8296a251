"""Generates the protobuf and gRPC stubs of `sealed.wire.v1`.

Run as `python tools/generate_stubs.py [OUTPUT_DIRECTORY]`; without an argument the stubs in the tree are
replaced. Several files come out for each schema: messages (`_pb2.py`), their types (`_pb2.pyi`) and, for the
schema with the service, the grpcio server side (`_pb2_grpc.py`, `_pb2_grpc.pyi`) and the grpclib client side
(`_grpc.py`).
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from importlib.resources import files
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SCHEMAS = ("sealed/wire/v1/fairness.proto", "sealed/wire/v1/referee.proto")
PACKAGE = Path("sealed/wire/v1")
# A stub that declares no service is empty; committing it would only invite an import of it.
WITHOUT_SERVICE = ("fairness_pb2_grpc.py", "fairness_pb2_grpc.pyi", "fairness_grpc.py")


def generate(target: Path) -> list[Path]:
    """Writes all stubs into `target` and returns their paths, sorted.

    Raises subprocess.CalledProcessError if the compiler refuses a schema.
    """
    scripts = Path(sys.executable).parent
    environment = os.environ | {"PATH": f"{scripts}{os.pathsep}{os.environ.get('PATH', '')}"}
    with tempfile.TemporaryDirectory() as scratch:
        command = [
            sys.executable,
            "-m",
            "grpc_tools.protoc",
            f"--proto_path={ROOT / 'proto'}",
            f"--proto_path={files('grpc_tools').joinpath('_proto')}",
            f"--python_out={scratch}",
            f"--mypy_out=quiet:{scratch}",
            f"--grpc_python_out={scratch}",
            f"--mypy_grpc_out=quiet,only_async:{scratch}",
            f"--grpclib_python_out={scratch}",
            *SCHEMAS,
        ]
        subprocess.run(command, check=True, env=environment)
        target.mkdir(parents=True, exist_ok=True)
        made = sorted(
            path for path in (Path(scratch) / PACKAGE).iterdir() if path.name not in WITHOUT_SERVICE
        )
        for path in made:
            shutil.copyfile(path, target / path.name)
    return [target / path.name for path in made]


def main() -> None:
    """Generates into the directory named on the command line, or into the tree."""
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "shared" / PACKAGE
    for path in generate(target):
        print(path)


if __name__ == "__main__":
    main()
