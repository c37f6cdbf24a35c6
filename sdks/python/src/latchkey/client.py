"""The client and its sessions."""

import json
import logging
import re
import secrets
import ssl
import sys
import threading
import time
from contextlib import contextmanager
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any, Callable, Dict, Iterator, List, Mapping, Optional, Sequence, Union
from urllib.parse import quote, urlencode

from . import protocol, transport
from .device import find_device_id
from .errors import Misuse, Refused, TicketRefused, Unavailable
from .store import TICKET, TIME, open_store
from .transport import NotSent

if TYPE_CHECKING:
    import os

    from .keeper import Event, Keeper
    from .store import Store

#: Parameters of a function: the JSON text of a list, sent as it is, or a list.
Params = Union[str, Sequence[Any], None]

_log = logging.getLogger("latchkey")

_CLOCK_CODES = (10011, 10013)
_NONCE_REPEATED = 10014
_TIME_KEPT_EACH_SEC = 60
_MAX_RETRY_AFTER = 24 * 3600
#: White space around a card, including the zero-width space and the byte order mark.
_AROUND_CARD = re.compile(r"\A[\s\u200b\ufeff]+|[\s\u200b\ufeff]+\Z")


def uptime() -> float:
    """Returns seconds of a clock that never jumps and, where the system has one, also runs during suspend."""
    if hasattr(time, "CLOCK_BOOTTIME"):
        return time.clock_gettime(time.CLOCK_BOOTTIME)
    if sys.platform == "darwin":
        return time.clock_gettime(time.CLOCK_MONOTONIC)
    return time.monotonic()


