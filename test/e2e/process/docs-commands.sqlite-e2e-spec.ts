import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ApplicationDto, ApplyFileDto } from '@app/apply';
import { OWNER } from '../../support/admin-client.js';
import { latchkey, ServerProcess } from '../../support/server-process.js';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.js';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../../..');

/** The blocks of a language in a page, in their order; those alone that have `words` in them. */
function blocksOf(page: string, language: string, words = ''): string[] {
  const text = readFileSync(join(ROOT, page), 'utf8');
  const blocks = [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\``, 'gm'))];
  return blocks.flatMap(([, block]) => (block!.includes(words) ? [block!] : []));
}

/** Objects that stand one after the other, with or without other text between. */
function jsonObjectsIn(text: string): unknown[] {
  const objects: unknown[] = [];
  let [depth, start] = [0, 0];
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}]/g)) {
    if (token === '{' && depth++ === 0) start = index;
    if (token === '}' && --depth === 0) objects.push(JSON.parse(text.slice(start, index + 1)));
  }
  return objects;
}

const TOOLS = ['bash', 'curl', 'jq', 'md5sum', 'openssl'];
const hasTools = TOOLS.every((tool) => spawnSync(tool, ['--version']).error === undefined);

(hasTools ? describe : describe.skip)('what documents tell to type into a shell', () => {
  let database: TestDatabase;
  let server: ServerProcess;
  let folder: string;
  let [byMd5, byHmac]: ApplicationDto[] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
    folder = mkdtempSync(join(tmpdir(), 'latchkey-docs-'));
    const file = join(folder, 'my-program.json');
    const { applications } = JSON.parse(blocksOf('README.md', 'json')[0]!) as ApplyFileDto;
    const other = { ...applications[0]!, name: 'HMAC', sign_mode: 'hmac-sha256' };
    writeFileSync(file, JSON.stringify({ applications: [...applications, other] }));
    const { stdout } = await latchkey(database.environment, ['apply', '--new', file]);
    [byMd5, byHmac] = (JSON.parse(stdout) as ApplyFileDto).applications;
    server = await ServerProcess.start(database.environment);
  });
  afterAll(async () => {
    await server.stop();
    await database.drop();
    rmSync(folder, { recursive: true });
  });

  /** Runs a block in bash with the reader's values, and returns the JSON objects that it prints. */
  async function type(block: string, { app_key, app_secret } = byMd5!): Promise<unknown[]> {
    const script = block
      .replaceAll('APP_KEY=… APP_SECRET=…', `APP_KEY=${app_key} APP_SECRET=${app_secret}`)
      .replaceAll('http://127.0.0.1:3000', server.url)
      .replaceAll('admin@localhost', OWNER.email)
      .replaceAll('the printed password', OWNER.password);
    const env = { PATH: process.env.PATH, PORT: new URL(server.url).port };
    const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', script], { cwd: folder, env });
    return jsonObjectsIn(stdout);
  }

  it('README: the first call of a client', async () => {
    const [block] = blocksOf('README.md', 'sh', 'card/login');
    expect(await type(block!)).toEqual([
      { code: 0, message: 'ok', result: expect.objectContaining({ card_type: 'Month' }) },
    ]);
  });

  const SESSION = [
    { code: 0, message: 'ok', result: expect.objectContaining({ expires_ts: expect.any(Number) }) },
    { code: 0, message: 'ok' },
  ];

  it('protocol: a session', async () => {
    const [block] = blocksOf('docs/protocol.md', 'sh');
    expect(await type(block!)).toEqual(SESSION);
  });

  it('protocol: the same by HMAC-SHA256, with the line that stands there as a comment', async () => {
    const [block] = blocksOf('docs/protocol.md', 'sh');
    const hmac = block!.replace(/^ {2}sign=.*\n {2}# HMAC-SHA256: /m, '  ');
    expect(await type(hmac, byHmac)).toEqual(SESSION);
  });

  it('admin-api: from signing in to the secret of an application', async () => {
    const script = blocksOf('docs/admin-api.md', 'sh').join('\n');
    const answers = await type(script);
    const [secret, refusal] = answers.slice(-2);
    expect(secret).toMatchObject({ appKey: expect.any(String), appSecret: expect.any(String) });
    expect([refusal]).toEqual(blocksOf('docs/admin-api.md', 'json').map((block) => JSON.parse(block)));
  });

  it('operations: health', async () => {
    const [block] = blocksOf('docs/operations.md', 'sh', '/health');
    expect(await type(block!)).toEqual([
      { status: 'ok' },
      expect.objectContaining({ status: 'ok', error: {} }),
    ]);
  });
});
