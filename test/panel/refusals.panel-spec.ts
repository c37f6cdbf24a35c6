import { beforeAll, describe, expect, test } from '@jest/globals';
import { globSync, readFileSync } from 'node:fs';
import type { Route } from 'playwright-core';
import { Admin, Card } from '@app/database';
import { OWNER } from '../support/admin-client.js';
import { newAccount } from '../support/admin-fixtures.js';
import { PanelApplication } from '../support/panel-application.js';
import { MARKUP, storeMarkup } from '../support/panel-markup.js';
import { PHONE, type Visitor } from '../support/panel-browser.js';
import { PanelSuite } from '../support/panel-suite.js';
import { eventually } from '../support/server-process.js';

const suite = new PanelSuite();
let shop: PanelApplication;

beforeAll(async () => {
  shop = await PanelApplication.create(suite.api, 'Photo Editor');
});

test('a field’s fault from the server is shown beside it', async () => {
  const owner = await suite.owner();
  await shop.add('variables', { key: 'taken', value: '1' });
  owner.expectRefusal(422);
  await owner.open('/variables/create');
  await owner.field('Key').fill('taken');
  await owner.press('Save');
  const field = owner.field('Key');
  await owner.page.getByText('is already taken').waitFor();
  const described = await field.getAttribute('aria-describedby');
  await expect(owner.page.locator(`[id="${described!}"]`).textContent()).resolves.toContain(
    'is already taken',
  );
  await expect(field.getAttribute('aria-invalid')).resolves.toBe('true');
});

test('a field’s fault is shown beside it in Chinese too', async () => {
  const owner = await suite.owner({ locale: 'zh-CN' });
  owner.expectRefusal(422);
  await owner.open('/variables/create');
  await owner.page.getByRole('textbox').first().fill('taken');
  await owner.press('保存');
  await owner.page.getByText('已被占用').waitFor();
});

test('the reasons why a job failed or a line created no card are shown in Chinese too', async () => {
  const { id: cardTypeId } = await shop.add('card-types', {
    name: 'Month',
    durationUnit: 'months',
    durationAmount: 1,
  });
  const query = new URLSearchParams({ applicationId: String(shop.id), cardTypeId: String(cardTypeId) });
  const path = `/card-jobs/import?${query.toString()}`;
  const { body } = await suite.api.request('POST', path, ` A\n${'x'.repeat(65)}\n`, {
    'content-type': 'text/plain',
  });
  const owner = await suite.owner({ locale: 'zh-CN' });
  await owner.open(`/card-jobs/${Number(body.id)}/show`);
  await owner.page.getByText('2 行不是有效的卡密，全部未导入。').waitFor();
  await owner.page.getByText('卡密首尾有空格').waitFor();
  await owner.page.getByText('卡密超过 64 个字符').waitFor();
});

