import { beforeAll, describe, expect, test } from '@jest/globals';
import { Anomaly, Card, Channel, DayFigures, DayIncome, Order } from '@app/database';
import { addDays, dateAt } from '@app/figures';
import { SystemClock } from '@app/platform';
import { OWNER } from '../support/admin-client.js';
import { PanelApplication } from '../support/panel-application.js';
import { LOOKS, SIGN_IN_PAGE } from '../support/panel-browser.js';
import { PanelSuite } from '../support/panel-suite.js';
import { eventually } from '../support/server-process.js';
import { zoneAtNoon } from '../support/zone-at-noon.js';

const ZONE = zoneAtNoon();
const DAY_MS = 86_400_000;
const suite = new PanelSuite();
let shop: PanelApplication;
let card: string;

beforeAll(async () => {
  shop = await PanelApplication.create(suite.api, 'Photo Editor', { timeZone: ZONE });
  const typeOf = (name: string) =>
    shop.add('card-types', { name, durationUnit: 'months', durationAmount: 1 });
  const [month, year] = [await typeOf('Month'), await typeOf('Year')];
  const product = { cardTypeId: month.id, name: 'Month', price: 3000, currency: 'CNY', mode: 'make' };
  const channel = await shop.add('channels', { name: 'Web shop', products: [product] });
  [card] = (await shop.generate(year.id, 1)) as [string];
  const order = { cardTypeId: month.id, quantity: 1, amount: 3000, currency: 'CNY' };
  for (const requestKey of ['yesterday', 'today']) await shop.add('orders', { ...order, requestKey });
  await fill(month.id, year.id, channel.id);
});

/** Adds the days before today. */
async function fill(month: number, year: number, channelId: number): Promise<void> {
  const now = new SystemClock().now();
  const today = dateAt(now, ZONE);
  const midnight = Temporal.PlainDate.from(today).toZonedDateTime(ZONE).epochMilliseconds;
  const applicationId = shop.id;
  await suite.withDatabase(async ({ manager }) => {
    await manager.update(Order, { requestKey: 'yesterday' }, { createdAt: midnight - DAY_MS / 2 });
    // Yesterday too, so that the server does not store it while the tests run.
    for (let back = 1; back < 60; back++) {
      const day = addDays(today, -back);
      const wave = 4 + (back % 7);
      await manager.insert(DayFigures, {
        applicationId,
        day,
        startsAt: midnight - back * DAY_MS,
        endsAt: midnight - (back - 1) * DAY_MS,
        activations: wave,
        refusals: 1,
        trials: 10,
        trialConversions: 2,
        expired: 8,
        renewed: 6,
        activeCards: 100 + wave,
        activeUsers: 20,
        monthActiveCards: 250,
        monthActiveUsers: 30,
      });
      const row = { applicationId, day, orders: wave, cards: wave, refunds: 0, refunded: 0 };
      const sales = { ...row, channelId, cardTypeId: month, currency: 'CNY', income: wave * 3000 };
      const byHand = { ...row, channelId: 0, cardTypeId: year, currency: 'CNY', orders: 1, income: 19_900 };
      if (back === 1) {
        await manager.insert(DayIncome, { ...sales, orders: 1, cards: 1, income: 3000 });
        continue;
      }
      await manager.insert(DayIncome, back === 3 ? { ...sales, refunds: 1, refunded: 60_000 } : sales);
      if (back % 5 === 0) await manager.insert(DayIncome, byHand);
    }
    const { id: holderId } = await manager.findOneByOrFail(Card, { card });
    const found = { applicationId, day: addDays(today, -1), holderKind: null, holderId: null };
    const more = { deviceId: null, hourAt: null };
    await manager.insert(Anomaly, [
      { ...found, ...more, kind: 'many_devices', holderKind: 'card', holderId, count: 12 },
      { ...found, ...more, kind: 'shared_device', deviceId: 'PC-shared', count: 9 },
      { ...found, ...more, kind: 'refusal_burst', hourAt: midnight - DAY_MS / 4, count: 1234 },
    ]);
    expect(await manager.count(Channel)).toBe(1);
  });
}

test('a seller sees the income of yesterday at once', async () => {
  const { page } = await suite.owner();
  const figures = page.locator('dl', { hasText: 'Login success' });
  await figures.getByText('Yesterday: CN¥30.00').waitFor();
  const text = (await figures.innerText()).replaceAll('\n', ' ');
  expect(text).toContain('CN¥600.00 refunded');
  expect(text).toMatch(/\d+% (more|less) than before/);
  for (const period of ['Today', '30 days', '90 days', '7 days']) {
    await page.getByRole('button', { name: period, exact: true }).click();
    await figures.getByText('Yesterday: CN¥30.00').waitFor();
  }
});

