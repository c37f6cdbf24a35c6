"""Sends an HTTP request with a time limit for the whole request, including connecting, sending and a slow answer."""

import http.client
import io
import socket
import ssl
import threading
import time
from concurrent import futures
from typing import Any, Dict, List, NamedTuple, Optional, Tuple
from urllib.parse import urlsplit

from .errors import Misuse, Unavailable
from .protocol import MAX_ANSWER_BYTES


class Host(NamedTuple):
    """Address of a server."""

    is_tls: bool
    name: str
    port: int
    #: Path in front of `/api/client/v1`, without a slash at the end.
    prefix: str

    @property
    def origin(self) -> str:
        """Scheme, host and port."""
        name = f"[{self.name}]" if ":" in self.name else self.name
        return f"http{'s' if self.is_tls else ''}://{name}:{self.port}"

    def __str__(self) -> str:
        return f"{self.origin}{self.prefix}"


class Reply(NamedTuple):
    """An HTTP answer, whose body has at most one byte more than the limit."""

    status: int
    date: Optional[str]
    retry_after: Optional[str]
    body: bytes


class NotSent(Unavailable):
    """No connection was made, so the server cannot have received the request."""


def parse_host(text: object) -> Host:
    """Returns the host of an address such as `https://a.example.com`. Raises Misuse."""
    problem = Misuse("hosts: an address looks like https://licence.example.com, without a query")
    if not isinstance(text, str) or not text.isascii() or any(c <= " " for c in text):
        raise problem
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        raise problem from None
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise problem
    if parts.query or parts.fragment or parts.username is not None or parts.password is not None:
        raise problem
    is_tls = parts.scheme == "https"
    return Host(is_tls, parts.hostname, port or (443 if is_tls else 80), parts.path.rstrip("/"))


class _Deadline:
    """A socket for http.client with one deadline for all reads and writes."""

    def __init__(self, sock: socket.socket, end: float) -> None:
        self._socket = sock
        self._end = end

    def _arm(self) -> None:
        self._socket.settimeout(_left(self._end))

    def sendall(self, data: bytes) -> None:
        self._arm()
        self._socket.sendall(data)

    def recv_into(self, buffer: Any) -> int:
        self._arm()
        return self._socket.recv_into(buffer)

    def makefile(self, _mode: str) -> io.BufferedReader:
        return io.BufferedReader(_Reader(self))

    def close(self) -> None:
        """Keeps the socket open. http.client would close it before the body is read; `send` closes it at the end."""


class _Reader(io.RawIOBase):
    def __init__(self, sock: _Deadline) -> None:
        self._socket = sock

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        return self._socket.recv_into(buffer)


def _left(end: float) -> float:
    left = end - time.monotonic()
    if left <= 0:
        raise socket.timeout("timed out")
    return left


def _look_up(host: Host, end: float) -> List[Tuple[Any, ...]]:
    """Returns the addresses. The system's lookup has no time limit, so it runs in a thread that can be abandoned."""
    try:
        return socket.getaddrinfo(host.name, host.port, 0, socket.SOCK_STREAM, 0, socket.AI_NUMERICHOST)
    except (socket.gaierror, UnicodeError):
        pass  # It is a name, not an address.
    found: "futures.Future[List[Tuple[Any, ...]]]" = futures.Future()

    def look_up() -> None:
        try:
            found.set_result(socket.getaddrinfo(host.name, host.port, 0, socket.SOCK_STREAM))
        except Exception as error:
            found.set_exception(error)

    try:
        threading.Thread(target=look_up, name="latchkey-lookup", daemon=True).start()
    except RuntimeError:  # There are too many threads, or the interpreter is exiting.
        look_up()
    try:
        return found.result(_left(end))
    except futures.TimeoutError:
        raise socket.timeout("timed out") from None


def _connect(host: Host, end: float, context: Optional[ssl.SSLContext]) -> socket.socket:
    problem: Optional[OSError] = None
    addresses = _look_up(host, end)
    for i, (family, kind, protocol, _, address) in enumerate(addresses):
        try:
            sock = socket.socket(family, kind, protocol)
        except OSError as error:
            problem = error
            continue
        try:
            # An address that does not answer leaves time for the others.
            sock.settimeout(_left(end) / (len(addresses) - i))
            sock.connect(address)
            if context is None:
                return sock
            sock.settimeout(_left(end))
            return context.wrap_socket(sock, server_hostname=host.name)
        except OSError as error:
            sock.close()
            problem = error
        except BaseException:
            sock.close()
            raise
    raise problem or OSError("the name has no address")


def send(
    host: Host,
    method: str,
    target: str,
    headers: Dict[str, str],
    body: Optional[bytes],
    timeout_sec: float,
    context: ssl.SSLContext,
) -> Reply:
    """Sends one request on a separate connection. Follows no redirects and stores no cookies. Raises Unavailable."""
    end = time.monotonic() + timeout_sec
    try:
        sock = _connect(host, end, context if host.is_tls else None)
    except (OSError, UnicodeError) as error:
        raise NotSent("network", f"{host.origin}: {_words(error)}") from None
    connection = http.client.HTTPConnection(host.name, host.port)
    connection.default_port = 443 if host.is_tls else 80
    connection.sock = _Deadline(sock, end)
    try:
        # HTTPConnection adds Host and Content-Length.
        connection.request(method, host.prefix + target, body, {**headers, "Connection": "close"})
        response = connection.getresponse()
        content = response.read(MAX_ANSWER_BYTES + 1)
        if len(content) <= MAX_ANSWER_BYTES and response.length:
            raise http.client.IncompleteRead(b"", response.length)
        return Reply(response.status, response.getheader("Date"), response.getheader("Retry-After"), content)
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise Unavailable("network", f"{host.origin}: {_words(error)}") from None
    finally:
        connection.close()
        sock.close()


def _words(error: Exception) -> str:
    # The texts of other errors are not used, since some texts of http.client contain the request.
    if isinstance(error, socket.timeout):
        return "no answer in time"
    if isinstance(error, ConnectionRefusedError):
        return "connection refused"
    if isinstance(error, (socket.gaierror, UnicodeError)):
        return "unknown host name"
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"the certificate is not trusted ({error.verify_message})"
    if isinstance(error, ssl.SSLError):
        return f"no secure connection ({error.reason})"
    if isinstance(error, (ConnectionError, http.client.RemoteDisconnected, http.client.IncompleteRead)):
        return "the connection was cut off"
    if isinstance(error, OSError) and (error.strerror or error.args):
        return f"no connection ({error.strerror or error.args[-1]})"
    return f"the answer is not HTTP ({type(error).__name__})"
