import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { eventually } from '../../test/support/server-process.js';
import { LicenceServer } from '../conformance/licence-server.js';
import { busy, passOn, Relay } from '../conformance/relay.js';
import { describeExtra } from '../conformance/sdks.js';

/** The window on a virtual screen, operated by keys, against a real server. */
describeExtra('the example with windows', ({ folder }) => {
  const program = join(folder, 'window.exe');
  let server: LicenceServer;
  let relay: Relay;
  let home: string;
  let screen: ChildProcess;
  let display: string;
  let window: ChildProcess | undefined;
  let output = '';
  beforeAll(async () => {
    build();
    server = await LicenceServer.start();
    home = mkdtempSync(join(tmpdir(), 'latchkey-window-'));
    // By default the X server resets when its last client leaves, and refuses clients during the reset.
    const options = ['-displayfd', '3', '-screen', '0', '640x480x24', '-nolisten', 'tcp', '-noreset'];
    screen = spawn('Xvfb', options, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
    const [number] = (await once(screen.stdio[3] as Readable, 'data')) as [Buffer];
    display = `:${number.toString().trim()}`;
  });
  afterAll(async () => {
    screen.kill();
    await server.stop();
    rmSync(home, { recursive: true, force: true });
  });
  beforeEach(async () => {
    relay = await Relay.start(server.url);
  });
  afterEach(async () => {
    if (window?.exitCode === null) window.kill('SIGKILL');
    await relay.close();
  });

  function build(): void {
    const assemblies = ['System.Net.Http', 'System.Windows.Forms', 'System.Drawing'];
    const { status, stderr, stdout } = spawnSync(
      'mcs',
      [
        '-langversion:7.2',
        '-warn:4',
        '-warnaserror',
        '-define:LATCHKEY_SODIUM',
        ...assemblies.map((name) => `-r:${name}`),
        `-out:${program}`,
        '-recurse:src/*.cs',
        ...globSync('examples/winforms/*.cs', { cwd: folder }),
      ],
      { cwd: folder, encoding: 'utf8' },
    );
    if (status !== 0) throw new Error(`The example cannot be built:\n${stdout}${stderr}`);
  }

  function xdotool(...args: string[]): string {
    const { DISPLAY: _, ...others } = process.env;
    return spawnSync('xdotool', args, { env: { ...others, DISPLAY: display }, encoding: 'utf8' }).stdout;
  }

  const find = (title: string) =>
    xdotool('search', '--onlyvisible', '--name', `^${title}$`).trim() || undefined;
  /** Waits until the window has the given title. */
  const title = (text: string) =>
    eventually(async () => {
      if (hasEnded()) throw new Error(`The program has ended:\n${output}`);
      return find(text);
    });
  const hasEnded = () => window!.exitCode !== null || window!.signalCode !== null;

  /** Presses a key until a condition holds, since a window that has just opened may miss a key. */
  const press = (key: string, id: string, holds: () => unknown) =>
    eventually(async () => {
      if (holds()) return true;
      xdotool('windowfocus', id, 'key', key);
      return undefined;
    }, 500);
  const logIn = (id: string, state: string) => press('Return', id, () => find(`My program: ${state}`));

  /** Closes the window; returns its exit code. */
  async function close(id: string): Promise<number | null> {
    await press('Escape', id, hasEnded);
    return window!.exitCode;
  }

  async function open(card: string): Promise<string> {
    const { app_key, app_secret, public_key } = server.application;
    const { PATH } = process.env;
    window = spawn('mono', [program], {
      env: {
        PATH,
        HOME: home,
        LC_ALL: 'C.UTF-8',
        DISPLAY: display,
        LATCHKEY_SERVER: relay.url,
        LATCHKEY_APP_KEY: app_key,
        LATCHKEY_APP_SECRET: app_secret,
        LATCHKEY_PUBLIC_KEY: public_key,
        LATCHKEY_CARD: card,
      },
    });
    output = '';
    for (const stream of [window.stdout!, window.stderr!])
      stream.on('data', (text) => (output += String(text)));
    return title('My program');
  }

  it('shows that it is licensed, offline, licensed again, and not licensed', async () => {
    const card = server.card();
    const id = await open(card);
    await logIn(id, 'Licensed');
    relay.rule = busy(503);
    await title('My program: Offline');
    relay.rule = passOn;
    await title('My program: Licensed');
    await server.act('freeze', card);
    await title('My program: Not licensed');
    const logins = relay.seen('/login').length;
    await press('Return', id, () => relay.seen('/login').length > logins);
    await title('My program: Not licensed');
  });

  it('logs out when it is closed', async () => {
    const id = await open(server.card());
    await logIn(id, 'Licensed');
    expect(await close(id)).toBe(0);
    expect(relay.seen('/logout')).toHaveLength(1);
  });

  it('is not licensed with a card that does not exist', async () => {
    const id = await open('no such card');
    await logIn(id, 'Not licensed');
    expect(await close(id)).toBe(0);
    expect(relay.seen('/logout')).toEqual([]);
  });
});
