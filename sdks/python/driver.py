"""The driver for the conformance runner: one JSON object per line on input and on output."""

import json
import os
import pathlib
import sys
import threading
import traceback

sys.path.insert(0, str(pathlib.Path(__file__).parent / "src"))

from latchkey import Client, LatchkeyError, Misuse, Refused, TicketRefused, Unavailable  # noqa: E402
from latchkey import protocol  # noqa: E402
from latchkey.errors import name_of, tell_of  # noqa: E402

clients, sessions, keepers = {}, {}, {}
output_lock = threading.Lock()


def say(line):
    with output_lock:
        sys.stdout.write(json.dumps(line, ensure_ascii=False) + "\n")
        sys.stdout.flush()


def members(session):
    names = ("token", "expires", "expires_ts", "hg", "features", "uses_left", "card_type", "config", "result")
    return {name: getattr(session, name) for name in names}


def read_answer(r):
    keys = protocol.load_keys(r.get("public_keys") or [])
    body = r["body"].encode("utf-8", "surrogatepass")
    answer = protocol.read_answer(keys, r["method"], r["path"], r["nonce"], r["status"], body)
    return {"result": answer.result, "time": answer.time}


def verify_ticket(r):
    keys = protocol.load_keys(r["public_keys"])
    greatest = r.get("greatest_time") or 0
    claims = protocol.verify_ticket(keys, r["app_key"], r["device_id"], r["ticket"], r["now"], greatest)
    return {"claims": claims}


def new(r):
    clients[r["client"]] = Client(**r["options"])
    return {}


def login(r):
    client = clients[r["client"]]
    if "card" in r:
        session = client.login(r["card"])
    elif "username" in r:
        session = client.user_login(r["username"], r["password"])
    else:
        session = client.trial_login()
    sessions[r["session"]] = session
    return members(session)


def call_session(r):
    name = "get_config" if r["method"] == "config" else r["method"]
    return getattr(sessions[r["session"]], name)(*r.get("arguments", []))


def call_client(r):
    member = getattr(clients[r["client"]], r["method"])
    value = member(*r.get("arguments", [])) if callable(member) else member
    if r["method"] == "open_ticket":
        return {"claims": value.claims}
    names = {"device_id": "device_id", "request_code": "code"}
    return {names[r["method"]]: value} if r["method"] in names else value


def keep(r):
    def on_event(event):
        line = {name: value for name, value in vars(event).items() if value is not None and name != "name"}
        if event.session is not None:
            line["renewed"] = members(event.session)
        say({**line, "event": event.name, "session": r["session"]})
        if r.get("blocks"):
            threading.Event().wait()

    keepers[r["session"]] = sessions[r["session"]].keep(on_event)
    return {}


def state(r):
    keeper = keepers[r["session"]]
    names = ("state", "licensed", "reason", "code", "tell", "expires_ts", "beats")
    return {name: getattr(keeper, name) for name in names}


def close(r):
    if r["session"] in keepers:
        keepers[r["session"]].close()
    return {}


def resources(_):
    found = {"threads": sum(thread.name.startswith("latchkey") for thread in threading.enumerate())}
    if os.path.isdir("/proc/self/fd"):
        targets = [os.readlink(f"/proc/self/fd/{fd}") for fd in os.listdir("/proc/self/fd") if _is_open(fd)]
        found["sockets"] = sum(target.startswith("socket:") for target in targets)
        with open("/proc/self/statm", encoding="ascii") as file:
            found["memory"] = int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return found


def _is_open(fd):
    return os.path.lexists(f"/proc/self/fd/{fd}")


# These requests need no network and are answered in order. The others overlap.
AT_ONCE = {
    "sign": lambda r: {"sign": protocol.sign(r["mode"], r["secret"], r["method"], r["path"], r["parameters"])},
    "bind_nonce": lambda r: {"nonce": protocol.bind_nonce(r["method"], r["path"], r["random"], r["parameters"])},
    "read_answer": read_answer,
    "verify_ticket": verify_ticket,
    "request_code": lambda r: {"code": protocol.request_code(r["app_key"], r["device_id"])},
    "device_id": lambda r: {"device_id": protocol.hash_device_id(r["app_key"], r["source"], r["value"])},
    "code": lambda r: {"name": name_of(r["code"]), "tell": tell_of(r["code"])},
    "new": new,
    "describe": lambda r: {"text": f"{clients[r['client']]!r} {clients[r['client']]}"},
    "keep": keep,
    "state": state,
    "resources": resources,
}
OVERLAPPING = {"login": login, "session": call_session, "client": call_client, "close": close}


def error_of(error):
    found = {"kind": "misuse", "message": str(error)}
    if isinstance(error, Refused):
        found.update(kind="refused", code=error.code, name=error.name, message=error.message, tell=error.tell)
    if isinstance(error, TicketRefused):
        found["reason"] = error.reason
    if isinstance(error, Unavailable):
        found.update(kind="unavailable", reason=error.reason, retry_after=error.retry_after)
    return found


def answer(work, request):
    try:
        say({"id": request["id"], "ok": work(request)})
    except LatchkeyError as error:
        say({"id": request["id"], "error": error_of(error)})
    except TypeError as error:  # Options or arguments that do not exist.
        say({"id": request["id"], "error": error_of(Misuse(str(error)))})
    except Exception as error:
        traceback.print_exc()
        say({"id": request["id"], "error": {"kind": "fault", "message": repr(error)}})


def main():
    for stream in (sys.stdin, sys.stdout):
        stream.reconfigure(encoding="utf-8", errors="surrogatepass")
    for line in sys.stdin:
        request = json.loads(line)
        if request["do"] == "exit":
            say({"id": request["id"], "ok": {}})
            break
        if request["do"] in AT_ONCE:
            answer(AT_ONCE[request["do"]], request)
        else:
            work = OVERLAPPING[request["do"]]
            threading.Thread(target=answer, args=(work, request), name="driver", daemon=True).start()


if __name__ == "__main__":
    main()
