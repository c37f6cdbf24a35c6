import type { Snippet } from './snippet';

const HMAC_IMPORTS = 'import hashlib\nimport hmac';
const IMPORTS = { md5: 'import hashlib', 'hmac-sha256': HMAC_IMPORTS, 'hmac-sha256-path': HMAC_IMPORTS };
const HMAC = 'hmac.new(APP_SECRET.encode(), text.encode(), hashlib.sha256).hexdigest()';
const DIGESTS = {
  md5: 'hashlib.md5((text + APP_SECRET).encode()).hexdigest()',
  'hmac-sha256': HMAC,
  'hmac-sha256-path': HMAC,
};

const ESCAPED = `def escaped(text):
    for character in "%=\\r\\n":
        text = text.replace(character, "%%%02X" % ord(character))
    return text


def lines_of(values):
    """Returns lines of name=value, sorted by name. Line ends and = within names and values are escaped."""
    return [f"{escaped(name)}={escaped(str(values[name]))}" for name in sorted(values)]


`;

const SIGN = `def sign(parameters):
    """Signs the parameters: sorted by name, joined by &, with unchanged values."""
    text = "&".join(f"{name}={parameters[name]}" for name in sorted(parameters))`;

const SIGN_WITH_PATH = `def sign(path, parameters):
    """Signs a text of lines: the method, the path, and the parameters."""
    text = "\\n".join(["latchkey-request-v1", "POST", path, *lines_of(parameters)])`;

const VERIFY = `def bound_nonce(path, parameters):
    """Returns a nonce that the server accepts only with these parameters, so the answer belongs to them."""
    random = secrets.token_urlsafe(9)
    text = "\\n".join(["latchkey-nonce-v1", "POST", path, random, *lines_of(parameters)])
    tag = base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).decode()
    return f"b1.{random}.{tag[:20]}"


def verify(path, nonce, answer):
    """Raises InvalidSignature if this is not the answer of the server to this request."""
    head = ["latchkey-answer-v1", "POST", path, escaped(nonce), str(answer["time"]), str(answer["code"])]
    members = answer.get("result", answer.get("errs", {}))
    text = "\\n".join([*head, escaped(answer["message"]), *lines_of(members)])
    key = Ed25519PublicKey.from_public_bytes(decoded(PUBLIC_KEYS[answer["kid"]]))
    key.verify(decoded(answer["sign"]), text.encode())


def decoded(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


`;

export const python: Snippet = {
  id: 'python',
  name: 'Python',
  fileName: 'latchkey_client.py',
  verifies: true,
  write: ({
    server,
    appKey,
    appSecret,
    card,
    signMode,
    key,
  }) => `# Python 3.8 or later, ${key ? 'pip install cryptography' : 'nothing to install'}.
${key ? 'import base64\n' : ''}${IMPORTS[signMode]}
import json
import platform
${key ? 'import secrets\n' : ''}import time
import urllib.parse
import urllib.request
${key ? '\nfrom cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey\n' : 'import uuid\n'}
SERVER = "${server}"
APP_KEY = "${appKey}"
APP_SECRET = "${appSecret}"${key ? `\n# Public keys by key id. While a key is rotated, the program needs both keys.\nPUBLIC_KEYS = {"${key.keyId}": "${key.publicKey}"}` : ''}
CARD = "${card}"
DEVICE_ID = platform.node()


${signMode === 'hmac-sha256-path' || key ? ESCAPED : ''}${signMode === 'hmac-sha256-path' ? SIGN_WITH_PATH : SIGN}
    return ${DIGESTS[signMode]}


${key ? VERIFY : ''}def call(endpoint, **given):
    path = "/api/client/v1" + endpoint
    parameters = {
        **given,
        "app_key": APP_KEY,
        "timestamp": str(int(time.time())),
${key ? '' : '        "nonce": str(uuid.uuid4()),\n'}    }
${key ? '    parameters["nonce"] = bound_nonce(path, parameters)\n' : ''}    signature = sign(${signMode === 'hmac-sha256-path' ? 'path, ' : ''}parameters)
    body = urllib.parse.urlencode({**parameters, "sign": signature}).encode()
    with urllib.request.urlopen(SERVER + path, body, timeout=10) as response:
        answer = json.load(response)
${key ? '    verify(path, parameters["nonce"], answer)\n' : ''}    if answer["code"] != 0:
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
