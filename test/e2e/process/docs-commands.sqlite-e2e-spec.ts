import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ApplicationDto, ApplyFileDto } from '@app/apply';
import { OWNER } from '../../support/admin-client.js';
import { eventually, latchkey, ServerProcess } from '../../support/server-process.js';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.js';

const execFileAsync = promisify(execFile);
const ROOT = join(import.meta.dirname, '../../..');

/**
 * Returns the code blocks of a language in a page, in their order. With `words`, returns only blocks that contain these
 * words.
 */
function blocksOf(page: string, language: string, words = ''): string[] {
  const text = readFileSync(join(ROOT, page), 'utf8');
  const blocks = [...text.matchAll(new RegExp(`^ *\`\`\`${language}\\n([^]*?)^ *\`\`\``, 'gm'))];
  return blocks.flatMap(([, block]) => (block!.includes(words) ? [block!] : []));
}

/** Parses consecutive JSON objects, with or without other text in between. */
function jsonObjectsIn(text: string): unknown[] {
  const objects: unknown[] = [];
  let [depth, start] = [0, 0];
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}]/g)) {
    if (token === '{' && depth++ === 0) start = index;
    if (token === '}' && --depth === 0) objects.push(JSON.parse(text.slice(start, index + 1)));
  }
  return objects;
}

