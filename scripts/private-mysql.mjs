// A MariaDB or MySQL server of our own for a test run: in a temporary folder, on a free port, gone afterwards.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { dieWithUs, find, freePort } from './private-server.mjs';

const START_TIMEOUT_MS = 60_000;

/**
 * What tests show survives a crash of Latchkey, not of the machine: nothing is waited for until it is on the disk, which
 * would take most of the time that making a database takes.
 */
const forTests = (isMariadb) => [
  '--innodb-flush-log-at-trx-commit=2',
  '--skip-innodb-doublewrite',
  ...(isMariadb ? ['--debug-no-sync'] : []),
];

/**
 * Starts the server that the variable `MYSQLD` names or that the machine has, or gives undefined. Root has no password.
 * @param settings options of the server, instead of those that let tests be fast
 */
export async function startPrivateMysql(settings) {
  const server = process.env.MYSQLD || (find('mariadbd') ?? find('mysqld'));
  if (!server) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-mysql-'));
  const version = spawnSync(server, ['--version'], { encoding: 'utf8' });
  if (version.status !== 0) throw new Error(`${server} --version failed: ${version.error ?? version.stderr}`);
  const isMariadb = version.stdout.includes('MariaDB');
  // Two that are being installed at once would take each other's temporary tables away.
  const temporary = join(folder, 'tmp');
  mkdirSync(temporary);
  const common = [
    '--no-defaults',
    `--datadir=${join(folder, 'data')}`,
    `--tmpdir=${temporary}`,
    `--user=${userInfo().username}`,
  ];

  const [installer, ...options] = isMariadb
    ? [find('mariadb-install-db'), '--auth-root-authentication-method=normal', '--skip-test-db']
    : [server, '--initialize-insecure'];
  const installed = spawnSync(installer, [common[0], ...options, ...common.slice(1)], { encoding: 'utf8' });
  if (installed.status !== 0) throw new Error(`${installer} failed:\n${installed.stdout}${installed.stderr}`);

  const port = await freePort();
  const settled = [
    ...common,
    `--socket=${join(folder, 'socket')}`,
    `--pid-file=${join(folder, 'pid')}`,
    `--port=${port}`,
    '--bind-address=127.0.0.1',
    '--skip-log-bin',
    '--max-connections=1000',
    ...(isMariadb ? [] : ['--mysqlx=OFF']),
    ...(settings ?? forTests(isMariadb)),
  ];
  let child = await launch(server, settled, port);
  const end = async (signal) => {
    child.off('exit', child.complain);
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    child.kill('SIGCONT');
    await once(child, 'exit');
  };
  return {
    name: `${isMariadb ? 'MariaDB' : 'MySQL'} ${/Ver ([\d.]+)/.exec(version.stdout)?.[1] ?? ''}`.trim(),
    url: `mysql://root@127.0.0.1:${port}/mysql`,
    stop: async () => {
      await end('SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
    kill: () => end('SIGKILL'),
    restart: async () => {
      await end('SIGTERM');
      child = await launch(server, settled, port);
    },
    hang: () => child.kill('SIGSTOP'),
    goOn: () => child.kill('SIGCONT'),
  };
}

async function launch(server, options, port) {
  const child = spawn(server, options, { stdio: ['ignore', 'ignore', 'pipe'] });
  dieWithUs(child);
  let log = '';
  child.stderr.on('data', (chunk) => (log += chunk));
  const deadline = performance.now() + START_TIMEOUT_MS;
  while (!(await accepts(port))) {
    if (child.exitCode !== null || performance.now() > deadline)
      throw new Error(`${server} did not start:\n${log}`);
    await setTimeout(100);
  }
  child.complain = (code, signal) =>
    process.stderr.write(`${server} ended by itself (${signal ?? code}):\n${log.slice(-5000)}`);
  child.once('exit', child.complain);
  return child;
}

function accepts(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    // The server speaks first; a connection alone would only show that the port is taken.
    socket.once('data', () => resolve(true) || socket.destroy());
    socket.once('error', () => resolve(false));
  });
}