test('every kind of record that the server names has a Chinese name', () => {
  const sources = globSync('libs/admin/src/**/*.ts').map((file) => readFileSync(file, 'utf8'));
  const named = sources.flatMap((text) => [...text.matchAll(/(?:singular: |notFound\()'([^']+)'/g)]);
  const kinds = new Set(named.map(([, kind]) => kind!));
  expect(kinds).toContain('webhook');
  const [, names = ''] = readFileSync('admin-ui/src/i18n/problems.zh.ts', 'utf8').split(
    'const problem_value',
  );
  const isNamed = (kind: string) => names.includes(`  ${kind}: '`) || names.includes(`  '${kind}': '`);
  expect([...kinds].filter((kind) => !isNamed(kind))).toEqual([]);
});

test('an empty value of an input that is hidden again does not prevent a save', async () => {
  const { id } = await PanelApplication.create(suite.api, 'With trials', { trial: 'once' });
  const owner = await suite.owner();
  const { page } = owner;
  await owner.open(`/applications/${id}/trials`);
  await page.getByRole('spinbutton', { name: 'Length of a trial (minutes)' }).fill('');
  await page.getByRole('combobox', { name: 'Trials' }).click();
  await page.getByRole('option', { name: 'None', exact: true }).click();
  await owner.save();
  expect((await suite.api.get(`/applications/${id}`)).body).toMatchObject({ trial: 'off', trialMinutes: 60 });
});

test('an empty value of a card type’s input that is hidden again does not prevent a save', async () => {
  const owner = await suite.owner();
  await owner.open('/card-types/create');
  await owner.field('Name').fill('Without hours');
  await owner.choose('Unbind policy', 'Deduct hours');
  await owner.field('Hours').fill('');
  await owner.choose('Unbind policy', 'Only unbind the device');
  await owner.save();
  const { body } = await suite.api.list('/card-types', { filter: { name: 'Without hours' } });
  expect(body).toMatchObject([{ unbindPolicy: 'unbind_only', unbindHours: 0 }]);
});

test('the refusal of the selected application, which has no input, is notified', async () => {
  const owner = await suite.owner();
  const { page } = owner;
  const message = 'is not one of your applications';
  const fault = { code: 'foreign_application', params: {}, message };
  const refusal = { code: 'invalid_fields', params: {}, message: `applicationId ${message}` };
  await page.route('**/card-types', (route) =>
    route.fulfill({ status: 422, json: { ...refusal, faults: { applicationId: fault } } }),
  );
  owner.expectRefusal(422);
  await owner.open('/card-types/create');
  await owner.field('Name').fill('Refused');
  await owner.press('Save');
  await owner.notice(refusal.message).waitFor();
  await page.unroute('**/card-types');
  await owner.save();
});

test('of two concurrent editors the second gets a conflict, and reloads', async () => {
  const { id, rowVersion } = await shop.add('variables', { key: 'shared', value: 'first' });
  const owner = await suite.owner();
  owner.expectRefusal(409);
  await owner.open(`/variables/${id}`);
  await suite.api.patch(`/variables/${id}`, { value: 'of somebody else', rowVersion });
  await owner.field('Value').fill('mine');
  await owner.press('Save');
  await owner.page.getByText('Someone else has changed this record.').waitFor();
  expect((await suite.api.get(`/variables/${id}`)).body).toMatchObject({ value: 'of somebody else' });

  await owner.page.getByRole('row', { name: /^Value mine of somebody else/ }).waitFor();
  expect(await owner.field('Value').inputValue()).toBe('mine');
  await owner.press('Discard mine');
  const value = owner.field('Value');
  await eventually(async () => (await value.inputValue()) === 'of somebody else' || undefined);
  await value.fill('mine after all');
  await owner.save();
  expect((await suite.api.get(`/variables/${id}`)).body).toMatchObject({ value: 'mine after all' });
});

test('discarding one’s own changes shows the other person’s changes, even in a form that keeps edits on a reload', async () => {
  const { id } = await PanelApplication.create(suite.api, 'Shared');
  const owner = await suite.owner();
  owner.expectRefusal(409);
  await owner.open(`/applications/${id}`);
  await suite.api.edit(`/applications/${id}`, { name: 'Theirs' });
  await owner.field('Name').fill('Mine');
  await owner.press('Save');
  await owner.press('Discard mine');
  await eventually(async () => (await owner.field('Name').inputValue()) === 'Theirs' || undefined);
  // The next save contains nothing of what was discarded.
  await owner.tab('Texts');
  await owner.field('Notice').fill('checked');
  await owner.save();
  const saved = async () => (await suite.api.get(`/applications/${id}`)).body;
  expect(await saved()).toMatchObject({ name: 'Theirs', notice: 'checked' });

  await owner.open(`/applications/${id}`);
  await suite.api.edit(`/applications/${id}`, { notice: 'theirs' });
  await owner.field('Name').fill('Mine');
  await owner.press('Save');
  await owner.press('Save mine');
  await owner.page.getByRole('heading', { level: 1, name: 'Applications' }).waitFor();
  expect(await saved()).toMatchObject({ name: 'Mine', notice: 'theirs' });
});

test('a conflict is noticed although an action of the same person has read the record again', async () => {
  const { id } = await PanelApplication.create(suite.api, 'Rotated');
  const path = `/applications/${id}`;
  const saved = async () => (await suite.api.get<{ rowVersion: number }>(path)).body;
  const change = (fields: object) => suite.api.edit(path, fields);
  const owner = await suite.owner();
  owner.expectRefusal(409);
  await owner.open(path);
  await owner.field('Name').fill('Mine');
  await change({ notice: 'theirs' });
  // The rotation is refused, and the page reads the record again.
  await rotateSecret(owner);
  // Fields that only the other person has edited are taken from the record.
  await owner.tab('Texts');
  expect(await owner.field('Notice').inputValue()).toBe('theirs');
  await change({ name: 'Theirs' });
  await rotateSecret(owner);
  expect(await owner.field('Name').inputValue()).toBe('Mine');

  await owner.press('Save');
  await owner.page.getByRole('row', { name: /^Name Mine Theirs/ }).waitFor();
  expect(await saved()).toMatchObject({ name: 'Theirs', notice: 'theirs' });
  await owner.press('Save mine');
  await owner.page.getByRole('heading', { level: 1, name: 'Applications' }).waitFor();
  expect(await saved()).toMatchObject({ name: 'Mine', notice: 'theirs' });
});

test('without a conflict a form is saved although an action of the same person has changed the record', async () => {
  const { id } = await suite.api.create<{ id: number }>('/webhooks', {
    name: 'First',
    url: 'https://shop.example/hooks',
    types: ['*'],
  });
  const path = `/webhooks/${id}`;
  const owner = await suite.owner();
  await owner.open(path);
  await owner.field('Name').fill('Mine');
  await rotateSecret(owner);
  await owner.save();
  expect((await suite.api.get(path)).body).toMatchObject({ name: 'Mine' });
  expect(await owner.page.getByRole('button', { name: 'Save' }).isEnabled()).toBe(false);

  // After the save the form has no edits, so it takes the other person's change.
  await suite.api.edit(path, { name: 'Theirs' });
  owner.expectRefusal(409);
  await rotateSecret(owner);
  await eventually(async () => (await owner.field('Name').inputValue()) === 'Theirs' || undefined);
});

describe('a secret that somebody has replaced meanwhile', () => {
  const REFUSED = /^Nothing was done: this record has changed since you opened it/;
  type Row = { id: number; rowVersion: number };
  const read = async (path: string) => (await suite.api.get<Row>(path)).body;

  test.each<[what: string, page: (id: string) => Promise<string>, tab: string | undefined, press: string[]]>([
    ['secret', async (id) => `/applications/${id}`, 'Signing', ['Rotate secret', 'Rotate secret']],
    ['overlap', async (id) => `/applications/${id}`, 'Signing', ['Invalidate old secret', 'Confirm']],
    ['signing key', async (id) => `/applications/${id}`, 'Signing', ['Rotate key', 'Rotate key']],
    ['link', async (id) => `/applications/${id}`, 'Customer page', ['Renew link', 'Confirm']],
    [
      'secret of a webhook',
      async () => {
        const fields = { name: 'Replaced', url: 'https://shop.example/hooks', types: ['*'] };
        return `/webhooks/${(await suite.api.create<Row>('/webhooks', fields)).id}`;
      },
      undefined,
      ['Rotate secret', 'Rotate secret'],
    ],
    [
      'key of a channel',
      async (applicationId) => {
        const fields = { applicationId: Number(applicationId), name: 'Replaced', products: [] };
        return `/channels/${(await suite.api.create<Row>('/channels', fields)).id}`;
      },
      undefined,
      ['Replace key', 'Confirm'],
    ],
  ])('is not replaced again, or made invalid: the %s', async (what, pageOf, tab, [open, confirm]) => {
    const { id } = await PanelApplication.create(suite.api, `Replaced ${what}`, {
      responseSignature: 'ed25519',
      portalEnabled: true,
    });
    await suite.api.post(`/applications/${id}/rotate-secret`, { overlapHours: 1 });
    const path = await pageOf(String(id));
    const owner = await suite.owner();
    owner.expectRefusal(409);
    await owner.open(path.startsWith('/channels') ? `${path}/show` : path);
    if (tab !== undefined) await owner.tab(tab);
    if (path.startsWith('/channels')) await owner.chooseAction(open!);
    else await owner.press(open!);
    await suite.api.edit(path, { name: `Theirs ${what}` });
    const theirs = await read(path);
    // Meanwhile the page itself has read the record again, as it does when the connection is back.
    await Promise.all([
      owner.page.waitForResponse((response) => response.url().endsWith(`/api/admin/v1${path}`)),
      owner.page.evaluate("dispatchEvent(new Event('offline')); dispatchEvent(new Event('online'))"),
    ]);
    await owner.settle();
    await owner.page.getByRole('dialog').getByRole('button', { name: confirm! }).click();
    await owner.notice(REFUSED).waitFor();
    await owner.page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await read(path)).toEqual(theirs);
  });

  test('is not rotated twice, if the answer to the first request was lost', async () => {
    const { id } = await PanelApplication.create(suite.api, 'Lost answer');
    const path = `/applications/${id}`;
    const { rowVersion } = await read(path);
    const owner = await suite.owner();
    const { page } = owner;
    owner.expectServerAway();
    owner.expectRefusal(409);
    await owner.open(path);
    await owner.tab('Signing');
    await owner.press('Rotate secret');
    const lose = async (route: Route) => {
      await route.fetch();
      await route.abort();
    };
    await page.route('**/rotate-secret', lose, { times: 1 });
    const rotate = page.getByRole('dialog').getByRole('button', { name: 'Rotate secret' });
    await rotate.click();
    await owner.notice('your change may not have been saved').waitFor();
    // When the connection is back, the page reads the record again.
    await page.evaluate("dispatchEvent(new Event('online'))");
    await owner.closeNotice();
    await owner.settle();
    await rotate.click();
    await owner.notice(REFUSED).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByText('Old secret valid until').waitFor();
    expect((await read(path)).rowVersion).toBe(rowVersion + 1);
  });
});

test.each([
  ['time', { expiresAt: 2_000_000_000_000 + 7 * 86_400_000 }],
  ['uses', { uses: 13 }],
])(
  'adding %s again, because the answer to the first request was lost, does not add twice',
  async (what, once) => {
    const terms = { name: `Adds ${what}`, durationUnit: 'days', durationAmount: 30, uses: 10 };
    const type = await shop.add('card-types', terms);
    const [card] = (await shop.generate(type.id, 1)) as [string];
    await shop.login(card, 'PC');
    const read = async () => (await suite.api.list<{ id: number }>('/cards', { filter: { card } })).body[0]!;
    const { id } = await read();
    await suite.withDatabase((db) => db.getRepository(Card).update({ id }, { expiresAt: 2_000_000_000_000 }));
    const owner = await suite.owner();
    const { page } = owner;
    owner.expectServerAway();
    owner.expectRefusal(409);
    await owner.open(`/cards/${id}/show`);
    if (what === 'time') await owner.press('Add time');
    else {
      await owner.chooseAction('Add uses');
      await owner.field('Uses to add').fill('3');
    }
    const lose = async (route: Route) => {
      await route.fetch();
      await route.abort();
    };
    await page.route(`**/add-${what}`, lose, { times: 1 });
    const add = page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true });
    await add.click();
    await owner.notice('your change may not have been saved').waitFor();
    // When the connection is back, the page reads the card again.
    await page.evaluate("dispatchEvent(new Event('online'))");
    await owner.closeNotice();
    await owner.settle();
    await add.click();
    await owner.notice(/^Nothing was done: this record has changed since you opened it/).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await read()).toMatchObject(once);
  },
);

