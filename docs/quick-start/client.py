# Python 3.8 or later, standard library only: python3 client.py
import hashlib
import hmac
import http.client
import json
import os
import sys
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from email.utils import parsedate_to_datetime

# In your program these are constants.
SERVER = os.environ["LATCHKEY_SERVER"]  # https://license.example.com
APP_KEY = os.environ["LATCHKEY_APP_KEY"]
APP_SECRET = os.environ["LATCHKEY_APP_SECRET"]
CARD = os.environ["LATCHKEY_CARD"]
SIGN_MODE = os.environ.get("LATCHKEY_SIGN_MODE", "hmac-sha256")  # as the application is set to
VARIABLE = os.environ.get("LATCHKEY_VARIABLE", "greeting")

clock_offset = 0  # seconds that the server's clock is ahead of this one


class Refused(Exception):
    """The server's answer has a code other than 0."""

    def __init__(self, code, message):
        super().__init__(f"{code} {message}")
        self.code = code


class Offline(Exception):
    """No answer, or none that says anything about the card."""


def sign(parameters):
    # Names sorted by bytes; values as they are, before any URL encoding.
    text = "&".join(f"{name}={parameters[name]}" for name in sorted(parameters))
    if SIGN_MODE == "md5":
        return hashlib.md5((text + APP_SECRET).encode()).hexdigest()
    return hmac.new(APP_SECRET.encode(), text.encode(), hashlib.sha256).hexdigest()


def send(method, path, given):
    """Signs and sends one request; returns the answer and the server's time."""
    now = str(int(time.time() + clock_offset))
    parameters = {**given, "app_key": APP_KEY, "timestamp": now, "nonce": uuid.uuid4().hex}
    form = urllib.parse.urlencode({**parameters, "sign": sign(parameters)})
    url = f"{SERVER}/api/client/v1{path}" + (f"?{form}" if method == "GET" else "")
    body = form.encode() if method == "POST" else None
    try:
        try:
            response = urllib.request.urlopen(urllib.request.Request(url, body, method=method), timeout=15)
        except urllib.error.HTTPError as error:
            response = error  # 429, 503 and the like are answers too
        with response:
            answer = json.load(response)
            return int(answer["code"]), answer, parsedate_to_datetime(response.headers["Date"]).timestamp()
    except (OSError, http.client.HTTPException, ValueError, KeyError, TypeError) as error:
        raise Offline(error) from error


def call(method, path, **given):
    """Returns `result`; raises Refused or Offline. Safe to call from several threads."""
    global clock_offset
    code, answer, server_time = send(method, path, given)
    if code in (10011, 10013):  # this clock is wrong: take the server's, sign anew
        clock_offset = server_time - time.time()
        code, answer, _ = send(method, path, given)
    if code in (429, 500, 503):
        raise Offline(f"{code} {answer['message']}")
    if code != 0:
        raise Refused(code, answer["message"])
    return answer.get("result", {})


def device_id(file="device-id.txt"):
    """A random name made once: two PCs of one host name differ, and nothing tells whose PC it is."""
    if not os.path.exists(file):
        with open(file, "w") as created:
            created.write(uuid.uuid4().hex)
    with open(file) as existing:
        return existing.read().strip()


def not_licensed(reason):
    print("not licensed:", reason, flush=True)
    os._exit(1)  # your program: close what the licence opens


leaving = threading.Event()  # set before the logout, after which a heartbeat is refused


def keep_alive(token, interval):
    last_answer = time.monotonic()
    while True:
        time.sleep(interval)
        try:
            call("POST", "/card/heartbeat", card=CARD, token=token)
            last_answer = time.monotonic()
        except Offline as error:
            print("offline:", error, flush=True)
            if time.monotonic() - last_answer >= 3 * interval:
                not_licensed("no answer for three heartbeats")
        except Exception as error:
            if leaving.is_set():
                return
            not_licensed(error)


try:
    session = call("POST", "/card/login", card=CARD, device_id=device_id())
    print(f"licensed until {session['expires']} ({session['expires_ts']})", flush=True)
    threading.Thread(target=keep_alive, args=(session["token"], session["hg"]), daemon=True).start()
    while True:
        # The work needs a value that only the server has, not a yes or no.
        name = urllib.parse.quote(VARIABLE, safe="")
        print("value:", call("GET", f"/remote/variables/{name}", kami=CARD)["value"], flush=True)
        if not sys.stdin.readline():  # Enter: read it again; end of input: log out
            break
    leaving.set()
    call("POST", "/card/logout", card=CARD, token=session["token"])
    print("logged out")
except Offline as error:
    not_licensed(f"offline ({error})")
except Exception as error:
    not_licensed(error)
