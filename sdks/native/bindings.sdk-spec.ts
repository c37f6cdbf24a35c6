import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../../test/support/server-process.js';
import { LicenceServer } from '../conformance/licence-server.js';
import { Relay } from '../conformance/relay.js';
import { describeExtra, describeSdk } from '../conformance/sdks.js';

const read = (file: string) => readFileSync(join(import.meta.dirname, file), 'utf8');

/** Bindings run against the library that the driver uses. */
describeExtra('the binding for Delphi and Free Pascal', ({ folder }) => {
  let server: LicenceServer;
  let relay: Relay;
  let home: string;
  let program: string;
  beforeAll(async () => {
    server = await LicenceServer.start();
    home = mkdtempSync(join(tmpdir(), 'latchkey-delphi-'));
    const source = join(folder, 'bindings/delphi');
    const library = join(folder, 'build');
    const options = [
      '-Mdelphi',
      '-vewn',
      '-Sewn',
      `-Fu${source}`,
      `-Fl${library}`,
      `-FU${home}`,
      `-FE${home}`,
    ];
    const { status, stdout } = spawnSync('fpc', [...options, join(source, 'examples/Console.dpr')], {
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`The example cannot be built:\n${stdout}`);
    program = join(home, 'Console');
  });
  afterAll(async () => {
    rmSync(home, { recursive: true, force: true });
    await server.stop();
  });
  beforeEach(async () => {
    relay = await Relay.start(server.url);
  });
  afterEach(() => relay.close());

  function start(more: Record<string, string> = {}) {
    const { app_key, app_secret, public_key } = server.application;
    const child = spawn(program, {
      env: {
        PATH: process.env.PATH,
        HOME: home,
        LC_ALL: 'C.UTF-8',
        LD_LIBRARY_PATH: join(folder, 'build'),
        LATCHKEY_SERVER: relay.url,
        LATCHKEY_APP_KEY: app_key,
        LATCHKEY_APP_SECRET: app_secret,
        LATCHKEY_PUBLIC_KEY: public_key,
        ...more,
      },
    });
    const said = { out: '', err: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => (said.out += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (said.err += text));
    return { said, ended: once(child, 'close').then(([status]) => status as number) };
  }

  it('logs in, works until the card is frozen, and says why it ends', async () => {
    const card = server.card();
    const { said, ended } = start({ LATCHKEY_CARD: card });
    await eventually(async () => said.out.includes('working; the application has no variable') || undefined);
    expect(said.out).toMatch(/^licensed until: \d{4}-\d\d-\d\d /);
    await eventually(async () => relay.seen('/heartbeat').length >= 2 || undefined);
    await server.act('freeze', card);
    expect(await ended).toBe(1);
    expect(said.out).toMatch(/^not licensed: The card or this device is blocked.+\.$/m);
    expect(said.err.trim()).toBe('refused 10212');
  });

  it('is refused with words for the customer', async () => {
    const { said, ended } = start({ LATCHKEY_CARD: 'no such card' });
    expect(await ended).toBe(1);
    expect(said.out).toMatch(/^not licensed: .+\.\n$/);
    expect(said.err).toMatch(/^10218 /);
  });

  it('survives a forged number that is too large, although Free Pascal traps overflows', async () => {
    relay.rule = ({ reply }) => reply({ body: Buffer.from('{"code":0,"message":"","time":1e999}') });
    const { said, ended } = start({ LATCHKEY_CARD: 'x' });
    expect(await ended).toBe(1);
    expect(said.out).toMatch(/^not licensed: .+\.\n$/);
    expect(said.err).toMatch(/^the answer cannot be trusted/);
  });

  it('is not licensed without a server, and fails with wrong options', async () => {
    const lost = start({ LATCHKEY_CARD: 'x', LATCHKEY_SERVER: 'http://127.0.0.1:1' });
    expect(await lost.ended).toBe(1);
    expect(lost.said.out).toBe(
      'not licensed: The licence server cannot be reached. Please try again later.\n',
    );
    const quoted = start({ LATCHKEY_CARD: 'x', LATCHKEY_APP_SECRET: '"\\\t"' });
    expect(await quoted.ended).toBe(1);
    expect(quoted.said.err).toMatch(/^10010 /);
    const without = start({ LATCHKEY_CARD: 'x', LATCHKEY_PUBLIC_KEY: 'A' });
    expect(await without.ended).toBe(2);
    expect(without.said.err).toContain('public_keys');
  });
});

/** Compares declarations with the header, since not all of these languages can run here. */
describeSdk(() => {
  const header = read('include/latchkey.h');
  const parameters = new Map(
    [...header.matchAll(/(latchkey_[a-z_0-9]+)\(([^)]*)\);/g)].map(([, name, list]) => [
      name!,
      list === 'void' ? [] : list!.split(','),
    ]),
  );

  it('reads the header', () => {
    expect(parameters.size).toBeGreaterThan(45);
    expect(parameters.get('latchkey_login')).toHaveLength(4);
  });

  describe('Delphi', () => {
    const unit = read('bindings/delphi/Latchkey.pas');
    const declared = [...unit.matchAll(/(?:function|procedure) (latchkey_\w+)(?:\(([^)]*)\))?/g)];

    it.each(declared.map(([, name, list = '']) => [name!, list] as const))('%s', (name, list) => {
      const names = list.split(/[,;]/).filter((each) => each.trim() !== '');
      expect(names).toHaveLength(parameters.get(name)!.length);
      // Only parameters that the library writes are passed by reference.
      const references = list.split(';').filter((each) => each.trim().startsWith('var '));
      expect(references).toHaveLength(parameters.get(name)!.filter((each) => each.includes('**')).length);
    });

    it('has all functions except those that this binding leaves out', () => {
      const names = new Set(declared.map(([, name]) => name));
      const left = [...parameters.keys()].filter((name) => !names.has(name));
      expect(left.filter((name) => !/_data_|_gbk|describe|_info|_ping|conformance/.test(name))).toEqual([]);
    });
  });

  describe('易语言', () => {
    const commands = read('bindings/epl/latchkey.e.txt')
      .split('\n.DLL命令 ')
      .slice(1)
      .filter((command) => command.includes('"latchkey.dll"'));

    it.each(commands.map((command) => [/"(latchkey_\w+)"/.exec(command)![1]!, command] as const))(
      '%s',
      (name, command) => {
        const lines = command.split('\n').filter((line) => line.startsWith('    .参数 '));
        expect(lines).toHaveLength(parameters.get(name)!.length);
        lines.forEach((line, i) => {
          expect(line.includes('传址')).toBe(parameters.get(name)![i]!.includes('**'));
        });
      },
    );

    it('calls only what it declares', () => {
      const text = read('bindings/epl/latchkey.e.txt');
      const declared = new Set(
        [...text.matchAll(/^\.(?:DLL命令|子程序) ([^,\n]+)/gm)].map(([, name]) => name),
      );
      const called = [...text.matchAll(/(锁匙_[\p{L}\dA-Z]+_?|取文本长度_|复制文本_) \(/gu)].map(
        ([, name]) => name,
      );
      expect(called.length).toBeGreaterThan(15);
      expect(called.filter((name) => !declared.has(name))).toEqual([]);
    });
  });

  describe('AutoHotkey', () => {
    const script = read('bindings/autohotkey/Latchkey.ahk');
    /** Names of functions, and their parameters except the handle and the result. */
    const sent = [...script.matchAll(/this\.Send\("(\w+)"((?:\s*, Latchkey\.Utf8(?:OrNull)?\(\w+\))*)\)/g)];

    it.each(sent.map(([, name, texts]) => [`latchkey_${name}`, texts!] as const))('%s', (name, texts) => {
      expect(texts.split('Utf8').length - 1).toBe(parameters.get(name)!.length - 2);
    });

    it('calls only functions that exist', () => {
      const calls = [...script.matchAll(/(?:Latchkey\.Call|this\.Open)\("(\w+)"|dll\\(latchkey_\w+)/g)];
      const names = calls.map(([, short, name]) => name ?? `latchkey_${short}`);
      expect(names.length).toBeGreaterThan(8);
      expect(names.filter((name) => name !== 'latchkey_' && !parameters.has(name))).toEqual([]);
    });
  });
});
