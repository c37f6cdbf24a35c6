import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fillFirstLogin, FIRST_LOGINS } from '../../sdks/first-login.js';
import { PanelApplication } from '../support/panel-application.js';
import type { Visitor } from '../support/panel-browser.js';
import { PanelSuite } from '../support/panel-suite.js';
import { eventually } from '../support/server-process.js';

const suite = new PanelSuite();
const SDKS = join(import.meta.dirname, '../../sdks');

/** Commands that run the snippets, where they are installed. Debian has no command for C#. */
const RUNNERS: [language: string, file: string, command: string][] = [
  ['JavaScript', 'latchkey.mts', process.execPath],
  ['curl', 'latchkey.sh', 'bash'],
  ['Python', 'latchkey.py', 'python3'],
  ['Lua', 'latchkey.lua', 'lua5.4'],
];
/** Succeeds if the program and its dependencies are installed. */
const NEEDS: Record<string, string[]> = {
  [process.execPath]: ['--version'],
  bash: ['-c', 'curl --version && openssl version'],
  python3: ['--version'],
  'lua5.4': ['-e', 'require("cjson") require("socket") require("openssl.digest")'],
};

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-snippets-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Opens the example programs for an application and a card. */
async function openExamples(application: string, card: string, language: string): Promise<Visitor> {
  const owner = await suite.stayingOwner();
  await owner.open('/integration');
  // The panel remembers the switch `withoutSdk` of the previous test, and has not loaded the new application.
  await owner.page.evaluate("localStorage.removeItem('RaStoreLatchkey.integration.withoutSdk')");
  await owner.page.reload();
  await owner.chooseApplication(application);
  await owner.revealSecret();
  await owner.field('Card for the examples').fill(card);
  await owner.tab(language);
  return owner;
}

/** The settings recommended for new applications come last. */
const SETTINGS = [
  { signMode: 'md5' },
  { signMode: 'hmac-sha256' },
  { signMode: 'hmac-sha256-path', responseSignature: 'ed25519' },
];

describe.each(SETTINGS)('signed with $signMode', ({ signMode, ...settings }) => {
  let application: PanelApplication;
  let cards: string[];

  beforeAll(async () => {
    application = await PanelApplication.create(suite.api, signMode, { signMode, ...settings });
    const type = await application.add('card-types', { name: 'Forever', durationUnit: 'permanent' });
    cards = await application.generate(type.id, RUNNERS.length);
  });

  test.each(RUNNERS)(
    'the program without an SDK in %s logs in as it was copied',
    async (language, file, command) => {
      if (!(await succeeds(command, NEEDS[command])))
        return console.warn(`${command} is not here: ${language} not run`);
      const card = cards[RUNNERS.findIndex(([known]) => known === language)]!;
      const owner = await openExamples(signMode, card, language);
      const withoutSdk = owner.page.getByRole('switch', { name: 'Without an SDK' });
      if (language !== 'curl') await withoutSdk.check();
      writeFileSync(join(folder, file), await owner.copyProgram());

      const program = spawn(command, [join(folder, file)], { stdio: ['ignore', 'pipe', 'inherit'] });
      const [said] = (await Promise.race([
        once(program.stdout, 'data'),
        once(program, 'close'),
      ])) as unknown[];
      program.kill();
      expect(String(said)).toMatch(/Signed in|"code":0/);
      const { body } = await suite.api.list('/sessions', {
        filter: { applicationId: application.id, open: true },
      });
      expect(body).toContainEqual(expect.objectContaining({ holderName: card }));
    },
  );
});

/**
 * Runs a command in the folder, and rejects if it fails. It must not block this process: a blocked process does not
 * notice that the server closes idle connections, and would send its next request on one of them.
 */
async function run(command: string, args: readonly string[] = []): Promise<void> {
  await promisify(execFile)(command, args, { cwd: folder });
}

function succeeds(command: string, args?: readonly string[]): Promise<boolean> {
  return run(command, args).then(
    () => true,
    () => false,
  );
}

/** Languages of the quick start, whose programs sign parameters only and read a variable. */
const QUICK_STARTS: [language: string, file: string, check: string[], prepare: string[], run: string[]][] = [
  ['PHP', 'client.php', ['php', '--version'], [], ['php', 'client.php']],
  [
    'C++',
    'client.cpp',
    ['sh', '-c', 'echo "#include <nlohmann/json.hpp>\n#include <curl/curl.h>" | g++ -fsyntax-only -x c++ -'],
    ['g++', '-std=c++17', 'client.cpp', '-o', 'client', '-lcurl', '-lcrypto', '-pthread'],
    ['./client'],
  ],
  ['Java', 'Client.java', ['java', '--version'], [], ['java', 'Client.java']],
  ['Go', 'client.go', ['go', 'version'], [], ['go', 'run', 'client.go']],
];