test('one choice of period changes all figures, and none contradicts another', async () => {
  const owner = await suite.owner();
  const { page } = owner;
  const income = page
    .locator('dl', { hasText: 'Login success' })
    .locator('div', { hasText: 'Income' })
    .first();
  const byDay = page.getByRole('region', { name: 'Income by day', exact: true });
  for (const [period, amount] of [
    ['Today', 'CN¥30.00'],
    ['30 days', undefined],
    ['7 days', undefined],
  ] as const) {
    await page.getByRole('button', { name: period, exact: true }).click();
    await owner.settle();
    const total = /CN¥[\d.,]+/.exec(await income.locator('dd').first().innerText())![0];
    if (amount) expect(total).toBe(amount);
    await byDay.getByText(`${total} after refunds.`).waitFor();
  }
  await byDay.getByText('Show data table').click();
  await byDay
    .getByRole('row', { name: /\(so far\)/ })
    .first()
    .waitFor();
});

test('refusals lead to the requests, and nothing needs attention in a healthy application', async () => {
  const owner = await suite.owner();
  const { page } = owner;
  await shop.login('NO-SUCH-CARD', 'PC-1');
  const refusals = page.getByRole('region', { name: 'Refusals by code' });
  const link = refusals.getByRole('link', { name: /^10218/ });
  await eventually(async () => {
    await owner.open('/cards');
    await owner.open('/');
    return (await link.count()) > 0 || undefined;
  });
  const href = decodeURIComponent((await link.getAttribute('href'))!.replaceAll('+', ' '));
  expect(href).toContain('/refusals?filter={"code":10218,"period":"7d"}');
  await PanelApplication.create(suite.api, 'Quiet');
  await page.reload();
  await owner.chooseApplication('Quiet');
  await page.getByText('Nothing needs your attention.').waitFor();
  await owner.chooseApplication('Photo Editor');
});

test('income is split by card type or channel', async () => {
  const owner = await suite.owner();
  const card = owner.page.getByRole('region', { name: 'Income by day', exact: true });
  await card.getByRole('row', { name: /^Month/ }).waitFor();
  await card.getByRole('row', { name: /^Year/ }).waitFor();
  await card.getByRole('button', { name: 'Channel' }).click();
  await card.getByRole('row', { name: /^Web shop/ }).waitFor();
  await card.getByRole('row', { name: /^Issued by hand/ }).waitFor();
  await owner.open('/cards');
  await owner.open('/');
  await card.getByRole('row', { name: /^Web shop/ }).waitFor();
});

test('customers are shown with their renewals, activity and trials', async () => {
  const { page } = await suite.owner();
  const customers = page.getByRole('region', { name: 'Customers' });
  await customers.getByText('75%', { exact: true }).waitFor();
  await customers.getByText('Previous period: 75%.').waitFor();
  await customers.getByText('Cards: 105; users: 20. This month so far: 280.').waitFor();
  await customers.getByText('20%', { exact: true }).waitFor();
});

test('unusual activity leads to the card and the device', async () => {
  const owner = await suite.owner();
  const unusual = owner.page.getByRole('region', { name: 'Needs attention' });
  await unusual.getByText('used 12 devices in a day').waitFor();
  await unusual.getByText(/1,234 requests were refused in the hour from .* 18:00/).waitFor();
  await unusual.getByRole('link', { name: 'PC-shared' }).click();
  await owner.settle();
  expect(owner.page.url()).toMatch(/\/devices\/lookup\?q=PC-shared$/);
  await owner.open('/');
  await unusual.getByRole('link', { name: card }).click();
  await owner.settle();
  expect(owner.page.url()).toMatch(/cards\/\d+\/show/);
});

test('a role that may not see prices sees no income', async () => {
  const viewer = await suite.admin('viewer', [shop.id]);
  await viewer.page.getByRole('region', { name: 'Customers' }).waitFor();
  await expect(viewer.page.getByText('Income').count()).resolves.toBe(0);
  await expect(viewer.page.getByText('¥').count()).resolves.toBe(0);
  const manager = await suite.admin('manager', [shop.id]);
  await manager.page.getByText('Yesterday: CN¥30.00').waitFor();
});

describe('the dashboard with figures', () => {
  test.each(LOOKS)(
    'on a %s %o in the %s theme and %s has no faults',
    async (name, viewport, colorScheme, locale) => {
      const visitor = await suite.visit({ viewport, colorScheme, locale });
      await visitor.signIn(OWNER, locale === 'en-US' ? SIGN_IN_PAGE.en : SIGN_IN_PAGE.zh);
      await visitor.settle();
      await expect(visitor.faults(`figures-${name}-${colorScheme}`)).resolves.toEqual([]);
    },
  );
});
