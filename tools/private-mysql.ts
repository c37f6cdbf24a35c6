import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { findProgram } from './find-program.ts';
import { freePort, PrivateServer } from './private-server.ts';

/**
 * Options that make tests fast: commits do not wait for the disk. No commit is lost, since tests kill processes but
 * never the machine.
 */
const FAST = ['--innodb-flush-log-at-trx-commit=2', '--skip-innodb-doublewrite'];

/**
 * Starts a MariaDB or MySQL server from `MYSQLD` or from an installed program. Returns `undefined` if there is none.
 * The account root has no password.
 * @param settings server options, instead of the options that make tests fast
 */
export async function startPrivateMysql(settings?: string[]): Promise<PrivateServer | undefined> {
  const program = databaseProgram();
  if (!program) return undefined;
  const version = versionOf(program);
  const isMariadb = version.includes('MariaDB');
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-mysql-'));
  // If two servers were set up at the same time with a shared folder, they would remove each other's temporary tables.
  const temporary = join(folder, 'tmp');
  mkdirSync(temporary);
  const common = [
    `--datadir=${join(folder, 'data')}`,
    `--tmpdir=${temporary}`,
    `--user=${userInfo().username}`,
  ];

  const [installer, ...options] = isMariadb
    ? [
        findProgram('mariadb-install-db') ?? 'mariadb-install-db',
        '--no-defaults',
        '--auth-root-authentication-method=normal',
        '--skip-test-db',
      ]
    : [program, '--no-defaults', '--initialize-insecure'];
  run(installer, [...options, ...common]);

  const port = await freePort();
  return PrivateServer.start({
    name: `${isMariadb ? 'MariaDB' : 'MySQL'} ${/Ver ([\d.]+)/.exec(version)?.[1] ?? ''}`.trim(),
    url: `mysql://root@127.0.0.1:${port}/mysql`,
    port,
    program,
    args: [
      '--no-defaults',
      ...common,
      `--socket=${join(folder, 'socket')}`,
      `--pid-file=${join(folder, 'pid')}`,
      `--port=${port}`,
      '--bind-address=127.0.0.1',
      '--skip-log-bin',
      '--max-connections=1000',
      ...(isMariadb ? [] : ['--mysqlx=OFF']),
      ...(settings ?? [...FAST, ...(isMariadb ? ['--debug-no-sync'] : [])]),
    ],
    folder,
    greeting: '',
  });
}

/** Returns the path of an installed `mysqld` that has the plugin for Group Replication; `undefined` if there is none. */
export function findGroupReplication(): string | undefined {
  const program = databaseProgram();
  if (!program || versionOf(program).includes('MariaDB')) return undefined;
  const [, plugins] =
    /^plugin-dir +(.+)$/m.exec(run(program, ['--no-defaults', '--verbose', '--help'])) ?? [];
  return plugins && existsSync(join(plugins, 'group_replication.so')) ? program : undefined;
}

function databaseProgram(): string | undefined {
  return process.env.MYSQLD || (findProgram('mariadbd') ?? findProgram('mysqld'));
}

const versionOf = (program: string) => run(program, ['--no-defaults', '--version']);

function run(program: string, args: string[]): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args[0]} failed:\n${error ?? ''}${stdout}${stderr}`);
  return stdout;
}
