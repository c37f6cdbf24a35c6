import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Locator } from 'playwright-core';
import { Device, Trial } from '@app/database';
import { PanelApplication } from '../support/panel-application.js';
import { LOOKS, type Visitor } from '../support/panel-browser.js';
import { PanelSuite } from '../support/panel-suite.js';
import { eventually } from '../support/server-process.js';

const suite = new PanelSuite();
let shop: PanelApplication;
let card: string;

beforeAll(async () => {
  shop = await PanelApplication.create(suite.api, 'Photo Editor', { trial: 'once' });
  const month = await shop.add('card-types', {
    name: 'Month',
    durationUnit: 'months',
    durationAmount: 1,
    maxDevices: 1,
  });
  [card] = (await shop.generate(month.id, 1)) as [string];
  await shop.login(card, 'PC-old');
  for (const device of ['PC-new', 'PC-newer', 'PC-newest']) await shop.login(card, device);
  await shop.client.post('/card/login', { card: 'NO-SUCH-CARD', device_id: 'PC-stranger', version: '3.1.4' });
  await shop.client.post('/card/login', { card: 'NO-OTHER-CARD', device_id: 'PC-stranger' });
  await shop.client.post('/trial/login', { device_id: 'PC-stranger-2' });
  await eventually(async () => {
    const { body } = await suite.api.list('/refusals', { filter: { applicationId: shop.id } });
    return body.length === 5 || undefined;
  });
});

const board = (visitor: Visitor, name: string) => visitor.page.getByRole('region', { name, exact: true });
/** Returns the request of a device in the list. */
const row = (visitor: Visitor, device: string) => visitor.page.getByRole('row', { name: device });
const filterIn = (visitor: Visitor) =>
  new URLSearchParams(new URL(visitor.page.url()).hash.split('?')[1]).get('filter');

/** Waits until the list has this number of requests. */
async function expectRows({ page }: Visitor, count: number): Promise<void> {
  const rows = page.getByRole('table').locator('tbody tr');
  await eventually(async () => (await rows.count()) === count || undefined);
}

async function openRequest(request: Locator): Promise<void> {
  await request.getByRole('button').first().click();
}

test('the clients that are refused most are one click away, and each entry filters the list', async () => {
  const owner = await suite.owner();
  await owner.page.getByRole('menuitem', { name: 'Requests' }).click();
  await owner.settle();
  const addresses = board(owner, 'Addresses').getByRole('button');
  await expect(addresses.allTextContents()).resolves.toEqual(['127.0.0.15']);
  await expect(board(owner, 'Cards').getByRole('button').first().textContent()).resolves.toBe(`${card}3`);
  await expect(board(owner, 'Devices').getByRole('button').first().textContent()).resolves.toBe(
    'PC-stranger2',
  );
  await expectRows(owner, 5);

  await board(owner, 'Codes').getByRole('button', { name: /10218/ }).click();
  await expectRows(owner, 2);
  expect(JSON.parse(filterIn(owner)!)).toEqual({ period: '24h', code: 10218 });
  await board(owner, 'Cards').getByRole('button', { name: 'NO-SUCH-CARD' }).click();
  await expectRows(owner, 1);
  await board(owner, 'Cards').getByRole('button', { name: 'NO-SUCH-CARD', pressed: true }).click();
  await expectRows(owner, 2);
  await board(owner, 'Codes').getByRole('button', { name: /10218/, pressed: true }).click();
  await expectRows(owner, 5);
});

test('a refused request shows up by itself, and leads to its card', async () => {
  const owner = await suite.owner();
  await owner.open('/refusals');
  const request = row(owner, 'PC-old-2');
  await expect(request.count()).resolves.toBe(0);
  await shop.login(card, 'PC-old-2');
  await request.waitFor();
  await expect(request.innerText()).resolves.toMatch(/10217 the card or user has reached its device limit/);
  await request.getByRole('link', { name: card }).click();
  await owner.settle();
  expect(owner.page.url()).toMatch(/\/cards\/\d+\/show/);
  await owner.follow('All refused requests with this name');
  expect(filterIn(owner)).toBe(JSON.stringify({ exactName: card }));
  await expectRows(owner, 4);
});

