import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../../test/support/server-process.js';
import { fillFirstLogin, FIRST_LOGINS, type FirstLogin } from '../first-login.js';
import { LicenceServer } from './licence-server.js';
import { describeSdk } from './sdks.js';

const { codes } = JSON.parse(readFileSync(join(import.meta.dirname, 'vectors.json'), 'utf8')) as {
  codes: { code: number; tell: { en: string } }[];
};
const tellOf = (wanted: number) => codes.find(({ code }) => code === wanted)!.tell.en;
const FROZEN = tellOf(10212);
const WRONG_CARD = tellOf(10218);

/** Replacements for machines without NuGet: Mono instead of dotnet, and libsodium instead of BouncyCastle. */
const ON_MONO: Partial<FirstLogin> = {
  install: (server) => `curl -O ${server}/sdks/latchkey-csharp.tar.gz\ntar -xf latchkey-csharp.tar.gz -C ..`,
  run: `mcs -langversion:7.2 -define:LATCHKEY_SODIUM -r:System.Net.Http FirstLogin.cs -recurse:'../latchkey-csharp/src/*.cs'
mono FirstLogin.exe`,
};

/** Modules that Python needs to build packages and to verify signatures, since pip has no index in the tests. */
const PYTHON = 'import cryptography, ensurepip, setuptools, wheel';

/** Programs that would be much longer if they handled Ctrl-C. Their examples/console shows how to log out. */
const WITHOUT_CTRL_C = new Set(['c', 'cpp', 'lua', 'php']);

/**
 * Tests the program that the panel shows for each SDK. The commands that the panel shows install the SDK from the
 * server and run the program.
 */
