#!/bin/sh
# Starts a sentinel in the container of docker-compose.yml, profile ha. The sentinel stores its state
# in its configuration file.
set -eu

file=${SENTINEL_DATA:=/data}/sentinel.conf
if [ ! -e "$file" ]; then
  cat >"$file" <<END
port 26379
protected-mode no
dir $SENTINEL_DATA
# Uses names, since the addresses of containers change.
sentinel resolve-hostnames yes
sentinel announce-hostnames yes
sentinel announce-ip $SENTINEL_NAME
sentinel monitor mymaster redis-1 6379 2
sentinel down-after-milliseconds mymaster 5000
sentinel failover-timeout mymaster 30000
END
fi
exec redis-server "$file" --sentinel
