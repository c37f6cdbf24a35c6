import { expect, it } from '@jest/globals';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const SDKS = join(import.meta.dirname, '../sdks');
const pages = globSync('*/driver.json', { cwd: SDKS }).map((file) => join(dirname(file), 'README.md'));

it.each(pages)('%s says what is lost without a public key', (page) => {
  const text = readFileSync(join(SDKS, page), 'utf8');
  const threats = /^## Threats\n([\s\S]*?)(?=^## |$(?![\s\S]))/m.exec(text)?.[1] ?? '';
  expect(threats.replace(/\s+/g, ' ')).toMatch(/Without `public_?keys` nothing is verified: /i);
});
