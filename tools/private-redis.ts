import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from './find-program.ts';
import { freePort, PrivateServer, THIS_MACHINE } from './private-server.ts';

/** Returns the path of Redis or Valkey; `undefined` if neither is installed. */
export function findRedis(): string | undefined {
  return findProgram('redis-server') ?? findProgram('valkey-server');
}

/**
 * Starts Redis or Valkey without persistence. Returns `undefined` if neither is installed.
 * @param more further options for Redis
 */
export async function startPrivateRedis(
  more: string[] = [],
  place = THIS_MACHINE,
): Promise<PrivateServer | undefined> {
  const program = findRedis();
  if (!program) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-redis-'));
  const port = await freePort();
  const args = ['--port', `${port}`, '--bind', place.host, '--appendonly', 'no', '--save', ''];
  return PrivateServer.start({
    name: program.includes('valkey') ? 'Valkey' : 'Redis',
    url: `redis://${place.host}:${port}`,
    place,
    port,
    program,
    args: [...args, '--dir', folder, ...more],
    folder,
    greeting: 'PING\r\n',
  });
}
