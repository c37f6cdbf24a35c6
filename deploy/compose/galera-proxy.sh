#!/usr/bin/env bash
# Starts the proxy of the Galera nodes with deploy/haproxy-galera.cfg, in the container of docker-compose.yml, profile ha.
set -euo pipefail

sed -e 's/bind 127[.]0[.]0[.]1:3307/bind :3306/' -e 's/ 192[.]0[.]2[.]\([123]\):/ 10.89.73.1\1:/' \
  "${HAPROXY_FILES:=/usr/local/etc/haproxy}/haproxy-galera.cfg" >"${TMPDIR:=/tmp}/haproxy.cfg"
exec haproxy -W -db -f "$TMPDIR/haproxy.cfg"
