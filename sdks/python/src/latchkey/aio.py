"""The client for asyncio. Requests run in the loop's executor and follow the same rules as `Client`.

A request that is cancelled goes on in its thread until it ends or times out; its result is dropped.
"""

import asyncio
import functools
import inspect
import logging
from typing import Any, Awaitable, Callable, Dict, List, Mapping, Optional, TypeVar, Union

from .client import Client, Params, Session, Ticket
from .errors import LatchkeyError
from .keeper import ENDED, OFFLINE, ONLINE, Event, KeeperRules

_log = logging.getLogger("latchkey")

_T = TypeVar("_T")

#: A handler of events, a function or a coroutine function.
Handler = Callable[[Event], Union[None, Awaitable[None]]]


async def _run(function: Callable[..., _T], *arguments: Any) -> _T:
    return await asyncio.get_running_loop().run_in_executor(None, functools.partial(function, *arguments))


class AsyncClient:
    """A client for asyncio, with the same options, methods and errors as `Client`."""

    def __init__(self, *args: Any, **options: Any) -> None:
        self.sync = Client(*args, **options)

    def __repr__(self) -> str:
        return repr(self.sync).replace("Client", "AsyncClient", 1)

    @property
    def device_id(self) -> str:
        return self.sync.device_id

    async def login(self, card: str) -> "AsyncSession":
        return AsyncSession(self, await _run(self.sync.login, card))

    async def user_login(self, username: str, password: str) -> "AsyncSession":
        return AsyncSession(self, await _run(self.sync.user_login, username, password))

    async def trial_login(self) -> "AsyncSession":
        return AsyncSession(self, await _run(self.sync.trial_login))

    async def recharge(self, card: str, use_card: str) -> Dict[str, Any]:
        return await _run(self.sync.recharge, card, use_card)

    async def recharge_user(self, username: str, card: str) -> Dict[str, Any]:
        return await _run(self.sync.recharge_user, username, card)

    async def register(self, username: str, password: str, card: str) -> Dict[str, Any]:
        return await _run(self.sync.register, username, password, card)

    async def change_password(self, username: str, password: str, new_password: str) -> Dict[str, Any]:
        return await _run(self.sync.change_password, username, password, new_password)

    async def unbind_by_password(self, card: str, password: str) -> Dict[str, Any]:
        return await _run(self.sync.unbind_by_password, card, password)

    async def variable(self, name: str, card: Optional[str] = None) -> Dict[str, Any]:
        return await _run(self.sync.variable, name, card)

    async def data_get(self, key: str, scope: Optional[str] = None, card: Optional[str] = None) -> Dict[str, Any]:
        return await _run(self.sync.data_get, key, scope, card)

    async def data_create(
        self, key: str, value: str, scope: Optional[str] = None, card: Optional[str] = None
    ) -> Dict[str, Any]:
        return await _run(self.sync.data_create, key, value, scope, card)

    async def data_update(
        self, key: str, value: str, scope: Optional[str] = None, card: Optional[str] = None
    ) -> Dict[str, Any]:
        return await _run(self.sync.data_update, key, value, scope, card)

    async def data_delete(self, key: str, scope: Optional[str] = None, card: Optional[str] = None) -> Dict[str, Any]:
        return await _run(self.sync.data_delete, key, scope, card)

    async def call_function(self, name: str, params: Params = None, request_id: Optional[str] = None) -> Dict[str, Any]:
        return await _run(self.sync.call_function, name, params, request_id)

    async def software_config(self) -> Dict[str, Any]:
        return await _run(self.sync.software_config)

    async def notice(self) -> Dict[str, Any]:
        return await _run(self.sync.notice)

    async def latest_version(self, channel: Optional[str] = None) -> Dict[str, Any]:
        return await _run(self.sync.latest_version, channel)

    async def ping(self) -> Dict[str, Any]:
        return await _run(self.sync.ping)

    async def call(self, method: str, path: str, parameters: Mapping[str, Union[str, int]]) -> Dict[str, Any]:
        return await _run(self.sync.call, method, path, parameters)

    async def open_ticket(self, text: Optional[str] = None) -> Ticket:
        return await _run(self.sync.open_ticket, text)

    def server_time(self) -> int:
        return self.sync.server_time()

    def request_code(self) -> str:
        return self.sync.request_code()

    def keep(self, session: "AsyncSession", on_event: Optional[Handler] = None) -> "AsyncKeeper":
        """Sends heartbeats for a session in a task of the running loop. Use the result in `async with`, or close it."""
        return AsyncKeeper(self, session, on_event)


class AsyncSession:
    """A session for asyncio. `data` is the `Session` with its members, such as `data.expires_ts`."""

    def __init__(self, client: AsyncClient, data: Session) -> None:
        self._client = client
        self.data = data

    def __repr__(self) -> str:
        return repr(self.data).replace("Session", "AsyncSession", 1)

    async def heartbeat(self) -> Dict[str, Any]:
        return await _run(self.data.heartbeat)

    async def logout(self) -> Dict[str, Any]:
        return await _run(self.data.logout)

    async def consume(self, request_id: str, amount: int = 1) -> Dict[str, Any]:
        return await _run(self.data.consume, request_id, amount)

    async def ticket(self) -> Dict[str, Any]:
        return await _run(self.data.ticket)

    async def unbind(self, device_id: str) -> Dict[str, Any]:
        return await _run(self.data.unbind, device_id)

    async def set_unbind_password(self, password: str) -> Dict[str, Any]:
        return await _run(self.data.set_unbind_password, password)

    async def get_config(self) -> Dict[str, Any]:
        return await _run(self.data.get_config)

    async def set_config(self, text: str) -> Dict[str, Any]:
        return await _run(self.data.set_config, text)

    async def variable(self, name: str) -> Dict[str, Any]:
        return await _run(self.data.variable, name)

    async def call_function(self, name: str, params: Params = None, request_id: Optional[str] = None) -> Dict[str, Any]:
        return await _run(self.data.call_function, name, params, request_id)

    def keep(self, on_event: Optional[Handler] = None) -> "AsyncKeeper":
        """Same as `client.keep(session, on_event)`."""
        return self._client.keep(self, on_event)