test('a request is explained, with what helps now', async () => {
  const owner = await suite.owner();
  const { page } = owner;
  await owner.open('/refusals');
  await openRequest(row(owner, 'PC-newer'));
  const drawer = page.getByRole('dialog', { name: '10217 the card or user has reached its device limit' });
  await drawer.getByText('The customer uses a new device, and the device limit is reached.').waitFor();
  await drawer.getByText('Only one device is allowed, and a device other than PC-newer is bound:').waitFor();
  await drawer.getByRole('button', { name: 'Unbind' }).waitFor();
  await owner.settle();
  await expect(owner.faults('requests-drawer')).resolves.toEqual([]);
  await drawer.getByRole('button', { name: 'Close' }).click();
  await drawer.waitFor({ state: 'detached' });

  await openRequest(page.getByRole('row', { name: 'NO-SUCH-CARD' }));
  const unknown = page.getByRole('dialog');
  await unknown.getByText('does not exist in this application').waitFor();
  await unknown.getByText('No usable card has this key.').waitFor();
  await unknown.getByText('3.1.4').waitFor();
  await unknown.getByRole('link', { name: 'All from this device' }).click();
  await expectRows(owner, 2);
  await page.getByRole('row', { name: 'NO-OTHER-CARD' }).waitFor();
});

test('people with the right to block an address can do so from its row', async () => {
  const owner = await suite.owner();
  await owner.open('/refusals');
  await row(owner, 'PC-newest').getByRole('link', { name: 'Block this address: 127.0.0.1' }).click();
  await owner.settle();
  await expect(owner.field('Pattern').inputValue()).resolves.toBe('127.0.0.1');
  await expect(owner.field('Target').textContent()).resolves.toBe('Address (IP)');

  const viewer = await suite.admin('viewer', [shop.id]);
  await viewer.open('/refusals');
  await row(viewer, 'PC-newest').waitFor();
  await expect(viewer.page.getByRole('link', { name: /^Block this/ }).count()).resolves.toBe(0);
});

test('the dashboard leads to the requests of a code and period', async () => {
  const owner = await suite.owner();
  const { page } = owner;
  await page.getByRole('button', { name: '7 days' }).click();
  const refusals = page.getByRole('region', { name: 'Refusals by code' });
  await refusals.getByRole('link', { name: 'the card does not exist or is used up' }).click();
  await owner.settle();
  expect(JSON.parse(filterIn(owner)!)).toEqual({ code: 10218, period: '7d' });
  await expect(page.getByRole('button', { name: '7 days', pressed: true }).count()).resolves.toBe(1);
  await expectRows(owner, 2);
});

test('the leaderboards follow a time span, of which they count the last 30 days', async () => {
  const owner = await suite.owner();
  const { page } = owner;
  await owner.open(`/refusals?filter={"from":${Date.now() - 89 * 86_400_000}}`);
  await board(owner, 'Codes').getByRole('button', { name: /10218/ }).waitFor();
  await owner.page.getByRole('button', { name: '24 hours' }).click();
  await owner.settle();
  await owner.press('Add filter');
  await page.getByRole('menuitem', { name: 'Before', exact: true }).click();
  await page.locator('input[type=datetime-local]').fill('2020-01-02T00:00');
  await board(owner, 'Codes').getByText('No recorded refusals in this period').waitFor();
  expect(Object.keys(JSON.parse(filterIn(owner)!))).toEqual(['before']);
});

test('filters that match nothing say why', async () => {
  const owner = await suite.owner();
  await owner.open('/refusals');
  await owner.field('Card or user begins with').fill('nobody');
  await owner.page.getByText('No recorded request matches these filters.').waitFor();
  await owner.field('Card or user begins with').fill('NO-');
  await expectRows(owner, 2);
});

