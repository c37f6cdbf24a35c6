import { beforeAll, expect, test } from '@jest/globals';
import { PanelApplication } from '../support/panel-application.js';
import { MARKUP, storeMarkup } from '../support/panel-markup.js';
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

test('the same in Chinese', async () => {
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

test('discarding one’s changes takes the other person’s, also in a form that keeps edits on a reload', async () => {
  const { id } = await PanelApplication.create(suite.api, 'Shared');
  const { rowVersion } = (await suite.api.get<{ rowVersion: number }>(`/applications/${id}`)).body;
  const owner = await suite.owner();
  owner.expectRefusal(409);
  await owner.open(`/applications/${id}`);
  await suite.api.patch(`/applications/${id}`, { name: 'Theirs', rowVersion });
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
  const { rowVersion: later } = (await saved()) as { rowVersion: number };
  await suite.api.patch(`/applications/${id}`, { notice: 'theirs', rowVersion: later });
  await owner.field('Name').fill('Mine');
  await owner.press('Save');
  await owner.press('Save mine');
  await owner.page.getByRole('heading', { level: 1, name: 'Applications' }).waitFor();
  expect(await saved()).toMatchObject({ name: 'Mine', notice: 'theirs' });
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

test('a session that ended elsewhere shows the sign-in page with a message', async () => {
  const owner = await suite.owner();
  owner.expectRefusal(401);
  // A page without polling, since a poll would detect the end of the session first.
  await owner.open('/variables');
  await owner.page.context().clearCookies();
  await owner.page.getByRole('button', { name: 'Refresh' }).click();
  await owner.page.getByRole('button', { name: 'Sign in' }).waitFor();
  await owner.page.getByText('Your session has ended, please reconnect.').waitFor();
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
