"""Logs in with a card, works while the licence holds, and logs out: python3 examples/console.py

Settings come from the environment here; in your program they are constants.
"""

import os
import sys

import latchkey


def on_event(event: latchkey.Event) -> None:
    if event.name == "offline":
        print(f"no server ({event.reason}), going on for a while", flush=True)
    elif event.name == "expiring":
        print(f"{event.left_sec} seconds left", flush=True)
    elif event.name == "ended":
        print("not licensed:", event.code or event.reason, flush=True)
    else:
        print(event.name, flush=True)


def main() -> int:
    public_key = os.environ.get("LATCHKEY_PUBLIC_KEY")
    client = latchkey.Client(
        [os.environ["LATCHKEY_SERVER"]],
        os.environ["LATCHKEY_APP_KEY"],
        os.environ["LATCHKEY_APP_SECRET"],
        public_keys=[public_key] if public_key else [],
        sign_mode=os.environ.get("LATCHKEY_SIGN_MODE", "hmac-sha256-path"),
        version="1.0.0",
    )
    try:
        session = client.login(os.environ["LATCHKEY_CARD"])
    except latchkey.Refused as error:
        print(error.tell["en"])
        return 1
    except latchkey.Unavailable as error:
        print("no server:", error)
        return 1
    print("licensed until", session.expires, flush=True)
    with session.keep(on_event) as keeper:
        print("Enter works, the end of input (Ctrl-D) logs out", flush=True)
        for _ in sys.stdin:
            if not keeper.licensed:
                return 1
            try:
                # The work needs a value that only the server has, not a yes or no.
                print("value:", session.variable("greeting")["value"], flush=True)
            except latchkey.LatchkeyError as error:
                print(error, flush=True)
    print("logged out")
    return 0


if __name__ == "__main__":
    sys.exit(main())
