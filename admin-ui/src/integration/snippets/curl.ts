import type { Snippet } from './snippet';

const HMAC = `printf '%s' "$text" | openssl dgst -sha256 -hmac "$APP_SECRET" -r`;
const DIGESTS = {
  md5: `printf '%s' "$text$APP_SECRET" | openssl dgst -md5 -r`,
  'hmac-sha256': HMAC,
  'hmac-sha256-path': HMAC,
};

const TEXT = `  # The signed text: the parameters sorted by name, joined by &, with raw values.
  local text; text="$(printf '%s\\n' "\${parameters[@]}" | LC_ALL=C sort -t = -k 1,1 | paste -s -d '&' -)"`;

const TEXT_WITH_PATH = `  # The signed text: lines of the method, path, and parameters sorted by name. These values contain no line end.
  local lines=() each value
  for each in "\${parameters[@]}"; do
    value="\${each#*=}"; value="\${value//%/%25}"
    lines+=("\${each%%=*}=\${value//=/%3D}")
  done
  local text; text="$(printf 'latchkey-request-v1\\nPOST\\n/api/client/v1%s\\n' "$path"
    printf '%s\\n' "\${lines[@]}" | LC_ALL=C sort -t = -k 1,1)"`;

export const curl: Snippet = {
  id: 'curl',
  name: 'curl',
  fileName: 'latchkey.sh',
  write: ({ server, appKey, appSecret, card, signMode }) => `#!/usr/bin/env bash
# Needs curl and openssl.
set -euo pipefail

SERVER='${server}'
APP_KEY='${appKey}'
APP_SECRET='${appSecret}'
CARD='${card}'
DEVICE_ID="$(hostname)"

# call <path> <name=value>...: signs the parameters, sends them and prints the answer
call() {
  local path="$1"; shift
  local parameters=("app_key=$APP_KEY" "timestamp=$(date +%s)" "nonce=$(openssl rand -hex 16)" "$@")
${signMode === 'hmac-sha256-path' ? TEXT_WITH_PATH : TEXT}
  local sign; sign="$(${DIGESTS[signMode]} | cut -d ' ' -f 1)"

  local fields=() parameter
  for parameter in "\${parameters[@]}" "sign=$sign"; do fields+=(--data-urlencode "$parameter"); done
  curl -sS "$SERVER/api/client/v1$path" "\${fields[@]}"
}

# text <name> | number <name>: reads an answer from stdin and prints one of its members
text() { sed -n "s/.*\\"$1\\":\\"\\([^\\"]*\\)\\".*/\\1/p"; }
number() { sed -n "s/.*\\"$1\\":\\([0-9]*\\).*/\\1/p"; }

answer="$(call /card/login "card=$CARD" "device_id=$DEVICE_ID")"
echo "login: $answer"
[ "$(number code <<< "$answer")" = 0 ] || exit 1
token="$(text token <<< "$answer")"
interval="$(number hg <<< "$answer")"

# Without heartbeats the session ends.
while sleep "$interval"; do
  answer="$(call /card/heartbeat "card=$CARD" "token=$token")"
  echo "heartbeat: $answer"
  [ "$(number code <<< "$answer")" = 0 ] || exit 1
done
`,
};
