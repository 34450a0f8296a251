"""A program for a Python without compiled packages: it imports the product, audits a record and reports.

Run as `python phone_program.py RECORD`; prints one JSON line. See test_phones.py.
"""

import importlib
import json
import os
import pkgutil
import sys
import sysconfig
from importlib.machinery import ExtensionFileLoader, PathFinder
from pathlib import Path

FORBIDDEN = {"grpc", "cryptography", "kivy", "PIL", "sealed_referee"}
OWN = os.path.realpath(sysconfig.get_path("stdlib")) + os.sep


class Phone:
    """Finds no forbidden package, and no extension module that does not come with Python."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        """Raises ModuleNotFoundError for what a phone does not have; leaves all else to the next finder."""
        spec = PathFinder.find_spec(name, path, target)
        compiled = spec is not None and isinstance(spec.loader, ExtensionFileLoader)
        if name.partition(".")[0] in FORBIDDEN or (compiled and not comes_with_python(spec.origin)):
            raise ModuleNotFoundError(f"no {name} on a phone", name=name)


def comes_with_python(file):
    """Tells whether a file belongs to the standard library."""
    return os.path.realpath(file).startswith(OWN) and "-packages" not in file


def imported():
    """Imports all that phones carry; returns by module what it misses, and how many modules there are."""
    missing, count = {}, 0
    for root in ("sealed", "sealed_client"):
        package = importlib.import_module(root)
        for found in pkgutil.walk_packages(package.__path__, root + "."):
            if (found.name + ".").startswith(("sealed_client.desk.", "sealed_client.screens.")):
                continue
            count += 1
            try:
                importlib.import_module(found.name)
            except ModuleNotFoundError as error:
                missing[found.name] = error.name
    return missing, count


def audited(file):
    """Audits a record with the pure backend; returns verdict, messages, and the name of the default one."""
    from sealed.fairness.audit.audit import audit
    from sealed.fairness.record import read_record_bytes
    from sealed.fairness.signing.keys import load_backend
    from sealed.games import title_of

    report = audit(read_record_bytes(Path(file).read_bytes()), title_of, load_backend("pure"))
    return report.verdict, report.facts["messages"], load_backend().name


def foreign():
    """Returns the compiled files outside the standard library from which modules were loaded."""
    specs = [getattr(module, "__spec__", None) for module in list(sys.modules.values())]
    files = [str(spec.origin) for spec in specs if spec is not None and spec.has_location]
    return [file for file in files if not file.endswith(".py") and not comes_with_python(file)]


def main():
    """Does everything."""
    sys.meta_path.insert(0, Phone)
    missing, count = imported()
    verdict, messages, backend = audited(sys.argv[1])
    said = {"missing": missing, "count": count, "verdict": verdict, "messages": messages, "backend": backend}
    sys.stdout.write(json.dumps(said | {"foreign": foreign()}) + "\n")


if __name__ == "__main__":
    main()
