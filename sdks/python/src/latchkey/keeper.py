"""The keeper of a session sends heartbeats in the background and knows whether the program is licensed."""

import logging
import random
import threading
from dataclasses import dataclass
from typing import Callable, Dict, List, Optional

from .client import Client, Session, uptime
from .errors import LatchkeyError, Misuse, Refused, Unavailable, tell_of

_log = logging.getLogger("latchkey")

ONLINE, OFFLINE, ENDED = "online", "offline", "ended"

_SESSION_OVER = (10214, 10404)
_MAX_RETRY_SEC = 60
_MAX_RETRY_AFTER_SEC = 300
_EXPIRING_SEC = (24 * 3600, 3600)
#: A wake-up that is later than planned by more than this means that the device was suspended.
_ASLEEP_SEC = 2.0
#: Long waits are split, since a timed wait does not notice that the device was suspended.
PIECE_SEC = 5.0


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
    """Decides when to send heartbeats and what the answers mean. A thread or a task calls `step` as soon as `wait` is 0.

    Only one caller runs `step`; everything else may be read from any thread.
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
        self._logged_in_at: Optional[float] = None
        self._is_beating = False
        #: True while a handler of the program runs.
        self.is_telling = False
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
        """Returns the seconds until `step` must be called."""
        with self._lock:
            return 0.0 if self._state == ENDED else max(0.0, self._due() - uptime())

    def step(self) -> None:
        """Sends a heartbeat if it is due. Blocks until the requests are done."""
        with self._lock:
            started = uptime()
            late = started - self._due()
            is_late = late > _ASLEEP_SEC
            if not is_late:
                self._settle(started)
            if self._state == ENDED or not (is_late or started >= self._next_beat):
                return
            if is_late and self._failed_at is not None:
                self._failed_at += late
            self._is_beating = True
            end = self._end_of_offline()
        try:
            with self._client._until(end):
                self._beat(started)
        finally:
            with self._lock:
                self._is_beating = False
                self._check_expiring()

    def take_events(self) -> List[Event]:
        """Returns the events since the last call."""
        with self._lock:
            events, self._events = self._events, []
            return events

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
                self._count()
                self._session.heartbeat()
        except Refused as refusal:
            if self._is_left:
                return
            if self._must_log_in or refusal.code not in _SESSION_OVER:
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

    def _count(self) -> None:
        with self._lock:
            self.beats += 1

    def _renew(self) -> None:
        self._count()
        self._session._log_in_again()
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
            pause = min(2**self._failures, self._interval(), _MAX_RETRY_SEC)
            retry_after = min(problem.retry_after, _MAX_RETRY_AFTER_SEC)
            self._failures = min(self._failures + 1, 16)
            self._next_beat = now + max(_vary(pause), retry_after)
            was_online, self._state = self._state == ONLINE, OFFLINE
            self._check_deadlines(now)
            if was_online and self._state == OFFLINE:
                self._tell(Event("offline", since=self._client.server_time(), reason=problem.reason))

    def _renew_ticket(self) -> None:
        claims = self._client.stored_claims()
        if claims is None or self._session._kind == "trial":
            return
        if self._client.server_time() >= (claims["iat"] + claims["exp"]) / 2:
            try:
                self._session.ticket()
            except LatchkeyError as problem:
                _log.info("latchkey: the ticket was not renewed: %s", problem)

    # Time

    def _interval(self) -> float:
        return min(self._session.hg, self._client.heartbeat_sec or self._session.hg)

    def _due(self) -> float:
        end = self._end_of_offline()
        return self._next_beat if end is None else min(self._next_beat, end)

    def _end_of_offline(self) -> Optional[float]:
        """The time at which the grace period or the licence ends; None while online."""
        if self._state != OFFLINE:
            return None
        end = uptime() + self._session.expires_ts - self._client.server_time()
        return end if self._failed_at is None else min(end, self._failed_at + self._client.grace_sec)

    def _settle(self, now: float) -> None:
        """Ends the state when its time is over, even while a heartbeat hangs."""
        overdue = now - self._due()
        if self._is_beating or overdue <= _ASLEEP_SEC:
            self._check_deadlines(now)
        elif self.is_telling and overdue > self._client.grace_sec:
            self.end("unreachable")  # A handler that does not return prevents heartbeats.

    def _check_deadlines(self, now: float) -> None:
        if self._state != OFFLINE:
            return
        if self._failed_at is not None and now >= self._failed_at + self._client.grace_sec:
            self.end("unreachable")
        elif self._client.server_time() >= self._session.expires_ts:
            self.end("expired")

    def _check_expiring(self) -> None:
        end = self._session.expires_ts
        if end > self._told_end:
            self._told_left = float("inf")  # The licence was extended.
        self._told_end = end
        left = end - self._client.server_time()
        reached = [limit for limit in _EXPIRING_SEC if left < limit]
        if self._state != ENDED and reached and min(reached) < self._told_left:
            self._told_left = min(reached)
            self._tell(Event("expiring", expires_ts=end, left_sec=max(0, left)))

    def _tell(self, event: Event) -> None:
        if not self._is_muted:
            self._events.append(event)


def _vary(seconds: float) -> float:
    return seconds * random.uniform(0.9, 1.1)


class Keeper:
    """Keeps a session alive in a daemon thread until it is closed; `with` closes it.

    Handlers run in that thread, one event after the other: they should return soon.
    """

    def __init__(self, client: Client, session: Session, on_event: Optional[Callable[[Event], None]] = None) -> None:
        self.session = session
        self._timeout_sec = client.timeout_sec
        self._on_event = on_event
        self._rules = KeeperRules(client, session)
        self._wake = threading.Condition()
        self._is_closing = False
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
        """Stops the keeper, waits for a running heartbeat, and logs out. No event follows."""
        with self._wake:
            if self._is_closing:
                return
            self._is_closing = True
            self._wake.notify_all()
        self._rules.mute()
        self._rules.end("closed")
        if threading.current_thread() is not self._thread:
            self._thread.join(self._timeout_sec)
        if self._rules.may_log_out:
            try:
                self.session.logout()
            except LatchkeyError:
                pass

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
        self._tell()

    def _pause(self) -> None:
        with self._wake:
            while not self._is_closing:
                left = self._rules.wait()
                if left <= 0:
                    return
                self._wake.wait(min(left, PIECE_SEC))

    def _tell(self) -> None:
        for event in self._rules.take_events():
            if self._is_closing or self._on_event is None:
                continue
            self._rules.is_telling = True
            try:
                self._on_event(event)
            except BaseException:  # Also SystemExit, which would end only this thread.
                _log.exception("latchkey: the handler of %s failed", event.name)
            finally:
                self._rules.is_telling = False
