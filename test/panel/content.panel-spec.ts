import { beforeAll, expect, test } from '@jest/globals';
import { PanelApplication } from '../support/panel-application.js';
import { PanelSuite } from '../support/panel-suite.js';

const suite = new PanelSuite();
let shop: PanelApplication;

beforeAll(async () => {
  shop = await PanelApplication.create(suite.api, 'Photo Editor', { timeZone: 'Pacific/Kiritimati' });
});

test('a variable: JSON is checked and formatted, and an earlier value restored', async () => {
  const read = async () => (await shop.client.get('/remote/variables/prices')).result?.value;
  const owner = await suite.owner();
  const { page } = owner;
  await owner.open('/variables/create');
  await owner.field('Key').fill('prices');
  const value = owner.field('Value');
  await value.fill('Hello');
  expect(await page.getByRole('button', { name: 'Format' }).count()).toBe(0);
  await value.fill('{\n  "month": 10,\n}');
  await page.getByText('Not JSON: line 3, character 1. You can still save it as text.').waitFor();
  expect(await page.getByRole('button', { name: 'Format' }).isDisabled()).toBe(true);
  await value.fill('{"month":10,"id":1234567890123456789,"rate":1.0}');
  await owner.press('Format');
  const formatted = '{\n  "month": 10,\n  "id": 1234567890123456789,\n  "rate": 1.0\n}';
  expect(await value.inputValue()).toBe(formatted);
  await page.getByText('Valid JSON').waitFor();
  await owner.save();
  expect(await read()).toBe(formatted);

  await owner.open('/variables');
  await owner.follow('prices');
  await value.fill('{"month":12}');
  await owner.save();
  expect(await read()).toBe('{"month":12}');
  await owner.follow('prices');
  await owner.tab('Versions');
  await page.getByRole('row', { name: /^1 / }).getByRole('button', { name: 'View' }).click();
  await page.getByRole('dialog').getByText('+ {"month":12}').waitFor();
  await owner.press('Restore');
  await owner.press('Confirm');
  await page.getByText('Version 1 restored').waitFor();
  expect(await read()).toBe(formatted);
});

test('a version is a draft until it is published', async () => {
  const latest = async (version: string) =>
    (await shop.client.get('/software/version/latest', { version })).result;
  const owner = await suite.owner();
  const { page } = owner;
  await shop.add('versions', { version: '1.0', url: 'https://example.com/1', released: true });
  await owner.open('/versions/create');
  await owner.field('Version').fill('2.0');
  await owner.field('Download URL').fill('https://example.com/2');
  await owner.field('Older clients must update').check();
  await owner.save();
  expect(await latest('0.9')).toMatchObject({ version: '1.0' });
  const row = (version: string) => page.getByRole('row', { name: new RegExp(`^.*${version}`) });
  await owner.open('/versions');
  await row('1\\.0').getByText('Clients get this').waitFor();
  await row('2\\.0').getByText('Draft').waitFor();
  await owner.press('Publish');
  await page.getByText('Clients with a version older than 2.0 are told that they must update.').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await page.getByText('Version 2.0 published').waitFor();
  await row('2\\.0').getByText('Clients get this').waitFor();
  await row('1\\.0').getByText('Released').waitFor();
  expect(await latest('1.0')).toMatchObject({ version: '2.0', forced: 1 });
});

test('times are those of the zone of the application, also where they are typed', async () => {
  const owner = await suite.owner({ timezoneId: 'America/New_York' });
  const { page } = owner;
  await owner.open('/versions');
  await page.getByText('Times are in Pacific/Kiritimati (GMT+14).').waitFor();
  const time = page.getByRole('row', { name: /2\.0/ }).locator('time');
  const at = new Date(String(await time.getAttribute('datetime')));
  const there = {
    timeZone: 'Pacific/Kiritimati',
    dateStyle: 'medium',
    timeStyle: 'short',
    hourCycle: 'h23',
  } as const;
  expect(await time.textContent()).toBe(at.toLocaleString('en', there));
  expect(await time.getAttribute('title')).toMatch(/, Pacific\/Kiritimati \(GMT\+14\)$/);

  await owner.open('/blocks/create');
  await owner.choose('Target', 'Device');
  await owner.field('Pattern').fill('PC-13');
  await owner.field('Reason').fill('a cheat');
  await owner.field('Expires').fill('2030-01-02T03:04');
  await owner.save();
  const { body } = await suite.api.list<{ id: number; expiresAt: number }>('/blocks');
  expect(body[0]!.expiresAt).toBe(Date.parse('2030-01-01T13:04:00Z'));
  await owner.open(`/blocks/${body[0]!.id}`);
  expect(await owner.field('Expires').inputValue()).toBe('2030-01-02T03:04');
});

