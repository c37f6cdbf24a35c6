#!/usr/bin/env bash
# Starts a node of MariaDB Galera in the container of docker-compose.yml, profile ha.
#   GALERA_ADDRESS  address of this node
#   GALERA_FIRST    set on the node that starts the cluster when there is no data yet
set -euo pipefail

state=${GALERA_DATA:=/var/lib/mysql}/grastate.dat
nodes=10.89.73.11,10.89.73.12,10.89.73.13

# A stopped cluster starts again from the node that was stopped last. Galera has marked this node (safe_to_bootstrap).
# After a crash of all nodes, the nodes find their common state themselves (pc.recovery).
start=()
if [ -e "$state" ]; then
  if grep -q '^safe_to_bootstrap: 1' "$state"; then start=(--wsrep-new-cluster); fi
elif [ -n "${GALERA_FIRST:-}" ]; then
  start=(--wsrep-new-cluster)
fi

exec docker-entrypoint.sh mariadbd \
  --max-connections=500 \
  --innodb-buffer-pool-size=1G \
  --binlog-format=ROW \
  --innodb-autoinc-lock-mode=2 \
  --wsrep-on=ON \
  --wsrep-provider=/usr/lib/galera/libgalera_smm.so \
  --wsrep-cluster-name=latchkey \
  --wsrep-cluster-address="gcomm://$nodes" \
  --wsrep-node-name="$GALERA_ADDRESS" \
  --wsrep-node-address="$GALERA_ADDRESS" \
  `# The image has no rsync.` \
  --wsrep-sst-method=mariabackup \
  --wsrep-sst-auth=mysql: \
  `# Prefers the other nodes as donors. Node 1 is usually the writer, and the proxy does not use a donor.` \
  --wsrep-sst-donor=10.89.73.13,10.89.73.12, \
  "${start[@]}"
