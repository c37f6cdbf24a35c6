"""The keeper of a session sends heartbeats in the background and knows whether the program is licensed."""

import logging
import random
import threading
import time
from dataclasses import dataclass
from typing import Callable, Dict, List, Optional

from .client import Client, Session, uptime
from .errors import LatchkeyError, Misuse, Refused, Unavailable, tell_of

_log = logging.getLogger("latchkey")

ONLINE, OFFLINE, ENDED = "online", "offline", "ended"

_SESSION_OVER = (10214, 10404)
#: The server refuses with these codes before it knows that the bound nonce belongs to the parameters (10014: that it was
#: not sent before). So a genuine, signed refusal may answer a request that a proxy has changed or repeated, and says
#: nothing about the licence.
_MAY_ANSWER_OTHERS = (400, 10010, 10011, 10013, 10014)
_MAX_RETRY_SEC = 60
_MAX_RETRY_AFTER_SEC = 300
_EXPIRING_SEC = (24 * 3600, 3600)
#: A wake-up that is later than planned by more than this means that the device was suspended.
_ASLEEP_SEC = 2.0
#: Waits are split into pieces. Only time beyond a piece counts as sleep, so short pieces measure sleep more exactly.
_PIECE_SEC = 5.0
#: Pieces become shorter towards the end of the grace, but not shorter than this.
_LAST_PIECE_SEC = 0.2


@dataclass(frozen=True, repr=False)
class Event:
    """A change that the keeper reports.

    `name` is `online` (again), `offline` (`since` in epoch seconds, `reason`), `renewed` (`session`), `expiring`
    (`expires_ts`, `left_sec`) or `ended` (`reason`; after a refusal also `code`, and `tell` with the text for the
    customer: `en`, `zh`).
    """

    name: str
    since: Optional[int] = None
    reason: Optional[str] = None
    session: Optional[Session] = None
    expires_ts: Optional[int] = None
    left_sec: Optional[int] = None
    code: Optional[int] = None
    tell: Optional[Dict[str, str]] = None

    def __str__(self) -> str:
        return " ".join(str(part) for part in (self.name, self.reason, self.code) if part is not None)

    def __repr__(self) -> str:
        return f"<latchkey.Event {self}>"


