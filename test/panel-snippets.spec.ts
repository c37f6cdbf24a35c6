import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { highlight } from '../admin-ui/src/integration/highlight.js';
import { fillQuickStart } from '../admin-ui/src/integration/snippets/fill-quick-start.js';

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
