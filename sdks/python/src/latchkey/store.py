"""Texts that a client stores between runs: its device id, its ticket and the latest time seen."""

import hashlib
import os
import sys
import tempfile
from pathlib import Path
from typing import Callable, Optional, Union

from .errors import Misuse
from .protocol import encode_base64url

try:
    from typing import Protocol
except ImportError:  # pragma: no cover
    Protocol = object  # type: ignore[assignment]

#: Names of the texts.
DEVICE, TICKET, TIME = "device", "ticket", "time"

_MAX_BYTES = 64 * 1024


class Store(Protocol):
    """Stores the texts of a client. Pass your own object to store them elsewhere."""

    def read(self, name: str) -> Optional[str]:
        """Returns a text, or None if there is none or it cannot be read."""

    def write(self, name: str, text: str) -> None:
        """Stores a text. May raise OSError."""


class FolderStore:
    """Stores each text in a file of a folder, which is created when it is needed."""

    def __init__(self, folder: Union[str, "os.PathLike[str]"]) -> None:
        self.folder = Path(folder)

    def read(self, name: str) -> Optional[str]:
        try:
            with open(self.folder / name, "rb") as file:
                return file.read(_MAX_BYTES).decode("utf-8")
        except (OSError, ValueError):
            return None

    def write(self, name: str, text: str) -> None:
        self._put(name, text, os.replace)

    def create(self, name: str, text: str) -> None:
        """Stores a text unless there is one. Of two programs that start at the same time, the first one wins."""
        self._put(name, text, _place_new)

    def _put(self, name: str, text: str, place: Callable[[str, Path], None]) -> None:
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        # Writes the new text to the disk before it replaces the file atomically. A crash or a power cut therefore
        # leaves either the old or the new text.
        handle, temporary = tempfile.mkstemp(dir=str(self.folder))
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(text.encode("utf-8"))
                file.flush()
                os.fsync(file.fileno())
            place(temporary, self.folder / name)
        except BaseException:
            os.unlink(temporary)
            raise


def _place_new(temporary: str, path: Path) -> None:
    """Gives a file its name, or deletes it if another file has the name."""
    try:
        os.link(temporary, path)
    except FileExistsError:
        pass
    except (OSError, AttributeError):  # The file system or the platform has no links.
        os.replace(temporary, path)
        return
    os.unlink(temporary)


def default_folder(app_key: str) -> Path:
    """Returns the folder of the user for this application."""
    home = Path(os.path.expanduser("~"))
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = home / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share")
    application = encode_base64url(hashlib.sha256(app_key.encode("utf-8")).digest())[:16]
    return base / "latchkey" / application


def open_store(store: object, app_key: str) -> Store:
    """Returns the store for the option `store`. Raises Misuse."""
    if store is None:
        return FolderStore(default_folder(app_key))
    if isinstance(store, (str, os.PathLike)) and os.fspath(store):
        return FolderStore(store)
    if callable(getattr(store, "read", None)) and callable(getattr(store, "write", None)):
        return store  # type: ignore[return-value]
    raise Misuse("store: give a folder, or an object with read(name) and write(name, text)")