class KeeperRules:
    """Decides when to send heartbeats and what the answers mean. A thread or a task calls `step` when `wait` returns 0.

    Only one caller runs `wait` and `step`; everything else may be read from any thread.
    """

    def __init__(self, client: Client, session: Session) -> None:
        if session._has_ended:
            raise Misuse("session: it has ended; log in again")
        if session._keeper is not None:
            raise Misuse("session: it is kept already")
        session._keeper = self
        self._client = client
        self._session = session
        self._lock = threading.RLock()
        self._state = ONLINE
        self._is_muted = False
        #: True if the program has logged the session out.
        self._is_left = False
        self.reason: Optional[str] = None
        self.code: Optional[int] = None
        #: Number of heartbeats and repeated logins that were sent.
        self.beats = 0
        self._events: List[Event] = []
        self._told_left = float("inf")
        self._told_end = session.expires_ts
        self._failures = 0
        self._must_log_in = False
        #: True after a refusal, such as that of a card without offline hours.
        self._is_ticket_refused = False
        self._logged_in_at: Optional[float] = None
        #: When the request under way began; None if there is none.
        self._request_began: Optional[float] = None
        #: True if the device was suspended during the last request.
        self._has_slept = False
        #: True once a request in this outage has counted as sleep. Slow requests must not prolong the grace repeatedly.
        self._has_overrun = False
        #: Longer requests mean that the device was suspended.
        self._longest_request = 2 * client.timeout_sec * len(client._hosts)
        #: When `wait` or `step` is to be called next.
        self._call_at = uptime()
        self._next_beat = 0.0
        #: Time of the first failed heartbeat, plus the time asleep since then; None while heartbeats succeed.
        self._failed_at: Optional[float] = None
        self._succeeded(uptime())

    # For the thread or task

    @property
    def state(self) -> str:
        with self._lock:
            self._settle(uptime())
            return self._state

    def wait(self) -> float:
        """Returns 0 if `step` must be called now, otherwise the seconds until the next call of `wait`.

        There may be a new event afterwards.
        """
        with self._lock:
            if self._state == ENDED:
                return 0.0
            now = uptime()
            self._notice_sleep(now)
            self._check_expiring()
            end = self._end_of_offline()
            piece = min(self._next_beat - now, _PIECE_SEC)
            if end is not None:
                # If the device sleeps during this piece, half of the remaining time is left for a heartbeat.
                piece = min(piece, end - now, max((end - now) / 2, _LAST_PIECE_SEC))
            piece = max(piece, 0.0)
            self._call_at = now + piece
            return piece

    def step(self) -> None:
        """Sends a heartbeat if it is due. Blocks until the requests are done."""
        with self._lock:
            started = uptime()
            self._notice_sleep(started)
            self._check_deadlines(started)
            if self._state == ENDED or started < self._next_beat:
                return
            end = self._end_of_offline()
        try:
            with self._client._until(end):
                self._beat(started)
        finally:
            with self._lock:
                self._call_at = uptime()
                self._check_expiring()

    @property
    def has_events(self) -> bool:
        return bool(self._events)

    def next_event(self) -> Optional[Event]:
        """Takes the oldest event; returns None if there is none."""
        with self._lock:
            return self._events.pop(0) if self._events else None

    def end(self, reason: str, code: Optional[int] = None) -> None:
        """Ends permanently, unless it has already ended."""
        with self._lock:
            if self._state != ENDED:
                self._state, self.reason, self.code = ENDED, reason, code
                self._session._has_ended = True
                self._tell(Event("ended", reason=reason, code=code, tell=self.tell))

    def mute(self) -> None:
        """Drops all events from now on."""
        with self._lock:
            self._is_muted = True
            self._events = []

    def leave(self) -> None:
        """Ends without an event, since the session is being logged out."""
        self.mute()
        with self._lock:
            self._is_left = True
            self.end("closed")

    @property
    def tell(self) -> Optional[Dict[str, str]]:
        return None if self.code is None else tell_of(self.code)

    @property
    def may_log_out(self) -> bool:
        return self.code is None and not self._is_left

    # A beat

    def _beat(self, started: float) -> None:
        try:
            if self._must_log_in:
                self._renew()
            else:
                self._request(self._session.heartbeat)
        except Refused as refusal:
            with self._lock:
                if self._state == ENDED:
                    return  # The keeper was closed in the meantime. A new login could end the session of another device.
            if refusal.code in _MAY_ANSWER_OTHERS:
                self._client._skip_host()
                self._failed(Unavailable("untrusted", "the refusal may answer other parameters"))
            elif self._must_log_in or refusal.code not in _SESSION_OVER or self._session._has_unbound:
                self.end("refused", refusal.code)
            elif self._renewed_lately(started):
                # Otherwise two devices could log each other out forever.
                self.end("refused", refusal.code)
            else:
                self._must_log_in = True
                self._beat(started)
            return
        except Unavailable as problem:
            self._failed(problem)
            return
        except Exception as problem:  # An unexpected error must not leave the program licensed.
            _log.exception("latchkey: a heartbeat failed")
            self._failed(Unavailable("untrusted", type(problem).__name__))
            return
        with self._lock:
            if self._state == ENDED:
                return
            was_offline = self._state == OFFLINE
            self._succeeded(uptime())
            if was_offline:
                self._tell(Event("online"))
        self._renew_ticket()

    def _request(self, send: Callable[[], object]) -> None:
        with self._lock:
            self.beats += 1
            self._request_began = uptime()
        try:
            send()
        finally:
            with self._lock:
                now = uptime()
                self._has_slept = self._overrun(now) > 0
                if self._has_slept and self._failed_at is not None:
                    self._failed_at += self._asleep(now)
                    self._has_overrun = True
                self._request_began = None

    def _renew(self) -> None:
        self._request(self._session._log_in_again)
        if self._is_left:
            self._session._call("logout", {})
        with self._lock:
            self._must_log_in = False
            self._logged_in_at = uptime()
            if self._state != ENDED:
                self._tell(Event("renewed", session=self._session))

    def _renewed_lately(self, now: float) -> bool:
        return self._logged_in_at is not None and now - self._logged_in_at < 3 * self._interval()

    def _succeeded(self, now: float) -> None:
        self._state = ONLINE
        self._failures = 0
        self._failed_at = None
        self._next_beat = now + _vary(self._interval())
        self._check_expiring()

    def _failed(self, problem: Unavailable) -> None:
        with self._lock:
            if self._state == ENDED:
                return
            now = uptime()
            if self._failed_at is None:
                self._failed_at = now
                self._has_overrun = False
            pause = min(2**self._failures, self._interval(), _MAX_RETRY_SEC)
            retry_after = min(problem.retry_after, _MAX_RETRY_AFTER_SEC)
            self._failures = min(self._failures + 1, 16)
            self._next_beat = now + max(0 if self._has_slept else _vary(pause), retry_after)
            was_online, self._state = self._state == ONLINE, OFFLINE
            self._check_deadlines(now)
            if was_online and self._state == OFFLINE:
                self._tell(Event("offline", since=self._client.server_time(), reason=problem.reason))

    def _renew_ticket(self) -> None:
        if self._is_ticket_refused or self._session._kind == "trial":
            return
        claims = self._client.stored_claims()
        if claims is None:
            return
        if self._client.server_time() >= (claims["iat"] + claims["exp"]) / 2:
            try:
                self._session.ticket()
            except LatchkeyError as problem:
                self._is_ticket_refused = not isinstance(problem, Unavailable)
                _log.info("latchkey: the ticket was not renewed: %s", problem)

    # Time

    def _interval(self) -> float:
        return min(self._session.hg, self._client.heartbeat_sec or self._session.hg)

    def _end_of_offline(self) -> Optional[float]:
        """The time at which the grace period or the licence ends; None while online."""
        if self._state != OFFLINE:
            return None
        end = uptime() + self._session.expires_ts - self._client.server_time()
        return end if self._failed_at is None else min(end, self._failed_at + self._client.grace_sec)

    def _settle(self, now: float) -> None:
        """Ends the keeper if the grace period or the licence is over, even while a heartbeat is in progress."""
        # If the call is late, the device was suspended. The call then sends a heartbeat first.
        if self._request_began is not None or now - self._call_at <= _ASLEEP_SEC:
            self._check_deadlines(now)

    def _notice_sleep(self, now: float) -> None:
        """If this call is late while offline, excludes the time asleep from the grace, and makes a heartbeat due."""
        late = now - self._call_at
        self._call_at = now
        if late > _ASLEEP_SEC and self._failed_at is not None:
            self._failed_at += late
            self._next_beat = min(self._next_beat, now)

    def _overrun(self, now: float) -> float:
        """Returns by how much the request under way exceeds the longest possible request; 0 if it does not."""
        if self._request_began is None:
            return 0.0
        excess = now - self._request_began - self._longest_request
        return excess if excess > _ASLEEP_SEC else 0.0

    def _asleep(self, now: float) -> float:
        """Returns how much of the request under way does not count as grace."""
        return 0.0 if self._has_overrun else self._overrun(now)

    def _check_deadlines(self, now: float) -> None:
        if self._state != OFFLINE:
            return
        awake = now - self._asleep(now)
        if self._failed_at is not None and awake >= self._failed_at + self._client.grace_sec:
            self.end("unreachable")
        elif self._client.server_time() >= self._session.expires_ts:
            self.end("expired")

    def _check_expiring(self) -> None:
        end = self._session.expires_ts
        if end > self._told_end:
            self._told_left = float("inf")  # The licence was extended.
        self._told_end = end
        left = end - self._client.server_time()
        reached = [limit for limit in _EXPIRING_SEC if 0 < left < limit]
        if self._state != ENDED and reached and min(reached) < self._told_left:
            self._told_left = min(reached)
            self._tell(Event("expiring", expires_ts=end, left_sec=left))

    def _tell(self, event: Event) -> None:
        if not self._is_muted:
            self._events.append(event)