test('a colleague’s two-factor authentication is turned off beside unsaved edits', async () => {
  const { id } = await suite.api.create<{ id: number }>('/admins', {
    email: 'clerk@shop.example',
    name: 'Clerk',
    password: 'password of the clerk',
    role: 'viewer',
  });
  await suite.withDatabase((database) => database.getRepository(Admin).update({ id }, { totpEnabledAt: 1 }));
  const owner = await suite.owner();
  await owner.open(`/admins/${id}`);
  await owner.field('Name').fill('Typed before');
  await owner.press('Turn off two-factor authentication');
  await owner.confirm();
  await owner.page
    .getByRole('button', { name: 'Turn off two-factor authentication' })
    .waitFor({ state: 'detached' });
  expect(await owner.field('Name').inputValue()).toBe('Typed before');
  await owner.save();
  expect((await suite.api.get(`/admins/${id}`)).body).toMatchObject({
    name: 'Typed before',
    totpEnabledAt: null,
  });
});

test('saving one’s own version of a type also changes its unused cards, if this was chosen', async () => {
  const type = await shop.add('card-types', { name: 'Week', durationUnit: 'days', durationAmount: 7 });
  await shop.generate(type.id, 2);
  const owner = await suite.owner();
  const { page } = owner;
  owner.expectRefusal(409);
  await owner.open(`/card-types/${type.id}`);
  await suite.api.patch(`/card-types/${type.id}`, { name: 'Seven days', rowVersion: type.rowVersion });
  await owner.field('Devices').fill('4');
  await page.getByLabel('Also change the 2 unused cards of this type').check();
  await owner.press('Save');
  await owner.press('Save mine');
  await page.getByText('2 cards changed').waitFor();
  const { body } = await suite.api.list('/cards', { filter: { cardTypeId: type.id } });
  expect(body).toMatchObject([{ maxDevices: 4 }, { maxDevices: 4 }]);
});

