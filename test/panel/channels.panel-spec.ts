import { beforeAll, expect, test } from '@jest/globals';
import { SystemClock } from '@app/platform';
import { AcgClient } from '../support/acg-client.js';
import { DujiaoClient } from '../support/dujiao-client.js';
import { PanelApplication } from '../support/panel-application.js';
import { PanelSuite } from '../support/panel-suite.js';

const suite = new PanelSuite();

beforeAll(async () => {
  const shop = await PanelApplication.create(suite.api, 'Photo Editor');
  await shop.add('card-types', { name: 'Month', durationUnit: 'months', durationAmount: 1 });
});

test('prices are typed in major units, with the decimals of the currency', async () => {
  const owner = await suite.owner();
  await owner.open('/channels/create');
  await owner.field('Name').fill('Web shop');
  await owner.press('Add product');
  await owner.choose('Card type', 'Month');
  await owner.field('Name').last().fill('Month');
  await owner.field('Price').fill('19.90');
  await owner.press('Save');
  await owner.press('I have saved it');
  const channel = async () => (await suite.api.get('/channels/1')).body;
  expect(await channel()).toMatchObject({ products: [{ price: 1990, currency: 'CNY' }] });

  await owner.open('/channels/1');
  expect(await owner.field('Price').inputValue()).toBe('19.90');
  await owner.field('Currency').fill('jpy');
  expect(await owner.field('Price').inputValue()).toBe('1990');
  await owner.field('Price').fill('300');
  await owner.save();
  expect(await channel()).toMatchObject({ products: [{ price: 300, currency: 'JPY' }] });
});

test.each([
  ['acg-faka', 'Merchant ID (商户ID)', connectsToAcg],
  ['dujiao-next', 'API Key', connectsToDujiao],
] as const)(
  'a channel for %s shows its id and key, and what to type into the shop',
  async (kind, label, connects) => {
    const owner = await suite.owner();
    const { page } = owner;
    const dialog = page.getByRole('dialog');
    await owner.open('/channels/create');
    await owner.field('Name').fill(kind);
    await owner.choose('Shop or service', kind);
    await owner.press('Save');
    const key = await dialog.getByLabel('Key of the channel').inputValue();
    const id = await dialog.getByRole('group', { name: 'ID of the channel' }).innerText();
    await expect(connects(id, key)).resolves.toBe(true);
    await owner.press('I have saved it');
    // The page that the shop's administrator reads.
    await page.getByRole('group', { name: label }).getByText(id, { exact: true }).waitFor();
    await page.getByText(suite.server.url, { exact: true }).waitFor();
    await expect(page.getByText(key).count()).resolves.toBe(0);

    await owner.chooseAction('Replace key');
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
    const next = await dialog.getByLabel('Key of the channel').inputValue();
    await owner.press('I have saved it');
    await expect(connects(id, key)).resolves.toBe(false);
    await expect(connects(id, next)).resolves.toBe(true);
  },
);

async function connectsToAcg(id: string, key: string): Promise<boolean> {
  return (await new AcgClient(suite.server.url, id, key).post('/authentication/connect')).code === 200;
}

async function connectsToDujiao(id: string, key: string): Promise<boolean> {
  const client = new DujiaoClient(suite.server.url, id, key, new SystemClock());
  return (await client.send('POST', '/ping')).status === 200;
}
