#!/usr/bin/env bash
# Updates the three servers of docker compose's profile scale one after another. The other servers answer meanwhile.
# Run it after git pull: deploy/rolling-update.sh. If an update was interrupted, run it again.
set -euo pipefail
cd "$(dirname "$0")/.."

compose() { docker compose --profile scale "$@"; }

# True if the proxy has found all three servers ready.
all_ready() {
  compose exec -T proxy bash -c \
    "exec 3<>/dev/tcp/127.0.0.1/3001 && printf 'GET /all HTTP/1.0\r\n\r\n' >&3 && grep -q ' 200 ' <&3"
}

wait_for_all() {
  for _ in $(seq 120); do
    if all_ready; then return; fi
    sleep 1
  done
  echo "The proxy does not find all three servers ready, so the update stops here. Check them with: docker compose --profile scale ps" >&2
  exit 1
}

is_healthy() {
  local container
  container=$(compose ps --all --quiet "$1")
  [ -n "$container" ] || return 1
  [ "$(docker inspect --format '{{.State.Status}} {{.State.Health.Status}}' "$container")" = "running healthy" ]
}

update() {
  echo "Updating $1"
  # Compose stops the server gracefully (DRAIN_SECONDS, stop_grace_period) and starts the new version.
  compose up --detach --no-deps --no-build --wait --wait-timeout 120 "$1"
}

compose build server-1
# These servers answer nobody. One of them may be a server of the old version that cannot start again, since the new
# version has migrated the database.
for server in server-1 server-2 server-3; do
  if ! is_healthy "$server"; then update "$server"; fi
done
wait_for_all
for server in server-1 server-2 server-3; do
  update "$server"
  wait_for_all
done
echo "All three servers are updated."
