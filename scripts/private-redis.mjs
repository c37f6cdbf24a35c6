// A Redis server of our own for a test run: in a temporary folder, on a free port, gone afterwards.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { find, freePort } from './private-server.mjs';

const START_TIMEOUT_MS = 20_000;

/** Starts a server when the machine has one: `{ name, url, stop }`, or undefined. */
export async function startPrivateRedis() {
  const server = find('redis-server') ?? find('valkey-server');
  if (!server) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-redis-'));
  const port = await freePort();
  const options = [
    '--port',
    port,
    '--bind',
    '127.0.0.1',
    '--dir',
    folder,
    '--save',
    '',
    '--appendonly',
    'no',
  ];
  const child = spawn(server, options.map(String), { stdio: 'ignore' });
  const deadline = performance.now() + START_TIMEOUT_MS;
  while (!(await answers(port))) {
    if (child.exitCode !== null || performance.now() > deadline) throw new Error(`${server} did not start`);
    await setTimeout(50);
  }
  const stop = async () => {
    if (child.exitCode === null) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    rmSync(folder, { recursive: true, force: true });
  };
  return { name: server.includes('valkey') ? 'Valkey' : 'Redis', url: `redis://127.0.0.1:${port}`, stop };
}

function answers(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
    socket.once('data', () => resolve(true) || socket.destroy());
    socket.once('error', () => resolve(false));
  });
}
