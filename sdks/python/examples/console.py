"""Logs in with a card, and works until the licence ends or you press Ctrl-C: python3 examples/console.py

Settings come from the environment here; in your program they are constants.
"""

import os
import sys
import time

import latchkey


def setting(name: str) -> str:
    text = os.environ.get(name)
    if not text:
        sys.exit(f"Set the environment variable {name}.")
    return text


def complain(error: latchkey.LatchkeyError) -> None:
    """Tells the customer what to do, and the developer on stderr why."""
    if isinstance(error, latchkey.Refused):
        print(error.tell["en"], flush=True)
    else:
        print("The licence server cannot be reached. Please try again.", flush=True)
    print(error, file=sys.stderr, flush=True)


def on_event(event: latchkey.Event) -> None:
    print(event, flush=True)


def main() -> int:
    try:
        client = latchkey.Client(
            [setting("LATCHKEY_SERVER")],
            setting("LATCHKEY_APP_KEY"),
            setting("LATCHKEY_APP_SECRET"),
            public_keys=[setting("LATCHKEY_PUBLIC_KEY")],
            version="1.0.0",
        )
        session = client.login(setting("LATCHKEY_CARD"))
    except latchkey.LatchkeyError as error:
        complain(error)
        return 1
    print("licensed until", session.expires, flush=True)
    with session.keep(on_event) as keeper:  # logs out at its end
        try:
            while keeper.licensed:
                try:
                    # The work needs a value that only the server has, not a yes or no.
                    print("value:", session.variable("greeting")["value"], flush=True)
                except latchkey.LatchkeyError as error:
                    complain(error)  # such as 10501: the application has no variable greeting
                time.sleep(5)
        except KeyboardInterrupt:
            return 0
    print(keeper.tell["en"] if keeper.tell else "The licence has ended.", flush=True)
    return 1


if __name__ == "__main__":
    sys.exit(main())
