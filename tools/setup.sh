#!/bin/sh
# Makes .venv from the pinned lock. As root on Debian it fetches missing system packages; otherwise it says what to type.
set -eu

python="${PYTHON:-python3}"

"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || {
    echo "Sealed Orders needs Python 3.11 or newer. Install it, or name one: make setup PYTHON=python3.12" >&2
    exit 1
}

packages=""
"$python" -c 'import ensurepip, venv' 2>/dev/null || packages="$packages python3-venv"

if [ -n "$packages" ]; then
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
        apt-get update -qq
        # shellcheck disable=SC2086 - several packages are several words
        DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $packages
    else
        echo "Missing system packages. Type this, then try again: sudo apt-get install -y$packages" >&2
        exit 1
    fi
fi

# What the screen draws with where there is no display and no graphics card, as in the tests. Nothing else needs it.
drawing=""
if command -v dpkg >/dev/null 2>&1; then
    for library in libegl1 libgles2 libgl1 libgl1-mesa-dri libmtdev1; do
        dpkg -s "$library" >/dev/null 2>&1 || drawing="$drawing $library"
    done
fi
if [ -n "$drawing" ]; then
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
        apt-get update -qq
        # shellcheck disable=SC2086 - several packages are several words
        DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $drawing
    else
        echo "The screen and its tests may want system libraries. If they do: sudo apt-get install -y$drawing" >&2
    fi
elif ! command -v dpkg >/dev/null 2>&1; then
    echo "The screen's tests draw without a display: they want EGL, OpenGL ES 2 and Mesa's software renderer." >&2
fi

[ -x .venv/bin/python ] || "$python" -m venv .venv
.venv/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
.venv/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
touch .venv/ready