const TOOLS = ['sh', 'curl', 'jq', 'openssl'];
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

  /** Runs a block in a POSIX shell, with the values that a reader fills in, and returns the output. */
  async function run(block: string, { app_key, app_secret } = byMd5!): Promise<string> {
    const script = block
      .replaceAll('APP_KEY=… APP_SECRET=…', `APP_KEY=${app_key} APP_SECRET=${app_secret}`)
      .replaceAll('http://127.0.0.1:3000', server.url)
      .replaceAll('admin@localhost', OWNER.email)
      .replaceAll('the printed password', OWNER.password)
      .replaceAll('/backups/', `${folder}/`)
      .replaceAll(/[\w-]+\.json$/gm, (file) => join(folder, file));
    const env = {
      ...database.environment,
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: new URL(server.url).port,
    };
    const cwd = /^ *npm /m.test(block) ? ROOT : folder;
    const { stdout } = await execFileAsync('sh', ['-eu', '-c', script], { cwd, env });
    return stdout;
  }

  /** Runs a block and returns the JSON objects that it prints. */
  async function type(block: string, application = byMd5!): Promise<unknown[]> {
    return jsonObjectsIn(await run(block, application));
  }

  it.each(['README.md', 'README.zh-CN.md'])('%s: the first call of a client', async (page) => {
    const [block] = blocksOf(page, 'sh', 'card/login');
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

  it('protocol: the same session by HMAC-SHA256, with the line that the page shows as a comment', async () => {
    const [block] = blocksOf('docs/protocol.md', 'sh');
    const hmac = block!.replace(/^ {2}sign=.*\n {2}# HMAC-SHA256: /m, '  ');
    expect(await type(hmac, byHmac)).toEqual(SESSION);
  });

  it.each(['docs/paojiaoyun.md', 'docs/paojiaoyun.zh-CN.md'])('%s: the file and a request', async (page) => {
    const [text] = blocksOf(page, 'json');
    const { applications } = JSON.parse(text!) as ApplyFileDto;
    const card = { card: 'VIP-7Q2M-9XKD', card_type: 'Month' };
    const file = join(folder, 'moved.json');
    writeFileSync(file, JSON.stringify({ applications: [{ ...applications[0]!, cards: [card] }] }));
    const { stdout } = await latchkey(database.environment, ['apply', file]);
    const [moved] = (JSON.parse(stdout) as ApplyFileDto).applications;
    const [block] = blocksOf(page, 'sh');
    const [answer] = await eventually(async () => {
      const answers = (await type(block!, moved)) as { code: number }[];
      // The server notices the file within a second.
      return answers[0]!.code === 10230 ? undefined : answers;
    });
    expect(answer).toEqual({
      code: 0,
      message: 'ok',
      result: expect.objectContaining({ card_type: 'Month' }),
      nonce: expect.stringMatching(/^\d{16}$/),
      sign: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
  });

  it('admin-api: from signing in to the secret of an application', async () => {
    const script = blocksOf('docs/admin-api.md', 'sh').join('\n');
    const answers = await type(script);
    const [secret, order, refusal] = answers.slice(-3);
    expect(secret).toMatchObject({ appKey: expect.any(String), appSecret: expect.any(String) });
    expect(order).toMatchObject({ cards: [{ card: expect.any(String) }], replayed: false });
    expect([refusal]).toEqual(blocksOf('docs/admin-api.md', 'json').map((block) => JSON.parse(block)));
  });

  const pages = ['README.md', 'README.zh-CN.md', 'docs/quick-start/README.md'];
  it.each(pages)('%s: the application is applied', async (page) => {
    const [block] = blocksOf(page, 'sh', 'latchkey -- apply');
    writeFileSync(join(folder, /\S+\.json$/m.exec(block!)![0]), blocksOf(page, 'json')[0]!);
    expect(await type(block!)).toEqual([
      { applications: [expect.objectContaining({ app_secret: expect.any(String) })] },
    ]);
  });

  it('selling: stock, an order that is sent twice, a refund, a channel', async () => {
    const [signIn] = blocksOf('docs/admin-api.md', 'sh');
    const [begin, ...blocks] = blocksOf('docs/selling.md', 'sh');
    const output = await run([signIn, begin!.replace(/^TOKEN=.*$/m, ''), ...blocks].join('\n'));
    expect(readFileSync(join(folder, 'stock-1.txt'), 'utf8').trim().split('\n')).toHaveLength(20);

    const again = jsonObjectsIn(output)[0] as { id: number; job: number };
    expect(again).toEqual({ id: again.job, job: expect.any(Number) });
    const refunded = [...output.matchAll(/^\["(.+)","unused",true\]$/gm)].map(([, card]) => card);
    const delivered = output.match(/^[-\w]{19}$/gm);
    expect(delivered).toHaveLength(2);
    expect(new Set(refunded)).toEqual(new Set(delivered));

    expect(output).toContain('[0,false]\n[0,true]\n[0,"issued"]\n[null]\n[2,0]\n');
    expect(readFileSync(join(folder, 'A1002.txt'), 'utf8')).toMatch(/^[-\w]{19}$/);
  });

  it('upgrade: the backup is checked, the migrations are done, and no migration is reverted while a server runs', async () => {
    const [backup] = blocksOf('docs/upgrade.md', 'sh', 'latchkey -- backup');
    expect(await run(backup!)).toContain('is intact and matches the encryption key');
    const [migrate] = blocksOf('docs/upgrade.md', 'sh', 'latchkey -- migrate');
    expect(await run(migrate!)).toBe('The database is up to date.\n');
    const [revert] = blocksOf('docs/upgrade.md', 'sh', 'latchkey -- revert');
    await expect(run(revert!)).rejects.toMatchObject({
      stderr: expect.stringContaining('A server is running on this database. Stop it first.'),
    });
  });

  it('operations: health', async () => {
    const [block] = blocksOf('docs/operations.md', 'sh', '/health');
    expect(await type(block!)).toEqual([
      { status: 'ok' },
      expect.objectContaining({ status: 'ok', error: {} }),
    ]);
  });
});

const hasPython = spawnSync('python3', ['--version']).status === 0;

(hasPython ? it : it.skip).each(['md5', 'hmac-sha256'])(
  'integrate: the check of answers signed by %s',
  async (mode) => {
    const [block] = blocksOf('docs/integrate.md', 'python');
    const onVectors = `
import json
import sys

vectors = json.load(open(sys.argv[1]))


def taken(check, answer, noted=""):
    try:
        check.accept({**answer, "sign": answer["sign"][check.mode]}, noted)
        return True
    except ValueError as error:
        return str(error)


def checker(secret=vectors["app_secret"]):
    return AnswerCheck(secret, sys.argv[2])


check = checker()
print(json.dumps({
    "answers": [taken(check, answer) for answer in vectors["answers"]],
    "again": taken(check, vectors["answers"][0]),
    "from before": taken(checker(), vectors["answers"][0], check.before_request()),
    "other secret": taken(checker("x"), vectors["answers"][0]),
    "refused": [taken(checker(), answer) for answer in vectors["refused_answers"]],
}))
`;
    const vectors = join(ROOT, 'docs/test-vectors.json');
    const { stdout } = await execFileAsync('python3', ['-c', block + onVectors, vectors, mode]);
    const { answers, refused_answers } = JSON.parse(readFileSync(vectors, 'utf8')) as Record<
      string,
      unknown[]
    >;
    expect(JSON.parse(stdout)).toEqual({
      answers: answers!.map(() => true),
      again: 'played back',
      'from before': 'played back',
      'other secret': 'wrong sign',
      refused: refused_answers!.map(() => 'not signed'),
    });
  },
);
