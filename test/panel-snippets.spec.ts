import { describe, expect, it } from '@jest/globals';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createServer } from 'node:tls';
import { highlight } from '../admin-ui/src/integration/highlight.js';
import { fillQuickStart } from '../admin-ui/src/integration/snippets/fill-quick-start.js';
import { selfSigned } from './support/certificates.js';

import { fillFirstLogin, FIRST_LOGINS, PLACEHOLDERS } from '../sdks/first-login.js';

/**
 * The panel shows files of the SDKs and of the quick start. It inserts values as constants and highlights the syntax.
 */
const read = (file: string) => readFileSync(join(import.meta.dirname, '../docs/quick-start', file), 'utf8');

const VALUES = {
  server: 'https://licence.example',
  appKey: 'the-key',
  appSecret: 'the-secret',
  card: 'THE-CARD',
  signMode: 'md5',
};

it.each(['client.cpp', 'Client.java', 'client.php', 'client.go'])(
  '%s has all values as constants',
  (file) => {
    const program = read(file);
    const filled = fillQuickStart(program, VALUES);
    for (const value of ['https://licence.example', 'the-key', 'the-secret', 'THE-CARD', 'md5'])
      expect(filled.split(/["']/)).toContain(value);
    expect(filled.match(/LATCHKEY_\w+/g)).toEqual(['LATCHKEY_VARIABLE']);
    expect(filled.split('\n').length).toBe(program.split('\n').length);
  },
);

it.each([
  ['cpp', 'client.cpp'],
  ['java', 'Client.java'],
  ['php', 'client.php'],
  ['go', 'client.go'],
  ['python', 'client.py'],
])('keeps every character of %s', (language, file) => {
  const program = read(file);
  const pieces = highlight(program, language);
  expect(pieces.map(({ text }) => text).join('')).toBe(program);
  expect(new Set(pieces.map(({ kind }) => kind)).size).toBe(4);
});

describe.each(FIRST_LOGINS)('the first login in $language', ({ id, sdk, source }) => {
  const program = readFileSync(join(import.meta.dirname, '../sdks', sdk, source), 'utf8');

  it('has each setting once, as a constant', () => {
    for (const placeholder of Object.values(PLACEHOLDERS)) {
      expect(program.split(placeholder)).toHaveLength(2);
    }
    const filled = fillFirstLogin(program, { ...VALUES, publicKey: 'the-public-key' });
    for (const value of [...Object.values(VALUES), 'the-public-key']) {
      expect(filled.split(/\\?["']/)).toContain(value);
    }
    for (const placeholder of Object.values(PLACEHOLDERS)) expect(filled).not.toContain(placeholder);
  });

  it('has no public key if no key signs the answers', () => {
    const filled = fillFirstLogin(program, { ...VALUES, publicKey: undefined });
    expect(filled).toMatch(/\[\]|\{ *\}/);
    expect(filled.split(/\\?["']/).length).toBe(program.split(/\\?["']/).length - 2);
  });

  it('inserts values that look like other placeholders unchanged', () => {
    const values = { ...VALUES, appKey: 'YOUR_CARD', publicKey: 'x' };
    expect(fillFirstLogin(program, values).match(/YOUR_CARD/g)).toHaveLength(1);
  });

  it('keeps every character in colours', () => {
    const pieces = highlight(program, id);
    expect(pieces.map(({ text }) => text).join('')).toBe(program);
    expect(new Set(pieces.map(({ kind }) => kind)).size).toBe(4);
  });
});

const SNIPPETS = join(import.meta.dirname, '../admin-ui/src/integration/snippets');
const LUA_MODULES = "require('ssl') require('cjson') require('openssl.digest')";
const hasLua = spawnSync('lua5.4', ['-e', LUA_MODULES]).status === 0;

(hasLua ? it : it.skip)(
  'the program in Lua sends nothing to a server whose certificate is not trusted',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-snippet-'));
    const { certificate, key } = selfSigned(folder, 'localhost');
    let connections = 0;
    const server = createServer({ cert: readFileSync(certificate), key: readFileSync(key) }, (socket) => {
      connections++;
      socket.destroy();
    });
    server.on('tlsClientError', () => undefined).listen(0, '127.0.0.1');
    try {
      await once(server, 'listening');
      const address = `https://localhost:${(server.address() as AddressInfo).port}`;
      // TypeScript cannot read the panel's imports, which have no file extensions.
      const { lua } = (await import(join(SNIPPETS, 'lua.ts'))) as { lua: { write(values: object): string } };
      writeFileSync(join(folder, 'program.lua'), lua.write({ ...VALUES, server: address }));
      const child = spawn('lua5.4', ['program.lua'], { cwd: folder });
      expect(await text(child.stderr)).toContain('no answer: certificate verify failed');
      expect(connections).toBe(0);
    } finally {
      server.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