test('sessions: relative times, a countdown, and rows that appear by themselves', async () => {
  const type = await shop.add('card-types', { name: 'Month', durationUnit: 'months', durationAmount: 1 });
  const [first, second] = await shop.generate(type.id, 2);
  const owner = await suite.owner();
  const { page } = owner;
  await owner.open('/sessions');
  const { token } = await shop.login(first!, 'PC-1');
  const row = page.getByRole('row', { name: /PC-1/ });
  await row
    .getByText(/^\d+ sec\. ago$/)
    .first()
    .waitFor();
  await row.getByText(/^in (\d+ sec\.|9 min\.)$/).waitFor();
  expect(await page.getByRole('columnheader', { name: 'State' }).count()).toBe(0);
  await shop.login(second!, 'PC-2');
  await page.getByRole('row', { name: /PC-2/ }).waitFor();

  await shop.client.post('/card/logout', { card: first!, token });
  await owner.chooseFilter('State', 'Ended');
  await page.getByRole('row', { name: /PC-1/ }).getByText('Ended: logged out').waitFor();
  expect(await page.getByRole('columnheader', { name: 'Next heartbeat' }).count()).toBe(0);
});

test('each tab has its own selected rows, which a new filter and a new visit clear', async () => {
  for (const key of ['colour', 'size', 'shape']) await shop.add('variables', { key, value: '1' });
  const owner = await suite.owner();
  const { page } = owner;
  const other = await suite.newTab(owner);
  const selected = ({ page: shown }: typeof owner) => shown.getByRole('checkbox', { checked: true });
  for (const tab of [other, owner]) await tab.open('/variables');
  const select = async (key: string) =>
    page
      .getByRole('row', { name: new RegExp(key) })
      .getByRole('checkbox')
      .check();
  await select('colour');
  await select('size');
  await page.getByText('2 items selected').waitFor();
  await other.settle();
  expect(await selected(other).count()).toBe(0);

  await page.getByRole('textbox', { name: 'Key begins with' }).fill('shape');
  await page.getByText('2 items selected').waitFor({ state: 'hidden' });
  await select('shape');
  await page.getByText('1 item selected').waitFor();

  await page.getByRole('menuitem', { name: 'Cards', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Cards' }).waitFor();
  await page.goBack();
  await page.getByRole('row', { name: /shape/ }).waitFor();
  expect(await selected(owner).count()).toBe(0);
  await page.reload();
  await page.getByRole('row', { name: /shape/ }).waitFor();
  expect(await selected(owner).count()).toBe(0);
});

test('a new filter unselects sessions and devices, so that “Kick” and “Unbind” reach no hidden rows', async () => {
  const type = await shop.add('card-types', { name: 'Year', durationUnit: 'years', durationAmount: 1 });
  for (const [index, card] of (await shop.generate(type.id, 2)).entries())
    await shop.login(card, `MAC-${index + 1}`);
  const owner = await suite.owner();
  const { page } = owner;
  const row = (name: string) => page.getByRole('row', { name: new RegExp(name) });
  for (const [path, search] of [
    ['/sessions', 'Whole device ID'],
    ['/devices', 'Device begins with'],
  ] as const) {
    await owner.open(path);
    await row('MAC-1').getByRole('checkbox').check();
    await page.getByText('1 item selected').waitFor();
    await page.getByRole('textbox', { name: search }).fill('MAC-2');
    await row('MAC-1').waitFor({ state: 'detached' });
    await row('MAC-2').waitFor();
    await page.getByText('1 item selected').waitFor({ state: 'hidden' });
  }
});