test('after a conflict one’s own version can be saved, and keeps what others changed elsewhere', async () => {
  const { id, rowVersion } = await shop.add('variables', {
    key: 'both',
    value: 'first',
    requireFeature: 'old',
  });
  const owner = await suite.owner();
  owner.expectRefusal(409);
  await owner.open(`/variables/${id}`);
  await suite.api.patch(`/variables/${id}`, { requireFeature: 'theirs', rowVersion });
  await owner.field('Value').fill('mine');
  await owner.press('Save');
  await owner.press('Save mine');
  await owner.notice('Saved both').waitFor();
  expect((await suite.api.get(`/variables/${id}`)).body).toMatchObject({
    value: 'mine',
    requireFeature: 'theirs',
  });

  // The notification keeps its name when another record is saved. A click would close it.
  await owner.page.evaluate("location.hash = '#/variables/create'");
  await owner.field('Key').fill('another');
  await owner.page.evaluate("document.querySelector('main form').requestSubmit()");
  await owner.page.getByRole('link', { name: 'another' }).waitFor();
  await owner.notice('Saved both').waitFor();
});

test('one’s own version can also be saved after a second conflict', async () => {
  const { id } = await shop.add('variables', { key: 'twice', value: 'first', requireFeature: 'old' });
  const path = `/variables/${id}`;
  const change = (requireFeature: string) => suite.api.edit(path, { requireFeature });
  const owner = await suite.owner();
  owner.expectRefusal(409);
  await owner.open(path);
  await owner.field('Value').fill('mine');
  await change('second');
  await owner.press('Save');
  await owner.page.getByRole('row', { name: /second$/ }).waitFor();
  await change('third');
  await owner.press('Save mine');
  await owner.page.getByRole('row', { name: /third$/ }).waitFor();
  await owner.press('Save mine');
  await owner.notice('Saved twice').waitFor();
  expect((await suite.api.get(path)).body).toMatchObject({ value: 'mine', requireFeature: 'third' });
});

