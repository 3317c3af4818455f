"""Makes a virtual environment with the pinned packages of 'requirements.txt', once.

Usage: prepare.py <folder>. Ends with 1 and says why when it cannot; nothing is tested then.
"""

import fcntl
import hashlib
import os
import pathlib
import shutil
import subprocess
import sys


def fail(message):
    sys.exit(f"contract tests: {message}")


def main():
    if sys.version_info < (3, 11):
        fail(f"Python 3.11 or later is needed, this is {sys.version.split()[0]}")
    folder = pathlib.Path(sys.argv[1]).resolve()
    pins = pathlib.Path(__file__).with_name("requirements.txt")
    stamp = folder / "stamp"
    wanted = hashlib.sha256(pins.read_bytes() + sys.version.encode()).hexdigest()
    folder.parent.mkdir(parents=True, exist_ok=True)
    # Two runs of the tests share the folder.
    with open(str(folder) + ".lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if stamp.exists() and stamp.read_text() == wanted:
            return
        shutil.rmtree(folder, ignore_errors=True)
        try:
            subprocess.run(
                [sys.executable, "-m", "venv", str(folder)], check=True, capture_output=True,
                text=True)
        except subprocess.CalledProcessError as error:
            fail(f"no virtual environment (Debian: install python3-venv): {error.stdout}{error.stderr}")
        pip = [str(folder / "bin" / "python"), "-m", "pip", "--disable-pip-version-check"]
        environment = {key: value for key, value in os.environ.items() if "TOKEN" not in key}
        done = subprocess.run(
            [*pip, "install", "--quiet", "--no-deps", "--no-compile", "--requirement", str(pins)],
            capture_output=True, text=True, env=environment)
        if done.returncode != 0:
            fail(f"the packages cannot be installed: {done.stdout}{done.stderr}")
        stamp.write_text(wanted)


main()
