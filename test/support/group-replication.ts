import { describe } from '@jest/globals';
import { execFile } from 'node:child_process';
import { userInfo } from 'node:os';
import { promisify } from 'node:util';
import { ask, PATIENT_MS, type ClusterKind } from './database-cluster.js';
import { describeBehindProxy } from './proxy.js';
import { eventually } from './server-process.js';

const PROGRAM = process.env.TEST_GROUP_REPLICATION;

/** Like `describe`, for tests that need MySQL with Group Replication, HAProxy and Redis. */
export const describeOnGroup = PROGRAM === undefined ? describe.skip : describeBehindProxy;

const ACCOUNT = userInfo().username;
const GROUP = '5f1c6f4e-6d0f-4f7c-9a43-3f0f0a6f2b11';
const MEMBERS = 'performance_schema.replication_group_members';

/** MySQL with Group Replication: the group has one primary, which the proxy detects. */
export const GROUP_REPLICATION: ClusterKind = {
  program: PROGRAM ?? 'mysqld',
  account: ACCOUNT,
  proxyFile: 'haproxy-group-replication.cfg',
  everyNodeCanWrite: false,
  runsInNamespaces: false,

  /** An empty node gets all changes from the binary log of another node. */
  async install({ data }) {
    const options = ['--no-defaults', '--initialize-insecure', `--datadir=${data}`, `--user=${ACCOUNT}`];
    await promisify(execFile)(PROGRAM!, options);
  },

  options({ ports }, nodes) {
    return [
      `server-id=${ports.mysql}`,
      'mysqlx=OFF',
      'sync-binlog=0',
      'gtid-mode=ON',
      'enforce-gtid-consistency=ON',
      'report-host=127.0.0.1',
      'plugin-load-add=group_replication.so',
      `group-replication-group-name=${GROUP}`,
      'group-replication-start-on-boot=OFF',
      `group-replication-local-address=127.0.0.1:${ports.group}`,
      `group-replication-group-seeds=${nodes.map((node) => `127.0.0.1:${node.ports.group}`).join()}`,
      // As docs/scaling.md recommends.
      'group-replication-member-expel-timeout=0',
      'group-replication-consistency=BEFORE_ON_PRIMARY_FAILOVER',
    ];
  },

  async join({ url }, isFirst, proxyHost) {
    await ask(
      url,
      "CHANGE REPLICATION SOURCE TO SOURCE_USER='root' FOR CHANNEL 'group_replication_recovery'",
      PATIENT_MS,
    );
    if (isFirst) await ask(url, 'SET GLOBAL group_replication_bootstrap_group = ON', PATIENT_MS);
    // The group refuses a killed node until it has detected the failure.
    await untilDone(url, 'START GROUP_REPLICATION');
    if (!isFirst) return;
    await ask(url, 'SET GLOBAL group_replication_bootstrap_group = OFF', PATIENT_MS);
    // The proxy's check needs an account.
    await untilDone(url, `CREATE USER IF NOT EXISTS haproxy@'${proxyHost}'`);
    await ask(url, `GRANT SELECT ON ${MEMBERS} TO haproxy@'${proxyHost}'`, PATIENT_MS);
  },

  async isSynced({ url }, size) {
    const online = await ask(url, `SELECT COUNT(*) AS value FROM ${MEMBERS} WHERE member_state = 'ONLINE'`);
    return online === String(size);
  },
};

async function untilDone(url: string, sql: string): Promise<void> {
  const run = () =>
    ask(url, sql, PATIENT_MS).then(
      () => true,
      () => undefined,
    );
  await eventually(run);
}

/** Makes a node the primary. The group first completes the transactions of the former primary. */
export async function makePrimary(url: string): Promise<void> {
  await ask(url, 'SELECT group_replication_set_as_primary(@@server_uuid) AS value', PATIENT_MS);
}