test('one’s own version of a webhook keeps the applications that somebody else has chosen', async () => {
  const { id } = await suite.api.create<{ id: number }>('/webhooks', {
    name: 'Of all',
    url: 'https://shop.example/hooks',
    types: ['*'],
  });
  const path = `/webhooks/${id}`;
  const owner = await suite.owner();
  owner.expectRefusal(409);
  await owner.open(path);
  await suite.api.edit(path, { applicationIds: [shop.id] });
  await owner.field('Name').fill('Mine');
  await owner.press('Save');
  await owner.page.getByRole('row', { name: `Applications All applications [${shop.id}]` }).waitFor();
  await owner.press('Save mine');
  await owner.notice('Saved Mine').waitFor();
  expect((await suite.api.get(path)).body).toMatchObject({
    name: 'Mine',
    allApplications: false,
    applicationIds: [shop.id],
  });
});

test('stored markup is shown, not run, on every list and record page', async () => {
  const pages = await storeMarkup(suite.api, shop);
  const owner = await suite.owner();
  for (const path of pages) {
    await owner.open(path);
    await expect(owner.page.evaluate('window.hacked')).resolves.toBeUndefined();
    await expect(owner.page.locator('img[src=x], a[href^="javascript:window"]').count()).resolves.toBe(0);
  }
  await owner.open('/cards/1/show');
  await owner.page.getByText(MARKUP).first().waitFor();
});