describeSdk(({ name }) => {
  const programs = FIRST_LOGINS.filter(({ sdk }) => sdk === name).map((each) =>
    each.id === 'csharp' ? { ...each, ...ON_MONO } : each,
  );
  if (programs.length === 0) {
    it.skip('the panel shows no program of this SDK', () => undefined);
    return;
  }
  let server: LicenceServer;
  let home: string;
  /** The folder of a program, in which the SDK is installed. */
  let folder: string;
  let environment: Record<string, string>;
  let running: ChildProcess | undefined;

  beforeAll(async () => {
    server = await LicenceServer.start();
    home = mkdtempSync(join(tmpdir(), 'latchkey-first-login-'));
    folder = join(home, 'program');
    mkdirSync(folder);
    environment = environmentOf(home, name);
    for (const commands of new Set(programs.map(({ install }) => install(server.url)))) shell(commands);
  });
  afterEach(async () => {
    if (running?.exitCode === null && running.signalCode === null) {
      const ended = once(running, 'close');
      // Also kills the programs that it has started, such as those of `go run`.
      process.kill(-running.pid!, 'SIGKILL');
      await ended;
    }
    running = undefined;
  });
  afterAll(async () => {
    rmSync(home, { recursive: true, force: true });
    await server.stop();
  });

  /** Runs commands in the folder of the program. */
  function shell(commands: string): void {
    const { status, stdout, stderr } = spawnSync('sh', ['-e', '-c', commands], {
      cwd: folder,
      env: environment,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`These commands failed:\n${commands}\n${stdout}${stderr}`);
  }

  describe.each(programs)('$language', ({ id, sdk, source, file, run }) => {
    const program = readFileSync(join(import.meta.dirname, '..', sdk, source), 'utf8');

    /** Writes the program for an application and runs its commands, the last of which starts the program. */
    function start(card: string, application = server.application, isInTerminal = false) {
      const { app_key, app_secret, sign_mode, public_key, response_signature } = application;
      const filled = fillFirstLogin(program, {
        server: server.url,
        appKey: app_key!,
        appSecret: app_secret!,
        publicKey: response_signature === 'ed25519' ? public_key! : undefined,
        signMode: sign_mode!,
        card,
      });
      writeFileSync(join(folder, file), filled);
      const commands = run.split('\n');
      const last = commands.pop()!;
      if (commands.length > 0) shell(commands.join('\n'));
      const shown = isInTerminal ? ['script', '-qec', last, '/dev/null'] : ['sh', '-c', last];
      const [command, ...args] = shown as [string, ...string[]];
      const child = spawn(command, args, { cwd: folder, env: environment, detached: true });
      running = child;
      let output = '';
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding('utf8').on('data', (text: string) => (output += text));
      }
      const ended = once(child, 'close');
      return {
        says: async (words: string) => {
          await eventually(async () => {
            if (output.includes(words)) return true;
            if (child.exitCode !== null) throw new Error(`It ended without "${words}":\n${output}`);
            return undefined;
          });
        },
        /** Presses Ctrl-C. */
        interrupt: () => (isInTerminal ? child.stdin.write('\x03') : process.kill(-child.pid!, 'SIGINT')),
        end: async () => {
          await ended;
          return { status: child.exitCode, output };
        },
      };
    }

    it('is licensed, and hears that its card was frozen', async () => {
      const card = server.card();
      const { says, end } = start(card);
      await says('licensed until 2');
      await server.act('freeze', card);
      const { status, output } = await end();
      expect(output).toContain(`The licence has ended: ${FROZEN}`);
      expect(status).toBe(1);
    });

    it('tells customer and developer that a card is wrong, and is not licensed', async () => {
      const { status, output } = await start('NO-SUCH-CARD').end();
      expect(output).toContain(WRONG_CARD);
      expect(output).toContain('10218');
      expect(output).not.toContain('licensed until');
      expect(status).toBe(1);
    });

    it('reports which argument is wrong', async () => {
      const { status, output } = await start(' ').end();
      expect(output).toMatch(/^There is no licence: .*\bcard\b/m);
      expect(output.split('\n').filter((line) => line !== '').length).toBeLessThanOrEqual(2);
      expect(status).toBe(1);
    });

    const itLogsOut = WITHOUT_CTRL_C.has(id) ? it.skip : it;
    itLogsOut('logs out at Ctrl-C', async () => {
      const card = server.card();
      // Without a terminal, Mono does not report Ctrl-C to the program.
      const { says, interrupt, end } = start(card, server.application, id === 'csharp');
      await says('licensed until 2');
      await expect(server.openSessions(card)).resolves.toBe(1);
      // Some programs handle Ctrl-C only after they have begun to keep the session.
      await eventually(async () => (await server.hasBeaten(card)) || undefined);
      interrupt();
      await end();
      await expect(server.openSessions(card)).resolves.toBe(0);
    });

    it.each(['md5', 'unsigned', 'digest'])(
      'is licensed by an application with the setting %s',
      async (each) => {
        await start(server.card(), server.applications[each]).says('licensed until 2');
      },
    );
  });
});

/** Returns the environment of the commands. Package registries cannot be reached in it. */
function environmentOf(home: string, sdk: string): Record<string, string> {
  const path = process.env.PATH!;
  const data = join(home, 'data');
  const folders = { HOME: process.env.HOME!, XDG_DATA_HOME: data, XDG_CONFIG_HOME: data };
  const common = { PATH: path, ...folders, LC_ALL: 'C.UTF-8', TERM: 'xterm' };
  if (sdk === 'javascript') return { ...common, npm_config_audit: 'false', npm_config_fund: 'false' };
  if (sdk !== 'python') return common;
  const python = ['python3', '/usr/bin/python3'].find((each) => spawnSync(each, ['-c', PYTHON]).status === 0);
  if (!python)
    throw new Error('Install python3-cryptography, python3-venv, python3-setuptools and python3-wheel');
  const { status } = spawnSync(python, ['-m', 'venv', '--system-site-packages', join(home, 'python')]);
  if (status !== 0) throw new Error(`${python} -m venv failed`);
  const offline = { PIP_NO_INDEX: '1', PIP_NO_BUILD_ISOLATION: '0', PIP_DISABLE_PIP_VERSION_CHECK: '1' };
  return { ...common, ...offline, PATH: `${join(home, 'python/bin')}:${path}` };
}
