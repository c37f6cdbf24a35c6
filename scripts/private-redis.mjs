// A Redis server of our own for a test run: in a temporary folder, on a free port, gone afterwards.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { dieWithUs, find, freePort } from './private-server.mjs';

const START_TIMEOUT_MS = 20_000;

/** Starts a server when the machine has one, or gives undefined. It keeps nothing on the disk. @param more options of it */
export async function startPrivateRedis(more = []) {
  const server = find('redis-server') ?? find('valkey-server');
  if (!server) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-redis-'));
  const port = await freePort();
  const options = `--port ${port} --bind 127.0.0.1 --appendonly no --save`.split(' ');
  options.push('', '--dir', folder, ...more);
  let child = await launch(server, options, port);
  const end = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  return {
    name: server.includes('valkey') ? 'Valkey' : 'Redis',
    port,
    url: `redis://127.0.0.1:${port}`,
    stop: async () => {
      await end();
      rmSync(folder, { recursive: true, force: true });
    },
    kill: end,
    restart: async () => {
      await end();
      child = await launch(server, options, port);
    },
    hang: () => child.kill('SIGSTOP'),
    goOn: () => child.kill('SIGCONT'),
  };
}

async function launch(server, options, port) {
  const child = spawn(server, options, { stdio: 'ignore' });
  dieWithUs(child);
  const deadline = performance.now() + START_TIMEOUT_MS;
  while (!(await answers(port))) {
    if (child.exitCode !== null || performance.now() > deadline) throw new Error(`${server} did not start`);
    await setTimeout(50);
  }
  return child;
}

function answers(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
    socket.once('data', () => resolve(true) || socket.destroy());
    socket.once('error', () => resolve(false));
  });
}