class Client:
    """A client of a Latchkey server. Safe to use from several threads.

    :param hosts: 1–8 addresses such as `https://a.example.com`, in order of preference
    :param app_key: key of the application
    :param app_secret: secret of the application
    :param public_keys: list of the application's public keys in base64url; without any, answers are not verified
    :param sign_mode: `hmac-sha256-path`, `hmac-sha256` or `md5`, the application's setting
    :param device_id: id of the device, 1–128 characters; by default determined automatically
    :param store: a folder, or an object with `read(name)` and `write(name, text)`; a folder of the user by default
    :param version: version of the program, which the panel shows
    :param grace_sec: seconds for which a kept session stays licensed while no server can be reached, 0–86,400
    :param timeout_sec: seconds for one request, connecting included
    :param heartbeat_sec: seconds between heartbeats, 1–86,400; applies only if shorter than the server's value
    :raises Misuse: with the name of the option
    """

    def __init__(
        self,
        hosts: Sequence[str],
        app_key: str,
        app_secret: str,
        *,
        public_keys: Optional[Sequence[str]] = None,
        sign_mode: str = "hmac-sha256-path",
        device_id: Optional[str] = None,
        store: "Union[None, str, os.PathLike[str], Store]" = None,
        version: Optional[str] = None,
        grace_sec: int = 600,
        timeout_sec: float = 10,
        heartbeat_sec: Optional[int] = None,
    ) -> None:
        if isinstance(hosts, str) or not isinstance(hosts, Sequence) or not 1 <= len(hosts) <= 8:
            raise Misuse("hosts: give a list of 1–8 addresses")
        self._hosts = [transport.parse_host(host) for host in hosts]
        self.app_key = _text("app_key", app_key)
        self._secret = _text("app_secret", app_secret)
        self._keys = protocol.load_keys(public_keys)
        if sign_mode not in protocol.SIGN_MODES:
            raise Misuse(f"sign_mode: it must be one of {', '.join(protocol.SIGN_MODES)}")
        self._sign_mode = sign_mode
        self._version = None if version is None else _text("version", version)
        self.grace_sec = _whole("grace_sec", grace_sec, 0, 86_400)
        if isinstance(timeout_sec, bool) or not isinstance(timeout_sec, (int, float)) or not 0 < timeout_sec <= 3600:
            raise Misuse("timeout_sec: it must be more than 0 and at most 3,600 seconds")
        self.timeout_sec = timeout_sec
        self.heartbeat_sec = None if heartbeat_sec is None else _whole("heartbeat_sec", heartbeat_sec, 1, 86_400)
        self._store = open_store(store, self.app_key)
        if device_id is not None and len(_text("device_id", device_id)) > 128:
            raise Misuse("device_id: it must have at most 128 characters")
        self.device_id: str = device_id or find_device_id(self.app_key, self._store)
        self._tls = ssl.create_default_context()
        self._lock = threading.Lock()
        self._bounds = threading.local()
        self._preferred = 0
        #: The server's time minus the monotonic clock; None while unknown.
        self._clock: Optional[float] = None
        self._time_kept = 0

    def __repr__(self) -> str:
        hosts = ", ".join(str(host) for host in self._hosts)
        return f"<latchkey.Client {self.app_key} at {hosts}>"

    # Logins

    def login(self, card: str) -> "Session":
        """Logs in with a card. The time of a new card starts with its first login."""
        return self._login("card", {"card": _card("card", card)}, {})

    def user_login(self, username: str, password: str) -> "Session":
        """Logs in with a name and a password."""
        return self._login("user", {"username": _text("username", username)}, {"password": _text("password", password)})

    def trial_login(self) -> "Session":
        """Starts or continues the trial of this device."""
        return self._login("trial", {"device_id": self.device_id}, {})

    def _login(self, kind: str, holder: Dict[str, str], proof: Dict[str, str]) -> "Session":
        def log_in(more: Dict[str, str]) -> Dict[str, Any]:
            return self.call("POST", f"/{kind}/login", {**holder, **proof, "device_id": self.device_id, **more})

        return Session(self, kind, holder, log_in)

    # Cards and users

    def recharge(self, card: str, use_card: str) -> Dict[str, Any]:
        """Consumes the unused card `use_card` and adds its time and uses to a card."""
        return self.call(
            "POST", "/card/recharge", {"card": _card("card", card), "use_card": _card("use_card", use_card)}
        )

    def recharge_user(self, username: str, card: str) -> Dict[str, Any]:
        """Consumes an unused card and adds its time and uses to a user."""
        return self.call(
            "POST", "/user/recharge", {"username": _text("username", username), "card": _card("card", card)}
        )

    def register(self, username: str, password: str, card: str) -> Dict[str, Any]:
        """Registers a user with an unused card, which is consumed."""
        given = {"username": _text("username", username), "password": _text("password", password)}
        return self.call("POST", "/user/register", {**given, "card": _card("card", card), "device_id": self.device_id})

    def change_password(self, username: str, password: str, new_password: str) -> Dict[str, Any]:
        """Replaces the password of a user and ends all sessions of the user."""
        given = {"username": _text("username", username), "password": _text("password", password)}
        return self.call("POST", "/user/password", {**given, "new_password": _text("new_password", new_password)})

    def unbind_by_password(self, card: str, password: str) -> Dict[str, Any]:
        """Unbinds all devices of a card with its unbind password."""
        given = {"card": _text("card", card), "password": _text("password", password)}
        return self.call("POST", "/card/unbind-by-password", given)

    # Data and functions of the application

    def variable(self, name: str, card: Optional[str] = None) -> Dict[str, Any]:
        """Returns a variable: `value`, `time`, and `check` if the variable has a check value."""
        return self.call("GET", f"/remote/variables/{_segment(name)}", _given(card=card))

    def data_get(self, key: str, scope: Optional[str] = None, card: Optional[str] = None) -> Dict[str, Any]:
        """Returns `value`. The scope is `app` (default) or `card`, which requires the parameter `card`."""
        return self.call("GET", f"/remote/data/{_segment(key)}", _given(scope=scope, card=card))

    def data_create(
        self, key: str, value: str, scope: Optional[str] = None, card: Optional[str] = None
    ) -> Dict[str, Any]:
        """Creates a value; refused with 10522 if the key exists."""
        return self._write_data("create", key, value, scope, card)

    def data_update(
        self, key: str, value: str, scope: Optional[str] = None, card: Optional[str] = None
    ) -> Dict[str, Any]:
        """Replaces a value; refused with 10521 if the key does not exist."""
        return self._write_data("update", key, value, scope, card)

    def _write_data(
        self, action: str, key: str, value: str, scope: Optional[str], card: Optional[str]
    ) -> Dict[str, Any]:
        given = {"action": action, "value": _text("value", value, may_be_empty=True)}
        return self.call("POST", f"/remote/data/{_segment(key)}", {**given, **_given(scope=scope, card=card)})

    def data_delete(self, key: str, scope: Optional[str] = None, card: Optional[str] = None) -> Dict[str, Any]:
        """Deletes a value."""
        return self.call("DELETE", f"/remote/data/{_segment(key)}", _given(scope=scope, card=card))

    def call_function(self, name: str, params: Params = None, request_id: Optional[str] = None) -> Dict[str, Any]:
        """Calls a function that needs no card. Returns its JSON text as `return`."""
        return self._call_function(name, params, request_id, {})

    def _call_function(
        self, name: str, params: Params, request_id: Optional[str], holder: Mapping[str, str]
    ) -> Dict[str, Any]:
        if params is not None and not isinstance(params, str):
            try:
                params = json.dumps(params, ensure_ascii=False, allow_nan=False)
            except (TypeError, ValueError, RecursionError) as error:
                raise Misuse(f"params: {error}") from None
        given = {**holder, **_given(params=params, request_id=request_id)}
        return self.call("POST", f"/remote/functions/{_segment(name)}/call", given)

    def software_config(self) -> Dict[str, Any]:
        """Returns the configuration of the application: `config`."""
        return self.call("GET", "/software/config", {})

    def notice(self) -> Dict[str, Any]:
        """Returns the current notice: `notice`."""
        return self.call("GET", "/software/notice", {})

    def latest_version(self, channel: Optional[str] = None) -> Dict[str, Any]:
        """Returns the latest version: `version`, `url`, `notice`, `forced`.

        :raises Refused: with the code 10304 if there is no newer version
        """
        return self.call("GET", "/software/version/latest", _given(channel=channel))

    def ping(self) -> Dict[str, Any]:
        """Returns `server_time`. The server does not sign this answer, so it proves nothing."""
        return self._send("GET", "/ping", {})

    def call(self, method: str, path: str, parameters: Mapping[str, Union[str, int]]) -> Dict[str, Any]:
        """Signs and sends any request; returns its `result`.

        :param path: the part after `/api/client/v1`, percent-encoded
        :raises Refused: the server refuses the request
        :raises Unavailable: no answer, or an answer that cannot be trusted
        :raises Misuse: an argument is wrong; nothing was sent
        """
        if method not in ("GET", "POST", "DELETE"):
            raise Misuse("method: it must be GET, POST or DELETE")
        if not isinstance(path, str) or not path.startswith("/") or quote(path, safe="/%") != path:
            raise Misuse("path: it must begin with / and be percent-encoded")
        given = {}
        for name, value in parameters.items():
            if not isinstance(name, str) or name in ("", "app_key", "timestamp", "nonce", "sign"):
                raise Misuse("parameters: names are texts, and not those that the client adds itself")
            if isinstance(value, int) and not isinstance(value, bool):
                value = str(value)
            given[name] = _text(name, value, may_be_empty=True)
        return self._send(method, path, given)

    # Offline tickets

    def open_ticket(self, text: Optional[str] = None) -> "Ticket":
        """Verifies an offline ticket without the server: the stored ticket, or a ticket that the customer brings.

        :raises TicketRefused: a kind of Refused, with the reason
        :raises Misuse: without public keys, or if the ticket cannot be stored
        """
        self._need_keys()
        ticket = self._kept(TICKET) if text is None else _text("ticket", text, may_be_empty=True)
        if ticket is None:
            raise TicketRefused("missing")
        ticket = ticket.strip()
        now, stored = int(time.time()), self.stored_claims()
        greatest = max(self._greatest_time(), stored["iat"] if stored else 0)
        claims = protocol.verify_ticket(self._keys, self.app_key, self.device_id, ticket, now, greatest)
        if text is not None:
            self._store_ticket(ticket)
        self._see_time(max(now, claims["iat"]))
        return Ticket(claims)

    def request_code(self) -> str:
        """Returns the code that the customer types on the customer's page to fetch a ticket for this device."""
        return protocol.request_code(self.app_key, self.device_id)

    def _need_keys(self) -> None:
        if not self._keys:
            raise Misuse("public_keys: offline tickets need a public key")

    def stored_claims(self) -> Optional[Dict[str, Any]]:
        """Returns the claims of the stored ticket of this device, valid or expired; None if there is none."""
        try:
            stored = self._kept(TICKET) or ""
            return protocol.read_ticket(self._keys, self.app_key, self.device_id, stored.strip())
        except TicketRefused:
            return None

    def _greatest_time(self) -> int:
        try:
            kept = protocol.parse_json(self._kept(TIME) or "")
            if kept["app_key"] == self.app_key and protocol.is_whole(kept["time"]):
                return int(kept["time"])
        except (ValueError, KeyError, TypeError):
            pass
        return 0

    def _see_time(self, seen: int) -> None:
        with self._lock:
            if seen > self._greatest_time():
                self._keep_time(seen)

    def _prove_time(self, proven: int) -> None:
        # The server has just signed this time. It replaces even a later time, which came from a wrong clock.
        with self._lock:
            if abs(proven - self._greatest_time()) >= _TIME_KEPT_EACH_SEC:
                self._keep_time(proven)

    def _keep_time(self, seconds: int) -> None:
        try:
            self._store.write(TIME, json.dumps({"app_key": self.app_key, "time": seconds}))
        except Exception as error:  # The program's store may raise anything; no request must fail because of it.
            _log.warning("latchkey: the time was not kept: %s", error)

    def _kept(self, name: str) -> Optional[str]:
        try:
            return self._store.read(name)
        except Exception as error:
            _log.warning("latchkey: %s was not read: %s", name, error)
            return None

    def _keep_ticket(self, ticket: str) -> None:
        # `open_ticket` checks the ticket's times.
        claims = protocol.read_ticket(self._keys, self.app_key, self.device_id, ticket)
        self._store_ticket(ticket)
        self._see_time(claims["iat"])

    def _store_ticket(self, ticket: str) -> None:
        try:
            self._store.write(TICKET, ticket)
        except Exception as error:  # The program's store may raise anything.
            raise Misuse(f"store: it cannot keep the ticket: {error}") from None

    # Sessions

    def keep(self, session: "Session", on_event: "Optional[Callable[[Event], None]]" = None) -> "Keeper":
        """Sends heartbeats for a session in a daemon thread. Use the result in `with`, or close it.

        :raises Misuse: the session has ended, or is kept already
        """
        from .keeper import Keeper

        return Keeper(self, session, on_event)

    # Time

    def server_time(self) -> int:
        """Returns the server's time in epoch seconds or, if it is not known yet, the device's time."""
        clock = self._clock
        return int(time.time() if clock is None else uptime() + clock)

    # One request

    @contextmanager
    def _until(self, end: Optional[float]) -> Iterator[None]:
        """Sets the time by which requests of this thread must end, on the clock of `uptime`."""
        self._bounds.end = end
        try:
            yield
        finally:
            self._bounds.end = None

    def _time_left(self) -> float:
        """Returns the time limit of the next request in seconds; negative if no time is left."""
        end = getattr(self._bounds, "end", None)
        return self.timeout_sec if end is None else min(self.timeout_sec, end - uptime())

    def _skip_host(self) -> None:
        """Lets the next request begin with the next host."""
        with self._lock:
            self._preferred = (self._preferred + 1) % len(self._hosts)

    def _send(self, method: str, path: str, given: Mapping[str, str]) -> Dict[str, Any]:
        """Sends to the hosts one after another, to each at most once."""
        with self._lock:
            first = self._preferred
        order = [(first + step) % len(self._hosts) for step in range(len(self._hosts))]
        repeatable = protocol.is_repeatable(method, protocol.API + path, given)
        problem = Unavailable("network", "no time is left for a request")
        for place in order:
            if self._time_left() <= 0:
                break
            try:
                result = self._ask(self._hosts[place], method, path, given)
            except Unavailable as error:
                problem = error
                if repeatable or isinstance(error, NotSent) or _was_turned_away(error):
                    continue
                break
            except Refused:
                self._preferred = place
                raise
            self._preferred = place
            return result
        raise problem

    def _ask(self, host: transport.Host, method: str, path: str, given: Mapping[str, str]) -> Dict[str, Any]:
        """Sends to one host. Repeats it once with the server's time and once with another nonce, if necessary."""
        wrong_clock, repeated_nonce = False, False
        while True:
            try:
                return self._attempt(host, method, path, given)
            except Refused as refusal:
                if refusal.code in _CLOCK_CODES and not wrong_clock:
                    wrong_clock = True  # _attempt has learned the time.
                elif refusal.code == _NONCE_REPEATED and not repeated_nonce:
                    repeated_nonce = True
                else:
                    raise

    def _attempt(self, host: transport.Host, method: str, path: str, given: Mapping[str, str]) -> Dict[str, Any]:
        is_ping = path == "/ping"
        keys = {} if is_ping else self._keys
        path = protocol.API + path
        parameters = {} if is_ping else self._sign(method, path, given)
        form = urlencode(parameters)
        headers = {"Accept": "application/json"}
        body = None
        if method == "POST":
            headers["Content-Type"] = "application/x-www-form-urlencoded"
            body = form.encode("ascii")
        target = f"{path}?{form}" if form and method != "POST" else path
        reply = transport.send(host, method, target, headers, body, max(self._time_left(), 0.001), self._tls)
        nonce = parameters.get("nonce", "")
        retry_after = _retry_after(reply.retry_after)
        try:
            answer = protocol.read_answer(keys, method, path, nonce, reply.status, reply.body, retry_after)
        except Refused as refusal:
            self._learn(refusal.time, None, reply.date)
            raise
        except Unavailable as error:
            error.status = reply.status
            raise
        self._learn(answer.time, answer.result.get("server_time"), reply.date)
        return answer.result

    def _sign(self, method: str, path: str, given: Mapping[str, str]) -> Dict[str, str]:
        parameters = {**given, "app_key": self.app_key, "timestamp": str(self.server_time())}
        if self._version is not None:
            parameters.setdefault("version", self._version)
        parameters["nonce"] = protocol.bind_nonce(method, path, secrets.token_urlsafe(9), parameters)
        parameters["sign"] = protocol.sign(self._sign_mode, self._secret, method, path, parameters)
        return parameters

    def _learn(self, proven: Optional[int], server_time: Optional[int], date: Optional[str]) -> None:
        """Reads the server's time from an answer. With public keys, only a signed time counts."""
        if self._keys:
            seconds = proven
        else:
            seconds = server_time if server_time is not None else _seconds_of(date)
        if seconds is None:
            return
        self._clock = seconds - uptime()
        if self._keys and abs(seconds - self._time_kept) >= _TIME_KEPT_EACH_SEC:
            self._time_kept = seconds
            self._prove_time(seconds)


