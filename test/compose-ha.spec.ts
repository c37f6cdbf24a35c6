import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { findProgram } from '../tools/find-program.js';
import { findRedis } from '../tools/private-redis.js';

const ROOT = join(import.meta.dirname, '..');
const SCRIPTS = join(ROOT, 'deploy/compose');

interface Service {
  profiles?: string[];
  depends_on?: string[] | Record<string, unknown>;
  secrets?: string[];
  volumes?: string[];
  networks?: Record<string, unknown>;
  command?: string[];
  environment: Record<string, string>;
}
interface Compose {
  services: Record<string, Service>;
  secrets: Record<string, unknown>;
  volumes: Record<string, unknown>;
  networks: Record<string, unknown>;
}

const compose = parse(readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8'), {
  merge: true,
  maxAliasCount: -1,
}) as Compose;
const namesOf = (list: string[] | Record<string, unknown> = []) =>
  Array.isArray(list) ? list : Object.keys(list);

describe('docker-compose.yml', () => {
  it.each(Object.entries(compose.services))('%s refers only to names and files that exist', (_, service) => {
    const { profiles, depends_on, secrets = [], volumes = [], networks = {} } = service;
    for (const name of namesOf(depends_on)) expect(compose.services[name]?.profiles).toEqual(profiles);
    for (const name of secrets) expect(compose.secrets).toHaveProperty([name]);
    for (const name of Object.keys(networks))
      expect({ default: {}, ...compose.networks }).toHaveProperty([name]);
    for (const [source] of volumes.map((volume) => volume.split(':') as [string])) {
      if (source.startsWith('./')) expect(existsSync(join(ROOT, source))).toBe(true);
      else expect(compose.volumes).toHaveProperty([source]);
    }
  });

  it.each(['proxy', 'ha-proxy'])('`up %s` starts every service of its profile', (proxy) => {
    const started = new Set([proxy]);
    for (const name of started)
      for (const needed of namesOf(compose.services[name]!.depends_on)) started.add(needed);
    const [profile] = compose.services[proxy]!.profiles!;
    const ofProfile = Object.entries(compose.services).filter(([, { profiles }]) =>
      profiles?.includes(profile!),
    );
    expect([...started].toSorted()).toEqual(ofProfile.map(([name]) => name).toSorted());
  });
});

