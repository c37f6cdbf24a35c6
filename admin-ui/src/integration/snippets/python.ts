import type { Snippet } from './snippet';

const IMPORTS = { md5: 'import hashlib', 'hmac-sha256': 'import hashlib\nimport hmac' };
const DIGESTS = {
  md5: 'hashlib.md5((text + APP_SECRET).encode()).hexdigest()',
  'hmac-sha256': 'hmac.new(APP_SECRET.encode(), text.encode(), hashlib.sha256).hexdigest()',
};

export const python: Snippet = {
  id: 'python',
  name: 'Python',
  fileName: 'latchkey_client.py',
  write: ({ server, appKey, appSecret, card, signMode }) => `# Python 3.8 or later, nothing to install.
${IMPORTS[signMode]}
import json
import platform
import time
import urllib.parse
import urllib.request
import uuid

SERVER = "${server}"
APP_KEY = "${appKey}"
APP_SECRET = "${appSecret}"
CARD = "${card}"
DEVICE_ID = platform.node()


def sign(parameters):
    """Sorted by name, joined by &, with the values as they are."""
    text = "&".join(f"{name}={parameters[name]}" for name in sorted(parameters))
    return ${DIGESTS[signMode]}


def call(path, **given):
    parameters = {
        **given,
        "app_key": APP_KEY,
        "timestamp": str(int(time.time())),
        "nonce": str(uuid.uuid4()),
    }
    body = urllib.parse.urlencode({**parameters, "sign": sign(parameters)}).encode()
    with urllib.request.urlopen(f"{SERVER}/api/client/v1{path}", body, timeout=10) as response:
        answer = json.load(response)
    if answer["code"] != 0:
        raise RuntimeError(f'{answer["code"]}: {answer["message"]}')
    return answer.get("result", {})


session = call("/card/login", card=CARD, device_id=DEVICE_ID)
print("Signed in; the card expires at", session["expires"], flush=True)

# Without heartbeats the session ends.
while True:
    time.sleep(session["hg"])
    alive = call("/card/heartbeat", card=CARD, token=session["token"])
    print("Alive; the card expires at", alive["expires"], flush=True)
`,
};
