"""The rules of the protocol: signatures, nonces, answers, tickets and device ids. Performs no input or output."""

import base64
import hashlib
import hmac
import json
import re
from typing import TYPE_CHECKING, Any, Callable, Dict, List, Mapping, NamedTuple, Optional, Sequence

from .errors import Misuse, Refused, TicketRefused, Unavailable

if TYPE_CHECKING:
    from typing_extensions import TypeGuard

API = "/api/client/v1"
SIGN_MODES = ("hmac-sha256-path", "hmac-sha256", "md5")
MAX_ANSWER_BYTES = 1024 * 1024

#: The largest whole number that is exact in every language.
MAX_WHOLE = 2**53 - 1
DAY_SEC = 24 * 3600

_BASE64URL = re.compile(r"[A-Za-z0-9_-]*\Z")

#: Verifies an Ed25519 signature of a text.
Verify = Callable[[bytes, bytes], bool]


def encode_base64url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode("ascii")


def decode_base64url(text: str) -> bytes:
    """Decodes canonical base64url without padding. Raises ValueError."""
    # Python's own decoder skips invalid characters.
    if not _BASE64URL.match(text):
        raise ValueError("not base64url")
    data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    if encode_base64url(data) != text:
        raise ValueError("not canonical base64url")
    return data


def escape(text: str) -> str:
    return text.replace("%", "%25").replace("=", "%3D").replace("\r", "%0D").replace("\n", "%0A")


def _lines(parameters: Mapping[str, str]) -> List[str]:
    # The order of code points is the same as the order of UTF-8 bytes.
    return [f"{escape(name)}={escape(parameters[name])}" for name in sorted(parameters)]


def sign(mode: str, secret: str, method: str, path: str, parameters: Mapping[str, str]) -> str:
    """Returns the `sign` of a request.

    :param path: the whole path from `/api/client/v1`, percent-encoded as it is sent
    :param parameters: all but `sign`
    """
    given = {name: value for name, value in parameters.items() if name != "sign"}
    key = secret.encode("utf-8")
    if mode == "hmac-sha256-path":
        text = "\n".join(["latchkey-request-v1", method, path, *_lines(given)])
        return hmac.new(key, text.encode("utf-8"), hashlib.sha256).hexdigest()
    text = "&".join(f"{name}={given[name]}" for name in sorted(given))
    if mode == "hmac-sha256":
        return hmac.new(key, text.encode("utf-8"), hashlib.sha256).hexdigest()
    return hashlib.md5((text + secret).encode("utf-8")).hexdigest()


def bind_nonce(method: str, path: str, random: str, parameters: Mapping[str, str]) -> str:
    """Returns the nonce that binds an answer to these parameters; `random` has 12 characters of base64url."""
    given = {name: value for name, value in parameters.items() if name not in ("nonce", "sign")}
    text = "\n".join(["latchkey-nonce-v1", method, path, random, *_lines(given)])
    tag = encode_base64url(hashlib.sha256(text.encode("utf-8")).digest())[:20]
    return f"b1.{random}.{tag}"


def load_keys(public_keys: Optional[Sequence[str]]) -> Dict[str, Verify]:
    """Returns the verifier of each public key by its `kid`. Raises Misuse."""
    if public_keys is None:
        return {}
    # Any other empty value, or an iterator that is read twice, would turn off the verification of answers.
    if not isinstance(public_keys, (list, tuple)) or not all(isinstance(key, str) for key in public_keys):
        raise Misuse("public_keys: give a list of texts")
    if not public_keys:
        return {}
    try:
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    except ImportError as error:
        raise Misuse(
            "public_keys: checking signatures needs the package cryptography: pip install 'latchkey[ed25519]'"
        ) from error

    def verifier(raw: bytes) -> Verify:
        key = Ed25519PublicKey.from_public_bytes(raw)

        def verify(signature: bytes, text: bytes) -> bool:
            try:
                key.verify(signature, text)
                return True
            except InvalidSignature:
                return False

        return verify

    keys = {}
    for text in public_keys:
        try:
            raw = decode_base64url(text)
            if len(raw) != 32:
                raise ValueError
            keys[encode_base64url(hashlib.sha256(raw).digest())[:16]] = verifier(raw)
        except ValueError:
            raise Misuse("public_keys: a public key is 32 bytes in base64url without padding") from None
    return keys