test('a device that was only refused is found from the list of devices', async () => {
  const owner = await suite.owner();
  const { page } = owner;
  await owner.open('/devices');
  await owner.field('Device begins with').fill('PC-stranger');
  await page.getByRole('link', { name: /^Find “PC-stranger”/ }).click();
  await owner.settle();
  const section = (name: string) => page.getByRole('region', { name });
  await section('Bound to').getByText('Not bound to any card or user.').waitFor();
  await section('Refused requests').getByText('NO-OTHER-CARD').waitFor();
  await expect(owner.faults('device-lookup')).resolves.toEqual([]);
  // A different device whose id begins with the same text.
  await owner.follow('PC-stranger-2');
  await section('Trial').getByRole('listitem').waitFor();
  await section('Sessions').getByText('Last heartbeat').waitFor();

  await owner.field('Device').fill('PC-old');
  await page.keyboard.press('Enter');
  await section('Bound to').getByRole('link', { name: card }).waitFor();
  await section('Blocks').getByRole('link', { name: 'Block this device' }).click();
  await owner.settle();
  await expect(owner.field('Pattern').inputValue()).resolves.toBe('PC-old');
  await owner.open('/devices/lookup?q=nothing');
  await page.getByText('nothing is unknown in this application').waitFor();
});

test('what is known about a device is found among many devices whose ids begin alike', async () => {
  const deviceId = 'TWIN-1';
  const now = Date.now();
  const alike = [deviceId, ...Array.from({ length: 30 }, (_, i) => `${deviceId}${i}`)];
  await suite.withDatabase(async (database) => {
    const trial = { applicationId: shop.id, ip: '192.0.2.1', startedAt: now, createdAt: now, updatedAt: now };
    await database
      .getRepository(Trial)
      .insert(
        alike.map((each) => ({ ...trial, deviceId: each, expiresAt: now, count: 1, convertedAt: null })),
      );
    const device = { applicationId: shop.id, holderKind: 'user', deviceId, boundAt: now } as const;
    await database
      .getRepository(Device)
      .insert(Array.from({ length: 30 }, (_, i) => ({ ...device, holderId: 1000 + i })));
  });
  for (const pattern of alike)
    await suite.api.create('/blocks', { kind: 'device', pattern, reason: `Because of ${pattern}` });
  const owner = await suite.owner();
  const section = (name: string) => owner.page.getByRole('region', { name });
  await owner.open(`/devices/lookup?q=${deviceId}`);
  await section('Trial').getByText('192.0.2.1').waitFor();
  await section('Blocks').getByRole('link', { name: 'Because of TWIN-1', exact: true }).waitFor();
  await section('Bound to').getByText('The latest 25 of 30').waitFor();
});

test('a viewer gets from a device to its block', async () => {
  await suite.api.create('/blocks', {
    applicationId: shop.id,
    kind: 'device',
    pattern: 'PC-resold',
    reason: 'Resold',
  });
  const viewer = await suite.admin('viewer', [shop.id]);
  await viewer.open('/devices/lookup?q=PC-resold');
  await viewer.follow('Resold');
  expect(viewer.page.url()).toMatch(/\/blocks\/\d+\/show$/);
  await viewer.page.getByText('PC-resold').first().waitFor();
});

describe('the list of requests', () => {
  test.each(LOOKS)(
    'on a %s %o in the %s theme and %s has no faults',
    async (name, viewport, colorScheme, locale) => {
      const visitor = await suite.owner({ viewport, colorScheme, locale });
      const isEnglish = locale === 'en-US';
      const picture = `requests-${name}-${colorScheme}`;
      await visitor.open('/refusals');
      await expect(visitor.faults(picture)).resolves.toEqual([]);
      await visitor.page
        .getByText(isEnglish ? 'the card or user has reached its device limit' : '超过可绑定设备数上限')
        .last()
        .click();
      await visitor.page
        .getByText(
          isEnglish ? 'The customer uses a new device, and the device limit is reached.' : '客户换了新设备。',
        )
        .waitFor();
      await visitor.settle();
      await expect(visitor.faults(`${picture}-drawer`)).resolves.toEqual([]);
      const block = isEnglish ? 'Block this address' : '封禁该地址';
      await visitor.page.getByRole('dialog').getByText(block).waitFor();
      await visitor.open('/devices/lookup?q=PC-old');
      await expect(visitor.faults(`device-lookup-${name}-${colorScheme}`)).resolves.toEqual([]);
    },
  );
});
