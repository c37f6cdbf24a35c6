import { beforeAll, expect, test } from '@jest/globals';
import { OrderMail, Payment } from '@app/database';
import { SystemClock } from '@app/platform';
import { AcgClient } from '../support/acg-client.js';
import { DujiaoClient } from '../support/dujiao-client.js';
import { PanelApplication } from '../support/panel-application.js';
import { PanelSuite } from '../support/panel-suite.js';

const suite = new PanelSuite();
const PRICES = [
  ['Month in yuan', 'cny', '19.90'],
  ['Month in yen', 'jpy', '500'],
] as const;

let shop: PanelApplication;

beforeAll(async () => {
  shop = await PanelApplication.create(suite.api, 'Photo Editor');
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
  await owner.field('Price').fill('300');
  await owner.field('Currency').fill('');
  await owner.field('Currency').pressSequentially('jpy');
  await owner.settle();
  expect(await owner.field('Price').inputValue()).toBe('300');
  await owner.save();
  expect(await channel()).toMatchObject({ products: [{ price: 300, currency: 'JPY' }] });

  await owner.open('/channels/1');
  expect(await owner.field('Price').inputValue()).toBe('300');
  await owner.field('Currency').fill('usd');
  await owner.settle();
  expect(await owner.field('Price').inputValue()).toBe('300.00');
});

test('a removed product leaves the prices of the others as they are', async () => {
  const owner = await suite.owner();
  await owner.open('/channels/create');
  await owner.field('Name').fill('Two currencies');
  for (const [name, currency, price] of PRICES) {
    await owner.press('Add product');
    await owner.field('Card type').last().click();
    await owner.page.getByRole('option', { name: 'Month', exact: true }).click();
    await owner.field('Name').last().fill(name);
    await owner.field('Price').last().fill(price);
    await owner.field('Currency').last().fill(currency);
  }
  // The button of a row appears under the mouse.
  await owner.field('Name').nth(1).hover();
  await owner.page.getByRole('button', { name: 'Remove', exact: true }).first().click();
  await owner.settle();
  expect(await owner.field('Price').inputValue()).toBe('500');
});

test('spaces within a batch are kept, and the text below the cards can be cleared', async () => {
  const { id } = await suite.api.create<{ id: number }>('/channels', {
    applicationId: 1,
    name: 'Mails',
    mailCards: true,
    mailText: 'Thank you',
    products: [{ cardTypeId: 1, name: 'Month', price: 100, currency: 'CNY', mode: 'stock', batch: 'May' }],
  });
  const owner = await suite.owner();
  await owner.open(`/channels/${id}`);
  await owner.field('Batch').fill('');
  await owner.field('Batch').pressSequentially(' Spring sale ');
  await owner.field('Text below the cards').fill('');
  await owner.save();
  const { body } = await suite.api.get(`/channels/${id}`);
  expect(body).toMatchObject({ mailText: null, products: [{ batch: 'Spring sale' }] });
});

test('after a conflict one’s own version keeps the prices that somebody else has changed', async () => {
  const product = { cardTypeId: 1, name: 'Month', currency: 'CNY', mode: 'make', batch: null };
  const { id, rowVersion } = await suite.api.create<{ id: number; rowVersion: number }>('/channels', {
    applicationId: 1,
    name: 'Edited by two',
    products: [{ ...product, price: 1000 }],
  });
  const owner = await suite.owner();
  owner.expectRefusal(409);
  await owner.open(`/channels/${id}`);
  await suite.api.patch(`/channels/${id}`, { products: [{ ...product, price: 2000 }], rowVersion });
  await owner.field('Name').first().fill('Mine');
  await owner.press('Save');
  await owner.press('Save mine');
  await owner.notice('Saved Mine').waitFor();
  const { body } = await suite.api.get(`/channels/${id}`);
  expect(body).toMatchObject({ name: 'Mine', products: [{ price: 2000 }] });
});

test('a product is marked as low while fewer cards are available than the channel’s level', async () => {
  const { id, rowVersion } = await suite.api.create<{ id: number; rowVersion: number }>('/channels', {
    applicationId: 1,
    name: 'Stock',
    lowStock: 5,
    products: [{ cardTypeId: 1, name: 'Month', price: 1, currency: 'CNY', mode: 'stock', batch: 'June' }],
  });
  const owner = await suite.owner();
  const low = owner.page.getByRole('cell', { name: /Low$/ });
  await owner.open(`/channels/${id}/show`);
  await low.waitFor();

  const isLow = async () => {
    await owner.open(`/channels/${id}`);
    await owner.open(`/channels/${id}/show`);
    await owner.page.getByRole('cell', { name: 'June' }).waitFor();
    return (await low.count()) > 0;
  };
  await shop.generate(1, 5, { batch: 'June' });
  await expect(isLow()).resolves.toBe(false);
  const raised = await suite.api.patch(`/channels/${id}`, { lowStock: 6, rowVersion });
  await expect(isLow()).resolves.toBe(true);
  await suite.api.patch(`/channels/${id}`, { lowStock: null, rowVersion: raised.body.rowVersion });
  await expect(isLow()).resolves.toBe(false);
});