# Answers


class Answer(NamedTuple):
    """A trusted success."""

    result: Dict[str, Any]
    #: The server's time in epoch seconds, proven by the signature; None without public keys.
    time: Optional[int]


_TEXT = "text"
_WHOLE = "whole"

#: Members that a success must have, by method and end of the path. A `*` stands for one segment.
_REQUIRED: Dict[str, Dict[str, str]] = {
    "GET /card/config": {"config": _TEXT},
    "GET /user/config": {"config": _TEXT},
    "GET /ping": {"server_time": _WHOLE},
    "GET /remote/data/*": {"value": _TEXT},
    "GET /remote/variables/*": {"value": _TEXT},
    "GET /software/config": {"config": _TEXT},
    "GET /software/notice": {"notice": _TEXT},
    "GET /software/version/latest": {"version": _TEXT},
    "POST /remote/functions/*/call": {"return": _TEXT},
    **{
        f"POST /{holder}/login": {"token": _TEXT, "hg": _WHOLE, "expires_ts": _WHOLE}
        for holder in ("card", "user", "trial")
    },
    **{f"POST /{holder}/heartbeat": {"expires_ts": _WHOLE} for holder in ("card", "user", "trial")},
    **{f"POST /{holder}/consume": {"uses_left": _WHOLE} for holder in ("card", "user")},
    **{f"POST /{holder}/ticket": {"ticket": _TEXT, "ticket_expires_ts": _WHOLE} for holder in ("card", "user")},
}

#: Numbers and texts of results wherever they occur.
_TYPES: Dict[str, str] = {
    "card_type": _TEXT,
    "config": _TEXT,
    "expires": _TEXT,
    "expires_ts": _WHOLE,
    "features": _TEXT,
    "hg": _WHOLE,
    "resets_ts": _WHOLE,
    "server_time": _WHOLE,
    "ticket": _TEXT,
    "ticket_expires_ts": _WHOLE,
    "token": _TEXT,
    "uses_left": _WHOLE,
    "uses_total": _WHOLE,
}


def is_whole(value: object) -> "TypeGuard[int]":
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) <= MAX_WHOLE


def is_busy(status: int) -> bool:
    return status == 429 or 500 <= status <= 599


def parse_json(text: str) -> Any:
    """Parses JSON strictly: no repeated names, no NaN; `1.79e9` is a whole number."""

    def whole_or_float(digits: str) -> Any:
        number = float(digits)
        return int(number) if number.is_integer() and abs(number) <= MAX_WHOLE else number

    def unique(pairs: List[Any]) -> Dict[str, Any]:
        members = dict(pairs)
        if len(members) != len(pairs):
            raise ValueError("a name occurs twice")
        return members

    def refuse(constant: str) -> Any:
        raise ValueError(f"{constant} is not JSON")

    try:
        return json.loads(text, parse_float=whole_or_float, object_pairs_hook=unique, parse_constant=refuse)
    except RecursionError:
        raise ValueError("nested too deeply") from None


def _value_text(value: object) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if is_whole(value):
        return str(value)
    raise ValueError("a member is not a text or a whole number")


def read_answer(
    keys: Mapping[str, Verify],
    method: str,
    path: str,
    nonce: str,
    status: int,
    body: bytes,
    retry_after: int = 0,
) -> Answer:
    """Returns the result of an answer that is trusted and complete. Raises Refused or Unavailable.

    :param keys: verifiers by `kid`; without any, answers are not verified
    :param path: as for `sign`
    :param nonce: that of the request
    """
    if status != 200 and status < 400:
        raise Unavailable("untrusted", f"the server answered with HTTP status {status}")
    if len(body) > MAX_ANSWER_BYTES:
        raise Unavailable("untrusted", "the answer is larger than 1 MiB")
    try:
        answer = parse_json(body.decode("utf-8"))
    except ValueError:
        answer = None
    is_signed = isinstance(answer, dict) and bool(answer.get("sign"))
    if is_busy(status) and not is_signed:
        raise Unavailable("busy", f"the server is busy ({status})", retry_after)
    try:
        return _read_members(keys, method, path, nonce, status, answer, retry_after)
    except ValueError as error:
        raise Unavailable("untrusted", f"the answer cannot be trusted: {error}") from None


