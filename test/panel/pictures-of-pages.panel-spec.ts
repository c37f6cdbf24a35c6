import { beforeAll, expect, test } from '@jest/globals';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Visitor } from '../support/panel-browser.js';
import { PanelApplication } from '../support/panel-application.js';
import { PanelSuite } from '../support/panel-suite.js';
import { writePastDays } from '../support/past-days.js';

const FOLDER = join(import.meta.dirname, '../../docs/images');
const SIZE = { width: 1280, height: 800 };
/** Maximum size of a picture in bytes, so that documents load quickly. */
const MAX_BYTES = 100_000;

const suite = new PanelSuite();
let shop: PanelApplication;
let expired: string;

beforeAll(async () => {
  shop = await PanelApplication.create(suite.api, 'Photo Editor', { timeZone: 'Asia/Shanghai' });
  const typeOf = (name: string, durationUnit: string, durationAmount: number, more: object = {}) =>
    shop.add('card-types', { name, durationUnit, durationAmount, keyMask: 'AUR-****-****-****', ...more });
  const month = await typeOf('Month', 'months', 1);
  const year = await typeOf('Year', 'years', 1, { maxDevices: 2, maxSessions: 2 });
  const lifetime = await typeOf('Lifetime', 'permanent', 0);
  const product = { cardTypeId: month.id, name: 'Month', price: 1990, currency: 'CNY', mode: 'make' };
  const channel = await shop.add('channels', { name: 'Web shop', products: [product] });
  const [cards, years] = [await shop.generate(month.id, 60), await shop.generate(year.id, 24)];
  await shop.generate(lifetime.id, 6);
  const devices = ['DESKTOP-7QK2', 'MacBook-Lin', 'LAPTOP-R4M9', 'PC-Studio', 'DESKTOP-HOME'];
  for (const [i, card] of [...cards.slice(0, 18), ...years.slice(0, 9)].entries())
    await shop.login(card, `${devices[i % devices.length]}-${i}`);
  expired = cards[3]!;
  for (const device of ['DESKTOP-NEW', 'LAPTOP-OLD']) await shop.login(expired, device);
  for (const card of ['AUR-0000-0000-0000', 'TEST-KEY'])
    for (const device of ['PC-A', 'PC-B', 'PC-C']) await shop.login(card, device);
  await suite.withDatabase((dataSource) =>
    writePastDays(dataSource, {
      applicationId: shop.id,
      timeZone: 'Asia/Shanghai',
      channelId: channel.id,
      types: [
        { id: month.id, price: 1990, share: 0.6 },
        { id: year.id, price: 12_800, share: 0.3 },
        { id: lifetime.id, price: 29_900, share: 0.1 },
      ],
      refusals: { 10218: 24, 10217: 11, 10210: 8 },
    }),
  );
});

/** The pictures of README and docs/panel.md. Only `npm run screenshots` writes them. */
async function picture(visitor: Visitor, name: string): Promise<void> {
  await visitor.settle();
  const client = await visitor.page.context().newCDPSession(visitor.page);
  const { data } = await client.send('Page.captureScreenshot', { format: 'webp', quality: 80 });
  const bytes = Buffer.from(data, 'base64');
  expect(bytes.length).toBeLessThan(MAX_BYTES);
  if (!process.env.TEST_SCREENSHOTS) return;
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, `${name}.webp`), bytes);
}

test('the documents show the panel in small pictures', async () => {
  const owner = await suite.owner({ viewport: SIZE, colorScheme: 'light' });
  await picture(owner, 'dashboard');
  await owner.open('/cards');
  await picture(owner, 'cards');
  const { body } = await suite.api.list<{ id: number }>('/cards', { filter: { card: expired } });
  await owner.open(`/cards/${body[0]!.id}/show`);
  await picture(owner, 'card');
  await owner.open('/refusals');
  await picture(owner, 'requests');
  await owner.page.keyboard.press('Control+k');
  await owner.page.getByRole('dialog').getByRole('combobox').fill(expired.slice(-4));
  await owner.page.getByRole('option').first().waitFor();
  await picture(owner, 'search');
  await owner.leave();

  const dark = await suite.owner({ viewport: SIZE, colorScheme: 'dark', locale: 'zh-CN' });
  await picture(dark, 'dashboard-dark-zh');
});
