from __future__ import annotations

import hashlib
import json
import os
import tempfile
from pathlib import Path

from ._prompt import Prompt


class DiskStore:
    """Keeps a prompt in a file that its owner alone may read.

    A folder that cannot be written is no reason to fail: then there is no copy for the next process.
    """

    def __init__(self, folder: str | None, name: str) -> None:
        """``name`` says what the copy is of, the address and key that it was read with included; ``""`` keeps none."""
        self._folder = None if folder == "" else Path(folder) if folder else default_folder()
        self._name = hashlib.sha256(name.encode()).hexdigest()

    def read(self) -> Prompt | None:
        if self._folder is None:
            return None
        try:
            kept = json.loads((self._folder / f"{self._name}.json").read_text("utf-8"))
            text, version, etag = kept["text"], kept["version"], kept["etag"]
        except (OSError, ValueError, KeyError, TypeError):
            return None
        if not isinstance(text, str) or not isinstance(version, (int, type(None))):
            return None
        return Prompt(text, version, etag if isinstance(etag, str) else None, "disk")

    def write(self, prompt: Prompt) -> None:
        if self._folder is None:
            return
        kept = json.dumps({"text": prompt.text, "version": prompt.version, "etag": prompt.etag})
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            # Made with mode 0600.
            descriptor, draft = tempfile.mkstemp(dir=self._folder)
            with os.fdopen(descriptor, "w", encoding="utf-8") as file:
                file.write(kept)
            os.replace(draft, self._folder / f"{self._name}.json")
        except (OSError, UnicodeError):
            pass

    def delete(self) -> None:
        if self._folder is None:
            return
        try:
            (self._folder / f"{self._name}.json").unlink(missing_ok=True)
        except OSError:
            pass


def default_folder() -> Path:
    """Where the user's programs keep what they can get again."""
    place = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    return (Path(place) if place else Path.home() / ".cache") / "agent-identity" / "python"