/** Runs the scripts of the profile `ha` with the programs of this machine, without containers. */
describe('the profile ha', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'latchkey-compose-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** Runs a script in which shell commands replace a program of the image. */
  function run(
    script: string,
    program: string,
    commands: string,
    environment: Record<string, string>,
  ): string {
    const file = join(folder, program);
    writeFileSync(file, `#!/bin/sh\n${commands}\n`);
    chmodSync(file, 0o755);
    const env = { PATH: `${folder}:${process.env.PATH}`, ...environment };
    return execFileSync('bash', [join(SCRIPTS, script)], { env, encoding: 'utf8', stdio: 'pipe' });
  }

  const NODES = ['galera-1', 'galera-2', 'galera-3'];
  /** The folder with a node's data. Its volume is mounted here, in its own service and in others. */
  const dataOf = (node: string) => join(folder, node);
  beforeEach(() => NODES.forEach((node) => mkdirSync(dataOf(node))));

  const galera = (service: string) => {
    const { environment, volumes = [] } = compose.services[service]!;
    const others = environment.GALERA_OTHERS;
    const mounted = volumes.map((volume) => volume.split(':'));
    for (const [name, target, mode] of mounted)
      if (others !== undefined && target!.startsWith(others))
        expect([target, mode]).toEqual([join(others, name!), 'ro']);
    return run('galera-node.sh', 'docker-entrypoint.sh', 'printf "%s\\n" "$@"', {
      ...environment,
      GALERA_DATA: dataOf(service),
      ...(others !== undefined && { GALERA_OTHERS: folder }),
    });
  };
  const state = (node: string, text: string) =>
    writeFileSync(join(dataOf(node), 'grastate.dat'), `version: 2.1\n${text}\n`);

  describe('starts a new cluster', () => {
    const start = '--wsrep-new-cluster';
    const starting = () => NODES.filter((node) => galera(node).includes(start));

    it('on its first node, if no node has data', () => {
      expect(starting()).toEqual(['galera-1']);
      // An attempt to start or to join a cluster that failed leaves an empty file.
      for (const node of NODES) writeFileSync(join(dataOf(node), 'grastate.dat'), '');
      expect(starting()).toEqual(['galera-1']);
    });

    it('on the node that was stopped last', () => {
      for (const node of NODES) state(node, 'safe_to_bootstrap: 0');
      expect(starting()).toEqual([]);
      state('galera-3', 'safe_to_bootstrap: 1');
      expect(starting()).toEqual(['galera-3']);
    });

    it.each(['galera-2', 'galera-3'])('on no node that has lost its data, while %s has data', (node) => {
      state(node, 'safe_to_bootstrap: 0');
      expect(starting()).toEqual([]);
      state(node, 'safe_to_bootstrap: 1');
      expect(starting()).toEqual([node]);
    });

    it('on no node that cannot see whether the others have data', () => {
      rmSync(dataOf('galera-3'), { recursive: true });
      expect(() => galera('galera-1')).toThrow('The data of galera-3 is not mounted');
    });
  });

  const mariadbd = findProgram('mariadbd');
  (mariadbd ? it : it.skip)('has options of its nodes that MariaDB knows', () => {
    const options = galera('galera-2').trim().split('\n').slice(1);
    const own = ['--no-defaults', '--user=mysql', ...options, '--verbose', '--help'];
    const shown = execFileSync(mariadbd!, own, { encoding: 'utf8', stdio: 'pipe', maxBuffer: 2 ** 24 });
    expect(shown).toMatch(/^wsrep-node-address +10\.89\.73\.12$/m);
    expect(shown).toMatch(/^wsrep-sst-method +mariabackup$/m);
  });

  const haproxy = findProgram('haproxy');
  (haproxy ? it : it.skip)('has a configuration of its proxy that HAProxy accepts', () => {
    const HAPROXY_FILES = join(ROOT, 'deploy');
    run('galera-proxy.sh', 'haproxy', `exec ${haproxy} -c -f "$TMPDIR/haproxy.cfg"`, {
      HAPROXY_FILES,
      TMPDIR: folder,
    });
    const made = readFileSync(join(folder, 'haproxy.cfg'), 'utf8');
    expect(made).toMatch(/^ {2}bind :3306$/m);
    for (const node of [1, 2, 3]) {
      const { ipv4_address } = compose.services[`galera-${node}`]!.networks!['galera'] as Record<
        string,
        string
      >;
      expect(made).toContain(`server node-${node} ${ipv4_address}:3306`);
    }
    expect(made).not.toContain('192.0.2.');
  });

  const redis = findRedis();
  (redis ? it : it.skip)(
    'has a configuration of its sentinels that Redis accepts, and that they keep',
    () => {
      const file = join(folder, 'sentinel.conf');
      // Starts a sentinel, whose primary is on this machine, and stops it when it has written its configuration.
      const commands =
        `sed -i -e 's/^port .*/port 0/' -e 's/ redis-1 / 127.0.0.1 /' "$1"\n` +
        `timeout 20 ${redis} "$@" --unixsocket ${folder}/socket >${folder}/log & ` +
        `until grep -q myid "$1" || ! kill -0 $!; do sleep 0.1; done; kill $!; wait; grep ' monitor ' "$1"`;
      const environment = { ...compose.services['sentinel-2']!.environment, SENTINEL_DATA: folder };
      const made = run('sentinel.sh', 'redis-server', commands, environment);
      expect(made).toBe('sentinel monitor mymaster 127.0.0.1 6379 2\n');
      const written = readFileSync(file, 'utf8');
      expect(written).toMatch(/^sentinel myid \w{40}$/m);
      expect(written).toMatch(/announce-ip "?sentinel-2/);
      run('sentinel.sh', 'redis-server', 'exit 0', environment);
      expect(readFileSync(file, 'utf8')).toBe(written);
    },
  );

  (redis ? it : it.skip)('has options of its Redis that Redis knows', () => {
    for (const service of ['redis-1', 'redis-2']) {
      const [, ...options] = compose.services[service]!.command!;
      const log = join(folder, `${service}.log`);
      const args = [...options, '--port', '0', '--unixsocket', join(folder, 'socket'), '--dir', folder];
      const shown = execFileSync(
        'bash',
        [
          '-c',
          `${redis} "$@" >${log} & until grep -qi 'ready to accept' ${log} || ! kill -0 $!; do sleep 0.1; done; ` +
            `cat ${log}; kill $!; wait`,
          'redis',
          ...args,
        ],
        { encoding: 'utf8', stdio: 'pipe' },
      );
      expect(shown).not.toMatch(/FATAL|Bad directive/);
      expect(shown).toMatch(/ready to accept connections/i);
    }
  });
});