test.each(QUICK_STARTS)(
  'the program without an SDK in %s logs in as it was copied',
  async (language, file, check, prepare, start) => {
    if (!(await succeeds(check[0]!, check.slice(1))))
      return console.warn(`${check[0]} is not here: ${language} not run`);
    const name = `Quick start in ${language}`;
    const application = await PanelApplication.create(suite.api, name, { signMode: 'hmac-sha256' });
    const type = await application.add('card-types', { name: 'Forever', durationUnit: 'permanent' });
    await application.add('variables', { key: 'greeting', value: 'Hello' });
    const [card] = (await application.generate(type.id, 1)) as [string];
    const owner = await openExamples(name, card, language);
    await owner.page.getByRole('switch', { name: 'Without an SDK' }).check();
    await owner.page.getByText('this program reads the remote variable').waitFor();
    writeFileSync(join(folder, file), await owner.copyProgram());
    if (prepare.length > 0) await run(prepare[0]!, prepare.slice(1));
    const program = spawn(start[0]!, start.slice(1), { cwd: folder, stdio: ['pipe', 'pipe', 'inherit'] });
    const [said] = (await Promise.race([once(program.stdout, 'data'), once(program, 'close')])) as unknown[];
    program.kill();
    expect(String(said)).toContain('licensed until');
  },
);

describe('with an SDK', () => {
  let applications = 0;
  /** Opens the page of a new application with a card, on the tab of a language. */
  async function visit(language: string, settings: object) {
    const name = `With the SDK for ${language}, ${++applications}`;
    const { id, ...application } = await createApplication(name, settings);
    const owner = await openExamples(name, application.card, language);
    const shown = async (label: string) =>
      (await owner.page.getByRole('group', { name: label, exact: true }).textContent())!;
    return { id, owner, application, shown };
  }

  async function createApplication(name: string, settings: object) {
    const made = await PanelApplication.create(suite.api, name, {
      signMode: 'hmac-sha256-path',
      ...settings,
    });
    const type = await made.add('card-types', { name: 'Forever', durationUnit: 'permanent' });
    const [card] = (await made.generate(type.id, 1)) as [string];
    const { appKey, publicKey } = (await suite.api.get<Record<string, string>>(`/applications/${made.id}`))
      .body;
    const { appSecret } = (
      await suite.api.post<Record<string, string>>(`/applications/${made.id}/reveal-secret`)
    ).body;
    return { id: made.id, card, appKey: appKey!, publicKey: publicKey ?? undefined, appSecret: appSecret! };
  }

  test.each(FIRST_LOGINS)(
    'shows how to get the SDK for $language, and its first login',
    async ({ id, language, sdk, source, install, run }) => {
      // In one language, answers are not signed.
      const settings = id === 'lua' ? {} : { responseSignature: 'ed25519' };
      const { owner, application, shown } = await visit(language, settings);
      const publicKey = id === 'lua' ? undefined : application.publicKey;
      const values = { ...application, publicKey, server: suite.server.url, signMode: 'hmac-sha256-path' };
      const program = readFileSync(join(SDKS, sdk, source), 'utf8');
      expect(await owner.copyProgram()).toBe(fillFirstLogin(program, values));
      expect(await shown('Install')).toBe(install(suite.server.url));
      expect(await shown('Run')).toBe(run);
      const archive = await owner.page
        .getByRole('link', { name: 'Download the archive' })
        .evaluate((link) => (link as unknown as { href: string }).href);
      const { status, headers } = await fetch(archive);
      expect([status, headers.get('content-type')]).toEqual([200, 'application/gzip']);
    },
  );

  test('the lines for JavaScript install the SDK, and the program logs in', async () => {
    const { id, owner, application, shown } = await visit('JavaScript', { responseSignature: 'ed25519' });
    writeFileSync(join(folder, 'first-login.mjs'), await owner.copyProgram());
    await run('sh', ['-c', await shown('Install')]);
    const program = spawn('sh', ['-c', `exec ${await shown('Run')}`], { cwd: folder });
    const [said] = (await Promise.race([once(program.stdout, 'data'), once(program, 'close')])) as unknown[];
    program.kill();
    expect(String(said)).toContain('licensed until');
    const { body } = await suite.api.list('/sessions', { filter: { applicationId: id, open: true } });
    expect(body).toContainEqual(expect.objectContaining({ holderName: application.card }));
  });
});

