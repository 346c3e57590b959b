"""The user's data folder: games played on boards, and mail's store unless it lies elsewhere."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def data_folder() -> Path:
    """NBGAMES_HOME, or where the system keeps a program's data."""
    if own := os.environ.get("NBGAMES_HOME"):
        return Path(own)
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "nbgames"