def _read_members(
    keys: Mapping[str, Verify], method: str, path: str, nonce: str, status: int, answer: Any, retry_after: int
) -> Answer:
    if not isinstance(answer, dict):
        raise ValueError("it is not a JSON object")
    code, message = answer.get("code"), answer.get("message")
    if not is_whole(code) or not isinstance(message, str):
        raise ValueError("code or message is missing")
    members = answer.get("result", answer.get("errs", {}))
    if not isinstance(members, dict):
        raise ValueError("result is not an object")
    texts = {name: _value_text(value) for name, value in members.items()}
    # Lone surrogates cannot be encoded, so they are refused even without public keys.
    text = "\n".join([escape(message), *_lines(texts)]).encode("utf-8")
    time = None
    if keys:
        if not nonce:
            raise ValueError("it answers a request without a nonce")
        time = answer.get("time")
        head = "\n".join(["latchkey-answer-v1", method, path, escape(nonce), f"{time}", f"{code}", ""])
        _check_signature(keys, answer, head.encode("utf-8") + text)
    if status >= 400 and status != code:
        raise ValueError("its HTTP status contradicts its code")
    if is_busy(code):
        raise Unavailable("busy", f"the server is busy ({code})", retry_after)
    if code in (404, 413, 415) and not keys:
        raise ValueError(f"{code} {message}")
    if code != 0:
        raise Refused(code, message, None if "result" in answer else texts, time)
    result = answer.get("result", {})
    _check_members(method, path, result)
    return Answer(result, time)


def _check_signature(keys: Mapping[str, Verify], answer: Dict[str, Any], text: bytes) -> None:
    kid, signature = answer.get("kid"), answer.get("sign")
    if not is_whole(answer.get("time")) or not isinstance(kid, str) or not isinstance(signature, str):
        raise _no_right_signature()
    verify = keys.get(kid)
    try:
        is_right = verify is not None and verify(decode_base64url(signature), text)
    except ValueError:
        is_right = False
    if not is_right:
        raise _no_right_signature()


def _no_right_signature() -> Unavailable:
    return Unavailable(
        "untrusted",
        "no valid signature: check hosts, app_key and public_keys, and that the application signs its answers with ed25519",
    )


def _check_members(method: str, path: str, result: Dict[str, Any]) -> None:
    for name, value in result.items():
        if name in _TYPES and not _is_type(value, _TYPES[name]):
            raise ValueError(f"{name} is not a {_TYPES[name]}{' number' if _TYPES[name] == _WHOLE else ''}")
    for name, kind in _REQUIRED.get(_endpoint(method, path), {}).items():
        if name not in result or not _is_type(result[name], kind):
            raise ValueError(f"{name} is missing")
    if result.get("token") == "" or result.get("hg", 1) < 1:
        raise ValueError("token or hg is empty")


def _is_type(value: object, kind: str) -> bool:
    return isinstance(value, str) if kind == _TEXT else is_whole(value)


def _endpoint(method: str, path: str) -> str:
    parts = (path[len(API) :] if path.startswith(API) else path).split("/")
    if len(parts) > 3 and parts[1] == "remote":
        parts[3] = "*"
    return f"{method} {'/'.join(parts)}"


_BLIND = re.compile(
    r"POST /(card/recharge|user/recharge|user/register|user/password|(card|user)/unbind[a-z-]*)\Z",
)