test('a prompt for an AI assistant has the program but not the secret', async () => {
  const application = await PanelApplication.create(suite.api, 'Prompted', { signMode: 'md5' });
  const owner = await suite.owner();
  await owner.open('/integration');
  await owner.page.reload();
  await owner.chooseApplication('Prompted');
  await owner.revealSecret();
  await owner.tab('Python');
  const { body } = await suite.api.post<{ appSecret: string }>(
    `/applications/${application.id}/reveal-secret`,
    {},
  );
  expect(await owner.copyProgram()).toContain(body.appSecret);
  await owner.press('Copy as a prompt');
  await owner.page.getByText('Copied').last().waitFor();
  await eventually(async () => {
    const prompt = await owner.page.evaluate<string>('navigator.clipboard.readText()');
    return prompt.startsWith('Add licence checks') || undefined;
  });
  const prompt = await owner.page.evaluate<string>('navigator.clipboard.readText()');
  expect(prompt).toContain('latchkey-python.tar.gz');
  expect(prompt).toContain('import latchkey');
  expect(prompt).not.toContain(body.appSecret);
});

test('the signature checker asks for method and path where the signature covers them', async () => {
  const settings = { signMode: 'hmac-sha256-path' };
  const { client } = await PanelApplication.create(suite.api, 'With path', settings);
  const owner = await suite.owner();
  await owner.open('/');
  await owner.chooseApplication('With path');
  await owner.open('/signature-check');
  const signed = client.sign({ card: 'A', device_id: 'B' }, 'POST', '/card/login');
  const query = new URLSearchParams(Object.entries(signed) as [string, string][]).toString();
  await owner.field('Query string, form body or JSON').fill(query);
  const check = owner.page.getByRole('button', { name: 'Check', exact: true });
  expect(await check.isDisabled()).toBe(true);
  await owner.field('Path').fill('/api/client/v1/card/login');
  await owner.press('Check');
  await owner.page.getByText('The signature is correct. No errors were found.').waitFor();
  await owner.field('Path').fill('/api/client/v1/card/logout');
  await owner.press('Check');
  await owner.page
    .getByText('The signature is wrong. If nothing else is wrong, the request gets 10010.')
    .waitFor();
});

test('the example of the signature checker replaces method and path, and a pasted URL precedes them', async () => {
  const { client } = await PanelApplication.create(suite.api, 'Pasted', { signMode: 'hmac-sha256-path' });
  const owner = await suite.owner();
  await owner.open('/');
  await owner.chooseApplication('Pasted');
  await owner.open('/signature-check');
  const { page } = owner;
  await owner.choose('Method', 'GET');
  await owner.press('Load example');
  await page.getByText('latchkey-request-v1 POST /api/client/v1/card/login').waitFor();

  await owner.choose('Method', 'GET');
  const signed = client.sign({ card: 'A', name: 'motd' }, 'GET', '/variable/get');
  const query = new URLSearchParams(Object.entries(signed) as [string, string][]).toString();
  const url = `https://licence.example/api/client/v1/variable/get?${query}`;
  await owner.field('Query string, form body or JSON').fill(url);
  expect(await owner.field('Path').inputValue()).toBe('/api/client/v1/card/login');
  await owner.press('Check');
  await page.getByText('The signature is correct. No errors were found.').waitFor();
});

test('the signature checker finds the mistake in a request', async () => {
  const owner = await suite.owner();
  await owner.open('/signature-check');
  await owner.press('Load example');
  await owner.press('Check');
  await owner.page
    .getByText('The signature is wrong. If nothing else is wrong, the request gets 10010.')
    .or(owner.page.getByText('The signature is correct'))
    .first()
    .waitFor();
  const { client } = await PanelApplication.create(suite.api, 'Checked');
  await owner.open('/');
  await owner.chooseApplication('Checked');
  await owner.open('/signature-check');
  const request = client.sign({ card: 'A', device_id: 'B' });
  const asQuery = (parameters: object) =>
    new URLSearchParams(Object.entries(parameters) as [string, string][]).toString();
  await owner.field('Query string, form body or JSON').fill(asQuery(request));
  await owner.press('Check');
  await owner.page.getByText('The signature is correct. No errors were found.').waitFor();
  await owner.field('Query string, form body or JSON').fill(asQuery({ ...request, device_id: 'C' }));
  await owner.press('Check');
  await owner.page
    .getByText('The signature is wrong. If nothing else is wrong, the request gets 10010.')
    .waitFor();
});