class AsyncKeeper:
    """Keeps a session alive in a task until it is closed; `async with` closes it.

    The handler runs in another task, one event after the other. A coroutine function may wait: this delays no heartbeat.
    Any other function must return soon, since it blocks the loop.
    """

    def __init__(self, client: AsyncClient, session: AsyncSession, on_event: Optional[Handler] = None) -> None:
        self.session = session
        self._timeout_sec = client.sync.timeout_sec
        self._on_event = on_event
        self._rules = KeeperRules(client.sync, session.data)
        if on_event is None:
            self._rules.mute()
        #: The task that calls the handler; done or None while no event is waiting.
        self._teller: "Optional[asyncio.Task[None]]" = None
        #: The task of the running or last handler.
        self._handler: "Optional[asyncio.Task[None]]" = None
        #: The task of `close`; None before its first call.
        self._closing: "Optional[asyncio.Task[None]]" = None
        self._wake = asyncio.Event()
        self._task = asyncio.get_running_loop().create_task(self._beat())

    def __repr__(self) -> str:
        return f"<latchkey.AsyncKeeper {self.state}>"

    @property
    def state(self) -> str:
        """`online`, `offline` or `ended`."""
        if self._task.done():
            self._rules.end("closed")
        return self._rules.state

    @property
    def licensed(self) -> bool:
        """True while the state is `online` or `offline`."""
        return self.state in (ONLINE, OFFLINE)

    @property
    def reason(self) -> Optional[str]:
        """The reason why it has ended: `refused`, `unreachable`, `expired` or `closed`."""
        return self._rules.reason

    @property
    def code(self) -> Optional[int]:
        """The server's code, if it refused."""
        return self._rules.code

    @property
    def tell(self) -> Optional[Dict[str, str]]:
        """The text for the customer about `code`: `en` and `zh`."""
        return self._rules.tell

    @property
    def expires_ts(self) -> int:
        return self.session.data.expires_ts

    @property
    def beats(self) -> int:
        """Number of heartbeats and repeated logins that were sent."""
        return self._rules.beats

    async def close(self) -> None:
        """Stops the keeper and logs out. No event follows.

        Waits at most `timeout_sec` for a running heartbeat and a running handler, and then cancels the handler. If
        `close` itself is cancelled, the closing continues in a task. A second call waits for the first one, except in a
        handler.
        """
        is_handler = self._handler is not None and asyncio.current_task() is self._handler
        if self._closing is None:
            self._rules.mute()
            self._rules.end("closed")
            self._wake.set()
            tasks = [self._task] if self._teller is None or is_handler else [self._task, self._teller]
            self._closing = asyncio.get_running_loop().create_task(self._close(tasks))
        elif is_handler:
            return  # The first call may be waiting for this handler.
        await asyncio.shield(self._closing)

    async def _close(self, tasks: "List[asyncio.Task[None]]") -> None:
        try:
            await asyncio.wait(tasks, timeout=self._timeout_sec)
        finally:  # Also if `asyncio.run` ends and cancels this task.
            for task in tasks:
                task.cancel()  # A running request cannot be interrupted. Its result is ignored.
            if self._rules.may_log_out:
                try:
                    await self.session.logout()
                except LatchkeyError:
                    pass

    async def __aenter__(self) -> "AsyncKeeper":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def _beat(self) -> None:
        try:
            self._tell()
            while self._closing is None and self._rules.state != ENDED:
                left = self._rules.wait()
                self._tell()
                if left > 0:
                    await self._pause(left)
                    continue
                await _run(self._rules.step)
                self._tell()
        finally:
            self._rules.end("closed")
        self._tell()

    async def _pause(self, seconds: float) -> None:
        try:
            await asyncio.wait_for(self._wake.wait(), seconds)
        except asyncio.TimeoutError:
            pass

    def _tell(self) -> None:
        if self._rules.has_events and (self._teller is None or self._teller.done()):
            self._teller = asyncio.get_running_loop().create_task(self._call_handler())

    async def _call_handler(self) -> None:
        while True:
            event = self._rules.next_event()
            if event is None:
                return
            # In a task of its own, so that a CancelledError in the handler does not end this task.
            self._handler = asyncio.get_running_loop().create_task(self._handle(event))
            try:
                await asyncio.wait([self._handler])
            finally:
                self._handler.cancel()  # If this task was cancelled; otherwise the handler is done.
            try:
                self._handler.result()
            except (Exception, asyncio.CancelledError):
                _log.exception("latchkey: the handler of %s failed", event.name)

    async def _handle(self, event: Event) -> None:
        assert self._on_event is not None
        told = self._on_event(event)
        if inspect.isawaitable(told):
            await told
