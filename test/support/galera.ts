import { describe } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { findProgram } from '../../tools/find-program.js';
import { ask, PATIENT_MS, type ClusterKind, type ClusterNode } from './database-cluster.js';
import { describeBehindProxy } from './proxy.js';

const PROVIDER = process.env.TEST_GALERA;

/** Like `describe`, for tests that need MariaDB with Galera, HAProxy and Redis. */
export const describeOnGalera = PROVIDER === undefined ? describe.skip : describeBehindProxy;

/** The nodes do not run as root, because rsync, which transfers their data, gives up root's rights. */
const ACCOUNT = userInfo().uid === 0 ? 'mysql' : userInfo().username;

/** MariaDB with Galera: every node accepts changes, but the proxy sends all changes to one node. */
export const GALERA: ClusterKind = {
  program: findProgram('mariadbd') ?? 'mariadbd',
  account: ACCOUNT,
  proxyFile: 'haproxy-galera.cfg',
  everyNodeCanWrite: true,
  runsInNamespaces: true,

  /** Creates the data of the first node only: the other nodes get all data from the cluster (SST). */
  async install({ data, folder }, isFirst) {
    if (!isFirst) return;
    execFileSync(
      findProgram('mariadb-install-db')!,
      [
        '--no-defaults',
        '--auth-root-authentication-method=normal',
        '--skip-test-db',
        `--datadir=${data}`,
        `--tmpdir=${join(folder, 'tmp')}`,
        `--user=${ACCOUNT}`,
      ],
      { stdio: 'pipe' },
    );
  },

  options({ name, place, ports }, nodes, startsCluster) {
    const address = (port: number, host = place.host) => `${host}:${port}`;
    // A node that sends its data to another one is not used meanwhile, so the first node is the last choice.
    const donors = nodes.flatMap((node) => (node.name === name ? [] : node.name)).toReversed();
    const members = startsCluster ? [] : nodes;
    return [
      // Namespaces have no name server.
      'skip-name-resolve',
      'binlog-format=ROW',
      'innodb-autoinc-lock-mode=2',
      'wsrep-on=ON',
      `wsrep-provider=${PROVIDER}`,
      'wsrep-cluster-name=latchkey',
      `wsrep-cluster-address=gcomm://${members.map((member) => address(member.ports.group, member.place.host)).join()}`,
      `wsrep-node-name=${name}`,
      `wsrep-node-address=${address(ports.group)}`,
      'wsrep-sst-method=rsync',
      `wsrep-sst-receive-address=${address(ports.snapshot)}`,
      `wsrep-sst-donor=${donors.join()},`,
      `wsrep-provider-options="gmcast.listen_addr=tcp://${address(ports.group)};` +
        `ist.recv_addr=${address(ports.incremental)};gcache.size=32M"`,
    ];
  },

  /**
   * A node joins by itself. This function only creates accounts: one for the proxy's check, and one for the test, which
   * connects from another address.
   */
  async join(node, isFirst, proxyHost) {
    if (!isFirst) return;
    await ask(node, `CREATE USER haproxy@'${proxyHost}'`, PATIENT_MS);
    await ask(node, "CREATE USER root@'%'", PATIENT_MS);
    await ask(node, "GRANT ALL ON *.* TO root@'%' WITH GRANT OPTION", PATIENT_MS);
  },

  async isSynced(node, size) {
    const [connected, state] = await Promise.all(
      ['wsrep_cluster_size', 'wsrep_local_state_comment'].map((name) => status(node, name)),
    );
    return connected === String(size) && state === 'Synced';
  },
};

function status({ url }: ClusterNode, name: string): Promise<string | undefined> {
  return ask(
    url,
    `SELECT variable_value AS value FROM information_schema.global_status WHERE variable_name = '${name}'`,
  );
}
