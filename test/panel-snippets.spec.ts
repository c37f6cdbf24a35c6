import { expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { highlight } from '../admin-ui/src/integration/highlight.js';
import { fillQuickStart } from '../admin-ui/src/integration/snippets/fill-quick-start.js';

/** The panel shows files of the quick start: with values as constants, and in colours. */
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
