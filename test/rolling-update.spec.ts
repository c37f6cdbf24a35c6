import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SCRIPT = join(import.meta.dirname, '../deploy/rolling-update.sh');
const SERVERS = ['server-1', 'server-2', 'server-3'];

/**
 * Takes the place of Docker. A file for each server contains its version and state; `up` replaces them. The script calls
 * it as `docker compose --profile scale COMMAND … SERVER` or `docker inspect --format FORMAT CONTAINER`.
 */
const DOCKER = `#!/bin/sh
for last; do :; done
case "$1 $4" in
  "compose build") ;;
  "compose ps") echo "$last" ;;
  "compose exec") test "$(grep -l 'running healthy' server-* | wc -l)" = 3 ;;
  "compose up")
    echo "$last" >> updated
    test ! -e "no-$last" && echo "new running healthy" > "$last" ;;
  inspect*) cut -d' ' -f2- "$last" ;;
  *) exit 99 ;;
esac
`;

/** Runs the script with a program in the place of Docker. */
describe('deploy/rolling-update.sh', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'latchkey-rolling-'));
    mkdirSync(join(folder, 'bin'));
    write('updated', '');
    program('docker', DOCKER.replace('for last', `cd ${folder}\nfor last`));
    program('sleep', '#!/bin/sh\n');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  const program = (name: string, text: string) =>
    writeFileSync(join(folder, 'bin', name), text, { mode: 0o755 });
  const updated = () => readFileSync(join(folder, 'updated'), 'utf8').trim().split('\n');

  function update(...states: string[]) {
    for (const [index, server] of SERVERS.entries()) write(server, `${states[index]}\n`);
    const env = { PATH: `${join(folder, 'bin')}:${process.env.PATH}` };
    const { status, stderr } = spawnSync('bash', [SCRIPT], { env, encoding: 'utf8' });
    return { status, stderr };
  }

  it('updates one server after another', () => {
    const running = 'old running healthy';
    expect(update(running, running, running)).toEqual({ status: 0, stderr: '' });
    expect(updated()).toEqual(SERVERS);
  });

  it.each(['old restarting starting', 'old running unhealthy', 'old exited healthy'])(
    'continues an update after which another server is: %s',
    (state) => {
      const result = update('new running healthy', state, 'old running healthy');
      expect(result).toEqual({ status: 0, stderr: '' });
      expect(updated()).toEqual(['server-2', ...SERVERS]);
    },
  );

  it('stops at a server that does not become ready', () => {
    write('no-server-1', '');
    const running = 'old running healthy';
    expect(update(running, running, running).status).not.toBe(0);
    expect(updated()).toEqual(['server-1']);
  });
});