def _vary(seconds: float) -> float:
    return seconds * random.uniform(0.9, 1.1)


class Keeper:
    """Keeps a session alive in a daemon thread until it is closed; `with` closes it.

    The handler runs in another thread, one event after the other. It may block: this delays no heartbeat.
    """

    def __init__(self, client: Client, session: Session, on_event: Optional[Callable[[Event], None]] = None) -> None:
        self.session = session
        self._timeout_sec = client.timeout_sec
        #: Longest time of the first `close`: for a heartbeat or a handler, and for the logout at each host.
        self._closing_sec = client.timeout_sec * (1 + len(client._hosts))
        self._on_event = on_event
        self._rules = KeeperRules(client, session)
        if on_event is None:
            self._rules.mute()
        #: The thread that calls the handler; None while no event is waiting.
        self._teller: Optional[threading.Thread] = None
        self._wake = threading.Condition()
        self._is_closing = False
        self._is_closed = threading.Event()
        self._thread = threading.Thread(target=self._run, name="latchkey-keeper", daemon=True)
        self._thread.start()

    def __repr__(self) -> str:
        return f"<latchkey.Keeper {self.state}>"

    @property
    def state(self) -> str:
        """`online`, `offline` or `ended`."""
        if not self._thread.is_alive():
            self._rules.end("closed")  # For example in a forked process, which has no keeper thread.
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
        return self.session.expires_ts

    @property
    def beats(self) -> int:
        """Number of heartbeats and repeated logins that were sent."""
        return self._rules.beats

    def close(self) -> None:
        """Stops the keeper and logs out. No event follows.

        Waits at most `timeout_sec` for a running heartbeat and a running handler. A second call waits for the first
        one, except in a handler.
        """
        with self._wake:
            is_first = not self._is_closing
            self._is_closing = True
            self._wake.notify_all()
        own = threading.current_thread()
        if not is_first:
            # The program may end after this call, and with it the thread that logs out.
            if own not in (self._thread, self._teller):
                self._is_closed.wait(self._closing_sec)
            return
        try:
            self._rules.mute()
            self._rules.end("closed")
            end = time.monotonic() + self._timeout_sec
            for thread in (self._thread, self._teller):
                if thread is not None and thread is not own:
                    thread.join(max(0.0, end - time.monotonic()))
            if self._rules.may_log_out:
                try:
                    self.session.logout()
                except LatchkeyError:
                    pass
        finally:
            self._is_closed.set()

    def __enter__(self) -> "Keeper":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _run(self) -> None:
        try:
            self._tell()
            while not self._is_closing and self._rules.state != ENDED:
                self._pause()
                if not self._is_closing:
                    self._rules.step()
                self._tell()
        finally:
            self._rules.end("closed")
        self._tell(is_last=True)

    def _pause(self) -> None:
        with self._wake:
            while not self._is_closing:
                left = self._rules.wait()
                self._tell()
                if left <= 0:
                    return
                self._wake.wait(left)

    def _tell(self, is_last: bool = False) -> None:
        own = threading.current_thread()
        with self._wake:
            if self._teller is not None or not self._rules.has_events:
                return
            teller = threading.Thread(target=self._call_handler, name="latchkey-handler", daemon=True)
            try:
                teller.start()
            except RuntimeError as problem:  # There are too many threads.
                if not is_last:  # The next heartbeat tries again.
                    _log.warning("latchkey: the handler was not called: %s", problem)
                    return
                teller = own  # No heartbeat follows that the handler could delay.
            self._teller = teller
        if teller is own:
            self._call_handler()

    def _call_handler(self) -> None:
        assert self._on_event is not None
        while True:
            with self._wake:
                event = self._rules.next_event()
                if event is None:
                    self._teller = None
                    return
            try:
                self._on_event(event)
            except BaseException:  # Also SystemExit, which would end only this thread.
                _log.exception("latchkey: the handler of %s failed", event.name)
