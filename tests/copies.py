"""Runs `.ci/course.py` here: in a process of its own each run would load nbformat, a second."""

import io
import runpy
import subprocess
import sys
from contextlib import redirect_stdout
from unittest.mock import patch

from tools.course_run import FOLDER

PROGRAM = FOLDER.parent / ".ci/course.py"


def course(*words) -> subprocess.CompletedProcess:
    """What the program answers to these words, as subprocess.run gives it."""
    words = [*map(str, words)]
    path, told = [str(PROGRAM.parent), *sys.path], io.StringIO()
    with (
        patch.object(sys, "argv", [str(PROGRAM), *words]),
        patch.object(sys, "path", path),
        redirect_stdout(told),
    ):
        try:
            runpy.run_path(str(PROGRAM), run_name="__main__")
        except SystemExit as ended:
            return subprocess.CompletedProcess(words, 1, told.getvalue(), str(ended))
    return subprocess.CompletedProcess(words, 0, told.getvalue(), "")
