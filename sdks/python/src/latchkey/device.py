"""The id of the device."""

import json
import secrets
import subprocess
import sys
from typing import Optional, Tuple

from .errors import Misuse
from .protocol import hash_device_id
from .store import DEVICE, FolderStore, Store


def find_device_id(app_key: str, store: Store) -> str:
    """Returns the stored id. If there is none, creates an id from the system's data or at random, and stores it."""
    kept = _kept(app_key, store)
    if kept is not None:
        return kept
    found = _system_source()
    source, value = found or ("random", secrets.token_hex(16))
    device_id = hash_device_id(app_key, source, value)
    text = json.dumps({"app_key": app_key, "device_id": device_id})
    try:
        if not found:
            return _claim(app_key, store, device_id, text)
        store.write(DEVICE, text)
    except Exception as error:  # The program's store may raise anything.
        if not found:
            # If the id were new at each start, each start would bind another device to the card.
            hint = "give a store that can be written, or device_id"
            raise Misuse(f"store: it cannot store the random device id ({error}): {hint}") from None
    return device_id


def _claim(app_key: str, store: Store, device_id: str, text: str) -> str:
    """Stores a random id. If another program stores its id at the same time, the first id counts for both."""
    create = store.create if isinstance(store, FolderStore) else store.write
    create(DEVICE, text)
    kept = _kept(app_key, store)
    if kept is not None:
        return kept
    store.write(DEVICE, text)  # The text was no id of this application.
    return device_id


def _kept(app_key: str, store: Store) -> Optional[str]:
    try:
        kept = json.loads(store.read(DEVICE) or "")
        device_id = kept["device_id"]
        if kept["app_key"] == app_key and isinstance(device_id, str) and 1 <= len(device_id) <= 128:
            device_id.encode("utf-8")
            return device_id
    except Exception:  # Unreadable content counts as missing.
        pass
    return None


def _system_source() -> Optional[Tuple[str, str]]:
    try:
        if sys.platform == "win32":
            source, value = "machine-guid", _machine_guid()
        elif sys.platform == "darwin":
            source, value = "platform-uuid", _platform_uuid()
        elif sys.platform == "linux" and not hasattr(sys, "getandroidapilevel"):
            source, value = "machine-id", _machine_id()
        else:
            return None
    except (OSError, ValueError, subprocess.SubprocessError):
        return None
    return (source, value) if value.strip() else None


def _machine_id() -> str:
    for path in ("/etc/machine-id", "/var/lib/dbus/machine-id"):
        try:
            with open(path, encoding="utf-8") as file:
                value = file.read(256)
        except (OSError, ValueError):
            continue
        if value.strip():
            return value
    return ""


def _machine_guid() -> str:
    import winreg

    access = winreg.KEY_READ | winreg.KEY_WOW64_64KEY  # type: ignore[attr-defined]
    path = r"SOFTWARE\Microsoft\Cryptography"
    with winreg.OpenKey(winreg.HKEY_LOCAL_MACHINE, path, 0, access) as key:  # type: ignore[attr-defined]
        return str(winreg.QueryValueEx(key, "MachineGuid")[0])  # type: ignore[attr-defined]


def _platform_uuid() -> str:
    command = ["/usr/sbin/ioreg", "-rd1", "-c", "IOPlatformExpertDevice"]
    output = subprocess.run(command, stdout=subprocess.PIPE, timeout=10, check=True).stdout.decode("utf-8", "replace")
    for line in output.splitlines():
        if '"IOPlatformUUID"' in line:
            return line.split('"')[3]
    return ""