def is_repeatable(method: str, path: str, parameters: Mapping[str, str]) -> bool:
    """Returns false for a request that must not be sent to another host if the first host may have received it."""
    endpoint = _endpoint(method, path)
    if endpoint == "POST /remote/data/*":
        return parameters.get("action") != "create"
    if endpoint == "POST /remote/functions/*/call":
        return "request_id" in parameters
    return not _BLIND.match(endpoint)


def parse_features(text: Optional[str]) -> Dict[str, Any]:
    """Returns the features of a login. Raises ValueError unless they are an object of texts, numbers and booleans."""
    if not text:
        return {}
    features = parse_json(text)
    if not isinstance(features, dict) or not all(isinstance(v, (str, int, float)) for v in features.values()):
        raise ValueError("features is not an object of texts, numbers and booleans")
    return features


# Tickets and devices


def device_claim(app_key: str, device_id: str) -> str:
    """Returns the claim `dev` of tickets for a device."""
    return encode_base64url(hashlib.sha256(f"{app_key}|{device_id}".encode("utf-8")).digest())


def request_code(app_key: str, device_id: str) -> str:
    """Returns the code that the customer types to fetch a ticket for a device without a connection."""
    return f"{encode_base64url(device_id.encode('utf-8'))}.{device_claim(app_key, device_id)[:6]}"


def hash_device_id(app_key: str, source: str, value: str) -> str:
    """Returns the device id derived from a value of the system, such as the machine id."""
    text = "\n".join(["latchkey-device-v1", app_key, source, value.strip().lower()])
    return encode_base64url(hashlib.sha256(text.encode("utf-8")).digest())


_CLAIM_TEXTS = ("iss", "sub", "dev", "type", "jti")
_CLAIM_NUMBERS = ("iat", "exp", "card_exp")


def verify_ticket(
    keys: Mapping[str, Verify], app_key: str, device_id: str, ticket: str, now: int, greatest_time: int = 0
) -> Dict[str, Any]:
    """Returns the claims of a ticket that is valid now. Raises TicketRefused.

    :param now: the device's clock in epoch seconds
    :param greatest_time: the latest time ever seen, in epoch seconds
    """
    claims = read_ticket(keys, app_key, device_id, ticket)
    seen = max(greatest_time, claims["iat"])
    if now < seen - DAY_SEC:
        raise TicketRefused("clock")
    if claims["exp"] <= max(now, seen):
        raise TicketRefused("expired")
    return claims


def read_ticket(keys: Mapping[str, Verify], app_key: str, device_id: str, ticket: str) -> Dict[str, Any]:
    """Returns the claims of a ticket for this application and device, which may have expired. Raises TicketRefused."""
    parts = ticket.split(".")
    try:
        if len(parts) != 3:
            raise ValueError
        header = _parse_part(parts[0])
        if set(header) != {"alg", "kid", "typ"} or not isinstance(header["kid"], str):
            raise ValueError
        if header["alg"] != "EdDSA" or header["typ"] != "latchkey-ticket":
            raise ValueError
        signature = decode_base64url(parts[2])
    except ValueError:
        raise TicketRefused("form") from None
    verify = keys.get(header["kid"])
    if verify is None:
        raise TicketRefused("key")
    if not verify(signature, f"{parts[0]}.{parts[1]}".encode("ascii", "replace")):
        raise TicketRefused("signature")
    try:
        claims = _parse_part(parts[1])
        if not all(isinstance(claims.get(name), str) for name in _CLAIM_TEXTS):
            raise ValueError
        if not all(is_whole(claims.get(name)) for name in _CLAIM_NUMBERS):
            raise ValueError
        if not isinstance(claims.get("features"), dict):
            raise ValueError
    except ValueError:
        raise TicketRefused("form") from None
    if claims["iss"] != app_key:
        raise TicketRefused("application")
    if not hmac.compare_digest(claims["dev"].encode("utf-8"), device_claim(app_key, device_id).encode("ascii")):
        raise TicketRefused("device")
    return claims


def _parse_part(part: str) -> Dict[str, Any]:
    value = parse_json(decode_base64url(part).decode("utf-8"))
    if not isinstance(value, dict):
        raise ValueError("not an object")
    return value
