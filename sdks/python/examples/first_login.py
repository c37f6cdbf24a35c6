"""Logs in with a card, and works while the licence holds."""

import sys
import time

import latchkey

SERVER = "https://licence.example.com"
APP_KEY = "YOUR_APP_KEY"
APP_SECRET = "YOUR_APP_SECRET"
PUBLIC_KEYS = ["YOUR_PUBLIC_KEY"]  # without a key, answers are not verified
SIGN_MODE = "hmac-sha256-path"
CARD = "YOUR_CARD"

try:
    client = latchkey.Client([SERVER], APP_KEY, APP_SECRET, public_keys=PUBLIC_KEYS, sign_mode=SIGN_MODE)
    session = client.login(CARD)
    print("licensed until", session.expires, flush=True)

    with session.keep(print) as keeper:  # sends heartbeats, prints events, logs out at the end
        while keeper.licensed:
            time.sleep(1)  # your work
    print("The licence has ended:", keeper.tell["en"] if keeper.tell else keeper.reason)
except latchkey.Refused as error:
    print(error.tell["en"])  # for the customer; "zh" is Chinese
    print(error, file=sys.stderr)  # for the developer
except latchkey.LatchkeyError as error:
    print("There is no licence:", error)  # for the developer; tell a customer in your own words
except KeyboardInterrupt:  # Ctrl-C
    sys.exit()
sys.exit(1)
