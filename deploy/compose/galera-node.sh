#!/usr/bin/env bash
# Starts a node of MariaDB Galera in the container of docker-compose.yml, profile ha.
#   GALERA_ADDRESS  address of this node
#   GALERA_OTHERS   folder with the data of the other nodes, set on the node that creates the cluster
set -euo pipefail

state=${GALERA_DATA:=/var/lib/mysql}/grastate.dat
nodes=10.89.73.11,10.89.73.12,10.89.73.13

# True if no node has ever belonged to a cluster. A node that has lost its data must not create a new cluster, since the
# other nodes would replace their data with its empty data. If a node has never belonged to a cluster, its file
# grastate.dat is empty or missing.
is_first_start() {
  local other
  for other in galera-2 galera-3; do
    if [ ! -d "$GALERA_OTHERS/$other" ]; then
      echo "The data of $other is not mounted in $GALERA_OTHERS, so this node cannot tell whether a cluster exists" >&2
      exit 1
    fi
    if [ -s "$GALERA_OTHERS/$other/grastate.dat" ]; then return 1; fi
  done
}

# A stopped cluster starts again from the node that was stopped last. Galera has marked this node (safe_to_bootstrap).
# After a crash of all nodes, the nodes find their common state themselves (pc.recovery).
start=()
if [ -s "$state" ]; then
  if grep -q '^safe_to_bootstrap: 1' "$state"; then start=(--wsrep-new-cluster); fi
elif [ -n "${GALERA_OTHERS:-}" ] && is_first_start; then
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
