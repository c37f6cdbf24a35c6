"""Client of the licence server Latchkey."""

from .aio import AsyncClient, AsyncKeeper, AsyncSession
from .client import Client, Session, Ticket
from .errors import LatchkeyError, Misuse, Refused, TicketRefused, Unavailable
from .keeper import Event, Keeper
from .store import FolderStore, Store

__version__ = "0.2.0"

__all__ = [
    "AsyncClient",
    "AsyncKeeper",
    "AsyncSession",
    "Client",
    "Event",
    "FolderStore",
    "Keeper",
    "LatchkeyError",
    "Misuse",
    "Refused",
    "Session",
    "Store",
    "Ticket",
    "TicketRefused",
    "Unavailable",
]