describe('when the session has ended', () => {
  test('a sign-in dialog keeps a form with its input, here on a phone with the keyboard', async () => {
    const { id } = await shop.add('variables', { key: 'half_typed', value: 'first' });
    const visitor = await suite.visit({ viewport: PHONE, colorScheme: 'dark' });
    const { page } = visitor;
    visitor.expectRefusal(401);
    await visitor.signIn();
    await visitor.open(`/variables/${id}`);
    await visitor.field('Value').fill('typed before the end');
    await suite.endSessions();
    // Unlike a click, the event also reaches the button if a poll has already opened the dialog.
    const save = page.getByRole('button', { name: 'Save', exact: true, includeHidden: true });
    await save.dispatchEvent('click');
    await visitor.notice('your change was not saved').waitFor();

    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    await expect(dialog.getByLabel('Email').inputValue()).resolves.toBe(OWNER.email);
    await visitor.settle();
    await expect(visitor.faults('phone-dark-sign-in-again')).resolves.toEqual([]);
    await page.keyboard.press('Escape');
    await page.keyboard.type('wrong password');
    await page.keyboard.press('Enter');
    await dialog.getByText('The email address or the password is wrong.').waitFor();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type(OWNER.password);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await expect(visitor.field('Value').inputValue()).resolves.toBe('typed before the end');
    await visitor.save();
    expect((await suite.api.get(`/variables/${id}`)).body).toMatchObject({ value: 'typed before the end' });
  });

  test('lists keep their rows, and all tabs continue after a sign-in in one of them', async () => {
    await shop.add('variables', { key: 'seen_before', value: '1' });
    const first = await suite.visit();
    first.expectRefusal(401);
    await first.signIn();
    await first.open('/variables');
    await first.chooseApplication('Photo Editor');
    const second = await suite.newTab(first);
    second.expectRefusal(401);
    await second.open('/variables');
    const selected = second.page.getByText('1 item selected');
    await second.page
      .getByRole('row', { name: /seen_before/ })
      .getByRole('checkbox')
      .check();
    await selected.waitFor();
    const dialogIn = ({ page }: Visitor) => page.getByRole('dialog', { name: 'Sign in again' });
    await suite.endSessions();
    await shop.add('variables', { key: 'added_meanwhile', value: '1' });
    for (const tab of [first, second]) {
      await tab.comeBack();
      await dialogIn(tab).waitFor();
      await tab.page.getByText('seen_before').first().waitFor();
    }
    await first.settle();
    await expect(first.faults('laptop-sign-in-again')).resolves.toEqual([]);
    // A tab that is opened meanwhile shows the sign-in page, and changes nothing in the others.
    const third = await suite.newTab(first);
    third.expectRefusal(401);
    await third.open('/variables');
    await third.page.getByRole('heading', { name: 'Sign in to Latchkey' }).waitFor();
    for (const tab of [first, second]) await dialogIn(tab).waitFor();
    expect(await selected.count()).toBe(1);
    await first.signInAgain();
    await dialogIn(second).waitFor({ state: 'detached' });
    for (const { page } of [first, second])
      await page.getByRole('link', { name: 'added_meanwhile' }).waitFor();
  });

  test('a sign-in with a different account reloads the page; leaving it leads to the sign-in page', async () => {
    const other = await newAccount(suite.api, 'owner');
    const visitor = await suite.visit();
    visitor.expectRefusal(401);
    await visitor.signIn();
    await visitor.open('/variables');
    await suite.endSessions();
    await visitor.comeBack();
    await visitor.field('Email').fill(other.email);
    await visitor.signInAgain(other);
    await visitor.page.getByRole('button', { name: /^Profile: Number/ }).waitFor();

    await visitor.page.context().clearCookies();
    await visitor.comeBack();
    await visitor.press('Leave this page');
    await visitor.page.getByRole('heading', { name: 'Sign in to Latchkey' }).waitFor();
  });
});

test('signing out shows the sign-in page without an error', async () => {
  const visitor = await suite.visit();
  await visitor.signIn();
  const { page } = visitor;
  await visitor.signOut();
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  await visitor.settle();
  await expect(page.getByText(/signed in|ended/).count()).resolves.toBe(0);
});

/** Rotates the secret of an application or webhook on its edit page, which then reads the record again. */
async function rotateSecret(owner: Visitor): Promise<void> {
  const { page } = owner;
  const signing = page.getByRole('tab', { name: 'Signing' });
  if ((await signing.count()) > 0) await signing.click();
  await owner.press('Rotate secret');
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate secret' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await owner.settle();
}
