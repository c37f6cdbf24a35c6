import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { list, type ReadEntry } from 'tar';
import { archiveOf, FIRST_LOGINS, SINGLE_FILES } from '../../../sdks/first-login.js';
import { ServerProcess } from '../../support/server-process.js';
import { createMigratedDatabase, type TestDatabase } from '../../support/test-database.js';

const FOLDERS = [...new Set(FIRST_LOGINS.map(({ sdk }) => sdk))];
/** Files that only tests and this repository need. */
const NOT_FOR_PROGRAMS =
  /(?:^|\/)(?:\.|driver|tests?\/|conformance|tsconfig|build\.mjs)|[._-](?:test|spec)\./;

let database: TestDatabase;
let server: ServerProcess;
beforeAll(async () => {
  database = await createMigratedDatabase();
  server = await ServerProcess.start(database.environment);
});
afterAll(async () => {
  await server.kill();
  await database.drop();
});

/** Downloads an archive. Returns its entries and the text of README.md. */
async function open(sdk: string): Promise<{ entries: ReadEntry[]; paths: string[]; page: string }> {
  const response = await fetch(server.url + archiveOf(sdk));
  const entries: ReadEntry[] = [];
  let page = '';
  const onReadEntry = (entry: ReadEntry) => {
    entries.push(entry);
    if (entry.path === `latchkey-${sdk}/README.md`) entry.on('data', (chunk) => (page += chunk.toString()));
  };
  const parser = list({ onReadEntry, strict: true });
  const ended = new Promise((resolve, reject) => parser.on('end', resolve).on('error', reject));
  parser.end(Buffer.from(await response.arrayBuffer()));
  await ended;
  return { entries, paths: entries.map(({ path }) => path), page };
}

/** Tests the archives of the SDKs that the built server offers. */
describe.each(FOLDERS)('the archive of %s', (sdk) => {
  it('comes as a file to download, to everybody', async () => {
    const { status, headers } = await fetch(server.url + archiveOf(sdk));
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/gzip',
      'content-disposition': `attachment; filename=latchkey-${sdk}.tar.gz`,
      'x-content-type-options': 'nosniff',
    });
    expect(headers.get('content-encoding')).toBeNull();
    const again = await fetch(server.url + archiveOf(sdk), {
      // Otherwise Node's fetch would send `Cache-Control: no-cache`, which asks for a new copy.
      headers: { 'if-none-match': headers.get('etag')!, 'cache-control': 'max-age=0' },
    });
    expect(again.status).toBe(304);
  });

  it('has one folder with the SDK, its page and its examples, and nothing else', async () => {
    const { paths } = await open(sdk);
    expect(new Set(paths.map((path) => path.split('/')[0]))).toEqual(new Set([`latchkey-${sdk}`]));
    expect(paths).toContain(`latchkey-${sdk}/README.md`);
    for (const { source } of FIRST_LOGINS.filter((each) => each.sdk === sdk)) {
      expect(paths).toContain(`latchkey-${sdk}/${source}`);
    }
    expect(paths.filter((path) => NOT_FOR_PROGRAMS.test(path))).toEqual([]);
  });

  it('has a page whose links lead to files beside it', async () => {
    const { paths, page } = await open(sdk);
    expect(page).toContain('# Latchkey for');
    const prose = page.replaceAll(/^```[^]*?^```/gm, '');
    const links = [...prose.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, path]) => path!);
    for (const link of links) {
      expect(paths.filter((path) => path.startsWith(join(`latchkey-${sdk}`, link)))).not.toEqual([]);
    }
  });

  it('depends on nothing but the sources: not on time, user or machine', async () => {
    for (const { type, mode, uid, uname, mtime } of (await open(sdk)).entries) {
      expect([type, mode, uid, uname, mtime?.toISOString()]).toEqual([
        'File',
        0o644,
        undefined,
        '',
        '1985-10-26T08:15:00.000Z',
      ]);
    }
  });
});

it('the archive of JavaScript has what its build makes', async () => {
  const { paths } = await open('javascript');
  for (const file of [
    'esm/index.js',
    'esm/index.d.ts',
    'cjs/index.js',
    'cjs/package.json',
    'autojs/latchkey.js',
  ]) {
    expect(paths).toContain(`latchkey-javascript/dist/${file}`);
  }
});

it.each(Object.values(SINGLE_FILES))('%s is a file to download', async (path) => {
  const response = await fetch(server.url + path);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-disposition')).toBe(`attachment; filename=${basename(path)}`);
  expect(await response.text()).toContain('Latchkey');
});

it('has no other files', async () => {
  expect((await fetch(`${server.url}/sdks/`)).status).toBe(404);
  expect((await fetch(`${server.url}/sdks/..%2fpackage.json`)).status).not.toBe(200);
  const root = join(import.meta.dirname, '../../..');
  expect(existsSync(join(root, 'dist/.sdk-archives'))).toBe(false);
});
