#!/bin/sh
# POSIX sh; needs curl, openssl and jq: sh client.sh
set -u

# In your program these are constants.
: "${LATCHKEY_SERVER:?}" "${LATCHKEY_APP_KEY:?}" "${LATCHKEY_APP_SECRET:?}" "${LATCHKEY_CARD:?}"
SIGN_MODE=${LATCHKEY_SIGN_MODE:-hmac-sha256} # as the application is set to
VARIABLE=${LATCHKEY_VARIABLE:-greeting}

clock_offset=0 # seconds that the server's clock is ahead of this one
headers=$(mktemp)
beats=
trap 'rm -f "$headers" "$headers.beats"; [ -z "$beats" ] || kill "$beats" 2>/dev/null' EXIT
trap 'exit 1' USR1 INT TERM

# send METHOD PATH name=value …: signs and sends one request and prints the answer
send() {
  method=$1 url=$LATCHKEY_SERVER/api/client/v1$2
  shift 2
  now=$(($(date +%s) + clock_offset))
  set -- "$@" "app_key=$LATCHKEY_APP_KEY" "timestamp=$now" "nonce=$(openssl rand -hex 16)"
  # Names sorted by bytes; values as they are, before any URL encoding.
  text=$(printf '%s\n' "$@" | LC_ALL=C sort -t = -k 1,1 | paste -s -d '&' -)
  if [ "$SIGN_MODE" = md5 ]; then
    sign=$(printf %s "$text$LATCHKEY_APP_SECRET" | openssl dgst -md5 -r)
  else
    sign=$(printf %s "$text" | openssl dgst -sha256 -hmac "$LATCHKEY_APP_SECRET" -r)
  fi
  set -- "$@" "sign=${sign%% *}"
  for pair; do
    shift
    set -- "$@" --data-urlencode "$pair"
  done
  [ "$method" = POST ] || set -- "$@" --get
  curl --silent --show-error --max-time 15 --dump-header "$headers" "$@" "$url"
}

# call METHOD PATH name=value …: sets `answer`, and `problem`, which is empty when the code is 0
call() {
  answer=$(send "$@" 2>&1) || answer="{\"code\":\"offline\",\"message\":$(printf %s "$answer" | jq -Rs .)}"
  code=$(printf %s "$answer" | jq -r .code 2>/dev/null) || code=
  case $code in
    10011 | 10013) # this clock is wrong: take the server's, sign anew
      [ "${again:-}" ] || {
        date=$(sed -n 's/^[Dd]ate: \(.*GMT\).*/\1/p' "$headers" | jq -Rr 'strptime("%a, %d %b %Y %H:%M:%S GMT") | mktime')
        clock_offset=$((date - $(date +%s)))
        again=yes
        call "$@"
        again=
        return
      } ;;
    '' | null) code=offline answer='{"message":"no answer of the API"}' ;;
    429 | 500 | 503) code=offline ;;
  esac
  problem="$code $(printf %s "$answer" | jq -r .message)"
  [ "$code" != 0 ] || problem=
}

get() { printf %s "$answer" | jq -r ".result.$1"; }

not_licensed() {
  echo "not licensed: $1"
  exit 1 # your program: close what the licence opens
}

keep_alive() {
  silent=0
  while sleep "$interval" >/dev/null 2>&1; do
    call POST /card/heartbeat "card=$LATCHKEY_CARD" "token=$token"
    case $problem in
      '') silent=0 ;;
      offline*)
        echo "$problem"
        silent=$((silent + 1))
        [ "$silent" -lt 3 ] || { echo 'not licensed: no answer for three heartbeats' && break; } ;;
      *) echo "not licensed: $problem" && break ;;
    esac
  done
  kill -USR1 $$ # ends the program, also while it waits for input
}

# A random name made once: two PCs of one host name differ, and nothing tells whose PC it is.
[ -s device-id.txt ] || openssl rand -hex 16 >device-id.txt

call POST /card/login "card=$LATCHKEY_CARD" "device_id=$(cat device-id.txt)"
[ -z "$problem" ] || not_licensed "$problem"
token=$(get token) interval=$(get hg)
echo "licensed until $(get expires) ($(get expires_ts))"
(
  trap - EXIT USR1
  headers=$headers.beats
  keep_alive
) &
beats=$!

path=/remote/variables/$(printf %s "$VARIABLE" | jq -sRr @uri)
while :; do
  # The work needs a value that only the server has, not a yes or no.
  call GET "$path" "kami=$LATCHKEY_CARD"
  [ -z "$problem" ] || not_licensed "$problem"
  echo "value: $(get value)"
  read -r line || break # Enter: read it again; end of input: log out
done
kill "$beats" 2>/dev/null # a heartbeat after the logout would be refused
call POST /card/logout "card=$LATCHKEY_CARD" "token=$token"
[ -z "$problem" ] || not_licensed "$problem"
echo 'logged out'