test('the deletion of a channel is confirmed in a dialog', async () => {
  const { id } = await suite.api.create<{ id: number }>('/channels', { applicationId: 1, name: 'Closed' });
  const owner = await suite.owner();
  await owner.open(`/channels/${id}/show`);
  await owner.chooseAction('Delete');
  const dialog = owner.page.getByRole('dialog', { name: 'Delete “Closed”?' });
  await dialog.getByText('This cannot be undone.').waitFor();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await owner.notice('Deleted Closed').waitFor();
  expect(await suite.api.get(`/channels/${id}`)).toMatchObject({ status: 404 });
});

test('the dialog that replaces the key of a channel stays open until the new key is shown', async () => {
  const { id } = await shop.add('channels', { name: 'Slow key', products: [] });
  const owner = await suite.owner();
  const { page } = owner;
  await owner.open(`/channels/${id}/show`);
  await owner.chooseAction('Replace key');
  const answer = Promise.withResolvers<void>();
  await page.route('**/rotate-key', async (route) => {
    await answer.promise;
    await route.continue();
  });
  const dialog = page.getByRole('dialog');
  await Promise.all([
    page.waitForRequest('**/rotate-key'),
    dialog.getByRole('button', { name: 'Confirm' }).click(),
  ]);
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  await page.evaluate('new Promise(requestAnimationFrame)');
  await expect(dialog.isVisible()).resolves.toBe(true);
  answer.resolve();
  await dialog.getByLabel('Key of the channel').waitFor();
});

test('a payment whose cards could not be issued shows its new status', async () => {
  const { id: channelId } = await suite.api.create<{ id: number }>('/channels', {
    applicationId: 1,
    name: 'Payments',
    kind: 'gumroad',
  });
  await suite.withDatabase((database) =>
    database.getRepository(Payment).insert({
      applicationId: 1,
      channelId,
      externalNo: 'SALE-1',
      products: ['unmapped'],
      quantity: 1,
      amount: null,
      currency: null,
      contact: null,
      status: 'dismissed',
      fault: 'paid_before_channel',
      createdAt: 1,
      updatedAt: 1,
    }),
  );
  const owner = await suite.owner();
  owner.expectRefusal(409);
  await owner.open(`/channels/${channelId}/show/payments`);
  await owner.page.getByRole('cell', { name: /^Dismissed ?Paid before the channel was created$/ }).waitFor();
  await owner.press('Issue cards');
  await owner.page.getByRole('cell', { name: /^No cards issued/ }).waitFor();
});

test('a secret typed for a payment service is not sent for another kind of channel', async () => {
  const owner = await suite.owner();
  await owner.open('/channels/create');
  await owner.field('Name').fill('Changed my mind');
  await owner.choose('Shop or service', 'Stripe');
  await owner.settle();
  await owner.field('Signing secret').fill('whsec_123456');
  await owner.choose('Shop or service', 'Gumroad');
  await owner.press('Save');
  await owner.press('I have saved it');
});

test('the contact of an order can contain spaces, and its amount survives a change of the currency', async () => {
  const owner = await suite.owner();
  await owner.open('/orders/create');
  await owner.choose('Card type', 'Month');
  await owner.field('Amount').fill('300');
  await owner.field('Currency').pressSequentially('jpy');
  await owner.field('Contact').pressSequentially('Ann Lee ');
  await owner.press('Issue');
  await owner.page.getByText('Ann Lee', { exact: true }).waitFor();
  const { body } = await suite.api.list('/orders', { filter: { applicationId: 1 } });
  expect(body).toMatchObject([{ contact: 'Ann Lee', amount: 300, currency: 'JPY' }]);
});

test('the page of an order shows when its email has been sent', async () => {
  const { id } = await shop.add('orders', { requestKey: 'mailed', cardTypeId: 1, quantity: 1 });
  // Without a time of the next attempt, the server leaves the email alone.
  const mail = { orderId: id, address: 'ann@example.com', status: 'pending', attempts: 1 } as const;
  await suite.withDatabase(({ manager }) =>
    manager.insert(OrderMail, { ...mail, nextAt: null, lastAt: null, lastFault: null, createdAt: 1 }),
  );
  const owner = await suite.owner();
  await owner.open(`/orders/${id}/show`);
  await owner.page.getByText('ann@example.com: Waiting; attempts so far: 1').waitFor();
  await suite.withDatabase(({ manager }) => manager.update(OrderMail, { orderId: id }, { status: 'sent' }));
  await owner.page.getByText('ann@example.com: Sent').waitFor();
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