def _was_turned_away(error: Unavailable) -> bool:
    return error.reason == "busy" and error.status in (429, 503)


def _retry_after(text: Optional[str]) -> int:
    text = (text or "").strip()
    return min(int(text), _MAX_RETRY_AFTER) if text.isascii() and text.isdigit() and len(text) < 10 else 0


def _seconds_of(date: Optional[str]) -> Optional[int]:
    try:
        return int(parsedate_to_datetime(date or "").timestamp())
    except (TypeError, ValueError, IndexError, OverflowError):
        return None


def _text(name: str, value: object, may_be_empty: bool = False) -> str:
    if not isinstance(value, str) or not (value or may_be_empty):
        raise Misuse(f"{name}: a text is needed" if may_be_empty else f"{name}: a text is needed that is not empty")
    try:
        value.encode("utf-8")
    except UnicodeEncodeError:
        raise Misuse(f"{name}: it must be valid Unicode") from None
    return value


def _card(name: str, value: object) -> str:
    """Returns a card without the white space that people paste around it."""
    return _text(name, _AROUND_CARD.sub("", value) if isinstance(value, str) else value)


def _whole(name: str, value: object, least: int, greatest: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= greatest:
        raise Misuse(f"{name}: a whole number of {least:,}–{greatest:,} is needed")
    return value


def _segment(name: str) -> str:
    return quote(_text("name", name), safe="")


def _given(**parameters: Optional[str]) -> Dict[str, str]:
    return {
        name: _text(name, value, may_be_empty=name != "card") for name, value in parameters.items() if value is not None
    }


class Session:
    """A session of a card, a user or a trial. Safe to use from several threads.

    After the keeper has logged in again, the same object contains the new session.
    """

    def __init__(
        self,
        client: Client,
        kind: str,
        holder: Dict[str, str],
        log_in: Callable[[Dict[str, str]], Dict[str, Any]],
    ) -> None:
        self._client = client
        self._kind = kind
        self._holder = holder
        self._log_in = log_in
        #: True once the session was logged out or its keeper has ended. It can have no further keeper.
        self._has_ended = False
        #: True after an unbind that may have ended the session. A new login at an older server binds the device again.
        self._has_unbound = False
        #: The keeper's rules, if the session has a keeper.
        self._keeper: Any = None
        #: The whole result of the login.
        self.result: Dict[str, Any] = {}
        #: The features of the card by name.
        self.features: Dict[str, Any] = {}
        self._take(log_in({}))

    def _log_in_again(self) -> None:
        """Logs in again, but never binds a device that was unbound in the meantime."""
        self._take(self._log_in({} if self._kind == "trial" else {"bind_device": "0"}))

    def _take(self, result: Dict[str, Any]) -> None:
        try:
            features = protocol.parse_features(result.get("features"))
        except ValueError as error:
            raise Unavailable("untrusted", f"the answer cannot be trusted: {error}") from None
        self.features = features
        self.result = result

    def __repr__(self) -> str:
        return f"<latchkey.Session of a {self._kind} until {self.expires_ts}>"

    def _update(self, result: Dict[str, Any]) -> None:
        names = ("expires", "expires_ts", "uses_left")
        self.result = {**self.result, **{name: value for name, value in result.items() if name in names}}

    @property
    def token(self) -> str:
        return str(self.result["token"])

    @property
    def expires(self) -> str:
        """The end of the licence in the application's time zone, as a text for display. Calculate with `expires_ts`."""
        return str(self.result.get("expires", ""))

    @property
    def expires_ts(self) -> int:
        """The end of the licence in epoch seconds."""
        return int(self.result["expires_ts"])

    @property
    def hg(self) -> int:
        """Seconds between heartbeats."""
        return int(self.result["hg"])

    @property
    def uses_left(self) -> Optional[int]:
        """Uses that are left; None if they are not counted."""
        return self.result.get("uses_left")

    @property
    def card_type(self) -> str:
        return str(self.result.get("card_type", ""))

    @property
    def config(self) -> str:
        """The configuration of the card or user at the login."""
        return str(self.result.get("config", ""))

    def _not_of_a_trial(self) -> None:
        if self._kind == "trial":
            raise Misuse("session: a trial has no such method")

    def _call(self, action: str, parameters: Mapping[str, Union[str, int]]) -> Dict[str, Any]:
        given = {**self._holder, "token": self.token, **parameters}
        return self._client.call("POST", f"/{self._kind}/{action}", given)

    def heartbeat(self) -> Dict[str, Any]:
        """Sends a heartbeat to keep the session alive. A keeper does this itself."""
        had_unbound = self._has_unbound
        result = self._call("heartbeat", {})
        self._update(result)
        if had_unbound:
            self._has_unbound = False  # The unbind has not ended the session.
        return result

    def logout(self) -> Dict[str, Any]:
        """Ends the keeper, so that it cannot log in again, and then the session."""
        self._has_ended = True
        if self._keeper is not None:
            self._keeper.leave()
        return self._call("logout", {})

    def consume(self, request_id: str, amount: int = 1) -> Dict[str, Any]:
        """Deducts uses. If no answer arrives, repeat the call with the same `request_id`: uses are deducted once."""
        self._not_of_a_trial()
        count = str(_whole("amount", amount, 1, 1000))
        result = self._call("consume", {"request_id": _text("request_id", request_id), "amount": count})
        self._update(result)
        return result

    def ticket(self) -> Dict[str, Any]:
        """Fetches an offline ticket and stores it."""
        self._not_of_a_trial()
        self._client._need_keys()
        result = self._call("ticket", {})
        try:
            self._client._keep_ticket(result["ticket"])
        except TicketRefused as error:
            raise Unavailable("untrusted", f"the server sent a wrong ticket: {error.reason}") from None
        return result

    def unbind(self, device_id: str) -> Dict[str, Any]:
        """Unbinds a device. If this ends the session, its keeper ends as well."""
        self._not_of_a_trial()
        given = {"device_id": _text("device_id", device_id)}
        try:
            result = self._call("unbind-device", given)
        except Unavailable:
            self._has_unbound = True  # Perhaps only the answer was lost.
            raise
        self._has_unbound = True
        return result

    def set_unbind_password(self, password: str) -> Dict[str, Any]:
        """Sets the unbind password of the card."""
        if self._kind != "card":
            raise Misuse("session: only a card has an unbind password")
        return self._call("unbind-password", {"password": _text("password", password)})

    def get_config(self) -> Dict[str, Any]:
        """Returns the current configuration of the card or user: `config`."""
        self._not_of_a_trial()
        return self._client.call("GET", f"/{self._kind}/config", self._holder)

    def set_config(self, text: str) -> Dict[str, Any]:
        """Replaces the configuration of the card or user; an empty text clears it."""
        self._not_of_a_trial()
        given = {**self._holder, "config": _text("config", text, may_be_empty=True)}
        return self._client.call("POST", f"/{self._kind}/config", given)

    def variable(self, name: str) -> Dict[str, Any]:
        """Returns a variable for the session's card or trial: `value`, `time`, and `check` if it has a check value."""
        holders = {"card": self._holder, "trial": {**self._holder, "token": self.token}, "user": {}}
        holder: Dict[str, str] = holders[self._kind]
        return self._client.call("GET", f"/remote/variables/{_segment(name)}", holder)

    def call_function(self, name: str, params: Params = None, request_id: Optional[str] = None) -> Dict[str, Any]:
        """Calls a function. Returns its JSON text as `return`.

        :param params: a list, or the JSON text of one, which is sent as it is
        :param request_id: makes it safe to repeat a call that costs uses
        """
        holder = {**self._holder, "token": self.token}
        result = self._client._call_function(name, params, request_id, holder)
        self._update(result)
        return result

    def keep(self, on_event: "Optional[Callable[[Event], None]]" = None) -> "Keeper":
        """Same as `client.keep(session, on_event)`."""
        return self._client.keep(self, on_event)


class Ticket:
    """An offline ticket that was verified."""

    def __init__(self, claims: Dict[str, Any]) -> None:
        #: All claims.
        self.claims = claims
        #: The card or user by its id, such as `card:17`.
        self.subject: str = claims["sub"]
        #: When the ticket expires, in epoch seconds.
        self.expires_ts: int = claims["exp"]
        #: When the card expires, in epoch seconds.
        self.card_expires_ts: int = claims["card_exp"]
        #: The name of the card type.
        self.card_type: str = claims["type"]
        self.features: Dict[str, Any] = claims["features"]

    def __repr__(self) -> str:
        return f"<latchkey.Ticket of {self.subject} until {self.expires_ts}>"


__all__: List[str] = ["Client", "Params", "Session", "Ticket"]
