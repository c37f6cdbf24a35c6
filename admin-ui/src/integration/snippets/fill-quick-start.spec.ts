import { expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fillQuickStart } from './fill-quick-start';

const VALUES = {
  server: 'https://licence.example',
  appKey: 'the-key',
  appSecret: 'the-secret',
  card: 'THE-CARD',
  signMode: 'md5',
  key: undefined,
} as const;

it.each(['client.cpp', 'Client.java', 'client.php', 'client.go'])(
  '%s has all values as constants',
  (file) => {
    const program = readFileSync(join(import.meta.dirname, '../../../../docs/quick-start', file), 'utf8');
    const filled = fillQuickStart(program, VALUES);
    for (const value of ['https://licence.example', 'the-key', 'the-secret', 'THE-CARD', 'md5'])
      expect(filled.split(/["']/)).toContain(value);
    expect(filled.match(/LATCHKEY_\w+/g)).toEqual(['LATCHKEY_VARIABLE']);
    expect(filled.split('\n').length).toBe(program.split('\n').length);
  },
);
